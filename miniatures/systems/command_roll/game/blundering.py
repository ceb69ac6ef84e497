"""Blunders that move units by themselves: away from all enemies, or at the nearest of them (C143, C145)."""

from typing import Any

from miniatures.measuring import TOLERANCE
from miniatures.systems.command_roll.blunders import AWAY
from miniatures.systems.command_roll.game.approaching import (
    STEP,
    bearing_to,
    farthest,
    halved,
    open_to,
    reaches,
    shifted,
)
from miniatures.systems.command_roll.game.charging import charged
from miniatures.systems.command_roll.game.going_back import away_from
from miniatures.systems.command_roll.game.losses import merged
from miniatures.systems.command_roll.game.measured import Measured, stood
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.words import joined_names

#: Farther than any table is broad.
FAR = 1000.0


def carried_out(state: State, table: Measured, units: list[UnitNow], word: str) -> tuple[dict[str, Any], list[str]]:
    return _away(state, table, units) if word == AWAY else _towards(state, table, units)


def _changes(state: State, moves: list[tuple[UnitNow, UnitNow]]) -> dict[str, Any]:
    return {
        after.id: stood(after.pose) | {"moved": state.now, "came": [before.pose.x, before.pose.y]}
        for before, after in moves
        if before.pose != after.pose
    }


def _gap(table: Measured, units: list[UnitNow]) -> tuple[float, UnitNow, str]:
    """The smallest distance between any of them and any enemy, and between whom."""
    found = [(near.distance, unit, near.id) for unit in units if (near := table.nearest_enemy(unit.id))]
    return min(found, key=lambda one: (one[0], one[1].id)) if found else (FAR, units[0], "")


def _away(state: State, table: Measured, units: list[UnitNow]) -> tuple[dict[str, Any], list[str]]:
    """Straight away from the nearest enemy, no farther than is needed and a full move at most (C87)."""
    pace = min(unit.move for unit in units)
    names = joined_names(unit.id for unit in units)
    gap, unit, enemy = _gap(table, units)
    if gap >= pace - TOLERANCE:
        return {}, [f"{names} are a full move from all enemies already, and stay (C143)."]
    direction = away_from(table.of(unit.id), table.of(enemy))

    def lacks(far: float) -> bool:
        return gap_at(far) < pace

    def gap_at(far: float) -> float:
        gone = [after for _, after in shifted(table, units, direction, far)]
        return _gap(table.with_units(*gone), gone)[0]

    limit = open_to(table, units, direction, pace)
    tries = [STEP * step for step in range(int(limit / STEP) + 1)] + [limit]
    enough = next((far for far in tries if not lacks(far)), None)
    if enough is None:
        far = max(tries, key=lambda far: (round(gap_at(far), 3), -far))
        end = ", and can get no farther from everybody"
    else:
        far, end = halved(max(0.0, enough - STEP), enough, lacks), ""
    moves = shifted(table, units, direction, far)
    return {"units": _changes(state, moves)}, [f"{names} go {far:.1f} cm away from {enemy}{end} (C143)."]


def _towards(state: State, table: Measured, units: list[UnitNow]) -> tuple[dict[str, Any], list[str]]:
    """Those who can charge do; the others go on together, a full move towards the enemy that the nearest sees."""
    changes: dict[str, Any] = {}
    contacts: dict[str, Any] = {}
    says: list[str] = []
    pace = min(unit.move for unit in units)
    seen = {unit.id: found for unit in units if (found := table.closest_in_sight(unit.id))}
    waiting = sorted(units, key=lambda unit: (round(seen[unit.id].distance, 6) if unit.id in seen else FAR, unit.id))
    if not seen:
        return {}, [f"{joined_names(unit.id for unit in units)} see no enemy, and stay (C145)."]
    rest: list[UnitNow] = []
    for unit in waiting:
        enemy = seen[unit.id].id if unit.id in seen and not unit.unit.artillery else ""
        met = reaches(table, unit, enemy, unit.move) if enemy else None
        if met is None:
            rest.append(unit)
            continue
        own, touches, told = charged(state, table, unit, met.unit)
        table = table.with_units(met.unit)
        changes, contacts = merged(changes, own), contacts | touches
        says += told
    if rest:
        lead = next((unit for unit in rest if unit.id in seen), None)
        enemy = seen[lead.id].id if lead else next(iter(seen.values())).id
        first = lead or rest[0]
        moves = farthest(table, rest, bearing_to(table, first.id, enemy), pace)
        changes = merged(changes, _changes(state, moves))
        says.append(f"{joined_names(unit.id for unit in rest)} go towards {enemy}, as far as they can (C145).")
    return {"units": changes} | ({"contacts": contacts} if contacts else {}), says
