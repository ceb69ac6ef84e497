"""Ways out of a combat: back from the enemy (C34, C36, C98), or after him (C35), and who touches whom at their end."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from miniatures.measuring import CONTACT, TOLERANCE, within
from miniatures.space.footprint import distance
from miniatures.space.moves import shift
from miniatures.systems.command_roll.game.approaching import (
    FINE,
    bearing_to,
    farthest,
    open_way,
    reaches,
    shifted,
)
from miniatures.systems.command_roll.game.contacting import contacts_made, touched
from miniatures.systems.command_roll.game.going_back import facts_behind, straight_back
from miniatures.systems.command_roll.game.measured import SLIVER, Measured, footprint, stood
from miniatures.systems.command_roll.game.pieces import ContactNow, UnitNow
from miniatures.systems.command_roll.game.travel import barred_ground, crosses_river, in_the_way
from miniatures.systems.command_roll.tables import RIVER_PARTS, STOPS_SHORT
from miniatures.words import joined_names

#: The changes of a unit that went, those of its contacts, and the enemies that it touches now.
Went = tuple[dict[str, Any], dict[str, Any], list[str]]
#: An enemy who touches a unit bars its way if it stands on him after so many centimetres; an edge is only brushed.
FIRST_STEP = 1.0
BRUSHED = 4 * SLIVER


def way_back(table: Measured, unit: UnitNow, contacts: Sequence[ContactNow]) -> float:
    """Straight back; who is struck at side or rear alone goes straight away from there, from the rear first (C98)."""
    body = table.of(unit.id)
    own = [contact for contact in contacts if unit.id in (contact.first, contact.second)]
    sides = {contact.side_of(unit.id) for contact in own}
    if not own or "front" in sides:
        return straight_back(body)
    if "rear" in sides:
        return body.pose.facing % 360
    right, _ = body.pose.seen(table.of(own[0].other(unit.id)).centre)
    return (body.pose.facing + (-90 if right > 0 else 90)) % 360


def facts_of_way(table: Measured, unit: UnitNow, direction: float, far: float) -> dict[str, Any]:
    """What bars its way, for its facts: the enemies too whom it touches, if it would go into them."""
    there = shift(table.of(unit.id), direction, min(far, FIRST_STEP)).end.polygon
    for enemy in table.state.enemies_touching(unit.id):
        if table.of(enemy).polygon.intersection(there).area > BRUSHED:
            return {"behind": "enemies", "way_back": 0.0}
    return facts_behind(table, unit, direction, far)


def parted(table: Measured, contacts: Iterable[ContactNow]) -> dict[str, None]:
    """The contacts of a table in which bodies no longer touch, or one of them is gone, as changes."""
    return {
        one.key: None
        for one in contacts
        if one.first not in table.bodies
        or one.second not in table.bodies
        or distance(table.of(one.first), table.of(one.second)) > CONTACT
    }


def caught(table: Measured, unit: UnitNow, target: UnitNow, told: Mapping[str, Any]) -> UnitNow | None:
    """Where the pursuer touches again: as it touched before if it can, else where a charge would meet."""
    centimetres = float(told["cm"])
    way = shifted(table, [unit], told["way"], centimetres)
    there = way[0][1]
    reach = unit.move / RIVER_PARTS.value if crosses_river(table, way) else unit.move
    if target.id in touched(table, there) and within(centimetres, reach) and open_way(table, way):
        return there
    met = reaches(table, unit, target.id, float(unit.move))
    return met.unit if met else None


def ends(table: Measured, unit: UnitNow, there: UnitNow) -> Went:
    """A unit that is there now. Others than those it came for are engaged too, but fight only next turn (C99)."""
    state = table.state
    moved = table.with_units(there)
    contacts: dict[str, Any] = dict(parted(moved, state.contacts_of(unit.id)))
    made = contacts_made(table, unit, there)
    kept = {name for one in state.contacts_of(unit.id) if one.key not in contacts for name in (one.other(unit.id),)}
    for key, one in made.items():
        if one["second"] not in kept:
            contacts[key] = one | {"fought": state.now}
    own = stood(there.pose) | {"came": [unit.pose.x, unit.pose.y], "moved": state.now}
    return own, contacts, [one["second"] for one in made.values()]


def stopped(table: Measured, unit: UnitNow, enemy: str, far: float) -> str:
    """Why an advance at an enemy ends after so many centimetres."""
    limit = float(unit.move)
    if far > limit - FINE - TOLERANCE:
        return f"their full move of {limit:g} cm"
    way = shifted(table, [unit], bearing_to(table, unit.id, enemy), far + STOPS_SHORT.value)
    if names := in_the_way(table, way):
        return f"{joined_names(names)} in the way"
    if barred_ground(table, way):
        return "ground that they cannot enter"
    if crosses_river(table, way) and far + STOPS_SHORT.value > limit / RIVER_PARTS.value:
        return "a river, which leaves them half of their move"
    there = footprint(way[0][1], table.state.options)
    close = [one.id for one in table.enemies(unit.side) if distance(there, one) < STOPS_SHORT.value]
    return f"{limit:g} cm do not bring them flush against {joined_names(close or [enemy])}"


def advanced(table: Measured, unit: UnitNow, enemy: str) -> Went:
    """At an enemy and into him if he is within a full move; everybody whom it touches there is to be fought."""
    met = reaches(table, unit, enemy, float(unit.move))
    if met is None:
        there = farthest(table, [unit], bearing_to(table, unit.id, enemy), float(unit.move))[0][1]
        own, contacts, _ = ends(table, unit, there)
        return own, contacts, []
    own, contacts, touches = ends(table, unit, met.unit)
    return own, {key: one and one | {"fought": 0} for key, one in contacts.items()}, touches
