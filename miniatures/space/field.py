"""The bodies of two sides on a table: who is whose, how near, and what they see of each other. It knows no rule."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Self

from miniatures.space.footprint import Footprint, Geometry, distance
from miniatures.space.ground import Ground
from miniatures.space.looking import Looked, look, sees_part
from miniatures.space.nearest import Found, nearest
from miniatures.space.nearest import within as within_reach
from miniatures.space.pose import Point


class Field:
    """Built once for as many questions as an action has. A system adds its own questions in a subclass."""

    def __init__(
        self, ground: Ground, bodies: Mapping[str, Footprint], sides: Mapping[str, int], wood: float = 0.0
    ) -> None:
        self.ground = ground
        self.bodies = dict(bodies)
        self.sides = sides
        self.wood = wood
        """How much wood one sees through."""

    def of(self, name: str) -> Footprint:
        return self.bodies[name]

    def with_bodies(self, *bodies: Footprint) -> Self:
        """The same field with some of them elsewhere."""
        other = copy(self)
        other.bodies = self.bodies | {body.id: body for body in bodies}
        return other

    def without(self, *names: str) -> Self:
        other = copy(self)
        other.bodies = {name: body for name, body in self.bodies.items() if name not in names}
        return other

    def others(self, *names: str) -> list[Footprint]:
        return [body for name, body in self.bodies.items() if name not in names]

    def friends(self, name: str) -> list[Footprint]:
        return [body for body in self.others(name) if self.sides[body.id] == self.sides[name]]

    def enemies(self, side: int) -> list[Footprint]:
        return [body for name, body in self.bodies.items() if self.sides[name] != side]

    def apart(self, one: str, other: str) -> float:
        return distance(self.of(one), self.of(other))

    def nearest_enemy(self, name: str) -> Found | None:
        return nearest(self.of(name), self.enemies(self.sides[name]))

    def enemies_within(self, name: str, reach: float) -> list[Found]:
        return list(within_reach(self.of(name), self.enemies(self.sides[name]), reach))

    def sees(self, origin: Point, target: Geometry, troops: Sequence[Geometry] = ()) -> bool:
        return sees_part(self.ground, origin, target, troops, self.wood)

    def look(self, origin: Point, target: Geometry, troops: Sequence[Footprint] = ()) -> Looked:
        """The line of sight that `sees` finds, or where it is blocked."""
        return look(self.ground, origin, target, [(body.id, body.polygon) for body in troops], self.wood)

    def looks_at(self, name: str, other: str) -> bool:
        """Whether one sees another, all round, past ground alone."""
        return self.sees(self.of(name).centre, self.of(other).polygon)
