"""What a battle report is made of. Whoever knows the game fills it, `report` writes it as a page."""

from typing import NamedTuple


class UnitSummary(NamedTuple):
    """How one unit came through; `end_state` as in "fought to the end", "routed off the table"."""

    name: str
    start: int
    lost: int
    end_state: str


class SideSummary(NamedTuple):
    name: str
    army: str
    points_start: int
    points_lost: int
    figures_start: int
    figures_lost: int
    units: tuple[UnitSummary, ...] = ()


class Happening(NamedTuple):
    """One event of the log in words: what happened first, then its sums, one a line."""

    event_number: int
    phase: str
    text: tuple[str, ...]
    dice: str = ""
    odds: str = ""
    overruled: str = ""
    """What the players set aside, in words, if they overruled a refusal."""
    undone: bool = False


class TurnReport(NamedTuple):
    """One turn; `map_svg` is a picture as `table.svg` makes it, `losses` are figures lost by the name of the side."""

    number: int
    headline: str
    map_svg: str = ""
    paragraphs: tuple[Happening, ...] = ()
    losses: tuple[tuple[str, int], ...] = ()


class TurningPoint(NamedTuple):
    """A moment that decided much: how likely it was, and how far it moved the battle."""

    turn: int
    event_number: int
    text: str
    chance: str = ""
    swing: str = ""


class DiceTally(NamedTuple):
    """How often a side threw each face, from one to six."""

    side: str
    faces: tuple[int, int, int, int, int, int]


class Report(NamedTuple):
    title: str
    subtitle: str
    system: str
    sides: tuple[SideSummary, ...]
    turns: tuple[TurnReport, ...]
    turning_points: tuple[TurningPoint, ...] = ()
    ending: str = ""
    notes: tuple[str, ...] = ()
    dice: tuple[DiceTally, ...] = ()
    counts: str = "figures"
    """What losses are counted in: figures, stands."""
