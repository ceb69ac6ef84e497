"""Who touches whom, on which side, and by how much a line reaches past another."""

from typing import Literal

import shapely

from miniatures.measuring import CONTACT, TOLERANCE
from miniatures.space.arcs import NOISE
from miniatures.space.footprint import Body, Footprint, distance
from miniatures.space.pose import Point, direction

#: Beyond any table.
_FAR = 1000.0

Side = Literal["front", "left", "right", "rear"]

#: Contacts whose lengths differ by less than this are equally long: a touch at a corner is a speck on two edges.
_SPECK = 4 * CONTACT


def touching(one: Body, other: Body) -> bool:
    return distance(one, other) <= CONTACT + NOISE


def side_towards(struck: Footprint, point: Point) -> Side:
    """Ahead of the line of the front is front, behind the line of the rear is rear, between them a flank.

    A point on one of those lines belongs to the flank, one inside the body to its nearest edge.
    """
    right, ahead = struck.pose.seen(point)
    if ahead > TOLERANCE:
        return "front"
    if ahead < -struck.depth - TOLERANCE:
        return "rear"
    into_flank = struck.width / 2 - abs(right)
    if into_flank > TOLERANCE:
        if -ahead <= into_flank + TOLERANCE and -ahead <= struck.depth / 2 + TOLERANCE:
            return "front"
        if struck.depth + ahead <= into_flank + TOLERANCE:
            return "rear"
    return "left" if right < 0 else "right"


def side_touched(struck: Footprint, by: Body) -> Side | None:
    """The edge that shares the longest contact; for a touch at a corner, the side that the other stands on."""
    if not touching(struck, by):
        return None
    front_left, front_right, rear_right, rear_left = struck.corners
    sides: dict[Side, tuple[Point, Point]] = {
        "front": (front_left, front_right),
        "left": (rear_left, front_left),
        "right": (front_right, rear_right),
        "rear": (rear_right, rear_left),
    }
    reached = by.polygon.buffer(CONTACT, join_style="mitre")
    lengths = shapely.length(shapely.intersection(shapely.linestrings(list(sides.values())), reached))
    shared = dict(zip(sides, lengths.tolist(), strict=True))
    longest = max(shared.values())
    equals = [side for side, length in shared.items() if length > max(longest - _SPECK, 0.0)]
    towards = side_towards(struck, by.centre)
    return towards if towards in equals or not equals else max(equals, key=shared.__getitem__)


def overlaps(mine: Footprint, theirs: Footprint) -> tuple[float, float]:
    """How much of my front reaches beyond them on my left and on my right, along my own front line."""
    across = [mine.pose.seen(corner)[0] for corner in theirs.corners]
    half = mine.width / 2
    return _counted(min(across) + half, mine.width), _counted(half - max(across), mine.width)


def _counted(length: float, most: float) -> float:
    return 0.0 if length <= TOLERANCE else min(length, most)


def enfiladed(target: Footprint, origin: Point, half_angle: float = 45.0) -> bool:
    """The origin lies within the angle of straight out of either flank: a shot would rake along the line."""
    right, ahead = target.pose.seen(origin)
    outwards, along = abs(right) - target.width / 2, abs(ahead + target.depth / 2)
    sine, cosine = direction(half_angle)
    return outwards >= -TOLERANCE and cosine * along - sine * outwards <= TOLERANCE


def side_struck(struck: Footprint, attacker: Footprint) -> Side:
    """By where the attacker stands: mostly behind the line of the rear, mostly behind that of the front, or before."""
    outline = attacker.polygon
    if outline.intersection(_behind(struck, struck.depth)).area * 2 > outline.area:
        return "rear"
    if outline.intersection(_behind(struck, 0.0)).area * 2 > outline.area:
        return "left" if struck.pose.seen(attacker.centre)[0] < 0 else "right"
    return "front"


def _behind(body: Footprint, depth: float) -> shapely.Polygon:
    """Everything behind a line so far behind its front."""
    point = body.pose.point
    return shapely.Polygon([point(-depth, -_FAR), point(-depth, _FAR), point(-_FAR, _FAR), point(-_FAR, -_FAR)])
