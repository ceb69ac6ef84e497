"""The geometry of a piece of terrain, and how pieces of geometry meet when slivers do not count."""

from itertools import pairwise

import numpy
import shapely

from miniatures.measuring import TOLERANCE
from miniatures.space.edges import Numbers
from miniatures.space.footprint import DISC_SEGMENTS, Geometry
from miniatures.space.pose import Point
from miniatures.space.table import LINES, Table, Terrain


def shape(terrain: Terrain) -> Geometry:
    """What it covers: an area, or a line for a wall without width."""
    if terrain.circle:
        x, y, radius = terrain.circle
        return shapely.Point(x, y).buffer(radius, quad_segs=DISC_SEGMENTS)
    if terrain.line:
        line = shapely.LineString(terrain.line)
        return line.buffer(terrain.width / 2, cap_style="flat") if terrain.width else line
    area = shapely.Polygon(terrain.area)
    return area if area.is_valid else shapely.make_valid(area, method="structure")


def unsound(table: Table) -> list[str]:
    """What cannot be meant by a table: areas that cross themselves or are flat, and terrain that lies off it."""
    whole = shapely.box(0, 0, table.width, table.depth)
    found: list[str] = []
    for place, terrain in enumerate(table.terrain, 1):
        named = f"terrain {place} ({terrain.name or terrain.kind})"
        area = shapely.Polygon(terrain.area) if terrain.area else None
        if area is not None and (not area.is_valid or area.area < TOLERANCE):
            found.append(f"{named}: the area crosses itself or is flat; expected corners in order around it")
        elif terrain.line and shapely.LineString(terrain.line).length < TOLERANCE:
            found.append(f"{named}: the line has no length; expected two points or more that differ")
        elif not shape(terrain).intersects(whole):
            found.append(f"{named}: it lies off the table; expected 0 to {table.width:g} and 0 to {table.depth:g}")
    return found


def barrier(terrain: Terrain) -> Geometry | None:
    """The line of it that can be crossed: its own line, or the outline of a wall drawn as an area."""
    if terrain.line:
        return shapely.LineString(terrain.line)
    return shape(terrain).boundary if terrain.kind in LINES else None


def meets(geometry: Geometry, piece: Geometry) -> bool:
    """By more than a sliver: areas overlap, lines run through the inside, points lie inside."""
    if not shapely.dwithin(geometry, piece, TOLERANCE):
        return False
    own, other = shapely.get_dimensions(geometry), shapely.get_dimensions(piece)
    if own == 2 and other == 2:
        return not geometry.intersection(piece).buffer(-TOLERANCE / 2).is_empty
    if own == 2:
        return bool(geometry.buffer(-TOLERANCE).intersects(piece))
    if other < 2:
        return True
    return bool(piece.buffer(-TOLERANCE).intersects(geometry))  # along an edge is not through the inside


def shortest_line(one: Geometry, other: Geometry) -> shapely.LineString:
    """The shortest line between two convex outlines; between parallel edges, the middle one of them all.

    The shortest lines between parallel edges begin and end at corners, so all corners are asked and the mean taken.
    Else floating point would choose one of them.
    """
    ends = numpy.concatenate((_from_corners(one, other), _from_corners(other, one)[:, ::-1]))
    lengths = numpy.sqrt(((ends[:, 1] - ends[:, 0]) ** 2).sum(axis=1))
    shortest = ends[lengths <= shapely.distance(one, other) + TOLERANCE]
    return shapely.LineString(shortest.mean(axis=0)) if len(shortest) else shapely.shortest_line(one, other)


def _from_corners(one: Geometry, other: Geometry) -> Numbers:
    """The two ends of the shortest line from each corner to the other."""
    corners = shapely.points(numpy.unique(shapely.get_coordinates(one), axis=0))
    return shapely.get_coordinates(shapely.shortest_line(corners, other)).reshape(-1, 2, 2)


def along(line: shapely.LineString, outlines: list[Geometry]) -> list[Point]:
    """A point of the line within each stretch between two of the outlines that it crosses, in order."""
    cuts = {0.0, line.length}
    for outline in outlines:
        crossing = line.intersection(outline)
        cuts |= {line.project(shapely.Point(point)) for point in shapely.get_coordinates(crossing)}
    ordered = sorted(cuts)
    middles = [line.interpolate((begin + end) / 2) for begin, end in pairwise(ordered) if end - begin > TOLERANCE]
    return [(middle.x, middle.y) for middle in middles]
