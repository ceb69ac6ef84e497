"""How a game begins: everybody set up in his strip, wing beside wing, and the orders that the lists give."""

from typing import TYPE_CHECKING, Any

from miniatures.measuring import TOLERANCE
from miniatures.space.table import Kind, Table, Zone
from miniatures.systems.playing import Conclusion, Setup
from miniatures.systems.warfare.game.pieces import MILLIMETRES, UnitNow
from miniatures.systems.warfare.game.state import side_names, unit_names, wing_key, wing_names

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.space.ground import Ground
    from miniatures.space.pose import Pose

NO_STANDING: tuple[Kind, ...] = ("river", "building")
GAP = 0.5
BEHIND = 1.0
NO_DEPLOYING: tuple[Kind, ...] = ("river", "building", "marsh", "camp", "baggage")


def begin(setup: Setup) -> Conclusion:
    """The state before the first event: positions on a table, orders, leaders, everybody fresh."""
    units: dict[str, dict[str, Any]] = {}
    leaders: dict[str, dict[str, Any]] = {}
    wings: dict[str, dict[str, Any]] = {}
    named = unit_names(setup.rosters)
    for side, roster in enumerate(setup.rosters):
        chief = roster.commander or next((leader.name for leader in roster.leaders), "")
        for wing_name, wing in zip(wing_names(roster), roster.wings, strict=True):
            key = wing_key(side, wing_name)
            leader = wing.leader.name if wing.leader else ""
            while leader and leader in leaders:
                leader += f" ({side_names(setup.rosters)[side]})"
            wings[key] = {"side": side, "name": wing_name, "leader": leader, "order": wing.order}
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
            for led, (x, y) in riders.items():
                leader = wings[led]["leader"]
                if leader:
                    leaders[leader] |= {"x": x, "y": y}
        else:
            units |= {unit.id: {} for unit in own}
    says = [f"{' against '.join(side_names(setup.rosters))}."]
    says.append(
        f"They set up on {setup.table.name}; place moves units about in their strips, next begins turn 1."
        if setup.table
        else "Without a map: the players measure, the tracker keeps the rest; next begins turn 1."
    )
    changes = {"turn": 0, "step": "deployment", "units": units, "leaders": leaders, "wings": wings}
    return Conclusion(changes, tuple(says))


def _deployed(
    setup: Setup, table: Table, zone: Zone, units: list[UnitNow], wings: dict[str, dict[str, Any]]
) -> tuple[dict[str, dict[str, Any]], dict[str, tuple[float, float]]]:
    """Wing beside wing along the open stretches of the strip; a second line where its share is too short."""
    from miniatures.space.ground import Ground
    from miniatures.space.strips import local_pose, open_ground, part

    options = setup.options
    by_wing: dict[str, list[UnitNow]] = {
        wing: members for wing in wings if (members := [unit for unit in units if unit.wing == wing])
    }
    fronts = {wing: sum(unit.size(options)[0] + GAP for unit in members) for wing, members in by_wing.items()}
    ahead = min(zone.depth, (table.depth if zone.edge in ("south", "north") else table.width) / 2 - GAP)
    stretch = open_ground(table, zone, ahead, NO_DEPLOYING)
    scale = sum(end - start for start, end in stretch) / max(sum(fronts.values()), TOLERANCE)
    ground = Ground(table)
    taken: list[Footprint] = []
    placed: dict[str, dict[str, Any]] = {}
    riders: dict[str, tuple[float, float]] = {}
    begins = 0.0
    for wing, members in by_wing.items():
        share = fronts[wing] * scale
        stretches = part(stretch, begins, begins + share)
        waiting, line_ahead = members, ahead
        while waiting:
            line, waiting = _line(waiting, stretches, options)
            if not line:  # a stretch too short for anybody: the players place them better
                line, waiting = [(waiting[0], stretches[0][0] + waiting[0].size(options)[0] / 2)], waiting[1:]
            for unit, along in line:
                taken.append(_settled(ground, zone, unit, options, (along, line_ahead), taken))
                pose = taken[-1].pose
                placed[unit.id] = {"x": round(pose.x, 4), "y": round(pose.y, 4), "facing": pose.facing}
            line_ahead -= max(unit.size(options)[1] for unit, _ in line) + BEHIND
        radius = options.leader_base / MILLIMETRES / 2
        middle = (stretches[0][0] + stretches[-1][1]) / 2
        behind = local_pose(table, zone, middle, max(line_ahead + BEHIND / 2 - radius, radius))
        riders[wing] = (round(behind.x, 4), round(behind.y, 4))
        begins += share
    return placed, riders


def _settled(
    ground: "Ground", zone: Zone, unit: UnitNow, options: Any, wanted: tuple[float, float], taken: "list[Footprint]"
) -> "Footprint":
    """There if it is free, else at the nearest free place of the strip; if there is none the players must see."""
    from miniatures.space.footprint import Footprint
    from miniatures.space.strips import nearest_place

    table = ground.table
    width, depth = unit.size(options)

    def free(pose: "Pose") -> bool:
        outline = Footprint(unit.id, pose, width, depth).polygon
        if not ground.inside(outline) or ground.under(outline, *NO_STANDING):
            return False
        return not any(outline.intersection(other.polygon).area > TOLERANCE for other in taken)

    return Footprint(unit.id, nearest_place(table, zone, wanted, free), width, depth)


def _line(
    members: list[UnitNow], stretches: list[tuple[float, float]], options: Any
) -> tuple[list[tuple[UnitNow, float]], list[UnitNow]]:
    """As many as fit side by side, each with its place along the baseline, and those who do not."""
    found: list[tuple[UnitNow, float]] = []
    waiting = list(members)
    for low, high in stretches:
        fits: list[UnitNow] = []
        room = high - low + GAP + TOLERANCE
        while waiting and sum(unit.size(options)[0] + GAP for unit in [*fits, waiting[0]]) <= room:
            fits.append(waiting.pop(0))
        width = sum(unit.size(options)[0] + GAP for unit in fits) - GAP
        along = low + (high - low - width) / 2
        for unit in fits:
            own = unit.size(options)[0]
            found.append((unit, along + own / 2))
            along += own + GAP
    return found, waiting
