"""The checklist's lines about debts: what contingents owe whatever the step."""

from typing import Any

from miniatures.systems.playing import Owed
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.reacting import goal_of
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.trying import possible


def debts(state: State) -> list[Owed]:
    """What contingents and leaders owe whatever the step."""
    return [_debt(state, unit, what, why) for unit in state.standing() for what, why in _owed(state, unit)]


def _owed(state: State, unit: ContingentNow) -> list[tuple[str, Any]]:
    """Its debts that can be paid."""
    found = []
    for what, why in unit.owes.items():
        if what != "advance" or _can_advance(state, unit):
            found.append((what, why))
    return found


def _can_advance(state: State, unit: ContingentNow) -> bool:
    """Nobody is held to an advance that cannot be made: it lapses with the phase (T99)."""
    from miniatures.systems.tree_of_battles.game.marching import MoveWords, plan_move

    goal = goal_of(state, unit)
    if not goal or state.fighting(unit.id):
        return False
    return possible(state, plan_move(state, MoveWords(unit=unit.id, inches="all", towards=goal)))


def _debt(state: State, unit: ContingentNow, what: str, why: Any) -> Owed:
    name = unit.id
    if what == "control":
        return Owed(name, f"take a control test: {why}", "T414", f'test "{name}"')
    if what == "shooting":
        return Owed(name, f"take a shooting test: shot at by {why}", "T141", f'test "{name}"')
    if what == "run":
        return Owed(name, str(why), "T204", f'run "{name}"')
    if what == "advance":
        goal = goal_of(state, unit) or why
        return Owed(name, f"advance a full move at {goal}", "T141", f'move "{name}" all --towards "{goal}"')
    return Owed(name, f"{what}: {why}", "T101", f'{what} "{name}"')
