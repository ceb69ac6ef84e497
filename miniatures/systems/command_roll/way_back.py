"""The way back as it is stated: what bars it, how far a unit comes, and whom that confuses (C36, C97, C100)."""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from miniatures.dice import Dice
from miniatures.systems.command_roll.confusion import (
    ENEMIES,
    FORCING,
    IMPASSABLE,
    MAKING_WAY,
    UNYIELDING,
    certain,
    confuses,
)
from miniatures.systems.command_roll.facts import OneOrMore, UnitInPlay
from miniatures.systems.command_roll.tables import STOPS_SHORT
from miniatures.systems.command_roll.unit import Centimetres, Lower, Name

FRIENDS = "friends"
#: What does not yield to a unit that goes back, and the confusion that it earns. The table's edge is as impassable
#: as a marsh (C73).
STOPS = {
    "unyielding friends": UNYIELDING,
    "engaged friends": ENEMIES,
    "enemies": ENEMIES,
    "impassable ground": IMPASSABLE,
    "table edge": IMPASSABLE,
}

#: Where the die is thrown because of something that the sheet does not name.
_CALLED = {"table edge": "back to the edge of the table"}

Behind = Annotated[
    Literal["friends", "unyielding friends", "engaged friends", "enemies", "impassable ground", "table edge"], Lower
]
Stopping = Annotated[
    Literal["unyielding friends", "engaged friends", "enemies", "impassable ground", "table edge"], Lower
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
    then: Stopping | None = Field(
        None, description="what bars its way behind friends who make way, if anything: the same but for friends (C100)"
    )
    then_at: Centimetres = Field(0.0, description="the centimetres to that, from where the unit stands now")

    @model_validator(mode="after")
    def _something_bars_it(self) -> "UnitGoingBack":
        if self.way_back and self.behind is None:
            raise ValueError("way_back: state what is behind it, or leave this out if nothing is")
        if self.friends and self.behind != FRIENDS:
            raise ValueError('friends: only where behind = "friends"')
        if self.friends_at and len(self.friends_at) != len(self.friends):
            raise ValueError(f"friends_at: {len(self.friends_at)} distances for {len(self.friends)} friends")
        if self.then and self.behind != FRIENDS:
            raise ValueError('then: only behind friends who make way, that is where behind = "friends"')
        if self.then_at and self.then is None:
            raise ValueError("then_at: state then, what bars its way behind the friends, or leave this out")
        if self.then and self.then_at < max(self.way_back, *self.friends_at, 0.0):
            raise ValueError("then_at: this lies behind the friends; expected no less than way_back and friends_at")
        return self

    @property
    def stop(self) -> tuple[str, float] | None:
        """The first thing that does not yield, and the centimetres before it."""
        if self.behind == FRIENDS:
            return (self.then, self.then_at) if self.then else None
        return (self.behind, self.way_back) if self.behind else None


class Back(NamedTuple):
    """How far a unit came, and what that did to it and to the friends who made way for it."""

    centimetres: float
    confused: bool
    stopped_by: str = ""
    """What it went into; empty where nothing stood, or friends made way."""
    friends: tuple[str, ...] = ()
    """The friends who made way and were confused by it."""


def goes_back(unit: UnitGoingBack, confused: bool, dice: Dice, ordered: float) -> Back:
    """Driven or falling so far back, 1 cm short of what does not yield (C36), through friends who do.

    Who is confused already, or will be at the end of its way without a die, throws none: it cannot become more so.
    """
    stop = unit.stop
    if stop is None or ordered <= stop[1]:
        confused, friends = forces(unit, confused, dice, 0.0, ordered)
        return Back(ordered, confused, "", friends)
    what, at = stop
    far = max(0.0, at - STOPS_SHORT.value)
    confused, friends = forces(unit, confused or certain(STOPS[what]), dice, 0.0, far)
    return Back(far, confused or confuses(STOPS[what], unit.name, dice, _CALLED.get(what, "")), what, friends)


def forces(unit: UnitGoingBack, confused: bool, dice: Dice, gone: float, far: float) -> tuple[bool, tuple[str, ...]]:
    """A unit that went `gone` goes on to `far`, both from where it stood at first: it and those whom it reaches throw.

    Whether it is confused then, and which of the friends are.
    """
    if unit.behind != FRIENDS:
        return confused, ()
    free = unit.friends_at or (unit.way_back,) * max(1, len(unit.friends))
    if not any(gone <= at < far for at in free):
        return confused, ()
    confused = confused or confuses(FORCING, unit.name, dice)
    reached = [friend for friend, at in zip(unit.friends, free, strict=False) if gone <= at < far]
    return confused, tuple([friend for friend in reached if confuses(MAKING_WAY, friend, dice)])
