"""Looking across a table: what ground and troops leave in sight, and which lines shelter a body from a point."""

from collections.abc import Sequence

import shapely

from miniatures.space.footprint import Geometry
from miniatures.space.ground import Ground
from miniatures.space.pose import Point
from miniatures.space.shapes import meets
from miniatures.space.table import Kind
from miniatures.space.veils import sees

LINES: tuple[Kind, ...] = ("wall", "hedge", "earthworks")


def sees_part(
    ground: Ground, origin: Point, target: Geometry, troops: Sequence[Geometry] = (), wood: float = 0.0
) -> bool:
    """Whether any of a target is seen: past buildings, past hills higher than both ends, through so much wood.

    Who stands at all within a building is seen. `troops` are further bodies that hide what is behind them.
    """
    height = max(ground.height_at(origin), ground.height_under(target))
    blockers = [shape for _, shape in ground.pieces("building") if not meets(target, shape)]
    blockers += [shape for hill, shape in ground.pieces("hill") if hill.height > height]
    woods = [shape for _, shape in ground.pieces("wood")]
    return sees(origin, target, [*blockers, *troops], woods, wood)


def lines_before(
    ground: Ground, body: Geometry, origin: Point, reach: float, part: Geometry | None = None
) -> list[str]:
    """The kinds of walls, hedges and earthworks on the way from a point to a body, within reach of the body.

    `part` is as much of the body as can be aimed at, where that is not the whole.
    """
    line = shapely.shortest_line(shapely.Point(origin), body if part is None else part)
    close = body.buffer(reach)
    return [piece.kind for piece, shape in ground.pieces(*LINES) if shape.intersection(close).intersects(line)]
