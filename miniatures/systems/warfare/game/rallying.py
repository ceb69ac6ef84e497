"""Events V and VI on the table: rallying with and without a leader, turning to face, and the choice to pursue."""

from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, certain
from miniatures.systems.warfare.game.aftermath import settled
from miniatures.systems.warfare.game.breaking import about_face, sides_about
from miniatures.systems.warfare.game.describing import measured, not_in_play, out_of_step, unit_facts
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.game.waves import waves
from miniatures.systems.warfare.rally import RALLIED, RallyFacts, RallyOutcome
from miniatures.systems.warfare.unit import Stated
from miniatures.systems.warfare.wording import tell_rally

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured


class RallyWords(Stated):
    """A routed or pursuing unit tries to rally."""

    unit: str = Field(description="the unit")


class TurnWords(Stated):
    """A unit that rallied turns to face the enemy."""

    unit: str = Field(description="the unit")


class PursueWords(Stated):
    """A winner who may pursue does; one who must may choose whom."""

    unit: str = Field(description="the unit")
    target: str = Field("", description="whom it pursues, if several enemies run")


class BreakOffWords(Stated):
    """Without a map: a pursuer has lost contact with the routers."""

    unit: str = Field(description="the unit that pursues")


def leader_touches(state: State, unit: UnitNow) -> bool:
    """A leader who came to it, or stayed with it, in a Movement after it broke or took up the pursuit (W603)."""
    leader = state.leader_with(unit.id)
    began = unit.routing or (state.units[unit.pursuing].routing if unit.pursuing else 0)
    return bool(leader and leader.acts(state.turn) and 0 < began < state.turn)


def plan_rally(state: State, words: RallyWords) -> Plan:
    unit = state.unit(words.unit)
    table = measured(state)
    touched = leader_touches(state, unit) and state.step == "morale"
    data: dict[str, Any] = {
        "unit": unit_facts(state, unit, table),
        "leader_touches": touched,
        "tried": unit.tried,
    }
    if not unit.pursuing:  # who ran into fresh enemies fights them as pursuing, but is under control
        data["unit"].pop("pursuing", None)

    def against(facts: RallyFacts) -> list[Refusal]:
        found = not_in_play(unit)
        if not facts.leader_touches:
            return found + out_of_step(state, ("rout",), "W613", "rallying by die")
        found += out_of_step(state, ("morale",), "W603", "rallying by a leader's touch")
        due = waves(state).now
        if due and not found:
            found.append(Refusal("W545", "those who saw the rout test first", f"test: {', '.join(due)}"))
        return found

    def conclude(facts: RallyFacts, outcome: RallyOutcome) -> Conclusion:
        changes: dict[str, Any] = {"units": {unit.id: {"tried": True}}}
        if outcome.state == RALLIED:
            changes = _rallied(state, table, unit, by_leader=facts.leader_touches)
        elif outcome.state == "removed":
            changes = {"units": {unit.id: {"gone": "removed"}}}
        changes, more = settled(state, changes)
        told = tell_rally(outcome)
        if outcome.state == RALLIED and not unit.routing:
            told = [f"{unit.id} leave off pursuing and are a normal unit again (W614)."]
        return Conclusion(changes, (*told, *more))

    return Plan(conclude, "rally", data, (), against)


def _rallied(state: State, table: "Measured | None", unit: UnitNow, *, by_leader: bool) -> dict[str, Any]:
    """Under control again. Enemies who touch it still do, and fight it next turn where they touch it (W401)."""
    changed: dict[str, Any] = {
        "routing": None,
        "pursuing": None,
        "may_pursue": None,
        "rallied": state.turn,
        "tried": None,
    }
    contacts: dict[str, Any] = {}
    if unit.routing:
        changed |= {"routed_before": True, "turns": state.turn if by_leader else state.turn + 1}
        for contact in state.contacts_of(unit.id):
            key = "first_side" if contact.first == unit.id else "second_side"
            side = "rear"
            if table is not None:
                side = table.side_facing(unit.id, table.of(contact.other(unit.id)).centre)
            contacts[contact.key] = {key: side}
    return {"units": {unit.id: changed}} | ({"contacts": contacts} if contacts else {})


def plan_turn(state: State, words: TurnWords) -> Plan:
    unit = state.unit(words.unit)
    refusals = [*not_in_play(unit), *out_of_step(state, ("morale",), "W608", "turning to face after a rally")]
    if not unit.turns or state.turn > unit.turns:
        refusals.append(Refusal("W608", f"{unit.id} has no such turn to make", "face it in the Movement (W304)"))
    elif state.turn < unit.turns:
        refusals.append(Refusal("W608", f"{unit.id} turns after the next Movement", "wait for the next Morale"))
    changes: dict[str, Any] = {"units": {unit.id: {**about_face(state, unit), "turns": None}}}
    contacts = sides_about(state, unit)
    if contacts:
        changes["contacts"] = contacts
    says = (f"{unit.id} turn to face the enemy.",)
    return certain(changes, says, refusals)


def beaten(state: State, unit: UnitNow) -> list[str]:
    """Those whom it may pursue: enemies it fought who still run."""
    return [name for name in unit.may_pursue if state.units[name].routing and not state.units[name].gone]


def plan_pursue(state: State, words: PursueWords) -> Plan:
    unit = state.unit(words.unit)
    refusals = [*not_in_play(unit), *out_of_step(state, ("melee", "morale", "rout"), "W543", "pursuit")]
    choice = beaten(state, unit)
    prey = state.unit(words.target).id if words.target else next(iter(choice), "")
    if prey not in choice:
        refusals.append(
            Refusal("W543", f"{unit.id} has no beaten enemy to pursue", "pursue those it fought and who run")
        )
    if state.in_melee(unit.id):
        refusals.append(Refusal("W56", f"{unit.id} is in contact with an enemy who fights", "fight that one first"))
    changes = {"units": {unit.id: {"pursuing": prey, "may_pursue": None, "tried": None}}}
    says = (f"{unit.id} pursue {prey} (W543).",)
    return certain(changes, says, refusals)


def plan_break_off(state: State, words: BreakOffWords) -> Plan:
    unit = state.unit(words.unit)
    refusals = not_in_play(unit)
    if state.mapped:
        refusals.append(Refusal("W611", "on a map contact is measured in Event VI", "go on with next"))
    if not unit.pursuing:
        refusals.append(Refusal("W611", f"{unit.id} is not pursuing", "only pursuers lose contact"))
    contacts = {c.key: None for c in state.contacts_of(unit.id) if c.other(unit.id) == unit.pursuing}
    changes = {"units": {unit.id: {"pursuing": None}}, "contacts": contacts}
    says = (f"{unit.id} lose contact and rally by themselves (W611).",)
    return certain(changes, says, refusals)
