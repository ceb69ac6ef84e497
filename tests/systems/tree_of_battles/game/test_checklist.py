"""The checklist holds up the next step for what must be done and for nothing else, and says what to type."""

import re
from typing import Any

import pytest

from miniatures.systems.playing import Owed
from tests.systems.tree_of_battles.game.players import typed
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, leader, stands, touch

BILLS = "4 heavy infantry"


def owed(game: Game, *, must: bool | None = None) -> list[Owed]:
    return [one for one in game.playing.rules.board(game.state).owed if must in (None, one.must)]


def stand_against(game: Game, how: str) -> set[str]:
    """What stands against a line of the checklist as it is typed."""
    if how.startswith("options "):
        assert game.playing.rules.choices(game.state, how.split('"')[1])
        return set()
    action, words, sets = typed(game.playing, how)
    return game.refused(action, sets, **words)


def line(**said: Any) -> list[Standing]:
    return [stands(BILLS, "Bills", 24, 20, **said), stands("4 longbow", "Bows", 10, 20)]


def foes(y: float = 30) -> list[Standing]:
    return [stands(BILLS, "Foes", 24, y, grade="C"), stands("4 longbow", "Archers", 10, y, grade="C")]


CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("deployment", {}, {"turn": 0, "first": None, "state": {"battles": {"0:Main": {"order": None}}}}),
    ("command", {}, {"first": None}),
    ("command", {"dps": 2}, {}),
    ("first approach", {}, {}),
    ("first approach", {}, {"y": 40}),
    ("long range", {}, {}),
    ("long range", {"owes": {"shooting": "Archers"}, "dps": 5, "array": "disarray"}, {}),
    ("long range", {"owes": {"control": "a DP from artillery"}, "grade": "C"}, {}),
    ("first tactical", {}, {}),
    ("first tactical", {"conduct": "routing", "broken": True, "array": "disarray"}, {}),
    ("first tactical", {"conduct": "pursuing", "array": "disarray"}, {}),
    ("first tactical", {"reaction": {"turn": 1, "word": "advance to nearest enemy"}}, {}),
    ("close range", {}, {}),
    ("first charges", {"reaction": {"turn": 1, "word": "charge nearest A grade"}}, {"y": 21.5}),
    ("combat", {}, {"y": 20, "contacts": [touch("Bills", "Foes")]}),
    ("rally", {}, {}),
]


@pytest.mark.parametrize(("step", "own", "said"), CASES)
def test_every_line_works_when_it_is_typed(step: str, own: dict[str, Any], said: dict[str, Any]) -> None:
    said = dict(said)
    game = battle(line(**own), foes(said.pop("y", 30)), **({"step": step} | said))
    for one in owed(game):
        assert stand_against(game, one.how) == set(), one
        assert re.fullmatch(r"T\d+", one.rule)
        assert one.unit
        assert one.what[0].islower()
    musts = {one.rule for one in owed(game, must=True)}
    assert musts <= game.refused("next") or not musts
    assert bool(game.refused("next")) == bool(musts) or step == "deployment"  # nobody stands in his strip


@pytest.mark.rules("T411")
def test_who_is_out_of_control_must_test_before_the_command_phase_ends() -> None:
    game = battle([*line(), stands(BILLS, "Far", 44, 40, facing=0)], foes(30))
    assert 'test "Far"' in game.owed()
    assert game.refused("next") == {"T411"}


@pytest.mark.rules("T217")
def test_a_charge_waits_for_its_answer() -> None:
    game = battle(line(), foes(21.5), step="first charges")
    game.do("charge", unit="Bills", target="Foes")
    assert game.owed() == ['respond "Foes" stand']
    assert game.refused("next") == {"T217"}
    assert stand_against(game, game.owed()[0]) == set()


@pytest.mark.rules("T101", "T107")
def test_the_rally_and_who_has_moved_are_not_reminded() -> None:
    game = battle(line(moved=1), foes(), step="first tactical")
    assert game.may() == ['move "Bows" all']
    game = battle(line(), foes(), step="rally")
    assert owed(game) == []


@pytest.mark.rules("T73")
def test_baggage_is_not_asked_to_move() -> None:
    game = battle([stands("2 baggage", "Carts", 24, 20)], foes(), step="first tactical")
    assert game.may() == []


@pytest.mark.rules("T101")
@pytest.mark.parametrize("step", ["command", "first approach", "first tactical", "first charges", "combat"])
def test_without_a_map_nothing_is_demanded_that_cannot_be_done(step: str) -> None:
    game = battle([*line(), leader("Hastings", unit="Bills")], foes(), step=step, mapless=True)
    for one in owed(game):
        if one.must:
            assert stand_against(game, one.how) == set(), one
