"""Whom each stand can shoot at: the closest enemy in its arc and range, over friends or past them (C201, C21)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import shapely

from miniatures.measuring import TOLERANCE, within
from miniatures.space.arcs import Fan, distance_in_fan, fan_from_corners
from miniatures.space.contact import side_touched
from miniatures.space.footprint import Footprint, Geometry, distance
from miniatures.space.pose import Point
from miniatures.systems.command_roll.game.going_back import away_from
from miniatures.systems.command_roll.game.measured import Measured
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.tables import RANGES

#: Beyond any table: for what is asked of a target that may be out of range.
FAR = 1000.0


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


def eyes_of(stand: Footprint) -> tuple[Point, ...]:
    """Where a stand looks from: the middle of its front edge, and half way to either end of it (C42)."""
    aside = stand.width / 4
    return front_of(stand), stand.pose.point(0.0, -aside), stand.pose.point(0.0, aside)


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
    shape = shape_of(table, target)
    mates = [other.polygon for number, other in enumerate(own) if number != stand]
    others = table.others(unit.id, target.id)
    enemies = [body.polygon for body in others if table.units[body.id].side != unit.side]
    friends = [body.polygon for body in others if table.units[body.id].side == unit.side]
    clear = any(table.sees(eye, shape, [*enemies, *friends, *mates]) for eye in eyes_of(own[stand]))
    over = not clear and unit.unit.missile == "bow" and any(table.sees(e, shape, enemies) for e in eyes_of(own[stand]))
    return Aim(stand, target.id, far, clear, over)


def can_be_shot(table: Measured, target: UnitNow) -> bool:
    """Nobody shoots at who is engaged, nor at who has fallen (C21, C75)."""
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


def aims_at_charger(table: Measured, unit: UnitNow, charger: UnitNow) -> list[Aim]:
    """The stands that can shoot at one that charges: it need not be their closest enemy (C82)."""
    aims = aims_at(table, unit, charger)
    return [one for one in aims if one.possible and within(one.distance, reach_of(unit))]


def chosen(
    table: Measured,
    unit: UnitNow,
    target: UnitNow,
    shot: Collection[int],
    charging: bool,
    nearest: Sequence[Aim] | None = None,
) -> tuple[list[Aim], bool]:
    """The stands that shoot at the target now, the nearest first, and whether it is the closest for them.

    `nearest` are its closest aims, where they were looked for before.

    Those who see it shoot by themselves; those who shoot over heads do so in a shot of their own (C94). Where nobody
    can, all who have it in their arc are named, so that the players learn what stands against it, and may overrule it.
    """
    every = len(shot) >= unit.stands
    own = [one for one in aims_at(table, unit, target) if every or one.stand not in shot]
    own.sort(key=lambda one: (round(one.distance, 6), one.stand))
    if charging or not unit.unit.missile:
        wanted = [one for one in own if one.possible and within(one.distance, reach_of(unit))]
        return _in_sight_first(wanted) or own, True
    best = {one.stand: one.distance for one in (closest_aims(table, unit) if nearest is None else nearest)}
    wanted = [one for one in own if one.possible and one.stand in best and within(one.distance, best[one.stand])]
    if can_be_shot(table, target) and wanted:
        return _in_sight_first(wanted), True
    return own, not any(one.stand in best and best[one.stand] < one.distance - TOLERANCE for one in own)


def _in_sight_first(aims: list[Aim]) -> list[Aim]:
    return [one for one in aims if one.in_sight] or aims


def ranks_behind(table: Measured, target: UnitNow) -> list[UnitNow]:
    """Units of another type that touch it from behind: a die says which rank is hit (C202, C22)."""
    body = table.of(target.id)
    found = []
    for name, other in sorted(table.bodies.items()):
        unit = table.units[name]
        mixed = unit.side == target.side and unit.id != target.id and unit.unit.profile != target.unit.profile
        if mixed and not unit.commands and can_be_shot(table, unit) and side_touched(body, other) == "rear":
            found.append(unit)
    return found[:5]


def driven_from(table: Measured, fired: Mapping[str, Sequence[int]], target: UnitNow) -> dict[str, Any]:
    """Of the nearest stand that shot at a unit in this phase: the way from it, how far it was, the position (C28)."""
    body = table.of(target.id)
    stands = [table.stands(name)[number] for name, numbers in fired.items() for number in numbers]
    before = target.missiles if target.missiles.get("now") == table.state.now else {}
    stand = min(stands, key=lambda one: (round(distance(one, body), 6), one.id), default=None)
    if stand is None or before.get("near", FAR) <= distance(stand, body):
        return {word: before.get(word) for word in ("away", "near")} | {"position": before.get("position", "open")}
    return {
        "away": round(away_from(body, stand), 4),
        "near": round(distance(stand, body), 4),
        "position": table.position(target.id, front_of(stand)),
    }
