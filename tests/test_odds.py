"""Exact odds: whatever a procedure asks of its dice, counting agrees with trying every face."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miniatures.dice import ROLL_AGAIN, Dice, DiceNeededError, OneThrow, TableDice
from miniatures.odds import RANDOM_RUNS, count, count_chain, follow
from miniatures.ruling import Modifier, Need, Share, Showing


def every_face(procedure: Callable[[Dice], Hashable]) -> dict[Any, Fraction]:
    """The slow twin: try every face of every die, one at a time, asking for the next when they run out."""
    found: dict[Any, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        try:
            outcome = procedure(TableDice(faces))
        except DiceNeededError as needed:
            low, high = (1, 6) if needed.sides == 6 else (0, 9)
            share = chance / (high - low + 1)
            waiting += [((*faces, face), share) for face in range(low, high + 1)]
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


def exact(procedure: Callable[[Dice], Hashable]) -> dict[Any, Fraction]:
    odds = count(procedure)
    assert odds.exact
    return {outcome: Fraction(weight, odds.total) for outcome, weight in odds.weights.items()}


throws = st.one_of(
    st.tuples(st.just("sum"), st.integers(1, 2), st.integers(2, 4)),
    st.tuples(st.just("hits"), st.integers(1, 2), st.integers(0, 8)),
    st.tuples(st.just("check"), st.just(1), st.integers(0, 8)),
    st.tuples(st.just("score"), st.integers(1, 2), st.integers(1, 3)),
    st.tuples(st.just("d6"), st.just(1), st.just(0)),
)


def played(plan: list[tuple[str, int, int]], dice: Dice) -> tuple[Any, ...]:
    """A made-up procedure: its throws depend on what the ones before them showed."""
    results: list[Any] = []
    for kind, number, value in plan:
        if results and results[-1] == 1:  # some paths stop early, so that paths have different lengths
            break
        if kind == "sum":
            results.append(dice.sum(number, lambda total, parts=value: total // parts, kind))
        elif kind == "hits":
            results.append(dice.hits(number, value, kind))
        elif kind == "check":
            results.append(dice.check(value, kind))
        elif kind == "score":
            results.append(dice.score(number, {face: face % (value + 1) for face in range(1, 7)}, kind))
        else:
            results.append(dice.d6(kind))
    return tuple(results)


@given(st.lists(throws, min_size=1, max_size=2))
def test_counting_agrees_with_trying_every_face(plan: list[tuple[str, int, int]]) -> None:
    assert exact(lambda dice: played(plan, dice)) == every_face(lambda dice: played(plan, dice))


@given(st.lists(throws, max_size=4))
def test_chances_sum_to_one(plan: list[tuple[str, int, int]]) -> None:
    odds = count(lambda dice: played(plan, dice))
    assert odds.chance(lambda _: True) == 1
    assert sum(odds.marginal(len).values()) == 1
    assert all(weight > 0 for weight in odds.weights.values())


def test_many_dice_cost_a_few_outcomes() -> None:
    found = exact(lambda dice: dice.hits(30, 5, "thirty dice"))
    assert len(found) == 31
    assert found[10] == Fraction(comb(30, 10) * 2**20, 3**30)


def test_ties_that_are_thrown_again_are_left_out() -> None:
    def higher(two: tuple[int, ...]) -> Any:
        return ROLL_AGAIN if two[0] == two[1] else two[0] > two[1]

    assert exact(lambda dice: dice.faces(2, higher, "initiative")) == {True: Fraction(1, 2), False: Fraction(1, 2)}


@given(
    st.integers(1, 3),
    st.integers(2, 6),
    st.integers(-6, 6),
    st.integers(0, 8),
    st.booleans(),
)
def test_a_share_is_read_as_the_sheets_say(dice: int, parts: int, shift: int, most: int, half_goes_down: bool) -> None:
    read = Share([Modifier(shift, "X1", "made up")], (), parts=parts, most=most, half_goes_down=half_goes_down)
    for total in range(dice, 6 * dice + 1):
        share = Fraction(max(0, total + shift), parts)
        whole = share.numerator // share.denominator
        if half_goes_down and share - whole > Fraction(1, 2):
            whole += 1
        assert read(total) == min(whole, most)


@pytest.mark.parametrize(
    ("total", "parts", "half_goes_down", "figures"),
    [(3, 2, True, 1), (151, 100, True, 2), (150, 100, True, 1), (199, 100, False, 1), (200, 100, False, 2)],
)
def test_melee_rounds_to_the_nearest_and_shooting_down(
    total: int, parts: int, half_goes_down: bool, figures: int
) -> None:
    assert Share((), (), parts=parts, most=99, half_goes_down=half_goes_down)(total) == figures


def test_a_natural_face_wins_over_the_sum() -> None:
    need = Need([Modifier(-9, "X1", "made up")], (), at_least=1, natural={6: "furious"})
    assert [need(face) for face in (5, 6)] == ["fails", "furious"]


@given(st.integers(1, 4), st.integers(2, 5))
def test_a_chain_that_merges_equal_states_agrees_with_one_that_does_not(rounds: int, goal: int) -> None:
    def next_step(state: tuple[int, int]) -> Any:
        done, hits = state
        if done == rounds or hits >= goal:
            return None
        return lambda dice: (done + 1, hits + dice.hits(2, 5, "a round"))

    merged = count_chain((0, 0), next_step)
    whole = count(lambda dice: follow((0, 0), next_step, dice))
    assert {s: Fraction(w, merged.total) for s, w in merged.weights.items()} == {
        s: Fraction(w, whole.total) for s, w in whole.weights.items()
    }


@pytest.mark.parametrize("saves_on", [None, 5, 1, 7])
@pytest.mark.parametrize("volleys", [[(2, 4)], [(1, 4), (1, 6)], [(0, 4)], [(1, 1), (2, 7)]], ids=str)
def test_hits_that_are_not_saved_are_counted_as_they_are_thrown(
    volleys: list[tuple[int, int]], saves_on: int | None
) -> None:
    """One throw for counting; for players first the attacks, then a save for each hit."""
    attacks = [(count, Showing(at_least, "hit", ()), "attack") for count, at_least in volleys]
    save = None if saves_on is None else Showing(saves_on, "saved", ())

    def unsaved(dice: Dice) -> int:
        return dice.unsaved(attacks, save, "save")

    assert exact(unsaved) == every_face(unsaved)


def test_saves_are_named_beside_the_attacks() -> None:
    hit, save = Showing(4, "hit", ()), Showing(5, "saved", ())
    odds = count(lambda dice: dice.unsaved([(2, hit, "attack")], save, "save"))
    assert [tuple(asked) for asked in odds.asked] == [("attack", 2, hit), ("save", 1, save), ("save", 2, save)]


def test_a_step_of_one_throw_is_counted_as_the_function_that_it_is() -> None:
    step = OneThrow(lambda dice: dice.hits(3, 4, "attack"), lambda hits: min(hits, 2))
    assert exact(step) == every_face(step) == {0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(4, 8)}
    assert exact(OneThrow(lambda _dice: 5, str)) == {"5": 1}
    assert not count(step, budget=3).exact
    with pytest.raises(AssertionError, match="threw again"):
        count(OneThrow(lambda dice: dice.d6("one") + dice.d6("another"), str))


def test_past_its_budget_counting_gives_way_to_random_games_and_says_so() -> None:
    def long(dice: Dice) -> int:
        return sum(dice.d6("one of many") for _ in range(6))

    odds = count(long, budget=1000)
    assert not odds.exact
    assert odds.error == pytest.approx(1.3 / RANDOM_RUNS**0.5)
    truth = exact(lambda dice: dice.sum(6, lambda total: total >= 21, "all"))[True]
    assert abs(odds.chance(lambda total: total >= 21) - truth) < odds.error
    chain = count_chain(0, lambda s: None if s > 20 else (lambda dice: s + dice.d6("step")), budget=20)
    assert not chain.exact
    assert chain.chance(lambda _: True) == 1


def test_counting_remembers_what_was_asked_for() -> None:
    odds = count(lambda dice: (dice.sum(2, str, "first"), dice.d6("second")))
    assert [(asked.purpose, asked.dice) for asked in odds.asked] == [("first", 2), ("second", 1)]


def test_two_sums_that_come_to_the_same_are_both_remembered() -> None:
    """Else the players would be shown one of them as if it were certain."""
    by_grade = Need([Modifier(-1, "X1", "raw")], (), at_least=2)
    by_losses = Need([Modifier(-1, "X2", "a quarter lost")], (), at_least=2)
    odds = count(lambda dice: dice.sum(1, by_losses if dice.check(4, "first") else by_grade, "morale"))
    assert [asked.read for asked in odds.asked if asked.purpose == "morale"] == [by_grade, by_losses]
