"""How far a move goes: the corner of a stand that moves farthest is measured (C15), and what lies on the way."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from math import dist

import shapely
from shapely.geometry.base import BaseGeometry

from miniatures.measuring import TOLERANCE
from miniatures.space.footprint import Footprint
from miniatures.space.pose import Point
from miniatures.systems.command_roll.game.measured import SLIVER, Measured, footprint, stands_of
from miniatures.systems.command_roll.game.pieces import UnitNow

#: Stands slip past others by so much on their way: nobody marches as a drawn rectangle.
SLIP = 0.3

#: Centimetres that a commander without a unit is looked a place for, step by step.
ASIDE, NEXT = 30.0, 0.5

Moves = Sequence[tuple[UnitNow, UnitNow]]
"""Each unit before and after."""


def travel(table: Measured, moves: Moves) -> float:
    """The farthest that any corner goes. Stands of a unit are alike, so they change places as suits them best."""
    return max((_of_unit(table, before, after) for before, after in moves), default=0.0)


def _of_unit(table: Measured, before: UnitNow, after: UnitNow) -> float:
    ways = [_paired(table, before, order) for order in _orders(table, after)]
    return min(max(map(_corners, way)) for way in ways)


def _orders(table: Measured, after: UnitNow) -> list[tuple[Footprint, ...]]:
    return list(permutations(stands_of(after, table.state.options)))


def _paired(table: Measured, before: UnitNow, order: tuple[Footprint, ...]) -> list[tuple[Footprint, Footprint]]:
    return list(zip(stands_of(before, table.state.options), order, strict=True))


def _corners(pair: tuple[Footprint, Footprint]) -> float:
    start, end = pair
    return max(dist(one, other) for one, other in zip(start.corners, end.corners, strict=True))


def _best_way(table: Measured, before: UnitNow, after: UnitNow) -> list[tuple[Footprint, Footprint]]:
    ways = [_paired(table, before, order) for order in _orders(table, after)]
    return min(ways, key=lambda way: max(map(_corners, way)))


def corridors(table: Measured, moves: Moves) -> list[shapely.Polygon]:
    """What each stand goes over, a little narrower than it is."""
    found = []
    for before, after in moves:
        for start, end in _best_way(table, before, after):
            swept = shapely.MultiPoint((*start.corners, *end.corners)).convex_hull
            found.append(swept.buffer(-SLIP))
    return found


def in_the_way(table: Measured, moves: Moves, besides: Sequence[str] = ()) -> list[str]:
    """Everybody else on whom the way leads. A commander of their own lets his men by (C90)."""
    moving = [before.id for before, _ in moves]
    sides = {before.side for before, _ in moves}
    ways = corridors(table, moves)
    return [
        other.id
        for other in table.others(*moving, *besides)
        if not (table.units[other.id].commands and table.units[other.id].side in sides)
        and any(way.intersection(other.polygon).area > SLIVER for way in ways)
    ]


def barred_ground(table: Measured, moves: Moves) -> bool:
    """Whether the way leads over ground that one of them cannot enter."""
    return any(
        area.intersection(way).area > SLIVER
        for before, after in moves
        for way in corridors(table, [(before, after)])
        for area in table.impassable(before)
    )


def crosses_river(table: Measured, moves: Moves) -> bool:
    """Whether a stand's middle crosses a river elsewhere than on a bridge or in a ford."""
    water = _water(table)
    return water is not None and any(
        _wets(water, start.centre, end.centre)
        for before, after in moves
        for start, end in _best_way(table, before, after)
    )


def river_between(table: Measured, start: Point, end: Point) -> bool:
    """The same for a rider, who goes straight from point to point."""
    water = _water(table)
    return water is not None and _wets(water, start, end)


def hindered(table: Measured, rider: UnitNow, start: Point, end: Point) -> list[str]:
    """What a rider's straight way leads over that he cannot pass: enemies, and ground that he cannot enter."""
    line = shapely.LineString((start, end))
    barred = [*((one.id, one.polygon) for one in table.enemies(rider.side)), *_ground(table, rider)]
    return [name for name, shape in barred if line.intersection(shape).length > TOLERANCE]


def _ground(table: Measured, rider: UnitNow) -> list[tuple[str, BaseGeometry]]:
    return [("impassable ground", shape) for shape in table.impassable(rider)]


def _water(table: Measured) -> BaseGeometry | None:
    rivers = [shape for _, shape in table.ground.pieces("river")]
    if not rivers:
        return None
    dry = shapely.union_all([shape.buffer(TOLERANCE) for _, shape in table.ground.pieces("bridge", "ford")])
    return shapely.union_all(rivers).difference(dry)


def _wets(water: BaseGeometry, start: Point, end: Point) -> bool:
    return bool(shapely.LineString((start, end)).intersection(water).length > TOLERANCE)


def beside(table: Measured, one: UnitNow, unit: UnitNow) -> UnitNow:
    """A commander who parts from a unit: at the nearest free place about it, behind it first; else where it stands."""
    wide, long = unit.size(table.state.options)
    _, deep = one.stand_size(table.state.options)
    ring = 0.0
    while ring < ASIDE:
        ring += NEXT
        places = [
            unit.pose.shifted(-long - ring, 0.0),
            unit.pose.shifted(0.0, -wide - ring),
            unit.pose.shifted(0.0, wide + ring),
            unit.pose.shifted(deep + ring, 0.0),
        ]
        for place in places:
            there = replace(one, x=place.x, y=place.y, facing=place.facing, joined="")
            if table.free(there, footprint(there, table.state.options)):
                return there
    return replace(one, x=unit.x, y=unit.y, facing=unit.facing, joined="")
