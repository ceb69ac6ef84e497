"""Morale on the table: the tests that shots and routs bring, falling back, fury, and chains of routs in waves."""

from typing import Any

import pytest

from tests.systems.warfare.game.scenes import DEEP, owing
from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import gun, knights, longbowmen, unit


def shot_at(described: Any, x: float = 24, y: float = 24, lost: int = 2, **said: Any) -> Game:
    """Bills of Lancaster, looking south, whom longbowmen at 24,10 have hit."""
    others = said.pop("others", [])
    bows = said.pop("bows", (24, 10))
    game = battle(
        [stands(longbowmen("Bows"), *bows)],
        [stands(described, x, y, struck=lost, shot_at={"Bows": lost}), *others],
        step="shots",
        **said,
    )
    return game.on()


@pytest.mark.rules("W503", "W208", "W505")
def test_who_is_hit_must_test_before_the_game_goes_on() -> None:
    game = shot_at(unit("Bills"))
    assert (game.unit("Bills").lost, game.unit("Bills").struck) == (2, 0)
    assert owing(game) == ["Bills"]
    assert game.refused("next") == {"W505"}
    game.do("morale", unit="Bills", dice=[2])  # militia need 2 under fire
    assert owing(game) == []
    assert game.unit("Bills").fell_back == 0
    assert game.refused("morale", unit="Bills") == {"W505"}
    game.on("first moves")


@pytest.mark.rules("W208")
def test_tests_wait_until_all_shots_are_thrown() -> None:
    game = battle([stands(longbowmen("Bows"), 24, 10)], [stands(unit("Bills"), 24, 24, struck=1)], step="shots")
    assert game.refused("morale", unit="Bills", cause="shooting") == {"W23", "W503"}


@pytest.mark.rules("W541", "W322")
def test_who_fails_under_fire_falls_back_half_a_move_from_the_firer_with_its_face_to_it() -> None:
    game = shot_at(unit("Bills"))
    said = game.do("morale", unit="Bills", dice=[1])
    bills = game.unit("Bills")
    assert (bills.x, bills.y, bills.facing) == (24, 28, 180)
    assert "They go back 4.0 inches." in said
    game.on("second moves")
    assert "W322" in game.refused("move", unit="Bills", inches=1)


@pytest.mark.rules("W541")
def test_the_way_back_is_straight_away_from_the_middle_of_the_firers_front() -> None:
    game = shot_at(unit("Bills"), bows=(12, 10))
    game.do("morale", unit="Bills", dice=[1])
    # From 12,10 to the middle of the Bills at 24,24.787: 12 across and 14.787 ahead is 19.045; of that 4 inches.
    assert game.unit("Bills").x == pytest.approx(24 + 4 * 12 / 19.045, abs=0.01)
    assert game.unit("Bills").y == pytest.approx(24 + 4 * 14.787 / 19.045, abs=0.01)
    assert game.unit("Bills").facing == 180


@pytest.mark.parametrize(
    ("said", "inches"),
    [
        pytest.param({"others": [stands(unit("Friends"), 24, 24 + DEEP + 1 + DEEP, 0)]}, 1.0, id="friends behind"),
        pytest.param({"y": 48 - DEEP - 2}, 2.0, id="the edge of the table"),
        pytest.param(
            {"terrain": [{"kind": "building", "area": [[20, 29], [28, 29], [28, 33], [20, 33]]}]},
            29 - 24 - DEEP,
            id="a building",
        ),
        pytest.param(
            {"terrain": [{"kind": "river", "line": [[0, 30], [48, 30]], "width": 2}]}, 29 - 24 - DEEP, id="a river"
        ),
    ],
)
@pytest.mark.rules("W541")
def test_falling_back_stops_at_what_bars_the_way(said: dict[str, Any], inches: float) -> None:
    game = shot_at(unit("Bills"), **said)
    before = game.unit("Bills").y
    told = game.do("morale", unit="Bills", dice=[1])
    assert game.unit("Bills").y - before == pytest.approx(inches, abs=0.02)
    assert "no further" in " ".join(told)


