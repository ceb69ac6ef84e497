"""Hand-to-hand combat: the blows of a round and their saves, its result, and the pursuits that follow."""

from typing import NamedTuple

from miniatures.dice import Dice, Step
from miniatures.systems import Play
from miniatures.systems.command_roll.combat_blows import Blow, land, unsaved
from miniatures.systems.command_roll.combat_facts import SIDES, CombatFacts
from miniatures.systems.command_roll.combat_round import FIGHTS, CombatState, Condition, Muster, Pairs
from miniatures.systems.command_roll.facts import Position
from miniatures.systems.command_roll.falling_back import DESTROYED, STANDS
from miniatures.systems.command_roll.results import (
    DRAW,
    RETREATS,
    ROUTS,
    Result,
    Score,
    after_draw,
    can_advance,
    can_pursue,
    result_of,
    retreat,
    retreat_distance,
)
from miniatures.systems.command_roll.way_back import forces

PURSUE, ADVANCE = "pursue", "advance"


class UnitResult(NamedTuple):
    """What the combat did to one unit. `may` is pursue, advance or nothing, for who won the last round."""

    unit: str
    side: str
    stands_lost: int
    left: int
    hits: int
    """Hits that have not removed a stand. They count until the end of the phase, or longer where carried (C27)."""
    state: str
    retreat: int
    confused: bool
    may: str
    commanders_killed: tuple[str, ...]
    friends: tuple[str, ...]
    """The friends behind it who made way and were confused by that."""


class CombatOutcome(NamedTuple):
    """`winner` and `margin` are of the last round fought."""

    winner: str
    margin: int
    rounds: int
    units: tuple[UnitResult, ...]
    earlier: tuple[Result, ...] = ()
    """How the rounds before went, one after the other; of odds nothing."""
    scores: tuple[Score, ...] = ()
    """What attackers and defenders had in the last round; of odds nothing."""


