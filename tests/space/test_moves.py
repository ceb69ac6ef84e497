"""Advances, wheels and turns."""

import math
from itertools import pairwise

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from miniatures.space.footprint import Footprint
from miniatures.space.moves import (
    Flank,
    Moved,
    about_face,
    advance,
    joined,
    quarter_turn,
    shift,
    turn_in_place,
    wheel,
    wheel_back,
    wheel_towards,
)  # fmt: skip
from miniatures.space.pose import Point, Pose
from tests.space.motions import Motion, footprints, motions, points

FOOT = Footprint("foot", Pose(0, 0, 0), 6, 2)

flanks = st.sampled_from(["left", "right"])
turns = st.one_of(st.integers(0, 12).map(lambda number: number * 15.0), st.floats(0, 180))


def test_an_advance_sweeps_its_width() -> None:
    moved = advance(FOOT, 5)
    assert (moved.end.pose, moved.path) == (Pose(0, 5, 0), 5)
    assert moved.swept.equals(shapely.box(-3, -2, 3, 5))
    assert moved.front_swept.equals(shapely.box(-3, 0, 3, 5))


def test_going_back_keeps_the_facing() -> None:
    moved = advance(FOOT, -5)
    assert (moved.end.pose, moved.path) == (Pose(0, -5, 0), 5)
    assert moved.swept.equals(shapely.box(-3, -7, 3, 0))
    assert moved.front_swept.equals(shapely.box(-3, -5, 3, 0))


def test_a_shift_to_the_side_keeps_the_facing_too() -> None:
    moved = shift(FOOT, 90, 4)
    assert moved.end.pose == Pose(4, 0, 0)
    assert moved.swept.equals(shapely.box(-3, -2, 7, 0))


def test_no_move_sweeps_only_where_it_stands() -> None:
    for moved in (advance(FOOT, 0), wheel(FOOT, "left", 0)):
        assert moved.end == FOOT
        assert moved.swept.equals(FOOT.polygon)
        assert moved.front_swept.area == 0


def test_a_wheel_pivots_on_the_corner_of_its_side() -> None:
    left = wheel(FOOT, "left", 90)
    assert left.end.pose == pytest.approx((-3, 3, 270))
    assert left.end.front_left == pytest.approx(FOOT.front_left)
    assert left.path == pytest.approx(6 * math.pi / 2)
    assert wheel(FOOT, "right", 90).end.pose == pytest.approx((3, 3, 90))


def test_a_wheel_of_a_quarter_sweeps_a_quarter_of_a_circle() -> None:
    moved = wheel(FOOT, "left", 90)
    assert moved.front_swept.area == pytest.approx(math.pi * 36 / 4, rel=1e-3)
    # The outer rear corner, 40 ** 0.5 from the pivot, and half of the body before and after it.
    assert moved.swept.area == pytest.approx(math.pi * 40 / 4 + 12, rel=1e-3)


@pytest.mark.parametrize("degrees", [-1, 181])
def test_a_wheel_is_forward_and_half_a_circle_at_most(degrees: float) -> None:
    with pytest.raises(ValueError, match="0 to 180"):
        wheel(FOOT, "left", degrees)


def test_turns_keep_the_ground() -> None:
    assert about_face(FOOT).pose == Pose(0, -2, 180)
    assert about_face(FOOT).polygon.equals(FOOT.polygon)
    for side, facing in (("left", 270), ("right", 90)):
        turned = quarter_turn(FOOT, side)
        assert (turned.pose.facing, turned.width, turned.depth) == (facing, 2, 6)
        assert turned.polygon.equals(FOOT.polygon)
    assert turn_in_place(FOOT, 90) == Footprint("foot", Pose(1, -1, 90), 6, 2)


def test_moves_are_joined_one_after_the_other() -> None:
    first = advance(FOOT, 4)
    second = wheel(first.end, "right", 90)
    whole = joined([first, second])
    assert whole.end == second.end
    assert whole.path == first.path + second.path
    assert whole.swept.area == pytest.approx(shapely.union(first.swept, second.swept).area)
    assert whole.track.length == pytest.approx(4 + 3 * math.pi / 2, rel=1e-3)


def test_a_wheel_towards_what_is_straight_ahead_is_none() -> None:
    assert wheel_towards(FOOT, (0, 9))[1] == 0


