"""Event VI on the table: pursuers on the heels of routers, and whom they run into."""

from typing import TYPE_CHECKING, Any

from miniatures.measuring import within
from miniatures.systems.warfare.game.approach import Approach, approach, avoiding, edge_struck, flush, lone_leaders
from miniatures.systems.warfare.game.approach import turned_to_face as faced
from miniatures.systems.warfare.game.barring import free_of_ground
from miniatures.systems.warfare.game.describing import ridden_words
from miniatures.systems.warfare.game.impact import contact_between
from miniatures.systems.warfare.game.moves import Moving, facts_of, move_facts, placed_at
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.movement import move_sum, rate

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured


def pursue(
    table: "Measured", unit: UnitNow, prey: UnitNow, ran: float, changes: dict[str, Any], says: list[str]
) -> None:
    """A full move after the routers, over the ground as it is: contact, fresh enemies, or nobody."""
    state = table.state
    way, reach = _clear_the_way(table, unit, prey, changes, says)
    gap = way.inches
    if prey.id in state.enemies_touching(unit.id):  # on their heels: no further to go than they ran
        gap = min(gap, ran)
    stopped = bool(way.met.river or way.met.barred)
    enemies = [name for name in way.blocked_by if state.units[name].side != unit.side]
    if not way.blocked_by and not stopped and within(gap, reach):
        _catch(table, unit, prey, way, changes)
        says.append(f"{unit.id} pursue {prey.id} and stay in contact (W615).")
    elif enemies and not stopped and within(way.inches, reach):
        other = state.units[enemies[0]]
        if other.routing:
            _catch(table, unit, other, way, changes)
            says.append(f"{unit.id} catch {other.id} in place of {prey.id} (W615).")
        else:
            _run_into(table, unit, other, way, changes)
            says.append(f"{unit.id} run into {other.id} in their pursuit and fight them next turn as pursuing (W56).")
    else:
        _fall_behind(table, unit, way, reach, changes)
        says.append(f"{unit.id} pursue, lose contact with {prey.id} and rally by themselves (W611).")
    ridden = lone_leaders(table, table.of(unit.id))
    if ridden:
        changes["leaders"] = changes.get("leaders", {}) | ridden
        says += ridden_words(ridden)


def met_in(changes: dict[str, Any], state: State, unit: UnitNow) -> bool:
    """Whether an enemy who fights has run into it in this very phase."""
    new = [contact for contact in changes["contacts"].values() if contact]
    pairs = [{contact["first"], contact["second"]} for contact in new]
    return any(not state.units[name].routing for pair in pairs if unit.id in pair for name in pair - {unit.id})


def _clear_the_way(
    table: "Measured", unit: UnitNow, prey: UnitNow, changes: dict[str, Any], says: list[str]
) -> tuple[Approach, float]:
    """The way to the prey, when guns are ridden over (W408) and skirmishers have got out of it (W409)."""
    state = table.state
    body, goal = table.of(unit.id), table.of(prey.id)
    asked: set[str] = set()
    while True:
        way = approach(table, body, goal)
        # Turning after the routers costs nothing; the ground does (W56).
        moving = Moving(state.turn, hindrances=way.met.hindrances)
        data = move_facts(state, unit, moving, table) | {"order": "none", "in_command": True, "intends": "none"}
        facts = facts_of(state, data | {"distance": None})
        reach = max(0.0, move_sum(facts, overruled=True).total)
        others = [state.units[name] for name in way.blocked_by if state.units[name].side != unit.side]
        others = [other for other in others if other.id not in asked and (other.unit.artillery or not other.routing)]
        if not others or not within(way.inches, reach):
            return way, reach
        other = others[0]
        asked.add(other.id)
        if other.unit.artillery:
            table.bodies.pop(other.id)
            changes["units"][other.id] = changes["units"].get(other.id, {}) | {"gone": "removed"}
            says.append(f"{unit.id} take {other.id} at a touch (W408).")
        elif other.unit.skirmishers and not unit.unit.skirmishers and not state.in_melee(other.id):
            away = avoiding(table, table.of(other.id), body, way.end, rate(facts).value)
            table.bodies[other.id] = away
            changes["units"][other.id] = changes["units"].get(other.id, {}) | placed_at(away) | {"avoided": state.turn}
            says.append(f"{other.id} avoid {unit.id} (W409).")


def _catch(table: "Measured", unit: UnitNow, prey: UnitNow, way: Approach, changes: dict[str, Any]) -> None:
    goal = table.of(prey.id)
    end = flush(table, way.end, goal, edge_struck(goal, "rear", way.end))
    end = end if table.ground.inside(end.polygon) else way.end
    table.bodies[unit.id] = end
    changes["units"][unit.id] = placed_at(end) | {"pursuing": prey.id}
    changes["contacts"] |= contact_between(table.state, unit, prey, "front", "rear", unit.side)


def _run_into(table: "Measured", unit: UnitNow, enemy: UnitNow, way: Approach, changes: dict[str, Any]) -> None:
    """The first to reach an enemy turns it to face; one that fights already is struck where they come in (W41)."""
    state = table.state
    other, struck = table.of(enemy.id), table.side_facing(enemy.id, table.of(unit.id).centre)
    if not state.in_melee(enemy.id) and not met_in(changes, state, enemy):
        other, struck = faced(table, other, way.end) if struck != "front" else other, "front"
    table.bodies[enemy.id] = other
    end = flush(table, way.end, other, edge_struck(other, struck, way.end))
    table.bodies[unit.id] = end
    changes["units"][unit.id] = placed_at(end) | {"pursuing": None, "pursued": state.turn}
    changes["units"][enemy.id] = changes["units"].get(enemy.id, {}) | placed_at(other)
    changes["contacts"] |= contact_between(state, unit, enemy, "front", struck, unit.side)


def _fall_behind(table: "Measured", unit: UnitNow, way: Approach, reach: float, changes: dict[str, Any]) -> None:
    """As far as they get, and they are under control again."""
    from miniatures.space.moves import advance, run_up

    free, _ = run_up(way.start, table.others(unit.id), reach)
    free = free_of_ground(table, way.start, way.start.pose.facing, free)
    end = advance(way.start, max(0.0, free - (0.02 if free < reach else 0.0))).end
    table.bodies[unit.id] = end
    changes["units"][unit.id] = placed_at(end) | {"pursuing": None}
