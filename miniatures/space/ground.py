"""The ground of one table: what lies under a body, on its way, or between two bodies."""

import math
from collections.abc import Iterable
from itertools import pairwise

import shapely

from miniatures.measuring import TOLERANCE
from miniatures.space.footprint import Footprint, Geometry
from miniatures.space.moves import Moved
from miniatures.space.pose import Point
from miniatures.space.shapes import along, barrier, meets, shape, shortest_line
from miniatures.space.table import Edge, Kind, Table, Terrain

_CROSSINGS: tuple[Kind, ...] = ("bridge", "ford")


class Ground:
    """A table with the geometry of its terrain, made once. Kinds narrow an answer; without any, all terrain counts.

    Answers are in the order of the table's own list.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._shapes = [shape(piece) for piece in table.terrain]
        self._barriers = [barrier(piece) for piece in table.terrain]
        self._hills = [(hill.height, area) for hill, area in self.pieces("hill")]

    def inside(self, geometry: Geometry) -> bool:
        """Wholly on the table."""
        return not self.leaves(geometry)

    def leaves(self, geometry: Geometry) -> tuple[Edge, ...]:
        """The edges of the table that it goes past."""
        west, south, east, north = geometry.bounds
        beyond: dict[Edge, float] = {
            "south": -south,
            "east": east - self.table.width,
            "north": north - self.table.depth,
            "west": -west,
        }
        return tuple(edge for edge, length in beyond.items() if length > TOLERANCE)

    def edge_distance(self, point: Point, edge: Edge) -> float:
        """Negative for a point beyond that edge."""
        x, y = point
        return {"south": y, "east": self.table.width - x, "north": self.table.depth - y, "west": x}[edge]

    def pieces(self, *kinds: Kind) -> list[tuple[Terrain, Geometry]]:
        return [(self.table.terrain[number], self._shapes[number]) for number in self._of(kinds)]

    def _of(self, kinds: tuple[Kind, ...]) -> list[int]:
        return [number for number, piece in enumerate(self.table.terrain) if not kinds or piece.kind in kinds]

    def _told(self, numbers: Iterable[int]) -> tuple[Terrain, ...]:
        return tuple(self.table.terrain[number] for number in numbers)

    def under(self, geometry: Geometry, *kinds: Kind) -> tuple[Terrain, ...]:
        """Areas that it overlaps by more than a sliver, and lines that run through its inside."""
        return self._told(number for number in self._of(kinds) if meets(geometry, self._shapes[number]))

    def entered(self, moved: Moved, *kinds: Kind) -> tuple[Terrain, ...]:
        """Areas that the move goes over. A river crossed by a bridge or a ford is not among them; those are."""
        return self._told(
            number
            for number in self._of(kinds)
            if shapely.get_dimensions(self._shapes[number]) == 2
            and meets(moved.swept, self._shapes[number])
            and not (self.table.terrain[number].kind == "river" and self._bridged(moved, self._shapes[number]))
        )

    def _bridged(self, moved: Moved, river: Geometry) -> bool:
        """The middle of the front meets the river only on a bridge or in a ford.

        Files to either side crowd together there. As long as the middle has not come to the river, its corners may
        hang over the bank beside the bridge, by no more than the body's width.
        """
        crossings = [area for _, area in self.pieces(*_CROSSINGS) if meets(moved.swept, area)]
        if not crossings:
            return False
        ways = shapely.union_all(crossings)
        wetted = moved.track.intersection(river.buffer(-TOLERANCE))
        if wetted.length > TOLERANCE:
            return bool(wetted.difference(ways.buffer(TOLERANCE)).length <= TOLERANCE)
        rest = moved.swept.intersection(river).difference(ways.buffer(moved.end.width))
        return bool(rest.buffer(-TOLERANCE / 2).is_empty)

    def crossed(self, moved: Moved, start: Footprint, *kinds: Kind) -> tuple[Terrain, ...]:
        """Walls, hedges and other lines that the front edge passes over, but none that it already stood at."""
        passed_over = moved.front_swept.buffer(-TOLERANCE)
        front = start.front
        return self._told(
            number
            for number in self._of(kinds)
            if (line := self._barriers[number]) is not None
            and passed_over.intersects(line)
            and front.distance(line) > TOLERANCE
        )

    def height_at(self, point: Point) -> float:
        """Of the highest hill that the point is on; at the foot of a hill one is not on it yet."""
        return self.height_under(shapely.Point(point))

    def height_under(self, geometry: Geometry) -> float:
        """Of the highest hill under it."""
        return max((height for height, hill in self._hills if meets(geometry, hill)), default=0.0)

    def climbs(self, start: Footprint, end: Footprint) -> bool:
        """The middle of the front, going straight, comes from lower to higher ground at any hill's outline."""
        if math.dist(start.pose[:2], end.pose[:2]) <= TOLERANCE:
            return False
        way = shapely.LineString((start.pose[:2], end.pose[:2]))
        stretches = along(way, [hill.boundary for _, hill in self._hills])
        heights = [self.height_at(start.pose[:2]), *map(self.height_at, stretches)]
        return any(higher > lower for lower, higher in pairwise(heights))

    def between(self, one: Geometry, other: Geometry, *kinds: Kind) -> tuple[Terrain, ...]:
        """What the shortest line between them meets; a wall that either stands at is between them too."""
        line = shortest_line(one, other)
        return self._told(
            number
            for number in self._of(kinds)
            if meets(line if line.length > TOLERANCE else line.interpolate(0.5, normalized=True), self._shapes[number])
        )
