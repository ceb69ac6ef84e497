"""How the battle stands in points, and when it is over (C38, C39)."""

from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State, is_general, unit_names


def _listed(state: State, side: int) -> list[UnitNow]:
    """Everybody who began on a side, wherever he stands now."""
    return [state.units[name] for name, began, _, _ in unit_names(state.setup.rosters) if began == side]


def points_lost(unit: UnitNow, side: int) -> int:
    """All its points when it is gone or has turned; else those of its lost stands."""
    whole = unit.unit.listed.points
    return whole if unit.gone or unit.side != side else whole * unit.lost // unit.unit.size


def side_points(state: State, side: int) -> tuple[int, int]:
    """Points lost, of points at the start."""
    units = _listed(state, side)
    return sum(points_lost(unit, side) for unit in units), sum(unit.unit.listed.points for unit in units)


def _broken(state: State, side: int) -> str:
    units = [unit for unit in _listed(state, side) if not unit.commands]
    lost = sum(bool(unit.gone) or unit.side != side for unit in units)
    name = state.sides[side]
    generals = [unit for unit in _listed(state, side) if is_general(unit)]
    dead = bool(generals) and all(unit.gone or unit.side != side for unit in generals)
    if dead and (state.options.withdraws_without_general or state.options.army_breaks):
        return f"{name} have lost their general, and withdraw (C38)."
    if state.options.army_breaks and units and 2 * lost >= len(units):
        return f"{name} have lost {lost} of {len(units)} units, and break (C39)."
    if units and lost == len(units):
        return f"{name} have no units left on the field."
    return ""


def ending(state: State) -> str:
    """Why the battle is over as this turn begins, or nothing."""
    broken = [words for side in (0, 1) if (words := _broken(state, side))]
    if broken:
        return " ".join(broken)
    turns = state.options.turns
    if turns is None or state.turn <= turns:
        return ""
    played = "The one turn is" if turns == 1 else f"The {turns} turns are"
    lost = [side_points(state, side)[0] for side in (0, 1)]
    if lost[0] == lost[1]:
        return f"{played} played: a draw, {lost[0]} points lost on each side (C39)."
    winner = 0 if lost[0] < lost[1] else 1
    return f"{played} played: {state.sides[winner]} win, {lost[winner]} points lost against {lost[1 - winner]} (C39)."
