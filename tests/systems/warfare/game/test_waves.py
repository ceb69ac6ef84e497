"""Event V on the table: who sees a rout and minds it, and chains of routs in waves."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.warfare.game.scenes import owing
from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import knights, unit


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
    wood = {"kind": "wood", "area": [[26, 5], [29, 5], [29, 20], [26, 20]]}
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
