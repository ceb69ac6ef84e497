"""A melee and its rounds, prepared: every sum that does not depend on the dice is made before the first throw."""

from typing import NamedTuple

from miniatures.ruling import Need
from miniatures.systems.warfare.melee_facts import MeleeFacts, linked
from miniatures.systems.warfare.melee_sum import Blow, Fighter, blow_reading
from miniatures.systems.warfare.morale import FRIENDS, STANDS, batches, circumstances, morale_need
from miniatures.systems.warfare.unit import same_or_superior

ATTACKERS, DEFENDERS, DRAW, DIVIDED = "attackers", "defenders", "draw", "divided"

#: How each side came out of a round, attackers first.
PLACES = {ATTACKERS: ("won", "lost"), DEFENDERS: ("lost", "won"), DRAW: ("drew", "drew")}

#: Why a unit tests: the melee itself, a leader hit, a friend in rout; and how many friends have run by now.
#: A plain tuple, for one is made at every test that is counted.
Causes = tuple[bool, bool, bool, int]


#: Losers test first, then those who drew, then winners.
Batches = tuple[tuple[str, tuple[int, ...]], ...]


def in_batches(places: dict[int, str]) -> Batches:
    every = ((place, tuple(i for i, own in places.items() if own == place)) for place in ("lost", "drew", "won"))
    return tuple(batch for batch in every if batch[1])


class Condition(NamedTuple):
    """A unit between rounds. `back` is the round in which a leader who is out commands again."""

    lost: int
    state: str
    leader: str
    back: int


class MeleeState(NamedTuple):
    """The melee between rounds. The next round depends on all of it but `winner`."""

    fought: int
    winner: str
    conditions: tuple[Condition, ...]


class Foes(NamedTuple):
    """Whom a unit fights in a round, and the sides of it that they touch."""

    enemies: tuple[int, ...]
    attacked: tuple[str, ...]


#: Tests by all that they depend on: causes, figures lost, leader, and whether the melee is lost.
Tests = dict[tuple[Causes, int, str, bool], tuple[Need, ...]]


class Melee:
    """What stays the same from round to round: who sees whom, and the tests that were already worked out."""

    def __init__(self, facts: MeleeFacts) -> None:
        self.facts, self.options = facts, facts.options
        self.everyone, self.sides = facts.everyone, facts.sides
        everybody = range(len(self.everyone))
        self.minding = [{index for index in everybody if self._minds(index, router)} for router in everybody]
        self.testing = [f"{unit.name} test morale" for unit in self.everyone]
        self.risking = [f"the opponent rolls for the leader of {unit.name}" for unit in self.everyone]
        self._tests: dict[tuple[int, Foes | None], Tests] = {}

    def sees(self, index: int, friend: int) -> bool:
        """Whether what happens to `friend` touches the unit: its own side, and its own battle if so agreed (W546)."""
        if self.sides[index] != self.sides[friend]:
            return False
        return not self.options.morale_per_battle or self.everyone[index].battle == self.everyone[friend].battle

    def _minds(self, index: int, router: int) -> bool:
        """Whether the rout of `router` troubles the unit: one it sees, of the same or a superior kind (W502)."""
        kinds = self.everyone[router].kind, self.everyone[index].kind
        return index != router and self.sees(index, router) and same_or_superior(*kinds)

    def tests(self, index: int, foes: Foes | None) -> Tests:
        """The tests of a unit against these enemies that were worked out in this round or an earlier one."""
        return self._tests.setdefault((index, foes), {})

    def needs(
        self, index: int, foes: Foes | None, causes: Causes, lost: int, leader: str, beaten: bool
    ) -> tuple[Need, ...]:
        """The tests that a unit takes for these causes: one, or one for each where the table plays it so."""
        unit = self.everyone[index]
        fights, leader_hit, rout, routing = causes
        rows: list[tuple[str, ...]] = []
        if fights and foes:
            rows.append(tuple(dict.fromkeys(self.everyone[enemy].standing for enemy in foes.enemies)))
        rows += [(FRIENDS,)] * (leader_hit + rout)
        now = circumstances(unit, self.options, lost)
        now = now._replace(
            leader=leader,
            lost_melee=beaten,
            attacked=foes.attacked if foes else (),
            routing_friends=now.routing_friends + routing,
        )
        because = ("W61",) if leader_hit else ()
        return tuple(morale_need(unit, batch, now, self.options, because) for batch in batches(rows, self.options))


