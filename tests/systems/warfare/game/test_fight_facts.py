"""What is measured for a melee: what its units did this turn, their ground, their shelter and who looks on."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.warfare.game.scenes import DEEP, duel, fighter
from tests.systems.warfare.game.tables import battle, stands, touch
from tests.systems.warfare.units import unit

HILL = {"kind": "hill", "area": [[0, 0], [48, 0], [48, 19.5], [0, 19.5]], "height": 1}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        case("W422", {"charged": 1}, {"charging": True}),
        case("W422", {"charged": 0}, {}),
        case("W421", {"pursued": 0, "pursuing": ""}, {}),
        case("W437", {"charged": 1, "uphill": 1}, {"charging": True, "uphill": True}),
        case("W427", {"interpenetrated": 1}, {"interpenetrated": True}),
        case("W441", {"shot": 1}, {"shot": True}),
        case("W423", {"first_melee": "now"}, {"first_melee": True}),
        case("W423", {"first_melee": "done"}, {}),
        case("W426", {"furious": True, "charge_moves": 1, "charged": 1}, {"charge_move": 1, "charging": True}),
        case("W426", {"furious": True, "charge_moves": 2, "charged": 1}, {"charge_move": 2, "charging": True}),
        case("W443", {"routed_before": True}, {"routed_before": True}),
    ],
)
def test_what_a_unit_did_this_turn_is_known_to_its_melee(said: dict[str, Any], expected: dict[str, Any]) -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20, **said)],
        [stands(unit("Spears"), 24, 20)],
        contacts=[touch("Bills", "Spears")],
        step="melee",
    )
    asked = {"charging", "charge_move", "uphill", "interpenetrated", "shot", "first_melee", "pursuing", "routed_before"}
    assert {key: value for key, value in fighter(game, "Bills").items() if key in asked} == expected


@pytest.mark.rules("W422", "W56")
def test_what_was_done_last_turn_counts_no_more_but_for_a_pursuit_into_fresh_enemies() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20, charged=1, pursued=1)],
        [stands(unit("Spears"), 24, 20)],
        contacts=[touch("Bills", "Spears")],
        step="melee",
        turn=2,
    )
    assert fighter(game, "Bills")["pursuing"] is True
    assert "charging" not in fighter(game, "Bills")


@pytest.mark.rules("W430")
def test_the_higher_side_has_the_advantage_of_ground() -> None:
    game = duel(terrain=[HILL])
    assert fighter(game, "Bills")["ground"] is True
    assert "ground" not in fighter(game, "Spears")


@pytest.mark.rules("W431", "W434", "W435")
def test_who_stands_behind_a_work_and_did_not_charge_is_sheltered() -> None:
    hedge = {"kind": "hedge", "line": [[20, 20.4], [28, 20.4]]}
    works = {"kind": "earthworks", "line": [[20, 20.4], [28, 20.4]]}
    assert fighter(duel(terrain=[hedge]), "Bills")["behind"] == ["obstacle"]
    assert fighter(duel(terrain=[works]), "Bills")["behind"] == ["earthworks"]
    charged = duel(terrain=[hedge], state={"units": {"Bills": {"charged": 1}}})
    assert "behind" not in fighter(charged, "Bills")


@pytest.mark.rules("W502", "W501")
def test_friends_within_twelve_inches_who_see_the_fight_look_on() -> None:
    wood = {"kind": "wood", "area": [[26, 8], [40, 8], [40, 12], [26, 12]]}
    york = [
        stands(unit("Bills"), 24, 20),
        stands(unit("Near"), 24, 20 - DEEP - 12, wing="Left"),  # twelve inches from rear to front
        stands(unit("Far"), 4, 6),
        stands(unit("Hidden"), 33, 7.5),
        stands(unit("Runs"), 20, 16, routing=1),
    ]
    game = battle(
        york, [stands(unit("Spears"), 24, 20)], contacts=[touch("Bills", "Spears")], step="melee", terrain=[wood]
    )
    facts = game.facts("melee", unit="Bills")
    assert [one["name"] for one in facts["attackers_nearby"]] == ["Near"]
    assert "defenders_nearby" not in facts
    assert fighter(game, "Bills")["routing_friends"] == ["militia"]
