"""The table measured: where everybody stands, what is near, in sight, in command, and on what ground."""

from collections.abc import Sequence
from copy import copy
from functools import cached_property

from shapely.geometry.base import BaseGeometry

from miniatures.measuring import within
from miniatures.space.contact import side_towards
from miniatures.space.footprint import Body, Disc, Footprint, distance
from miniatures.space.ground import Ground
from miniatures.space.looking import Looked, lines_before, look, sees_part
from miniatures.space.nearest import nearest
from miniatures.space.nearest import within as within_reach
from miniatures.space.pose import Point, Pose
from miniatures.systems.warfare.game.pieces import MILLIMETRES, LeaderNow, UnitNow
from miniatures.systems.warfare.game.state import State

COMMAND_RADIUS = 12.0
SEEING = 12.0
ARC = 22.5
#: A line so near to a unit shelters it (W64).
SHELTER = 1.0
HARD, SOFT = {"wall", "building", "earthworks"}, {"wood", "hedge"}
_SIDES = {"front": "front", "left": "flank", "right": "flank", "rear": "rear"}


class Measured:
    """The bodies on the table, built once for as many questions as an action has."""

    def __init__(self, state: State) -> None:
        assert state.setup.table is not None
        self.state = state
        self.ground = Ground(state.setup.table)
        self.bodies = {unit.id: footprint(state, unit) for unit in state.standing() if unit.placed}

    def of(self, unit: str) -> Footprint:
        return self.bodies[unit]

    def others(self, unit: str) -> list[Footprint]:
        return [body for name, body in self.bodies.items() if name != unit]

    def with_body(self, *bodies: Footprint) -> "Measured":
        """The same table with some of them elsewhere."""
        other = copy(self)
        other.bodies = self.bodies | {body.id: body for body in bodies}
        return other

    def without(self, unit: str) -> "Measured":
        other = copy(self)
        other.bodies = {name: body for name, body in self.bodies.items() if name != unit}
        return other

    def friends(self, unit: str) -> list[Footprint]:
        side = self.state.units[unit].side
        return [body for body in self.others(unit) if self.state.units[body.id].side == side]

    def enemies(self, side: int) -> list[Footprint]:
        return [body for body in self.bodies.values() if self.state.units[body.id].side != side]

    @cached_property
    def discs(self) -> dict[str, Disc]:
        """The leaders who ride alone; one who is with a unit stands where it stands."""
        return {
            name: leader_disc(self.state, leader)
            for name, leader in self.state.leaders.items()
            if not leader.gone and not leader.unit and leader.x is not None
        }

    def leader_body(self, leader: LeaderNow) -> Body | None:
        if leader.gone:
            return None
        return self.bodies.get(leader.unit) if leader.unit else self.discs.get(leader.id)

    def to_leader(self, unit: UnitNow) -> float | None:
        """Inches to the leader of its own wing; None when there is nobody to command it."""
        leader = self.state.commander(unit.wing)
        if leader is None or not leader.acts(self.state.turn):
            return None
        if leader.unit == unit.id:
            return 0.0
        body = self.leader_body(leader)
        return None if body is None else distance(self.of(unit.id), body)

    def in_command(self, unit: UnitNow) -> bool:
        away = self.to_leader(unit)
        return away is not None and within(away, COMMAND_RADIUS)

    def climbs(self, start: Point, end: Point) -> bool:
        """Whether a straight way comes from lower to higher ground."""
        return self.ground.climbs(_point(start), _point(end))

    def sees_part(self, origin: Point, target: BaseGeometry, troops: Sequence[BaseGeometry] = ()) -> bool:
        """Whether a target is seen from a point: past buildings, past hills higher than both ends, and through no
        more than 2 inches of wood (W63). Who stands at all within a building is seen. `troops` stop a shot.
        """
        return sees_part(self.ground, origin, target, troops, self.state.options.wood_sight)

    def look(self, origin: Point, target: BaseGeometry, troops: Sequence[Footprint] = ()) -> Looked:
        """The line of sight that `sees_part` finds, or where it is blocked."""
        named = [(body.id, body.polygon) for body in troops]
        return look(self.ground, origin, target, named, self.state.options.wood_sight)

    def sees(self, origin: Point, unit: str) -> bool:
        return self.sees_part(origin, self.of(unit).polygon)

    def looks_at(self, unit: str, other: str) -> bool:
        """Whether a unit sees another, all round."""
        return self.sees(self.of(unit).centre, other)

    def apart(self, unit: str, other: str) -> float:
        return distance(self.of(unit), self.of(other))

    def near(self, unit: str, reach: float = SEEING) -> list[str]:
        """Everybody within reach, nearest first."""
        return [found.id for found in within_reach(self.of(unit), self.others(unit), reach)]

    def friends_seeing(self, unit: str) -> list[str]:
        """Friends within 12 inches that see the unit and are not in rout themselves."""
        units = self.state.units
        side = units[unit].side
        return [
            name
            for name in self.near(unit)
            if units[name].side == side and not units[name].routing and self.looks_at(name, unit)
        ]

    def routers_seen(self, unit: str) -> list[str]:
        units = self.state.units
        return [
            name
            for name in self.near(unit)
            if units[name].side == units[unit].side and units[name].routing and self.looks_at(unit, name)
        ]

    def nearest_enemy(self, unit: str) -> tuple[str, float] | None:
        found = nearest(self.of(unit), self.enemies(self.state.units[unit].side))
        return (found.id, found.distance) if found else None

    def side_facing(self, unit: str, point: Point) -> str:
        """The side of the unit that looks towards a point: front, flank or rear."""
        return _SIDES[side_towards(self.of(unit), point)]

    def cover(self, unit: str, origin: Point, part: BaseGeometry | None = None) -> str:
        """Cover against what comes from a point: lines close by on the way to it, or the wood that it is in.

        `part` is as much of the unit as can be aimed at, where that is not the whole.
        """
        body = self.of(unit).polygon
        found: set[str] = {piece.kind for piece in self.ground.under(body, "wood", "building", "earthworks")}
        found |= set(self.lines_before(unit, origin, part))
        if found & HARD:
            return "hard"
        return "soft" if found & SOFT else "none"

    def lines_before(self, unit: str, origin: Point, part: BaseGeometry | None = None) -> list[str]:
        """Walls, hedges and earthworks between the unit and a point, close before the unit."""
        return lines_before(self.ground, self.of(unit).polygon, origin, SHELTER, part)

    def shelter(self, unit: str) -> list[str]:
        """What a unit defends to its front: an obstacle, earthworks."""
        import shapely

        body = self.of(unit)
        pose = body.pose
        ahead = shapely.Polygon(
            [
                pose.point(0, -body.width / 2),
                pose.point(0, body.width / 2),
                pose.point(SHELTER, body.width / 2),
                pose.point(SHELTER, -body.width / 2),
            ]
        ).buffer(0.05)
        found = set()
        for piece, shape in self.ground.pieces("wall", "hedge", "earthworks"):
            # Half its front must lie along the work: one that only ends there shelters nobody.
            if shape.intersection(ahead).buffer(SHELTER, cap_style="flat").intersection(body.front).length * 2 >= (
                body.width - 0.05
            ):
                found.add("earthworks" if piece.kind == "earthworks" else "obstacle")
        return sorted(found)


def _point(place: Point) -> Footprint:
    return Footprint("", Pose(*place, 0.0), 0.0, 0.0)


def footprint(state: State, unit: UnitNow) -> Footprint:
    width, depth = unit.size(state.options)
    return Footprint(unit.id, unit.pose, width, depth)


def leader_disc(state: State, leader: LeaderNow) -> Disc:
    assert leader.x is not None
    return Disc(leader.id, leader.x, leader.y, state.options.leader_base / MILLIMETRES)
