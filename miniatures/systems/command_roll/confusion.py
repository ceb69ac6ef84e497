"""What confuses a unit: causes that always do, and causes that need a 6 on a die of their own (C37)."""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from miniatures.contacts import named_once
from miniatures.dice import Dice, Step
from miniatures.ruling import Need, Refusal, Sum
from miniatures.systems.command_roll.facts import Facts, OneOrMore, UnitInPlay
from miniatures.systems.command_roll.tables import CONFUSION
from miniatures.systems.command_roll.unit import Lower
from miniatures.systems.command_roll.unit_wording import said

CONFUSED, STEADY = "confused", "steady"
BURST_THROUGH = "burst through"
IMPASSABLE, ENEMIES = "back into impassable terrain", "back into enemies or a combat"
FORCING, UNYIELDING, MAKING_WAY = (
    "forcing friends to make way",
    "back into friends that do not yield",
    "making way",
)

#: The sixes. A drive back by shooting reads its own dice (C214), in its own chapter.
_SIX = {
    cause: Need((), (rule, "C37"), at_least=face, passed=CONFUSED, failed=STEADY)
    for cause, (face, rule) in CONFUSION.items()
    if face is not None
}

Cause = Annotated[
    Literal[
        "burst through",
        "back into impassable terrain",
        "back into enemies or a combat",
        "forcing friends to make way",
        "back into friends that do not yield",
        "making way",
    ],
    Lower,
]


def certain(cause: str) -> bool:
    """Whether it confuses without a die."""
    return cause not in _SIX


def confuses(cause: str, name: str, dice: Dice, called: str = "") -> bool:
    """Whether this cause confuses the unit of that name, by a die where the sheet asks for one."""
    return certain(cause) or dice.sum(1, _SIX[cause], f"{name}: {called or cause}, confused on a 6") == CONFUSED


class ConfusionFacts(Facts):
    """A unit to which something happened that may confuse it."""

    unit: UnitInPlay = Field(description="the unit")
    cause: Cause = Field(
        description="burst through, back into impassable terrain, back into enemies or a combat, "
        "forcing friends to make way, back into friends that do not yield, or making way"
    )


class ConfusionOutcome(NamedTuple):
    """Whether each unit is confused now, in the order of the facts."""

    units: tuple[tuple[str, bool], ...]


def confusion_sums(facts: ConfusionFacts) -> list[Sum]:
    """A certain confusion is told before, as it needs no dice."""
    if facts.unit.confused or not certain(facts.cause):
        return []
    return [Sum(said(facts.unit, f"are confused: {facts.cause}"), (), (CONFUSION[facts.cause][1],))]


def confusion(facts: ConfusionFacts) -> Step[ConfusionOutcome]:
    """Who is confused already throws no die: it cannot become more so."""
    unit = facts.unit

    def throw(dice: Dice) -> ConfusionOutcome:
        return ConfusionOutcome(((unit.name, unit.confused or confuses(facts.cause, unit.name, dice)),))

    return throw


class MakeWayFacts(Facts):
    """A unit goes back, or is driven back, through friends who let it pass."""

    forcing: UnitInPlay = Field(description="the unit that forces its way through friends")
    friends: Annotated[tuple[UnitInPlay, ...], OneOrMore] = Field(
        min_length=1, description="the friends who make way, aside or back"
    )

    @model_validator(mode="after")
    def _names_differ(self) -> "MakeWayFacts":
        named_once(unit.name for unit in (self.forcing, *self.friends))
        return self


def make_way_refusals(facts: MakeWayFacts) -> list[Refusal]:
    """Who does not yield: then the other is destroyed if it retreats, and confused if it is driven or falls back."""
    found: list[Refusal] = []
    instead = "resolve confusion for the other, back into {} (C36); if it retreats, it is destroyed"
    for friend in facts.friends:
        if friend.engaged:
            found.append(Refusal("C404", said(friend, "are engaged"), instead.format("enemies or a combat")))
        elif friend.confused:
            found.append(
                Refusal(
                    "C411", said(friend, "are confused and cannot move"), instead.format("friends that do not yield")
                )
            )
    return found


def make_way(facts: MakeWayFacts) -> Step[ConfusionOutcome]:
    """A die for the unit that forces its way (C405), and one for each friend who makes way (C407)."""
    tested = [(facts.forcing, FORCING), *((friend, MAKING_WAY) for friend in facts.friends)]

    def throw(dice: Dice) -> ConfusionOutcome:
        return ConfusionOutcome(
            tuple((unit.name, unit.confused or confuses(cause, unit.name, dice)) for unit, cause in tested)
        )

    return throw
