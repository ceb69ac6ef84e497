"""What follows from any change by itself: contacts and first melees that are over, pursuits, leaders left alone."""

from collections.abc import Mapping
from typing import Any

from miniatures.game.fold import merged
from miniatures.systems.warfare.game.describing import measured
from miniatures.systems.warfare.game.pieces import LeaderNow, UnitNow
from miniatures.systems.warfare.game.state import State, load

Brought = tuple[dict[str, Any], list[str]]


def combined(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Two changes as one: what the second says of a thing stands over what the first said of it."""
    both = dict(first)
    for key, change in second.items():
        before = both.get(key)
        both[key] = combined(before, change) if isinstance(before, Mapping) and isinstance(change, Mapping) else change
    return both


def after(state: State, changes: Mapping[str, Any]) -> State:
    """The state as it will be."""
    return load(state.setup, merged(dict(state.data), changes))


def settled(state: State, changes: Mapping[str, Any], told: frozenset[str] = frozenset()) -> Brought:
    """The changes with all that follows from them. Of those in `told` the players know already that they pursue."""
    now = after(state, changes)
    over = {contact.key: None for contact in now.contacts if _over(now, contact.first, contact.second)}
    if over:
        changes = combined(changes, {"contacts": over})
        now = after(state, changes)
    units: dict[str, Any] = {}
    says: list[str] = []
    for unit in now.standing():
        change = _first_melee(now, unit)
        if state.in_melee(unit.id) and not unit.routing and not now.in_melee(unit.id):
            change |= _pursues(now, unit)
            if ("may_pursue" in change or "pursuing" in change) and unit.id not in told:
                must = "must" if change.get("pursuing") else "may"
                says.append(f"{unit.id} {must} pursue (W543).")
        prey = now.units.get(unit.pursuing)
        if prey is not None and prey.gone:
            change |= {"pursuing": None, "may_pursue": None}
            says.append(f"{unit.id} have nobody left to pursue and rally by themselves (W611).")
        if change:
            units[unit.id] = change
    leaders, more = _left_alone(state, now)
    following = {key: change for key, change in (("units", units), ("leaders", leaders)) if change}
    return combined(changes, following), [*says, *more]


def _over(state: State, first: str, second: str) -> bool:
    """One of the two is no longer there, or both run."""
    one, other = state.units[first], state.units[second]
    return bool(one.gone or other.gone or (one.routing and other.routing))


def _first_melee(state: State, unit: UnitNow) -> dict[str, Any]:
    fights = state.in_melee(unit.id)
    if fights and not unit.first_melee:
        return {"first_melee": "now"}
    return {"first_melee": "done"} if unit.first_melee == "now" and not fights else {}


def _pursues(state: State, unit: UnitNow) -> dict[str, Any]:
    """A unit whose last enemy has just run: who must pursue does, who may is asked (W543, W56)."""
    prey = sorted(name for name in state.enemies_touching(unit.id) if state.units[name].routing)
    if not prey:
        return {}
    if not (unit.unit.bold or unit.unit.mounted):
        return {"may_pursue": prey, "tried": None}
    return {"pursuing": prey[0], "may_pursue": prey if len(prey) > 1 else None, "tried": None}


def _left_alone(state: State, now: State) -> Brought:
    """Leaders whose unit is gone: alone where it stood, or with the nearest friends if enemies touch them (W57)."""
    changed: dict[str, Any] = {}
    says: list[str] = []
    for leader in state.leaders.values():
        unit = state.units.get(leader.unit)
        if unit is None or unit.gone or not now.units[unit.id].gone or now.leaders[leader.id].gone:
            continue
        enemies = [now.units[name] for name in state.enemies_touching(unit.id)]
        if not state.mapped or not any(not one.gone and not one.routing for one in enemies):
            changed[leader.id] = {"unit": None, "x": unit.x, "y": unit.y}
            says.append(f"{leader.id} is left alone.")
            continue
        haven = _haven(state, now, leader, unit)
        if haven is None:
            changed[leader.id] = {"unit": None, "gone": "lost"}
            says.append(f"{leader.id} finds no friends to go to and is lost (W57).")
        else:
            changed[leader.id] = {"unit": haven, "joined": state.turn}
            says.append(f"{leader.id} gets away to {haven} (W57).")
    return changed, says


def _haven(state: State, now: State, leader: LeaderNow, unit: UnitNow) -> str | None:
    from miniatures.space.nearest import nearest

    before, table = measured(state), measured(now)
    assert before is not None
    assert table is not None
    free = [
        body
        for body in table.bodies.values()
        if now.units[body.id].side == leader.side
        and not now.units[body.id].routing
        and now.leader_with(body.id) is None
    ]
    found = nearest(before.of(unit.id), free)
    return found.id if found else None
