"""A combat on the table: who fights whom, stand by stand, who supports, and what lies behind each (C31 to C33)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from miniatures.systems.command_roll.game.describing import unit_facts
from miniatures.systems.command_roll.game.pieces import ContactNow, UnitNow
from miniatures.systems.command_roll.game.state import State

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.command_roll.game.measured import Measured

#: A stand is exactly behind or beside another if it is off by no more than this, in centimetres and degrees (C83).
OFF, TURNED = 0.5, 5.0


class Strike(NamedTuple):
    """A stand that touches enemies: the one it strikes, and whether one strikes it at side or rear."""

    unit: str
    stand: int
    enemy: str
    to_front: bool
    outflanked: bool


def combat_of(state: State, unit: str) -> list[ContactNow]:
    """All contacts linked with a unit's, directly or through others (C31)."""
    names, found = {unit}, list[ContactNow]()
    while True:
        linked = [one for one in state.contacts if one not in found and {one.first, one.second} & names]
        if not linked:
            return sorted(found, key=lambda one: one.key)
        found += linked
        names |= {name for one in linked for name in (one.first, one.second)}


def unfought(state: State) -> list[list[ContactNow]]:
    """The combats that are still to be fought in this phase."""
    found: list[list[ContactNow]] = []
    for contact in state.contacts:
        if contact.fought != state.now and not any(contact in group for group in found):
            found.append(combat_of(state, contact.first))
    return found


def combat_facts(state: State, table: "Measured | None", contacts: list[ContactNow]) -> dict[str, Any]:
    """The facts of a combat. The side whose turn it is attacks; all strike at the same time."""
    names = list(dict.fromkeys(name for one in contacts for name in (one.first, one.second)))
    ours = [state.units[name] for name in names if state.units[name].side == state.active]
    theirs = [state.units[name] for name in names if state.units[name].side != state.active]
    strikes = _strikes(table, contacts, [*ours, *theirs]) if table is not None else []
    facts: dict[str, Any] = {
        "attackers": [_fighter(state, table, one, contacts, strikes) for one in ours],
        "defenders": [_fighter(state, table, one, contacts, strikes) for one in theirs],
        "rounds": 1,
    }
    if later := max(one.rounds for one in contacts):
        facts["rounds_before"] = later
    if table is None:
        if len(ours) > 1 and len(theirs) > 1:
            facts["contacts"] = [_pair(state, one) for one in contacts]
        return facts
    facts["contacts"] = [_pair(state, one, strikes) for one in contacts]
    for word, side in (("attackers_support", state.active), ("defenders_support", 1 - state.active)):
        found = _supporters(state, table, strikes, side, names)
        if found:
            facts[word] = found
    return facts


def _pair(state: State, contact: ContactNow, strikes: Iterable[Strike] = ()) -> dict[str, Any]:
    attacker, defender = contact.first, contact.second
    if state.units[attacker].side != state.active:
        attacker, defender = defender, attacker
    pair: dict[str, Any] = {"attacker": attacker, "defender": defender}
    strikes = list(strikes)
    if strikes:
        for word, own, enemy in (("attacker_stands", attacker, defender), ("defender_stands", defender, attacker)):
            pair[word] = sum(one.unit == own and one.enemy == enemy for one in strikes)
    return pair


def _strikes(table: "Measured", contacts: list[ContactNow], units: list[UnitNow]) -> list[Strike]:
    """Every stand that touches an enemy of the combat, and whom it strikes: the one its front touches most."""
    from miniatures.measuring import CONTACT
    from miniatures.space.footprint import distance

    found: list[Strike] = []
    for unit in units:
        own = [contact for contact in contacts if unit.id in (contact.first, contact.second)]
        for number, stand in enumerate(table.stands(unit.id)):
            touching: dict[str, float] = {}
            outflanked = False
            for contact in own:
                enemy = contact.other(unit.id)
                bases = [base for base in table.stands(enemy) if distance(stand, base) <= CONTACT]
                if bases:
                    touching[enemy] = max(_front_touched(stand, base) for base in bases)
                    outflanked = outflanked or contact.side_of(unit.id) != "front"
            if touching:
                enemy = max(sorted(touching), key=lambda name: touching[name])
                found.append(Strike(unit.id, number, enemy, touching[enemy] > CONTACT, outflanked))
    missing = [unit for unit in units if not any(one.unit == unit.id for one in found)]
    for unit in missing:  # a contact that the table does not show, by the players' agreement
        enemy = next(one.other(unit.id) for one in contacts if unit.id in (one.first, one.second))
        found.append(Strike(unit.id, 0, enemy, True, False))
    return found


def _front_touched(stand: "Footprint", base: "Footprint") -> float:
    """Centimetres of a stand's front that touch a base."""
    from miniatures.measuring import CONTACT

    return float(stand.front.intersection(base.polygon.buffer(CONTACT, join_style="mitre")).length)


