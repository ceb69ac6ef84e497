"""What shooting asks for: the shooting test at the limit, what it makes of the target, friends who see it, leaders."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, leader, stands, touch

MISS = [1]


def limit(*lancaster: Standing, grade: str = "C", parts: str = "4 heavy infantry", dps: int = 5, **said: Any) -> Game:
    """York's 2 stands of longbow (4 dice) at 24,10, and the target 8 inches ahead at its most DPs."""
    array: dict[str, Any] = {"array": "disarray"} if dps >= 5 else {}
    own = {key: said.pop(key) for key in ("tests", "conduct") if key in said}
    return battle(
        [stands("2 longbow", "Bows", 24, 10)],
        [stands(parts, "Bills", 24, 18, grade=grade, dps=dps, **array, **own), *lancaster],
        step="long range",
        **said,
    )


@pytest.mark.parametrize(
    ("die", "word"),
    [
        case("T141", 1, "retire"),
        case("T141", 2, "retire"),
        case("T141", 3, "halt"),
        case("T141", 4, "halt"),
        case("T141", 5, "advance"),
        case("T141", 6, "advance"),
    ],
)
def test_c_grade_at_5_dps_tests_when_it_would_take_another(die: int, word: str) -> None:
    game = limit()
    game.do("shoot", unit="Bows", dice=[6, *MISS * 3, die])
    bills = game.unit("Bills")
    assert bills.total_dps == 5
    assert bills.reaction == {"turn": 1, "word": word, "at": "Bows"}
    assert bills.tests == {"turn": 1, "count": 1}
    assert (
        dict(bills.owes)
        == {
            "retire": {"run": "retire: shot at by Bows"},
            "halt": {},
            "advance": {"advance": "Bows"},
        }[word]
    )
    assert bills.conduct == ("retiring" if word == "retire" else "steady")


def test_what_is_owed_after_a_test_holds_up_the_next_phase() -> None:
    game = limit()
    game.do("shoot", unit="Bows", dice=[6, *MISS * 3, 1])
    assert game.owed() == ['run "Bills"']
    assert game.refused("next") == {"T204"}
    game = limit()
    game.do("shoot", unit="Bows", dice=[6, *MISS * 3, 6])
    assert game.owed() == ['move "Bills" all --towards "Bows"']


@pytest.mark.rules("T142")
def test_b_grade_changes_its_die_to_what_its_player_wants() -> None:
    game = limit(grade="B")
    game.do("shoot", unit="Bows", dice=[6, *MISS * 3, 2])
    assert game.unit("Bills").reaction["word"] == "halt"
    game = limit(grade="B")
    game.do("shoot", unit="Bows", wants="advance", dice=[6, *MISS * 3, 4])
    assert game.unit("Bills").reaction["word"] == "advance"


@pytest.mark.rules("T143")
def test_a_second_test_in_a_turn_takes_2_from_the_die() -> None:
    game = limit(tests={"turn": 1, "count": 1})
    game.do("shoot", unit="Bows", dice=[6, *MISS * 3, 4])
    assert game.unit("Bills").reaction["word"] == "retire"
    assert game.unit("Bills").tests == {"turn": 1, "count": 2}
    fresh = limit(turn=2, tests={"turn": 1, "count": 1})
    fresh.do("shoot", unit="Bows", dice=[6, *MISS * 3, 4])
    assert fresh.unit("Bills").reaction["word"] == "halt"


@pytest.mark.rules("T141")
def test_a_volley_fills_up_first_and_volleys_of_a_phase_add_up() -> None:
    game = limit(dps=3)
    game.do("shoot", unit="Bows", dice=[6, 6, *MISS * 2])
    assert (game.unit("Bills").total_dps, game.unit("Bills").array) == (5, "disarray")
    more = battle(
        [stands("2 longbow", "Bows", 24, 10), stands("2 longbow", "Archers", 29, 10)],
        [stands("4 heavy infantry", "Bills", 26, 18, grade="C", dps=3)],
        step="long range",
    )
    more.do("shoot", unit="Bows", dice=[6, 6, *MISS * 2])
    more.do("shoot", unit="Archers", dice=[6, *MISS * 3, 3])
    assert more.unit("Bills").reaction["word"] == "halt"


def test_d_grade_retires_without_a_test_and_a_grade_takes_its_sixth() -> None:
    game = limit(grade="D")
    game.do("shoot", unit="Bows", dice=[6, *MISS * 3])
    assert game.unit("Bills").conduct == "retiring"
    stands_fast = limit(grade="D", d_grade_stands=True)
    stands_fast.do("shoot", unit="Bows", dice=[6, *MISS * 3])
    assert stands_fast.unit("Bills").conduct == "steady"
    best = limit(grade="A")
    best.do("shoot", unit="Bows", dice=[6, 6, *MISS * 2])
    assert best.unit("Bills").total_dps == 6


