"""Draws, and winners who go back: 3D6 for a side, at least the lowest and at most their sum."""

from typing import Any

import pytest

from tests.systems.command_roll.game.combats import duel, won_by
from tests.systems.command_roll.game.tables import Game, battle, stands, touch

HEDGE = [{"kind": "hedge", "line": [[40, 49.5], [80, 49.5]]}]
MARSH = [{"kind": "marsh", "area": [[50, 35], [70, 35], [70, 45], [50, 45]]}]


def drawn(**said: Any) -> Game:
    return won_by(duel(**said), 1, 1)


@pytest.mark.rules("C321")
@pytest.mark.parametrize(("wanted", "back"), [(None, 2), (1, 2), (7, 7), (30, 11)])
def test_after_a_draw_both_sides_go_back_as_far_as_the_dice_demand_and_allow(wanted: float | None, back: int) -> None:
    game = drawn()
    assert game.refused("next") == {"C321"}
    game.do("fall-back", unit="Bills", dice=[5, 2, 4], centimetres=wanted)
    assert game.body("Bills").pose.y == 50 - back
    assert game.refused("next") == {"C321"}  # the others too
    game.do("fall-back", unit="Spears", dice=[1, 1, 1])
    assert game.body("Spears").pose.y == 51
    assert game.state.contacts == ()
    assert game.refused("next") == set()


@pytest.mark.rules("C321", "C163")
def test_who_is_defended_may_stand_though_the_enemy_went_first() -> None:
    game = duel(terrain=HEDGE)
    game.do("fight", unit="Bills", dice=[1] * 8)
    assert game.refused("stand", unit="Bills") == {"C324"}
    game.do("fall-back", unit="Bills", dice=[1, 1, 1])
    game.do("fall-back", unit="Spears", stands=["Spears"])
    assert game.body("Spears").pose.y == 50
    assert game.refused("next") == set()
    game.undo()
    game.do("stand", unit="Spears")
    assert game.refused("next") == set()


@pytest.mark.rules("C321", "C411")
def test_who_is_confused_falls_back_after_a_draw_all_the_same() -> None:
    game = duel({"confused": True})
    game.do("fight", unit="Bills", dice=[1] * 6)
    game.do("fall-back", unit="Bills", dice=[3, 3, 3])
    assert game.body("Bills").pose.y == 47


@pytest.mark.rules("C321")
def test_guns_are_lost_by_a_draw_unless_they_are_defended() -> None:
    game = duel(lancaster={"profile": "Canon / Bombard"})
    game.do("fight", unit="Bills", dice=[1] * 6)
    assert game.unit("Spears").gone == "destroyed"
    game = duel(lancaster={"profile": "Canon / Bombard"}, terrain=HEDGE)
    game.do("fight", unit="Bills", dice=[1] * 6)
    game.do("stand", unit="Spears")
    assert not game.unit("Spears").gone


@pytest.mark.parametrize(
    ("said", "dice", "y", "confused"),
    [
        pytest.param({"terrain": MARSH}, [5, 5, 5, 6], 48, True, id="marsh, a 6"),
        pytest.param({"terrain": MARSH}, [5, 5, 5, 5], 48, False, id="marsh"),
        pytest.param({"foe": True}, [5, 5, 5], 48, True, id="enemies"),
        pytest.param({"friend": {"confused": True}}, [5, 5, 5], 48, True, id="friends who are confused"),
        pytest.param({"friend": {}}, [5, 5, 5, 6, 1], 45, True, id="friends, a 6 of its own"),
        pytest.param({"friend": {}}, [2, 5, 5], 48, False, id="no need of the friends' room"),
    ],
)
@pytest.mark.rules("C321", "C403", "C404", "C405", "C406", "C407")
def test_what_stands_in_the_way_stops_or_confuses(
    said: dict[str, Any], dice: list[int], y: float, confused: bool
) -> None:
    """Marsh, friends and enemies have their front 5 cm behind the Bills' front, and 3 cm are free."""
    also: tuple[list[Any], list[Any]] = ([], [])
    if "friend" in said:
        also[0].append(stands("Shire Bow", "Friends", 60, 45, **said["friend"]))
    if "foe" in said:
        also[1].append(stands("Shire Bow", "Foes", 60, 45, 0))
    game = drawn(also=also, terrain=said.get("terrain", ()), commanders={"Edward": (20, 20)})
    game.do("fall-back", unit="Bills", dice=dice)
    assert game.body("Bills").pose.y == pytest.approx(y, abs=0.01)
    assert game.unit("Bills").confused == confused


@pytest.mark.rules("C324")
def test_a_winner_may_go_back_and_need_not() -> None:
    game = won_by(duel(), 2, 0)
    game.do("fall-back", unit="Bills", centimetres=5, dice=[1, 2, 6])
    assert game.body("Bills").pose.y == 45
    assert game.refused("pursue", unit="Bills") == {"C324"}
    game = won_by(duel(), 2, 0)
    game.do("stand", unit="Bills")
    assert game.refused("fall-back", unit="Bills") == {"C324"}
    assert game.refused("fall-back", unit="Spears") == {"C324"}  # who retreated has done so


@pytest.mark.rules("C321")
def test_one_throw_takes_the_whole_side_back_except_those_who_stand() -> None:
    wood = [{"kind": "wood", "area": [[64, 40], [80, 40], [80, 50], [64, 50]]}]
    game = battle(
        [stands("Shire Bill", "Open", 60, 50), stands("Shire Bill", "Wood", 68, 50)],
        [stands("Shire Bill", "Foes", 64, 50)],
        contacts=[touch("Foes", "Open"), touch("Foes", "Wood")],
        step="combat",
        terrain=wood,
    )
    game.do("fight", unit="Open", dice=[1] * 12)
    assert game.unit("Wood").result["may"] == ["fall back", "stand"]
    assert game.unit("Open").result["may"] == ["fall back"]
    game.do("fall-back", unit="Open", stands=["Wood"], dice=[2, 2, 2])
    assert (game.body("Open").pose.y, game.body("Wood").pose.y) == (48, 50)
    game.do("fall-back", unit="Foes", dice=[1, 1, 1])
    assert game.refused("next") == set()
