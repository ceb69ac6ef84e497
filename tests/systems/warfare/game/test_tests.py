"""Morale on the table: the tests that shots and routs bring, falling back, fury, and chains of routs in waves."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import gun, knights, longbowmen, unit

DEEP = 2 * 20 / 25.4


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


def owing(game: Game) -> list[str]:
    return [one.unit for one in game.playing.rules.board(game.state).owed if one.rule == "W505"]


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
def test_the_furious_who_cannot_charge_yet_are_reminded_and_hold_nobody_up() -> None:
    game = battle(
        [stands(unit("Spears"), 40, 10)],
        [stands(knights("Bills", figures=9), 10, 30, furious=True)],
        step="first moves",
    ).on("second moves")
    reminders = [one for one in game.playing.rules.board(game.state).owed if one.rule == "W518"]
    assert [one.how for one in reminders] == ['move "Bills" all --towards "Spears"']
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


def watching(kind: str, *, turn: int = 2, **said: Any) -> Game:
    """Rabble of militia run; Bills of that kind stand six inches from them as Event V begins."""
    options = said.pop("options", {})
    return battle(
        [
            stands(unit("Rabble", kind=said.pop("router", "militia")), 24, 12, 180, routing=1),
            stands(unit("Bills", kind=kind), said.pop("x", 33.2), 12, **said),
        ],
        [stands(unit("Enemy"), 24, 44)],
        step="melee",
        turn=turn,
        **options,
    ).on()


@pytest.mark.parametrize(
    ("kind", "router", "tests"),
    [
        case("W545", "militia", "militia", True, name="the same kind"),
        case("W545", "levy", "militia", True, name="a superior kind"),
        case("W545", "professional", "militia", False, name="an inferior kind"),
        case("W545", "knight", "professional", False, name="knights and professionals"),
        case("W502", "knight", "knight", True, name="knights among themselves"),
    ],
)
def test_a_rout_that_goes_on_troubles_friends_of_the_same_or_a_lesser_kind(kind: str, router: str, tests: bool) -> None:
    assert owing(watching(kind, router=router)) == (["Bills"] if tests else [])


@pytest.mark.rules("W545", "W502")
def test_only_friends_within_twelve_inches_who_see_it_and_only_a_rout_of_an_earlier_turn() -> None:
    side = 3.15 / 2
    assert owing(watching("militia", x=24 + 2 * side + 12)) == ["Bills"]
    assert owing(watching("militia", x=24 + 2 * side + 12.1)) == []
    wood = {"kind": "wood", "area": [[27, 5], [29, 5], [29, 20], [27, 20]]}
    assert owing(watching("militia", options={"terrain": [wood]})) == []
    assert owing(watching("militia", turn=1)) == [], "this turn's rout troubled them when it happened"


@pytest.mark.rules("W546")
def test_where_morale_is_per_battle_other_battles_do_not_matter() -> None:
    assert owing(watching("militia", wing="Left")) == ["Bills"]
    assert owing(watching("militia", wing="Left", options={"morale_per_battle": True})) == []
    assert owing(watching("militia", options={"morale_per_battle": True})) == ["Bills"]


@pytest.mark.rules("W527")
def test_each_friend_in_rout_within_twelve_inches_weighs_one() -> None:
    york = [
        stands(unit("Bills"), 24, 12),
        stands(unit("One"), 20, 12, 180, routing=1),
        stands(unit("Two", kind="knight"), 28, 12, 180, routing=1),
        stands(unit("Three", kind="levy"), 24, 8, 180, routing=1),
    ]
    game = battle(york, [stands(unit("Enemy"), 24, 44)], step="melee", turn=2).on()
    assert owing(game) == ["Bills"]
    game.do("morale", unit="Bills", dice=[4])  # 4 - 2 is just enough
    assert game.unit("Bills").routing == 0
    again = battle(york, [stands(unit("Enemy"), 24, 44)], step="melee", turn=2).on()
    again.do("morale", unit="Bills", dice=[3])
    assert again.unit("Bills").routing == 2


def chain() -> Game:
    """A and B see Rabble run; C is too far from them, but near to A."""
    return battle(
        [
            stands(unit("Rabble"), 24, 12, 180, routing=1),
            stands(unit("A"), 30, 12),
            stands(unit("B"), 18, 12),
            stands(unit("C"), 45, 12),
        ],
        [stands(unit("Enemy"), 24, 44)],
        step="melee",
        turn=2,
    ).on()


@pytest.mark.parametrize("first", ["A", "B"])
@pytest.mark.rules("W502", "W545")
def test_chains_go_in_waves_so_that_the_order_of_the_dice_does_not_matter(first: str) -> None:
    game = chain()
    assert owing(game) == ["A", "B"]
    dice = {"A": [2], "B": [3]}  # each at -1 for the Rabble: A run on 1, and B stand on 2 though they see A run
    for name in (first, "AB".replace(first, "")):
        game.do("morale", unit=name, dice=dice[name])
    assert (game.unit("A").routing, game.unit("B").routing) == (2, 0)
    assert owing(game) == ["B", "C"], "the second wave: those who saw A run"
    game.do("morale", unit="B", dice=[4])  # at -2 by now
    assert game.unit("B").routing == 0
    game.do("morale", unit="C", dice=[3])  # at -1: they see A alone
    assert game.unit("C").routing == 0
    assert owing(game) == []


@pytest.mark.rules("W502")
def test_the_second_wave_waits_for_the_first() -> None:
    game = chain()
    game.do("morale", unit="A", dice=[1])
    assert owing(game) == ["B"]
    assert "W51" in game.refused("morale", unit="C")
    assert "owes a test" in game.playing.rules.board(game.state).sides[0].wings[0].units[3].state
    game.do("morale", unit="B", dice=[1])
    assert owing(game) == ["C"], "routers do not test"
    game.do("morale", unit="C", dice=[1])
    assert [game.unit(name).routing for name in "ABC"] == [2, 2, 2]
    game.on("rout")


@pytest.mark.rules("W525", "W528", "W529")
def test_a_test_in_event_five_remembers_the_melee_and_where_the_unit_is_attacked() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20, lost_melee=1), stands(unit("Rabble"), 30, 20, 180, routing=1)],
        [stands(unit("Spears"), 24, 20), stands(unit("Glaives"), 22.4, 19.2, 90)],
        contacts=[touch("Bills", "Spears"), touch("Bills", "Glaives", "flank", "front")],
        step="morale",
    )
    facts = game.facts("morale", unit="Bills", cause="friend in rout")
    assert facts["lost_melee"] is True
    assert facts["attacked"] == ["flank"]
    game.do("morale", unit="Bills", cause="friend in rout", dice=[4])  # 4 - 1 - 1 - 1 is less than 2
    assert game.unit("Bills").routing == 1


@pytest.mark.rules("W543", "W502")
def test_a_unit_that_runs_from_its_fight_in_event_five_may_be_pursued() -> None:
    game = battle(
        [stands(unit("Rabble"), 30, 20, 180, routing=1), stands(unit("Bills"), 24, 20, first_melee="now")],
        [stands(unit("Spears"), 22, 20), stands(knights("Knights"), 26, 20, first_melee="now")],
        contacts=[touch("Bills", "Spears"), touch("Bills", "Knights")],
        step="melee",
        turn=2,
        state={"units": {"Bills": {"fought": 2}, "Spears": {"fought": 2}, "Knights": {"fought": 2}}},
    ).on()
    said = game.do("morale", unit="Bills", dice=[1])
    assert game.unit("Bills").routing == 2
    assert game.unit("Spears").may_pursue == ["Bills"]
    assert game.unit("Knights").pursuing == "Bills"
    assert "Knights must pursue (W543)." in said
    assert game.unit("Knights").first_melee == "done"


@pytest.mark.rules("W603", "W545")
def test_a_leader_rallies_routers_when_those_who_saw_them_run_have_tested() -> None:
    game = battle(
        [stands(unit("Rabble"), 24, 12, 180, routing=1), stands(unit("Bills"), 30, 12)],
        [stands(unit("Enemy"), 24, 44)],
        leaders={"Edward": "Rabble"},
        step="melee",
        turn=2,
    ).on()
    assert game.refused("rally", unit="Rabble") == {"W545"}
    game.do("morale", unit="Bills", dice=[3])
    game.do("rally", unit="Rabble")
    assert game.unit("Rabble").routing == 0


@pytest.mark.rules("W501", "W61")
def test_friends_who_see_a_leader_hit_test_with_the_fight() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20), stands(unit("Near"), 30, 14)],
        [stands(unit("Spears"), 24, 20)],
        contacts=[touch("Bills", "Spears")],
        leaders={"Edward": "Bills"},
        step="melee",
    )
    # The Bills lose four, Edward is hit, 4 - 1 - 1 is 2; the Spears, who lost one, stand; Near need 2 and run on 1.
    game.do("melee", unit="Bills", dice=[1, 1, 6, 6, 5, 4, 2, 1, 6])
    assert game.unit("Near").routing == 1


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
