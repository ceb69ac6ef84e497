"""What a player states about a hand-to-hand combat: the contingents of each side, who touches whom, and how."""

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from miniatures.contacts import demand_contacts, named_once
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, Facts, Side
from miniatures.systems.tree_of_battles.unit import Flag, Inches, Lower, OneOrMore, StandType, Stated

ATTACKERS, DEFENDERS = "attackers", "defenders"
SIDES = (ATTACKERS, DEFENDERS)
STANDS, EXCHANGES, EVADES = "stands", "exchanges ranks", "evades"
CHARGES, COUNTERCHARGES, PURSUES, FOLLOWS_UP = "charges", "countercharges", "pursues", "follows up"
Coming = Annotated[
    Literal["stands", "exchanges ranks", "evades", "charges", "countercharges", "pursues", "follows up"], Lower
]
#: Who comes into contact in this round: it is charge combat for them and for whom they touch (T32).
CHARGING = (CHARGES, COUNTERCHARGES, PURSUES)
#: Of who evades, here and in the procedure of that name.
STOPS_AFTER = "who evades: inches after which the edge of the table stops it (T89)"
Some = Annotated[int, Field(strict=True, ge=0, le=1000)]


class Touch(Stated):
    """The stands of a contingent that fight one enemy, and where that enemy touches it."""

    facing: Some | dict[StandType, Some] | None = Field(
        None,
        description="stands whose front touches this enemy or is directly opposite: a number, the first of the front "
        "rank, or a number for each type; between two contingents, as many as both have in front",
    )
    overlapping: Some | None = Field(
        None, description="one more stand at each end, if it has any; those it has unless stated"
    )
    second_rank: Some | None = Field(
        None, description="pike stands of the second rank behind those that face; all of them unless stated"
    )
    not_facing: Some | None = Field(
        None, description="stands that this enemy touches and that do not face it; none at the front unless stated"
    )
    struck: Side = Field("front", description="where this enemy touches it: front, flank or rear")


class Fighting(Touch):
    """How a contingent fights a round. The stands and the side struck are for its only enemy."""

    came: Coming = Field(
        "stands",
        description="how it comes into this round: stands, exchanges ranks, evades, charges, countercharges, pursues "
        "(its pursuit meets new enemies) or follows up (an opponent that fell back); where nobody charges, "
        "countercharges or pursues it is melee",
    )
    fell_back: Flag = Field(False, description="it fell back before this round")
    ground: Flag = Field(False, description="it has the advantage of ground")
    supported: Flag = Field(
        False, description="a friendly contingent directly behind supports it: within 2 inches, in good order (T34)"
    )
    dice_at: str = Field(
        "", description="the enemy at whom the dice of the contingent are spent; the first unless stated"
    )
    presses: Flag = Field(False, description="where it may halt or pursue it pursues, for odds with moves")


class FightingContingent(ContingentInPlay, Fighting):
    """A contingent that touches an enemy."""

    @property
    def charging(self) -> bool:
        """Whether it charged, for the results too: a pursuit into contact is a charge (T32)."""
        return self.came in CHARGING

    @property
    def fights_in_disarray(self) -> bool:
        """As it comes into contact: who pursues, and D grade that moved, too (T331, T335, T67)."""
        return self.in_disarray or self.came == PURSUES or (self.grade == "D" and self.moved)

    @property
    def moved(self) -> bool:
        """Into this round, or back before it (T67)."""
        return self.charging or self.came == FOLLOWS_UP or self.fell_back


class Contact(Stated):
    """Two contingents that touch."""

    attacker: str = Field(description="the name of the attacking contingent")
    defender: str = Field(description="the name of the defending contingent")
    attacker_stands: Touch | None = Field(
        None, description="the attacker's stands that fight this enemy; as the contingent says unless stated"
    )
    defender_stands: Touch | None = Field(None, description="the same of the defender")


class Met(NamedTuple):
    """An enemy that a contingent touches, by its place in `CombatFacts.units`, and the stands at each other."""

    enemy: int
    own: Touch
    theirs: Touch


class Clash(Stated):
    """Who fights whom in one round."""

    attackers: Annotated[tuple[FightingContingent, ...], OneOrMore] = Field((), description="one side")
    defenders: Annotated[tuple[FightingContingent, ...], OneOrMore] = Field((), description="the other side")
    contacts: Annotated[tuple[Contact, ...], OneOrMore] = Field(
        (), description="who touches whom, and with which stands; may be left out with one contingent on each side"
    )
    moves: Flag = Field(
        False,
        description="go on to the moves after it, with one contingent on each side: who gives way, who pursues, "
        "and the free hack; in a game they are thrown apart, as pursuit",
    )
    distance: Inches | None = Field(
        None, description="inches between charger and target before the charge; needed only for who evades"
    )
    stops_after: Inches | None = Field(None, description=STOPS_AFTER)


