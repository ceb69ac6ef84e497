"""Charges: who may charge whom from how far, and what the other may answer."""

from typing import Any

import pytest

from miniatures.dice import TableDice
from miniatures.systems.tree_of_battles.charge import ChargeFacts, ChargeOutcome
from tests.marking import case
from tests.systems.tree_of_battles.combats import (
    CHAPTER,
    archers,
    bills,
    fight,
    knights,
    light_horse,
    men_at_arms,
    pikes,
    skirmishers,
)
from tests.systems.tree_of_battles.units import Described, described

CHARGE, COMBAT = CHAPTER["charge"], CHAPTER["combat"]


def facts(charger: Described, target: Described, distance: float = 2.0, **said: Any) -> ChargeFacts:
    return ChargeFacts.model_validate({"charger": charger, "target": target, "distance": distance} | said)


def charged(charger: Described, target: Described, distance: float = 2.0, **said: Any) -> ChargeOutcome:
    stated = facts(charger, target, distance, **said)
    assert not CHARGE.refusals(stated)
    outcome: ChargeOutcome = CHARGE.resolve(stated, TableDice(()))
    return outcome


def answers(target: Described, **said: Any) -> list[str]:
    return [one.word for one in charged(bills("Charger"), target, **said).responses]


@pytest.mark.parametrize(
    ("charger", "distance", "refused"),
    [
        case("T211", bills(), 2.0, False),
        case("T211", bills(), 2.1, True),
        case("T211", knights(), 9.0, False),
        case("T211", light_horse(), 9.1, True),
        case("T3", described("4 knights, 2 handgun", name="Mixed"), 2.0, False, name="with some on foot"),
        case("T3", described("4 knights, 2 handgun", name="Mixed"), 2.1, True, name="as far as the slowest"),
    ],
)
def test_foot_charges_from_two_inches_and_mounted_from_nine(charger: Described, distance: float, refused: bool) -> None:
    found = CHARGE.refusals(facts(charger, archers(), distance))
    assert [one.rule for one in found] == (["T211"] if refused else [])


@pytest.mark.parametrize(
    ("charger", "rule"),
    [
        case("T212", bills(array="column"), "T212", name="column"),
        case("T212", skirmishers(), "T212", name="skirmish array"),
        case("T212", described("2 guns", name="Guns"), "T212", name="artillery"),
        case("T212", described("4 pavisiers", name="Pavises"), "T212", name="pavisiers"),
        case("T212", described("4 crossbow", name="Crossbows"), "T212", name="crossbows"),
        case("T65", described("2 baggage", name="Train"), "T212", name="baggage"),
        case("T213", bills(halted=True), "T213", name="after a halt"),
        case("T213", bills(rallied=True), "T213", name="after rallying"),
        case("T65", bills(engaged=True), "T211", name="in a fight already"),
        case("T65", bills(conduct="routing"), "T211", name="routing"),
        case("T40", bills(stands=0) | {"parts": "4 bills", "stands": 0}, "T40", name="nobody left"),
    ],
)
def test_some_may_not_charge(charger: Described, rule: str) -> None:
    found = CHARGE.refusals(facts(charger, archers("Target")))
    assert [one.rule for one in found] == [rule]
    assert all(one.cure for one in found)


def test_others_may_charge_in_disarray_too() -> None:
    for charger in (bills(array="disarray"), pikes(), archers(), described("4 handgun", name="Guns")):
        assert charged(charger, men_at_arms("Target")).responses


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        case("T214", light_horse(), ["stand", "countercharge", "evade"]),
        case("T214", light_horse(array="column"), ["stand", "evade"], name="column does not countercharge"),
        case("T214", light_horse(array="skirmish", frontage=2), ["stand", "evade", "exchange ranks"]),
        case("T215", knights(), ["stand", "countercharge"]),
        case("T215", men_at_arms(), ["stand", "countercharge"], name="on foot"),
        case("T216", archers(frontage=2), ["stand", "evade", "exchange ranks"]),
        case("T216", archers(), ["stand", "evade"], name="in one rank"),
        case("T216", skirmishers(), ["stand", "evade"]),
        case("T216", described("4 crossbow", name="Crossbows"), ["stand", "evade"]),
        case("T217", bills(), ["stand"]),
        case("T217", pikes(), ["stand"]),
        case("T65", knights(engaged=True), ["stand"], name="who fights already"),
        case("T65", light_horse(conduct="retiring"), ["stand"], name="who retires"),
    ],
)
def test_what_the_target_may_answer(target: Described, expected: list[str]) -> None:
    assert answers(target) == expected


