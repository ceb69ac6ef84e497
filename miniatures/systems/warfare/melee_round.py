"""One round of melee, prepared: every sum that does not depend on the dice is made before the first throw."""

from functools import cache
from typing import NamedTuple

from miniatures.ruling import Need
from miniatures.systems.warfare.melee_facts import MeleeFacts, linked
from miniatures.systems.warfare.melee_sum import Blow, Fighter, blow_reading
from miniatures.systems.warfare.morale import FRIENDS, STANDS, batches, circumstances, morale_need
from miniatures.systems.warfare.unit import same_or_superior


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
    """Why a unit tests: the melee itself, a leader hit, a friend in rout; and how many friends are in rout by now."""

    melee: bool
    leader_hit: bool
    rout: bool
    routing: int

    def __bool__(self) -> bool:
        return self.melee or self.leader_hit or self.rout


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
        self.needs = cache(self._needs)
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

    def minds(self, index: int, router: int) -> bool:
        """Whether the rout of `router` troubles the unit: one it sees, of the same or a superior kind (W502)."""
        return self.sees(index, router) and same_or_superior(self.everyone[router].kind, self.everyone[index].kind)

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
