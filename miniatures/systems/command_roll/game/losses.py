"""Stands that are lost, on the table and in the list: which of them go, and what becomes of commanders."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from miniatures.measuring import CONTACT
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured


def fewer(table: "Measured | None", unit: UnitNow, left: int) -> dict[str, Any]:
    """The changes of a unit that has so many stands left: rear ranks go first, then who touches no enemy (C66)."""
    changes: dict[str, Any] = {"lost": unit.unit.size - left, "falling": None}
    changes |= arrows_of_the_lost(unit, unit.left - left)
    if not left or table is None or not unit.placed or unit.ranks > 1:
        return changes
    keeps = _kept(table, unit, left)
    width, _ = unit.stand_size(table.state.options)
    middle = (keeps[0] + keeps[-1]) / 2 - (unit.abreast - 1) / 2
    if middle:
        pose = unit.pose.shifted(0.0, middle * width)
        changes |= {"x": round(pose.x, 4), "y": round(pose.y, 4)}
    return changes


def arrows_of_the_lost(unit: UnitNow, stands: int) -> dict[str, Any]:
    """Who loses stands gives up first those that are out of arrows, and of these the ones that shot last (C93)."""
    if not unit.exhausted or stands <= 0:
        return {}
    kept = sorted(unit.exhausted)[: max(0, len(unit.exhausted) - stands)]
    return {"exhausted": kept or None}


def _kept(table: "Measured", unit: UnitNow, left: int) -> range:
    """The stands of a line that stay: as many side by side as touch enemies; the left ones if all are alike."""
    from miniatures.space.footprint import distance

    enemies = [stand for name in table.state.enemies_touching(unit.id) for stand in table.stands(name)]
    touching = [any(distance(own, other) <= CONTACT for other in enemies) for own in table.stands(unit.id)]
    runs = [range(first, first + left) for first in range(unit.stands - left + 1)]
    return max(runs, key=lambda run: (sum(touching[number] for number in run), -run[0]))


def struck(
    state: State, table: "Measured | None", unit: UnitNow, left: int, hits: int, killed: tuple[str, ...]
) -> dict[str, Any]:
    """What losses change, by unit: its own stands and hits, and the commanders with it."""
    changes: dict[str, Any] = {unit.id: {"hits": hits if left else None}}
    if left != unit.left:
        changes[unit.id] |= fewer(table, unit, left)
    changes |= {name: {"gone": "killed", "joined": None} for name in killed}
    if not left:
        changes[unit.id]["gone"] = "destroyed"
        alive = [one for one in state.joined_to(unit.id) if one.id not in killed]
        changes |= left_alone(table, unit, alive)
        if alive and hits:
            changes[alive[0].id]["hits"] = hits
    return changes


def left_alone(table: "Measured | None", unit: UnitNow, commanders: Sequence[UnitNow]) -> dict[str, Any]:
    """Commanders whose unit is gone stand where it stood, each at the nearest free place (C70)."""
    if table is None or unit.x is None:
        return {one.id: {"joined": None} for one in commanders}
    from miniatures.systems.command_roll.game.measured import footprint, stood
    from miniatures.systems.command_roll.game.travel import beside

    places: dict[str, Any] = {}
    empty = table.with_units(replace(unit, gone="gone"))
    for one in commanders:
        there = replace(one, x=unit.x, y=unit.y, facing=unit.facing, joined="")
        if not empty.free(there, footprint(there, table.state.options)):
            there = beside(empty, one, unit)
        empty = empty.with_units(there)
        places[one.id] = {"joined": None} | stood(there.pose)
    return places


def mourned(state: State, changes: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Stands lost since `state`, counted for the treacherous who command them (C435), and what is to be said."""
    dead: dict[str, int] = {}
    for name, change in changes.items():
        unit = state.units[name]
        if unit.commands:
            continue
        lost = unit.left if change.get("gone") else change.get("lost", unit.lost) - unit.lost
        if lost <= 0:
            continue
        for commander in state.commanders(unit.side):
            if commander.unit.classed == "treacherous" and unit.id in {one.id for one in state.commanded(commander)}:
                dead[commander.id] = dead.get(commander.id, commander.dead) + lost
    alive = {name: number for name, number in dead.items() if not changes.get(name, {}).get("gone")}
    says = [f"{name} is treacherous and throws for the stands that his units lost (C435)." for name in alive]
    return {name: {"dead": number} for name, number in alive.items()}, says


def merged(*changes: Mapping[str, Any]) -> dict[str, Any]:
    """Changes of units one after the other, as one."""
    found: dict[str, Any] = {}
    for one in changes:
        for name, change in one.items():
            found[name] = found.get(name, {}) | change
    return found


def after(unit: UnitNow, change: Mapping[str, Any]) -> UnitNow:
    """A unit as simple changes leave it: what is None is as it was at the start."""
    fresh = UnitNow(unit.id, unit.unit, unit.side, unit.battle)
    return replace(unit, **{key: getattr(fresh, key) if value is None else value for key, value in change.items()})
