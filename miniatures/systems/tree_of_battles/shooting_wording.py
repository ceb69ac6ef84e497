"""The outcomes of shooting in sentences, and the questions that players ask of its odds."""

from collections.abc import Callable
from typing import Any

from miniatures.systems import Question
from miniatures.systems.tree_of_battles.archery_facts import ArcheryFacts
from miniatures.systems.tree_of_battles.artillery import ArtilleryFacts
from miniatures.systems.tree_of_battles.leader_risk import (
    CAPTURED,
    KILLED,
    LIGHT_WOUND,
    NO_EFFECT,
    UNHURT,
    WOUNDED,
    Fate,
    LeaderRiskFacts,
    in_danger,
)
from miniatures.systems.tree_of_battles.shooting_test import ADVANCE, HALT, RETIRE, Reacted, ShootingTestFacts
from miniatures.systems.tree_of_battles.shot_facts import ShotFacts
from miniatures.systems.tree_of_battles.volley import CONTROLLED, TESTING, Struck
from miniatures.words import counted

_REACTIONS = {
    RETIRE: "retire: a fast move away, in disarray (T141, T204)",
    HALT: "halt (T141)",
    ADVANCE: "advance, a full move at the shooter (T141, T25)",
}


def tell_fate(fate: Fate) -> list[str]:
    name, left = fate.leader, f"{counted(fate.rating, 'command point')} left"
    if fate.result == UNHURT:
        return [f"{name} is not hit (T151)."]
    words = {
        NO_EFFECT: "is hit without effect",
        LIGHT_WOUND: f"has a light wound, {left}",
        WOUNDED: f"is wounded, {left}",
        CAPTURED: "is wounded and captured, an enemy being within 4 inches",
        KILLED: "is killed" if not fate.wounds else "has no command points left and is killed",
    }
    said = [f"{name} {words[fate.result]} ({fate.rule})."]
    if fate.result == KILLED:
        said.append(f"A noble killed: friends within 12 inches take their DPs (T305, {name}).")
    return said


def ask_fate(facts: LeaderRiskFacts) -> list[Question]:
    return [Question(f"{facts.leader.name} is", "which", lambda fate: fate.result)]


def tell_test(name: str, reaction: str) -> str:
    return f"{name} {_REACTIONS[reaction]}."


def tell_tested(outcome: Reacted) -> list[str]:
    return [tell_test(outcome.contingent, outcome.reaction)]


def ask_tested(facts: ShootingTestFacts) -> list[Question]:
    return [Question(f"{facts.contingent.name} are to", "which", lambda tested: tested.reaction)]


def tell_struck(struck: Struck) -> list[str]:
    name = struck.target
    causes = "".join(f", {one.because} ({one.rule})" for one in struck.causes)
    taken = counted(struck.taken, "DP") if struck.taken else "no DP"
    said = [f"{name} take {taken}{causes}: {struck.dps} now."]
    if struck.into_disarray:
        said.append(f"{name} are in disarray, at their most DPs (T334).")
    if struck.beyond:
        said.append(f"A further DP finds no room on {name} (T4).")
    if struck.owes_shooting_test:
        said.append(f"{name} owe a shooting test (T141).")
    if struck.reaction:
        said.append(tell_test(name, struck.reaction))
    if struck.owes_control_test:
        said.append(f"{name} owe a control test at once, for the DP from artillery (T414).")
    for fate in struck.fates:
        said += tell_fate(fate)
    return [*said, *(f"{one} are low on ammunition from now on (T131, T24)." for one in struck.low)]


def _ask_struck(facts: ShotFacts, *, artillery: bool) -> list[Question]:
    target, options = facts.target, facts.options
    name = target.name
    asked = [
        Question(f"DPs that {name} take", "how many", lambda struck: struck.taken),
        Question(f"{name} are in disarray after it", "whether", lambda struck: struck.in_disarray),
    ]
    if target.grade in TESTING and not facts.tests:
        asked.append(Question(f"{name} owe a shooting test", "whether", lambda struck: struck.owes_shooting_test))
    if facts.tests or target.grade == "D":
        asked += [Question(f"{name} must {word}", "whether", _reacts(word)) for word in (RETIRE, HALT, ADVANCE)]
    if artillery and target.grade in CONTROLLED:
        asked.append(Question(f"{name} owe a control test", "whether", lambda struck: struck.owes_control_test))
    if not options.no_risk_from_shooting:
        for leader in in_danger(target.leaders):
            asked += [
                Question(f"{leader.name} is {words}", "whether", _befalls(leader.name, results))
                for words, results in (("killed", (KILLED,)), ("captured", (CAPTURED,)),
                                       ("wounded, lightly or not", (WOUNDED, LIGHT_WOUND)))
            ]  # fmt: skip
    return asked


def _reacts(word: str) -> Callable[[Any], bool]:
    return lambda struck: bool(struck.reaction == word)


def _befalls(name: str, results: tuple[str, ...]) -> Callable[[Any], bool]:
    return lambda struck: any(fate.leader == name and fate.result in results for fate in struck.fates)


def _runs_low(name: str) -> Callable[[Any], bool]:
    return lambda struck: name in struck.low


def ask_artillery(facts: ArtilleryFacts) -> list[Question]:
    return _ask_struck(facts, artillery=True)


def ask_archery(facts: ArcheryFacts) -> list[Question]:
    names = [shot.firer.name for shot in facts.shots] if facts.options.ammunition_die else []
    low = [Question(f"{name} run low on ammunition", "whether", _runs_low(name)) for name in names]
    return [*_ask_struck(facts, artillery=False), *low]
