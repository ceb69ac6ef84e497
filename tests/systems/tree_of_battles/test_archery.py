"""Archery and skirmish shooting: dice by stand, what changes them, DPs on the target, ammunition."""

from typing import Any

import pytest
from pydantic import ValidationError

from tests.marking import case
from tests.systems.tree_of_battles.scenes import (
    archers,
    archery,
    bills,
    by_faces,
    lines,
    procedure,
    spread,
    thrown,
)
from tests.systems.tree_of_battles.units import described

SKIRMISHERS = described("4 skirmishers", "C", "Skirmishers", array="skirmish")
KNIGHTS = described("4 knights", "A", "Knights")
PRICKERS = described("4 light horse", "C", "Prickers", array="skirmish")
HARNESSED = described("4 men at arms", "A", "Household", traits="full harness")
HANDGUNS = described("4 handgun", "C", "Handguns")
CROSSBOWS = described("4 crossbow", "C", "Crossbows")


def dice(facts: Any) -> int:
    return sum(int(made.total) for made in procedure("archery").sums(facts) if made.purpose.startswith("dice of"))


def need(facts: Any) -> str:
    return procedure("archery").sums(facts)[0].purpose.partition("; ")[2]


@pytest.mark.rules("T131", "T132", "T133")
def test_six_stands_of_longbow_with_one_dp_shoot_eleven_dice() -> None:
    facts = archery(archers(dps=1))
    assert lines("archery", facts) == {"T131": 12, "T132": -1}
    assert dice(facts) == 11
    assert thrown("archery", facts, *[5, 6, 4], *[1] * 8).taken == 2


@pytest.mark.parametrize(
    ("firer", "said", "expected"),
    [
        case("T131", archers(), {}, 12),
        case("T131", archers(traits="low on ammunition"), {}, 6),
        case("T131", CROSSBOWS, {}, 4),
        case("T131", CROSSBOWS | {"traits": "low on ammunition"}, {}, 4, name="low only matters to longbows"),
        case("T131", SKIRMISHERS, {"distance": 2}, 4),
        case("T132", archers(2, dps=5), {}, 0, name="down to none"),
        case("T21", archers(frontage=3), {}, 6, name="the front rank shoots"),
        case("T21", archers(frontage=3), {"options": {"all_ranks_shoot": True}}, 12),
        case("T21", archers(), {"stands": 4}, 8, name="those who have the target"),
        case("T3", described(["2 men at arms", "6 longbow"], "B", "Mixed"), {}, 12, name="only missile stands"),
        case("T3", described(["2 men at arms", "6 longbow"], "B", "Mixed"), {"stands": [0, 3]}, 6),
        case("T57", described(["2 longbow", "2 handgun"], "C", "Mixed"), {}, 4, name="handguns out of range wait"),
        case("T57", described(["2 longbow", "2 handgun"], "C", "Mixed"), {"distance": 3}, 6),
    ],
)
def test_dice_by_stand(firer: dict[str, Any], said: dict[str, Any], expected: int) -> None:
    assert dice(archery(firer, **said)) == expected


@pytest.mark.rules("T132", "T57")
def test_dps_take_away_first_the_dice_that_hit_least() -> None:
    mixed = described(["2 longbow", "2 handgun"], "C", "Mixed", dps=3)
    facts = archery(mixed, HARNESSED, distance=2)  # bows hit harness on 6, handguns at close range on 4
    counts = [int(made.total) for made in procedure("archery").sums(facts) if made.purpose.startswith("dice of")]
    assert counts == [1, 2]


@pytest.mark.rules("T23")
def test_with_no_dice_left_nothing_is_thrown() -> None:
    assert thrown("archery", archery(archers(2, dps=5))).taken == 0


