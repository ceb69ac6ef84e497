"""Leaders: what a melee may do to the one who commands a unit."""

from typing import NamedTuple

from pydantic import Field

from miniatures.dice import Dice, Step
from miniatures.ruling import Refusal, Scale
from miniatures.systems.warfare.facts import Facts
from miniatures.systems.warfare.unit import Flag, Name, Whole

UNHURT, OUT, KILLED = "unhurt", "out for one move", "killed"
CASUALTIES_AT_RISK = 2

#: The opponent's die: 5 takes the leader out for a move, 6 kills him.
RISK = Scale({5: OUT, 6: KILLED}, UNHURT, ("W462",))


class LeaderRiskFacts(Facts):
    """A leader whose unit suffered in melee."""

    leader: Name = Field(description="the leader's name")
    unit: Name = Field(description="the unit that he commands")
    casualties: Whole = Field(ge=0, description="figures that the unit lost in melee this turn")
    commanding: Flag = Field(True, description="he is attached to the unit, in contact")


class LeaderRiskOutcome(NamedTuple):
    """What becomes of the leader."""

    leader: str
    fate: str


def leader_risk_refusals(facts: LeaderRiskFacts) -> list[Refusal]:
    found: list[Refusal] = []
    if facts.casualties < CASUALTIES_AT_RISK:
        found.append(
            Refusal(
                "W462",
                f"{facts.unit} lost {facts.casualties}; a leader is at risk from 2 casualties",
                "leave the die in the box",
            )
        )
    if not facts.commanding:
        found.append(Refusal("W57", f"{facts.leader} commands no unit in this melee", "leave the die in the box"))
    return found


def leader_risk(facts: LeaderRiskFacts) -> Step[LeaderRiskOutcome]:
    def throw(dice: Dice) -> LeaderRiskOutcome:
        return LeaderRiskOutcome(facts.leader, dice.sum(1, RISK, f"the opponent rolls for {facts.leader}"))

    return throw
