"""Event I: who has the initiative, and so the choice to move first or second."""

from typing import NamedTuple

from pydantic import Field, model_validator

from miniatures.dice import Dice, Step
from miniatures.ruling import Highest, Modifier, Refusal
from miniatures.systems.warfare.facts import Facts
from miniatures.systems.warfare.unit import Name, Stated, Whole


class Commander(Stated):
    """A commander-in-chief who rolls for his side."""

    name: Name = Field(description="the commander, or his side")
    initiative: Whole = Field(0, ge=-5, le=5, description="his own value, where the table plays leader_initiative")


class InitiativeFacts(Facts):
    """The two commanders-in-chief."""

    first: Commander = Field(description="one commander-in-chief")
    second: Commander = Field(description="the other")

    @model_validator(mode="after")
    def _two_names(self) -> "InitiativeFacts":
        if self.first.name == self.second.name:
            raise ValueError(f'second: both commanders are called "{self.first.name}"; give each a name of his own')
        return self


class InitiativeOutcome(NamedTuple):
    """Who chooses. The choice itself is the players' next step."""

    chooses: str


def initiative_refusals(facts: InitiativeFacts) -> list[Refusal]:
    if facts.options.leader_initiative or not (facts.first.initiative or facts.second.initiative):
        return []
    return [
        Refusal(
            "W102",
            "leaders' own values are an optional rule and it is off",
            "set leader_initiative, or leave them out",
        )
    ]


def initiative(facts: InitiativeFacts) -> Step[InitiativeOutcome]:
    """Both roll a die; the highest chooses, ties roll again (W101, W11)."""
    contestants: dict[str, tuple[Modifier, ...]] = {}
    for commander in (facts.first, facts.second):
        own = Modifier(commander.initiative, "W102", f"initiative of {commander.name}")
        contestants[commander.name] = (own,) if commander.initiative else ()
    reading = Highest(contestants, ("W101", "W11"))
    purpose = f"initiative: {facts.first.name}, then {facts.second.name}"

    def roll(dice: Dice) -> InitiativeOutcome:
        return InitiativeOutcome(dice.faces(2, reading, purpose))

    return roll
