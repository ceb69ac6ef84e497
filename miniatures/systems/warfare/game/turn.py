"""The six events of the turn in their order: what is owed before the next, and what each brings by itself."""

from collections.abc import Callable, Mapping
from typing import Any

from miniatures.game.fold import merged
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Owed, Plan
from miniatures.systems.warfare.game.breaking import troubled
from miniatures.systems.warfare.game.charges import can_reach, closest_in_sight
from miniatures.systems.warfare.game.describing import STEPS, measured
from miniatures.systems.warfare.game.fights import unfought
from miniatures.systems.warfare.game.orders import NoWords, arrived_orders, chief
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.rallying import leader_touches
from miniatures.systems.warfare.game.riders import messengers_ride
from miniatures.systems.warfare.game.routs import losses, run_and_pursue
from miniatures.systems.warfare.game.scoring import ending
from miniatures.systems.warfare.game.state import State, load

Brought = tuple[dict[str, Any], list[str]]
_ORDERED = {
    "attack": ("W104", "attack: move fast to close to melee; shooters may stop to shoot once in range"),
    "engage": ("W105", "engage: at least half its move towards the enemy until it can shoot, then defend"),
    "retire": ("W107", "retire: move to its own baseline"),
}


def steps_of(state: State) -> list[str]:
    steps = ["command", "shots", "tests", "first moves", "second moves", "melee", "morale", "rout"]
    if state.options.winner_shoots_first:
        steps[3:3] = ["later shots", "later tests"]
    return steps


def owed(state: State) -> list[Owed]:
    """The checklist of this step."""
    found = [
        Owed(unit.id, f"test morale: {', '.join(unit.owes)}", "W505", f'morale "{unit.id}"')
        for unit in state.standing()
        if unit.owes and state.step != "shots"
    ]
    step = state.step
    if step == "deployment":
        found += [
            Owed(wing.name, "give it an order", "W103", f'order "{wing.name}" attack', must=False)
            for wing in state.wings.values()
            if wing.order == "none"
        ]
    if step == "command":
        if state.winner is None:
            found.append(Owed("both commanders", "roll for initiative", "W101", "initiative"))
        elif state.first is None:
            found.append(Owed(state.sides[state.winner], "choose to move first or second", "W101", "choose first"))
    if step in ("first moves", "second moves"):
        found += _moves_owed(state)
    if step == "melee":
        found += [
            Owed(group[0].first, f"fight the melee with {group[0].second}", "W461", f'melee "{group[0].first}"')
            for group in unfought(state)
        ]
    if step in ("melee", "morale", "rout"):
        found += [
            Owed(unit.id, f"may pursue {', '.join(unit.may_pursue)}", "W543", f'pursue "{unit.id}"', must=False)
            for unit in state.standing()
            if unit.may_pursue
        ]
    if step == "morale":
        found += [
            Owed(unit.id, "rallies: a leader touches it", "W603", f'rally "{unit.id}"', must=False)
            for unit in state.standing()
            if unit.routing and leader_touches(state, unit)
        ]
        found += [
            Owed(unit.id, "may turn to face the enemy", "W608", f'turn "{unit.id}"', must=False)
            for unit in state.standing()
            if 0 < unit.turns <= state.turn
        ]
    if step == "rout":
        found += [
            Owed(unit.id, "may try to rally", "W604", f'rally "{unit.id}"', must=False)
            for unit in state.standing()
            if (unit.routing or unit.pursuing) and not unit.tried and unit.unit.kind != "levy"
        ]
    return found


def _moves_owed(state: State) -> list[Owed]:
    """Charges that were found compulsory when the movement began, and what the orders ask for."""
    found: list[Owed] = []
    for item in state.owed:
        unit = state.units[item["unit"]]
        charged = unit.charged == state.turn or unit.moving.get("turn") == state.turn
        if not charged and not unit.gone and not state.in_melee(unit.id):
            found.append(Owed(unit.id, item["what"], item["rule"], f'charge "{unit.id}" "{item["target"]}"'))
    for unit in state.standing(state.mover):
        order = state.wings[unit.wing].order
        busy = unit.routing or unit.pursuing or state.in_melee(unit.id) or unit.moving.get("turn") == state.turn
        stopped = unit.shot == state.turn or unit.fell_back == state.turn or unit.unit.artillery
        if order in _ORDERED and not busy and not stopped and not unit.furious:
            rule, what = _ORDERED[order]
            found.append(Owed(unit.id, what, rule, f'move "{unit.id}" all', must=False))
    return found


