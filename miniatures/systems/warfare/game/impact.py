"""What comes of a charge: contact and who faces whom, a charge that falls short, skirmishers who get away."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from miniatures.measuring import within
from miniatures.space.pose import Pose
from miniatures.systems.playing import Conclusion
from miniatures.systems.warfare.game.charges import Meeting, facts_of, normal_move, reach_of
from miniatures.systems.warfare.game.moves import Moving, move_facts, moving_of, placed_at
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.movement import MoveOutcome
from miniatures.systems.warfare.movement_facts import MoveFacts

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.warfare.game.approach import Approach
    from miniatures.systems.warfare.game.measured import Measured


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


def charge_home(
    state: State,
    table: "Measured | None",
    unit: UnitNow,
    goal: UnitNow,
    moving: Moving,
    way: "Approach | None",
    facts: MoveFacts,
    outcome: MoveOutcome,
    answer: str,
    side: str,
) -> Conclusion:
    reach = max(outcome.inches, outcome.if_overruled)
    gap = (facts.distance or 0.0) - moving.inches
    left = max(0.0, reach - moving.inches)
    if unit.furious:
        unit_changes: dict[str, Any] = {"charge_moves": unit.charge_moves + 1}
    else:
        unit_changes = {}
    if answer == "avoid":
        caught = _avoid(state, table, unit, goal, moving, way, facts, left, unit_changes)
        if isinstance(caught, Conclusion):
            return caught
        goal_body, gap = caught
        if table is not None:
            table.bodies[goal.id] = goal_body
            from miniatures.systems.warfare.game.approach import approach

            way = approach(table, table.of(unit.id), goal_body)
    share = 1.0
    if answer == "countercharge":
        theirs = _countering(state, goal, table)
        share = 0.5 if state.options.meet_midway else left / max(0.01, left + theirs)
        reaches = within(gap * share, left) and within(gap * (1 - share), theirs)
    else:
        reaches = within(gap, left)
    if not reaches:
        return _short(unit, goal, moving, way, left, unit_changes)
    moving = replace(moving, inches=moving.inches + gap * share)
    unit_changes |= {"moving": moving.data(), "charged": state.turn}
    if moving.climbed:
        unit_changes["uphill"] = state.turn
    says = f"{unit.id} {way.turned if way else ''}charge {goal.id}"
    if goal.unit.artillery:
        if way is not None:
            unit_changes |= placed_at(way.end)
        units = {unit.id: unit_changes, goal.id: {"gone": "removed"}}
        return Conclusion({"units": units}, (f"{says}, and the gun is taken at a touch (W408).",))
    goal_changes: dict[str, Any] = {}
    if answer == "countercharge":
        goal_changes = {"charged": state.turn}
        says += ", who countercharge"
    contacts: dict[str, Any] = {}
    leaders: dict[str, Any] = {}
    if table is not None and way is not None:
        met = _meeting(state, table, unit, goal, way, gap * (1 - share))
        unit_changes |= placed_at(met.charger)
        goal_changes |= placed_at(met.goal)
        if answer == "countercharge" and table.ground.height_at((met.goal.pose.x, met.goal.pose.y)) > (
            table.ground.height_at((goal.pose.x, goal.pose.y))
        ):
            goal_changes["uphill"] = state.turn
        struck = met.struck
        contacts, leaders = _also_touched(state, table, unit, goal, met)
    else:
        struck = _struck_without_map(state, goal, side)
    contacts |= contact_between(state, unit, goal, "front", struck, unit.side)
    for name, changes in ((unit, unit_changes), (goal, goal_changes)):
        if not name.first_melee and not goal.routing:
            changes["first_melee"] = "now"
    where = "" if struck == "front" else f" in the {struck}"
    if goal.routing:
        where = ", who are in rout and do not fight back (W602)"
    units = {unit.id: unit_changes, goal.id: goal_changes}
    for contact in contacts.values():
        for name in (contact["first"], contact["second"]):
            if name not in units and not state.units[name].first_melee:
                units[name] = {"first_melee": "now"}
    changes = {"units": units, "contacts": contacts} | ({"leaders": leaders} if leaders else {})
    cornered = f"{goal.id} cannot get away and fight (W34). " if answer == "avoid" else ""
    more = [f"{contact['first']} and {contact['second']} touch too." for contact in list(contacts.values())[:-1]]
    return Conclusion(changes, (f"{cornered}{says}{where}: contact.", *more))


def _countering(state: State, goal: UnitNow, table: "Measured | None") -> float:
    """Inches that the one charged has for a countercharge."""
    return reach_of(facts_of(state, move_facts(state, goal, moving_of(state, goal), table)))


def _short(
    unit: UnitNow,
    goal: UnitNow,
    moving: Moving,
    way: "Approach | None",
    left: float,
    changes: dict[str, Any],
) -> Conclusion:
    """It goes its whole distance, stops, and has no bonus (W32)."""
    if way is not None:
        from miniatures.space.moves import advance

        left = min(left, max(0.0, way.inches - 0.02))
        changes = changes | placed_at(advance(way.start, left).end)
    changes |= {"moving": replace(moving, inches=moving.inches + left).data()}
    told = f"{unit.id} charge {goal.id} and fall short after {left:.1f} inches (W32)."
    return Conclusion({"units": {unit.id: changes}}, (told,))


def _avoid(
    state: State,
    table: "Measured | None",
    unit: UnitNow,
    goal: UnitNow,
    moving: Moving,
    way: "Approach | None",
    facts: MoveFacts,
    left: float,
    changes: dict[str, Any],
) -> "Conclusion | tuple[Footprint, float]":
    """Skirmishers get away during the attackers' move; where they cannot, they are where they were stopped."""
    told = f"{goal.id} avoid {unit.id} (W409), and count as avoiding next turn."
    if table is None or way is None:
        changes |= {"moving": replace(moving, inches=moving.inches + left).data()}
        return Conclusion({"units": {unit.id: changes, goal.id: {"avoided": state.turn}}}, (told,))
    from miniatures.space.moves import advance, run_up
    from miniatures.systems.warfare.game.approach import approach, avoiding

    runner = table.of(goal.id)
    others = [other for other in table.others(unit.id) if other.id != goal.id]
    free, _ = run_up(way.start, others, left)
    ends = advance(way.start, max(0.0, min(left, free - 0.02 if free < left else left))).end
    away = avoiding(table, runner, table.of(unit.id), ends, normal_move(facts))
    table.bodies[goal.id] = away
    again = approach(table, table.of(unit.id), away)
    table.bodies[goal.id] = runner
    if not again.blocked_by and within(again.inches, left):
        return away, again.inches
    inches = moving.inches + min(left, free)
    changes |= placed_at(ends) | {"moving": replace(moving, inches=inches).data()}
    units = {unit.id: changes, goal.id: placed_at(away) | {"avoided": state.turn}}
    return Conclusion({"units": units}, (told,))


