"""Event II on the table: arcs, the closest enemy, sight, cover, and both sides shooting at once."""

import math
from typing import Any

import pytest

from tests.marking import case
from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import crossbowmen_and_pavises, gun, knights, longbowmen, unit

BOWS = longbowmen("Bows")
#: Sixteen foot in two ranks: 80 mm across, 40 mm deep.
HALF, DEEP = 40 / 25.4, 40 / 25.4


def range_of(distance: float, firer: Any = BOWS, target: Any = None, **said: Any) -> Game:
    """Firers at 24,2 looking north, and an enemy straight ahead that looks at them."""
    target = target or unit("Bills")
    return battle([stands(firer, 24, 2)], [stands(target, 24, 2 + distance)], step="shots", size=(48, 60), **said)


@pytest.mark.parametrize(
    ("firer", "reach"),
    [
        case("W204", gun("Bows"), 48),
        case("W205", BOWS, 24),
        case("W205", unit("Bows", weapons=["crossbow"]), 24, name="crossbows"),
        case("W206", unit("Bows", weapons=["handgun"]), 10),
    ],
)
def test_each_weapon_has_its_range(firer: Any, reach: float) -> None:
    rule = {48: "W204", 24: "W205", 10: "W206"}[reach]
    at_most, beyond = range_of(reach, firer), range_of(reach + 0.1, firer)
    assert at_most.refused("shoot", unit="Bows", target="Bills") == set()
    assert beyond.refused("shoot", unit="Bows", target="Bills") == {rule}
    assert beyond.refused("shoot", unit="Bows") == {"W201"}


@pytest.mark.rules("W207", "W221", "W452")
def test_two_dice_are_thrown_and_read_with_the_measured_facts() -> None:
    """6 and 5, less 1 for longbows and 2 at 8 inches: 8, a third of it for light armour, rounded down."""
    game = range_of(8)
    game.do("shoot", unit="Bows", dice=[6, 5])
    assert game.unit("Bills").struck == 2
    near = range_of(7.9)
    near.do("shoot", unit="Bows", dice=[6, 5])
    assert near.unit("Bills").struck == 3


@pytest.mark.rules("W207", "W453")
def test_a_gun_throws_one_die() -> None:
    game = range_of(40, gun("Bows"))
    game.do("shoot", unit="Bows", dice=[6])
    assert game.unit("Bills").struck == 2


@pytest.mark.rules("W202", "W21")
@pytest.mark.parametrize("facing", [0.0, 37.0, 180.0, 271.5])
@pytest.mark.parametrize(("degrees", "inside"), [(22.4, True), (22.6, False)])
def test_the_arc_is_22_and_a_half_degrees_from_the_middle_of_the_front(
    facing: float, degrees: float, inside: bool
) -> None:
    """A target whose front edge lies along the ray, its middle ten inches out, and all the rest of it outside."""
    angle = math.radians(facing + degrees)
    x, y = 30 + 10 * math.sin(angle), 30 + 10 * math.cos(angle)
    foe = stands(unit("Bills"), x, y, (facing + degrees - 90) % 360)
    game = battle([stands(BOWS, 30, 30, facing)], [foe], step="shots", size=(60, 60))
    facts = game.facts("shoot", unit="Bows", target="Bills")
    assert facts["in_arc"] is inside
    assert facts["distance"] == pytest.approx(10 - HALF, abs=0.001) or not inside
    assert ("W202" in game.refused("shoot", unit="Bows", target="Bills")) is not inside


@pytest.mark.rules("W202", "W21")
def test_the_range_is_to_the_nearest_part_inside_the_fan() -> None:
    """A long line passes close by outside the fan: only where the ray cuts it does the range count."""
    line = unit("Bills", figures=24, ranks=1)
    game = battle([stands(BOWS, 24, 10)], [stands(line, 20, 16, 180)], step="shots")
    assert game.facts("shoot", unit="Bows", target="Bills")["distance"] == pytest.approx(6.0)
    # Its right end, as it looks south, is at x = 20 + 6 * 20 / 25.4 = 24.72: straight ahead is covered.
    aside = battle([stands(BOWS, 24, 10)], [stands(line, 18, 16, 180)], step="shots")
    end = 18 + 6 * 20 / 25.4
    assert aside.facts("shoot", unit="Bows", target="Bills")["distance"] == pytest.approx(
        math.hypot(24 - end, 6), abs=0.001
    )


