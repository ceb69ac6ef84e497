"""What bodies cover."""

import math

import pytest
import shapely
from hypothesis import given

from miniatures.space.footprint import Body, Disc, Footprint, Formation, distance, polygons
from miniatures.space.pose import Pose
from tests.space.motions import Motion, bodies, crowds, motions


@pytest.mark.parametrize(
    ("bases", "ranks", "files", "width", "depth"),
    [
        (8, 2, 4, 160, 60),
        (7, 2, 4, 160, 60),
        (5, 4, 2, 80, 90),
        (3, 1, 3, 120, 30),
        (1, 4, 1, 40, 30),
        (4, 4, 1, 40, 120),
    ],
)
def test_bases_stand_in_ranks_and_files(bases: int, ranks: int, files: int, width: float, depth: float) -> None:
    formation = Formation(40, 30, bases, ranks)
    assert (formation.files, formation.width, formation.depth) == (files, width, depth)


def test_a_unit_stands_behind_the_middle_of_its_front() -> None:
    unit = Footprint("foot", Pose(10, 5, 90), 6, 2)
    assert unit.corners == ((10, 8), (10, 2), (8, 2), (8, 8))
    assert (unit.front_left, unit.front_right, unit.centre) == ((10, 8), (10, 2), (9, 5))
    assert unit.polygon.area == 12
    assert unit.front.length == 6
    assert unit.polygon is unit.polygon


def test_outlines_made_at_once_are_those_made_one_by_one() -> None:
    some: list[Body] = [Footprint("a", Pose(1, 2, 30), 4, 2), Disc("b", 3, 4, 1), Footprint("c", Pose(7, 2, 0), 3, 1)]
    for body, outline in zip(some, polygons(some), strict=True):
        assert body.polygon.equals(outline)
    assert len(polygons([])) == 0


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (Footprint("a", Pose(0, 0, 0), 4, 2), Footprint("b", Pose(0, 9, 180), 4, 2), 9),
        (Footprint("a", Pose(0, 0, 0), 4, 2), Footprint("b", Pose(5, 4, 180), 4, 2), math.hypot(1, 4)),
        (Footprint("a", Pose(0, 0, 0), 4, 2), Footprint("b", Pose(1, -1, 180), 4, 2), 0),
        (Disc("a", 0, 0, 2), Disc("b", 3, 4, 2), 3),
        (Disc("a", 0, 0, 2), Footprint("b", Pose(0, 4, 180), 4, 2), 3),
        (Disc("a", 0, 0, 2), Disc("b", 0.5, 0, 2), 0),
    ],
)
def test_distance_is_between_the_nearest_points(one: Body, other: Body, expected: float) -> None:
    assert distance(one, other) == pytest.approx(expected)


@given(bodies("one"), bodies("other"), motions)
def test_distance_is_the_same_both_ways_and_wherever_the_table_stands(one: Body, other: Body, motion: Motion) -> None:
    found = distance(one, other)
    assert distance(other, one) == pytest.approx(found, abs=1e-9)
    assert distance(motion.body(one), motion.body(other)) == pytest.approx(found, abs=1e-9)
    assert shapely.distance(one.polygon, other.polygon) == pytest.approx(found, abs=1e-3)


@given(crowds())
def test_a_body_covers_its_own_area(some: list[Body]) -> None:
    for body in some:
        whole = math.pi * body.diameter**2 / 4 if isinstance(body, Disc) else body.width * body.depth
        assert body.polygon.area == pytest.approx(whole, rel=1e-3)
