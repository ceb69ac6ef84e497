"""Blunders carried out on the table: the -1, away from everybody, half pace, and at the nearest enemy (C13, C87)."""

from typing import Any

import pytest

from tests.systems.command_roll.game.tables import Game, Standing, battle, stands

#: A 12 and the die of the blunder.
PENALTY, AWAY, HALF, TOWARDS = [6, 6, 1], [6, 6, 2], [6, 6, 4], [6, 6, 6]


def bills(x: float = 60, y: float = 60, name: str = "Bills", **said: Any) -> Standing:
    return stands("Retinue Bill", name, x, y, contingent="Clarence", **said)


def foes(x: float = 60, y: float = 66, name: str = "Foes", **said: Any) -> Standing:
    return stands("Shire Bill", name, x, y, **said)


def blundered(york: list[Standing], lancaster: list[Standing], dice: list[int], **said: Any) -> Game:
    """The general blunders with the first of York's units, or with them all."""
    game = battle([*york, stands("Shire Bill", "Rest", 110, 20)], lancaster, **said)
    game.do("order", character="Edward", unit=york[0].described["name"], brigade=len(york) > 1, dice=dice)
    return game


@pytest.mark.rules("C141", "C109", "C108")
def test_a_12_is_a_failed_order_too() -> None:
    game = blundered([bills()], [foes()], AWAY)
    assert game.refused("order", character="Edward", unit="Rest") == {"C109"}
    assert "C13" in game.refused("order", character="Edward", unit="Bills")


@pytest.mark.rules("C141")
def test_by_option_the_general_never_blunders() -> None:
    game = battle([bills()], [foes()], general_never_blunders=True)
    game.do("order", character="Edward", unit="Bills", dice=[6, 6])
    assert not game.state.order
    assert game.state.general_failed


@pytest.mark.rules("C142")
def test_a_blunder_of_1_costs_the_unit_1_for_the_rest_of_the_battle() -> None:
    game = blundered([bills()], [foes(y=110)], PENALTY)
    assert game.unit("Bills").blunders == 1
    assert not game.state.order
    assert game.facts("order", character="Edward", unit="Bills")["units"][0]["blunders"] == 1


@pytest.mark.rules("C142")
def test_of_a_brigade_its_owner_says_who_takes_it() -> None:
    game = blundered([bills(), bills(68, name="More")], [foes(y=110)], PENALTY)
    assert game.refused("blame", unit="Rest") == {"C142"}
    assert "C142" in game.refused("order", character="Edward", unit="Rest")
    game.do("blame", unit="More")
    assert (game.unit("Bills").blunders, game.unit("More").blunders) == (0, 1)
    assert game.refused("blame", unit="More") == {"C142"}


@pytest.mark.rules("C143")
def test_away_goes_until_a_full_move_lies_between_them_and_the_enemy() -> None:
    """6.3 cm apart: 3.7 cm straight back make it 10."""
    game = blundered([bills()], [foes(y=66.3)], AWAY)
    assert game.unit("Bills").y == pytest.approx(56.3, abs=0.01)
    assert game.unit("Bills").facing == 0
    assert not game.state.order


@pytest.mark.rules("C143")
def test_who_is_a_full_move_off_already_stays() -> None:
    game = blundered([bills()], [foes(y=70)], AWAY)
    assert game.unit("Bills").y == 60


@pytest.mark.rules("C143")
def test_irregular_units_go_away_at_full_pace_too() -> None:
    game = blundered([bills(irregular=True)], [foes(y=62)], AWAY)
    assert game.unit("Bills").y == pytest.approx(52, abs=0.01)


@pytest.mark.rules("C143")
def test_away_from_the_nearest_they_go_on_until_everybody_is_a_full_move_off() -> None:
    """Foes 2 cm before them and Others 4 cm off in the west: 8 cm are enough for the first.

    Straight back by d the west is the root of 4 squared and (d - 2) squared away; 10 at d = 11.2, above a full move.
    """
    game = blundered([bills()], [foes(y=62), foes(50, 60, "Others", facing=90)], AWAY)
    assert game.unit("Bills").y == pytest.approx(50, abs=0.01)