@pytest.mark.rules("W541")
def test_a_gun_stays_and_is_silent_next_turn() -> None:
    game = shot_at(gun("Gun", kind="militia"), lost=1)
    game.do("morale", unit="Gun", dice=[2])  # militia need 2, at -1 for a quarter of the crew
    assert (game.unit("Gun").y, game.unit("Gun").silenced) == (24, 1)
    game.on("command")
    game.do("initiative", dice=[6, 1])
    game.do("choose", to_move="first")
    game.on("shots")
    assert game.refused("shoot", unit="Gun", target="Bows") == {"W3"}


@pytest.mark.rules("W541")
def test_who_is_locked_with_the_enemy_stays_locked() -> None:
    game = battle(
        [stands(longbowmen("Bows"), 24, 10), stands(unit("Spears"), 24, 24)],
        [stands(unit("Bills"), 24, 24, struck=1, shot_at={"Bows": 1})],
        contacts=[touch("Spears", "Bills")],
        step="shots",
        shooting_in_melee=True,
    ).on()
    game.do("morale", unit="Bills", dice=[1])
    assert (game.unit("Bills").y, game.unit("Bills").fell_back) == (24, 1)
    assert game.state.in_melee("Bills")


@pytest.mark.rules("W518", "W517")
def test_a_natural_six_makes_the_chivalric_furious_and_then_they_must_charge() -> None:
    game = shot_at(knights("Bills", figures=9), y=16, lost=1)
    game.do("morale", unit="Bills", dice=[6])
    assert game.unit("Bills").furious
    game.on("second moves")
    assert game.refused("next") == {"W518"}
    game.do("charge", unit="Bills", target="Bows")
    assert game.state.in_melee("Bills")
    assert game.refused("next") == set()


@pytest.mark.rules("W518")
def test_the_furious_who_cannot_charge_yet_must_go_for_the_enemy() -> None:
    game = battle(
        [stands(unit("Spears"), 40, 10)],
        [stands(knights("Bills", figures=9), 10, 30, furious=True)],
        step="first moves",
    ).on("second moves")
    reminders = [one for one in game.playing.rules.board(game.state).owed if one.rule == "W518"]
    assert [one.how for one in reminders] == ['move "Bills" all --towards "Spears"']
    assert game.refused("next") == {"W518"}
    game.do("move", unit="Bills", inches="all", towards="Spears")
    assert game.refused("next") == set()


@pytest.mark.rules("W542")
def test_fire_among_other_causes_is_a_rout() -> None:
    game = shot_at(unit("Bills"))
    assert game.facts("morale", unit="Bills", cause="leader hit")["causes"] == ["shooting", "leader hit"]
    game.do("morale", unit="Bills", cause="leader hit", dice=[1])
    bills = game.unit("Bills")
    assert (bills.routing, bills.fell_back, bills.facing) == (1, 0, 0)
    assert bills.y == pytest.approx(24 + DEEP, abs=1e-3)


@pytest.mark.rules("W542")
def test_routers_turn_away_from_the_enemy_and_who_has_him_behind_already_does_not_turn() -> None:
    game = battle([stands(unit("Bills"), 24, 24, 0)], [stands(unit("Spears"), 24, 20, 0)], step="morale")
    game.do("morale", unit="Bills", cause="leader hit", dice=[1])
    assert game.unit("Bills").routing == 1
    assert game.unit("Bills").facing == 0


@pytest.mark.rules("W503", "W601")
def test_routers_who_are_hit_lose_figures_and_test_nothing() -> None:
    game = battle(
        [stands(longbowmen("Bows"), 24, 10)], [stands(unit("Bills"), 24, 24, 0, struck=3, routing=1)], step="shots"
    ).on()
    assert game.unit("Bills").lost == 3
    assert owing(game) == []


@pytest.mark.rules("W502", "W541")
def test_without_a_map_the_players_say_who_tests_and_nobody_is_moved() -> None:
    game = battle(
        [stands(unit("Bills")), stands(unit("Rabble"), routing=1)],
        [stands(unit("Enemy"))],
        step="melee",
        turn=2,
        mapless=True,
    )
    assert "--cause" in " ".join(game.do("next"))
    said = game.do("morale", unit="Bills", cause="friend in rout", dice=[2])  # at -1
    assert game.unit("Bills").routing == 2
    assert "--cause" in " ".join(said)
    shot = battle([stands(unit("Bills"), struck=2)], [stands(unit("Enemy"))], step="shots", mapless=True).on()
    shot.do("morale", unit="Bills", dice=[1])
    assert (shot.unit("Bills").fell_back, shot.unit("Bills").x) == (1, None)
