"""Many arcs against many bodies at once: the work behind `all_targets`, in arrays.

Three sieves, each finer and dearer than the one before. First the angle, with a circle around each body, for it
spares most distances. Then the point of the body nearest to the origin: where that lies in the arc it is the answer.
Only bodies that stick out of the arc on their near side are clipped edge by edge.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from miniatures.measuring import TOLERANCE
from miniatures.space.arcs import NOISE, clipped_distances
from miniatures.space.edges import Numbers
from miniatures.space.footprint import Disc, Footprint
from miniatures.space.pose import direction

Indices = NDArray[numpy.intp]


class Pairs(NamedTuple):
    """Which firer has which body in its arc, and how far off: three columns of equal length."""

    rows: Indices
    columns: Indices
    distances: Numbers


class _Shapes(NamedTuple):
    """Rectangles by their middles, directions and half sizes; a disc is a rectangle of no size with a radius."""

    middle: Numbers
    east: Numbers
    north: Numbers
    half_width: Numbers
    half_depth: Numbers
    radius: Numbers


def pairs_in_arc(
    firers: Sequence[Footprint], bodies: Sequence[Footprint | Disc], half_angle: float, reaches: Numbers
) -> Pairs:
    """`bodies` are all of one kind."""
    poses = _poses(firers)
    shapes = _shapes(bodies)
    rows, columns = _candidates(poses, shapes, half_angle, reaches)
    distances = _nearest_points(poses, shapes, half_angle, rows, columns)
    missed = numpy.flatnonzero(numpy.isinf(distances))
    clipped = _clipped_discs if shapes.radius.any() else _clipped_rectangles
    distances[missed] = clipped(poses, shapes, half_angle, rows[missed], columns[missed])
    near = distances <= reaches[rows] + TOLERANCE
    return Pairs(rows[near], columns[near], distances[near])


def _poses(footprints: Sequence[Footprint]) -> Numbers:
    """x, y and the direction of each, one row for each of the four numbers."""
    return numpy.array([(one.pose.x, one.pose.y, *direction(one.pose.facing)) for one in footprints]).T


def _shapes(bodies: Sequence[Footprint | Disc]) -> _Shapes:
    discs = [body for body in bodies if isinstance(body, Disc)]
    if discs:
        flat = numpy.zeros(len(discs))
        radius = numpy.array([disc.diameter / 2 for disc in discs])
        return _Shapes(numpy.array([disc.centre for disc in discs]), flat, flat + 1, flat, flat, radius)
    footprints = [body for body in bodies if isinstance(body, Footprint)]
    x, y, east, north = _poses(footprints)
    half_width, half_depth = numpy.array([(one.width / 2, one.depth / 2) for one in footprints]).T
    middle = numpy.stack((x - half_depth * east, y - half_depth * north), axis=1)
    return _Shapes(middle, east, north, half_width, half_depth, numpy.zeros(len(footprints)))


def _candidates(poses: Numbers, shapes: _Shapes, half_angle: float, reaches: Numbers) -> tuple[Indices, Indices]:
    """Pairs that may be in arc, by a circle around each body: two products of matrices, one for each ray."""
    x, y, east, north = poses
    girth = numpy.sqrt(shapes.half_width**2 + shapes.half_depth**2) + shapes.radius + TOLERANCE
    circles = numpy.stack((*shapes.middle.T, numpy.ones_like(girth), girth))
    sine, cosine = direction(half_angle)
    possible = numpy.ones((len(x), len(girth)), dtype=bool)
    for turn in (cosine, -cosine):
        inward_x, inward_y = sine * east + turn * north, sine * north - turn * east
        ray = numpy.stack((inward_x, inward_y, -inward_x * x - inward_y * y, numpy.ones_like(x)), axis=1)
        possible &= ray @ circles >= 0
    rows, columns = numpy.nonzero(possible)
    away_x, away_y = shapes.middle[columns, 0] - x[rows], shapes.middle[columns, 1] - y[rows]
    furthest = reaches[rows] + girth[columns] + TOLERANCE
    near = away_x * away_x + away_y * away_y <= furthest * furthest
    return rows[near], columns[near]


def _nearest_points(poses: Numbers, shapes: _Shapes, half_angle: float, rows: Indices, columns: Indices) -> Numbers:
    """Distance to the nearest point of each body where that point lies in the arc, else infinite."""
    x, y, east, north = poses[:, rows]
    away_x, away_y = shapes.middle[columns, 0] - x, shapes.middle[columns, 1] - y
    body_east, body_north = shapes.east[columns], shapes.north[columns]
    half_width, half_depth = shapes.half_width[columns], shapes.half_depth[columns]
    # From the body's middle, along its own sides: the origin, and the point of the body nearest to it.
    origin_right, origin_ahead = away_y * body_east - away_x * body_north, -away_x * body_east - away_y * body_north
    right = origin_right - numpy.clip(origin_right, -half_width, half_width)
    ahead = origin_ahead - numpy.clip(origin_ahead, -half_depth, half_depth)
    to_core = numpy.sqrt(right * right + ahead * ahead)
    distances = numpy.maximum(to_core - shapes.radius[columns], 0.0)
    # The same step back from the origin, turned to the firer's own sides.
    step_x, step_y = -right * body_north - ahead * body_east, right * body_east - ahead * body_north
    seen_right, seen_ahead = step_x * north - step_y * east, step_x * east + step_y * north
    sine, cosine = direction(half_angle)
    # A nearest point at the very origin tells no direction, and one beside it not whether the body is ahead at all.
    clear = (distances > TOLERANCE) & (seen_ahead * distances > TOLERANCE * to_core)
    return numpy.where(clear & (sine * seen_ahead >= cosine * numpy.abs(seen_right)), distances, numpy.inf)


def _clipped_rectangles(poses: Numbers, shapes: _Shapes, half_angle: float, rows: Indices, columns: Indices) -> Numbers:
    """Distance to the nearest part of each outline in the arc, edge by edge; infinite where no part is."""
    x, y, east, north = poses[:, rows, None]
    body_east, body_north = shapes.east[columns, None], shapes.north[columns, None]
    forward = shapes.half_depth[columns, None] * (1.0, 1.0, -1.0, -1.0)
    sideways = shapes.half_width[columns, None] * (-1.0, 1.0, 1.0, -1.0)
    away_x = shapes.middle[columns, 0, None] - x + forward * body_east + sideways * body_north
    away_y = shapes.middle[columns, 1, None] - y + forward * body_north - sideways * body_east
    right, ahead = away_x * north - away_y * east, away_x * east + away_y * north
    distances = numpy.full(len(rows), numpy.inf)
    missed = numpy.flatnonzero(ahead.max(axis=1, initial=0.0) > TOLERANCE)
    for slack in (NOISE, TOLERANCE):
        some_right, some_ahead = right[missed], ahead[missed]
        to_right, to_ahead = numpy.roll(some_right, -1, axis=1), numpy.roll(some_ahead, -1, axis=1)
        clipped = clipped_distances((some_right, some_ahead), (to_right, to_ahead), 0.0, half_angle, slack)
        # All edges run clockwise round the origin, or all anticlockwise: it stands inside the outline.
        crosses = some_right * to_ahead - some_ahead * to_right
        inside = (crosses > 0).all(axis=1) | (crosses < 0).all(axis=1)
        distances[missed] = numpy.where(inside, 0.0, clipped.min(axis=1, initial=numpy.inf))
        missed = missed[numpy.isinf(distances[missed])]
    return distances


def _clipped_discs(poses: Numbers, shapes: _Shapes, half_angle: float, rows: Indices, columns: Indices) -> Numbers:
    """A disc whose nearest point is out of arc is nearest where one of the rays enters its rim."""
    x, y, east, north = poses[:, rows]
    radius = shapes.radius[columns]
    away_x, away_y = shapes.middle[columns, 0] - x, shapes.middle[columns, 1] - y
    right, ahead = away_x * north - away_y * east, away_x * east + away_y * north
    to_rim = numpy.sqrt(right * right + ahead * ahead) - radius
    distances = numpy.where(to_rim <= TOLERANCE, numpy.maximum(to_rim, 0.0), numpy.inf)
    sine, cosine = direction(half_angle)
    for side in (-sine, sine):
        along, across = cosine * ahead + side * right, cosine * right - side * ahead
        entry = along - numpy.sqrt(numpy.maximum(radius * radius - across * across, 0.0))
        met = (numpy.abs(across) <= radius + TOLERANCE) & (along > 0)
        distances = numpy.minimum(distances, numpy.where(met, numpy.maximum(entry, 0.0), numpy.inf))
    return numpy.where(ahead + radius > TOLERANCE, distances, numpy.inf)
