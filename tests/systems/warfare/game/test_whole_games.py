"""Whole games, played without sense but by the rules: nothing breaks, nothing is forgotten, all can be taken back."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miniatures.dice import RandomDice
from miniatures.tracker import perform, propose
from tests.systems.gaming import differing, random_games, undone_and_done_again
from tests.systems.warfare.game.players import Player
from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import crossbowmen_and_pavises, gun, knights, longbowmen, unit

SLOW = random_games(3)
TERRAIN = [
    {"kind": "wood", "area": [[4, 20], [10, 20], [10, 28], [4, 28]]},
    {"kind": "hill", "circle": [34, 24, 6], "height": 1},
    {"kind": "hedge", "line": [[16, 24], [24, 24]]},
]


def small_armies(**said: Any) -> Game:
    """Six units a side, fourteen inches apart: they meet in the second turn."""

    def army(first: str, y: float, facing: float) -> list[Any]:
        described = [
            knights(f"{first} knights", figures=6),
            unit(f"{first} bills"),
            longbowmen(f"{first} bows"),
            crossbowmen_and_pavises(name=f"{first} crossbows"),
            unit(f"{first} levy", kind="levy", morale="raw", protection="none"),
            gun(f"{first} gun"),
        ]
        return [stands(one, 5 + 7 * place, y, facing) for place, one in enumerate(described)]

    return battle(
        army("White", 17, 0),
        army("Red", 31, 180),
        step="deployment",
        turn=0,
        winner=None,
        first=None,
        terrain=[] if said.get("mapless") else TERRAIN,
        **said,
    )


def sound(game: Game, before: dict[str, Any]) -> None:
    """What holds after every action."""
    state = game.state
    for unit_now in state.units.values():
        earlier = before["units"].get(unit_now.id, {})
        assert earlier.get("lost", 0) <= unit_now.lost <= unit_now.unit.figures
        assert not (earlier.get("gone") and not unit_now.gone), "nobody comes back"
        assert not (unit_now.routing and (unit_now.pursuing or unit_now.owes or unit_now.furious))
        assert not (unit_now.owes and state.step in ("command", "shots", "first moves", "second moves", "rout"))
        assert unit_now.first_melee == "now" or not state.in_melee(unit_now.id) or unit_now.first_melee == "done"
    for contact in state.contacts:
        ends = [state.units[name] for name in (contact.first, contact.second)]
        assert not any(one.gone for one in ends), contact
        assert not all(one.routing for one in ends), contact
    for leader in state.leaders.values():
        assert not leader.unit or not state.units[leader.unit].gone
    game.playing.rules.board(state)


def taken_back(game: Game, before: dict[str, Any]) -> None:
    """The same, and the action undone and done again."""
    sound(game, before)
    undone_and_done_again(game.playing, before)


@SLOW
@given(seed=st.integers(0, 10**6))
def test_random_games_hold_together_and_every_step_can_be_taken_back(seed: int) -> None:
    game = small_armies()
    player = Player(game, seed, taken_back)
    player.play(4)
    assert player.done > 60
    assert differing(game) == []


@SLOW
@given(seed=st.integers(0, 10**6))
def test_so_do_random_games_without_a_map(seed: int) -> None:
    game = small_armies(mapless=True)
    Player(game, seed, taken_back).play(4)
    assert differing(game) == []


@pytest.mark.parametrize(
    "options",
    [
        ("winner_shoots_first", "morale_per_battle", "shooting_in_melee"),
        ("test_per_cause", "winner_by_pairs", "break_at_half", "routed_units_weaker", "leader_out_is_lost"),
    ],
)
def test_and_with_the_options_that_change_the_turn(options: tuple[str, ...]) -> None:
    game = small_armies(**dict.fromkeys(options, True))
    Player(game, 1, sound).play(3)
    assert differing(game) == []


def crowd(order: list[int], back: list[int]) -> Game:
    """Two melees side by side, routers, one of them pursued, and friends who look on."""
    york = [
        stands(unit("Bills"), 10, 20, fought=0),
        stands(unit("Spears"), 14, 20),
        stands(unit("Rabble"), 24, 18, 180, routing=1),
        stands(unit("Runners"), 29, 16, 180, routing=1),
        stands(unit("Reserve"), 24, 10),
    ]
    lancaster = [
        stands(unit("Glaives"), 10, 20),
        stands(knights("Knights", figures=9), 24, 18 + 2 * 20 / 25.4, 180, pursuing="Rabble"),
        stands(unit("Foes"), 14, 20, lost=3),
    ]
    return battle(
        [york[place] for place in order],
        [lancaster[place] for place in back],
        contacts=[touch("Bills", "Glaives"), touch("Spears", "Foes"), touch("Rabble", "Knights", "rear")],
        leaders={"Edward": "Spears", "Somerset": (30, 40)},
        step="melee",
        turn=2,
    )


def outcome(game: Game) -> dict[str, Any]:
    """Both melees and all that follows, with dice that depend on the question alone."""

    def does(action: str, **words: Any) -> None:
        dice = RandomDice(f"{action} {sorted(words.items())} {game.state.turn}")
        assert perform(game.playing, propose(game.playing, action, words), dice).event

    does("melee", unit="Bills")
    does("melee", unit="Spears")
    does("next")
    while owed := sorted(one.unit for one in game.playing.rules.board(game.state).owed if one.must):
        does("morale", unit=owed[0])
    does("next")
    does("next")
    return {key: game.playing.file.state.get(key) for key in ("units", "contacts", "leaders", "turn", "step")}


@settings(max_examples=10, deadline=None, derandomize=True)
@given(order=st.permutations(range(5)), back=st.permutations(range(3)))
def test_nothing_depends_on_the_order_of_units_in_the_list(order: list[int], back: list[int]) -> None:
    assert outcome(crowd(order, back)) == outcome(crowd([0, 1, 2, 3, 4], [0, 1, 2]))
