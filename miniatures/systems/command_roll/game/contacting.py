"""How bodies come to touch: the side struck, where a charger ends, and whom its stands touch then (C31, C41)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from miniatures.measuring import CONTACT, within
from miniatures.space.contact import side_struck
from miniatures.space.footprint import Footprint, distance
from miniatures.space.pose import Point, Pose
from miniatures.systems.command_roll.game.measured import Measured, at, footprint, stands_of
from miniatures.systems.command_roll.game.pieces import ContactNow, UnitNow
from miniatures.systems.command_roll.game.travel import Moves, travel

FLANKS = ("left", "right")
#: Where a place flush and centred is taken, a charger shifts along the line in such steps.
STEP = 0.5
FAR = 1000.0


class Met(NamedTuple):
    """Where a charge ends: the charger there, and how far its farthest corner goes."""

    unit: UnitNow
    centimetres: float
    centred: bool


def told_side(side: str) -> str:
    return "flank" if side in FLANKS else side


def _edges(table: Measured, enemy: UnitNow, side: str, charger: Footprint) -> Iterator[tuple[Point, float]]:
    """The middle of that edge of each stand on that side of the enemy, and the facing of who meets it flush.

    The stand nearest to the charger comes first.
    """
    stands = stands_of(enemy, table.state.options)
    last, front = enemy.stands - 1, enemy.abreast
    lined = {
        "front": stands[:front],
        "rear": stands[(last // front) * front :],
        "left": stands[::front],
        "right": [stands[min(first + front, enemy.stands) - 1] for first in range(0, enemy.stands, front)],
    }[side]
    turns = {"front": 180.0, "rear": 0.0, "left": 90.0, "right": 270.0}
    for stand in sorted(lined, key=lambda one: (round(distance(one, charger), 6), one.id)):
        pose = stand.pose
        middle = {
            "front": pose.point(0.0),
            "rear": pose.point(-stand.depth),
            "left": pose.point(-stand.depth / 2, -stand.width / 2),
            "right": pose.point(-stand.depth / 2, stand.width / 2),
        }[side]
        yield middle, (pose.facing + turns[side]) % 360


def meets(table: Measured, charger: UnitNow, enemy: UnitNow, reach: float = FAR) -> Met | None:
    """Where a charger meets an enemy: its lead stand flush and centred on the closest stand, the others beside it.

    Where that place is taken it shifts along the line, as little as it must and still touching. Of places that are
    alike it takes one within its reach, and there the one where most of its stands meet somebody.
    """
    options = table.state.options
    start = footprint(charger, options)
    side = side_struck(table.of(enemy.id), start)
    width, _ = charger.stand_size(options)
    for middle, facing in _edges(table, enemy, side, start):
        lead = Pose(*middle, facing)
        spots = []
        for file in range(charger.abreast):
            right = (file - (charger.abreast - 1) / 2) * width
            steps = int(width / STEP) - 1
            spots += [(abs(step) * STEP, lead.shifted(0.0, step * STEP - right)) for step in range(-steps, steps + 1)]
        found = []
        for off, pose in spots:
            there = at(charger, pose)
            if table.free(charger, footprint(there, options)):
                long = round(travel(table, [(charger, there)]), 4)
                found.append((off, not within(long, reach), -len(_stands_met(table, there)), long, there))
        if found:
            # Of places that are alike the first counts, from left to right: so no result hangs on how the table lies.
            off, _, _, centimetres, there = min(found, key=lambda one: one[:4])
            return Met(there, centimetres, off == 0)
    return None


def _stands_met(table: Measured, there: UnitNow) -> list[tuple[str, str]]:
    """Each enemy stand that a stand of it touches, once for each pair."""
    outline = footprint(there, table.state.options).polygon
    near = [enemy for enemy in table.enemies(there.side) if enemy.polygon.distance(outline) <= CONTACT]
    return [
        (own.id, other.id)
        for own in stands_of(there, table.state.options)
        for enemy in near
        for other in table.stands(enemy.id)
        if distance(own, other) <= CONTACT
    ]


def touched(table: Measured, there: UnitNow) -> list[str]:
    """The enemies that it touches, corners included (C31)."""
    return list(dict.fromkeys(other.rpartition("#")[0] for _, other in _stands_met(table, there)))


def contacts_made(table: Measured, start: UnitNow, there: UnitNow) -> dict[str, Any]:
    """The contacts of a unit that came from `start`, as changes."""
    came_from = footprint(start, table.state.options)
    found: dict[str, Any] = {}
    for enemy in touched(table, there):
        side = told_side(side_struck(table.of(enemy), came_from))
        contact = ContactNow(there.id, enemy, "front", side, table.state.now)
        found[contact.key] = contact._asdict()
    return found


def contacts_after(table: Measured, moves: Moves) -> dict[str, Any]:
    """What moves do to contacts, as changes: those that end, and those that are made (C132).

    By the rules only a charge makes one and nobody leaves one; players who overrule may do both.
    """
    now = table.with_units(*(after for _, after in moves))
    found: dict[str, Any] = {}
    for before, after in moves:
        near = touched(now, after)
        held = {contact.other(before.id): contact.key for contact in table.state.contacts_of(before.id)}
        found |= {key: None for name, key in held.items() if name not in near}
        made = contacts_made(now, before, after)
        found |= {key: contact for key, contact in made.items() if contact["second"] not in held}
    return found
