"""How a battle ends: nobody left, broken armies, the last turn; stands and house points in the score."""

from typing import Any

import pytest

from miniatures.systems.tree_of_battles.game.scoring import side_points, side_stands
from tests.systems.tree_of_battles.game.tables import Game, battle, stands

BILLS = "4 heavy infantry"


def two(step: str = "rally", a: dict[str, Any] | None = None, p: dict[str, Any] | None = None, **said: Any) -> Game:
    """York has A and B and guns, Lancaster P, Q and R, all of 4 stands but the guns."""
    york = [stands(BILLS, "A", 20, 10, **(a or {})), stands(BILLS, "B", 30, 10), stands("2 artillery", "Guns", 40, 10)]
    lancaster = [
        stands(BILLS, name, x, 40, **((p or {}) if name == "P" else {}))
        for name, x in (("P", 10), ("Q", 20), ("R", 30))
    ]
    return battle(york, lancaster, step=step, **said)


LOST: dict[str, Any] = {"gone": "destroyed", "stands": [0]}
BROKEN: dict[str, Any] = {"broken": True, "conduct": "routing", "array": "disarray"}


@pytest.mark.rules("T97", "T6")
def test_the_score_counts_stands_and_house_points() -> None:
    """A stand of B grade heavy infantry is 8 x 1.1 = 8.8, which is 9; four and the 4 of the contingent are 40."""
    game = two(a={"stands": [3]}, p=BROKEN)
    assert side_stands(game.state, 0) == (1, 10)
    assert side_stands(game.state, 1) == (4, 12)
    points = side_points(game.state, 0), side_points(game.state, 1)
    assert points[0] is not None
    assert points[0][0] == 9
    assert points[1] == (40, 120)
    assert game.playing.rules.board(game.state).score[1] == "Lancaster: 4 of 12 stands lost, 40 of 120 house points"
    without = two(house_points="none")
    assert without.playing.rules.board(without.state).score[1] == "Lancaster: 0 of 12 stands lost"


@pytest.mark.rules("T97", "T432")
def test_a_turncoat_is_lost_to_the_side_he_began_on() -> None:
    game = two(state={"units": {"P": {"side": 0, "battle": "0:Main"}}})
    assert side_stands(game.state, 1) == (4, 12)
    assert side_stands(game.state, 0) == (0, 10)


@pytest.mark.rules("T40", "T205")
@pytest.mark.parametrize(
    ("options", "a", "over"),
    [
        ({}, LOST, ""),
        ({"army_breaks": True}, LOST, "York break: half their contingents are gone (T40)."),
        ({"army_breaks": True}, BROKEN, "York break: half their contingents are gone (T40)."),
        ({"army_breaks": True}, {"stands": [1]}, ""),
    ],
)
def test_armies_break_only_where_the_table_plays_it(options: dict[str, Any], a: dict[str, Any], over: str) -> None:
    game = two(a=a, **options)
    game.do("next")
    assert game.state.over == over
    assert (game.refused("next") == {"T45"}) == bool(over)


@pytest.mark.rules("T40")
def test_who_has_nobody_left_has_lost() -> None:
    gone = dict.fromkeys(("A", "B", "Guns"), LOST)
    game = two(state={"units": gone})
    game.do("next")
    assert game.state.over == "York have nobody left to fight."


@pytest.mark.rules("T45")
@pytest.mark.parametrize(
    ("p", "words"),
    [({}, "a draw, 0 stands lost on each side"), ({"stands": [1]}, "York win, 0 stands lost against 3")],
)
def test_the_last_turn_counts_the_stands(p: dict[str, Any], words: str) -> None:
    game = two(p=p, turns=1)
    game.do("next")
    assert game.state.over == f"The one turn is played: {words} (T45)."
    assert game.playing.rules.board(game.state).over == game.state.over
    game = two(p=p, turns=2)
    game.do("next")
    assert game.state.over == ""
