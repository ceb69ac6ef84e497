"""Every outcome of a procedure with its exact chance, by running the procedure itself.

Depth-first replay: run the function, branch at each throw over its *readings* with integer weights, merge
equal results. A chain of rounds merges equal states between rounds. Past a budget of runs the same function
is thrown at random instead, and the answer says so.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm, sqrt
from typing import Any, Generic, NamedTuple, TypeVar

from miniatures.dice import Dice, RandomDice, RollAgain

T = TypeVar("T")
Outcome = TypeVar("Outcome", bound=Hashable)

#: Runs of a procedure before exact counting gives way to throwing at random: some seconds of work.
RUN_BUDGET = 250_000
RANDOM_RUNS = 40_000

Step = Callable[[Dice], Outcome]


class Asked(NamedTuple):
    """One kind of throw that was met while counting: what it is for, how many dice and how they are read."""

    purpose: str
    dice: int
    read: Any


class Odds(Generic[Outcome]):
    """Outcomes with whole-number weights out of `total`; `error` is set when they were sampled."""

    def __init__(
        self,
        weights: Mapping[Outcome, int],
        total: int,
        asked: Iterable[Asked] = (),
        error: float | None = None,
    ) -> None:
        self.weights = weights
        self.total = total
        self.asked = tuple(asked)
        self.error = error

    @property
    def exact(self) -> bool:
        return self.error is None

    def chance(self, happens: Callable[[Outcome], bool]) -> Fraction:
        return Fraction(sum(weight for outcome, weight in self.weights.items() if happens(outcome)), self.total)

    def marginal(self, feature: Callable[[Outcome], T]) -> dict[T, Fraction]:
        """The chance of each value of `feature`: the same weights, read more coarsely."""
        merged: dict[T, int] = {}
        for outcome, weight in self.weights.items():
            value = feature(outcome)
            merged[value] = merged.get(value, 0) + weight
        return {value: Fraction(weight, self.total) for value, weight in merged.items()}

    def likeliest_first(self) -> list[tuple[Outcome, Fraction]]:
        ordered = sorted(self.weights.items(), key=lambda item: (-item[1], repr(item[0])))
        return [(outcome, Fraction(weight, self.total)) for outcome, weight in ordered]


def count(procedure: Step[Outcome], *, budget: int = RUN_BUDGET, seed: int = 1) -> Odds[Outcome]:
    """The odds of one procedure."""
    dice = CountingDice()
    try:
        found, _ = dice.count(procedure, budget)
    except _BudgetPassedError:
        return _sampled(procedure, dice.asked.values(), seed)
    weights, total = _over_one_total(found)
    return Odds(weights, total, dice.asked.values())


def follow(start: Outcome, next_step: Callable[[Outcome], Step[Outcome] | None], dice: Dice) -> Outcome:
    """Play a chain of steps to its end with one set of dice. `next_step` gives None at the end."""
    state = start
    while (step := next_step(state)) is not None:
        state = step(dice)
    return state


def count_chain(
    start: Outcome,
    next_step: Callable[[Outcome], Step[Outcome] | None],
    *,
    budget: int = RUN_BUDGET,
    seed: int = 1,
) -> Odds[Outcome]:
    """The odds of where a chain ends. Three rounds cost three rounds, not the product of all their paths."""
    dice = CountingDice()
    going: Mapping[Outcome, int] = {start: 1}
    total = 1
    ended: dict[Outcome, dict[int, int]] = {}
    asked: tuple[Asked, ...] | None = None
    try:
        while going:
            arrived: dict[Outcome, dict[int, int]] = {}
            for state, weight in going.items():
                step = next_step(state)
                if step is None:
                    by_total = ended.setdefault(state, {})
                    by_total[total] = by_total.get(total, 0) + weight
                    continue
                found, runs = dice.count(step, budget)
                budget -= runs
                for result, ways in found.items():
                    by_total = arrived.setdefault(result, {})
                    for out_of, number in ways.items():
                        by_total[out_of * total] = by_total.get(out_of * total, 0) + number * weight
                if asked is None:  # the first round's throws are those that can be named beforehand
                    asked = tuple(dice.asked.values())
            going, total = _over_one_total(arrived)
    except _BudgetPassedError:
        return _sampled(lambda dice: follow(start, next_step, dice), asked or dice.asked.values(), seed)
    weights, total = _over_one_total(ended)
    return Odds(weights, total, asked or ())


def _sampled(procedure: Step[Outcome], asked: Iterable[Asked], seed: int) -> Odds[Outcome]:
    dice = RandomDice(seed)
    weights: dict[Outcome, int] = {}
    for _ in range(RANDOM_RUNS):
        result = procedure(dice)
        weights[result] = weights.get(result, 0) + 1
        dice.throws.clear()
    return Odds(weights, RANDOM_RUNS, asked, error=1.3 / sqrt(RANDOM_RUNS))


def _over_one_total(found: Mapping[Outcome, Mapping[int, int]]) -> tuple[dict[Outcome, int], int]:
    """Paths with different numbers of dice have different totals: bring them to a common one."""
    total = lcm(*{out_of for ways in found.values() for out_of in ways})
    return {
        result: sum(number * (total // out_of) for out_of, number in ways.items()) for result, ways in found.items()
    }, total


class _BudgetPassedError(Exception):
    pass


class _Readings(NamedTuple):
    """The different readings of one throw, the ways to each, and all ways together."""

    results: tuple[Any, ...]
    ways: tuple[int, ...]
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
    return _Readings(tuple(merged), tuple(merged.values()), sum(merged.values()))


_D6 = (1, 2, 3, 4, 5, 6)
_D10 = tuple(range(10))


class CountingDice(Dice):
    """All dice at once: each run of the procedure follows one path through the readings of its throws."""

    def __init__(self) -> None:
        self.asked: dict[Any, Asked] = {}
        self._known: dict[Any, _Readings] = {}
        self._depth = 0
        # The present path, throw by throw: what can be read there, which is taken, and what that comes to.
        self._path: list[_Readings] = []
        self._taken: list[int] = []
        self._results: list[Any] = []

    def count(self, procedure: Step[Outcome], budget: int) -> tuple[dict[Outcome, dict[int, int]], int]:
        """Run every path. For each outcome: the ways to it, by the number of all ways of their path."""
        found: dict[Outcome, dict[int, int]] = {}
        path, taken, results = self._path, self._taken, self._results
        runs = 0
        while True:
            runs += 1
            if runs > budget:
                raise _BudgetPassedError
            self._depth = 0
            outcome = procedure(self)
            number = out_of = 1
            for readings, index in zip(path, taken, strict=True):
                number *= readings.ways[index]
                out_of *= readings.total
            ways = found.get(outcome)
            if ways is None:
                found[outcome] = {out_of: number}
            else:
                ways[out_of] = ways.get(out_of, 0) + number
            while path and taken[-1] + 1 == len(path[-1].results):
                path.pop()
                taken.pop()
                results.pop()
            if not path:
                return found, runs
            taken[-1] += 1
            results[-1] = path[-1].results[taken[-1]]

    def _branch(self, key: Any, ways: Iterable[tuple[Any, int]], read: Callable[[Any], Any], asked: Asked) -> Any:
        readings = self._known.get(key)
        if readings is None:
            readings = self._known[key] = _merged(ways, read)
            self.asked[key] = asked
        self._path.append(readings)
        self._taken.append(0)
        self._results.append(readings.results[0])
        return readings.results[0]

    def sum(self, count: int, read: Callable[[int], T], purpose: str) -> T:
        depth = self._depth
        self._depth = depth + 1
        if depth < len(self._results):
            return self._results[depth]  # type: ignore[no-any-return]
        key = (count, read)
        return self._branch(key, _totals(count, _D6), read, Asked(purpose, count, read))  # type: ignore[no-any-return]

    def faces(self, count: int, read: Callable[[tuple[int, ...]], T | RollAgain], purpose: str) -> T:
        depth = self._depth
        self._depth = depth + 1
        if depth < len(self._results):
            return self._results[depth]  # type: ignore[no-any-return]
        every = ((thrown, 1) for thrown in product(_D6, repeat=count))
        return self._branch(("faces", count, read), every, read, Asked(purpose, count, read))  # type: ignore[no-any-return]

    def _worth(self, count: int, worth: tuple[int, ...], purpose: str) -> int:
        depth = self._depth
        self._depth = depth + 1
        if depth < len(self._results):
            return self._results[depth]  # type: ignore[no-any-return]
        key = (purpose, count, worth)
        return self._branch(key, _totals(count, worth), int, Asked(purpose, count, worth))  # type: ignore[no-any-return]

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
