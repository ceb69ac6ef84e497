"""All dice at once: every path through the readings of a procedure's throws, with the ways to it.

Each run of the procedure follows one path. A throw met for the first time branches over its different *readings*,
not over its faces; the runs after it replay the path so far and take the next reading at its end.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import product
from typing import Any, NamedTuple, TypeVar

from miniatures.dice import Dice, OneThrow, ReadEach, RollAgain, Step, Volley
from miniatures.totals import Totals, together, totals

T = TypeVar("T")
Outcome = TypeVar("Outcome", bound=Hashable)

#: Outcomes with the ways to each, apart for each number of all ways that they are out of. Equal ones are not merged.
Found = list[tuple[int, list[tuple[Outcome, int]]]]


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
    for total, number in totals(count, read.worth):
        result = read(total)
        merged[result] = merged.get(result, 0) + number
    return _Readings(tuple(merged.items()), len(read.worth) ** count)


@lru_cache(maxsize=256)
def _unsaved(volleys: tuple[tuple[int, ReadEach[int]], ...], save: ReadEach[int] | None) -> _Readings:
    """A die that hits and its save are read as one pair of faces: as many outcomes as dice, and one more."""
    every: list[Totals] = []
    out_of = 1
    for count, hit in volleys:
        pairs = [hits * (1 - saves) for hits in hit.worth for saves in (save.worth if save is not None else (0,))]
        every.append(totals(count, tuple(pairs)))
        out_of *= len(pairs) ** count
    return _Readings(reduce(together, every) if every else ((0, 1),), out_of)


_NEW: Any = object()  # a throw that the present path has not met yet
_D6 = (1, 2, 3, 4, 5, 6)
_D10 = tuple(range(10))


class CountingDice(Dice):
    """All dice at once: each run of the procedure follows one path through the readings of its throws."""

    def __init__(self) -> None:
        self.asked: dict[Any, Asked] = {}
        self.naming = True  # whether throws are still noted in `asked`
        self._known: dict[Any, _Readings] = {}
        # The present path, throw by throw: the readings that are still to be taken there, what the present one says,
        # and the ways to get so far out of all ways. The last two begin with the empty path.
        self._path: list[Iterator[tuple[Any, int]]] = []
        self._results: list[Any] = []
        self._replay: Iterator[Any] = iter(())  # what this run takes of it, and once at its end nothing more
        self._ways = [1]
        self._out_of = [1]
        self._newest = _Readings((), 1)  # those of the throw that was met last

    def count(self, procedure: Step[Outcome], budget: int) -> tuple[Found[Outcome], int]:
        """Run every path, and count the runs."""
        if isinstance(procedure, OneThrow):
            return self._count_one(procedure, budget)
        found: dict[int, list[tuple[Outcome, int]]] = {}
        path, results, path_ways, path_out_of = self._path, self._results, self._ways, self._out_of
        for runs in range(1, budget + 1):
            self._replay = iter(results)
            outcome = procedure(self)
            ways = found.get(path_out_of[-1])
            if ways is None:
                ways = found[path_out_of[-1]] = []
            ways.append((outcome, path_ways[-1]))
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
                return list(found.items()), runs
        raise BudgetPassedError

    def _count_one(self, step: OneThrow[Outcome], budget: int) -> tuple[Found[Outcome], int]:
        """A step that says what follows from its one throw: nothing is run again but that."""
        self._replay = iter(())
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
        replayed = next(self._replay, _NEW)
        if replayed is not _NEW:
            return replayed  # type: ignore[no-any-return]
        key = (count, getattr(read, "effect", read))  # readings of the same effect are read once
        return self._branch(key, totals(count, _D6), read, purpose, count)  # type: ignore[no-any-return]

    def faces(self, count: int, read: Callable[[tuple[int, ...]], T | RollAgain], purpose: str) -> T:
        replayed = next(self._replay, _NEW)
        if replayed is not _NEW:
            return replayed  # type: ignore[no-any-return]
        every = ((thrown, 1) for thrown in product(_D6, repeat=count))
        return self._branch(("faces", count, read), every, read, purpose, count)  # type: ignore[no-any-return]

    def _worth(self, count: int, worth: tuple[int, ...], purpose: str) -> int:
        replayed = next(self._replay, _NEW)
        if replayed is not _NEW:
            return replayed  # type: ignore[no-any-return]
        return self._branch((count, worth), totals(count, worth), int, purpose, count)  # type: ignore[no-any-return]

    def each(self, count: int, read: ReadEach[T], purpose: str) -> T:
        replayed = next(self._replay, _NEW)
        if replayed is not _NEW:
            return replayed  # type: ignore[no-any-return]
        if self.naming and (asked := (purpose, count, read)) not in self.asked:
            self.asked[asked] = Asked(*asked)
        return self._first(_each(count, read))  # type: ignore[no-any-return]

    def unsaved(self, volleys: Sequence[Volley], save: ReadEach[int] | None, purpose: str) -> int:
        replayed = next(self._replay, _NEW)
        if replayed is not _NEW:
            return replayed  # type: ignore[no-any-return]
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
