"""One round of melee, fought: blows, leaders at risk, and the morale tests in their order.

Order of work (W48): losses, leaders at risk, losers' tests, winners' tests, onlookers' tests.
"""

from miniatures.dice import Dice
from miniatures.systems.warfare.leaders import CASUALTIES_AT_RISK, KILLED, OUT, RISK
from miniatures.systems.warfare.melee_round import Causes, Condition, MeleeState, Round
from miniatures.systems.warfare.morale import DESTROYED, ROUTS, STANDS

ATTACKERS, DEFENDERS, DRAW, DIVIDED = "attackers", "defenders", "draw", "divided"


class Fight:
    """One way that a prepared round may go. It lives for one throw of all its dice."""

    def __init__(self, prepared: Round, dice: Dice) -> None:
        self.prepared = prepared
        self.dice = dice
        self.losses = [0] * len(prepared.everyone)
        self.leaders = list(prepared.leaders)
        self.states = [condition.state for condition in prepared.state.conditions]
        self.hit: list[int] = []

    def run(self) -> MeleeState:
        winner, places = self._strike()
        self._leaders_at_risk()
        self._melee_tests(places)
        if self.hit or ROUTS in self.states:
            self._onlookers(places)
        return self._after(winner)

    def _strike(self) -> tuple[str, dict[int, str]]:
        """All blows on the strengths before any loss. Who won, and whether each unit won, lost or drew."""
        prepared, losses = self.prepared, self.losses
        dealt: dict[tuple[int, int], int] = {}
        for blow in prepared.blows:
            casualties = self.dice.sum(blow.dice, blow.reading, blow.purpose)
            dealt[blow.striker, blow.struck] = casualties
            losses[blow.struck] += casualties
        lost: dict[tuple[int, int], int] = {}
        for index in prepared.enemies:
            left = prepared.everyone[index].figures - prepared.state.conditions[index].lost
            if losses[index] >= left:
                losses[index] = left
                self.states[index] = DESTROYED
            melee = (prepared.melees[index], prepared.sides[index])
            lost[melee] = lost.get(melee, 0) + losses[index]
        winners = {
            melee: DRAW
            if lost[melee, 0] == lost[melee, 1]
            else ATTACKERS
            if lost[melee, 0] < lost[melee, 1]
            else DEFENDERS
            for melee in set(prepared.melees.values())
        }
        winner = next(iter(winners.values())) if len(set(winners.values())) == 1 else DIVIDED
        if prepared.options.winner_by_pairs:
            return winner, self._places_by_pairs(dealt)
        return winner, {index: self._place(index, winners[prepared.melees[index]]) for index in prepared.enemies}

    def _place(self, index: int, winner: str) -> str:
        if winner == DRAW:
            return "drew"
        return "won" if (ATTACKERS, DEFENDERS)[self.prepared.sides[index]] == winner else "lost"

    def _places_by_pairs(self, dealt: dict[tuple[int, int], int]) -> dict[int, str]:
        """A unit lost if it lost against any of its enemies, and won if it beat them all."""
        places: dict[int, str] = {}
        for index, enemies in self.prepared.enemies.items():
            balance = min(dealt[index, enemy] - dealt[enemy, index] for enemy in enemies)
            places[index] = "lost" if balance < 0 else "won" if balance > 0 else "drew"
        return places

    def _leaders_at_risk(self) -> None:
        for index in self.prepared.enemies:
            if self.leaders[index] == "commands" and self.losses[index] >= CASUALTIES_AT_RISK:
                fate = self.dice.sum(1, RISK, self.prepared.risking[index])
                if fate in (OUT, KILLED):
                    self.leaders[index] = "hit" if fate == OUT else "killed"
                    self.hit.append(index)

    def _melee_tests(self, places: dict[int, str]) -> None:
        """Losers first, then the winners whose enemies have not all broken; after a draw everybody (W504, W48)."""
        for place in ("lost", "drew", "won"):
            broken = self._broken()
            tested: list[tuple[int, str]] = []
            for index, enemies in self.prepared.enemies.items():
                if places[index] != place or self.states[index] != STANDS:
                    continue
                melee = place == "drew" or self.losses[index] > 0
                if place == "won":
                    melee = melee and any(self.states[enemy] == STANDS for enemy in enemies)
                routing = sum(self.prepared.minds(index, router) for router in broken)
                causes = Causes(melee, self._sees_leader_hit(index), False, routing)
                if causes:
                    tested.append((index, self._test(index, causes, place == "lost")))
            self._apply(tested)

    def _onlookers(self, places: dict[int, str]) -> None:
        """Friends that see a rout or a leader hit test in waves, each rout troubling each of them once (W51)."""
        prepared = self.prepared
        watching = range(len(prepared.facts.units), len(prepared.everyone))
        fresh = self._broken()
        first_wave = True
        while fresh or first_wave:
            broken = self._broken()
            tested: list[tuple[int, str]] = []
            for index in range(len(prepared.everyone)):
                if self.states[index] != STANDS:
                    continue
                routing = sum(prepared.minds(index, router) for router in broken)
                rout = any(prepared.minds(index, router) for router in fresh)
                hit = first_wave and index in watching and self._sees_leader_hit(index)
                causes = Causes(False, hit, rout, routing)
                if causes:
                    tested.append((index, self._test(index, causes, places.get(index) == "lost")))
            self._apply(tested)
            fresh = [index for index, result in tested if result == ROUTS]
            first_wave = False

    def _test(self, index: int, causes: Causes, beaten: bool) -> str:
        """The first test that a unit fails is its last."""
        needs = self.prepared.needs(index, causes, self.losses[index], self.leaders[index], beaten)
        result = STANDS
        for need in needs:
            result = self.dice.sum(1, need, self.prepared.testing[index])
            if result != STANDS:
                break
        return result

    def _apply(self, tested: list[tuple[int, str]]) -> None:
        """Tests of one batch are simultaneous: nobody sees the others run until all have thrown."""
        for index, result in tested:
            self.states[index] = result

    def _broken(self) -> list[int]:
        """Those who began to rout in this round."""
        before = self.prepared.state.conditions
        return [index for index, state in enumerate(self.states) if state == ROUTS != before[index].state]

    def _sees_leader_hit(self, index: int) -> bool:
        return any(self.prepared.sees(index, hit) for hit in self.hit)

    def _after(self, winner: str) -> MeleeState:
        fought = self.prepared.state.fought + 1
        conditions = []
        for index, before in enumerate(self.prepared.state.conditions):
            back = fought + 2 if index in self.hit else before.back
            conditions.append(
                Condition(before.lost + self.losses[index], self.states[index], self.leaders[index], back)
            )
        return MeleeState(fought, winner, tuple(conditions))
