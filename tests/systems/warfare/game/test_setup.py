"""Setting up, placing by hand, and correcting the tracker where the real table is right."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from miniatures.space.strips import strip
from miniatures.space.table import Table
from miniatures.systems.playing import Setup
from miniatures.systems.warfare.army import Roster
from miniatures.systems.warfare.game.measured import Measured
from miniatures.systems.warfare.game.setup import begin
from miniatures.systems.warfare.game.state import load
from miniatures.systems.warfare.options import Options
from miniatures.tables import load_table
from miniatures.tracker import new_game
from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import gun, knights, longbowmen, unit

EDGES = [("south", "north"), ("north", "south"), ("west", "east"), ("east", "west")]
DEEP = 40 / 25.4


def well_placed(table: Measured) -> bool:
    """On the table, each in its strip, out of rivers and houses, and nobody on another's toes."""
    setup = table.state.setup.table
    assert setup is not None
    for body in table.bodies.values():
        zone = setup.zones[table.state.units[body.id].side]
        if not strip(setup, zone, 0, zone.depth).buffer(0.02).contains(body.polygon):
            return False
        if table.ground.under(body.polygon, "river", "building"):
            return False
    pairs = combinations(table.bodies.values(), 2)
    return not any(one.polygon.intersection(other.polygon).area > 0.02 for one, other in pairs)


@pytest.mark.rules("W65")
def test_the_ready_armies_set_up_on_the_ready_tables(tmp_path: Path) -> None:
    for name in ("towton", "field"):
        playing = new_game(tmp_path / f"{name}.game", ["towton-york", "towton-lancaster"], load_table(name))
        table = Measured(playing.state)
        assert well_placed(table)
        assert len(table.discs) == len(playing.state.leaders)


def crowd(name: str) -> Roster:
    """Three wings, each with a long line, archers, knights and a gun: more front than the table is broad."""
    units = [
        [
            unit(f"{name} foot {wing}", figures=24, ranks=1),
            longbowmen(f"{name} bows {wing}"),
            knights(f"{name} horse {wing}"),
            gun(f"{name} gun {wing}"),
        ]
        for wing in range(3)
    ]
    wings = [
        {"name": f"{name} wing {wing}", "leader": f"{name} {wing}", "units": own} for wing, own in enumerate(units)
    ]
    return Roster.model_validate({"system": "warfare", "name": name, "wings": wings})


@pytest.mark.rules("W65")
@pytest.mark.parametrize("edges", EDGES, ids=" against ".join)
@pytest.mark.parametrize("river", [False, True])
def test_a_crowded_army_finds_room_in_its_strip_from_every_edge(edges: tuple[str, str], river: bool) -> None:
    beck = {"kind": "river", "line": [[10, -1], [16, 49]], "width": 2}
    described = {
        "name": "narrow",
        "width": 40,
        "depth": 40,
        "zones": [{"edge": edge, "depth": 12} for edge in edges],
        "terrain": [beck] if river else [],
    }
    setup = Setup((crowd("One"), crowd("Two")), Options(), Table.model_validate(described))
    state = load(setup, begin(setup).changes)
    assert well_placed(Measured(state))
    assert all(Measured(state).in_command(unit_now) for unit_now in state.units.values()) or river


def field(step: str = "deployment", **said: Any) -> Game:
    return battle(
        [stands(unit("Bills"), 20, 10), stands(unit("Spears"), 30, 10)],
        [stands(unit("Foes"), 24, 40)],
        step=step,
        **said,
    )


@pytest.mark.rules("W65")
def test_units_are_placed_in_their_own_strip_and_on_nobodys_toes() -> None:
    """The strip is twelve inches deep; the pose is the middle of the front."""
    game = field()
    game.do("place", unit="Bills", x=12, y=12, facing=0)
    assert game.body("Bills").pose == (12, 12, 0)
    assert game.refused("place", unit="Bills", x=12, y=12.1) == {"W65"}
    assert game.refused("place", unit="Bills", x=12, y=DEEP - 0.1) == {"W65"}
    assert game.refused("place", unit="Edward", x=20, y=14) == {"W65"}
    game.do("place", unit="Edward", x=20, y=4)
    assert (game.state.leaders["Edward"].x, game.state.leaders["Edward"].y) == (20, 4)
    # Others may still be placed elsewhere: who stands on whose toes is asked at the end.
    game.do("place", unit="Bills", x=31, y=10)
    assert game.refused("next") == {"W65"}


@pytest.mark.rules("W65", "W67", "W317")
def test_nobody_is_placed_in_a_river_or_a_building() -> None:
    river = {"kind": "river", "area": [[0, 5], [48, 5], [48, 7], [0, 7]]}
    assert field(terrain=[river]).refused("place", unit="Bills", x=20, y=6) == {"W65"}


@pytest.mark.rules("W65")
def test_later_a_unit_is_placed_only_by_agreement_and_leaves_its_melee_behind() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20)], [stands(unit("Foes"), 24, 20)], contacts=[touch("Bills", "Foes")], step="shots"
    )
    assert game.refused("place", unit="Bills", x=24, y=15) == {"W65"}
    game.do("place", unit="Bills", x=24, y=15, overrule="it was pushed back by mistake")
    assert game.state.contacts == ()
    assert "Overruled" in game.playing.file.events[-1].says[0]


@pytest.mark.rules("W301")
def test_the_battle_begins_when_everybody_is_set_up() -> None:
    game = field(turn=0, winner=None, first=None)
    assert game.refused("move", unit="Bills", inches=2) == {"W301"}
    game.on("command")
    assert game.state.turn == 1


@pytest.mark.rules("W401")
def test_what_the_real_table_shows_is_corrected() -> None:
    game = field("melee")
    game.do("correct", unit="Bills", lost=3, touches=["Foes"])
    assert game.unit("Bills").left == 13
    assert game.state.in_melee("Foes")
    game.do("correct", unit="Bills", free=True)
    assert not game.state.in_melee("Foes")
    game.do("correct", unit="Bills", routing=True)
    assert game.unit("Bills").routing == 1
    game.do("correct", unit="Bills", lost=16)
    assert game.unit("Bills").gone == "destroyed"
    with pytest.raises(BrokenInputError, match="friends"):
        game.do("correct", unit="Spears", touches=["Bills"])
    with pytest.raises(BrokenInputError, match="17 figures of 16"):
        game.do("correct", unit="Spears", lost=17)
    with pytest.raises(BrokenInputError, match="nothing stated"):
        game.do("correct", unit="Spears")


@pytest.mark.rules("W65")
def test_without_a_map_there_are_no_places() -> None:
    game = battle([stands(unit("Bills"))], [stands(unit("Foes"))], step="deployment", mapless=True)
    with pytest.raises(BrokenInputError, match="no map"):
        game.do("place", unit="Bills", x=1, y=1)
