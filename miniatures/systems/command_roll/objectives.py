"""Objectives: what a battle was told to do, and the herald who brings it something new. No dice."""

from math import ceil
from typing import NamedTuple

from pydantic import Field

from miniatures.dice import Step
from miniatures.measuring import TOLERANCE
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.facts import CommanderInPlay, Facts
from miniatures.systems.command_roll.tables import HERALD_MOVE, HERALDS
from miniatures.systems.command_roll.unit import Centimetres, Flag, Name, Objective


class HeraldFacts(Facts):
    """A herald on his way to a battle with a new objective."""

    sender: CommanderInPlay = Field(description="the battle leader or general whose herald it is")
    battle: Name = Field(description="the battle that he rides to")
    objective: Objective = Field(description="its objective now: attack, defend or advance")
    new: Objective = Field(description="the objective that he brings")
    distance: Centimetres = Field(description="cm from the herald to the nearest stand of the battle")
    herald_away: Flag = Field(False, description="the sender's herald is away on another errand, or lost")
    command_killed: Flag = Field(False, description="the command element of the battle was killed")


class HeraldOutcome(NamedTuple):
    """The objective in force after this turn's ride, and the turns until the herald is there, this one included."""

    battle: str
    objective: str
    new: str
    turns: int
    leaderless: bool


def herald_refusals(facts: HeraldFacts) -> list[Refusal]:
    sender = facts.sender
    found: list[Refusal] = []
    if sender.listed.type == "lord":
        words = f"{sender.name} is a lord; battle leaders have a herald, and the general (C50)"
        found.append(Refusal(HERALDS.rule, words, "send one of theirs"))
    if facts.herald_away:
        words = f"{sender.name} has {HERALDS.value} herald, and he is away"
        found.append(Refusal(HERALDS.rule, words, "wait for him, or send another's"))
    if facts.new == facts.objective:
        found.append(Refusal("C442", f"{facts.battle} is to {facts.new} already", "send him with another objective"))
    return found


def herald(facts: HeraldFacts) -> Step[HeraldOutcome]:
    """Contact changes the objective; until then the battle goes on with the last one, led or not."""
    turns = max(1, ceil((facts.distance - TOLERANCE) / HERALD_MOVE.value))
    objective = facts.new if turns == 1 else facts.objective
    outcome = HeraldOutcome(facts.battle, objective, facts.new, turns, facts.command_killed)
    return lambda _dice: outcome
