"""Leaders and messengers: they ride where they like, and a leader who touches a unit is with it."""

import re
from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan
from miniatures.systems.warfare.game.describing import measured, out_of_step
from miniatures.systems.warfare.game.moves import MOVING, too_far
from miniatures.systems.warfare.game.paths import HINDRANCES
from miniatures.systems.warfare.game.pieces import MILLIMETRES, LeaderNow, MessengerNow
from miniatures.systems.warfare.game.state import State, find
from miniatures.systems.warfare.movement import MoveOutcome, move_sum
from miniatures.systems.warfare.movement_facts import MoveFacts
from miniatures.systems.warfare.unit import Stated

if TYPE_CHECKING:
    from miniatures.space.pose import Point
    from miniatures.systems.warfare.game.measured import Measured


class RideWords(Stated):
    """A leader rides to a unit and joins it, or to a place."""

    leader: str = Field(description="the leader")
    to: str = Field(description="a unit, or a place as x,y")


def hindrances(table: "Measured", start: "Point", end: "Point") -> list[str]:
    """What a rider meets on the straight way. He counts as cavalry (W31)."""
    import shapely

    way = shapely.LineString([start, end])
    if way.length < 0.01:
        return []
    found = []
    if table.ground.height_at(end) > table.ground.height_at(start):
        found.append("hill")
    for piece, shape in table.ground.pieces("wall", "hedge"):
        if shape.intersects(way):
            found.append(piece.kind)
    for piece, shape in table.ground.pieces(*HINDRANCES):
        if shape.intersection(way).length > 0.01:
            found.append(HINDRANCES[piece.kind])
    return found


def plan_ride(state: State, words: RideWords) -> Plan:
    leader = state.leaders[find(words.leader, state.leaders, "a leader of this game")]
    table = measured(state)
    data: dict[str, Any] = {"mover": "leader", "intends": "move"}
    changes: dict[str, Any] = {"moved": state.turn, "unit": None}
    place = re.fullmatch(r"\s*(-?[\d.]+)\s*[,; ]\s*(-?[\d.]+)\s*", words.to)
    refusals = _refusals(state, leader)
    if place:
        if table is None:
            raise BrokenInputError("to: without a map there are no places; name a unit")
        end: Point = (float(place[1]), float(place[2]))
        changes |= {"x": end[0], "y": end[1]}
        if not table.ground.inside(_disc(state, leader, end)):
            refusals.append(Refusal("W54", f"{words.to} is off the table", "choose a place on it"))
        told = f"{leader.id} rides to {end[0]:g},{end[1]:g}"
    else:
        unit = state.unit(words.to)
        if unit.side != leader.side:
            refusals.append(Refusal("W57", f"{unit.id} are enemies", "join friends"))
        other = state.leader_with(unit.id)
        if other and other.id != leader.id:
            refusals.append(Refusal("W57", f"{other.id} is with {unit.id} already", "choose another unit"))
        changes |= {"unit": unit.id, "joined": state.turn, "x": None, "y": None}
        told = f"{leader.id} joins {unit.id}"
        end = _nearest_point(table, leader, unit.id) if table and unit.placed else (0.0, 0.0)
    rode = leader.rode if leader.moved == state.turn else 0.0
    if table is not None:
        start = _start(table, leader)
        met = hindrances(table, start, end)
        inches = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        if not place:  # outline to outline: he stops when he touches
            inches = max(0.0, inches - state.options.leader_base / MILLIMETRES / 2)
        data |= {"distance": round(rode + inches, 4), "hindrances": met}
        changes["rode"] = round(rode + inches, 4)
        told += f", {inches:.1f} inches"

    def against(facts: MoveFacts) -> list[Refusal]:
        return [*refusals, *too_far(facts)]

    def conclude(_facts: MoveFacts, _outcome: MoveOutcome) -> Conclusion:
        return Conclusion({"leaders": {leader.id: changes}}, (f"{told}.",))

    return Plan(conclude, "move", data, (), against)


def _disc(state: State, leader: LeaderNow, place: "Point") -> Any:
    from miniatures.space.footprint import Disc

    return Disc(leader.id, *place, state.options.leader_base / MILLIMETRES).polygon


def _start(table: "Measured", leader: LeaderNow) -> "Point":
    body = table.leader_body(leader)
    assert body is not None, f"{leader.id} is nowhere"
    return body.centre


def _nearest_point(table: "Measured", leader: LeaderNow, unit: str) -> "Point":
    import shapely

    if leader.unit == unit:
        return _start(table, leader)
    line = shapely.shortest_line(shapely.Point(_start(table, leader)), table.of(unit).polygon)
    x, y = shapely.get_coordinates(line)[-1]
    return float(x), float(y)


def _refusals(state: State, leader: LeaderNow) -> list[Refusal]:
    found = out_of_step(state, (*MOVING, "deployment"), "W301", "riding")
    if state.mover is not None and leader.side != state.mover:
        found.append(Refusal("W301", f"it is {state.sides[state.mover]} who move now", "wait for the other side"))
    if leader.gone:
        found.append(Refusal("W462", f"{leader.id} is {leader.gone}", "choose another leader"))
    elif leader.out(state.turn):
        found.append(Refusal("W463", f"{leader.id} is out for the move", "wait until he is back"))
    if leader.unit and state.in_melee(leader.unit):
        found.append(Refusal("W322", f"{leader.id} is in melee with {leader.unit}", "wait until it is free"))
    return found


def messengers_ride(state: State, side: int) -> tuple[dict[str, Any], list[str]]:
    """Each rides straight for his wing's leader, and has delivered when he touches him (W12, W71)."""
    table = measured(state)
    changed: dict[str, Any] = {}
    says: list[str] = []
    for rider in state.messengers.values():
        if rider.side != side or rider.arrived:
            continue
        leader = state.leaders.get(state.wings[rider.wing].leader)
        if table is None or rider.x is None:
            says.append(f"{rider.id} rides on; say when he touches the leader: deliver.")
            continue
        if leader is None or leader.gone:
            changed[rider.id] = None
            says.append(f"{rider.id} finds nobody to give his order to.")
            continue
        moved, told = _rides(state, table, rider, leader)
        changed[rider.id] = moved
        says.append(told)
    return changed, says


def _rides(state: State, table: "Measured", rider: MessengerNow, leader: LeaderNow) -> tuple[dict[str, Any], str]:
    import shapely

    body = table.leader_body(leader)
    assert body is not None
    assert rider.x is not None
    start = (rider.x, rider.y)
    line = shapely.shortest_line(shapely.Point(start), body.polygon)
    end = tuple(float(value) for value in shapely.get_coordinates(line)[-1])
    facts = MoveFacts.model_validate({"mover": "messenger", "hindrances": hindrances(table, start, (end[0], end[1]))})
    reach = max(0.0, move_sum(facts).total)
    away = float(line.length)
    if away <= reach + 0.01:
        told = f"{rider.id} reaches {leader.id}: {rider.order} counts from the next Event I (W12)."
        return {"x": round(end[0], 4), "y": round(end[1], 4), "arrived": state.turn}, told
    share = reach / away
    x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
    return {"x": round(x, 4), "y": round(y, 4)}, f"{rider.id} rides {reach:g} inches; {away - reach:.1f} to go."
