"""The same odds by dyce: our own rules with its chances, and a duel written for it by hand.

Slower, and left out: `expand` at every throw (1.25 to 1.5 of this), for it carries the chance of every path as a
Fraction in order to cut the thin ones off. `aggregate_weighted` is the engine under `expand`, without the cutting.
"""

from collections.abc import Callable
from fractions import Fraction

from dyce import H
from dyce.h import aggregate_weighted

from miniatures.systems.warfare.melee import opening
from miniatures.systems.warfare.melee_facts import MeleeFacts
from miniatures.systems.warfare.melee_round import Melee, MeleeState
from tests.bench.duel import FATES, Duel, over
from tests.bench.scripted import Spread
from tests.bench.scripted import same_rules as with_chances

_TOTALS = {1: H(6), 2: 2 @ H(6)}
_FATES = H(FATES)


def _repeated(facts: MeleeFacts, fought: Callable[[MeleeState], Spread]) -> H[MeleeState]:
    """Round after round; equal states merge between them."""
    odds = H({opening(facts): 1})
    for _ in range(facts.rounds):
        odds = aggregate_weighted((fought(state), count) for state, count in odds.items())
    return odds


def same_rules(facts: MeleeFacts) -> H[MeleeState]:
    """Our step, as it is; dyce reads the dice, branches, and merges states between rounds."""
    fought = with_chances(
        facts,
        lambda count, read: _TOTALS[count].apply(read),
        lambda histogram, then: aggregate_weighted((then(reading), count) for reading, count in histogram.items()),
    )
    return _repeated(facts, fought)


def duel_by_hand(facts: MeleeFacts) -> H[MeleeState]:
    """Two units and nobody else: a histogram inside a histogram for each throw that is due."""
    melee = Melee(facts)

    def fight(state: MeleeState) -> Spread:
        if over(state):
            return state
        duel = Duel(melee, state, _split)
        forth, back = duel.blows
        both = _TOTALS[back.dice].apply(back.reading).apply(_pair, _TOTALS[forth.dice].apply(forth.reading))
        return aggregate_weighted((_leaders(duel, *lost), count) for lost, count in both.items())

    return _repeated(facts, fight)


def _pair(first: Spread, second: Spread) -> tuple[Spread, Spread]:
    return first, second


_BOTH_FATES = _FATES.apply(_pair, _FATES)


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
