"""The rules of one round between two units alone, written for the rivals by hand: everything but the chances.

The numbers come from our own prepared `Round`, so that no modifier is written twice. The order of work is that of
`Fight`, but for two units with nobody looking on, and a test is a number of faces worked out by hand: that is *less*
work than `Fight` does, which holds for any number of units and reads every die.
"""

from collections.abc import Callable

from miniatures.systems.warfare.leaders import CASUALTIES_AT_RISK
from miniatures.systems.warfare.melee_round import ATTACKERS, DEFENDERS, DRAW, Condition, Melee, MeleeState, Round
from miniatures.systems.warfare.morale import DESTROYED, ROUTS, STANDS
from tests.bench.scripted import Spread

#: Mixes two spreads: the first on so many faces of a die, the second on the others.
Split = Callable[[Spread, Spread, int], Spread]

#: What a leader at risk becomes, on how many faces of the opponent's die.
FATES = {"commands": 4, "hit": 1, "killed": 1}


def over(state: MeleeState) -> bool:
    attackers, defenders = state.conditions
    return attackers.state != STANDS or defenders.state != STANDS


class Duel:
    """One round of one unit against one other, prepared. `split` is all that it knows of chances."""

    __slots__ = ("blows", "conditions", "fought", "leaders", "needs", "split", "strength")

    def __init__(self, melee: Melee, state: MeleeState, split: Split) -> None:
        prepared = Round(melee, state)
        self.blows = prepared.blows
        self.needs = prepared.needs
        self.leaders = prepared.leaders
        self.conditions = state.conditions
        self.fought = state.fought
        self.split = split
        self.strength = tuple(left for _, left, _ in prepared.strength)

    def leader_at_risk(self, index: int, lost: int) -> bool:
        return lost >= CASUALTIES_AT_RISK and self.leaders[index] == "commands"

    def tested(self, attackers_lost: int, defenders_lost: int, attackers_leader: str, defenders_leader: str) -> Spread:
        """The morale tests, once losses and leaders are known: losers, then winners; after a draw both."""
        lost, leaders = (attackers_lost, defenders_lost), (attackers_leader, defenders_leader)
        if attackers_lost == defenders_lost:
            return self._test(
                0,
                True,
                lost,
                leaders,
                False,
                lambda attackers: self._test(
                    1,
                    True,
                    lost,
                    leaders,
                    False,
                    lambda defenders: self.ended(DRAW, lost, leaders, attackers, defenders),
                ),
            )
        if attackers_lost < defenders_lost:
            return self._test(
                1,
                True,
                lost,
                leaders,
                True,
                lambda defenders: self._test(
                    0,
                    attackers_lost > 0 and defenders == STANDS,
                    lost,
                    leaders,
                    False,
                    lambda attackers: self.ended(ATTACKERS, lost, leaders, attackers, defenders),
                ),
            )
        return self._test(
            0,
            True,
            lost,
            leaders,
            True,
            lambda attackers: self._test(
                1,
                defenders_lost > 0 and attackers == STANDS,
                lost,
                leaders,
                False,
                lambda defenders: self.ended(DEFENDERS, lost, leaders, attackers, defenders),
            ),
        )

    def _test(
        self,
        index: int,
        melee: bool,
        lost: tuple[int, int],
        leaders: tuple[str, str],
        beaten: bool,
        then: Callable[[str], Spread],
    ) -> Spread:
        """Pass or fail, and what comes of each. A test that cannot go either way makes no branch."""
        if lost[index] >= self.strength[index]:
            return then(DESTROYED)
        passing = self.passing(index, melee, lost[index], leaders[index], beaten)
        if passing >= 6:
            return then(STANDS)
        if passing <= 0:
            return then(ROUTS)
        return self.split(then(STANDS), then(ROUTS), passing)

    def passing(self, index: int, melee: bool, lost: int, leader: str, beaten: bool) -> int:
        """On how many faces the unit stands: all six or more where no test is owed or none can fail."""
        hit = leader != self.leaders[index]
        if not melee and not hit:
            return 6
        total = self.conditions[index].lost + lost
        (need,) = self.needs(index, (melee, hit, False, 0), total, leader, beaten)
        return 7 - need.at_least + need.shift

    def ended(
        self, winner: str, lost: tuple[int, int], leaders: tuple[str, str], attackers: str, defenders: str
    ) -> MeleeState:
        fought = self.fought + 1
        first, second = self.conditions
        own, other = leaders
        return MeleeState(
            fought,
            winner,
            (
                Condition(first.lost + lost[0], attackers, own, first.back if own == self.leaders[0] else fought + 2),
                Condition(
                    second.lost + lost[1], defenders, other, second.back if other == self.leaders[1] else fought + 2
                ),
            ),
        )
