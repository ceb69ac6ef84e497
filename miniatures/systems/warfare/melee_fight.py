"""One round of melee, fought: blows, leaders at risk, and the morale tests in their order.

Order of work (W48): losses, leaders at risk, losers' tests, winners' tests, onlookers' tests.
"""

from miniatures.dice import Dice
from miniatures.ruling import making
from miniatures.systems.warfare.leaders import CASUALTIES_AT_RISK, KILLED, OUT, RISK
from miniatures.systems.warfare.melee_round import (
    ATTACKERS,
    DEFENDERS,
    DIVIDED,
    DRAW,
    Causes,
    Condition,
    MeleeState,
    Round,
    in_batches,
)
from miniatures.systems.warfare.morale import DESTROYED, ROUTS, STANDS

_condition, _state = making(Condition), making(MeleeState)


class Fight:
    """One way that a prepared round may go. It lives for one throw of all its dice."""

    __slots__ = ("batches", "dice", "hit", "leaders", "losses", "melee", "places", "prepared", "routed", "states")

    def __init__(self, prepared: Round, dice: Dice) -> None:
        self.prepared, self.dice, self.melee = prepared, dice, prepared.melee
        self.leaders = prepared.leaders
        self.states = prepared.states.copy()
        self.losses = [0] * len(self.states)
        self.hit: list[int] = []
        self.routed: list[int] = []

    def run(self) -> MeleeState:
        winner = self._strike()
        self.dice.settled(lambda: self._after(winner))
        if self.prepared.commanded:
            self._leaders_at_risk()
        for place, units in self.batches:
            self._melee_tests(place, units)
        if self.hit or (self.routed and len(self.states) > 2):  # two units alone have no friends to look on
            self._onlookers()
        return self._after(winner)

    def _strike(self) -> str:
        """All blows fall on the strengths before any loss (W43). Says who won, and how each unit came out of it."""
        prepared, losses, throw = self.prepared, self.losses, self.dice.sum
        dealt = []
        for dice, reading, purpose, _, struck in prepared.blows:
            casualties = throw(dice, reading, purpose)
            losses[struck] += casualties
            dealt.append(casualties)
        lost = [0] * (2 * prepared.fights)
        for index, left, slot in prepared.strength:
            if losses[index] >= left:
                losses[index], self.states[index] = left, DESTROYED
            lost[slot] += losses[index]
        if prepared.fights > 1 or self.melee.options.winner_by_pairs:
            return self._divided(lost, dealt)
        ours, theirs = lost
        winner = DRAW if ours == theirs else ATTACKERS if ours < theirs else DEFENDERS
        self.places, self.batches = prepared.orders[winner]
        return winner

    def _divided(self, lost: list[int], dealt: list[int]) -> str:
        """Several fights, each with a winner of its own; or winners found pair by pair."""
        prepared = self.prepared
        pairs = zip(lost[::2], lost[1::2], strict=True)
        winners = [DRAW if ours == theirs else ATTACKERS if ours < theirs else DEFENDERS for ours, theirs in pairs]
        if self.melee.options.winner_by_pairs:
            self.places = self._places_by_pairs(dealt)
        else:
            self.places = {index: prepared.orders[winners[slot // 2]][0][index] for index, _, slot in prepared.strength}
        self.batches = in_batches(self.places)
        return winners[0] if len(set(winners)) == 1 else DIVIDED

    def _places_by_pairs(self, dealt: list[int]) -> dict[int, str]:
        """A unit lost if it lost against any of its enemies, and won if it beat them all."""
        blows = zip(self.prepared.blows, dealt, strict=True)
        by_pair = {(blow.striker, blow.struck): casualties for blow, casualties in blows}
        places: dict[int, str] = {}
        for index, foes in self.prepared.foes.items():
            balance = min(by_pair[index, enemy] - by_pair[enemy, index] for enemy in foes.enemies)
            places[index] = "lost" if balance < 0 else "won" if balance > 0 else "drew"
        return places

    def _leaders_at_risk(self) -> None:
        self.leaders = self.leaders.copy()
        for index in self.prepared.commanded:
            if self.losses[index] >= CASUALTIES_AT_RISK:
                fate = self.dice.sum(1, RISK, self.melee.risking[index])
                if fate in (OUT, KILLED):
                    self.leaders[index] = "hit" if fate == OUT else "killed"
                    self.hit.append(index)

    def _melee_tests(self, place: str, units: tuple[int, ...]) -> None:
        """One batch: the losers, those who drew, or the winners whose enemies have not all broken (W504, W48)."""
        states, losses = self.states, self.losses
        tested: list[tuple[int, str]] = []
        for index in units:
            if states[index] != STANDS:
                continue
            fights = place == "drew" or losses[index] > 0
            if fights and place == "won":
                fights = STANDS in [states[enemy] for enemy in self.prepared.foes[index].enemies]
            hit = bool(self.hit) and self._sees_leader_hit(index)
            if fights or hit:
                routing = self._routing(index) if self.routed else 0
                result = self._test(index, (fights, hit, False, routing))
                if result != STANDS:
                    tested.append((index, result))
        if tested:
            self._apply(tested)

    def _onlookers(self) -> None:
        """Friends that see a rout or a leader hit test in waves, each rout troubling each of them once (W51)."""
        watching = range(len(self.melee.facts.units), len(self.states))
        fresh, first_wave = self.routed.copy(), True
        while fresh or first_wave:
            tested: list[tuple[int, str]] = []
            for index, state in enumerate(self.states):
                if state != STANDS:
                    continue
                rout = any(index in self.melee.minding[router] for router in fresh)
                hit = first_wave and index in watching and self._sees_leader_hit(index)
                if rout or hit:
                    tested.append((index, self._test(index, (False, hit, rout, self._routing(index)))))
            self._apply(tested)
            fresh = [index for index, result in tested if result == ROUTS]
            first_wave = False

    def _test(self, index: int, causes: Causes) -> str:
        """The first test that a unit fails is its last."""
        prepared, throw, purpose = self.prepared, self.dice.sum, self.melee.testing[index]
        lost = prepared.state.conditions[index].lost + self.losses[index]
        beaten = self.places.get(index) == "lost"
        for need in prepared.needs(index, causes, lost, self.leaders[index], beaten):
            if throw(1, need, purpose) != STANDS:
                return ROUTS
        return STANDS

    def _apply(self, tested: list[tuple[int, str]]) -> None:
        """Tests of one batch are simultaneous: nobody sees the others run until all have thrown."""
        for index, result in tested:
            if result == ROUTS:
                self.states[index] = result
                self.routed.append(index)

    def _routing(self, index: int) -> int:
        """How many of those who have run in this round weigh on the unit."""
        return sum([index in self.melee.minding[router] for router in self.routed])

    def _sees_leader_hit(self, index: int) -> bool:
        return any(self.melee.sees(index, hit) for hit in self.hit)

    def _after(self, winner: str) -> MeleeState:
        before, losses, states, leaders = self.prepared.state, self.losses, self.states, self.leaders
        fought = before.fought + 1
        conditions = [
            _condition((lost + losses[index], states[index], leaders[index], back))
            for index, (lost, _, _, back) in enumerate(before.conditions)
        ]
        for index in self.hit:
            conditions[index] = conditions[index]._replace(back=fought + 2)
        return _state((fought, winner, tuple(conditions)))
