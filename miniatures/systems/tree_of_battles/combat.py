"""One round of combat: DPs at contact, the dice, the rows of the results, and where they send everybody."""

from typing import Any, NamedTuple

from miniatures.dice import Step
from miniatures.ruling import Modifier, Sum, making
from miniatures.systems import Play
from miniatures.systems.tree_of_battles.chase import kept
from miniatures.systems.tree_of_battles.combat_blows import Blow, CombatState, Exchange, strike
from miniatures.systems.tree_of_battles.combat_dice import dice_sums
from miniatures.systems.tree_of_battles.combat_evading import evaded, evading_sums
from miniatures.systems.tree_of_battles.combat_facts import (
    CHARGES,
    COUNTERCHARGES,
    EXCHANGES,
    PURSUES,
    SIDES,
    CombatFacts,
    FightingContingent,
)
from miniatures.systems.tree_of_battles.combat_moves import CombatMoves
from miniatures.systems.tree_of_battles.combat_outcome import CombatOutcome, ContingentResult
from miniatures.systems.tree_of_battles.combat_results import (
    DISORDERLY,
    HALT,
    Way,
    dps_of,
    gives_way,
    goes_on,
    row_of,
    seen,
    standing,
)
from miniatures.systems.tree_of_battles.damage import after, entry, fill, removes_stands, take
from miniatures.systems.tree_of_battles.leader_risk import Fate, risks_in_combat
from miniatures.systems.tree_of_battles.move_tables import Morale
from miniatures.systems.tree_of_battles.tables import RESULTS, Result

_WINS = ("victory", "success")


class Suffered(NamedTuple):
    """What a row does to a contingent, whatever the enemy does then."""

    result: str
    dps: tuple[Modifier, ...]
    dps_now: int
    stands_lost: int
    left: int
    at_limit: bool
    way: Way
    row: Result


#: Some of the fields of a result, in their order.
_Fields = tuple[Any, ...]
_result, _outcome = making(ContingentResult), making(CombatOutcome)