class CombatFacts(Clash, Facts):
    """One round of one linked combat: all contingents that touch each other, directly or through others (T33)."""

    attackers: Annotated[tuple[FightingContingent, ...], OneOrMore] = Field(
        min_length=1, description="the contingents of one side, who throw first; all hits count at once"
    )
    defenders: Annotated[tuple[FightingContingent, ...], OneOrMore] = Field(
        min_length=1, description="the contingents of the other side"
    )

    @model_validator(mode="after")
    def _contacts_make_sense(self) -> "CombatFacts":
        named_once(unit.name for unit in self.units)
        demand_contacts(self.contacts, [one.name for one in self.attackers], [one.name for one in self.defenders])
        for unit, met in zip(self.units, self.met, strict=True):
            if not met:
                raise ValueError(f"contacts: {unit.name} touches nobody; add a contact, or leave it out")
            self._stands_add_up(unit, met)
        if not _linked((index, one.enemy) for index, met in enumerate(self.met) for one in met):
            raise ValueError("contacts: these are two combats that do not touch; state each by itself (T33)")
        if self.moves and len(self.units) > 2:
            raise ValueError("moves: with several contingents on a side state each pursuit by itself")
        if self.evading:
            if len(self.units) > 2:
                raise ValueError("came: who evades is not in the combat of the others; state it by itself")
            if self.distance is None:
                raise ValueError("distance: for who evades, state the inches between charger and target")
        return self

    def _stands_add_up(self, unit: FightingContingent, met: tuple[Met, ...]) -> None:
        names = [self.units[one.enemy].name for one in met]
        if unit.dice_at and unit.dice_at not in names:
            raise ValueError(f'{unit.name}: dice_at says "{unit.dice_at}", and it touches {", ".join(names)}')
        for one, name in zip(met, names, strict=True):
            if len(met) > 1 and one.own is unit:
                raise ValueError(
                    f"{unit.name}: it touches several enemies; state in contacts its stands against {name}"
                )
            if isinstance(one.own.facing, dict):
                for word, stands in one.own.facing.items():
                    there = sum(part.stands for part in unit.present if part.type == word)
                    if stands > there:
                        raise ValueError(f"{unit.name}: {stands} stands of {word} face {name}, of {there} left")
        stated = sum(_stated(one.own) for one in met)
        if stated > unit.left:
            raise ValueError(f"{unit.name}: {stated} stands fight, of {unit.left} left")

    @cached_property
    def units(self) -> tuple[FightingContingent, ...]:
        """Elsewhere a contingent is known by its place here."""
        return (*self.attackers, *self.defenders)

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """For each contingent: 0 with the attackers, 1 with the defenders."""
        return (0,) * len(self.attackers) + (1,) * len(self.defenders)

    @cached_property
    def evading(self) -> bool:
        return any(unit.came == EVADES for unit in self.units)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Who touches whom, attacker and defender, in the order stated."""
        if not self.contacts:
            first = len(self.attackers)
            return tuple((one, other) for one in range(first) for other in range(first, len(self.units)))
        place = {unit.name: index for index, unit in enumerate(self.units)}
        return tuple((place[one.attacker], place[one.defender]) for one in self.contacts)

    @cached_property
    def met(self) -> tuple[tuple[Met, ...], ...]:
        """For each contingent the enemies that it touches, in the order stated."""
        found: list[list[Met]] = [[] for _ in self.units]
        for number, (attacker, defender) in enumerate(self.pairs):
            contact = self.contacts[number] if self.contacts else None
            ours = (contact and contact.attacker_stands) or self.units[attacker]
            theirs = (contact and contact.defender_stands) or self.units[defender]
            found[attacker].append(Met(defender, ours, theirs))
            found[defender].append(Met(attacker, theirs, ours))
        return tuple(map(tuple, found))


def _stated(touch: Touch) -> int:
    facing = sum(touch.facing.values()) if isinstance(touch.facing, dict) else touch.facing or 0
    return facing + (touch.overlapping or 0) + (touch.second_rank or 0) + (touch.not_facing or 0)


def _linked(pairs: Iterable[tuple[int, int]]) -> bool:
    """Whether all who touch somebody are one combat."""
    groups: list[set[int]] = []
    for pair in pairs:
        own = set(pair)
        apart = [group for group in groups if not group & own]
        groups = [*apart, own.union(*(group for group in groups if group & own))]
    return len(groups) == 1
