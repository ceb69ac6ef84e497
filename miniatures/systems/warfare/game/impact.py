"""What comes of a charge: contact and who faces whom, a charge that falls short, skirmishers who get away."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from miniatures.measuring import furthest, within
from miniatures.systems.playing import Conclusion
from miniatures.systems.warfare.game.charges import Counter, avoids, normal_move
from miniatures.systems.warfare.game.describing import ridden_words
from miniatures.systems.warfare.game.moves import Moving, allowance, as_stated, moving_of, placed_at, with_met
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.movement import MoveOutcome
from miniatures.systems.warfare.movement_facts import MoveFacts

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.warfare.game.approach import Approach
    from miniatures.systems.warfare.game.measured import Measured

_PLAIN = {"left": "flank", "right": "flank", "front": "front", "rear": "rear"}


class Charge(NamedTuple):
    """A charge as it was declared, and how the enemy takes it."""

    state: State
    table: "Measured | None"
    unit: UnitNow
    goal: UnitNow
    moving: Moving
    way: "Approach | None"
    facts: MoveFacts
    avoided: bool
    counter: Counter | None
    side: str
    """Without a map: the side that it strikes."""


class Meeting(NamedTuple):
    """Where the two stand when they meet, and which side of the one charged is struck."""

    charger: "Footprint"
    goal: "Footprint"
    struck: str


def contact_between(
    state: State, one: UnitNow, other: UnitNow, one_side: str, other_side: str, attacker: int
) -> dict[str, Any]:
    """A new contact as a change of the state; the side of each that is touched."""
    first, second = (one, other) if one.side == 0 else (other, one)
    first_side, second_side = (one_side, other_side) if one.side == 0 else (other_side, one_side)
    return {
        f"{first.id}|{second.id}": {
            "first": first.id,
            "second": second.id,
            "first_side": first_side,
            "second_side": second_side,
            "since": state.turn,
            "attacker": attacker,
        }
    }


def charge_home(charge: Charge, outcome: MoveOutcome) -> Conclusion:
    unit = charge.unit
    made = charge.moving.inches
    moving = replace(as_stated(charge.moving, charge.facts), inches=made)
    charge = charge._replace(moving=moving)
    left = max(0.0, max(outcome.inches, outcome.if_overruled) - made)
    gap = max(0.0, (charge.facts.distance or 0.0) - made)
    changes: dict[str, Any] = {"charge_moves": unit.charge_moves + 1} if unit.furious else {}
    if charge.counter is not None:
        share = charge.counter.share
        reaches = within(gap * share, left) and within(gap * (1 - share), charge.counter.reach)
    else:
        share, reaches = 1.0, within(gap, left)
    if not reaches:
        return _short(charge, left, changes)
    if charge.avoided and (charge.table is None or charge.way is None):
        changes["moving"] = replace(moving, inches=made + left).data()
        goal = {"avoided": charge.state.turn}
        return Conclusion({"units": {unit.id: changes, charge.goal.id: goal}}, (avoid_words(charge),))
    if charge.avoided:
        from miniatures.systems.warfare.game.escape import escape

        got_away = escape(charge, left, changes)
        if isinstance(got_away, Conclusion):
            return got_away
        charge = got_away
        gap = charge.way.inches if charge.way else gap
    moving = replace(charge.moving, inches=made + gap * share)
    changes |= {"moving": moving.data(), "charged": charge.state.turn}
    if moving.climbed:
        changes["uphill"] = charge.state.turn
    return _contact(charge, changes, gap * (1 - share))


def avoid_words(charge: Charge) -> str:
    return f"{charge.goal.id} avoid {charge.unit.id} (W409), and count as avoiding next turn."


def _contact(charge: Charge, unit_changes: dict[str, Any], comes: float) -> Conclusion:
    """Both stand face to face, or the gun is taken; others may be touched as well."""
    state, table, unit, goal, way = charge.state, charge.table, charge.unit, charge.goal, charge.way
    says = f"{unit.id} {way.turned if way else ''}charge {goal.id}"
    units: dict[str, Any] = {unit.id: unit_changes}
    contacts: dict[str, Any] = {}
    dropped: dict[str, None] = {}
    leaders: dict[str, Any] = {}
    if goal.unit.artillery:
        units[goal.id] = {"gone": "removed"}
        if table is not None and way is not None:
            unit_changes |= placed_at(way.end)
            table = table.without(goal.id).with_body(way.end)
            contacts, dropped, leaders = _also_touched(charge, table, [way.end], set(), units)
        told = [f"{says}, and the gun is taken at a touch (W408)."]
    else:
        goal_changes: dict[str, Any] = {}
        if charge.counter is not None:
            goal_changes = {"charged": state.turn}
            says += ", who countercharge"
        units[goal.id] = goal_changes
        if table is not None and way is not None:
            from miniatures.systems.warfare.game.meeting import meeting

            met = meeting(charge, table, way, comes)
            unit_changes |= placed_at(met.charger)
            goal_changes |= placed_at(met.goal)
            if charge.counter is not None and table.ground.climbs(table.of(goal.id), met.goal):
                goal_changes["uphill"] = state.turn
            struck = met.struck
            table = table.with_body(met.charger, met.goal)
            contacts, dropped, leaders = _also_touched(
                charge, table, [met.charger, met.goal], {unit.id, goal.id}, units
            )
        else:
            struck = _struck_without_map(state, goal, charge.side)
        contacts |= contact_between(state, unit, goal, "front", struck, unit.side)
        where = "" if struck == "front" else f" in the {struck}"
        if goal.routing:
            where = ", who are in rout and do not fight back (W602)"
        cornered = f"{goal.id} cannot get away and fight (W34). " if charge.avoided else ""
        told = [f"{cornered}{says}{where}: contact."]
    told += [
        f"{contact['first']} and {contact['second']} touch too."
        for contact in contacts.values()
        if {contact["first"], contact["second"]} != {unit.id, goal.id}
    ]
    told += [f"{name} is taken too (W408)." for name, one in units.items() if one.get("gone") and name != goal.id]
    told += ridden_words(leaders)
    _first_melees(state, units, contacts)
    made: dict[str, Any] = {"units": units, "contacts": dropped | contacts} | ({"leaders": leaders} if leaders else {})
    return Conclusion(made, tuple(told))


def _first_melees(state: State, units: dict[str, Any], contacts: dict[str, Any]) -> None:
    """A first melee begins with the first enemy that fights (W46): a router does not."""
    for contact in contacts.values():
        pair = [state.units[contact["first"]], state.units[contact["second"]]]
        if any(one.routing for one in pair):
            continue
        for one in pair:
            if not one.first_melee:
                units.setdefault(one.id, {})["first_melee"] = "now"


def _short(charge: Charge, left: float, changes: dict[str, Any]) -> Conclusion:
    """It goes its whole distance, stops, and has no bonus (W32)."""
    unit, way, moving = charge.unit, charge.way, charge.moving
    made: dict[str, Any] = {}
    if way is not None and charge.table is not None:
        from miniatures.space.moves import advance
        from miniatures.systems.warfare.game.approach import left_behind
        from miniatures.systems.warfare.game.paths import CLEAR, meet

        table, start = charge.table, way.start
        wheeled = replace(moving_of(charge.state, unit), intends="charge", wheel=moving.wheel)

        def fits(inches: float) -> bool:
            """What lies further on costs nothing: it is not reached."""
            met = meet(table, start, advance(start, inches))
            return not met.touched and within(inches, allowance(charge.state, unit, with_met(wheeled, met), table))

        left = furthest(max(0.0, way.inches - CLEAR), fits)
        moving = with_met(wheeled, meet(table, start, advance(start, left)))
        end = advance(start, left).end
        changes = changes | placed_at(end)
        if dropped := left_behind(charge.table, end):
            made["contacts"] = dropped
    changes = changes | {"moving": replace(moving, inches=moving.inches + left).data()}
    told = f"{unit.id} charge {charge.goal.id} and fall short after {left:.1f} inches (W32)."
    return Conclusion({"units": {unit.id: changes}, **made}, (told,))


def _also_touched(
    charge: Charge, table: "Measured", bodies: "list[Footprint]", known: set[str], units: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, None], dict[str, Any]]:
    """Other enemies that are touched where the two end (W401): fights, guns taken, skirmishers who slip away."""
    from miniatures.space.contact import side_touched
    from miniatures.systems.warfare.game.approach import avoiding, left_behind, lone_leaders, touched_now

    state = charge.state
    contacts: dict[str, Any] = {}
    dropped: dict[str, None] = {}
    leaders: dict[str, Any] = {}
    for body in bodies:
        own = state.units[body.id]
        dropped |= left_behind(table, body)
        leaders |= lone_leaders(table, body)
        for name in touched_now(table, body, known | set(state.enemies_touching(body.id))):
            other = state.units[name]
            if other.unit.artillery:
                units[name] = {"gone": "removed"}
                continue
            if avoids(state, other, own):
                away = avoiding(table, table.of(name), body, body, normal_move(charge.facts))
                if not touched_now(table.with_body(away), away, set()):
                    table = table.with_body(away)
                    units[name] = placed_at(away) | {"avoided": state.turn}
                    continue
            mine = side_touched(body, table.of(name)) or "front"
            theirs = side_touched(table.of(name), body) or "front"
            if not (state.in_melee(name) or other.routing or state.options.first_contact_any_side):
                theirs = "front"  # the first enemy to reach it, wherever it came from (W41)
            contacts |= contact_between(state, own, other, _PLAIN[mine], _PLAIN[theirs], charge.unit.side)
    return contacts, dropped, leaders


def _struck_without_map(state: State, goal: UnitNow, side: str) -> str:
    if goal.routing:
        return side or "rear"
    if not state.in_melee(goal.id):
        return side if side and state.options.first_contact_any_side else "front"
    return side
