"""Touching, sides, overlaps and enfilade."""

import pytest
from hypothesis import assume, given

from miniatures.space.contact import Side, enfiladed, overlaps, side_touched, side_towards, touching
from miniatures.space.footprint import Body, Disc, Footprint, distance
from miniatures.space.pose import Point, Pose
from tests.space.motions import Motion, bodies, footprints, motions, points

FOOT = Footprint("foot", Pose(0, 0, 0), 6, 2)


@pytest.mark.parametrize(("gap", "touches"), [(0, True), (0.05, True), (-0.05, True), (-0.5, True), (0.06, False)])
def test_a_gap_that_cannot_be_measured_is_contact(gap: float, touches: bool) -> None:
    assert touching(FOOT, Footprint("foe", Pose(1, gap, 180), 4, 2)) is touches


@pytest.mark.parametrize(
    ("point", "side"),
    [
        ((9, 0.1), "front"), ((0, 5), "front"), ((-9, 1), "front"), ((9, -0.5), "right"), ((-9, -2), "left"),
        ((9, 0), "right"), ((9, -2.1), "rear"), ((0, -5), "rear"), ((0, 0), "front"), ((0, -2), "rear"),
        ((3, -1), "right"), ((-3, -1), "left"), ((2.9, -1), "right"),
    ],
)  # fmt: skip
def test_the_lines_of_front_and_rear_part_the_zones(point: Point, side: Side) -> None:
    assert side_towards(FOOT, point) == side


@pytest.mark.parametrize(
    ("by", "side"),
    [
        (Footprint("by", Pose(2, 0, 180), 4, 2), "front"),
        (Footprint("by", Pose(3, -1, 270), 4, 2), "right"),
        (Footprint("by", Pose(-3, -1, 90), 4, 2), "left"),
        (Footprint("by", Pose(1, -2, 0), 4, 2), "rear"),
        (Footprint("by", Pose(4, 0, 180), 2, 2), "front"),  # corner to corner, and it stands ahead of us
        (Footprint("by", Pose(3, 0.5, 270), 1, 2), "front"),  # its front corner at ours
        (Footprint("by", Pose(3, -0.9, 270), 2, 2), "right"),  # most of it on our flank
        (Footprint("by", Pose(0, 2**0.5, 180), 2, 2).at(Pose(0.5, 0.5, 225)), "front"),  # a corner into our front
        (Disc("by", 0, 1, 2), "front"),
        (Disc("by", 4, -1, 2), "right"),
        (Footprint("by", Pose(0, 1, 180), 4, 2), None),
    ],
)
def test_the_longest_contact_is_the_side_that_is_touched(by: Body, side: Side | None) -> None:
    assert side_touched(FOOT, by) == side


@pytest.mark.parametrize(
    ("x", "width", "expected"),
    [(0, 4, (1, 1)), (1, 4, (2, 0)), (-2, 4, (0, 3)), (0, 8, (0, 0)), (0, 6, (0, 0)), (9, 4, (6, 0))],
)
def test_overlaps_are_what_reaches_past_them(x: float, width: float, expected: tuple[float, float]) -> None:
    assert overlaps(FOOT, Footprint("theirs", Pose(x, 0, 180), width, 2)) == pytest.approx(expected)


def test_against_a_flank_their_depth_is_what_we_overlap() -> None:
    column = Footprint("theirs", Pose(2, 4, 90), 8, 2)  # from 0 to 2 along our front
    assert overlaps(FOOT, column) == pytest.approx((3, 1))


@pytest.mark.parametrize(
    ("origin", "raked"),
    [
        ((9, -1), True),
        ((-9, -1), True),
        ((9, 5), True),
        ((9, 5.1), False),
        ((9, -7), True),
        ((0, 9), False),
        ((0, -9), False),
    ],
)
def test_a_shot_from_the_flank_rakes_the_line(origin: Point, raked: bool) -> None:
    assert enfiladed(FOOT, origin) is raked


@given(footprints("struck"), bodies("by"), motions)
def test_sides_are_the_same_wherever_the_table_stands(struck: Footprint, by: Body, motion: Motion) -> None:
    found = side_touched(struck, by)
    assert (found is None) is (distance(struck, by) > 0.05 + 1e-6)
    if found is not None:
        # A body right on top of another one may be as much on the left as on the right.
        assume(abs(struck.pose.seen(by.centre)[0]) > 0.1)
        assert side_touched(motion.footprint(struck), motion.body(by)) == motion.side(found)


@given(footprints("struck"), points, motions)
def test_zones_are_the_same_wherever_the_table_stands(struck: Footprint, point: Point, motion: Motion) -> None:
    assume(abs(struck.pose.seen(point)[0]) > 0.001)
    moved = motion.footprint(struck), motion.point(point)
    assert side_towards(*moved) == motion.side(side_towards(struck, point))
    assert enfiladed(*moved) is enfiladed(struck, point)


@given(footprints("mine"), footprints("theirs"), motions)
def test_overlaps_change_sides_in_the_mirror(mine: Footprint, theirs: Footprint, motion: Motion) -> None:
    left, right = overlaps(mine, theirs)
    expected = (right, left) if motion.mirrored else (left, right)
    assert overlaps(motion.footprint(mine), motion.footprint(theirs)) == pytest.approx(expected, abs=1e-6)
    assert left + right <= 2 * mine.width


@given(bodies("one"), bodies("other"))
def test_touching_is_mutual(one: Body, other: Body) -> None:
    assert touching(one, other) is touching(other, one)
