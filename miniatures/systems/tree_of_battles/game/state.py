"""A game of The Tree of Battles as it stands. Nothing here measures: `measured` does."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from miniatures.naming import find, numbered, told_apart, two_names
from miniatures.systems.playing import Setup
from miniatures.systems.tree_of_battles.army import Roster
from miniatures.systems.tree_of_battles.game.pieces import BattleNow, ContactNow, ContingentNow, LeaderNow
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.unit import Contingent, Leader

FIRST, SECOND = ("first approach", "first tactical", "first charges"), (
    "second approach", "second tactical", "second charges",
)  # fmt: skip


@dataclass(frozen=True)
class State:
    """Everything, by name."""

    setup: Setup
    data: Mapping[str, Any]
    turn: int
    step: str
    winner: int | None
    """The side that won this turn's die."""
    first: int | None
    """The side that moves and declares first."""
    units: Mapping[str, ContingentNow]
    leaders: Mapping[str, LeaderNow]
    battles: Mapping[str, BattleNow]
    contacts: tuple[ContactNow, ...]
    charge: Mapping[str, Any]
    """A charge that was declared and waits for its answer: who, whom, and from how far."""
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

    @property
    def mover(self) -> int | None:
        """The side whose part of the phase it is."""
        if self.step in FIRST:
            return self.first
        return 1 - self.first if self.step in SECOND and self.first is not None else None

    def unit(self, name: str) -> ContingentNow:
        return self.units[find(name, self.units, "a contingent of this game")]

    def leader(self, name: str) -> LeaderNow:
        return self.leaders[find(name, self.leaders, "a leader of this game")]

    def standing(self, side: int | None = None) -> Iterator[ContingentNow]:
        """The contingents still in play, of one side or of both."""
        return (unit for unit in self.units.values() if not unit.gone and side in (None, unit.side))

    def leaders_with(self, unit: str) -> list[LeaderNow]:
        return [one for one in self.leaders.values() if one.unit == unit and not one.gone]

    def contacts_of(self, unit: str) -> list[ContactNow]:
        return [contact for contact in self.contacts if unit in (contact.first, contact.second)]

    def enemies_touching(self, unit: str) -> list[str]:
        return [contact.other(unit) for contact in self.contacts_of(unit)]

    def fighting(self, unit: str) -> bool:
        return bool(self.contacts_of(unit))


def side_names(rosters: tuple[Roster, ...]) -> tuple[str, ...]:
    first, second = (roster.name for roster in rosters)
    return two_names(first, second)


def battle_names(roster: Roster) -> list[str]:
    return numbered(battle.name for battle in roster.battles)


def battle_key(side: int, name: str) -> str:
    return f"{side}:{name}"


def everybody(rosters: tuple[Roster, ...]) -> list[tuple[str, int, str, Contingent | Leader]]:
    """Contingents and leaders with a name that no other has, the side and the battle that they begin in."""
    listed = [
        (one, side, battle_key(side, name))
        for side, roster in enumerate(rosters)
        for name, battle in zip(battle_names(roster), roster.battles, strict=True)
        for one in battle.everyone
    ]
    sides = side_names(rosters)
    names = told_apart((one.name, sides[side]) for one, side, _ in listed)
    return [(name, side, battle, one) for name, (one, side, battle) in zip(names, listed, strict=True)]


def load(setup: Setup, data: Mapping[str, Any]) -> State:
    """The folded state as the rules see it."""
    units: dict[str, ContingentNow] = {}
    leaders: dict[str, LeaderNow] = {}
    for name, side, battle, listed in everybody(setup.rosters):
        kind = "leaders" if isinstance(listed, Leader) else "units"
        own: dict[str, Any] = {"side": side, "battle": battle} | dict(data[kind].get(name, {}))
        for key in ("stands", "dps", "may", "came"):
            if own.get(key) is not None:
                own[key] = tuple(own[key])
        if own.get("conduct") in ("retiring", "routing"):
            own.pop("may", None)  # who runs himself has no choices left from the combat that he won
        if isinstance(listed, Leader):
            leaders[name] = LeaderNow(id=name, leader=listed, **own)
        else:
            units[name] = ContingentNow(id=name, listed=listed, **own)
    return State(
        setup=setup,
        data=data,
        turn=data["turn"],
        step=data["step"],
        winner=data.get("winner"),
        first=data.get("first"),
        units=units,
        leaders=leaders,
        battles={name: BattleNow(id=name, **one) for name, one in data["battles"].items()},
        contacts=tuple(
            ContactNow(**one)
            for _, one in sorted(data.get("contacts", {}).items())
            if not units[one["first"]].gone
            and not units[one["second"]].gone
            and units[one["first"]].side != units[one["second"]].side
        ),
        charge=data.get("charge", {}),
        over=data.get("over", ""),
    )
