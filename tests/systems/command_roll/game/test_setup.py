"""How a game begins: battles in their order, contingents that touch, the reserve behind, nobody on others."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from miniatures.space.contact import touching
from miniatures.space.strips import strip
from miniatures.space.table import Table
from miniatures.systems.command_roll.game.commanding import brigade_of
from miniatures.systems.command_roll.game.measured import Measured
from miniatures.systems.command_roll.game.state import State
from miniatures.tables import load_table
from miniatures.tracker import Playing, new_game
from tests.systems.command_roll.game.tables import battle, stands


@pytest.fixture(params=["barnet", "narrow", "east and west"])
def barnet(request: Any, tmp_path: Path) -> Playing:
    """York and Lancaster at Barnet, on the table of that name and on worse ones."""
    table = load_table("barnet")
    if request.param == "narrow":
        table = Table.model_validate(table.model_dump() | {"width": 120, "terrain": []})
    if request.param == "east and west":
        zones = [{"edge": "west", "depth": 30}, {"edge": "east", "depth": 30}]
        table = Table.model_validate(table.model_dump() | {"width": 120, "depth": 180, "zones": zones, "terrain": []})
    return new_game(tmp_path / "barnet.game", ["barnet-york", "barnet-lancaster"], table)


@pytest.mark.rules("C78", "C503")
def test_everybody_stands_in_his_strip_and_on_nobody(barnet: Playing) -> None:
    state = barnet.state
    assert isinstance(state, State)
    table, setup = Measured(state), state.setup.table
    assert setup is not None
    for one, other in combinations(table.bodies.values(), 2):
        assert one.polygon.intersection(other.polygon).area < 0.01, (one.id, other.id)
    for unit in state.units.values():
        zone = setup.zones[unit.side]
        assert strip(setup, zone, 0.0, zone.depth).buffer(0.02).contains(table.of(unit.id).polygon), unit.id


@pytest.mark.rules("C503", "C121")
def test_each_contingent_is_one_body_that_takes_one_order(barnet: Playing) -> None:
    state = barnet.state
    table = Measured(state)
    for unit in state.units.values():
        if not unit.commands and unit.unit.contingent:
            mates = [
                one.id
                for one in state.units.values()
                if one.battle == unit.battle and one.unit.contingent == unit.unit.contingent
            ]
            assert {one.id for one in brigade_of(state, table, unit)} == set(mates)


@pytest.mark.rules("C505")
def test_the_reserve_stands_behind_the_main_ward(tmp_path: Path) -> None:
    state = new_game(tmp_path / "a.game", ["barnet-york", "barnet-lancaster"], load_table("barnet")).state

    def of(battle: str) -> list[Any]:
        return [unit for unit in state.units.values() if unit.battle == f"1:{battle}" and not unit.commands]

    main, reserve = of("Main Ward"), of("Reserve")
    assert min(unit.y for unit in reserve) > max(unit.y for unit in main)  # Lancaster looks south
    middle = sum(unit.x for unit in reserve) / len(reserve)
    assert min(unit.x for unit in main) < middle < max(unit.x for unit in main)
    assert all(unit.facing == 180 for unit in (*main, *reserve))


@pytest.mark.rules("C505", "C506")
def test_wings_and_wards_stand_from_left_to_right_as_the_army_looks(tmp_path: Path) -> None:
    state = new_game(tmp_path / "a.game", ["barnet-york", "barnet-lancaster"], load_table("barnet")).state
    for side, sign, names in (
        (0, 1, ("Rear Ward", "Main Ward", "Van Ward")),
        (1, -1, ("Rear Ward", "Main Ward", "Van Ward", "Right Wing")),
    ):
        means = []
        for name in names:
            own = [unit.x for unit in state.units.values() if unit.battle == f"{side}:{name}" and not unit.commands]
            means.append(sign * sum(own) / len(own))
        assert means == sorted(means)


def test_bows_stand_before_bills_and_touch_them(tmp_path: Path) -> None:
    state = new_game(tmp_path / "a.game", ["barnet-york", "barnet-lancaster"], load_table("barnet")).state
    table = Measured(state)
    assert touching(table.of("Leicester bows"), table.of("Leicester bills"))
    assert state.units["Leicester bows"].y > state.units["Leicester bills"].y


@pytest.mark.rules("C74", "C441", "C101")
def test_next_begins_turn_1_with_the_first_army_or_whoever_is_said() -> None:
    game = battle([stands("Shire Bill", "Bills", 60, 24)], [stands("Shire Bill", "Foes", 60, 96)], step="deployment")
    game.do("first", side="Lanc")
    game.on()
    assert (game.state.turn, game.state.step, game.state.active) == (1, "command", 1)
    assert game.refused("first", side="York") == {"C74"}
    game.do("first", side="York", overrule="we forgot")
    assert (game.state.begins, game.state.active) == (0, 0)


def test_without_a_map_everybody_is_in_play_and_nobody_stands_anywhere(tmp_path: Path) -> None:
    state = new_game(tmp_path / "a.game", ["barnet-york", "barnet-lancaster"]).state
    assert all(unit.x is None and not unit.gone for unit in state.units.values())
    assert state.battles["1:Reserve"].commander == "Richard Neville, Earl of Warwick"
    assert state.battles["1:Right Wing"].commander == ""
