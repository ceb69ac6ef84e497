"""Events V and VI on the table: rallying with and without a leader, turning to face, and the choice to pursue."""

from typing import Any

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan
from miniatures.systems.warfare.game.breaking import turned_away
from miniatures.systems.warfare.game.describing import measured, not_in_play, out_of_step, unit_facts
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.rally import RALLIED, RallyFacts, RallyOutcome
from miniatures.systems.warfare.unit import Stated
from miniatures.systems.warfare.wording import tell_rally


class RallyWords(Stated):
    """A routed or pursuing unit tries to rally."""

    unit: str = Field(description="the unit")


class TurnWords(Stated):
    """A unit that rallied turns to face the enemy."""

    unit: str = Field(description="the unit")


class PursueWords(Stated):
    """A winner who may pursue does, or does not."""

    unit: str = Field(description="the unit")
    target: str = Field("", description="whom it pursues, if several enemies run")


class BreakOffWords(Stated):
    """Without a map: a pursuer has lost contact with the routers."""

    unit: str = Field(description="the unit that pursues")


def leader_touches(state: State, unit: UnitNow) -> bool:
    """A leader who came to it, or stayed with it, in the Movement after it broke (W603)."""
    leader = state.leader_with(unit.id)
    return bool(leader and leader.acts(state.turn) and (unit.routing < state.turn or leader.joined == state.turn))


def plan_rally(state: State, words: RallyWords) -> Plan:
    unit = state.unit(words.unit)
    touched = leader_touches(state, unit) and state.step == "morale"
    data: dict[str, Any] = {
        "unit": unit_facts(state, unit, measured(state)),
        "leader_touches": touched,
        "tried": unit.tried,
    }
    if unit.pursuing:
        data["unit"]["pursuing"] = True

    def against(facts: RallyFacts) -> list[Refusal]:
        found = not_in_play(unit)
        if not facts.leader_touches:
            found += out_of_step(state, ("rout",), "W613", "rallying by die")
        elif state.step != "morale":
            found += out_of_step(state, ("morale",), "W603", "rallying by a leader's touch")
        return found

    def conclude(facts: RallyFacts, outcome: RallyOutcome) -> Conclusion:
        changed: dict[str, Any] = {"tried": True}
        if outcome.state == RALLIED:
            changed = {
                "routing": None,
                "pursuing": None,
                "may_pursue": None,
                "rallied": state.turn,
                "tried": None,
                "turns": state.turn if facts.leader_touches else state.turn + 1,
            }
            if unit.routing:
                changed["routed_before"] = True
        elif outcome.state == "removed":
            changed = {"gone": "removed"}
        contacts = {contact.key: None for contact in state.contacts_of(unit.id)}
        changes: dict[str, Any] = {"units": {unit.id: changed}}
        if contacts and (changed.get("gone") or outcome.state == RALLIED):
            changes["contacts"] = contacts
        return Conclusion(changes, tuple(tell_rally(outcome)))

    return Plan(conclude, "rally", data, (), against)


def plan_turn(state: State, words: TurnWords) -> Plan:
    unit = state.unit(words.unit)
    refusals = [*not_in_play(unit), *out_of_step(state, ("morale",), "W608", "turning to face after a rally")]
    if not unit.turns:
        refusals.append(Refusal("W608", f"{unit.id} has no such turn to make", "face it in the Movement (W304)"))
    elif state.turn < unit.turns:
        refusals.append(Refusal("W608", f"{unit.id} turns after the next Movement", "wait for the next Morale"))
    changes = {"units": {unit.id: {**turned_away(state, unit), "turns": None}}}
    says = (f"{unit.id} turn to face the enemy.",)
    return Plan(lambda _facts, _outcome: Conclusion(changes, says), refusals=lambda _facts: refusals)


def plan_pursue(state: State, words: PursueWords) -> Plan:
    unit = state.unit(words.unit)
    refusals = [*not_in_play(unit), *out_of_step(state, ("melee", "morale", "rout"), "W543", "pursuit")]
    prey = state.unit(words.target).id if words.target else next(iter(unit.may_pursue), "")
    if prey not in unit.may_pursue:
        refusals.append(
            Refusal("W543", f"{unit.id} has no beaten enemy to pursue", "pursue those it fought and who run")
        )
    changes = {"units": {unit.id: {"pursuing": prey, "may_pursue": None}}}
    says = (f"{unit.id} pursue {prey} (W543).",)
    return Plan(lambda _facts, _outcome: Conclusion(changes, says), refusals=lambda _facts: refusals)


def plan_break_off(state: State, words: BreakOffWords) -> Plan:
    unit = state.unit(words.unit)
    refusals = not_in_play(unit)
    if not unit.pursuing:
        refusals.append(Refusal("W611", f"{unit.id} is not pursuing", "only pursuers lose contact"))
    contacts = {contact.key: None for contact in state.contacts_of(unit.id)}
    changes = {"units": {unit.id: {"pursuing": None}}, "contacts": contacts}
    says = (f"{unit.id} lose contact and rally by themselves (W611).",)
    return Plan(lambda _facts, _outcome: Conclusion(changes, says), refusals=lambda _facts: refusals)
