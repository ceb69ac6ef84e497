"""The board: strength, states and DPs of every contingent, leaders, battles, and that little is measured for it."""

import subprocess
import sys
from typing import Any

import pytest

from miniatures.systems.playing import UnitLine
from tests.systems.tree_of_battles.game.tables import Game, battle, leader, stands, touch

BILLS = "4 heavy infantry"


def with_bills(step: str = "first tactical", **said: Any) -> Game:
    return battle([stands(BILLS, "Bills", 24, 20, **said)], [stands(BILLS, "Foes", 24, 40)], step=step)


def line(game: Game, name: str = "Bills") -> UnitLine:
    sides = game.playing.rules.board(game.state).sides
    return next(unit for side in sides for wing in side.wings for unit in wing.units if unit.name == name)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({}, "steady"),
        ({"array": "column", "files": 1}, "column"),
        ({"dps": 5}, "disarray"),
        ({"conduct": "pursuing"}, "pursuing, disarray"),
        ({"conduct": "routing", "broken": True}, "routing, disarray"),
        ({"moved": 1}, "moved"),
        ({"shot_at": 1}, "shot at"),
        ({"reaction": {"turn": 1, "word": "halt"}}, "halt"),
        ({"gone": "destroyed"}, "destroyed"),
    ],
)
def test_the_state_of_a_contingent_in_the_words_of_the_game(said: dict[str, Any], words: str) -> None:
    assert line(with_bills(**said)).state == words


@pytest.mark.rules("T47")
def test_dps_are_read_as_a_list_with_their_reasons() -> None:
    dps = [{"dps": 2, "why": "noble killed within 12 inches", "rule": "T305", "turn": 4}]
    note = line(with_bills(dps=dps)).note
    assert "2 DPs of 5" in note
    assert "2 noble killed within 12 inches (T305), turn 4" in note


def test_strength_is_in_stands_and_the_leader_is_named() -> None:
    game = battle(
        [stands(BILLS, "Bills", 24, 20, stands=[3]), leader("Hastings", "captain", 3, unit="Bills", front=True)],
        [stands(BILLS, "Foes", 24, 20)],
        contacts=[touch("Bills", "Foes")],
        step="combat",
    )
    shown = line(game)
    assert (shown.strength, shown.left, shown.leader) == ("3/4", 3, "Hastings")
    assert "with Hastings in the front rank" in shown.note
    assert shown.state == "fighting Foes"


def test_the_board_says_whose_part_of_the_phase_it_is() -> None:
    shown = with_bills().playing.rules.board(with_bills().state)
    assert (shown.acting, shown.explains) == ("York", "Tactical move: York")
    assert with_bills("rally").playing.rules.board(with_bills("rally").state).acting == ""


@pytest.mark.rules("T46")
def test_a_mixed_contingent_is_as_deep_as_the_deepest_of_its_stands() -> None:
    game = battle([stands("4 heavy infantry, 2 light horse", "Mixed", 24, 20)], [stands(BILLS, "Foes", 24, 40)])
    assert game.body("Mixed").depth == pytest.approx(30 / 25.4)


def test_the_picture_has_everybody_and_where_he_came_from() -> None:
    game = with_bills()
    game.do("move", unit="Bills", inches=2, dice=[1, 1])
    scene = game.playing.rules.scene(game.state)
    assert {piece.name for piece in scene.pieces} == {"Bills", "Foes", "Edward", "Warwick"}
    assert [(one.points[0], one.points[-1]) for one in scene.trails] == [((24.0, 20.0), (24.0, 22.0))]


@pytest.mark.parametrize(
    "step",
    ["command", "first approach", "long range", "first tactical", "close range", "first charges", "combat", "rally"],
)
def test_a_look_at_the_board_loads_no_geometry(step: str) -> None:
    """Who is in control, near men at arms or within 12 inches is told in plain numbers; nobody is in range."""
    knights = stands("4 mounted men at arms", "Knights", 34, 20, traits=["chivalrous"])
    own = [stands("4 longbow", "Bows", 24, 20), knights, leader("Hastings", "captain", 3, unit="Bows")]
    game = battle(own, [stands("4 foot men at arms", "Foes", 24, 40)], step=step)
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from miniatures.tracker import open_game\n"
        f"playing = open_game(Path({str(game.playing.file.path)!r}))\n"
        "playing.rules.board(playing.state)\n"
        "assert 'shapely' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