@pytest.mark.rules("W201", "W22")
@pytest.mark.parametrize(("further", "against"), [(0.1, set[str]()), (0.3, {"W201"})])
def test_only_the_closest_enemy_is_shot_at_but_a_tenth_of_an_inch_is_nothing(further: float, against: set[str]) -> None:
    game = battle(
        [stands(BOWS, 24, 10)],
        [stands(unit("Bills"), 22.4, 18), stands(unit("Spears"), 25.6, 18 + further)],
        step="shots",
    )
    near = math.hypot(0.0252, 8)  # both front edges begin 1.6 - 1.575 from straight ahead
    assert game.facts("shoot", unit="Bows")["distance"] == pytest.approx(near, abs=0.001)
    assert game.refused("shoot", unit="Bows", target="Bills") == set()
    assert game.refused("shoot", unit="Bows", target="Spears") == against


@pytest.mark.rules("W201", "W22")
def test_enemies_in_melee_are_passed_over() -> None:
    game = battle(
        [stands(BOWS, 24, 10), stands(unit("Ours"), 21, 18)],
        [stands(unit("Bills"), 22.4, 18), stands(unit("Spears"), 25.6, 22)],
        step="shots",
        contacts=[touch("Ours", "Bills")],
    )
    assert game.refused("shoot", unit="Bows", target="Bills") == {"W22"}
    assert game.facts("shoot", unit="Bows")["target"]["name"] == "Spears"
    assert game.refused("shoot", unit="Ours", target="Spears") >= {"W203", "W22"}


@pytest.mark.rules("W201", "W24", "W63")
def test_troops_wholly_in_the_way_stop_a_shot_and_a_gap_lets_it_through() -> None:
    """Friends 80 mm wide three inches ahead hide eighty millimetres there, and 160 at twice the distance."""
    hidden = battle(
        [stands(BOWS, 24, 10), stands(unit("Ours"), 24, 13 + DEEP)], [stands(unit("Bills"), 24, 18)], step="shots"
    )
    assert hidden.refused("shoot", unit="Bows", target="Bills") == {"W24"}
    assert hidden.refused("shoot", unit="Bows") == {"W201"}
    aside = battle(
        [stands(BOWS, 24, 10), stands(unit("Ours"), 22, 13 + DEEP)], [stands(unit("Bills"), 24, 18)], step="shots"
    )
    assert aside.refused("shoot", unit="Bows", target="Bills") == set()


@pytest.mark.rules("W201", "W63")
def test_an_enemy_wholly_behind_others_is_passed_over() -> None:
    game = battle(
        [stands(BOWS, 24, 10)],
        [stands(unit("Front"), 24, 16, struck=0), stands(unit("Rear"), 24, 20)],
        step="shots",
        contacts=[],
    )
    assert game.refused("shoot", unit="Bows", target="Rear") == {"W201", "W24"}
    assert game.facts("shoot", unit="Bows")["target"]["name"] == "Front"


@pytest.mark.rules("W24")
def test_by_option_shooters_on_a_hill_shoot_over_friends() -> None:
    hill = {"kind": "hill", "height": 1, "circle": [24, 9, 3]}
    armies = ([stands(BOWS, 24, 10), stands(unit("Ours"), 24, 15)], [stands(unit("Bills"), 24, 18)])
    assert battle(*armies, step="shots", terrain=[hill]).refused("shoot", unit="Bows", target="Bills") == {"W24"}
    allowed = battle(*armies, step="shots", terrain=[hill], overhead_from_hill=True)
    assert allowed.refused("shoot", unit="Bows", target="Bills") == set()


