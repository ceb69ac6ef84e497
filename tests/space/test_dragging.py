"""Where a body is that a hand dragged: by its body, by a front corner, or turned."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miniatures.space.dragging import Part, dragged, pulled, turning
from miniatures.space.footprint import Footprint
from miniatures.space.moves import Flank, wheel
from miniatures.space.pose import Pose
from tests.space.motions import Motion, motions, poses


def body(pose: Pose) -> Footprint:
    return Footprint("Bills", pose, 4.0, 2.0)


def test_a_body_is_held_by_the_middle_of_its_front() -> None:
    assert dragged(body(Pose(0, 0, 30)), "body", (5, 6)).pose == (5, 6, 30)
    assert dragged(body(Pose(0, 0, 30)), "body", (5, 6), 400).pose == (5, 6, 40)


def test_turned_on_the_spot_its_middle_stays() -> None:
    assert dragged(body(Pose(0, 0, 0)), "turn", (9, 9), 90).centre == pytest.approx((0, -1))


@pytest.mark.parametrize(("corner", "side", "sign"), [("left", "right", 1), ("right", "left", -1)])
def test_a_corner_pulled_forward_wheels_on_the_other(corner: Flank, side: Flank, sign: int) -> None:
    """From 2 beside the middle to straight above the pivot is a quarter."""
    found, degrees = pulled(body(Pose(0, 0, 0)), corner, (2.0 * sign, 9.0))
    assert (found, degrees) == (side, pytest.approx(90))
    assert pulled(body(Pose(0, 0, 0)), corner, (2.0 * sign, -9.0)) == (side, pytest.approx(-90))


@given(pose=poses, corner=st.sampled_from(["left", "right"]), degrees=st.integers(0, 179))
def test_pulling_a_corner_to_where_a_wheel_brings_it_is_that_wheel(pose: Pose, corner: Flank, degrees: int) -> None:
    side: Flank = "right" if corner == "left" else "left"
    end = wheel(body(pose), side, degrees).end
    point = end.front_left if corner == "left" else end.front_right
    assert pulled(body(pose), corner, point)[1] == pytest.approx(degrees, abs=1e-6)
    assert dragged(body(pose), corner, point).pose[:2] == pytest.approx(end.pose[:2], abs=1e-6)


@given(
    motion=motions,
    pose=poses,
    part=st.sampled_from(["body", "left", "right"]),
    x=st.integers(-20, 20),
    y=st.integers(-20, 20),
)
def test_the_whole_table_turned_shifted_or_mirrored_changes_nothing(
    motion: Motion, pose: Pose, part: Part, x: int, y: int
) -> None:
    if part != "body" and min(math.dist((x, y), corner) for corner in body(pose).corners[:2]) < 0.1:
        return  # pulled onto the pivot itself, no direction is left
    other: Part = motion.side(part)  # type: ignore[assignment]
    before = dragged(body(pose), part, (x, y))
    after = dragged(body(motion.pose(pose)), other, motion.point((x, y)))
    assert after.pose[:2] == pytest.approx(motion.pose(before.pose)[:2], abs=1e-6)


@pytest.mark.parametrize(("before", "after", "degrees"), [(350, 10, 20), (10, 350, -20), (0, 180, -180), (90, 90, 0)])
def test_a_turn_goes_the_shorter_way(before: float, after: float, degrees: float) -> None:
    assert turning(before, after) == pytest.approx(degrees)
