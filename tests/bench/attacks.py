"""Fourteen attack dice with armour saves, stands lost, drive-back and confusion, as one joint outcome.

All begin with the same validated facts and end with the whole joint distribution, in whole numbers. Two ways for each
library. *Same rules*: it takes our own steps, asks for the distribution of each throw, maps what follows over it and
ends with our own outcomes; attacks and saves are one throw for it as they are for us. *By hand*: a shooting of bows
at one target in the open and nothing else, written for the library; the outcome is five bare numbers, where ours says
all that the players are told.

*Again*: tables of dice (so many dice, read so) are kept from one call to the next, by us and by them; we keep the
lines of attack sums too. *First*: nothing is kept by anybody, as for a player who asks once and goes.

Slower, and left out of the same rules: outcomes in a pass of their own (icepool 1.10 of this, dyce 1.02); icepool's
`map` instead of a `Die` made directly (1.06); dyce's `aggregate_weighted` for readings too (1.16). Its `expand` cuts
thin branches off, and so disagrees.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

from dyce import H
from dyce.h import aggregate_weighted
from icepool import Die

from miniatures import counting
from miniatures.odds import Odds
from miniatures.steps import OneThrow
from miniatures.systems.command_roll import shooting_sum
from miniatures.systems.command_roll.attacks import can_take
from miniatures.systems.command_roll.drive_back import DRIVEN, rout_distance
from miniatures.systems.command_roll.shooting_facts import ShootingFacts
from miniatures.systems.command_roll.shooting_outcome import ROUTED, ShootingOutcome
from miniatures.systems.command_roll.shooting_procedures import PROCEDURES
from tests.bench.scripted import Mix, Spread
from tests.bench.timing import Times, side_by_side

_SHOOTING = next(procedure for procedure in PROCEDURES if procedure.name == "shooting")
_GOALS = {"icepool": 0.15, "dyce": 0.30}
_REPETITIONS, _LOOPS = 31, 10
_OUR_TABLES = [
    kept for kept in (*vars(counting).values(), *vars(shooting_sum).values()) if hasattr(kept, "cache_clear")
]

#: Who stands with the target: with nobody its sixth hit is the last that counts, with these two the fourteenth.
_WITH_IT = {
    "retinue bill": (),
    "retinue bill, two commanders with them": ("Army General", "Battle Leader"),
}


class Fate(NamedTuple):
    """What is asked of the target, in bare numbers."""

    unsaved: int
    stands_lost: int
    driven: int
    confused: bool
    routed: bool


def lines() -> Iterator[str]:
    yield "(e) fourteen attacks, saves, stands lost, drive-back and confusion, jointly, in milliseconds"
    for title, joined in _WITH_IT.items():
        facts = partial(_facts, joined)
        demand_equal(facts)
        yield from _reported(f"at {title}, again", _timed(facts, again=True))
        yield from _reported(f"at {title}, first", _timed(facts, again=False))


def _facts(joined: tuple[str, ...]) -> ShootingFacts:
    """Seven units of shire bow, two stands each, at retinue bill in the open, who save on a 6."""
    bows = [{"firer": {"name": f"Bow {number}", "profile": "Shire Bow"}, "distance": 20} for number in range(1, 8)]
    with_it = [{"name": profile, "profile": profile, "mounted": False} for profile in joined]
    target = {"name": "Bill", "profile": "Retinue Bill", "joined": with_it}
    return ShootingFacts.model_validate({**bows[0], "also": bows[1:], "target": target})


def ours(facts: ShootingFacts) -> Odds[ShootingOutcome]:
    return _SHOOTING.odds(facts)


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
    play, dice, mix = _SHOOTING.prepare(facts), _Asking(library), library.mix

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


_RIVALS: dict[str, tuple[Callable[[ShootingFacts], Any], Callable[[ShootingFacts], Any]]] = {
    "icepool": (icepool_same_rules, icepool_by_hand),
    "dyce": (dyce_same_rules, dyce_by_hand),
}


def _told(outcome: ShootingOutcome) -> Fate:
    (struck,) = outcome.struck
    return Fate(struck.unsaved, struck.stands_lost, struck.driven, struck.confused, struck.state == ROUTED)


def demand_equal(facts: Callable[[], ShootingFacts]) -> None:
    """A rival that counts something else is not a rival: stop before anything is timed."""
    odds = ours(facts())
    if not odds.exact:
        raise AssertionError("our odds were sampled, not counted")
    wanted, told = odds.marginal(lambda outcome: outcome), odds.marginal(_told)
    for library, (same_rules, by_hand) in _RIVALS.items():
        for expected, found in ((wanted, same_rules(facts())), (told, by_hand(facts()))):
            if expected != _chances(found):
                raise AssertionError(f"{library} disagrees: {_chances(found)}, ours {expected}")


def _chances(distribution: Mapping[Any, int]) -> dict[Any, Fraction]:
    total = sum(distribution.values())
    return {outcome: Fraction(ways, total) for outcome, ways in distribution.items() if ways}


def _forget() -> None:
    """What anybody keeps from one call to the next."""
    for kept in (_icepool_thrown, _icepool_unsaved, _dyce_thrown, _dyce_unsaved, *_OUR_TABLES):
        kept.cache_clear()


def _timed(facts: Callable[[], ShootingFacts], *, again: bool) -> dict[str, Times]:
    def alone() -> ShootingFacts:
        _forget()
        return facts()

    contenders: dict[str, Callable[[ShootingFacts], object]] = {"ours": ours}
    for library, (same_rules, by_hand) in _RIVALS.items():
        contenders |= {f"{library} same rules": same_rules, f"{library} by hand": by_hand}
    if again:
        return side_by_side(contenders, facts, repetitions=_REPETITIONS, loops=_LOOPS)
    return side_by_side(contenders, alone, repetitions=_REPETITIONS)


def _reported(title: str, times: dict[str, Times]) -> Iterator[str]:
    own = times["ours"]
    yield f"    {title}: ours {own.best * 1000:.3f}"
    for library, goal in _GOALS.items():
        columns = []
        for way in ("same rules", "by hand"):
            rival = times[f"{library} {way}"]
            ratio = own.ratio_to(rival)
            verdict = "met" if ratio <= goal else "missed"
            columns.append(f"{way} {rival.best * 1000:7.3f}   ours/this {ratio:.2f}, goal {goal:.2f} {verdict:<6}")
        yield f"        {library:<8} {'   '.join(columns)}".rstrip()
