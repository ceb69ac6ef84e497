"""Tiny battles on a drawn table, or without one, for tests that read as a few sentences.

    game = battle(
        [stands("6 longbow", "Bows", 24, 10)],                     # York looks north unless told otherwise
        [stands("4 heavy infantry", "Bills", 24, 20, grade="C")],  # Lancaster looks south
        step="long range",
    )
    game.do("shoot", unit="Bows", dice=[5, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])  # all dice must be needed
    assert game.unit("Bills").total_dps == 2
    assert game.refused("shoot", unit="Bows") == {"T21"}           # and nothing was written
    game.on("close range")                                         # or game.on() for the next step

It is turn 1 and York moves first unless `first=1` (`first=None`: not settled yet). Places are the middle of the front
in inches, degrees clockwise from north, on a table of 48 by 48. A stand is 40 mm across and on foot 20 mm deep; up to
six stand in one rank unless `files` says otherwise. Contingents are of B grade unless told otherwise; `dps=3` are DPs
without a reason, or a list with reasons; anything else that `stands` is told is laid over the contingent's state
(array="column", moved=1, conduct="pursuing").

Each side has a battle, "Main", under "Edward" (York) or "Warwick" (Lancaster), marshals with 5 command points, alone 3
inches behind the front of the first contingent, so that nobody is out of control near them and no volley endangers
them. `leader("Hastings", "captain", 3, 20, 8)` in a side's list adds one at a place, `unit="Bows"` with a contingent,
`front=True` in its front rank, `gone="killed"` out of play; naming Edward or Warwick takes the place of the usual one.
`stands(..., battle="Vaward")` and `leader(..., battle="Vaward")` belong to another battle.

`terrain` are pieces as a table file has them, `state` is any merge patch on top, `contacts` are pairs that touch:
`touch("Bows", "Bills", "front", "flank")`; `mapless=True` plays without a map, with facts stated as
`sets=["distance=5"]`. Everything else is an option of the system: `one_volley=True`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from miniatures.game import merged
from miniatures.space.footprint import Footprint
from miniatures.space.table import Table
from miniatures.systems import load_system
from miniatures.systems.playing import Setup
from miniatures.systems.tree_of_battles.army import Roster
from miniatures.systems.tree_of_battles.game.measured import Measured
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow, LeaderNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.options import Options
from tests.systems.gaming import AnyGame, opened, written

SYSTEM = "tree-of-battles"
SIDES = ("York", "Lancaster")
MARSHALS = ("Edward", "Warwick")
MAIN = "Main"
BEHIND = 3.0


class Standing(NamedTuple):
    """A contingent or a leader, the battle, and where and how it stands."""

    described: Mapping[str, Any]
    battle: str
    state: Mapping[str, Any]

    @property
    def name(self) -> str:
        return str(self.described["name"])

    @property
    def leads(self) -> bool:
        return "rank" in self.described


def stands(
    parts: Any,
    name: str,
    x: float = 24,
    y: float = 24,
    facing: float | None = None,
    *,
    grade: str = "B",
    traits: Sequence[str] = (),
    battle: str = MAIN,
    **said: Any,
) -> Standing:
    """A contingent at a pose; `said` is laid over its state."""
    where = {"x": x, "y": y} | ({} if facing is None else {"facing": facing})
    described = {"name": name, "grade": grade, "parts": parts} | ({"traits": list(traits)} if traits else {})
    if isinstance(said.get("dps"), int):
        said["dps"] = [{"dps": said["dps"]}] if said["dps"] else []
    return Standing(described, battle, {**where, **said})


def leader(
    name: str,
    rank: str = "captain",
    points: int = 3,
    x: float | None = None,
    y: float = 0.0,
    *,
    battle: str = MAIN,
    unreliable: bool = False,
    **said: Any,
) -> Standing:
    """A captain, marshal or herald: at a place, or with a contingent (`unit="Bows"`)."""
    described: dict[str, Any] = {"name": name, "rank": rank}
    if rank != "herald":
        described["command_points"] = points
    if unreliable:
        described["unreliable"] = True
    return Standing(described, battle, ({} if x is None else {"x": x, "y": y}) | said)


def touch(
    first: str, second: str, first_side: str = "front", second_side: str = "front", since: int = 1, **said: Any
) -> dict[str, Any]:
    """A contact: who came, who was there, and the side of each that is touched."""
    contact = {"first": first, "second": second, "first_side": first_side, "second_side": second_side, "since": since}
    return {f"{first}|{second}": contact | said}


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

    def unit(self, name: str) -> ContingentNow:
        return self.state.units[name]

    def leader(self, name: str) -> LeaderNow:
        return self.state.leaders[name]

    def body(self, name: str) -> Footprint:
        return self.table.of(name)

    def owed(self) -> list[str]:
        """The actions that the checklist demands."""
        from miniatures.systems.tree_of_battles.game.checklist import owed

        return [one.how for one in owed(self.state) if one.must]

    def may(self) -> list[str]:
        """The actions that it reminds of."""
        from miniatures.systems.tree_of_battles.game.checklist import owed

        return [one.how for one in owed(self.state) if not one.must]


def battle(
    york: Sequence[Standing],
    lancaster: Sequence[Standing],
    *,
    step: str = "command",
    turn: int = 1,
    first: int | None = 0,
    size: tuple[float, float] = (48, 48),
    terrain: Sequence[Mapping[str, Any]] = (),
    contacts: Sequence[Mapping[str, Any]] = (),
    state: Mapping[str, Any] | None = None,
    mapless: bool = False,
    **options: Any,
) -> Game:
    """A game in that step, with everybody where he is said to be."""
    described = {
        "name": "a plain table",
        "measure": "inches",
        "width": size[0],
        "depth": size[1],
        "zones": [{"edge": "south", "depth": 12}, {"edge": "north", "depth": 12}],
        "terrain": list(terrain),
    }
    table = None if mapless else Table.model_validate(described)
    sides = [_with_marshal(side, everybody) for side, everybody in enumerate((york, lancaster))]
    rosters = [_roster(side, everybody) for side, everybody in enumerate(sides)]
    setup = Setup(tuple(Roster.model_validate(one) for one in rosters), Options.model_validate(options), table)
    rules = load_system(SYSTEM).game
    assert rules is not None
    began: dict[str, Any] = {"turn": turn, "step": step, "first": first, "winner": first}
    changes = merged(dict(rules().begin(setup).changes), began)
    for side, everybody in enumerate(sides):
        changes = merged(changes, _placed(side, everybody, mapless=mapless))
    for contact in contacts:
        changes = merged(changes, {"contacts": dict(contact)})
    changes = merged(changes, dict(state or {}))
    return Game(*opened(written(SYSTEM, setup, rosters, options, changes)))


def _with_marshal(side: int, everybody: Sequence[Standing]) -> list[Standing]:
    if any(one.name == MARSHALS[side] for one in everybody):
        return list(everybody)
    ahead = next((one.state for one in everybody if not one.leads), {"x": 24, "y": 24})
    behind = -BEHIND if side == 0 else BEHIND
    return [leader(MARSHALS[side], "marshal", 5, ahead["x"], ahead["y"] + behind), *everybody]


def _roster(side: int, everybody: Sequence[Standing]) -> dict[str, Any]:
    battles = [
        {
            "name": name,
            "order": "attack",
            "leaders": [dict(one.described) for one in everybody if one.leads and one.battle == name],
            "contingents": [dict(one.described) for one in everybody if not one.leads and one.battle == name],
        }
        for name in dict.fromkeys((MAIN, *(one.battle for one in everybody)))
    ]
    return {"system": SYSTEM, "name": SIDES[side], "battles": battles}


def _placed(side: int, everybody: Sequence[Standing], *, mapless: bool) -> dict[str, Any]:
    facing = 0.0 if side == 0 else 180.0
    hidden = ("x", "y", "facing") if mapless else ()
    units: dict[str, Any] = {}
    leaders: dict[str, Any] = {}
    for one in everybody:
        said = {"unit": None} if one.leads else {"facing": facing}
        said |= dict(one.state)
        kept = {key: value for key, value in said.items() if key not in hidden}
        (leaders if one.leads else units)[one.name] = kept
    return {"units": units, "leaders": leaders}
