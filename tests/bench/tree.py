"""A combat of 18 dice against 13 in The Tree of Battles: its results and DPs, and the same with all moves after it.

All begin with the same validated facts and end with the whole joint distribution, in whole numbers. Two ways for each
library. *Same rules*: it takes our own steps, asks for the distribution of each throw, maps what follows over it and
ends with our own outcomes. *By hand*: two contingents on foot and nothing else, written for the library; the outcome
is seven bare values for each, where ours says all that the players are told and the game carries out.

*Again*: tables of dice (so many dice, read so) are kept from one call to the next, by us and by them. *First*: nothing
is kept by anybody, as for a player who asks once and goes. *The rules alone* is what ours and the same rules spend
before anybody counts anything: the steps and outcomes themselves, which all run.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from time import process_time
from typing import Any

from miniatures import counting
from miniatures.odds import Odds
from miniatures.systems.tree_of_battles import average_dice, combat_dice, combat_moves, combat_results
from miniatures.systems.tree_of_battles.combat_facts import CombatFacts
from miniatures.systems.tree_of_battles.combat_outcome import CombatOutcome
from tests.bench.timing import Times, side_by_side
from tests.bench.tree_rivals import KEPT, RIVALS, Fate
from tests.bench.tree_steps import COMBAT, rules_alone

_GOALS = {"icepool": 0.2, "dyce": 1.0}
_REPETITIONS, _LOOPS = 31, 5
#: What we keep from one call to the next: tables of dice, their readings, and the row of each margin.
_OURS_KEPT = [
    kept
    for room in (counting, average_dice, combat_dice, combat_moves, combat_results)
    for kept in vars(room).values()
    if hasattr(kept, "cache_clear")
]


def lines() -> Iterator[str]:
    yield "(f) The Tree of Battles: 18 dice against 13, jointly, in milliseconds"
    for title, moves in (("results and DPs", False), ("results, DPs, moves, pursuit and free hack", True)):
        facts = partial(stated, moves)
        demand_equal(facts)
        for when, again in (("again", True), ("first", False)):
            yield from _reported(f"{title}, {when}", _timed(facts, again=again))


def stated(moves: bool) -> CombatFacts:
    """Men at arms on foot charge heavy infantry: 18 dice, and 12 + 1, 1 more for ground, 1 less for a DP."""
    own = {"name": "Own", "grade": "C", "parts": "6 foot men at arms", "came": "charges"}
    enemy = {"name": "Enemy", "grade": "C", "parts": "7 heavy infantry", "dps": 1, "ground": True}
    return CombatFacts.model_validate({"attackers": own, "defenders": enemy, "moves": moves})


def ours(facts: CombatFacts) -> Odds[CombatOutcome]:
    return COMBAT.odds(facts)


def _told(outcome: CombatOutcome) -> tuple[Fate, ...]:
    return tuple(
        Fate(one.margin, one.result, one.dps_now, one.stands_lost, one.move, one.disarray, one.caught)
        for one in outcome.units
    )


def demand_equal(facts: Callable[[], CombatFacts]) -> None:
    """A rival that counts something else is not a rival: stop before anything is timed."""
    odds = ours(facts())
    if not odds.exact:
        raise AssertionError("our odds were sampled, not counted")
    wanted, told = odds.marginal(lambda outcome: outcome), odds.marginal(_told)
    for library, (same_rules, by_hand) in RIVALS.items():
        for expected, found in ((wanted, same_rules(facts())), (told, by_hand(facts()))):
            if expected != _chances(found):
                found_chances = _chances(found)
                differing = [key for key in expected | found_chances if expected.get(key) != found_chances.get(key)]
                raise AssertionError(f"{library} disagrees in {len(differing)} outcomes, as in {differing[0]}")


def _chances(distribution: Mapping[Any, int]) -> dict[Any, Fraction]:
    total = sum(distribution.values())
    return {outcome: Fraction(ways, total) for outcome, ways in distribution.items() if ways}


def _forget() -> None:
    """What anybody keeps from one call to the next."""
    for kept in (*KEPT, *_OURS_KEPT):
        kept.cache_clear()


def _timed(facts: Callable[[], CombatFacts], *, again: bool) -> dict[str, Times]:
    def alone(contender: Callable[[CombatFacts], object], given: CombatFacts) -> object:
        _forget()
        return contender(given)

    contenders: dict[str, Callable[[CombatFacts], object]] = {"ours": ours, "rules": rules_alone}
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
