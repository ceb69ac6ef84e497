"""The checklist of each step: what must be done before the next one, and what players may forget."""

from miniatures.systems.playing import Owed
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State

#: The action that pays each debt.
ACTIONS = {"control": "test", "shooting": "test", "treachery": "treachery"}


def owed(state: State) -> list[Owed]:
    """What is to be done in this step, and what may be."""
    found = [
        Owed(unit.id, f"test: {why}", _rule(what), f'{ACTIONS[what]} "{unit.id}"')
        for unit in state.standing()
        for what, why in unit.owes.items()
    ]
    found += [
        Owed(one.id, "throw for the risk that he ran", "T151", f'risk "{one.id}"')
        for one in state.leaders.values()
        if one.owes and not one.gone
    ]
    steps = {
        "deployment": _deployment,
        "command": _command,
        "first approach": _moves,
        "second approach": _moves,
        "first tactical": _moves,
        "second tactical": _moves,
        "long range": _shooting,
        "close range": _shooting,
        "first charges": _charges,
        "second charges": _charges,
        "combat": _combat,
    }
    return [*found, *(steps[state.step](state) if state.step in steps else [])]


def _rule(what: str) -> str:
    return {"control": "T411", "shooting": "T141", "treachery": "T432"}[what]


def _deployment(state: State) -> list[Owed]:
    return [
        Owed(battle.name, "give it an order", "T12", f'order "{battle.leader}" "{battle.name}" attack', must=False)
        for battle in state.battles.values()
        if not battle.order and battle.leader and not state.options.no_orders
    ]


def _command(state: State) -> list[Owed]:
    if state.winner is None and state.first is None:
        return [Owed("both sides", "throw for who chooses", "T11", "initiative")]
    if state.first is None and state.winner is not None:
        return [Owed(state.sides[state.winner], "choose who moves first", "T11", "choose first")]
    return [
        Owed(
            one.id,
            f"has {one.points(state.turn)} command points to spend",
            "T101",
            f'steady "{one.id}" CONTINGENT',
            must=False,
        )
        for one in state.leaders.values()
        if not one.gone and one.leader.noble and one.points(state.turn) > 0
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


def may_shoot(state: State, unit: ContingentNow) -> bool:
    """As far as that is known without measuring."""
    shoots = any(part.shoots_with for part in unit.in_play.present)
    count = unit.volleys.get("count", 0) if unit.volleys.get("turn") == state.turn else 0
    if not shoots or unit.conduct in ("retiring", "routing", "pursuing") or state.fighting(unit.id):
        return False
    if state.step == "long range":
        return not count and not unit.listed.skirmishers and unit.array != "skirmish"
    again = unit.listed.type == "longbow" and unit.moved != state.turn and not state.options.one_volley
    return not count or (count == 1 and again)


def _shooting(state: State) -> list[Owed]:
    return [
        Owed(unit.id, "may shoot", "T103" if state.step == "long range" else "T105", f'shoot "{unit.id}"', must=False)
        for unit in state.standing()
        if may_shoot(state, unit)
    ]


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
