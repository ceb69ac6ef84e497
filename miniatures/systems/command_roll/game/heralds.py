"""Heralds on their way with new objectives (C18, C80)."""

from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.space.pose import Point
from miniatures.systems.command_roll.game.describing import (
    commander_facts,
    measured,
    not_in_play,
    not_their_turn,
    out_of_step,
)
from miniatures.systems.command_roll.game.persons import battle_named
from miniatures.systems.command_roll.game.pieces import BattleNow, HeraldNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.objectives import HeraldFacts, HeraldOutcome
from miniatures.systems.command_roll.tables import HERALD_MOVE
from miniatures.systems.command_roll.unit import Objective, Stated
from miniatures.systems.playing import Conclusion, Plan, impossible

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured


class HeraldWords(Stated):
    """A general or battle leader sends his herald with a new objective."""

    sender: str = Field(description="whose herald it is")
    battle: str = Field(description="the battle that he rides to")
    objective: Objective = Field(description="attack, defend or advance")


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
