"""The blows of a round, and what is kept of them: the hits scored less the hits taken of each contingent.

Two contingents that strike each other make one difference, so that in the odds their dice are one throw.
"""

from typing import NamedTuple

from miniatures.dice import Dice, OneThrow, Step, Volley
from miniatures.ruling import making
from miniatures.systems.tree_of_battles.combat_dice import hit_on, struck_on
from miniatures.systems.tree_of_battles.leader_risk import Fate


class CombatState(NamedTuple):
    """What the throws so far have made: hits scored less hits taken of each contingent, and the fates of leaders."""

    thrown: int
    margins: tuple[int, ...]
    fates: tuple[Fate, ...]


class Blow(NamedTuple):
    """The dice of one contingent at one enemy, and whether only sixes hit."""

    dice: int
    sixes: bool
    purpose: str


class Exchange(NamedTuple):
    """Blows that count against each other: the volleys of both sides, and whose margins they change, which way."""

    ours: tuple[Blow, ...]
    theirs: tuple[Blow, ...]
    signs: tuple[int, ...]


_state = making(CombatState)


def strike(exchange: Exchange, state: CombatState) -> Step[CombatState]:
    ours, theirs, signs = exchange
    thrown, margins, fates = state
    before = tuple(zip(margins, signs, strict=True))

    def throw(dice: Dice) -> int:
        if dice.thrown_apart:
            return _scored(dice, ours) - _scored(dice, theirs)
        volleys: list[Volley] = [(count, hit_on(sixes), purpose) for count, sixes, purpose in ours]
        volleys += [(count, struck_on(sixes), purpose) for count, sixes, purpose in theirs]
        return dice.unsaved(volleys, None, "")

    def then(margin: int) -> CombatState:
        return _state((thrown + 1, tuple([own + sign * margin for own, sign in before]), fates))

    return OneThrow(throw, then)


def _scored(dice: Dice, blows: tuple[Blow, ...]) -> int:
    return sum([dice.each(count, hit_on(sixes), purpose) for count, sixes, purpose in blows])
