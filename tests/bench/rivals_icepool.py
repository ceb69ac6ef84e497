"""The same odds by icepool: our own rules with its chances, and a duel written for it by hand.

Slower, and left out for the duel: a ready pass-or-fail die mapped at each test (1.15 of this), one joint map over
the tests after each pair of losses (1.10). Everywhere `star=False` spares icepool the reading of a signature, blows
are read as losses before anything is combined, and dice that never change are made once.
"""

from fractions import Fraction

import icepool
from icepool import Die, d6

from miniatures.systems.warfare.melee import opening
from miniatures.systems.warfare.melee_facts import MeleeFacts
from miniatures.systems.warfare.melee_round import Melee, MeleeState
from tests.bench.duel import FATES, Duel, over
from tests.bench.scripted import Spread
from tests.bench.scripted import same_rules as with_chances

_TOTALS = {1: d6, 2: 2 @ d6}
_FATES: "Die[str]" = Die(FATES)


def same_rules(facts: MeleeFacts) -> "Die[MeleeState]":
    """Our step, as it is; icepool reads the dice, branches, and merges states between rounds."""
    fought = with_chances(
        facts,
        lambda count, read: _TOTALS[count].map(read, star=False),
        lambda die, then: die.map(then, star=False),
    )
    return Die([opening(facts)]).map(fought, star=False, repeat=facts.rounds)


def duel_by_hand(facts: MeleeFacts) -> "Die[MeleeState]":
    """Two units and nobody else: a die inside a die for each throw that is due."""
    melee = Melee(facts)

    def fight(state: MeleeState) -> Spread:
        if over(state):
            return state
        duel = Duel(melee, state, _split)
        forth, back = duel.blows
        attackers_lost = _TOTALS[back.dice].map(back.reading, star=False)
        defenders_lost = _TOTALS[forth.dice].map(forth.reading, star=False)
        return icepool.map(lambda own, other: _leaders(duel, own, other), attackers_lost, defenders_lost, star=False)

    return Die([opening(facts)]).map(fight, star=False, repeat=facts.rounds)


def _split(passed: Spread, failed: Spread, passing: int) -> "Die[MeleeState]":
    return Die([passed, failed], [passing, 6 - passing])


def _leaders(duel: Duel, attackers_lost: int, defenders_lost: int) -> Spread:
    """A leader who is not at risk is one outcome and no die."""
    attackers, defenders = duel.leaders
    first, second = duel.leader_at_risk(0, attackers_lost), duel.leader_at_risk(1, defenders_lost)
    if not first and not second:
        return duel.tested(attackers_lost, defenders_lost, attackers, defenders)
    return icepool.map(
        lambda own, other: duel.tested(attackers_lost, defenders_lost, own, other),
        _FATES if first else attackers,
        _FATES if second else defenders,
        star=False,
    )


def chances(die: "Die[MeleeState]") -> dict[MeleeState, Fraction]:
    return {state: Fraction(quantity, die.denominator()) for state, quantity in die.items()}
