"""Moves by initiative: charges at the closest enemy in sight, and evades (C16, C49, C89)."""

from typing import Any

import pytest

from tests.systems.command_roll.game.tables import NOW, Standing, battle, stands, touch

LONE = {"Edward": (10, 10), "Warwick": None}


def bills(x: float = 60, y: float = 60, name: str = "Bills", **said: Any) -> Standing:
    return stands("Retinue Bill", name, x, y, **said)


def foes(x: float = 60, y: float = 68, name: str = "Foes", **said: Any) -> Standing:
    return stands("Shire Bill", name, x, y, **said)


def game_of(york: list[Standing], lancaster: list[Standing], **said: Any) -> Any:
    return battle(york, lancaster, **({"commanders": LONE} | said))


@pytest.mark.rules("C331", "C102")
def test_foot_charges_20_cm_by_initiative() -> None:
    game = game_of([bills()], [foes(y=80)])
    game.do("charge", unit="Bills")
    assert game.unit("Bills").y == pytest.approx(80)
    assert game.unit("Bills").initiative == game.state.now
    assert "C331" in game_of([bills()], [foes(y=80.1)]).refused("charge", unit="Bills")


@pytest.mark.rules("C331", "C15")
def test_the_charge_is_measured_at_the_corner_that_goes_farthest() -> None:
    """10 cm aside it is 18.1 cm to them, 19 for a corner with one stand in contact; 16 aside 19.7, and 21.6."""
    assert game_of([bills(50)], [foes(y=78)]).refused("charge", unit="Bills") == set()
    assert game_of([bills(44)], [foes(y=78)]).refused("charge", unit="Bills") == {"C15"}


@pytest.mark.rules("C331")
def test_by_option_a_charge_by_initiative_is_a_full_move() -> None:
    said = {"initiative_charge_full_move": True}
    assert game_of([bills()], [foes(y=70)], **said).refused("charge", unit="Bills") == set()
    assert "C49" in game_of([bills()], [foes(y=70.1)], **said).refused("charge", unit="Bills")


@pytest.mark.rules("C331")
def test_only_the_closest_in_sight_is_charged() -> None:
    lancaster = [foes(), foes(75, 70, "Others")]
    assert game_of([bills()], lancaster).refused("charge", unit="Bills", target="Others") == {"C331"}
    wood = {"kind": "wood", "area": [[52, 62], [66, 62], [66, 66], [52, 66]]}
    game = game_of([bills()], [foes(), foes(80, 64, "Others")], terrain=[wood])
    game.do("charge", unit="Bills")
    assert game.state.enemies_touching("Bills") == ["Others"]


@pytest.mark.rules("C341", "C331")
def test_a_river_halves_the_20_cm() -> None:
    river = {"kind": "river", "area": [[0, 61], [120, 61], [120, 62], [0, 62]]}
    assert game_of([bills()], [foes(y=70)], terrain=[river]).refused("charge", unit="Bills") == set()
    assert game_of([bills()], [foes(y=71)], terrain=[river]).refused("charge", unit="Bills") == {"C49", "C15"}


@pytest.mark.rules("C102", "C331")
def test_initiative_comes_before_all_orders_and_only_once() -> None:
    game = battle([bills(), bills(20, 60, "More")], [foes()])
    game.do("order", character="Edward", unit="More", dice=[6, 5])
    assert game.refused("charge", unit="Bills") == {"C102"}
    assert game.refused("evade", unit="Bills") == {"C102"}
    assert game_of([bills(initiative=NOW)], [foes()]).refused("charge", unit="Bills") == {"C16"}


@pytest.mark.rules("C102")
def test_who_moved_by_initiative_takes_no_order() -> None:
    game = game_of([bills()], [foes()])
    game.do("evade", unit="Bills")
    assert game.refused("order", character="Edward", unit="Bills") == {"C102"}


@pytest.mark.rules("C411", "C132", "C16", "C38", "C101", "C74")
def test_what_keeps_a_unit_from_initiative() -> None:
    assert game_of([bills(confused=True)], [foes()]).refused("charge", unit="Bills") == {"C411"}
    held = game_of([bills()], [foes(y=60)], contacts=[touch("Bills", "Foes")])
    assert "C132" in held.refused("evade", unit="Bills")
    guns = stands("Canon / Bombard", "Guns", 60, 60)
    assert game_of([guns], [foes()]).refused("charge", unit="Guns") == {"C16"}
    assert "C38" in battle([bills()], [foes()], commanders={"Edward": (60, 63)}).refused("charge", unit="Edward")
    assert game_of([bills()], [foes()], step="shooting").refused("charge", unit="Bills") == {"C101"}
    assert game_of([bills()], [foes()]).refused("charge", unit="Foes") == {"C74"}


@pytest.mark.rules("C38")
def test_a_commander_with_his_men_does_nothing_without_them() -> None:
    game = battle([bills()], [foes()], commanders={"Edward": "Bills"})
    assert game.refused("charge", unit="Edward") == {"C38"}
    assert game.refused("evade", unit="Edward") == {"C38"}


