"""One round of melee for any number of units on each side, with the morale tests that end it.

Order of work (W48): losses, leaders at risk, losers' tests, winners' tests, onlookers' tests.
"""

from functools import cache
from typing import NamedTuple

from miniatures.dice import Dice
from miniatures.ruling import Need
from miniatures.systems.warfare.leaders import CASUALTIES_AT_RISK, KILLED, OUT, RISK
from miniatures.systems.warfare.melee_facts import MeleeFacts
from miniatures.systems.warfare.melee_sum import Blow, Fighter, blow_reading
from miniatures.systems.warfare.morale import DESTROYED, FRIENDS, ROUTS, STANDS, circumstances, morale_need
from miniatures.systems.warfare.unit import same_or_superior

ATTACKERS, DEFENDERS, DRAW = "attackers", "defenders", "draw"


class Condition(NamedTuple):
    """A unit between rounds. `back` is the round in which a leader who is out commands again."""

    lost: int
    state: str
    leader: str
    back: int


class MeleeState(NamedTuple):
    """The melee between rounds: all that the next round depends on, so that equal states merge."""

    fought: int
    winner: str
    conditions: tuple[Condition, ...]


class Round:
    """One round, prepared: every sum that does not depend on the dice is made before the first throw."""

    def __init__(self, facts: MeleeFacts, state: MeleeState) -> None:
        self.facts = facts
        self.state = state
        self.first = state.fought == 0
        self.units, self.everyone, self.sides = facts.units, facts.everyone, facts.sides
        self.leaders = [self._leader_now(condition) for condition in state.conditions]
        self.meetings = [
            meeting
            for meeting in facts.meetings
            if state.conditions[meeting.attacker].state == state.conditions[meeting.defender].state == STANDS
        ]
        self.enemies: dict[int, list[int]] = {}
        self.attacked: dict[int, tuple[str, ...]] = {}
        for meeting in self.meetings:
            for own, enemy, side in (
                (meeting.attacker, meeting.defender, meeting.attacker_side),
                (meeting.defender, meeting.attacker, meeting.defender_side),
            ):
                self.enemies.setdefault(own, []).append(enemy)
                self.attacked[own] = (*self.attacked.get(own, ()), side)
        self.enemies = dict(sorted(self.enemies.items()))  # tests go in the order of the facts
        self.causes = {
            own: tuple(dict.fromkeys(self.units[enemy].standing for enemy in enemies))
            for own, enemies in self.enemies.items()
        }
        self.blows = self._blows()
        self.need = cache(self._need)
        self.testing = [f"{unit.name} test morale" for unit in self.everyone]
        self.risking = [f"the opponent rolls for the leader of {unit.name}" for unit in self.everyone]

    def _leader_now(self, condition: Condition) -> str:
        """A leader killed in an earlier round weighs no more; one who was out comes back (W61)."""
        if self.first:
            return condition.leader
        if condition.leader == "killed":
            return "fallen"
        if condition.leader == "out" and self.state.fought + 1 >= condition.back:
            return "commands"
        return condition.leader

    def _blows(self) -> list[Blow]:
        """Every blow of the round, attackers' first: that is the order of the dice."""
        fighters = {
            index: Fighter(
                self.units[index],
                self.state.conditions[index].lost,
                self.leaders[index] == "commands",
                self.first,
            )
            for index in self.enemies
        }
        present = [0, 0]
        for index, fighter in fighters.items():
            present[self.sides[index]] += fighter.left
        figures = (present[0], present[1])
        forth: list[Blow] = []
        back: list[Blow] = []
        for attacker, defender, attacker_side, defender_side in self.meetings:
            for striker, struck, sides, counted, blows in (
                (attacker, defender, (attacker_side, defender_side), figures, forth),
                (defender, attacker, (defender_side, attacker_side), figures[::-1], back),
            ):
                dice, reading = blow_reading(
                    fighters[striker],
                    fighters[struck],
                    sides,
                    counted,
                    len(self.enemies[striker]),
                    self.facts.options,
                )
                purpose = f"{self.units[striker].name} strike {self.units[struck].name}"
                blows.append(Blow(striker, struck, dice, reading, purpose))
        return forth + back

    def _need(self, index: int, causes: tuple[str, ...], losses: int, leader: str, beaten: bool, routing: int) -> Need:
        unit = self.everyone[index]
        now = circumstances(unit, self.facts.options, self.state.conditions[index].lost + losses)
        now = now._replace(
            leader=leader,
            lost_melee=beaten,
            attacked=self.attacked.get(index, ()),
            routing_friends=now.routing_friends + routing,
        )
        return morale_need(unit, causes, now, self.facts.options)

    def fight(self, dice: Dice) -> MeleeState:
        """The round itself."""
        conditions = self.state.conditions
        losses = [0] * len(conditions)
        dealt = [0] * len(self.blows)
        for number, blow in enumerate(self.blows):
            dealt[number] = dice.sum(blow.dice, blow.reading, blow.purpose)
            losses[blow.struck] += dealt[number]
        for index, enemies in self.enemies.items():
            if len(enemies) > 1:
                losses[index] = min(losses[index], self.units[index].figures - conditions[index].lost)
        leaders = list(self.leaders)
        leader_hit = [False, False]
        for index in self.enemies:
            if leaders[index] == "commands" and losses[index] >= CASUALTIES_AT_RISK:
                fate = dice.sum(1, RISK, self.risking[index])
                if fate in (OUT, KILLED):
                    leaders[index] = "out" if fate == OUT else "killed"
                    leader_hit[self.sides[index]] = True
        states = [
            DESTROYED if index in self.enemies and losses[index] + condition.lost >= unit.figures else condition.state
            for index, (unit, condition) in enumerate(zip(self.everyone, conditions, strict=True))
        ]
        lost = [0, 0]
        for index in self.enemies:
            lost[self.sides[index]] += losses[index]
        winner = DRAW if lost[0] == lost[1] else ATTACKERS if lost[0] < lost[1] else DEFENDERS
        places = self._places(winner, dealt)
        self._melee_tests(dice, places, losses, leaders, leader_hit, states)
        self._onlookers(dice, places, losses, leaders, leader_hit, states)
        after = tuple(
            Condition(
                condition.lost + losses[index],
                states[index],
                leaders[index],
                self.state.fought + 3 if leaders[index] == "out" != self.leaders[index] else condition.back,
            )
            for index, condition in enumerate(conditions)
        )
        return MeleeState(self.state.fought + 1, winner, after)

    def _places(self, winner: str, dealt: list[int]) -> dict[int, str]:
        """Whether each unit won, lost or drew: as its side did, or pair by pair where the table plays it so."""
        if not self.facts.options.winner_by_pairs:
            loser = {ATTACKERS: 1, DEFENDERS: 0, DRAW: None}[winner]
            return {
                index: "drew" if loser is None else "lost" if self.sides[index] == loser else "won"
                for index in self.enemies
            }
        by_pair = {(blow.striker, blow.struck): dealt[number] for number, blow in enumerate(self.blows)}
        places: dict[int, str] = {}
        for index, enemies in self.enemies.items():
            balance = [by_pair[index, enemy] - by_pair[enemy, index] for enemy in enemies]
            places[index] = "lost" if min(balance) < 0 else "won" if min(balance) > 0 else "drew"
        return places

    def _melee_tests(
        self,
        dice: Dice,
        places: dict[int, str],
        losses: list[int],
        leaders: list[str],
        leader_hit: list[bool],
        states: list[str],
    ) -> None:
        """Losers first, then the winners whose enemies have not all broken; after a draw everybody (W504, W48)."""
        for place in ("lost", "drew", "won"):
            tested: list[tuple[int, str]] = []
            for index, enemies in self.enemies.items():
                if places[index] != place or states[index] != STANDS:
                    continue
                causes: tuple[str, ...] = ()
                if place == "drew" or losses[index]:
                    facing = place != "won" or any(states[enemy] == STANDS for enemy in enemies)
                    causes = self.causes[index] if facing else ()
                if leader_hit[self.sides[index]]:
                    causes = (*causes, FRIENDS)
                if causes:
                    need = self.need(index, causes, losses[index], leaders[index], place == "lost", 0)
                    tested.append((index, dice.sum(1, need, self.testing[index])))
            for index, result in tested:
                states[index] = result

    def _onlookers(
        self,
        dice: Dice,
        places: dict[int, str],
        losses: list[int],
        leaders: list[str],
        leader_hit: list[bool],
        states: list[str],
    ) -> None:
        """Friends that see a rout or a leader hit test in waves, each rout troubling each of them once (W51)."""
        engaged = len(self.units)
        before = self.state.conditions
        fresh = [index for index in range(len(states)) if states[index] == ROUTS != before[index].state]
        broken: list[int] = []
        wave = 0
        while fresh or (wave == 0 and any(leader_hit)):
            broken += fresh
            tested: list[tuple[int, str]] = []
            for index, unit in enumerate(self.everyone):
                if states[index] != STANDS:
                    continue
                side = self.sides[index]
                seen = [
                    router
                    for router in broken
                    if self.sides[router] == side and same_or_superior(self.everyone[router].kind, unit.kind)
                ]
                hit = wave == 0 and index >= engaged and leader_hit[side]
                if hit or any(router in fresh for router in seen):
                    beaten = places.get(index) == "lost"
                    need = self.need(index, (FRIENDS,), losses[index], leaders[index], beaten, len(seen))
                    tested.append((index, dice.sum(1, need, self.testing[index])))
            for index, result in tested:
                states[index] = result
            fresh = [index for index, result in tested if result == ROUTS]
            wave += 1
