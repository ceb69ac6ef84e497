"""Falling back: 3D6 for a side after a draw, or for a winner who wants to; and what stands in the way (C321, C36)."""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from miniatures.contacts import named_once
from miniatures.dice import Dice, Step
from miniatures.ruling import Reading, Refusal
from miniatures.systems.command_roll.confusion import (
    ENEMIES,
    FORCING,
    IMPASSABLE,
    MAKING_WAY,
    UNYIELDING,
    confuses,
)
from miniatures.systems.command_roll.facts import Facts, OneOrMore, UnitInPlay, cover_refusals
from miniatures.systems.command_roll.tables import FALL_BACK_DICE, STOPS_SHORT
from miniatures.systems.command_roll.unit import Centimetres, Flag, Lower, Name
from miniatures.systems.command_roll.unit_wording import said

FRIENDS = "friends"
#: What a unit that falls back meets, and the confusion that it earns. The table's edge is as impassable (C73).
MEETS = {
    FRIENDS: FORCING,
    "unyielding friends": UNYIELDING,
    "engaged friends": ENEMIES,
    "enemies": ENEMIES,
    "impassable ground": IMPASSABLE,
    "table edge": IMPASSABLE,
}
STANDS, FALLS_BACK, DESTROYED = "stands", "falls back", "destroyed"

Behind = Annotated[
    Literal["friends", "unyielding friends", "engaged friends", "enemies", "impassable ground", "table edge"], Lower
]


class UnitGoingBack(UnitInPlay):
    """A unit that may have to go back, and what is behind it."""

    behind: Behind | None = Field(
        None,
        description="what bars its way straight back, if anything: friends (who make way), unyielding friends, "
        "engaged friends, enemies, impassable ground or table edge",
    )
    way_back: Centimetres = Field(0.0, description="the centimetres that are free before that")
    friends: Annotated[tuple[Name, ...], OneOrMore] = Field(
        (), description="the friends behind it who would make way, by name: each throws a die (C407)"
    )
    friends_at: tuple[Centimetres, ...] = Field(
        (), description="for each of these friends the centimetres that are free before him, where they differ"
    )

    @model_validator(mode="after")
    def _something_bars_it(self) -> "UnitGoingBack":
        if self.way_back and self.behind is None:
            raise ValueError("way_back: state what is behind it, or leave this out if nothing is")
        if self.friends and self.behind != FRIENDS:
            raise ValueError('friends: only where behind = "friends"')
        if self.friends_at and len(self.friends_at) != len(self.friends):
            raise ValueError(f"friends_at: {len(self.friends_at)} distances for {len(self.friends)} friends")
        return self


class Barred(NamedTuple):
    """What comes of meeting what is behind: whether the unit is confused, and which of the friends who make way."""

    confused: bool
    friends: tuple[str, ...]


def meets(unit: UnitGoingBack, confused: bool, dice: Dice, back: float) -> Barred:
    """The unit goes so far back, into what is behind it; only friends whom it reaches must make way.

    Who is confused already throws no die: it cannot become more so.
    """
    assert unit.behind is not None
    confused = confused or confuses(MEETS[unit.behind], unit.name, dice)
    free = unit.friends_at or (unit.way_back,) * len(unit.friends)
    reached = [friend for friend, at in zip(unit.friends, free, strict=True) if back > at]
    return Barred(confused, tuple([friend for friend in reached if confuses(MAKING_WAY, friend, dice)]))


def stops_short(unit: UnitGoingBack) -> float:
    """How far a unit goes that is driven or falls back into what does not yield (C36)."""
    return max(0.0, unit.way_back - STOPS_SHORT.value)


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
                    "state defended or fortified, or leave stands_ground out",
                )
            )
        if facts.won and unit.artillery and not unit.stands_ground:
            because = f"{unit.name} are guns, which are lost if they go back, and a winner need not"
            found.append(Refusal("C34", because, "state stands_ground = true"))
        if facts.won and unit.confused and not unit.stands_ground:
            found.append(
                Refusal("C411", said(unit, "are confused and cannot move (C72)"), "state stands_ground = true")
            )
        if not unit.left:
            found.append(Refusal("C167", said(unit, "have no stands left"), "leave that out, or state more stands"))
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
        if unit.behind is None or back <= unit.way_back:
            return Fallen(unit.name, FALLS_BACK, back, unit.confused)
        barred = meets(unit, unit.confused, dice, back)
        if unit.behind == FRIENDS:
            return Fallen(unit.name, FALLS_BACK, back, barred.confused, "", barred.friends)
        return Fallen(unit.name, FALLS_BACK, stops_short(unit), barred.confused, unit.behind)

    def throw(dice: Dice) -> FallBackOutcome:
        if all(unit.artillery for unit in going):  # guns are lost however far it would be
            return FallBackOutcome(0, 0, tuple(fallen(unit, 0.0, dice) for unit in facts.units))
        least, most = dice.faces(FALL_BACK_DICE.value, _THROW, purpose)
        back = min(max(wanted, least), most)
        return FallBackOutcome(least, most, tuple(fallen(unit, back, dice) for unit in facts.units))

    return throw
