"""What a player states about a melee: the units on each side, who touches whom and where."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator, Field, model_validator

from miniatures.contacts import demand_contacts, named_once
from miniatures.ruling import Refusal
from miniatures.systems.warfare.facts import Facts, Side, UnitInPlay, one_or_more
from miniatures.systems.warfare.unit import Flag, Stated, Whole, Word

Shelter = Annotated[Literal["obstacle", "earthworks"], Word]


class FightingUnit(UnitInPlay):
    """A unit in melee. What it does "this turn" counts in the first round that is fought."""

    charging: Flag = Field(False, description="it charged or countercharged into contact this turn")
    charge_move: Whole = Field(
        1, ge=1, description="for a furious unit: the move of its charge in which it made contact"
    )
    first_melee: Flag = Field(False, description="this is its first melee of the game")
    uphill: Flag = Field(False, description="it charges uphill")
    ground: Flag = Field(False, description="it has the advantage of ground")
    behind: Annotated[tuple[Shelter, ...], BeforeValidator(one_or_more)] = Field(
        (), description="obstacle, earthworks: what it defends against enemies at its front"
    )
    interpenetrated: Flag = Field(False, description="it passed through friends, or they through it, this move")
    shot: Flag = Field(False, description="it shot this move")
    strikes: Side = Field("front", description="the side of its enemy that it touches: front, flank or rear")
    cornered: Flag = Field(False, description="skirmishers that cannot get away and must fight")


class Contact(Stated):
    """Two units that touch, when a list of contacts is needed to say so."""

    attacker: str = Field(description="the name of the attacking unit")
    defender: str = Field(description="the name of the defending unit")
    strikes: Side | None = Field(None, description="the side of the defender touched, if not what the attacker says")
    struck: Side | None = Field(None, description="the side of the attacker touched, if not what the defender says")


class Meeting(NamedTuple):
    """A contact by the places of its units in `MeleeFacts.units`, with the side of each that is touched."""

    attacker: int
    defender: int
    attacker_side: str
    defender_side: str


class MeleeFacts(Facts):
    """One linked melee: all the units that touch each other, directly or through others."""

    attackers: tuple[FightingUnit, ...] = Field(min_length=1, description="the units of the side that attacked")
    defenders: tuple[FightingUnit, ...] = Field(min_length=1, description="the units of the other side")
    contacts: tuple[Contact, ...] = Field(
        (), description="who touches whom; needed only with two or more units on both sides"
    )
    attackers_nearby: tuple[UnitInPlay, ...] = Field(
        (), description="friends of the attackers within 12 inches that see the fight"
    )
    defenders_nearby: tuple[UnitInPlay, ...] = Field(
        (), description="friends of the defenders within 12 inches that see the fight"
    )
    rounds: Whole = Field(
        1, ge=1, le=12, description="rounds to fight, one a turn: 3 asks about this one and the next two"
    )

    @model_validator(mode="after")
    def _contacts_make_sense(self) -> "MeleeFacts":
        named_once(unit.name for unit in self.everyone)
        ours, theirs = [unit.name for unit in self.attackers], [unit.name for unit in self.defenders]
        demand_contacts(self.contacts, ours, theirs)
        touched = {meeting[side] for meeting in self.meetings for side in (0, 1)}
        for index, unit in enumerate(self.units):
            if index not in touched:
                raise ValueError(f"contacts: {unit.name} touches nobody; add a contact, or list it as nearby")
        if len(set(linked(self.meetings).values())) > 1:
            raise ValueError("contacts: these are two melees that do not touch; state each by itself (W48)")
        for watching in (*self.attackers_nearby, *self.defenders_nearby):
            if watching.routing:
                raise ValueError(f"{watching.name} is in rout: name its kind in routing_friends of those who see it")
        return self

    @cached_property
    def units(self) -> tuple[FightingUnit, ...]:
        return (*self.attackers, *self.defenders)

    @cached_property
    def everyone(self) -> tuple[UnitInPlay, ...]:
        """The units that fight, then those that watch. Elsewhere a unit is known by its place here."""
        return (*self.units, *self.attackers_nearby, *self.defenders_nearby)

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """For each of everyone: 0 with the attackers, 1 with the defenders."""
        groups = (self.attackers, self.defenders, self.attackers_nearby, self.defenders_nearby)
        return tuple(number % 2 for number, group in enumerate(groups) for _ in group)

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        if self.contacts:
            place = {unit.name: index for index, unit in enumerate(self.units)}
            return tuple(
                self._meeting(place[contact.attacker], place[contact.defender], contact) for contact in self.contacts
            )
        first = len(self.attackers)
        return tuple(
            self._meeting(index, first + other, None)
            for index in range(len(self.attackers))
            for other in range(len(self.defenders))
        )

    def _meeting(self, attacker: int, defender: int, contact: Contact | None) -> Meeting:
        """The sides that a contact states, else those that the units themselves strike."""
        struck = contact.struck if contact and contact.struck else self.units[defender].strikes
        strikes = contact.strikes if contact and contact.strikes else self.units[attacker].strikes
        return Meeting(attacker, defender, struck, strikes)


def linked(meetings: Iterable[Meeting]) -> dict[int, int]:
    """For each unit that touches another, the melee that it belongs to: the lowest place among its members."""
    melee: dict[int, int] = {}
    for meeting in meetings:
        one = melee.setdefault(meeting.attacker, meeting.attacker)
        two = melee.setdefault(meeting.defender, meeting.defender)
        melee = {unit: min(one, two) if own in (one, two) else own for unit, own in melee.items()}
    return melee


def melee_refusals(facts: MeleeFacts) -> list[Refusal]:
    found: list[Refusal] = []
    for unit in facts.units:
        found += _unit_refusals(unit)
    meetings = facts.meetings
    for index, unit in enumerate(facts.units):
        enemies = list(_enemies(index, facts, meetings))
        avoided = [enemy for enemy, _ in enemies if not enemy.skirmishers and not enemy.artillery]
        if unit.skirmishers and not unit.cornered and avoided:
            found.append(
                Refusal(
                    "W409",
                    f"{unit.name} are skirmishers and avoid this enemy",
                    "state cornered if they cannot get away (W34)",
                )
            )
        sides = [side for _, side in enemies]
        # A first contact is front to front for both: for those charged, and for a charger with one enemy alone.
        duel = len(meetings) == 1 and unit.charging
        fresh = duel or all(enemy.charging or enemy.pursuing for enemy, _ in enemies)
        if "front" not in sides and fresh and not facts.options.first_contact_any_side:
            found.append(
                Refusal(
                    "W403",
                    f"{unit.name} faces the first enemy to reach it, wherever that came from (W41)",
                    "state a frontal contact, or set first_contact_any_side",
                )
            )
    return found


def _enemies(index: int, facts: MeleeFacts, meetings: tuple[Meeting, ...]) -> Iterator[tuple[FightingUnit, str]]:
    """The enemies of a unit, each with the side of the unit that it touches."""
    for meeting in meetings:
        if meeting.attacker == index:
            yield facts.units[meeting.defender], meeting.attacker_side
        elif meeting.defender == index:
            yield facts.units[meeting.attacker], meeting.defender_side


def _unit_refusals(unit: FightingUnit) -> list[Refusal]:
    found: list[Refusal] = []
    if unit.routing:
        found.append(
            Refusal(
                "W602",
                f"{unit.name} is in rout and does not fight back",
                "resolve rout-losses for it instead",
            )
        )
    if not unit.left:
        found.append(Refusal("W461", f"{unit.name} has no figures left", "leave it out, or state fewer lost"))
    if unit.charging and unit.interpenetrated:
        found.append(
            Refusal(
                "W321",
                f"{unit.name} cannot charge after interpenetration",
                "state charging or interpenetrated, not both",
            )
        )
    if unit.charging and unit.shot and not unit.furious:
        found.append(
            Refusal(
                "W322",
                f"{unit.name} shot this move and cannot charge",
                "only fury lets it (W35); state furious, or not shot",
            )
        )
    if unit.charging and unit.artillery:
        found.append(Refusal("W408", f"{unit.name} is a gun and cannot charge", "leave charging out"))
    return found
