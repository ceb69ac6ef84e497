"""Cannon on a table: two guns with a line each, what lies behind the base struck, and guns that fail."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.command_roll.game.tables import Game, Standing, battle, stands

#: One gun straight before the left stand of an enemy: its front is the 4 cm around 60.
GUN = stands("Canon / Bombard", "Guns", 60, 10, lost=1)


def shelled(*enemies: Standing, guns: Standing = GUN, **said: Any) -> Game:
    return battle(
        [guns], enemies, step="shooting", commanders={"Warwick": (5, 110)} | said.pop("commanders", {}), **said
    )


@pytest.mark.rules("C151", "C162", "C622")
def test_a_gun_has_two_attacks() -> None:
    game = shelled(stands("Shire Bill", "Bills", 62, 60))
    game.do("shoot", unit="Guns", dice=[4, 3])
    assert game.unit("Bills").missiles["hits"] == 1


@pytest.mark.parametrize(
    ("behind", "bounce", "dice"),
    [
        case("C151", [], [], [4, 4]),
        case("C152", [62], ["B62"], [4, 4, 4]),
        case("C154", [62, 64], ["B62", "B64"], [4, 4, 4, 4]),
        case("C155", [62, 64, 66], ["B62", "B64", "B66"], [4, 4, 4, 4]),
        case("C156", [62, 64, 66, 68], ["B62", "B64", "B66"], [4, 4, 4, 4], name="5 cm and no more"),
    ],
)
def test_a_ball_bounces_into_bases_within_5_cm_behind_the_first(
    behind: list[float], bounce: list[str], dice: list[int]
) -> None:
    """The first base ends at 62: bases that begin at 62, 64 and 66 are within 5 cm, one at 68 is not."""
    others = [stands("Shire Bill", f"B{y:g}", 62, y) for y in behind]
    game = shelled(stands("Shire Bill", "Bills", 62, 60), *others)
    assert game.facts("shoot", unit="Guns")["bounce"] == bounce
    game.do("shoot", unit="Guns", dice=dice)
    assert game.unit("Bills").missiles["hits"] == 2
    struck = [name for name in bounce[:2] if game.unit(name).missiles.get("hits") == 1]
    assert struck == bounce[:2]
    assert all(not game.unit(name).missiles for name in bounce[2:])


@pytest.mark.rules("C152", "C24")
@pytest.mark.parametrize(("gap", "reached"), [(5.0, True), (5.1, False)])
def test_the_fifth_centimetre_counts(gap: float, reached: bool) -> None:
    game = shelled(stands("Shire Bill", "Bills", 62, 60), stands("Shire Bill", "Rear", 62, 62 + gap))
    assert game.facts("shoot", unit="Guns")["bounce"] == (["Rear"] if reached else [])


@pytest.mark.rules("C24")
@pytest.mark.parametrize(("far", "reached"), [(80, True), (80.2, False)])
def test_by_option_a_ball_bounces_to_the_end_of_its_range(far: float, reached: bool) -> None:
    game = shelled(
        stands("Shire Bill", "Bills", 62, 60), stands("Shire Bill", "Rear", 62, 10 + far), bounce_to_end_of_range=True
    )
    assert game.facts("shoot", unit="Guns")["bounce"] == (["Rear"] if reached else [])


@pytest.mark.rules("C152")
def test_the_rear_stand_of_a_column_is_a_base_of_the_same_unit() -> None:
    game = shelled(stands("Shire Bill", "Bills", 60, 60, files=1))
    assert game.facts("shoot", unit="Guns")["bounce"] == ["Bills"]
    game.do("shoot", unit="Guns", dice=[4, 4, 4])
    assert (game.unit("Bills").left, game.unit("Bills").missiles["hits"]) == (1, 3)


@pytest.mark.rules("C152", "C95")
def test_two_stands_side_by_side_along_the_line_are_one_base() -> None:
    """The gun looks exactly between the stands of a line, and of the line behind it."""
    game = shelled(stands("Shire Bill", "Bills", 60, 60), stands("Shire Bill", "Rear", 60, 63))
    assert game.facts("shoot", unit="Guns")["bounce"] == ["Rear"]


@pytest.mark.rules("C152", "C38")
def test_a_ball_bounces_into_a_commander_but_not_into_the_engaged() -> None:
    fights = {
        "Ours|Rear": {"first": "Ours", "second": "Rear", "first_side": "front", "second_side": "rear", "since": 1}
    }
    game = battle(
        [GUN, stands("Shire Bill", "Ours", 62, 69)],
        [stands("Shire Bill", "Bills", 62, 60), stands("Shire Bill", "Rear", 62, 66)],
        step="shooting",
        commanders={"Warwick": (60, 63)},
        contacts=[fights],
    )
    assert game.facts("shoot", unit="Guns")["bounce"] == ["Warwick"]
    game.do("shoot", unit="Guns", dice=[2, 2, 5, 4])  # his armour on foot is 5+
    assert game.unit("Warwick").hits == 1


@pytest.mark.rules("C151", "C24", "C86")
def test_each_of_two_guns_has_a_line_of_its_own() -> None:
    """The left gun, around 58, has only the target before it; behind that the right one, around 62, has another."""
    game = shelled(
        stands("Shire Bill", "Bills", 60, 60),
        stands("Shire Bill", "Rear", 64.5, 63),
        guns=stands("Canon / Bombard", "Guns", 60, 10),
    )
    facts = game.facts("shoot", unit="Guns")
    assert (facts["stands"], facts["bounce"]) == (1, [])
    assert [shot["bounce"] for shot in facts["also"]] == [["Rear"]]
    game.do("shoot", unit="Guns", dice=[4, 4, 4, 3, 4])
    assert (game.unit("Bills").missiles["hits"], game.unit("Rear").missiles["hits"]) == (3, 1)
    assert game.refused("shoot", unit="Guns") == {"C201"}


@pytest.mark.rules("C202", "C57")
def test_a_ball_throws_no_die_for_the_rank() -> None:
    game = shelled(stands("Shire Bow", "Bows", 62, 60), stands("Shire Bill", "Rear", 62, 62))
    facts = game.facts("shoot", unit="Guns")
    assert "ranks" not in facts
    assert [one["name"] for one in facts["beyond"]] == ["Rear"]


@pytest.mark.rules("C165", "C24")
@pytest.mark.parametrize(("never", "dice"), [(False, [4, 4, 4, 1]), (True, [4, 4])])
def test_saves_from_cannon_are_an_option(never: bool, dice: list[int]) -> None:
    game = shelled(stands("Mounted Men at Arms", "Knights", 62, 60), no_saves_from_cannon=never)
    game.do("shoot", unit="Guns", dice=dice)
    assert game.unit("Knights").missiles["hits"] == (2 if never else 1)


@pytest.mark.parametrize(
    ("face", "left", "silent", "options"),
    [
        case("C153", 1, 0, 0, {}),
        case("C153", 2, 1, 1, {}, name="silent"),
        case("C153", 3, 1, 1, {}, name="silent on 3"),
        case("C153", 4, 1, 0, {}, name="nothing"),
        case("C153", 1, 1, 1, {"cannon_bursts_up_to": 0}, name="never bursts"),
        case("C153", 3, 0, 0, {"cannon_bursts_up_to": 3}, name="bursts on 3"),
        case("C153", 2, 1, 0, {"cannon_silent_up_to": 0}, name="never silent"),
    ],
)
def test_a_one_calls_for_the_failure_table(face: int, left: int, silent: int, options: dict[str, Any]) -> None:
    game = shelled(stands("Shire Bill", "Bills", 62, 60), **options)
    says = game.do("shoot", unit="Guns", dice=[1, 4, face])
    guns = game.unit("Guns")
    assert (guns.left, guns.silent.get("guns", 0)) == (left, silent)
    assert game.unit("Bills").missiles["hits"] == 1  # its hits stand
    assert bool(guns.gone) is not bool(left)
    assert any("ruling C25" in line for line in says) is bool(silent or not left)


def silent_guns(turn: int, **said: Any) -> Game:
    guns = stands("Canon / Bombard", "Guns", 60, 10, silent={"turn": 3, "guns": 1}, **said)
    return shelled(stands("Shire Bill", "Bills", 60, 60), guns=guns, turn=turn)


@pytest.mark.rules("C153", "C25")
def test_a_gun_that_failed_is_silent_in_the_next_turn_and_no_longer() -> None:
    assert silent_guns(4, lost=1).refused("shoot", unit="Guns") == {"C25"}
    assert silent_guns(5, lost=1).refused("shoot", unit="Guns") == set()
    two = silent_guns(4)
    two.do("shoot", unit="Guns", dice=[4, 4])  # the other gun shoots, and then none is left
    assert two.refused("shoot", unit="Guns") == {"C25"}
    assert len(silent_guns(5).facts("shoot", unit="Guns")["also"]) == 1


@pytest.mark.rules("C153", "C75")
def test_a_gun_that_bursts_leaves_the_other_in_its_place_to_shoot_at_its_own_enemy() -> None:
    """The left gun has its enemy at 40 cm, the right one another at 40.1; the left one bursts."""
    game = shelled(
        stands("Shire Bill", "Left", 52, 50),
        stands("Shire Bill", "Right", 68, 50.1),
        guns=stands("Canon / Bombard", "Guns", 60, 10),
    )
    game.do("shoot", unit="Guns", target="Left", dice=[1, 1, 1])
    assert (game.unit("Guns").left, game.unit("Guns").stands) == (1, 2)
    game.do("shoot", unit="Guns", target="Right", dice=[4, 4])
    assert game.refused("shoot", unit="Guns", target="Right") >= {"C201"}
    game.on("drive backs")
    assert game.body("Guns").width == 4


@pytest.mark.rules("C161", "C151")
def test_guns_and_bows_shoot_together_in_throws_of_their_own() -> None:
    game = battle(
        [GUN, stands("Shire Bow", "Bows", 66, 30)],
        [stands("Shire Bill", "Bills", 62, 60)],
        step="shooting",
    )
    game.do("shoot", unit="Guns", also=["Bows"], dice=[6, 6, 1, 6, 4])
    assert game.unit("Bills").missiles["hits"] == 3
    assert game.unit("Bills").left == 1


@pytest.mark.rules("C151", "C153")
def test_without_a_map_guns_shoot_and_fail_as_well() -> None:
    game = battle([stands("Canon / Bombard", "Guns")], [stands("Shire Bill", "Bills")], step="shooting", mapless=True)
    game.do("shoot", unit="Guns", target="Bills", sets=["distance=70"], dice=[1, 4, 1, 5, 4])
    assert (game.unit("Guns").left, game.unit("Bills").missiles["hits"]) == (1, 3)
    assert game.refused("shoot", unit="Guns", target="Bills", sets=["distance=81"]) >= {"C201", "C204"}


@pytest.mark.rules("C153", "C38")
def test_when_the_last_gun_bursts_its_commander_stands_alone() -> None:
    game = shelled(stands("Shire Bill", "Bills", 62, 60), commanders={"Edward": "Guns"})
    game.do("shoot", unit="Guns", dice=[1, 4, 1])
    edward = game.unit("Edward")
    assert (game.unit("Guns").gone, edward.joined, edward.gone) == ("burst", "", "")
    assert (edward.x, edward.y) == (60, 10)


@pytest.mark.rules("C153", "C201")
def test_a_battery_that_has_shot_and_lost_a_gun_is_refused_another_shot() -> None:
    game = battle(
        [stands("Canon / Bombard", "Guns", 60, 30)],
        [stands("Shire Bill", "Bills", 60, 60)],
        step="shooting",
        cannon_bursts_up_to=6,
    )
    # Each gun throws two attacks; the first has a 1 and bursts, the second has none.
    game.do("shoot", unit="Guns", dice=[1, 2, 1, 2, 3])
    assert game.unit("Guns").left == 1
    assert "C201" in game.refused("shoot", unit="Guns")


@pytest.mark.rules("C153", "C25")
def test_a_gun_that_failed_stays_silent_though_its_mate_fails_too() -> None:
    """One fails on a 2 in turn 1, the other in turn 2: the first is silent in turn 2 all the same."""
    game = battle([stands("Canon / Bombard", "Guns", 60, 30)], [stands("Shire Bill", "Foes", 60, 90)], step="shooting")
    game.do("shoot", unit="Guns", dice=[1, 2, 2, 2, 2])
    for step in ("combat", "combat", "shooting"):
        game.on(step)
    game.do("shoot", unit="Guns", dice=[1, 2, 2])
    assert game.refused("shoot", unit="Guns") == {"C25"}
