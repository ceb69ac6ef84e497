"""House points: each figure of ruling T6, the rounding, and a table's own file."""

from pathlib import Path
from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from miniatures.systems.tree_of_battles import SYSTEM
from miniatures.systems.tree_of_battles.army import sheet, unit_price
from miniatures.systems.tree_of_battles.army_findings import findings
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.points import house_points
from tests.marking import case
from tests.systems.tree_of_battles.units import army, contingent, leader

OURS = house_points(Options())
TEXT = (SYSTEM.folder / "points.toml").read_text(encoding="utf-8")


def each(part: Any, grade: str, *traits: str) -> int:
    """What one stand costs."""
    return int(unit_price(contingent(part, grade, traits=traits), OURS).prices[0].each.total)


@pytest.mark.parametrize(
    ("type", "points"),
    [
        case("T6", "foot men at arms", 12),
        case("T6", "mounted men at arms", 8 + 4),
        case("T6", "heavy infantry", 8),
        case("T6", "pike", 10),
        case("T6", "light infantry", 4 + 1),
        case("T6", "longbow", 4 + 10),
        case("T6", "crossbow", 4 + 4),
        case("T6", "pavisiers", 4 + 4 + 2),
        case("T6", "handgun", 4 + 3),
        case("T6", "light horse", 4 + 1 + 4 + 2),
        case("T6", "skirmishers", 4 + 1 + 1),
        case("T6", "artillery", 16),
        case("T6", "baggage", 4),
    ],
)
def test_a_stand_of_c_grade_costs_its_dice_its_missiles_and_the_rest(type: str, points: int) -> None:
    assert each({type: 2}, "C") == points


@pytest.mark.parametrize(
    ("part", "grade", "traits", "points"),
    [
        # 14 * 1.25 = 17.5, 15 * 1.1 = 16.5, 5 * 1.1 = 5.5, 8 * 0.6 = 4.8, 14 * 0.6 = 8.4
        case("T6", "2 longbow", "A", (), 18, name="halves up"),
        case("T6", "2 men at arms", "B", ("full harness",), 17, name="halves up"),
        case("T6", "2 light infantry", "B", (), 6, name="halves up"),
        case("T6", "2 bills", "D", (), 5),
        case("T6", "2 longbow", "D", (), 8),
        case("T6", "2 knights", "A", ("full harness", "chivalrous"), 19, name="15 times 1.25 is 18.75"),
        case("T48", "2 guns", "A", (), 16, name="a gun whatever its grade"),
        case("T48", "2 longbow", "C", ("low on ammunition", "mercenary"), 14, name="what costs nothing"),
        case("T43", "2 longbow", "C", ("light infantry",), 15, name="able to skirmish"),
        case("T44", {"type": "light horse", "stands": 2, "missile": "none"}, "C", (), 10),
        case("T44", {"type": "skirmishers", "stands": 2, "missile": "longbow"}, "C", (), 15),
        case("T44", {"type": "pavisiers", "stands": 2, "missile": "none"}, "C", (), 6),
    ],
)
def test_grade_multiplies_a_stand_and_traits_are_paid_before(
    part: Any, grade: str, traits: tuple[str, ...], points: int
) -> None:
    assert each(part, grade, *traits) == points


@pytest.mark.parametrize(
    ("grade", "whole"),
    [
        case("T6", "A", 4 * 10 + 8),
        case("T6", "B", 4 * 9 + 4),
        case("T6", "C", 4 * 8),
        case("T6", "D", 4 * 5 - 4),
    ],
)
def test_a_contingent_pays_once_for_its_grade(grade: str, whole: int) -> None:
    assert unit_price(contingent("4 bills", grade), OURS).points == whole


@pytest.mark.parametrize(
    ("rank", "command_points", "cost"),
    [case("T6", "captain", 3, 18), case("T6", "marshal", 5, 40), case("T6", "herald", 0, 2)],
)
def test_leaders_cost_by_the_command_point(rank: str, command_points: int, cost: int) -> None:
    assert unit_price(leader(rank, command_points), OURS).points == cost


@pytest.mark.rules("T6")
def test_only_the_part_in_full_harness_pays_for_it() -> None:
    mixed = contingent([{"type": "men at arms", "stands": 2, "full_harness": True}, "4 bills"])
    assert unit_price(mixed, OURS).points == 2 * 15 + 4 * 8


@pytest.mark.rules("T6")
def test_a_price_shows_its_sum() -> None:
    (stands, once) = unit_price(contingent("4 archers", "B"), OURS).prices
    assert [(line.value, line.because) for line in stands.each.modifiers] == [
        (4, "longbow"),
        (10, "shooting, longbow"),
        (1, "B grade, times 1.1, rounded"),
    ]
    assert (stands.number, stands.points, once.points) == (4, 60, 4)
    called = [one.what for one in unit_price(contingent(["1 men at arms", "4 bills"], "C"), OURS).prices]
    assert called == ["stand of foot men at arms", "stands of heavy infantry"]


@pytest.mark.rules("T6")
def test_a_table_may_play_with_a_file_of_its_own(tmp_path: Path) -> None:
    own = tmp_path / "ours.toml"
    own.write_text(TEXT.replace("longbow = 10", "longbow = 6").replace('"house points"', '"club points"'))
    priced = sheet(army(options={"house_points": str(own)}))
    # six longbow stands at 4 + 6, a marshal of four command points
    assert (priced.points, priced.currency) == (6 * 10 + 4 * 8, "house points (club points)")
    (left,) = findings(army(points=92 + 5, options={"house_points": str(own)}))
    assert left.cure == "spend 5 house points (club points), or leave them"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("longbow = 10", "longbwo = 10", 'did you mean "longbow"'),
        ("pike = 10", 'pike = "ten"', "stands.pike"),
        ("A = 1.25", "A = 0", "grades.A"),
        ("[guns]", "[guns", "not valid TOML"),
    ],
)
@pytest.mark.rules("T6")
def test_a_broken_file_of_points_is_told_in_a_line(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    own = tmp_path / "ours.toml"
    own.write_text(TEXT.replace(old, new))
    with pytest.raises(BrokenInputError, match=complaint):
        sheet(army(options={"house_points": str(own)}))


@pytest.mark.rules("T6")
def test_a_file_of_points_that_is_not_there_is_told() -> None:
    with pytest.raises(BrokenInputError, match="no such file"):
        sheet(army(options={"house_points": "nowhere/points.toml"}))
