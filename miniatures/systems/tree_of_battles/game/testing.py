"""Tests on the table: who must take a control test and why, and the shooting test where it was put off."""

from typing import Annotated, Any

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.systems.tree_of_battles.command_wording import tell_control
from miniatures.systems.tree_of_battles.control import CHANGES_SIDES, ControlFacts, Controlled
from miniatures.systems.tree_of_battles.game.at_once import concluded
from miniatures.systems.tree_of_battles.game.commanding import controlling
from miniatures.systems.tree_of_battles.game.describing import nearness, not_in_play, out_of_step, unit_facts
from miniatures.systems.tree_of_battles.game.duties import WHY, has_tested, reasons
from miniatures.systems.tree_of_battles.game.messengers import head_of
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.reactions import reacts, turned
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import after, joined
from miniatures.systems.tree_of_battles.shooting_test import Reacted, ShootingTestFacts
from miniatures.systems.tree_of_battles.shooting_wording import tell_tested
from miniatures.systems.tree_of_battles.unit import Lower, Stated


class TestWords(Stated):
    """A contingent takes the test that it owes: for control, or for shooting that found it at its most DPs."""

    unit: str = Field(description="the contingent")
    wants: Annotated[str, Lower] = Field(
        "",
        description="what its player wants of it; for control: act as wished, halt, retire, repeat last move, charge "
        "nearest a grade, advance to nearest enemy; for shooting: retire, halt, advance",
    )


def plan_test(state: State, words: TestWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    if "shooting" in unit.owes:
        return _shooting(state, unit, words)
    return _control(state, unit, words)


def control_facts(state: State, unit: ContingentNow) -> dict[str, bool]:
    """Who may change its die, and whose word is doubted (T13)."""
    head = head_of(state, state.battles[unit.battle])
    doubted = head is not None and head.leader.unreliable
    found = {"leader_controls": bool(controlling(state, unit)), "unreliable_leader": doubted}
    return {key: True for key, value in found.items() if value}


def _control(state: State, unit: ContingentNow, words: TestWords) -> Plan:
    found = reasons(state, nearness(state), unit)
    facts: dict[str, Any] = {"contingent": unit_facts(state, unit), "because": found}
    if words.wants:
        facts["wants"] = words.wants
    facts |= control_facts(state, unit)
    notes = [f"{unit.id} must test: {', '.join(WHY[one] for one in found)}."] if found else []
    notes += [f"{one.id} exerts control over {unit.id} (T403)." for one in controlling(state, unit)]
    owed = bool(unit.owes.get("control"))

    def against(_facts: ControlFacts) -> list[Refusal]:
        refused = [] if owed else out_of_step(state, ("command",), "T101", "a control test")
        if not owed and has_tested(state, unit):
            refused.append(Refusal("T58", f"{unit.id} have taken their test this turn", "let them do what it said"))
        return refused

    def conclude(_facts: ControlFacts, outcome: Controlled) -> Conclusion:
        reaction = reacts(state, unit, outcome.reaction, "the control test")
        changes = joined({"units": {unit.id: {"owes": {"control": None}}}}, reaction.changes)
        says = [*tell_control(outcome)[:1], *reaction.says]
        if outcome.treachery == CHANGES_SIDES and not after(state, changes).units[unit.id].gone:
            treason = turned(state, unit)
            changes, says = joined(changes, treason.changes), [*says, *treason.says]
        elif outcome.treachery:
            says += tell_control(outcome)[1:]
        return concluded(state, changes, says, reaction.shocks)

    return Plan(conclude, "control-test", facts, tuple(notes), against)


def _shooting(state: State, unit: ContingentNow, words: TestWords) -> Plan:
    """At once as it is thrown; it was put off when the shot was resolved without it (T141)."""
    count = unit.tests.get("count", 0) if unit.tests.get("turn") == state.turn else 0
    facts: dict[str, Any] = {"contingent": unit_facts(state, unit), "again": bool(count)}
    if words.wants:
        facts["wants"] = words.wants

    def conclude(_facts: ShootingTestFacts, outcome: Reacted) -> Conclusion:
        shooter = str(unit.owes["shooting"])
        reaction = reacts(state, unit, outcome.reaction, f"shot at by {shooter}", shooter)
        own = {"owes": {"shooting": None}, "tests": {"turn": state.turn, "count": count + 1}}
        changes = joined({"units": {unit.id: own}}, reaction.changes)
        return concluded(state, changes, [*tell_tested(outcome), *reaction.says], reaction.shocks)

    return Plan(conclude, "shooting-test", facts)
