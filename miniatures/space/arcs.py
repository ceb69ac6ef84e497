"""Arcs: what lies ahead within an angle and a reach, and how far off.

An arc is measured with numbers and never as a drawn polygon, so its rim is a true circle. The part of a body inside
an arc is nearest on the body's own outline: from any other point of that part you could walk towards the origin and
stay inside both. So it is enough to clip each edge of the outline to the angle and to measure what is left of it.
"""

import math
from typing import NamedTuple

import numpy
import shapely

from miniatures.measuring import TOLERANCE, within
from miniatures.space.edges import Numbers, edges, seen_from
from miniatures.space.footprint import Footprint, Geometry
from miniatures.space.pose import Point, Pose, direction

#: Widens an arc beyond any floating point noise, yet not so far that a distance would show it.
NOISE = 1e-6

_OUTLINE_STEP = 5.0


class Fan(NamedTuple):
    """An arc between two rays. They leave one origin, or the two ends of a front; it never looks behind that line."""

    left: Point
    right: Point
    facing: float
    half_angle: float
    reach: float

    @property
    def pose(self) -> Pose:
        return Pose((self.left[0] + self.right[0]) / 2, (self.left[1] + self.right[1]) / 2, self.facing)

    @property
    def half_width(self) -> float:
        return math.dist(self.left, self.right) / 2


def fan_from_centre(footprint: Footprint, half_angle: float, reach: float) -> Fan:
    """Both rays leave the middle of the front. An angle beyond 90 is 90: behind the front line is never in."""
    origin = (footprint.pose.x, footprint.pose.y)
    return Fan(origin, origin, footprint.pose.facing, min(half_angle, 90.0), reach)


def fan_from_corners(footprint: Footprint, half_angle: float, reach: float) -> Fan:
    """Each ray leaves its own front corner, and distance is measured from the front edge."""
    return Fan(footprint.front_left, footprint.front_right, footprint.pose.facing, min(half_angle, 90.0), reach)


def fan_outline(fan: Fan) -> tuple[Point, ...]:
    """To draw it: the left origin, round the rim from left to right, the right origin if it is another one."""
    steps = max(1, math.ceil(fan.half_angle / _OUTLINE_STEP))
    turns = [fan.half_angle * step / steps for step in range(steps + 1)]
    around_left, around_right = Pose(*fan.left, fan.facing), Pose(*fan.right, fan.facing)
    rim = [around_left.turned(-turn).point(fan.reach) for turn in reversed(turns)]
    apart = fan.left != fan.right
    rim += [around_right.turned(turn).point(fan.reach) for turn in turns[0 if apart else 1 :]]
    return (fan.left, *rim, fan.right) if apart else (fan.left, *rim)


def band_outline(fan: Fan, beyond: float) -> tuple[Point, ...]:
    """To draw as much of a fan as lies further off than that."""
    outer, inner = fan_outline(fan), fan_outline(fan._replace(reach=beyond))
    last = -1 if fan.left != fan.right else None
    return (*outer[1:last], *reversed(inner[1:last])) if beyond > 0 else outer


def distance_in_fan(fan: Fan, geometry: Geometry) -> float | None:
    """From the origin (or the front edge) to the nearest part inside the angle; None if none is within reach too."""
    ends = edges(geometry)
    if not len(ends):
        return None
    right, ahead = seen_from(fan.pose, ends)
    if ahead.max() <= TOLERANCE:
        return None
    if shapely.intersects_xy(geometry, *fan.left):
        return 0.0
    for slack in (NOISE, TOLERANCE):
        found = float(
            clipped_distances(
                (right[:, 0], ahead[:, 0]), (right[:, 1], ahead[:, 1]), fan.half_width, fan.half_angle, slack
            ).min()
        )
        if found < math.inf:
            return found if within(found, fan.reach) else None
    return None


def in_fan(fan: Fan, geometry: Geometry) -> bool:
    return distance_in_fan(fan, geometry) is not None


def clipped_distances(
    one: tuple[Numbers, Numbers], other: tuple[Numbers, Numbers], half_width: float, half_angle: float, slack: float
) -> Numbers:
    """How far the part of each edge inside the angle is from the front; infinite where no part is inside.

    The ends of the edges are given as right and ahead of the middle of the front. `slack` widens the angle all round.
    """
    (x, y), (to_x, to_y) = one, other
    sine, cosine = direction(half_angle)
    low, high = numpy.zeros_like(x), numpy.ones_like(x)
    outside = numpy.zeros(x.shape, dtype=bool)
    apart = cosine * half_width + slack
    sides = [
        (cosine * x + sine * y + apart, cosine * to_x + sine * to_y + apart),
        (sine * y - cosine * x + apart, sine * to_y - cosine * to_x + apart),
    ]
    if half_width:  # where both rays leave one origin, nothing between them is behind it
        sides.append((y + slack, to_y + slack))
    with numpy.errstate(divide="ignore", invalid="ignore"):
        for begin, end in sides:
            crossing = begin / (begin - end)
            low = numpy.where(begin < 0, numpy.fmax(low, crossing), low)
            high = numpy.where(end < 0, numpy.fmin(high, crossing), high)
            outside |= (begin < 0) & (end < 0)
        outside |= low > high
        nearest = _nearest_on_edges(x, y, to_x - x, to_y - y, low, high, half_width)
    return numpy.where(outside, numpy.inf, nearest)


def _nearest_on_edges(
    x: Numbers, y: Numbers, run: Numbers, rise: Numbers, low: Numbers, high: Numbers, half_width: float
) -> Numbers:
    """Distance to the front from each edge between its shares `low` and `high`: to one point, or to a line of two."""
    squared = run * run + rise * rise
    squared = numpy.where(squared > 0, squared, 1.0)
    if not half_width:
        share = numpy.clip(-(x * run + y * rise) / squared, low, high)
        right, ahead = x + share * run, y + share * rise
        return numpy.sqrt(right * right + ahead * ahead)
    # The distance bends only where the edge passes a corner's column or comes nearest to a corner.
    level = numpy.where(run != 0, run, 1.0)
    shares = [low, high]
    for corner in (-half_width, half_width):
        shares += [(corner - x) / level, -((x - corner) * run + y * rise) / squared]
    found = numpy.full(x.shape, numpy.inf)
    for share in shares:
        kept = numpy.clip(share, low, high)
        beyond = numpy.maximum(numpy.abs(x + kept * run) - half_width, 0.0)
        ahead = y + kept * rise
        found = numpy.minimum(found, numpy.sqrt(beyond * beyond + ahead * ahead))
    return found
