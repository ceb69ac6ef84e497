"""Where a body is that a hand dragged over the table: by its middle, by a front corner, or turned on the spot."""

from typing import Literal

from miniatures.space.footprint import Footprint
from miniatures.space.moves import Flank, turn_in_place, turned_on
from miniatures.space.pose import Point, Pose, normalised

Part = Literal["body", "left", "right", "turn"]


def pulled(footprint: Footprint, corner: Flank, point: Point) -> tuple[Flank, float]:
    """The wheel of a front corner that is pulled to a point: on the other corner, and backwards if below zero."""
    sign = 1 if corner == "left" else -1
    hinge = footprint.pose.shifted(0, sign * footprint.width / 2)
    degrees = normalised(sign * hinge.bearing(point) + 90 + 180) - 180
    return ("right" if corner == "left" else "left"), degrees


def dragged(footprint: Footprint, part: Part, point: Point, facing: float | None = None) -> Footprint:
    """The body as the hand holds it. A body is held by the middle of its front."""
    own = footprint.pose.facing if facing is None else normalised(facing)
    if part == "turn":
        return turn_in_place(footprint, own)
    if part == "body":
        return footprint.at(Pose(*point, own))
    return turned_on(footprint, *pulled(footprint, part, point))


def turning(before: float, after: float) -> float:
    """Degrees from one facing to another the shorter way: clockwise, or anticlockwise if below zero."""
    return normalised(after - before + 180) - 180