@pytest.mark.rules("C143", "C121")
def test_a_brigade_goes_away_together() -> None:
    game = blundered([bills(), bills(68, name="More")], [foes(y=65)], AWAY)
    assert (game.unit("Bills").y, game.unit("More").y) == pytest.approx((55, 55), abs=0.01)


@pytest.mark.rules("C143", "C85")
def test_friends_behind_them_stop_who_goes_away() -> None:
    """Three centimetres between them and the friends behind."""
    friends = stands("Shire Bill", "Friends", 60, 55)
    game = battle([bills(), friends], [foes(y=62)])
    game.do("order", character="Edward", unit="Bills", dice=AWAY)
    assert game.unit("Bills").y == pytest.approx(57, abs=0.02)


@pytest.mark.rules("C143", "C77", "C78")
def test_marsh_and_the_edge_of_the_table_stop_them_too() -> None:
    marsh = {"kind": "marsh", "area": [[40, 50], [80, 50], [80, 55], [40, 55]]}
    game = blundered([bills()], [foes(y=62)], AWAY, terrain=[marsh])
    assert game.unit("Bills").y == pytest.approx(57, abs=0.02)
    game = blundered([bills(y=5)], [foes(y=7)], AWAY, commanders={"Edward": (30, 3)})
    assert game.unit("Bills").y == pytest.approx(2, abs=0.01)


@pytest.mark.rules("C143", "C341")
def test_a_river_halves_the_way_away() -> None:
    river = {"kind": "river", "area": [[0, 56], [120, 56], [120, 57], [0, 57]]}
    game = blundered([bills()], [foes(y=62)], AWAY, terrain=[river])
    assert game.unit("Bills").y == pytest.approx(55, abs=0.01)


@pytest.mark.rules("C143")
def test_between_two_enemies_they_stop_midway_and_touch_nobody() -> None:
    """2 cm before them and 6 behind: two centimetres back make it 4 and 4."""
    game = blundered([bills()], [foes(y=62), foes(y=50, name="Behind")], AWAY, commanders={"Edward": (20, 40)})
    assert game.unit("Bills").y == pytest.approx(58, abs=0.01)
    assert not game.state.contacts


@pytest.mark.rules("C144")
def test_half_pace_is_five_centimetres_and_no_charge() -> None:
    game = blundered([bills()], [foes(y=64)], HALF)
    assert game.refused("charge", unit="Bills") == {"C13"}
    assert game.refused("move", unit="Bills", centimetres=5.1, bearing=180) == {"C15"}
    game.do("move", unit="Bills", centimetres="all", bearing=180)
    assert game.unit("Bills").y == pytest.approx(55)
    assert not game.state.order


@pytest.mark.rules("C144")
def test_nobody_else_is_ordered_before_the_blunder_is_carried_out() -> None:
    york = [bills(), stands("Shire Bill", "Van", 20, 60, battle="Van Ward")]
    game = battle(york, [foes(y=110)])
    game.do("order", character="York's Van Ward leader", unit="Van", dice=HALF)
    assert game.refused("order", character="Edward", unit="Bills") == {"C144"}
    game.do("move", unit="Van", centimetres=0)
    game.do("order", character="Edward", unit="Bills", dice=[1, 2])


@pytest.mark.rules("C145", "C131")
def test_towards_charges_the_nearest_enemy_who_can_be_reached() -> None:
    game = blundered([bills()], [foes(y=68), foes(90, 68, "Others")], TOWARDS)
    assert game.state.enemies_touching("Bills") == ["Foes"]
    assert game.unit("Bills").charged == game.state.now


