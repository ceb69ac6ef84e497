"""Event VI: rout losses and rallies; and leaders at risk and the initiative, which are as short."""

from fractions import Fraction
from typing import Any

import pytest

from miniatures.dice import TableDice
from miniatures.odds import count
from miniatures.systems.warfare.command import InitiativeFacts, initiative, initiative_refusals
from miniatures.systems.warfare.leaders import LeaderRiskFacts, leader_risk, leader_risk_refusals
from miniatures.systems.warfare.rally import (
    RallyFacts,
    RoutLossesFacts,
    rally,
    rally_refusals,
    rout_losses,
    rout_losses_refusals,
)
from tests.marking import case
from tests.systems.warfare.units import gun, knights, unit


def rallying(described: Any, **said: Any) -> RallyFacts:
    return RallyFacts(unit={"routing": True} | described, **said)


def rallied(stated: RallyFacts, *dice: int) -> str:
    thrown = TableDice(dice)
    outcome = rally(stated)(thrown)
    thrown.all_used()
    return outcome.state


@pytest.mark.parametrize(
    ("described", "lowest"),
    [
        case("W604", unit(), 4),
        case("W604", unit(kind="professional"), 4),
        case("W605", unit(kind="knight"), 3),
        case("W605", knights(), 3),
    ],
)
def test_what_a_rally_by_die_needs(described: Any, lowest: int) -> None:
    assert [rallied(rallying(described), face) for face in range(1, 7)] == [
        "rallied" if face >= lowest else "removed" for face in range(1, 7)
    ]


@pytest.mark.rules("W607", "W614", "W55")
def test_a_failed_rally_removes_a_router_while_a_pursuer_goes_on() -> None:
    assert rallied(rallying(unit()), 3) == "removed"
    assert rallied(rallying(unit(routing=False, pursuing=True)), 3) == "pursues"
    assert rallied(rallying(unit(routing=False, pursuing=True)), 4) == "rallied"


@pytest.mark.rules("W606")
def test_the_optional_modifiers_of_a_rally() -> None:
    agreed = {"options": {"rally_modifiers": True}}
    assert rallied(rallying(unit(morale="fanatic"), **agreed), 3) == "rallied"
    assert rallied(rallying(unit(morale="chivalric"), **agreed), 2) == "removed"
    assert rallied(rallying(unit(morale="raw"), **agreed), 5) == "rallied"
    assert rallied(rallying(unit(morale="raw"), **agreed), 4) == "removed"
    assert rallied(rallying(unit(morale="raw")), 4) == "rallied", "off unless agreed"


@pytest.mark.rules("W603")
def test_a_leader_rallies_without_a_die_even_levy() -> None:
    assert rallied(rallying(unit(kind="levy"), leader_touches=True)) == "rallied"
    assert rally_refusals(rallying(unit(kind="levy"), leader_touches=True)) == []


@pytest.mark.rules("W463", "W604")
def test_a_leader_who_is_out_does_not_keep_the_unit_from_its_die() -> None:
    stated = rallying(unit(leader=True, leader_out=True))
    assert rally_refusals(stated) == []
    assert rallied(stated, 4) == "rallied"


@pytest.mark.rules("W608", "W603")
def test_when_a_rallied_unit_may_turn() -> None:
    assert "next Movement" in rally(rallying(unit()))(TableDice([6])).turns
    assert "this Morale" in rally(rallying(unit(), leader_touches=True))(TableDice([])).turns


@pytest.mark.parametrize(
    "stated",
    [
        case("W609", rallying(unit(kind="levy"))),
        case("W603", rallying(unit(routing=False))),
        case("W55", rallying(unit(), tried=True)),
        case("W463", rallying(unit(leader_out=True), leader_touches=True)),
        case("W612", rallying(unit(lost=16))),
    ],
)
def test_a_rally_that_is_refused(stated: RallyFacts, request: pytest.FixtureRequest) -> None:
    (refusal,) = rally_refusals(stated)
    assert refusal.rule == request.node.get_closest_marker("rules").args[0]
    assert refusal.cure