def test_a_wheel_towards_a_point_in_line_with_the_front() -> None:
    # From the pivot at -3,0 the middle of the front looks along a tangent 3 away: 90 degrees and asin(3 / 6) more.
    assert wheel_towards(FOOT, (-9, 0)) == ("left", pytest.approx(120))
    assert wheel_towards(FOOT, (9, 0)) == ("right", pytest.approx(120))


@settings(max_examples=60)
@given(footprints(), points)
def test_after_a_wheel_towards_a_point_it_is_ahead_or_as_nearly_as_can_be(unit: Footprint, point: Point) -> None:
    side, degrees = wheel_towards(unit, point)
    missed = abs(wheel(unit, side, degrees).end.pose.bearing(point))
    tried = [wheel(unit, flank, turn).end for flank in ("left", "right") for turn in range(0, 181, 4)]
    assert missed <= min(abs(end.pose.bearing(point)) for end in tried) + 1e-5


@given(footprints(), points, motions)
def test_wheels_towards_are_the_same_wherever_the_table_stands(unit: Footprint, point: Point, motion: Motion) -> None:
    side, degrees = wheel_towards(unit, point)
    moved_side, moved_degrees = wheel_towards(motion.footprint(unit), motion.point(point))
    assert moved_degrees == pytest.approx(degrees, abs=1e-4)
    other = wheel(unit, "right" if side == "left" else "left", degrees).end.pose.bearing(point)
    if abs(abs(other) - abs(wheel(unit, side, degrees).end.pose.bearing(point))) > 1e-4:
        assert moved_side == motion.side(side)


@given(footprints(), flanks, turns)
def test_a_wheel_there_and_back_returns(unit: Footprint, corner: Flank, degrees: float) -> None:
    there = wheel(unit, corner, degrees)
    back = wheel_back(there.end, corner, degrees)
    assert back.path == pytest.approx(there.path)
    for one, other in zip(back.end.corners, unit.corners, strict=True):
        assert math.dist(one, other) < 1e-9
    assert back.swept.symmetric_difference(there.swept).area < 1e-6


@given(footprints(), flanks, turns, motions)
def test_wheels_are_the_same_wherever_the_table_stands(
    unit: Footprint, corner: Flank, degrees: float, motion: Motion
) -> None:
    there = wheel(unit, corner, degrees)
    moved = wheel(motion.footprint(unit), motion.side(corner), degrees)  # type: ignore[arg-type]
    assert moved.path == pytest.approx(there.path)
    assert moved.end.pose[:2] == pytest.approx(motion.point(there.end.pose[:2]), abs=1e-9)
    assert moved.swept.symmetric_difference(motion.geometry(there.swept)).area < 1e-6


@settings(max_examples=60)
@given(footprints(), flanks, turns)
def test_a_wheel_sweeps_what_many_small_steps_sweep(unit: Footprint, corner: Flank, degrees: float) -> None:
    steps = [wheel(unit, corner, degrees * step / 17).end for step in range(18)]
    _steps_agree(wheel(unit, corner, degrees), steps, 0.001 * math.hypot(unit.width, unit.depth))


@settings(max_examples=60)
@given(footprints(), st.floats(-20, 20), st.floats(0, 360))
def test_a_shift_sweeps_what_many_small_steps_sweep(unit: Footprint, far: float, way: float) -> None:
    steps = [shift(unit, way, far * step / 9).end for step in range(10)]
    _steps_agree(shift(unit, way, far), steps, 1e-6)


def _steps_agree(moved: Moved, steps: list[Footprint], slack: float) -> None:
    """No step leaves the swept area, and nothing is swept that lies outside the hulls of two steps each."""
    around, around_front = moved.swept.buffer(slack), moved.front_swept.buffer(slack)
    assert moved.swept.is_valid
    assert moved.front_swept.is_valid
    assert all(around.covers(step.polygon) and around_front.covers(step.front) for step in steps)
    hulls = [shapely.union(one.polygon, other.polygon).convex_hull for one, other in pairwise(steps)]
    # Ten degrees between two steps: a hull of theirs misses the arc by 0.004 of the radius at most.
    assert moved.swept.difference(shapely.union_all(hulls).buffer(5 * slack)).area < 1e-9
