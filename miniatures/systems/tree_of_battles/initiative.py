"""Who says who moves first: a D6 of each side at the start of a turn, ties again (T11)."""

from typing import NamedTuple

from pydantic import Field, model_validator

from miniatures.dice import Dice, Step
from miniatures.ruling import Highest, Refusal
from miniatures.systems.tree_of_battles.facts import Facts
from miniatures.systems.tree_of_battles.unit import Name


class InitiativeFacts(Facts):
    """The two sides."""

    first: Name = Field(description="one side, or who throws for it")
    second: Name = Field(description="the other")

    @model_validator(mode="after")
    def _two_names(self) -> "InitiativeFacts":
        if self.first == self.second:
            raise ValueError(f'second: both sides are called "{self.first}"; give each a name of its own')
        return self


class Won(NamedTuple):
    """Who says who moves first. The choice itself is the players'."""

    chooses: str


def initiative(facts: InitiativeFacts) -> Step[Won]:
    reading = Highest({facts.first: (), facts.second: ()}, ("T11",))
    purpose = f"who says who moves first: {facts.first}, then {facts.second}"

    def roll(dice: Dice) -> Won:
        return Won(dice.faces(2, reading, purpose))

    return roll


def initiative_refusals(facts: InitiativeFacts) -> list[Refusal]:
    if not facts.options.alternate_moves:
        return []
    words = "this table lets the sides move first in turns, without a die"
    return [Refusal("T11", words, "go on, or leave alternate_moves out")]
