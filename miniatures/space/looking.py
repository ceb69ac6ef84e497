"""Looking across a table: what ground and troops leave in sight, and which lines shelter a body from a point."""

from collections.abc import Sequence
from typing import NamedTuple

import shapely

from miniatures.measuring import TOLERANCE, within
from miniatures.space.footprint import Geometry
from miniatures.space.ground import Ground
from miniatures.space.pose import Point
from miniatures.space.shapes import meets
from miniatures.space.sight import blocked, visible
from miniatures.space.table import Kind, Terrain
from miniatures.space.veils import sees, thinnest

LINES: tuple[Kind, ...] = ("wall", "hedge", "earthworks")


class Looked(NamedTuple):
    """A line of sight: to the nearest part that is seen; if none is, to the nearest part, and what is in the way."""

    start: Point
    end: Point
    blocked_at: Point | None = None
    blocked_by: str = ""


def sees_part(
    ground: Ground, origin: Point, target: Geometry, troops: Sequence[Geometry] = (), wood: float = 0.0
) -> bool:
    """Whether any of a target is seen: past buildings, past hills higher than both ends, through so much wood.

    Who stands at all within a building is seen. `troops` are further bodies that hide what is behind them.
    """
    blockers = [shape for _, shape in _hiding(ground, origin, target)]
    woods = [shape for _, shape in ground.pieces("wood")]
    return sees(origin, target, [*blockers, *troops], woods, wood)


def _hiding(ground: Ground, origin: Point, target: Geometry) -> list[tuple[Terrain, Geometry]]:
    height = max(ground.height_at(origin), ground.height_under(target))
    buildings = [(piece, shape) for piece, shape in ground.pieces("building") if not meets(target, shape)]
    return [*buildings, *((hill, shape) for hill, shape in ground.pieces("hill") if hill.height > height)]


def look(
    ground: Ground, origin: Point, target: Geometry, troops: Sequence[tuple[str, Geometry]] = (), wood: float = 0.0
) -> Looked:
    """The same as `sees_part`, with the line that is looked along; `troops` are named."""
    blockers = [*((_called(piece), shape) for piece, shape in _hiding(ground, origin, target)), *troops]
    shapes = [shape for _, shape in blockers]
    seen = visible(origin, target, shapes)
    if seen is None:
        found = blocked(origin, target, shapes)
        assert found.blocked_by is not None
        return Looked(origin, found.line[1], found.blocked_at, blockers[found.blocked_by][0])
    woods = ground.pieces("wood")
    line, depth = thinnest(origin, seen, [shape for _, shape in woods])
    end: Point = (line.coords[-1][0], line.coords[-1][1])
    if within(depth, wood):
        return Looked(origin, end)
    at = _after(line, shapely.union_all([shape for _, shape in woods]), wood)
    deep = [_called(piece) for piece, shape in woods if shape.distance(at) < TOLERANCE]
    return Looked(origin, end, (at.x, at.y), deep[0])


def _called(piece: Terrain) -> str:
    return piece.name or f"the {piece.kind}"


def _after(line: Geometry, wood: Geometry, depth: float) -> shapely.Point:
    """Where a line has gone so deep through wood, and goes on in it."""
    eye = shapely.Point(line.coords[0])
    stretches = sorted(
        (part for part in shapely.get_parts(line.intersection(wood)) if part.length > 0),
        key=lambda part: float(part.distance(eye)),
    )
    for part in stretches:
        if part.length > depth:
            return line.interpolate(float(part.distance(eye)) + depth)
        depth -= part.length
    return line.interpolate(line.length)


def lines_before(
    ground: Ground, body: Geometry, origin: Point, reach: float, part: Geometry | None = None
) -> list[str]:
    """The kinds of walls, hedges and earthworks on the way from a point to a body, within reach of the body.

    `part` is as much of the body as can be aimed at, where that is not the whole.
    """
    line = shapely.shortest_line(shapely.Point(origin), body if part is None else part)
    close = body.buffer(reach)
    return [piece.kind for piece, shape in ground.pieces(*LINES) if shape.intersection(close).intersects(line)]
