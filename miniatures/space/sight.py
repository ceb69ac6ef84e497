"""What can be seen from a point: the target without the shadows that blockers throw. Nothing is sampled.

Every edge of a blocker hides what lies behind it. An edge that the origin stands at hides nothing, so that troops at
the edge of a wood or behind a wall look out; those deep inside a blocker see out of it as if it were not there.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy
import shapely

from miniatures.measuring import TOLERANCE
from miniatures.space.arcs import NOISE
from miniatures.space.edges import Numbers, edges
from miniatures.space.footprint import Geometries, Geometry
from miniatures.space.pose import Point


class Sight(NamedTuple):
    """The line to the nearest point that is seen; if none is, to the nearest point, and where that is blocked."""

    clear: bool
    line: tuple[Point, Point]
    blocked_at: Point | None
    blocked_by: int | None
    """The place of the blocker in the list that was given."""


def visible(origin: Point, target: Geometry, blockers: Sequence[Geometry]) -> Geometry | None:
    """The part of the target that is seen from the origin; None if none is, or no more than a sliver."""
    hiding = _hiding(origin, target, blockers)
    if not hiding:
        return target
    hidden = _hidden(origin, target, [blockers[number] for number in hiding])
    if shapely.get_dimensions(target) == 0:
        return None if hidden.buffer(-TOLERANCE / 2).intersects(target) else target
    return _substantial(target.difference(hidden))


def sight(origin: Point, target: Geometry, blockers: Sequence[Geometry]) -> Sight:
    seen = visible(origin, target, blockers)
    return blocked(origin, target, blockers) if seen is None else Sight(True, _line(origin, seen), None, None)


def blocked(origin: Point, target: Geometry, blockers: Sequence[Geometry]) -> Sight:
    """Where the line to a target of which nothing is seen is blocked first, and by which of them."""
    ends = _line(origin, target)
    line = shapely.LineString(ends)
    where, number = min(
        ((_first_met(origin, line, blockers[number]), number) for number in _hiding(origin, target, blockers)),
        key=lambda met: (round(met[0], 6), met[1]),
    )
    at = line.interpolate(min(where, line.length))
    return Sight(False, ends, (at.x, at.y), number)


def _line(origin: Point, target: Geometry) -> tuple[Point, Point]:
    """To the nearest point of it."""
    x, y = shapely.get_coordinates(shapely.shortest_line(shapely.Point(origin), target))[-1]
    return origin, (float(x), float(y))


def _hiding(origin: Point, target: Geometry, blockers: Sequence[Geometry]) -> list[int]:
    """Which blockers may hide it: not those nowhere between them, nor what the origin is deep inside."""
    if not len(blockers):
        return []
    shapes = numpy.array(blockers, dtype=object)
    point = shapely.Point(origin)
    between = shapely.intersects(shapes, shapely.union(target, point).convex_hull)
    around = between & (shapely.get_dimensions(shapes) == 2)
    around[around] = shapely.intersects(shapes[around], point)
    around[around] = shapely.distance(shapely.boundary(shapes[around]), point) > TOLERANCE
    return [int(number) for number in numpy.flatnonzero(between & ~around)]


def _hidden(origin: Point, target: Geometry, blockers: Sequence[Geometry]) -> Geometry:
    """The blockers and what lies behind them, at least as far as the target reaches."""
    whole = shapely.union_all([*blockers, *_closed([one for one in blockers if shapely.get_dimensions(one) == 2])])
    around = shapely.get_coordinates(shapely.GeometryCollection([target, whole])) - origin
    horizon = 1.0 + 2.0 * float(numpy.sqrt((around**2).sum(axis=1)).max())
    hidden = shapely.union_all([whole, *_shadows(origin, edges(whole), horizon)])
    return hidden.buffer(NOISE, join_style="mitre")  # so that edges which coincide leave no thread in between


def _closed(areas: Sequence[Geometry]) -> list[Geometry]:
    """The same areas without the gaps between those that touch: nobody looks through there."""
    if len(areas) < 2:
        return []
    grown = shapely.union_all([area.buffer(TOLERANCE / 2, join_style="mitre") for area in areas])
    return [grown.buffer(-TOLERANCE / 2, join_style="mitre")]


def _shadows(origin: Point, ends: Numbers, horizon: float) -> Geometries:
    """Behind each edge, out to a horizon that is further than anything we look at.

    Three points on the horizon: its chord between two of them could otherwise run close past the origin.
    """
    off = shapely.distance(shapely.linestrings(ends), shapely.Point(origin)) > TOLERANCE
    one, other = ends[off, 0] - origin, ends[off, 1] - origin
    lengths = numpy.sqrt(((other - one) ** 2).sum(axis=1))
    broad = numpy.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) > 1e-9 * lengths
    one, other = one[broad], other[broad]
    if not len(one):
        return numpy.empty(0, dtype=object)
    far_one, far_other = _to_length(one, horizon), _to_length(other, horizon)
    middle = _to_length(far_one + far_other, horizon)
    quads = numpy.stack((one, other, far_other, middle, far_one), axis=1) + origin
    return numpy.asarray(shapely.polygons(quads))


def _to_length(vectors: Numbers, length: float) -> Numbers:
    found: Numbers = vectors * (length / numpy.sqrt((vectors**2).sum(axis=1)))[:, None]
    return found


def _substantial(geometry: Geometry) -> Geometry | None:
    """Without the slivers that floating point leaves between two shadows."""
    parts = shapely.get_parts(geometry)
    flat = shapely.get_dimensions(parts) == 2
    kept = numpy.where(
        flat,
        ~shapely.is_empty(shapely.buffer(parts, -TOLERANCE / 2)),
        ~shapely.is_empty(parts) & (shapely.length(parts) > TOLERANCE),
    )
    return shapely.union_all(parts[kept]) if kept.any() else None


def _first_met(origin: Point, line: Geometry, blocker: Geometry) -> float:
    """How far along the line it first meets the blocker; past its end where it only brushes it."""
    met = [part for part in shapely.get_parts(line.intersection(blocker)) if not part.is_empty]
    if shapely.get_dimensions(blocker) == 2:
        met = [part for part in met if part.length > TOLERANCE]
    point = shapely.Point(origin)
    return min((float(part.distance(point)) for part in met), default=line.length + float(line.distance(blocker)))
