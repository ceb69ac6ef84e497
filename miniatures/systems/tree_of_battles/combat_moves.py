"""The moves after a combat of two, for odds that go on to the end: who gives way, who pursues, and the free hack.

A game throws for them apart, as `pursuit`. Here neither hits nor distances are kept: what is left is the row of each,
whether anybody was caught, the stands that fell, and whom it tired.
"""

from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple

from miniatures.dice import Dice, OneThrow, Step
from miniatures.ruling import EachDie, making
from miniatures.systems import Play
from miniatures.systems.tree_of_battles.average_dice import (
    RealAverageDice,
    Rolled,
    average_dice,
    faces_read,
    tired_by,
    tires,
)
from miniatures.systems.tree_of_battles.chase import FAST_DICE, HACKS, hack_dice, more_each, plural
from miniatures.systems.tree_of_battles.combat_blows import CombatState
from miniatures.systems.tree_of_battles.combat_facts import CombatFacts
from miniatures.systems.tree_of_battles.combat_outcome import CombatOutcome, ContingentResult
from miniatures.systems.tree_of_battles.combat_results import BREAK, PURSUE, RETIRE, any_of_its_row
from miniatures.systems.tree_of_battles.move_tables import AVERAGE_DIE, Moves

_PURSUES, _RETIRES, _ROUTS = "pursues", "retires", "routs"


class Chased(NamedTuple):
    """How a chase ended, and the fives that tire the quarry and the other."""

    caught: bool
    fives: int
    other_fives: int


class Chasing(NamedTuple):
    """Somebody flees, and the chase so far. `hacked` are the stands that a free hack has cost."""

    flight: "Flight"
    chased: Chased
    hacked: int | None = None


#: A combat, as its own state, as long as nobody flees from it.
Moving = CombatState | Chasing
_state, _chased, _chasing = making(CombatState), making(Chased), making(Chasing)
_outcome = making(CombatOutcome)


class Fleeing(EachDie[Chased]):
    """Two pairs of average dice in the odds: each die of the quarry is read with one of the other's."""

    __slots__ = ("die", "more")
    _FIVE, _OTHER, _ZERO = 1_000, 1_000_000, 500

    def __init__(self, more: int, other_more: int, tiring: tuple[bool, bool], pursued: bool, real: bool) -> None:
        five = Moves.fatiguing_face.value
        worth = [
            (theirs + other_more - own - more if pursued else -1)
            + self._FIVE * (tiring[0] and own == five)
            + self._OTHER * (tiring[1] and theirs == five)
            for own in AVERAGE_DIE
            for theirs in AVERAGE_DIE
        ]
        super().__init__(worth, (), (Moves.most_dice.rule, Moves.most_dice.ruling))
        self.more = (more, other_more)
        self.die = RealAverageDice.die if real else ""

    def __call__(self, total: int) -> Chased:
        other, rest = divmod(total + self._ZERO, self._OTHER)
        own, ahead = divmod(rest, self._FIVE)
        return _chased((ahead >= self._ZERO, own, other))

    @property
    def asks(self) -> str:
        faces = faces_read(real=bool(self.die))
        return f"for each of them, {faces}; {self.more[0]:+d} and {self.more[1]:+d} for each die"


_fleeing = lru_cache(maxsize=64)(Fleeing)


