"""Hand-to-hand combat: the attacks of one unit, enemy by enemy, and what support adds to a result."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from miniatures.ruling import Modifier, Sum
from miniatures.systems.command_roll.combat_facts import SIDES, CombatFacts, FightingUnit
from miniatures.systems.command_roll.facts import CommanderInPlay, Position
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.tables import EXTRA_PURSUIT_STEP, ONE_DIE, Combat
from miniatures.systems.command_roll.unit_wording import said
from miniatures.words import counted


class Fighter(NamedTuple):
    """A unit at the beginning of a round."""

    unit: FightingUnit
    left: int
    fighting: int
    outflanked: int
    ranks: int
    confused: bool
    commanders: tuple[CommanderInPlay, ...]
    first_round: bool
    pursuit: int | None = None
    """For who pursues: the centimetres that the enemy retreated."""

    @property
    def position(self) -> Position:
        """Who retreated or pursued has left its position (C67)."""
        return self.unit.position if self.first_round else "open"


def fighter(
    facts: CombatFacts,
    index: int,
    left: int,
    *,
    confused: bool,
    commanders: tuple[CommanderInPlay, ...],
    first_round: bool,
    all_enemies: bool,
    pursuit: int | None = None,
) -> Fighter:
    """The unit with so many stands left. `all_enemies`: those that it touched at first still touch it."""
    unit, fighting = facts.units[index], min(facts.fighting[index], left)
    outflanked = min(unit.outflanked, fighting) if all_enemies else 0
    ranks = ranks_left(unit, left, facts.options)
    return Fighter(unit, left, fighting, outflanked, ranks, confused, commanders, first_round, pursuit)


def ranks_left(unit: FightingUnit, left: int, options: Options) -> int:
    """Stands that do not fight are lost first, so the rear ranks go (C66)."""
    return unit.ranks if options.ranks_of_contingent else min(unit.ranks, -(-left // max(1, unit.front)))


def shared_out(wanted: Sequence[tuple[int, int]], fighting: int) -> list[tuple[int, int]]:
    """The stands that strike each enemy that is left: as stated, the others at the first of them (C67)."""
    shares: list[tuple[int, int]] = []
    for enemy, stands in wanted:
        taken = min(stands, fighting)
        shares.append((enemy, taken))
        fighting -= taken
    if fighting and shares:
        enemy, stands = shares[0]
        shares[0] = (enemy, stands + fighting)
    return shares


def attack_sums(own: Fighter, enemies: Sequence[tuple[Fighter, int]]) -> list[Sum]:
    """The dice against each enemy, struck by so many stands. What belongs to the unit goes to the first (C68)."""
    outflanked = own.outflanked
    found: list[tuple[str, list[Modifier]]] = []
    for enemy, stands in reversed(enemies):  # who comes at the side is named last
        there = min(outflanked, stands)
        outflanked -= there
        found.append((strike_words(own, enemy), list(_stands(own, enemy, stands, there))))
    found.reverse()
    first = next((number for number, (_, stands) in enumerate(enemies) if stands), 0)
    deepest = max(enemy.ranks for enemy, _ in enemies)
    found[first][1].extend(_unit(own, deepest))
    total = sum(line.value for _, lines in found for line in lines)
    if total < ONE_DIE.value:
        found[first][1].append(Modifier(ONE_DIE.value - total, "C161", "a unit that fights has one die", ONE_DIE.rule))
    return [Sum(purpose, tuple(lines), ("C161",)) for purpose, lines in found]


def strike_words(own: Fighter, enemy: Fighter) -> str:
    verb = "pursue" if own.pursuit is not None else "strike" if enemy.pursuit is None else "strike back at"
    return f"{said(own.unit, verb)} {enemy.unit.name}"


def _stands(own: Fighter, enemy: Fighter, stands: int, outflanked: int) -> Iterator[Modifier]:
    """What stands add, each with its modifiers; none of them goes below 0 (C32)."""
    if not stands:
        return
    listed = own.unit.listed
    yield Modifier(stands * listed.attack, listed.rule, f"{counted(stands, 'stand')} at {listed.attack}", "C1")
    changes: list[Modifier] = []
    if own.first_round and own.unit.charging and enemy.position == "open":
        changes.append(Combat.charging)
    if own.pursuit is not None:
        changes.append(Combat.pursuit)
        extra = own.pursuit // EXTRA_PURSUIT_STEP.value
        if extra:
            changes.append(Combat.extra_pursuit.times(extra, f"enemy retreated {own.pursuit} cm"))
    if own.confused:
        changes.append(Combat.confused)
    yield from (change.times(stands, f"{change.because}, {counted(stands, 'stand')}") for change in changes)
    each = listed.attack + sum(change.value for change in changes)
    if outflanked:
        beset = Combat.side_or_rear
        yield beset.times(outflanked, f"{beset.because}, {counted(outflanked, 'stand')}")
    worse = each + Combat.side_or_rear.value
    below = outflanked * max(0, -worse) + (stands - outflanked) * max(0, -each)
    if below:
        yield Modifier(below, "C161", "no stand has less than 0", "C32")


def _unit(own: Fighter, deepest: int) -> Iterator[Modifier]:
    """What counts once for the unit: more ranks, and the commanders who joined it."""
    more = own.ranks - deepest
    if more > 0:
        yield Combat.extra_rank.times(more, f"{own.ranks} ranks against {deepest}")
    for commander in own.commanders:
        yield Modifier(commander.listed.attack, commander.listed.rule, f"{commander.name} with them", "C38")


def support_sum(facts: CombatFacts, side: int, own: Sequence[tuple[FightingUnit, int]], first_round: bool) -> Sum:
    """What a side adds to its result: stands of the units that fight, given as numbers, and other units' (C33)."""
    lines = [(unit.name, stands) for unit, stands in own]
    lines += [(one.name, one.support) for one in facts.supporters[side] if first_round or one.follows]
    listed = Combat.supporting_stand
    told = [(stands, f"{counted(stands, 'stand')} of {name} in support") for name, stands in lines if stands]
    found = [listed.times(stands, because) for stands, because in told]
    if first_round:
        shot = sum(unit.shot_hits for unit in (facts.defenders, facts.attackers)[side])
        if shot:
            found.append(Modifier(shot, "C166", "hits shot on the enemy as they charged", "C71"))
    return Sum(f"added to the result of the {SIDES[side]}", tuple(found), ())


def supporting_left(unit: FightingUnit, left: int, fighting: int, confused: bool) -> int:
    """Its own stands that still support: confused infantry does not (C413)."""
    return 0 if confused else min(unit.supporting, left - fighting)
