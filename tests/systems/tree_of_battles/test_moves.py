"""Moves: marches, average dice, fast moves, roads; fatigue, difficult terrain, disarray; where they halt."""

from fractions import Fraction
from typing import Any

import pytest

from tests.marking import case
from tests.systems.tree_of_battles.scenes import bills, by_faces, lines, refused, spread, stated, thrown
from tests.systems.tree_of_battles.units import described

KNIGHTS = described("4 knights", "B", "Knights")
MIXED = described("4 knights, 2 handgun")
SKIRMISHERS = described("4 skirmishers", "C", "Skirmishers", array="skirmish")
AVERAGE = {1: 2, 2: 3, 3: 3, 4: 4, 5: 4, 6: 5}


def move(contingent: dict[str, Any] | None = None, **said: Any) -> Any:
    return stated("move", contingent=contingent or bills(), **said)


@pytest.mark.rules("T322", "T2")
def test_a_move_is_one_or_two_average_dice_read_from_the_faces_of_a_d6() -> None:
    for face, inches in AVERAGE.items():
        assert thrown("move", move(dice=1), face).inches == inches
    twin = by_faces(2, lambda faces: sum(AVERAGE[face] for face in faces))
    assert spread("move", move(), lambda moved: moved.inches) == twin


@pytest.mark.parametrize(
    ("contingent", "faces", "dps"),
    [
        case("T327", bills(), (6, 6), 2),
        case("T327", bills(), (6, 5), 1, name="only the five tires, which is the 6 of a D6"),
        case("T327", bills(array="column"), (6, 6), 0),
        case("T327", SKIRMISHERS, (6, 6), 0),
        case("T327", bills(array="disarray"), (6, 6), 0),
    ],
)
def test_fatigue(contingent: dict[str, Any], faces: tuple[int, ...], dps: int) -> None:
    moved = thrown("move", move(contingent), *faces)
    assert moved.taken == dps
    assert [(line.value, line.rule) for line in moved.causes] == ([(dps, "T327")] if dps else [])


@pytest.mark.parametrize(
    ("contingent", "said", "faces", "inches"),
    [
        case("T323", SKIRMISHERS, {}, (1, 1), 6),
        case("T323", SKIRMISHERS, {"additions": False}, (1, 1), 4, name="if they like"),
        case("T324", bills(), {"kind": "retire"}, (1, 1), 6),
        case("T324", bills(), {"kind": "rout"}, (1, 1), 6),
        case("T324", bills(), {"kind": "rout", "first": False}, (1, 1), 4),
        case("T324", bills(), {"kind": "pursue", "dice": 1}, (1, 1), 4, name="always the most dice"),
        case("T324", SKIRMISHERS, {"kind": "evade", "additions": False}, (1, 1), 6, name="all additions"),
        case("T41", SKIRMISHERS, {"kind": "retire"}, (1, 1), 8, name="both additions"),
        case("T321", bills(), {"kind": "march", "phase": "approach"}, (), 8),
        case("T321", KNIGHTS, {"kind": "march", "phase": "approach"}, (), 12),
        case("T3", MIXED, {"kind": "march", "phase": "approach"}, (), 8, name="as far as the slowest"),
        case("T325", bills(array="column"), {"kind": "road"}, (), 10),
    ],
)
def test_how_far(contingent: dict[str, Any], said: dict[str, Any], faces: tuple[int, ...], inches: float) -> None:
    assert thrown("move", move(contingent, **said), *faces).inches == inches


@pytest.mark.parametrize(
    ("said", "faces", "inches", "rule"),
    [
        case("T102", {"phase": "approach", "enemy_ahead": 15}, (6, 6), 3, "T102"),
        case("T102", {"phase": "approach", "enemy_ahead": 30}, (6, 6), 10, ""),
        case("T104", {"enemy_ahead": 6}, (6, 6), 4, "T104"),
        case("T104", {"enemy_ahead": 6}, (1, 1), 4, ""),
        case("T321", {"kind": "march", "phase": "approach", "enemy_ahead": 17}, (), 5, "T321"),
        case("T324", {"kind": "pursue", "enemy_ahead": 3}, (6, 6), 10, "", name="a pursuit does not halt"),
    ],
)
def test_where_it_halts_before_the_enemy(
    said: dict[str, Any], faces: tuple[int, ...], inches: float, rule: str
) -> None:
    moved = thrown("move", move(**said), *faces)
    assert (moved.inches, moved.halted) == (inches, rule)


