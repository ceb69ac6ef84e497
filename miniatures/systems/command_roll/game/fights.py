"""A round of combat fought on the table, and what its result does at once: losses, retreats, routs (C322, C323)."""

import math
from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.measuring import CONTACT
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.combat import CombatOutcome, UnitResult
from miniatures.systems.command_roll.combat_facts import CombatFacts
from miniatures.systems.command_roll.falling_back import DESTROYED
from miniatures.systems.command_roll.game.describing import measured, not_in_play, out_of_step, plural
from miniatures.systems.command_roll.game.fighting import combat_facts, combat_of
from miniatures.systems.command_roll.game.losses import after, left_alone, merged, mourned, struck
from miniatures.systems.command_roll.game.pieces import ContactNow, UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.results import DRAW, MAY_STAND, RETREATS, ROUTS, can_advance
from miniatures.systems.command_roll.unit import Stated
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.words import counted, joined_names

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured


class FightWords(Stated):
    """A round of the combat that a unit is in; all that are linked with it fight."""

    unit: str = Field(description="any unit of the combat")


def plan_fight(state: State, words: FightWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    contacts = combat_of(state, unit.joined or unit.id)
    if not contacts:
        cure = "charge one in the Command phase" if state.mapped else "charge one, or: correct --touches"
        return impossible([Refusal("C132", f"{unit.id} {plural(unit, 'touches', 'touch')} no enemy", cure)])
    table = measured(state)
    facts = combat_facts(state, table, contacts)

    def against(_facts: CombatFacts) -> list[Refusal]:
        found = out_of_step(state, ("combat",), "C101", "combat")
        if all(one.fought == state.now for one in contacts):
            found.append(
                Refusal("C324", "this round was fought, and waits for the choices after it", "choose, or next")
            )
        return found

    def conclude(facts: CombatFacts, outcome: CombatOutcome) -> Conclusion:
        return _concluded(state, table, contacts, facts, outcome)

    return Plan(conclude, "combat", facts, _notes(facts), against, _asked(facts))


def _asked(facts: dict[str, Any]) -> dict[str, Any]:
    """The odds look one pursuit further, by whoever can (C35)."""
    asked: dict[str, Any] = {"rounds": 2}
    for side in ("attackers", "defenders"):
        asked[f"{side}_pursue"] = any(_could_pursue(unit) for unit in facts[side])
    return asked


def _could_pursue(unit: dict[str, Any]) -> bool:
    from miniatures.systems.command_roll.combat_facts import FightingUnit

    one = FightingUnit.model_validate(unit)
    return can_advance(one, one.position, one.confused)


def _notes(facts: dict[str, Any]) -> tuple[str, ...]:
    found = []
    for pair in facts.get("contacts", ()):
        if "attacker_stands" in pair:
            ours, theirs = counted(pair["attacker_stands"], "stand"), counted(pair["defender_stands"], "stand")
            found.append(f"{pair['attacker']} with {ours} against {pair['defender']} with {theirs}")
    return (f"Measured: {'; '.join(found)}.",) if found else ()


def _concluded(
    state: State, table: "Measured | None", contacts: list[ContactNow], facts: CombatFacts, outcome: CombatOutcome
) -> Conclusion:
    says = [_told(outcome, facts)]
    changed: dict[str, Any] = {}
    combat = f"{contacts[0].key} {state.now}.{sum(one.fought > 0 for one in contacts)}"
    for one in outcome.units:
        unit = state.unit(one.unit)
        changed = merged(changed, _losses(state, table, unit, one))
        says += _unit_words(unit, one)
    if table is not None:
        table = table.with_units(*(after(state.units[name], change) for name, change in changed.items()))
    went: dict[str, int] = {}
    for one in outcome.units:
        if one.state == RETREATS and one.retreat:
            table, places = _back(table, one)
            changed = merged(changed, places)
            went[one.unit] = _really(state.units[one.unit], places.get(one.unit), one.retreat)
        for friend in one.friends:
            changed = merged(changed, {friend: {"confused": True}})
            says.append(f"{friend} made way and are confused (C407).")
    for one in outcome.units:
        changed = merged(changed, {one.unit: _result(state, combat, one, outcome, contacts, went)})
        if one.confused and not state.units[one.unit].confused:
            changed[one.unit]["confused"] = True
            says.append(f"{one.unit} are confused.")
    traitors, told = mourned(state, changed)
    changes: dict[str, Any] = {"units": merged(changed, traitors)}
    changes["contacts"] = _contacts_after(state, table, contacts, outcome)
    return Conclusion(changes, (*says, *told))


def _told(outcome: CombatOutcome, facts: CombatFacts) -> str:
    ours = joined_names(unit.name for unit in facts.attackers)
    theirs = joined_names(unit.name for unit in facts.defenders)
    if outcome.winner == DRAW:
        return f"{ours} against {theirs}: a draw."
    winner = ours if outcome.winner == "attackers" else theirs
    return f"{ours} against {theirs}: {winner} win by {outcome.margin}."


def _unit_words(unit: UnitNow, one: UnitResult) -> list[str]:
    found = []
    if one.stands_lost and one.state != DESTROYED:
        found.append(f"{one.unit} lose {counted(one.stands_lost, 'stand')}.")
    if one.state == DESTROYED:
        found.append(f"{one.unit} {plural(unit, 'is', 'are')} destroyed.")
    if one.state == ROUTS:
        found.append(f"{one.unit} {plural(unit, 'routs', 'rout')} (C323).")
    if one.state == RETREATS:
        found.append(f"{one.unit} {plural(unit, 'retreats', 'retreat')} {one.retreat} cm (C322).")
    if one.commanders_killed:
        found.append(f"{joined_names(one.commanders_killed)} killed.")
    return found


def _losses(state: State, table: "Measured | None", unit: UnitNow, one: UnitResult) -> dict[str, Any]:
    changes = struck(state, table, unit, one.left, one.hits, one.commanders_killed)
    if one.state in (DESTROYED, ROUTS):
        changes[unit.id]["gone"] = "routed" if one.state == ROUTS else "destroyed"
        changes[unit.id]["lost"] = unit.unit.size
        alive = [other for other in state.joined_to(unit.id) if other.id not in one.commanders_killed]
        for number, other in enumerate(alive):
            changes[other.id] = changes.get(other.id, {}) | left_alone(unit, number)
    changes[unit.id] |= {"shot_hits": None, "pursues": None}
    return changes


def _back(table: "Measured | None", one: UnitResult) -> "tuple[Measured | None, dict[str, Any]]":
    if table is None or not table.units[one.unit].placed:
        return table, {}
    from miniatures.systems.command_roll.game.going_back import straight_back, went

    return went(table, table.units[one.unit], straight_back(table.of(one.unit)), float(one.retreat))


def _really(unit: UnitNow, place: dict[str, Any] | None, retreat: int) -> int:
    """The full centimetres that it went: less than it had to where its way turned out to be closed."""
    if not unit.placed:
        return retreat
    return 0 if place is None else math.floor(math.dist((unit.pose.x, unit.pose.y), (place["x"], place["y"])) + 0.5)


def _result(
    state: State,
    combat: str,
    one: UnitResult,
    outcome: CombatOutcome,
    contacts: list[ContactNow],
    went: dict[str, int],
) -> dict[str, Any]:
    """What it may do now, for the next command (C44)."""
    if one.state in (DESTROYED, ROUTS):
        return {"result": None}
    forgotten = dict.fromkeys(state.units[one.unit].result.get("prey", ()))
    told: dict[str, Any] = {
        "now": state.now,
        "combat": combat,
        "may": [],
        "prey": forgotten,
        "draw": outcome.winner == DRAW,
    }
    if outcome.winner == DRAW:
        told["may"] = ["fall back", "stand"] if one.state == MAY_STAND else ["fall back"]
    elif one.side == outcome.winner:
        told["may"] = [*([one.may] if one.may else []), "fall back", "stand"]
        own = [contact for contact in contacts if one.unit in (contact.first, contact.second)]
        if one.may == "pursue":
            told["prey"] |= {
                enemy: {
                    "cm": went[enemy],
                    "side": contact.side_of(one.unit),
                    "its_side": contact.side_of(enemy),
                    "rounds": contact.rounds + 1,
                }
                for contact in own
                if (enemy := contact.other(one.unit)) in went
            }
    return {"result": told}


def _contacts_after(
    state: State, table: "Measured | None", contacts: list[ContactNow], outcome: CombatOutcome
) -> dict[str, Any]:
    """Who went back, or is gone, touches nobody any more; after a draw they touch until one side falls back."""
    gone = {one.unit for one in outcome.units if one.state in (DESTROYED, ROUTS)}
    found: dict[str, Any] = {}
    for contact in contacts:
        lasts = outcome.winner == DRAW and not gone & {contact.first, contact.second}
        if lasts and table is not None:
            lasts = table.within(contact.first, contact.second, CONTACT)
        found[contact.key] = {"fought": state.now} if lasts else None
    return found