class Flight:
    """A combat from which one gives way: who does, what the other does then, and what may become of both.

    One is made for each end of a combat, and it equals none but itself: so states that hold it are quickly compared.
    """

    def __init__(self, facts: CombatFacts, both: tuple[ContingentResult, ...], quarry: int) -> None:
        self.facts, self.both, self.quarry, self.hunter = facts, both, quarry, 1 - quarry
        self.goes = _RETIRES if both[quarry].move == RETIRE else _ROUTS
        other = both[self.hunter]
        #: Pursues, retires, or nothing.
        self.other = _RETIRES if other.move == RETIRE else ""  # both are mounted, and retire from each other (T266)
        if other.move == PURSUE or (PURSUE in other.choices and facts.units[self.hunter].presses):
            self.other = _PURSUES
        self.tires = self._tires(quarry), bool(self.other) and self._tires(self.hunter)
        self._fled: dict[tuple[int, int | None], ContingentResult] = {}
        self._followed: dict[int, ContingentResult] = {}

    def _tires(self, index: int) -> bool:
        """By the array in which it begins: a defeat, or its most DPs, have put it into disarray before (T66)."""
        before = self._in_disarray(index) or self.both[index].into_disarray == "T271"
        return not before and tires(self.facts.units[index].array)

    def _in_disarray(self, index: int) -> bool:
        """As it fought, or by the DPs of its result."""
        unit = self.facts.units[index]
        return unit.fights_in_disarray or self.both[index].dps_now >= unit.most_dps.value

    def _more(self, index: int, *, first: bool) -> int:
        """Inches for each die; who is in disarray as it begins has none of skirmish array."""
        return more_each("disarray" if self._in_disarray(index) else self.facts.units[index].array, first=first)

    def flees(self) -> Step[Chasing]:
        """Both throw; or only the quarry, if nobody follows it."""
        quarry, other = self.facts.units[self.quarry], self.facts.units[self.hunter]
        pursued, tiring, real = self.other == _PURSUES, self.tires, self.facts.options.real_average_dice
        more = self._more(self.quarry, first=quarry.conduct != "routing")
        own_dice = average_dice(more, real=real)
        going = f"{quarry.name} {plural(self.goes)}"

        def alone(rolled: Rolled) -> Chasing:
            return Chasing(self, Chased(False, rolled.fives * tiring[0], 0))

        if not self.other:
            return OneThrow(lambda dice: dice.each(FAST_DICE, own_dice, going), alone)
        other_more = self._more(self.hunter, first=not pursued)
        fleeing, their_dice = _fleeing(more, other_more, tiring, pursued, real), average_dice(other_more, real=real)
        following = f"{other.name} {plural(self.other)}"

        def both(dice: Dice) -> Chased:
            if not dice.thrown_apart:
                return dice.each(FAST_DICE, fleeing, f"{going}, {following}")
            own = dice.each(FAST_DICE, own_dice, going)
            theirs = dice.each(FAST_DICE, their_dice, following)
            caught = pursued and theirs.inches >= own.inches
            return Chased(caught, own.fives * tiring[0], theirs.fives * tiring[1])

        return OneThrow(both, lambda chased: _chasing((self, chased, None)))

    @cached_property
    def hack(self) -> Callable[[Dice], int]:
        """The free hack, as it is thrown: the same whatever the chase was."""
        unit, prey = self.facts.units[self.hunter], self.facts.units[self.quarry]
        touching = unit.facing if isinstance(unit.facing, int) else unit.wide
        number = min(self.both[self.hunter].left, hack_dice(unit, touching, self.facts.options))
        purpose = f"free hack of {unit.name} at {prey.name}"
        return lambda dice: dice.each(number, HACKS, purpose)

    def hacks(self, chased: Chased) -> Step[Chasing]:
        most = self.both[self.quarry].left
        return OneThrow(self.hack, lambda fallen: _chasing((self, chased, fallen if fallen < most else most)))

    def outcome(self, chasing: Chasing) -> CombatOutcome:
        _, (caught, fives, other_fives), hacked = chasing
        key = (fives, (hacked or 0) if caught else None)
        fled = self._fled.get(key)
        if fled is None:
            fled = self._fled[key] = self._fleeing(*key)
        other = self._followed.get(other_fives)
        if other is None:
            other = self._followed[other_fives] = self._following(other_fives)
        return _outcome(((other, fled) if self.quarry else (fled, other),))

    def _fleeing(self, fives: int, hacked: int | None) -> ContingentResult:
        """The quarry; `hacked` are the stands that fell if it was caught."""
        fled = self._tired(self.quarry, fives)
        if hacked is None:
            return fled
        moves = (BREAK,) if fled.left > hacked else ()
        return fled._replace(
            stands_lost=fled.stands_lost + hacked,
            left=fled.left - hacked,
            caught=True,
            move=BREAK if moves else "",
            choices=moves,
        )

    def _following(self, fives: int) -> ContingentResult:
        """Who pursued, or did something else."""
        other = self._tired(self.hunter, fives)
        if self.other != _PURSUES:
            return other
        rule = "" if self.facts.units[self.hunter].in_disarray else other.into_disarray or "T331"
        return other._replace(disarray=True, into_disarray=rule, move=PURSUE, choices=(PURSUE,))

    def _tired(self, index: int, fives: int) -> ContingentResult:
        one = self.both[index]
        dps = min(fives, self.facts.units[index].most_dps.value - one.dps_now) if fives else 0
        if dps <= 0:
            return one
        told = Moves.fatigue.times(dps, tired_by(dps))
        return one._replace(dps=(*one.dps, told), dps_now=one.dps_now + dps)


class CombatMoves:
    """The moves after a round, ready to be thrown."""

    def __init__(self, facts: CombatFacts, fight: Play) -> None:
        self.facts, self.fight = facts, fight
        self.after: Callable[[CombatState], CombatOutcome] = cache(self._after)

    def play(self) -> Play:
        return Play(self.fight.start, self.next_step, self.outcome, one_round=True)

    def next_step(self, state: Moving) -> Step[Any] | None:
        if isinstance(state, Chasing):
            return state.flight.hacks(state.chased) if state.chased.caught and state.hacked is None else None
        step = self.fight.next_step(state)
        if isinstance(step, OneThrow):
            then = step.then
            return OneThrow(step.throw, lambda reading: _by_row(then(reading)))
        if step is not None:
            return step
        flight = self.flight(state)
        return None if flight is None else flight.flees()

    def flight(self, fought: CombatState) -> Flight | None:
        both = self.after(fought).units
        quarry = next((index for index, one in enumerate(both) if one.move in (RETIRE, BREAK)), None)
        return None if quarry is None else Flight(self.facts, both, quarry)

    def outcome(self, state: Moving) -> CombatOutcome:
        return state.flight.outcome(state) if isinstance(state, Chasing) else self.after(state)

    def _after(self, fought: CombatState) -> CombatOutcome:
        return CombatOutcome(tuple([one._replace(margin=None) for one in self.fight.outcome(fought).units]))


def _by_row(fought: CombatState) -> CombatState:
    """The same rows with one margin for each: what comes then does not depend on more."""
    thrown, margins, fates = fought
    return _state((thrown, tuple([any_of_its_row(margin) for margin in margins]), fates))
