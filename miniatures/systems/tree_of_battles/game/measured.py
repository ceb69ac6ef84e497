"""The table measured, in inches: where everybody stands, who is near, in sight and in control, and on what ground."""

from shapely.geometry.base import BaseGeometry

from miniatures.space.contact import side_towards
from miniatures.space.field import Field
from miniatures.space.footprint import Footprint
from miniatures.space.ground import Ground
from miniatures.space.looking import lines_before
from miniatures.space.pose import Point, Pose
from miniatures.space.table import Kind
from miniatures.systems.tree_of_battles.game.nearness import Near
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow, LeaderNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.options import Options

#: A line so near to a contingent shelters it (T70).
SHELTER = 1.0
SLIVER = 0.02
#: Difficult terrain, and ground that nobody enters (T72).
DIFFICULT: tuple[Kind, ...] = ("wood", "rough", "marsh")
BARRED: tuple[Kind, ...] = ("building",)
_SIDES = {"front": "front", "left": "flank", "right": "flank", "rear": "rear"}


class Measured(Field):
    """The bodies on the table, built once for as many questions as an action has."""

    def __init__(self, state: State) -> None:
        assert state.setup.table is not None
        self.state = state
        bodies = {unit.id: footprint(unit, state.options) for unit in state.standing() if unit.placed}
        sides = {name: unit.side for name, unit in state.units.items()}
        super().__init__(Ground(state.setup.table), bodies, sides, state.options.edge_of_woods)

    def leader_at(self, leader: LeaderNow) -> Footprint | None:
        """His contingent's body, or the point where he is."""
        place = Near(self.state).leader_at(leader)
        return None if place is None else Footprint(*place)

    def side_facing(self, unit: str, point: Point) -> str:
        """The side of a contingent that looks towards a point: front, flank or rear."""
        return _SIDES[side_towards(self.of(unit), point)]

    def position(self, unit: str, origin: Point) -> str:
        """Open, cover or fortified against what comes from a point (T70)."""
        body = self.of(unit).polygon
        lines = lines_before(self.ground, body, origin, SHELTER)
        if "earthworks" in lines or self.ground.under(body, "earthworks"):
            return "fortified"
        return "cover" if lines or self.ground.under(body, "wood", "building") else "open"

    def higher(self, unit: str, other: str) -> bool:
        """Whether it stands higher than an enemy."""
        return self.ground.height_under(self.of(unit).polygon) > self.ground.height_under(self.of(other).polygon)

    def free(self, body: Footprint, besides: tuple[str, ...] = ()) -> bool:
        """Whether it can stand there: on the table, on ground that bears it, and on nobody."""
        outline = body.polygon
        if not self.ground.inside(outline) or self.ground.under(outline, *BARRED):
            return False
        return not any(self.overlap(outline, other) for other in self.others(body.id, *besides))

    @staticmethod
    def overlap(outline: BaseGeometry, other: Footprint) -> bool:
        return bool(outline.intersection(other.polygon).area > SLIVER)


def footprint(unit: ContingentNow, options: Options) -> Footprint:
    return Footprint(unit.id, unit.pose, *unit.size(options))


def stands_in_front(unit: ContingentNow, options: Options) -> list[Footprint]:
    """The stands of its front rank, from left to right."""
    width, depth = unit.size(options)
    each, deep = width / unit.abreast, depth / unit.ranks
    middle = (unit.abreast - 1) / 2
    return [
        Footprint(f"{unit.id}#{file}", unit.pose.shifted(0.0, (file - middle) * each), each, deep)
        for file in range(unit.abreast)
    ]


def stood(pose: Pose) -> dict[str, float]:
    """A place as an event keeps it."""
    return {"x": round(pose.x, 4), "y": round(pose.y, 4), "facing": round(pose.facing % 360, 4)}
