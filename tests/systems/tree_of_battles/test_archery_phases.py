"""Who may shoot in which of the two shooting phases, how far, and at whom."""

from typing import Any

import pytest

from miniatures.systems.tree_of_battles.tables import SEQUENCE
from tests.marking import case
from tests.systems.tree_of_battles.scenes import archers, archery, bills, refused
from tests.systems.tree_of_battles.units import described

LONG, CLOSE = {"phase": "long range"}, {"phase": "close range"}
CROSSBOWS = described("4 crossbow", "C", "Crossbows")
HANDGUNS = described("4 handgun", "C", "Handguns")
SKIRMISHERS = described("4 skirmishers", "C", "Skirmishers", array="skirmish")
BOW_SKIRMISHERS = described([{"type": "skirmishers", "stands": 4, "missile": "longbow"}], "C", "Light bows")


@pytest.mark.rules("T101", "T102", "T103", "T104", "T105", "T107")
def test_the_phases_of_a_turn_in_their_order() -> None:
    assert [phase.word for phase in SEQUENCE] == [
        "command", "approach", "long range shooting", "tactical move", "close range shooting", "combat", "rally",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("firer", "distance", "said", "rules"),
    [
        case("T112", archers(), 12, {}, []),
        case("T112", archers(), 12.5, {}, ["T112"]),
        case("T113", CROSSBOWS, 12, {}, []),
        case("T113", CROSSBOWS, 13, {}, ["T113"]),
        case("T114", HANDGUNS, 4, {}, []),
        case("T114", HANDGUNS, 4.5, CLOSE, ["T114", "T105"]),
        case("T115", SKIRMISHERS, 2, {}, []),
        case("T115", SKIRMISHERS, 2.5, {}, ["T115"]),
        case("T103", archers(), 4.5, LONG, []),
        case("T103", archers(), 4, LONG, ["T103"], name="this phase is for targets beyond 4"),
        case("T103", BOW_SKIRMISHERS, 8, LONG, ["T103"], name="skirmishers wait"),
        case("T105", BOW_SKIRMISHERS, 8, CLOSE, []),
        case("T105", archers(moved=True), 4, CLOSE, [], name="within 4 all archers shoot"),
        case("T105", CROSSBOWS, 3, CLOSE, []),
        case("T105", archers(), 8, CLOSE, [], name="longbowmen who stood still"),
        case("T105", archers(moved=True), 8, CLOSE, ["T105"]),
        case("T103", archers(moved=True), 8, LONG, [], name="the approach does not keep them from it"),
        case("T105", CROSSBOWS, 8, CLOSE, ["T105"]),
        case("T54", described("4 light horse", "C", "Prickers"), 2, CLOSE, ["T105"], name="formed, with javelins"),
        case("T54", described("4 light horse", "C", "Prickers", array="skirmish"), 2, CLOSE, []),
        case("T24", archers(volleys=1), 8, CLOSE, []),
        case("T24", archers(volleys=1), 8, CLOSE | {"options": {"one_volley": True}}, ["T24"]),
        case("T21", archers(shot_this_phase=True), 8, {}, ["T21"]),
        case("T21", archers(shot_this_phase=True), 8, {"options": {"split_shooting": True}}, []),
        case("T131", bills(name="Ours"), 3, {}, ["T131"]),
        case("T131", described("2 guns", "C", "Guns"), 3, {}, ["T131"]),
        case("T56", archers(conduct="pursuing"), 8, {}, ["T56"]),
        case("T21", archers(), 8, {"target": bills(fighting=True)}, ["T21"]),
        case("T21", archers(), 8, {"target": bills(fighting=True), "options": {"shooting_into_combat": True}}, []),
        case("T21", archers(), 8, {"in_sight": False}, ["T21"]),
        case("T57", described("2 longbow, 2 handgun", "C", "Mixed"), 8, {}, [], name="handguns wait"),
    ],
)
def test_who_may_shoot(firer: dict[str, Any], distance: float, said: dict[str, Any], rules: list[str]) -> None:
    assert refused("archery", archery(firer, distance=distance, **said)) == rules
