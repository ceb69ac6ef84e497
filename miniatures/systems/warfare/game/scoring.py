"""How the battle stands in points, and when it is over (W58)."""

from functools import lru_cache

from miniatures.systems.warfare.army import unit_price
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.options import Options
from miniatures.systems.warfare.unit import Unit


@lru_cache(maxsize=256)
def worth(unit: Unit, options: Options) -> int:
    return unit_price(unit, options).points


def points_lost(state: State, unit: UnitNow) -> int:
    """A unit that is gone or in rout costs all its points; one that stands costs what its fallen figures did."""
    whole = worth(unit.unit, state.options)
    if unit.gone or unit.routing:
        return whole
    return whole * unit.lost // unit.unit.figures


def side_points(state: State, side: int) -> tuple[int, int]:
    """Points lost, of points at the start."""
    units = [unit for unit in state.units.values() if unit.side == side]
    return sum(points_lost(state, unit) for unit in units), sum(worth(unit.unit, state.options) for unit in units)


def broken(state: State, side: int) -> bool:
    units = [unit for unit in state.units.values() if unit.side == side]
    return 2 * sum(bool(unit.gone or unit.routing) for unit in units) >= len(units)


def ending(state: State) -> str:
    """Why the battle is over as this turn begins, or nothing."""
    alone = [side for side in (0, 1) if not any(state.standing(side))]
    if alone:
        return f"{state.sides[alone[0]]} have nobody left on the field."
    if state.options.break_at_half:
        fled = [side for side in (0, 1) if broken(state, side)]
        if len(fled) == 1:
            return f"{state.sides[fled[0]]} break: half their units are lost or in rout (W58)."
        if fled:
            return "Both armies break: half the units of each are lost or in rout (W58)."
    if state.turn > state.options.turns:
        played = "The one turn is" if state.options.turns == 1 else f"The {state.options.turns} turns are"
        lost = [side_points(state, side)[0] for side in (0, 1)]
        if lost[0] == lost[1]:
            return f"{played} played: a draw, {lost[0]} points lost on each side (W58)."
        winner = 0 if lost[0] < lost[1] else 1
        return (
            f"{played} played: {state.sides[winner]} win, {lost[winner]} points lost against {lost[1 - winner]} (W58)."
        )
    return ""
