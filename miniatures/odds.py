"""Every outcome of a procedure with its exact chance, by running the procedure itself.

Equal results merge, and a chain of rounds merges equal states between rounds. Weights are whole numbers and become
fractions at the end. Past a budget of runs the same function is thrown at random instead, and the answer says so.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm, sqrt
from typing import Generic, TypeVar

from miniatures.counting import Asked, BudgetPassedError, CountingDice, Found
from miniatures.dice import Dice, RandomDice, Step

T = TypeVar("T")
Outcome = TypeVar("Outcome", bound=Hashable)

#: The weight of a whole part, the number of all ways that its outcomes are out of, and these with their ways.
_Part = tuple[int, int, Collection[tuple[Outcome, int]]]

#: Runs of a procedure before exact counting gives way to throwing at random: a few seconds for a large melee.
RUN_BUDGET = 100_000
RANDOM_RUNS = 20_000


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


def count(
    procedure: Step[Outcome], *, budget: int = RUN_BUDGET, seed: int = 1, runs: int | None = None
) -> Odds[Outcome]:
    """The odds of one procedure."""
    dice = CountingDice()
    try:
        found, _ = dice.count(procedure, budget)
    except BudgetPassedError:
        return _sampled(procedure, dice.asked.values(), seed, runs)
    weights, total = _over_one_total([(1, out_of, ways) for out_of, ways in found])
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
    runs: int | None = None,
    one_round: bool = False,
) -> Odds[Outcome]:
    """The odds of where a chain ends. Three rounds cost three rounds, not the product of all their paths.

    Equal states merge between steps, and states that are given the same step have it counted once. In a chain that
    is `one_round` the throws of every step are named beforehand.
    """
    dice = CountingDice()
    going: Mapping[Outcome, int] = {start: 1}
    total = 1
    ended: list[_Part[Outcome]] = []
    asked: tuple[Asked, ...] | None = None
    try:
        while True:
            arrived: list[_Part[Outcome]] = []
            counted: dict[Step[Outcome], Found[Outcome]] = {}
            over: list[tuple[Outcome, int]] = []
            for state, weight in going.items():
                step = next_step(state)
                if step is None:
                    over.append((state, weight))
                    continue
                found = counted.get(step)
                if found is None:
                    found, used = dice.count(step, budget)
                    counted[step] = found
                    budget -= used
                arrived += [(weight, out_of, ways) for out_of, ways in found]
                if asked is None and not one_round:  # the first round's throws are those that can be named beforehand
                    asked = tuple(dice.asked.values())
                    dice.naming = False
            if over:
                ended.append((1, total, over))
            if not arrived:
                break
            going, more = _over_one_total(arrived)
            total *= more
    except BudgetPassedError:
        return _sampled(lambda dice: follow(start, next_step, dice), asked or dice.asked.values(), seed, runs)
    weights, total = _over_one_total(ended) if len(ended) > 1 else (going, total)  # all ended at the same step
    return Odds(weights, total, dice.asked.values() if asked is None else asked)


def _sampled(procedure: Step[Outcome], asked: Iterable[Asked], seed: int, runs: int | None) -> Odds[Outcome]:
    dice, runs = RandomDice(seed), runs or RANDOM_RUNS
    weights: dict[Outcome, int] = {}
    for _ in range(runs):
        result = procedure(dice)
        weights[result] = weights.get(result, 0) + 1
        dice.throws.clear()
    return Odds(weights, runs, asked, error=1.3 / sqrt(runs))


def _over_one_total(parts: Sequence[_Part[Outcome]]) -> tuple[dict[Outcome, int], int]:
    """Merge equal outcomes. Paths with different numbers of dice have different totals: bring them to a common one."""
    total = lcm(*{out_of for _, out_of, _ in parts})
    return merged([(weight * (total // out_of), ways) for weight, out_of, ways in parts]), total


def merged(parts: Iterable[tuple[int, Iterable[tuple[Outcome, int]]]]) -> dict[Outcome, int]:
    """Each outcome once, with all its ways, those of a part times its weight."""
    weights: dict[Outcome, int] = {}
    different = 0
    for weight, ways in parts:
        for outcome, number in ways:
            more = number * weight
            before = weights.setdefault(outcome, more)  # most are new, and are looked up no second time
            if len(weights) > different:
                different += 1
            else:
                weights[outcome] = before + more
    return weights
