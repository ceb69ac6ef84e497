"""Tiny battles on a drawn table, or without one, for tests that read as a few sentences.

    game = battle(
        [stands(longbowmen("Bows"), 20, 10)],               # the first army looks north unless told otherwise
        [stands(unit("Bills"), 20, 16, lost=2)],            # the second looks south; lost=2 is laid over its state
        step="shots",
    )
    game.do("shoot", unit="Bows", target="Bills", dice=[4, 3])      # typed-in dice, all of which must be needed
    assert game.unit("Bills").struck == 2
    assert game.refused("shoot", unit="Bows", target="Bills") == {"W24"}    # and nothing was written
    game.on("tests")                                        # or game.on() for the next step, game.next_turn()

Everybody is placed at exact poses (the middle of the front; degrees clockwise from north), whatever the strips say.
A side's units are of one wing, "Vaward" (York, led by Edward) and "Rearward" (Lancaster, led by Somerset), unless
`stands(..., wing="Left")`, whose leader is then "the leader of Left". Leaders ride two inches behind the first unit of
their wing; `leaders={"Edward": (3, 4)}`, `{"Edward": "Bows"}` or `{"Edward": None}` puts one elsewhere, with a unit, or
out of play. Orders are attack unless `orders={"Vaward": "defend"}`. `terrain` are pieces as a table file has them,
`state` is any merge patch on top, `contacts` are pairs that touch: `touch("Bows", "Bills", "front", "flank")`, and
`mapless=True` plays without a map, with facts stated as `sets=["distance=5"]`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from miniatures.game import merged
from miniatures.space.footprint import Footprint
from miniatures.space.table import Table
from miniatures.systems import load_system
from miniatures.systems.playing import Setup
from miniatures.systems.warfare.army import Roster
from miniatures.systems.warfare.game.measured import Measured
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.options import Options
from tests.systems.gaming import AnyGame, opened, written

WINGS = ("Vaward", "Rearward")
SIDES = ("York", "Lancaster")
CHIEFS = ("Edward", "Somerset")


class Standing(NamedTuple):
    """A unit and where it stands."""

    described: Mapping[str, Any]
    wing: str
    state: Mapping[str, Any]


def stands(
    described: Mapping[str, Any],
    x: float = 24,
    y: float = 24,
    facing: float | None = None,
    *,
    wing: str = "",
    **said: Any,
) -> Standing:
    """A unit at a pose; `said` is laid over its state (lost=3, limbered=True, shot=1)."""
    where = {"x": x, "y": y} | ({} if facing is None else {"facing": facing})
    return Standing(described, wing, {**where, **said})


def touch(first: str, second: str, first_side: str = "front", second_side: str = "front", since: int = 1) -> Any:
    """A contact between a unit of York and one of Lancaster, and the side of each that is touched."""
    return {
        f"{first}|{second}": {
            "first": first,
            "second": second,
            "first_side": first_side,
            "second_side": second_side,
            "since": since,
            "attacker": 0,
        }
    }


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

    def next_turn(self, step: str = "first moves") -> "Game":
        """That step of the next turn, York winning the initiative again and moving first."""
        self.on("command")
        self.do("initiative", dice=[6, 1])
        self.do("choose", to_move="first")
        return self if step == "command" else self.on(step)


def battle(
    york: Sequence[Standing],
    lancaster: Sequence[Standing],
    *,
    step: str = "first moves",
    turn: int = 1,
    first: int | None = 0,
    winner: int | None = 0,
    size: tuple[float, float] = (48, 48),
    zones: Sequence[Mapping[str, Any]] | None = None,
    terrain: Sequence[Mapping[str, Any]] = (),
    orders: Mapping[str, str] | None = None,
    leaders: Mapping[str, Any] | None = None,
    contacts: Sequence[Mapping[str, Any]] = (),
    state: Mapping[str, Any] | None = None,
    mapless: bool = False,
    **options: Any,
) -> Game:
    """A game in that step, York having won the initiative and moving first, with everybody where he is said to be."""
    described: dict[str, Any] = {"name": "a plain table", "width": size[0], "depth": size[1], "terrain": list(terrain)}
    if zones:
        described["zones"] = list(zones)
    table = None if mapless else Table.model_validate(described)
    rosters = [_roster(side, units, orders or {}) for side, units in enumerate((york, lancaster))]
    setup = Setup(tuple(Roster.model_validate(one) for one in rosters), Options.model_validate(options), table)
    system = load_system("warfare")
    begun = system.game().begin(setup)
    changes = merged(dict(begun.changes), {"turn": turn, "step": step, "first": first, "winner": winner})
    changes = merged(changes, _placed(york, 0, mapless=mapless))
    changes = merged(changes, _placed(lancaster, 1, mapless=mapless))
    changes = merged(
        changes, {"leaders": _leaders(changes["leaders"], (york, lancaster), leaders or {}, mapless=mapless)}
    )
    for contact in contacts:
        changes = merged(changes, {"contacts": dict(contact)})
    changes = merged(changes, dict(state or {}))
    return Game(*opened(written("warfare", setup, rosters, options, changes)))


def _wing(standing: Standing, side: int) -> str:
    return standing.wing or WINGS[side]


def _roster(side: int, units: Sequence[Standing], orders: Mapping[str, str]) -> dict[str, Any]:
    """A list with one wing for each that its units name; the side's own wing is there even when nobody is in it."""
    wings = {
        name: {
            "name": name,
            "leader": CHIEFS[side] if name == WINGS[side] else f"the leader of {name}",
            "order": orders.get(name, "attack"),
            "units": [dict(one.described) for one in units if _wing(one, side) == name],
        }
        for name in dict.fromkeys((WINGS[side], *(_wing(one, side) for one in units)))
    }
    return {"system": "warfare", "name": SIDES[side], "commander": CHIEFS[side], "wings": list(wings.values())}


def _placed(units: Sequence[Standing], side: int, *, mapless: bool) -> dict[str, Any]:
    facing = {"facing": 0.0 if side == 0 else 180.0}
    places = ("x", "y", "facing") if mapless else ()
    return {
        "units": {
            one.described["name"]: {
                key: value for key, value in (facing | dict(one.state)).items() if key not in places
            }
            for one in units
        }
    }


def _leaders(
    known: Mapping[str, Any], armies: Sequence[Sequence[Standing]], said: Mapping[str, Any], *, mapless: bool
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, leader in known.items():
        side = leader["side"]
        where = said.get(name, "behind")
        own = [one.state for one in armies[side] if f"{side}:{_wing(one, side)}" == leader["wing"]]
        if where is None:
            found[name] = {"gone": "killed"}
        elif isinstance(where, str) and where != "behind":
            found[name] = {"unit": where, "x": None, "y": None}
        elif not mapless:
            behind = (own[0]["x"], own[0]["y"] + (-3 if side == 0 else 3)) if own else (24, 3 if side == 0 else 45)
            x, y = behind if where == "behind" else where
            found[name] = {"x": x, "y": y, "unit": None}
    return found
