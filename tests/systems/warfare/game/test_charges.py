"""Event III on the table: charges that reach, fall short, are met on the way, and strike front, flank or rear."""

import math
from typing import Any

import pytest

from miniatures.space.contact import touching
from tests.marking import case
from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import gun, knights, longbowmen, unit

#: Sixteen foot in two ranks: 80 mm across, 40 mm deep.
WIDE, DEEP = 80 / 25.4, 40 / 25.4
HEAVY_HORSE = knights("Horse", protection="heavy", figures=6)  # 10 inches, two bases across


def facing_each_other(gap: float, charger: Any = None, goal: Any = None, **said: Any) -> Game:
    """A charger at 24,10 that looks north, and its enemy straight ahead that looks at it."""
    return battle(
        [stands(charger or unit("Bills"), 24, 10)],
        [stands(goal or unit("Foes"), 24, 10 + gap)],
        orders=said.pop("orders", {"Rearward": "attack"}),
        **said,
    )


def sides(game: Game, first: str = "Bills", second: str = "Foes") -> tuple[str, str]:
    (contact,) = [one for one in game.state.contacts if (one.first, one.second) == (first, second)]
    return contact.first_side, contact.second_side


@pytest.mark.rules("W401", "W403")
def test_a_charge_that_reaches_ends_in_contact_front_to_front() -> None:
    game = facing_each_other(6)
    game.do("charge", unit="Bills", target="Foes")
    assert game.body("Bills").pose == pytest.approx((24, 16, 0), abs=0.001)
    assert touching(game.body("Bills"), game.body("Foes"))
    assert sides(game) == ("front", "front")
    assert game.unit("Bills").charged == 1
    assert game.unit("Foes").charged == 0
    assert game.state.in_melee("Bills")
    assert game.state.in_melee("Foes")


@pytest.mark.rules("W32", "W422")
def test_a_charge_that_falls_short_goes_its_whole_distance_and_has_no_bonus() -> None:
    game = facing_each_other(9)
    game.do("charge", unit="Bills", target="Foes")
    assert game.body("Bills").pose == pytest.approx((24, 18, 0), abs=0.001)
    assert game.unit("Bills").charged == 0
    assert game.state.contacts == ()
    assert facing_each_other(8).do("charge", unit="Bills", target="Foes")[0].endswith("contact.")


@pytest.mark.rules("W402", "W32")
def test_the_arc_counts_at_the_start_of_the_move() -> None:
    """At 40 degrees it is outside; a wheel of 25 before the charge does not bring it in."""
    x, y = 24 + 6 * math.sin(math.radians(60)), 10 + 6 * math.cos(math.radians(60))
    game = battle([stands(unit("Bills"), 24, 10)], [stands(unit("Foes"), x, y, 240)])
    assert game.refused("charge", unit="Bills", target="Foes") == {"W402"}
    game.do("wheel", unit="Bills", to="right", degrees=25)
    assert game.refused("charge", unit="Bills", target="Foes") == {"W402"}


@pytest.mark.rules("W402", "W69", "W303")
def test_a_charge_wheels_as_little_as_it_must_and_pays_for_it() -> None:
    """The enemy's near corner is two inches right of the charger's own: a wheel of a few degrees takes it along."""
    game = battle(
        [stands(unit("Bills"), 24, 10)], [stands(unit("Foes"), 24 + WIDE + 0.3, 16)], orders={"Rearward": "attack"}
    )
    facts = game.facts("charge", unit="Bills", target="Foes")
    # To touch it the front right corner must come 0.3 further right in 6 inches: not quite 3 degrees.
    assert 0 < facts["wheel"] < math.radians(3.5) * WIDE
    game.do("charge", unit="Bills", target="Foes")
    assert touching(game.body("Bills"), game.body("Foes"))


