"""The checklist of each step: what must be done before the next one, and what players may forget."""

from miniatures.systems.playing import Owed
from miniatures.systems.tree_of_battles.game.reminders import debts, in_command, in_shooting
from miniatures.systems.tree_of_battles.game.state import State


def owed(state: State) -> list[Owed]:
    """What is to be done in this step, and what may be."""
    found = debts(state)
    steps = {
        "deployment": _deployment,
        "command": in_command,
        "first approach": _moves,
        "second approach": _moves,
        "first tactical": _moves,
        "second tactical": _moves,
        "long range": in_shooting,
        "close range": in_shooting,
        "first charges": _charges,
        "second charges": _charges,
        "combat": _combat,
    }
    return [*found, *(steps[state.step](state) if state.step in steps else [])]


def _deployment(state: State) -> list[Owed]:
    return [
        Owed(battle.name, "give it an order", "T12", f'order "{battle.leader}" "{battle.name}" attack', must=False)
        for battle in state.battles.values()
        if not battle.order and battle.leader and not state.options.no_orders
    ]


def _moves(state: State) -> list[Owed]:
    approach = "approach" in state.step
    found = []
    for unit in state.standing(state.mover):
        done = unit.approached if approach else unit.moved
        if done == state.turn or state.fighting(unit.id):
            continue
        if unit.conduct in ("retiring", "routing", "pursuing") and not approach:
            found.append(Owed(unit.id, f"goes on {unit.conduct}", "T205", f'run "{unit.id}"'))
        elif unit.conduct == "steady":
            found.append(Owed(unit.id, "may move", "T322", f'move "{unit.id}" all', must=False))
    return found


def _charges(state: State) -> list[Owed]:
    if state.charge:
        return [
            Owed(
                state.charge["target"],
                f"answer the charge of {state.charge['unit']}",
                "T217",
                f'respond "{state.charge["target"]}" stand',
            )
        ]
    return []


def _combat(state: State) -> list[Owed]:
    found = []
    told: set[str] = set()
    for contact in state.contacts:
        if contact.fought != state.turn and contact.first not in told:
            told |= {contact.first, contact.second}
            words = f"fight {contact.second}"
            found.append(Owed(contact.first, words, "T106", f'fight "{contact.first}"'))
    for unit in state.standing():
        if unit.may:
            words = f"choose: {' or '.join(unit.may)}"
            found.append(Owed(unit.id, words, "T201", f'after "{unit.id}" {unit.may[0].replace(" ", "-")}'))
    return found
