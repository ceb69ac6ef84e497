"""The six events of the turn in their order: what is owed before the next, and what each brings by itself."""

from collections.abc import Callable
from typing import Any

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, held_up
from miniatures.systems.warfare.game.aftermath import Brought, after, combined, settled
from miniatures.systems.warfare.game.breaking import troubled
from miniatures.systems.warfare.game.checklist import owed
from miniatures.systems.warfare.game.compulsory import must_charge
from miniatures.systems.warfare.game.describing import STEPS, measured
from miniatures.systems.warfare.game.orders import NoWords, arrived_orders
from miniatures.systems.warfare.game.riders import messengers_ride
from miniatures.systems.warfare.game.routs import losses, run_and_pursue
from miniatures.systems.warfare.game.scoring import ending
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.game.waves import ROUT


def steps_of(state: State) -> list[str]:
    steps = ["command", "shots", "tests", "first moves", "second moves", "melee", "morale", "rout"]
    if state.options.winner_shoots_first:
        steps[3:3] = ["later shots", "later tests"]
    return steps


def plan_next(state: State, _words: NoWords) -> Plan:
    def against(_facts: Any) -> list[Refusal]:
        if state.over:
            return [Refusal("W58", f"the battle is over: {state.over[:-1]}", "undo, or play on by agreement")]
        found = held_up(owed(state))
        if state.step == "deployment" and state.mapped:
            from miniatures.systems.warfare.game.placing import misplaced

            found += misplaced(state)
        return found

    return Plan(lambda _facts, _outcome: _go_on(state), refusals=against)


def _go_on(state: State) -> Conclusion:
    """Leave this step and enter the next, with everything that comes by itself."""
    steps = steps_of(state)
    index = steps.index(state.step) if state.step in steps else -1
    last = index == len(steps) - 1
    following = steps[0] if last else steps[index + 1]
    changes, says = _leaving(state)
    changes |= {"step": following, "owed": None}
    if following == "command":
        changes |= {"turn": state.turn + 1, "winner": None, "first": None}
    entered = after(state, changes)
    more, told = _entering(entered)
    total, then = settled(state, combined(changes, more))
    title = f"Turn {entered.turn}: {STEPS[following]}." if following == "command" else f"{STEPS[following]}."
    if following in ("first moves", "second moves") and entered.mover is not None:
        title = f"Event III: {entered.sides[entered.mover]} move."
    return Conclusion(total, (*says, title, *told, *then))


def _leaving(state: State) -> Brought:
    leave: dict[str, Callable[[State], Brought]] = {
        "shots": _count_losses,
        "later shots": _count_losses,
        "first moves": _end_moves,
        "second moves": _end_moves,
        "rout": run_and_pursue,
    }
    changes, says = leave[state.step](state) if state.step in leave else ({}, [])
    return changes, says


def _count_losses(state: State) -> Brought:
    """All shots are thrown: those hit lose their figures together and owe one test each (W23, W208)."""
    changed: dict[str, Any] = {}
    says: list[str] = []
    for unit in state.standing():
        if not unit.struck:
            continue
        lost = min(unit.unit.figures, unit.lost + unit.struck)
        changed[unit.id] = {"lost": lost, "struck": None}
        if lost == unit.unit.figures:
            changed[unit.id]["gone"] = "destroyed"
            says.append(f"{unit.id} lose {unit.struck} and are wiped out.")
        elif unit.routing:
            says.append(f"{unit.id} lose {unit.struck} ({unit.unit.figures - lost} left) in their rout.")
        else:
            changed[unit.id]["owes"] = {"shooting": unit.struck}
            says.append(f"{unit.id} lose {unit.struck} ({unit.unit.figures - lost} left) and must test (W208).")
    return {"units": changed}, says


def _end_moves(state: State) -> Brought:
    changed, says = messengers_ride(state, state.mover or 0)
    return ({"messengers": changed} if changed else {}), says


def _entering(state: State) -> Brought:
    enter: dict[str, Callable[[State], Brought]] = {
        "command": _begin_turn,
        "shots": lambda now: (_wipe(now), []),
        "first moves": _begin_moves,
        "second moves": _begin_moves,
        "morale": _begin_morale,
        "rout": _begin_rout,
    }
    return enter[state.step](state) if state.step in enter else ({}, [])


def _wipe(state: State) -> dict[str, Any]:
    """Who was shot at in an earlier turn no longer matters."""
    return {"units": {unit.id: {"shot_at": None} for unit in state.standing() if unit.shot_at}}


def _begin_turn(state: State) -> Brought:
    changes, says = arrived_orders(state)
    over = ending(state)
    if over:
        changes["over"] = over
        says.append(over)
    for side in (0, 1):
        if state.chief(side) is None and not state.options.no_successor:
            heirs = [one for one in state.leaders.values() if one.side == side and not one.gone]
            if heirs:  # in the order of the list, where the players put them
                changes.setdefault("leaders", {})[heirs[0].id] = {"chief": True}
                says.append(f"{heirs[0].id} follows as commander-in-chief of {state.sides[side]} (W57).")
    return changes, says


def _begin_moves(state: State) -> Brought:
    """Spent routers leave (W612); then the charges that the rules demand of the side that moves."""
    changed: dict[str, Any] = {}
    says: list[str] = []
    for unit in state.standing():
        if unit.routing and 4 * unit.left <= unit.unit.figures and unit.routing < state.turn:
            changed[unit.id] = {"gone": "left the field"}
            says.append(f"{unit.id} have lost three quarters and leave the field (W612).")
    changes: dict[str, Any] = {"units": changed} if changed else {}
    now = after(state, changes)
    table = measured(now)
    compulsory = [item for unit in now.standing(now.mover) for item in must_charge(now, table, unit)]
    return changes | {"owed": compulsory}, says


def _begin_morale(state: State) -> Brought:
    """A rout that goes on troubles those who see it as Event V begins (W545); a new one has done so already."""
    changed: dict[str, Any] = {}
    says: list[str] = []
    table = measured(state)
    for router in state.standing():
        if not router.routing or router.routing == state.turn:
            continue
        for friend in troubled(state, table, router):
            routers = changed.setdefault(friend.id, {"owes": {ROUT: {}}})["owes"][ROUT]
            routers[router.id] = state.turn
            says.append(f"{friend.id} see {router.id} in rout and must test (W545).")
        if table is None:
            says.append(f"{router.id} are in rout: friends within 12 inches who see it test, with --cause (W545).")
    return ({"units": changed} if changed else {}), says


def _begin_rout(state: State) -> Brought:
    changed, says = losses(state)
    return ({"units": changed} if changed else {}), says