@pytest.mark.parametrize(
    ("contingent", "said", "rules"),
    [
        case("T331", bills(), {"kind": "retire"}, ("T331",)),
        case("T331", bills(), {"kind": "pursue"}, ("T331",)),
        case("T332", bills(), {"kind": "evade"}, ("T332",)),
        case("T332", SKIRMISHERS, {"kind": "evade"}, ()),
        case("T334", bills(dps=4), {"difficult_terrain": True}, ("T334",)),
        case("T335", bills("D"), {}, ("T335",)),
        case("T335", bills("C"), {}, ()),
    ],
)
def test_what_ends_in_disarray(contingent: dict[str, Any], said: dict[str, Any], rules: tuple[str, ...]) -> None:
    moved = thrown("move", move(contingent, **said), 1, 1)
    assert (moved.disarray, moved.in_disarray) == (rules, bool(rules))


@pytest.mark.parametrize(
    ("contingent", "dps"),
    [
        case("T303", bills(), 1),
        case("T303", KNIGHTS, 1),
        case("T303", SKIRMISHERS, 0),
        case("T303", described("4 light horse", "C", "Prickers", array="skirmish"), 1, name="on foot only"),
    ],
)
def test_difficult_terrain(contingent: dict[str, Any], dps: int) -> None:
    assert thrown("move", move(contingent, difficult_terrain=True), 1, 1).taken == dps


@pytest.mark.rules("T303", "T327", "T508", "T47")
def test_every_dp_of_a_move_has_its_reason_in_the_order_of_the_sheet() -> None:
    facts = move(bills(dps=2), difficult_terrain=True, manoeuvres={"what": "about face"}, nearest_enemy=9)
    assert lines("move", facts) == {"T322": 1, "T508": -0.5 + 1, "T303": 1}
    moved = thrown("move", facts, 6, 1)
    assert [(line.value, line.rule) for line in moved.causes] == [(1, "T303"), (1, "T327"), (1, "T508")]
    assert (moved.inches, moved.dps, moved.in_disarray) == (3.5, 5, True)


@pytest.mark.parametrize(
    ("contingent", "manoeuvres", "inches"),
    [
        case("T503", bills(), [{"what": "change of array", "to": "column"}], 2),
        case("T59", bills(), [{"what": "about face"}, {"what": "change frontage"}], 0, name="two halves"),
        case("T512", bills(), [{"what": "pass a gap"}], 2),
        case("T512", KNIGHTS, [{"what": "pass a gap"}], 4, name="foot only"),
        case("T59", bills(), [{"what": "about face"}, {"what": "pass a gap"}], 1),
        case("T501", bills(), [{"what": "wheel"}], 4),
    ],
)
def test_manoeuvres_take_their_part_of_the_move(
    contingent: dict[str, Any], manoeuvres: list[dict[str, Any]], inches: float
) -> None:
    facts = move(contingent, manoeuvres=manoeuvres)
    assert thrown("move", facts, *((1, 1) if inches else ())).inches == inches


@pytest.mark.rules("T322", "T327")
def test_the_odds_of_getting_there_and_of_tiring() -> None:
    facts = move(distance=8)
    both = by_faces(2, lambda faces: (sum(AVERAGE[f] for f in faces) >= 8, faces.count(6)))
    assert spread("move", facts, lambda moved: (moved.reaches, moved.taken)) == both
    assert spread("move", facts, lambda moved: moved.reaches)[True] == Fraction(13, 36)


@pytest.mark.parametrize(
    ("contingent", "said", "rules"),
    [
        case("T321", bills(), {"kind": "march"}, ["T321"], name="marches belong to the approach"),
        case("T321", bills(), {"kind": "march", "phase": "approach", "nearest_enemy": 12}, ["T321"]),
        case("T321", bills(), {"kind": "march", "phase": "approach", "nearest_enemy": 12.5}, []),
        case("T102", bills(), {"phase": "approach", "nearest_enemy": 12}, ["T102"]),
        case("T104", bills(), {"nearest_enemy": 3}, []),
        case("T104", bills(), {"fighting": True}, ["T104"]),
        case("T104", bills(), {"fighting": True, "kind": "retire"}, []),
        case("T433", bills(), {"halted": True}, ["T433"]),
        case("T325", bills(), {"kind": "road"}, ["T325"]),
        case("T325", bills(array="column"), {"kind": "road", "on_road": False}, ["T325"]),
        case("T205", bills(conduct="routing"), {}, ["T205"]),
        case("T205", bills(conduct="routing"), {"kind": "rout"}, []),
        case("T40", bills(stands=0), {}, ["T40"]),
    ],
)
def test_what_is_refused(contingent: dict[str, Any], said: dict[str, Any], rules: list[str]) -> None:
    assert refused("move", move(contingent, **said)) == rules
