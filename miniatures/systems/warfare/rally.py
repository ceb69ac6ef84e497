"""Event VI: what a rout costs, and how a unit comes back under control."""

from typing import NamedTuple

from pydantic import Field

from miniatures.dice import Dice, Step
from miniatures.ruling import Modifier, Need, Refusal, Sum
from miniatures.systems.warfare.facts import Facts, UnitInPlay
from miniatures.systems.warfare.morale import DESTROYED, REMOVED, ROUTS
from miniatures.systems.warfare.tables import RALLY, ROUT_LOSSES, RallyModifier
from miniatures.systems.warfare.unit import Flag

RALLIED, PURSUES = "rallied", "pursues"


class RallyFacts(Facts):
    """A unit in rout or pursuing that its owner wants back."""

    unit: UnitInPlay = Field(description="the unit, with routing or pursuing stated")
    leader_touches: Flag = Field(False, description="a leader moved to touch it in the last Movement")
    tried: Flag = Field(False, description="a rally by die was tried in this rout already")


class RallyOutcome(NamedTuple):
    """What becomes of the unit. `turns` says when it may face the enemy again."""

    unit: str
    state: str
    turns: str


def rally_refusals(facts: RallyFacts) -> list[Refusal]:
    unit = facts.unit
    found: list[Refusal] = []
    if not (unit.routing or unit.pursuing):
        found.append(Refusal("W603", f"{unit.name} is under control already", "state routing or pursuing"))
    if facts.leader_touches and unit.leader_out:
        found.append(
            Refusal(
                "W463",
                "a leader who is out for the move rallies nobody",
                "wait until he is back, or roll without him",
            )
        )
    if not facts.leader_touches or unit.leader_out:
        if unit.kind == "levy":
            found.append(Refusal("W609", "levy never rally without a leader", "move a leader to touch it (W603)"))
        if facts.tried:
            found.append(Refusal("W55", f"{unit.name} tried already in this rout", "move a leader to touch it (W603)"))
    if not unit.left:
        found.append(Refusal("W612", f"{unit.name} has no figures left", "state fewer lost"))
    return found


def rally_sums(facts: RallyFacts) -> list[Sum]:
    """A leader's touch is a certainty, not a throw."""
    if facts.leader_touches and not facts.unit.leader_out:
        return [Sum(f"{facts.unit.name} rally by a leader's touch", (), ("W603",))]
    return []


def rally(facts: RallyFacts) -> Step[RallyOutcome]:
    """With a leader no die is thrown; without one the unit throws, and a router that fails is gone."""
    unit = facts.unit
    if rally_sums(facts):
        by_leader = RallyOutcome(unit.name, RALLIED, "in this Morale, if the player wishes")
        return lambda _dice: by_leader
    modifiers: list[Modifier] = []
    if facts.options.rally_modifiers:
        if unit.bold:
            modifiers.append(RallyModifier.chivalric_or_fanatic)
        elif unit.morale == "raw":
            modifiers.append(RallyModifier.raw)
    # Only an overruled refusal lets levy throw: then they need what militia need.
    at_least, rule = RALLY.get(unit.kind, RALLY["militia"])
    failed = PURSUES if unit.pursuing and not unit.routing else REMOVED
    following = {RALLIED: ("W608",), REMOVED: ("W607",), PURSUES: ("W55",)}
    need = Need(modifiers, (rule,), at_least=at_least, passed=RALLIED, failed=failed, following=following)

    def throw(dice: Dice) -> RallyOutcome:
        state = dice.sum(1, need, f"{unit.name} try to rally")
        return RallyOutcome(unit.name, state, "in the first Morale after the next Movement" if state == RALLIED else "")

    return throw


class RoutLossesFacts(Facts):
    """A unit in rout at the beginning of Event VI."""

    unit: UnitInPlay = Field(description="the unit in rout")
    attacked_or_pursued: Flag = Field(False, description="an enemy touches or pursues it")


class RoutLossesOutcome(NamedTuple):
    """What the rout costs. `leaves` says that it is gone in the next Movement."""

    unit: str
    casualties: int
    left: int
    state: str
    leaves: bool


def rout_losses_refusals(facts: RoutLossesFacts) -> list[Refusal]:
    if facts.unit.routing:
        return []
    return [Refusal("W601", f"{facts.unit.name} is not in rout", "state routing")]


def rout_losses_sums(facts: RoutLossesFacts) -> list[Sum]:
    """2 figures, 1 of cavalry; 4 and 2 instead when attacked or pursued."""
    arm = "cavalry" if facts.unit.mounted else "infantry"
    chased = facts.attacked_or_pursued
    words = f"{arm} in rout" + (", attacked or pursued" if chased else "")
    cost = Modifier(ROUT_LOSSES[arm][chased], "W602" if chased else "W601", words, "W56" if chased else "")
    return [Sum(f"figures that {facts.unit.name} lose", (cost,), ())]


def rout_losses(facts: RoutLossesFacts) -> Step[RoutLossesOutcome]:
    """No dice: what the sum says, and whether so few are left that the unit leaves (W612)."""
    unit = facts.unit
    casualties = min(int(rout_losses_sums(facts)[0].total), unit.left)
    left = unit.left - casualties
    leaves = 4 * left <= unit.figures
    outcome = RoutLossesOutcome(unit.name, casualties, left, ROUTS if left else DESTROYED, leaves)
    return lambda _dice: outcome
