"""Moves and manoeuvres in sentences, and the questions that players ask of their odds."""

from collections.abc import Sequence

from miniatures.ruling import Modifier
from miniatures.systems import Question
from miniatures.systems.tree_of_battles.average_dice import tires
from miniatures.systems.tree_of_battles.leader_move import LeaderMoved, LeaderMoveFacts
from miniatures.systems.tree_of_battles.manoeuvre import Friend, Manoeuvred, ManoeuvreFacts
from miniatures.systems.tree_of_battles.movement import Moved, MoveFacts
from miniatures.systems.tree_of_battles.unit_wording import no_room_told
from miniatures.words import counted, counted_inches


def _tell_dps(name: str, causes: Sequence[Modifier], dps: int) -> list[str]:
    if not causes:
        return []
    said = [f"{name} take {counted(int(one.value), 'DP')}: {one.because} ({one.rule})." for one in causes]
    return [*said, f"{name} have {counted(dps, 'DP')} now."]


def _tell_friends(friends: Sequence[Friend]) -> list[str]:
    said: list[str] = []
    for friend in friends:
        said += _tell_dps(friend.contingent, friend.causes, friend.dps)
        said += no_room_told(friend.contingent, friend.no_room)
        if friend.into_disarray:
            said.append(f"{friend.contingent} are in disarray (T334).")
    return said


def _tell_state(outcome: Moved | Manoeuvred) -> list[str]:
    name = outcome.contingent
    said = [*_tell_dps(name, outcome.causes, outcome.dps), *no_room_told(name, outcome.no_room)]
    if outcome.disarray:
        said.append(f"{name} are in disarray ({', '.join(outcome.disarray)}).")
    elif outcome.in_disarray:
        said.append(f"{name} stay in disarray.")
    return [*said, *_tell_friends(outcome.friends)]


def tell_move(outcome: Moved) -> list[str]:
    far = f"{outcome.contingent} may go {counted_inches(outcome.inches)}"
    said = [f"{far}, and halt there before the enemy ({outcome.halted})." if outcome.halted else f"{far}."]
    if outcome.reaches is not None:
        said.append("That is far enough." if outcome.reaches else "That falls short.")
    return [*said, *_tell_state(outcome)]


def ask_move(facts: MoveFacts) -> list[Question]:
    name = facts.contingent.name
    asked = [Question(f"whole inches for {name}", "how many", lambda outcome: int(outcome.inches))]
    if facts.distance is not None:
        label = f"{name} go {counted_inches(facts.distance)}"
        asked.append(Question(label, "whether", lambda outcome: bool(outcome.reaches)))
    if tires(facts.contingent.formation):
        asked.append(Question(f"DPs that {name} take", "how many", lambda outcome: outcome.taken))
    asked.append(Question(f"{name} are in disarray after it", "whether", lambda outcome: outcome.in_disarray))
    return asked


def tell_manoeuvre(outcome: Manoeuvred) -> list[str]:
    left = {1.0: "their whole move", 0.5: "half their move", 0.0: "no move"}
    share = left.get(outcome.share, f"{outcome.share:g} of their move")
    said = [f"{outcome.contingent} are in {outcome.array} and have {share} left."]
    return [*said, *_tell_state(outcome)]


def ask_manoeuvre(facts: ManoeuvreFacts) -> list[Question]:
    return [Question(f"DPs of {facts.contingent.name}", "which", lambda outcome: outcome.dps)]


def tell_leader_move(outcome: LeaderMoved) -> list[str]:
    joins = f" and joins {outcome.joins}" if outcome.joins else ""
    return [f"{outcome.leader} may go {counted_inches(outcome.inches)}{joins} (T326)."]


def ask_leader_move(facts: LeaderMoveFacts) -> list[Question]:
    return [Question(f"inches for {facts.leader.name}", "which", lambda outcome: outcome.inches)]
