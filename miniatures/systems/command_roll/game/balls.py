"""The way of a cannon ball: which bases lie on it behind the one that it strikes (C24, C86)."""

from typing import NamedTuple

import shapely

from miniatures.measuring import TOLERANCE, within
from miniatures.space.footprint import Footprint
from miniatures.space.pose import Point
from miniatures.systems.command_roll.game.aiming import FAR, can_be_shot, front_of, reach_of
from miniatures.systems.command_roll.game.measured import Measured
from miniatures.systems.command_roll.game.pieces import UnitNow

#: How far behind the base that it strikes a ball still finds others (C24).
BOUNCE = 5.0


class Crossed(NamedTuple):
    """A base on the line of a shot: where the ball comes into it and out of it again, in cm from the gun."""

    enters: float
    base: str
    leaves: float

    @property
    def middle(self) -> float:
        return (self.enters + self.leaves) / 2

    @property
    def unit(self) -> str:
        return self.base.rpartition("#")[0]


def bounces(table: Measured, gun: UnitNow, stand: int, target: UnitNow, charging: bool = False) -> list[str]:
    """The unit of each further enemy base on the line of the shot, nearest first.

    Bodies never stand in each other, so the ball has left one base before it is half through the next; two that lie
    side by side along the very line are one to it (C95). A shot at a charger finds nobody but that charger (C96).
    """
    origin = front_of(table.stands(gun.id)[stand])
    point = shapely.Point(origin)
    own = table.stands(target.id)
    struck = min(own, key=lambda base: (round(base.polygon.distance(point), 6), base.id))
    line = _line(origin, struck)
    first = _crossed(line, struck)
    if first is None:
        return []
    names = [target.id] if charging else [body.id for body in table.enemies(gun.side)]
    bases = [base for name in names if charging or can_be_shot(table, table.units[name]) for base in table.stands(name)]
    crossed = [one for base in bases if base.id != struck.id and (one := _crossed(line, base))]
    limit = reach_of(gun) if table.state.options.bounce_to_end_of_range else first.leaves + BOUNCE
    found: list[str] = []
    gone = first.leaves
    for one in sorted(crossed, key=lambda each: (round(each.enters, 3), each.base)):
        if one.middle > gone and within(one.enters, limit):
            found.append(one.unit)
            gone = one.leaves
    return found


def _line(origin: Point, struck: Footprint) -> shapely.LineString:
    """From the middle of the gun's front through the nearest point of the base; through its middle if they touch."""
    gun = shapely.Point(origin)
    nearest = shapely.shortest_line(gun, struck.polygon).coords[-1]
    goal = struck.centre if shapely.Point(nearest).distance(gun) < TOLERANCE else nearest
    away = shapely.Point(goal).distance(gun) or 1.0
    end = tuple(begin + FAR / away * (stop - begin) for begin, stop in zip(origin, goal, strict=True))
    return shapely.LineString([origin, end])


def _crossed(line: shapely.LineString, base: Footprint) -> Crossed | None:
    """Where a line crosses a base. Its edge counts as the base, so that noise never moves a ball to one side of it."""
    crossing = line.intersection(base.polygon.buffer(TOLERANCE / 2, join_style="mitre"))
    if crossing.length <= 2 * TOLERANCE:
        return None
    start = shapely.Point(line.coords[0])
    far = [start.distance(shapely.Point(point)) for point in shapely.get_coordinates(crossing)]
    return Crossed(min(far), base.id, max(far))
