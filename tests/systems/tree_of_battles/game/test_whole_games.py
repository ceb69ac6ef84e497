"""Whole games, played without sense but by the rules: nothing breaks, nothing is forgotten, all can be taken back."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from miniatures.tracker import Playing
from tests.systems.gaming import differing, random_games
from tests.systems.tree_of_battles.game.players import Player
from tests.systems.tree_of_battles.game.sound import sound, taken_back
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, leader, stands

SLOW = random_games(1)
TERRAIN: list[dict[str, Any]] = [
    {"kind": "marsh", "area": [[2, 20], [8, 20], [8, 26], [2, 26]]},
    {"kind": "hill", "circle": [40, 24, 5], "height": 1},
    {"kind": "hedge", "line": [[20, 22], [28, 22]]},
    {"kind": "building", "circle": [14, 26, 1]},
]


def army(first: str, y: float, head: str) -> list[Standing]:
    """Six contingents that between them do everything the sheet knows."""
    ahead = 1 if y < 24 else -1
    return [
        stands("4 foot men at arms", f"{first} knights", 18, y, grade="A", traits=["chivalrous", "full harness"]),
        stands("6 heavy infantry", f"{first} bills", 29, y, grade="C", files=3),
        stands("4 longbow", f"{first} bows", 10, y, grade="B"),
        stands("4 light horse", f"{first} horse", 40, y, grade="B"),
        stands("3 skirmishers", f"{first} scouts", 23.5, y + 2 * ahead, grade="D", array="skirmish"),
        stands("2 artillery", f"{first} guns", 3, y - ahead, grade="C"),
        leader(head, "marshal", 5, unit=f"{first} knights"),
        leader(f"{first} captain", "captain", 3, unit=f"{first} bills"),
    ]


def small_armies(**said: Any) -> Game:
    """Ten inches apart: they meet in the first turn."""
    terrain = [] if said.get("mapless") else TERRAIN
    return battle(
        army("White", 17, "Edward"),
        army("Red", 31, "Warwick"),
        first=0 if said.get("alternate_moves") else None,
        terrain=terrain,
        civil_war=True,
        **said,
    )


def looking(playing: Playing, before: dict[str, Any]) -> None:
    """Sound, taken back, and now and then somebody is asked what he may do."""
    taken_back(playing, before)
    number = len(playing.file.line)
    if number % 10 == 0:
        name = random.Random(number).choice([*playing.state.units, *playing.state.leaders])
        assert playing.rules.choices(playing.state, name)


@SLOW
@given(seed=some.integers(0, 10**6))
def test_random_games_hold_together_and_every_step_can_be_taken_back(seed: int) -> None:
    game = small_armies()
    player = Player(game.playing, seed, looking)
    player.play(2)
    assert player.done["move"] > 10
    assert differing(game) == []


@SLOW
@given(seed=some.integers(0, 10**6))
def test_so_do_random_games_without_a_map(seed: int) -> None:
    game = small_armies(mapless=True)
    Player(game.playing, seed, looking).play(2)
    assert differing(game) == []


@pytest.mark.parametrize(
    "options",
    [
        ("no_orders", "alternate_moves", "one_volley", "pool_all", "one_pursuit_combat", "d_grade_stands"),
        ("all_ranks_shoot", "ammunition_die", "only_hacks_kill", "army_breaks", "hack_in_contact_only"),
    ],
)
def test_and_with_the_options_that_change_the_fighting(options: tuple[str, ...]) -> None:
    game = small_armies(**dict.fromkeys(options, True))
    Player(game.playing, 3, sound).play(1)
    assert differing(game) == []
