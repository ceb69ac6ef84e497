"""The checklist of each step: what must be done before the next one, and what players may forget.

Each phase has a room of its own, which is loaded when it is asked: who only looks at a game waits for no other.
"""

from collections.abc import Callable

from miniatures.systems.playing import Owed
from miniatures.systems.tree_of_battles.game.state import State


def owed(state: State) -> list[Owed]:
    """What is to be done in this step, and what may be."""
    return [*_debts(state), *_PHASES.get(state.step, _nothing)(state)]


def _debts(state: State) -> list[Owed]:
    if not any(unit.owes for unit in state.standing()):
        return []
    from miniatures.systems.tree_of_battles.game.owed_debts import debts

    return debts(state)


def _nothing(_state: State) -> list[Owed]:
    return []


def _deployment(state: State) -> list[Owed]:
    return [
        Owed(battle.name, "give it an order", "T12", f'order "{battle.leader}" "{battle.name}" attack', must=False)
        for battle in state.battles.values()
        if not battle.order and battle.leader and not state.options.no_orders
    ]


def _command(state: State) -> list[Owed]:
    from miniatures.systems.tree_of_battles.game.owed_command import in_command

    return in_command(state)


def _moves(state: State) -> list[Owed]:
    from miniatures.systems.tree_of_battles.game.owed_moves import in_moves

    return in_moves(state)


def _shooting(state: State) -> list[Owed]:
    from miniatures.systems.tree_of_battles.game.owed_shooting import in_shooting

    return in_shooting(state)


def _charges(state: State) -> list[Owed]:
    from miniatures.systems.tree_of_battles.game.owed_combat import in_charges

    return in_charges(state)


def _combat(state: State) -> list[Owed]:
    from miniatures.systems.tree_of_battles.game.owed_combat import in_combat

    return in_combat(state)


_PHASES: dict[str, Callable[[State], list[Owed]]] = {
    "deployment": _deployment,
    "command": _command,
    "first approach": _moves,
    "second approach": _moves,
    "long range": _shooting,
    "first tactical": _moves,
    "second tactical": _moves,
    "close range": _shooting,
    "first charges": _charges,
    "second charges": _charges,
    "combat": _combat,
}
