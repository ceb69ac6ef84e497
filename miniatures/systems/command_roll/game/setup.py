"""How a game begins: battle beside battle in the strip, contingents of touching units with the bows in front.

The reserve stands in a second line, behind the Main Ward.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from miniatures.measuring import TOLERANCE
from miniatures.space.table import INCH, Kind, Table, Zone
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import battle_key, battle_names, side_names, unit_names
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.tables import Army
from miniatures.systems.playing import Conclusion, Setup

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.space.ground import Ground
    from miniatures.space.pose import Pose

#: Centimetres between contingents, and between a line and what stands behind it.
GAP = 2.0
BARRING: tuple[Kind, ...] = ("marsh", "building", "river")
#: From left to right as the army looks at its enemy.
ALONG = ("Left Wing", "Rear Ward", "Main Ward", "Van Ward", "Right Wing")
MAIN, RESERVE = "Main Ward", "Reserve"

#: A contingent as it is set up: rows from front to back.
Rows = list[list[UnitNow]]


def begin(setup: Setup) -> Conclusion:
    """The state before the first event: positions on a table, objectives, everybody fresh."""
    units: dict[str, dict[str, Any]] = {}
    battles: dict[str, dict[str, Any]] = {}
    named = [UnitNow(name, unit, side, battle) for name, side, battle, unit in unit_names(setup.rosters)]
    for side, roster in enumerate(setup.rosters):
        for name, battle in zip(battle_names(roster), roster.battles, strict=True):
            key = battle_key(side, name)
            leads = battle.commander.name if battle.commander else ""
            commander = next((one.id for one in named if one.battle == key and one.unit.name == leads), "")
            told = {"side": side, "name": name, "commander": commander, "objective": battle.objective}
            battles[key] = {word: value for word, value in told.items() if value is not None}
        own = [unit for unit in named if unit.side == side]
        if setup.table is not None:
            units |= _deployed(setup, setup.table, setup.table.zones[side], own)
        else:
            units |= {unit.id: {} for unit in own}
    says = [f"{' against '.join(side_names(setup.rosters))}."]
    says.append(
        f"They set up on {setup.table.name}; place moves units about in their strips, next begins turn 1."
        if setup.table
        else "Without a map: the players measure, the tracker keeps the rest; next begins turn 1."
    )
    changes = {"turn": 0, "step": "deployment", "units": units, "battles": battles, "active": 0, "begins": 0}
    return Conclusion(changes, tuple(says))


def _deployed(setup: Setup, table: Table, zone: Zone, units: Sequence[UnitNow]) -> dict[str, dict[str, Any]]:
    """Contingents side by side along the open stretches; a further line behind where they are too short.

    The reserve comes last, in a line of its own.
    """
    from miniatures.space.ground import Ground
    from miniatures.space.strips import open_ground

    ground, options = Ground(table), setup.options
    ahead = min(zone.depth, (table.depth if zone.edge in ("south", "north") else table.width) / 2 - GAP)
    stretches = open_ground(table, zone, ahead, BARRING, INCH)
    placing = _Placing(setup, table, zone, ground, stretches)
    held = [unit for unit in units if RESERVE in unit.battle]
    for line in _lines([unit for unit in units if unit not in held], placing.room, options):
        ahead -= placing.line(line, placing.room / 2, ahead) + 2 * GAP
    behind = placing.middle_of(MAIN)
    for line in _lines(held, placing.room, options):
        ahead -= placing.line(line, behind, ahead) + 2 * GAP
    return placing.placed


def _lines(units: Sequence[UnitNow], room: float, options: Options) -> list[list[tuple[Rows, float]]]:
    """Blocks and how wide they are, as many in a line as there is room for."""
    lines: list[list[tuple[Rows, float]]] = []
    for rows in _blocks(units):
        width = max(sum(unit.size(options)[0] for unit in row) for row in rows)
        if not lines or sum(wide + GAP for _, wide in lines[-1]) + width > room:
            lines.append([])
        lines[-1].append((rows, width))
    return lines


def _on(stretches: Sequence[tuple[float, float]], along: float) -> float:
    """A mark counted along open ground only, as one along the baseline."""
    for low, high in stretches:
        if along <= high - low:
            return low + along
        along -= high - low
    return stretches[-1][1]


def _blocks(units: Sequence[UnitNow]) -> list[Rows]:
    """Battle after battle from left to right, contingent after contingent, its commanders behind the first."""
    found: list[Rows] = []
    battles = list(dict.fromkeys(unit.battle for unit in units))
    names = [name.partition(":")[2] for name in battles]
    order = sorted(range(len(battles)), key=lambda at: next((i for i, n in enumerate(ALONG) if n in names[at]), 9))
    for battle in (battles[at] for at in order):
        own = [unit for unit in units if unit.battle == battle]
        commanders = [unit for unit in own if unit.commands]
        blocks = [_rows(block) for block in _contingents([unit for unit in own if not unit.commands])]
        middle = len(blocks) // 2
        if commanders and blocks:
            blocks[middle].append(commanders)
        elif commanders:
            blocks = [[commanders]]
        found += blocks
    return found


def _contingents(units: Sequence[UnitNow]) -> list[list[UnitNow]]:
    """Those of one name together, at most 8 stands in each."""
    found: list[list[UnitNow]] = []
    for name in dict.fromkeys(unit.unit.contingent for unit in units):
        block: list[UnitNow] = []
        for unit in (one for one in units if one.unit.contingent == name):
            if sum(one.left for one in (*block, unit)) > Army.stands_to_a_contingent.value:
                found.append(block)
                block = []
            block.append(unit)
        found.append(block)
    return found


def _rows(block: Sequence[UnitNow]) -> Rows:
    """Who shoots stands in front, guns first of all; horse on its own behind everybody on foot."""
    shooting = [unit for unit in block if unit.unit.missile and not unit.mounted]
    rest = [unit for unit in block if not unit.unit.missile and not unit.mounted]
    horse = [unit for unit in block if unit.mounted]
    return [row for row in (shooting, rest, horse) if row]


class _Placing:
    """Places blocks one after the other, each unit where it is wanted or at the nearest free place."""

    def __init__(
        self, setup: Setup, table: Table, zone: Zone, ground: "Ground", stretches: Sequence[tuple[float, float]]
    ) -> None:
        self.options, self.table, self.zone, self.ground = setup.options, table, zone, ground
        self.stretches = stretches
        self.room = sum(end - start for start, end in stretches)
        self.taken: list[Footprint] = []
        self.placed: dict[str, dict[str, Any]] = {}
        self.spans: dict[str, tuple[float, float]] = {}
        """For each battle where it begins and ends, counted along open ground."""

    def line(self, line: Sequence[tuple[Rows, float]], middle: float, ahead: float) -> float:
        """Blocks side by side about a mark, or as near to it as there is room. How deep the deepest is."""
        long = sum(wide + GAP for _, wide in line) - GAP
        along, deep = max(0.0, min(middle - long / 2, self.room - long)), 0.0
        for rows, width in line:
            deep = max(deep, self.block(rows, _on(self.stretches, along + width / 2), ahead))
            battle = rows[0][0].battle
            begins, _ = self.spans.get(battle, (along, 0.0))
            self.spans[battle] = (begins, along + width)
            along += width + GAP
        return deep

    def middle_of(self, name: str) -> float:
        """The middle of a battle, or of the whole line where there is none of that name."""
        begins, ends = next((span for battle, span in self.spans.items() if name in battle), (0.0, self.room))
        return (begins + ends) / 2

    def block(self, rows: Rows, along: float, ahead: float) -> float:
        """How deep it is. Commanders keep their distance from the rows before them."""
        begins = ahead
        for row in rows:
            if row[0].commands:
                ahead -= GAP / 2
            sizes = [unit.size(self.options) for unit in row]
            left = along - sum(width for width, _ in sizes) / 2
            for unit, (width, depth) in zip(row, sizes, strict=True):
                self._settle(unit, (left + width / 2, ahead), width, depth)
                left += width
            ahead -= max(depth for _, depth in sizes)
        return begins - ahead

    def _settle(self, unit: UnitNow, wanted: tuple[float, float], width: float, depth: float) -> None:
        from miniatures.space.footprint import Footprint
        from miniatures.space.strips import nearest_place

        def fits(pose: "Pose") -> bool:
            outline = Footprint(unit.id, pose, width, depth).polygon
            if not self.ground.inside(outline) or self.ground.under(outline, *BARRING):
                return False
            return not any(outline.intersection(other.polygon).area > TOLERANCE for other in self.taken)

        pose = nearest_place(self.table, self.zone, wanted, fits)
        self.taken.append(Footprint(unit.id, pose, width, depth))
        self.placed[unit.id] = {"x": round(pose.x, 4), "y": round(pose.y, 4), "facing": pose.facing}
