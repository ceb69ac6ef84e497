"""What a body covers of the table: a rectangle for a unit, a disc for a leader."""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from miniatures.space.oblong import Oblong
from miniatures.space.pose import Point, Pose

Geometry: TypeAlias = BaseGeometry
Geometries: TypeAlias = NDArray[Any]

#: Corners of a disc's outline in each quarter: it is then true to 0.0003 of its radius.
DISC_SEGMENTS = 32


class Formation(NamedTuple):
    """Bases in ranks and files. The last rank may be incomplete."""

    base_width: float
    base_depth: float
    bases: int
    ranks: int

    @property
    def files(self) -> int:
        return max(1, math.ceil(self.bases / max(1, self.ranks)))

    @property
    def width(self) -> float:
        return self.files * self.base_width

    @property
    def depth(self) -> float:
        """Of the ranks that are occupied: five bases in four ranks stand two abreast and three deep."""
        return max(1, math.ceil(self.bases / self.files)) * self.base_depth


class Footprint(Oblong):
    """A rectangle with its geometry."""

    __slots__ = ()

    @property
    def polygon(self) -> shapely.Polygon:
        return _rectangle(self)

    @property
    def front(self) -> shapely.LineString:
        return shapely.LineString((self.front_left, self.front_right))

    def at(self, pose: Pose) -> "Footprint":
        return Footprint(self.id, pose, self.width, self.depth)


class Disc(NamedTuple):
    """A round base: it has no front."""

    id: str
    x: float
    y: float
    diameter: float

    @property
    def centre(self) -> Point:
        return self.x, self.y

    @property
    def polygon(self) -> shapely.Polygon:
        return _round(self)


Body: TypeAlias = Footprint | Disc


@lru_cache(maxsize=4096)
def _rectangle(footprint: Footprint) -> shapely.Polygon:
    return shapely.Polygon(footprint.corners)


@lru_cache(maxsize=1024)
def _round(disc: Disc) -> shapely.Polygon:
    return shapely.Point(disc.x, disc.y).buffer(disc.diameter / 2, quad_segs=DISC_SEGMENTS)


def corner_array(footprints: Sequence[Footprint]) -> NDArray[numpy.float64]:
    """The four corners of each, in one array of shape (number, 4, 2)."""
    return numpy.array([footprint.corners for footprint in footprints], dtype=float).reshape(-1, 4, 2)


def polygons(bodies: Iterable[Body]) -> Geometries:
    """The outlines of many bodies at once: one call instead of one for each."""
    bodies = list(bodies)
    found: Geometries = numpy.empty(len(bodies), dtype=object)
    square = [index for index, body in enumerate(bodies) if isinstance(body, Footprint)]
    if square:
        found[square] = shapely.polygons(corner_array([body for body in bodies if isinstance(body, Footprint)]))
    for index, body in enumerate(bodies):
        if isinstance(body, Disc):
            found[index] = body.polygon
    return found


def cores(bodies: Sequence[Body]) -> tuple[Geometries, NDArray[numpy.float64]]:
    """What remains of each body without its rounding, and how far it reaches beyond that.

    A disc is its centre with its radius beyond it, so that distances to it are true circles and not polygons.
    """
    core: Geometries = numpy.empty(len(bodies), dtype=object)
    radii = numpy.zeros(len(bodies))
    square = [index for index, body in enumerate(bodies) if isinstance(body, Footprint)]
    core[square] = polygons([bodies[index] for index in square])
    for index, body in enumerate(bodies):
        if isinstance(body, Disc):
            core[index], radii[index] = shapely.Point(body.x, body.y), body.diameter / 2
    return core, radii


def distance(one: Body, other: Body) -> float:
    """Between the nearest points of their outlines; 0 where they touch or overlap."""
    if isinstance(one, Footprint) and isinstance(other, Footprint):  # the common case, and a fifth of the time
        return float(shapely.distance(one.polygon, other.polygon))
    core, radii = cores((one, other))
    return max(0.0, float(shapely.distance(core[0], core[1])) - float(radii.sum()))
