"""The combats of The Tree of Battles by icepool and dyce: by our own steps, and written for each library by hand.

*By hand* knows two contingents on foot in line, of grades that cannot halt, the first charging, and nothing else.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from dyce import H
from dyce.h import aggregate_weighted
from icepool import Die

from miniatures.systems.tree_of_battles.combat import combat_sums
from miniatures.systems.tree_of_battles.combat_facts import CombatFacts
from tests.bench.scripted import Spread
from tests.bench.tree_steps import Library, same_rules

_AVERAGE = (2, 3, 3, 4, 4, 5)


class Fate(NamedTuple):
    """What is asked of a contingent, in bare numbers and words."""

    margin: int | None
    result: str
    dps: int
    stands_lost: int
    move: str
    disarray: bool
    caught: bool


@cache
def _icepool_thrown(count: int, read: Any) -> "Die[Any]":
    return (count @ Die(read.worth)).map(read, star=False)


@cache
def _icepool_together(volleys: tuple[tuple[int, tuple[int, ...]], ...]) -> "Die[int]":
    first, *others = [count @ Die(worth) for count, worth in volleys]
    return sum(others, first)


def _icepool_mix(die: "Die[Any]", then: Callable[[Any], Spread]) -> "Die[Any]":
    return Die([then(outcome) for outcome in die], die.quantities())


@cache
def _dyce_thrown(count: int, read: Any) -> H[Any]:
    return (count @ H(read.worth)).apply(read)


@cache
def _dyce_together(volleys: tuple[tuple[int, tuple[int, ...]], ...]) -> H[int]:
    first, *others = [count @ H(worth) for count, worth in volleys]
    return sum(others, first)


def _dyce_mix(histogram: H[Any], then: Callable[[Any], Spread]) -> H[Any]:
    return aggregate_weighted((then(outcome), count) for outcome, count in histogram.items())


_ICEPOOL = Library(_icepool_thrown, _icepool_together, _icepool_mix)
_DYCE = Library(_dyce_thrown, _dyce_together, _dyce_mix)

_ROWS = [
    (4, "victory", 0),
    (1, "success", 1),
    (0, "equal", 2),
    (-2, "set-back", 3),
    (-5, "defeat", 4),
    (-99, "rout", 5),
]


class _Side(NamedTuple):
    """All that counts of a contingent."""

    dice: int
    dps: int
    stands: int


def _sides(facts: CombatFacts) -> tuple[_Side, _Side]:
    ours, theirs = combat_sums(facts)
    own, enemy = facts.units
    return (
        _Side(int(ours.total), own.total_dps, own.left),
        _Side(int(theirs.total), enemy.total_dps, enemy.left),
    )


def _fate(side: _Side, margin: int) -> Fate:
    word, dps = next((word, dps) for least, word, dps in _ROWS if margin >= least)
    now = side.dps + dps
    lost = max(0, now - 5)
    if margin > 2:
        move = "pursue"
    elif margin > 0:
        move = "follow up"
    else:
        move = {"equal": "halt", "set-back": "fall back", "defeat": "retire", "rout": "break"}[word]
    disarray = move in ("pursue", "retire", "break") or now >= 5
    return Fate(margin, word, min(5, now), lost, move, disarray, False)


def _fought(sides: tuple[_Side, _Side], margin: int) -> tuple[Fate, Fate]:
    return _fate(sides[0], margin), _fate(sides[1], -margin)


@cache
def _chased(quarry_tires: bool, hunter_tires: bool, library: Library) -> Any:
    """Whether the quarry is caught, and the fives of both, by two pairs of average dice."""
    pairs = [
        (c - a - 1) + 100 * (quarry_tires and a == 5) + 10_000 * (hunter_tires and c == 5)
        for a in _AVERAGE
        for c in _AVERAGE
    ]

    def read(total: int) -> tuple[bool, int, int]:
        hunter, rest = divmod(total + 50, 10_000)
        quarry, away = divmod(rest, 100)
        return away >= 50, quarry, hunter

    return library.mix(library.together(((1, tuple(pairs)), (1, tuple(pairs)))), read)


@cache
def _hacked(stands: int, library: Library) -> Any:
    return library.together(((stands, (0, 0, 0, 1, 1, 1)),))


def _moved(sides: tuple[_Side, _Side], library: Library) -> Callable[[tuple[Fate, Fate]], Spread]:
    """Both after the moves, by their fates before them."""

    def after(both: tuple[Fate, Fate]) -> Spread:
        loser = next((index for index, one in enumerate(both) if one.move in ("retire", "break")), None)
        if loser is None:
            return both
        fled, hunter = both[loser], both[1 - loser]
        hunted = _chased(False, hunter.dps < 5, library)

        def chased(reading: tuple[bool, int, int]) -> Spread:
            caught, _, fives = reading
            tired = hunter._replace(dps=min(5, hunter.dps + fives))
            if not caught:
                return (fled, tired) if loser == 0 else (tired, fled)
            stands = sides[loser].stands - fled.stands_lost

            def hacked(fallen: int) -> tuple[Fate, Fate]:
                lost = min(fallen, stands)
                now = fled._replace(
                    stands_lost=fled.stands_lost + lost, caught=True, move="break" if lost < stands else ""
                )
                return (now, tired) if loser == 0 else (tired, now)

            return library.mix(_hacked(sides[1 - loser].stands - hunter.stands_lost, library), hacked)

        return library.mix(hunted, chased)

    return after


def _by_hand(facts: CombatFacts, library: Library) -> Spread:
    sides = _sides(facts)
    plus, minus = (0, 0, 0, 0, 1, 1), (0, 0, 0, 0, -1, -1)
    margin = library.together(((sides[0].dice, plus), (sides[1].dice, minus)))
    if not facts.moves:
        return library.mix(margin, lambda found: _fought(sides, found))
    rows = library.mix(margin, lambda found: tuple(one._replace(margin=None) for one in _fought(sides, found)))
    return library.mix(rows, _moved(sides, library))


def icepool_same_rules(facts: CombatFacts) -> Spread:
    return same_rules(facts, _ICEPOOL)


def icepool_by_hand(facts: CombatFacts) -> Spread:
    return _by_hand(facts, _ICEPOOL)


def dyce_same_rules(facts: CombatFacts) -> Spread:
    return same_rules(facts, _DYCE)


def dyce_by_hand(facts: CombatFacts) -> Spread:
    return _by_hand(facts, _DYCE)


RIVALS: dict[str, tuple[Callable[[CombatFacts], Any], Callable[[CombatFacts], Any]]] = {
    "icepool": (icepool_same_rules, icepool_by_hand),
    "dyce": (dyce_same_rules, dyce_by_hand),
}

#: What is kept from one call to the next.
KEPT = (_icepool_thrown, _icepool_together, _dyce_thrown, _dyce_together, _chased, _hacked)
