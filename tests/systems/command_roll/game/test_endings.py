"""How a battle ends: broken armies, generals lost, the last turn, and points."""

from typing import Any

import pytest

from miniatures.systems.command_roll.game.scoring import side_points
from tests.systems.command_roll.game.tables import Game, battle, stands


def four(**said: Any) -> Game:
    """York has two units of 25 points, Lancaster two of 45 and one of 25; both a general of 125."""
    york = [stands("Shire Bill", "A", 40, 20, **said.pop("a", {})), stands("Shire Bill", "B", 60, 20)]
    lancaster = [
        stands("Retinue Bill", "P", 40, 100, **said.pop("p", {})),
        stands("Retinue Bill", "Q", 60, 100, **said.pop("q", {})),
        stands("Shire Bill", "R", 80, 100),
    ]
    return battle(york, lancaster, step="combat", **said)


@pytest.mark.rules("C601", "C609", "C611")
def test_points_are_those_of_the_list_and_a_lost_stand_is_half_of_its_unit() -> None:
    game = four(p={"lost": 1}, q={"gone": "routed"}, commanders={"Warwick": None})
    assert side_points(game.state, 0) == (0, 125 + 25 + 25)
    assert side_points(game.state, 1) == (22 + 45 + 125, 125 + 45 + 45 + 25)
    assert game.playing.rules.board(game.state).score == (
        "York: 0 of 175 points lost",
        "Lancaster: 192 of 240 points lost",
    )


@pytest.mark.rules("C435")
def test_a_turncoat_is_lost_to_the_side_he_began_on() -> None:
    game = four(state={"units": {"P": {"side": 0, "battle": "0:Main Ward"}}})
    assert side_points(game.state, 1)[0] == 45
    assert side_points(game.state, 0) == (0, 175)


@pytest.mark.rules("C167")
@pytest.mark.parametrize(
    ("options", "said", "words"),
    [
        pytest.param({}, {"a": {"gone": "routed"}}, "", id="nobody breaks unless the table plays it"),
        pytest.param({"army_breaks": True}, {"a": {"gone": "routed"}}, "1 of 2 units", id="half of two"),
        pytest.param({"army_breaks": True}, {"p": {"gone": "routed"}}, "", id="one of three"),
        pytest.param({"army_breaks": True}, {"commanders": {"Warwick": None}}, "lost their general", id="the general"),
        pytest.param(
            {"withdraws_without_general": True}, {"commanders": {"Edward": None}}, "lost their general", id="withdraws"
        ),
        pytest.param({"withdraws_without_general": True}, {"a": {"gone": "routed"}}, "", id="only without him"),
        pytest.param({}, {"commanders": {"Edward": None}}, "", id="fights on without him"),
    ],
)
def test_an_army_breaks_or_withdraws_as_the_table_plays_it(
    options: dict[str, Any], said: dict[str, Any], words: str
) -> None:
    game = four(**said, **options)
    game.on()
    assert words in game.state.over
    assert bool(game.state.over) == bool(words)


def test_an_army_of_which_nobody_is_left_has_lost() -> None:
    game = four(state={"units": {"A": {"gone": "routed"}, "B": {"gone": "destroyed"}}})
    game.on()
    assert game.state.over == "York have no units left on the field."
    assert game.refused("next") == {"C39"}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({}, "a draw, 0 points lost on each side"),
        ({"a": {"lost": 1}}, "Lancaster win, 0 points lost against 12"),
        ({"p": {"lost": 1}}, "York win, 0 points lost against 22"),
    ],
)
def test_after_the_last_turn_points_decide(said: dict[str, Any], words: str) -> None:
    game = four(turns=1, active=1, **said)
    game.on()
    assert words in game.state.over


def test_the_last_turn_is_played_by_both_sides() -> None:
    game = four(turns=1)
    game.on()
    assert not game.state.over
    game.on("combat").on()
    assert game.state.over.startswith("The one turn is played")
    game.do("next", overrule="one more")
    assert game.state.step == "commanders"


def test_the_end_can_be_taken_back() -> None:
    game = four(turns=1, active=1)
    game.on()
    assert game.state.over
    game.undo()
    assert not game.state.over
    assert game.refused("next") == set()
