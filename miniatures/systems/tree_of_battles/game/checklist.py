"""The checklist of each step: what must be done before the next one, and what players may forget."""

from miniatures.measuring import within
from miniatures.systems.playing import Owed
from miniatures.systems.tree_of_battles.game.charging import ChargeWords, plan_charge
from miniatures.systems.tree_of_battles.game.describing import measured
from miniatures.systems.tree_of_battles.game.fighting import unfought
from miniatures.systems.tree_of_battles.game.fleeing import command_of, hunters_of, must_flee
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.reacting import (
    AT_ENEMY,
    REPEAT,
    goal_of,
    has_run,
    reaction_of,
    repeats,
)
from miniatures.systems.tree_of_battles.game.reminders import debts, in_command, in_shooting
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.testing import must_advance
from miniatures.systems.tree_of_battles.game.trying import possible
from miniatures.systems.tree_of_battles.tables import APPROACH_HALT


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
        if done == state.turn or state.fighting(unit.id) or unit.listed.type == "baggage":
            continue
        if unit.conduct in ("retiring", "routing", "pursuing"):
            if not approach:
                found.append(Owed(unit.id, f"go on {unit.conduct}", "T205", f'run "{unit.id}"'))
        elif unit.conduct == "steady":
            found += _may_move(state, unit, approach)
    return found


def _may_move(state: State, unit: ContingentNow, approach: bool) -> list[Owed]:
    """What a test or its chivalry makes it do, or else that it may move."""
    word = reaction_of(state, unit)
    if word == "halt" or has_run(state, unit) or (word == REPEAT and not repeats(state, unit)):
        return []
    how = f'move "{unit.id}" all'
    if word in AT_ENEMY and (goal := goal_of(state, unit)):
        how += f' --towards "{goal}"'
    if not approach and word in (REPEAT, *AT_ENEMY) and state.turn != unit.approached and _has_room(state, unit):
        rule = "T436" if word == REPEAT else AT_ENEMY[word]
        return [Owed(unit.id, f"a test makes them {word}", rule, how)]
    chivalrous = unit.listed.chivalrous and not approach
    if chivalrous and must_advance(state, measured(state), unit) and _has_room(state, unit):
        return [Owed(unit.id, "chivalrous, near enemy men at arms: they advance at full speed", "T413", how)]
    if approach and not _beyond_twelve(state, unit):
        return []
    return [Owed(unit.id, "may move", "T322", how, must=False)]


def _beyond_twelve(state: State, unit: ContingentNow) -> bool:
    """Only those move in the Approach (T102)."""
    table = measured(state)
    near = table.nearest_enemy(unit.id) if table is not None and unit.placed else None
    return near is None or not within(near.distance, APPROACH_HALT.value)


def _has_room(state: State, unit: ContingentNow) -> bool:
    """Whether it can go ahead at all: nobody must who stands before the enemy already."""
    table = measured(state)
    if table is None or not unit.placed:
        return True
    from miniatures.systems.tree_of_battles.game.routes import can_advance

    return can_advance(table, unit)


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
    found = []
    for unit in state.standing(state.mover):
        word = reaction_of(state, unit)
        goal = goal_of(state, unit) if word in AT_ENEMY and unit.charged != state.turn else ""
        if goal and not state.fighting(unit.id) and _may_charge(state, unit.id, goal):
            how = f'charge "{unit.id}" "{goal}"'
            found.append(
                Owed(unit.id, f"a test makes them {word}", AT_ENEMY[word], how, must=word.startswith("charge"))
            )
    return found


def _may_charge(state: State, unit: str, goal: str) -> bool:
    """Whether nothing stands against it. Without a map the players know how far it is."""
    return possible(state, plan_charge(state, ChargeWords(unit=unit, target=goal)), "distance")


def _combat(state: State) -> list[Owed]:
    """Combats to be fought, then choices and pursuits, then the flight of those whom nobody can pursue any more."""
    found = []
    for group in unfought(state):
        first = max(group, key=lambda one: one.since).first
        others = dict.fromkeys(name for one in group for name in (one.first, one.second) if name != first)
        found.append(Owed(first, f"fight {', '.join(others)}", "T106", f'fight "{first}"'))
    for unit in state.standing():
        open_ones = [word for word in unit.may if not _gone(state, word)]
        if open_ones:
            what = "choose: " if len(open_ones) > 1 else ""
            how = command_of(unit.id, open_ones[0])
            found.append(Owed(unit.id, f"{what}{' or '.join(open_ones)}", "T201", how))
        elif must_flee(state, unit) and not hunters_of(state, unit):
            rule = "T205" if unit.broken else "T204"
            found.append(Owed(unit.id, "make their fast move away", rule, f'flee "{unit.id}"'))
    return found


def _gone(state: State, word: str) -> bool:
    """Whether a choice leads after an enemy who is no longer there."""
    return any(word.endswith(f" {name}") and unit.gone for name, unit in state.units.items())
