"""Event VI on the table: what routs cost, where routers run, and pursuers on their heels."""

from typing import TYPE_CHECKING, Any

from miniatures.measuring import within
from miniatures.systems.warfare.facts import UnitInPlay
from miniatures.systems.warfare.game.describing import measured, unit_facts
from miniatures.systems.warfare.game.impact import contact_between
from miniatures.systems.warfare.game.moves import Moving, move_facts, placed_at
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.movement import move_sum, rate
from miniatures.systems.warfare.movement_facts import MoveFacts
from miniatures.systems.warfare.rally import RoutLossesFacts, rout_losses, rout_losses_sums

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.warfare.game.measured import Measured

#: Headings that routers try, nearest to the straight way first.
_SWERVES = (0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90, 120, -120, 150, -150, 180)


def harried(state: State, unit: UnitNow) -> bool:
    """Attacked or pursued: an enemy touches it or has it as prey (W602)."""
    standing = [name for name in state.enemies_touching(unit.id) if not state.units[name].routing]
    return bool(standing) or any(other.pursuing == unit.id for other in state.standing(1 - unit.side))


def losses(state: State) -> tuple[dict[str, Any], list[str]]:
    """The losses of all routers, as Event VI begins (W613)."""
    changed: dict[str, Any] = {}
    says: list[str] = []
    for unit in sorted(state.standing(), key=lambda one: one.id):
        if not unit.routing:
            continue
        facts = RoutLossesFacts(
            unit=UnitInPlay.model_validate(unit_facts(state, unit, None)),
            attacked_or_pursued=harried(state, unit),
            options=state.options,
        )
        (because,) = rout_losses_sums(facts)[0].modifiers
        outcome = rout_losses(facts)(None)  # type: ignore[arg-type]  # no dice are thrown for it
        changed[unit.id] = {"lost": unit.lost + outcome.casualties}
        told = f"{unit.id} lose {outcome.casualties} as {because.because} ({because.rule}): {outcome.left} left"
        if not outcome.left:
            changed[unit.id]["gone"] = "destroyed"
            told += ", wiped out"
        elif outcome.leaves:
            told += "; three quarters are lost, so they leave in the next Movement if still in rout (W612)"
        says.append(f"{told}.")
    return changed, says


def _facts(state: State, unit: UnitNow, moving: Moving, table: "Measured | None") -> MoveFacts:
    data = move_facts(state, unit, moving, table) | {"order": "none", "in_command": True, "intends": "none"}
    return MoveFacts.model_validate(data | {"options": state.options.model_dump(), "distance": None})


def full_move(state: State, unit: UnitNow, table: "Measured | None") -> float:
    return rate(_facts(state, unit, Moving(state.turn), table)).value


def run_and_pursue(state: State) -> tuple[dict[str, Any], list[str]]:
    """Routers a full move first, then those who pursue them (W610, W547, W615)."""
    says: list[str] = []
    changes: dict[str, Any] = {"units": {}, "contacts": {}}
    table = measured(state)
    routers = sorted((unit for unit in state.standing() if unit.routing), key=lambda one: one.id)
    for unit in routers:
        changes["contacts"] |= {contact.key: None for contact in state.contacts_of(unit.id)}
        if table is None or not unit.placed:
            says.append(f"{unit.id} run a full move towards their baseline (W610).")
            continue
        moved, told = _run(state, table, unit)
        changes["units"][unit.id] = moved
        says.append(told)
        if moved.get("gone"):
            table.bodies.pop(unit.id)
    for unit in sorted((one for one in state.standing() if one.pursuing), key=lambda one: one.id):
        prey = state.units[unit.pursuing]
        if table is None or not unit.placed:
            if changes["units"].get(prey.id, {}).get("gone") or prey.gone or not prey.routing:
                changes["units"][unit.id] = {"pursuing": None}
                says.append(f"{unit.id} have nobody left to pursue and rally by themselves (W611).")
            else:
                changes["contacts"] |= contact_between(state, unit, prey, "front", "rear", unit.side)
                says.append(f"{unit.id} pursue {prey.id} a full move; if contact is lost: break-off (W611, W615).")
            continue
        _pursue(state, table, unit, prey, changes, says)
    for unit in state.standing():
        if unit.may_pursue:
            changes["units"][unit.id] = changes["units"].get(unit.id, {}) | {"may_pursue": None}
    return changes, says


def _home(state: State, table: "Measured", unit: UnitNow, body: "Footprint") -> tuple[float, float, bool]:
    """Where routers make for: their camp if there is one on the table, else straight to their baseline."""
    import shapely

    camps = [shape for piece, shape in table.ground.pieces("camp") if piece.side == unit.side]
    here = shapely.Point(body.centre)
    if camps:
        camp = min(camps, key=lambda shape: (shape.distance(here), shape.wkt))
        x, y = camp.centroid.x, camp.centroid.y
        return float(x), float(y), True
    setup = state.setup.table
    assert setup is not None
    edge = setup.zones[unit.side].edge
    x, y = body.centre
    return {"south": (x, -50.0), "north": (x, setup.depth + 50), "west": (-50.0, y), "east": (setup.width + 50, y)}[
        edge
    ] + (False,)


