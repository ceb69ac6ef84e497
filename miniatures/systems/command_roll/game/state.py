"""A game of the 2D6 command-roll game as it stands. Nothing here measures: `measured` does."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from miniatures.naming import find, numbered, told_apart, two_names
from miniatures.systems.command_roll.army import Roster
from miniatures.systems.command_roll.game.pieces import BattleNow, ContactNow, HeraldNow, UnitNow
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.unit import Commander, Unit
from miniatures.systems.playing import Setup


@dataclass(frozen=True)
class State:
    """Everything, by name."""

    setup: Setup
    data: Mapping[str, Any]
    turn: int
    active: int
    """The side whose turn it is."""
    second: bool
    """Whether that is the second half of the turn."""
    begins: int
    """The side that has the first half."""
    step: str
    units: Mapping[str, UnitNow]
    battles: Mapping[str, BattleNow]
    heralds: Mapping[str, HeraldNow]
    contacts: tuple[ContactNow, ...]
    command: Mapping[str, Any]
    """Of this command phase: now, the character and units ordered last, who has failed and who has finished."""
    order: Mapping[str, Any]
    """An order that was given and not yet carried out: its units, why they move, and those that have moved."""
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
    def now(self) -> int:
        """Halves of turns so far."""
        return half_of(self.turn, self.second)

    @property
    def sides(self) -> tuple[str, ...]:
        return side_names(self.setup.rosters)

    def unit(self, name: str) -> UnitNow:
        return self.units[find(name, self.units, "a unit or commander of this game")]

    def standing(self, side: int | None = None) -> Iterator[UnitNow]:
        """Units and commanders still in play, of one side or of both."""
        return (unit for unit in self.units.values() if not unit.gone and side in (None, unit.side))

    def commanders(self, side: int | None = None) -> list[UnitNow]:
        return [unit for unit in self.standing(side) if unit.commands]

    def general(self, side: int) -> UnitNow | None:
        return next((one for one in self.commanders(side) if is_general(one)), None)

    def joined_to(self, unit: str) -> list[UnitNow]:
        return [one for one in self.units.values() if one.joined == unit and not one.gone]

    def contacts_of(self, unit: str) -> list[ContactNow]:
        return [contact for contact in self.contacts if unit in (contact.first, contact.second)]

    def enemies_touching(self, unit: str) -> list[str]:
        return [contact.other(unit) for contact in self.contacts_of(unit)]

    def engaged(self, unit: str) -> bool:
        return bool(self.contacts_of(unit))

    def commanded(self, commander: UnitNow) -> list[UnitNow]:
        """Who goes where he goes (C50): his battle, or for a lord the contingent that bears his name."""
        battle = self.battles[commander.battle]
        mates = [one for one in self.standing(commander.side) if one.battle == battle.id and one.id != commander.id]
        if battle.commander == commander.id:
            return mates
        own = commander.unit.name.lower()
        return [one for one in mates if one.unit.contingent and one.unit.contingent.lower() in own]

    @property
    def general_failed(self) -> bool:
        return bool(self.command.get("general_failed"))


def half_of(turn: int, second: bool) -> int:
    """Halves of turns, counted so that none is 0: what was never done has that number."""
    return 2 * turn + second + 1


def is_general(unit: UnitNow) -> bool:
    return unit.unit.listed.type == "general"


def side_names(rosters: tuple[Roster, ...]) -> tuple[str, ...]:
    first, second = (roster.name for roster in rosters)
    return two_names(first, second)


def battle_names(roster: Roster) -> list[str]:
    return numbered(battle.name for battle in roster.battles)


def battle_key(side: int, name: str) -> str:
    return f"{side}:{name}"


def unit_names(rosters: tuple[Roster, ...]) -> list[tuple[str, int, str, Unit]]:
    """Commanders and units with a name that no other has, the side and the battle that they begin in."""
    listed = [
        (unit, side, battle_key(side, name))
        for side, roster in enumerate(rosters)
        for name, battle in zip(battle_names(roster), roster.battles, strict=True)
        for unit in battle.everyone
    ]
    sides = side_names(rosters)
    names = told_apart((unit.name, sides[side]) for unit, side, _ in listed)
    return [(name, side, battle, unit) for name, (unit, side, battle) in zip(names, listed, strict=True)]


def _classed(unit: Unit, classed: str) -> Unit:
    """A commander with the class that the die gave him."""
    if not classed or not isinstance(unit, Commander):
        return unit
    return Commander.model_validate(unit.model_dump(exclude_defaults=True) | {"classed": classed})


def load(setup: Setup, data: Mapping[str, Any]) -> State:
    """The folded state as the rules see it."""
    units: dict[str, UnitNow] = {}
    for name, side, battle, unit in unit_names(setup.rosters):
        own: dict[str, Any] = {"side": side, "battle": battle} | dict(data["units"].get(name, {}))
        for key in ("exhausted", "came"):
            if own.get(key) is not None:
                own[key] = tuple(own[key])
        units[name] = UnitNow(id=name, unit=_classed(unit, own.get("classed", "")), **own)
    now = half_of(data["turn"], data.get("second", False))
    command = data.get("command", {})
    return State(
        setup=setup,
        data=data,
        turn=data["turn"],
        active=data.get("active", 0),
        second=data.get("second", False),
        begins=data.get("begins", 0),
        step=data["step"],
        units=units,
        battles={name: BattleNow(id=name, **one) for name, one in data["battles"].items()},
        heralds={name: HeraldNow(sender=name, **one) for name, one in data.get("heralds", {}).items()},
        contacts=tuple(
            ContactNow(**one)
            for _, one in sorted(data.get("contacts", {}).items())
            if not units[one["first"]].gone
            and not units[one["second"]].gone
            and units[one["first"]].side != units[one["second"]].side
        ),
        command=command if command.get("now") == now else {},
        order=data.get("order", {}),
        over=data.get("over", ""),
    )
