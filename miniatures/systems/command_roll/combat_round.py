"""A combat and its rounds, prepared: every sum that needs no dice is made before the first throw of a round."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from miniatures.ruling import Sum
from miniatures.systems.command_roll.attacks import Losses, can_take, hit_on, losses, save_on, with_it
from miniatures.systems.command_roll.combat_blows import Blow, PursuitAttack, Save
from miniatures.systems.command_roll.combat_facts import CombatFacts
from miniatures.systems.command_roll.combat_sum import (
    Fighter,
    attack_sums,
    fighter,
    shared_out,
    support_sum,
    supporting_left,
)
from miniatures.systems.command_roll.facts import CommanderInPlay
from miniatures.systems.command_roll.results import FREE, Result, Score
from miniatures.systems.command_roll.unit_wording import said

#: The state of a unit that is in the round being fought.
FIGHTS = "fights"


class Condition(NamedTuple):
    """A unit between throws. `hits` are those of this combat not saved, lost stands included."""

    hits: int
    state: str
    confused: bool
    room: float
    """Centimetres free behind it."""
    retreat: int = 0
    """Centimetres that it retreated in the last round it fought."""
    out: bool = False
    """It was left behind by a pursuit, and fights no more in this combat."""
    friends: tuple[str, ...] = ()
    """The friends who made way for it and were confused by that."""


Tasks = tuple[Blow | Save, ...]


class CombatState(NamedTuple):
    """The combat between throws. `winner` and `margin` are of the last round that is over.

    Within a round `tasks` are what is left to throw, `pending` the hits on the unit in hand that may still be saved,
    and `balance` the attackers' result less the defenders', so far. All strike with the strength that they had when
    the round began, for their blows were counted then.
    """

    fought: int
    winner: str
    margin: int
    conditions: tuple[Condition, ...]
    tasks: Tasks = ()
    pending: int = 0
    balance: int = 0
    earlier: tuple[Result, ...] = ()
    """The rounds before, for players who threw them; their odds need no memory of how it came about."""
    scores: tuple[Score, Score] = (Score(), Score())
    """What attackers and defenders have in this round so far; of odds, only what is added."""


#: Who strikes whom in a round: each unit that fights, with its enemies and its stands against each.
Pairs = dict[int, list[tuple[int, int]]]


class Muster:
    """What stays the same from round to round: what so many hits make of each unit, and how it saves."""

    def __init__(self, facts: CombatFacts) -> None:
        self.facts, self.options, self.units = facts, facts.options, facts.units
        self.can_take = [max(0, can_take(unit, facts.options)) for unit in facts.units]  # 0: overruled, nobody is left
        self.after = [
            [losses(unit, hits, facts.options) for hits in range(most + 1)]
            for unit, most in zip(facts.units, self.can_take, strict=True)
        ]
        self.saves = [save_on(unit) for unit in facts.units]
        self._begun: dict[Any, tuple[Tasks, tuple[Score, Score]]] = {}
        self.saving = [said(unit, "save") for unit in facts.units]

    def opening(self) -> CombatState:
        """The combat before its first throw."""
        conditions = tuple(
            Condition(0, FIGHTS, unit.confused, FREE if unit.behind is None else unit.way_back) for unit in self.units
        )
        return self.round(CombatState(0, "", 0, conditions), dict(enumerate(map(list, self.facts.strikes))), None, 0)

    def losses(self, index: int, condition: Condition) -> Losses:
        return self.after[index][condition.hits]

    def left(self, index: int, condition: Condition) -> int:
        """Its stands left."""
        return self.after[index][condition.hits].left

    def round(self, state: CombatState, pairs: Pairs, pursuing: int | None, distance: int) -> CombatState:
        """The state in which the next round begins. `pursuing` is the side that follows one that went `distance`."""
        now = [state.conditions[index] for index in pairs]
        after = [self.losses(index, condition) for index, condition in zip(pairs, now, strict=True)]
        strengths = tuple([(one.left, one.killed, own.confused) for one, own in zip(after, now, strict=True)])
        key = (state.fought > 0, tuple(pairs), tuple(map(tuple, pairs.values())), strengths, pursuing, distance)
        if key not in self._begun:  # the same strengths come out of many first rounds
            self._begun[key] = self._begin(self.fighters(state, pairs, pursuing, distance), pairs)
        tasks, scores = self._begun[key]
        balance = scores[0].added - scores[1].added
        return state._replace(winner="", margin=0, tasks=tasks, balance=balance, scores=scores)

    def _begin(self, fighters: dict[int, Fighter], pairs: Pairs) -> tuple[Tasks, tuple[Score, Score]]:
        """All that is to be thrown, unit by unit that is struck, and what each side has before it."""
        tasks: list[Blow | Save] = []
        blows = list(self._blows(fighters, pairs))
        for struck in (*(i for i in pairs if self.facts.sides[i]), *(i for i in pairs if not self.facts.sides[i])):
            own = [blow for blow in blows if blow.struck == struck]
            if own:
                tasks += [*own, Save(struck)]
        ours, theirs = (Score(0, int(made.total)) for made in self.support(fighters))
        return tuple(tasks), (ours, theirs)

    def fighters(self, state: CombatState, pairs: Pairs, pursuing: int | None, distance: int) -> dict[int, Fighter]:
        found: dict[int, Fighter] = {}
        for index, enemies in pairs.items():
            condition = state.conditions[index]
            found[index] = fighter(
                self.facts,
                index,
                self.left(index, condition),
                confused=condition.confused,
                commanders=self._commanders(index, condition),
                first_round=state.fought == 0,
                all_enemies=len(enemies) == len(self.facts.strikes[index]),
                pursuit=self._pursuit(index, state.fought, pursuing, distance),
            )
        return found

    def _pursuit(self, index: int, fought: int, pursuing: int | None, distance: int) -> int | None:
        """How far the enemies retreated that it pursues, if it does: as stated for the first round."""
        if not fought:
            return self.units[index].pursues
        return distance if self.facts.sides[index] == pursuing else None

    def _commanders(self, index: int, condition: Condition) -> tuple[CommanderInPlay, ...]:
        killed = self.losses(index, condition).killed
        return tuple(one for one in with_it(self.units[index], self.options) if one.name not in killed)

    def sums(self, fighters: dict[int, Fighter], pairs: Pairs) -> Iterable[tuple[int, int, Sum]]:
        """The attacks of every unit, striker and struck with each."""
        for index, enemies in pairs.items():
            shares = shared_out(enemies, fighters[index].fighting)
            made = attack_sums(fighters[index], [(fighters[enemy], stands) for enemy, stands in shares])
            yield from ((index, enemy, own) for (enemy, _), own in zip(shares, made, strict=True))

    def _blows(self, fighters: dict[int, Fighter], pairs: Pairs) -> Iterable[Blow]:
        for striker, struck, made in self.sums(fighters, pairs):
            position = fighters[struck].position
            first = fighters[striker].first_round  # its sums are shown before the first throw
            reading = hit_on(position) if first else PursuitAttack(made, position)
            if made.total > 0:
                yield Blow(int(made.total), reading, made.purpose, struck)

    def support(self, fighters: dict[int, Fighter]) -> tuple[Sum, Sum]:
        """What each side adds to its result: as stated in the first round, later what is left of it."""
        own: tuple[list[tuple[int, Fighter]], ...] = ([], [])
        for index, one in fighters.items():
            own[self.facts.sides[index]].append((index, one))
        first = all(one.first_round for one in fighters.values())
        ours, theirs = (
            support_sum(self.facts, side, [(one.unit, self._supporting(one)) for _, one in own[side]], first)
            for side in (0, 1)
        )
        return ours, theirs

    def _supporting(self, one: Fighter) -> int:
        return (
            one.unit.supporting if one.first_round else supporting_left(one.unit, one.left, one.fighting, one.confused)
        )

    def first_sums(self) -> list[Sum]:
        """Every sum of the first round, for the players to see before they throw."""
        state = self.opening()
        pairs: Pairs = dict(enumerate(map(list, self.facts.strikes)))
        fighters = self.fighters(state, pairs, None, 0)
        attacks = [made for _, _, made in self.sums(fighters, pairs) if made.modifiers]
        return [*attacks, *(made for made in self.support(fighters) if made.modifiers)]