def _fighter(
    state: State, table: "Measured | None", unit: UnitNow, contacts: list[ContactNow], strikes: list[Strike]
) -> dict[str, Any]:
    facts = unit_facts(state, unit)
    said: dict[str, Any] = {"shot_hits": unit.shot_hits, "pursues": unit.pursues}
    later = any(one.rounds for one in contacts)
    came = unit.charged == state.now or unit.advanced == state.now
    said["charging"] = unit.charged == state.now and unit.advanced != state.now and not later
    if later:
        said["shot_hits"] = 0
    if table is not None and unit.placed:
        said |= _formed(table, unit, contacts, strikes)
        if not came and not later:  # who retreated or pursued has left its position (C67)
            said["position"] = position_in(table, unit, contacts)
        said |= _behind(table, unit)
    elif unit.ranks > 1:
        said["ranks"] = unit.ranks
    return facts | {key: value for key, value in said.items() if value not in (None, False, 0, "open")}


def _formed(table: "Measured", unit: UnitNow, contacts: list[ContactNow], strikes: list[Strike]) -> dict[str, Any]:
    """Ranks, stands struck at side or rear, and own stands that support: a stand counts once (C33, C83)."""
    own = {one.stand: one for one in strikes if one.unit == unit.id}
    rows = [range(first, min(first + unit.abreast, unit.stands)) for first in range(0, unit.stands, unit.abreast)]
    behind = sum(not any(number in own for number in row) for row in rows)
    enemies = [table.units[one.other(unit.id)] for one in contacts if unit.id in (one.first, one.second)]
    deeper = 1 + behind > max((enemy.ranks for enemy in enemies), default=1)
    ranks = 1 + behind if deeper else 1
    said: dict[str, Any] = {"ranks": ranks, "outflanked": sum(one.outflanked for one in own.values())}
    idle = [number for number in range(unit.stands) if number not in own]
    if deeper:
        idle = [number for number in idle if any(other in own for other in rows[number // unit.abreast])]
    stands = table.stands(unit.id)
    fronts = [stands[number] for number, one in own.items() if one.to_front]
    if (unit.unit.infantry and not unit.confused) or (
        table.state.options.cavalry_supports and unit.mounted and not unit.confused
    ):
        said["supporting"] = sum(any(_stands_by(stands[number], front) for front in fronts) for number in idle)
    return said


def _stands_by(stand: "Footprint", fighting: "Footprint") -> bool:
    """Exactly behind or beside a stand that fights to its front, facing as it does (C33)."""
    from miniatures.measuring import CONTACT
    from miniatures.space.footprint import distance

    turned = abs((stand.pose.facing - fighting.pose.facing + 180) % 360 - 180)
    if turned > TURNED or distance(stand, fighting) > CONTACT:
        return False
    right, ahead = fighting.pose.seen((stand.pose.x, stand.pose.y))
    behind = abs(right) <= OFF and abs(ahead + fighting.depth) <= OFF
    beside = abs(abs(right) - (fighting.width + stand.width) / 2) <= OFF and abs(ahead) <= OFF
    return behind or beside


def _supporters(
    state: State, table: "Measured", strikes: list[Strike], side: int, fighting: list[str]
) -> list[dict[str, Any]]:
    """Units of a side that touch no enemy and have stands exactly behind or beside those that fight."""
    fronts = [
        table.stands(one.unit)[one.stand] for one in strikes if one.to_front and state.units[one.unit].side == side
    ]
    found = []
    for unit in state.standing(side):
        foot = unit.unit.infantry or (state.options.cavalry_supports and unit.mounted)
        able = foot and not unit.confused and unit.placed and not unit.commands
        if not able or unit.id in fighting or state.engaged(unit.id):
            continue
        stands = sum(any(_stands_by(stand, front) for front in fronts) for stand in table.stands(unit.id))
        if stands:
            found.append(unit_facts(state, unit) | {"supporting": stands})
    return found


def position_in(table: "Measured", unit: UnitNow, contacts: list[ContactNow]) -> str:
    """Against the enemy who gets round it best: the least of its positions counts (C84)."""
    order = ("open", "defended", "fortified")
    own = [one for one in contacts if unit.id in (one.first, one.second)]
    found = [table.position(unit.id, table.of(one.other(unit.id)).centre) for one in own]
    return min(found, key=order.index, default="open")


def _behind(table: "Measured", unit: UnitNow) -> dict[str, Any]:
    from miniatures.systems.command_roll.game.going_back import facts_behind, straight_back
    from miniatures.systems.command_roll.tables import RETREAT_ROUT_MOVES

    return facts_behind(table, unit, straight_back(table.of(unit.id)), RETREAT_ROUT_MOVES.value * unit.move)
