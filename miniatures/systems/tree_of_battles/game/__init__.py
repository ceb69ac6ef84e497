"""A whole game of The Tree of Battles: how it begins, what may be done in it, and how it stands."""

from collections.abc import Mapping, Sequence

from miniatures.systems.cards import Card
from miniatures.systems.playing import Action, Choice, Conclusion, GameRules, Setup
from miniatures.systems.pointing import Gesture, Meant, Sighting
from miniatures.systems.tree_of_battles.game.board import board, scene
from miniatures.systems.tree_of_battles.game.state import State, load


def _begin(setup: Setup) -> Conclusion:
    from miniatures.systems.tree_of_battles.game.setup import begin

    return begin(setup)


def _actions() -> Mapping[str, Action]:
    from miniatures.systems.tree_of_battles.game.actions import ACTIONS

    return {action.name: action for action in ACTIONS}


def _questions() -> Mapping[str, Action]:
    from miniatures.systems.tree_of_battles.game.foreseeing import QUESTIONS

    return {question.name: question for question in QUESTIONS}


def _choices(state: State, unit: str) -> Sequence[Choice]:
    from miniatures.systems.tree_of_battles.game.choices import choices

    return choices(state, unit)


def _card(state: State, unit: str) -> Card:
    from miniatures.systems.tree_of_battles.game.card import card

    return card(state, unit)


def _sights(state: State, unit: str) -> Sighting:
    from miniatures.systems.tree_of_battles.game.sights import sights

    return sights(state, unit)


def _steer(state: State, unit: str, gesture: Gesture) -> Sequence[Meant]:
    from miniatures.systems.tree_of_battles.game.steering import steer

    return steer(state, unit, gesture)


GAME = GameRules(
    measure="inches",
    begin=_begin,
    load=load,
    actions=_actions,
    questions=_questions,
    board=board,
    choices=_choices,
    scene=scene,
    sights=_sights,
    steer=_steer,
    card=_card,
    counts="stands",
)