@pytest.mark.rules("C332")
def test_an_evade_goes_straight_away_from_the_closest_enemy() -> None:
    game = game_of([bills()], [foes()])
    game.do("evade", unit="Bills")
    assert (game.unit("Bills").x, game.unit("Bills").y, game.unit("Bills").facing) == pytest.approx((60, 50, 0))
    west = game_of([bills()], [foes(50, 62, facing=90)])
    west.do("evade", unit="Bills", centimetres=6)
    assert (west.unit("Bills").x, west.unit("Bills").y) == pytest.approx((66, 60))


@pytest.mark.rules("C332", "C16")
def test_an_evade_goes_a_full_move_at_most_and_only_from_enemies_within_20_cm() -> None:
    assert game_of([bills()], [foes()]).refused("evade", unit="Bills", centimetres=10.1) == {"C16"}
    assert game_of([bills()], [foes(y=80.1)]).refused("evade", unit="Bills") == {"C332"}
    horse = game_of([stands("Mounted Currours", "Horse", 60, 60)], [foes()])
    horse.do("evade", unit="Horse")
    assert horse.unit("Horse").y == pytest.approx(40)


@pytest.mark.rules("C332", "C15")
def test_who_turns_as_he_evades_goes_less_far() -> None:
    """About turned on the middle of its front a stand's corner goes farther than the unit does."""
    game = game_of([bills()], [foes()])
    game.do("evade", unit="Bills", facing=180)
    assert game.unit("Bills").facing == 180
    assert 50 < game.unit("Bills").y < 57
    assert game_of([bills()], [foes()]).refused("evade", unit="Bills", centimetres=10, facing=180) == {"C16"}


@pytest.mark.rules("C401", "C332")
def test_friends_whom_an_evade_bursts_through_are_confused() -> None:
    """Friends from 53 to 55; the evade ends with its rear at 48 and its front at 50."""
    game = game_of([bills(), bills(60, 55, "Friends")], [foes()])
    game.do("evade", unit="Bills")
    assert game.unit("Bills").y == pytest.approx(50)
    assert game.unit("Friends").confused
    assert not game.unit("Bills").confused


@pytest.mark.rules("C414", "C401")
def test_their_confusion_ends_with_this_command_phase() -> None:
    game = game_of([bills(), bills(60, 55, "Friends")], [foes()])
    game.do("evade", unit="Bills")
    assert game.refused("order", character="Edward", unit="Friends") == {"C411"}
    game.on("shooting")
    assert not game.unit("Friends").confused


@pytest.mark.rules("C332", "C16")
def test_an_evade_stops_where_it_still_ends_one_centimetre_clear() -> None:
    """Friends from 48 to 50: ten centimetres would end on them, seven end with the rear at 51."""
    game = game_of([bills(), bills(60, 50, "Friends")], [foes()])
    game.do("evade", unit="Bills")
    assert game.unit("Bills").y == pytest.approx(53)
    assert not game.unit("Friends").confused
    assert game_of([bills(), bills(60, 50, "Friends")], [foes()]).refused("evade", unit="Bills", centimetres=10) == {
        "C16"
    }


@pytest.mark.rules("C332", "C16")
def test_nobody_evades_through_friends_who_are_engaged() -> None:
    friends, others = bills(60, 55, "Friends"), stands("Shire Bill", "Others", 60, 53, 0)
    game = game_of([bills(), friends], [foes(), others], contacts=[touch("Others", "Friends", "front", "rear")])
    game.do("evade", unit="Bills")
    assert game.unit("Bills").y == pytest.approx(58)
    assert not game.unit("Friends").confused


@pytest.mark.rules("C90")
def test_a_commander_is_not_confused_by_his_men_passing() -> None:
    game = battle([bills()], [foes()], commanders={"Edward": (60, 55), "Warwick": None})
    game.do("evade", unit="Bills")
    assert game.unit("Bills").y == pytest.approx(50)
    assert not game.unit("Edward").confused


@pytest.mark.rules("C332", "C78")
def test_at_the_edge_of_the_table_there_is_no_way_to_evade() -> None:
    game = game_of([bills(60, 2)], [foes(60, 8)], commanders={"Edward": (10, 20), "Warwick": None})
    assert game.refused("evade", unit="Bills") == {"C16"}
    game.do("evade", unit="Bills", overrule="they shuffle about")
    assert game.unit("Bills").y == pytest.approx(2)


@pytest.mark.rules("C341", "C332")
def test_a_river_halves_an_evade() -> None:
    river = {"kind": "river", "area": [[0, 55], [120, 55], [120, 56], [0, 56]]}
    game = game_of([bills()], [foes()], terrain=[river])
    game.do("evade", unit="Bills")
    assert game.unit("Bills").y == pytest.approx(55)


@pytest.mark.rules("C331", "C332", "C401")
def test_without_a_map_the_players_say_how_far_and_through_whom() -> None:
    game = battle([bills(), bills(60, 55, "Friends")], [foes()], mapless=True)
    assert game.refused("charge", unit="Bills", target="Foes", sets=["distance=21"]) == {"C331"}
    assert game.refused("evade", unit="Bills", sets=["distance=8"], centimetres=11) == {"C16"}
    through = 'through=[{name="Friends",profile="Retinue Bill"}]'
    game.do("evade", unit="Bills", sets=["distance=8", through])
    assert game.unit("Friends").confused
    game.do("charge", unit="Friends", target="Foes", sets=["distance=8"], overrule="confused or not")
    assert game.state.enemies_touching("Friends") == ["Foes"]
