"""Event III on the table: marching, wheeling, and the ground that hinders, stops or bars."""

import math
from typing import Any

import pytest

from miniatures.space.contact import touching
from tests.marking import case
from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import gun, knights, unit

#: Sixteen foot in two ranks: 80 mm across, 40 mm deep.
WIDE = 80 / 25.4
DEEP = 40 / 25.4
HORSE = knights("Unit")
FAR_AWAY = stands(unit("Foes"), 24, 46)


def march(described: Any = None, *terrain: dict[str, Any], **said: Any) -> Game:
    """One unit at 24,10 that looks north, and an enemy too far away to matter."""
    standing = {key: said.pop(key) for key in ("limbered", "river", "banked", "moving") if key in said}
    return battle([stands(described or unit("Unit"), 24, 10, **standing)], [FAR_AWAY], terrain=terrain, **said)


def inches(game: Game, name: str = "Unit", start: float = 10) -> float:
    """How far all of its move leads straight ahead."""
    game.do("move", unit=name, inches="all")
    return game.unit(name).y - start


def across(kind: str, low: float, high: float, **said: Any) -> dict[str, Any]:
    """A belt of ground across the whole table."""
    return {"kind": kind, "area": [[0, low], [48, low], [48, high], [0, high]], **said}


def line(kind: str, y: float) -> dict[str, Any]:
    return {"kind": kind, "line": [[0, y], [48, y]]}


@pytest.mark.parametrize(
    ("described", "limbered", "expected"),
    [
        case("W311", unit("Unit"), False, 8),
        case("W312", HORSE, False, 8),
        case("W313", unit("Unit", kind="knight", protection="full"), False, 6),
        case("W310", knights("Unit", protection="none"), False, 12),
        case("W314", knights("Unit", protection="heavy"), False, 10),
        case("W315", gun("Unit"), True, 8),
        case("W316", gun("Unit"), False, 1),
    ],
)
def test_each_moves_at_its_rate(described: Any, limbered: bool, expected: float) -> None:
    game = march(described, limbered=limbered)
    assert "W311" in march().refused("move", unit="Unit", inches=8.1)
    assert inches(game) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("piece", "foot", "horse"),
    [
        case("W319", across("hill", 12, 20, height=1), 6, 4),
        case("W319", line("wall", 12), 6, 4, name="wall"),
        case("W319", line("hedge", 12), 6, 4, name="hedge"),
        case("W319", line("earthworks", 12), 6, 4, name="earthworks (W67)"),
        case("W320", across("rough", 11, 20), 4, 2),
        case("W320", across("wood", 11, 20), 4, 2, name="wood"),
        case("W320", across("marsh", 11, 20), 4, 2, name="marsh (W67)"),
    ],
)
def test_ground_costs_foot_and_horse_their_inches(piece: dict[str, Any], foot: float, horse: float) -> None:
    assert inches(march(unit("Unit"), piece)) == pytest.approx(foot)
    assert inches(march(HORSE, piece)) == pytest.approx(horse)


@pytest.mark.rules("W319", "W31")
def test_a_hill_counts_once_and_every_hedge_again_and_downhill_is_free() -> None:
    assert inches(march(None, line("hedge", 11), line("hedge", 12))) == pytest.approx(4)
    assert inches(march(None, across("hill", 11, 14, height=1), across("hill", 12, 20, height=2))) == pytest.approx(6)
    assert inches(march(None, across("hill", 0, 12, height=1))) == pytest.approx(8)


@pytest.mark.rules("W320", "W31")
def test_what_it_cannot_pay_for_stops_it_at_the_edge() -> None:
    """A wood six inches ahead would leave foot four: they stop before it; a wall at 7 leaves six."""
    assert inches(march(None, across("wood", 16, 30))) == pytest.approx(6, abs=0.02)
    assert inches(march(None, line("wall", 17))) == pytest.approx(7, abs=0.02)
    assert march(None, across("wood", 16, 30)).refused("move", unit="Unit", inches=7) == {"W311"}


@pytest.mark.rules("W319")
def test_who_halted_at_a_hedge_still_pays_to_cross_it() -> None:
    for y in (10, 10.005, 10.02):
        assert inches(march(None, line("hedge", y))) == pytest.approx(6)
    behind = march(None, line("hedge", 10))
    behind.do("face", unit="Unit", to="about")
    behind.next_turn()
    behind.do("move", unit="Unit", inches=8)


@pytest.mark.rules("W319", "W320", "W318")
def test_a_gun_pays_four_for_a_hill_and_enters_no_rough_ground() -> None:
    assert inches(march(gun("Unit"), across("hill", 12, 20, height=1), limbered=True)) == pytest.approx(4)
    assert "W320" in march(gun("Unit"), across("rough", 12, 20), limbered=True).refused("move", unit="Unit", inches=4)


