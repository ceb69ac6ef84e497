"""Risk to a leader: a D6 whether he is hit, and if so another for what it does to him (T26).

Shooting and combat ask it of each leader in danger:

    fate = at_risk(leader, nearest_enemy)(dice)      # a Fate: what became of him, and his rating now
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from pydantic import Field

from miniatures.dice import Dice, Step
from miniatures.measuring import within
from miniatures.ruling import Refusal, Scale
from miniatures.systems.tree_of_battles.facts import Facts, LeaderInPlay
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.tables import (
    CAPTURED_WITHIN,
    KILLED_AT,
    LEADER_HIT_ON,
    LEADER_RISK,
    WOUND_COSTS,
)
from miniatures.systems.tree_of_battles.unit import Inches

UNHURT, HIT = "unhurt", "hit"
KILLED, WOUNDED, CAPTURED, LIGHT_WOUND, NO_EFFECT = "killed", "wounded", "captured", "light wound", "no effect"


class LeaderRiskFacts(Facts):
    """A leader in danger: shot at with his contingent, or fighting in the front rank."""

    leader: LeaderInPlay = Field(description="the captain or marshal")
    nearest_enemy: Inches | None = Field(
        None, description="inches from him to the nearest enemy, who captures him if wounded within 4; left out, far"
    )


class Fate(NamedTuple):
    """What became of a leader: unhurt, no effect, light wound, wounded, captured or killed, and his rating now."""

    leader: str
    result: str
    rating: int
    wounds: int
    """Command points that this took off his rating."""
    rule: str

    @property
    def lost(self) -> bool:
        """Whether his side has him no longer."""
        return self.result in (KILLED, CAPTURED)


class HitDie(Scale):
    """Whether he is hit at all."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__({LEADER_HIT_ON.value: HIT}, UNHURT, (LEADER_HIT_ON.rule, LEADER_HIT_ON.ruling))


class WoundDie(Scale):
    """What the hit does. Each result leans on its own line of the sheet."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__({face: line.word for face, line in LEADER_RISK.items()}, "", ())

    def rules_of(self, result: object) -> tuple[str, ...]:
        lines = (number for line in LEADER_RISK.values() if line.word == result for number in line[1:])
        return tuple(dict.fromkeys(number for number in lines if number))


_HIT_DIE, _WOUND_DIE = HitDie(), WoundDie()
_RULE_OF = {line.word: line.rule for line in LEADER_RISK.values()}


def fate_of(leader: LeaderInPlay, word: str, nearest_enemy: float | None) -> Fate:
    """What the second die means for him. A rating of 0 is killed, never captured (T5)."""
    if word == UNHURT:
        return Fate(leader.name, UNHURT, leader.rating, 0, LEADER_HIT_ON.rule)
    cost = WOUND_COSTS.get(word)
    if cost is None:
        return Fate(leader.name, word, 0 if word == KILLED else leader.rating, 0, _RULE_OF[word])
    rating = leader.rating + int(cost.value)
    if rating <= KILLED_AT.value:
        return Fate(leader.name, KILLED, 0, -int(cost.value), KILLED_AT.rule)
    near = nearest_enemy is not None and within(nearest_enemy, CAPTURED_WITHIN.value)
    result = CAPTURED if word == WOUNDED and near else word
    return Fate(leader.name, result, rating, -int(cost.value), cost.rule)


def in_danger(leaders: Iterable[LeaderInPlay]) -> tuple[LeaderInPlay, ...]:
    """Those who have a risk at all: heralds have none (T52)."""
    return tuple(leader for leader in leaders if leader.noble)


def at_risk(leader: LeaderInPlay, nearest_enemy: float | None) -> Step[Fate]:
    """Both dice for one leader."""
    fates = cache(lambda word: fate_of(leader, word, nearest_enemy))
    whether, what = f"risk to {leader.name}", f"{leader.name} is hit"

    def throw(dice: Dice) -> Fate:
        word = dice.sum(1, _HIT_DIE, whether)
        return fates(dice.sum(1, _WOUND_DIE, what) if word == HIT else word)

    return throw


def risks_from_shooting(
    leaders: Iterable[LeaderInPlay], nearest_enemy: float | None, options: Options
) -> tuple[Step[Fate], ...]:
    """Those of all leaders with a target, once for a volley of which a DP counted (T26, T52)."""
    if options.no_risk_from_shooting:
        return ()
    return tuple(at_risk(leader, nearest_enemy) for leader in in_danger(leaders))


def risks_in_combat(leaders: Iterable[LeaderInPlay], options: Options) -> tuple[Step[Fate], ...]:
    """Those of leaders in the front rank, with the enemy before them (T26, T62)."""
    if options.no_risk_in_combat:
        return ()
    return tuple(at_risk(leader, 0.0) for leader in in_danger(one for one in leaders if one.front_rank))


def leader_risk(facts: LeaderRiskFacts) -> Step[Fate]:
    return at_risk(facts.leader, facts.nearest_enemy)


def leader_risk_refusals(facts: LeaderRiskFacts) -> list[Refusal]:
    if facts.leader.noble:
        return []
    return [Refusal("T52", f"{facts.leader.name} is a herald, who is at no risk", "throw for captains and marshals")]
