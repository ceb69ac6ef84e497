"""The seven phases in their order, what each allows, and what comes by itself: above all the Rally."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, stands, touch

BILLS = "4 heavy infantry"
ORDER = [
    "command", "first approach", "second approach", "long range", "first tactical", "second tactical", "close range",
    "first charges", "second charges", "combat", "rally",
]  # fmt: skip


def bills(x: float = 24, y: float = 10, name: str = "Bills", **said: Any) -> Standing:
    return stands(BILLS, name, x, y, **said)


def game_of(*york: Standing, **said: Any) -> Game:
    return battle(list(york), [stands(BILLS, "Foes", 24, 40)], **said)


@pytest.mark.rules("T101", "T102", "T103", "T104", "T105", "T106", "T107")
def test_a_turn_goes_through_its_seven_phases_and_begins_again() -> None:
    game = game_of(bills())
    seen = [game.state.step]
    while game.state.turn == 1:
        game.do("next")
        seen.append(game.state.step)
    assert seen == [*ORDER, "command"]
    assert game.state.turn == 2
    assert (game.state.winner, game.state.first) == (None, None)
    assert game.refused("next") == {"T11"}


@pytest.mark.rules("T11")
def test_who_won_the_die_says_who_moves_first_in_every_phase() -> None:
    game = game_of(bills(), first=None)
    assert game.owed() == ["initiative"]
    game.do("initiative", dice=[2, 5])
    assert game.owed() == ["choose first"]
    game.do("choose", to_move="second")
    game.do("next")
    assert game.state.mover == 0
    assert game.refused("move", unit="Foes", inches="all") == {"T11"}
    assert game.do("next")[0] == "Approach of the second side: Lancaster."
    assert game.state.mover == 1
    assert game.on("second charges").state.mover == 1


@pytest.mark.rules("T11")
def test_a_table_may_move_turn_about() -> None:
    game = game_of(bills(), alternate_moves=True, step="deployment", turn=0, first=None)
    game.on("command")
    assert (game.state.turn, game.state.first) == (1, 0)
    assert game.owed() == []
    game.on().on("command")
    assert (game.state.turn, game.state.first) == (2, 1)


@pytest.mark.rules("T311", "T312", "T313", "T314", "T107")
@pytest.mark.parametrize(
    ("grade", "said", "left"),
    [
        case("T312", "A", {}, 1),
        case("T312", "A", {"shot_at": 2}, 2),
        case("T313", "B", {}, 2),
        case("T313", "B", {"shot_at": 2}, 2),
        case("T314", "C", {}, 2),
        case("T314", "C", {"shot_at": 2}, 3),
        case("T314", "D", {}, 2),
        case("T314", "D", {"shot_at": 2}, 3),
        case("T314", "C", {"shot_at": 1}, 2),
        case("T311", "A", {"moved": 2}, 3),
        case("T311", "A", {"moved": 1}, 1),
        case("T311", "A", {"approached": 2}, 1),
        case("T311", "A", {"fought": 2}, 3),
        case("T311", "A", {"conduct": "pursuing"}, 3),
        case("T311", "A", {"conduct": "routing", "broken": True}, 3),
    ],
)
def test_dps_go_by_grade_from_those_who_stood_still(grade: str, said: dict[str, Any], left: int) -> None:
    game = game_of(bills(grade=grade, dps=3, **said), step="combat", turn=2)
    game.do("next")
    assert game.unit("Bills").total_dps == left


@pytest.mark.rules("T311")
def test_who_is_still_in_contact_does_not_rally() -> None:
    game = battle(
        [bills(y=24, dps=2)],
        [stands(BILLS, "Foes", 24, 24, dps=2)],
        step="combat",
        contacts=[touch("Bills", "Foes", since=1, fought=1)],
    )
    game.do("next")
    assert (game.unit("Bills").total_dps, game.unit("Foes").total_dps) == (2, 2)


@pytest.mark.rules("T47", "T312")
def test_the_oldest_dps_go_first_and_the_others_keep_their_reasons() -> None:
    dps = [
        {"dps": 2, "why": "noble killed within 12 inches", "rule": "T305", "turn": 1},
        {"dps": 1, "why": "wheel in line", "rule": "T501", "turn": 2},
    ]
    game = game_of(bills(dps=dps), step="combat", turn=2)
    said = game.do("next")
    assert [(one["dps"], one["rule"]) for one in game.unit("Bills").dps] == [(1, "T305"), (1, "T501")]
    assert any(one.startswith("Bills: 2 DPs now, 1 gone") for one in said)


@pytest.mark.rules("T334", "T502", "T39")
def test_who_drops_below_its_most_stays_in_disarray_until_it_rallies() -> None:
    game = game_of(bills(dps=5, array="disarray"), step="combat")
    game.do("next")
    assert game.unit("Bills").total_dps == 4
    assert game.unit("Bills").disordered
    game.on("command")
    game.do("initiative", dice=[6, 1])
    game.do("choose", to_move="first")
    game.on("first tactical")
    game.do("move", unit="Bills", inches=0, rally=True)
    assert not game.unit("Bills").disordered


@pytest.mark.rules("T311", "T92")
def test_to_rally_from_disarray_is_a_move_and_leaves_the_dps() -> None:
    game = game_of(bills(dps=3, array="disarray"), step="first tactical")
    game.do("move", unit="Bills", inches=0, rally=True)
    game.on("rally")
    assert game.unit("Bills").total_dps == 3


@pytest.mark.rules("T101")
def test_nothing_goes_on_while_tests_are_owed() -> None:
    game = game_of(bills(owes={"shooting": "Foes"}), step="long range")
    assert game.refused("next") == {"T141"}
    game.do("next", overrule="we forgot it")
    assert game.state.step == "first tactical"
