"""What is seen, and where a line of sight is blocked."""

import math

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from miniatures.space.footprint import Body, Disc, Footprint, Geometry
from miniatures.space.pose import Point, Pose
from miniatures.space.sight import sight, visible
from tests.space.motions import Motion, crowds, footprints, motions, points

FOE = Footprint("foe", Pose(0, 20, 180), 10, 2).polygon
WALL = shapely.LineString([(-20, 5), (20, 5)])
WOOD = shapely.box(-4, 8, 4, 12)


def test_nothing_in_between_hides_nothing() -> None:
    assert visible((0, 0), FOE, []) == FOE
    assert sight((0, 0), FOE, [shapely.box(10, 0, 12, 30)]).line == ((0, 0), (0, 20))


def test_half_of_a_line_behind_a_wood() -> None:
    seen = visible((0, 0), FOE, [shapely.box(0, 8, 4, 12)])
    assert seen is not None
    assert seen.symmetric_difference(shapely.box(-5, 20, 0, 22)).area == pytest.approx(0, abs=1e-4)


def test_the_shadow_grows_with_the_distance() -> None:
    seen = visible((0, 0), shapely.box(-30, 20, 30, 22), [shapely.box(-2, 4, 2, 5)])
    assert seen is not None  # from -2,4 and 2,4 the shadow runs along 1:2, to 10 at a distance of 20 and 11 at 22
    assert seen.area == pytest.approx(60 * 2 - (20 + 22))


def test_a_wall_without_width_hides_what_is_behind_it() -> None:
    found = sight((0, 0), FOE, [shapely.box(40, 0, 41, 1), WALL])
    assert found == (False, ((0, 0), (0, 20)), (0, 5), 1)


def test_the_first_of_two_blockers_is_named() -> None:
    wide = shapely.box(-9, 8, 9, 9)
    found = sight((0, 0), FOE, [shapely.box(-9, 14, 9, 15), wide])
    assert (found.blocked_by, found.blocked_at) == (1, (0, 8))


def test_a_target_in_the_open_is_seen_past_a_corner() -> None:
    found = sight((0, 0), FOE, [shapely.box(-1, 10, 6, 12)])
    assert found.clear
    assert found.line[1] == pytest.approx((-2, 20))  # past the corner at -1,10


def test_a_target_inside_a_wood_is_hidden_by_it() -> None:
    assert not sight((0, 0), shapely.box(-1, 9, 1, 10), [WOOD]).clear


def test_from_deep_inside_a_wood_one_sees_out() -> None:
    assert sight((0, 10), FOE, [WOOD]).clear


@pytest.mark.parametrize("off", [-1e-9, 0.0, 1e-9])
def test_from_the_edge_of_a_wood_one_sees_out_but_not_through(off: float) -> None:
    assert sight((0, 12 + off), FOE, [WOOD]).clear
    assert not sight((0, 8 + off), shapely.box(-1, 20, 1, 22), [WOOD]).clear


def test_from_behind_a_wall_that_one_stands_at_one_looks_over_it() -> None:
    assert sight((0, 5), FOE, [WALL]).clear
    assert not sight((0, 4.9), FOE, [WALL]).clear


@pytest.mark.parametrize("gap", [0.0, 1e-12, 0.009])
def test_between_two_that_touch_there_is_nothing_to_look_through(gap: float) -> None:
    left, right = shapely.box(-20, 5, -gap / 2, 7), shapely.box(gap / 2, 5, 20, 7)
    assert visible((0, 0), FOE, [left, right]) is None


def test_through_a_gap_a_little_is_seen() -> None:
    left, right = shapely.box(-20, 5, -0.25, 5.5), shapely.box(0.25, 5, 20, 5.5)
    seen = visible((0, 0), FOE, [left, right])
    assert seen is not None  # the far ends of the gap decide: 0.5 wide at 5.5
    assert seen.area == pytest.approx((0.5 * 20 / 5.5 + 0.5 * 22 / 5.5) / 2 * 2, abs=1e-4)


def test_a_single_point_is_seen_or_not() -> None:
    assert sight((0, 0), shapely.Point(0, 20), [WOOD]).clear is False
    assert sight((0, 0), shapely.Point(9, 12), [WOOD]).clear


def blockers_of(crowd: list[Body]) -> list[Geometry]:
    """Discs are cut in half to lines: walls."""
    return [
        shapely.LineString([(body.x - body.diameter, body.y), (body.x + body.diameter, body.y + 1)])
        if isinstance(body, Disc)
        else body.polygon
        for body in crowd
    ]


shares = st.floats(0.02, 0.98)


def area(geometry: Geometry | None) -> float:
    return 0.0 if geometry is None else geometry.area


@given(points, footprints(), crowds(4), motions)
def test_sight_is_the_same_wherever_the_table_stands(
    origin: Point, target: Footprint, crowd: list[Body], motion: Motion
) -> None:
    blockers = blockers_of(crowd)
    seen, found = visible(origin, target.polygon, blockers), sight(origin, target.polygon, blockers)
    moved_blockers = [motion.geometry(blocker) for blocker in blockers]
    moved_target = motion.geometry(target.polygon)
    assert area(visible(motion.point(origin), moved_target, moved_blockers)) == pytest.approx(area(seen), abs=1e-3)
    assert area(visible(origin, target.polygon, blockers[::-1])) == pytest.approx(area(seen), abs=1e-3)
    moved = sight(motion.point(origin), moved_target, moved_blockers)
    assert moved.clear is found.clear
    assert math.dist(*moved.line) == pytest.approx(math.dist(*found.line), abs=0.01)
    assert found.clear is (found.blocked_by is None) is (found.blocked_at is None)


@settings(max_examples=80)
@given(points, footprints(), crowds(4), st.lists(st.tuples(shares, shares), min_size=30, max_size=30))
def test_rays_to_sampled_points_find_the_same(
    origin: Point, target: Footprint, crowd: list[Body], spots: list[tuple[float, float]]
) -> None:
    """The twin: a line to each of many points of the target, and does it cross any blocker."""
    blockers = blockers_of(crowd)
    eye = shapely.Point(origin)
    assume(all(blocker.distance(eye) > 0.02 for blocker in blockers))
    seen = visible(origin, target.polygon, blockers) or shapely.Polygon()
    for along, back in spots:
        spot = target.pose.point(-back * target.depth, (along - 0.5) * target.width)
        ray = shapely.LineString([origin, spot])
        clear = not any(ray.intersects(blocker) for blocker in blockers)
        if seen.boundary.distance(shapely.Point(spot)) > 0.02:
            assert clear is bool(seen.intersects(shapely.Point(spot)))
