"""Commanders at the end of their Command phase, and heralds on their way with new objectives."""

import math
from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import CONTACT, within
from miniatures.ruling import Refusal
from miniatures.space.pose import Point
from miniatures.systems.command_roll.game.describing import (
    commander_facts,
    measured,
    not_in_play,
    not_their_turn,
    out_of_step,
    unit_facts,
)
from miniatures.systems.command_roll.game.moving import too_far
from miniatures.systems.command_roll.game.orders import place_said
from miniatures.systems.command_roll.game.persons import battle_named
from miniatures.systems.command_roll.game.pieces import BattleNow, HeraldNow, UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.movement import MoveFacts
from miniatures.systems.command_roll.objectives import HeraldFacts, HeraldOutcome
from miniatures.systems.command_roll.tables import HERALD_MOVE
from miniatures.systems.command_roll.unit import Flag, Objective, Stated
from miniatures.systems.playing import Conclusion, Plan, impossible

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured


class RideWords(Stated):
    """A commander goes to a unit and joins it, or to a place."""

    commander: str = Field(description="the commander")
    to: str = Field("", description="a unit, or a place as x,y")
    remount: Flag = Field(False, description="instead he mounts or dismounts, where the table plays remounting")
    leave: Flag = Field(False, description="without a map: he leaves the unit that he is with, and is alone")


class HeraldWords(Stated):
    """A general or battle leader sends his herald with a new objective."""

    sender: str = Field(description="whose herald it is")
    battle: str = Field(description="the battle that he rides to")
    objective: Objective = Field(description="attack, defend or advance")


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
    if words.remount:
        changed["remounted"] = not rider.remounted
        says = f"{rider.id} {'dismounts' if rider.mounted else 'mounts'}."
    elif place and table is not None:
        own = table.of(rider.id)
        changed |= {"joined": None, "x": place[0], "y": place[1], "facing": own.pose.facing}
        says = f"{rider.id} goes to {place[0]:g},{place[1]:g}."
        start = (rider.pose.x, rider.pose.y) if rider.placed else own.centre
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

    def conclude(_facts: MoveFacts, _outcome: Any) -> Conclusion:
        return Conclusion({"units": {rider.id: changed}}, (says,))

    return Plan(conclude, "move", facts, refusals=lambda facts: [*found, *too_far(facts)])


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


def plan_herald(state: State, words: HeraldWords) -> Plan:
    sender = state.unit(words.sender)
    if not sender.commands:
        raise BrokenInputError(f"sender: {sender.id} are a unit; expected the general or a battle leader")
    if sender.gone:
        return impossible(not_in_play(sender))
    battle = battle_named(state, words.battle, sender.side)
    table = measured(state)
    facts: dict[str, Any] = {
        "sender": commander_facts(state, sender),
        "battle": battle.name,
        "objective": battle.objective or "defend",
        "new": words.objective,
        "herald_away": sender.id in state.heralds,
        "command_killed": bool(battle.commander) and bool(state.units[battle.commander].gone),
    }
    start = None
    if table is not None:
        start = table.of(sender.id).centre
        far = nearest_of(table, battle, start)
        facts["distance"] = round(far[0], 3) if far else 0.0

    def against(_facts: HeraldFacts) -> list[Refusal]:
        found = [*out_of_step(state, ("command", "commanders"), "C18", "a herald"), *not_their_turn(state, sender)]
        if battle.side != sender.side:
            found.append(Refusal("C442", f"{battle.name} is the enemy's", "send him to your own"))
        if not _reachable(state, battle):
            found.append(Refusal("C442", f"nobody of {battle.name} is left to be told", "keep him"))
        return found

    def conclude(facts: HeraldFacts, outcome: HeraldOutcome) -> Conclusion:
        one: dict[str, Any] = {"battle": battle.id, "objective": words.objective, "sent": state.turn}
        if start is not None:
            one |= {"x": round(start[0], 4), "y": round(start[1], 4)}
        one["arrives"] = state.turn + outcome.turns - 1
        when = "this turn" if outcome.turns == 1 else f"in {outcome.turns} turns"
        says = f"A herald of {sender.id} rides to {battle.name}: {facts.new}. He is there {when}, if nobody moves."
        return Conclusion({"heralds": {sender.id: one}}, (says,))

    return Plan(conclude, "herald", facts, refusals=against)


def _reachable(state: State, battle: BattleNow) -> bool:
    return any(unit.battle == battle.id and not unit.commands for unit in state.standing(battle.side))


def nearest_of(table: "Measured", battle: BattleNow, point: Point) -> tuple[float, Point] | None:
    """How far the nearest stand of a battle is from a point, and where it is."""
    import shapely

    found = []
    for unit in table.units.values():
        if unit.battle == battle.id and unit.placed and not unit.commands:
            line = shapely.shortest_line(shapely.Point(point), table.of(unit.id).polygon)
            found.append((float(line.length), (line.coords[-1][0], line.coords[-1][1])))
    return min(found, default=None)


def heralds_ride(state: State) -> tuple[dict[str, Any], list[str]]:
    """At the end of the Command phase each herald of this side rides 20 cm, or is back with his lord (C18, C80)."""
    changes: dict[str, Any] = {}
    says: list[str] = []
    table = measured(state)
    for name, herald in state.heralds.items():
        if state.units[name].side != state.active:
            continue
        if herald.back:
            if herald.back <= state.turn:
                changes.setdefault("heralds", {})[name] = None
            continue
        battle = state.battles[herald.battle]
        if not _reachable(state, battle):
            changes.setdefault("heralds", {})[name] = None
            says.append(f"The herald of {name} finds nobody of {battle.name}, and turns back.")
        elif _rides(state, table, name, herald, changes):
            changes.setdefault("battles", {})[battle.id] = {"objective": herald.objective}
            away = state.turn + (state.turn - herald.sent) + 1
            changes.setdefault("heralds", {})[name] = {"back": away}
            says.append(f"The herald of {name} reaches {battle.name}: it is to {herald.objective} now (C442).")
    return changes, says


def _rides(state: State, table: "Measured | None", name: str, herald: HeraldNow, changes: dict[str, Any]) -> bool:
    if table is None or herald.x is None:
        return herald.arrives <= state.turn
    start = (herald.x, herald.y)
    goal = nearest_of(table, state.battles[herald.battle], start)
    if goal is None:
        return False
    far, spot = goal
    if within(far, HERALD_MOVE.value):
        changes.setdefault("heralds", {})[name] = {"x": round(spot[0], 4), "y": round(spot[1], 4)}
        return True
    share = HERALD_MOVE.value / far
    x, y = (round(begin + share * (end - begin), 4) for begin, end in zip(start, spot, strict=True))
    changes.setdefault("heralds", {})[name] = {"x": x, "y": y}
    return False
