"""Going at an enemy as far as the way is open: in a blunder, and after a combat that is won."""

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


def shifted(table: Measured, units: list[UnitNow], direction: float, far: float) -> list[tuple[UnitNow, UnitNow]]:
    """All of them moved alike."""
    options = table.state.options
    return [(unit, at(unit, shift(footprint(unit, options), direction, far).end.pose)) for unit in units]


def open_way(table: Measured, moves: Moves, clear: float = 0.0) -> bool:
    """Whether they can go there, all at once, and end so far from every enemy."""
    moving = [before.id for before, _ in moves]
    options = table.state.options
    if not all(table.free(after, footprint(after, options), moving) for _, after in moves):
        return False
    if barred_ground(table, moves) or in_the_way(table, moves):
        return False
    return not any(
        distance(footprint(after, options), enemy) < clear - TOLERANCE
        for _, after in moves
        for enemy in table.enemies(after.side)
    )


def farthest(table: Measured, units: list[UnitNow], direction: float, limit: float) -> list[tuple[UnitNow, UnitNow]]:
    """As far as the way is open for all of them, half as far where it crosses a river, and 1 cm short of enemies."""
    far, best = STEP, shifted(table, units, direction, 0.0)
    while far <= limit + TOLERANCE:
        moves = shifted(table, units, direction, far)
        over = crosses_river(table, moves) and far > limit / RIVER_PARTS.value + TOLERANCE
        if over or not open_way(table, moves, STOPS_SHORT.value):
            break
        best, far = moves, far + STEP
    return best


def bearing_to(table: Measured, unit: str, enemy: str) -> float:
    return Pose(*table.of(unit).centre, 0.0).bearing(table.of(enemy).centre) % 360


def reaches(table: Measured, unit: UnitNow, enemy: str, limit: float) -> Met | None:
    """Where it meets an enemy, if a move of so many centimetres is enough and nothing is in the way."""
    met = meets(table, unit, table.units[enemy])
    if met is None:
        return None
    way = [(unit, met.unit)]
    reach = limit / RIVER_PARTS.value if crosses_river(table, way) else limit
    if met.centimetres > reach + TOLERANCE or barred_ground(table, way) or in_the_way(table, way, [enemy]):
        return None
    return met
