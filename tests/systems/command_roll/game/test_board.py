"""The board: strength, states and notes of every unit, battles, points, the picture, and that nothing is measured."""

import subprocess
import sys
from typing import Any

import pytest

from miniatures.systems.playing import Board, UnitLine
from tests.systems.command_roll.game.combats import duel, won_by
from tests.systems.command_roll.game.tables import NOW, Game, battle, stands


def board(game: Game) -> Board:
    return game.playing.rules.board(game.state)


def line(game: Game, name: str) -> UnitLine:
    return next(unit for side in board(game).sides for wing in side.wings for unit in wing.units if unit.name == name)


def with_unit(profile: str = "Retinue Bow", **said: Any) -> Game:
    step = said.pop("step", "command")
    turn = said.pop("turn", 1)
    own = stands(profile, "Bows", 60, 20, **said)
    return battle([own], [stands("Shire Bill", "Foes", 60, 100)], step=step, turn=turn)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({}, "ready"),
        ({"confused": True}, "confused"),
        ({"charged": NOW, "moved": NOW}, "charged"),
        ({"charged": NOW - 1}, "ready"),
        ({"initiative": NOW, "moved": NOW}, "evaded"),
        ({"moved": NOW}, "moved"),
        ({"shot": {"now": NOW, "stands": [0]}}, "shot"),
        ({"missiles": {"now": NOW, "hits": 2}}, "to be driven back (2 hits)"),
        ({"missiles": {"now": NOW, "hits": 2, "done": True}}, "ready"),
        ({"files": 1}, "column"),
        ({"irregular": True}, "irregular"),
        ({"gone": "routed"}, "routed"),
    ],
)
def test_the_state_of_a_unit_in_the_words_of_the_game(said: dict[str, Any], words: str) -> None:
    shown = line(with_unit(**said), "Bows")
    assert shown.state == words
    assert shown.lost == ("gone" in said)


@pytest.mark.rules("C166", "C112", "C142", "C421", "C422")
@pytest.mark.parametrize(
    ("said", "note"),
    [
        ({}, ""),
        ({"hits": 2}, "2 of 3 hits"),
        ({"orders": {"now": NOW, "count": 2}}, "2 orders"),
        ({"orders": {"now": NOW - 1, "count": 2}}, ""),
        ({"blunders": 1}, "-1 to orders"),
        ({"showers": 3}, "shower used 3 times"),
        ({"exhausted": [0]}, "1 out of arrows"),
        ({"hits": 1, "showers": 1, "exhausted": [0, 1]}, "1 of 3 hits; shower used 1 time; 2 out of arrows"),
    ],
)
def test_what_is_noted_of_a_unit(said: dict[str, Any], note: str) -> None:
    assert line(with_unit(**said), "Bows").note == note


@pytest.mark.rules("C153")
def test_silent_guns_are_noted_in_the_turn_that_they_miss() -> None:
    silent = {"turn": 1, "guns": 1}
    assert line(with_unit("Canon / Bombard", silent=silent, turn=2), "Bows").note == "1 gun silent"
    assert line(with_unit("Canon / Bombard", silent=silent, turn=3), "Bows").note == ""


def test_strength_is_in_stands_and_who_is_gone_has_none() -> None:
    shown = line(with_unit(lost=1), "Bows")
    assert (shown.strength, shown.left, shown.start, shown.points) == ("1/2", 1, 2, 55)
    assert line(with_unit(gone="routed"), "Bows").strength == "0/2"


@pytest.mark.rules("C431", "C507")
def test_commanders_show_their_class_their_horse_and_whom_they_are_with() -> None:
    game = duel(commanders={"Edward": "Bills"}, classes={"Edward": "rash"})
    assert line(game, "Edward").note == "rash, on foot; with Bills"
    assert line(game, "Bills").note == "with Edward"
    assert line(game, "Bills").leader == "Edward"
    assert line(game, "Edward").place is None


@pytest.mark.rules("C132", "C324", "C321")
def test_who_fights_whom_and_what_is_open_after_it() -> None:
    game = duel()
    assert line(game, "Bills").state == "fighting Spears"
    won_by(game, 3, 0)
    assert line(game, "Bills").state == "may pursue or fall back or stand"
    assert line(game, "Spears").state == "ready"
    assert line(won_by(duel(), 1, 1), "Bills").state == "fighting Spears, may fall back"


@pytest.mark.rules("C441", "C442", "C443")
def test_a_battle_shows_its_commander_its_objective_and_the_herald_who_brings_another() -> None:
    herald = {"battle": "0:Main Ward", "objective": "defend", "sent": NOW, "x": 60, "y": 30}
    game = battle(
        [stands("Shire Bill", "Bills", 60, 20)],
        [stands("Shire Bill", "Foes", 60, 100)],
        commanders={"Warwick": None},
        state={"heralds": {"Edward": herald}},
    )
    ours, theirs = board(game).sides
    assert (ours.commander, ours.wings[0].leader, ours.wings[0].order) == (
        "Edward",
        "Edward",
        "attack, a herald brings defend",
    )
    assert (theirs.commander, theirs.wings[0].leader) == ("", "Warwick (killed)")


def test_the_board_says_whose_turn_it_is() -> None:
    assert board(with_unit()).explains == "York: Command, initiative and orders"
    assert board(with_unit()).acting == "York"
    assert board(duel()).acting == ""  # both fight
    assert board(with_unit(step="deployment")).explains == "Setting up"


def test_the_picture_has_everybody_who_stands_there_and_where_he_came_from() -> None:
    game = duel({"moved": NOW, "came": [60, 40]}, commanders={"Edward": "Bills"}, also=([], [stands("Pike", "Pikes")]))
    scene = game.playing.rules.scene(game.state)
    assert {piece.name for piece in scene.pieces} == {"Bills", "Spears", "Pikes", "Edward", "Warwick"}
    assert [(trail.points[0], trail.points[-1]) for trail in scene.trails] == [((60.0, 40.0), (60.0, 50.0))]
    bills = next(piece for piece in scene.pieces if piece.name == "Bills")
    assert bills.outline == ((56, 50), (64, 50), (64, 48), (56, 48))
    assert bills.marks == ("fighting", "moved")


def test_a_look_at_the_board_loads_no_geometry() -> None:
    game = duel()
    script = (
        "import sys\n"
        "from miniatures.cli import run\n"
        f"run.main(['game', 'show', {str(game.playing.file.path)!r}], standalone_mode=False)\n"
        "heavy = {'shapely', 'numpy', 'fastapi'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