@pytest.mark.rules("T301")
def test_friends_of_a_lower_grade_take_a_dp_when_it_retires_within_12_inches() -> None:
    game = limit(
        stands("4 pike", "Lower", 30, 24, grade="D"),
        stands("4 pike", "Equal", 18, 24, grade="C"),
        stands("4 pike", "Far", 24, 40, grade="D"),
        stands("4 foot men at arms", "Knights", 24, 24, grade="D", traits=["chivalrous"]),
    )
    game.do("shoot", unit="Bows", dice=[6, *MISS * 3, 1])
    assert [game.unit(name).total_dps for name in ("Lower", "Equal", "Far", "Knights")] == [1, 0, 0, 0]
    assert game.unit("Lower").dps[0]["rule"] == "T301"


def test_what_neighbours_take_in_a_phase_costs_them_no_dice_in_it() -> None:
    game = limit(stands("2 longbow", "Archers", 28, 20, grade="D"))
    game.do("shoot", unit="Bows", dice=[6, *MISS * 3, 1])
    assert game.unit("Archers").total_dps == 1
    game.do("shoot", unit="Archers", dice=MISS * 4)


def test_who_retires_routs_or_fights_takes_no_test() -> None:
    game = limit(conduct="retiring")
    game.do("shoot", unit="Bows", dice=[6, *MISS * 3])
    assert dict(game.unit("Bills").owes) == {}
    fighting = battle(
        [stands("2 longbow", "Bows", 24, 10), stands("4 pike", "Pikes", 30, 17.2)],
        [stands("4 heavy infantry", "Bills", 24, 18, grade="C", dps=5)],
        step="long range",
        contacts=[touch("Pikes", "Bills")],
        shooting_into_combat=True,
    )
    fighting.do("shoot", unit="Bows", target="Bills", dice=[6, *MISS * 3])
    assert dict(fighting.unit("Bills").owes) == {}


def test_guns_that_must_retire_are_lost() -> None:
    game = limit(parts="2 artillery")
    game.do("shoot", unit="Bows", dice=[6, *MISS * 3, 1])
    assert game.unit("Bills").gone == "lost"


def test_the_test_can_be_put_off() -> None:
    game = limit()
    game.do("shoot", unit="Bows", sets=["tests=false"], dice=[6, *MISS * 3])
    assert game.owed() == ['test "Bills"']
    game.do("test", unit="Bills", dice=[6])
    assert game.unit("Bills").reaction == {"turn": 1, "word": "advance", "at": "Bows"}


@pytest.mark.rules("T151", "T152", "T305")
def test_a_leader_runs_a_risk_when_his_contingent_takes_a_dp() -> None:
    def led(**said: Any) -> Game:
        return limit(
            leader("Somerset", "captain", 3, unit="Bills"), stands("4 pike", "Pikes", 24, 24), dps=0, grade="B", **said
        )

    game = led()
    game.do("shoot", unit="Bows", dice=[6, *MISS * 3, 2])
    assert not game.leader("Somerset").gone
    game = led()
    game.do("shoot", unit="Bows", dice=MISS * 4)
    game = led()
    game.do("shoot", unit="Bows", dice=[6, *MISS * 3, 1, 1])
    assert game.leader("Somerset").gone == "killed"
    assert [game.unit(name).total_dps for name in ("Bills", "Pikes", "Bows")] == [3, 2, 0]
    led(no_risk_from_shooting=True).do("shoot", unit="Bows", dice=[6, *MISS * 3])


@pytest.mark.rules("T153", "T154")
def test_wounds_lower_what_he_can_spend_even_when_he_has_spent_it() -> None:
    game = limit(leader("Somerset", "captain", 3, unit="Bills", spent={"turn": 1, "points": 3}), dps=0, grade="B")
    game.do("shoot", unit="Bows", dice=[6, *MISS * 3, 1, 2])
    assert (game.leader("Somerset").rating, game.leader("Somerset").points(1)) == (1, 0)
    assert game.facts("shoot", unit="Bows", target="Bills")["target"]["leaders"][0]["wounds"] == 2
    assert game.refused("shoot", unit="Bows") == {"T21"}


def test_who_has_retired_shoots_no_more_and_who_advanced_has_moved() -> None:
    retired = {"turn": 1, "word": "retire", "at": "Bows"}
    game = limit(stands("2 longbow", "Archers", 24, 22, reaction=retired))
    assert game.refused("shoot", unit="Archers", target="Bows") >= {"T78"}
    advanced = limit(stands("2 longbow", "Archers", 30, 18, reaction=retired | {"word": "advance"}))
    assert advanced.facts("shoot", unit="Archers", target="Bows")["firer"]["moved"] is True
