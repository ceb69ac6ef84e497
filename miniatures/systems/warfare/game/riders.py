"""Leaders and messengers: they ride where they like, and a leader who touches a unit is with it."""

import math
from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import TOLERANCE, furthest, within
from miniatures.naming import find, place_said
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan
from miniatures.systems.warfare.game.describing import measured, not_in_play, out_of_step
from miniatures.systems.warfare.game.moves import MOVING, spent, too_far
from miniatures.systems.warfare.game.paths import BARRED, HINDRANCES, LINES
from miniatures.systems.warfare.game.pieces import MILLIMETRES, LeaderNow, MessengerNow, UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.movement import MoveOutcome, move_sum
from miniatures.systems.warfare.movement_facts import MoveFacts
from miniatures.systems.warfare.tables import Move
from miniatures.systems.warfare.unit import Stated

if TYPE_CHECKING:
    from miniatures.space.pose import Point
    from miniatures.systems.warfare.game.measured import Measured


MESSENGER = Move.leaders_and_messengers.value


class RideWords(Stated):
    """A leader rides to a unit and joins it, or to a place."""

    leader: str = Field(description="the leader")
    to: str = Field(description="a unit, or a place as x,y")


def hindrances(table: "Measured", start: "Point", end: "Point") -> list[str]:
    """What a rider meets on the straight way. He counts as cavalry (W31), but no river stops him."""
    import shapely

    way = shapely.LineString([start, end])
    if way.length < TOLERANCE:
        return []
    found = ["hill"] if table.climbs(start, end) else []
    found += [LINES[piece.kind] for piece, shape in table.ground.pieces(*LINES) if shape.intersects(way)]
    for piece, shape in table.ground.pieces(*HINDRANCES):
        if shape.intersection(way).length > TOLERANCE:
            found.append(HINDRANCES[piece.kind])
    return found


def plan_ride(state: State, words: RideWords) -> Plan:
    leader = state.leaders[find(words.leader, state.leaders, "a leader of this game")]
    table = measured(state)
    data: dict[str, Any] = {"mover": "leader", "intends": "move"}
    changes: dict[str, Any] = {"moved": state.turn, "unit": None}
    place = place_said(words.to)
    refusals = _refusals(state, leader)
    start = _start(table, leader) if table else None
    if place:
        if table is None:
            raise BrokenInputError("to: without a map there are no places; name a unit")
        end: Point | None = place
        changes |= {"x": place[0], "y": place[1]}
        told = f"{leader.id} rides to {place[0]:g},{place[1]:g}"
    else:
        unit = state.unit(words.to)
        refusals += _joining(state, leader, unit)
        changes |= {"unit": unit.id, "joined": state.turn, "x": None, "y": None}
        told = f"{leader.id} joins {unit.id}"
        end = _nearest_point(table, leader, start, unit) if table and start else None
    if table is not None and start is None:
        refusals.append(Refusal("W65", f"{leader.id} stands on no table", f'place him first: place "{leader.id}"'))
    rode = _ridden(state, leader)
    if table is not None and start is not None and end is not None:
        refusals += _on_the_way(table, leader, start, end, stops=bool(place))
        inches = math.dist(start, end)
        if not place:  # outline to outline: he stops when he touches
            inches = max(0.0, inches - state.options.leader_base / MILLIMETRES / 2)
        data |= {"distance": round(rode + inches, 4), "hindrances": hindrances(table, start, end)}
        told += f", {inches:.1f} inches"

    def against(facts: MoveFacts) -> list[Refusal]:
        return refusals if state.step == "deployment" else [*refusals, *too_far(facts, rode)]

    def conclude(facts: MoveFacts, _outcome: MoveOutcome) -> Conclusion:
        rode = round(spent(facts).cost, 4)  # with what the ground cost him, should he ride on
        return Conclusion({"leaders": {leader.id: {**changes, "rode": rode}}}, (f"{told}.",))

    return Plan(conclude, "move", data, (), against, spends=spent)


def _ridden(state: State, leader: LeaderNow) -> float:
    """Inches of this turn's move that are spent: his own, or those of the unit that he went with."""
    rode = leader.rode if leader.moved == state.turn and leader.moved else 0.0
    moving = state.units[leader.unit].moving if leader.unit else {}
    went = moving.get("inches") or 0.0 if moving.get("turn") == state.turn else 0.0
    return max(rode, float(went))


def _joining(state: State, leader: LeaderNow, unit: UnitNow) -> list[Refusal]:
    found = not_in_play(unit)
    if unit.side != leader.side:
        found.append(Refusal("W57", f"{unit.id} are enemies", "join friends"))
    other = state.leader_with(unit.id)
    if other and other.id != leader.id:
        found.append(Refusal("W57", f"{other.id} is with {unit.id} already", "choose another unit"))
    return found


def _on_the_way(table: "Measured", leader: LeaderNow, start: "Point", end: "Point", *, stops: bool) -> list[Refusal]:
    """A leader alone rides neither through enemies nor up to them, nor into a building, nor off the table."""
    import shapely

    from miniatures.measuring import CONTACT

    found: list[Refusal] = []
    way = shapely.LineString([start, end])
    disc = _disc(table.state, leader, end)
    for enemy in table.enemies(leader.side):
        if way.intersects(enemy.polygon) or (stops and disc.distance(enemy.polygon) <= CONTACT):
            found.append(Refusal("W57", f"{enemy.id} would meet {leader.id}", "ride elsewhere, or with a unit"))
    for piece, shape in table.ground.pieces(*BARRED):
        if shape.intersection(way).length > TOLERANCE:
            found.append(Refusal("W67", f"{piece.name or piece.kind} cannot be entered", "go round"))
    if stops and not table.ground.inside(disc):
        found.append(Refusal("W54", f"{end[0]:g},{end[1]:g} is off the table", "choose a place on it"))
    return found


def _disc(state: State, leader: LeaderNow, place: "Point") -> Any:
    from miniatures.space.footprint import Disc

    return Disc(leader.id, *place, state.options.leader_base / MILLIMETRES).polygon


def _start(table: "Measured", leader: LeaderNow) -> "Point | None":
    body = table.leader_body(leader)
    return body.centre if body else None


def _nearest_point(table: "Measured", leader: LeaderNow, start: "Point", unit: UnitNow) -> "Point | None":
    import shapely

    if leader.unit == unit.id:
        return start
    if not unit.placed:
        return None
    line = shapely.shortest_line(shapely.Point(start), table.of(unit.id).polygon)
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
    """As far as the ground on the way lets him: what lies further on hinders him when he comes to it."""
    import shapely

    body = table.leader_body(leader)
    assert rider.x is not None
    if body is None:
        return {}, f"{rider.id} does not find {leader.id}."
    start = (rider.x, rider.y)
    line = shapely.shortest_line(shapely.Point(start), body.polygon)
    away = float(line.length)

    def place(inches: float) -> "Point":
        point = line.interpolate(inches)
        return point.x, point.y

    def fits(inches: float) -> bool:
        met = hindrances(table, start, place(inches))
        facts = MoveFacts.model_validate({"mover": "messenger", "hindrances": met})
        return within(inches, max(0.0, move_sum(facts).total))

    inches = furthest(min(away, MESSENGER), fits)
    x, y = place(inches)
    moved = {"x": round(x, 4), "y": round(y, 4)}
    if within(away, inches):
        told = f"{rider.id} reaches {leader.id}: {rider.order} counts from the next Event I (W12)."
        return moved | {"arrived": state.turn}, told
    return moved, f"{rider.id} rides {inches:.1f} inches; {away - inches:.1f} to go."
