"""Manoeuvres: what each takes of the move, and its DPs with their reasons (T501 to T512). No dice.

`movement.py` counts the same manoeuvres into a move.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from miniatures.dice import Step
from miniatures.measuring import within
from miniatures.ruling import Modifier, Sum
from miniatures.systems.tree_of_battles.damage import Taken, as_lines, entry, take
from miniatures.systems.tree_of_battles.facts import Array, ContingentInPlay, OfContingent
from miniatures.systems.tree_of_battles.move_tables import (
    GAP_PARTS,
    HALF_MOVE_PARTS,
    MAJOR_OBSTACLE_IN_FULL_HARNESS,
    MANOEUVRES,
    PASSED_THROUGH_BY_MOUNTED,
)
from miniatures.systems.tree_of_battles.shot_facts import skirmishing
from miniatures.systems.tree_of_battles.unit import Flag, Inches, Lower, OneOrMore, Stated

What = Annotated[
    Literal[
        "wheel", "rally from disarray", "change of array", "exchange ranks", "cross minor obstacle",
        "cross defensive obstacle", "cross major obstacle", "about face", "change frontage", "mount or dismount",
        "passage of lines", "pass a gap",
    ],
    Lower,
]  # fmt: skip
RALLY, ARRAY, RANKS, REMOUNT, LINES, GAP = (
    "rally from disarray", "change of array", "exchange ranks", "mount or dismount", "passage of lines", "pass a gap",
)  # fmt: skip


class Manoeuvring(Stated):
    """One manoeuvre."""

    what: What = Field(
        description=f"{', '.join(MANOEUVRES)}; a defensive obstacle is stated beside the minor or major one that it is"
    )
    to: Array | None = Field(None, description="change of array, or rally from disarray: the new array")
    free: Flag = Field(False, description="exchange ranks: as a response to a charge or after combat")
    other: ContingentInPlay | None = Field(None, description="passage of lines: the friends that it passes through")
    other_moves: Flag = Field(False, description="passage of lines: those friends move too")

    @model_validator(mode="after")
    def _is_whole(self) -> "Manoeuvring":
        if self.what == ARRAY and self.to is None:
            raise ValueError("to: say the new array")
        if self.what == LINES and self.other is None:
            raise ValueError("other: say through whom it passes")
        return self


class Manoeuvres(Stated):
    """Manoeuvres in their order, and who is near."""

    manoeuvres: Annotated[tuple[Manoeuvring, ...], OneOrMore] = Field((), description="what it does, in its order")
    nearest_enemy: Inches | None = Field(None, description="inches to the nearest enemy; left out, none is near")
    pursued: Flag = Field(False, description="enemies pursue it: it cannot rally from disarray")


class ManoeuvreFacts(Manoeuvres, OfContingent):
    """A contingent and its manoeuvres, in their order."""

    fighting: Flag = Field(False, description="it is in combat")
    halted: Flag = Field(False, description="a control test or a shooting test has halted it this turn")

    @property
    def halved_by_gaps(self) -> bool:
        """A gap leaves half of a move on foot (T512)."""
        return not self.contingent.moves_mounted


class Friend(NamedTuple):
    """The DPs of friends in a passage of lines."""

    contingent: str
    causes: tuple[Modifier, ...]
    taken: int
    dps: int
    into_disarray: bool
    no_room: tuple[Modifier, ...]


class Manoeuvred(NamedTuple):
    """What manoeuvres did to a contingent."""

    contingent: str
    causes: tuple[Modifier, ...]
    """The DPs that it took, cause by cause."""
    taken: int
    dps: int
    share: float
    """The part of its move that is left."""
    array: str
    in_disarray: bool
    disarray: tuple[str, ...]
    """The rules that bring it into disarray, if it was not."""
    friends: tuple[Friend, ...]
    no_room: tuple[Modifier, ...]
    """The causes of DPs beyond its most, which do nothing (T4)."""


def _near(enemy: float | None, inches: int | None) -> bool:
    return inches is None or (enemy is not None and within(enemy, inches))


def manoeuvre_dps(unit: ContingentInPlay, one: Manoeuvring, enemy: float | None) -> tuple[Modifier, ...]:
    """The DPs of one manoeuvre, with the exceptions that the sheet makes."""
    row = MANOEUVRES[one.what]
    what, formation = one.what, unit.formation
    spared = (
        (what == "wheel" and formation != "line")
        or (what == RANKS and one.free)
        or (what == "cross minor obstacle" and formation in ("skirmish", "disarray"))
        or (what == "cross defensive obstacle" and not unit.mounted)
        or (what in ("about face", "change frontage") and unit.grade not in ("C", "D"))
        or (what == LINES and free_passage(unit, one))
    )
    if spared or not row.dps.value or not _near(enemy, row.within):
        return ()
    if what == "cross major obstacle" and unit.full_harness:
        return (MAJOR_OBSTACLE_IN_FULL_HARNESS,)
    if what == REMOUNT:
        return (row.dps._replace(because="dismounting" if unit.mounted else "mounting"),)
    if what == LINES and one.other is not None:
        return (row.dps._replace(because=f"passing through {one.other.name}"[:200]),)
    return (row.dps,)


def free_passage(unit: ContingentInPlay, one: Manoeuvring) -> bool:
    """One stands still and one are skirmishers, who may be the same (T41)."""
    assert one.other is not None
    return not one.other_moves and (skirmishing(unit) or skirmishing(one.other))


def friend_dps(unit: ContingentInPlay, one: Manoeuvring) -> tuple[Modifier, ...]:
    """What those take through whom it passes."""
    if one.what != LINES or free_passage(unit, one):
        return ()
    line = MANOEUVRES[LINES].dps._replace(because=f"passed through by {unit.name}"[:200])
    return (line, PASSED_THROUGH_BY_MOUNTED) if unit.mounted else (line,)


def share_sum(facts: ManoeuvreFacts) -> Sum:
    """What the manoeuvres leave of a move; a gap halves the rest, for foot (T59)."""
    lines = [Modifier(1, "T322", "the whole move")]
    for one in facts.manoeuvres:
        row = MANOEUVRES[one.what]
        part = 0.0 if row.move == "none" or one.free else 1.0 if row.move == "whole" else 1 / HALF_MOVE_PARTS.value
        if part:
            left = sum(line.value for line in lines)
            lines.append(Modifier(-min(part, left), row.dps.rule, one.what, "T59"))
    left = sum(line.value for line in lines)
    for one in facts.manoeuvres:
        if one.what == GAP and facts.halved_by_gaps and left:
            lines.append(Modifier(left / GAP_PARTS.value - left, GAP_PARTS.rule, "through a gap", "T59"))
            left /= GAP_PARTS.value
    return Sum(f"the part of its move left to {facts.contingent.name}", tuple(lines), ("T59",))


def in_turn(facts: ManoeuvreFacts) -> Iterator[tuple[ContingentInPlay, Manoeuvring]]:
    """Each manoeuvre with the contingent as it stands by then: a new array counts for all that follow (T108)."""
    unit = facts.contingent
    for one in facts.manoeuvres:
        yield unit, one
        if one.what in (ARRAY, RALLY):
            unit = unit.model_copy(update={"array": one.to or "line"})


def dps_sum(facts: ManoeuvreFacts) -> Sum:
    enemy = facts.nearest_enemy
    lines = tuple(line for unit, one in in_turn(facts) for line in manoeuvre_dps(unit, one, enemy))
    return Sum(f"DPs of {facts.contingent.name} for manoeuvres", lines, ("T47",))


def manoeuvre_sums(facts: ManoeuvreFacts) -> list[Sum]:
    dps = dps_sum(facts)
    return [share_sum(facts), *([dps] if dps.modifiers else [])]


def array_after(facts: ManoeuvreFacts) -> str:
    array = str(facts.contingent.formation)
    for one in facts.manoeuvres:
        if one.what in (ARRAY, RALLY):
            array = one.to or "line"
    return array


def moves_d_grade(facts: ManoeuvreFacts) -> bool:
    """For D grade every manoeuvre is a move but to rally from disarray, or an exchange that is free (T59)."""
    return any(one.what != RALLY and not one.free for one in facts.manoeuvres)


def friends_after(facts: ManoeuvreFacts) -> tuple[Friend, ...]:
    found = []
    for unit, one in in_turn(facts):
        causes = friend_dps(unit, one)
        if one.other is not None and causes:
            taken: Taken = take(one.other, map(entry, causes), "manoeuvre", facts.options)
            number = sum(dps.dps for dps in taken.dps)
            kept, spilt = as_lines(taken.dps), as_lines(taken.no_room)
            dps = one.other.total_dps + number
            found.append(Friend(one.other.name, kept, number, dps, taken.into_disarray, spilt))
    return tuple(found)


def manoeuvre(facts: ManoeuvreFacts) -> Step[Manoeuvred]:
    unit = facts.contingent
    taken = take(unit, map(entry, dps_sum(facts).modifiers), "manoeuvre", facts.options)
    number = sum(one.dps for one in taken.dps)
    array = array_after(facts)
    rules = ["T335"] * (unit.grade == "D" and moves_d_grade(facts)) + ["T334"] * taken.into_disarray
    outcome = Manoeuvred(
        unit.name,
        as_lines(taken.dps),
        number,
        unit.total_dps + number,
        share_sum(facts).total,
        "disarray" if rules else array,
        bool(rules) or array == "disarray",
        tuple(rules) if array != "disarray" else (),
        friends_after(facts),
        as_lines(taken.no_room),
    )
    return lambda _dice: outcome
