"""One round of melee, prepared: every sum that does not depend on the dice is made before the first throw."""

from functools import cache
from typing import NamedTuple

from miniatures.ruling import Need
from miniatures.systems.warfare.melee_facts import MeleeFacts, linked
from miniatures.systems.warfare.melee_sum import Blow, Fighter, blow_reading
from miniatures.systems.warfare.morale import DESTROYED, FRIENDS, STANDS, batches, circumstances, morale_need
from miniatures.systems.warfare.unit import same_or_superior

ATTACKERS, DEFENDERS, DRAW, DIVIDED = "attackers", "defenders", "draw", "divided"


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


class Causes(NamedTuple):
    """Why a unit tests: the melee itself, a leader hit, a friend in rout; and how many friends have run by now."""

    melee: bool
    leader_hit: bool
    rout: bool
    routing: int


class Verdict(NamedTuple):
    """What the blows come to: losses and states, who won, and who may have to test, in batches."""

    losses: tuple[int, ...]
    states: tuple[str, ...]
    winner: str
    places: dict[int, str]
    testing: tuple[tuple[str, tuple[int, ...]], ...]


class Round:
    """The units by their places in the facts, who fights whom, their blows and their tests."""

    def __init__(self, facts: MeleeFacts, state: MeleeState) -> None:
        self.facts, self.state, self.options = facts, state, facts.options
        self.everyone, self.sides = facts.everyone, facts.sides
        self.leaders = [self._leader_now(condition) for condition in state.conditions]
        self.meetings = [
            meeting
            for meeting in facts.meetings
            if state.conditions[meeting.attacker].state == state.conditions[meeting.defender].state == STANDS
        ]
        enemies: dict[int, list[int]] = {}
        attacked: dict[int, list[str]] = {}
        for attacker, defender, attacker_side, defender_side in self.meetings:
            enemies.setdefault(attacker, []).append(defender)
            enemies.setdefault(defender, []).append(attacker)
            attacked.setdefault(attacker, []).append(attacker_side)
            attacked.setdefault(defender, []).append(defender_side)
        self.enemies = dict(sorted(enemies.items()))  # dice and tests go in the order of the facts
        self.attacked = {index: tuple(sides) for index, sides in attacked.items()}
        # When the unit that linked two fights is gone, they are two melees from then on.
        self.melees = linked(self.meetings)
        self.blows = self._blows()
        self.verdict = cache(self._verdict)
        self.needs = cache(self._needs)
        everybody = range(len(self.everyone))
        self.minding = [{index for index in everybody if self._minds(index, router)} for router in everybody]
        self.testing = [f"{unit.name} test morale" for unit in self.everyone]
        self.risking = [f"the opponent rolls for the leader of {unit.name}" for unit in self.everyone]

    def _leader_now(self, condition: Condition) -> str:
        """Between rounds a leader just killed has fallen, one just hit is out, and one who was out comes back (W59)."""
        if self.state.fought == 0:
            return condition.leader
        if condition.leader in ("out", "hit"):
            return "commands" if self.state.fought + 1 >= condition.back else "out"
        return "fallen" if condition.leader == "killed" else condition.leader

    def _blows(self) -> list[Blow]:
        """Every blow of the round, attackers' first: that is the order of the dice."""
        fighters: dict[int, Fighter] = {}
        present: dict[tuple[int, int], int] = {}
        for index in self.enemies:
            lost, commands = self.state.conditions[index].lost, self.leaders[index] == "commands"
            fighters[index] = fighter = Fighter(self.facts.units[index], lost, commands, self.state.fought == 0)
            counted = (self.melees[index], self.sides[index])
            present[counted] = present.get(counted, 0) + fighter.left
        forth: list[Blow] = []
        back: list[Blow] = []
        for attacker, defender, attacker_side, defender_side in self.meetings:
            ours, theirs = present[self.melees[attacker], 0], present[self.melees[attacker], 1]
            for striker, struck, sides, figures, blows in (
                (attacker, defender, (attacker_side, defender_side), (ours, theirs), forth),
                (defender, attacker, (defender_side, attacker_side), (theirs, ours), back),
            ):
                dice, reading = blow_reading(
                    fighters[striker], fighters[struck], sides, figures, len(self.enemies[striker]), self.options
                )
                purpose = f"{self.everyone[striker].name} strike {self.everyone[struck].name}"
                blows.append(Blow(striker, struck, dice, reading, purpose))
        return forth + back

    def sees(self, index: int, friend: int) -> bool:
        """Whether what happens to `friend` touches the unit: its own side, and its own battle if so agreed (W546)."""
        if self.sides[index] != self.sides[friend]:
            return False
        return not self.options.morale_per_battle or self.everyone[index].battle == self.everyone[friend].battle

    def _minds(self, index: int, router: int) -> bool:
        """Whether the rout of `router` troubles the unit: one it sees, of the same or a superior kind (W502)."""
        kinds = self.everyone[router].kind, self.everyone[index].kind
        return index != router and self.sees(index, router) and same_or_superior(*kinds)

    def _verdict(self, dealt: tuple[int, ...]) -> Verdict:
        """Losses beyond the figures present are lost (W43); the side of each melee that lost fewer has won (W48)."""
        losses = [0] * len(self.everyone)
        for blow, casualties in zip(self.blows, dealt, strict=True):
            losses[blow.struck] += casualties
        states = [condition.state for condition in self.state.conditions]
        lost: dict[tuple[int, int], int] = {}
        for index in self.enemies:
            left = self.everyone[index].figures - self.state.conditions[index].lost
            if losses[index] >= left:
                losses[index], states[index] = left, DESTROYED
            melee = (self.melees[index], self.sides[index])
            lost[melee] = lost.get(melee, 0) + losses[index]
        winners = {melee: _winner(lost[melee, 0], lost[melee, 1]) for melee in set(self.melees.values())}
        places = {index: _place(self.sides[index], winners[melee]) for index, melee in self.melees.items()}
        if self.options.winner_by_pairs:
            places = self._places_by_pairs(dealt)
        testing = [
            (place, tuple(index for index in self.enemies if places[index] == place and states[index] == STANDS))
            for place in ("lost", "drew", "won")
        ]
        winner = winners.popitem()[1] if len(set(winners.values())) == 1 else DIVIDED
        return Verdict(tuple(losses), tuple(states), winner, places, tuple(batch for batch in testing if batch[1]))

    def _places_by_pairs(self, dealt: tuple[int, ...]) -> dict[int, str]:
        """A unit lost if it lost against any of its enemies, and won if it beat them all."""
        by_pair = {(blow.striker, blow.struck): casualties for blow, casualties in zip(self.blows, dealt, strict=True)}
        places: dict[int, str] = {}
        for index, enemies in self.enemies.items():
            balance = min(by_pair[index, enemy] - by_pair[enemy, index] for enemy in enemies)
            places[index] = "lost" if balance < 0 else "won" if balance > 0 else "drew"
        return places

    def _needs(self, index: int, causes: Causes, losses: int, leader: str, beaten: bool) -> tuple[Need, ...]:
        """The tests that a unit takes for these causes: one, or one for each where the table plays it so."""
        unit = self.everyone[index]
        rows: list[tuple[str, ...]] = []
        if causes.melee:
            rows.append(tuple(dict.fromkeys(self.everyone[enemy].standing for enemy in self.enemies[index])))
        rows += [(FRIENDS,)] * (causes.leader_hit + causes.rout)
        now = circumstances(unit, self.options, self.state.conditions[index].lost + losses)
        now = now._replace(
            leader=leader,
            lost_melee=beaten,
            attacked=self.attacked.get(index, ()),
            routing_friends=now.routing_friends + causes.routing,
        )
        because = ("W61",) if causes.leader_hit else ()
        return tuple(morale_need(unit, batch, now, self.options, because) for batch in batches(rows, self.options))


def _winner(attackers_lost: int, defenders_lost: int) -> str:
    if attackers_lost == defenders_lost:
        return DRAW
    return ATTACKERS if attackers_lost < defenders_lost else DEFENDERS


def _place(side: int, winner: str) -> str:
    if winner == DRAW:
        return "drew"
    return "won" if (ATTACKERS, DEFENDERS)[side] == winner else "lost"
