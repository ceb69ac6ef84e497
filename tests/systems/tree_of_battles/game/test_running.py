"""Those who run on in later turns, and those whom a test sends somewhere."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, leader, stands

BILLS = "4 heavy infantry"
DEEP = 20 / 25.4


def bills(x: float = 24, y: float = 20, name: str = "Bills", **said: Any) -> Standing:
    return stands(BILLS, name, x, y, **said)


def routing(**said: Any) -> Standing:
    broke: dict[str, Any] = {"conduct": "routing", "broken": True, "array": "disarray", "runs": 1}
    return bills(**(broke | said))


def tactical(york: list[Standing], lancaster: list[Standing] | None = None, **said: Any) -> Game:
    return battle(york, lancaster or [bills(y=40, name="Foes")], **({"step": "first tactical"} | said))


@pytest.mark.rules("T205", "T324", "T90", "T327")
def test_routers_run_home_and_look_that_way() -> None:
    game = tactical([routing()])
    assert game.owed() == ['run "Bills"']
    assert game.refused("next") == {"T205"}
    said = game.do("run", unit="Bills", dice=[6, 5])  # 5 and 4; no addition after the first move, no fatigue
    assert "Bills run 9.0 inches." in said
    unit = game.unit("Bills")
    assert (unit.facing, unit.total_dps, unit.broken) == (180, 0, True)
    assert unit.y == pytest.approx(20 - DEEP - 9, abs=0.01)
    assert game.refused("run", unit="Bills") == {"T11"}
    assert game.refused("next") == set()


@pytest.mark.rules("T205", "T40")
def test_over_the_edge_they_are_gone_and_their_leader_stands_alone() -> None:
    game = tactical([routing(y=5), leader("Hastings", unit="Bills")])
    said = game.do("run", unit="Bills", dice=[5, 5])
    assert any("off the table (T205)" in one for one in said)
    assert game.unit("Bills").gone == "left the table"
    assert game.leader("Hastings").unit == ""
    assert game.leader("Hastings").x is not None


@pytest.mark.rules("T205", "T95")
def test_enemies_in_the_way_of_flight_stop_it() -> None:
    game = tactical([routing()], [bills(24, 15, name="Foes", facing=0)])
    game.do("run", unit="Bills", dice=[6, 6])
    assert game.unit("Bills").y > 15
    assert 0 < game.table.apart("Bills", "Foes") < 0.3
    assert not game.state.contacts


@pytest.mark.rules("T205", "T90")
def test_they_run_past_friends_and_stand_on_nobody() -> None:
    game = tactical([routing(), bills(24, 14, name="Friends")])
    game.do("run", unit="Bills", dice=[2, 3])  # 6 inches would end among the friends
    assert game.table.apart("Bills", "Friends") >= 0
    assert game.table.free(game.body("Bills"))
    assert (game.unit("Bills").total_dps, game.unit("Friends").total_dps) == (0, 0)


@pytest.mark.rules("T206", "T412", "T96")
def test_pursuers_go_at_the_nearest_enemy_and_fight_him_in_the_combat_phase() -> None:
    hunting = bills(conduct="pursuing", array="disarray", pursues="Gone")
    game = tactical([hunting], [bills(24, 26, name="Foes"), bills(4, 40, name="Gone")])
    assert game.owed() == ['run "Bills"']
    assert "T205" in game.refused("move", unit="Bills", inches="all")
    game.do("run", unit="Bills", dice=[5, 5])
    (contact,) = game.state.contacts
    assert (contact.first, contact.second, contact.how) == ("Bills", "Foes", "pursuit")
    assert game.unit("Bills").y == pytest.approx(26, abs=0.01)
    game.on("combat")
    assert game.owed() == ['fight "Bills"']


@pytest.mark.rules("T206")
def test_pursuers_who_reach_nobody_go_on_as_far_as_they_can() -> None:
    game = tactical([bills(conduct="pursuing", array="disarray")], [bills(24, 40, name="Foes")])
    game.do("run", unit="Bills", dice=[1, 1])
    assert game.unit("Bills").y == pytest.approx(24, abs=0.01)
    assert (game.unit("Bills").conduct, game.unit("Bills").moved) == ("pursuing", 1)


@pytest.mark.rules("T304", "T14", "T412")
def test_pursuers_who_come_to_the_baggage_loot_it() -> None:
    carts = stands("2 baggage", "Carts", 24, 24, grade="C")
    friends = bills(34, 30, name="Friends", grade="C")
    game = tactical([bills(conduct="pursuing", array="disarray")], [carts, friends])
    game.do("run", unit="Bills", dice=[5, 5])
    assert game.unit("Bills").conduct == "looting"
    assert [(one["dps"], one["rule"]) for one in game.unit("Friends").dps] == [(2, "T304")]


@pytest.mark.rules("T204", "T78", "T13")
def test_a_retreat_that_a_test_demands_is_made_at_once_and_ends_there() -> None:
    owing = bills(conduct="retiring", array="disarray", owes={"run": "retire"}, reaction={"turn": 1, "word": "retire"})
    game = tactical([owing], [bills(24, 30, name="Foes")], step="long range")
    assert game.owed() == ['run "Bills"']
    game.do("run", unit="Bills", dice=[1, 1])  # 2 and 2, and an inch more for each
    unit = game.unit("Bills")
    assert unit.y == pytest.approx(20 - DEEP - 6, abs=0.01)
    assert (unit.conduct, unit.array, dict(unit.owes)) == ("steady", "disarray", {})
    game.on("first tactical")
    assert game.refused("move", unit="Bills", inches=0, rally=True) == {"T204"}


@pytest.mark.rules("T141", "T25", "T94")
def test_an_advance_that_a_test_demands_goes_straight_at_the_shooter() -> None:
    said: dict[str, Any] = {"owes": {"advance": "Foes"}, "reaction": {"turn": 1, "word": "advance", "at": "Foes"}}
    game = tactical([bills(**said)], [bills(24, 30, name="Foes"), bills(6, 24, name="Nearer")], step="close range")
    assert game.owed() == ['move "Bills" all --towards "Foes"']
    ways: list[dict[str, Any]] = [{"towards": "Nearer"}, {}, {"towards": "Foes", "average_dice": 1}]
    for words in ways:
        assert game.refused("move", unit="Bills", inches="all", **words) == {"T141"}
    assert game.refused("move", unit="Bills", inches=1, towards="Foes") == {"T141"}
    game.do("move", unit="Bills", inches="all", towards="Foes", dice=[1, 1])
    assert game.unit("Bills").y == pytest.approx(24, abs=0.01)
    assert game.unit("Bills").moved == 1
    assert game.owed() == []


@pytest.mark.rules("T435", "T436", "T13", "T94")
@pytest.mark.parametrize(
    ("word", "goal", "rule"),
    [
        case("T436", "charge nearest A grade", "Guards", "T436"),
        case("T435", "advance to nearest enemy", "Foes", "T435"),
    ],
)
def test_a_control_test_sends_them_at_the_enemy(word: str, goal: str, rule: str) -> None:
    enemies = [bills(24, 30, name="Foes"), bills(30, 40, name="Guards", grade="A")]
    game = tactical([bills(reaction={"turn": 1, "word": word})], enemies)
    assert game.owed() == [f'move "Bills" all --towards "{goal}"']
    assert game.refused("next") == {rule}
    assert game.refused("move", unit="Bills", inches="all", about=True) == {rule}
    game.do("move", unit="Bills", inches="all", towards=goal, dice=[1, 1])
    assert game.owed() == []


@pytest.mark.rules("T436", "T211")
def test_and_makes_the_chivalrous_charge_who_is_within_reach() -> None:
    enemies = [bills(24, 21.5, name="Foes"), bills(31, 21.5, name="Guards", grade="A")]
    said: dict[str, Any] = {
        "reaction": {"turn": 1, "word": "charge nearest A grade"},
        "moved": 1,
        "traits": ["chivalrous"],
    }
    game = tactical([stands("4 foot men at arms", "Bills", 28, 20, **said)], enemies, step="first charges")
    assert game.owed() == ['charge "Bills" "Guards"']
    assert game.refused("charge", unit="Bills", target="Foes") == {"T436"}
    assert game.refused("next") == {"T436"}


@pytest.mark.rules("T436", "T94")
def test_who_repeats_its_last_move_goes_straight_on_or_stands() -> None:
    said: dict[str, Any] = {"reaction": {"turn": 2, "word": "repeat last move"}}
    moved: dict[str, Any] = {"last_move": {"kind": "dice", "inches": 5, "turn": 1}}
    game = tactical([bills(**said, **moved)], turn=2)
    assert game.owed() == ['move "Bills" all']
    assert game.refused("move", unit="Bills", inches="all", towards="Foes") == {"T436"}
    assert game.refused("move", unit="Bills", inches="all") == set()
    game = tactical([bills(**said)], turn=2)
    assert game.owed() == []
    assert game.refused("move", unit="Bills", inches="all") == {"T436"}


@pytest.mark.rules("T413", "T94")
def test_the_chivalrous_near_men_at_arms_advance_at_full_speed() -> None:
    knights = stands("4 foot men at arms", "Knights", 24, 20, traits=["chivalrous"])
    theirs = stands("4 foot men at arms", "Theirs", 24, 31)
    game = tactical([knights], [theirs])
    assert game.owed() == ['move "Knights" all']
    assert game.refused("move", unit="Knights", inches=2) == {"T413"}
    assert game.refused("move", unit="Knights", inches="all", about=True) == {"T413"}
    game.do("move", unit="Knights", inches="all", dice=[1, 1])
    assert game.owed() == []
    near = stands("4 foot men at arms", "Theirs", 24, 21.5)
    assert tactical([knights], [near]).owed() == []  # they stand before them already
