"""The same fourteen attacks by icepool and dyce: by our own steps, and written for each library by hand.

Slower, and left out of the same rules: outcomes in a pass of their own (icepool 1.10 of this, dyce 1.02); icepool's
`map` instead of a `Die` made directly (1.06); dyce's `aggregate_weighted` for readings too (1.16). Its `expand` cuts
thin branches off, and so disagrees.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from dyce import H
from dyce.h import aggregate_weighted
from icepool import Die

from miniatures.dice import OneThrow
from miniatures.systems.command_roll.attacks import can_take
from miniatures.systems.command_roll.drive_back import DRIVEN, rout_distance
from miniatures.systems.command_roll.shooting_facts import ShootingFacts
from miniatures.systems.command_roll.shooting_outcome import ShootingOutcome
from miniatures.systems.command_roll.shooting_procedures import PROCEDURES
from tests.bench.scripted import Mix, Spread, readings

SHOOTING = next(procedure for procedure in PROCEDURES if procedure.name == "shooting")


class Fate(NamedTuple):
    """What is asked of the target, in bare numbers."""

    unsaved: int
    stands_lost: int
    driven: int
    confused: bool
    routed: bool


class _Asking:
    """Dice that answer with the library's distribution of a throw instead of a reading."""

    def __init__(self, library: "_Library") -> None:
        self._library = library

    def each(self, count: int, read: Any, purpose: str) -> Spread:  # noqa: ARG002 - the shape of our dice
        return self._library.thrown(count, read)

    def unsaved(self, volleys: Any, save: Any, purpose: str) -> Spread:  # noqa: ARG002 - the shape of our dice
        ((count, hit, _),) = volleys
        return self._library.unsaved(count, sum(hit.worth) * (6 - sum(save.worth)), count)

    def settled(self, so_far: Any) -> None:
        """Of use to players whose dice run out; these never do."""


def _throws(facts: ShootingFacts, library: "_Library") -> tuple[Any, list[Callable[[Any], Spread]]]:
    """The tally at the start, and for each throw what makes of a tally the library's distribution after it.

    The last one makes outcomes at once: a library spends less on them than on a pass of their own.
    """
    play, dice, mix = SHOOTING.prepare(facts), _Asking(library), library.mix

    def unsaved(tally: Any) -> Spread:
        step: Any = play.next_step(tally)
        return mix(step.throw(dice), step.then)

    def outcomes(tally: Any) -> Spread:
        step: Any = play.next_step(tally)
        if not isinstance(step, OneThrow):  # nobody is driven back
            return play.outcome(step(dice))
        then = step.then
        return mix(step.throw(dice), lambda reading: play.outcome(then(reading)))

    return play.start, [unsaved, outcomes]


def rules_alone(facts: ShootingFacts) -> list[Any]:
    """What all who take the same rules do, whatever counts for them: each step, and each outcome, once."""
    start, (unsaved, outcomes) = _throws(facts, _NOTHING)
    tallies = dict.fromkeys(unsaved(start))
    return [outcomes(tally) for tally in tallies]


@cache
def _icepool_thrown(count: int, read: Any) -> "Die[Any]":
    return (count @ Die(read.worth)).map(read, star=False)


@cache
def _icepool_unsaved(attacks: int, through: int, most: int) -> "Die[int]":
    return (attacks @ Die({1: through, 0: 36 - through})).map(lambda hits: min(hits, most), star=False)


def _icepool_mix(die: "Die[Any]", then: Callable[[Any], Spread]) -> "Die[Any]":
    return Die([then(outcome) for outcome in die], die.quantities())


def icepool_same_rules(facts: ShootingFacts) -> "Die[ShootingOutcome]":
    start, (unsaved, outcomes) = _throws(facts, _ICEPOOL)
    return _icepool_mix(unsaved(start), outcomes)


@cache
def _dyce_thrown(count: int, read: Any) -> H[Any]:
    return (count @ H(read.worth)).apply(read)


@cache
def _dyce_unsaved(attacks: int, through: int, most: int) -> H[int]:
    return (attacks @ H({1: through, 0: 36 - through})).apply(lambda hits: min(hits, most))


def dyce_same_rules(facts: ShootingFacts) -> H[ShootingOutcome]:
    start, (unsaved, outcomes) = _throws(facts, _DYCE)
    return aggregate_weighted((outcomes(tally), count) for tally, count in unsaved(start).items())


class _Library(NamedTuple):
    """What a library does: dice read one by one, attacks that are not saved, and mixing what follows a reading."""

    thrown: Callable[[int, Any], Any]
    unsaved: Callable[[int, int, int], Any]
    """Of so many attacks, so many of 36 pairs of faces, attack and armour, going through; and the most that count."""
    mix: Mix


_ICEPOOL = _Library(_icepool_thrown, _icepool_unsaved, _icepool_mix)
_NOTHING = _Library(
    readings,
    lambda attacks, _through, _most: range(attacks + 1),
    lambda readings, then: [then(reading) for reading in readings],
)
_DYCE = _Library(_dyce_thrown, _dyce_unsaved, lambda histogram, then: histogram.apply(then))


class _Target(NamedTuple):
    """All that counts of the facts, for bows at one target in the open."""

    attacks: int
    through: int
    """Of 36 pairs of faces, attack and armour, those that go through."""
    most: int
    stands: int
    hits: int
    can_take: int
    rout: int


def _target(facts: ShootingFacts) -> _Target:
    unit, options = facts.target, facts.options
    attacks = sum([shot.shooting for shot in facts.shots])
    most, rout = can_take(unit, options), rout_distance(unit, options)
    return _Target(attacks, 3 * ((unit.armour or 7) - 1), most, unit.left, unit.listed.hits, unit.can_take, rout)


def _fate(target: _Target, unsaved: int, driven: tuple[int, bool] = (0, False)) -> Fate:
    if unsaved >= target.can_take:
        return Fate(unsaved, target.stands, 0, False, False)
    return Fate(unsaved, unsaved // target.hits, *driven, driven[0] >= target.rout)


def _by_hand(target: _Target, library: _Library) -> Callable[[int], Spread]:
    """What becomes of the target, by the hits that are not saved."""

    def fate(unsaved: int) -> Spread:
        if unsaved and unsaved < target.can_take:
            return library.mix(library.thrown(unsaved, DRIVEN), lambda driven: _fate(target, unsaved, driven))
        return _fate(target, unsaved)

    return fate


def icepool_by_hand(facts: ShootingFacts) -> "Die[Fate]":
    target = _target(facts)
    unsaved = _icepool_unsaved(target.attacks, target.through, target.most)
    return _icepool_mix(unsaved, _by_hand(target, _ICEPOOL))


def dyce_by_hand(facts: ShootingFacts) -> H[Fate]:
    target = _target(facts)
    fate = _by_hand(target, _DYCE)
    unsaved = _dyce_unsaved(target.attacks, target.through, target.most)
    return aggregate_weighted((fate(hits), count) for hits, count in unsaved.items())


RIVALS: dict[str, tuple[Callable[[ShootingFacts], Any], Callable[[ShootingFacts], Any]]] = {
    "icepool": (icepool_same_rules, icepool_by_hand),
    "dyce": (dyce_same_rules, dyce_by_hand),
}

#: What is kept from one call to the next.
KEPT = (_icepool_thrown, _icepool_unsaved, _dyce_thrown, _dyce_unsaved)
