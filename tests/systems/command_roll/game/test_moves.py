"""Moves by order: pace, corners, formations, ground and the others, and bows through bills (C15, C85)."""

import math
from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from tests.marking import case
from tests.systems.command_roll.game.tables import Game, Standing, battle, stands

LONE = {"Edward": (20, 20), "Warwick": None}


def bills(x: float = 60, y: float = 60, name: str = "Bills", **said: Any) -> Standing:
    return stands("Retinue Bill", name, x, y, **said)


def foes(x: float = 60, y: float = 110, name: str = "Foes", **said: Any) -> Standing:
    return stands("Shire Bill", name, x, y, **said)


def ordered(york: list[Standing], lancaster: list[Standing] | None = None, **said: Any) -> Game:
    """York's first unit has an order."""
    game = battle(york, lancaster or [foes()], **({"commanders": LONE} | said))
    game.do("order", character="Edward", unit=york[0].described["name"], dice=[1, 1])
    return game


@pytest.mark.parametrize(
    ("profile", "pace"),
    [case("C609", "Retinue Bill", 10), case("C605", "Mounted Currours", 20), case("C622", "Canon / Bombard", 5)],
)
def test_all_is_the_full_pace_of_the_list(profile: str, pace: float) -> None:
    game = ordered([stands(profile, "Unit", 60, 60)])
    assert game.refused("move", unit="Unit", centimetres=pace + 0.1) == {"C15"}
    game.do("move", unit="Unit", centimetres="all")
    assert (game.unit("Unit").x, game.unit("Unit").y) == pytest.approx((60, 60 + pace))


@pytest.mark.rules("C103", "C15")
def test_units_go_back_aside_or_towards_something_without_turning() -> None:
    ways: tuple[tuple[dict[str, Any], tuple[float, float]], ...] = (
        ({"centimetres": -4}, (60, 56)),
        ({"centimetres": 5, "bearing": 90}, (65, 60)),
        ({"centimetres": 5, "towards": "63,64"}, (63, 64)),
        ({"centimetres": 5, "towards": "Foes"}, (60, 65)),
    )
    for words, place in ways:
        game = ordered([bills()])
        game.do("move", unit="Bills", **words)
        assert (game.unit("Bills").x, game.unit("Bills").y) == pytest.approx(place)
        assert game.unit("Bills").facing == 0


@pytest.mark.rules("C15")
def test_a_turn_costs_what_the_farthest_corner_goes() -> None:
    """90 degrees about the middle of the front: a rear corner is 4 by 2 cm off, its chord the root of 2 times that."""
    game = ordered([bills()])
    facts = game.facts("move", unit="Bills", centimetres=0, facing=90)
    assert facts["distance"] == pytest.approx(math.hypot(4, 2) * math.sqrt(2), abs=0.001)
    game.do("move", unit="Bills", centimetres=0, facing=90)
    assert game.unit("Bills").facing == 90


@pytest.mark.rules("C15")
def test_about_turned_the_stands_change_places() -> None:
    """Each stand's rear corner goes 4 cm aside and 4 along; if they kept their sides it would be twice as far."""
    facts = ordered([bills()]).facts("move", unit="Bills", centimetres=0, facing=180)
    assert facts["distance"] == pytest.approx(math.hypot(4, 4), abs=0.001)


@pytest.mark.rules("C15")
def test_a_line_forms_column_and_a_column_line() -> None:
    """From two abreast to one behind the other: the farther stand goes 2 cm aside and 2 back."""
    game = ordered([bills()])
    assert game.facts("move", unit="Bills", centimetres=0, form="column")["distance"] == pytest.approx(2.828)
    game.do("move", unit="Bills", centimetres=0, form="column")
    assert game.body("Bills").width == 4
    assert game.body("Bills").depth == 4
    game.do("order", character="Edward", unit="Bills", dice=[1, 1])
    game.do("move", unit="Bills", centimetres=3, form="line")
    assert game.body("Bills").width == 8
    assert game.unit("Bills").y == pytest.approx(63)


@pytest.mark.rules("C15")
def test_a_unit_that_has_lost_a_stand_keeps_the_formation_it_is_told() -> None:
    game = ordered([bills(lost=1)])
    game.do("move", unit="Bills", centimetres="all", form="column")
    assert (game.body("Bills").width, game.body("Bills").depth) == (4, 2)


@pytest.mark.rules("C15")
def test_irregular_and_fortified_units_go_half_as_far() -> None:
    game = ordered([bills(irregular=True)])
    game.do("move", unit="Bills", centimetres="all")
    assert game.unit("Bills").y == pytest.approx(65)
    works = {"kind": "earthworks", "line": [[50, 60.5], [70, 60.5]]}
    game = ordered([bills()], terrain=[works])
    game.do("move", unit="Bills", centimetres="all", bearing=180)
    assert game.unit("Bills").y == pytest.approx(55)


