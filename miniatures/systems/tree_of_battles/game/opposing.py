"""A combat stand by stand: who faces whom, who overlaps, the second rank of pike, and who is struck where he does
not face. A stand fights once (T31, T61)."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

import shapely

from miniatures.measuring import CONTACT
from miniatures.space.footprint import Footprint
from miniatures.systems.tree_of_battles.combat_dice import ENDS, RANKS_TO_A_FLANK_STAND
from miniatures.systems.tree_of_battles.game.contacting import SPECK
from miniatures.systems.tree_of_battles.game.measured import Measured
from miniatures.systems.tree_of_battles.game.pieces import ContactNow, ContingentNow
from miniatures.systems.tree_of_battles.options import Options

#: An enemy so near before a stand is directly opposite, though a bent line keeps them from touching (T83).
OPPOSITE = 1.0


class Stand(NamedTuple):
    """One stand: its rank and file, and its type."""

    rank: int
    file: int
    type: str
    body: Footprint

    @property
    def place(self) -> tuple[int, int]:
        return self.rank, self.file


def stands_of(unit: ContingentNow, options: Options) -> list[Stand]:
    """All its stands: rank by rank, from left to right, in the order of its list."""
    width, depth = unit.size(options)
    wide, deep = width / unit.abreast, depth / unit.ranks
    middle = (unit.abreast - 1) / 2
    types = [part.type for part in unit.in_play.present for _ in range(part.stands)]
    found = []
    for number, kind in enumerate(types):
        rank, file = divmod(number, unit.abreast)
        pose = unit.pose.shifted(-rank * deep, (file - middle) * wide)
        found.append(Stand(rank, file, kind, Footprint(f"{unit.id}#{number}", pose, wide, deep)))
    return found


def opposite(stand: Footprint, enemy: Footprint) -> float:
    """Inches of its front before which the enemy stands."""
    half, point = stand.width / 2, stand.pose.point
    ahead = shapely.Polygon(
        [point(-CONTACT, -half), point(-CONTACT, half), point(OPPOSITE, half), point(OPPOSITE, -half)]
    )
    met = ahead.intersection(enemy.polygon)
    if met.is_empty or met.geom_type != "Polygon":
        return 0.0
    across = [stand.pose.seen((x, y))[0] for x, y in shapely.get_coordinates(met).tolist()]
    return max(across) - min(across)


def touched(stand: Footprint, enemy: Footprint) -> bool:
    """By more than a corner, on whatever side."""
    reached = enemy.polygon.buffer(CONTACT, join_style="mitre")
    return bool(stand.polygon.exterior.intersection(reached).length > SPECK + 2 * CONTACT)


def touches(table: Measured, unit: ContingentNow, contacts: Sequence[ContactNow]) -> dict[str, dict[str, Any]]:
    """For each enemy that it touches its stands at that enemy, as the facts of a contact take them."""
    enemies = {one.other(unit.id): one.side_of(unit.id) for one in contacts if unit.id in (one.first, one.second)}
    if not unit.placed or not all(name in table.bodies for name in enemies):
        return {}
    stands = stands_of(unit, table.state.options)
    front = [stand for stand in stands if stand.rank == 0]
    facing = _facing(table, front, enemies, contacts)
    overlaps = _overlaps(facing, len(front))
    busy = {(0, file) for file in {*facing, *overlaps}}
    found: dict[str, dict[str, Any]] = {}
    for name, side in sorted(enemies.items(), key=lambda one: one[1] != "front"):
        own = [stand for stand in front if facing.get(stand.file) == name]
        second = _second(stands, own, busy)
        busy |= {stand.place for stand in second}
        beset = [
            stand
            for stand in stands
            if side != "front"
            and stand.place not in busy
            and touched(_shown(stand, stands) if side == "rear" else stand.body, table.of(name))
        ]
        busy |= {stand.place for stand in beset}
        found[name] = {
            "facing": _counted(own, front),
            "overlapping": sum(enemy == name for enemy in overlaps.values()),
            "second_rank": len(second),
            "not_facing": len(beset),
            "struck": side,
        }
    return found


def _second(stands: Sequence[Stand], own: Sequence[Stand], busy: AbstractSet[tuple[int, int]]) -> list[Stand]:
    """Pike of the second rank who fight with those that face, no more of them; those right behind them first (T31)."""
    files = {stand.file for stand in own}
    pikes = [stand for stand in stands if stand.rank == 1 and stand.type == "pike" and stand.place not in busy]
    return sorted(pikes, key=lambda stand: stand.file not in files)[: len(own)]


def fights_there(table: Measured, unit: ContingentNow, contact: ContactNow) -> bool:
    """Whether a stand of it faces that enemy, or is struck by it where it does not face."""
    return any(_fights(one) for one in touches(table, unit, [contact]).values())


def _shown(stand: Stand, stands: Sequence[Stand]) -> Footprint:
    """Its body as an enemy at the rear finds it: where the last rank is short, the room behind it belongs to it."""
    body, ranks = stand.body, max(one.rank for one in stands) + 1
    if any(one.file == stand.file and one.rank > stand.rank for one in stands):
        return body
    return Footprint(body.id, body.pose, body.width, body.depth * (ranks - stand.rank))


def _facing(
    table: Measured, front: Sequence[Stand], enemies: Iterable[str], contacts: Sequence[ContactNow]
) -> dict[int, str]:
    """For each file that faces an enemy, whom. At a flank there is room for a stand to every two ranks begun (T61)."""
    most: dict[int, tuple[float, str]] = {}
    for stand in front:
        near = {name: round(opposite(stand.body, table.of(name)), 3) for name in enemies}
        best = max(near, key=lambda name: (near[name], name))
        if near[best] > SPECK:
            most[stand.file] = (near[best], best)
    for contact in contacts:
        for name, own in ((contact.first, contact.second), (contact.second, contact.first)):
            if not front or not front[0].body.id.startswith(f"{own}#") or contact.side_of(name) != "flank":
                continue
            room = -(-table.state.units[name].ranks // RANKS_TO_A_FLANK_STAND)
            there = sorted((file for file in most if most[file][1] == name), key=lambda file: (-most[file][0], file))
            for file in there[room:]:
                del most[file]
    return {file: name for file, (_, name) in most.items()}


def _fights(one: dict[str, Any]) -> bool:
    facing = one["facing"]
    return bool(sum(facing.values()) if isinstance(facing, dict) else facing) or bool(one["not_facing"])


def _counted(own: Sequence[Stand], front: Sequence[Stand]) -> int | dict[str, int]:
    """A number, or a number for each type where the front rank is mixed."""
    if len({stand.type for stand in front}) <= 1:
        return len(own)
    types = dict.fromkeys(stand.type for stand in own)
    return {kind: sum(stand.type == kind for stand in own) for kind in types}


def _overlaps(facing: dict[int, str], files: int) -> dict[int, str]:
    """One more stand at each end of those that face, two in all: the outer ends first (T31)."""
    if not facing:
        return {}
    ends = [(min(facing), -1), (max(facing), 1)]
    ends += [(file, step) for file in sorted(facing) for step in (-1, 1)]
    found: dict[int, str] = {}
    for file, step in ends:
        beside = file + step
        if 0 <= beside < files and beside not in facing and beside not in found and len(found) < ENDS:
            found[beside] = facing[file]
    return found
