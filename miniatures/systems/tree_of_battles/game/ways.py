"""Ways over the table: how far a contingent can go before something halts it, and what the ground costs it."""

from typing import NamedTuple

from shapely import Point

from miniatures.measuring import CONTACT, TOLERANCE, furthest
from miniatures.space.footprint import Footprint, distance
from miniatures.space.moves import Moved, advance, shift, slide
from miniatures.space.table import Kind
from miniatures.systems.tree_of_battles.game.measured import BARRED, DIFFICULT, SLIVER, Measured
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.tables import APPROACH_HALT, TACTICAL_HALT

#: Obstacles as the sheet knows them (T72): what costs a DP to cross, and what halves a move on foot.
MINOR: tuple[Kind, ...] = ("hedge", "wall")
DEFENSIVE: tuple[Kind, ...] = ("earthworks",)
MAJOR: tuple[Kind, ...] = ("river",)
GAPS: tuple[Kind, ...] = ("bridge", "ford")
#: Contingents that do not mean to touch keep so far apart.
CLEAR = 0.1
#: Who would end among friends goes back by so much at a time, until it stands clear of them.
STEP_BACK = 0.05


class Crossed(NamedTuple):
    """What a way crosses, in the words of the manoeuvres, and whether it goes through difficult terrain."""

    manoeuvres: tuple[str, ...]
    difficult: bool


def crossed(table: Measured, start: Footprint, moved: Moved) -> Crossed:
    ground = table.ground
    found = ["cross minor obstacle" for _ in ground.crossed(moved, start, *MINOR)]
    for _ in ground.crossed(moved, start, *DEFENSIVE):
        found += ["cross minor obstacle", "cross defensive obstacle"]
    stood_in = ground.under(start.polygon, *MAJOR)
    found += ["cross major obstacle" for piece in ground.entered(moved, *MAJOR) if piece not in stood_in]
    return Crossed(tuple(found), bool(ground.entered(moved, *DIFFICULT)))


def into_gap(table: Measured, start: Footprint, *legs: Moved) -> bool:
    """Whether the middle of its front comes onto a bridge or into a ford where it did not stand before (T100)."""
    here = Point(start.pose.x, start.pose.y)
    return any(
        leg.track.intersection(shape).length > TOLERANCE
        for _, shape in table.ground.pieces(*GAPS)
        for leg in legs
        if not shape.intersects(here)
    )


def clear_way(table: Measured, unit: ContingentNow, moved: Moved, besides: tuple[str, ...] = ()) -> list[str]:
    """What a way runs into: others by name, ground that bars it, the edge of the table."""
    found = [
        other.id for other in table.others(unit.id, *besides) if moved.swept.intersection(other.polygon).area > SLIVER
    ]
    found += [piece.name or piece.kind for piece in table.ground.entered(moved, *BARRED)]
    return [*found, *("the edge of the table" for _ in table.ground.leaves(moved.end.polygon)[:1])]


def halting(table: Measured, side: int, body: Footprint, approach: bool) -> frozenset[str]:
    """Who halts it there: enemies within 12 inches in the Approach, within 2 to its front later (T102, T104)."""
    limit = APPROACH_HALT.value if approach else TACTICAL_HALT.value
    return frozenset(
        enemy.id
        for enemy in table.enemies(side)
        if distance(body, enemy) < limit - TOLERANCE and (approach or _ahead(body, enemy))
    )


def _ahead(body: Footprint, enemy: Footprint) -> bool:
    """Some of it lies before the line of the front, across the width of the body."""
    seen = [body.pose.seen(corner) for corner in enemy.corners]
    before = max(ahead for _, ahead in seen) > TOLERANCE
    half = body.width / 2
    return before and min(right for right, _ in seen) < half and max(right for right, _ in seen) > -half


def straight(
    table: Measured,
    unit: ContingentNow,
    body: Footprint,
    inches: float,
    approach: bool,
    through: tuple[str, ...] = (),
) -> float:
    """How far straight ahead it can go, up to so many inches, before an enemy halts it or something is in the way.

    Friends whom it passes through do not stop it, but it does not end among them: then it stops before them.
    """

    def fits(far: float) -> bool:
        moved = advance(body, far)
        if clear_way(table, unit, moved, through) or halting(table, unit.side, moved.end, approach):
            return False
        return all(distance(moved.end, other) > CLEAR - TOLERANCE for other in table.enemies(unit.side))

    far = furthest(inches, fits) if fits(0.0) else 0.0
    while far > 0 and any(table.overlap(advance(body, far).end.polygon, table.of(name)) for name in through):
        far = max(0.0, far - STEP_BACK)
    return far


def runs(table: Measured, body: Footprint, direction: float, inches: float) -> tuple[Moved, bool]:
    """A run in a straight line, past friends: where it ends, and whether that is off the table.

    Enemies and ground that nobody enters stop it, and nobody comes to stand on others (T82, T95).
    """
    side = table.sides[body.id]
    enemies = [one for one in table.enemies(side) if distance(body, one) > CLEAR]  # whom it touches it runs from
    free, met = slide(body, direction, enemies, inches)
    far = max(0.0, free - CLEAR) if met else inches
    while far > TOLERANCE:
        moved = shift(body, direction, far)
        if not table.ground.entered(moved, *BARRED):
            off = not table.ground.inside(moved.end.polygon)
            if off or not any(table.overlap(moved.end.polygon, one) for one in table.others(body.id)):
                return moved, off
        far -= 0.25
    return shift(body, direction, 0.0), False


def touches(table: Measured, body: Footprint) -> list[str]:
    """The enemies that a body touches."""
    side = table.sides[body.id]
    return [enemy.id for enemy in table.enemies(side) if distance(body, enemy) <= CONTACT]