class Round:
    """One round: the units by their places in the facts, who fights whom, and their blows."""

    def __init__(self, melee: Melee, state: MeleeState) -> None:
        self.melee, self.state = melee, state
        self.leaders = [self._leader_now(condition) for condition in state.conditions]
        self.states = [condition.state for condition in state.conditions]
        self.meetings = [
            meeting
            for meeting in melee.facts.meetings
            if self.states[meeting.attacker] == self.states[meeting.defender] == STANDS
        ]
        touching: dict[int, list[tuple[int, str]]] = {}
        for attacker, defender, attacker_side, defender_side in self.meetings:
            touching.setdefault(attacker, []).append((defender, attacker_side))
            touching.setdefault(defender, []).append((attacker, defender_side))
        #: In the order of the facts, which is that of the dice and of the tests.
        self.foes = {
            index: Foes(tuple(enemy for enemy, _ in enemies), tuple(side for _, side in enemies))
            for index, enemies in sorted(touching.items())
        }
        # When the unit that linked two fights is gone, they are two from then on. A slot is a side of a fight.
        fights = linked(self.meetings)
        numbers = {fight: number for number, fight in enumerate(dict.fromkeys(fights.values()))}
        self.fights = len(numbers)
        self.slots = {index: 2 * numbers[fight] + melee.sides[index] for index, fight in fights.items()}
        self.orders = {winner: self._order(winner) for winner in PLACES}
        self._tests = [melee.tests(index, self.foes.get(index)) for index in range(len(melee.everyone))]
        self.commanded = [index for index in self.foes if self.leaders[index] == "commands"]
        self.strength = [
            (index, melee.everyone[index].figures - state.conditions[index].lost, self.slots[index])
            for index in self.foes
        ]
        self.blows = self._blows()

    def needs(self, index: int, causes: Causes, lost: int, leader: str, beaten: bool) -> tuple[Need, ...]:
        """The tests that a unit takes, worked out once for the whole melee."""
        known, key = self._tests[index], (causes, lost, leader, beaten)
        found = known.get(key)
        if found is None:
            found = known[key] = self.melee.needs(index, self.foes.get(index), *key)
        return found

    def _order(self, winner: str) -> tuple[dict[int, str], Batches]:
        """How each unit came out of its fight if this side won it, and who tests in what order."""
        places = {index: PLACES[winner][self.melee.sides[index]] for index in self.foes}
        return places, in_batches(places)

    def _leader_now(self, condition: Condition) -> str:
        """Between rounds a leader just killed has fallen, one just hit is out, and one who was out comes back (W59)."""
        if self.state.fought == 0:
            return condition.leader
        if condition.leader in ("out", "hit"):
            return "commands" if self.state.fought + 1 >= condition.back else "out"
        return "fallen" if condition.leader == "killed" else condition.leader

    def _blows(self) -> list[Blow]:
        """Every blow of the round, attackers' first: that is the order of the dice."""
        units = self.melee.facts.units
        fighters: dict[int, Fighter] = {}
        present = [0] * (2 * self.fights)
        for index, left, slot in self.strength:
            commands = self.leaders[index] == "commands"
            fighters[index] = Fighter(units[index], units[index].figures - left, commands, self.state.fought == 0)
            present[slot] += left
        forth: list[Blow] = []
        back: list[Blow] = []
        for attacker, defender, attacker_side, defender_side in self.meetings:
            ours, theirs = present[self.slots[attacker]], present[self.slots[defender]]
            for striker, struck, touched, figures, blows in (
                (attacker, defender, (attacker_side, defender_side), (ours, theirs), forth),
                (defender, attacker, (defender_side, attacker_side), (theirs, ours), back),
            ):
                enemies = len(self.foes[striker].enemies)
                dice, reading = blow_reading(
                    fighters[striker], fighters[struck], touched, figures, enemies, self.melee.options
                )
                purpose = f"{units[striker].name} strike {units[struck].name}"
                blows.append(Blow(dice, reading, purpose, striker, struck))
        return forth + back
