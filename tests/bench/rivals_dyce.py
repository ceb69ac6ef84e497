"""The same odds by dyce, in the fastest of the ways that were tried.

What was tried, one round and three rounds, against this one at 1.00 (this machine, best of many):
    `aggregate_weighted`, the engine under `expand`, called directly      1.00  1.00   (kept)
    the same, with `aggregate_weighted` for two bare states as well
    `expand` throughout, with `min_path_probability=0`
`expand` carries the probability of every path as a Fraction in order to cut thin ones off; nothing is cut off here.
"""

from fractions import Fraction

from dyce import H
from dyce.h import aggregate_weighted

from miniatures.systems.warfare.melee import opening
from miniatures.systems.warfare.melee_facts import MeleeFacts
from miniatures.systems.warfare.melee_round import MeleeState
from tests.bench.duel import FATES, Duel, Spread, over

_TOTALS = {1: H(6), 2: 2 @ H(6)}
_FATES = H(FATES)
_BOTH_FATES = _FATES.apply(lambda own, other: (own, other), _FATES)


def by_dyce(facts: MeleeFacts) -> H[MeleeState]:
    """Equal states merge between rounds, for each round makes one histogram."""

    def fight(state: MeleeState) -> Spread:
        if over(state):
            return state
        duel = Duel(facts, state, _split)
        forth, back = duel.blows
        defenders_lost = _TOTALS[forth.dice].apply(forth.reading)
        attackers_lost = _TOTALS[back.dice].apply(back.reading)
        both = attackers_lost.apply(_pair, defenders_lost)
        return aggregate_weighted((_leaders(duel, *lost), count) for lost, count in both.items())

    odds = H({opening(facts): 1})
    for _ in range(facts.rounds):
        odds = aggregate_weighted((fight(state), count) for state, count in odds.items())
    return odds


def _pair(first: int, second: int) -> tuple[int, int]:
    return first, second


def _split(passed: Spread, failed: Spread, passing: int) -> H[MeleeState]:
    """Two bare states need no aggregation."""
    if isinstance(passed, H) or isinstance(failed, H):
        return aggregate_weighted(((passed, passing), (failed, 6 - passing)))
    return H({passed: passing, failed: 6 - passing})


def _leaders(duel: Duel, attackers_lost: int, defenders_lost: int) -> Spread:
    """A leader who is not at risk is one outcome and no die."""
    attackers, defenders = duel.leaders
    first, second = duel.leader_at_risk(0, attackers_lost), duel.leader_at_risk(1, defenders_lost)
    if first and second:
        return aggregate_weighted(
            (duel.tested(attackers_lost, defenders_lost, own, other), count)
            for (own, other), count in _BOTH_FATES.items()
        )
    if first:
        return aggregate_weighted(
            (duel.tested(attackers_lost, defenders_lost, own, defenders), count) for own, count in _FATES.items()
        )
    if second:
        return aggregate_weighted(
            (duel.tested(attackers_lost, defenders_lost, attackers, other), count) for other, count in _FATES.items()
        )
    return duel.tested(attackers_lost, defenders_lost, attackers, defenders)


def chances(histogram: H[MeleeState]) -> dict[MeleeState, Fraction]:
    return {state: Fraction(count, histogram.total) for state, count in histogram.items() if count}
