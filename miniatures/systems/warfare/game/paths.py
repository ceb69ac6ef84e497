"""What a move meets on the table: ground and lines that hinder it, rivers, friends, enemies and the edge."""

from typing import TYPE_CHECKING, NamedTuple

from miniatures.ruling import Refusal
from miniatures.space.table import Kind

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.space.moves import Moved
    from miniatures.systems.warfare.game.measured import Measured

#: What the sheet calls the terrain of a table (W67).
HINDRANCES: dict[Kind, str] = {"rough": "rough", "marsh": "rough", "wood": "wood", "bridge": "bridge", "ford": "bridge"}
BARRED: tuple[Kind, ...] = ("building",)
SLIVER = 0.02


class Met(NamedTuple):
    """Everything that lies in the way of one stretch of a move."""

    hindrances: tuple[str, ...]
    river: str
    barred: tuple[str, ...]
    friends: tuple[str, ...]
    enemies: tuple[str, ...]
    edges: tuple[str, ...]


def meet(table: "Measured", start: "Footprint", moved: "Moved") -> Met:
    ground = table.ground
    found: list[str] = []
    if ground.climbs(start, moved.end):
        found.append("hill")
    found += [piece.kind for piece in ground.crossed(moved, start, "wall", "hedge", "earthworks")]
    found += [HINDRANCES[piece.kind] for piece in ground.entered(moved, *HINDRANCES)]
    rivers = [piece.name or "the river" for piece in ground.entered(moved, "river")]
    bars = [piece.name or f"a {piece.kind}" for piece in ground.entered(moved, *BARRED)]
    state = table.state
    side = state.units[start.id].side
    hit = [other.id for other in table.others(start.id) if _runs_into(moved, start, other)]
    return Met(
        tuple("wall" if word == "earthworks" else word for word in found),
        rivers[0] if rivers else "",
        tuple(bars),
        tuple(sorted(name for name in hit if state.units[name].side == side)),
        tuple(sorted(name for name in hit if state.units[name].side != side)),
        tuple(ground.leaves(moved.end.polygon)),
    )


def _runs_into(moved: "Moved", start: "Footprint", other: "Footprint") -> bool:
    """Touching edges is no collision, and those who overlapped before the move are not held against it."""
    overlap = moved.swept.intersection(other.polygon).area
    if overlap <= SLIVER:
        return False
    before = start.polygon.intersection(other.polygon).area
    return bool(before <= SLIVER or moved.end.polygon.intersection(other.polygon).area > SLIVER)


def path_refusals(met: Met, name: str) -> list[Refusal]:
    """What stops a move that is no charge."""
    found: list[Refusal] = []
    for friend in met.friends:
        found.append(
            Refusal("W308", f"{friend} stand in the way of {name}", f'stop short, or: pass "{name}" "{friend}"')
        )
    for enemy in met.enemies:
        found.append(Refusal("W401", f"{name} would run into {enemy}", f'charge: charge "{name}" "{enemy}"'))
    for bar in met.barred:
        found.append(Refusal("W67", f"{bar} cannot be entered", "go round"))
    if met.edges:
        found.append(Refusal("W54", f"{name} would leave the table in the {' and '.join(met.edges)}", "stop short"))
    return found


def to_the_bank(table: "Measured", body: "Footprint", river: str) -> float:
    """Inches straight ahead to the near bank."""
    return max(0.0, _along(table, body, river)[0])


def over_the_river(table: "Measured", body: "Footprint", river: str) -> float:
    """Inches straight ahead until the whole body stands on the far bank."""
    far = _along(table, body, river)[1]
    return far + body.depth if far else 0.0


def _along(table: "Measured", body: "Footprint", river: str) -> tuple[float, float]:
    """Where the corridor straight ahead of the body meets the river first and last."""
    import shapely

    shapes = [shape for piece, shape in table.ground.pieces("river") if (piece.name or "the river") == river]

    pose, half = body.pose, body.width / 2
    corridor = shapely.Polygon(
        [pose.point(0, -half), pose.point(0, half), pose.point(200, half), pose.point(200, -half)]
    )
    straight = pose.point(1)
    heading = (straight[0] - pose.x, straight[1] - pose.y)
    ahead: list[float] = []
    for shape in shapes:
        for x, y in shapely.get_coordinates(corridor.intersection(shape)):
            ahead.append((x - pose.x) * heading[0] + (y - pose.y) * heading[1])
    return (min(ahead), max(ahead)) if ahead else (0.0, 0.0)
