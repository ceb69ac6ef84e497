"""Event IV: a melee of one or more rounds, from the first blow to who runs and who pursues."""

from collections.abc import Callable
from typing import NamedTuple

from miniatures.dice import Step
from miniatures.systems.warfare.melee_facts import MeleeFacts
from miniatures.systems.warfare.melee_fight import Fight
from miniatures.systems.warfare.melee_round import ATTACKERS, DEFENDERS, Condition, Melee, MeleeState, Round
from miniatures.systems.warfare.morale import REMOVED, ROUTS, STANDS

UNDECIDED, NOBODY = "undecided", "nobody"


class UnitResult(NamedTuple):
    """What the melee did to one unit. `pursuit` is may or must where its enemies ran."""

    unit: str
    side: str
    casualties: int
    left: int
    state: str
    pursuit: str
    leader: str


class MeleeOutcome(NamedTuple):
    """`winner` is of the last round fought; `holds` is the side whose enemies have all run or fallen."""

    winner: str
    holds: str
    goes_on: bool
    rounds: int
    units: tuple[UnitResult, ...]
    """Those who fight, then those who look on."""
    fighters: int


def opening(facts: MeleeFacts) -> MeleeState:
    """The melee before its first blow. Guns that are touched are gone (W408)."""
    conditions = []
    for index, unit in enumerate(facts.everyone):
        state = STANDS
        if unit.artillery and index < len(facts.units):
            state = REMOVED
        elif unit.routing:
            state = ROUTS
        conditions.append(Condition(unit.lost, state, unit.leader_state, 2 if unit.leader_state == "out" else 0))
    return MeleeState(0, NOBODY, tuple(conditions))


def rounds_of(facts: MeleeFacts) -> Callable[[MeleeState], Step[MeleeState] | None]:
    """The next round after each state, or None when the rounds asked for are fought or nobody is left to fight.

    States that differ only in who won the last round have the same next round, and are given the same step.
    """
    melee = Melee(facts)
    known: dict[tuple[int, tuple[Condition, ...]], Step[MeleeState]] = {}

    def next_round(state: MeleeState) -> Step[MeleeState] | None:
        if state.fought >= facts.rounds or not _goes_on(facts, state):
            return None
        step = known.get((state.fought, state.conditions))
        if step is None:
            prepared = Round(melee, state)
            step = known[state.fought, state.conditions] = lambda dice: Fight(prepared, dice).run()
        return step

    return next_round


def _goes_on(facts: MeleeFacts, state: MeleeState) -> bool:
    """Whether any two enemies that touched still stand against each other."""
    conditions = state.conditions
    for meeting in facts.meetings:
        if conditions[meeting.attacker].state == conditions[meeting.defender].state == STANDS:
            return True
    return False


def melee_outcome(facts: MeleeFacts, state: MeleeState) -> MeleeOutcome:
    """The state in the words of the players: what happened to each unit, and who may or must pursue."""
    enemies: dict[int, list[int]] = {}
    for meeting in facts.meetings:
        enemies.setdefault(meeting.attacker, []).append(meeting.defender)
        enemies.setdefault(meeting.defender, []).append(meeting.attacker)
    results: list[UnitResult] = []
    for index, unit in enumerate(facts.everyone):
        condition = state.conditions[index]
        pursuit = ""
        if condition.state == STANDS and index in enemies:
            ends = {state.conditions[enemy].state for enemy in enemies[index]}
            if ROUTS in ends and STANDS not in ends:  # none while another enemy is in contact (W56)
                pursuit = "must" if unit.bold or unit.mounted else "may"
        results.append(
            UnitResult(
                unit.name,
                (ATTACKERS, DEFENDERS)[facts.sides[index]],
                condition.lost - unit.lost,
                0 if condition.state == REMOVED else unit.figures - condition.lost,
                condition.state,
                pursuit,
                _fate(unit.leader_state, condition.leader),
            )
        )
    standing = {result.side for result in results[: len(facts.units)] if result.state == STANDS}
    holds = standing.pop() if len(standing) == 1 else UNDECIDED
    return MeleeOutcome(state.winner, holds, _goes_on(facts, state), state.fought, tuple(results), len(facts.units))


def _fate(before: str, now: str) -> str:
    """What the melee made of a leader; nothing, if it made nothing of him."""
    fates = {"fallen": "killed", "hit": "out", "none": ""}
    return "" if before in ("killed", "out") and now in (before, "fallen") else fates.get(now, now)
