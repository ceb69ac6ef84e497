"""A game of 15mm Warfare as it stands. Nothing here measures: places are numbers until `measured` looks at them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from miniatures.naming import find, numbered, told_apart, two_names
from miniatures.systems.playing import Setup
from miniatures.systems.warfare.army import Roster
from miniatures.systems.warfare.game.pieces import ContactNow, LeaderNow, MessengerNow, UnitNow, WingNow
from miniatures.systems.warfare.options import Options
from miniatures.systems.warfare.unit import Unit


@dataclass(frozen=True)
class State:
    """Everything, by name."""

    setup: Setup
    data: Mapping[str, Any]
    turn: int
    step: str
    winner: int | None
    first: int | None
    units: Mapping[str, UnitNow]
    leaders: Mapping[str, LeaderNow]
    messengers: Mapping[str, MessengerNow]
    wings: Mapping[str, WingNow]
    contacts: tuple[ContactNow, ...]
    fought: tuple[str, ...]
    """Units whose melee was fought in this turn."""
    owed: tuple[Mapping[str, Any], ...]
    """What was found to be compulsory when the step began."""
    over: str

    @property
    def options(self) -> Options:
        options = self.setup.options
        assert isinstance(options, Options)
        return options

    @property
    def mapped(self) -> bool:
        return self.setup.table is not None

    @property
    def sides(self) -> tuple[str, ...]:
        return side_names(self.setup.rosters)

    def unit(self, name: str) -> UnitNow:
        return self.units[find(name, self.units, "a unit of this game")]

    def standing(self, side: int | None = None) -> Iterator[UnitNow]:
        """The units still in play, of one side or of both."""
        return (unit for unit in self.units.values() if not unit.gone and side in (None, unit.side))

    def contacts_of(self, unit: str) -> list[ContactNow]:
        return [contact for contact in self.contacts if unit in (contact.first, contact.second)]

    def enemies_touching(self, unit: str) -> list[str]:
        return [contact.other(unit) for contact in self.contacts_of(unit)]

    def in_melee(self, unit: str) -> bool:
        """Touched by an enemy that fights: a router that is caught does not (W602)."""
        return not self.units[unit].routing and any(
            not self.units[enemy].routing for enemy in self.enemies_touching(unit)
        )

    def chief(self, side: int) -> LeaderNow | None:
        return next((one for one in self.leaders.values() if one.side == side and one.chief and not one.gone), None)

    def commander(self, wing: str) -> LeaderNow | None:
        """Its leader; when he is lost, the commander-in-chief (W75)."""
        own = self.leaders.get(self.wings[wing].leader)
        return own if own is not None and not own.gone else self.chief(self.wings[wing].side)

    def leader_with(self, unit: str) -> LeaderNow | None:
        return next((one for one in self.leaders.values() if one.unit == unit and not one.gone), None)

    @property
    def mover(self) -> int | None:
        """The side whose movement it is."""
        if self.step == "first moves":
            return self.first
        return 1 - self.first if self.step == "second moves" and self.first is not None else None


def side_names(rosters: tuple[Roster, ...]) -> tuple[str, ...]:
    """The armies' names; where both have the same, they are told apart."""
    first, second = (roster.name for roster in rosters)
    return two_names(first, second)


def wing_names(roster: Roster) -> list[str]:
    """The wings' names; where two share one, a number tells them apart."""
    return numbered(wing.name for wing in roster.wings)


def wing_key(side: int, name: str) -> str:
    return f"{side}:{name}"


def unit_names(rosters: tuple[Roster, ...]) -> list[tuple[str, int, str, Unit]]:
    """Each unit with a name that no other has: where two share one, the army or a number tells them apart."""
    listed = [
        (unit.name, side, name, unit)
        for side, roster in enumerate(rosters)
        for name, wing in zip(wing_names(roster), roster.wings, strict=True)
        for unit in wing.units
    ]
    sides = side_names(rosters)
    names = told_apart((name, sides[side]) for name, side, *_ in listed)
    return [(own, side, wing_key(side, wing), unit) for own, (_, side, wing, unit) in zip(names, listed, strict=True)]


def _leader(leader: LeaderNow, units: Mapping[str, UnitNow]) -> LeaderNow:
    """A leader whose unit is gone: swept along when it ran off the table, else alone on the spot."""
    unit = units.get(leader.unit)
    if unit is None or not unit.gone or leader.gone:
        return leader
    if unit.gone == "left the table":
        return replace(leader, unit="", gone=unit.gone)
    return replace(leader, unit="", x=unit.x, y=unit.y)


def load(setup: Setup, data: Mapping[str, Any]) -> State:
    """The folded state as the rules see it."""
    units = {
        name: UnitNow(id=name, side=side, wing=wing, unit=unit, **data["units"].get(name, {}))
        for name, side, wing, unit in unit_names(setup.rosters)
    }
    return State(
        setup=setup,
        data=data,
        turn=data["turn"],
        step=data["step"],
        winner=data.get("winner"),
        first=data.get("first"),
        units=units,
        leaders={name: _leader(LeaderNow(id=name, **one), units) for name, one in data.get("leaders", {}).items()},
        messengers={name: MessengerNow(id=name, **one) for name, one in data.get("messengers", {}).items()},
        wings={name: WingNow(id=name, **one) for name, one in data["wings"].items()},
        contacts=tuple(
            ContactNow(**one)
            for _, one in sorted(data.get("contacts", {}).items())
            if not units[one["first"]].gone and not units[one["second"]].gone
        ),
        fought=tuple(data.get("fought", ())),
        owed=tuple(data.get("owed", ())),
        over=data.get("over", ""),
    )
