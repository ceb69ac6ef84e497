"""What becomes of leaders in danger: wounds, capture and death, and what their friends feel of it (T151 to T156)."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.systems.tree_of_battles.game.at_once import concluded
from miniatures.systems.tree_of_battles.game.describing import leader_facts, measured, not_in_play
from miniatures.systems.tree_of_battles.game.pieces import LeaderNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Shock
from miniatures.systems.tree_of_battles.leader_risk import KILLED, Fate, LeaderRiskFacts
from miniatures.systems.tree_of_battles.shooting_wording import tell_fate
from miniatures.systems.tree_of_battles.unit import Stated


class RiskWords(Stated):
    """A leader throws for a risk that was forgotten: shots and combats throw for it themselves."""

    leader: str = Field(description="the captain or marshal")


class Befallen(NamedTuple):
    """What fates change, what is said of them, and what friends feel."""

    changes: dict[str, Any]
    says: list[str]
    shocks: list[Shock]


def befallen(state: State, fates: Iterable[Fate]) -> Befallen:
    """Leaders of the game by name; who is killed or captured is out of it."""
    leaders: dict[str, Any] = {}
    says: list[str] = []
    shocks: list[Shock] = []
    table = measured(state)
    for fate in fates:
        if fate.leader not in state.leaders:
            continue
        one = state.leaders[fate.leader]
        own: dict[str, Any] = {"wounds": one.wounds + fate.wounds} if fate.wounds and not fate.lost else {}
        if fate.lost:
            own = {"gone": fate.result, "unit": None, "front": None, "carries": None}
        if own:
            leaders[one.id] = own
        says += tell_fate(fate)[:1]
        if fate.result == KILLED and one.unit:
            where = table.bodies.get(one.unit) if table is not None else None
            shocks.append(Shock(one.unit, "noble killed", where))
    return Befallen({"leaders": leaders} if leaders else {}, says, shocks)


def nearest_enemy(state: State, leader: LeaderNow) -> float | None:
    """Inches from him to the nearest enemy, who captures him if he is wounded within 4 (T153)."""
    if leader.unit and state.fighting(leader.unit):
        return 0.0
    table = measured(state)
    body = table.leader_at(leader) if table is not None else None
    if table is None or body is None:
        return None
    from miniatures.space.nearest import nearest

    found = nearest(body, table.enemies(leader.side))
    return round(found.distance, 3) if found else None


def plan_risk(state: State, words: RiskWords) -> Plan:
    leader = state.leader(words.leader)
    if leader.gone:
        return impossible(not_in_play(leader))
    facts: dict[str, Any] = {"leader": leader_facts(state, leader)}
    near = nearest_enemy(state, leader)
    if near is not None:
        facts["nearest_enemy"] = near
    because = f"shots and combats throw for {leader.id} themselves"
    refusals = [Refusal("T151", because, "overrule this where a risk was forgotten")]

    def conclude(_facts: LeaderRiskFacts, fate: Fate) -> Conclusion:
        fell = befallen(state, [fate._replace(leader=leader.id)])
        return concluded(state, fell.changes, fell.says, fell.shocks)

    return Plan(conclude, "leader-risk", facts, (), lambda _facts: refusals)
