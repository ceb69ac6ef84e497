"""All dice at once: every path through the readings of a procedure's throws, with the ways to it.

Each run of the procedure follows one path. A throw met for the first time branches over its different *readings*,
not over its faces; the runs after it replay the path so far and take the next reading at its end.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any, NamedTuple, TypeVar

from miniatures.dice import Dice, OneThrow, ReadEach, RollAgain, Step, Volley

T = TypeVar("T")
Outcome = TypeVar("Outcome", bound=Hashable)

#: Outcomes with the ways to each, apart for each number of all ways that they are out of.
Found = list[tuple[int, Collection[tuple[Outcome, int]]]]


class Asked(NamedTuple):
    """One kind of throw that was met while counting: what it is for, how many dice and how they are read."""

    purpose: str
    dice: int
    read: Any


class BudgetPassedError(Exception):
    """There are more paths than are worth running."""


class _Readings(NamedTuple):
    """The different readings of one throw, each with the ways to it, and all ways together."""

    results: tuple[tuple[Any, int], ...]
    total: int


#: Up to so many dice are added one by one, since odds ask for one number of dice after the other; more are halved.
_ONE_BY_ONE = 12

#: Totals of dice in their order, each with the number of ways to it.
Totals = tuple[tuple[int, int], ...]


@lru_cache(maxsize=256)
def _totals(count: int, worth: tuple[int, ...]) -> Totals:
    """Each total of `count` dice whose faces are worth `worth`."""
    if count < 2:
        return tuple(sorted(Counter(worth).items())) if count else ((0, 1),)
    faces = _totals(1, worth)
    if len(faces) == 2:  # they hit or they do not: only their number counts
        (low, missing), (high, hitting) = faces
        return tuple(
            [
                (low * (count - hits) + high * hits, comb(count, hits) * missing ** (count - hits) * hitting**hits)
                for hits in range(count + 1)
            ]
        )
    some = 1 if count <= _ONE_BY_ONE else count // 2
    return _together(_totals(count - some, worth), _totals(some, worth))


def _together(some: Totals, others: Totals) -> Totals:
    """Totals of all dice, from the totals of some and of the others."""
    ways: dict[int, int] = {}
    for total, number in some:
        for more, times in others:
            both = total + more
            ways[both] = ways.get(both, 0) + number * times
    return tuple(sorted(ways.items()))


def _merged(ways: Iterable[tuple[Any, int]], read: Callable[[Any], Any]) -> _Readings:
    merged: dict[Any, int] = {}
    for thrown, number in ways:
        result = read(thrown)
        if not isinstance(result, RollAgain):  # thrown again until it counts: the others keep their proportions
            merged[result] = merged.get(result, 0) + number
    return _Readings(tuple(merged.items()), sum(merged.values()))


@lru_cache(maxsize=1024)
def _each(count: int, read: ReadEach[Any]) -> _Readings:
    """Dice that are read one by one. A chapter makes such a reading once, so that this table is made once too."""
    merged: dict[Any, int] = {}
    for total, number in _totals(count, read.worth):
        result = read(total)
        merged[result] = merged.get(result, 0) + number
    return _Readings(tuple(merged.items()), len(read.worth) ** count)


@lru_cache(maxsize=256)
def _unsaved(volleys: tuple[tuple[int, ReadEach[int]], ...], save: ReadEach[int] | None) -> _Readings:
    """A die that hits and its save are read as one pair of faces: as many outcomes as dice, and one more."""
    every: Totals = ((0, 1),)
    for count, hit in volleys:
        pairs = [hits * (1 - saves) for hits in hit.worth for saves in (save.worth if save is not None else (0,))]
        every = _together(every, _totals(count, tuple(pairs)))
    return _Readings(every, sum([number for _, number in every]))


_D6 = (1, 2, 3, 4, 5, 6)
_D10 = tuple(range(10))


class CountingDice(Dice):
    """All dice at once: each run of the procedure follows one path through the readings of its throws."""

    def __init__(self) -> None:
        self.asked: dict[Any, Asked] = {}
        self.naming = True  # whether throws are still noted in `asked`
        self._known: dict[Any, _Readings] = {}
        self._depth = 0
        # The present path, throw by throw: the readings that are still to be taken there, what the present one says,
        # and the ways to get so far out of all ways. The last two begin with the empty path.
        self._path: list[Iterator[tuple[Any, int]]] = []
        self._results: list[Any] = []
        self._ways = [1]
        self._out_of = [1]
        self._newest = _Readings((), 1)  # those of the throw that was met last

    def count(self, procedure: Step[Outcome], budget: int) -> tuple[Found[Outcome], int]:
        """Run every path, and count the runs."""
        if isinstance(procedure, OneThrow):
            return self._count_one(procedure, budget)
        found: dict[int, dict[Outcome, int]] = {}
        path, results, path_ways, path_out_of = self._path, self._results, self._ways, self._out_of
        for runs in range(1, budget + 1):
            self._depth = 0
            outcome = procedure(self)
            ways = found.get(path_out_of[-1])
            if ways is None:
                ways = found[path_out_of[-1]] = {}
            ways[outcome] = ways.get(outcome, 0) + path_ways[-1]
            while path:
                following = next(path[-1], None)
                if following is not None:
                    results[-1], number = following
                    path_ways[-1] = path_ways[-2] * number
                    break
                path.pop()
                results.pop()
                path_ways.pop()
                path_out_of.pop()
            else:
                return [(out_of, ways.items()) for out_of, ways in found.items()], runs
        raise BudgetPassedError

    def _count_one(self, step: OneThrow[Outcome], budget: int) -> tuple[Found[Outcome], int]:
        """A step that says what follows from its one throw: nothing is run again but that."""
        self._depth = 0
        result, then = step.throw(self), step.then
        if not self._path:  # nothing was thrown after all
            return [(1, [(then(result), 1)])], 1
        readings, total = self._newest
        if len(self._path) > 1:
            raise AssertionError("a step of one throw threw again")
        if len(readings) > budget:
            raise BudgetPassedError
        for made in (self._path, self._results, self._ways, self._out_of):
            made.pop()
        return [(total, [(then(reading), number) for reading, number in readings])], len(readings)

    def _branch(
        self, key: Any, ways: Iterable[tuple[Any, int]], read: Callable[[Any], Any], purpose: str, count: int
    ) -> Any:
        """A throw that the present path has not met yet: take its first reading, and the others in later runs."""
        readings = self._known.get(key)
        if readings is None:
            readings = self._known[key] = _merged(ways, read)
        if self.naming:
            self.asked.setdefault((purpose, key, read), Asked(purpose, count, read))
        return self._first(readings)

    def _first(self, readings: _Readings) -> Any:
        self._newest = readings
        every, total = readings
        left = iter(every)
        result, number = next(left)
        self._path.append(left)
        self._results.append(result)
        self._ways.append(self._ways[-1] * number)
        self._out_of.append(self._out_of[-1] * total)
        return result

    def sum(self, count: int, read: Callable[[int], T], purpose: str) -> T:
        depth = self._depth
        self._depth = depth + 1
        if depth < len(self._results):
            return self._results[depth]  # type: ignore[no-any-return]
        key = (count, getattr(read, "effect", read))  # readings of the same effect are read once
        return self._branch(key, _totals(count, _D6), read, purpose, count)  # type: ignore[no-any-return]

    def faces(self, count: int, read: Callable[[tuple[int, ...]], T | RollAgain], purpose: str) -> T:
        depth = self._depth
        self._depth = depth + 1
        if depth < len(self._results):
            return self._results[depth]  # type: ignore[no-any-return]
        every = ((thrown, 1) for thrown in product(_D6, repeat=count))
        return self._branch(("faces", count, read), every, read, purpose, count)  # type: ignore[no-any-return]

    def _worth(self, count: int, worth: tuple[int, ...], purpose: str) -> int:
        depth = self._depth
        self._depth = depth + 1
        if depth < len(self._results):
            return self._results[depth]  # type: ignore[no-any-return]
        return self._branch((count, worth), _totals(count, worth), int, purpose, count)  # type: ignore[no-any-return]

    def each(self, count: int, read: ReadEach[T], purpose: str) -> T:
        depth = self._depth
        self._depth = depth + 1
        if depth < len(self._results):
            return self._results[depth]  # type: ignore[no-any-return]
        if self.naming:
            self.asked.setdefault((purpose, count, read), Asked(purpose, count, read))
        return self._first(_each(count, read))  # type: ignore[no-any-return]

    def unsaved(self, volleys: Sequence[Volley], save: ReadEach[int] | None, purpose: str) -> int:
        depth = self._depth
        self._depth = depth + 1
        if depth < len(self._results):
            return self._results[depth]  # type: ignore[no-any-return]
        if self.naming:
            every = [Asked(what_for, count, hit) for count, hit, what_for in volleys]
            if save is not None:
                every += [Asked(purpose, hits, save) for hits in range(1, 1 + sum([one.dice for one in every]))]
            self.asked |= zip(every, every, strict=True)
        return self._first(_unsaved(tuple([volley[:2] for volley in volleys]), save))  # type: ignore[no-any-return]

    def hits(self, count: int, at_least: int, purpose: str) -> int:
        return self._worth(count, tuple(int(face >= at_least) for face in _D6), purpose)

    def score(self, count: int, table: Mapping[int, int], purpose: str) -> int:
        return self._worth(count, tuple(table[face] for face in _D6), purpose)

    def check(self, at_least: int, purpose: str) -> bool:
        return bool(self.hits(1, at_least, purpose))

    def d6(self, purpose: str) -> int:
        return self._worth(1, _D6, purpose)

    def d10(self, purpose: str) -> int:
        return self._worth(1, _D10, purpose)
