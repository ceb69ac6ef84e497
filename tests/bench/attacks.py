"""Fourteen attack dice with armour saves, stands lost, drive-back and confusion, as one joint outcome.

All begin with the same validated facts and end with the whole joint distribution, in whole numbers. Two ways for each
library. *Same rules*: it takes our own steps, asks for the distribution of each throw, maps what follows over it and
ends with our own outcomes; attacks and saves are one throw for it as they are for us. *By hand*: a shooting of bows
at one target in the open and nothing else, written for the library; the outcome is five bare numbers, where ours says
all that the players are told.

*Again*: tables of dice (so many dice, read so) are kept from one call to the next, by us and by them; we keep the
lines of sums too. *First*: nothing is kept by anybody, as for a player who asks once and goes. *The rules alone* is
what ours and the same rules spend before anybody counts anything: the steps and outcomes themselves, which all run.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from time import process_time
from typing import Any

from miniatures import counting
from miniatures.odds import Odds
from miniatures.systems.command_roll import drive_back, shooting_sum
from miniatures.systems.command_roll.shooting_facts import ShootingFacts
from miniatures.systems.command_roll.shooting_outcome import ROUTED, ShootingOutcome
from tests.bench.attack_rivals import KEPT, RIVALS, SHOOTING, Fate, rules_alone
from tests.bench.timing import Times, side_by_side

_GOALS = {"icepool": 0.15, "dyce": 0.30}
_REPETITIONS, _LOOPS = 31, 10
#: What we keep from one call to the next: tables of dice, and the lines of sums.
_OURS_KEPT = [
    kept
    for room in (counting, shooting_sum, drive_back)
    for kept in vars(room).values()
    if hasattr(kept, "cache_clear")
]

#: Who stands with the target: with nobody its sixth hit is the last that counts, with these two the fourteenth.
WITH_IT = {
    "retinue bill": (),
    "retinue bill, two commanders with them": ("Army General", "Battle Leader"),
}


def lines() -> Iterator[str]:
    yield "(e) fourteen attacks, saves, stands lost, drive-back and confusion, jointly, in milliseconds"
    for title, joined in WITH_IT.items():
        facts = partial(stated, joined)
        demand_equal(facts)
        yield from _reported(f"at {title}, again", _timed(facts, again=True))
        yield from _reported(f"at {title}, first", _timed(facts, again=False))


def stated(joined: tuple[str, ...]) -> ShootingFacts:
    """Seven units of shire bow, two stands each, at retinue bill in the open, who save on a 6."""
    bows = [{"firer": {"name": f"Bow {number}", "profile": "Shire Bow"}, "distance": 20} for number in range(1, 8)]
    with_it = [{"name": profile, "profile": profile, "mounted": False} for profile in joined]
    target = {"name": "Bill", "profile": "Retinue Bill", "joined": with_it}
    return ShootingFacts.model_validate({**bows[0], "also": bows[1:], "target": target})


def ours(facts: ShootingFacts) -> Odds[ShootingOutcome]:
    return SHOOTING.odds(facts)


def _told(outcome: ShootingOutcome) -> Fate:
    (struck,) = outcome.struck
    return Fate(struck.unsaved, struck.stands_lost, struck.driven, struck.confused, struck.state == ROUTED)


def demand_equal(facts: Callable[[], ShootingFacts]) -> None:
    """A rival that counts something else is not a rival: stop before anything is timed."""
    odds = ours(facts())
    if not odds.exact:
        raise AssertionError("our odds were sampled, not counted")
    wanted, told = odds.marginal(lambda outcome: outcome), odds.marginal(_told)
    for library, (same_rules, by_hand) in RIVALS.items():
        for expected, found in ((wanted, same_rules(facts())), (told, by_hand(facts()))):
            if expected != _chances(found):
                raise AssertionError(f"{library} disagrees: {_chances(found)}, ours {expected}")


def _chances(distribution: Mapping[Any, int]) -> dict[Any, Fraction]:
    total = sum(distribution.values())
    return {outcome: Fraction(ways, total) for outcome, ways in distribution.items() if ways}


def _forget() -> None:
    """What anybody keeps from one call to the next."""
    for kept in (*KEPT, *_OURS_KEPT):
        kept.cache_clear()


def _timed(facts: Callable[[], ShootingFacts], *, again: bool) -> dict[str, Times]:
    def alone(contender: Callable[[ShootingFacts], object], given: ShootingFacts) -> object:
        _forget()
        return contender(given)

    contenders: dict[str, Callable[[ShootingFacts], object]] = {"ours": ours, "rules": rules_alone}
    for library, (same_rules, by_hand) in RIVALS.items():
        contenders |= {f"{library} same rules": same_rules, f"{library} by hand": by_hand}
    if not again:
        contenders = {name: partial(alone, contender) for name, contender in contenders.items()}
    return side_by_side(contenders, facts, repetitions=_REPETITIONS, loops=_LOOPS, clock=process_time)


def _reported(title: str, times: dict[str, Times]) -> Iterator[str]:
    own, rules = times["ours"], times["rules"].best * 1000
    yield f"    {title}: ours {own.best * 1000:.3f}, of which the rules alone {rules:.3f}"
    for library, goal in _GOALS.items():
        columns = []
        for way in ("same rules", "by hand"):
            rival = times[f"{library} {way}"]
            ratio = own.ratio_to(rival)
            verdict = "met" if ratio <= goal else "missed"
            columns.append(f"{way} {rival.best * 1000:7.3f}   ours/this {ratio:.2f}, goal {goal:.2f} {verdict:<6}")
        yield f"        {library:<8} {'   '.join(columns)}".rstrip()
