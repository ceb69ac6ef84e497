"""The outcomes of command, control and rally in sentences, and the questions that players ask of their odds."""

from miniatures.systems import Question
from miniatures.systems.tree_of_battles.command import CONTROL, ISSUE, LISTEN, STEADY, Commanded, CommandFacts, Done
from miniatures.systems.tree_of_battles.control import (
    AS_WISHED,
    CHANGES_SIDES,
    GOES_ON,
    ControlFacts,
    Controlled,
)
from miniatures.systems.tree_of_battles.initiative import InitiativeFacts, Won
from miniatures.systems.tree_of_battles.morale import MoraleFacts, Shaken
from miniatures.systems.tree_of_battles.rally import Rallied, RallyFacts
from miniatures.words import counted

_REACTIONS = {
    AS_WISHED: "do as their player wishes",
    GOES_ON: "go on with their pursuit or looting",
    "halt": "halt until the turn ends",
    "retire": "retire",
    "charge nearest A grade": "advance to the nearest enemy of A grade, or else the nearest, and charge",
    "advance to nearest enemy": "advance to the nearest enemy",
    "repeat last move": "repeat their last move",
}


def tell_initiative(outcome: Won) -> list[str]:
    return [f"{outcome.chooses} says who moves first in each phase of this turn (T11)."]


def ask_initiative(facts: InitiativeFacts) -> list[Question]:
    return [Question(f"{facts.first} chooses", "whether", lambda outcome: outcome.chooses == facts.first)]


def tell_control(outcome: Controlled) -> list[str]:
    shifts = [f"{name} {by:+d}" for name, by in (("leader", outcome.leader), ("A grade", outcome.grade)) if by]
    changed = f", {' and '.join(shifts)}" if shifts else ""
    said = [f"{outcome.contingent} {_REACTIONS[outcome.reaction]} (total {outcome.total}{changed}; {outcome.rule})."]
    if outcome.treachery == CHANGES_SIDES:
        said.append(f"Treachery: {outcome.contingent} change sides (T432, T13).")
    elif outcome.treachery:
        said.append(f"{outcome.contingent} were tempted, and stay true (T432, T13).")
    return said


def ask_control(facts: ControlFacts) -> list[Question]:
    name = facts.contingent.name
    asked = [Question(f"{name}: the test says", "which", lambda outcome: outcome.reaction)]
    if facts.options.civil_war and not facts.contingent.mercenary:
        asked.append(Question(f"{name} change sides", "whether", lambda outcome: outcome.treachery == CHANGES_SIDES))
    return asked


def _tell_done(leader: str, done: Done) -> str:
    if done.does == STEADY:
        gone = "takes a DP off" if done.steadied else "finds no DP on"
        return f"{leader} {gone} {done.whom}: {done.dps} left ({done.rule})."
    if done.does == CONTROL:
        return f"{leader} may change the control test of {done.whom} by 1 ({done.rule}, T423)."
    if done.does == ISSUE:
        to = f" to {done.whom}" if done.whom else ""
        return f"{leader} issues new orders{to}: {done.order}, once they are brought and heard ({done.rule}, T405)."
    if done.does == LISTEN:
        whose = f" for {done.whom}" if done.whom else ""
        return f"{leader} listens: the order{whose} is {done.order} now ({done.rule})."
    return f"{leader} moves{f' to {done.whom}' if done.whom else ''} ({done.rule})."


def tell_command(outcome: Commanded) -> list[str]:
    said = [_tell_done(outcome.leader, done) for done in outcome.done]
    return [*said, f"{outcome.leader} has {counted(outcome.left, 'command point')} left this turn."]


def ask_command(facts: CommandFacts) -> list[Question]:
    return [Question(f"command points left to {facts.leader.name}", "which", lambda outcome: outcome.left)]


def tell_rally(outcome: Rallied) -> list[str]:
    gone = counted(outcome.removed, "DP") if outcome.removed else "no DP"
    why = "".join(f", {line.because} ({line.rule})" for line in outcome.causes[:1])
    said = [f"{outcome.contingent} lose {gone}{why}: {outcome.dps} left."]
    if outcome.in_disarray:
        said.append(f"{outcome.contingent} stay in disarray until they rally from it in a move (T502).")
    return said


def ask_rally(facts: RallyFacts) -> list[Question]:
    return [Question(f"DPs left on {facts.contingent.name}", "which", lambda outcome: outcome.dps)]


def tell_morale(outcome: Shaken) -> list[str]:
    name = outcome.contingent
    if not outcome.taken and not outcome.stands_lost:
        return [f"{name} take no DP: {outcome.dps} now."]
    said = [f"{name} take {counted(int(one.value), 'DP')}: {one.because} ({one.rule})." for one in outcome.causes]
    said.append(f"{name} have {counted(outcome.dps, 'DP')} now.")
    if outcome.into_disarray:
        said.append(f"{name} are in disarray, at their most DPs (T334).")
    if outcome.stands_lost:
        gone = counted(outcome.stands_lost, "stand")
        said.append(f"{name} lose {gone} for DPs beyond their most (T4), {outcome.left} left.")
    if outcome.destroyed:
        said.append(f"{name} are destroyed (T40).")
    return said


def ask_morale(facts: MoraleFacts) -> list[Question]:
    name = facts.contingent.name
    return [
        Question(f"DPs of {name}", "which", lambda outcome: outcome.dps),
        Question(f"stands that {name} lose", "how many", lambda outcome: outcome.stands_lost),
    ]
