"""Event VI on the table: what routs cost, and where routers run, with their pursuers on their heels."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from miniatures.systems.warfare.facts import UnitInPlay
from miniatures.systems.warfare.game.describing import measured, unit_facts
from miniatures.systems.warfare.game.impact import contact_between
from miniatures.systems.warfare.game.moves import Moving, facts_of, move_facts, placed_at
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.movement import rate
from miniatures.systems.warfare.rally import RoutLossesFacts, rout_losses, rout_losses_sums

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.warfare.game.measured import Measured

#: Headings that routers try, nearest to the straight way first.
_SWERVES = (0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90, 120, -120, 150, -150, 180)
#: They turn aside where it brings them so much nearer.
_WORTH_IT = 0.5
_NOTHING = 0.05


def harried(state: State, unit: UnitNow) -> bool:
    """Attacked or pursued: an enemy touches it or has it as prey (W602)."""
    touching = [state.units[name] for name in state.enemies_touching(unit.id)]
    return any(not enemy.routing and not enemy.gone for enemy in touching) or any(
        other.pursuing == unit.id for other in state.standing(1 - unit.side)
    )


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
        lost = unit.lost + outcome.casualties
        changed[unit.id] = {"lost": lost} | _at_the_enemy(state, unit, lost)
        told = f"{unit.id} lose {outcome.casualties} as {because.because} ({because.rule}): {outcome.left} left"
        if not outcome.left:
            changed[unit.id]["gone"] = "destroyed"
            told += ", wiped out"
        elif outcome.leaves:
            told += "; three quarters are lost, so they leave in the next Movement if still in rout (W612)"
        says.append(f"{told}.")
    return changed, says


def _at_the_enemy(state: State, unit: UnitNow, lost: int) -> dict[str, Any]:
    """Bases leave from the rear, and there the enemy is: the rest stay in his hands until they run."""
    if not unit.placed or not state.enemies_touching(unit.id):
        return {}
    gap = unit.size(state.options)[1] - replace(unit, lost=lost).size(state.options)[1]
    if gap <= 0:
        return {}
    back = unit.pose.shifted(-gap)
    return {"x": round(back.x, 4), "y": round(back.y, 4)}


def run_and_pursue(state: State) -> tuple[dict[str, Any], list[str]]:
    """Routers a full move first, then those who pursue them (W610, W547, W615)."""
    table = measured(state)
    changes, says = _without_map(state) if table is None else _on_the_table(state, table)
    for unit in state.standing():
        if unit.may_pursue:
            changes["units"][unit.id] = changes["units"].get(unit.id, {}) | {"may_pursue": None}
    return changes, says


def _routers(state: State) -> list[UnitNow]:
    return sorted((unit for unit in state.standing() if unit.routing), key=lambda one: one.id)


def _pursuers(state: State, changes: dict[str, Any], says: list[str]) -> list[tuple[UnitNow, UnitNow]]:
    """Those who pursue, each with its prey; who fights an enemy or has no prey left pursues no more."""
    found: list[tuple[UnitNow, UnitNow]] = []
    for unit in sorted((one for one in state.standing() if one.pursuing), key=lambda one: one.id):
        prey = state.units[unit.pursuing]
        if state.in_melee(unit.id):
            changes["units"][unit.id] = {"pursuing": None}
            says.append(f"{unit.id} are held by those they fight and pursue nobody (W56).")
        elif prey.gone or not prey.routing or changes["units"].get(prey.id, {}).get("gone"):
            changes["units"][unit.id] = {"pursuing": None}
            says.append(f"{unit.id} have nobody left to pursue and rally by themselves (W611).")
        else:
            found.append((unit, prey))
    return found


def _without_map(state: State) -> tuple[dict[str, Any], list[str]]:
    """The players run and pursue; who pursues keeps contact until they say otherwise."""
    changes: dict[str, Any] = {"units": {}, "contacts": {}}
    says: list[str] = []
    for unit in _routers(state):
        changes["contacts"] |= {contact.key: None for contact in state.contacts_of(unit.id)}
        says.append(f"{unit.id} run a full move towards their baseline (W610).")
    for unit, prey in _pursuers(state, changes, says):
        changes["contacts"] |= contact_between(state, unit, prey, "front", "rear", unit.side)
        says.append(f"{unit.id} pursue {prey.id} a full move; if contact is lost: break-off (W611, W615).")
    return changes, says


def _on_the_table(state: State, table: "Measured") -> tuple[dict[str, Any], list[str]]:
    from miniatures.space.contact import touching
    from miniatures.space.footprint import distance
    from miniatures.systems.warfare.game.pursuits import met_in, pursue

    changes: dict[str, Any] = {"units": {}, "contacts": {}}
    says: list[str] = []
    before = [contact for unit in _routers(state) for contact in state.contacts_of(unit.id)]
    changes["contacts"] |= {contact.key: None for contact in before}
    ran: dict[str, float] = {}
    # Who is nearest home runs first, and so makes room for those behind.
    for unit in sorted(_routers(state), key=lambda one: (_home(state, table, one)[2], one.id)):
        if not unit.placed:
            continue
        moved, told, ran[unit.id] = _run(state, table, unit)
        changes["units"][unit.id] = moved
        says.append(told)
        if moved.get("gone"):
            table.bodies.pop(unit.id)
    chases = _pursuers(state, changes, says)
    chases.sort(key=lambda pair: (distance(table.of(pair[0].id), table.of(pair[1].id)), pair[0].id))
    for unit, prey in chases:
        if met_in(changes, state, unit):
            changes["units"][unit.id] = changes["units"].get(unit.id, {}) | {"pursuing": None}
            says.append(f"{unit.id} are run into, and pursue nobody (W56).")
        else:
            pursue(table, unit, prey, ran[prey.id], changes, says)
    for contact in before:  # routers who could not get away are still in the enemy's hands
        pair = [table.bodies.get(name) for name in (contact.first, contact.second)]
        if pair[0] and pair[1] and changes["contacts"].get(contact.key, contact) is None:
            stuck = any(ran.get(name, 1.0) < _NOTHING for name in (contact.first, contact.second))
            if stuck or touching(pair[0], pair[1]):
                del changes["contacts"][contact.key]
    return changes, says


def _home(state: State, table: "Measured", unit: UnitNow) -> tuple[tuple[float, float], bool, float]:
    """Where routers make for: their nearest camp, else straight to their baseline; and how far that is."""
    import shapely

    body = table.of(unit.id)
    here = shapely.Point(body.centre)
    camps = [shape for piece, shape in table.ground.pieces("camp") if piece.side == unit.side]
    if camps:
        camp = min(camps, key=lambda shape: (shape.distance(here), shape.wkt)).centroid
        return (float(camp.x), float(camp.y)), True, float(camp.distance(here))
    setup = state.setup.table
    assert setup is not None
    edge = setup.zones[unit.side].edge
    x, y = body.centre
    beyond = 50.0
    goals = {
        "south": (x, -beyond),
        "north": (x, setup.depth + beyond),
        "west": (-beyond, y),
        "east": (setup.width + beyond, y),
    }
    return goals[edge], False, table.ground.edge_distance(body.centre, edge)


def full_move(state: State, unit: UnitNow, table: "Measured") -> float:
    """The unit's rate, whatever the ground (W610)."""
    data = move_facts(state, unit, Moving(state.turn), table) | {"order": "none", "in_command": True, "intends": "none"}
    return rate(facts_of(state, data | {"distance": None})).value


