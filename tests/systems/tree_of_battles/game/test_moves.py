"""Moves on the table: the Approach and its 12 inches, dice, marches, roads, wheels, halts and fatigue."""

import math
from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from tests.marking import case
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, stands

BILLS = "4 heavy infantry"
WIDE = 4 * 40 / 25.4


def bills(x: float = 24, y: float = 10, name: str = "Bills", **said: Any) -> Standing:
    return stands(BILLS, name, x, y, **said)


def foes(x: float = 24, y: float = 40, name: str = "Foes", **said: Any) -> Standing:
    return stands(BILLS, name, x, y, **said)


def tactical(york: list[Standing], lancaster: list[Standing] | None = None, **said: Any) -> Game:
    return battle(york, lancaster or [foes()], **({"step": "first tactical"} | said))


def place(game: Game, name: str = "Bills") -> tuple[float, float]:
    unit = game.unit(name)
    assert unit.x is not None
    return unit.x, unit.y


@pytest.mark.rules("T322", "T2")
def test_a_move_is_two_average_dice_in_inches() -> None:
    game = tactical([bills()])
    game.do("move", unit="Bills", inches="all", dice=[1, 5])  # faces 2, 3, 3, 4, 4, 5: they show 2 and 4
    assert place(game) == pytest.approx((24, 16))
    assert game.unit("Bills").moved == 1


@pytest.mark.rules("T322")
def test_or_one_and_fewer_inches_if_the_player_likes() -> None:
    game = tactical([bills(), bills(10, name="More")])
    game.do("move", unit="Bills", inches="all", average_dice=1, dice=[4])
    assert place(game) == pytest.approx((24, 14))
    game.do("move", unit="More", inches=1.5, dice=[4, 4])
    assert place(game, "More") == pytest.approx((10, 11.5))


@pytest.mark.rules("T327", "T47")
def test_each_five_tires() -> None:
    game = tactical([bills()])
    game.do("move", unit="Bills", inches="all", dice=[6, 6])
    (tired,) = game.unit("Bills").dps
    assert (tired["dps"], tired["rule"], tired["turn"]) == (2, "T327", 1)
    assert place(game) == pytest.approx((24, 20))


@pytest.mark.rules("T327", "T323")
@pytest.mark.parametrize(
    ("parts", "array", "inches"),
    [
        case("T327", BILLS, "column", 10),
        case("T327", BILLS, "disarray", 10),
        case("T323", "4 skirmishers", "skirmish", 12),
    ],
)
def test_but_not_in_column_skirmish_array_or_disarray(parts: str, array: str, inches: float) -> None:
    game = tactical([stands(parts, "Bills", 24, 10, array=array)])
    game.do("move", unit="Bills", inches="all", dice=[6, 6])
    assert game.unit("Bills").total_dps == 0
    assert game.unit("Bills").y == pytest.approx(10 + inches)


@pytest.mark.rules("T102")
def test_the_approach_is_for_those_beyond_twelve_inches_who_halt_there() -> None:
    game = battle([bills(y=10), bills(8, 19, name="Near")], [foes(y=26)], step="first approach")
    assert game.table.apart("Near", "Foes") < 12
    assert game.refused("move", unit="Near", inches="all") == {"T102"}
    assert game.refused("move", unit="Near", inches=0, about=True) == {"T102"}
    said = game.do("move", unit="Bills", inches="all", dice=[5, 5])
    assert game.table.apart("Bills", "Foes") == pytest.approx(12, abs=0.02)
    assert place(game)[1] == pytest.approx(14, abs=0.02)  # 26 less 12
    assert "Bills move 4.0 inches." in said
    assert game.unit("Bills").approached == 1
    assert game.unit("Bills").moved == 0


@pytest.mark.rules("T102", "T11")
def test_who_moved_in_the_approach_may_move_again_but_once_in_each() -> None:
    game = battle([bills()], [foes()], step="first approach")
    game.do("move", unit="Bills", inches="all", dice=[1, 1])
    assert game.refused("move", unit="Bills", inches="all") == {"T11"}
    game.on("first tactical")
    game.do("move", unit="Bills", inches="all", dice=[1, 1])
    assert place(game) == pytest.approx((24, 18))
    assert game.refused("move", unit="Bills", inches="all") == {"T11"}


