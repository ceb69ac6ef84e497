"""What is in arc, and how far off."""

import math

import numpy
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from miniatures.space.arcs import Fan, distance_in_fan, fan_from_centre, fan_from_corners, fan_outline, in_fan
from miniatures.space.footprint import Body, Footprint
from miniatures.space.pose import Pose
from tests.space.motions import Motion, bodies, footprints, motions

BOWS = Footprint("bows", Pose(0, 0, 0), 4, 2)


def square(x: float, y: float, size: float = 1.0) -> shapely.Polygon:
    return shapely.box(x, y, x + size, y + size)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (square(-0.5, 8), 8),
        (square(3, 4), 5),  # its near corner, 37 degrees off
        (square(5, 5), math.hypot(5, 5)),  # touches the ray of 45 degrees with one corner
        (square(5, 4), math.hypot(5, 5)),  # so does this, with its far corner
        (square(5.5, 5), math.hypot(5.5, 5.5)),  # the ray cuts its left side at 5.5
        (square(6.1, 5), None),
        (square(-0.5, 12), 12),
        (square(-0.5, 12.005), 12.005),
        (square(-0.5, 12.1), None),
        (square(-0.5, -3), None),
        (square(2.1, -1), None),  # beside us
        (shapely.box(-20, 3, 20, 4), 3),
    ],
)
def test_an_arc_of_45_degrees_from_the_middle(target: shapely.Polygon, expected: float | None) -> None:
    assert distance_in_fan(fan_from_centre(BOWS, 45, 12), target) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (square(1.5, 8), 8),
        (square(5, 4), 5),  # from the corner at 2,0
        (square(8, 4), None),
        (square(6.5, 4), math.hypot(4.5, 4.5)),  # the ray from 2,0 cuts its left side at 4.5
        (square(2.1, -1), None),  # its top edge lies on our front line
        (shapely.box(2, -1, 4, 1), 0),  # touches our corner and juts forward
        (shapely.box(-20, -20, 20, 20), 0),
    ],
)
def test_an_arc_of_45_degrees_from_the_corners(target: shapely.Polygon, expected: float | None) -> None:
    assert distance_in_fan(fan_from_corners(BOWS, 45, 12), target) == pytest.approx(expected)


def test_a_corner_that_misses_by_less_than_can_be_measured_is_in() -> None:
    fan = fan_from_centre(BOWS, 45, 12)
    assert distance_in_fan(fan, square(5.005, 4)) == pytest.approx(math.hypot(5, 5), abs=0.02)
    assert distance_in_fan(fan, square(5.05, 4)) is None


def test_the_rim_is_a_true_circle() -> None:
    corner = Pose(0, 0, 0).turned(2.5).point(12.005)  # half way between two corners of the outline that is drawn
    speck = square(*corner, 0.001)
    assert in_fan(fan_from_centre(BOWS, 45, 12), speck)
    assert not shapely.Polygon(fan_outline(fan_from_centre(BOWS, 45, 12))).intersects(speck)


def test_an_outline_to_draw_runs_from_left_to_right() -> None:
    outline = fan_outline(fan_from_corners(BOWS, 45, 10))
    assert outline[0] == (-2, 0)
    assert outline[1] == pytest.approx((-2 - 50**0.5, 50**0.5))
    assert outline[-2] == pytest.approx((2 + 50**0.5, 50**0.5))
    assert outline[-1] == (2, 0)
    assert fan_outline(fan_from_centre(BOWS, 45, 10))[0] == (0, 0)
    assert shapely.Polygon(outline).is_valid


def test_a_half_angle_beyond_90_degrees_still_does_not_look_behind() -> None:
    assert not in_fan(fan_from_centre(BOWS, 180, 12), square(3, -2))


half_angles = st.sampled_from([15.0, 22.5, 45.0, 60.0, 90.0])
reaches = st.sampled_from([4.0, 8.0, 12.0, 30.0])


@st.composite
def fans(draw: st.DrawFn) -> Fan:
    made = draw(st.sampled_from([fan_from_centre, fan_from_corners]))
    return made(draw(footprints()), draw(half_angles), draw(reaches))


def turned(fan: Fan, motion: Motion) -> Fan:
    left, right = motion.point(fan.left), motion.point(fan.right)
    facing = motion.pose(fan.pose).facing
    return Fan(right, left, facing, *fan[3:]) if motion.mirrored else Fan(left, right, facing, *fan[3:])


@given(fans(), bodies(), motions)
def test_arcs_are_the_same_wherever_the_table_stands(fan: Fan, body: Body, motion: Motion) -> None:
    found = distance_in_fan(fan, body.polygon)
    assert distance_in_fan(turned(fan, motion), motion.geometry(body.polygon)) == pytest.approx(found, abs=1e-4)


@given(fans(), bodies())
def test_nothing_is_in_arc_and_behind_at_once(fan: Fan, body: Body) -> None:
    ahead = [fan.pose.seen(corner)[1] for corner in body.polygon.exterior.coords]
    assert max(ahead) > 0 or not in_fan(fan, body.polygon)


@given(fans(), bodies())
def test_a_grid_of_points_finds_the_same(fan: Fan, body: Body) -> None:
    """The twin: points all over the body, each asked for itself."""
    apart = 0.1
    west, south, east, north = body.polygon.bounds
    grid = numpy.stack(numpy.meshgrid(numpy.arange(west, east, apart), numpy.arange(south, north, apart)), axis=-1)
    on_rim = [body.polygon.exterior.interpolate(at).coords[0] for at in numpy.arange(0, body.polygon.length, apart)]
    some = numpy.concatenate((grid.reshape(-1, 2), on_rim))
    some = some[shapely.intersects_xy(body.polygon.buffer(1e-9), some[:, 0], some[:, 1])]
    found = []
    for x, y in some.tolist():
        right, ahead = fan.pose.seen((x, y))
        beyond = max(abs(right) - fan.half_width, 0)
        if ahead > 0 and math.degrees(math.atan2(beyond, ahead)) <= fan.half_angle:
            found.append(math.hypot(beyond, ahead))
    exact = distance_in_fan(fan, body.polygon)
    if exact is None:
        # A corner may peep in between two points, but nothing that any point saw may be missed.
        assert min(found, default=math.inf) > fan.reach or max(fan.pose.seen(p)[1] for p in some.tolist()) < 0.02
    else:
        assert exact <= min(found, default=math.inf) + 1e-5
        if len(found) > 20:
            assert exact >= min(found) - 3 * apart or min(found) > fan.reach
