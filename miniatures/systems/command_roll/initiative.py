"""Initiative: a unit charges or evades the closest enemy without an order. No dice."""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from miniatures.dice import Step
from miniatures.measuring import within
from miniatures.ruling import Modifier, Refusal, Sum
from miniatures.systems.command_roll.facts import Facts, OneOrMore, UnitInPlay
from miniatures.systems.command_roll.movement import full_pace, river_half
from miniatures.systems.command_roll.tables import EVADE_CLEAR, INITIATIVE_CHARGE, INITIATIVE_EVADE
from miniatures.systems.command_roll.unit import Centimetres, Flag, Lower, Name
from miniatures.systems.command_roll.unit_wording import called, said


class InitiativeFacts(Facts):
    """A unit that would move by initiative, and the enemy because of whom it does."""

    unit: UnitInPlay = Field(description="the unit that moves")
    intends: Annotated[Literal["charge", "evade"], Lower] = Field(description="charge or evade")
    enemy: Name = Field("the enemy", description="the enemy that it charges or evades")
    distance: Centimetres = Field(description="cm to that enemy")
    closest: Flag = Field(True, description="it is the closest enemy")
    in_sight: Flag = Field(True, description="it is in sight")
    river: Flag = Field(False, description="the move crosses a river")
    orders_begun: Flag = Field(False, description="a character has given or tried an order this turn")
    ordered: Flag = Field(False, description="the unit itself was ordered this turn")
    moved: Flag = Field(False, description="the unit has moved by initiative this turn")
    as_brigade: Flag = Field(False, description="others are to move with it as a brigade")
    through: Annotated[tuple[UnitInPlay, ...], OneOrMore] = Field(
        (), description="the friends that an evade passes through"
    )
    ends_clear: Flag = Field(
        True, description="an evade can end wholly beyond those friends and 1 cm clear of everybody"
    )


class InitiativeOutcome(NamedTuple):
    """What it does, how far it may go, and the friends that an evade confuses."""

    unit: str
    does: str
    enemy: str
    centimetres: float
    confuses: tuple[str, ...]


def initiative_sum(facts: InitiativeFacts) -> Sum:
    """A charge has the printed 20 cm or, where the table plays it so, a full move; an evade has a full move (C16)."""
    modifiers = [full_pace(facts.unit)]
    if facts.intends == "charge" and not facts.options.initiative_charge_full_move:
        reach = INITIATIVE_CHARGE
        modifiers = [Modifier(reach.value, reach.rule, "charge by initiative", reach.ruling)]
    if facts.river:
        modifiers.append(river_half(modifiers))
    return Sum(f"cm for {facts.unit.name} to {facts.intends}", tuple(modifiers), ("C16",))


def initiative_refusals(facts: InitiativeFacts) -> list[Refusal]:
    charge = facts.intends == "charge"
    limit = INITIATIVE_CHARGE if charge else INITIATIVE_EVADE
    found = [*_of_unit(facts), *_of_turn(facts)]
    if not within(facts.distance, limit.value):
        words = f"{round(facts.distance, 2):g} cm to {facts.enemy}, beyond {limit.value}"
        found.append(Refusal(limit.rule, words, called(facts.unit, "give them an order")))
    if not facts.closest:
        found.append(Refusal(limit.rule, f"another enemy is closer than {facts.enemy}", f"{facts.intends} the closest"))
    if not facts.in_sight:
        found.append(Refusal("C16", f"no line of sight to {facts.enemy}", called(facts.unit, "give them an order")))
    if charge:
        found += _of_charge(facts)
    else:
        found += _of_evade(facts)
    return found


def _of_unit(facts: InitiativeFacts) -> list[Refusal]:
    unit, found = facts.unit, []
    if not unit.left:
        found.append(Refusal("C102", said(unit, "have no stands left"), "choose another, or correct its stands"))
    if unit.commands:
        cure = "move him at the end of the Command phase"
        found.append(Refusal("C38", f"{unit.name} is a commander and moves freely", cure))
    if unit.confused:
        cure = called(unit, "move them next turn") + ": confusion ends with this Command phase (C414)"
        found.append(Refusal("C411", said(unit, "are confused: no initiative (C37)"), cure))
    if unit.engaged:
        found.append(Refusal("C132", said(unit, "are engaged"), "fight the combat"))
    return found


def _of_turn(facts: InitiativeFacts) -> list[Refusal]:
    unit = facts.unit
    found: list[Refusal] = []
    if facts.orders_begun:
        words = "orders were given this turn, and initiative comes first"
        found.append(Refusal("C102", words, called(unit, "give them an order, or move them next turn")))
    if facts.ordered:
        found.append(
            Refusal("C102", said(unit, "were ordered, and nobody moves by both (C16)"), "wait for the next turn")
        )
    if facts.moved:
        found.append(Refusal("C16", said(unit, "have moved by initiative this turn"), "wait for the next turn"))
    if facts.as_brigade:
        found.append(Refusal("C16", "nobody moves by initiative as a brigade", "move each unit by itself"))
    return found


def _of_charge(facts: InitiativeFacts) -> list[Refusal]:
    found: list[Refusal] = []
    if facts.unit.artillery:
        found.append(Refusal("C16", said(facts.unit, "are guns, and guns never charge"), "charge with others"))
    reach = initiative_sum(facts).total
    if not within(facts.distance, reach) and within(facts.distance, INITIATIVE_CHARGE.value):
        words = f"{round(facts.distance, 2):g} cm to {facts.enemy}, and the charge goes {reach:g}"
        found.append(Refusal("C49", words, called(facts.unit, "give them an order to come nearer")))
    if facts.through:
        found.append(Refusal("C16", "only an evade passes through friends", "charge along a free way"))
    return found


def _of_evade(facts: InitiativeFacts) -> list[Refusal]:
    found: list[Refusal] = []
    for friend in facts.through:
        if friend.engaged:
            found.append(Refusal("C16", said(friend, "are engaged, and nobody passes through them"), "evade less far"))
    if not facts.ends_clear:
        words = f"an evade ends wholly beyond its friends and {EVADE_CLEAR.value} cm clear"
        found.append(Refusal(EVADE_CLEAR.rule, words, "evade less far, or stand"))
    return found


def initiative(facts: InitiativeFacts) -> Step[InitiativeOutcome]:
    confused = tuple(friend.name for friend in facts.through) if facts.intends == "evade" else ()
    centimetres = initiative_sum(facts).total
    outcome = InitiativeOutcome(facts.unit.name, facts.intends, facts.enemy, centimetres, confused)
    return lambda _dice: outcome
