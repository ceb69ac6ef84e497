"""Whole games, played without sense but by the rules: nothing breaks, nothing is forgotten, all can be taken back."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from miniatures.tracker import Playing
from tests.systems.command_roll.game.players import Player
from tests.systems.command_roll.game.sound import sound, taken_back
from tests.systems.command_roll.game.tables import Game, battle, stands
from tests.systems.gaming import differing, random_games

SLOW = random_games(2)
TERRAIN = [
    {"kind": "wood", "area": [[10, 50], [24, 50], [24, 62], [10, 62]]},
    {"kind": "hill", "circle": [95, 60, 12], "height": 1},
    {"kind": "hedge", "line": [[44, 57], [64, 57]]},
    {"kind": "marsh", "circle": [74, 75, 4]},
]


def small_armies(**said: Any) -> Game:
    """Six units a side, 25 cm apart: they meet in the second turn."""

    def army(first: str, y: float) -> list[Any]:
        profiles = {
            "men at arms": "Mounted Men at Arms",
            "bills": "Retinue Bill",
            "bows": "Retinue Bow",
            "levy": "Shire Bill",
            "archers": "Shire Bow",
            "guns": "Canon / Bombard",
        }
        return [
            stands(profile, f"{first} {name}", 12 + 16 * place, y)
            for place, (name, profile) in enumerate(profiles.items())
        ]

    return battle(
        army("White", 45),
        army("Red", 70),
        step="deployment",
        turn=0,
        terrain=[] if said.get("mapless") else TERRAIN,
        state={"step": "command", "turn": 1},
        classes={"Warwick": "treacherous"},
        lords={"York": ["Howard"], "Lancaster": ["Somerset"]},
        **said,
    )


def looking(playing: Playing, before: dict[str, Any]) -> None:
    """Sound, taken back, and now and then somebody is asked what he may do."""
    taken_back(playing, before)
    number = len(playing.file.line)
    if number % 5 == 0:
        name = random.Random(number).choice(list(playing.state.units))
        assert playing.rules.choices(playing.state, name)


@SLOW
@given(seed=some.integers(0, 10**6))
def test_random_games_hold_together_and_every_step_can_be_taken_back(seed: int) -> None:
    game = small_armies()
    player = Player(game.playing, seed, looking)
    player.play(3)
    assert player.done > 40
    assert differing(game) == []


@SLOW
@given(seed=some.integers(0, 10**6))
def test_so_do_random_games_without_a_map(seed: int) -> None:
    game = small_armies(mapless=True)
    Player(game.playing, seed, looking).play(4)
    assert differing(game) == []


@pytest.mark.parametrize(
    "options",
    [
        ("cavalry_supports", "retreat_shared", "hits_carried", "commanders_only_command", "shower_compulsory"),
        ("ranks_of_contingent", "order_any_battle", "army_breaks", "no_shots_at_chargers", "routed_at_one_move"),
    ],
)
def test_and_with_the_options_that_change_the_fighting(options: tuple[str, ...]) -> None:
    game = small_armies(**dict.fromkeys(options, True))
    Player(game.playing, 3, sound).play(2)
    assert differing(game) == []