@pytest.mark.parametrize(
    ("firer", "target", "said", "expected"),
    [
        case("T133", archers(), bills(), {}, 5),
        case("T134", archers(), HARNESSED, {}, 6),
        case("T134", CROSSBOWS, HARNESSED, {}, 6),
        case("T134", HANDGUNS, HARNESSED, {"distance": 3}, 5, name="handguns do not care"),
        case("T135", archers(), SKIRMISHERS, {}, 6),
        case("T135", archers(), bills(position="cover"), {}, 6),
        case("T135", archers(), bills(position="fortified"), {}, 6),
        case("T23", archers(), SKIRMISHERS | {"position": "cover"}, {}, 6, name="cover and skirmish once"),
        case("T135", SKIRMISHERS, bills(position="cover"), {"distance": 2}, 5, name="skirmishers ignore it"),
        case("T135", SKIRMISHERS, SKIRMISHERS | {"name": "Theirs"}, {"distance": 2}, 5),
        case("T54", archers(), described("4 light infantry", "C", "Kern", array="skirmish"), {}, 6),
        case("T54", archers(), described("4 light infantry", "C", "Kern"), {}, 5),
        case("T44", archers(), described("4 pavisiers", "C", "Pavises"), {}, 6),
        case("T44", archers(), described("4 pavisiers", "C", "Pavises", moved=True), {}, 5),
        case("T44", archers(), described("4 pavisiers", "C", "Pavises"), {"side": "flank"}, 5),
        case("T135", archers(), bills(position="cover"), {"position": "open"}, 5, name="no cover from this side"),
        case("T136", archers(), KNIGHTS, {}, 4),
        case("T136", archers(), PRICKERS, {}, 5, name="not against skirmish array"),
        case("T136", CROSSBOWS, KNIGHTS, {}, 5, name="longbows only"),
        case("T136", archers(), KNIGHTS | {"traits": "full harness"}, {}, 5, name="with harness they cancel"),
        case("T137", HANDGUNS, bills(), {"distance": 2}, 4),
        case("T137", HANDGUNS, bills(), {"distance": 2.5}, 5),
        case("T137", HANDGUNS, SKIRMISHERS, {"distance": 2}, 6, name="not against skirmishers"),
        case("T137", HANDGUNS, PRICKERS, {"distance": 2}, 5),
    ],
)
def test_the_least_face_that_hits(
    firer: dict[str, Any], target: dict[str, Any], said: dict[str, Any], expected: int
) -> None:
    assert need(archery(firer, target, **said)) == f"each hits on {expected}+"


@pytest.mark.rules("T134", "T135")
def test_harness_behind_cover_would_need_a_7_and_is_never_hit() -> None:
    facts = archery(target=HARNESSED | {"position": "cover"})
    assert need(facts) == "each would need a 7: never hits"
    assert thrown("archery", facts).taken == 0


@pytest.mark.rules("T131", "T133")
def test_several_contingents_shoot_at_one_target_each_with_its_own_dice() -> None:
    facts = archery(archers(1, "First"), also=[{"firer": archers(1, "Second", dps=1), "distance": 11}])
    struck = thrown("archery", facts, 5, 6, 6)
    assert struck.taken == 3
    assert [(line.because, line.rule) for line in struck.causes] == [("shot at by First and Second", "T133")]


@pytest.mark.rules("T24", "T55")
def test_after_a_second_volley_a_one_leaves_longbows_low_where_the_table_throws_for_it() -> None:
    option = {"ammunition_die": True}
    second = archery(archers(1, volleys=1), options=option)
    assert thrown("archery", second, 1, 1, 1).low == ("Archers",)
    assert thrown("archery", second, 1, 1, 2).low == ()
    for no_die in (
        archery(archers(1), options=option),
        archery(archers(1, volleys=1)),
        archery(archers(2, volleys=1, traits="low on ammunition"), options=option),
        archery(described("2 crossbow", "C", "Crossbows", volleys=1), options=option),
    ):
        assert thrown("archery", no_die, 1, 1).low == ()


@pytest.mark.rules("T133", "T334")
def test_the_odds_of_five_dice_are_those_of_every_face() -> None:
    facts = archery(archers(3, dps=1), bills("A", dps=3))  # 5 dice, room for 3
    twin = by_faces(5, lambda faces: min(3, sum(face >= 5 for face in faces)))
    assert spread("archery", facts, lambda struck: struck.taken) == twin
    assert spread("archery", facts, lambda struck: struck.in_disarray)[True] == twin[3]


@pytest.mark.rules("T131")
def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValidationError, match="stands: 7 shoot of 6 left"):
        archery(stands=7)
    with pytest.raises(ValidationError, match="two units are called"):
        archery(also=[{"firer": archers(), "distance": 5}])
