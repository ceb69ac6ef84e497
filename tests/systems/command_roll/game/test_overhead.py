"""Shooting over friends on a table: bows only, at half, and neither over enemies nor over ground."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.command_roll.game.tables import Game, battle, stands


@pytest.mark.rules("C205", "C23")
@pytest.mark.parametrize(
    ("profile", "against"),
    [
        case("C205", "Retinue Bow", set[str]()),
        case("C205", "Crossbow", {"C42"}, name="crossbow"),
        case("C205", "Hand Gunners", {"C42"}, name="handguns"),
        case("C205", "Mounted Hobilars", {"C42"}, name="hobilars"),
        case("C205", "Canon / Bombard", {"C42"}, name="cannon"),
    ],
)
def test_only_bows_shoot_over_friends(profile: str, against: set[str]) -> None:
    """A wall of friends from 44 to 76 hides an enemy of 8 cm wholly."""
    friends = [stands("Shire Bill", f"Friend {x}", x, 26) for x in (48, 56, 64, 72)]
    game = battle([stands(profile, "Bows", 60, 20), *friends], [stands("Shire Bill", "Bills", 60, 50)], step="shooting")
    assert game.refused("shoot", unit="Bows", target="Bills") == against


@pytest.mark.rules("C205", "C23", "C59")
def test_the_attacks_over_friends_are_halved_and_rounded_down() -> None:
    """Two stands with one attack each have one die left, one stand none at all, a shower of two stands two."""
    friends = [stands("Shire Bill", f"Friend {x}", x, 26) for x in (48, 56, 64, 72)]

    def shooting(**said: Any) -> Game:
        bows = stands("Retinue Bow", "Bows", 60, 20, **said)
        return battle([bows, *friends], [stands("Shire Bill", "Bills", 60, 50)], step="shooting")

    game = shooting()
    assert game.facts("shoot", unit="Bows")["overhead"] is True
    game.do("shoot", unit="Bows", dice=[6])
    assert game.unit("Bills").hits == 1
    assert shooting(lost=1).refused("shoot", unit="Bows") == {"C205"}
    shooting().do("shoot", unit="Bows", shower=True, dice=[6, 6, 1, 6])


@pytest.mark.rules("C205", "C94")
def test_enemies_are_not_shot_over_and_an_enemy_hidden_by_friends_alone_is_the_closest() -> None:
    friends = [stands("Shire Bill", f"Friend {x}", x, 26) for x in (48, 56, 64, 72)]
    game = battle(
        [stands("Shire Bow", "Bows", 60, 20), *friends],
        [stands("Shire Bill", "Near", 60, 40), stands("Shire Bill", "Far", 60, 44)],
        step="shooting",
    )
    assert game.facts("shoot", unit="Bows")["target"]["name"] == "Near"
    assert game.refused("shoot", unit="Bows", target="Far") == {"C201", "C42"}


@pytest.mark.rules("C205", "C94")
def test_the_rear_rank_of_a_column_shoots_over_the_front_in_a_shot_of_its_own() -> None:
    game = battle(
        [stands("Retinue Bow", "Bows", 60, 20, files=1)], [stands("Shire Bill", "Bills", 60, 40)], step="shooting"
    )
    facts = game.facts("shoot", unit="Bows")
    assert (facts["stands"], facts["in_sight"]) == (1, True)
    game.do("shoot", unit="Bows", dice=[3])
    again = game.facts("shoot", unit="Bows")
    assert (again["stands"], again["in_sight"], again["overhead"], again["distance"]) == (1, False, True, 22.0)
    assert game.refused("shoot", unit="Bows") == {"C205"}  # half of one attack is none
