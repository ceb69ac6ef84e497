"""Whom each stand can shoot at: the closest enemy in its arc and range, over friends or past them (C201, C21)."""

from typing import NamedTuple

import shapely

from miniatures.measuring import TOLERANCE, within
from miniatures.space.arcs import Fan, distance_in_fan, fan_from_corners
from miniatures.space.contact import side_touched
from miniatures.space.footprint import Footprint, Geometry, distance
from miniatures.space.pose import Point
from miniatures.systems.command_roll.game.measured import Measured
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.tables import RANGES

#: Beyond any table: for what is asked of a target that may be out of range.
FAR = 1000.0
#: How far behind the base that it strikes a ball still finds others (C24).
BOUNCE = 5.0


class Aim(NamedTuple):
    """A stand and an enemy: how far, and whether the stand sees it, or only friends stand between."""

    stand: int
    target: str
    distance: float
    in_sight: bool
    overhead: bool

    @property
    def possible(self) -> bool:
        return self.in_sight or self.overhead


def reach_of(unit: UnitNow) -> float:
    return RANGES[unit.unit.missile].value if unit.unit.missile else 0.0


def fans(table: Measured, unit: UnitNow, reach: float) -> list[Fan]:
    return [fan_from_corners(stand, table.state.options.shooting_arc, reach) for stand in table.stands(unit.id)]


def front_of(stand: Footprint) -> Point:
    return (stand.pose.x, stand.pose.y)


def shape_of(table: Measured, target: UnitNow) -> Geometry:
    """What is aimed at: a unit where it stands; one that charges, anywhere on its way (C82)."""
    body = table.of(target.id)
    if target.charged != table.state.now or target.came is None:
        return body.polygon
    dx, dy = target.came[0] - target.pose.x, target.came[1] - target.pose.y
    corners = [*body.corners, *((x + dx, y + dy) for x, y in body.corners)]
    return shapely.MultiPoint(corners).convex_hull


def aim(table: Measured, unit: UnitNow, stand: int, target: UnitNow, far: float) -> Aim:
    """What lies between a stand and a target in its arc."""
    own = table.stands(unit.id)
    origin = front_of(own[stand])
    shape = shape_of(table, target)
    mates = [other.polygon for number, other in enumerate(own) if number != stand]
    others = table.others(unit.id, target.id)
    enemies = [body.polygon for body in others if table.units[body.id].side != unit.side]
    friends = [body.polygon for body in others if table.units[body.id].side == unit.side]
    clear = table.sees(origin, shape, [*enemies, *friends, *mates])
    over = not clear and unit.unit.missile == "bow" and table.sees(origin, shape, enemies)
    return Aim(stand, target.id, far, clear, over)


def can_be_shot(table: Measured, target: UnitNow) -> bool:
    """Nobody shoots at who is engaged, nor at who has fallen (C21); at chargers only as they come."""
    return target.left > 0 and not table.state.engaged(target.id)


def closest_aims(table: Measured, unit: UnitNow) -> list[Aim]:
    """For each stand the closest enemy that it can shoot at, if there is one."""
    targets = [table.units[body.id] for body in table.enemies(unit.side)]
    targets = [target for target in targets if can_be_shot(table, target)]
    found: list[Aim] = []
    for number, fan in enumerate(fans(table, unit, reach_of(unit))):
        inside = [(far, one) for one in targets if (far := distance_in_fan(fan, table.of(one.id).polygon)) is not None]
        for far, target in sorted(inside, key=lambda pair: (round(pair[0], 6), pair[1].id)):
            aimed = aim(table, unit, number, target, far)
            if aimed.possible:
                found.append(aimed)
                break
    return found


def aims_at(table: Measured, unit: UnitNow, target: UnitNow) -> list[Aim]:
    """Every stand that has the target in its arc, at any distance."""
    found = []
    shape = shape_of(table, target)
    for number, fan in enumerate(fans(table, unit, FAR)):
        far = distance_in_fan(fan, shape)
        if far is not None:
            found.append(aim(table, unit, number, target, far))
    return found


def ranks_behind(table: Measured, target: UnitNow) -> list[UnitNow]:
    """Units of another type that touch it from behind: a die says which rank is hit (C202, C22)."""
    body = table.of(target.id)
    found = []
    for name, other in table.bodies.items():
        unit = table.units[name]
        mixed = unit.side == target.side and unit.id != target.id and unit.unit.profile != target.unit.profile
        if mixed and not unit.commands and can_be_shot(table, unit) and side_touched(body, other) == "rear":
            found.append(unit)
    return found[:5]


def bounces(table: Measured, unit: UnitNow, stand: int, target: UnitNow) -> list[str]:
    """The unit of each further enemy base on the line of the shot, nearest first (C24).

    The line runs from the middle of the gun's front through the nearest point of the base that it strikes.
    """
    origin = front_of(table.stands(unit.id)[stand])
    bases = [base for body in table.enemies(unit.side) for base in table.stands(body.id)]
    own = [base for base in bases if base.id.rpartition("#")[0] == target.id]
    gun = shapely.Point(origin)
    first = min(own, key=lambda base: (round(base.polygon.distance(gun), 6), base.id))
    aimed = shapely.shortest_line(gun, first.polygon).coords[-1]
    middle = first.centre
    goal = middle if shapely.Point(aimed).distance(gun) < TOLERANCE else aimed
    away = shapely.Point(goal).distance(gun) or 1.0
    end = tuple(begin + FAR / away * (stop - begin) for begin, stop in zip(origin, goal, strict=True))
    line = shapely.LineString([origin, end])
    leaves = _leaves(line, first)
    limit = reach_of(unit) if table.state.options.bounce_to_end_of_range else leaves + BOUNCE
    found = []
    for base in bases:
        name = base.id.rpartition("#")[0]
        if base.id == first.id or not can_be_shot(table, table.units[name]):
            continue
        crossing = line.intersection(base.polygon)
        if crossing.length > TOLERANCE:
            enters = gun.distance(crossing)
            if enters >= leaves - TOLERANCE and within(enters, limit):
                found.append((enters, name))
    return [name for _, name in sorted(found)]


def _leaves(line: shapely.LineString, base: Footprint) -> float:
    """How far along the line it comes out of a base."""
    crossing = line.intersection(base.polygon)
    if crossing.is_empty:
        return 0.0
    start = shapely.Point(line.coords[0])
    return max(start.distance(shapely.Point(point)) for point in shapely.get_coordinates(crossing))


def nearest_stand(table: Measured, unit: UnitNow, stands: list[int], target: UnitNow) -> Footprint:
    """Of the stands that shot, the one nearest to the target: it drives that one back (C28)."""
    body = table.of(target.id)
    own = table.stands(unit.id)
    return min((own[number] for number in stands), key=lambda one: (round(distance(one, body), 6), one.id))