@pytest.mark.rules("W317")
def test_a_river_is_reached_crossed_and_left_in_three_turns() -> None:
    """The near bank is at 14, the far bank at 16; a body 40 mm deep stands beyond it with its front at 17.57."""
    game = march(None, across("river", 14, 16))
    assert inches(game) == pytest.approx(4, abs=0.02)
    assert game.refused("move", unit="Unit", inches=1) == {"W31"}  # straight ahead is the river: not an inch further
    assert game.unit("Unit").y == pytest.approx(14, abs=0.02)
    game.next_turn()
    game.do("move", unit="Unit", inches="all")
    assert game.unit("Unit").y == pytest.approx(16 + DEEP, abs=0.02)
    assert game.refused("move", unit="Unit", inches=1) == {"W311"}
    game.next_turn()
    assert inches(game, start=16 + DEEP) == pytest.approx(8, abs=0.02)


@pytest.mark.rules("W317")
def test_only_who_still_stands_at_the_bank_crosses() -> None:
    """It reached the bank in turn 1, but stands three inches off now: it goes to the bank and waits again."""
    game = march(None, across("river", 13, 15), river="the river", banked=1, turn=3)
    assert inches(game) == pytest.approx(3, abs=0.02)
    assert (game.unit("Unit").river, game.unit("Unit").banked) == ("the river", 3)


@pytest.mark.rules("W317")
def test_crossing_is_the_whole_move_and_the_next_river_is_another() -> None:
    two = (across("river", 10, 12), across("river", 16, 18))
    began = {"turn": 2, "wheel": 0.5}
    wheeled = march(None, *two, river="the river", banked=1, turn=2, moving=began)
    assert "W317" in wheeled.refused("move", unit="Unit", inches="all")
    game = march(None, *two, river="the river", banked=1, turn=2)
    game.do("move", unit="Unit", inches="all")
    assert game.unit("Unit").y == pytest.approx(12 + DEEP, abs=0.02)


@pytest.mark.rules("W317")
def test_nobody_wheels_or_charges_into_a_river() -> None:
    game = march(None, across("river", 10.5, 12))
    assert game.refused("wheel", unit="Unit", to="left", degrees=45) >= {"W317"}
    near = battle([stands(unit("Unit"), 24, 10)], [stands(unit("Foes"), 24, 16)], terrain=[across("river", 12, 14)])
    assert near.refused("charge", unit="Unit", target="Foes") == {"W317"}


@pytest.mark.rules("W318", "W319")
def test_a_gun_crosses_only_by_a_bridge_which_costs_four() -> None:
    river = across("river", 12, 13)
    bridge = {"kind": "bridge", "area": [[23, 11.5], [25, 11.5], [25, 13.5], [23, 13.5]]}
    without = march(gun("Unit"), river, limbered=True)
    assert without.refused("move", unit="Unit", inches=4) == {"W318"}
    assert inches(without) == pytest.approx(2, abs=0.02)
    assert inches(march(gun("Unit"), river, bridge, limbered=True)) == pytest.approx(4)


@pytest.mark.rules("W317", "W67")
def test_a_ford_is_passed_like_a_bridge() -> None:
    ford = {"kind": "ford", "area": [[20, 11.5], [28, 11.5], [28, 13.5], [20, 13.5]]}
    assert inches(march(None, across("river", 12, 13), ford)) == pytest.approx(6)


@pytest.mark.rules("W303", "W31")
def test_a_wheel_costs_twice_the_way_of_the_outer_corner() -> None:
    """30 degrees of a front of 3.15 inches are 1.65: that costs 3.3 and leaves 4.7."""
    game = march()
    game.do("wheel", unit="Unit", to="right", degrees=30)
    path = math.radians(30) * WIDE
    assert game.facts("move", unit="Unit", inches=0)["wheel"] == pytest.approx(path, abs=0.001)
    assert game.body("Unit").front_right == pytest.approx((24 + WIDE / 2, 10), abs=0.001)
    assert game.unit("Unit").facing == pytest.approx(30)
    assert game.refused("move", unit="Unit", inches=8 - 2 * path + 0.05) == {"W311"}
    assert game.refused("move", unit="Unit", inches=8 - 2 * path) == set()
    assert "W303" in march().refused("wheel", unit="Unit", to="right", degrees=75)


@pytest.mark.rules("W303")
def test_move_towards_wheels_first_so_that_the_goal_lies_straight_ahead() -> None:
    game = battle([stands(unit("Unit"), 24, 10)], [stands(unit("Foes"), 30, 30)])
    game.do("move", unit="Unit", inches=2, towards="Foes")
    assert game.body("Unit").pose.bearing(game.body("Foes").centre) == pytest.approx(0, abs=0.01)


@pytest.mark.rules("W307")
def test_nobody_shifts_sideways() -> None:
    assert march().refused("move", unit="Unit", inches=2, sets=["shifts=true"]) == {"W307"}


