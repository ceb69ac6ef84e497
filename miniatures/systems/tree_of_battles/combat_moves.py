"""The moves after a combat of two, for odds that go on to the end: who gives way, who pursues, and the free hack.

A game throws for them apart, as `pursuit`. Here neither hits nor distances are kept: what is left is the row of each,
whether anybody was caught, the stands that fell, and whom it tired.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from miniatures.dice import Dice, OneThrow, Step
from miniatures.ruling import EachDie, making
from miniatures.systems import Play
from miniatures.systems.tree_of_battles.average_dice import RealAverageDice, Rolled, average_dice, faces_read, tires
from miniatures.systems.tree_of_battles.chase import FAST_DICE, HACKS, hack_dice, more_each, plural
from miniatures.systems.tree_of_battles.combat_facts import CombatFacts
from miniatures.systems.tree_of_battles.combat_outcome import CombatOutcome, ContingentResult
from miniatures.systems.tree_of_battles.combat_results import BREAK, PURSUE, RETIRE, row_of
from miniatures.systems.tree_of_battles.move_tables import AVERAGE_DIE, Moves

_PURSUES, _RETIRES, _ROUTS = "pursues", "retires", "routs"


class Chased(NamedTuple):
    """How a chase ended, and the fives that tire the quarry and the other."""

    caught: bool
    fives: int
    other_fives: int


class Moved(NamedTuple):
    """A combat, as its own state, and the chase after it so far."""

    fought: Any
    chased: Chased | None = None
    hacked: int | None = None


_moved = making(Moved)


class _Chase(NamedTuple):
    """Who gives way, by its place, what the other does then, and whether a five tires each."""

    quarry: int
    goes: str
    other: str
    """Pursues, retires, or nothing."""
    tires: tuple[bool, bool]


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
        return Chased(ahead >= self._ZERO, own, other)

    @property
    def asks(self) -> str:
        faces = faces_read(real=bool(self.die))
        return f"for each of them, {faces}; {self.more[0]:+d} and {self.more[1]:+d} for each die"


_fleeing = lru_cache(maxsize=64)(Fleeing)


class CombatMoves:
    """The moves after a round, ready to be thrown."""

    def __init__(self, facts: CombatFacts, fight: Play) -> None:
        self.facts, self.fight = facts, fight
        self.after: Callable[[Any], CombatOutcome] = cache(self._after)
        self.chase: Callable[[Any], _Chase | None] = cache(self._chase)
        self.fled: Callable[[Any, int, int | None], tuple[int, ContingentResult]] = cache(self._fled)
        self.followed: Callable[[Any, int], ContingentResult] = cache(self._followed)

    def play(self) -> Play:
        return Play(Moved(self.fight.start), self.next_step, self.outcome, one_round=True)

    def next_step(self, state: Moved) -> Step[Moved] | None:
        fought, chased, hacked = state
        if chased is None:
            step = self.fight.next_step(fought)
            if isinstance(step, OneThrow):
                then = step.then
                return OneThrow(step.throw, lambda reading: Moved(_by_row(then(reading))))
            if step is not None:
                return lambda dice: Moved(step(dice))
        chase = self.chase(fought)
        if chase is None:
            return None
        if chased is None:
            return self._flees(fought, chase)
        return self._hacks(state, chase) if chased.caught and hacked is None else None

    def _after(self, fought: Any) -> CombatOutcome:
        return CombatOutcome(tuple(one._replace(margin=None) for one in self.fight.outcome(fought).units))

    def _chase(self, fought: Any) -> _Chase | None:
        units = self.after(fought).units
        quarry = next((index for index, one in enumerate(units) if one.move in (RETIRE, BREAK)), None)
        if quarry is None:
            return None
        other = units[1 - quarry]
        does = _RETIRES if other.move == RETIRE else ""  # both are mounted, and retire from each other (T266)
        if other.move == PURSUE or (PURSUE in other.choices and self.facts.units[1 - quarry].presses):
            does = _PURSUES
        both = (self._tires(quarry, units[quarry]), bool(does) and self._tires(1 - quarry, other))
        return _Chase(quarry, _RETIRES if units[quarry].move == RETIRE else _ROUTS, does, both)

    def _tires(self, index: int, one: ContingentResult) -> bool:
        """By the array in which it begins: a defeat, or its most DPs, have put it into disarray before (T66)."""
        unit = self.facts.units[index]
        before = one.dps_now >= unit.most_dps.value or one.into_disarray == "T271" or unit.fights_in_disarray
        return not before and tires(unit.array)

    def _flees(self, fought: Any, chase: _Chase) -> Step[Moved]:
        """Both throw; or only the quarry, if nobody follows it."""
        quarry, other = self.facts.units[chase.quarry], self.facts.units[1 - chase.quarry]
        pursued = chase.other == _PURSUES
        more, other_more = (
            self._more(index, fought, first=first)
            for index, first in ((chase.quarry, quarry.conduct != "routing"), (1 - chase.quarry, not pursued))
        )
        real = self.facts.options.real_average_dice
        fleeing = _fleeing(more, other_more, chase.tires, pursued, real)
        own_dice, their_dice = average_dice(more, real=real), average_dice(other_more, real=real)
        going, following = f"{quarry.name} {plural(chase.goes)}", f"{other.name} {plural(chase.other)}"

        def alone(rolled: Rolled) -> Moved:
            return Moved(fought, Chased(False, rolled.fives * chase.tires[0], 0))

        def both(dice: Dice) -> Chased:
            if not dice.thrown_apart:
                return dice.each(FAST_DICE, fleeing, f"{going}, {following}")
            own = dice.each(FAST_DICE, own_dice, going)
            theirs = dice.each(FAST_DICE, their_dice, following)
            caught = pursued and theirs.inches >= own.inches
            return Chased(caught, own.fives * chase.tires[0], theirs.fives * chase.tires[1])

        if not chase.other:
            return OneThrow(lambda dice: dice.each(FAST_DICE, own_dice, going), alone)
        return OneThrow(both, lambda chased: Moved(fought, chased))

    def _more(self, index: int, fought: Any, *, first: bool) -> int:
        """Inches for each die; who is in disarray as it begins has none of skirmish array."""
        unit = self.facts.units[index]
        disarray = unit.fights_in_disarray or self.after(fought).units[index].dps_now >= unit.most_dps.value
        return more_each(unit.model_copy(update={"array": "disarray"}) if disarray else unit, first=first)

    def _hacks(self, state: Moved, chase: _Chase) -> Step[Moved]:
        hunter, units = 1 - chase.quarry, self.after(state.fought).units
        unit, most = self.facts.units[hunter], units[chase.quarry].left
        touching = unit.facing if isinstance(unit.facing, int) else unit.wide
        number = min(units[hunter].left, hack_dice(unit, touching, self.facts.options))
        purpose = f"free hack of {unit.name} at {self.facts.units[chase.quarry].name}"

        def throw(dice: Dice) -> int:
            return dice.each(number, HACKS, purpose)

        fought, chased = state.fought, state.chased
        return OneThrow(throw, lambda fallen: _moved((fought, chased, min(fallen, most))))

    def outcome(self, state: Moved) -> CombatOutcome:
        fought, chased, hacked = state
        if chased is None:
            return self.after(fought)
        caught, fives, other_fives = chased
        quarry, fled = self.fled(fought, fives, (hacked or 0) if caught else None)
        other = self.followed(fought, other_fives)
        return CombatOutcome((other, fled) if quarry else (fled, other))

    def _fled(self, fought: Any, fives: int, hacked: int | None) -> tuple[int, ContingentResult]:
        """The quarry and its place; `hacked` are the stands that fell if it was caught."""
        chase = self.chase(fought)
        assert chase is not None
        fled = self._tired(chase.quarry, self.after(fought).units[chase.quarry], fives)
        if hacked is not None:
            moves = (BREAK,) if fled.left > hacked else ()
            fled = fled._replace(
                stands_lost=fled.stands_lost + hacked,
                left=fled.left - hacked,
                caught=True,
                move=BREAK if moves else "",
                choices=moves,
            )
        return chase.quarry, fled

    def _followed(self, fought: Any, fives: int) -> ContingentResult:
        """Who pursued, or did something else."""
        chase = self.chase(fought)
        assert chase is not None
        index = 1 - chase.quarry
        other = self._tired(index, self.after(fought).units[index], fives)
        if chase.other != _PURSUES:
            return other
        rule = "" if self.facts.units[index].in_disarray else other.into_disarray or "T331"
        return other._replace(disarray=True, into_disarray=rule, move=PURSUE, choices=(PURSUE,))

    def _tired(self, index: int, one: ContingentResult, fives: int) -> ContingentResult:
        dps = min(fives, self.facts.units[index].most_dps.value - one.dps_now) if fives else 0
        if dps <= 0:
            return one
        told = Moves.fatigue.times(dps, "fives on the move dice" if dps > 1 else "a five on the move dice")
        return one._replace(dps=(*one.dps, told), dps_now=one.dps_now + dps)


def _by_row(fought: Any) -> Any:
    """The same rows with one margin for each: what comes then does not depend on more."""
    rows = [row_of(margin) for margin in fought.margins]
    return fought._replace(margins=tuple([row.least if row.least is not None else row.most for row in rows]))
