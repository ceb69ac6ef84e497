"""Where a body stands and which way it faces. Plain numbers: no geometry is loaded for it."""

import math
from typing import NamedTuple

Point = tuple[float, float]

#: Sine and cosine of the quarter turns are not exact in floating point, and most tables are set up square.
_SQUARE: dict[float, Point] = {0.0: (0.0, 1.0), 90.0: (1.0, 0.0), 180.0: (0.0, -1.0), 270.0: (-1.0, 0.0)}


def normalised(degrees: float) -> float:
    """The same direction, from 0 up to 360."""
    turned = degrees % 360.0
    return 0.0 if turned == 360.0 else turned  # the remainder of a tiny negative number is rounded up to 360


def direction(facing: float) -> Point:
    """A step of one unit that way; degrees are clockwise from +y."""
    square = _SQUARE.get(normalised(facing))
    if square is not None:
        return square
    radians = math.radians(facing)
    return math.sin(radians), math.cos(radians)


class Pose(NamedTuple):
    """The middle of a body's front edge, and its facing in degrees clockwise from +y."""

    x: float
    y: float
    facing: float

    def point(self, ahead: float, right: float = 0.0) -> Point:
        """The point so far ahead (or behind, if negative) and so far to the right (or left)."""
        east, north = direction(self.facing)
        return self.x + ahead * east + right * north, self.y + ahead * north - right * east

    def seen(self, point: Point) -> Point:
        """How far the point lies to the right and ahead: the other way round of `point`."""
        east, north = direction(self.facing)
        x, y = point[0] - self.x, point[1] - self.y
        return x * north - y * east, x * east + y * north

    def shifted(self, ahead: float, right: float = 0.0) -> "Pose":
        return Pose(*self.point(ahead, right), self.facing)

    def turned(self, degrees: float) -> "Pose":
        """Clockwise on the spot; negative turns anticlockwise."""
        return Pose(self.x, self.y, normalised(self.facing + degrees))

    def bearing(self, point: Point) -> float:
        """Degrees clockwise from straight ahead, above -180 and up to 180; 0 for the very place."""
        right, ahead = self.seen(point)
        if right == 0.0 and ahead == 0.0:
            return 0.0
        degrees = math.degrees(math.atan2(right, ahead))
        return 180.0 if degrees == -180.0 else degrees

    def towards(self, point: Point) -> "Pose":
        """The same place, facing that point."""
        return self.turned(self.bearing(point))
