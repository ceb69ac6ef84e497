"""The rest of a turn in sentences, and the questions that players ask of its odds."""

from collections.abc import Callable
from typing import Any

from miniatures.systems import Question
from miniatures.systems.tree_of_battles.ahead import RALLY, Ahead, AheadOutcome
from miniatures.systems.tree_of_battles.ahead_facts import AheadFacts
from miniatures.systems.tree_of_battles.ahead_state import BREAKS, DESTROYED, GONE, LOST, PURSUES, RETIRES, TURNED
from miniatures.systems.tree_of_battles.leader_risk import CAPTURED, KILLED, WOUNDED, in_danger
from miniatures.words import counted, joined_names

#: What becomes of it, and the rule behind each.
_FATES = {
    RETIRES: "T204",
    BREAKS: "T205",
    PURSUES: "T206",
    DESTROYED: "T40",
    LOST: "T64",
    TURNED: "T432",
}


def tell_ahead(outcome: AheadOutcome) -> list[str]:
    name = outcome.contingent
    said = [f"{name}: {outcome.result} in their combat."] if outcome.result else []
    said += [f"{one.leader} is {one.word}." for one in outcome.leaders if one.word]
    if outcome.stands_lost:
        said.append(f"{name} lose {counted(outcome.stands_lost, 'stand')}: {outcome.left} left.")
    if outcome.fate:
        said.append(f"{name} {outcome.fate} ({_FATES[outcome.fate]}).")
    if outcome.fate in GONE:
        return said
    since = f", as after {joined_names(outcome.disarray)}" if outcome.disarray else ""
    order = f"in disarray{since}" if outcome.in_disarray else "in good order"
    return [*said, f"At the end of the turn {name} have {counted(outcome.dps, 'DP')} and are {order}."]


def ask_ahead(facts: AheadFacts) -> list[Question]:
    unit, name = facts.contingent, facts.contingent.name
    asked = [
        Question(f"{name} are in disarray by the end of the turn", "whether", lambda outcome: outcome.in_disarray),
        Question(f"{name} are in good order at the end of the turn", "whether", _in_good_order),
        Question(f"DPs of {name} at the end of the turn", "how many", lambda outcome: outcome.dps),
    ]
    for phase in Ahead(facts).phases:
        if phase.name != RALLY:
            asked.append(Question(f"{name} are in disarray after {phase.name}", "whether", _after(phase.name)))
    asked.append(Question(f"stands that {name} lose", "how many", lambda outcome: outcome.stands_lost))
    asked += [Question(f"{name} {fate}", "whether", _fate(fate)) for fate in _FATES]
    if facts.combat is not None:
        asked.append(Question(f"result of {name}", "which", lambda outcome: outcome.result or "no combat"))
    for number, leader in enumerate(unit.leaders):
        if leader in in_danger(unit.leaders):
            asked += [
                Question(f"{leader.name} is {word}", "whether", _led(number, word))
                for word in (KILLED, CAPTURED, WOUNDED)
            ]
    return asked


def _in_good_order(outcome: AheadOutcome) -> bool:
    return not outcome.in_disarray and outcome.fate not in GONE


def _after(phase: str) -> Callable[[Any], bool]:
    return lambda outcome: phase in outcome.disarray


def _fate(word: str) -> Callable[[Any], bool]:
    return lambda outcome: bool(outcome.fate == word)


def _led(number: int, word: str) -> Callable[[Any], bool]:
    return lambda outcome: bool(outcome.leaders[number].word == word)
