"""The moves after a combat of two, for odds that go on to the end: who gives way, who pursues, and the free hack.

A game throws for them apart, as `pursuit`. Here distances are not kept: what is left of a chase is whether it caught
anybody, the stands that fell, and whom it tired.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from miniatures.dice import Dice, OneThrow, Step
from miniatures.systems import Play
from miniatures.systems.tree_of_battles.average_dice import Rolled, average_dice, tires
from miniatures.systems.tree_of_battles.chase import FAST_DICE, HACKS, hack_dice, more_each
from miniatures.systems.tree_of_battles.combat_facts import CombatFacts
from miniatures.systems.tree_of_battles.combat_outcome import CombatOutcome, ContingentResult
from miniatures.systems.tree_of_battles.combat_results import BREAK, PURSUE, RETIRE
from miniatures.systems.tree_of_battles.move_tables import Moves

_PURSUES, _RETIRES = "pursues", "retires"


class Moved(NamedTuple):
    """A combat, as its own state, and the chase after it so far. `caught` is None until it is known."""

    fought: Any
    fled: Rolled | None = None
    caught: bool | None = None
    fives: tuple[int, int] = (0, 0)
    hacked: int | None = None


class _Chase(NamedTuple):
    """Who gives way, by its place, what the other does then, and whether a five tires each."""

    quarry: int
    other: str
    """Pursues, retires, or nothing."""
    tires: tuple[bool, bool]


class CombatMoves:
    """The moves after a round, ready to be thrown."""

    def __init__(self, facts: CombatFacts, fight: Play) -> None:
        self.facts, self.fight = facts, fight
        self.after: Callable[[Any], CombatOutcome] = cache(fight.outcome)
        self.chase: Callable[[Any], _Chase | None] = cache(self._chase)

    def play(self) -> Play:
        return Play(Moved(self.fight.start), self.next_step, self.outcome, one_round=True)

    def next_step(self, state: Moved) -> Step[Moved] | None:
        fought, fled, caught, _, hacked = state
        if fled is None:
            step = self.fight.next_step(fought)
            if isinstance(step, OneThrow):
                then = step.then
                return OneThrow(step.throw, lambda reading: Moved(then(reading)))
            if step is not None:
                return lambda dice: Moved(step(dice))
        chase = self.chase(fought)
        if chase is None:
            return None
        if fled is None:
            return self._flees(state, chase)
        if not chase.other:
            return None
        if caught is None:
            return self._hunts(state, chase)
        return self._hacks(state, chase) if caught and hacked is None else None

    def _chase(self, fought: Any) -> _Chase | None:
        units = self.after(fought).units
        quarry = next((index for index, one in enumerate(units) if one.move in (RETIRE, BREAK)), None)
        if quarry is None:
            return None
        other = units[1 - quarry]
        does = _RETIRES if other.move == RETIRE else ""
        if other.move == PURSUE or (PURSUE in other.choices and self.facts.units[1 - quarry].presses):
            does = _PURSUES
        both = (self._tires(quarry, units[quarry]), self._tires(1 - quarry, other))
        return _Chase(quarry, does, both)

    def _tires(self, index: int, one: ContingentResult) -> bool:
        """By the array in which it begins: a defeat, or its most DPs, have put it into disarray before (T66)."""
        unit = self.facts.units[index]
        before = one.dps_now >= unit.most_dps.value or one.into_disarray == "T271" or unit.fights_in_disarray
        return not before and tires(unit.array)

    def _flees(self, state: Moved, chase: _Chase) -> Step[Moved]:
        unit = self.facts.units[chase.quarry]
        word = "retires" if self.after(state.fought).units[chase.quarry].move == RETIRE else "routs"
        reading, purpose = average_dice(more_each(unit, first=True)), f"{unit.name} {word}"
        tired, hunted = chase.tires[0], chase.other == _PURSUES

        def then(rolled: Rolled) -> Moved:
            fives = rolled.fives if tired else 0
            return Moved(state.fought, Rolled(rolled.inches if hunted else 0, 0), None, (fives, 0))

        return OneThrow(lambda dice: dice.each(FAST_DICE, reading, purpose), then)

    def _hunts(self, state: Moved, chase: _Chase) -> Step[Moved]:
        """The other pursues; or both were mounted and retire from each other (T266)."""
        unit, pursues = self.facts.units[1 - chase.quarry], chase.other == _PURSUES
        reading, purpose = average_dice(more_each(unit, first=not pursues)), f"{unit.name} {chase.other}"
        fought, fled, _, (fives, _), _ = state
        away, tired = fled.inches if fled else 0, chase.tires[1]

        def then(rolled: Rolled) -> Moved:
            got = pursues and rolled.inches >= away
            return Moved(fought, Rolled(0, 0), got, (fives, rolled.fives if tired else 0))

        return OneThrow(lambda dice: dice.each(FAST_DICE, reading, purpose), then)

    def _hacks(self, state: Moved, chase: _Chase) -> Step[Moved]:
        hunter = 1 - chase.quarry
        unit, left = self.facts.units[hunter], self.after(state.fought).units[hunter].left
        touching = unit.facing if isinstance(unit.facing, int) else unit.wide
        dice_of = min(left, hack_dice(unit, touching, self.facts.options))
        most = self.after(state.fought).units[chase.quarry].left
        purpose = f"free hack of {unit.name} at {self.facts.units[chase.quarry].name}"

        def throw(dice: Dice) -> int:
            return dice.each(dice_of, HACKS, purpose)

        return OneThrow(throw, lambda fallen: state._replace(hacked=min(fallen, most)))

    def outcome(self, state: Moved) -> CombatOutcome:
        found = self.after(state.fought)
        chase = self.chase(state.fought) if state.fled is not None else None
        if chase is None:
            return found
        units = list(found.units)
        fled, hunted = units[chase.quarry], units[1 - chase.quarry]
        fled = self._tired(chase.quarry, fled, state.fives[0])
        if state.caught:
            lost = state.hacked or 0
            move = BREAK if fled.left > lost else ""
            fled = fled._replace(
                stands_lost=fled.stands_lost + lost,
                left=fled.left - lost,
                caught=True,
                move=move,
                choices=(move,) if move else (),
            )
        units[chase.quarry] = fled
        hunted = self._tired(1 - chase.quarry, hunted, state.fives[1])
        if chase.other == _PURSUES:
            rule = "" if self.facts.units[1 - chase.quarry].in_disarray else hunted.into_disarray or "T331"
            hunted = hunted._replace(disarray=True, into_disarray=rule, move=PURSUE, choices=(PURSUE,))
        units[1 - chase.quarry] = hunted
        return CombatOutcome(tuple(units))

    def _tired(self, index: int, one: ContingentResult, fives: int) -> ContingentResult:
        dps = min(fives, self.facts.units[index].most_dps.value - one.dps_now)
        if dps <= 0:
            return one
        told = Moves.fatigue.times(dps, "fives on the move dice" if dps > 1 else "a five on the move dice")
        return one._replace(dps=(*one.dps, told), dps_now=one.dps_now + dps)
