"""A whole game of the 2D6 command-roll game: how it begins, what may be done in it, and how it stands."""

from collections.abc import Mapping, Sequence

from miniatures.systems.cards import Card
from miniatures.systems.command_roll.game.board import board, scene
from miniatures.systems.command_roll.game.state import State, load
from miniatures.systems.playing import Action, Choice, Conclusion, GameRules, Setup
from miniatures.systems.pointing import Gesture, Meant, Sighting


def _begin(setup: Setup) -> Conclusion:
    from miniatures.systems.command_roll.game.setup import begin

    return begin(setup)


def _actions() -> Mapping[str, Action]:
    from miniatures.systems.command_roll.game.actions import ACTIONS

    return {action.name: action for action in ACTIONS}


def _choices(state: State, unit: str) -> Sequence[Choice]:
    from miniatures.systems.command_roll.game.choices import choices

    return choices(state, unit)


def _card(state: State, unit: str) -> Card:
    from miniatures.systems.command_roll.game.card import card

    return card(state, unit)


def _sights(state: State, unit: str) -> Sighting:
    from miniatures.systems.command_roll.game.sights import sights

    return sights(state, unit)


def _steer(state: State, unit: str, gesture: Gesture) -> Sequence[Meant]:
    from miniatures.systems.command_roll.game.steering import steer

    return steer(state, unit, gesture)


GAME = GameRules(
    measure="centimetres",
    begin=_begin,
    load=load,
    actions=_actions,
    board=board,
    choices=_choices,
    scene=scene,
    card=_card,
    sights=_sights,
    steer=_steer,
    counts="stands",
)
