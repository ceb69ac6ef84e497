"""Morale DPs for what happens nearby, and the Rally phase in which DPs go."""

from typing import Any

import pytest
from pydantic import ValidationError

from tests.marking import case
from tests.systems.tree_of_battles.scenes import bills, refused, stated, thrown, told
from tests.systems.tree_of_battles.units import described

KNIGHTS = described("4 knights", "A", "Knights", traits="chivalrous")
SKIRMISHERS = described("4 skirmishers", "C", "Skirmishers", array="skirmish")


def morale(contingent: dict[str, Any], *events: dict[str, Any], **said: Any) -> Any:
    return stated("morale", contingent=contingent, events=events, **said)


def event(what: str, grade: str | None = None, distance: float = 5) -> dict[str, Any]:
    return {"what": what, "grade": grade, "distance": distance}


def rallying(contingent: dict[str, Any], **said: Any) -> Any:
    return stated("rally", contingent=contingent, **said)


@pytest.mark.parametrize(
    ("contingent", "happens", "dps"),
    [
        case("T301", bills("C"), event("retires", "B"), 1),
        case("T301", bills("C"), event("retires", "C"), 0, name="only a higher grade"),
        case("T301", bills("C"), event("retires", "B", 12), 1),
        case("T301", bills("C"), event("retires", "B", 12.5), 0),
        case("T301", bills("C", traits="chivalrous"), event("retires", "A"), 0),
        case("T302", bills("C"), event("routs", "C"), 2),
        case("T302", bills("C"), event("destroyed", "A"), 2),
        case("T302", bills("C"), event("routs", "D"), 0, name="a lower grade"),
        case("T302", bills("C"), event("routs", "C", 13), 0),
        case("T302", KNIGHTS, event("routs", "A"), 0),
        case("T303", bills(), event("difficult terrain"), 1),
        case("T303", SKIRMISHERS, event("difficult terrain"), 0),
        case("T304", bills(), event("baggage looted", distance=12), 2),
        case("T304", bills(), event("baggage looted", distance=13), 0),
        case("T305", bills(), event("noble killed"), 2),
        case("T305", KNIGHTS, event("noble routed"), 2, name="the chivalrous too"),
        case("T305", bills(), event("noble killed", distance=14), 0),
        case("T110", bills(conduct="routing"), event("destroyed", "A"), 0, name="who routs himself"),
        case("T110", bills(conduct="routing"), event("noble killed"), 0, name="who routs mourns nobody"),
        case("T306", bills(), event("contacted by mounted"), 2),
        case("T306", KNIGHTS, event("contacted by mounted"), 0, name="foot only"),
        case("T307", bills(), event("charged from flank or rear"), 2),
        case("T307", KNIGHTS, event("charged from flank or rear"), 2),
    ],
)
def test_what_an_event_costs(contingent: dict[str, Any], happens: dict[str, Any], dps: int) -> None:
    assert thrown("morale", morale(contingent, happens)).taken == dps


@pytest.mark.rules("T38", "T306", "T307")
def test_events_add_up_each_with_its_reason() -> None:
    shaken = thrown("morale", morale(bills(), event("charged from flank or rear"), event("contacted by mounted")))
    assert [(line.value, line.rule) for line in shaken.causes] == [(2, "T306"), (2, "T307")]
    assert shaken.dps == 4


@pytest.mark.rules("T4", "T334", "T305")
def test_beyond_the_most_each_dp_of_morale_removes_a_stand() -> None:
    lost = event("noble killed") | {"who": "Hastings"}
    shaken = thrown("morale", morale(bills(dps=4), lost))
    assert (shaken.taken, shaken.dps, shaken.stands_lost, shaken.left, shaken.into_disarray) == (1, 5, 1, 5, True)
    assert thrown("morale", morale(bills(dps=5, stands=2), lost)).destroyed
    spared = morale(bills(dps=5), lost, options={"only_hacks_kill": True})
    assert thrown("morale", spared).stands_lost == 0
    assert "Hastings" in told("morale", morale(bills(), lost))


@pytest.mark.rules("T303", "T4", "T59")
def test_beyond_the_most_the_ground_removes_nobody() -> None:
    assert thrown("morale", morale(bills(dps=5), event("difficult terrain"))).stands_lost == 0


@pytest.mark.rules("T302")
def test_a_rout_without_its_grade_is_sent_back() -> None:
    with pytest.raises(ValidationError, match="grade: say the grade"):
        morale(bills(), event("routs"))


@pytest.mark.parametrize(
    ("grade", "shot_at", "removed"),
    [
        case("T312", "A", False, 2),
        case("T312", "A", True, 1),
        case("T313", "B", False, 1),
        case("T313", "B", True, 1),
        case("T314", "C", False, 1),
        case("T314", "D", False, 1),
    ],
)
def test_what_the_rally_phase_takes_off(grade: str, shot_at: bool, removed: int) -> None:
    facts = rallying(bills(grade, dps=3), shot_at=shot_at)
    assert refused("rally", facts) == []
    rallied = thrown("rally", facts)
    assert (rallied.removed, rallied.dps) == (removed, 3 - removed)


@pytest.mark.rules("T312")
def test_nobody_loses_more_dps_than_it_has() -> None:
    assert thrown("rally", rallying(bills("A", dps=1))).removed == 1
    assert thrown("rally", rallying(bills("A"))).removed == 0


@pytest.mark.parametrize(
    ("contingent", "said", "rules"),
    [
        case("T311", bills("A", dps=2), {"moved": True}, ["T311"]),
        case("T311", bills("A", dps=2), {"fought": True}, ["T311"]),
        case("T311", bills("A", dps=2, conduct="routing"), {}, ["T311"]),
        case("T314", bills("C", dps=2), {"shot_at": True}, ["T314"]),
        case("T314", bills("D", dps=2), {"shot_at": True}, ["T314"]),
    ],
)
def test_who_does_not_rally(contingent: dict[str, Any], said: dict[str, Any], rules: list[str]) -> None:
    assert refused("rally", rallying(contingent, **said)) == rules


@pytest.mark.rules("T107", "T502")
def test_dropping_below_the_most_does_not_end_the_disarray() -> None:
    assert "stay in disarray until they rally" in told("rally", rallying(bills("B", dps=5)))