class Combat:
    """One round, ready to be thrown."""

    def __init__(self, facts: CombatFacts) -> None:
        self.facts, self.options = facts, facts.options
        before = [_exchanged(unit) for unit in facts.units]
        self.causes = [_contact_causes(facts, index) for index in range(len(before))]
        self.taken = [
            take(unit, map(entry, causes), "morale", self.options) if causes else None
            for unit, causes in zip(before, self.causes, strict=True)
        ]
        self.units = [after(unit, taken) if taken else unit for unit, taken in zip(before, self.taken, strict=True)]
        looks = [seen(unit) for unit in self.units]
        self.enemies = [[one.enemy for one in met] for met in facts.met]
        self.standings = [
            standing(unit, looks[index], [looks[enemy] for enemy in self.enemies[index]])
            for index, unit in enumerate(self.units)
        ]
        self.left = [unit.left for unit in self.units]
        self.unopposed = [not any(self.left[enemy] for enemy in enemies) for enemies in self.enemies]
        self.called = [(unit.name, SIDES[side]) for unit, side in zip(facts.units, facts.sides, strict=True)]
        self.leaders = tuple(
            (index, risk)
            for index, unit in enumerate(self.units)
            for risk in risks_in_combat(unit.leaders, self.options)
        )
        self.dps = [unit.total_dps for unit in self.units]
        self.most = [unit.most_dps.value for unit in self.units]
        self.was_in_disarray = [unit.in_disarray for unit in facts.units]
        self._suffered: dict[tuple[int, str], Suffered] = {}
        self._told: dict[tuple[str, ...], list[tuple[_Fields, _Fields]]] = {}
        self._ends: dict[tuple[Fate, ...], list[_Fields]] = {}

    def sums(self) -> list[list[Sum]]:
        """For each contingent its dice against each enemy that it touches."""
        found = []
        for index, unit in enumerate(self.units):
            touching = [(self.units[one.enemy], one.own, one.theirs) for one in self.facts.met[index]]
            found.append(dice_sums(unit, touching, not self.standings[index].melee))
        return found

    def exchanges(self) -> list[Exchange]:
        volleys: dict[tuple[int, int], tuple[Blow, ...]] = {}
        for index, made in enumerate(self.sums()):
            sixes = self._disordered(index)
            for one, own in zip(self.facts.met[index], made, strict=True):
                dice = int(own.total)
                volleys[index, one.enemy] = (Blow(dice, sixes, own.purpose),) if dice > 0 else ()
        everybody = range(len(self.units))
        if self.options.pool_all:
            ours, theirs = (
                [v for (i, _), own in volleys.items() if self.facts.sides[i] == s for v in own] for s in (0, 1)
            )
            return [Exchange(tuple(ours), tuple(theirs), tuple(-1 if self.facts.sides[i] else 1 for i in everybody))]
        return [
            Exchange(volleys[one, other], volleys[other, one], tuple((i == one) - (i == other) for i in everybody))
            for one, other in self.facts.pairs
        ]

    def _disordered(self, index: int) -> bool:
        return self.standings[index].disarray or self.units[index].array in ("column", "skirmish")

    def play(self) -> Play:
        exchanges = self.exchanges()
        steps = len(exchanges)

        def next_step(state: CombatState) -> Step[CombatState] | None:
            number = state.thrown
            if number < steps:
                return strike(exchanges[number], state)
            if number < steps + len(self.leaders):
                risk = self.leaders[number - steps][1]
                return lambda dice: CombatState(number + 1, state.margins, (*state.fates, risk(dice)))
            return None

        start = CombatState(0, (0,) * len(self.units), ())
        return Play(start, next_step, self.outcome, one_round=True)

    def outcome(self, state: CombatState) -> CombatOutcome:
        _, margins, fates = state
        words = tuple([row_of(margin).word for margin in margins])
        told = self._told.get(words)
        if told is None:
            told = self._told[words] = self._tell([row_of(margin) for margin in margins])
        ends = self._ends.get(fates)
        if ends is None:
            ends = self._ends[fates] = [self._end(index, fates) for index in range(len(margins))]
        every = [_result(head + (margins[index],) + tail + ends[index]) for index, (head, tail) in enumerate(told)]
        return _outcome((tuple(every),))

    def _end(self, index: int, fates: tuple[Fate, ...]) -> _Fields:
        """The last fields of a result: the fates of its leaders, and that nobody has caught it yet."""
        return tuple(fate for (led, _), fate in zip(self.leaders, fates, strict=False) if led == index), False

    def _tell(self, rows: list[Result]) -> list[tuple[_Fields, _Fields]]:
        """What these rows make of everybody: the fields of a result before its margin, and those after it."""
        suffered = [self._suffer(index, row) for index, row in enumerate(rows)]
        found: list[tuple[_Fields, _Fields]] = []
        for index, own in enumerate(suffered):
            before, way = self.was_in_disarray[index], own.way
            if own.left and own.result in _WINS:
                theirs = [suffered[enemy].way.moves for enemy in self.enemies[index]]
                way = goes_on(own.row, self.standings[index], [moves[0] for moves in theirs if moves])
            move = way.moves[0] if len(way.moves) == 1 else ""
            rule = self._disarray(index, own, move)
            found.append(
                (
                    (*self.called[index], own.result),
                    (own.dps, own.dps_now, own.stands_lost, own.left, before or bool(rule), "" if before else rule,
                     move, way.moves, way.rules),
                )
            )  # fmt: skip
        return found

    def _suffer(self, index: int, row: Result) -> Suffered:
        """The DPs of a row and what they do, and the move of who does not win."""
        if self.unopposed[index]:
            row = RESULTS[0]  # its enemies all fell at contact: it has won without a blow
        key = (index, row.word)
        found = self._suffered.get(key)
        if found is None:
            found = self._suffered[key] = self._suffering(index, row)
        return found

    def _suffering(self, index: int, row: Result) -> Suffered:
        own, before, there = self.standings[index], self.taken[index], self.left[index]
        listed = dps_of(row, own)
        wanted = int(listed.value) if there else 0
        removes = removes_stands("combat", self.options)
        now, lost, beyond = fill(self.dps[index], self.most[index], wanted, there, removes)
        dps = kept(before.dps, self.causes[index]) if before else ()
        if wanted > beyond:
            dps += (listed if not beyond else listed._replace(value=wanted - beyond),)
        way, left = gives_way(row, own), there - lost
        if before:
            lost += before.stands_lost
        if own.immovable and row.word not in _WINS and way.moves != (HALT,):
            lost, left = lost + left, 0  # guns and baggage that give way are lost (T64)
            way = Way((), (*way.rules, "T64"))
        word = row.word if there else "destroyed"
        return Suffered(word, dps, now, lost, left, now >= self.most[index], way if left else Way((), way.rules), row)

    def _disarray(self, index: int, own: Suffered, move: str) -> str:
        """What puts it into disarray, if anything does."""
        unit = self.units[index]
        if move in DISORDERLY:
            return "T271" if own.result == "defeat" and move == "retire" else "T331"
        if own.at_limit:
            return "T334"
        if unit.came == PURSUES:
            return "T331"
        return "T335" if unit.grade == "D" and (unit.moved or move not in (HALT, "")) else ""


def _exchanged(unit: FightingContingent) -> FightingContingent:
    return unit.model_copy(update={"exchanged": not unit.exchanged}) if unit.came == EXCHANGES else unit


def _contact_causes(facts: CombatFacts, index: int) -> tuple[Modifier, ...]:
    """DPs before the dice, for each enemy that brings them (T38)."""
    unit = facts.units[index]
    found: list[Modifier] = []
    for one in facts.met[index]:
        enemy = facts.units[one.enemy]
        foot_charged = unit.came in (CHARGES, COUNTERCHARGES) and not unit.mounted
        if foot_charged and enemy.charging and enemy.mounted and one.theirs.struck == "front":
            found.append(Morale.contacted_by_mounted)
        if one.own.struck != "front" and enemy.charging:
            found.append(Morale.flank_or_rear)
    return tuple(found)


def combat_sums(facts: CombatFacts) -> list[Sum]:
    """DPs at contact, then the dice of every contingent; for who evades, what is added to its move."""
    if facts.evading:
        return evading_sums(facts)
    fight = Combat(facts)
    found = [
        Sum(f"DPs of {unit.name} before the dice", causes, ("T38",))
        for unit, causes in zip(fight.units, fight.causes, strict=True)
        if causes
    ]
    return [*found, *(made for own in fight.sums() for made in own if made.modifiers)]


def combat(facts: CombatFacts) -> Play:
    if facts.evading:
        return evaded(facts)
    fight = Combat(facts).play()
    return CombatMoves(facts, fight).play() if facts.moves else fight
