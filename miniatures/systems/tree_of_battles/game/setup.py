"""How a game begins: battle beside battle in the strip, shooters in front, leaders with their contingents."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from miniatures.measuring import TOLERANCE
from miniatures.space.table import Kind, Table, Zone
from miniatures.systems.playing import Conclusion, Setup
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import battle_key, battle_names, everybody, side_names
from miniatures.systems.tree_of_battles.unit import Leader

if TYPE_CHECKING:
    from miniatures.space.pose import Pose

#: Inches between contingents, and between a line and the next.
GAP = 1.0
BARRING: tuple[Kind, ...] = ("building", "river", "marsh")


def begin(setup: Setup) -> Conclusion:
    """The state before the first event: positions on a table, orders, leaders, everybody fresh."""
    units: dict[str, dict[str, Any]] = {}
    leaders: dict[str, dict[str, Any]] = {}
    battles: dict[str, dict[str, Any]] = {}
    named = everybody(setup.rosters)
    for side, roster in enumerate(setup.rosters):
        for name, battle in zip(battle_names(roster), roster.battles, strict=True):
            key = battle_key(side, name)
            own = [(called, one) for called, whose, where, one in named if whose == side and where == key]
            heads = [called for called, one in own if isinstance(one, Leader) and one.noble]
            battles[key] = {"side": side, "name": name, "leader": heads[0] if heads else ""}
            if battle.order:
                battles[key]["order"] = battle.order
            hosts = [called for called, one in own if not isinstance(one, Leader)]
            for number, head in enumerate(called for called, one in own if isinstance(one, Leader)):
                leaders[head] = {"unit": hosts[min(number, len(hosts) - 1)]} if hosts else {}
            for host in hosts:
                units[host] = {"order": battle.order} if battle.order else {}
        if setup.table is not None:
            mine = [
                ContingentNow(called, one, whose, where)
                for called, whose, where, one in named
                if whose == side and not isinstance(one, Leader)
            ]
            for name, place in _deployed(setup, setup.table, setup.table.zones[side], mine).items():
                units[name] = units[name] | place
    says = [f"{' against '.join(side_names(setup.rosters))}."]
    says.append(
        f"They set up on {setup.table.name}; place moves contingents about in their strips, next begins turn 1."
        if setup.table
        else "Without a map: the players measure, the tracker keeps the rest; next begins turn 1."
    )
    changes = {"turn": 0, "step": "deployment", "units": units, "leaders": leaders, "battles": battles}
    return Conclusion(changes, tuple(says))


def _deployed(setup: Setup, table: Table, zone: Zone, units: Sequence[ContingentNow]) -> dict[str, dict[str, Any]]:
    """Each battle along its share of the open ground: shooters and guns in front, then foot, then horse and baggage."""
    from miniatures.space.footprint import Footprint
    from miniatures.space.ground import Ground
    from miniatures.space.strips import nearest_place, open_ground, part

    ground, options = Ground(table), setup.options
    ahead = min(zone.depth, (table.depth if zone.edge in ("south", "north") else table.width) / 2 - GAP)
    stretches = open_ground(table, zone, ahead, BARRING)
    battles = list(dict.fromkeys(unit.battle for unit in units))
    rows = {battle: _rows([unit for unit in units if unit.battle == battle]) for battle in battles}
    widths = {
        battle: max(sum(unit.size(options)[0] + GAP for unit in row) for row in rows[battle]) for battle in battles
    }
    scale = sum(end - start for start, end in stretches) / max(sum(widths.values()), TOLERANCE)
    taken: list[Footprint] = []
    placed: dict[str, dict[str, Any]] = {}

    def settle(unit: ContingentNow, along: float, forward: float) -> None:
        width, depth = unit.size(options)

        def fits(pose: "Pose") -> bool:
            outline = Footprint(unit.id, pose, width, depth).polygon
            if not ground.inside(outline) or ground.under(outline, *BARRING):
                return False
            return not any(outline.intersection(other.polygon).area > TOLERANCE for other in taken)

        pose = nearest_place(table, zone, (along, forward), fits)
        taken.append(Footprint(unit.id, pose, width, depth))
        placed[unit.id] = {"x": round(pose.x, 4), "y": round(pose.y, 4), "facing": pose.facing}

    begins = 0.0
    for battle in battles:
        share = widths[battle] * scale
        own = part(stretches, begins, begins + share)
        middle, forward = (own[0][0] + own[-1][1]) / 2, ahead
        for row in rows[battle]:
            along = middle - (sum(unit.size(options)[0] + GAP for unit in row) - GAP) / 2
            for unit in row:
                settle(unit, along + unit.size(options)[0] / 2, forward)
                along += unit.size(options)[0] + GAP
            forward -= max(unit.size(options)[1] for unit in row) + GAP
        begins += share
    return placed


def _rows(units: Sequence[ContingentNow]) -> list[list[ContingentNow]]:
    shooting = [unit for unit in units if unit.listed.archers or unit.listed.type in ("artillery", "skirmishers")]
    mounted = [unit for unit in units if unit.mounted or unit.listed.type == "baggage"]
    foot = [unit for unit in units if unit not in shooting and unit not in mounted]
    return [row for row in (shooting, foot, mounted) if row]
