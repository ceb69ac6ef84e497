"""Detached leaders and heralds: up to 12 inches, no dice (T326)."""

from typing import NamedTuple

from pydantic import Field

from miniatures.dice import Step
from miniatures.measuring import within
from miniatures.ruling import Modifier, Refusal, Sum
from miniatures.systems.tree_of_battles.facts import Facts, LeaderInPlay
from miniatures.systems.tree_of_battles.move_tables import Moves
from miniatures.systems.tree_of_battles.unit import Inches, Name


class LeaderMoveFacts(Facts):
    """A leader or a herald who is with no contingent."""

    leader: LeaderInPlay = Field(description="the captain, marshal or herald")
    distance: Inches = Field(0.0, description="inches that he is to go")
    joins: Name | None = Field(None, description="whom he joins at the end of it")


class LeaderMoved(NamedTuple):
    """How far he may go, and whom he joins."""

    leader: str
    inches: int
    joins: str


def leader_move_sum(facts: LeaderMoveFacts) -> Sum:
    return Sum(f"inches for {facts.leader.name}", (Modifier(Moves.leader.value, Moves.leader.rule, "detached"),), ())


def leader_move(facts: LeaderMoveFacts) -> Step[LeaderMoved]:
    outcome = LeaderMoved(facts.leader.name, Moves.leader.value, facts.joins or "")
    return lambda _dice: outcome


def leader_move_refusals(facts: LeaderMoveFacts) -> list[Refusal]:
    if within(facts.distance, Moves.leader.value):
        return []
    words = f"{facts.distance:.1f} inches, and {facts.leader.name} has {Moves.leader.value}"
    return [Refusal(Moves.leader.rule, words, "go the rest next turn")]
