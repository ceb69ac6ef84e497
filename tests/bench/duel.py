"""The rules of one round between two units alone, for the rivals: everything but the chances.

The numbers come from our own prepared `Round`, so that no modifier is written twice. The order of work is that of
`Round.fight`, but narrow: two units, nobody looking on. That is *less* work than `Round.fight` does for any number
of units, so the rivals are measured at their best.
"""

from collections.abc import Callable
from typing import Any

from miniatures.systems.warfare.leaders import CASUALTIES_AT_RISK
from miniatures.systems.warfare.melee_facts import MeleeFacts
from miniatures.systems.warfare.melee_round import ATTACKERS, DEFENDERS, DRAW, Condition, MeleeState, Round
from miniatures.systems.warfare.morale import DESTROYED, FRIENDS, ROUTS, STANDS

#: A state, or a library's distribution over states.
Spread = Any

#: Mixes two spreads: the first on so many faces of a die, the second on the others.
Split = Callable[[Spread, Spread, int], Spread]

#: What a leader at risk becomes, on how many faces of the opponent's die.
FATES = {"commands": 4, "out": 1, "killed": 1}


def over(state: MeleeState) -> bool:
    attackers, defenders = state.conditions
    return attackers.state != STANDS or defenders.state != STANDS


class Duel:
    """One round of one unit against one other, prepared. `split` is all that it knows of chances."""

    __slots__ = ("blows", "causes", "conditions", "fought", "leaders", "need", "split", "strength")

    def __init__(self, facts: MeleeFacts, state: MeleeState, split: Split) -> None:
        prepared = Round(facts, state)
        self.blows = prepared.blows
        self.causes = prepared.causes
        self.need = prepared.need
        self.leaders = prepared.leaders
        self.conditions = state.conditions
        self.fought = state.fought
        self.split = split
        attackers, defenders = facts.units
        self.strength = (
            attackers.figures - state.conditions[0].lost,
            defenders.figures - state.conditions[1].lost,
        )

    def leader_at_risk(self, index: int, lost: int) -> bool:
        return lost >= CASUALTIES_AT_RISK and self.leaders[index] == "commands"

    def tested(self, attackers_lost: int, defenders_lost: int, attackers_leader: str, defenders_leader: str) -> Spread:
        """The morale tests, once losses and leaders are known: losers, then winners; after a draw both."""
        lost, leaders = (attackers_lost, defenders_lost), (attackers_leader, defenders_leader)
        if attackers_lost == defenders_lost:
            return self._test(
                0,
                self.causes[0],
                lost,
                leaders,
                False,
                lambda attackers: self._test(
                    1,
                    self.causes[1],
                    lost,
                    leaders,
                    False,
                    lambda defenders: self._ended(DRAW, lost, leaders, attackers, defenders),
                ),
            )
        if attackers_lost < defenders_lost:
            return self._test(
                1,
                self.causes[1],
                lost,
                leaders,
                True,
                lambda defenders: self._test(
                    0,
                    self.causes[0] if attackers_lost and defenders == STANDS else (),
                    lost,
                    leaders,
                    False,
                    lambda attackers: self._ended(ATTACKERS, lost, leaders, attackers, defenders),
                ),
            )
        return self._test(
            0,
            self.causes[0],
            lost,
            leaders,
            True,
            lambda attackers: self._test(
                1,
                self.causes[1] if defenders_lost and attackers == STANDS else (),
                lost,
                leaders,
                False,
                lambda defenders: self._ended(DEFENDERS, lost, leaders, attackers, defenders),
            ),
        )

    def _test(
        self,
        index: int,
        causes: tuple[str, ...],
        lost: tuple[int, int],
        leaders: tuple[str, str],
        beaten: bool,
        then: Callable[[str], Spread],
    ) -> Spread:
        """Pass or fail, and what comes of each. A test that cannot go either way makes no branch."""
        if lost[index] >= self.strength[index]:
            return then(DESTROYED)
        if leaders[index] != self.leaders[index]:
            causes = (*causes, FRIENDS)
        if not causes:
            return then(STANDS)
        need = self.need(index, causes, lost[index], leaders[index], beaten, 0)
        passing = 7 - need.at_least + need.shift
        if passing >= 6:
            return then(STANDS)
        if passing <= 0:
            return then(ROUTS)
        return self.split(then(STANDS), then(ROUTS), passing)

    def _ended(
        self, winner: str, lost: tuple[int, int], leaders: tuple[str, str], attackers: str, defenders: str
    ) -> MeleeState:
        fought = self.fought
        first, second = self.conditions
        return MeleeState(
            fought + 1,
            winner,
            (
                Condition(
                    first.lost + lost[0],
                    attackers,
                    leaders[0],
                    fought + 3 if leaders[0] == "out" != self.leaders[0] else first.back,
                ),
                Condition(
                    second.lost + lost[1],
                    defenders,
                    leaders[1],
                    fought + 3 if leaders[1] == "out" != self.leaders[1] else second.back,
                ),
            ),
        )
