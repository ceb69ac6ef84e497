"""The phases of a turn in their order, first for one side and then for the other (C101, C74)."""

from collections.abc import Callable
from typing import Any

from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.checklist import owed
from miniatures.systems.command_roll.game.describing import STEPS, measured
from miniatures.systems.command_roll.game.driving import to_be_driven
from miniatures.systems.command_roll.game.heralds import heralds_ride
from miniatures.systems.command_roll.game.losses import after, fewer, left_alone, merged
from miniatures.systems.command_roll.game.scoring import ending
from miniatures.systems.command_roll.game.state import State, load
from miniatures.systems.command_roll.unit import Stated
from miniatures.systems.playing import Conclusion, Plan, held_up

ORDER = ("command", "commanders", "shooting", "drive backs", "combat")

Brought = tuple[dict[str, Any], list[str]]


class NoWords(Stated):
    """Nothing needs to be said."""


def plan_next(state: State, _words: NoWords) -> Plan:
    def against(_facts: Any) -> list[Refusal]:
        if state.over:
            return [Refusal("C39", f"the battle is over: {state.over[:-1]}", "undo, or play on by agreement")]
        found = held_up(owed(state))
        if state.step == "deployment" and state.mapped:
            from miniatures.systems.command_roll.game.placing import misplaced

            found += misplaced(state)
        return found

    return Plan(lambda _facts, _outcome: _go_on(state), refusals=against)


def _following(step: str) -> str:
    if step not in ORDER or step == ORDER[-1]:
        return ORDER[0]
    return ORDER[ORDER.index(step) + 1]


def _go_on(state: State) -> Conclusion:
    """Leave this step and enter the next, with everything that comes by itself."""
    leave: dict[str, Callable[[State], Brought]] = {
        "commanders": _end_command,
        "shooting": _end_shots,
        "drive backs": _end_shooting,
        "combat": _end_combat,
    }
    changes, says = leave[state.step](state) if state.step in leave else ({}, [])
    step = _following(state.step)
    if step == "drive backs" and not to_be_driven(_after(state, changes)):
        more, told = _end_shooting(_after(state, changes))
        changes = _joined(changes, more)
        says += told
        step = "combat"
    changes |= {"step": step, "order": None}
    if step == "command":
        changes |= _next_half(state)
        entered = _after(state, changes)
        title = f"Turn {entered.turn}, {entered.sides[entered.active]}: {STEPS[step]}."
        over = ending(entered)
        if over:
            changes["over"] = over
            return Conclusion(changes, (*says, over))
        return Conclusion(changes, (*says, title))
    return Conclusion(changes, (*says, f"{STEPS[step]}."))


def _next_half(state: State) -> dict[str, Any]:
    if state.step == "deployment":
        return {"turn": 1, "second": False, "active": state.begins}
    if not state.second:
        return {"second": True, "active": 1 - state.begins}
    return {"turn": state.turn + 1, "second": False, "active": state.begins}


def _after(state: State, changes: dict[str, Any]) -> State:
    from miniatures.game.fold import merged as folded

    return load(state.setup, folded(dict(state.data), changes))


def _joined(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    return one | other | {"units": merged(one.get("units", {}), other.get("units", {}))}


def _end_command(state: State) -> Brought:
    """Heralds ride, and this side's units come to order (C414)."""
    changes, says = heralds_ride(state)
    calm = [unit.id for unit in state.standing(state.active) if unit.confused]
    if calm:
        changes["units"] = {name: {"confused": None} for name in calm}
        says += [f"{name}: no longer confused (C414)." for name in calm]
    return changes, says


def _end_shots(state: State) -> Brought:
    """All have shot: the stands that fell are taken away (C43)."""
    table = measured(state)
    changed: dict[str, Any] = {}
    says: list[str] = []
    for unit in state.standing():
        if not unit.falling:
            continue
        changed[unit.id] = fewer(table, unit, unit.left)
        if not unit.left:
            changed[unit.id]["gone"] = "killed" if unit.commands else "destroyed"
            says.append(f"{unit.id} is killed." if unit.commands else f"{unit.id}: nobody is left.")
            changed |= left_alone(table, unit, state.joined_to(unit.id))
    if table is None or not changed:
        return ({"units": changed} if changed else {}), says
    from miniatures.systems.command_roll.game.ways import parted

    # A charger whose stands close up may no longer touch all whom he reached.
    closed = table.with_units(*(after(state.units[name], change) for name, change in changed.items()))
    contacts = parted(closed, (one for name in changed for one in state.contacts_of(name)))
    return {"units": changed} | ({"contacts": contacts} if contacts else {}), says


def _end_shooting(state: State) -> Brought:
    """Hits that removed no stand are dropped, but for chargers' (C27, C71)."""
    return _dropped(state, lambda unit: not unit.shot_hits), []


def _end_combat(state: State) -> Brought:
    changes = _dropped(state, lambda _unit: True)
    for unit in state.standing():
        if unit.shot_hits or unit.pursues is not None:
            changes.setdefault("units", {}).setdefault(unit.id, {}).update({"shot_hits": None, "pursues": None})
    return changes, []


def _dropped(state: State, fits: Callable[[Any], bool]) -> dict[str, Any]:
    if state.options.hits_carried:
        return {}
    changed = {unit.id: {"hits": None} for unit in state.standing() if unit.hits and fits(unit)}
    return {"units": changed} if changed else {}
