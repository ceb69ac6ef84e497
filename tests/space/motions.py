"""The whole table turned, shifted or seen in a mirror, and bodies to try it on.

Places lie on a grid of halves and facings on one of fifteen degrees: there, bodies touch and line up exactly, which
is where floating point would decide if it were let.
"""

from typing import NamedTuple

import shapely
from hypothesis import strategies
from numpy import stack

from miniatures.space.footprint import Body, Disc, Footprint, Geometry
from miniatures.space.pose import Point, Pose, direction, normalised
from miniatures.space.table import Terrain


class Motion(NamedTuple):
    """First the mirror (left and right change places), then the turn about 0,0, then the shift."""

    mirrored: bool
    turn: float
    x: float
    y: float

    def point(self, point: Point) -> Point:
        x, y = (-point[0] if self.mirrored else point[0]), point[1]
        east, north = direction(self.turn)
        return x * north + y * east + self.x, y * north - x * east + self.y

    def pose(self, pose: Pose) -> Pose:
        facing = -pose.facing if self.mirrored else pose.facing
        return Pose(*self.point((pose.x, pose.y)), normalised(facing + self.turn))

    def footprint(self, footprint: Footprint) -> Footprint:
        return footprint.at(self.pose(footprint.pose))

    def body(self, body: Body) -> Body:
        if isinstance(body, Footprint):
            return self.footprint(body)
        return Disc(body.id, *self.point(body.centre), body.diameter)

    def geometry(self, geometry: Geometry) -> Geometry:
        return shapely.transform(
            geometry,
            lambda points: stack(self.point((points[:, 0], points[:, 1])), axis=1),  # type: ignore[arg-type]
        )

    def terrain(self, piece: Terrain) -> Terrain:
        circle = piece.circle and (*self.point(piece.circle[:2]), piece.circle[2])
        area, line = tuple(map(self.point, piece.area)), tuple(map(self.point, piece.line))
        return piece.model_copy(update={"area": area, "line": line, "circle": circle})

    def side(self, side: str) -> str:
        return {"left": "right", "right": "left"}.get(side, side) if self.mirrored else side


def numbers(least: float, most: float) -> strategies.SearchStrategy[float]:
    return strategies.integers(int(least * 2), int(most * 2)).map(lambda number: number / 2)


facings = strategies.one_of(
    strategies.integers(0, 23).map(lambda number: number * 15.0), strategies.floats(0, 359).map(lambda f: round(f, 1))
)
points = strategies.tuples(numbers(-12, 12), numbers(-12, 12))
poses = strategies.builds(Pose, numbers(-12, 12), numbers(-12, 12), facings)
motions = strategies.builds(Motion, strategies.booleans(), facings, numbers(-40, 40), numbers(-40, 40))


def footprints(name: str = "unit") -> strategies.SearchStrategy[Footprint]:
    return strategies.builds(Footprint, strategies.just(name), poses, numbers(1, 8), numbers(0.5, 4))


def discs(name: str = "leader") -> strategies.SearchStrategy[Disc]:
    return strategies.builds(Disc, strategies.just(name), numbers(-12, 12), numbers(-12, 12), numbers(0.5, 2))


def bodies(name: str = "body") -> strategies.SearchStrategy[Body]:
    return strategies.one_of(footprints(name), footprints(name), discs(name))


def crowds(most: int = 6) -> strategies.SearchStrategy[list[Body]]:
    """Several bodies with ids of their own; they may lie on top of each other."""
    return strategies.lists(bodies(), min_size=1, max_size=most).map(
        lambda found: [body._replace(id=f"body {number}") for number, body in enumerate(found)]
    )
