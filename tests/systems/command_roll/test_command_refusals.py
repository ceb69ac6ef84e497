"""What forbids an order, each with its rule and its cure."""

from typing import Any

import pytest

from miniatures.systems.command_roll.command import OrderFacts
from miniatures.systems.command_roll.command_refusals import order_refusals
from tests.marking import case
from tests.systems.command_roll.test_command import bills, ordering
from tests.systems.command_roll.units import GENERAL, described

LORD = described("Lord", "Clifford", battle="Van Ward")


def brigade(count: int, **said: Any) -> list[dict[str, Any]]:
    return [bills(f"Bills {number}", **said) for number in range(1, count + 1)]


@pytest.mark.parametrize(
    ("units", "said", "because"),
    [
        case("C102", [bills(by_initiative=True)], {}, "moved by initiative"),
        case("C103", [bills(stands=0)], {}, "no stands left"),
        case("C104", [bills()], {"finished": True}, "another character began"),
        case("C104", [bills()], {"another_unfinished": True}, "in the middle of his orders", name="not yet"),
        case("C106", [bills(ordered=1, orders_finished=True)], {}, "when another unit's began"),
        case("C108", [bills()], {"by": LORD, "failed": True}, "an order of Clifford has failed"),
        case("C109", [bills()], {"by": LORD, "general_failed": True}, "nobody orders"),
        case("C109", [bills()], {"failed": True}, "nobody orders", name="the general himself"),
        case("C121", brigade(2), {"touching": False}, "must touch"),
        case("C133", [bills(engaged=True)], {}, "engaged"),
        case("C411", [bills(confused=True)], {}, "confused"),
        case("C503", brigade(5), {}, "10 stands to one order; a brigade has at most 8"),
        case("C121", brigade(9), {"options": {"eight_units_to_an_order": True}}, "9 units to one order"),
        case("C13", [bills(blundered=True)], {}, "blundered"),
        case("C12", [bills(ordered_by="Warwick")], {}, "orders from Warwick"),
        case("C12", [bills(battle="Rear Ward")], {"by": LORD}, "of the Rear Ward, and Clifford of the Van Ward"),
        case("C12", [bills(ordered=2)], {"orders": 2, "options": {"most_orders": 3}}, "4 orders; this table allows 3"),
        case("C12", [bills(distance=61)], {"options": {"command_reach": 60}}, "61 cm away; this table allows 60"),
        case(
            "C12",
            [bills(distance=45)],
            {"orders": 3, "farther": 10.0, "options": {"command_reach": 60}},
            "65 cm away by the last of these orders; this table allows 60",
            name="too far by the third",
        ),
        case("C38", [described("Lord", "Percy", distance=3)], {}, "needs no order"),
    ],
)
def test_an_order_that_is_refused(
    units: list[dict[str, Any]], said: dict[str, Any], because: str, request: pytest.FixtureRequest
) -> None:
    (refusal,) = order_refusals(ordering(*units, **said))
    assert refusal.rule == request.node.get_closest_marker("rules").args[0]
    assert because in refusal.because
    assert refusal.cure


@pytest.mark.parametrize(
    ("units", "said"),
    [
        case("C105", [bills(ordered=5, ordered_by="edward ")], {"orders": 6}, name="no end to the orders"),
        case("C12", [bills(battle="Rear Ward")], {"by": GENERAL | {"battle": "Van Ward"}}, name="the general anyone"),
        case("C12", [bills(battle="van ward")], {"by": LORD}, name="his own battle"),
        case("C12", [bills(battle="Rear Ward")], {"by": LORD, "options": {"order_any_battle": True}}),
        case("C12", [bills(distance=60)], {"options": {"command_reach": 60}}, name="exactly as far"),
        case(
            "C12", [bills(distance=45)], {"orders": 2, "farther": 10.0, "options": {"command_reach": 60}}, name="near"
        ),
        case("C12", [bills(ordered=2)], {"options": {"most_orders": 3}}, name="the third of three"),
        case("C12", [bills(distance=300)], {}, name="no limit of distance"),
        case("C121", brigade(4), {}, name="eight stands"),
        case("C121", brigade(8), {"options": {"eight_units_to_an_order": True}}, name="eight units where agreed"),
        case("C47", brigade(8, stands=1), {}, name="stands as they are now"),
        case("C121", [bills()], {"touching": False}, name="a unit alone touches nobody"),
    ],
)
def test_an_order_that_may_be_tried(units: list[dict[str, Any]], said: dict[str, Any]) -> None:
    assert order_refusals(ordering(*units, **said)) == []


def test_everything_that_forbids_it_is_said_at_once() -> None:
    worst = bills("Worst", engaged=True, confused=True, by_initiative=True, battle="Rear Ward", ordered_by="Warwick")
    found = order_refusals(ordering(worst, *brigade(4), by=LORD, failed=True, touching=False))
    assert [refusal.rule for refusal in found] == ["C108", "C503", "C121", "C133", "C411", "C102", "C12", "C12"]


@pytest.mark.rules("C109", "C12")
def test_after_the_general_failed_no_cure_sends_players_to_another_character() -> None:
    facts = {
        "character": described("Battle Leader", "Clarence"),
        "units": described("Shire Bill", "Bills", distance=5, ordered=1, ordered_by="Hastings"),
        "failed": True,
        "general_failed": True,
    }
    found = order_refusals(OrderFacts.model_validate(facts))
    assert {one.rule for one in found} == {"C108", "C109", "C12"}
    assert all("next turn" in one.cure for one in found)
