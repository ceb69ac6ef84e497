"""A round of combat on the table: measured, thrown, and carried out."""

from typing import Any

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.systems.tree_of_battles.combat_facts import CombatFacts
from miniatures.systems.tree_of_battles.combat_outcome import CombatOutcome
from miniatures.systems.tree_of_battles.game.aftermath import carried_out
from miniatures.systems.tree_of_battles.game.describing import measured, not_in_play, out_of_step
from miniatures.systems.tree_of_battles.game.fighting import combat_facts, combat_of
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.unit import Stated
from miniatures.words import counted


class FightWords(Stated):
    """One round of the combat that a contingent is in; all that are linked with it fight."""

    unit: str = Field(description="any contingent of the combat")
    dice_at: str = Field("", description="of several enemies the one at whom it spends the dice of the contingent")


def plan_fight(state: State, words: FightWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    contacts = combat_of(state, unit.id)
    if not contacts:
        cure = "charge one before" if state.mapped else f'charge one, or: correct "{unit.id}" --touches ENEMY'
        return impossible([Refusal("T106", f"{unit.id} touch no enemy", cure)])
    facts = combat_facts(state, measured(state), contacts)
    if words.dice_at:
        at = state.unit(words.dice_at).id
        for own in (*facts["attackers"], *facts["defenders"]):
            if own["name"] == unit.id:
                own["dice_at"] = at

    def against(_facts: CombatFacts) -> list[Refusal]:
        found = out_of_step(state, ("combat",), "T106", "a combat")
        if all(one.fought == state.turn for one in contacts):
            found.append(Refusal("T35", f"the combat of {unit.id} was fought in this turn", "fight on next turn"))
        return found

    def conclude(facts: CombatFacts, outcome: CombatOutcome) -> Conclusion:
        return carried_out(state, contacts, facts, outcome)

    alone = len(facts["attackers"]) == len(facts["defenders"]) == 1
    return Plan(
        conclude,
        "combat",
        facts,
        _notes(facts, "Measured" if state.mapped else "Noted"),
        against,
        {"moves": True} if alone else None,
    )


def _notes(facts: dict[str, Any], how: str) -> tuple[str, ...]:
    """What is known of who fights how; without a map nothing of it is measured."""
    found = []
    fighters = [*facts["attackers"], *facts["defenders"]]
    contacts = facts.get("contacts") or [
        {
            "attacker": fighters[0]["name"],
            "defender": fighters[1]["name"],
            "attacker_stands": fighters[0],
            "defender_stands": fighters[1],
        }
    ]
    for pair in contacts:
        if None in (pair["attacker_stands"].get("facing"), pair["defender_stands"].get("facing")):
            continue  # not measured
        ours, theirs = _told(pair["attacker_stands"]), _told(pair["defender_stands"])
        found.append(f"{pair['attacker']} with {ours} against {pair['defender']} with {theirs}")
    for one in fighters:
        marks = [word for word in ("supported", "fell_back") if one.get(word)]
        marks += ["higher"] if one.get("ground") else []
        marks += [one[word] for word in ("came", "position") if one.get(word)]
        if marks:
            found.append(f"{one['name']}: {', '.join(marks).replace('_', ' ')}")
    return (f"{how}: {'; '.join(found)}.",) if found else ()


def _told(touch: dict[str, Any]) -> str:
    facing = touch["facing"]
    number = sum(facing.values()) if isinstance(facing, dict) else facing
    found = [f"{counted(number, 'stand')} facing"] if number else []
    words = {"overlapping": "overlapping", "second_rank": "of the second rank", "not_facing": "not facing"}
    found += [f"{touch[key]} {word}" for key, word in words.items() if touch.get(key)]
    where = f" (struck in the {touch['struck']})" if touch.get("struck", "front") != "front" else ""
    return (", ".join(found) or "no stand") + where
