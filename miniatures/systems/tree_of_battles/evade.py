"""Evading a charge: a fast move straight away, against the 2 or 9 inches that the charger has (T36)."""

from pydantic import Field

from miniatures.ruling import Refusal, Sum
from miniatures.systems import Play
from miniatures.systems.tree_of_battles.charge import (
    EVADE,
    Charger,
    Target,
    charge_refusals_of,
    reach_of,
    responses_of,
)
from miniatures.systems.tree_of_battles.chase import Chase, fast_move_sum, hack_dice, more_each, prepared
from miniatures.systems.tree_of_battles.combat_facts import STOPS_AFTER, Some
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, Facts
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.shot_facts import skirmishing
from miniatures.systems.tree_of_battles.unit import Inches


class EvadeFacts(Facts):
    """A contingent that evades the charge of another."""

    charger: Charger = Field(description="the contingent that charges")
    evader: Target = Field(description="the contingent that evades")
    distance: Inches = Field(description="inches between them before the charge")
    touching: Some | None = Field(
        None, description="stands of the charger that would touch it, where only those hack (hack_in_contact_only)"
    )
    stops_after: Inches | None = Field(None, description=STOPS_AFTER)


def chase_of(
    charger: ContingentInPlay,
    evader: ContingentInPlay,
    distance: float,
    touching: int | None,
    options: Options,
    stops_after: float | None = None,
) -> Chase:
    return Chase(
        evader,
        charger,
        "evades",
        "charges",
        distance,
        more_each(evader.formation, first=False),
        0,
        None,
        reach_of(charger).value,
        hack_dice(charger, touching, options),
        "" if skirmishing(evader) else "T332",
        "T333",
        False,
        options,
        stops_after,
    )


def evade(facts: EvadeFacts) -> Play:
    stops = facts.stops_after
    return prepared(chase_of(facts.charger, facts.evader, facts.distance, facts.touching, facts.options, stops))


def evade_sums(facts: EvadeFacts) -> list[Sum]:
    made = fast_move_sum(facts.evader, first=False)
    return [made] if made.modifiers else []


def evade_refusals(facts: EvadeFacts) -> list[Refusal]:
    found = charge_refusals_of(facts.charger, facts.evader, facts.distance)
    if EVADE not in [one.word for one in responses_of(facts.evader, facts.distance, "front")]:
        found.append(may_not_evade(facts.evader))
    if facts.options.hack_in_contact_only and facts.touching is None:
        found.append(Refusal("T207", "at this table only stands in contact hack (T37)", "state how many are touching"))
    return found


def may_not_evade(unit: ContingentInPlay) -> Refusal:
    words = f"{unit.name}: only light horse, archers and skirmishers evade, and not out of a combat (T65)"
    return Refusal("T216", words, "let it stand or countercharge")
