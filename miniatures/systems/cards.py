"""The card of a unit or a leader: how he stands in the game's own terms, and what players change on it with one tap."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from miniatures.systems.playing import Board, Owed


class Mark(NamedTuple):
    """A place on a gauge that is worth knowing beforehand, as in a quarter of the figures lost."""

    at: int
    label: str
    rule: str


class Cause(NamedTuple):
    """Where some of what a gauge counts came from."""

    number: int
    why: str
    rule: str = ""
    turn: int | None = None


class Gauge(NamedTuple):
    """Something that is counted on a card: so much, of so much."""

    name: str
    value: int
    most: int
    kind: Literal["left", "taken"] = "left"
    """What is left is good to have; what was taken is not."""
    says: str = ""
    marks: tuple[Mark, ...] = ()
    causes: tuple[Cause, ...] = ()
    """Cause by cause, the oldest first; together they are the value, where they are known."""


class Tap(NamedTuple):
    """A common change, said as an action."""

    what: str
    how: str


class Card(NamedTuple):
    """One unit or leader."""

    name: str
    kind: Literal["unit", "leader"]
    side: int
    group: str
    """The wing or battle that it belongs to."""
    about: str
    """What it is, in a few words."""
    states: tuple[str, ...]
    gauges: tuple[Gauge, ...] = ()
    notes: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    """The leaders who are with it."""
    taps: tuple[Tap, ...] = ()
    lost: bool = False


#: How soon a unit has to act: it must, it may, nothing is asked of it, it is lost.
MUST, MAY, NOTHING, LOST = range(4)


def urgency(board: Board) -> Mapping[str, int]:
    """For every unit of the board how soon it has to act, by what is owed: to sort a list with."""
    units = [unit for side in board.sides for wing in side.wings for unit in wing.units]
    found = {unit.name: LOST if unit.lost else NOTHING for unit in units}
    for one in board.owed:
        for name in _named(one, found):
            found[name] = min(found[name], MUST if one.must else MAY)
    return found


def _named(owed: Owed, names: Mapping[str, int]) -> list[str]:
    """The units that a line of the checklist speaks of: one of them, or several joined in a list."""
    if owed.unit in names:
        return [owed.unit]
    rest, found = owed.unit, []
    for name in sorted(names, key=len, reverse=True):  # "Archers of the van" before "Archers"
        if name in rest:
            found.append(name)
            rest = rest.replace(name, "")
    return found if not rest.replace(", ", "").replace(" and ", "").strip() else []
