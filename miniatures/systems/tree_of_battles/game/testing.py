"""Tests on the table: who must take a control test and why, and the shooting test where it was put off."""

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.systems.tree_of_battles.command_wording import tell_control
from miniatures.systems.tree_of_battles.control import CHANGES_SIDES, ControlFacts, Controlled
from miniatures.systems.tree_of_battles.control_reasons import ARTILLERY, CHIVALROUS, LOOTING, OUT_OF_CONTROL, PURSUIT
from miniatures.systems.tree_of_battles.game.at_once import concluded
from miniatures.systems.tree_of_battles.game.commanding import controlling
from miniatures.systems.tree_of_battles.game.describing import measured, not_in_play, out_of_step, unit_facts
from miniatures.systems.tree_of_battles.game.ordering import head_of
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.reactions import RUNNING, reacts, turned
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import after, joined
from miniatures.systems.tree_of_battles.move_tables import CHIVALROUS_WITHIN
from miniatures.systems.tree_of_battles.shooting_test import Reacted, ShootingTestFacts
from miniatures.systems.tree_of_battles.shooting_wording import tell_tested
from miniatures.systems.tree_of_battles.unit import Lower, Stated

if TYPE_CHECKING:
    from miniatures.systems.tree_of_battles.game.measured import Measured

#: In words, for the checklist and for what was measured.
WHY = {
    OUT_OF_CONTROL: "out of reach of their leaders",
    PURSUIT: "pursuing, if they are to stop",
    LOOTING: "looting, if they are to stop",
    CHIVALROUS: "near enemy men at arms, if they are not to advance at full speed",
    ARTILLERY: "a DP from artillery",
}


class TestWords(Stated):
    """A contingent takes the test that it owes: for control, or for shooting that found it at its most DPs."""

    unit: str = Field(description="the contingent")
    wants: Annotated[str, Lower] = Field(
        "",
        description="what its player wants of it; for control: act as wished, halt, retire, repeat last move, charge "
        "nearest a grade, advance to nearest enemy; for shooting: retire, halt, advance",
    )


def reasons(state: State, table: "Measured | None", unit: ContingentNow) -> list[str]:
    """Why it is to test now. Who fights, retires or routs is tested for nothing but artillery (T76)."""
    found = [ARTILLERY] if unit.owes.get("control") else []
    if state.step != "command" or unit.conduct in RUNNING or state.fighting(unit.id):
        return found
    if table is not None and unit.placed and not table.controlled(unit):
        found.append(OUT_OF_CONTROL)
    if unit.conduct in ("pursuing", "looting"):
        found.append(PURSUIT if unit.conduct == "pursuing" else LOOTING)
    if table is not None and unit.placed and unit.listed.chivalrous and near_men_at_arms(table, unit):
        found.append(CHIVALROUS)
    return found


def near_men_at_arms(table: "Measured", unit: ContingentNow) -> bool:
    """Enemy men at arms within 12 inches (T413)."""
    units = table.state.units
    far = (table.apart(unit.id, one.id) for one in table.enemies(unit.side) if units[one.id].in_play.men_at_arms)
    return any(within(inches, CHIVALROUS_WITHIN.value) for inches in far)


def must_advance(state: State, table: "Measured | None", unit: ContingentNow) -> bool:
    """Chivalrous near enemy men at arms: at full speed, unless a test of this turn has let it do otherwise (T413)."""
    if table is None or not unit.placed or not unit.listed.chivalrous or unit.conduct != "steady":
        return False
    return not has_tested(state, unit) and not state.fighting(unit.id) and near_men_at_arms(table, unit)


def has_tested(state: State, unit: ContingentNow) -> bool:
    """In the Command phase of this turn."""
    return unit.reaction.get("turn") == state.turn


def plan_test(state: State, words: TestWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    if "shooting" in unit.owes:
        return _shooting(state, unit, words)
    return _control(state, unit, words)


def _control(state: State, unit: ContingentNow, words: TestWords) -> Plan:
    found = reasons(state, measured(state), unit)
    facts: dict[str, Any] = {"contingent": unit_facts(state, unit), "because": found}
    if words.wants:
        facts["wants"] = words.wants
    leaders = controlling(state, unit)
    if leaders:
        facts["leader_controls"] = True
    head = head_of(state, state.battles[unit.battle])
    if head is not None and head.leader.unreliable:
        facts["unreliable_leader"] = True
    notes = [f"{unit.id} must test: {', '.join(WHY[one] for one in found)}."] if found else []
    notes += [f"{one.id} exerts control over {unit.id} (T403)." for one in leaders]
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
