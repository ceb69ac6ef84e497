"""A round of combat fought on the table, and what its result does at once: losses, retreats, routs (C322, C323)."""

import math
from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.measuring import TOLERANCE
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.combat import CombatOutcome, UnitResult
from miniatures.systems.command_roll.combat_facts import ATTACKERS, CombatFacts
from miniatures.systems.command_roll.combat_wording import score_told
from miniatures.systems.command_roll.falling_back import DESTROYED
from miniatures.systems.command_roll.game.describing import made_way, measured, not_in_play, out_of_step, plural
from miniatures.systems.command_roll.game.fighting import combat_facts, combat_of
from miniatures.systems.command_roll.game.leaving import contacts_after, result_of
from miniatures.systems.command_roll.game.losses import after, left_alone, merged, mourned, struck
from miniatures.systems.command_roll.game.pieces import ContactNow, UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.results import DRAW, RETREATS, ROUTS, can_advance
from miniatures.systems.command_roll.unit import Stated
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.words import counted, joined_names

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured

#: Combats of more units than these have so many outcomes that a second round is counted for seconds.
LOOKS_FURTHER = 3


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


def _asked(facts: dict[str, Any]) -> dict[str, Any] | None:
    """The odds look one pursuit further, by whoever can (C35); with more units that would take too long to tell."""
    if len(facts["attackers"]) + len(facts["defenders"]) > LOOKS_FURTHER:
        return None
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
            own, other = (_with(pair[side], pair[f"{side}_stands"]) for side in ("attacker", "defender"))
            found.append(f"{own} against {other}")
    return (f"Measured: {'; '.join(found)}.",) if found else ()


def _with(unit: str, stands: int) -> str:
    return f"{unit} with {counted(stands, 'stand')}" if stands else f"{unit}, who cannot strike them"


def _concluded(
    state: State, table: "Measured | None", contacts: list[ContactNow], facts: CombatFacts, outcome: CombatOutcome
) -> Conclusion:
    says = [_told(outcome, facts), *_scores_told(outcome, facts)]
    changed: dict[str, Any] = {}
    ways = _ways(table, facts, contacts)
    for one in outcome.units:
        unit = state.unit(one.unit)
        changed = merged(changed, _losses(state, table, unit, one))
        says += _unit_words(unit, one)
    if table is not None:
        table = table.with_units(*(after(state.units[name], change) for name, change in changed.items()))
    went: dict[str, int] = {}
    hemmed: set[str] = set()
    for one in outcome.units:
        if one.state == RETREATS and one.retreat:
            table, places = _back(table, one, ways.get(one.unit, 0.0))
            # Its stands closed up before it went: that is where its way began.
            begun = after(state.units[one.unit], changed.get(one.unit, {}))
            changed = merged(changed, places)
            really = _really(begun, places.get(one.unit), one.retreat)
            went[one.unit] = math.floor(really + TOLERANCE)
            if really < one.retreat:  # friends let it in, but not so far (C97)
                says.append(f"{one.unit} go {really:.1f} cm: there is no room for more (C406).")
                hemmed.add(one.unit)
        for friend in one.friends:
            changed = merged(changed, {friend: {"confused": True}})
            says.append(made_way(state, friend))
    for one in outcome.units:
        changed = merged(changed, {one.unit: result_of(state, one, facts, outcome, contacts, went, ways)})
        unit = state.units[one.unit]
        if (one.confused or one.unit in hemmed) and not unit.confused:
            changed[one.unit]["confused"] = True
            says.append(f"{one.unit} {plural(unit, 'is', 'are')} confused.")
    traitors, told = mourned(state, changed)
    changes: dict[str, Any] = {"units": merged(changed, traitors)}
    changes["contacts"] = contacts_after(state, table, contacts, outcome)
    return Conclusion(changes, (*says, *told))


def _told(outcome: CombatOutcome, facts: CombatFacts) -> str:
    ours = joined_names(unit.name for unit in facts.attackers)
    theirs = joined_names(unit.name for unit in facts.defenders)
    if outcome.winner == DRAW:
        return f"{ours} against {theirs}: a draw."
    winner, loser = (ours, theirs) if outcome.winner == ATTACKERS else (theirs, ours)
    won = facts.attackers if outcome.winner == ATTACKERS else facts.defenders
    verb = "win" if len(won) > 1 or not won[0].commands else "wins"
    by = f" by {outcome.margin}" if outcome.margin else ""
    none = not any(one.left for one in outcome.units if one.side != outcome.winner)
    gone = f", and nobody of {loser} is left (C70)" if none else ""
    return f"{ours} against {theirs}: {winner} {verb}{by}{gone}."


def _scores_told(outcome: CombatOutcome, facts: CombatFacts) -> list[str]:
    """The result as a sum of each side."""
    sides = (facts.attackers, facts.defenders)
    return [
        score_told(joined_names(unit.name for unit in units), score)
        for units, score in zip(sides, outcome.scores, strict=False)
    ]


def _unit_words(unit: UnitNow, one: UnitResult) -> list[str]:
    found = []
    if one.stands_lost and one.state != DESTROYED:
        found.append(f"{one.unit} {plural(unit, 'loses', 'lose')} {counted(one.stands_lost, 'stand')}.")
    if one.state == DESTROYED:
        found.append(f"{one.unit} {plural(unit, 'is', 'are')} destroyed.")
    if one.state == ROUTS:
        found.append(f"{one.unit} {plural(unit, 'routs', 'rout')} (C323).")
    if one.state == RETREATS:
        found.append(f"{one.unit} {plural(unit, 'retreats', 'retreat')} {one.retreat} cm (C322).")
    if one.commanders_killed:
        verb = "is" if len(one.commanders_killed) == 1 else "are"
        found.append(f"{joined_names(one.commanders_killed)} {verb} killed.")
    return found


def _losses(state: State, table: "Measured | None", unit: UnitNow, one: UnitResult) -> dict[str, Any]:
    changes = struck(state, table, unit, one.left, one.hits, one.commanders_killed)
    if one.state in (DESTROYED, ROUTS):
        changes[unit.id]["gone"] = "routed" if one.state == ROUTS else "destroyed"
        changes[unit.id]["lost"] = unit.unit.size
        alive = [other for other in state.joined_to(unit.id) if other.id not in one.commanders_killed]
        for name, place in left_alone(table, unit, alive).items():
            changes[name] = changes.get(name, {}) | place
    changes[unit.id] |= {"shot_hits": None, "pursues": None}
    return changes


def _ways(table: "Measured | None", facts: CombatFacts, contacts: list[ContactNow]) -> dict[str, float]:
    """For everybody on the table: the direction in which he would go back."""
    if table is None:
        return {}
    from miniatures.systems.command_roll.game.ways import way_back

    return {unit.name: round(way_back(table, table.units[unit.name], contacts), 4) for unit in facts.units}


def _back(table: "Measured | None", one: UnitResult, way: float) -> "tuple[Measured | None, dict[str, Any]]":
    if table is None or not table.units[one.unit].placed:
        return table, {}
    from miniatures.systems.command_roll.game.going_back import went

    return went(table, table.units[one.unit], way, float(one.retreat))


def _really(unit: UnitNow, place: dict[str, Any] | None, retreat: int) -> float:
    """The centimetres that it went: less than it had to if its way turned out to be closed."""
    if not unit.placed:
        return retreat
    from miniatures.systems.command_roll.game.going_back import really

    return really(unit, place, retreat)