def plan_next(state: State, _words: NoWords) -> Plan:
    def against(_facts: Any) -> list[Refusal]:
        found = [
            Refusal(one.rule, f"{one.unit}: {one.what}", f"do it first: {one.how}") for one in owed(state) if one.must
        ]
        if state.over:
            found.append(Refusal("W58", f"the battle is over: {state.over}", "undo, or play on by agreement"))
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
    entered = _after(state, changes)
    more, told = _entering(entered)
    title = f"Turn {entered.turn}: {STEPS[following]}." if following == "command" else f"{STEPS[following]}."
    if following in ("first moves", "second moves") and entered.mover is not None:
        title = f"Event III: {entered.sides[entered.mover]} move."
    return Conclusion(combined(changes, more), (*says, title, *told))


def _after(state: State, changes: Mapping[str, Any]) -> State:
    """The state as it will be, to measure what the next step brings."""
    return load(state.setup, merged(dict(state.data), changes))


def combined(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Two changes as one: what the second says of a thing stands over what the first said of it."""
    both = dict(first)
    for key, change in second.items():
        before = both.get(key)
        both[key] = combined(before, change) if isinstance(before, Mapping) and isinstance(change, Mapping) else change
    return both


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
        elif not unit.routing:
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
        if chief(state, side) is None and not state.options.no_successor:
            heirs = [one for one in state.leaders.values() if one.side == side and not one.gone]
            if heirs:
                changes.setdefault("leaders", {})[heirs[0].id] = {"chief": True}
                says.append(f"{heirs[0].id} follows as commander-in-chief of {state.sides[side]} (W57).")
    return changes, says


def _begin_moves(state: State) -> Brought:
    """Spent routers leave (W612); then the charges that the rules demand of the side that moves."""
    changed: dict[str, Any] = {}
    contacts: dict[str, Any] = {}
    says: list[str] = []
    for unit in state.standing():
        if unit.routing and 4 * unit.left <= unit.unit.figures and unit.routing < state.turn:
            changed[unit.id] = {"gone": "left the field"}
            contacts |= {contact.key: None for contact in state.contacts_of(unit.id)}
            says.append(f"{unit.id} have lost three quarters and leave the field (W612).")
    compulsory = [item for unit in state.standing(state.mover) for item in _must_charge(state, unit)]
    changes: dict[str, Any] = {"owed": compulsory}
    if changed:
        changes |= {"units": changed, "contacts": contacts}
    return changes, says


def _must_charge(state: State, unit: UnitNow) -> list[dict[str, str]]:
    """Fury (W518), and cavalry under Defend with an enemy in reach (W106)."""
    table = measured(state)
    if unit.routing or unit.pursuing or state.in_melee(unit.id) or (table is None and not unit.furious):
        return []
    if unit.furious:
        target = closest_in_sight(table, unit) if table and unit.placed else "the closest enemy"
        if target is None:
            return []
        return [{"unit": unit.id, "what": "furious: must charge the closest enemy", "rule": "W518", "target": target}]
    if table is None or not unit.placed or state.wings[unit.wing].order != "defend" or not unit.unit.mounted:
        return []
    enemies = [body.id for body in table.enemies(unit.side)]
    near = [name for name in table.near(unit.id, 12.5) if name in enemies]
    for name in near:
        if can_reach(state, unit, state.units[name], table):
            words = f"defends: must charge {name}, who came within reach"
            return [{"unit": unit.id, "what": words, "rule": "W106", "target": name}]
    return []


def _begin_morale(state: State) -> Brought:
    """A rout that goes on troubles those who see it as Event V begins (W545); a new one has done so already."""
    changed: dict[str, Any] = {}
    says: list[str] = []
    table = measured(state)
    for router in state.standing():
        if not router.routing or router.routing == state.turn:
            continue
        for friend in troubled(state, table, router):
            changed[friend.id] = {"owes": {"friend in rout": router.id}}
            says.append(f"{friend.id} see {router.id} in rout and must test (W545).")
        if table is None:
            says.append(f"{router.id} are in rout: friends within 12 inches who see it test, with --cause (W545).")
    return ({"units": changed} if changed else {}), says


def _begin_rout(state: State) -> Brought:
    changed, says = losses(state)
    gone = {name for name, change in changed.items() if change.get("gone")}
    contacts = {c.key: None for c in state.contacts if c.first in gone or c.second in gone}
    changes: dict[str, Any] = {"units": changed} if changed else {}
    if contacts:
        changes["contacts"] = contacts
    return changes, says