def _run(state: State, table: "Measured", unit: UnitNow) -> tuple[dict[str, Any], str, float]:
    """A full move for home, round everybody who stands in the way, over any ground."""
    from miniatures.space.moves import shift, slide
    from miniatures.space.pose import Pose

    body = table.of(unit.id)
    inches = full_move(state, unit, table)
    (x, y), camp, away = _home(state, table, unit)
    if camp:
        inches = min(inches, away)
    straight = Pose(*body.centre, 0.0).towards((x, y)).facing
    others = table.others(unit.id)
    here = _apart(body.centre, (x, y))
    best, furthest = (here, 0.0, straight), (0.0, straight)
    for swerve in _SWERVES:
        heading = (straight + swerve) % 360
        free, _ = slide(body, heading, others, inches)
        left = _apart(shift(body, heading, free).end.centre, (x, y))
        if left < best[0] - (_WORTH_IT if best[1] else 0.0):
            best = (left, free, heading)
        if free > furthest[0] + _WORTH_IT:
            furthest = (free, heading)
    _, ran, heading = best
    if ran < min(_WORTH_IT, inches) and harried(state, unit):  # no way home: away from the enemy then (W542)
        ran, heading = furthest
    end = _facing(table, shift(body, heading, ran).end, heading)
    table.bodies[unit.id] = end
    edges = table.ground.leaves(end.polygon)
    if edges:
        return placed_at(end) | {"gone": "left the table"}, f"{unit.id} run off the table in the {edges[0]} (W54).", ran
    where = "their camp" if camp else "their baseline"
    told = f"{unit.id} run {ran:.1f} inches towards {where} (W610)."
    if ran < inches - 0.05:
        told = f"{unit.id} run {ran:.1f} inches towards {where}, and no further for those in the way (W610)."
    return placed_at(end), told, ran


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def _facing(table: "Measured", body: "Footprint", heading: float) -> "Footprint":
    """They look where they run, if those beside them leave room to turn."""
    from miniatures.space.moves import turn_in_place
    from miniatures.systems.warfare.game.paths import SLIVER

    turned = turn_in_place(body, heading)
    if any(turned.polygon.intersection(other.polygon).area > SLIVER for other in table.others(body.id)):
        return body
    return turned