@pytest.mark.rules("T321", "T1", "T11")
@pytest.mark.parametrize(("parts", "inches"), [case("T321", BILLS, 8), case("T321", "4 mounted men at arms", 12)])
def test_marches_are_of_the_approach_and_need_no_dice(parts: str, inches: float) -> None:
    game = battle([stands(parts, "Bills", 24, 10)], [foes()], step="first approach")
    game.do("move", unit="Bills", inches="all", kind="march")
    assert place(game) == pytest.approx((24, 10 + inches))
    assert tactical([stands(parts, "Bills", 24, 10)]).refused("move", unit="Bills", inches="all", kind="march") == {
        "T321"
    }


@pytest.mark.rules("T321")
def test_marches_begin_and_end_beyond_twelve_inches() -> None:
    game = battle([bills(y=20)], [foes(y=36)], step="first approach")
    game.do("move", unit="Bills", inches="all", kind="march")
    assert game.table.apart("Bills", "Foes") == pytest.approx(12, abs=0.02)
    game = battle([bills(y=20)], [foes(y=31)], step="first approach")
    assert game.refused("move", unit="Bills", inches="all", kind="march") == {"T321"}


@pytest.mark.rules("T104")
def test_in_the_tactical_move_they_halt_two_inches_before_an_enemy_to_the_front() -> None:
    game = tactical([bills()], [foes(y=17)])
    game.do("move", unit="Bills", inches="all", dice=[6, 6])
    assert place(game)[1] == pytest.approx(15, abs=0.02)
    game.on("second tactical").on("close range").on("first charges").on("second charges").on("combat").on("rally")
    game.on("command")
    game.do("initiative", dice=[6, 1])
    game.do("choose", to_move="first")
    game.on("first tactical")
    assert game.refused("move", unit="Bills", inches="all") == {"T104"}


@pytest.mark.rules("T104")
def test_enemies_beside_the_way_halt_nobody() -> None:
    game = tactical([bills()], [foes(24 + WIDE + 1, 14)])
    game.do("move", unit="Bills", inches="all", dice=[5, 5])
    assert place(game)[1] == pytest.approx(18)


@pytest.mark.rules("T73", "T501")
def test_a_wheel_is_part_of_the_move_and_measured_at_the_outer_corner() -> None:
    """Towards an enemy straight to the east: 90 degrees on the right corner take a quarter circle of its front."""
    game = tactical([bills(10, 24)], [foes(44, 24 - WIDE / 2 + 20 / 25.4 / 2, facing=270)])
    facts = game.facts("move", unit="Bills", inches="all", towards="Foes")
    assert {"what": "wheel"} in facts["manoeuvres"]
    whole = math.pi / 2 * WIDE  # 9.9 inches
    assert whole == pytest.approx(9.9, abs=0.01)
    game.do("move", unit="Bills", inches="all", towards="Foes", dice=[6, 6])
    assert game.unit("Bills").facing == pytest.approx(90, abs=4)
    assert game.unit("Bills").total_dps == 2  # two fives; no enemy within 12 inches, and no DP for the wheel


@pytest.mark.rules("T73")
def test_a_wheel_that_the_dice_do_not_carry_through_ends_on_the_way() -> None:
    game = tactical([bills(10, 24)], [foes(44, 24, facing=270)])
    game.do("move", unit="Bills", inches="all", towards="Foes", dice=[1, 1])
    degrees = math.degrees(4 / WIDE)  # 2 and 2 inches along the outer circle
    assert game.unit("Bills").facing == pytest.approx(degrees, abs=0.1)
    assert game.body("Bills").corners[1] == pytest.approx((10 + WIDE / 2, 24), abs=0.01)  # the pivot stays


@pytest.mark.rules("T501")
@pytest.mark.parametrize(
    ("distance", "array", "dps"),
    [case("T501", 11.5, "line", 1), case("T501", 13, "line", 0), case("T501", 11.5, "column", 0)],
)
def test_a_wheel_in_line_near_the_enemy_costs_a_dp(distance: float, array: str, dps: int) -> None:
    said: dict[str, Any] = {"array": array} | ({"files": 1} if array == "column" else {})
    game = tactical([bills(24, 10, **said)], [foes(30, 10 + distance)])
    game.do("move", unit="Bills", inches=2, towards="Foes", dice=[1, 1])
    assert game.unit("Bills").total_dps == dps
    assert [one["rule"] for one in game.unit("Bills").dps] == ["T501"] * dps


