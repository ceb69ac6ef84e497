"""Average dice that the players own: their own faces are typed and shown, and the odds are the same (T2)."""

from collections import Counter
from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from miniatures.dice import DiceNeededError, RandomDice, TableDice
from miniatures.systems.tree_of_battles.average_dice import average_dice
from miniatures.wording import needed_words, throw_lines
from tests.marking import case
from tests.systems.tree_of_battles.combats import archers, bills, fight, fought, knights
from tests.systems.tree_of_battles.game.tables import Game, battle, stands
from tests.systems.tree_of_battles.scenes import procedure, spread, stated, thrown

REAL = {"average_dice": "real"}


def move(**said: Any) -> Any:
    return stated("move", contingent=bills(), **said)


@pytest.mark.parametrize(
    ("faces", "inches", "fives"),
    [case("T2", (2, 2), 4, 0), case("T2", (3, 4), 7, 0), case("T327", (5, 2), 7, 1), case("T327", (5, 5), 10, 2)],
)
def test_real_average_dice_are_typed_as_they_lie(faces: tuple[int, ...], inches: int, fives: int) -> None:
    found = thrown("move", move(options=REAL), *faces)
    assert (found.inches, found.taken) == (inches, fives)


@pytest.mark.rules("T2")
@pytest.mark.parametrize("face", [1, 6])
def test_a_face_that_no_average_die_has_is_refused_by_name(face: int) -> None:
    with pytest.raises(BrokenInputError, match=f"{face} is not a face of an average die .2 to 5.; .* Bills: move"):
        thrown("move", move(options=REAL), face, 3)


@pytest.mark.rules("T2")
def test_the_prompt_says_which_dice_are_wanted_and_the_throw_shows_their_faces() -> None:
    with pytest.raises(DiceNeededError) as real:
        thrown("move", move(options=REAL))
    assert needed_words(real.value) == "2 average dice, Bills: move, faces 2, 3, 3, 4, 4 and 5"
    assert real.value.marks == (2, 3, 4, 5)
    with pytest.raises(DiceNeededError) as plain:
        thrown("move", move(dice=1))
    assert needed_words(plain.value).startswith("1D6, Bills: move, average dice: 1 reads 2")
    assert plain.value.marks == (1, 2, 3, 4, 5, 6)
    lying = TableDice((2, 5))
    procedure("move").resolve(move(options=REAL), lying)
    assert "        dice 2, 5" in [line.text for line in throw_lines(lying.throws[0])]


@pytest.mark.rules("T2")
def test_the_odds_do_not_ask_who_owns_the_dice() -> None:
    for facts in ({}, {"kind": "retire"}):
        assert spread("move", move(**facts), tuple) == spread("move", move(options=REAL, **facts), tuple)


@pytest.mark.rules("T2")
def test_thrown_by_the_program_they_show_the_faces_of_average_dice() -> None:
    dice = RandomDice(1)
    for _ in range(300):
        dice.each(2, average_dice(real=True), "they go")
    shown = Counter(face for throw in dice.throws for face in throw.faces)
    assert set(shown) == {2, 3, 4, 5}
    assert shown[3] > shown[2] < shown[4] > shown[5] < shown[3]  # two faces of six against one


@pytest.mark.rules("T2", "T204", "T207")
def test_only_average_dice_are_real_ones() -> None:
    """Horse that charge archers rout them, pursue and hack them: in between the average dice are thrown."""
    facts = fight(knights(came="charges"), archers(), moves=True, options=REAL)
    hits, misses = 4 * 2 + 2, 4  # two dice a stand and two for the charge, against one a stand
    outcome, dice = fought(facts, *[6] * hits, *[1] * misses, 2, 2, 5, 5, *[1] * 4)
    assert [throw.faces for throw in dice.throws[2:4]] == [(2, 2), (5, 5)]
    assert outcome.units[1].caught


def marching(**options: Any) -> Game:
    york, lancaster = stands("4 heavy infantry", "Bills", 24, 20), stands("4 longbow", "Foes", 24, 40)
    return battle([york], [lancaster], step="first tactical", **options)


@pytest.mark.rules("T2")
def test_in_a_game_too() -> None:
    game = marching(average_dice="real")
    game.do("move", unit="Bills", inches="all", dice=[2, 5])
    assert game.unit("Bills").y == pytest.approx(27)
    assert game.unit("Bills").total_dps == 1
    plain = marching()
    plain.do("move", unit="Bills", inches="all", dice=[1, 6])
    assert plain.unit("Bills").y == pytest.approx(27)
    with pytest.raises(BrokenInputError, match="average die"):
        marching(average_dice="real").do("move", unit="Bills", inches="all", dice=[1, 6])
