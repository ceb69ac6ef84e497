"""Dice that show faces: typed in, or rolled."""

import pytest

from miniatures.broken import BrokenInputError
from miniatures.dice import ROLL_AGAIN, DiceNeededError, RandomDice, TableDice, fresh_seed


def test_typed_dice_are_read_in_order() -> None:
    dice = TableDice([4, 3, 6, 2, 5, 1, 9])
    assert dice.sum(2, lambda total: total, "sum") == 7
    assert dice.hits(3, 5, "hits") == 2
    assert dice.check(2, "check") is False
    assert dice.d10("a ten-sided die") == 9
    dice.all_used()
    assert [throw.faces for throw in dice.throws] == [(4, 3), (6, 2, 5), (1,), (9,)]


def test_each_face_is_worth_what_the_table_says() -> None:
    average = {1: 2, 2: 3, 3: 3, 4: 4, 5: 4, 6: 5}
    assert TableDice([1, 6, 3]).score(3, average, "average dice") == 2 + 5 + 3


def test_dice_that_run_out_say_what_is_needed_next() -> None:
    dice = TableDice([4])
    with pytest.raises(DiceNeededError) as needed:
        dice.sum(2, lambda total: total, "longbows shoot")
    assert (needed.value.purpose, needed.value.count, needed.value.sides) == ("longbows shoot", 1, 6)


@pytest.mark.parametrize("face", [0, 7, 9, -1])
def test_a_face_that_no_die_has_is_broken_input(face: int) -> None:
    with pytest.raises(BrokenInputError, match=f"{face} is not a face of a D6"):
        TableDice([face]).d6("a die")


def test_a_ten_sided_die_shows_nought_to_nine() -> None:
    assert TableDice([0]).d10("a die") == 0
    with pytest.raises(BrokenInputError, match="0 to 9"):
        TableDice([10]).d10("a die")


def test_dice_that_nobody_asked_for_are_broken_input() -> None:
    dice = TableDice([1, 2, 3, 4, 5])
    dice.sum(2, lambda total: total, "melee")
    with pytest.raises(BrokenInputError, match=r"5 given where 2 are needed .* left over: 3, 4, 5"):
        dice.all_used()


def test_a_throw_that_does_not_count_is_made_again() -> None:
    dice = TableDice([2, 2, 5, 1])
    winner = dice.faces(2, lambda two: ROLL_AGAIN if two[0] == two[1] else max(two), "initiative")
    assert winner == 5
    assert len(dice.throws) == 2


def test_the_same_seed_rolls_the_same_faces() -> None:
    first, second = RandomDice(7), RandomDice(7)
    assert [first.d6("x") for _ in range(50)] == [second.d6("x") for _ in range(50)]
    assert RandomDice(fresh_seed()).d10("x") in range(10)


def test_rolled_dice_show_every_face() -> None:
    dice = RandomDice(1)
    assert {dice.d6("x") for _ in range(300)} == set(range(1, 7))
    assert {dice.d10("x") for _ in range(500)} == set(range(10))