@pytest.mark.rules("W401", "W308", "W67")
def test_a_march_stops_short_of_everybody_and_touches_no_enemy() -> None:
    foe = battle([stands(unit("Unit"), 24, 10)], [stands(unit("Foes"), 24, 15)])
    assert foe.refused("move", unit="Unit", inches=5) == {"W401"}
    assert foe.refused("move", unit="Unit", inches=6) == {"W401"}
    assert inches(foe) == pytest.approx(4.9, abs=0.02)
    assert not touching(foe.body("Unit"), foe.body("Foes"))
    friend = battle([stands(unit("Unit"), 24, 10), stands(unit("Ours"), 24, 15)], [FAR_AWAY])
    assert friend.refused("move", unit="Unit", inches=5) == {"W308"}
    assert inches(friend) == pytest.approx(5 - DEEP, abs=0.02)
    house = march(None, {"kind": "building", "area": [[22, 13], [26, 13], [26, 16], [22, 16]]})
    assert house.refused("move", unit="Unit", inches=5) == {"W67"}
    assert inches(house) == pytest.approx(3, abs=0.02)


@pytest.mark.rules("W401")
def test_a_march_along_an_enemys_flank_may_not_brush_it() -> None:
    """Side by side with nothing between them, though it runs into nobody."""
    game = battle([stands(unit("Unit"), 24 - WIDE, 10)], [stands(unit("Foes"), 24, 16)])
    assert game.refused("move", unit="Unit", inches=6) == {"W401"}
    apart = battle([stands(unit("Unit"), 23.9 - WIDE, 10)], [stands(unit("Foes"), 24, 16)])
    assert apart.refused("move", unit="Unit", inches=6) == set()


@pytest.mark.rules("W54")
def test_a_march_stops_at_the_edge_of_the_table() -> None:
    game = battle([stands(unit("Unit"), 24, 44)], [stands(unit("Foes"), 24, 10)])
    assert game.refused("move", unit="Unit", inches=5) == {"W54"}
    assert inches(game, start=44) == pytest.approx(4, abs=0.02)
    game = battle([stands(unit("Unit"), 24, 44)], [stands(unit("Foes"), 24, 10)])
    game.do("move", unit="Unit", inches=5, overrule="the table is longer there")
    assert game.unit("Unit").gone == "left the table"


@pytest.mark.rules("W322")
@pytest.mark.parametrize(
    "said", [{"shot": 1}, {"fell_back": 1}, {"routing": 1}, {"pursuing": "Foes"}], ids=lambda said: next(iter(said))
)
def test_who_shot_fell_back_routs_or_pursues_does_not_move(said: dict[str, Any]) -> None:
    game = battle([stands(unit("Unit"), 24, 10, **said)], [FAR_AWAY])
    for action, words in (
        ("move", {"inches": 1}),
        ("wheel", {"to": "left", "degrees": 5}),
        ("face", {"to": "about"}),
        ("form", {"ranks": 4}),
    ):
        assert game.refused(action, unit="Unit", **words) == {"W322"}


@pytest.mark.rules("W322", "W401")
def test_who_is_in_melee_does_not_move() -> None:
    game = battle([stands(unit("Unit"), 24, 10)], [stands(unit("Foes"), 24, 10)], contacts=[touch("Unit", "Foes")])
    assert game.refused("face", unit="Unit", to="about") == {"W322"}


@pytest.mark.rules("W602")
def test_who_leaves_a_router_behind_no_longer_touches_it() -> None:
    game = battle(
        [stands(unit("Unit"), 24, 10, 180)],
        [stands(unit("Foes"), 24, 10 + 2 * DEEP, 0, routing=1)],
        contacts=[touch("Unit", "Foes", "rear", "rear")],
        state={"units": {"Foes": {"y": 10 + DEEP + DEEP, "facing": 0}}},
    )
    game.do("move", unit="Unit", inches=3)
    assert game.state.contacts == ()


@pytest.mark.rules("W303", "W311", "W320", "W317")
def test_without_a_map_what_the_players_state_counts_for_the_rest_of_the_move() -> None:
    game = battle([stands(unit("Unit"))], [stands(unit("Foes"))], mapless=True)
    game.do("move", unit="Unit", inches=3, sets=["hindrances=['wood']"])
    assert game.refused("move", unit="Unit", inches=2) == {"W311"}
    game.do("move", unit="Unit", inches="all")
    assert game.facts("move", unit="Unit", inches=0)["distance"] == pytest.approx(4)
    game.next_turn()
    game.do("wheel", unit="Unit", to="left", degrees=30)
    assert game.refused("move", unit="Unit", inches=5) == {"W311"}
    game.next_turn()
    game.do("move", unit="Unit", inches=4, sets=["river=reaches"])
    game.next_turn()
    game.do("move", unit="Unit", inches=4, sets=["river='at bank'"])
    assert game.refused("move", unit="Unit", inches=1) == {"W311"}
