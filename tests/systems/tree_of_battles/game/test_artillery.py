"""Guns on the table: what they remember from turn to turn, where they rake a line, and the tests that they ask for."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, stands

MISS = [1]


def guns(*more: Standing, at: float = 28.0, step: str = "long range", grade: str = "B", **said: Any) -> Game:
    """York's battery of 2 guns at 24,10; Lancaster's bills straight ahead, their front at `at`."""
    aimed = said.pop("aimed", None)
    of_guns = {"aimed": aimed} if aimed else {}
    target = {key: said.pop(key) for key in ("array", "dps", "files") if key in said}
    return battle(
        [stands("2 artillery", "Guns", 24, 10, **of_guns), *more],
        [stands(said.pop("parts", "4 heavy infantry"), "Bills", 24, at, grade=grade, **target)],
        step=step,
        **said,
    )


SAME = {"target": "Bills", "distance": 18.0, "turn": 1}


@pytest.mark.parametrize(
    ("said", "face"),
    [
        case("T125", {}, 6, name="a new target needs a 6"),
        case("T122", {"aimed": SAME}, 4, name="the same target and range"),
        case("T122", {"aimed": SAME, "at": 29.0}, 4, name="an inch further"),
        case("T121", {"aimed": SAME, "at": 29.2}, 5, name="the same target at another range"),
        case("T125", {"aimed": SAME | {"target": "Others"}}, 6, name="another target"),
        case("T124", {"array": "column"}, 5, name="in column"),
        case("T128", {"at": 19.0}, 5, name="9 inches"),
        case("T126", {"aimed": SAME | {"distance": 24.5}, "at": 34.5}, 5, name="beyond 24 inches"),
        case("T126", {"aimed": SAME | {"distance": 24.0}, "at": 34.0}, 4, name="at 24 inches"),
        case(
            "T127",
            {"aimed": SAME, "terrain": [{"kind": "earthworks", "line": [[10, 27.5], [38, 27.5]]}]},
            6,
            name="works",
        ),
    ],
)
def test_each_of_2_dice_a_gun_is_changed_and_hits_at_5_or_more(said: dict[str, Any], face: int) -> None:
    game = guns(**said)
    game.do("shoot", unit="Guns", dice=[face, face - 1, 1, 1])
    assert game.unit("Bills").total_dps == 1


@pytest.mark.rules("T123")
def test_each_dp_of_the_battery_takes_1_from_its_dice() -> None:
    game = guns(aimed=SAME, state={"units": {"Guns": {"dps": [{"dps": 2}]}}})
    game.do("shoot", unit="Guns", dice=[6, 5, 1, 1])
    assert game.unit("Bills").total_dps == 1


@pytest.mark.rules("T124")
def test_guns_in_line_with_a_line_rake_it() -> None:
    game = battle(
        [stands("2 artillery", "Guns", 24, 10)], [stands("4 heavy infantry", "Bills", 24, 28, 90)], step="long range"
    )
    assert game.facts("shoot", unit="Guns")["enfilade"] is True
    game.do("shoot", unit="Guns", dice=[5, 4, 1, 1])
    assert game.unit("Bills").total_dps == 1


@pytest.mark.rules("T125", "T126")
def test_a_shot_that_cannot_hit_is_told_and_throws_no_dice_but_counts_for_the_next() -> None:
    game = guns(at=36.0)
    assert "would need a 7: never hits" in str(
        game.proposed("shoot", unit="Guns").procedure.sums(  # type: ignore[union-attr]
            game.proposed("shoot", unit="Guns").facts
        )
    )
    game.do("shoot", unit="Guns")
    assert game.unit("Guns").aimed == {"target": "Bills", "distance": 26.0, "turn": 1}


@pytest.mark.rules("T122")
def test_the_battery_remembers_its_target_into_the_next_turn() -> None:
    game = guns()
    game.do("shoot", unit="Guns", dice=MISS * 4)
    again = guns(turn=2, aimed=dict(game.unit("Guns").aimed))
    again.do("shoot", unit="Guns", dice=[4, 3, 1, 1])
    assert again.unit("Bills").total_dps == 1


@pytest.mark.rules("T103", "T105")
def test_guns_shoot_once_a_turn_and_may_reserve_it() -> None:
    game = guns()
    game.do("shoot", unit="Guns", dice=MISS * 4)
    assert game.on("close range").refused("shoot", unit="Guns") == {"T105"}
    assert game.may() == []
    waiting = guns().on("close range")
    assert waiting.may() == ['shoot "Guns"']
    waiting.do("shoot", unit="Guns", dice=MISS * 4)


@pytest.mark.rules("T111")
def test_guns_reach_36_inches_and_wait_for_the_near() -> None:
    assert guns(at=46.0).refused("shoot", unit="Guns", target="Bills") == set()
    assert guns(at=46.1).refused("shoot", unit="Guns", target="Bills") == {"T111"}
    assert guns(at=13.0).refused("shoot", unit="Guns") == {"T103"}
    assert guns(at=13.0, step="close range").refused("shoot", unit="Guns") == set()


def test_guns_and_bows_throw_apart() -> None:
    game = guns(stands("4 longbow", "Bows", 32, 10))
    assert game.refused("shoot", unit="Guns", also=["Bows"]) == {"T121"}


@pytest.mark.rules("T414")
@pytest.mark.parametrize("grade", ["C", "D"])
def test_c_and_d_grade_test_for_control_at_once_when_artillery_gives_them_a_dp(grade: str) -> None:
    game = guns(grade=grade)
    game.do("shoot", unit="Guns", dice=[6, *MISS * 3])
    assert game.owed() == ['test "Bills"']
    assert game.refused("next") == {"T414"}
    game.do("test", unit="Bills", dice=[3] if grade == "C" else [4])
    assert game.owed() == []
    assert game.unit("Bills").reaction["word"] == "as the player wishes"


@pytest.mark.rules("T414")
def test_who_takes_no_dp_or_is_of_a_better_grade_does_not_test() -> None:
    game = guns(grade="C")
    game.do("shoot", unit="Guns", dice=MISS * 4)
    assert game.owed() == []
    better = guns(grade="B")
    better.do("shoot", unit="Guns", dice=[6, *MISS * 3])
    assert better.owed() == []


@pytest.mark.rules("T432")
def test_d_grade_retires_from_artillery_at_1_or_less_and_owes_its_run() -> None:
    game = guns(grade="D")
    game.do("shoot", unit="Guns", dice=[6, *MISS * 3])
    game.do("test", unit="Bills", dice=[2, 2])
    bills = game.unit("Bills")
    assert (bills.conduct, bills.disordered, bills.runs) == ("retiring", True, 0)
    assert game.owed() == ['run "Bills"']


@pytest.mark.rules("T323", "T324", "T327", "T41", "T66")
def test_who_retires_by_a_test_begins_its_move_in_the_array_that_it_had() -> None:
    """Two fives and an inch more for each die on the first move: 12 inches; in skirmish array 14, without tiring."""
    loose = {"parts": "4 skirmishers", "array": "skirmish"}
    for said, inches, dps in (({}, 12.0, 3), (loose, 14.0, 1)):
        game = guns(grade="D", **said)
        game.do("shoot", unit="Guns", dice=[6, *MISS * 3])
        game.do("test", unit="Bills", dice=[2, 2])
        game.do("run", unit="Bills", dice=[6, 6])
        bills = game.unit("Bills")
        assert (bills.last_move["inches"], bills.total_dps, bills.array) == (inches, dps, "disarray")


def test_without_a_map_the_players_say_the_inches() -> None:
    game = guns(mapless=True)
    game.do("shoot", unit="Guns", target="Bills", sets=["distance=18", "enfilade=true"], dice=[5, 4, 1, 1])
    assert game.unit("Bills").total_dps == 1
    assert game.unit("Guns").aimed == {"target": "Bills", "distance": 18.0, "turn": 1}
