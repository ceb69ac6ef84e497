"""Whom stands shoot at on a table: range, arc, the closest enemy stand by stand, and what hides him."""

import math
from typing import Any

import pytest

from tests.marking import case
from tests.systems.command_roll.game.tables import Game, battle, stands, touch


def range_of(distance: float, firer: str = "Shire Bow", target: str = "Shire Bill", **said: Any) -> Game:
    """Shooters at 60,20 looking north, and an enemy straight ahead who looks at them."""
    return battle(
        [stands(firer, "Bows", 60, 20)],
        [stands(target, "Bills", 60, 20 + distance)],
        step="shooting",
        size=(120, 160),
        **said,
    )


@pytest.mark.parametrize(
    ("firer", "reach", "rule"),
    [
        case("C203", "Retinue Bow", 40, "C203"),
        case("C203", "Welsh Bow", 40, "C203", name="Welsh bow"),
        case("C203", "Crossbow", 40, "C203", name="crossbow"),
        case("C203", "Hand Gunners", 40, "C203", name="hand gunners"),
        case("C203", "Mounted Hobilars", 40, "C203", name="hobilars"),
        case("C204", "Canon / Bombard", 80, "C204"),
    ],
)
def test_each_weapon_has_its_range_and_the_last_centimetre_counts(firer: str, reach: float, rule: str) -> None:
    at_most, beyond = range_of(reach, firer), range_of(reach + 0.1, firer)
    assert at_most.refused("shoot", unit="Bows", target="Bills") == set()
    assert at_most.facts("shoot", unit="Bows")["distance"] == reach
    assert beyond.refused("shoot", unit="Bows", target="Bills") == {rule}
    assert beyond.refused("shoot", unit="Bows") == {"C201"}


@pytest.mark.rules("C201", "C609")
def test_bills_do_not_shoot_and_friends_are_no_targets() -> None:
    game = battle(
        [stands("Retinue Bill", "Ours"), stands("Shire Bow", "Bows", 80, 60)],
        [stands("Shire Bill", "Bills", 70, 70)],
        step="shooting",
    )
    assert game.refused("shoot", unit="Ours") == {"C609"}
    assert "C609" in game.refused("shoot", unit="Ours", target="Bills")
    assert "C201" in game.refused("shoot", unit="Bows", target="Ours")
    assert game.refused("shoot", unit="Bows", target="Bows") == {"C201"}


@pytest.mark.rules("C201", "C21")
@pytest.mark.parametrize("facing", [0.0, 37.0, 180.0, 271.5])
@pytest.mark.parametrize(("degrees", "inside"), [(44.9, True), (45.1, False)])
def test_the_arc_is_45_degrees_outwards_from_a_front_corner(facing: float, degrees: float, inside: bool) -> None:
    """The right corner is 4 cm from the middle of two stands; an enemy's front lies along the ray from it."""
    turn, angle = math.radians(facing), math.radians(facing + degrees)
    x = 60 + 4 * math.cos(turn) + 12 * math.sin(angle)
    y = 60 - 4 * math.sin(turn) + 12 * math.cos(angle)
    foe = stands("Shire Bill", "Bills", x, y, (facing + degrees - 90) % 360)
    game = battle(
        [stands("Shire Bow", "Bows", 60, 60, facing)],
        [foe],
        step="shooting",
        commanders={"Edward": None, "Warwick": None},
    )
    assert ("C21" in game.refused("shoot", unit="Bows", target="Bills")) is not inside
    if inside:  # the end of the front is 4 cm nearer than its middle, and only the right stand has it in its arc
        facts = game.facts("shoot", unit="Bows", target="Bills")
        assert facts["distance"] == pytest.approx(8, abs=0.001)
        assert facts["stands"] == 1


@pytest.mark.rules("C21")
@pytest.mark.parametrize(("arc", "against"), [(30.0, {"C21"}), (60.0, set[str]())])
def test_the_arc_is_an_option(arc: float, against: set[str]) -> None:
    """The enemy's near corner is 4 + 10 to the right and 10 ahead: at 45 degrees."""
    game = battle(
        [stands("Shire Bow", "Bows", 60, 20)],
        [stands("Shire Bill", "Bills", 78.1, 30)],
        step="shooting",
        shooting_arc=arc,
    )
    assert game.refused("shoot", unit="Bows", target="Bills") == against


