"""Artillery: two dice a gun, what changes them, shots that cannot hit, and what a hit asks of the target."""

from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from tests.marking import case
from tests.systems.tree_of_battles.scenes import (
    archers,
    artillery,
    bills,
    by_faces,
    chance,
    guns,
    lines,
    procedure,
    refused,
    spread,
    thrown,
    told,
)

#: A battery that shot at the bills at 20 inches before: +1.
RANGED = guns(last_target="Bills", last_distance=20)


def need(facts: Any) -> str:
    """What the program says of each die before it is thrown."""
    return procedure("artillery").sums(facts)[0].purpose.partition("; ")[2]


@pytest.mark.rules("T121", "T125", "T126", "T22", "T50")
def test_two_guns_on_a_new_target_beyond_effective_range_would_need_a_7_and_never_hit() -> None:
    facts = artillery(distance=30)
    assert lines("artillery", facts) == {"T121": 4, "T125": -1, "T126": -1}
    assert need(facts) == "each would need a 7: never hits"
    assert thrown("artillery", facts).taken == 0, "no die is asked for"
    assert spread("artillery", facts, lambda struck: struck.taken) == {0: 1}


@pytest.mark.rules("T22")
def test_where_a_natural_six_always_hits_the_same_shot_may_hit() -> None:
    facts = artillery(distance=30, options={"natural_six_hits": True})
    assert need(facts) == "each hits on 6+ (a 6 as thrown always does)"
    assert thrown("artillery", facts, 5, 6, 5, 5).taken == 1


@pytest.mark.parametrize(
    ("firer", "said", "expected"),
    [
        case("T122", RANGED, {}, 4),
        case("T122", RANGED, {"distance": 21}, 4, name="within an inch of the last range"),
        case("T22", RANGED, {"distance": 22}, 5, name="another range is neither"),
        case("T22", guns(last_target="Bills"), {}, 5, name="a range that nobody noted"),
        case("T123", guns(last_target="Bills", last_distance=20, dps=2), {}, 6),
        case("T124", RANGED, {"target": bills(array="column")}, 3),
        case("T124", RANGED, {"enfilade": True}, 3),
        case("T124", RANGED, {"enfilade": True, "target": bills(array="column")}, 3, name="once"),
        case("T125", guns(last_target="Pikes", last_distance=20), {}, 6),
        case("T22", guns(), {}, 6, name="a first shot is at a new target"),
        case("T111", guns(last_target="bills", last_distance=24), {"distance": 24}, 4, name="24 is effective"),
        case("T126", guns(last_target="Bills", last_distance=25), {"distance": 25}, 5),
        case("T127", RANGED, {"target": bills(position="fortified")}, 6),
        case("T127", RANGED, {"target": bills(position="cover")}, 4, name="cover is no fortification"),
        case("T128", guns(last_target="Bills", last_distance=9), {"distance": 9}, 3),
        case("T128", guns(last_target="Bills", last_distance=9.5), {"distance": 9.5}, 4),
    ],
)
def test_the_least_face_that_hits(firer: dict[str, Any], said: dict[str, Any], expected: int) -> None:
    assert need(artillery(firer, **said)) == f"each hits on {expected}+"


@pytest.mark.rules("T121", "T122")
def test_each_die_is_read_on_its_own_and_several_batteries_shoot_at_one_target() -> None:
    second = {"firer": guns(1, "Second", last_target="Bills", last_distance=20), "distance": 20}
    facts = artillery(RANGED, also=[second])
    struck = thrown("artillery", facts, 4, 3, 4, 1, 3, 4)
    assert (struck.taken, struck.dps) == (3, 3)
    assert [(line.value, line.because, line.rule) for line in struck.causes] == [
        (3, "artillery: Guns and Second", "T121")
    ]


@pytest.mark.rules("T121")
def test_not_all_guns_need_to_shoot() -> None:
    assert lines("artillery", artillery(RANGED, guns=1))["T121"] == 2
    with pytest.raises(ValidationError, match="guns: 3 shoot of 2"):
        artillery(guns=3)


@pytest.mark.parametrize(("grade", "owes"), [("A", False), ("B", False), ("C", True), ("D", True)])
@pytest.mark.rules("T414")
def test_c_and_d_grade_that_take_a_dp_from_artillery_owe_a_control_test_at_once(grade: str, owes: bool) -> None:
    facts = artillery(RANGED, bills(grade))
    assert thrown("artillery", facts, 4, 1, 1, 1).owes_control_test == owes
    assert ("T414" in told("artillery", facts, 4, 1, 1, 1)) == owes
    assert not thrown("artillery", facts, 1, 1, 1, 1).owes_control_test, "no DP, no test"


@pytest.mark.rules("T141", "T51")
def test_guns_ask_for_the_shooting_test_too_and_a_dp_without_room_for_no_control_test() -> None:
    full = artillery(RANGED, bills(dps=5))
    struck = thrown("artillery", full, 6, 1, 1, 1, 3)
    assert (struck.taken, struck.reaction, struck.owes_control_test) == (0, "halt", False)
    nearly = thrown("artillery", artillery(RANGED, bills(dps=4)), 6, 6, 1, 1, 1)
    assert (nearly.taken, nearly.reaction, nearly.owes_control_test) == (1, "retire", False), "it retires already"


@pytest.mark.parametrize(
    ("firer", "said", "rules"),
    [
        case("T111", guns(), {"distance": 36}, []),
        case("T111", guns(), {"distance": 37}, ["T111"]),
        case("T103", guns(), {"distance": 4, "phase": "long range"}, ["T103"]),
        case("T103", guns(), {"distance": 4.5, "phase": "long range"}, []),
        case("T105", guns(), {"distance": 3, "phase": "close range"}, [], name="it reserved its shot"),
        case("T105", guns(shot=True), {"phase": "close range"}, ["T105"]),
        case("T21", guns(), {"in_arc": False}, ["T21"]),
        case("T21", guns(), {"closest": False}, ["T21"]),
        case("T21", guns(), {"closest": False, "options": {"any_target": True}}, []),
        case("T21", guns(), {"overhead": True}, ["T21"]),
        case("T21", guns(), {"overhead": True, "higher_ground": True}, []),
        case("T21", guns(), {"target": bills(fighting=True)}, ["T21"]),
        case("T56", guns(fighting=True), {}, ["T56"]),
        case("T56", guns(conduct="routing"), {}, ["T56"]),
        case("T121", archers(), {}, ["T121"]),
        case("T40", guns(), {"target": bills(stands=0)}, ["T40"]),
    ],
)
def test_who_may_shoot(firer: dict[str, Any], said: dict[str, Any], rules: list[str]) -> None:
    assert refused("artillery", artillery(firer, **said)) == rules


@pytest.mark.rules("T121", "T334")
def test_the_odds_of_dps_and_of_disarray_are_those_of_every_face() -> None:
    facts = artillery(RANGED, bills("D", dps=3))  # 4 dice, each a DP on 4, 5 or 6; room for two
    twin = by_faces(4, lambda faces: min(2, sum(face >= 4 for face in faces)))
    assert spread("artillery", facts, lambda struck: struck.taken) == twin
    assert chance("artillery", facts, "Bills are in disarray after it") == twin[2] == Fraction(11, 16)
