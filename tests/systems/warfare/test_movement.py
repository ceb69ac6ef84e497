"""Event III: rates, hindrances, turns, and what a move forbids and demands."""

from typing import Any

import pytest

from miniatures.dice import TableDice
from miniatures.systems.warfare.movement import move, move_refusals
from miniatures.systems.warfare.movement_facts import MoveFacts
from tests.marking import case
from tests.systems.warfare.units import crossbowmen_and_pavises, gun, knights, longbowmen, unit

HOBILARS = unit("Hobilars", weapons=["spear", "horse"], figures=9)
BARE_HORSE = unit("Scouts", protection="none", weapons=["spear", "horse"], figures=9)
FOOT_KNIGHTS = knights("Foot knights", weapons=["polearm"])


def moving(described: Any = None, **said: Any) -> Any:
    return move(facts(described, **said))(TableDice([]))


def facts(described: Any = None, **said: Any) -> MoveFacts:
    return MoveFacts(unit=described, **said)


def bans(described: Any, **said: Any) -> set[tuple[str, str]]:
    return {(ban.what, ban.rule) for ban in moving(described, **said).forbids}


@pytest.mark.parametrize(
    ("described", "said", "inches"),
    [
        case("W310", None, {"mover": "leader"}, 12),
        case("W310", None, {"mover": "messenger"}, 12),
        case("W310", BARE_HORSE, {}, 12),
        case("W311", unit(), {}, 8),
        case("W311", unit(protection="full"), {}, 8, name="full armour, but not knights"),
        case("W312", knights(), {}, 8),
        case("W313", FOOT_KNIGHTS, {}, 6),
        case("W314", HOBILARS, {}, 10),
        case("W315", gun(), {"limbered": True}, 8),
        case("W316", gun(), {}, 1),
        case("W319", unit(), {"hindrances": "hill"}, 6),
        case("W319", unit(), {"hindrances": ["hill", "hill"]}, 6, name="each kind of ground once"),
        case("W319", unit(), {"hindrances": ["wall", "wall"]}, 4, name="lines at each crossing"),
        case("W319", unit(), {"hindrances": ["hedge", "bridge"]}, 4),
        case("W319", HOBILARS, {"hindrances": "hill"}, 6),
        case("W319", gun(), {"limbered": True, "hindrances": "bridge"}, 4),
        case("W319", None, {"mover": "leader", "hindrances": "hedge"}, 8, name="leaders as cavalry"),
        case("W320", unit(), {"hindrances": "wood"}, 4),
        case("W320", unit(), {"hindrances": "rough"}, 4),
        case("W320", unit(), {"hindrances": "paddy"}, 4),
        case("W320", unit(), {"hindrances": ["wood", "rough"]}, 0),
        case("W320", unit(), {"hindrances": "changing ranks"}, 4),
        case("W320", HOBILARS, {"hindrances": "wood"}, 2),
        case("W320", HOBILARS, {"hindrances": "changing ranks"}, 2),
        case("W320", knights(), {"hindrances": ["wood", "hill", "wall"]}, 2, name="may always be moved"),
        case("W320", None, {"mover": "messenger", "hindrances": "wood"}, 2),
        case("W320", gun(), {"limbered": True, "hindrances": "wood"}, 0),
        case("W303", unit(), {"wheel": 1.5}, 5),
        case("W303", unit(), {"wheel": 5}, 0, name="never below zero"),
        case("W304", unit(), {"turn": 90}, 0),
        case("W304", unit(), {"turn": 180}, 0),
        case("W304", HOBILARS, {"turn": 90}, 0),
        case("W31", HOBILARS, {"turn": 90, "options": {"cavalry_quarter_turn_half": True}}, 5),
        case("W305", HOBILARS, {"turn": 180}, 5),
        case("W305", knights(), {"turn": 180}, 4),
        case("W306", longbowmen(ranks=2), {"turn": 180}, 8),
        case("W306", longbowmen(ranks=3), {"turn": 180}, 0),
        case("W306", longbowmen(ranks=4, skirmishers=True), {"turn": 90}, 8),
        case("W306", crossbowmen_and_pavises(), {"turn": 90}, 0, name="pavisiers are no shooters"),
        case("W26", gun(), {"turn": 90}, 0),
        case("W308", unit(), {"changes_formation": True}, 0),
        case("W308", unit(), {"interpenetrates": True}, 0),
        case("W308", gun(), {"limbers": True}, 0),
        case("W317", unit(), {"river": "reaches"}, 8),
        case("W317", unit(), {"river": "at bank"}, 0),
    ],
)
def test_how_far_it_may_move(described: Any, said: dict[str, Any], inches: float) -> None:
    assert moving(described, **said).inches == inches