@pytest.mark.rules("C201", "C21")
def test_each_stand_shoots_at_its_own_closest_enemy_in_a_command_of_its_own() -> None:
    """The left stand, from 56 to 60, has 10 cm and 11.2; the right one, to 64, has 10.8 to the left enemy and 10.5."""
    game = battle(
        [stands("Shire Bow", "Bows", 60, 20)],
        [stands("Shire Bill", "Left", 52, 30), stands("Shire Bill", "Right", 68, 30.5)],
        step="shooting",
    )
    assert game.facts("shoot", unit="Bows", target="Left")["stands"] == 1
    assert game.facts("shoot", unit="Bows", target="Right")["stands"] == 1
    game.do("shoot", unit="Bows", dice=[4])
    assert game.unit("Left").hits == 1
    assert game.unit("Bows").shot["stands"] == [0]
    assert game.refused("shoot", unit="Bows", target="Left") == {"C201"}
    game.do("shoot", unit="Bows", dice=[3])
    assert game.unit("Bows").shot["stands"] == [0, 1]
    assert game.refused("shoot", unit="Bows") == {"C201"}


@pytest.mark.rules("C201")
@pytest.mark.parametrize(("further", "against"), [(0.01, set[str]()), (0.1, {"C201"})])
def test_the_closest_must_be_shot_at_and_a_hair_is_nothing(further: float, against: set[str]) -> None:
    game = battle(
        [stands("Shire Bow", "Bows", 60, 20, lost=1)],
        [stands("Shire Bill", "Near", 55, 40), stands("Shire Bill", "Other", 65, 40 + further)],
        step="shooting",
    )
    assert game.refused("shoot", unit="Bows", target="Near") == set()
    assert game.refused("shoot", unit="Bows", target="Other") == against


@pytest.mark.rules("C201", "C21")
def test_engaged_units_neither_shoot_nor_are_shot_at() -> None:
    game = battle(
        [stands("Shire Bow", "Bows", 60, 20), stands("Shire Bow", "Ours", 50, 38)],
        [stands("Shire Bill", "Bills", 50, 38), stands("Shire Bill", "Rear", 64, 50)],
        step="shooting",
        contacts=[touch("Ours", "Bills")],
    )
    assert game.refused("shoot", unit="Bows", target="Bills") == {"C21"}
    assert game.facts("shoot", unit="Bows")["target"]["name"] == "Rear"
    assert "C21" in game.refused("shoot", unit="Ours", target="Rear")


@pytest.mark.rules("C201", "C601")
def test_a_commander_alone_is_a_target_and_saves_with_his_own_armour() -> None:
    """Four attacks hit him; on foot the general saves on 5 or 6, and would fall to a fourth hit."""
    game = battle(
        [stands("Shire Bow", "Bows", 60, 20), stands("Shire Bow", "Others", 50, 20)],
        [stands("Shire Bill", "Bills", 60, 50)],
        step="shooting",
        commanders={"Warwick": (60, 40)},
    )
    facts = game.facts("shoot", unit="Bows")
    assert facts["target"]["name"] == "Warwick"
    game.do("shoot", unit="Bows", also=["Others"], dice=[4, 4, 4, 4, 5, 4, 4, 4])
    assert game.unit("Warwick").hits == 3
    game.on("drive backs")
    game.do("drive-back", unit="Warwick", dice=[1, 2, 1])
    assert game.unit("Warwick").y == 43


@pytest.mark.rules("C201")
def test_commanders_who_only_command_are_no_targets() -> None:
    game = battle(
        [stands("Shire Bow", "Bows", 60, 20)],
        [stands("Shire Bill", "Bills", 60, 50)],
        step="shooting",
        commanders={"Warwick": (50, 40)},
        commanders_only_command=True,
    )
    assert game.facts("shoot", unit="Bows")["target"]["name"] == "Bills"
    assert "C38" in game.refused("shoot", unit="Bows", target="Warwick")


