"""Where a body stands and which way it faces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miniatures.space.pose import Point, Pose, normalised
from tests.space.motions import Motion, motions, points, poses


@pytest.mark.parametrize(
    ("facing", "ahead", "right"),
    [(0, (3, 9), (5, 4)), (90, (8, 4), (3, 2)), (180, (3, -1), (1, 4)), (270, (-2, 4), (3, 6))],
)
def test_ahead_and_right_turn_with_the_facing(facing: float, ahead: Point, right: Point) -> None:
    pose = Pose(3, 4, facing)
    assert pose.point(5) == ahead
    assert pose.point(0, 2) == right


def test_a_facing_of_45_degrees_looks_north_east() -> None:
    assert Pose(0, 0, 45).point(2**0.5) == pytest.approx((1, 1))
    assert Pose(0, 0, 45).shifted(2**0.5) == pytest.approx((1, 1, 45))


@pytest.mark.parametrize(("degrees", "facing"), [(20, 10), (-20, 330), (360, 350), (-350, 0), (10, 0)])
def test_a_turn_is_clockwise_and_comes_round(degrees: float, facing: float) -> None:
    assert Pose(1, 2, 350).turned(degrees) == Pose(1, 2, facing)


def test_the_smallest_turn_to_the_left_stays_below_360() -> None:
    assert normalised(-1e-20) == 0.0


@pytest.mark.parametrize(
    ("point", "bearing"), [((0, 5), 0), ((5, 0), 90), ((-5, 0), -90), ((0, -5), 180), ((-3, 3), -45), ((0, 0), 0)]
)
def test_a_bearing_is_clockwise_from_straight_ahead(point: Point, bearing: float) -> None:
    assert Pose(0, 0, 0).bearing(point) == pytest.approx(bearing)
    assert Pose(0, 0, 0).towards(point).facing == pytest.approx(bearing % 360)


@given(poses, points)
def test_what_is_seen_there_is_there(pose: Pose, point: Point) -> None:
    right, ahead = pose.seen(point)
    assert pose.point(ahead, right) == pytest.approx(point, abs=1e-9)


@given(poses, points, motions)
def test_bearings_do_not_depend_on_where_north_is(pose: Pose, point: Point, motion: Motion) -> None:
    bearing = pose.bearing(point)
    moved = motion.pose(pose).bearing(motion.point(point))
    expected = -bearing if motion.mirrored else bearing
    assert abs((moved - expected + 180) % 360 - 180) < 1e-6 or pose[:2] == point


@given(poses, st.floats(-50, 50), st.floats(-50, 50))
def test_a_shift_there_and_back_returns(pose: Pose, ahead: float, right: float) -> None:
    assert pose.shifted(ahead, right).shifted(-ahead, -right) == pytest.approx(pose, abs=1e-9)
