"""Fast moves, one contingent after another: who is caught, the free hack, and what it makes of both (T37).

Pursuit and evading are chases. The quarry goes first; the hunter throws for its move, or has a reach without dice.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

from miniatures.dice import Dice, OneThrow, Step
from miniatures.measuring import within
from miniatures.ruling import Modifier, Showing, Sum
from miniatures.systems import Play
from miniatures.systems.tree_of_battles.average_dice import Rolled, average_dice, tires
from miniatures.systems.tree_of_battles.damage import entry, take
from miniatures.systems.tree_of_battles.facts import Array, ContingentInPlay
from miniatures.systems.tree_of_battles.move_tables import Moves
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.tables import FREE_HACK_ON

#: A fast move has the most dice (T324).
FAST_DICE = Moves.most_dice.value
HACKS = Showing(FREE_HACK_ON.value, "fall", (FREE_HACK_ON.rule, FREE_HACK_ON.ruling))
BREAKS, DESTROYED = "breaks", "destroyed"


def plural(does: str) -> str:
    """`retires` as it is said of a contingent, of whom we speak in the plural."""
    return does.removesuffix("s")


class Runner(NamedTuple):
    """One side of a chase: what it does (for the quarry, what became of it), how far, and what that cost it."""

    contingent: str
    does: str
    inches: float
    dps: tuple[Modifier, ...]
    """Those of fatigue, as far as they found room."""
    dps_now: int
    stands_lost: int
    left: int
    disarray: bool
    into_disarray: str
    """The rule that brought it into disarray, if it was not there before."""


class ChaseOutcome(NamedTuple):
    """`gap` is what is left between them; 0 is contact."""

    caught: bool
    gap: float
    quarry: Runner
    hunter: Runner
    new_enemy: bool
    """The pursuer met new enemies, whom it fights at once (T206)."""


class Chase(NamedTuple):
    """A chase, ready to be thrown. A move that is `known` is not thrown for."""

    quarry: ContingentInPlay
    hunter: ContingentInPlay
    does: str
    hunts: str
    distance: float
    quarry_more: int
    hunter_more: int
    quarry_known: float | None
    hunter_known: float | None
    hack_dice: int
    quarry_disarray: str
    """The rule that brings it into disarray, or nothing."""
    hunter_disarray: str
    """The same, of the hunter who catches nobody; who pursues, in any case."""
    pursuit: bool
    options: Options
    quarry_stops: float | None = None
    new_enemy: float | None = None


class ChaseState(NamedTuple):
    """What was thrown so far."""

    quarry: Rolled | None
    hunter: Rolled | None
    hacked: int | None


def fast_move_sum(unit: ContingentInPlay, *, first: bool) -> Sum:
    """What is added to its fast move. `first`: it is its first rout or retire move (T324, T41).

    Who is in disarray when it begins, by its most DPs too, is in skirmish array no longer.
    """
    every = tuple([line.times(FAST_DICE, f"{line.because}, {FAST_DICE} dice") for line in _each(unit.formation, first)])
    return Sum(f"inches added to the fast move of {unit.name}", every, ("T324",))


def more_each(formation: Array, *, first: bool) -> int:
    """The same for one die."""
    return int(sum([line.value for line in _each(formation, first)]))


def _each(formation: Array, first: bool) -> list[Modifier]:
    return [Moves.skirmish_array] * (formation == "skirmish") + [Moves.first_rout_or_retire] * first


def prepared(chase: Chase) -> Play:
    quarry = Rolled(0, 0) if chase.quarry_known is not None else None
    hunter = Rolled(0, 0) if chase.hunter_known is not None else None
    ending = cache(lambda state: outcome_of(chase, state))
    return Play(ChaseState(quarry, hunter, None), lambda state: next_step(chase, state), ending, one_round=True)


def next_step(chase: Chase, state: ChaseState) -> Step[ChaseState] | None:
    if state.quarry is None:
        return _moving(
            chase, f"{chase.quarry.name} {plural(chase.does)}", chase.quarry_more, lambda r: state._replace(quarry=r)
        )
    if state.hunter is None:
        return _moving(
            chase, f"{chase.hunter.name} {plural(chase.hunts)}", chase.hunter_more, lambda r: state._replace(hunter=r)
        )
    if state.hacked is None and caught(chase, state) and chase.hack_dice:
        return free_hack(chase, lambda hacked: state._replace(hacked=hacked))
    return None


def _moving(chase: Chase, purpose: str, more: int, then: Callable[[Any], ChaseState]) -> Step[ChaseState]:
    reading = average_dice(more, real=chase.options.real_average_dice)
    return OneThrow(lambda dice: dice.each(FAST_DICE, reading, purpose), then)


def free_hack(chase: Chase, then: Callable[[Any], ChaseState]) -> Step[ChaseState]:
    """A die for each stand of the hunter (T207)."""
    purpose = f"free hack of {chase.hunter.name} at {chase.quarry.name}"

    def throw(dice: Dice) -> int:
        return dice.each(chase.hack_dice, HACKS, purpose)

    return OneThrow(throw, then)


def hack_dice(hunter: ContingentInPlay, touching: int | None, options: Options) -> int:
    return min(touching or 0, hunter.left) if options.hack_in_contact_only else hunter.left


def _ways(chase: Chase, state: ChaseState) -> tuple[float, float]:
    """How far the quarry goes, and how far the hunter could."""
    assert state.quarry is not None
    assert state.hunter is not None
    fled = state.quarry.inches if chase.quarry_known is None else chase.quarry_known
    if chase.quarry_stops is not None:
        fled = min(fled, chase.quarry_stops)
    return fled, state.hunter.inches if chase.hunter_known is None else chase.hunter_known


def caught(chase: Chase, state: ChaseState) -> bool:
    """Contact is caught, unless new enemies come first (T37)."""
    fled, reach = _ways(chase, state)
    to_go = chase.distance + fled
    return within(to_go, reach) and (chase.new_enemy is None or within(to_go, chase.new_enemy))


def outcome_of(chase: Chase, state: ChaseState) -> ChaseOutcome:
    fled, reach = _ways(chase, state)
    got = caught(chase, state)
    meets = not got and chase.new_enemy is not None and within(chase.new_enemy, reach)
    ran = chase.distance + fled if got else min(reach, chase.new_enemy) if meets and chase.new_enemy else reach
    hacked = min(state.hacked or 0, chase.quarry.left)
    does = chase.does
    if got:
        does = DESTROYED if hacked == chase.quarry.left else BREAKS
    assert state.quarry is not None
    assert state.hunter is not None
    quarry = _runner(
        chase, chase.quarry, does, fled, state.quarry.fives, hacked, "T331" if got else chase.quarry_disarray
    )
    upset = chase.hunter_disarray if chase.pursuit or not got else ""
    hunter = _runner(chase, chase.hunter, chase.hunts, ran, state.hunter.fives, 0, upset)
    return ChaseOutcome(got, max(0.0, chase.distance + fled - ran), quarry, hunter, meets)


def _runner(
    chase: Chase, unit: ContingentInPlay, does: str, inches: float, fives: int, lost: int, disarray: str
) -> Runner:
    tired = fatigue(unit, fives, chase.options)
    dps = unit.total_dps + int(sum(line.value for line in tired))
    if not disarray and unit.grade == "D":
        disarray = "T335"
    elif not disarray and dps == unit.most_dps.value:
        disarray = "T334"
    was = unit.in_disarray
    return Runner(
        unit.name, does, inches, tired, dps, lost, unit.left - lost, was or bool(disarray), "" if was else disarray
    )


def fatigue(unit: ContingentInPlay, fives: int, options: Options) -> tuple[Modifier, ...]:
    """A DP for each five, by its array at the start of the move (T327, T41)."""
    if not fives or not tires(unit.formation):
        return ()
    told = Moves.fatigue.times(fives, "fives on the move dice" if fives > 1 else "a five on the move dice")
    return kept(take(unit, [entry(told)], "fatigue", options).dps, (told,))


def kept(found: Iterable[object], causes: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """The causes of DPs as far as these found room, in the order that they were taken in."""
    room = [getattr(one, "dps", 0) for one in found]
    return tuple(cause._replace(value=dps) for cause, dps in zip(causes, room, strict=False))
