"""Tiny battles on a drawn table, or without one, for tests that read as a few sentences.

    game = battle(
        [stands("Retinue Bow", "Bows", 60, 30)],                # York looks north unless told otherwise
        [stands("Shire Bill", "Bills", 60, 50, lost=1)],        # Lancaster looks south; lost=1 is laid over its state
        step="shooting",
    )
    game.do("shoot", unit="Bows", target="Bills", dice=[4, 3])  # typed-in dice, all of which must be needed
    assert game.unit("Bills").missiles["hits"] == 1
    assert game.refused("shoot", unit="Bows") == {"C201"}       # and nothing was written
    game.on("combat")                                           # or game.on() for the next step

It is York's turn (turn 1, so `game.state.now` is 3) unless `active=1`. Places are the middle of the front in cm,
degrees clockwise from north. A stand of foot is 4 cm across and 2 deep, of horse 3 deep, a gun 4 deep; a unit of two
stands in line is 8 cm across. Each side has a battle, "Main Ward", under "Edward" (York's general, bold) or "Warwick"
(Lancaster's general, bold), each 20 cm behind the first unit; `stands(..., battle="Van Ward")` puts a unit in another,
whose leader is "York's Van Ward leader" or "Lancaster's Van Ward leader". `commanders={"Edward": (60, 10)}`,
`{"Edward": "Bows"}` or `{"Edward": None}` puts one elsewhere, with a unit, or out of play. `classes={"Edward": "rash"}`
and `lords={"York": ["Howard"]}` (in the Main Ward, bold, 5 cm beside its commander) describe them. `terrain` are pieces
as a table file has them, `state` is any merge patch on top, `contacts` are pairs that touch:
`touch("Bows", "Bills", "front", "flank")`; `mapless=True` plays without a map, with facts stated as
`sets=["distance=5"]`. Everything else is an option of the system: `no_shots_at_chargers=True`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from miniatures.game import merged
from miniatures.space.footprint import Footprint
from miniatures.space.table import Table
from miniatures.systems import load_system
from miniatures.systems.command_roll.army import Roster
from miniatures.systems.command_roll.game.measured import Measured
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.options import Options
from miniatures.systems.playing import Setup
from tests.systems.gaming import AnyGame, opened, written

SIDES = ("York", "Lancaster")
GENERALS = ("Edward", "Warwick")
MAIN = "Main Ward"
#: The half of a turn in which a battle begins, unless it is told otherwise: York's in turn 1.
NOW = 3


class Standing(NamedTuple):
    """A unit, its battle, and where and how it stands."""

    described: Mapping[str, Any]
    battle: str
    state: Mapping[str, Any]


def stands(
    profile: str,
    name: str,
    x: float = 60,
    y: float = 60,
    facing: float | None = None,
    *,
    battle: str = MAIN,
    contingent: str = "",
    **said: Any,
) -> Standing:
    """A unit at a pose; `said` is laid over its state (lost=1, confused=True, files=1 for a column)."""
    where = {"x": x, "y": y} | ({} if facing is None else {"facing": facing})
    described = {"name": name, "profile": profile} | ({"contingent": contingent} if contingent else {})
    return Standing(described, battle, {**where, **said})


def touch(first: str, second: str, first_side: str = "front", second_side: str = "front", since: int = NOW) -> Any:
    """A contact: who came, who was there, and the side of each that is touched."""
    contact = {"first": first, "second": second, "first_side": first_side, "second_side": second_side, "since": since}
    return {f"{first}|{second}": contact}


class Game(AnyGame):
    """A battle being played."""

    @property
    def state(self) -> State:
        state = self.playing.state
        assert isinstance(state, State)
        return state

    @property
    def table(self) -> Measured:
        return Measured(self.state)

    def unit(self, name: str) -> UnitNow:
        return self.state.units[name]

    def body(self, name: str) -> Footprint:
        return self.table.of(name)


def battle(
    york: Sequence[Standing],
    lancaster: Sequence[Standing],
    *,
    step: str = "command",
    turn: int = 1,
    active: int = 0,
    size: tuple[float, float] = (120, 120),
    terrain: Sequence[Mapping[str, Any]] = (),
    commanders: Mapping[str, Any] | None = None,
    classes: Mapping[str, str | None] | None = None,
    lords: Mapping[str, Sequence[str]] | None = None,
    contacts: Sequence[Mapping[str, Any]] = (),
    state: Mapping[str, Any] | None = None,
    mapless: bool = False,
    **options: Any,
) -> Game:
    """A game in that step, with everybody where he is said to be."""
    described = {
        "name": "a plain table",
        "measure": "centimetres",
        "width": size[0],
        "depth": size[1],
        "zones": [{"edge": "south", "depth": 30}, {"edge": "north", "depth": 30}],
        "terrain": list(terrain),
    }
    table = None if mapless else Table.model_validate(described)
    rosters = [
        _roster(side, units, classes or {}, (lords or {}).get(SIDES[side], ()))
        for side, units in enumerate((york, lancaster))
    ]
    setup = Setup(tuple(Roster.model_validate(one) for one in rosters), Options.model_validate(options), table)
    begun = load_system("command-roll").game().begin(setup)  # type: ignore[misc]
    began = {"turn": turn, "step": step, "active": active, "second": active == 1, "begins": 0}
    changes = merged(dict(begun.changes), began)
    for side, units in enumerate((york, lancaster)):
        changes = merged(changes, {"units": _placed(side, units, rosters[side], commanders or {}, mapless=mapless)})
    for contact in contacts:
        changes = merged(changes, {"contacts": dict(contact)})
    changes = merged(changes, dict(state or {}))
    return Game(*opened(written("command-roll", setup, rosters, options, changes)))


def _commander(side: int, name: str, classes: Mapping[str, str | None]) -> dict[str, Any]:
    general = name == MAIN
    called = GENERALS[side] if general else f"{SIDES[side]}'s {name} leader"
    profile = "Army General" if general else "Battle Leader"
    return {"name": called, "profile": profile, "mounted": False} | _classed(called, classes)


def _classed(name: str, classes: Mapping[str, str | None]) -> dict[str, str]:
    classed = classes.get(name, "bold")
    return {"classed": classed} if classed else {}


def _roster(
    side: int, units: Sequence[Standing], classes: Mapping[str, str | None], lords: Sequence[str]
) -> dict[str, Any]:
    battles = []
    for name in dict.fromkeys((MAIN, *(one.battle for one in units))):
        own = [
            {"name": lord, "profile": "Lord", "mounted": False} | _classed(lord, classes)
            for lord in lords
            if name == MAIN
        ]
        battles.append(
            {
                "name": name,
                "objective": "attack",
                "commander": _commander(side, name, classes),
                "lords": own,
                "units": [dict(one.described) for one in units if one.battle == name],
            }
        )
    return {"system": "command-roll", "name": SIDES[side], "battles": battles}


def _placed(
    side: int, units: Sequence[Standing], roster: Mapping[str, Any], said: Mapping[str, Any], *, mapless: bool
) -> dict[str, Any]:
    facing = 0.0 if side == 0 else 180.0
    found: dict[str, Any] = {}
    for one in units:
        place = {"facing": facing} | dict(one.state)
        hidden = ("x", "y", "facing") if mapless else ()
        found[one.described["name"]] = {key: value for key, value in place.items() if key not in hidden}
    for one in roster["battles"]:
        own = [unit.state for unit in units if unit.battle == one["name"]]
        for number, commander in enumerate((one["commander"], *one["lords"])):
            behind = 20 if side == 0 else -20
            x, y = (own[0]["x"] + 5 * number, own[0]["y"] - behind) if own else (5 + 5 * number, 5 + 110 * side)
            where = said.get(commander["name"], (x, y))
            if where is None:
                found[commander["name"]] = {"gone": "killed"}
            elif isinstance(where, str):
                found[commander["name"]] = {"joined": where}
            elif not mapless:
                found[commander["name"]] = {"x": where[0], "y": where[1], "facing": facing}
    return found
