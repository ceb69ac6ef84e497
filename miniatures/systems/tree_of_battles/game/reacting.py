"""What a test makes a contingent do until the turn ends (T13, T25), and what its player may not do instead."""

from typing import TYPE_CHECKING

from miniatures.naming import place_said
from miniatures.ruling import Refusal
from miniatures.systems.tree_of_battles.game.describing import measured
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.move_tables import FAST

if TYPE_CHECKING:
    from miniatures.systems.tree_of_battles.game.forming import MoveWords

#: Reactions that go at an enemy, and the rule behind each.
AT_ENEMY = {"charge nearest A grade": "T436", "advance to nearest enemy": "T435", "advance": "T141"}
REPEAT, RETIRED = "repeat last move", "retire"


def slowed(words: "MoveWords") -> bool:
    """Less than a full move straight at somebody."""
    formed = words.form or words.frontage or words.exchange or words.about or words.remount or words.rally
    return words.inches != "all" or words.average_dice < 2 or bool(formed)


def reaction_of(state: State, unit: ContingentNow) -> str:
    return str(unit.reaction["word"]) if unit.reaction.get("turn") == state.turn else ""


def goal_of(state: State, unit: ContingentNow) -> str:
    """The enemy at whom its reaction sends it: the nearest, or the nearest of A grade if there is one (T13)."""
    word = reaction_of(state, unit)
    if word not in AT_ENEMY:
        return ""
    at = str(unit.reaction.get("at") or "")
    if at in state.units and not state.units[at].gone and state.units[at].side != unit.side:
        return at
    table = measured(state)
    if table is None or not unit.placed:
        return ""
    enemies = [found.id for found in table.enemies_within(unit.id, 1000.0)]
    best = [name for name in enemies if state.units[name].listed.grade == "A"]
    wanted = best if word == "charge nearest A grade" and best else enemies
    return wanted[0] if wanted else ""


def has_run(state: State, unit: ContingentNow) -> bool:
    """Whether it made a fast move in this turn: it neither moves nor charges any more in it (T98)."""
    ran = unit.last_move.get("turn") == state.turn and unit.last_move.get("kind") in FAST
    return bool(state.turn) and unit.conduct == "steady" and (ran or reaction_of(state, unit) == RETIRED)


def repeats(state: State, unit: ContingentNow) -> bool:
    """Whether there is a move to repeat: one of the turn before, straight on (T94)."""
    last = unit.last_move
    return last.get("turn") == state.turn - 1 and last.get("kind") in ("dice", "march", "road") and last["inches"] > 0


def _elsewhere(state: State, towards: str, goal: str) -> bool:
    return not towards or place_said(towards) is not None or state.unit(towards).id != goal


def reaction_refusals(state: State, unit: ContingentNow, words: "MoveWords") -> list[Refusal]:
    """What its reaction forbids: standing still is always told by the checklist."""
    word, goal = reaction_of(state, unit), goal_of(state, unit)
    if word in AT_ENEMY and goal and (_elsewhere(state, words.towards, goal) or slowed(words)):
        cure = f'move "{unit.id}" all --towards "{goal}"'
        return [Refusal(AT_ENEMY[word], f"a test makes {unit.id} go at {goal} ({word})", cure)]
    if word == REPEAT and not repeats(state, unit):
        words_ = f"a test makes {unit.id} repeat their last move, and they stood still (T94)"
        return [Refusal("T436", words_, "let them stand")]
    if word == REPEAT and (words.towards or slowed(words)):
        return [Refusal("T436", f"a test makes {unit.id} repeat their last move", f'move "{unit.id}" all')]
    if has_run(state, unit):
        return [Refusal("T204", f"{unit.id} have run in this turn (T98)", "move them next turn")]
    return []
