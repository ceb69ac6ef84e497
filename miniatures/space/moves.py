"""Moves of a body and the ground they sweep: straight ahead or back, wheels, turns on the spot."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import shapely

from miniatures.space.first_touch import run_up, slide
from miniatures.space.footprint import Footprint, Geometry
from miniatures.space.pose import Point, Pose, direction, normalised

__all__ = [
    "Flank", "Moved", "about_face", "advance", "joined", "quarter_turn", "run_up", "shift", "slide", "turn_in_place",
    "turned_on", "wheel", "wheel_back", "wheel_towards",
]  # fmt: skip

Flank = Literal["left", "right"]

#: Degrees between the corners of a swept arc: its chords then miss the arc by 0.00016 of the radius.
_STEP = 2.0

#: A path shorter than this sweeps nothing: the corners of its area would be one and the same.
_NOTHING = 1e-6


class Moved(NamedTuple):
    """A move made: where it ends, how long it counts, and what it went over."""

    end: Footprint
    path: float
    swept: Geometry
    front_swept: Geometry
    track: shapely.LineString
    """The way of the middle of the front."""


def advance(footprint: Footprint, distance: float) -> Moved:
    """Straight ahead; a negative distance goes straight back with the facing unchanged."""
    return shift(footprint, footprint.pose.facing, distance)


def shift(footprint: Footprint, direction_degrees: float, distance: float) -> Moved:
    """Straight in any direction, clockwise from +y as a facing is, without turning."""
    east, north = direction(direction_degrees)
    pose = footprint.pose
    end = footprint.at(Pose(pose.x + distance * east, pose.y + distance * north, pose.facing))
    swept = shapely.MultiPoint((*footprint.corners, *end.corners)).convex_hull
    front_swept = shapely.MultiPoint((*footprint.corners[:2], *end.corners[:2])).convex_hull
    return Moved(end, abs(distance), swept, front_swept, _track((pose, end.pose)))


def wheel(footprint: Footprint, corner: Flank, degrees: float) -> Moved:
    """Forward, pivoting on that front corner and towards its side, by 0 to 180 degrees.

    The path is that of the outer front corner.
    """
    if not 0 <= degrees <= 180:
        raise ValueError(f"a wheel turns by 0 to 180 degrees, not {degrees}")
    end = turned_on(footprint, corner, degrees)
    path = math.radians(degrees) * footprint.width
    if path < _NOTHING:
        return Moved(end, path, footprint.polygon, footprint.front, _track((footprint.pose, end.pose)))
    steps = max(1, math.ceil(degrees / _STEP))
    poses = [turned_on(footprint, corner, degrees * step / steps) for step in range(steps + 1)]
    # Seen from the pivot everything sweeps past in order of angle, and of each body the outer rear corner is furthest.
    hinge, outer, outer_rear, inner_rear = (0, 1, 2, 3) if corner == "left" else (1, 0, 3, 2)
    pivot = footprint.corners[hinge]
    swept = (
        pivot,
        footprint.corners[inner_rear],
        *(pose.corners[outer_rear] for pose in poses),
        end.corners[outer],
    )
    front_swept = (pivot, *(pose.corners[outer] for pose in poses))
    track = _track([pose.pose for pose in poses])
    return Moved(end, path, shapely.Polygon(swept), shapely.Polygon(front_swept), track)


def wheel_back(footprint: Footprint, corner: Flank, degrees: float) -> Moved:
    """Undoes a wheel: backwards, pivoting on that front corner and away from its side."""
    end = turned_on(footprint, corner, -degrees)
    forward = wheel(end, corner, degrees)
    return Moved(end, forward.path, forward.swept, forward.front_swept, forward.track.reverse())


def turned_on(footprint: Footprint, corner: Flank, degrees: float) -> Footprint:
    """Turned on a front corner towards that corner's side."""
    if not degrees:
        return footprint
    sign = -1 if corner == "left" else 1
    hinge = footprint.pose.shifted(0, sign * footprint.width / 2).turned(sign * degrees)
    return footprint.at(hinge.shifted(0, -sign * footprint.width / 2))


def _track(poses: Sequence[Pose]) -> shapely.LineString:
    return shapely.LineString([pose[:2] for pose in poses])


def joined(moves: Sequence[Moved]) -> Moved:
    """Several moves, one after the other, as one."""
    return Moved(
        moves[-1].end,
        sum(move.path for move in moves),
        shapely.union_all([move.swept for move in moves]),
        shapely.union_all([move.front_swept for move in moves]),
        shapely.LineString([point for move in moves for point in move.track.coords]),
    )


def about_face(footprint: Footprint) -> Footprint:
    """The same rectangle; its rear edge becomes its front."""
    return footprint.at(footprint.pose.shifted(-footprint.depth).turned(180))


def quarter_turn(footprint: Footprint, side: Flank) -> Footprint:
    """The same rectangle; that flank becomes its front, so that width and depth change places."""
    middle = Pose(*footprint.centre, footprint.pose.facing).turned(-90 if side == "left" else 90)
    return Footprint(footprint.id, middle.shifted(footprint.width / 2), footprint.depth, footprint.width)


def turn_in_place(footprint: Footprint, facing: float) -> Footprint:
    """Turned about its middle to that facing."""
    middle = Pose(*footprint.centre, normalised(facing))
    return footprint.at(middle.shifted(footprint.depth / 2))


def wheel_towards(footprint: Footprint, point: Point) -> tuple[Flank, float]:
    """The wheel after which the point lies straight ahead of the middle of the front, or as nearly so as can be.

    Seen from the pivot the middle of the front looks along a tangent to the circle of half the width. A point
    inside that circle is never straight ahead, but nearest to it where the line of sight touches the point's circle.
    """
    options: list[tuple[float, float, Flank]] = []
    sides: tuple[Flank, Flank] = ("left", "right")
    for side in sides:
        sign = -1 if side == "left" else 1
        hinge = footprint.pose.shifted(0, sign * footprint.width / 2)
        away, half = math.dist(hinge[:2], point), footprint.width / 2
        ratio = min(half, away) / (max(half, away) or 1.0)
        turn = normalised(sign * hinge.bearing(point) + math.degrees(math.asin(ratio)))
        for degrees in (0.0, turn, 180.0):
            if degrees <= 180.0:
                miss = abs(turned_on(footprint, side, degrees).pose.bearing(point))
                options.append((round(miss, 6), round(degrees, 9), side))
    _, degrees, side = min(options)
    return side, degrees