@pytest.mark.parametrize(
    ("described", "said", "expected"),
    [
        case("W302", unit(), {"in_command": False}, {"charge", "countercharge", "advance"}),
        case("W307", unit(), {"shifts": True}, {"move"}),
        case("W309", unit(), {"interpenetrated": True}, {"move"}),
        case("W318", gun(), {"limbered": True, "river": "reaches"}, {"move", "charge", "countercharge"}),
        case("W321", unit(), {"hindrances": "rough"}, {"charge", "countercharge"}),
        case("W321", unit(), {"hindrances": "changing ranks"}, {"charge", "countercharge"}),
        case("W321", unit(), {"hindrances": "hill"}, set(), name="the -2 line bars nothing"),
        case("W321", unit(), {"turn": 90}, {"charge", "countercharge"}),
        case("W321", unit(), {"changes_formation": True}, {"charge", "countercharge"}),
        case("W321", unit(), {"interpenetrates": True}, {"charge", "countercharge"}),
        case("W322", unit(in_melee=True), {}, {"move"}),
        case("W322", unit(routing=True), {}, {"move"}),
        case("W322", unit(pursuing=True), {}, {"move"}),
        case("W322", unit(), {"shot": True}, {"move"}),
        case("W322", unit(), {"fell_back": True}, {"move"}),
        case("W402", unit(), {"in_arc": False}, {"charge", "countercharge"}),
        case("W32", unit(), {"in_sight": False}, {"charge", "countercharge"}),
        case("W33", unit(), {"moved": True}, {"countercharge"}),
        case("W107", unit(), {"order": "retire"}, {"charge", "countercharge", "advance"}),
        case("W107", unit(), {"order": "retire", "clears_way": True}, {"advance"}),
        case("W106", unit(), {"order": "defend"}, {"charge", "advance"}),
        case("W106", HOBILARS, {"order": "defend"}, {"advance"}),
        case("W104", unit(), {"order": "attack"}, set()),
        case("W105", unit(), {"order": "engage"}, set()),
        case("W32", longbowmen(), {"turn": 90}, {"charge", "countercharge"}, name="even a free turn"),
        case("W32", longbowmen(), {"turn": 90, "options": {"charge_after_free_turn": True}}, set()),
    ],
)
def test_what_a_move_forbids(
    described: Any, said: dict[str, Any], expected: set[str], request: pytest.FixtureRequest
) -> None:
    found = bans(described, **said)
    assert {what for what, _ in found} == expected
    rule = request.node.get_closest_marker("rules").args[0]
    if expected and "even" not in request.node.name:
        assert rule in {number for _, number in found}
        assert moving(described, **said).inches == 0 or "move" not in expected


@pytest.mark.rules("W320", "W318")
def test_guns_enter_no_bad_going_and_no_river() -> None:
    assert ("move", "W320") in bans(gun(), limbered=True, hindrances="wood")
    assert ("move", "W318") in bans(gun(), limbered=True, river="at bank")
    assert ("move", "W318") not in bans(gun(), limbered=True, hindrances="bridge")


@pytest.mark.rules("W35", "W518", "W322", "W302")
def test_fury_overrides_orders_command_and_having_shot() -> None:
    furious = knights(furious=True)
    assert {what for what, _ in bans(furious, in_command=False, order="retire")} == set()
    assert ("move", "W322") not in bans(furious, shot=True)
    assert [demand.rule for demand in moving(furious, order="defend").demands] == ["W518"]


