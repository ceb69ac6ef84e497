"""At the limit: the shooting test, alone and after a volley, and the risk to leaders."""

from fractions import Fraction
from typing import Any

import pytest

from tests.marking import case
from tests.systems.tree_of_battles.scenes import (
    archers,
    archery,
    bills,
    by_faces,
    chance,
    mixed,
    refused,
    spread,
    stated,
    thrown,
    told,
)
from tests.systems.tree_of_battles.units import described

CAPTAIN = {"name": "Hastings", "rank": "captain", "command_points": 3}


def at_the_limit(grade: str = "C", **said: Any) -> Any:
    return stated("shooting-test", contingent=bills(grade, dps=5), **said)


def risk(points: int = 3, **said: Any) -> Any:
    return stated("leader-risk", leader=CAPTAIN | {"command_points": points}, **said)


@pytest.mark.rules("T141")
@pytest.mark.parametrize(
    ("face", "does"), [(1, "retire"), (2, "retire"), (3, "halt"), (4, "halt"), (5, "advance"), (6, "advance")]
)
def test_c_grade_does_what_the_die_says(face: int, does: str) -> None:
    assert thrown("shooting-test", at_the_limit(), face).reaction == does


@pytest.mark.parametrize(
    ("wants", "by_face"),
    [
        case("T142", "halt", ["retire", "halt", "halt", "halt", "halt", "advance"]),
        case("T142", "advance", ["retire", "halt", "halt", "advance", "advance", "advance"]),
        case("T142", "retire", ["retire", "retire", "retire", "halt", "halt", "advance"]),
    ],
)
@pytest.mark.rules("T25", "T53")
def test_b_grade_changes_its_die_by_one_once_it_is_seen(wants: str, by_face: list[str]) -> None:
    facts = at_the_limit("B", wants=wants)
    assert [thrown("shooting-test", facts, face).reaction for face in range(1, 7)] == by_face
    assert spread("shooting-test", facts, lambda o: o.reaction) == by_faces(1, lambda faces: by_face[faces[0] - 1])


@pytest.mark.rules("T142")
def test_b_grade_may_say_itself_what_it_changed() -> None:
    assert thrown("shooting-test", at_the_limit("B", shift=-1), 3).reaction == "retire"
    assert thrown("shooting-test", at_the_limit("B", shift=0), 2).reaction == "retire"


@pytest.mark.rules("T141", "T109")
def test_guns_halt_where_others_advance() -> None:
    facts = stated("shooting-test", contingent=described("2 guns", "C", dps=5))
    by_face = [thrown("shooting-test", facts, face).reaction for face in range(1, 7)]
    assert by_face == ["retire", "retire", "halt", "halt", "halt", "halt"]


@pytest.mark.rules("T143")
def test_testing_again_in_the_turn_takes_two_off() -> None:
    again = [thrown("shooting-test", at_the_limit(again=True), face).reaction for face in range(1, 7)]
    assert again == ["retire", "retire", "retire", "retire", "halt", "halt"]


@pytest.mark.parametrize(
    ("contingent", "said", "rules"),
    [
        case("T141", bills("A", dps=6), {}, ["T141"]),
        case("T25", bills("D", dps=5), {}, ["T141"]),
        case("T141", bills(dps=4), {}, ["T141"]),
        case("T142", bills(dps=5), {"shift": 1}, ["T142"]),
        case("T141", bills("B", dps=5), {"shift": 1}, []),
    ],
)
def test_who_tests(contingent: dict[str, Any], said: dict[str, Any], rules: list[str]) -> None:
    assert refused("shooting-test", stated("shooting-test", contingent=contingent, **said)) == rules


@pytest.mark.rules("T141", "T25", "T334")
def test_a_volley_first_fills_up_to_five_and_one_test_follows_whatever_is_left_over() -> None:
    facts = archery(archers(2), bills(dps=3))  # four dice
    struck = thrown("archery", facts, 6, 6, 1, 1)
    assert (struck.dps, struck.into_disarray, struck.beyond, struck.tested) == (5, True, False, None)
    struck = thrown("archery", facts, 6, 6, 6, 6, 2)
    assert (struck.taken, struck.beyond, struck.reaction) == (2, True, "retire")
    later = thrown("archery", archery(archers(2), bills(dps=3), tests=False), 6, 6, 6, 6)
    assert (later.reaction, later.owes_shooting_test) == ("", True)


@pytest.mark.rules("T143")
def test_a_volley_at_who_has_tested_this_turn_tests_again() -> None:
    assert thrown("archery", archery(archers(1), bills(dps=5, tested=True)), 6, 1, 6).reaction == "halt"


@pytest.mark.rules("T25")
def test_a_grade_takes_its_sixth_and_d_grade_retires() -> None:
    struck = thrown("archery", archery(archers(1), bills("A", dps=5)), 6, 6)
    assert (struck.dps, struck.beyond, struck.reaction) == (6, True, "")
    d_grade = bills("D", dps=5)
    assert thrown("archery", archery(archers(1), d_grade), 6, 1).reaction == "retire"
    stands = archery(archers(1), d_grade, options={"d_grade_stands": True})
    assert thrown("archery", stands, 6, 1).reaction == ""


