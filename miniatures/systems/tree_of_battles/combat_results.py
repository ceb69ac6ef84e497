"""The rows of the combat results: the word, its DPs, and where it sends a contingent, with every exception."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from miniatures.ruling import Modifier
from miniatures.systems.tree_of_battles.combat_facts import FightingContingent
from miniatures.systems.tree_of_battles.shot_facts import skirmishing
from miniatures.systems.tree_of_battles.tables import RESULTS, Result
from miniatures.systems.tree_of_battles.unit import IMMOVABLE, MOUNTED

HALT, FALL_BACK, FOLLOW_UP, RETIRE, BREAK, PURSUE = "halt", "fall back", "follow up", "retire", "break", "pursue"
#: In these moves a contingent is in disarray (T331).
DISORDERLY = (RETIRE, BREAK, PURSUE)


class Standing(NamedTuple):
    """All of a contingent and its enemies that the rows ask for, before the DPs of the row."""

    mounted: bool
    may_halt: bool
    """A or B grade that did not charge."""
    charged_foot: bool
    melee: bool
    disarray: bool
    skirmish_array: bool
    against_pikes: bool
    only_skirmishers: bool
    only_mounted_or_skirmishers: bool
    charged_by_mounted_only: bool
    immovable: bool
    routing: bool
    """It broke before, and runs on whatever the result (T87)."""


class Way(NamedTuple):
    """What a contingent does after combat: one move that it must make, or several to choose from."""

    moves: tuple[str, ...]
    rules: tuple[str, ...]


_RUNS_ON = Way((BREAK,), ("T205", "T87"))


class Seen(NamedTuple):
    """What others see of a contingent as it fights."""

    type: str
    mounted: bool
    charging: bool
    skirmishing: bool


def seen(unit: FightingContingent) -> Seen:
    type_ = unit.type
    loose = skirmishing(unit) and (unit.skirmishers or not unit.fights_in_disarray)
    return Seen(type_, type_ in MOUNTED, unit.charging, loose)


def standing(own: FightingContingent, looks: Seen, enemies: Sequence[Seen]) -> Standing:
    type_, mounted, charging, _ = looks
    disarray = own.fights_in_disarray
    return Standing(
        mounted,
        own.grade in ("A", "B") and not charging,
        charging and not all(enemy.mounted for enemy in enemies),
        not charging and not any(enemy.charging for enemy in enemies),
        disarray,
        own.array == "skirmish" and not disarray,
        mounted and any(enemy.type == "pike" for enemy in enemies),
        all(enemy.skirmishing for enemy in enemies),
        all(enemy.mounted or enemy.skirmishing for enemy in enemies),
        not mounted and all(enemy.mounted and enemy.charging for enemy in enemies),
        type_ in IMMOVABLE,
        own.conduct == "routing",
    )


@lru_cache(maxsize=256)
def row_of(margin: int) -> Result:
    """The row for the hits scored less the hits taken."""
    for row in RESULTS:
        if (row.least is None or margin >= row.least) and (row.most is None or margin <= row.most):
            return row
    raise AssertionError("the rows leave no gap")


@lru_cache(maxsize=256)
def any_of_its_row(margin: int) -> int:
    """One margin that stands for all of the same row."""
    row = row_of(margin)
    found = row.most if row.least is None else row.least
    assert found is not None
    return found


def dps_of(row: Result, own: Standing) -> Modifier:
    return row.mounted_against_pikes if own.against_pikes else row.dps


def gives_way(row: Result, own: Standing) -> Way:
    """What an equal result or worse makes of it. Who does better stays until the enemy's move is known."""
    if own.routing:
        return _RUNS_ON
    if row.word == "equal":
        if own.mounted and (own.charged_foot or own.melee):
            return Way((RETIRE,), ("T266", "T32"))
        if own.skirmish_array and not own.only_skirmishers:
            return Way((RETIRE,), ("T267",))
        return Way((HALT,), ("T267",))
    if row.word == "set-back":
        if own.disarray:
            return Way((BREAK,), ("T268", "T41"))
        if own.skirmish_array:
            return Way((RETIRE,), ("T270", "T41"))
        if own.charged_by_mounted_only:
            return Way((HALT,), ("T269",))
        return Way((RETIRE if own.mounted and own.charged_foot else FALL_BACK,), ("T270",))
    if row.word == "defeat":
        return Way((BREAK if own.skirmish_array or own.disarray else RETIRE,), ("T271", "T41"))
    if row.word == "rout":
        return Way((BREAK,), ("T272",))
    return Way((HALT,), ())


def goes_on(row: Result, own: Standing, enemies: Iterable[str]) -> Way:
    """What victory or success lets it do, by the moves of those enemies that are still there (T63)."""
    if own.routing:
        return _RUNS_ON
    theirs = set(enemies)
    if row.word == "victory":
        halts = "T261" if own.may_halt or own.only_skirmishers else ""
        onward = "T261"
    else:
        halts = "T263" if own.may_halt or (not own.mounted and own.only_mounted_or_skirmishers) else ""
        onward = "T264"
    if not theirs:
        return Way((HALT,), ("T63",))
    if own.immovable:
        return Way((HALT,), ("T64",))
    if HALT in theirs:
        return Way((HALT,), ("T264", "T63"))
    move = FOLLOW_UP if theirs == {FALL_BACK} else PURSUE
    return Way((HALT, move), (halts, onward)) if halts else Way((move,), (onward,))
