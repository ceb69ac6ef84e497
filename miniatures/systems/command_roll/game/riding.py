"""Commanders at the end of their Command phase: to a place, or to a unit that they join."""

import math
from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import CONTACT, within
from miniatures.naming import place_said
from miniatures.ruling import Refusal
from miniatures.space.pose import Point
from miniatures.systems.command_roll.game.barring import spent
from miniatures.systems.command_roll.game.describing import (
    measured,
    not_in_play,
    not_their_turn,
    out_of_step,
    unit_facts,
)
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.movement import MoveFacts, move_sum
from miniatures.systems.command_roll.unit import Flag, Stated
from miniatures.systems.playing import Conclusion, Plan, impossible

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured

#: A place is said to a millimetre: so much is left for the rounding.
SHORT, STEP = 0.1, 0.5


class RideWords(Stated):
    """A commander goes to a unit and joins it, or to a place."""

    commander: str = Field(description="the commander")
    to: str = Field("", description="a unit, or a place as x,y")
    remount: Flag = Field(False, description="instead he mounts or dismounts, where the table plays remounting")
    leave: Flag = Field(False, description="without a map: he leaves the unit that he is with, and is alone")


def plan_ride(state: State, words: RideWords) -> Plan:
    rider = state.unit(words.commander)
    if not rider.commands:
        raise BrokenInputError(f"commander: {rider.id} are a unit; they move by order or initiative")
    if rider.gone:
        return impossible(not_in_play(rider))
    table = measured(state)
    place = place_said(words.to)
    if not (words.to or words.remount or words.leave) or (words.leave and table is not None and not place):
        raise BrokenInputError("to: expected a unit, a place as x,y, or --remount")
    if place and table is None:
        raise BrokenInputError("to: this game has no map; expected a unit, or --leave for a commander to be alone")
    said = unit_facts(state, rider, engaged=state.engaged(rider.joined or rider.id))
    said.pop("joined", None)
    facts: dict[str, Any] = {"units": [said], "because": "none", "remounts": words.remount}
    found = _refusals(state, rider)
    changed: dict[str, Any] = {"rode": state.now}
    goal: Point | None = None
    if words.remount:
        changed["remounted"] = not rider.remounted
        says = f"{rider.id} {'dismounts' if rider.mounted else 'mounts'}."
    elif place and table is not None:
        own = table.of(rider.id)
        changed |= {"joined": None, "x": place[0], "y": place[1], "facing": own.pose.facing}
        says = f"{rider.id} goes to {place[0]:g},{place[1]:g}."
        start, goal = _start(table, rider), place
        facts |= _way(table, rider, start, place, found)
        facts["distance"] = round(math.dist(start, place), 3)
        found += _room(table, rider, place)
    elif words.leave:
        changed |= {"joined": None}
        says = f"{rider.id} is alone."
        if not rider.joined:
            found.append(Refusal("C38", f"{rider.id} is with nobody", "leave him there"))
    else:
        unit = state.unit(words.to)
        if unit.gone:
            return impossible([*found, *not_in_play(unit)])
        if unit.joined:  # who goes to a commander goes to those he is with
            unit = state.units[unit.joined]
        found += _joining(rider, unit)
        if unit.commands or unit.side != rider.side:  # nobody can agree that a man is with himself, or with enemies
            return impossible(found)
        changed |= {"joined": unit.id}
        says = f"{rider.id} joins {unit.id}."
        if table is not None and unit.placed:
            from miniatures.space.shapes import shortest_line

            (east, north), *_, (to_east, to_north) = shortest_line(
                table.of(rider.id).polygon, table.of(unit.id).polygon
            ).coords
            facts |= _way(table, rider, (east, north), (to_east, to_north), found)
            facts["distance"] = round(table.apart(rider.id, unit.id), 3)
            goal = (to_east, to_north)

    def conclude(_facts: MoveFacts, _outcome: Any) -> Conclusion:
        return Conclusion({"units": {rider.id: changed}}, (says,))

    def against(facts: MoveFacts) -> list[Refusal]:
        return [*found, *_too_far(table, rider, goal, facts)]

    return Plan(conclude, "move", facts, refusals=against, spends=spent)


def _start(table: "Measured", rider: UnitNow) -> Point:
    """Where a commander's way begins: the middle of his front, or of the unit that he is with."""
    return (rider.pose.x, rider.pose.y) if rider.placed else table.of(rider.id).centre


def _too_far(table: "Measured | None", rider: UnitNow, goal: Point | None, facts: MoveFacts) -> list[Refusal]:
    """The cure is a place on that way which he can reach, as it is typed."""
    reach = move_sum(facts).total
    if facts.distance is None or within(facts.distance, reach):
        return []
    cure = f"go {reach:g} cm at most"
    if table is not None and goal is not None and (spot := _on_the_way(table, rider, goal, reach)):
        cure = f'go as far as you can: ride "{rider.id}" {spot[0]:g},{spot[1]:g}'
    return [Refusal("C15", f"it is {round(facts.distance, 2):g} cm, and the move is {reach:g}", cure)]


def _on_the_way(table: "Measured", rider: UnitNow, goal: Point, reach: float) -> Point | None:
    """The farthest place straight towards another where he has room, to a millimetre and a little short."""
    start = _start(table, rider)
    whole = math.dist(start, goal)
    far = min(whole, reach - SHORT)
    while far > SHORT:
        x, y = (round(begin + (end - begin) * far / whole, 1) for begin, end in zip(start, goal, strict=True))
        if within(math.dist(start, (x, y)), reach) and not _room(table, rider, (x, y)):
            return x, y
        far -= STEP
    return None


def _way(table: "Measured", rider: UnitNow, start: Point, end: Point, found: list[Refusal]) -> dict[str, Any]:
    """What lies on a commander's straight way: a river halves it, enemies and impassable ground bar it (C90)."""
    from miniatures.systems.command_roll.game.travel import hindered, river_between

    for name in hindered(table, rider, start, end):
        found.append(Refusal("C85", f"{name} on the way of {rider.id}", "go round, in two moves"))
    return {"river": True} if river_between(table, start, end) else {}


def _joining(rider: UnitNow, unit: UnitNow) -> list[Refusal]:
    found: list[Refusal] = []
    if unit.side != rider.side:
        found.append(Refusal("C38", f"{unit.id} are enemies", "join your own"))
    if unit.commands:
        found.append(Refusal("C38", f"{unit.id} is a commander", "join a unit"))
    if unit.id == rider.joined:
        found.append(Refusal("C38", f"{rider.id} is with {unit.id} already", "leave him there"))
    return found


def _room(table: "Measured", rider: UnitNow, spot: tuple[float, float]) -> list[Refusal]:
    from dataclasses import replace

    from miniatures.space.footprint import distance
    from miniatures.systems.command_roll.game.measured import footprint

    there = replace(rider, x=spot[0], y=spot[1], joined="")
    body = footprint(there, table.state.options)
    if not table.free(there, body):
        return [Refusal("C78", f"{rider.id} would stand on others, off the table or in impassable ground", "go beside")]
    touching = [one.id for one in table.enemies(rider.side) if distance(body, one) <= CONTACT]
    return [Refusal("C131", f"{rider.id} would touch {name}, and that is a charge", "keep away") for name in touching]


def _refusals(state: State, rider: UnitNow) -> list[Refusal]:
    found = [*out_of_step(state, ("commanders",), "C38", "a commander's own move"), *not_their_turn(state, rider)]
    if rider.rode == state.now:
        found.append(Refusal("C38", f"{rider.id} has moved in this phase", "move him next turn"))
    return found