@pytest.mark.rules("W32", "W63")
def test_who_is_out_of_sight_at_the_start_is_not_charged() -> None:
    house = {"kind": "building", "area": [[21, 12], [27, 12], [27, 13], [21, 13]]}
    assert facing_each_other(6, terrain=[house]).refused("charge", unit="Bills", target="Foes") == {"W32", "W67"}


@pytest.mark.rules("W32")
def test_nobody_charges_through_others() -> None:
    friends = battle([stands(unit("Bills"), 24, 10), stands(unit("Ours"), 24, 13)], [stands(unit("Foes"), 24, 16)])
    assert "W32" in friends.refused("charge", unit="Bills", target="Foes")
    enemies = battle([stands(unit("Bills"), 24, 10)], [stands(unit("Near"), 24, 13), stands(unit("Foes"), 24, 16)])
    assert "W32" in enemies.refused("charge", unit="Bills", target="Foes")


@pytest.mark.parametrize(
    ("piece", "gap", "reaches"),
    [
        case("W319", {"kind": "hedge", "line": [[0, 12], [48, 12]]}, 6, True),
        case("W319", {"kind": "hedge", "line": [[0, 12], [48, 12]]}, 6.1, False),
        case("W319", {"kind": "hill", "height": 1, "area": [[0, 12], [48, 12], [48, 40], [0, 40]]}, 6, True),
        case("W319", {"kind": "hill", "height": 1, "area": [[0, 12], [48, 12], [48, 40], [0, 40]]}, 6.1, False),
    ],
)
def test_the_reach_of_a_charge_is_what_hindrances_leave(piece: dict[str, Any], gap: float, reaches: bool) -> None:
    game = facing_each_other(gap, terrain=[piece])
    game.do("charge", unit="Bills", target="Foes", stand=True)
    assert bool(game.state.contacts) is reaches
    assert (game.unit("Bills").uphill == 1) is (reaches and piece["kind"] == "hill")


@pytest.mark.rules("W321", "W320")
def test_nobody_charges_through_rough_ground() -> None:
    wood = {"kind": "rough", "area": [[0, 12], [48, 12], [48, 13], [0, 13]]}
    assert facing_each_other(5, terrain=[wood]).refused("charge", unit="Bills", target="Foes") == {"W321"}


@pytest.mark.rules("W322", "W104")
def test_who_shot_does_not_charge_and_inches_already_marched_count() -> None:
    shot = battle([stands(unit("Bills"), 24, 10, shot=1)], [stands(unit("Foes"), 24, 14)])
    assert shot.refused("charge", unit="Bills", target="Foes") == {"W322"}
    game = facing_each_other(9)
    game.do("move", unit="Bills", inches=4)
    assert game.facts("charge", unit="Bills", target="Foes")["distance"] == pytest.approx(9)
    game.do("charge", unit="Bills", target="Foes")
    assert game.state.contacts == ()


@pytest.mark.rules("W403", "W41")
@pytest.mark.parametrize("facing", [0.0, 90.0, 270.0, 45.0])
def test_the_first_to_reach_a_unit_turns_it_to_face_wherever_it_came_from(facing: float) -> None:
    game = battle([stands(unit("Bills"), 24, 10)], [stands(unit("Foes"), 24, 16, facing)])
    game.do("charge", unit="Bills", target="Foes")
    assert sides(game) == ("front", "front")
    assert game.unit("Foes").facing == pytest.approx(180, abs=0.01)
    assert touching(game.body("Bills"), game.body("Foes"))
    assert game.body("Bills").polygon.intersection(game.body("Foes").polygon).area < 0.01


@pytest.mark.rules("W403", "W41")
def test_by_option_a_first_contact_strikes_flank_or_rear() -> None:
    for facing, side in ((0.0, "rear"), (90.0, "flank"), (180.0, "front")):
        game = battle(
            [stands(unit("Bills"), 24, 10)], [stands(unit("Foes"), 24, 16, facing)], first_contact_any_side=True
        )
        game.do("charge", unit="Bills", target="Foes")
        assert sides(game) == ("front", side)
        assert game.unit("Foes").facing == facing


