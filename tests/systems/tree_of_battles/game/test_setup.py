"""How a game begins: everybody in his strip and on nobody, leaders with their men, orders as the list has them."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from miniatures.space.strips import strip
from miniatures.space.table import Table
from miniatures.systems.tree_of_battles.game.measured import Measured
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.tables import load_table
from miniatures.tracker import Playing, new_game
from tests.systems.tree_of_battles.game.tables import Game, battle, leader, stands

BILLS = "4 heavy infantry"


@pytest.fixture(params=["tewkesbury", "narrow", "east and west"])
def tewkesbury(request: Any, tmp_path: Path) -> Playing:
    table = load_table("tewkesbury")
    if request.param == "narrow":
        table = Table.model_validate(table.model_dump() | {"width": 48, "terrain": []})
    if request.param == "east and west":
        zones = [{"edge": "west", "depth": 14}, {"edge": "east", "depth": 14}]
        table = Table.model_validate(table.model_dump() | {"width": 48, "depth": 72, "zones": zones, "terrain": []})
    return new_game(tmp_path / "battle.game", ["tewkesbury-york", "tewkesbury-lancaster"], table)


@pytest.mark.rules("T73")
def test_everybody_stands_in_his_strip_and_on_nobody(tewkesbury: Playing) -> None:
    state = tewkesbury.state
    assert isinstance(state, State)
    table, setup = Measured(state), state.setup.table
    assert setup is not None
    for one, other in combinations(table.bodies.values(), 2):
        assert one.polygon.intersection(other.polygon).area < 0.02, (one.id, other.id)
    for unit in state.units.values():
        zone = setup.zones[unit.side]
        assert strip(setup, zone, 0.0, zone.depth).buffer(0.02).contains(table.of(unit.id).polygon), unit.id
    for head in state.leaders.values():
        assert head.unit, head.id
        assert state.units[head.unit].battle == head.battle


def setting_up(**said: Any) -> Game:
    return battle(
        [stands(BILLS, "Bills", 24, 10), stands("4 longbow", "Bows", 10, 10), leader("Hastings", unit="Bows")],
        [stands(BILLS, "Foes", 24, 40)],
        step="deployment",
        turn=0,
        first=None,
        **said,
    )


@pytest.mark.rules("T73", "T72")
def test_contingents_are_placed_about_within_their_strip() -> None:
    house = {"kind": "building", "area": [[34, 4], [38, 4], [38, 8], [34, 8]]}
    game = setting_up(terrain=[house])
    game.do("place", unit="Bills", x=30, y=8, facing=350)
    assert (game.unit("Bills").x, game.unit("Bills").facing) == (30, 350)
    assert game.refused("place", unit="Bills", x=24, y=14) == {"T73"}
    assert game.refused("place", unit="Bills", x=1, y=8) == {"T73"}
    assert game.refused("place", unit="Bills", x=36, y=7) == {"T72"}
    assert game.refused("place", unit="Hastings", x=60, y=8) == {"T73"}


@pytest.mark.rules("T73")
def test_who_stands_on_others_holds_up_the_first_turn() -> None:
    game = setting_up()
    game.do("place", unit="Bills", x=11, y=10)  # for a moment, while the bows are moved
    assert game.refused("next") == {"T73"}
    game.do("place", unit="Bows", x=30, y=10)
    game.do("next")
    assert (game.state.turn, game.state.step) == (1, "command")
    assert game.refused("place", unit="Bows", x=31, y=10) == {"T73"}


@pytest.mark.rules("T225")
def test_a_column_is_one_stand_wide_and_frontage_may_be_said() -> None:
    game = setting_up()
    game.do("place", unit="Bills", x=24, y=10, array="column")
    assert game.body("Bills").width == pytest.approx(40 / 25.4)
    assert game.body("Bills").depth == pytest.approx(4 * 20 / 25.4)
    game.do("place", unit="Bills", x=24, y=10, array="line", frontage=2)
    assert (game.unit("Bills").abreast, game.unit("Bills").ranks) == (2, 2)


def test_without_a_map_nobody_is_placed() -> None:
    with pytest.raises(BrokenInputError):
        setting_up(mapless=True).proposed("place", unit="Bills", x=1, y=1)


@pytest.mark.rules("T503", "T509")
def test_nobody_is_set_up_in_an_array_that_he_cannot_take() -> None:
    game = setting_up()
    assert game.refused("place", unit="Bills", x=24, y=10, array="skirmish") == {"T43"}
    assert game.refused("place", unit="Bills", x=24, y=10, frontage=5) == {"T93"}
    with pytest.raises(BrokenInputError, match="Hastings is a leader, without frontage and array"):
        game.do("place", unit="Hastings", x=24, y=10, array="column")
