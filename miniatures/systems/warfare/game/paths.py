"""What a move meets on the table: ground and lines that hinder it, rivers, friends, enemies and the edge."""

from typing import TYPE_CHECKING, NamedTuple

from miniatures.measuring import CONTACT, TOLERANCE
from miniatures.ruling import Refusal
from miniatures.space.table import Kind

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint, Geometry
    from miniatures.space.moves import Moved
    from miniatures.systems.warfare.game.measured import Measured

#: What the sheet calls the terrain of a table (W67).
HINDRANCES: dict[Kind, str] = {"rough": "rough", "marsh": "rough", "wood": "wood", "bridge": "bridge", "ford": "bridge"}
LINES: dict[Kind, str] = {"wall": "wall", "hedge": "hedge", "earthworks": "wall"}
BARRED: tuple[Kind, ...] = ("building",)
SLIVER = 0.02
#: Between units that do not mean to touch: wide enough to see on a real table.
CLEAR = 0.1


class Met(NamedTuple):
    """Everything that lies in the way of one stretch of a move."""

    hindrances: tuple[str, ...]
    river: str
    barred: tuple[str, ...]
    friends: tuple[str, ...]
    enemies: tuple[str, ...]
    edges: tuple[str, ...]
    touched: tuple[str, ...]
    """Enemies that it comes to touch without running into them."""


def meet(table: "Measured", start: "Footprint", moved: "Moved") -> Met:
    ground = table.ground
    found: list[str] = []
    if ground.climbs(start, moved.end):
        found.append("hill")
    found += [LINES[piece.kind] for piece in ground.crossed(moved, start, *LINES)]
    found += _left_standing_at(table, start, moved)
    found += [HINDRANCES[piece.kind] for piece in ground.entered(moved, *HINDRANCES)]
    river = ground.entered(moved, "river")
    bars = [piece.name or f"a {piece.kind}" for piece in ground.entered(moved, *BARRED)]
    side = table.state.units[start.id].side
    hit = {other.id for other in table.others(start.id) if _runs_into(moved, start, other)}
    enemies = [other for other in table.enemies(side) if other.id != start.id]
    return Met(
        tuple(found),
        (river[0].name or "the river") if river else "",
        tuple(bars),
        tuple(sorted(name for name in hit if table.state.units[name].side == side)),
        tuple(sorted(name for name in hit if table.state.units[name].side != side)),
        tuple(ground.leaves(moved.end.polygon)),
        tuple(
            sorted(other.id for other in enemies if other.id not in hit and _comes_to_touch(moved.swept, start, other))
        ),
    )


def _left_standing_at(table: "Measured", start: "Footprint", moved: "Moved") -> list[str]:
    """Lines that the front stood at and passes over now: halting there does not make them free."""
    rim = 2 * TOLERANCE
    over, before = moved.swept.buffer(-rim), start.polygon.buffer(-rim)
    front = start.front
    return [
        LINES[piece.kind]
        for piece, line in table.ground.pieces(*LINES)
        if front.distance(line) <= TOLERANCE and over.intersects(line) and not before.intersects(line)
    ]


def _runs_into(moved: "Moved", start: "Footprint", other: "Footprint") -> bool:
    """Touching edges is no collision, and those who overlapped before the move are not held against it."""
    if not moved.swept.intersects(other.polygon):
        return False
    overlap = moved.swept.intersection(other.polygon).area
    if overlap <= SLIVER:
        return False
    before = start.polygon.intersection(other.polygon).area
    return bool(before <= SLIVER or moved.end.polygon.intersection(other.polygon).area > SLIVER)


def _comes_to_touch(swept: "Geometry", start: "Footprint", other: "Footprint") -> bool:
    return bool(swept.distance(other.polygon) <= CONTACT and start.polygon.distance(other.polygon) > CONTACT)


def path_refusals(met: Met, name: str) -> list[Refusal]:
    """What stops a move that is no charge."""
    found: list[Refusal] = []
    for friend in met.friends:
        found.append(
            Refusal("W308", f"{friend} stand in the way of {name}", f'stop short, or: pass "{name}" "{friend}"')
        )
    for enemy in (*met.enemies, *met.touched):
        found.append(
            Refusal("W401", f"{name} would come to touch {enemy}", f'stop short, or: charge "{name}" "{enemy}"')
        )
    for bar in met.barred:
        found.append(Refusal("W67", f"{bar} cannot be entered", "go round"))
    if met.edges:
        found.append(Refusal("W54", f"{name} would leave the table in the {' and '.join(met.edges)}", "stop short"))
    return found


def room_refusals(table: "Measured", body: "Footprint", end: "Footprint", rule: str, what: str) -> list[Refusal]:
    """What leaves no room for a unit that turns or forms up where it stands."""
    name = body.id
    side = table.state.units[name].side
    found: list[Refusal] = []
    for other in table.others(name):
        if other.polygon.intersection(body.polygon).area > SLIVER:
            continue
        if other.polygon.intersection(end.polygon).area > SLIVER:
            found.append(Refusal(rule, f"{other.id} leave no room for {name} to {what}", "move first"))
        elif table.state.units[other.id].side != side and _comes_to_touch(end.polygon, body, other):
            found.append(Refusal("W401", f"{name} would come to touch {other.id}", "move first, or charge"))
    under = {piece.kind for piece in table.ground.under(body.polygon, *BARRED, "river")}
    for piece in table.ground.under(end.polygon, *BARRED, "river"):
        if piece.kind not in under:
            found.append(Refusal(rule, f"{piece.name or piece.kind} leaves no room for {name} to {what}", "move first"))
    edges = set(table.ground.leaves(end.polygon)) - set(table.ground.leaves(body.polygon))
    if edges:
        found.append(Refusal("W54", f"{name} would stand over the {' and '.join(sorted(edges))} edge", "move first"))
    return found