@pytest.mark.rules("W403", "W41")
def test_hemmed_in_between_friends_a_unit_fights_as_it_stands() -> None:
    """In a close column nobody can turn: the charger stays at the flank it reached, and both count as facing."""
    game = battle(
        [stands(unit("Bills"), 16, 30 - DEEP / 2, 90)],
        [stands(unit("Van"), 24, 30 - DEEP), stands(unit("Foes"), 24, 30), stands(unit("Rear"), 24, 30 + DEEP)],
    )
    game.do("charge", unit="Bills", target="Foes")
    assert sides(game) == ("front", "front")
    assert game.unit("Foes").facing == 180
    assert game.unit("Bills").x == pytest.approx(24 - WIDE / 2, abs=0.001)
    assert touching(game.body("Bills"), game.body("Foes"))


@pytest.mark.rules("W403", "W428", "W429")
@pytest.mark.parametrize(
    ("pose", "side"),
    [((16.0, 16 + DEEP / 2, 90.0), "flank"), ((32.0, 16 + DEEP / 2, 270.0), "flank"), ((24.0, 23.0, 180.0), "rear")],
    ids=["left", "right", "rear"],
)
def test_those_who_join_strike_the_side_that_they_come_from(pose: tuple[float, float, float], side: str) -> None:
    game = battle(
        [stands(unit("Bills"), 24, 16), stands(unit("Ours"), *pose)],
        [stands(unit("Foes"), 24, 16)],
        contacts=[touch("Bills", "Foes")],
        leaders={"Edward": (20, 16)},
    )
    game.do("charge", unit="Ours", target="Foes")
    assert sides(game, "Ours") == ("front", side)
    assert touching(game.body("Ours"), game.body("Foes"))
    assert game.unit("Foes").facing == 180


@pytest.mark.rules("W401", "W41")
def test_a_charge_into_a_line_touches_the_neighbour_too() -> None:
    """Two enemies shoulder to shoulder, and a charger straight before the seam."""
    game = battle(
        [stands(unit("Bills"), 24, 10)],
        [stands(unit("Foes"), 24 - WIDE / 2, 16), stands(unit("Others"), 24 + WIDE / 2, 16)],
        orders={"Rearward": "attack"},
    )
    game.do("charge", unit="Bills", target="Foes")
    assert sides(game) == ("front", "front")
    assert sides(game, "Bills", "Others") == ("front", "front")


@pytest.mark.rules("W33", "W106")
@pytest.mark.parametrize(("midway", "meet"), [(False, 4.0), (True, 4.5)])
def test_a_countercharge_meets_the_charge_by_their_speeds_or_midway(midway: bool, meet: float) -> None:
    """Foot with 8 inches and horse with 10 over nine: they meet after four, or by option after four and a half."""
    game = facing_each_other(9, goal=HEAVY_HORSE, meet_midway=midway)
    game.do("charge", unit="Bills", target="Horse", countercharge=True)
    assert game.body("Bills").pose == pytest.approx((24, 10 + meet, 0), abs=0.001)
    assert game.body("Horse").pose == pytest.approx((24, 10 + meet, 180), abs=0.001)
    assert (game.unit("Bills").charged, game.unit("Horse").charged) == (1, 1)


@pytest.mark.rules("W106", "W33")
def test_defend_countercharges_by_itself_unless_the_players_say_it_stands() -> None:
    game = facing_each_other(6, orders={"Rearward": "defend"})
    game.do("charge", unit="Bills", target="Foes")
    assert game.unit("Foes").y == pytest.approx(13, abs=0.001)
    stands_still = facing_each_other(6, orders={"Rearward": "defend"})
    stands_still.do("charge", unit="Bills", target="Foes", stand=True)
    assert stands_still.unit("Foes").y == 16