@pytest.mark.rules("W22", "W63")
@pytest.mark.parametrize(
    ("terrain", "seen"),
    [
        ({"kind": "wood", "area": [[20, 12], [28, 12], [28, 14.2], [20, 14.2]]}, False),
        ({"kind": "wood", "area": [[20, 12], [28, 12], [28, 14], [20, 14]]}, True),
        ({"kind": "building", "area": [[20, 12], [28, 12], [28, 14], [20, 14]]}, False),
        ({"kind": "hill", "height": 1, "area": [[20, 12], [28, 12], [28, 14], [20, 14]]}, False),
        ({"kind": "wood", "area": [[20, 12], [24, 12], [24, 14], [20, 14]]}, True),
        ({"kind": "wood", "area": [[20, 16.1], [28, 16.1], [28, 22], [20, 22]]}, True),
        ({"kind": "wood", "area": [[20, 15.8], [28, 15.8], [28, 22], [20, 22]]}, False),
        ({"kind": "rough", "area": [[20, 12], [28, 12], [28, 14], [20, 14]]}, True),
        ({"kind": "hill", "height": 1, "area": [[20, 8], [28, 8], [28, 14], [20, 14]]}, True),
    ],
    ids=[
        "wood",
        "two inches of wood",
        "building",
        "hill",
        "half a wood",
        "in the wood's edge",
        "deeper in the wood",
        "rough",
        "from the hill",
    ],
)
def test_ground_hides_what_is_wholly_behind_it(terrain: dict[str, Any], seen: bool) -> None:
    game = battle([stands(BOWS, 24, 10)], [stands(unit("Bills"), 24, 18)], step="shots", terrain=[terrain])
    assert game.refused("shoot", unit="Bows", target="Bills") == (set() if seen else {"W22"})


@pytest.mark.parametrize(
    ("piece", "cover"),
    [
        case("W222", {"kind": "hedge", "line": [[18, 17.5], [30, 17.5]]}, "soft"),
        case("W222", {"kind": "wood", "area": [[18, 17.5], [30, 17.5], [30, 22], [18, 22]]}, "soft", name="wood"),
        case("W224", {"kind": "wall", "line": [[18, 17.5], [30, 17.5]]}, "hard"),
        case("W224", {"kind": "earthworks", "line": [[18, 17.1], [30, 17.1]]}, "hard", name="earthworks"),
        case("W224", {"kind": "wall", "line": [[18, 16.5], [30, 16.5]]}, "none", name="too far before them"),
        case("W224", {"kind": "wall", "line": [[18, 19.9], [30, 19.9]]}, "none", name="behind them"),
        case("W222", {"kind": "hedge", "line": [[18, 10.5], [30, 10.5]]}, "none", name="before the firers"),
    ],
)
def test_cover_is_what_the_target_stands_close_behind(piece: dict[str, Any], cover: str) -> None:
    game = battle([stands(BOWS, 24, 10)], [stands(unit("Bills"), 24, 18)], step="shots", terrain=[piece])
    assert game.facts("shoot", unit="Bows", target="Bills")["cover"] == cover


@pytest.mark.rules("W223")
@pytest.mark.parametrize(("facing", "side"), [(180, "front"), (90, "flank"), (0, "rear")])
def test_pavises_cover_the_front_only(facing: float, side: str) -> None:
    game = battle([stands(BOWS, 24, 10)], [stands(crossbowmen_and_pavises(), 24, 18, facing)], step="shots")
    facts = game.facts("shoot", unit="Bows", target="Red")
    assert facts["shot_from"] == side


@pytest.mark.rules("W203", "W2")
def test_only_the_shooters_of_a_mixed_unit_shoot_and_bills_do_not() -> None:
    """Of 24 the losses alternate between the parts: four lost are two crossbowmen, and cost 1."""
    game = battle([stands(crossbowmen_and_pavises(), 24, 10, lost=4)], [stands(unit("Bills"), 24, 16)], step="shots")
    game.do("shoot", unit="Red", target="Bills", dice=[6, 6])
    assert game.unit("Bills").struck == (12 - 2 - 1) // 3
    assert battle([stands(unit("Ours"), 24, 10)], [stands(unit("Bills"), 24, 16)], step="shots").refused(
        "shoot", unit="Ours"
    ) == {"W203"}


@pytest.mark.rules("W208", "W23", "W503")
def test_both_sides_shoot_at_the_strengths_before_any_loss_and_then_test() -> None:
    """Each volley of 12 kills (12 - 1) / 3 = 3; the answer is no weaker for the three that fell."""
    game = battle([stands(BOWS, 24, 10)], [stands(longbowmen("Foes"), 24, 16)], step="shots")
    game.do("shoot", unit="Bows", dice=[6, 6])
    assert game.unit("Foes").lost == 0
    game.do("shoot", unit="Foes", dice=[6, 6])
    assert game.unit("Bows").struck == 3
    assert game.refused("shoot", unit="Bows") == {"W24"}
    game.on("tests")
    assert (game.unit("Bows").lost, game.unit("Foes").lost) == (3, 3)
    assert game.refused("next") == {"W505"}
    assert {name for name, one in game.state.units.items() if one.owes} == {"Bows", "Foes"}


