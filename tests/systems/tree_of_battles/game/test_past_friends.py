"""Runs past friends: for nothing, or as a passage of lines where the table plays them so (T82)."""

from typing import Any

import pytest

from tests.systems.tree_of_battles.game.tables import Game, battle, stands, touch

MEN = "2 heavy infantry"
HORSE = "2 mounted men at arms"
ROUTED = {"conduct": "routing", "broken": True, "array": "disarray", "runs": 1}


def paid(game: Game, name: str) -> list[tuple[int, str]]:
    return [(one["dps"], one.get("rule", "")) for one in game.unit(name).dps]


def routing(parts: str = MEN, friends: str = MEN, y: float = 20, **said: Any) -> Game:
    """Ours run home to the south, with friends two inches behind them."""
    return battle(
        [stands(parts, "Ours", 24, y, **ROUTED), stands(friends, "Friends", 24, y - 3)],
        [stands(MEN, "Foes", 24, 44)],
        step="first tactical",
        **said,
    )


@pytest.mark.rules("T82", "T511")
@pytest.mark.parametrize(
    ("parts", "friends", "option", "own", "theirs"),
    [
        (MEN, MEN, False, [], []),
        (MEN, MEN, True, [(1, "T511")], [(1, "T511")]),
        (HORSE, MEN, True, [(1, "T511")], [(1, "T511"), (1, "T511")]),
        (MEN, "2 skirmishers", True, [], []),
    ],
    ids=["for nothing", "a line each", "one more for horse", "one stands still, and one are skirmishers"],
)
def test_who_routs_through_friends(
    parts: str, friends: str, option: bool, own: list[tuple[int, str]], theirs: list[tuple[int, str]]
) -> None:
    game = routing(parts, friends, flight_disorders_friends=option)
    game.do("run", unit="Ours", dice=[4, 4])
    assert game.unit("Ours").y < game.unit("Friends").y - 1
    assert paid(game, "Ours") == own
    assert paid(game, "Friends") == theirs


@pytest.mark.rules("T82", "T511", "T205")
def test_who_runs_off_the_table_leaves_its_friends_shaken() -> None:
    game = routing(y=6, flight_disorders_friends=True)
    game.do("run", unit="Ours", dice=[4, 4])
    assert game.unit("Ours").gone
    assert paid(game, "Ours") == []
    assert paid(game, "Friends") == [(1, "T511")]


@pytest.mark.rules("T82", "T511", "T204")
@pytest.mark.parametrize("option", [False, True])
def test_who_retires_from_a_combat_through_friends(option: bool) -> None:
    friends = stands(MEN, "Friends", 24, 30, grade="C", traits=["chivalrous"])
    game = battle(
        [stands(MEN, "Ours", 24, 24)],
        [stands(MEN, "Theirs", 24, 24, grade="C"), friends],
        step="combat",
        contacts=[touch("Ours", "Theirs", since=0)],
        flight_disorders_friends=option,
    )
    game.do("fight", unit="Ours", dice=[6, 6, 6, 6, 6, 1, 1, 1, 1])  # beaten by 5: a defeat
    game.do("pursue", unit="Ours", target="Theirs", dice=[5, 5, 1, 1])
    assert [line for line in paid(game, "Friends") if line[1] == "T511"] == [(1, "T511")] * option


@pytest.mark.rules("T82", "T511", "T216")
@pytest.mark.parametrize("option", [False, True])
def test_who_evades_through_friends(option: bool) -> None:
    game = battle(
        [stands(MEN, "Chargers", 24, 20)],
        [stands("2 longbow", "Targets", 24, 22), stands(MEN, "Friends", 24, 24)],
        step="first charges",
        flight_disorders_friends=option,
    )
    game.do("charge", unit="Chargers", target="Targets")
    game.do("respond", target="Targets", answer="evade", dice=[4, 4])
    assert paid(game, "Friends") == paid(game, "Targets") == [(1, "T511")] * option