@pytest.mark.rules("T65", "T307")
def test_nobody_countercharges_to_the_rear_and_a_charge_from_there_costs_two_dps() -> None:
    assert answers(knights(), struck="rear") == ["stand"]
    assert [(line.value, line.rule) for line in charged(bills(), knights(), struck="flank").dps] == [(2, "T307")]
    assert charged(bills(), knights()).dps == ()


@pytest.mark.parametrize(
    ("target", "distance", "ours", "theirs"),
    [
        case("T36", knights("Target"), 8.0, 4.0, 4.0, name="midway"),
        case("T65", men_at_arms("Target"), 8.0, 6.0, 2.0, name="foot goes 2 inches at most"),
        case("T36", men_at_arms("Target"), 3.0, 1.5, 1.5),
    ],
)
def test_charge_and_countercharge_meet(target: Described, distance: float, ours: float, theirs: float) -> None:
    found = charged(knights("Charger"), target, distance).responses[1]
    assert (found.word, found.charger_inches, found.target_inches) == ("countercharge", ours, theirs)


def test_a_charge_is_told() -> None:
    assert CHARGE.tell(charged(knights("Knights"), light_horse("Prickers"), 6.0)) == [
        "Knights may charge Prickers, from within 9 inches (T211).",
        "Prickers may stand (T217).",
        "Prickers may countercharge (T214); they go 3 inches and Knights 3 inches, and both have charged (T36).",
        "Prickers may evade (T214); a fast move straight away (T36).",
    ]


@pytest.mark.parametrize(
    ("own", "enemy", "said", "rule"),
    [
        case("T212", described("4 crossbow", name="Own", came="charges"), bills("Enemy"), {}, "T212"),
        case("T215", bills("Own", came="charges"), pikes("Enemy", came="countercharges"), {}, "T215"),
        case("T32", bills("Own", came="charges"), knights("Enemy", came="countercharges", array="column"), {}, "T215"),
        case("T65", bills("Own", came="charges"), knights("Enemy", came="countercharges", struck="rear"), {}, "T215"),
        case("T216", bills("Own", came="charges"), pikes("Enemy", came="evades"), {"distance": 1}, "T216"),
        case("T211", bills("Own", came="charges"), archers("Enemy", came="evades"), {"distance": 3}, "T211"),
        case("T216", bills("Own", came="charges"), archers("Enemy", came="exchanges ranks"), {}, "T216"),
        case("T217", bills("Own"), knights("Enemy", came="countercharges"), {}, "T217"),
        case("T238", bills("Own", came="follows up"), bills("Enemy"), {}, "T238"),
        case("T235", bills("Own", came="charges", position="fortified"), bills("Enemy"), {}, "T235"),
        case("T31", bills("Own", 8, facing=4, overlapping=3), bills("Enemy"), {}, "T225"),
        case("T31", bills("Own", 8, facing=4, second_rank=3), bills("Enemy"), {}, "T225"),
        case("T64", described("4 guns", name="Own", came="pursues"), bills("Enemy"), {}, "T206"),
        case("T40", bills("Own") | {"stands": 0}, bills("Enemy"), {}, "T40"),
    ],
)
def test_a_combat_refuses_what_could_not_have_come_about(
    own: Described, enemy: Described, said: dict[str, Any], rule: str
) -> None:
    found = COMBAT.refusals(fight(own, enemy, **said))
    assert [one.rule for one in found] == [rule]
    assert all(one.cure for one in found)
