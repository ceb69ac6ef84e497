"""Fourteen attack dice with armour saves, stands lost, drive-back and confusion, as one joint outcome.

Two ways for each library. *Same rules*: it branches over our own steps and their readings, merges equal tallies
between throws as we do, and ends with our own outcomes. *By hand*: a shooting of bows at one target in the open and
nothing else, written for the library; hits and saves are one die there, and the outcome is five bare numbers.
Tables of dice are made once for all of them, as ours are.

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

from miniatures.odds import Odds
from miniatures.systems.command_roll.attacks import can_take
from miniatures.systems.command_roll.drive_back import DRIVEN, rout_distance
from miniatures.systems.command_roll.shooting_facts import ShootingFacts
from miniatures.systems.command_roll.shooting_outcome import ROUTED, ShootingOutcome
from miniatures.systems.command_roll.shooting_procedures import PROCEDURES
from tests.bench.scripted import Mix, Pause, Spread
from tests.bench.timing import Times, side_by_side

_SHOOTING = next(procedure for procedure in PROCEDURES if procedure.name == "shooting")
_GOALS = {"icepool": 0.15, "dyce": 0.30}
_REPETITIONS, _LOOPS = 31, 10

#: Who stands with the target: with nobody its sixth hit is the last that counts, with these two the fourteenth.
_WITH_IT = {
    "retinue bill": (),
    "retinue bill, two commanders with them": ("Army General", "Battle Leader"),
}

#: The library's distribution of so many dice, each worth what its face says, once the total is read.
Thrown = Callable[[int, Any], Any]


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
        yield from _reported(title, _timed(partial(_facts, joined)))


def _facts(joined: tuple[str, ...]) -> ShootingFacts:
    """Seven units of shire bow, two stands each, at retinue bill in the open, who save on a 6."""
    bows = [{"firer": {"name": f"Bow {number}", "profile": "Shire Bow"}, "distance": 20} for number in range(1, 8)]
    with_it = [{"name": profile, "profile": profile, "mounted": False} for profile in joined]
    target = {"name": "Bill", "profile": "Retinue Bill", "joined": with_it}
    return ShootingFacts.model_validate({**bows[0], "also": bows[1:], "target": target})


def ours(facts: ShootingFacts) -> Odds[ShootingOutcome]:
    return _SHOOTING.odds(facts)


class _Scripted:
    """Dice that know the reading of the next throw, or stop to ask for it. A step here makes one throw at most."""

    known: Any = None

    def __init__(self, thrown: Thrown) -> None:
        self._thrown = thrown

    def each(self, count: int, read: Any, purpose: str) -> Any:  # noqa: ARG002 - the shape of our dice
        if self.known is None:
            raise Pause(self._thrown(count, read))
        return self.known

    def settled(self, so_far: Any) -> None:
        """Of use to players whose dice run out; these never do."""


def _throws(facts: ShootingFacts, thrown: Thrown, mix: Mix) -> tuple[Any, list[Callable[[Any], Spread]]]:
    """The tally at the start, and for each throw what makes of a tally the library's distribution after it.

    The last one makes outcomes at once: a library spends less on them than on a pass of their own.
    """
    play, dice = _SHOOTING.prepare(facts), _Scripted(thrown)

    def throwing(meaning: Callable[[Any], Any]) -> Callable[[Any], Spread]:
        def after(tally: Any) -> Spread:
            step: Any = play.next_step(tally)

            def read(reading: Any) -> Any:
                dice.known = reading
                return meaning(step(dice))

            try:
                return read(None)
            except Pause as pause:
                return mix(pause.distribution, read)

        return after

    between = throwing(lambda tally: tally)
    return play.start, [between, between, throwing(play.outcome)]  # attacks, saves, drive-back


@cache
def _icepool_thrown(count: int, read: Any) -> "Die[Any]":
    return (count @ Die(read.worth)).map(read, star=False)


def _icepool_mix(die: "Die[Any]", then: Callable[[Any], Spread]) -> "Die[Any]":
    return Die([then(outcome) for outcome in die], die.quantities())


def icepool_same_rules(facts: ShootingFacts) -> "Die[ShootingOutcome]":
    start, throws = _throws(facts, _icepool_thrown, _icepool_mix)
    odds: Die[Any] = Die([start])
    for after in throws:
        odds = _icepool_mix(odds, after)
    return odds


@cache
def _dyce_thrown(count: int, read: Any) -> H[Any]:
    return (count @ H(read.worth)).apply(read)


def dyce_same_rules(facts: ShootingFacts) -> H[ShootingOutcome]:
    start, throws = _throws(facts, _dyce_thrown, lambda histogram, then: histogram.apply(then))
    odds: H[Any] = H({start: 1})
    for after in throws:
        odds = aggregate_weighted((after(tally), count) for tally, count in odds.items())
    return odds


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


def _by_hand(target: _Target, thrown: Thrown, mix: Mix) -> Callable[[int], Spread]:
    """What becomes of the target, by the hits that are not saved."""

    def fate(unsaved: int) -> Spread:
        if unsaved and unsaved < target.can_take:
            return mix(thrown(unsaved, DRIVEN), lambda driven: _fate(target, unsaved, driven))
        return _fate(target, unsaved)

    return fate


@cache
def _icepool_unsaved(attacks: int, through: int, most: int) -> "Die[int]":
    return (attacks @ Die({1: through, 0: 36 - through})).map(lambda hits: min(hits, most), star=False)


def icepool_by_hand(facts: ShootingFacts) -> "Die[Fate]":
    target = _target(facts)
    unsaved = _icepool_unsaved(target.attacks, target.through, target.most)
    return _icepool_mix(unsaved, _by_hand(target, _icepool_thrown, _icepool_mix))


@cache
def _dyce_unsaved(attacks: int, through: int, most: int) -> H[int]:
    return (attacks @ H({1: through, 0: 36 - through})).apply(lambda hits: min(hits, most))


def dyce_by_hand(facts: ShootingFacts) -> H[Fate]:
    target = _target(facts)
    fate = _by_hand(target, _dyce_thrown, lambda histogram, then: histogram.apply(then))
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


def _timed(facts: Callable[[], ShootingFacts]) -> dict[str, Times]:
    demand_equal(facts)
    contenders: dict[str, Callable[[ShootingFacts], object]] = {"ours": ours}
    for library, (same_rules, by_hand) in _RIVALS.items():
        contenders |= {f"{library} same rules": same_rules, f"{library} by hand": by_hand}
    return side_by_side(contenders, facts, repetitions=_REPETITIONS, loops=_LOOPS)


def _reported(title: str, times: dict[str, Times]) -> Iterator[str]:
    own = times["ours"]
    yield f"    at {title}: ours {own.best * 1000:.3f}"
    for library, goal in _GOALS.items():
        same, by_hand = times[f"{library} same rules"], times[f"{library} by hand"]
        ratio = own.ratio_to(same)
        yield (
            f"    {library:<8} same rules {same.best * 1000:8.3f}   ours/this {ratio:.2f}, goal {goal:.2f}"
            f" {'met' if ratio <= goal else 'missed':<6}   by hand {by_hand.best * 1000:8.3f}"
            f"   ours/this {own.ratio_to(by_hand):.2f}"
        )