@pytest.mark.rules("T51")
def test_who_routs_goes_on_routing_whatever_hits_it() -> None:
    struck = thrown("archery", archery(archers(1), bills(dps=5, conduct="routing")), 6, 6)
    assert (struck.reaction, struck.owes_shooting_test) == ("", False)
    routing = stated("shooting-test", contingent=bills(dps=5, conduct="routing"))
    assert refused("shooting-test", routing) == ["T51"]


@pytest.mark.rules("T51", "T78", "T25")
@pytest.mark.parametrize("grade", ["B", "C", "D"])
def test_who_retires_goes_on_retiring(grade: str) -> None:
    struck = thrown("archery", archery(archers(1), bills(grade, dps=5, conduct="retiring")), 6, 6)
    assert (struck.reaction, struck.owes_shooting_test, struck.owes_control_test) == ("", False, False)
    retiring = stated("shooting-test", contingent=bills(dps=5, conduct="retiring"))
    assert refused("shooting-test", retiring) == ["T51"]


@pytest.mark.rules("T141", "T109")
@pytest.mark.parametrize(("face", "does"), [(2, "retire"), (4, "halt"), (5, "halt"), (6, "halt")])
def test_guns_do_not_advance(face: int, does: str) -> None:
    guns = described("2 guns", "C", "Guns", dps=5)
    assert thrown("shooting-test", stated("shooting-test", contingent=guns), face).reaction == does


@pytest.mark.rules("T141", "T334")
def test_the_joint_odds_of_dps_and_test_are_those_of_every_face() -> None:
    facts = archery(archers(2), bills(dps=4))  # four dice, room for one
    reaction = {1: "retire", 2: "retire", 3: "halt", 4: "halt", 5: "advance", 6: "advance"}
    hits = by_faces(4, lambda faces: sum(face >= 5 for face in faces))

    def then(hit: int) -> dict[Any, Fraction]:
        if hit < 2:
            return {(hit, ""): Fraction(1)}
        return {(1, word): part for word, part in by_faces(1, lambda faces: reaction[faces[0]]).items()}

    assert spread("archery", facts, lambda struck: (struck.taken, struck.reaction)) == mixed(hits, then)
    assert chance("archery", facts, "Bills are in disarray after it") == 1 - hits[0]


@pytest.mark.parametrize(
    ("dice", "points", "enemy", "result", "rating"),
    [
        case("T151", (2,), 3, None, "unhurt", 3),
        case("T151", (6,), 3, None, "unhurt", 3),
        case("T152", (1, 1), 3, None, "killed", 0),
        case("T153", (1, 2), 3, None, "wounded", 1),
        case("T153", (1, 3), 3, 4.5, "wounded", 1),
        case("T153", (1, 3), 3, 4, "captured", 1),
        case("T154", (1, 4), 3, 1, "light wound", 2),
        case("T154", (1, 5), 3, 1, "light wound", 2),
        case("T155", (1, 6), 3, 1, "no effect", 3),
        case("T156", (1, 5), 1, None, "killed", 0),
        case("T156", (1, 2), 2, 1, "killed", 0, name="killed, not captured"),
    ],
)
def test_a_leader_in_danger(dice: tuple[int, ...], points: int, enemy: float | None, result: str, rating: int) -> None:
    fate = thrown("leader-risk", risk(points, nearest_enemy=enemy), *dice)
    assert (fate.result, fate.rating) == (result, rating)


@pytest.mark.rules("T151", "T152", "T153", "T154", "T155")
def test_the_odds_of_a_leader_in_danger() -> None:
    assert spread("leader-risk", risk(), lambda fate: fate.result) == {
        "unhurt": Fraction(5, 6), "killed": Fraction(1, 36), "wounded": Fraction(2, 36),
        "light wound": Fraction(2, 36), "no effect": Fraction(1, 36),
    }  # fmt: skip


@pytest.mark.rules("T52")
def test_a_herald_is_at_no_risk() -> None:
    assert refused("leader-risk", stated("leader-risk", leader={"name": "Herald", "rank": "herald"})) == ["T52"]


@pytest.mark.rules("T151", "T26", "T52")
def test_a_dp_from_shooting_endangers_the_leaders_with_the_target() -> None:
    led = bills("A", leaders=[CAPTAIN, {"name": "Herald", "rank": "herald"}], nearest_enemy=3)
    facts = archery(archers(1), led)
    assert [(fate.leader, fate.result) for fate in thrown("archery", facts, 5, 5, 1, 3).fates] == [
        ("Hastings", "captured")
    ]
    assert thrown("archery", facts, 4, 4).fates == (), "no DP, no risk"
    assert thrown("archery", archery(archers(1), led | {"dps": 6}), 6, 6).fates == (), "a DP without room is none"
    safe = archery(archers(1), led, options={"no_risk_from_shooting": True})
    assert thrown("archery", safe, 5, 5).fates == ()
    assert "T305" in told("archery", facts, 5, 5, 1, 1), "his death is felt by others"
