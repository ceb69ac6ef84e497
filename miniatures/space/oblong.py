"""Rectangles in plain numbers: where their corners are, and how far they are apart. No geometry is loaded for it.

Who asks for many distances, or for more than that, takes footprints, whose geometry counts faster once it is loaded.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

from miniatures.measuring import TOLERANCE
from miniatures.space.pose import Point, Pose


class Oblong(NamedTuple):
    """A rectangle with the middle of its front edge at the pose."""

    id: str
    pose: Pose
    width: float
    depth: float

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Front left, front right, rear right, rear left."""
        half, point = self.width / 2, self.pose.point
        return point(0, -half), point(0, half), point(-self.depth, half), point(-self.depth, -half)

    @property
    def front_left(self) -> Point:
        return self.pose.point(0, -self.width / 2)

    @property
    def front_right(self) -> Point:
        return self.pose.point(0, self.width / 2)

    @property
    def centre(self) -> Point:
        return self.pose.point(-self.depth / 2)


def apart(one: Oblong, other: Oblong) -> float:
    """Between the nearest points of two rectangles, one of which is a corner; 0 where they touch or overlap."""
    theirs, ours = [one.pose.seen(corner) for corner in other.corners], [other.pose.seen(c) for c in one.corners]
    if _across(one, theirs) and _across(other, ours):  # no line between them along a side of either
        return 0.0
    return min(*(_away(one, corner) for corner in theirs), *(_away(other, corner) for corner in ours))


def _across(body: Oblong, corners: list[Point]) -> bool:
    """Whether corners, as the body sees them, lie neither all to one side of it nor all before or behind it."""
    rights, aheads = [right for right, _ in corners], [ahead for _, ahead in corners]
    half = body.width / 2
    return min(rights) <= half and max(rights) >= -half and min(aheads) <= 0 and max(aheads) >= -body.depth


def _away(body: Oblong, seen: Point) -> float:
    """From a point as the body sees it to the nearest of its own."""
    right, ahead = seen
    return math.hypot(max(0.0, abs(right) - body.width / 2), max(0.0, ahead, -body.depth - ahead))


def comes_within(one: Oblong, other: Oblong, inches: float) -> bool:
    """Whether they are so near. Most are not, by the circles around them already."""
    reach = inches + TOLERANCE
    around = (math.hypot(one.width, one.depth) + math.hypot(other.width, other.depth)) / 2
    return math.dist(one.centre, other.centre) <= reach + around and apart(one, other) <= reach


def continuous_line(bodies: Iterable[Oblong], leader: Oblong, gap: float) -> frozenset[str]:
    """The ids of those connected to the leader by a chain of gaps of at most that size; not the leader's own."""
    left = [body for body in bodies if body.id != leader.id]
    ends, found = [leader], set[str]()
    while ends:
        end = ends.pop()
        near = [body for body in left if comes_within(end, body, gap)]
        left = [body for body in left if body not in near]
        ends += near
        found |= {body.id for body in near}
    return frozenset(found)
