"""The table measured, in centimetres: where everybody stands, stand by stand, who is near and in sight, and in what
position he is.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace

from shapely.geometry.base import BaseGeometry

from miniatures.measuring import within
from miniatures.space.footprint import Footprint, distance
from miniatures.space.ground import Ground
from miniatures.space.looking import Looked, lines_before, look, sees_part
from miniatures.space.nearest import Found, nearest
from miniatures.space.nearest import within as within_reach
from miniatures.space.pose import Point, Pose
from miniatures.space.table import Kind
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.options import Options

#: A line so near to a unit shelters it (C76).
SHELTER = 1.0
DENSE: tuple[Kind, ...] = ("wood", "building")
#: Bodies may share so much of the table: what players push by hand never lies flush to the last hair.
SLIVER = 0.05


class Measured:
    """The bodies on the table, built once for as many questions as an action has."""

    def __init__(self, state: State) -> None:
        assert state.setup.table is not None
        self.state = state
        self.ground = Ground(state.setup.table)
        self.units = dict(state.units)
        self.bodies = {unit.id: footprint(unit, state.options) for unit in state.units.values() if unit.placed}

    def with_units(self, *units: UnitNow) -> "Measured":
        """The same table with some of them elsewhere, or gone."""
        other = copy(self)
        other.units = self.units | {unit.id: unit for unit in units}
        other.bodies = {name: body for name, body in self.bodies.items() if other.units[name].placed}
        other.bodies |= {unit.id: footprint(unit, self.state.options) for unit in units if unit.placed}
        return other

    def of(self, unit: str) -> Footprint:
        """Its body; that of a commander who joined a unit is the unit's."""
        joined = self.units[unit].joined
        return self.bodies[joined or unit]

    def stands(self, unit: str) -> list[Footprint]:
        return stands_of(self.units[unit], self.state.options)

    def others(self, *units: str) -> list[Footprint]:
        return [body for name, body in self.bodies.items() if name not in units]

    def friends(self, unit: str) -> list[Footprint]:
        side = self.units[unit].side
        return [body for body in self.others(unit) if self.units[body.id].side == side]

    def enemies(self, side: int) -> list[Footprint]:
        """Those who can be met: a commander who only commands is none of them (C38)."""
        only = self.state.options.commanders_only_command
        return [
            body
            for name, body in self.bodies.items()
            if self.units[name].side != side and not (only and self.units[name].commands)
        ]

    def apart(self, unit: str, other: str) -> float:
        return distance(self.of(unit), self.of(other))

    def nearest_enemy(self, unit: str) -> Found | None:
        return nearest(self.of(unit), self.enemies(self.units[unit].side))

    def enemies_within(self, unit: str, reach: float) -> list[Found]:
        return list(within_reach(self.of(unit), self.enemies(self.units[unit].side), reach))

    def closest_in_sight(self, unit: str, reach: float = 1000.0) -> Found | None:
        """The closest enemy that it sees, all round."""
        return next((found for found in self.enemies_within(unit, reach) if self.looks_at(unit, found.id)), None)

    def sees(self, origin: Point, target: BaseGeometry, troops: Sequence[BaseGeometry] = ()) -> bool:
        return sees_part(self.ground, origin, target, troops, self.state.options.edge_of_woods)

    def look(self, origin: Point, target: BaseGeometry, troops: Sequence[Footprint] = ()) -> Looked:
        """The line of sight that `sees` finds, or where it is blocked."""
        named = [(body.id.partition("#")[0], body.polygon) for body in troops]
        return look(self.ground, origin, target, named, self.state.options.edge_of_woods)

    def looks_at(self, unit: str, other: str) -> bool:
        """Whether a unit sees another, past everybody between them."""
        between = [body.polygon for body in self.others(unit, other)]
        return self.sees(self.of(unit).centre, self.of(other).polygon, between)

    def position(self, unit: str, origin: Point) -> str:
        """Open, defended or fortified against what comes from a point (C26)."""
        body, own = self.of(unit).polygon, self.units[unit]
        lines = lines_before(self.ground, body, origin, SHELTER)
        if "earthworks" in lines or self.ground.under(body, "earthworks"):
            return "fortified"
        if own.mounted:
            return "open"
        stand = self.stand_at(unit, origin)
        inside = self.ground.under(stand.polygon, *DENSE)
        uphill = self.ground.height_at(stand.centre) > self.ground.height_at(origin)
        return "defended" if lines or inside or uphill else "open"

    def fortified(self, unit: UnitNow) -> bool:
        """In works, or with works close before its front."""
        return self.position(unit.id, unit.pose.point(2 * SHELTER)) == "fortified"

    def stand_at(self, unit: str, origin: Point) -> Footprint:
        """The stand of a unit nearest to a point."""
        point = Footprint("", Pose(*origin, 0.0), 0.0, 0.0)
        return min(self.stands(unit), key=lambda stand: (round(distance(stand, point), 6), stand.id))

    def in_dense(self, unit: str) -> bool:
        """Half of it or more stands in woods or buildings."""
        body = self.of(unit).polygon
        covered: float = sum(shape.intersection(body).area for _, shape in self.ground.pieces(*DENSE))
        return bool(covered * 2 >= body.area - SLIVER)

    def impassable(self, unit: UnitNow) -> list[BaseGeometry]:
        """Ground that it cannot enter: marsh, and for horse and guns buildings (C77)."""
        found = [shape for _, shape in self.ground.pieces("marsh")]
        if unit.mounted or unit.unit.artillery:
            found += [shape for _, shape in self.ground.pieces("building")]
        return found

    def free(self, unit: UnitNow, body: Footprint, besides: Iterable[str] = ()) -> bool:
        """Whether it can stand there: on the table, on ground that bears it, and on nobody."""
        outline = body.polygon
        if not self.ground.inside(outline):
            return False
        taken = [other.polygon for other in self.others(unit.id, *besides)] + self.impassable(unit)
        return not any(other.intersection(outline).area > SLIVER for other in taken)

    def within(self, unit: str, other: str, reach: float) -> bool:
        return within(self.apart(unit, other), reach)


def footprint(unit: UnitNow, options: Options) -> Footprint:
    return Footprint(unit.id, unit.pose, *unit.size(options))


def stands_of(unit: UnitNow, options: Options) -> list[Footprint]:
    """Its stands, the front rank from left to right, then the next."""
    width, depth = unit.stand_size(options)
    found = []
    for number in range(unit.stands):
        rank, file = divmod(number, unit.abreast)
        in_rank = min(unit.abreast, unit.stands - rank * unit.abreast)
        right = (file - (in_rank - 1) / 2) * width
        found.append(Footprint(f"{unit.id}#{number}", unit.pose.shifted(-rank * depth, right), width, depth))
    return found


def at(unit: UnitNow, pose: Pose) -> UnitNow:
    return replace(unit, x=pose.x, y=pose.y, facing=pose.facing)


def stood(pose: Pose) -> dict[str, float]:
    """A place as an event keeps it."""
    return {"x": round(pose.x, 4), "y": round(pose.y, 4), "facing": round(pose.facing % 360, 4)}
