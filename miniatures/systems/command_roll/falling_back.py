"""Falling back: 3D6 for a side after a draw, or for a winner who wants to; and what stands in the way (C321, C36)."""

from typing import Annotated, NamedTuple

from pydantic import Field, model_validator

from miniatures.contacts import named_once
from miniatures.dice import Dice, Step
from miniatures.ruling import Reading, Refusal
from miniatures.systems.command_roll.facts import Facts, OneOrMore, cover_refusals
from miniatures.systems.command_roll.tables import FALL_BACK_DICE
from miniatures.systems.command_roll.unit import Centimetres, Flag
from miniatures.systems.command_roll.unit_wording import said
from miniatures.systems.command_roll.way_back import UnitGoingBack, goes_back

STANDS, FALLS_BACK, DESTROYED = "stands", "falls back", "destroyed"


class UnitFallingBack(UnitGoingBack):
    """A unit that falls back, or may stand where it is defended."""

    stands_ground: Flag = Field(
        False, description="it stands its ground instead: who is defended or fortified, and any of a winner's"
    )


class FallBackFacts(Facts):
    """The units of one side after a draw, or of a winner who goes back: one throw for them all."""

    units: Annotated[tuple[UnitFallingBack, ...], OneOrMore] = Field(min_length=1, description="the units of the side")
    won: Flag = Field(False, description="the side won and falls back because it wants to")
    distance: Centimetres | None = Field(
        None, description="how far they want to go, if further than they must; never beyond what the dice allow"
    )

    @model_validator(mode="after")
    def _names_differ(self) -> "FallBackFacts":
        named_once(unit.name for unit in self.units)
        return self


class Fallen(NamedTuple):
    """Where one unit ends: how many centimetres back, and in what state."""

    unit: str
    state: str
    back: float
    confused: bool
    stopped_by: str = ""
    """What it fell back into; empty where nothing stood, or friends made way."""
    friends: tuple[str, ...] = ()
    """The friends who made way and were confused by it."""


class FallBackOutcome(NamedTuple):
    """The least and the most that the dice allow, and what became of each unit. Zero where nobody had to throw."""

    least: int
    most: int
    units: tuple[Fallen, ...]


class Reach(NamedTuple):
    """What the dice of a fall back demand, and what they allow."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"at least {self.least}, at most {self.most} cm"


class LowestAndSum(Reading[tuple[int, ...], Reach]):
    """The lowest die and the sum of all."""

    def __call__(self, thrown: tuple[int, ...]) -> Reach:
        return Reach(min(thrown), sum(thrown))


_STAND = "stand: --stands and the name in a game, stands_ground = true as a fact"
_THROW = LowestAndSum((), (FALL_BACK_DICE.rule, FALL_BACK_DICE.ruling))


def fall_back_refusals(facts: FallBackFacts) -> list[Refusal]:
    found: list[Refusal] = []
    for unit in facts.units:
        found += cover_refusals(unit)
        if unit.stands_ground and unit.position == "open" and not facts.won:
            found.append(
                Refusal(
                    FALL_BACK_DICE.rule,
                    said(unit, "are in the open and must fall back after a draw"),
                    "fall back; only who is defended or fortified may stand",
                )
            )
        if facts.won and unit.artillery and not unit.stands_ground:
            because = f"{unit.name} are guns, which are lost if they go back, and a winner need not"
            found.append(Refusal("C34", because, _STAND))
        if facts.won and unit.confused and not unit.stands_ground:
            found.append(Refusal("C411", said(unit, "are confused and cannot move (C72)"), _STAND))
        if not unit.left:
            found.append(Refusal("C167", said(unit, "have no stands left"), "leave it out, or correct its stands"))
    return found


def fall_back(facts: FallBackFacts) -> Step[FallBackOutcome]:
    """One throw for the side. Guns that go back are lost (C34); who is stopped may be confused (C36)."""
    going = [unit for unit in facts.units if not unit.stands_ground]
    wanted = facts.distance or 0.0
    names = ", ".join(unit.name for unit in going)
    purpose = said(going[0], "fall back") if len(going) == 1 else f"{names} fall back"

    def fallen(unit: UnitFallingBack, back: float, dice: Dice) -> Fallen:
        if unit.stands_ground:
            return Fallen(unit.name, STANDS, 0.0, unit.confused)
        if unit.artillery:
            return Fallen(unit.name, DESTROYED, 0.0, False)
        return Fallen(unit.name, FALLS_BACK, *goes_back(unit, unit.confused, dice, back))

    def throw(dice: Dice) -> FallBackOutcome:
        if all(unit.artillery for unit in going):  # guns are lost however far it would be
            return FallBackOutcome(0, 0, tuple(fallen(unit, 0.0, dice) for unit in facts.units))
        least, most = dice.faces(FALL_BACK_DICE.value, _THROW, purpose)
        back = min(max(wanted, least), most)
        return FallBackOutcome(least, most, tuple(fallen(unit, back, dice) for unit in facts.units))

    return throw
