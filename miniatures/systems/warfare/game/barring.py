"""Ground that stops those who do not choose their way: who falls back, and who pursues."""

from typing import TYPE_CHECKING

from miniatures.systems.warfare.game.paths import SLIVER

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from miniatures.space.footprint import Footprint
    from miniatures.systems.warfare.game.measured import Measured


def free_of_ground(table: "Measured", body: "Footprint", heading: float, reach: float) -> float:
    """Inches in a direction, without turning, before the body comes to a building, a river or the edge."""
    import shapely

    from miniatures.space.moves import shift

    ways = shapely.union_all([shape for _, shape in table.ground.pieces("bridge", "ford")])
    bars: list[BaseGeometry] = [shape for _, shape in table.ground.pieces("building")]
    bars += [shape.difference(ways) for _, shape in table.ground.pieces("river")]
    held = [shape for shape in bars if body.polygon.intersection(shape).area <= SLIVER]

    def barred(inches: float) -> bool:
        moved = shift(body, heading, inches)
        swept = moved.swept
        return bool(table.ground.leaves(moved.end.polygon)) or any(
            swept.intersection(shape).area > SLIVER for shape in held
        )

    if not barred(reach):
        return reach
    low, high = 0.0, reach
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (low, middle) if barred(middle) else (middle, high)
    return low