@pytest.mark.rules("C201", "C42")
@pytest.mark.parametrize(
    ("piece", "seen"),
    [
        ({"kind": "wood", "area": [[40, 25], [80, 25], [80, 27.2], [40, 27.2]]}, False),
        ({"kind": "wood", "area": [[40, 25], [80, 25], [80, 27], [40, 27]]}, True),
        ({"kind": "building", "area": [[40, 25], [80, 25], [80, 27], [40, 27]]}, False),
        ({"kind": "hill", "height": 1, "area": [[40, 25], [80, 25], [80, 27], [40, 27]]}, False),
        ({"kind": "hill", "height": 1, "area": [[40, 25], [80, 25], [80, 60], [40, 60]]}, True),
        ({"kind": "rough", "area": [[40, 25], [80, 25], [80, 27], [40, 27]]}, True),
    ],
    ids=["wood", "2 cm of wood", "building", "hill", "up the hill", "rough"],
)
def test_ground_hides_and_nobody_shoots_over_it(piece: dict[str, Any], seen: bool) -> None:
    game = range_of(20, terrain=[piece])
    assert game.refused("shoot", unit="Bows", target="Bills") == (set() if seen else {"C42"})
    assert game.facts("shoot", unit="Bows", target="Bills").get("overhead", False) is False


@pytest.mark.rules("C42")
def test_the_edge_of_woods_is_an_option() -> None:
    wood = {"kind": "wood", "area": [[40, 25], [80, 25], [80, 28], [40, 28]]}
    assert range_of(20, terrain=[wood]).refused("shoot", unit="Bows", target="Bills") == {"C42"}
    assert range_of(20, terrain=[wood], edge_of_woods=3.0).refused("shoot", unit="Bows", target="Bills") == set()


@pytest.mark.rules("C201")
def test_names_may_be_half_typed_and_those_who_are_gone_neither_shoot_nor_are_shot_at() -> None:
    game = battle(
        [stands("Shire Bow", "Bows of Kent", 60, 20), stands("Shire Bow", "Lost", 40, 20, gone="routed")],
        [stands("Shire Bill", "Bills of Essex", 60, 50), stands("Shire Bill", "Dead", 70, 50, gone="destroyed")],
        step="shooting",
    )
    assert game.refused("shoot", unit="bows", target="essex") == set()
    assert game.refused("shoot", unit="Lost", target="essex") == {"C167"}
    assert game.refused("shoot", unit="kent", target="dead") == {"C167"}


@pytest.mark.rules("C101", "C74")
def test_there_is_a_time_to_shoot() -> None:
    game = range_of(20)
    assert game.refused("shoot", unit="Bills", target="Bows") >= {"C74", "C611"}
    early = battle([stands("Shire Bow", "Bows", 60, 20)], [stands("Shire Bill", "Bills", 60, 40)])
    assert early.refused("shoot", unit="Bows") == {"C101"}


@pytest.mark.rules("C201", "C203")
def test_without_a_map_the_players_state_what_they_measure() -> None:
    game = battle([stands("Shire Bow", "Bows")], [stands("Shire Bill", "Bills")], step="shooting", mapless=True)
    assert game.refused("shoot", unit="Bows", target="Bills", sets=["distance=41"]) == {"C203"}
    assert game.refused("shoot", unit="Bows", target="Bills", sets=["distance=9", "in_arc=false"]) == {"C21"}
    assert game.refused("shoot", unit="Bows", target="Bills", sets=["distance=9", "closest=false"]) == {"C201"}
    game.do("shoot", unit="Bows", target="Bills", sets=["distance=9", "stands=1"], dice=[5])
    game.do("shoot", unit="Bows", target="Bills", sets=["distance=9"], dice=[5])
    assert game.unit("Bills").missiles["hits"] == 2
    assert game.refused("shoot", unit="Bows", target="Bills", sets=["distance=9"]) == {"C201"}
