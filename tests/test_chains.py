"""Plays one after the other: each knows what the ones before it left, and nothing else is kept between them."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from miniatures.dice import Dice, DiceNeededError, RandomDice, TableDice
from miniatures.odds import count_chain, follow
from miniatures.ruling import Modifier, Showing, Sum
from miniatures.systems import Play, chained, single

FIVES = Showing(5, "hit", ())


def volley(dice: int, most: int) -> Callable[[int], Play | int]:
    """So many dice, each a wound on 5 and 6, up to the most; who is full is not shot at."""

    def link(wounds: int) -> Play | int:
        if wounds == most:
            return wounds
        play = single(lambda thrown: thrown.each(dice, FIVES, "volley"))
        sums = (Sum("wounds so far", (Modifier(wounds, "", "before"),), ()),)
        return Play(play.start, play.next_step, lambda hits: min(most, wounds + hits), explains=lambda: sums)

    return link


def risks(wounds: int) -> Play | int:
    """A die for each wound, one after the other: a 6 heals it. It settles what its own throws have come to."""

    def next_step(state: tuple[int, int]) -> Callable[[Dice], tuple[int, int]] | None:
        thrown, healed = state
        if thrown == wounds:
            return None

        def step(dice: Dice) -> tuple[int, int]:
            dice.settled(lambda: state)
            return thrown + 1, healed + dice.check(6, "healing")

        return step

    return Play((0, 0), next_step, lambda state: wounds - state[1])


def healed(wounds: int) -> int:
    return max(0, wounds - 1)


LINKS = [volley(2, 3), healed, volley(2, 3), risks, healed]
PLAY = chained(0, LINKS, lambda wounds: wounds)


def every_face(faces: tuple[int, ...] = ()) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    try:
        outcome = PLAY.outcome(follow(PLAY.start, PLAY.next_step, TableDice(faces)))
    except DiceNeededError:
        for face in range(1, 7):
            for key, chance in every_face((*faces, face)).items():
                found[key] = found.get(key, Fraction(0)) + chance / 6
        return found
    return {outcome: Fraction(1)}


def test_a_chain_of_plays_agrees_with_every_face_thrown() -> None:
    odds = count_chain(PLAY.start, PLAY.next_step, one_round=PLAY.one_round)
    found: dict[Any, Fraction] = {}
    for state, weight in odds.weights.items():
        key = PLAY.outcome(state)
        found[key] = found.get(key, Fraction(0)) + Fraction(weight, odds.total)
    assert found == every_face()
    assert {one.purpose for one in odds.asked} == {"volley", "healing"}


def test_a_chain_without_dice_is_over_at_once() -> None:
    play = chained(3, [healed, healed], lambda wounds: wounds)
    assert play.next_step(play.start) is None
    assert play.outcome(play.start) == 1


def test_dice_that_run_out_leave_what_the_plays_before_have_settled() -> None:
    dice = TableDice((5, 6, 1, 1))  # two wounds, one healed, none more; the risk of the first is asked for
    with pytest.raises(DiceNeededError, match="healing"):
        follow(PLAY.start, PLAY.next_step, dice)
    assert dice.so_far is not None
    assert PLAY.outcome(dice.so_far()) == 1


def test_a_throw_shows_the_sums_that_only_the_throws_before_it_made_known() -> None:
    dice = TableDice((5, 6, 1, 1, 1))
    follow(PLAY.start, PLAY.next_step, dice)
    assert [[made.total for made in throw.sums] for throw in dice.throws] == [[0], [1], []]


def test_random_dice_follow_the_same_chain() -> None:
    outcomes = {PLAY.outcome(follow(PLAY.start, PLAY.next_step, RandomDice(seed))) for seed in range(60)}
    assert outcomes <= set(every_face())
