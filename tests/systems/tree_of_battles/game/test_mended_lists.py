"""Checklist, options, board and sentences as newcomers found them wrong: only what can be done, and said in full."""

from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from miniatures.draw.signs import mark_key
from miniatures.systems.tree_of_battles.average_dice import average_dice
from miniatures.systems.tree_of_battles.game.board import MARKS, board, scene
from miniatures.systems.tree_of_battles.game.choices import choices
from miniatures.systems.tree_of_battles.game.suffering import Shock, settled
from miniatures.wording import throw_lines
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, leader, stands

BILLS = "4 heavy infantry"


def bills(x: float = 24, y: float = 10, name: str = "Bills", parts: str = BILLS, **said: Any) -> Standing:
    return stands(parts, name, x, y, **said)


def game_of(*york: Standing, lancaster: tuple[Standing, ...] = (), **said: Any) -> Game:
    return battle(list(york), list(lancaster or (stands(BILLS, "Foes", 24, 44),)), **said)


def offered(game: Game, name: str) -> dict[str, str]:
    """What may be done, and how it is typed."""
    return {one.what: one.how for one in choices(game.state, name) if one.kind != "note" and not one.refusals}


def notes(game: Game, name: str) -> list[str]:
    return [one.what for one in choices(game.state, name) if one.kind == "note"]


@pytest.mark.rules("T103", "T105")
def test_only_who_has_somebody_to_shoot_at_is_named() -> None:
    bows = (stands("4 longbow", "Near", 12, 10), stands("4 longbow", "Far", 36, 10))
    game = battle(list(bows), [stands(BILLS, "Foes", 12, 20)], step="long range")
    assert game.may() == ['shoot "Near"']


@pytest.mark.rules("T403")
def test_control_is_for_who_has_to_test() -> None:
    game = game_of(bills(), leader("Hastings", unit="Bills"))
    assert game.refused("control", leader="Hastings", contingent="Bills") == {"T403"}
    assert not any(what.startswith("control") for what in offered(game, "Hastings"))
    loose = game_of(bills(conduct="pursuing"), leader("Hastings", unit="Bills"))
    assert "control Bills" in offered(loose, "Hastings")


@pytest.mark.rules("T404", "T405")
def test_an_order_on_its_way_is_shown_with_who_brings_it() -> None:
    swan = leader("Swan", "herald", 0, 24, 7)
    game = game_of(
        bills(), swan, leader("Hastings", "captain", 3, 40, 8, battle="Vaward"), bills(40, 10, "Van", battle="Vaward")
    )
    game.do("order", leader="Edward", battle="Vaward", order="hold", by="Swan")
    orders = [wing.order for side in board(game.state).sides for wing in side.wings]
    assert "attack, Swan brings hold" in orders
    assert any("brings Vaward the order to hold" in note for note in notes(game, "Swan"))


@pytest.mark.rules("T204")
def test_what_is_owed_comes_first_and_alone() -> None:
    owed: dict[str, Any] = {"conduct": "retiring", "array": "disarray", "owes": {"run": "retire"}}
    game = game_of(bills(**owed), step="long range")
    assert offered(game, "Bills") == {"retire, as they must": 'run "Bills"'}
    assert [one.refusals for one in choices(game.state, "Bills") if one.refusals] == []
    went: dict[str, Any] = {"owes": {"advance": "Foes"}, "reaction": {"turn": 1, "word": "advance", "at": "Foes"}}
    game = game_of(bills(**went), lancaster=(bills(y=20, name="Foes", facing=180),), step="long range")
    assert offered(game, "Bills") == {"advance at Foes, as they must": 'move "Bills" all --towards "Foes"'}


@pytest.mark.rules("T503", "T509", "T511")
def test_options_of_a_move_name_arrays_frontage_lines_and_free_inches() -> None:
    friends = bills(y=13, name="Friends")
    game = game_of(bills(), friends, step="first tactical")
    may = offered(game, "Bills")
    assert may["form column"] == 'move "Bills" 0 --form column'
    assert may["stand 3 abreast"] == 'move "Bills" 0 --frontage 3'
    assert may["pass through Friends"] == 'move "Bills" all --through "Friends"'
    assert "exchange ranks" not in may, "they stand in one rank"
    assert any("2.2 inches are free before Friends" in note for note in notes(game, "Bills")), "13 - 0.79 - 10"


@pytest.mark.rules("T104")
def test_what_stands_against_every_move_is_said_once() -> None:
    game = game_of(bills(moved=1), step="first tactical")
    (choice,) = choices(game.state, "Bills")
    assert (choice.what, [one.rule for one in choice.refusals]) == ("move or manoeuvre", ["T11"])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"form": "column"}, "Bills form column."),
        ({"frontage": 2}, "Bills stand 2 abreast."),
        ({"about": True}, "Bills face about."),
        ({"rally": True}, "Bills rally from disarray and form line."),
    ],
)
@pytest.mark.rules("T501")
def test_the_answer_names_what_was_formed(words: dict[str, Any], told: str) -> None:
    game = game_of(bills(array="disarray" if "rally" in words else "line"), step="first tactical")
    assert game.do("move", unit="Bills", inches=0, **words)[0] == told


@pytest.mark.rules("T509")
def test_a_frontage_that_it_has_is_none() -> None:
    game = game_of(bills(), step="first tactical")
    assert game.refused("move", unit="Bills", inches=0, frontage=4) >= {"T509"}
    assert game.refused("move", unit="Bills", inches=0, frontage=5) == {"T509"}


@pytest.mark.rules("T322")
def test_average_dice_say_how_each_face_is_read() -> None:
    game = game_of(bills(), step="first tactical")
    game.do("move", unit="Bills", inches="all", dice=[2, 5])
    assert game.last is not None
    assert game.last.resolved is not None
    (throw,) = game.last.resolved.throws
    assert any("2 reads 3, 5 reads 4" in line.text for line in throw_lines(throw))
    assert average_dice().shown([1, 6]) == "1 reads 2, 6 reads 5"


@pytest.mark.rules("T302", "T334")
def test_stands_lost_beyond_the_most_dps_name_their_cause() -> None:
    """Ours rout: Friends of the same grade take 2 DPs at 4 of 5, so that one stand goes."""
    game = game_of(bills(y=20, name="Ours"), bills(x=34, y=18, name="Friends", dps=4))
    _, says = settled(game.state, {}, [Shock("Ours", "routs", game.body("Ours"))])
    (lost,) = [line for line in says if "lose 1 stand" in line]
    assert "(T4):" in lost
    assert "Ours (T302)" in lost


def test_no_two_marks_of_the_map_share_a_letter() -> None:
    said = [*MARKS.values(), "charged", "skirmish", "moved", "looting", "undecided", "owes a test or a move"]
    letters = [word[0].upper() for word in dict.fromkeys(said) if not mark_key(word)]
    assert len(letters) == len(set(letters)), letters
    game = game_of(bills(array="column", charged=1), step="first charges")
    marks = {mark for piece in scene(game.state).pieces for mark in piece.marks}
    assert marks == {"in column", "charged"}


@pytest.mark.rules("T104")
def test_a_move_out_of_its_phase_is_told_both_phases() -> None:
    game = game_of(bills(), step="rally")
    words = [one.because for one in game.proposed("move", unit="Bills", inches="all").against]
    assert "a move belongs to Approach and Tactical move; it is Rally" in words


def test_a_place_that_is_no_place_is_told_as_such() -> None:
    with pytest.raises(BrokenInputError, match="expected a place as x,y in inches"):
        game_of(bills()).proposed("lead", leader="Edward", to="nan,40")