@pytest.mark.rules("C145")
def test_towards_goes_a_full_move_at_an_enemy_out_of_reach() -> None:
    game = blundered([bills()], [foes(y=100)], TOWARDS)
    assert game.unit("Bills").y == pytest.approx(70)
    assert not game.state.contacts


@pytest.mark.rules("C145")
def test_towards_stops_one_centimetre_short_of_enemies_whom_nobody_may_charge() -> None:
    """Guns never charge (C16): five centimetres, but the enemy is four off."""
    guns = stands("Canon / Bombard", "Guns", 60, 60)
    game = battle([guns], [foes(y=64)])
    game.do("order", character="Edward", unit="Guns", dice=TOWARDS)
    assert game.unit("Guns").y == pytest.approx(63, abs=0.01)
    assert not game.state.contacts


@pytest.mark.rules("C145")
def test_who_sees_nobody_stays() -> None:
    wood = {"kind": "wood", "area": [[0, 70], [120, 70], [120, 80], [0, 80]]}
    game = blundered([bills()], [foes(y=90)], TOWARDS, terrain=[wood], commanders={"Warwick": None})
    assert game.unit("Bills").y == 60


@pytest.mark.rules("C145", "C122")
def test_of_a_brigade_those_who_can_charge_do_and_the_rest_go_on() -> None:
    """Whom the Bills meet squarely the others cannot reach: they come nearer, and stop 1 cm short."""
    game = blundered([bills(), bills(76 - 8, name="More")], [foes(60, 69.5)], TOWARDS)
    assert game.state.enemies_touching("Bills") == ["Foes"]
    assert game.unit("Bills").y == pytest.approx(69.5)
    assert not game.state.engaged("More")
    assert game.unit("More").y > 60
    assert game.table.apart("More", "Foes") >= 0.99


@pytest.mark.rules("C145", "C341")
def test_over_a_river_they_go_half_as_far() -> None:
    river = {"kind": "river", "area": [[0, 62], [120, 62], [120, 63], [0, 63]]}
    game = blundered([bills()], [foes(y=100)], TOWARDS, terrain=[river])
    assert game.unit("Bills").y == pytest.approx(65, abs=0.01)
    game = blundered([bills()], [foes(y=67)], TOWARDS, terrain=[river])
    assert not game.state.contacts


@pytest.mark.rules("C145")
def test_a_blocked_way_ends_where_it_is_blocked() -> None:
    york = [bills(), stands("Shire Bill", "Friends", 60, 66)]
    game = battle(york, [foes(y=90)], commanders={"Warwick": None})
    game.do("order", character="Edward", unit="Bills", dice=TOWARDS)
    assert game.unit("Bills").y < 64.5
    assert game.table.apart("Bills", "Friends") < 10


@pytest.mark.parametrize(
    ("dice", "because"), [(AWAY, "away"), (HALF, "half pace"), (TOWARDS, "towards")], ids=["away", "half", "towards"]
)
@pytest.mark.rules("C143", "C144", "C145")
def test_without_a_map_the_players_carry_it_out(dice: list[int], because: str) -> None:
    game = battle([bills()], [foes()], mapless=True)
    game.do("order", character="Edward", unit="Bills", dice=dice, sets=["units.0.distance=5"])
    assert game.state.order["because"] == because
    may = game.refused("charge", unit="Bills", target="Foes")
    assert may == (set() if because == "towards" else {"C13"})
    game.do("move", unit="Bills", centimetres=5)
    assert not game.state.order


@pytest.mark.rules("C142")
def test_without_a_map_somebody_is_blamed_too() -> None:
    game = battle([bills(), bills(68, name="More")], [foes()], mapless=True)
    sets = ["units.0.distance=5", "units.1.distance=5"]
    game.do("order", character="Edward", unit="Bills", brigade=True, dice=PENALTY, sets=sets)
    game.do("blame", unit="Bills")
    assert game.unit("Bills").blunders == 1