@pytest.mark.rules("W33", "W321", "W322")
@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ({"shot": 1}, "W322"),
        ({"fell_back": 1}, "W322"),
        ({"moving": {"turn": 1, "inches": 1.0}}, "W33"),
        ({"facing": 120.0}, "W402"),
    ],
    ids=["shot", "fell back", "moved", "out of its arc"],
)
def test_who_may_not_countercharge(said: dict[str, Any], rule: str) -> None:
    for order in ("attack", "defend"):
        game = battle(
            [stands(unit("Bills"), 24, 10)], [stands(unit("Foes"), 24, 16, **said)], orders={"Rearward": order}
        )
        assert rule in game.refused("charge", unit="Bills", target="Foes", countercharge=True)
        game.do("charge", unit="Bills", target="Foes")
        assert game.unit("Foes").charged == 0


@pytest.mark.rules("W408")
def test_guns_are_taken_at_a_touch_and_so_is_the_one_beside() -> None:
    side = 40 / 25.4
    game = battle(
        [stands(unit("Bills"), 24, 10)],
        [stands(gun("Gun"), 24 - side / 2, 16), stands(gun("Other"), 24 + side / 2, 16)],
    )
    game.do("charge", unit="Bills", target="Gun")
    assert (game.unit("Gun").gone, game.unit("Other").gone) == ("removed", "removed")
    assert game.state.contacts == ()
    assert game.unit("Bills").y == pytest.approx(16, abs=0.001)
    assert "W408" in battle([stands(gun("Gun"), 24, 10)], [stands(unit("Foes"), 24, 10.5)]).refused(
        "charge", unit="Gun", target="Foes"
    )


@pytest.mark.rules("W57", "W401")
def test_a_lone_leader_who_is_touched_goes_to_the_nearest_friends_or_is_lost() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 10)],
        [stands(unit("Foes"), 24, 16), stands(unit("Others"), 30, 30)],
        leaders={"Somerset": (24, 15.2)},
        orders={"Rearward": "attack"},
    )
    game.do("charge", unit="Bills", target="Foes")
    assert game.state.leaders["Somerset"].unit == "Foes"
    marched = battle(
        [stands(unit("Bills"), 24, 10)], [stands(unit("Foes"), 24, 30, routing=1)], leaders={"Somerset": (24, 13)}
    )
    marched.do("move", unit="Bills", inches=5)
    assert marched.state.leaders["Somerset"].gone == "lost"


@pytest.mark.rules("W518", "W35", "W402")
def test_fury_charges_the_closest_enemy_whatever_its_orders_or_its_leader_say() -> None:
    game = battle(
        [stands(knights("Horse"), 24, 10, furious=True, shot=1)],
        [stands(unit("Foes"), 24, 15), stands(unit("Others"), 25, 20)],
        orders={"Vaward": "retire", "Rearward": "attack"},
        leaders={"Edward": (2, 46)},
    )
    assert "W518" in game.refused("charge", unit="Horse", target="Others")
    game.do("charge", unit="Horse", target="Foes")
    assert game.unit("Horse").charge_moves == 1
    assert sides(game, "Horse") == ("front", "front")


@pytest.mark.rules("W401", "W402", "W32", "W403")
def test_without_a_map_the_players_state_the_distance() -> None:
    game = battle([stands(unit("Bills")), stands(unit("Ours"))], [stands(unit("Foes"))], mapless=True)
    assert game.refused("charge", unit="Bills", target="Foes") == {"W32"}
    assert game.refused("charge", unit="Bills", target="Foes", sets=["distance=5", "in_arc=false"]) == {"W402"}
    game.do("charge", unit="Bills", target="Foes", sets=["distance=5"])
    game.do("charge", unit="Ours", target="Foes", side="rear", sets=["distance=8"])
    assert sides(game) == ("front", "front")
    assert sides(game, "Ours") == ("front", "rear")
    short = battle([stands(longbowmen("Bows"))], [stands(unit("Foes"))], mapless=True)
    short.do("charge", unit="Bows", target="Foes", sets=["distance=8.5"])
    assert short.state.contacts == ()
