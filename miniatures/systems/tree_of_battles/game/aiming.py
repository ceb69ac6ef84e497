"""Whom a contingent can shoot at: the nearest enemy in its arc, seen, past others or over them (T21, T77)."""

from typing import Any, NamedTuple

from miniatures.measuring import within
from miniatures.space.arcs import distance_in_fan, fan_from_corners
from miniatures.space.contact import enfiladed
from miniatures.space.footprint import Geometry
from miniatures.space.pose import Point
from miniatures.systems.tree_of_battles.game.measured import Measured, stands_in_front
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.weapons import weapons_of

#: Beyond any table: for what is asked of a target that may be out of range.
FAR = 1000.0


class Aim(NamedTuple):
    """A contingent and an enemy: how far, and what lies between them."""

    target: str
    distance: float
    in_arc: bool
    in_sight: bool
    overhead: bool
    """Only others hide it."""
    higher_ground: bool
    """It stands higher than those over whom it shoots."""


def front_of(table: Measured, name: str) -> Point:
    pose = table.of(name).pose
    return (pose.x, pose.y)


def aim_at(table: Measured, unit: ContingentNow, target: str) -> Aim:
    """What lies between: it is enough that one stand of the front rank sees the target (T77)."""
    body, shape = table.of(unit.id), table.of(target).polygon
    options = table.state.options
    far = distance_in_fan(fan_from_corners(body, options.shooting_arc, FAR), shape)
    origins = [(stand.pose.x, stand.pose.y) for stand in stands_in_front(unit, options)]

    def sees(troops: list[Geometry]) -> bool:
        return any(table.sees(origin, shape, troops) for origin in origins)

    others = table.others(unit.id, target)
    in_sight = sees([])
    clear = in_sight and sees([other.polygon for other in others])
    higher = False
    if in_sight and not clear:
        higher = sees([other.polygon for other in others if not table.higher(unit.id, other.id)])
    distance = table.apart(unit.id, target) if far is None else far
    return Aim(target, distance, far is not None, in_sight, in_sight and not clear, higher)


def possible(table: Measured, aim: Aim) -> bool:
    """Whether it can be shot at, as far as the arc, sight, others and combats go."""
    options = table.state.options
    if table.state.fighting(aim.target) and not options.shooting_into_combat:
        return False
    over = not aim.overhead or aim.higher_ground or options.overhead_anywhere
    return aim.in_arc and aim.in_sight and over


def nearest_aim(table: Measured, unit: ContingentNow) -> Aim | None:
    """The nearest enemy that it can shoot at, at whatever range."""
    body, arc = table.of(unit.id), table.state.options.shooting_arc
    fan = fan_from_corners(body, arc, FAR)
    found = [
        (far, one.id) for one in table.enemies(unit.side) if (far := distance_in_fan(fan, one.polygon)) is not None
    ]
    for _, name in sorted(found, key=lambda pair: (round(pair[0], 6), pair[1])):
        aim = aim_at(table, unit, name)
        if possible(table, aim):
            return aim
    return None


def measured_aim(table: Measured, unit: ContingentNow, target: ContingentNow) -> dict[str, Any]:
    """How a contingent has its target before it, as facts take it."""
    aim = aim_at(table, unit, target.id)
    best = nearest_aim(table, unit)
    origin = front_of(table, unit.id)
    facts: dict[str, Any] = {"distance": round(aim.distance, 3), "position": table.position(target.id, origin)}
    said = {
        "in_arc": aim.in_arc,
        "in_sight": aim.in_sight,
        "overhead": aim.overhead,
        "higher_ground": aim.higher_ground,
    }
    usual = {"in_arc": True, "in_sight": True, "overhead": False, "higher_ground": False}
    facts |= {word: value for word, value in said.items() if value != usual[word]}
    if best is not None and not within(aim.distance, best.distance):
        facts["closest"] = False
    if "artillery" in weapons_of(unit):
        if enfiladed(table.of(target.id), origin):
            facts["enfilade"] = True
    else:
        facts["side"] = table.side_facing(target.id, origin)
    return facts
