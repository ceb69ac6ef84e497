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
    """Rectangles by their middles, directions and half sizes, rounded off by a radius; a disc is all radius."""

    middle: Numbers
    east: Numbers
    north: Numbers
    half_width: Numbers
    half_depth: Numbers
    radius: Numbers
    outlines: Numbers
    """The corners of each in order, shape (number, corners, 2)."""


def pairs_in_arc(
    firers: Sequence[Footprint], bodies: Sequence[Footprint | Disc], half_angle: float, reaches: Numbers
) -> Pairs:
    """`bodies` are all of one kind."""
    poses = _poses(firers)
    shapes = _shapes(bodies)
    rows, columns = _candidates(poses, shapes, half_angle, reaches)
    distances = _nearest_points(poses, shapes, half_angle, rows, columns)
    missed = numpy.flatnonzero(numpy.isinf(distances))
    distances[missed] = _clipped(poses, shapes.outlines, half_angle, rows[missed], columns[missed])
    near = distances <= reaches[rows] + TOLERANCE
    return Pairs(rows[near], columns[near], distances[near])


def _poses(footprints: Sequence[Footprint]) -> Numbers:
    """x, y and the direction of each, one row for each of the four numbers."""
    return numpy.array([(one.pose.x, one.pose.y, *direction(one.pose.facing)) for one in footprints]).T


def _shapes(bodies: Sequence[Footprint | Disc]) -> _Shapes:
    discs = [body for body in bodies if isinstance(body, Disc)]
    if discs:
        flat = numpy.zeros(len(discs))
        return _Shapes(
            middle=numpy.array([disc.centre for disc in discs]),
            east=flat,
            north=flat + 1,
            half_width=flat,
            half_depth=flat,
            radius=numpy.array([disc.diameter / 2 for disc in discs]),
            outlines=numpy.array([disc.polygon.exterior.coords[:-1] for disc in discs]),
        )
    footprints = [body for body in bodies if isinstance(body, Footprint)]
    x, y, east, north = _poses(footprints)
    half_width, half_depth = numpy.array([(one.width / 2, one.depth / 2) for one in footprints]).T
    middle_x, middle_y = x - half_depth * east, y - half_depth * north
    ahead = half_depth[:, None] * (1.0, 1.0, -1.0, -1.0)
    right = half_width[:, None] * (-1.0, 1.0, 1.0, -1.0)
    corner_x = middle_x[:, None] + ahead * east[:, None] + right * north[:, None]
    corner_y = middle_y[:, None] + ahead * north[:, None] - right * east[:, None]
    return _Shapes(
        middle=numpy.stack((middle_x, middle_y), axis=1),
        east=east,
        north=north,
        half_width=half_width,
        half_depth=half_depth,
        radius=numpy.zeros(len(footprints)),
        outlines=numpy.stack((corner_x, corner_y), axis=2),
    )


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


def _clipped(poses: Numbers, outlines: Numbers, half_angle: float, rows: Indices, columns: Indices) -> Numbers:
    """Distance to the nearest part of each outline in the arc, edge by edge; infinite where no part is."""
    x, y, east, north = poses[:, rows, None]
    away_x, away_y = outlines[columns, :, 0] - x, outlines[columns, :, 1] - y
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
