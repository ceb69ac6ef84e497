"""A round of combat in sentences, and the questions that players ask of its odds."""

from collections.abc import Callable
from typing import Any

from miniatures.ruling import Modifier
from miniatures.systems import Question
from miniatures.systems.tree_of_battles.combat_facts import CombatFacts
from miniatures.systems.tree_of_battles.combat_outcome import CombatOutcome, ContingentResult
from miniatures.systems.tree_of_battles.leader_risk import CAPTURED, KILLED, NO_EFFECT, UNHURT, Fate
from miniatures.words import counted

_SAID = {
    "halt": "must halt",
    "fall back": "must fall back a base depth, facing the enemy",
    "follow up": "must follow up",
    "retire": "must retire, in disarray",
    "break": "break, and rout in disarray",
    "pursue": "must pursue, in disarray",
}
#: Of the moves, what the sheet says they are (T201 to T206).
_MOVES = {"halt": "T201", "fall back": "T202", "follow up": "T203", "retire": "T204", "break": "T205", "pursue": "T206"}
_DISARRAY = {
    "T332": "as they evade without being skirmishers",
    "T333": "as their charge reaches nobody",
    "T334": "at their most DPs",
    "T335": "as D grade that moved",
}


def numbered(words: str, rules: tuple[str, ...]) -> str:
    return f"{words} ({', '.join(dict.fromkeys(rule for rule in rules if rule))})"


def tell_combat(outcome: CombatOutcome) -> list[str]:
    return [line for result in outcome.units for line in _told(result)]


def _told(result: ContingentResult) -> list[str]:
    name = result.contingent
    by = f", {result.margin:+d} in hits" if result.margin is not None else ""
    lines = [f"{name}: {result.result}{by}."]
    lines += dps_told(name, result.dps, result.dps_now)
    if result.stands_lost:
        beyond = "" if result.caught or "T64" in result.rules else " beyond their most DPs (T4)"
        lines.append(f"{name} lose {counted(result.stands_lost, 'stand')}{beyond}: {result.left} left.")
    if result.destroyed:
        lines.append(f"{name} are destroyed (T40).")
    elif why := _DISARRAY.get(result.into_disarray):
        lines.append(f"{name} are in disarray, {why} ({result.into_disarray}).")
    lines += [line for fate in result.leaders for line in _fate_told(fate)]
    if result.caught:
        lines.append(f"{name} are caught, and suffer a free hack (T207).")
    if _is_row(result) or result.move == "break":
        lines += _move_told(result)
    return lines


def _is_row(result: ContingentResult) -> bool:
    return "T36" not in result.rules


def _move_told(result: ContingentResult) -> list[str]:
    if result.move:
        return [numbered(f"{result.contingent} {_SAID[result.move]}", (*result.rules, _MOVES[result.move])) + "."]
    if result.choices:
        every = " or ".join(result.choices)
        return [
            numbered(f"{result.contingent} may {every}", (*result.rules, *(_MOVES[one] for one in result.choices)))
            + "."
        ]
    return []


def dps_told(name: str, dps: tuple[Modifier, ...], now: int) -> list[str]:
    if not dps:
        return []
    causes = ", ".join(numbered(f"{line.value:g} {line.because}", (line.rule, line.ruling)) for line in dps)
    return [f"{name} take {counted(int(sum(line.value for line in dps)), 'DP')}: {causes}; they have {now}."]


def _fate_told(fate: Fate) -> list[str]:
    if fate.result in (UNHURT, NO_EFFECT):
        return []
    left = "" if fate.lost else f", {counted(fate.rating, 'command point')} left"
    words = fate.result if fate.result in (KILLED, CAPTURED, "wounded") else f"has a {fate.result}"
    return [f"{fate.leader} {'is ' if words == fate.result else ''}{words}{left} ({fate.rule})."]


def of(index: int, field: str) -> Callable[[Any], Any]:
    """What an outcome says there of one contingent."""
    return lambda outcome: getattr(outcome.units[index], field)


def ask_combat(facts: CombatFacts) -> list[Question]:
    """Of each contingent: its result, DPs after it, stands, disarray, its move. Evading has the same questions."""
    asked: list[Question] = []
    for index, unit in enumerate(facts.units):
        asked.append(Question(f"result of {unit.name}", "which", of(index, "result")))
        asked.append(Question(f"DPs of {unit.name} after it", "how many", of(index, "dps_now")))
        asked.append(Question(f"stands that {unit.name} lose", "how many", of(index, "stands_lost")))
        asked.append(Question(f"{unit.name} are in disarray after it", "whether", of(index, "disarray")))
        asked.append(Question(f"{unit.name} are destroyed", "whether", of(index, "destroyed")))
        asked.append(Question(f"{unit.name} then", "which", _move(index)))
        if facts.moves or facts.evading:
            asked.append(Question(f"{unit.name} are caught", "whether", of(index, "caught")))
        for number, leader in enumerate(one for one in unit.leaders if one.front_rank and one.noble):
            asked.append(Question(f"fate of {leader.name}", "which", _fate(index, number)))
    return asked


def _move(index: int) -> Callable[[CombatOutcome], str]:
    def move(outcome: CombatOutcome) -> str:
        one = outcome.units[index]
        return one.move or " or ".join(one.choices) or "is gone"

    return move


def _fate(index: int, number: int) -> Callable[[CombatOutcome], str]:
    def fate(outcome: CombatOutcome) -> str:
        leaders = outcome.units[index].leaders
        return leaders[number].result if number < len(leaders) else UNHURT

    return fate
