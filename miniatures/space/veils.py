"""Sight through ground that hides only what lies deep enough in it, or behind enough of it: the edge of a wood."""

from collections.abc import Sequence

import shapely

from miniatures.measuring import within
from miniatures.space.footprint import Geometry
from miniatures.space.pose import Point
from miniatures.space.sight import visible

#: Points this near to each other along an outline stand for all between them.
_STEP = 0.25


def sees(
    origin: Point, target: Geometry, blockers: Sequence[Geometry], veils: Sequence[Geometry], depth: float
) -> bool:
    """Whether some line to the target crosses no blocker and at most `depth` of the veils, all of them together."""
    seen = visible(origin, target, blockers)
    return seen is not None and within(thinnest(origin, seen, veils)[1], depth)


def thinnest(origin: Point, seen: Geometry, veils: Sequence[Geometry]) -> tuple[Geometry, float]:
    """The line to what blockers leave in sight that crosses least of the veils, and how much that is.

    Blockers are exact. For veils the outline of what they leave in sight is walked in small steps: how much wood lies
    on a line changes so little from one step to the next that no tape would tell.
    """
    eye = shapely.Point(origin)
    between = [veil for veil in veils if veil.intersects(shapely.union(seen, eye).convex_hull)]
    shortest = shapely.shortest_line(eye, seen)
    if not between:
        return shortest, 0.0
    wood = shapely.union_all(between)
    ends = [*shapely.get_coordinates(shortest)[-1:].tolist()]
    ends += shapely.get_coordinates(shapely.segmentize(seen, _STEP)).tolist()
    lines = shapely.linestrings([[origin, (x, y)] for x, y in ends])
    lengths = shapely.length(shapely.intersection(lines, wood))
    least = int(lengths.argmin())
    return lines[least], float(lengths[least])
