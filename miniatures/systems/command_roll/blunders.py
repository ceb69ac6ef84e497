"""Blunders: the D6 that follows an order thrown as 12, and how far it moves the units that were ordered."""

from collections.abc import Sequence
from typing import Protocol

from miniatures.ruling import Scale
from miniatures.systems.command_roll.tables import BLUNDERING_ROLL, BLUNDERS, HALF_PACE_PARTS

PENALTY, AWAY, HALF_PACE, TOWARDS = "penalty", "away", "half pace", "towards"


class BlunderTable(Scale):
    """The printed table. Each result leans on its own line of the sheet."""

    __slots__ = ()

    def rules_of(self, result: object) -> tuple[str, ...]:
        lines = dict.fromkeys(number for line in BLUNDERS.values() if line.word == result for number in line[1:])
        return (*self.rules, *lines)


def blunder_table() -> BlunderTable:
    words = {face: line.word for face, line in BLUNDERS.items()}
    return BlunderTable(words, "", (BLUNDERING_ROLL.rule,))


class Blunderer(Protocol):
    """What a blunder asks of a unit: its full pace, and how near the nearest enemy is, if that is known."""

    @property
    def move(self) -> int: ...

    @property
    def nearest_enemy(self) -> float | None: ...


def blunder_centimetres(word: str, units: Sequence[Blunderer], *, moved: bool) -> float:
    """How far it moves them: a brigade goes at the pace of its slowest (C47).

    Units that `moved` since their enemies were measured have no known way to go from them.
    """
    pace = min(unit.move for unit in units)
    if word == HALF_PACE:
        return pace / HALF_PACE_PARTS.value
    if word == TOWARDS:
        return pace
    if word == AWAY and not moved:
        known = [unit.nearest_enemy for unit in units if unit.nearest_enemy is not None]
        return max(0.0, pace - min(known, default=pace))  # what is lacking to a full move (C13)
    return 0.0
