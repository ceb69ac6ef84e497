"""Brigades on the table: who is in one, what weighs on its order, and how it moves as one body (C12, C47, C85)."""

from typing import Any

import pytest

from tests.systems.command_roll.game.tables import Standing, battle, stands
from tests.systems.command_roll.game.test_orders import at_most, bills, foes


def in_line(count: int, *, contingent: str = "Clarence", profile: str = "Shire Bill", **said: Any) -> list[Standing]:
    """Units touching side by side from 20 on, 8 cm each."""
    return [
        stands(profile, f"Bills {number + 1}", 20 + 8 * number, 60, contingent=contingent, **said)
        for number in range(count)
    ]


@pytest.mark.rules("C121", "C503")
def test_a_brigade_is_all_of_the_contingent_that_touch_and_at_most_8_stands() -> None:
    game = battle(in_line(5), foes())
    names = [one["name"] for one in game.facts("order", character="Edward", unit="Bills 3", brigade=True)["units"]]
    assert names == ["Bills 3", "Bills 2", "Bills 4", "Bills 1"]


@pytest.mark.rules("C121", "C503")
def test_stands_that_were_lost_leave_room_for_others() -> None:
    """2 + 2 + 2 + 1 + 1 stands."""
    units = [*in_line(3), stands("Shire Bill", "Few", 42, 60, contingent="Clarence", lost=1)]
    units.append(stands("Shire Bill", "Fewer", 46, 60, contingent="Clarence", lost=1))
    game = battle(units, foes())
    assert len(game.facts("order", character="Edward", unit="Bills 1", brigade=True)["units"]) == 5


@pytest.mark.rules("C121", "C503")
def test_who_is_reached_only_through_a_unit_too_many_is_no_part_of_the_brigade() -> None:
    units = [*in_line(4), stands("Shire Bill", "Last", 58, 60, contingent="Clarence", lost=1)]
    units[0] = stands("Shire Bill", "Bills 1", 20 + 2, 60, contingent="Clarence", lost=1)
    units.append(stands("Shire Bill", "Beyond", 54, 60, contingent="Clarence"))
    units[4] = stands("Shire Bill", "Last", 60, 60, contingent="Clarence", lost=1)
    game = battle(units, foes())  # 1 + 2 + 2 + 2 stands; the next has 2, and Last only touches that one
    names = {one["name"] for one in game.facts("order", character="Edward", unit="Bills 1", brigade=True)["units"]}
    assert names == {"Bills 1", "Bills 2", "Bills 3", "Bills 4"}


@pytest.mark.rules("C121")
def test_a_brigade_leaves_out_other_contingents_who_stands_apart_and_who_cannot_be_ordered() -> None:
    units = in_line(4)
    units[1] = stands("Shire Bill", "Bills 2", 28, 60, contingent="Clarence", confused=True)
    units.append(stands("Shire Bill", "Others", 52, 60, contingent="Rivers"))
    game = battle(units, foes())
    names = [one["name"] for one in game.facts("order", character="Edward", unit="Bills 4", brigade=True)["units"]]
    assert names == ["Bills 4", "Bills 3"]


@pytest.mark.rules("C121")
def test_touching_units_of_any_contingent_may_be_named_one_by_one() -> None:
    units = [*in_line(2), stands("Shire Bill", "Others", 36, 60, contingent="Rivers")]
    game = battle(units, foes())
    assert game.refused("order", character="Edward", unit="Bills 2", also=("Others", "Bills 1")) == set()
    apart = [*in_line(2), stands("Shire Bill", "Others", 37, 60)]
    assert battle(apart, foes()).refused("order", character="Edward", unit="Bills 2", also=("Others",)) == {"C121"}


@pytest.mark.rules("C121", "C503")
def test_more_than_8_stands_take_no_order_together() -> None:
    names = tuple(f"Bills {number}" for number in range(2, 6))
    assert battle(in_line(5), foes()).refused("order", character="Edward", unit="Bills 1", also=names) == {"C503"}
    game = battle(in_line(5), foes(), eight_units_to_an_order=True)
    assert game.refused("order", character="Edward", unit="Bills 1", also=names) == set()
    assert len(game.facts("order", character="Edward", unit="Bills 1", brigade=True)["units"]) == 5


@pytest.mark.rules("C121", "C111", "C113", "C115")
def test_of_a_brigade_the_worst_counts_once_for_each_penalty() -> None:
    """One has lost a stand, another an enemy near. From 30 the farthest is 18.4 cm off, from 20 it is 22.8."""
    units = in_line(4)
    units[2] = stands("Shire Bill", "Bills 3", 36 - 2, 60, contingent="Clarence", lost=1)
    units[3] = stands("Shire Bill", "Bills 4", 40, 60, contingent="Clarence")
    game = battle(units, [stands("Shire Bill", "Foes", 60, 70)], commanders={"Edward": (30, 40)})
    assert at_most(game, character="Edward", unit="Bills 1", brigade=True) == 9 - 1 - 1
    game = battle(units, [stands("Shire Bill", "Foes", 60, 70)], commanders={"Edward": (20, 40)})
    assert at_most(game, character="Edward", unit="Bills 1", brigade=True) == 9 - 1 - 1 - 1


