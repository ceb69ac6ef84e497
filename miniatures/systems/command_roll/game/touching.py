"""A combat stand by stand: who strikes whom, who is struck at side or rear, which stands make ranks, which support."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from miniatures.measuring import CONTACT
from miniatures.space.footprint import Footprint, distance
from miniatures.systems.command_roll.game.measured import Measured
from miniatures.systems.command_roll.game.pieces import ContactNow, UnitNow

#: A stand is exactly behind or beside another if it is off by no more than this, in centimetres and degrees (C83).
OFF, TURNED = 0.5, 5.0
#: Less of a front that touches is no more than a corner, and nobody fights to his front with that (C101).
SPECK = 4 * CONTACT


class Strike(NamedTuple):
    """A stand that touches enemies: the one it strikes, and whether one strikes it at side or rear."""

    unit: str
    stand: int
    enemy: str
    to_front: bool
    outflanked: bool


class Depth(NamedTuple):
    """Ranks of a unit that fights, and the stands that make all but the first."""

    ranks: int
    stands: frozenset[str] = frozenset()


class Lines(NamedTuple):
    """A whole combat: every stand that strikes, the ranks that count, and the stands that are ranks, not support."""

    strikes: tuple[Strike, ...]
    ranks: dict[str, int]
    ranked: frozenset[str]

    def of(self, unit: str) -> list[Strike]:
        return [one for one in self.strikes if one.unit == unit]

    def against(self, unit: str, enemy: str) -> int:
        """The stands of a unit that strike that enemy."""
        return sum(one.enemy == enemy for one in self.of(unit))


def lines_of(table: Measured, contacts: Sequence[ContactNow], units: Sequence[UnitNow]) -> Lines:
    """A stand counts as a rank or as support, never both: as a rank where its unit is the deeper one (C33, C83)."""
    strikes = tuple(_strikes(table, contacts, units))
    whole = table.state.options.ranks_of_contingent
    depths = {unit.id: _chained(table, unit, strikes) if whole else _rows(unit, strikes) for unit in units}
    ranks: dict[str, int] = {}
    ranked: frozenset[str] = frozenset()
    for unit in units:
        own = depths[unit.id]
        enemies = [one.other(unit.id) for one in contacts if unit.id in (one.first, one.second)]
        deeper = own.ranks > max((depths[name].ranks if whole else table.units[name].ranks) for name in enemies)
        ranks[unit.id] = own.ranks if deeper or whole else 1
        ranked |= own.stands if deeper else frozenset()
    return Lines(strikes, ranks, ranked)


def _strikes(table: Measured, contacts: Sequence[ContactNow], units: Sequence[UnitNow]) -> Iterable[Strike]:
    """Every stand that touches an enemy of the combat, corners too, strikes the one whom its front touches most."""
    for unit in units:
        own = [contact for contact in contacts if unit.id in (contact.first, contact.second)]
        found: list[Strike] = []
        for number, stand in enumerate(table.stands(unit.id)):
            touching: dict[str, float] = {}
            outflanked = False
            for contact in own:
                enemy = contact.other(unit.id)
                bases = [base for base in table.stands(enemy) if distance(stand, base) <= CONTACT]
                if bases:
                    touching[enemy] = max(_front_touched(stand, base) for base in bases)
                    outflanked = outflanked or contact.side_of(unit.id) != "front"
            if touching:
                enemy = max(sorted(touching), key=lambda name: round(touching[name], 2))
                found.append(Strike(unit.id, number, enemy, touching[enemy] > SPECK, outflanked))
        # A contact that the table does not show stands by the players' agreement: the first stand fights.
        outflanked = own[0].side_of(unit.id) != "front"
        yield from found or [Strike(unit.id, 0, own[0].other(unit.id), not outflanked, outflanked)]


def _front_touched(stand: Footprint, base: Footprint) -> float:
    """Centimetres of a stand's front that touch a base."""
    return float(stand.front.intersection(base.polygon.buffer(CONTACT, join_style="mitre")).length)


def _rows(unit: UnitNow, strikes: Iterable[Strike]) -> Depth:
    """By itself (C32): its ranks of which no stand touches an enemy stand behind those that fight."""
    own = {one.stand for one in strikes if one.unit == unit.id}
    rows = [range(first, min(first + unit.abreast, unit.stands)) for first in range(0, unit.stands, unit.abreast)]
    behind = [row for row in rows if not any(number in own for number in row)]
    return Depth(1 + len(behind), frozenset(f"{unit.id}#{number}" for row in behind for number in row))


def _chained(table: Measured, unit: UnitNow, strikes: Iterable[Strike]) -> Depth:
    """With its contingent: all stands of it one exactly behind the other, from a stand that fights to its front."""
    fighting = {f"{one.unit}#{one.stand}" for one in strikes}
    mates = [unit] + [
        other
        for other in table.units.values()
        if other.id != unit.id
        and other.placed
        and unit.unit.contingent
        and (other.battle, other.unit.contingent) == (unit.battle, unit.unit.contingent)
    ]
    stands = [stand for mate in mates for stand in table.stands(mate.id) if stand.id not in fighting]
    ranks, used = 1, set[str]()
    for one in strikes:
        if one.unit != unit.id or not one.to_front:
            continue
        last: Footprint | None = table.stands(unit.id)[one.stand]
        deep = 0
        while last is not None:
            deep += 1
            last = next((stand for stand in stands if stand.id not in used and is_behind(stand, last)), None)
            if last is not None:
                used.add(last.id)
        ranks = max(ranks, deep)
    return Depth(ranks, frozenset(used))


def supporting(table: Measured, lines: Lines, unit: UnitNow) -> int:
    """Its stands that touch no enemy and stand exactly behind or beside one of their side that fights to its front.

    Infantry alone, unless the table plays otherwise, and not while it is confused (C33, C413).
    """
    foot = unit.unit.infantry or (table.state.options.cavalry_supports and unit.mounted)
    if not foot or unit.confused or unit.commands:
        return 0
    own = {one.stand for one in lines.of(unit.id)}
    fronts = [
        table.stands(one.unit)[one.stand]
        for one in lines.strikes
        if one.to_front and table.units[one.unit].side == unit.side
    ]
    return sum(
        number not in own and stand.id not in lines.ranked and any(_stands_by(stand, front) for front in fronts)
        for number, stand in enumerate(table.stands(unit.id))
    )


def _aligned(stand: Footprint, fighting: Footprint) -> bool:
    turned = abs((stand.pose.facing - fighting.pose.facing + 180) % 360 - 180)
    return turned <= TURNED and distance(stand, fighting) <= CONTACT


def is_behind(stand: Footprint, other: Footprint) -> bool:
    """Exactly behind another, touching it and facing as it does (C83)."""
    right, ahead = other.pose.seen((stand.pose.x, stand.pose.y))
    return _aligned(stand, other) and abs(right) <= OFF and abs(ahead + other.depth) <= OFF


def _stands_by(stand: Footprint, fighting: Footprint) -> bool:
    right, ahead = fighting.pose.seen((stand.pose.x, stand.pose.y))
    beside = abs(abs(right) - (fighting.width + stand.width) / 2) <= OFF and abs(ahead) <= OFF
    return is_behind(stand, fighting) or (beside and _aligned(stand, fighting))
