"""Skirmishers on the table: they get out of the way, stand and fight, or are caught."""

from typing import Any

import pytest

from miniatures.space.contact import touching
from miniatures.space.footprint import distance
from tests.systems.warfare.game.tables import Game, battle, stands
from tests.systems.warfare.units import knights, longbowmen, unit

LIGHT = longbowmen("Light", figures=8, ranks=1, skirmishers=True)


def chase(gap: float, charger: Any = None, start: float = 10, **said: Any) -> Game:
    return battle(
        [stands(charger or unit("Bills"), 24, start)],
        [stands(LIGHT, 24, start + gap), *said.pop("others", [])],
        leaders={"Edward": (20, start - 3), "Somerset": (4, 4)},
        **said,
    )


@pytest.mark.rules("W409", "W410", "W66")
def test_they_end_one_normal_move_of_the_attacker_away_from_where_it_stops() -> None:
    """Foot run their whole eight inches to 18; the skirmishers stand eight beyond, at 26, and still look at them."""
    game = chase(4)
    game.do("charge", unit="Bills", target="Light")
    assert game.body("Bills").pose == pytest.approx((24, 18, 0), abs=0.001)
    assert game.body("Light").pose == pytest.approx((24, 26, 180), abs=0.001)
    assert game.state.contacts == ()
    assert (game.unit("Light").avoided, game.unit("Bills").charged) == (1, 0)


@pytest.mark.rules("W410", "W66")
@pytest.mark.parametrize("facing", [0.0, 90.0, 211.0])
@pytest.mark.parametrize(
    ("charger", "move"), [(unit("Bills"), 8), (knights("Bills", protection="heavy"), 10), (knights("Bills"), 8)]
)
def test_the_distance_is_the_attackers_normal_move_however_they_stood(facing: float, charger: Any, move: float) -> None:
    game = battle(
        [stands(charger, 24, 5)], [stands(LIGHT, 25, 9, facing)], leaders={"Edward": (24, 2), "Somerset": (4, 4)}
    )
    game.do("charge", unit="Bills", target="Light")
    assert distance(game.body("Bills"), game.body("Light")) == pytest.approx(move, abs=0.001)


@pytest.mark.rules("W410", "W220")
def test_they_count_as_avoiding_in_the_next_turns_shooting() -> None:
    game = chase(4)
    game.do("charge", unit="Bills", target="Light")
    game.next_turn("shots")
    assert game.facts("shoot", unit="Light")["firer"]["avoided"] is True


@pytest.mark.rules("W409")
def test_a_charge_that_cannot_reach_them_frightens_nobody() -> None:
    game = chase(9)
    game.do("charge", unit="Bills", target="Light")
    assert game.unit("Light").y == 19
    assert game.unit("Light").avoided == 0


@pytest.mark.rules("W409")
def test_skirmishers_do_not_avoid_skirmishers() -> None:
    game = chase(4, longbowmen("Bills", figures=8, ranks=1, skirmishers=True))
    game.do("charge", unit="Bills", target="Light")
    assert len(game.state.contacts) == 1


@pytest.mark.rules("W409", "W410", "W34")
def test_cornered_at_the_edge_they_stop_and_fight() -> None:
    """Their rear can go to 48 and no further: their front is 20 mm before it, and foot from 39.5 reach 47.5."""
    game = chase(4, start=39.5)
    says = game.do("charge", unit="Bills", target="Light")
    assert "W34" in says[0]
    assert touching(game.body("Bills"), game.body("Light"))
    assert game.unit("Light").y == pytest.approx(48 - 20 / 25.4, abs=0.02)
    assert len(game.state.contacts) == 1


@pytest.mark.rules("W410", "W34", "W66")
@pytest.mark.parametrize("stop", ["friends", "river"])
def test_troops_and_rivers_stop_them_short(stop: str) -> None:
    """Something begins at 22: they stop before it, out of reach of foot who come to 18."""
    river = {"kind": "river", "area": [[0, 22], [48, 22], [48, 24], [0, 24]]}
    game = chase(
        4,
        terrain=[river] if stop == "river" else [],
        others=[stands(unit("Wall"), 24, 22)] if stop == "friends" else [],
    )
    game.do("charge", unit="Bills", target="Light")
    assert game.unit("Light").y == pytest.approx(22 - 20 / 25.4, abs=0.02)
    assert game.state.contacts == ()


@pytest.mark.rules("W410", "W320")
def test_the_attacker_runs_no_further_than_the_ground_lets_it() -> None:
    """A wood from 16 would leave it four inches of eight: it stops at its edge after six."""
    wood = {"kind": "wood", "area": [[0, 16], [48, 16], [48, 20], [0, 20]]}
    game = chase(4, terrain=[wood])
    game.do("charge", unit="Bills", target="Light")
    assert game.unit("Bills").y == pytest.approx(16, abs=0.02)
    assert game.unit("Light").y == pytest.approx(24, abs=0.02)


@pytest.mark.rules("W409")
def test_without_a_map_they_avoid_too_and_the_players_move_them() -> None:
    game = battle([stands(unit("Bills"))], [stands(LIGHT)], mapless=True)
    game.do("charge", unit="Bills", target="Light", sets=["distance=4"])
    assert game.unit("Light").avoided == 1
    assert game.state.contacts == ()
