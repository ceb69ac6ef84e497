"""The seven phases of a turn in their order: what is owed before the next, and what each brings by itself."""

from collections.abc import Callable
from typing import Any

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, held_up
from miniatures.systems.tree_of_battles.damage import shed
from miniatures.systems.tree_of_battles.game.checklist import owed
from miniatures.systems.tree_of_battles.game.describing import STEPS, unit_facts
from miniatures.systems.tree_of_battles.game.scoring import ending
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Brought, after, joined
from miniatures.systems.tree_of_battles.rally import RallyFacts, rally_refusals, rally_sum
from miniatures.systems.tree_of_battles.unit import Stated
from miniatures.words import counted

ORDER = (
    "command", "first approach", "second approach", "long range", "first tactical", "second tactical", "close range",
    "first charges", "second charges", "combat", "rally",
)  # fmt: skip


class NoWords(Stated):
    """Nothing needs to be said."""


def plan_next(state: State, _words: NoWords) -> Plan:
    def against(_facts: Any) -> list[Refusal]:
        if state.over:
            return [Refusal("T45", f"the battle is over: {state.over[:-1]}", "undo, or play on by agreement")]
        found = held_up(owed(state))
        if state.step == "deployment" and state.mapped:
            from miniatures.systems.tree_of_battles.game.placing import misplaced

            found += misplaced(state)
        return found

    return Plan(lambda _facts, _outcome: _go_on(state), refusals=against)


def _go_on(state: State) -> Conclusion:
    """Leave this step and enter the next, with everything that comes by itself."""
    index = ORDER.index(state.step) if state.step in ORDER else -1
    following = ORDER[0] if index == len(ORDER) - 1 else ORDER[index + 1]
    changes: dict[str, Any] = {"step": following, "charge": None}
    if following == "command":
        first = state.turn % 2 if state.options.alternate_moves else None
        changes |= {"turn": state.turn + 1, "winner": None, "first": first}
    late = {unit.id: {"owes": {"advance": None}} for unit in state.standing() if "advance" in unit.owes}
    changes |= {"units": late} if late else {}  # what nobody could make lapses with the phase (T99)
    entered = after(state, changes)
    enter: dict[str, Callable[[State], Brought]] = {"command": _begin_turn, "rally": _rally}
    more, told = enter[following](entered) if following in enter else ({}, [])
    title = f"Turn {entered.turn}: {STEPS[following]}." if following == "command" else f"{STEPS[following]}."
    if entered.mover is not None:
        title = f"{STEPS[following]}: {entered.sides[entered.mover]}."
    return Conclusion(joined(changes, more), (title, *told))


def _begin_turn(state: State) -> Brought:
    over = ending(state)
    return ({"over": over}, [over]) if over else ({}, [])


def _rally(state: State) -> Brought:
    """DPs go from those who stood still and did not fight, by grade and by who was shot at (T311 to T314)."""
    changed: dict[str, Any] = {}
    says: list[str] = []
    for unit in state.standing():
        if not unit.total_dps:
            continue
        facts = RallyFacts.model_validate(
            {
                "contingent": unit_facts(state, unit),
                "moved": unit.moved == state.turn,
                "fought": unit.fought == state.turn or state.fighting(unit.id),
                "shot_at": unit.shot_at == state.turn,
                "options": state.options,
            }
        )
        if rally_refusals(facts):
            continue
        lines = rally_sum(facts).modifiers[1:]
        if not lines:
            continue
        left = shed(facts.contingent, len(lines)).dps
        changed[unit.id] = {"dps": [one.model_dump(mode="json", exclude_defaults=True) for one in left]}
        reasons = "; ".join(f"{line.because} ({line.rule})" for line in lines)
        says.append(f"{unit.id}: {counted(unit.total_dps - len(lines), 'DP')} now, {len(lines)} gone ({reasons}).")
    return ({"units": changed} if changed else {}), says
