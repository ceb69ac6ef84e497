"""Rivers on the table: to the bank in one turn, across in the next, and on in the one after (W317)."""

from typing import TYPE_CHECKING

import shapely

from miniatures.measuring import TOLERANCE
from miniatures.space.moves import advance

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint, Geometry
    from miniatures.systems.warfare.game.measured import Measured

FAR = 200.0
#: As near as this is at the bank.
AT_BANK = 0.1


def named_rivers(table: "Measured") -> dict[str, "Geometry"]:
    """The rivers by name; those that share one, or have none, are told apart by number."""
    found: dict[str, Geometry] = {}
    for piece, shape in table.ground.pieces("river"):
        name, number = piece.name or "the river", 2
        while name in found:
            name, number = f"{piece.name or 'the river'} {number}", number + 1
        found[name] = shape
    return found


def river_ahead(table: "Measured", body: "Footprint", inches: float) -> tuple[str, float, float] | None:
    """The first river that so many inches straight ahead lead into, and how far it is to it and over it.

    Over it means that the whole body stands on the far bank. Where a bridge or ford leads over, it is none.
    """
    moved = advance(body, inches)
    names = named_rivers(table)
    pieces = [piece for piece, _ in table.ground.pieces("river")]
    entered = table.ground.entered(moved, "river")
    met = [
        (name, *stretch)
        for (name, shape), piece in zip(names.items(), pieces, strict=True)
        if any(piece is one for one in entered) and (stretch := _stretch(body, shape)) is not None
    ]
    first = min(met, key=lambda one: (round(one[1], 6), one[0]), default=None)
    return None if first is None else (first[0], first[1], first[2] + body.depth)


def _stretch(body: "Footprint", river: "Geometry") -> tuple[float, float] | None:
    """Where the corridor straight ahead enters the river first, and where it next leaves room for the whole body."""
    pose, half = body.pose, body.width / 2
    corners = (pose.point(0, -half), pose.point(0, half), pose.point(FAR, half), pose.point(FAR, -half))
    parts = shapely.get_parts(shapely.Polygon(corners).intersection(river))
    ranges = sorted(
        (min(ahead), max(ahead))
        for part in parts
        if (ahead := [pose.seen((x, y))[1] for x, y in shapely.get_coordinates(part).tolist()])
    )
    ranges = [(low, high) for low, high in ranges if high > TOLERANCE]
    if not ranges:
        return None
    near, far = ranges[0]
    for low, high in ranges[1:]:
        if low - far < body.depth:  # no room to stand between two arms of it
            far = max(far, high)
    return max(0.0, near), far
