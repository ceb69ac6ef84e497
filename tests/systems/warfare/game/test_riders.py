"""Leaders on the table: how far they ride, whom they join, and whom they keep clear of."""

from typing import Any

import pytest

from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import unit

RADIUS = 15 / 25.4


def two_lines(**said: Any) -> Game:
    return battle([stands(unit("Bills"), 24, 14)], [stands(unit("Foes"), 24, 34)], **said)


@pytest.mark.rules("W310", "W57")
def test_a_leader_rides_twelve_inches_and_joins_by_touching() -> None:
    """From 2,10 to the near flank of a unit 80 mm wide at 24: 24 - 1.575 - 2 - 0.59 is 19.8."""
    game = battle(
        [stands(unit("Bills"), 24, 12), stands(unit("Spears"), 13, 12)],
        [stands(unit("Foes"), 24, 40)],
        leaders={"Edward": (2, 11)},
    )
    assert game.refused("ride", leader="Edward", to="Bills") == {"W310"}
    game.do("ride", leader="Edward", to="Spears")
    assert game.state.leader_with("Spears") is not None
    assert game.facts("ride", leader="Edward", to="Spears")["distance"] == pytest.approx(
        13 - 40 / 25.4 - 2 - RADIUS, abs=0.01
    )


@pytest.mark.rules("W310")
def test_two_rides_in_a_turn_share_twelve_inches() -> None:
    game = two_lines(leaders={"Edward": (4, 4)})
    game.do("ride", leader="Edward", to="4,11")
    assert game.refused("ride", leader="Edward", to="9.5,11") == {"W310"}
    game.do("ride", leader="Edward", to="9,11")


@pytest.mark.rules("W310", "W319", "W31")
def test_what_the_ground_cost_on_the_first_ride_is_spent_on_the_second() -> None:
    """Over a hedge he has 8; two ridden, six are left."""
    hedge = {"kind": "hedge", "line": [[0, 5], [48, 5]]}
    game = two_lines(leaders={"Edward": (4, 4)}, terrain=[hedge])
    game.do("ride", leader="Edward", to="4,6")
    assert game.refused("ride", leader="Edward", to="4,12.1") == {"W310"}
    game.do("ride", leader="Edward", to="4,12")


@pytest.mark.rules("W57")
def test_a_leader_who_went_with_his_unit_has_spent_its_inches() -> None:
    game = two_lines(leaders={"Edward": "Bills"})
    game.do("move", unit="Bills", inches=8)
    start_x, start_y = game.body("Bills").centre
    assert game.refused("ride", leader="Edward", to=f"{start_x},{start_y - 4.1}") == {"W310"}
    game.do("ride", leader="Edward", to=f"{start_x},{start_y - 4}")
    assert game.state.leader_with("Bills") is None


@pytest.mark.rules("W57", "W322")
def test_a_leader_stays_with_a_unit_in_melee_and_keeps_clear_of_enemies() -> None:
    fighting = battle(
        [stands(unit("Bills"), 24, 14)],
        [stands(unit("Foes"), 24, 14)],
        contacts=[touch("Bills", "Foes")],
        leaders={"Edward": "Bills"},
    )
    assert fighting.refused("ride", leader="Edward", to="24,10") == {"W322"}
    alone = battle([stands(unit("Bills"), 24, 14)], [stands(unit("Foes"), 8, 14)], leaders={"Edward": (14, 14.5)})
    assert alone.refused("ride", leader="Edward", to="10,14.5") == {"W57"}
    assert alone.refused("ride", leader="Edward", to="5,14.5") == {"W57"}
    assert alone.refused("ride", leader="Edward", to="0.2,14.5") >= {"W54"}
    assert alone.refused("ride", leader="Edward", to="Foes") >= {"W57"}
