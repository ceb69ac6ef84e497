"""Leaders and heralds on their way: to a contingent, into its front rank, or to a place (T401, T326, T74)."""

from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import TOLERANCE
from miniatures.naming import place_said
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, certain, impossible
from miniatures.systems.tree_of_battles.game.commanding import paid
from miniatures.systems.tree_of_battles.game.describing import (
    leader_facts,
    measured,
    not_in_play,
    out_of_step,
    unit_facts,
)
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow, LeaderNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.unit import Flag, Stated

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.tree_of_battles.game.measured import Measured


class LeadWords(Stated):
    """A leader or herald goes to a contingent and joins it, or to a place."""

    leader: str = Field(description="the captain, marshal or herald")
    to: str = Field(description='the contingent that he joins, a place as x,y, or without a map "alone"')
    front: Flag = Field(False, description="he stands in the front rank of the contingent, and fights there")


def plan_lead(state: State, words: LeadWords) -> Plan:
    leader = state.leader(words.leader)
    if leader.gone:
        return impossible(not_in_play(leader))
    place = place_said(words.to)
    alone = words.to.strip().lower() == "alone"
    if place is None and "," in words.to and not any("," in name for name in state.units):
        raise BrokenInputError(f'to: expected a place as x,y in inches, or a contingent; found "{words.to}"')
    unit = None if place or alone else state.unit(words.to)
    table = measured(state)
    if (place and table is None) or (alone and table is not None):
        expected = "a contingent, or alone: this game has no map" if place else "a contingent, or a place as x,y"
        raise BrokenInputError(f"to: expected {expected}")
    if unit is not None and unit.gone:
        return impossible(not_in_play(unit))
    found = out_of_step(state, ("command", "deployment"), "T401", "a leader's own move")
    found += _joining(leader, unit, front=words.front)
    if unit is not None:
        changes: dict[str, Any] = {"unit": unit.id, "x": None, "y": None, "front": words.front or None}
        if unit.id == leader.unit:
            return _within(leader, unit, words, found)
        says = f"{leader.id} joins {unit.id}{' in the front rank' if words.front else ''}"
    else:
        changes = {"unit": None, "front": None} | ({"x": place[0], "y": place[1]} if place else {})
        says = f"{leader.id} goes to {place[0]:g},{place[1]:g}" if place else f"{leader.id} is alone"
    far = None
    if table is not None:
        end = table.bodies.get(unit.id) if unit else _point(leader, changes["x"], changes["y"])
        far = _way(table, leader, end, found)
    if state.step == "deployment":
        return certain({"leaders": {leader.id: changes}}, (f"{says}.",), found)
    if leader.leader.noble:
        return _paid_for(state, leader, unit, changes, says, far, found)
    return _herald(state, leader, unit, changes, says, far, found)


def _joining(leader: LeaderNow, unit: ContingentNow | None, *, front: bool) -> list[Refusal]:
    found: list[Refusal] = []
    if unit is not None and unit.side != leader.side:
        found.append(Refusal("T401", f"{unit.id} are enemies of {leader.id}", "join one of his own side"))
    if front and unit is None:
        found.append(Refusal("T237", "there is no front rank where he would be alone", "leave out --front"))
    if front and not leader.leader.noble:
        found.append(Refusal("T237", f"{leader.id} is a herald, who does not fight", "leave out --front"))
    return found


def _within(leader: LeaderNow, unit: ContingentNow, words: LeadWords, found: list[Refusal]) -> Plan:
    """Into the front rank of those he is with, or out of it, costs nothing (T74)."""
    if leader.front == words.front:
        where = "in the front rank of" if leader.front else "with"
        found = [*found, Refusal("T401", f"{leader.id} is {where} {unit.id} already", "leave him there")]
    says = f"{leader.id} {'steps into' if words.front else 'leaves'} the front rank of {unit.id} (T74)."
    return certain({"leaders": {leader.id: {"front": words.front or None}}}, (says,), found)


def _point(leader: LeaderNow, x: float, y: float) -> "Footprint":
    from miniatures.space.footprint import Footprint
    from miniatures.space.pose import Pose

    return Footprint(leader.id, Pose(x, y, 0.0), 0.0, 0.0)


def _way(table: "Measured", leader: LeaderNow, end: "Footprint | None", found: list[Refusal]) -> float | None:
    """How far his straight way is; enemies and buildings bar it, and he stays on the table (T74)."""
    import shapely

    from miniatures.systems.tree_of_battles.game.measured import BARRED

    start = table.leader_at(leader)
    if start is None or end is None:
        words = f"{leader.id} is not on the table" if start is None else "there is nobody to go to on the table"
        found.append(Refusal("T401", words, "place him, or them, first"))
        return None
    way = shapely.shortest_line(start.polygon, end.polygon)
    if not table.ground.inside(end.polygon):
        found.append(Refusal("T74", f"{leader.id} would leave the table", "stay on it"))
    # Where he already stands against enemies he may ride away from them.
    for enemy in table.enemies(leader.side):
        if way.intersection(enemy.polygon).length > TOLERANCE:
            found.append(Refusal("T74", f"{enemy.id} stand on the way of {leader.id}", "go round, in two moves"))
    for piece, shape in table.ground.pieces(*BARRED):
        if way.intersection(shape).length > TOLERANCE:
            name = piece.name or piece.kind
            found.append(Refusal("T74", f"{name} is on the way of {leader.id}", "go round, in two moves"))
    return round(float(way.length), 3)


def _paid_for(
    state: State,
    leader: LeaderNow,
    unit: ContingentNow | None,
    changes: dict[str, Any],
    says: str,
    far: float | None,
    found: list[Refusal],
) -> Plan:
    action: dict[str, Any] = {"does": "move"}
    if unit is not None:
        action["contingent"] = unit_facts(state, unit)
    if far is not None:
        action["distance"] = far

    def conclude(_facts: Any, outcome: Any) -> Conclusion:
        own = changes | paid(state, leader, outcome) | {"rode": state.turn}
        left = f"{outcome.left} command points left" if outcome.left != 1 else "1 command point left"
        return Conclusion({"leaders": {leader.id: own}}, (f"{says} (T401), {left}.",))

    facts = {"leader": leader_facts(state, leader), "actions": [action]}
    return Plan(conclude, "command", facts, (), lambda _facts: found)


def _herald(
    state: State,
    leader: LeaderNow,
    unit: ContingentNow | None,
    changes: dict[str, Any],
    says: str,
    far: float | None,
    found: list[Refusal],
) -> Plan:
    """Heralds go 12 inches a turn, for nothing (T5, T326)."""
    if leader.rode == state.turn:
        found.append(Refusal("T326", f"{leader.id} has gone his way this turn", "send him on next turn"))
    facts: dict[str, Any] = {"leader": leader_facts(state, leader)}
    if unit is not None:
        facts["joins"] = unit.id
    if far is not None:
        facts["distance"] = far

    def conclude(_facts: Any, _outcome: Any) -> Conclusion:
        return Conclusion({"leaders": {leader.id: changes | {"rode": state.turn}}}, (f"{says} (T326).",))

    return Plan(conclude, "leader-move", facts, (), lambda _facts: found)