@pytest.mark.parametrize(
    ("described", "said", "words"),
    [
        case("W104", unit(), {"order": "attack"}, "close to melee"),
        case("W105", unit(), {"order": "engage"}, "half its move"),
        case("W106", HOBILARS, {"order": "defend"}, "charge any enemy"),
        case("W106", unit(), {"order": "defend"}, "countercharge"),
        case("W107", unit(), {"order": "retire"}, "baseline"),
        case("W317", unit(), {"river": "reaches"}, "stop at the river bank"),
        case("W317", unit(), {"river": "at bank"}, "far bank"),
    ],
)
def test_what_a_move_demands(described: Any, said: dict[str, Any], words: str, request: pytest.FixtureRequest) -> None:
    (demand,) = moving(described, **said).demands
    assert demand.rule == request.node.get_closest_marker("rules").args[0]
    assert words in demand.what


@pytest.mark.rules("W32")
def test_a_charge_reaches_or_falls_short() -> None:
    assert moving(unit(), distance=8).reaches == "yes"
    assert moving(unit(), distance=8.5).reaches == "no"
    assert moving(unit(), distance=6, hindrances="hill").reaches == "yes"


def test_only_what_is_intended_is_refused() -> None:
    assert move_refusals(facts(unit(), in_command=False)) == []
    assert {refusal.rule for refusal in move_refusals(facts(unit(), in_command=False, intends="charge"))} == {"W302"}
    assert move_refusals(facts(unit(), in_command=False, intends="move")) == []
    every = move_refusals(facts(unit(), in_command=False, order="retire", turn=90, shot=True, intends="charge"))
    assert {refusal.rule for refusal in every} == {"W302", "W107", "W321", "W322"}
    assert all(refusal.cure for refusal in every)


@pytest.mark.rules("W322")
def test_a_ban_on_moving_leaves_no_inches_unless_the_players_overrule_it() -> None:
    outcome = moving(unit(), shot=True, hindrances="hill")
    assert (outcome.inches, outcome.if_overruled) == (0, 6)


@pytest.mark.rules("W303", "W320", "W319")
def test_costs_that_the_move_cannot_pay_are_refused() -> None:
    (refusal,) = move_refusals(facts(unit(), wheel=20))
    assert refusal.rule == "W303"
    (refusal,) = move_refusals(facts(unit(), hindrances=["hedge"] * 5))
    assert refusal.rule == "W319"
    (refusal,) = move_refusals(facts(knights(), wheel=4, hindrances="rough"))
    assert refusal.rule == "W303", "2 inches are left in rough going, and the wheel costs 8"
    assert moving(knights(), wheel=0.5, hindrances="rough").inches == 1


@pytest.mark.rules("W317")
def test_nobody_charges_over_a_river() -> None:
    assert {what for what, _ in bans(unit(), river="reaches")} == {"charge", "countercharge"}
    assert moving(unit(), river="reaches", distance=3).reaches == ""


@pytest.mark.rules("W104", "W322")
def test_nothing_is_demanded_that_is_forbidden() -> None:
    assert moving(unit(), order="attack", shot=True).demands == ()
    assert moving(unit(), order="attack", in_command=False).demands == ()


@pytest.mark.rules("W305", "W320", "W31")
def test_the_two_inches_of_cavalry_are_a_limit_and_not_a_cost() -> None:
    turned = facts(HOBILARS, turn=180, hindrances="wood")
    assert moving(HOBILARS, turn=180, hindrances="wood").inches == 2, "10 less 5 for turning, and 2 of those"
    assert move_refusals(turned) == []
    assert moving(HOBILARS, turn=90, hindrances="wood").inches == 0, "the turn was the whole move"


@pytest.mark.rules("W313", "W706")
def test_a_mixed_unit_moves_as_those_who_are_left() -> None:
    parts = [{"figures": 2, "protection": "full"}, {"figures": 10, "protection": "light"}]
    mixed = knights(weapons=["polearm"], figures=12) | {"parts": parts}
    assert moving(mixed).inches == 6
    assert moving(mixed | {"lost": 5}).inches == 8, "both in full armour have fallen"
