"""How far a body can go straight before it touches another: found by numbers, not by small steps.

Looked at along the way it goes, a body is a row of columns. On each column that two bodies share, the gap runs from
the top of the one to the bottom of the other, and it is smallest at a corner of either, or where a disc lies against
an edge. A disc is a true circle here.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from miniatures.measuring import TOLERANCE
from miniatures.space.footprint import Body, Disc, Footprint
from miniatures.space.pose import Point, Pose, normalised

#: Columns so near to the side of a body say nothing: a noisy corner would make its flank look like its front.
_RIM = 1e-9


def run_up(footprint: Footprint, others: Sequence[Body], limit: float) -> tuple[float, tuple[str, ...]]:
    """How far it can go straight ahead before it first touches any of them, and which those are.

    Nothing within the limit: the limit, and nobody. A body that has no part ahead of it does not matter, nor one
    that its side would only brush.
    """
    return slide(footprint, footprint.pose.facing, others, limit)


def slide(
    footprint: Footprint, direction_degrees: float, others: Sequence[Body], limit: float
) -> tuple[float, tuple[str, ...]]:
    """The same in any direction, clockwise from +y as a facing is, without turning."""
    view = Pose(footprint.pose.x, footprint.pose.y, normalised(direction_degrees))
    own = _seen(footprint, view)
    left, right, low = own.left, own.right, min(corner[1] for corner in own.corners)

    def may_be_met(other: Body) -> bool:
        """By the circle around it: most bodies on a table are beside the way or behind."""
        (across, ahead), around = view.seen(other.centre), _around(other)
        return left - around < across < right + around and ahead + around > low

    gaps = {
        other.id: gap
        for other in others
        if other.id != footprint.id and may_be_met(other) and (gap := _gap(own, _seen(other, view))) is not None
    }
    first = min(gaps.values(), default=math.inf)
    if first > limit + TOLERANCE:
        return limit, ()
    return min(first, limit), tuple(sorted(name for name, gap in gaps.items() if gap <= first + TOLERANCE))


class _Columns(NamedTuple):
    """A body as seen along the way: its corners as (right, ahead), or one corner with a radius for a disc."""

    corners: tuple[Point, ...]
    radius: float

    @property
    def left(self) -> float:
        return min(corner[0] for corner in self.corners) - self.radius

    @property
    def right(self) -> float:
        return max(corner[0] for corner in self.corners) + self.radius

    @property
    def edges(self) -> list[tuple[Point, Point]]:
        return list(zip(self.corners, self.corners[1:] + self.corners[:1], strict=True))

    def span(self, column: float) -> tuple[float, float]:
        """Its bottom and top on a column that it covers."""
        if self.radius:
            ((right, ahead),) = self.corners
            half = math.sqrt(max(self.radius**2 - (column - right) ** 2, 0.0))
            return ahead - half, ahead + half
        found = []
        for (x, y), (to_x, to_y) in self.edges:
            if min(x, to_x) <= column <= max(x, to_x):
                found += [y, to_y] if x == to_x else [y + (to_y - y) * (column - x) / (to_x - x)]
        return min(found), max(found)


def _around(body: Body) -> float:
    """The radius of the circle around it."""
    return body.diameter / 2 if isinstance(body, Disc) else math.hypot(body.width, body.depth) / 2


def _seen(body: Body, view: Pose) -> _Columns:
    if isinstance(body, Disc):
        return _Columns((view.seen(body.centre),), body.diameter / 2)
    return _Columns(tuple(view.seen(corner) for corner in body.corners), 0.0)


def _gap(own: _Columns, other: _Columns) -> float | None:
    """How far until they touch; None if the other is out of the way."""
    left, right = max(own.left, other.left), min(own.right, other.right)
    if right - left <= TOLERANCE:
        return None
    left, right = left + _RIM, right - _RIM
    bends = [corner[0] for corner in own.corners] + _bends(own, other)
    columns = [left, right, *(bend for bend in bends if left < bend < right)]
    spans = [(own.span(column)[1], other.span(column)) for column in columns]
    if max(top - own_top for own_top, (_, top) in spans) <= TOLERANCE:
        return None
    return max(min(bottom - own_top for own_top, (bottom, _) in spans), 0.0)


def _bends(own: _Columns, other: _Columns) -> list[float]:
    """Where the underside of the other may come nearest: at its corners, or where its rim runs like an own edge."""
    if not other.radius:
        return [corner[0] for corner in other.corners]
    ((middle, _),) = other.corners
    runs = [(to_x - x, to_y - y) for (x, y), (to_x, to_y) in own.edges if to_x != x]
    return [middle, *(middle + other.radius * rise / math.copysign(math.hypot(run, rise), run) for run, rise in runs)]