def _run(state: State, table: "Measured", unit: UnitNow) -> tuple[dict[str, Any], str]:
    """A full move for home, round everybody who stands in the way, over any ground."""
    from miniatures.space.moves import advance, run_up, turn_in_place
    from miniatures.space.pose import Pose

    body = table.of(unit.id)
    inches = full_move(state, unit, table)
    x, y, camp = _home(state, table, unit, body)
    straight = Pose(*body.centre, 0.0).towards((x, y)).facing
    if camp:
        inches = min(inches, ((x - body.centre[0]) ** 2 + (y - body.centre[1]) ** 2) ** 0.5)
    best: tuple[float, Footprint] | None = None
    for swerve in _SWERVES:
        turned = turn_in_place(body, (straight + swerve) % 360)
        free, _ = run_up(turned, table.others(unit.id), inches)
        end = advance(turned, free).end
        left = ((x - end.centre[0]) ** 2 + (y - end.centre[1]) ** 2) ** 0.5
        if best is None or left < best[0] - 0.5:  # swerve only where it really brings them nearer
            best = (left, end)
        if within(inches, free):
            best = (left, end) if swerve == 0 or left <= best[0] + 0.01 else best
            break
    assert best is not None
    end = best[1]
    edges = table.ground.leaves(end.polygon)
    table.bodies[unit.id] = end
    if edges:
        return placed_at(end) | {"gone": "left the table"}, f"{unit.id} run off the table in the {edges[0]} (W54)."
    where = "their camp" if camp else "their baseline"
    return placed_at(end), f"{unit.id} run {inches:g} inches towards {where} (W610)."


def _pursue(
    state: State,
    table: "Measured",
    unit: UnitNow,
    prey: UnitNow,
    changes: dict[str, Any],
    says: list[str],
) -> None:
    """A full move after the routers, over the ground as it is: contact, fresh enemies, or nobody."""
    from miniatures.space.moves import advance, run_up
    from miniatures.systems.warfare.game.approach import approach, edge_struck, flush, lone_leaders, turned_to_face

    body = table.of(unit.id)
    if prey.id not in table.bodies or not prey.routing:
        changes["units"][unit.id] = {"pursuing": None}
        says.append(f"{unit.id} have nobody left to pursue and rally by themselves (W611).")
        return
    goal = table.of(prey.id)
    way = approach(table, body, goal)
    moving = Moving(state.turn, wheel=way.wheel, hindrances=way.met.hindrances)
    reach = max(0.0, move_sum(_facts(state, unit, moving, table), overruled=True).total)
    fresh = [name for name in way.blocked_by if state.units[name].side != unit.side]
    if not way.blocked_by and within(way.inches, reach):
        end = flush(table, way.end, goal, edge_struck(goal, "rear", way.end))
        end = end if table.ground.inside(end.polygon) else way.end
        table.bodies[unit.id] = end
        changes["units"][unit.id] = placed_at(end)
        changes["contacts"] |= contact_between(state, unit, prey, "front", "rear", unit.side)
        says.append(f"{unit.id} pursue {prey.id} and stay in contact (W615).")
    elif fresh and within(way.inches, reach):
        enemy = state.units[fresh[0]]
        other = (
            turned_to_face(table, table.of(enemy.id), way.end) if not state.in_melee(enemy.id) else table.of(enemy.id)
        )
        struck = "front" if not state.in_melee(enemy.id) else table.side_facing(enemy.id, body.centre)
        table.bodies[enemy.id] = other
        end = flush(table, way.end, other, edge_struck(other, struck, way.end))
        table.bodies[unit.id] = end
        changes["units"][unit.id] = placed_at(end) | {"pursuing": None, "pursued": state.turn}
        changes["units"][enemy.id] = changes["units"].get(enemy.id, {}) | placed_at(other)
        for one in (unit, enemy):
            if not one.first_melee:
                changes["units"][one.id]["first_melee"] = "now"
        changes["contacts"] |= contact_between(state, unit, enemy, "front", struck, unit.side)
        says.append(f"{unit.id} run into {enemy.id} in their pursuit and fight them next turn as pursuing (W56).")
    else:
        free, _ = run_up(way.start, table.others(unit.id), reach)
        end = advance(way.start, max(0.0, min(free, reach) - (0.02 if free < reach else 0.0))).end
        while table.ground.leaves(end.polygon) and end != way.start:
            reach = max(0.0, reach - 0.5)
            end = advance(way.start, reach).end
            if reach == 0.0:
                break
        table.bodies[unit.id] = end
        changes["units"][unit.id] = placed_at(end) | {"pursuing": None}
        says.append(f"{unit.id} pursue, lose contact with {prey.id} and rally by themselves (W611).")
    ridden = lone_leaders(table, table.of(unit.id))
    if ridden:
        changes["leaders"] = changes.get("leaders", {}) | ridden