@pytest.mark.rules("C121")
def test_the_order_in_which_the_list_names_units_makes_no_other_brigade() -> None:
    for units in (in_line(5), in_line(5)[::-1]):
        game = battle(units, foes(), commanders={"Edward": (20, 40)})
        facts = game.facts("order", character="Edward", unit="Bills 3", brigade=True)
        assert [one["name"] for one in facts["units"]] == ["Bills 3", "Bills 2", "Bills 4", "Bills 1"]


@pytest.mark.rules("C121")
def test_without_a_map_a_brigade_is_the_contingent() -> None:
    game = battle([*in_line(2), *bills()], foes(), mapless=True)
    sets = ["units.0.distance=25", "units.1.distance=25"]
    game.do("order", character="Edward", unit="Bills 1", brigade=True, dice=[4, 4], sets=sets)
    assert game.state.order["units"] == ["Bills 1", "Bills 2"]
    game.do("move", unit="Bills 2", centimetres=10)
    assert not game.state.order


def ordered(units: list[Standing], foes: list[Standing], **said: Any) -> Any:
    game = battle(units, foes, **said)
    game.do("order", character="Edward", unit="Bills 1", brigade=True, dice=[1, 1])
    return game


@pytest.mark.rules("C122")
def test_a_brigade_moves_as_one_body_whoever_of_it_is_named() -> None:
    for name in ("Bills 1", "Bills 3"):
        game = ordered(in_line(3), foes())
        game.do("move", unit=name, centimetres=7, bearing=90)
        assert [game.unit(f"Bills {number}").x for number in (1, 2, 3)] == pytest.approx([27, 35, 43])
        assert not game.state.order


@pytest.mark.rules("C122")
def test_a_brigade_moves_at_the_pace_of_its_slowest_unit() -> None:
    units = [*in_line(1), stands("Canon / Bombard", "Guns", 28, 60, contingent="Clarence")]
    game = ordered(units, foes())
    assert game.refused("move", unit="Bills 1", centimetres=5.1) == {"C15"}
    game.do("move", unit="Bills 1", centimetres="all")
    assert (game.unit("Bills 1").y, game.unit("Guns").y) == pytest.approx((65, 65))


@pytest.mark.rules("C122", "C85")
def test_a_brigade_turns_about_the_front_of_the_unit_that_is_named() -> None:
    """Two units a right turn: the middle of the second's front swings from 8 cm east to 8 cm south of the first's."""
    game = ordered(in_line(2), foes())
    assert game.refused("move", unit="Bills 1", centimetres=0, facing=90) == {"C15"}
    game.do("move", unit="Bills 1", centimetres=0, facing=90, overrule="a generous umpire")
    assert (game.unit("Bills 1").x, game.unit("Bills 1").y) == pytest.approx((20, 60))
    assert (game.unit("Bills 2").x, game.unit("Bills 2").y) == pytest.approx((20, 52))


@pytest.mark.rules("C122", "C15")
def test_a_small_turn_of_a_brigade_costs_what_its_outermost_corner_goes() -> None:
    """30 degrees about the first's front: its far rear corner is 12 by 2 cm off, and the chord 2 r sin 15."""
    game = ordered(in_line(2), foes())
    facts = game.facts("move", unit="Bills 1", centimetres=0, facing=30)
    assert facts["distance"] == pytest.approx(2 * (12**2 + 2**2) ** 0.5 * 0.258819, abs=0.002)


@pytest.mark.rules("C122")
def test_a_brigade_keeps_its_formation() -> None:
    game = ordered(in_line(2), foes())
    assert "C122" in game.refused("move", unit="Bills 1", centimetres=0, form="column")


@pytest.mark.rules("C122", "C131")
def test_who_of_a_brigade_can_charge_does_so_alone_and_the_rest_move_on() -> None:
    game = ordered(in_line(3), [stands("Shire Bill", "Foes", 20, 68)])
    game.do("charge", unit="Bills 1")
    assert game.state.enemies_touching("Bills 1") == ["Foes"]
    assert game.state.order["moved"] == ["Bills 1"]
    game.do("move", unit="Bills 3", centimetres=4)
    assert [game.unit(f"Bills {number}").y for number in (1, 2, 3)] == pytest.approx([68, 64, 64])
    assert not game.state.order
    assert game.refused("order", character="Edward", unit="Bills 1") == {"C133"}
    facts = game.facts("order", character="Edward", unit="Bills 2", brigade=True)
    assert [one["name"] for one in facts["units"]] == ["Bills 2", "Bills 3"]