def _meeting(state: State, table: "Measured", unit: UnitNow, goal: UnitNow, way: "Approach", comes: float) -> Meeting:
    """The two as they stand in contact."""
    from miniatures.systems.warfare.game.approach import edge_struck, flush, turned_to_face

    body, enemy = way.end, table.of(goal.id)
    origin = table.of(unit.id).centre
    from_side = table.side_facing(goal.id, origin)
    if comes > 0.01:  # they meet on the way, front to front
        back = body.pose.shifted(-comes)
        body = body.at(back)
        x, y = enemy.pose.shifted(0)[0], enemy.pose.shifted(0)[1]
        ahead = Pose(x, y, (body.pose.facing + 180) % 360).shifted(comes)
        enemy = enemy.at(Pose(ahead.x, ahead.y, (body.pose.facing + 180) % 360))
        return Meeting(flush(table, body, enemy, "front"), enemy, "front")
    first = not state.in_melee(goal.id) and not goal.routing
    if first and not state.options.first_contact_any_side:
        if from_side != "front":
            enemy = turned_to_face(table, enemy, body)
        return Meeting(flush(table, body, enemy, edge_struck(enemy, "front", body)), enemy, "front")
    edge = edge_struck(enemy, from_side, body)
    return Meeting(flush(table, body, enemy, edge), enemy, from_side)


def _also_touched(
    state: State, table: "Measured", unit: UnitNow, goal: UnitNow, met: Meeting
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Other enemies that are touched where it ends (W401), and leaders who are ridden down."""
    from miniatures.space.contact import side_touched
    from miniatures.systems.warfare.game.approach import lone_leaders, touched_now

    contacts: dict[str, Any] = {}
    table.bodies[unit.id], table.bodies[goal.id] = met.charger, met.goal
    for name in touched_now(table, met.charger, {goal.id}):
        other = state.units[name]
        if other.unit.artillery:
            continue
        mine = side_touched(met.charger, table.of(name)) or "front"
        theirs = side_touched(table.of(name), met.charger) or "front"
        plain = {"left": "flank", "right": "flank"}
        contacts |= contact_between(state, unit, other, plain.get(mine, mine), plain.get(theirs, theirs), unit.side)
    return contacts, lone_leaders(table, met.charger)


def _struck_without_map(state: State, goal: UnitNow, side: str) -> str:
    if goal.routing:
        return side or "rear"
    first = not state.in_melee(goal.id) and not state.options.first_contact_any_side
    return "front" if first else side or "flank"
