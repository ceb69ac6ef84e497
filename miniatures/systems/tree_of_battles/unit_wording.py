"""Contingents in words: their stands, and their DPs one by one."""

from collections.abc import Iterable

from miniatures.ruling import Modifier
from miniatures.systems.tree_of_battles.average_dice import tired_by
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, Dps
from miniatures.systems.tree_of_battles.move_tables import Moves
from miniatures.systems.tree_of_battles.unit import Part
from miniatures.words import joined_names


def stands_told(parts: Iterable[Part]) -> str:
    """`2 foot men at arms in full harness and 6 longbow`."""
    return joined_names(f"{part.stands} {part.type}{_harness(part)}" for part in parts)


def _harness(part: Part) -> str:
    return " in full harness" if part.full_harness else ""


def dps_told(entry: Dps) -> str:
    """`2 noble killed or routed within 12 inches (T305), turn 4`."""
    rule = f" ({entry.rule})" if entry.rule else ""
    turn = f", turn {entry.turn}" if entry.turn is not None else ""
    why = tired_by(entry.dps) if entry.rule == Moves.fatigue.rule else entry.why  # rallied, one of two fives is left
    return f"{entry.dps} {why}{rule}{turn}"


def no_room_told(name: str, causes: Iterable[Modifier]) -> list[str]:
    """That DPs beyond the most of a contingent do nothing, and which (T4)."""
    why = "; ".join(f"{cause.value:g} {cause.because} ({cause.rule})" for cause in causes)
    return [f"{name} have their most DPs (T4), and no room for more: {why}."] if why else []


def dps_lines(contingent: ContingentInPlay) -> list[str]:
    """The total with its limit, then cause by cause."""
    most = contingent.most_dps.value
    disarray = ", in disarray" if contingent.in_disarray else ""
    head = f"{contingent.name}: {contingent.total_dps} of {most} DPs{disarray}"
    return [head, *(f"  {dps_told(entry)}" for entry in contingent.dps)]
