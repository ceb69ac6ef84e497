"""Going as far as the way is open: in a blunder, at an enemy, and after a combat that is won."""

from collections.abc import Callable

from miniatures.measuring import TOLERANCE
from miniatures.space.footprint import distance
from miniatures.space.moves import shift
from miniatures.space.pose import Pose
from miniatures.systems.command_roll.game.contacting import Met, meets
from miniatures.systems.command_roll.game.measured import Measured, at, footprint
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.travel import Moves, barred_ground, crosses_river, in_the_way
from miniatures.systems.command_roll.tables import RIVER_PARTS, STOPS_SHORT

STEP = 0.25
#: A way is found to so many centimetres.
FINE = 0.001


def shifted(table: Measured, units: list[UnitNow], direction: float, far: float) -> list[tuple[UnitNow, UnitNow]]:
    """All of them moved alike."""
    options = table.state.options
    return [(unit, at(unit, shift(footprint(unit, options), direction, far).end.pose)) for unit in units]


def open_way(table: Measured, moves: Moves, clear: float = 0.0) -> bool:
    """Whether they can go there, all at once, and end so far from every enemy, or no nearer to him than before."""
    moving = [before.id for before, _ in moves]
    options = table.state.options
    if not all(table.free(after, footprint(after, options), moving) for _, after in moves):
        return False
    if barred_ground(table, moves) or in_the_way(table, moves):
        return False
    return not any(
        gap < clear - TOLERANCE and gap < distance(footprint(before, options), enemy) - TOLERANCE
        for before, after in moves
        for enemy in table.enemies(after.side)
        if (gap := distance(footprint(after, options), enemy)) < clear
    )


def as_far(limit: float, opens: Callable[[float], bool]) -> float:
    """The centimetres of a way that are open from its beginning on."""
    low = 0.0
    while low < limit - TOLERANCE:
        high = min(low + STEP, limit)
        if not opens(high):
            return halved(low, high, opens)
        low = high
    return low


def halved(low: float, high: float, holds: Callable[[float], bool]) -> float:
    """Between a length that holds and one that does not: the last that does."""
    while high - low > FINE:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def open_to(
    table: Measured, units: list[UnitNow], direction: float, limit: float, clear: float = STOPS_SHORT.value
) -> float:
    """How far they can go together that way: half the limit where a river is crossed, and 1 cm short of enemies."""

    def opens(far: float) -> bool:
        moves = shifted(table, units, direction, far)
        if far > limit / RIVER_PARTS.value + TOLERANCE and crosses_river(table, moves):
            return False
        return open_way(table, moves, clear)

    return as_far(limit, opens)


def farthest(table: Measured, units: list[UnitNow], direction: float, limit: float) -> list[tuple[UnitNow, UnitNow]]:
    """As far as the way is open for all of them."""
    return shifted(table, units, direction, open_to(table, units, direction, limit))


def bearing_to(table: Measured, unit: str, enemy: str) -> float:
    return Pose(*table.of(unit).centre, 0.0).bearing(table.of(enemy).centre) % 360


def reaches(table: Measured, unit: UnitNow, enemy: str, limit: float) -> Met | None:
    """Where it meets an enemy, if a move of so many centimetres is enough and nothing is in the way."""
    met = meets(table, unit, table.units[enemy], limit)
    if met is None:
        return None
    way = [(unit, met.unit)]
    reach = limit / RIVER_PARTS.value if crosses_river(table, way) else limit
    if met.centimetres > reach + TOLERANCE or barred_ground(table, way) or in_the_way(table, way, [enemy]):
        return None
    return met
