"""How a game begins: everybody set up in his strip, wing beside wing, and the orders that the lists give."""

from typing import Any

from miniatures.measuring import TOLERANCE
from miniatures.space.pose import Pose
from miniatures.space.table import Table, Zone
from miniatures.systems.playing import Conclusion, Setup
from miniatures.systems.warfare.game.state import MILLIMETRES, UnitNow, unit_names, wing_key

GAP = 0.5
BEHIND = 1.0


def begin(setup: Setup) -> Conclusion:
    """The state before the first event: positions on a table, orders, leaders, everybody fresh."""
    units: dict[str, dict[str, Any]] = {}
    leaders: dict[str, dict[str, Any]] = {}
    wings: dict[str, dict[str, Any]] = {}
    named = unit_names(setup.rosters)
    for side, roster in enumerate(setup.rosters):
        chief = roster.commander or next((leader.name for leader in roster.leaders), "")
        for wing in roster.wings:
            key = wing_key(side, wing.name)
            leader = wing.leader.name if wing.leader else ""
            while leader and leader in leaders:
                leader += f" ({roster.name})"
            wings[key] = {"side": side, "name": wing.name, "leader": leader, "order": wing.order}
            if wing.leader:
                leaders[leader] = {
                    "side": side,
                    "wing": key,
                    "chief": wing.leader.name == chief,
                    "initiative": wing.leader.initiative,
                }
        own = [UnitNow(name, whose, wing_name, unit) for name, whose, wing_name, unit in named if whose == side]
        if setup.table is not None:
            placed, riders = _deployed(setup, setup.table, setup.table.zones[side], own, wings)
            units |= placed
            for wing_name, (x, y) in riders.items():
                leader = wings[wing_name]["leader"]
                if leader:
                    leaders[leader] |= {"x": x, "y": y}
        else:
            units |= {unit.id: {} for unit in own}
    says = [f"{' against '.join(roster.name for roster in setup.rosters)}."]
    says.append(
        f"They set up on {setup.table.name}; place moves units about in their strips, next begins turn 1."
        if setup.table
        else "Without a map: the players measure, the tracker keeps the rest; next begins turn 1."
    )
    changes = {"turn": 0, "step": "deployment", "units": units, "leaders": leaders, "wings": wings}
    return Conclusion(changes, tuple(says))


def local_pose(table: Table, zone: Zone, along: float, ahead: float) -> Pose:
    """A place by the baseline: so far along it from the left, so far ahead of it, looking at the enemy."""
    if zone.edge == "south":
        return Pose(along, ahead, 0.0)
    if zone.edge == "north":
        return Pose(table.width - along, table.depth - ahead, 180.0)
    if zone.edge == "west":
        return Pose(ahead, table.depth - along, 90.0)
    return Pose(table.width - ahead, along, 270.0)


def baseline_length(table: Table, zone: Zone) -> float:
    return table.width if zone.edge in ("south", "north") else table.depth


def _deployed(
    setup: Setup, table: Table, zone: Zone, units: list[UnitNow], wings: dict[str, dict[str, Any]]
) -> tuple[dict[str, dict[str, Any]], dict[str, tuple[float, float]]]:
    """Units of a wing side by side, in a second line where its share of the baseline is too short."""
    options = setup.options
    by_wing: dict[str, list[UnitNow]] = {
        wing: members for wing in wings if (members := [unit for unit in units if unit.wing == wing])
    }
    fronts = {wing: sum(unit.size(options)[0] + GAP for unit in members) for wing, members in by_wing.items()}
    length = baseline_length(table, zone)
    scale = length / max(sum(fronts.values()), TOLERANCE)
    placed: dict[str, dict[str, Any]] = {}
    riders: dict[str, tuple[float, float]] = {}
    start = 0.0
    for wing, members in by_wing.items():
        share = fronts[wing] * scale
        lines = _lines(members, share, options)
        ahead = min(zone.depth, (table.depth if zone.edge in ("south", "north") else table.width) / 2 - GAP)
        for line in lines:
            width = sum(unit.size(options)[0] + GAP for unit in line) - GAP
            along = start + max(0.0, (share - width) / 2)
            for unit in line:
                own = unit.size(options)[0]
                pose = local_pose(table, zone, along + own / 2, ahead)
                placed[unit.id] = {"x": round(pose.x, 4), "y": round(pose.y, 4), "facing": pose.facing}
                along += own + GAP
            ahead -= max(unit.size(options)[1] for unit in line) + BEHIND
        radius = options.leader_base / MILLIMETRES / 2
        behind = local_pose(table, zone, start + share / 2, max(ahead + BEHIND / 2, radius) - radius)
        riders[wing] = (round(behind.x, 4), round(behind.y, 4))
        start += share
    return placed, riders


def _lines(members: list[UnitNow], share: float, options: Any) -> list[list[UnitNow]]:
    lines: list[list[UnitNow]] = [[]]
    used = 0.0
    for unit in members:
        width = unit.size(options)[0] + GAP
        if lines[-1] and used + width - GAP > share + TOLERANCE:
            lines.append([])
            used = 0.0
        lines[-1].append(unit)
        used += width
    return lines