@pytest.mark.rules("W23")
def test_by_option_the_winner_shoots_first_and_the_losses_weaken_the_answer() -> None:
    """Three fell, so the answer is 12 - 1 - 1 for every two lost: a third of 10 is 3; of 4 lost, 9 is 3 too."""
    game = battle(
        [stands(BOWS, 24, 10)],
        [stands(longbowmen("Foes", protection="none"), 24, 16)],
        step="shots",
        winner_shoots_first=True,
    )
    assert game.refused("shoot", unit="Foes") == {"W23"}
    game.do("shoot", unit="Bows", dice=[6, 6])  # 11 halved: 5 fall
    game.on("tests")
    game.do("morale", unit="Foes", dice=[5])
    game.on("later shots")
    assert game.refused("shoot", unit="Bows") == {"W23", "W24"}
    game.do("shoot", unit="Foes", dice=[6, 6])  # 12 - 1 - 2, a third of 9
    assert game.unit("Bows").struck == 3
    facts = game.playing.file.events[-1].facts
    assert facts["firer"]["lost"] == 5


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        case("W614", {"routing": 1}, "W614"),
        case("W614", {"pursuing": "Bills"}, "W614", name="pursuers"),
        case("W701", {"gone": "destroyed"}, "W701"),
    ],
)
def test_who_may_not_shoot(said: dict[str, Any], rule: str) -> None:
    game = battle([stands(BOWS, 24, 10, **said)], [stands(unit("Bills"), 24, 16)], step="shots")
    assert rule in game.refused("shoot", unit="Bows", target="Bills")


@pytest.mark.rules("W308", "W26", "W3")
def test_guns_shoot_unlimbered_and_not_after_a_failed_test() -> None:
    assert range_of(20, gun("Bows"), turn=2).refused("shoot", unit="Bows") == set()
    limbered = battle([stands(gun(), 24, 10, limbered=True)], [stands(unit("Bills"), 24, 20)], step="shots")
    assert limbered.refused("shoot", unit="Gun") == {"W26"}
    silent = battle([stands(gun(), 24, 10, silenced=1)], [stands(unit("Bills"), 24, 20)], step="shots", turn=2)
    assert silent.refused("shoot", unit="Gun") == {"W3"}


@pytest.mark.rules("W220")
def test_skirmishers_who_avoided_last_turn_shoot_worse_this_turn() -> None:
    light = longbowmen("Light", skirmishers=True)
    for turn, avoided in ((2, True), (3, False)):
        game = battle([stands(light, 24, 10, avoided=1)], [stands(unit("Bills"), 24, 16)], step="shots", turn=turn)
        assert game.facts("shoot", unit="Light")["firer"].get("avoided", False) is avoided


@pytest.mark.rules("W201")
def test_friends_and_the_fallen_are_no_targets() -> None:
    game = battle(
        [stands(BOWS, 24, 10), stands(unit("Ours"), 24, 14)],
        [stands(knights("Horse"), 24, 20, gone="destroyed"), stands(unit("Bills"), 30, 20)],
        step="shots",
    )
    assert "W201" in game.refused("shoot", unit="Bows", target="Ours")
    assert "W701" in game.refused("shoot", unit="Bows", target="Horse")


@pytest.mark.rules("W201", "W202", "W205", "W207")
def test_without_a_map_the_players_state_what_they_measure() -> None:
    game = battle([stands(BOWS)], [stands(unit("Bills"))], step="shots", mapless=True)
    assert game.refused("shoot", unit="Bows", target="Bills", sets=["distance=25"]) == {"W205"}
    assert game.refused("shoot", unit="Bows", target="Bills", sets=["distance=5", "in_arc=false"]) == {"W202"}
    assert game.refused("shoot", unit="Bows", target="Bills", sets=["distance=5", "closest=false"]) == {"W201"}
    game.do("shoot", unit="Bows", target="Bills", sets=["distance=5", "cover=hard"], dice=[6, 6])
    assert game.unit("Bills").struck == (12 - 1 - 3) // 3
