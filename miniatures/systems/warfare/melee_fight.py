"""One round of melee, fought: blows, leaders at risk, and the morale tests in their order.

Order of work (W48): losses, leaders at risk, losers' tests, winners' tests, onlookers' tests.
"""

from miniatures.dice import Dice
from miniatures.systems.warfare.leaders import CASUALTIES_AT_RISK, KILLED, OUT, RISK
from miniatures.systems.warfare.melee_round import Causes, Condition, MeleeState, Round
from miniatures.systems.warfare.morale import ROUTS, STANDS


class Fight:
    """One way that a prepared round may go. It lives for one throw of all its dice."""

    __slots__ = ("dice", "hit", "leaders", "losses", "places", "prepared", "routed", "states")

    def __init__(self, prepared: Round, dice: Dice) -> None:
        self.prepared = prepared
        self.dice = dice
        self.leaders = prepared.leaders
        self.hit: list[int] = []
        self.routed: list[int] = []

    def run(self) -> MeleeState:
        """All blows fall on the strengths before any loss; then leaders, losers, winners, onlookers."""
        prepared, dice = self.prepared, self.dice
        dealt = tuple([dice.sum(blow.dice, blow.reading, blow.purpose) for blow in prepared.blows])
        verdict = prepared.verdict(dealt)
        self.losses, self.places = verdict.losses, verdict.places
        self.states = list(verdict.states)
        if "commands" in self.leaders:
            self._leaders_at_risk()
        for place, units in verdict.testing:
            self._melee_tests(place, units)
        if self.hit or any(prepared.minding[router] for router in self.routed):
            self._onlookers()
        return self._after(verdict.winner)

    def _leaders_at_risk(self) -> None:
        self.leaders = list(self.leaders)
        for index in self.prepared.enemies:
            if self.leaders[index] == "commands" and self.losses[index] >= CASUALTIES_AT_RISK:
                fate = self.dice.sum(1, RISK, self.prepared.risking[index])
                if fate in (OUT, KILLED):
                    self.leaders[index] = "hit" if fate == OUT else "killed"
                    self.hit.append(index)

    def _melee_tests(self, place: str, units: tuple[int, ...]) -> None:
        """One batch: the losers, those who drew, or the winners whose enemies have not all broken (W504, W48)."""
        tested: list[tuple[int, str]] = []
        for index in units:
            melee = place == "drew" or self.losses[index] > 0
            if place == "won" and melee:
                melee = any(self.states[enemy] == STANDS for enemy in self.prepared.enemies[index])
            hit = bool(self.hit) and self._sees_leader_hit(index)
            if melee or hit:
                tested.append((index, self._test(index, Causes(melee, hit, False, self._routing(index)))))
        self._apply(tested)

    def _onlookers(self) -> None:
        """Friends that see a rout or a leader hit test in waves, each rout troubling each of them once (W51)."""
        prepared = self.prepared
        watching = range(len(prepared.facts.units), len(prepared.everyone))
        fresh, first_wave = list(self.routed), True
        while fresh or first_wave:
            tested: list[tuple[int, str]] = []
            for index, state in enumerate(self.states):
                if state != STANDS:
                    continue
                rout = any(index in prepared.minding[router] for router in fresh)
                hit = first_wave and index in watching and self._sees_leader_hit(index)
                if rout or hit:
                    tested.append((index, self._test(index, Causes(False, hit, rout, self._routing(index)))))
            self._apply(tested)
            fresh = [index for index, result in tested if result == ROUTS]
            first_wave = False

    def _test(self, index: int, causes: Causes) -> str:
        """The first test that a unit fails is its last."""
        beaten = self.places.get(index) == "lost"
        result = STANDS
        for need in self.prepared.needs(index, causes, self.losses[index], self.leaders[index], beaten):
            result = self.dice.sum(1, need, self.prepared.testing[index])
            if result != STANDS:
                break
        return result

    def _apply(self, tested: list[tuple[int, str]]) -> None:
        """Tests of one batch are simultaneous: nobody sees the others run until all have thrown."""
        for index, result in tested:
            self.states[index] = result
            if result == ROUTS:
                self.routed.append(index)

    def _routing(self, index: int) -> int:
        """How many of those who have run in this round weigh on the unit."""
        return sum([index in self.prepared.minding[router] for router in self.routed]) if self.routed else 0

    def _sees_leader_hit(self, index: int) -> bool:
        return any(self.prepared.sees(index, hit) for hit in self.hit)

    def _after(self, winner: str) -> MeleeState:
        before = self.prepared.state
        fought = before.fought + 1
        conditions = tuple(
            [
                Condition(old.lost + lost, state, leader, old.back)
                for old, lost, state, leader in zip(
                    before.conditions, self.losses, self.states, self.leaders, strict=True
                )
            ]
        )
        if self.hit:
            conditions = tuple(
                condition._replace(back=fought + 2) if index in self.hit else condition
                for index, condition in enumerate(conditions)
            )
        return MeleeState(fought, winner, conditions)