@pytest.mark.parametrize(
    ("described", "pursued", "lost"),
    [
        case("W601", unit(), False, 2),
        case("W601", knights(), False, 1),
        case("W601", gun(), False, 2, name="crews are infantry"),
        case("W602", unit(), True, 4),
        case("W602", knights(), True, 2),
        case("W602", unit(lost=13), True, 3, name="no more than are left"),
    ],
)
def test_what_a_rout_costs(described: Any, pursued: bool, lost: int) -> None:
    stated = RoutLossesFacts(unit=described | {"routing": True}, attacked_or_pursued=pursued)
    assert rout_losses(stated)(TableDice([])).casualties == lost


@pytest.mark.rules("W612")
def test_routers_with_three_quarters_lost_leave() -> None:
    leaving = RoutLossesFacts(unit=unit(lost=10, routing=True))
    assert rout_losses(leaving)(TableDice([])).leaves is True, "12 of 16 are gone"
    staying = RoutLossesFacts(unit=unit(lost=9, routing=True))
    assert rout_losses(staying)(TableDice([])).leaves is False


@pytest.mark.rules("W601")
def test_only_routers_have_rout_losses() -> None:
    assert [refusal.rule for refusal in rout_losses_refusals(RoutLossesFacts(unit=unit()))] == ["W601"]


def risk(casualties: int = 2, **said: Any) -> LeaderRiskFacts:
    return LeaderRiskFacts(leader="Clifford", unit="Knights", casualties=casualties, **said)


@pytest.mark.rules("W462")
def test_a_leader_is_out_on_five_and_killed_on_six() -> None:
    fates = [leader_risk(risk())(TableDice([face])).fate for face in range(1, 7)]
    assert fates == ["unhurt"] * 4 + ["out for one move", "killed"]


@pytest.mark.rules("W462", "W57")
def test_a_leader_is_at_risk_only_with_a_unit_that_lost_two() -> None:
    assert [refusal.rule for refusal in leader_risk_refusals(risk(1))] == ["W462"]
    assert [refusal.rule for refusal in leader_risk_refusals(risk(2, commanding=False))] == ["W57"]
    assert leader_risk_refusals(risk(2)) == []


def commanders(*values: int, **said: Any) -> InitiativeFacts:
    first, second = values or (0, 0)
    return InitiativeFacts(
        first={"name": "York", "initiative": first}, second={"name": "Lancaster", "initiative": second}, **said
    )


@pytest.mark.rules("W101", "W11")
def test_the_higher_die_chooses_and_ties_roll_again() -> None:
    assert initiative(commanders())(TableDice([4, 3])).chooses == "York"
    assert initiative(commanders())(TableDice([2, 3])).chooses == "Lancaster"
    assert initiative(commanders())(TableDice([2, 2, 6, 6, 1, 5])).chooses == "Lancaster"


@pytest.mark.rules("W102")
def test_a_leaders_own_value_counts_where_it_is_played() -> None:
    agreed = commanders(1, 0, options={"leader_initiative": True})
    assert initiative_refusals(agreed) == []
    assert initiative(agreed)(TableDice([3, 3])).chooses == "York"
    assert [refusal.rule for refusal in initiative_refusals(commanders(1, 0))] == ["W102"]


@pytest.mark.rules("W101", "W102")
def test_initiative_odds_leave_ties_out() -> None:
    assert count(initiative(commanders())).chance(lambda o: o.chooses == "York") == Fraction(1, 2)
    # York's die plus one: 21 of 36 throws win, 5 tie, 10 lose.
    ahead = count(initiative(commanders(1, 0, options={"leader_initiative": True})))
    assert ahead.chance(lambda o: o.chooses == "York") == Fraction(21, 31)