@pytest.mark.rules("T73")
def test_friends_leave_no_room_to_wheel_and_stop_who_comes_from_behind() -> None:
    game = tactical([bills(), bills(24 - WIDE, name="Beside"), bills(24, 14, "Ahead")], [foes(4, 30)])
    assert game.refused("move", unit="Bills", inches="all", towards="Foes") == {"T73"}
    game.do("move", unit="Bills", inches="all", dice=[6, 1])
    assert place(game)[1] == pytest.approx(14 - 20 / 25.4, abs=0.05)


@pytest.mark.rules("T325")
def test_a_column_goes_ten_inches_by_road() -> None:
    road = {"kind": "road", "line": [[24, 0], [24, 48]], "width": 2}
    column: dict[str, Any] = {"array": "column", "files": 1}
    game = tactical([bills(**column)], terrain=[road])
    game.do("move", unit="Bills", inches="all", kind="road")
    assert place(game) == pytest.approx((24, 20))
    assert game.unit("Bills").total_dps == 0
    short = road | {"line": [[24, 0], [24, 12]]}
    assert tactical([bills(**column)], terrain=[short]).refused("move", unit="Bills", inches="all", kind="road") == {
        "T325"
    }
    assert tactical([bills(**column)], terrain=[short]).refused("move", unit="Bills", inches=2, kind="road") == set()
    assert tactical([bills(**column)]).refused("move", unit="Bills", inches="all", kind="road") == {"T325"}
    assert tactical([bills()], terrain=[road]).refused("move", unit="Bills", inches="all", kind="road") == {"T325"}


@pytest.mark.rules("T335", "T59")
def test_d_grade_that_moves_falls_into_disarray_and_stays_so() -> None:
    game = tactical([bills(grade="D"), bills(8, name="Forming", grade="D")])
    game.do("move", unit="Bills", inches="all", dice=[1, 1])
    game.do("move", unit="Forming", inches=0, form="column")
    assert game.unit("Bills").array == "disarray"
    assert game.unit("Forming").array == "disarray"


@pytest.mark.rules("T11", "T73", "T205", "T433", "T101")
def test_what_keeps_a_contingent_from_moving() -> None:
    halted = {"turn": 1, "word": "halt"}
    assert tactical([bills()]).refused("move", unit="Foes", inches="all") == {"T11"}
    assert tactical([bills()], step="command").refused("move", unit="Bills", inches="all") == {"T104"}
    assert tactical([bills(reaction=halted)]).refused("move", unit="Bills", inches="all") == {"T433"}
    baggage = stands("2 baggage", "Carts", 24, 10)
    assert "T73" in tactical([baggage]).refused("move", unit="Carts", inches="all")
    for conduct in ("routing", "pursuing", "retiring"):
        broken: dict[str, Any] = {"broken": True} if conduct == "routing" else {}
        game = tactical([bills(conduct=conduct, array="disarray", **broken)])
        assert "T205" in game.refused("move", unit="Bills", inches="all")
    assert "T412" in tactical([bills(conduct="looting")]).refused("move", unit="Bills", inches="all")


def test_nobody_wheels_to_himself_or_to_the_gone() -> None:
    game = tactical([bills()], [foes(), foes(10, name="Lost", gone="destroyed")])
    for towards in ("Bills", "Lost", "Nobody"):
        with pytest.raises(BrokenInputError):
            game.proposed("move", unit="Bills", inches="all", towards=towards)


@pytest.mark.rules("T322", "T321")
def test_without_a_map_the_players_say_how_near_the_enemy_is() -> None:
    game = battle([bills()], [foes()], step="first approach", mapless=True)
    assert game.refused("move", unit="Bills", inches="all", kind="march", sets=["nearest_enemy=10"]) == {"T321"}
    assert game.refused("move", unit="Bills", inches="all", sets=["nearest_enemy=10"]) == {"T102"}
    said = game.do("move", unit="Bills", inches="all", sets=["nearest_enemy=20", "enemy_ahead=15"], dice=[5, 5])
    assert said[0] == "Bills move 3 inches."
