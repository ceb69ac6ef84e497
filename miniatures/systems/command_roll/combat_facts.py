"""What a player states about a hand-to-hand combat: the units on each side, who touches whom, and who supports."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Annotated, NamedTuple

from pydantic import Field, model_validator

from miniatures.contacts import demand_contacts, named_once
from miniatures.systems.command_roll.facts import Facts, OneOrMore, UnitInPlay
from miniatures.systems.command_roll.unit import Flag, Stated, Whole
from miniatures.systems.command_roll.way_back import UnitGoingBack

ATTACKERS, DEFENDERS = "attackers", "defenders"
SIDES = (ATTACKERS, DEFENDERS)
#: More rounds than these are hardly ever fought in one turn, and take long to count.
MOST_ROUNDS = 6


class FightingUnit(UnitGoingBack):
    """A unit that touches an enemy. Charge, pursuit, position and support are those of the first round stated."""

    charging: Flag = Field(False, description="it moved into contact this turn")
    pursues: Whole | None = Field(
        None, ge=0, description="it pursues enemies that retreated so many cm just now; then it did not charge"
    )
    ranks: Whole = Field(1, ge=1, description="ranks deep, by itself; of its contingent, where the table plays that")
    fighting: Whole | None = Field(
        None,
        ge=1,
        description="its stands that touch an enemy; those of its front rank unless stated, "
        "and all where ranks are the contingent's",
    )
    outflanked: Whole = Field(0, ge=0, description="of these, those that an enemy strikes at side or rear")
    supporting: Whole = Field(
        0, ge=0, description="its stands that touch no enemy and support, and do not count as a rank"
    )
    shot_hits: Whole = Field(
        0,
        ge=0,
        description="hits shot on it as it charged: stated as hits or lost stands already, "
        "they count once more for the enemy in the result of the first round",
    )
    holds: Flag = Field(False, description="it does not pursue even if its side does")

    @cached_property
    def front(self) -> int:
        """Stands of its front rank, as it stands now."""
        return -(-self.left // self.ranks)


class SupportingUnit(UnitInPlay):
    """A unit that touches no enemy, behind or beside stands that fight."""

    supporting: Whole | None = Field(None, ge=0, description="its stands that support; all of them unless stated")
    follows: Flag = Field(False, description="it supports in later rounds too, wherever the fight goes")

    @property
    def support(self) -> int:
        return self.left if self.supporting is None else self.supporting


class Contact(Stated):
    """Two units that touch, and how many stands of each strike the other."""

    attacker: str = Field(description="the name of the attacking unit")
    defender: str = Field(description="the name of the defending unit")
    attacker_stands: Whole | None = Field(
        None, ge=0, description="stands of the attacker that strike this enemy; shared out evenly unless stated"
    )
    defender_stands: Whole | None = Field(
        None, ge=0, description="stands of the defender that strike this enemy; shared out evenly unless stated"
    )


class Meeting(NamedTuple):
    """A contact by the places of its units in `CombatFacts.units`, with the stands of each that strike."""

    attacker: int
    defender: int
    attacker_stands: int | None
    defender_stands: int | None


class CombatFacts(Facts):
    """One linked combat: all the units that touch each other, directly or through others (C31)."""

    attackers: Annotated[tuple[FightingUnit, ...], OneOrMore] = Field(
        min_length=1, description="the units of one side, who strike first on paper; all strike at the same time"
    )
    defenders: Annotated[tuple[FightingUnit, ...], OneOrMore] = Field(
        min_length=1, description="the units of the other side"
    )
    contacts: Annotated[tuple[Contact, ...], OneOrMore] = Field(
        (), description="who touches whom; needed only with two or more units on both sides"
    )
    attackers_support: Annotated[tuple[SupportingUnit, ...], OneOrMore] = Field(
        (), description="other units of the attackers' side whose stands support"
    )
    defenders_support: Annotated[tuple[SupportingUnit, ...], OneOrMore] = Field(
        (), description="other units of the defenders' side whose stands support"
    )
    attackers_pursue: Flag = Field(False, description="the attackers pursue whenever they win and can")
    defenders_pursue: Flag = Field(False, description="the defenders pursue whenever they win and can")
    rounds: Whole = Field(
        2, ge=1, le=MOST_ROUNDS, description="the most rounds to fight: the first and one for each pursuit"
    )
    rounds_before: Whole = Field(
        0, ge=0, description="rounds of this combat fought before in this turn; one at least where somebody pursues"
    )

    @model_validator(mode="after")
    def _contacts_make_sense(self) -> "CombatFacts":
        named_once(unit.name for unit in (*self.units, *self.attackers_support, *self.defenders_support))
        ours, theirs = [unit.name for unit in self.attackers], [unit.name for unit in self.defenders]
        demand_contacts(self.contacts, ours, theirs)
        touched = {meeting[side] for meeting in self.meetings for side in (0, 1)}
        for index, unit in enumerate(self.units):
            if index not in touched:
                raise ValueError(f"contacts: {unit.name} touches nobody; add a contact, or let it support")
        if not _linked(self.meetings):
            raise ValueError("contacts: these are two combats that do not touch; state each by itself (C31)")
        for index, unit in enumerate(self.units):
            self._stands_add_up(index, unit)
        for supporter in (*self.attackers_support, *self.defenders_support):
            if supporter.support > supporter.left:
                raise ValueError(f"{supporter.name}: {supporter.support} stands support of {supporter.left} left")
        return self

    def _stands_add_up(self, index: int, unit: FightingUnit) -> None:
        fighting = self.fighting[index]
        if unit.fighting is not None and fighting != unit.fighting:
            raise ValueError(f"{unit.name}: fighting says {unit.fighting} stands, its contacts {fighting}")
        if fighting > unit.left:
            raise ValueError(f"{unit.name}: {fighting} stands fight of {unit.left} left")
        if unit.outflanked > fighting:
            raise ValueError(f"{unit.name}: {unit.outflanked} stands are outflanked, but {fighting} fight")
        if fighting + unit.supporting > unit.left:
            raise ValueError(f"{unit.name}: {fighting} fight and {unit.supporting} support, of {unit.left} stands left")

    @cached_property
    def units(self) -> tuple[FightingUnit, ...]:
        """Elsewhere a unit is known by its place here."""
        return (*self.attackers, *self.defenders)

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """For each unit: 0 with the attackers, 1 with the defenders."""
        return (0,) * len(self.attackers) + (1,) * len(self.defenders)

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        first = len(self.attackers)
        if not self.contacts:
            others = range(first, len(self.units))
            return tuple(Meeting(index, other, None, None) for index in range(first) for other in others)
        place = {unit.name: index for index, unit in enumerate(self.units)}
        return tuple(
            Meeting(place[one.attacker], place[one.defender], one.attacker_stands, one.defender_stands)
            for one in self.contacts
        )

    @cached_property
    def strikes(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each unit: the enemies that it touches, in the order stated, and its stands that strike each."""
        return tuple(self._strikes_of(index) for index in range(len(self.units)))

    def _strikes_of(self, index: int) -> tuple[tuple[int, int], ...]:
        touching = [
            (enemy, stands)
            for attacker, defender, attacking, defending in self.meetings
            for own, enemy, stands in ((attacker, defender, attacking), (defender, attacker, defending))
            if own == index
        ]
        if any(stands is not None for _, stands in touching):
            return tuple((enemy, stands or 0) for enemy, stands in touching)
        unit = self.units[index]
        front = unit.left if self.options.ranks_of_contingent else unit.front
        whole, over = divmod(front if unit.fighting is None else unit.fighting, len(touching))
        return tuple((enemy, whole + (number < over)) for number, (enemy, _) in enumerate(touching))

    @cached_property
    def fighting(self) -> tuple[int, ...]:
        """For each unit: its stands that fight."""
        return tuple(sum(stands for _, stands in own) for own in self.strikes)

    @cached_property
    def supporters(self) -> tuple[Sequence[SupportingUnit], Sequence[SupportingUnit]]:
        return self.attackers_support, self.defenders_support

    @cached_property
    def pursue(self) -> tuple[bool, bool]:
        return self.attackers_pursue, self.defenders_pursue

    @cached_property
    def most_rounds(self) -> int:
        """Rounds asked for, and no more than the table plays (C35)."""
        return self.rounds if self.rounds_left is None else min(self.rounds, max(1, self.rounds_left))

    @cached_property
    def rounds_left(self) -> int | None:
        """Rounds that the table still plays in this turn, if it sets a limit to them."""
        most = self.options.most_rounds
        return None if most is None else most - max(self.rounds_before, self.later_round)

    @cached_property
    def later_round(self) -> bool:
        """Whether the round stated is not the first of its combat: nobody pursues in that one."""
        return self.rounds_before > 0 or any(unit.pursues is not None for unit in self.units)


def _linked(meetings: Iterable[Meeting]) -> bool:
    """Whether all who touch somebody are one combat."""
    groups: list[set[int]] = []
    for meeting in meetings:
        own = {meeting.attacker, meeting.defender}
        apart = [group for group in groups if not group & own]
        groups = [*apart, own.union(*(group for group in groups if group & own))]
    return len(groups) == 1
