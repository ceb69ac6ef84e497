"""The way back: what bars it, how friends make way, and where everybody ends (C36, C73)."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from miniatures.measuring import CONTACT, TOLERANCE, at_least, within
from miniatures.space.first_touch import slide
from miniatures.space.footprint import Footprint, distance
from miniatures.space.moves import shift
from miniatures.space.pose import Pose
from miniatures.space.shapes import shortest_line
from miniatures.systems.command_roll.game.measured import SLIVER, Measured, at, footprint, stood
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.tables import STOPS_SHORT

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

#: Friends are asked whether they can make room for a unit that comes so much farther than they stand (C79). Whether
#: they have room for more is seen when the dice say how far it comes.
LEAST = 1.0
STEP = 0.25
#: Whom a unit would only brush by so much on its way is not in it: bodies so near touch each other (C40, C85).
BRUSHED = CONTACT


class Bar(NamedTuple):
    """The first thing on a way, as the facts name it, and the centimetres that are free before it."""

    behind: str
    free: float
    friends: tuple[str, ...] = ()
    """All friends on the way, the nearest first."""
    friends_at: tuple[float, ...] = ()
    then: "Bar | None" = None
    """What does not yield, behind the friends."""

    @property
    def facts(self) -> dict[str, Any]:
        said: dict[str, Any] = {"behind": self.behind, "way_back": round(self.free, 3)}
        if self.friends:
            said["friends"] = list(self.friends)
        if len(set(self.friends_at)) > 1:
            said["friends_at"] = [round(far, 3) for far in self.friends_at]
        if self.then is not None:
            said |= {"then": self.then.behind, "then_at": round(self.then.free, 3)}
        return said


def away_from(body: Footprint, other: Footprint) -> float:
    """The direction straight away from another body, along the shortest line between them."""
    line = shortest_line(other.polygon, body.polygon)
    if line.length < TOLERANCE:
        return (Pose(*body.centre, 0.0).bearing(other.centre) + 180) % 360
    begin, end = line.coords[0], line.coords[-1]
    return Pose(begin[0], begin[1], 0.0).bearing((end[0], end[1])) % 360


def straight_back(body: Footprint) -> float:
    return (body.pose.facing + 180) % 360


def bar(table: Measured, unit: UnitNow, direction: float, limit: float) -> Bar | None:
    """What a unit meets first on a straight way of so many centimetres, and what behind friends who yield (C100)."""
    hard = stop(table, unit, direction, limit)
    end = limit if hard is None else min(limit, hard.free)
    body = footprint(unit, table.state.options)
    met = sorted(
        (far, friend.id)
        for friend in table.friends(unit.id)
        if not table.units[friend.id].commands  # he lets his own side by and throws no die (C90)
        and (far := _before(body, direction, friend, end)) is not None
    )
    if not met:
        return hard
    free = met[0][0]
    there = at(unit, shift(body, direction, min(end, free + LEAST)).end.pose)
    if room_made(table, there, direction) is None:
        return Bar("unyielding friends", free)
    return Bar("friends", free, tuple(name for _, name in met), tuple(far for far, _ in met), hard)


def stop(table: Measured, unit: UnitNow, direction: float, limit: float) -> Bar | None:
    """The first thing on its way that does not yield at all (C36)."""
    found = [*_ground(table, unit, direction, limit), *_enemies(table, unit, direction, limit)]
    body = footprint(unit, table.state.options)
    for friend in table.friends(unit.id):
        far = None if _yields(table, unit, friend.id) else _before(body, direction, friend, limit)
        if far is not None:
            found.append(Bar("engaged friends" if table.state.engaged(friend.id) else "unyielding friends", far))
    return min(found, key=lambda one: one.free, default=None)


def _before(body: Footprint, direction: float, other: Footprint, limit: float) -> float | None:
    """The centimetres that are free before another body; None if it is not met on that way, or only brushed."""
    if not slide(_core(body), direction, [other], limit + BRUSHED)[1]:
        return None
    free, names = slide(body, direction, [other], limit)
    return free if names and free < limit - TOLERANCE else None


def _core(body: Footprint) -> Footprint:
    """A body without its rim."""
    rim = 2 * BRUSHED
    return Footprint(body.id, body.pose.shifted(-BRUSHED), body.width - rim, body.depth - rim)


def facts_behind(table: Measured | None, unit: UnitNow, direction: float, limit: float) -> dict[str, Any]:
    """What is behind a unit, for its facts; nothing is said where nothing is, or where there is no table."""
    found = bar(table, unit, direction, limit) if table is not None and unit.placed else None
    return found.facts if found else {}


def _enemies(table: Measured, unit: UnitNow, direction: float, limit: float) -> list[Bar]:
    engaged = set(table.state.enemies_touching(unit.id))
    body = footprint(unit, table.state.options)
    return [
        Bar("enemies", far)
        for other in table.others(unit.id)
        if table.units[other.id].side != unit.side
        and other.id not in engaged
        and (far := _before(body, direction, other, limit)) is not None
    ]


def _ground(table: Measured, unit: UnitNow, direction: float, limit: float) -> list[Bar]:
    """Impassable ground and the edge of the table: found by halving, for ground has any shape."""
    body = footprint(unit, table.state.options)
    found: list[Bar] = []
    areas = table.impassable(unit)
    if areas and not _over(body, areas) and _over_way(body, direction, limit, areas):
        free = _halved(lambda far: _over_way(body, direction, far, areas), limit)
        found.append(Bar("impassable ground", free))
    inside = table.ground.inside
    if inside(body.polygon) and not inside(shift(body, direction, limit).end.polygon):
        free = _halved(lambda far: not inside(shift(body, direction, far).end.polygon), limit)
        found.append(Bar("table edge", free))
    return found


def _over(body: Footprint, areas: "Sequence[BaseGeometry]") -> bool:
    return any(area.intersection(body.polygon).area > SLIVER for area in areas)


def _over_way(body: Footprint, direction: float, far: float, areas: "Sequence[BaseGeometry]") -> bool:
    swept = shift(body, direction, far).swept
    return any(area.intersection(swept).area > SLIVER for area in areas)


def _halved(barred: Any, limit: float) -> float:
    """The farthest that is free, to a thousandth."""
    low, high = 0.0, limit
    while high - low > 0.001:
        middle = (low + high) / 2
        low, high = (low, middle) if barred(middle) else (middle, high)
    return low


def overlapping(table: Measured, unit: UnitNow) -> list[str]:
    """Everybody on whom it would stand."""
    outline = _core(footprint(unit, table.state.options)).polygon
    return [other.id for other in table.others(unit.id) if other.polygon.intersection(outline).area > SLIVER]


def room_made(table: Measured, coming: UnitNow, direction: float) -> list[UnitNow] | None:
    """The friends in the way of a unit that comes to stand somewhere, where they go; None if one finds no place."""
    moved: list[UnitNow] = []
    now = table.with_units(coming)
    for name in sorted(overlapping(table, coming)):
        place = _aside(now, now.units[name], coming.id, direction)
        if place is None:
            return None
        now = now.with_units(place)
        moved.append(place)
    return moved


def _aside(table: Measured, friend: UnitNow, coming: str, direction: float) -> UnitNow | None:
    """Back or aside, whichever is the shorter way, no farther than its move, past nobody and into no enemy (C79)."""
    body = footprint(friend, table.state.options)
    others = table.others(friend.id, coming)
    enemies = [other for other in others if table.units[other.id].side != friend.side]
    barred = [*(other.polygon for other in others), *table.impassable(friend)]
    far = STEP
    while within(far, friend.move):
        for turn in (0.0, 90.0, -90.0):
            there = shift(body, direction + turn, far).end
            fits = table.free(friend, there) and not any(distance(there, enemy) <= CONTACT for enemy in enemies)
            if fits and not _over_way(body, direction + turn, far, barred):
                return at(friend, there.pose)
        far += STEP
    return None


def _yields(table: Measured, unit: UnitNow, name: str) -> bool:
    """Friends who are neither engaged nor confused (C36, C72). A commander alone steps aside even so (C90)."""
    other = table.units[name]
    return other.side == unit.side and not table.state.engaged(name) and (other.commands or not other.confused)


def went(table: Measured, unit: UnitNow, direction: float, centimetres: float) -> tuple[Measured, dict[str, Any]]:
    """A unit goes so far, friends who stand there make way; the table after it, and the changes of their places.

    It stops short of what does not yield at all on the whole of its way (C36), and where friends have no room to let
    it go farther (C97). Friends whom it passes altogether stay where they are (C100).
    """
    body = footprint(unit, table.state.options)
    hard = stop(table, unit, direction, centimetres)
    if hard is not None and hard.free < centimetres - TOLERANCE:
        centimetres = hard.free - STOPS_SHORT.value
    while centimetres > TOLERANCE:
        there = at(unit, shift(body, direction, centimetres).end.pose)
        inside = overlapping(table, there)
        closed = [name for name in inside if not _yields(table, unit, name)]
        friends = [] if closed else room_made(table, there, direction)
        if closed:
            free, _ = slide(body, direction, [table.bodies[name] for name in closed], centimetres)
            centimetres = min(centimetres - STEP, free - STOPS_SHORT.value)
        elif friends is None or not table.free(unit, _core(footprint(there, table.state.options)), inside):
            centimetres -= STEP
        else:
            changes: dict[str, Any] = {one.id: stood(one.pose) for one in (there, *friends)}
            return table.with_units(there, *friends), changes
    return table, {}


def really(unit: UnitNow, place: Mapping[str, Any] | None, ordered: float) -> float:
    """How far it came from where it was: less than it was to go where friends have no room for more (C97)."""
    gone = math.dist((unit.pose.x, unit.pose.y), (place["x"], place["y"])) if place else 0.0
    return ordered if at_least(gone, ordered) else gone
