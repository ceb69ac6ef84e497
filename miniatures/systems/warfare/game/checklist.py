"""The checklist of each step: what must be done before the next one, and what players may forget."""

from collections.abc import Mapping
from typing import Any

from miniatures.systems.playing import Owed
from miniatures.systems.warfare.game.describing import measured
from miniatures.systems.warfare.game.fights import unfought
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.rallying import beaten, leader_touches
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.game.waves import waves

_ORDERED = {
    "attack": ("W104", "attack: move fast to close to melee; shooters may stop to shoot once in range"),
    "engage": ("W105", "engage: at least half its move towards the enemy until it can shoot, then defend"),
    "retire": ("W107", "retire: move to its own baseline"),
}


def owed(state: State) -> list[Owed]:
    """The checklist of this step."""
    found = [
        Owed(name, f"test morale: {', '.join(causes)}", "W505", f'morale "{name}"')
        for name, causes in waves(state).now.items()
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
    if step in ("shots", "later shots"):
        found += [
            Owed(unit.id, "may shoot", "W201", _shot(state, unit), must=False)
            for unit in state.standing()
            if _may_shoot(state, unit)
        ]
    if step in ("first moves", "second moves"):
        found += _moves_owed(state)
    if step == "melee":
        found += [
            Owed(group[0].first, f"fight the melee with {group[0].second}", "W461", f'melee "{group[0].first}"')
            for group in unfought(state)
        ]
    if step in ("melee", "morale", "rout"):
        found += [
            Owed(unit.id, _pursuit(unit, prey), "W543", f'pursue "{unit.id}" "{prey[-1]}"', must=False)
            for unit in state.standing()
            if (prey := beaten(state, unit)) and prey != [unit.pursuing]
        ]
    if step == "morale":
        found += [
            Owed(unit.id, "rallies: a leader touches it", "W603", f'rally "{unit.id}"', must=bool(unit.routing))
            for unit in state.standing()
            if leader_touches(state, unit)
        ]
        found += [
            Owed(unit.id, "may turn to face the enemy", "W608", f'turn "{unit.id}"', must=False)
            for unit in state.standing()
            if unit.turns == state.turn
        ]
    if step == "rout":
        found += [
            Owed(unit.id, "may try to rally", "W604", f'rally "{unit.id}"', must=False)
            for unit in state.standing()
            if (unit.routing or unit.pursuing) and not unit.tried and unit.unit.kind != "levy"
        ]
    return found


def _shot(state: State, unit: UnitNow) -> str:
    return f'shoot "{unit.id}"' if state.mapped else f'shoot "{unit.id}" TARGET --set distance=INCHES'


def _may_shoot(state: State, unit: UnitNow) -> bool:
    """As far as that is known without measuring."""
    if state.options.winner_shoots_first and state.winner is not None:
        now = state.winner if state.step == "shots" else 1 - state.winner
        if unit.side != now:
            return False
    held = unit.routing or unit.pursuing or (state.in_melee(unit.id) and not state.options.shooting_in_melee)
    silent = unit.limbered or (unit.silenced and unit.silenced == state.turn - 1)
    return bool(unit.missiles) and unit.shot != state.turn and not held and not silent


def _pursuit(unit: UnitNow, prey: list[str]) -> str:
    if unit.pursuing:
        others = [name for name in prey if name != unit.pursuing]
        return f"pursues {unit.pursuing}, or if its player likes {' or '.join(others)}"
    return f"may pursue {' or '.join(prey)}"


def _moves_owed(state: State) -> list[Owed]:
    """Charges that were found compulsory when the movement began, and what the orders ask for."""
    found = [one for item in state.owed if (one := _still_owed(state, item)) is not None]
    return [*found, *(one for unit in state.standing(state.mover) for one in _ordered(state, unit))]


def _ordered(state: State, unit: UnitNow) -> list[Owed]:
    """What its order asks for, while it can be done and is not. Inches are only counted, nothing is measured."""
    order = state.wings[unit.wing].order
    moving = unit.moving if unit.moving.get("turn") == state.turn else {}
    held = unit.routing or unit.pursuing or state.in_melee(unit.id) or unit.furious or unit.charged == state.turn
    stopped = unit.shot == state.turn or unit.fell_back == state.turn or unit.unit.artillery
    enough = 4.0 if order == "engage" else 0.0
    if order not in _ORDERED or held or stopped or (moving and moving.get("inches", 0.0) > enough):
        return []
    if moving.get("hindrances") or moving.get("through"):
        return []  # what it did may have cost the rest
    rule, what = _ORDERED[order]
    how = f'move "{unit.id}" all'
    if unit.x is not None and _wrong_way(state, unit, order):
        how = f'face "{unit.id}" about'
    return [Owed(unit.id, what, rule, how, must=False)]


def _wrong_way(state: State, unit: UnitNow, order: str) -> bool:
    """Whether straight ahead leads home from an attack, or away from home in a retreat."""
    assert state.setup.table is not None
    home = {"south": 180.0, "north": 0.0, "west": 270.0, "east": 90.0}[state.setup.table.zones[unit.side].edge]
    off = abs((unit.facing - home + 180) % 360 - 180)
    return off > 45 if order == "retire" else off < 45


def _still_owed(state: State, item: Mapping[str, Any]) -> Owed | None:
    """A compulsory charge that has not been made, if it still can be."""
    unit = state.units[item["unit"]]
    moving = unit.moving if unit.moving.get("turn") == state.turn else {}
    moved = moving and (item.get("how") == "move" or moving.get("intends") == "charge")
    if unit.charged == state.turn or moved or unit.gone or unit.routing or state.in_melee(unit.id):
        return None
    goal = state.units.get(item["target"])
    if goal is not None and goal.gone:
        from miniatures.systems.warfare.game.compulsory import must_charge  # late: it measures

        again = must_charge(state, measured(state), unit)
        if not again:
            return None
        item = again[0]
    who, what, rule = unit.id, item["what"], item["rule"]
    if item.get("how") == "move":
        must = item.get("can") == "yes"
        return Owed(who, what, rule, f'move "{who}" all --towards "{item["target"]}"', must=must)
    if goal is None:  # without a map only the players see who is closest
        return Owed(who, what, rule, f'charge "{who}" ENEMY --set distance=INCHES')
    return Owed(who, what, rule, f'charge "{who}" "{item["target"]}"')
