"""The checklist of the moves: who runs on, who must advance, and who may move."""

from miniatures.systems.playing import Owed
from miniatures.systems.tree_of_battles.game.describing import measured, nearness
from miniatures.systems.tree_of_battles.game.duties import must_advance
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.reacting import (
    AT_ENEMY,
    REPEAT,
    goal_of,
    has_run,
    reaction_of,
    repeats,
)
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.tables import APPROACH_HALT


def in_moves(state: State) -> list[Owed]:
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
    if chivalrous and must_advance(state, nearness(state), unit) and _has_room(state, unit):
        return [Owed(unit.id, "chivalrous, near enemy men at arms: they advance at full speed", "T413", how)]
    if approach and not _beyond_twelve(state, unit):
        return []
    return [Owed(unit.id, "may move", "T322", how, must=False)]


def _beyond_twelve(state: State, unit: ContingentNow) -> bool:
    """Only those move in the Approach (T102)."""
    near = nearness(state)
    return near is None or not unit.placed or not any(near.enemies_within(unit, APPROACH_HALT.value))


def _has_room(state: State, unit: ContingentNow) -> bool:
    """Whether it can go ahead at all: nobody must who stands before the enemy already."""
    table = measured(state)
    if table is None or not unit.placed:
        return True
    from miniatures.systems.tree_of_battles.game.routes import can_advance

    return can_advance(table, unit)
