"""The blows of a round: attack dice, and the armour dice against those that hit."""

from functools import cache
from typing import NamedTuple

from miniatures.dice import Dice
from miniatures.ruling import EachDie, Showing, Sum
from miniatures.systems.command_roll.attacks import hit_on, saved, struck
from miniatures.systems.command_roll.facts import Position


class Blow(NamedTuple):
    """One unit striking one enemy: the dice and how each is read."""

    dice: int
    reading: Showing
    purpose: str
    struck: int


class Save(NamedTuple):
    """All blows on this unit have fallen, and its armour is thrown for them."""

    struck: int


class PursuitAttack(Showing):
    """How many attacks of a later round hit. Its modifiers make the number of dice, unknown before the combat."""

    __slots__ = ()

    def __init__(self, made: Sum, position: Position) -> None:
        plain = hit_on(position)
        super().__init__(plain.at_least, plain.word, (*made.rules, *plain.rules))
        self.modifiers = made.modifiers

    def __eq__(self, other: object) -> bool:
        """Attacks that hit alike are alike for the odds, whatever their reasons."""
        return isinstance(other, PursuitAttack) and other.at_least == self.at_least

    def __hash__(self) -> int:
        return hash(("pursuit attack", self.at_least))


class Unsaved(EachDie[int]):
    """How many attacks hit and are not saved, at most `most`: each attack die is read with an armour die of its own."""

    __slots__ = ("hit", "most", "save")

    def __init__(self, hit: Showing, save: Showing, most: int) -> None:
        both = (hits * (1 - saves) for hits in hit.worth for saves in save.worth)
        super().__init__(both, (), (*hit.rules, *save.rules))
        self.hit, self.save, self.most = hit, save, most

    def __call__(self, total: int) -> int:
        return min(total, self.most)

    @property
    def asks(self) -> str:
        return f"{self.hit.asks}, saved on {self.save.asks}"


_unsaved = cache(Unsaved)


def land(dice: Dice, blow: Blow, save: Showing | None, most: int) -> int:
    """The hits of a blow; in the odds those not saved, as far as they count.

    Counting odds has no need to throw armour apart: whether an attack is saved depends on no other attack, so that
    each attack die may be read together with its armour die. That leaves six branches where hits and saves apart have
    sixty, and makes combats of several units exact.
    """
    if save is None or dice.thrown_apart:
        return struck(dice, blow.dice, blow.reading, blow.purpose)
    return dice.each(blow.dice, _unsaved(blow.reading, save, most), blow.purpose)


def unsaved(dice: Dice, landed: int, save: Showing | None, purpose: str) -> int:
    """What armour leaves of the hits that landed."""
    return landed - saved(dice, landed, save, purpose) if dice.thrown_apart else landed