class Combat:
    """One combat, ready to be thrown."""

    def __init__(self, facts: CombatFacts) -> None:
        self.facts, self.muster = facts, Muster(facts)

    def next_step(self, state: CombatState) -> Step[CombatState] | None:
        if not state.tasks:
            return None
        return lambda dice: self._throw(state, dice)

    def _throw(self, state: CombatState, dice: Dice) -> CombatState:
        """The next throw: a blow, or the armour of the unit in hand once all blows on it have fallen."""
        fought, winner, margin, conditions, tasks, pending, balance, earlier, scores = state
        task = tasks[0]
        index = task.struck
        save, most = self.muster.saves[index], self.muster.can_take[index] - conditions[index].hits
        if isinstance(task, Blow):
            pending += land(dice, task, save, most)
            tasks = tasks[1:]
            armour_next = save is not None and pending > 0 and dice.thrown_apart
            if isinstance(tasks[0], Blow) or armour_next:
                return CombatState(fought, winner, margin, conditions, tasks, pending, balance, earlier, scores)
        # Hits beyond what a unit can take do not count (C31).
        taken = min(unsaved(dice, pending, save, self.muster.saving[index]), most)
        struck = conditions[index]._replace(hits=conditions[index].hits + taken)
        conditions = (*conditions[:index], struck, *conditions[index + 1 :])
        balance += taken if self.facts.sides[index] else -taken
        if dice.thrown_apart:
            scores = _scored(scores, 1 - self.facts.sides[index], taken)
        state = CombatState(fought, winner, margin, conditions, tasks[1:], 0, balance, earlier, scores)
        return state if state.tasks else self._result(state, dice)

    def _result(self, state: CombatState, dice: Dice) -> CombatState:
        """The end of a round, or the beginning of the pursuit after it."""
        sides, units = self.facts.sides, self.facts.units
        left = [self.muster.left(index, condition) for index, condition in enumerate(state.conditions)]
        fighting = [index for index, condition in enumerate(state.conditions) if condition.state == FIGHTS]
        numbers = [sum(left[index] > 0 for index in fighting if sides[index] == side) for side in (0, 1)]
        winner, margin = result_of(state.balance, numbers[0] > 0, numbers[1] > 0)
        winning = None if winner == DRAW else SIDES.index(winner)
        distance = 0 if winning is None else retreat_distance(margin, numbers[1 - winning], self.facts.options)
        conditions = list(state.conditions)
        for index in fighting:
            condition = conditions[index]
            if not left[index]:
                conditions[index] = condition._replace(state=DESTROYED)
            elif winning is None:
                conditions[index] = condition._replace(
                    state=after_draw(units[index], self._position(index, state.fought))
                )
            elif sides[index] == winning:
                conditions[index] = condition._replace(state=STANDS)
            else:
                conditions[index] = self._retreated(index, condition, distance, dice)
        ended = CombatState(state.fought + 1, winner, margin, tuple(conditions), earlier=state.earlier)
        if dice.thrown_apart:
            ended = ended._replace(scores=state.scores)
        pairs = {} if winning is None else self._pursuit(ended, winning)
        if not pairs or winning is None:
            return ended
        dice.settled(lambda: ended)
        told = (*ended.earlier, Result(winner, margin)) if dice.thrown_apart else ()
        return self._pursued(ended._replace(earlier=told), pairs, winning, distance)

    def _position(self, index: int, rounds_before: int) -> Position:
        """Who retreated or pursued has left its position (C67)."""
        return "open" if rounds_before else self.facts.units[index].position

    def _retreated(self, index: int, condition: Condition, distance: int, dice: Dice) -> Condition:
        unit = self.facts.units[index]
        state, room = retreat(unit, condition.room, distance)
        confused, friends = condition.confused, tuple[str, ...]()
        if state == RETREATS and condition.room < distance:
            gone = unit.way_back - condition.room
            confused, friends = forces(unit, confused, dice, gone, gone + distance)
        back = distance if state in (RETREATS, ROUTS) else 0
        return Condition(condition.hits, state, confused, room, back, friends=condition.friends + friends)

    def _pursuit(self, ended: CombatState, winning: int) -> Pairs:
        """Who strikes whom in the next round; nobody if the winner does not pursue."""
        if ended.fought >= self.facts.most_rounds or not self.facts.pursue[winning]:
            return {}
        chased = [pair for pair in self.chances(ended) if not self.facts.units[pair[0]].holds]
        both = {*chased, *((enemy, own) for own, enemy in chased)}
        pairs = {
            index: [(enemy, stands) for enemy, stands in strikes if (index, enemy) in both]
            for index, strikes in enumerate(self.facts.strikes)
        }
        return {index: enemies for index, enemies in pairs.items() if enemies}

    def _pursued(self, ended: CombatState, pairs: Pairs, winning: int, distance: int) -> CombatState:
        """The round that a pursuit begins. Pursuers have so much more room behind them; the others stay out of it."""
        conditions = [
            condition._replace(
                state=FIGHTS, room=condition.room + (distance if self.facts.sides[index] == winning else 0), retreat=0
            )
            if index in pairs
            else condition._replace(out=True)
            for index, condition in enumerate(ended.conditions)
        ]
        return self.muster.round(ended._replace(conditions=tuple(conditions)), pairs, winning, distance)

    def chances(self, ended: CombatState) -> list[tuple[int, int]]:
        """Each winner of the last round who can pursue, with each enemy of his that retreated in it."""
        if ended.winner == DRAW:
            return []
        units, conditions, found = self.facts.units, ended.conditions, []
        for meeting in self.facts.meetings:
            pair = (meeting.attacker, meeting.defender)
            own, enemy = pair if SIDES[0] == ended.winner else pair[::-1]
            one, other = conditions[own], conditions[enemy]
            if one.state == STANDS and other.state == RETREATS and not (one.out or other.out):
                position = self._position(own, ended.fought - 1)
                if can_pursue(units[own], position, one.confused, units[enemy], other.retreat):
                    found.append((own, enemy))
        return found

    def outcome(self, ended: CombatState) -> CombatOutcome:
        """The last state in the words of the players."""
        rounds_left = self.facts.rounds_left
        more = rounds_left is None or ended.fought < rounds_left
        pursuers = {own for own, _ in self.chances(ended)} if more else set()
        results = []
        for index, (unit, condition) in enumerate(zip(self.facts.units, ended.conditions, strict=True)):
            after = self.muster.losses(index, condition)
            gone = condition.state in (DESTROYED, ROUTS)
            results.append(
                UnitResult(
                    unit.name,
                    SIDES[self.facts.sides[index]],
                    unit.left if gone else after.stands_lost,
                    0 if gone else after.left,
                    0 if gone and after.left else after.hits,
                    condition.state,
                    condition.retreat,
                    condition.confused and not gone,
                    PURSUE if index in pursuers else ADVANCE if self._may_advance(index, ended) else "",
                    after.killed,
                    condition.friends,
                )
            )
        scores = ended.scores if any(score.hits or score.added for score in ended.scores) else ()
        return CombatOutcome(ended.winner, ended.margin, ended.fought, tuple(results), ended.earlier, scores)

    def _may_advance(self, index: int, ended: CombatState) -> bool:
        """Whether no enemy of the combat is left to a unit that won its last round (C35)."""
        condition, side = ended.conditions[index], self.facts.sides[index]
        if condition.state != STANDS or condition.out or SIDES[side] != ended.winner:
            return False
        enemies = (other for other, own in zip(ended.conditions, self.facts.sides, strict=True) if own != side)
        if any(other.state not in (DESTROYED, ROUTS) for other in enemies):
            return False
        return can_advance(self.facts.units[index], self._position(index, ended.fought - 1), condition.confused)


def _scored(scores: tuple[Score, Score], side: int, hits: int) -> tuple[Score, Score]:
    ours, theirs = scores
    if side:
        return ours, theirs._replace(hits=theirs.hits + hits)
    return ours._replace(hits=ours.hits + hits), theirs


def combat(facts: CombatFacts) -> Play:
    """A combat from its first blow to the end of its last pursuit. All throws of all rounds are named beforehand."""
    fight = Combat(facts)
    return Play(fight.muster.opening(), fight.next_step, fight.outcome, one_round=True)
