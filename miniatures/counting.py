"""All dice at once: every path through the readings of a procedure's throws, with the ways to it.

Each run of the procedure follows one path. A throw met for the first time branches over its different *readings*,
not over its faces; the runs after it replay the path so far and take the next reading at its end.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeVar

from miniatures.dice import Dice, ReadEach, RollAgain, Step

T = TypeVar("T")
Outcome = TypeVar("Outcome", bound=Hashable)

#: The ways to each outcome, apart for each number of all ways that they are out of.
Found = dict[int, dict[Outcome, int]]


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


@lru_cache(maxsize=256)
def _totals(count: int, worth: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Each total of `count` dice whose faces are worth `worth`, with the number of ways to it."""
    ways = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for total, number in ways.items():
            for value in worth:
                longer[total + value] = longer.get(total + value, 0) + number
        ways = longer
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
    return _merged(_totals(count, read.worth), read)


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

    def count(self, procedure: Step[Outcome], budget: int) -> tuple[Found[Outcome], int]:
        """Run every path, and count the runs."""
        found: Found[Outcome] = {}
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
                return found, runs
        raise BudgetPassedError

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