@pytest.mark.rules("C341")
def test_a_river_halves_the_move_unless_there_is_a_bridge() -> None:
    river = {"kind": "river", "area": [[0, 61], [120, 61], [120, 62], [0, 62]]}
    game = ordered([bills()], terrain=[river])
    assert game.refused("move", unit="Bills", centimetres=6) == {"C15"}
    game.do("move", unit="Bills", centimetres="all")
    assert game.unit("Bills").y == pytest.approx(65)
    bridge = {"kind": "bridge", "area": [[50, 60], [70, 60], [70, 63], [50, 63]]}
    game = ordered([bills()], terrain=[river, bridge])
    game.do("move", unit="Bills", centimetres="all")
    assert game.unit("Bills").y == pytest.approx(70)


@pytest.mark.rules("C341")
def test_who_stays_on_his_bank_goes_his_full_pace() -> None:
    river = {"kind": "river", "area": [[0, 72], [120, 72], [120, 73], [0, 73]]}
    game = ordered([bills()], terrain=[river])
    game.do("move", unit="Bills", centimetres="all")
    assert game.unit("Bills").y == pytest.approx(70)


@pytest.mark.rules("C85", "C508", "C131", "C77", "C78")
def test_nobody_goes_through_others_ground_or_the_edge() -> None:
    marsh = {"kind": "marsh", "area": [[50, 64], [70, 64], [70, 66], [50, 66]]}
    house = {"kind": "building", "area": [[50, 64], [70, 64], [70, 66], [50, 66]]}
    assert ordered([bills(), bills(60, 66, "More")]).refused("move", unit="Bills", centimetres=9) == {"C508"}
    assert ordered([bills()], [foes(y=64)]).refused("move", unit="Bills", centimetres=9) == {"C131"}
    assert ordered([bills()], terrain=[marsh]).refused("move", unit="Bills", centimetres=9) == {"C77"}
    assert ordered([bills()], terrain=[house]).refused("move", unit="Bills", centimetres=9) == set()
    horse = stands("Mounted Currours", "Horse", 60, 60)
    assert ordered([horse], terrain=[house]).refused("move", unit="Horse", centimetres=9) == {"C77"}
    assert ordered([bills(y=118)], [foes(y=60)]).refused("move", unit="Bills", centimetres=3) == {"C78"}


@pytest.mark.rules("C90")
def test_a_commander_lets_his_own_men_by_but_nobody_ends_on_him() -> None:
    game = ordered([bills()], commanders={"Edward": (60, 66), "Warwick": None})
    assert game.refused("move", unit="Bills", centimetres=10) == set()
    assert game.refused("move", unit="Bills", centimetres=5) == {"C78"}


@pytest.mark.rules("C131")
def test_all_stops_before_whoever_is_in_the_way_and_touching_an_enemy_is_a_charge() -> None:
    game = ordered([bills()], [foes(y=66)])
    assert game.refused("move", unit="Bills", centimetres=6) == {"C131"}
    game.do("move", unit="Bills", centimetres="all")
    assert 65 < game.unit("Bills").y < 66
    assert not game.state.contacts


@pytest.mark.rules("C131", "C132")
def test_players_who_overrule_that_have_charged() -> None:
    game = ordered([bills()], [foes(y=66)])
    game.do("move", unit="Bills", centimetres=6, overrule="so it stands on the table")
    assert game.state.enemies_touching("Bills") == ["Foes"]
    assert game.unit("Bills").charged == game.state.now
    game.do("move", unit="Bills", centimetres=-6, overrule="and back again")
    assert not game.state.contacts


@pytest.mark.rules("C411", "C133", "C38", "C101", "C74")
def test_what_keeps_a_unit_from_moving() -> None:
    assert "C411" in battle([bills(confused=True)], [foes()]).refused("move", unit="Bills", centimetres=1)
    assert "C38" in battle([bills()], [foes()]).refused("move", unit="Edward", centimetres=1)
    assert "C101" in battle([bills()], [foes()], step="combat").refused("move", unit="Bills", centimetres=1)
    assert "C74" in battle([bills()], [foes()]).refused("move", unit="Foes", centimetres=1)


@pytest.mark.rules("C38")
def test_commanders_go_with_the_unit_that_they_joined() -> None:
    game = ordered([bills()], commanders={"Edward": "Bills", "Warwick": None})
    game.do("move", unit="Bills", centimetres="all")
    assert game.body("Edward").pose.y == pytest.approx(70)
    assert game.facts("order", character="Edward", unit="Bills")["units"][0]["distance"] == 0


def test_places_and_names_that_make_no_sense_are_said_to_be_broken() -> None:
    game = ordered([bills()])
    for towards in ("1.2.3,4", "Nobody", "60,", ",5", "nan,1"):
        with pytest.raises(BrokenInputError):
            game.proposed("move", unit="Bills", centimetres=5, towards=towards)


