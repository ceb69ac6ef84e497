"""The edges of any geometry as arrays of numbers, and how they look from a pose."""

from typing import TypeAlias

import numpy
import shapely
from numpy.typing import NDArray

from miniatures.space.footprint import Geometry
from miniatures.space.pose import Pose, direction

Numbers: TypeAlias = NDArray[numpy.float64]


def edges(geometry: Geometry) -> Numbers:
    """Every edge of its outline as (number, 2 ends, 2): rings and lines alike; a point is an edge of no length."""
    found = []
    for part in shapely.get_parts(shapely.get_parts(geometry)):  # twice: a collection may hold a collection
        if part.is_empty:
            continue
        for line in shapely.get_rings(part) if part.geom_type == "Polygon" else (part,):
            ends = shapely.get_coordinates(line)
            found.append(numpy.stack((ends[:-1], ends[1:]) if len(ends) > 1 else (ends, ends), axis=1))
    return numpy.concatenate(found) if found else numpy.empty((0, 2, 2))


def seen_from(pose: Pose, points: Numbers) -> tuple[Numbers, Numbers]:
    """How far each point (the last axis is x and y) lies to the right and ahead."""
    east, north = direction(pose.facing)
    x, y = points[..., 0] - pose.x, points[..., 1] - pose.y
    return x * north - y * east, x * east + y * north
