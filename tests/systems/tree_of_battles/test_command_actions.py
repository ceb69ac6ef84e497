"""Command actions: what a leader does with his points, and what he cannot."""

from typing import Any

import pytest
from pydantic import ValidationError

from tests.marking import case
from tests.systems.tree_of_battles.scenes import bills, lines, procedure, refused, stated, thrown, told

SHAKEN = bills(dps=2)


def command(*actions: dict[str, Any], points: int = 5, **said: Any) -> Any:
    options = said.pop("options", {})
    leader = {"name": "Somerset", "rank": "marshal", "command_points": points} | said
    return stated("command", leader=leader, actions=actions, options=options)


MOVE = {"does": "move", "distance": 12}
STEADY = {"does": "steady", "distance": 2, "contingent": SHAKEN}
CONTROL = {"does": "control", "distance": 2, "contingent": SHAKEN}
ISSUE = {"does": "issue orders", "order": "attack", "to": "Devon"}
LISTEN = {"does": "listen", "order": "hold"}


@pytest.mark.parametrize(
    ("action", "left"),
    [
        case("T401", MOVE, 4),
        case("T402", STEADY, 3),
        case("T403", CONTROL, 3),
        case("T404", ISSUE, 3),
        case("T405", LISTEN, 4),
    ],
)
def test_what_each_action_costs(action: dict[str, Any], left: int) -> None:
    facts = command(action)
    assert refused("command", facts) == []
    assert (thrown("command", facts).left, thrown("command", facts).spent) == (left, 5 - left)


@pytest.mark.rules("T401", "T402", "T5")
def test_points_are_counted_line_by_line_wounds_and_spent_points_too() -> None:
    facts = command(MOVE, STEADY, wounds=1, spent=1)
    assert lines("command", facts) == {"T5": 5 - 1 - 1, "T401": -1, "T402": -2}
    (points,) = procedure("command").sums(command(MOVE | {"contingent": STEADY["contingent"]}, STEADY))
    assert [line.because for line in points.modifiers][-2:] == ["move to Bills", "steady Bills"]
    assert thrown("command", facts).left == 0


@pytest.mark.rules("T402")
def test_steadying_takes_off_a_dp_each_time() -> None:
    done = thrown("command", command(STEADY, STEADY)).done
    assert [(one.whom, one.dps, [line.value for line in one.steadied]) for one in done] == [
        ("Bills", 1, [-1]),
        ("Bills", 0, [-1]),
    ]


@pytest.mark.rules("T404", "T405", "T12")
def test_orders_are_issued_to_one_who_must_listen() -> None:
    assert "issues new orders to Devon: attack" in told("command", command(ISSUE))
    assert "is hold now" in told("command", command(LISTEN))


@pytest.mark.parametrize(
    ("facts", "rules"),
    [
        case("T401", command({"does": "move", "distance": 12.5}), ["T401"]),
        case("T402", command(STEADY | {"distance": 2.5}), ["T402"]),
        case("T403", command(CONTROL | {"distance": 3}), ["T403"]),
        case("T402", command({"does": "steady", "contingent": bills()}), ["T402"], name="no DP to lose"),
        case("T402", command(MOVE, STEADY, points=2), ["T402"], name="the second is too much"),
        case("T404", command(ISSUE, points=5, spent=4), ["T404"]),
        case("T405", command(LISTEN | {"brought": False}), ["T405"]),
        case("T12", command(ISSUE, options={"no_orders": True}), ["T404"]),
        case("T5", command(MOVE, points=0, rank="herald"), ["T5"]),
        case("T40", command(CONTROL | {"contingent": bills(stands=0)}), ["T40"]),
    ],
)
def test_what_is_refused(facts: Any, rules: list[str]) -> None:
    assert refused("command", facts) == rules


def test_an_action_that_is_half_stated_is_sent_back() -> None:
    for action, words in ((ISSUE | {"order": None}, "order: say which"), ({"does": "steady"}, "contingent: say whom")):
        with pytest.raises(ValidationError, match=words):
            command(action)


@pytest.mark.rules("T326")
def test_a_detached_leader_or_herald_goes_twelve_inches() -> None:
    herald = {"name": "Herald", "rank": "herald"}
    assert thrown("leader-move", stated("leader-move", leader=herald, distance=12)).inches == 12
    assert refused("leader-move", stated("leader-move", leader=herald, distance=12)) == []
    assert refused("leader-move", stated("leader-move", leader=herald, distance=13)) == ["T326"]