@pytest.mark.rules("C103")
def test_without_a_map_a_distance_that_is_said_is_held_against_the_pace() -> None:
    game = battle([bills()], [foes()], mapless=True)
    assert game.refused("move", unit="Bills", centimetres=3) == {"C103"}
    game.do("order", character="Edward", unit="Bills", dice=[1, 1], sets=["units.0.distance=5"])
    assert game.refused("move", unit="Bills", centimetres=11) == {"C15"}
    assert game.refused("move", unit="Bills", centimetres=6, sets=["river=true"]) == {"C15"}
    game.do("move", unit="Bills", centimetres=10, form="column")
    assert game.unit("Bills").ranks == 2


def bows(x: float = 60, y: float = 58, **said: Any) -> Standing:
    return stands("Retinue Bow", "Bows", x, y, **said)


@pytest.mark.rules("C508", "C17")
def test_bows_pass_through_bills_and_end_wholly_beyond() -> None:
    """Close behind bills that are 2 cm deep: 4 cm, and they stand close before them."""
    game = ordered([bows(), bills()])
    game.do("pass", unit="Bows", friend="Bills")
    assert game.unit("Bows").y == pytest.approx(62)
    assert not game.state.order
    game.do("order", character="Edward", unit="Bows", dice=[1, 1])
    game.do("pass", unit="Bows", friend="Bills", back=True)
    assert game.unit("Bows").y == pytest.approx(58)


@pytest.mark.rules("C508")
def test_they_pass_through_all_who_stand_there_if_all_are_bills_or_men_at_arms() -> None:
    more = stands("Dismounted Men at Arms", "Knights", 64, 60)
    game = ordered([bows(), bills(56), more])
    assert {one["name"] for one in game.facts("pass", unit="Bows", friend="Bills")["through"]} == {"Bills", "Knights"}
    game.do("pass", unit="Bows", friend="Bills")
    assert game.unit("Bows").y == pytest.approx(62)
    pikes = stands("Pike", "Pikes", 64, 60)
    assert ordered([bows(), bills(56), pikes]).refused("pass", unit="Bows", friend="Bills") == {"C508"}


@pytest.mark.rules("C508", "C17", "C122", "C131")
def test_what_keeps_bows_from_passing() -> None:
    assert ordered([bows(y=50), bills()]).refused("pass", unit="Bows", friend="Bills") == {"C17"}
    assert ordered([bows(), bills(confused=True)]).refused("pass", unit="Bows", friend="Bills") == {"C17"}
    assert "C508" in ordered([bows(), bills(80)]).refused("pass", unit="Bows", friend="Bills")
    assert "C508" in ordered([bills(y=58), bills(60, 60, "More")]).refused("pass", unit="Bills", friend="More")
    assert ordered([bows(), bills()], [foes(y=62)]).refused("pass", unit="Bows", friend="Bills") == {"C131"}
    assert "C103" in battle([bows(), bills()], [foes()]).refused("pass", unit="Bows", friend="Bills")
    brigade = battle([bows(), bills()], [foes()])
    brigade.do("order", character="Edward", unit="Bows", brigade=True, dice=[1, 1])
    assert brigade.refused("pass", unit="Bows", friend="Bills") == {"C122"}


@pytest.mark.rules("C508")
def test_without_a_map_they_pass_too() -> None:
    game = battle([bows(), bills()], [foes()], mapless=True)
    game.do("order", character="Edward", unit="Bows", dice=[1, 1], sets=["units.0.distance=5"])
    assert game.refused("pass", unit="Bows", friend="Bills", sets=["distance=11"]) == {"C17"}
    game.do("pass", unit="Bows", friend="Bills")
    assert not game.state.order


@pytest.mark.rules("C103", "C508", "C131")
@pytest.mark.parametrize(("wall", "rule"), [("friends", "C508"), ("enemies", "C131"), ("marsh", "C77")])
def test_a_move_that_goes_nowhere_is_refused_with_what_bars_it(wall: str, rule: str) -> None:
    """Something stands right before the ordered Bills: the order is not spent on it."""
    ahead = stands("Shire Bill", "Wall", 60, 42.1, 0)
    game = battle(
        [stands("Shire Bill", "Bills", 60, 40), *([ahead] if wall == "friends" else [])],
        [stands("Shire Bill", "Foes", 60, 100), *([ahead] if wall == "enemies" else [])],
        terrain=[{"kind": "marsh", "area": [[40, 40], [80, 40], [80, 50], [40, 50]]}] if wall == "marsh" else [],
        state={"order": {"units": ["Bills"], "because": "order", "moved": []}},
    )
    assert rule in game.refused("move", unit="Bills", centimetres="all")
    assert game.refused("move", unit="Bills", centimetres=-3) == set()


@pytest.mark.rules("C15")
@pytest.mark.parametrize(("form", "words"), [("column", "a column"), ("irregular", "an irregular body"), (None, "")])
def test_a_new_formation_is_told(form: str | None, words: str) -> None:
    game = battle(
        [stands("Shire Bill", "Bills", 60, 40)],
        [stands("Shire Bill", "Foes", 60, 100)],
        state={"order": {"units": ["Bills"], "because": "order", "moved": []}},
    )
    says = game.do("move", unit="Bills", centimetres=0, form=form)
    assert says[0].endswith(f"cm and form {words}." if words else "cm.")
