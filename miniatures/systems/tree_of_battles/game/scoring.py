"""How the battle stands, and when it is over (T40, T45)."""

from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State, everybody
from miniatures.systems.tree_of_battles.points import contingent_price, house_points
from miniatures.systems.tree_of_battles.unit import Leader


def _listed(state: State, side: int) -> list[ContingentNow]:
    """Everybody who began on a side, wherever he stands now."""
    return [
        state.units[name]
        for name, began, _, one in everybody(state.setup.rosters)
        if began == side and not isinstance(one, Leader)
    ]


def side_stands(state: State, side: int) -> tuple[int, int]:
    """Stands lost, of stands at the start; those of who routs or has turned are lost."""
    units = _listed(state, side)
    lost = sum(
        unit.listed.size if unit.gone or unit.broken or unit.side != side else unit.listed.size - unit.left
        for unit in units
    )
    return lost, sum(unit.listed.size for unit in units)


def side_points(state: State, side: int) -> tuple[int, int] | None:
    """House points of the stands lost, of those of all contingents; None where they are not counted (T6).

    The price once a contingent is lost with its last stand, or when it routs or turns.
    """
    points = house_points(state.options)
    if points is None:
        return None
    lost = whole = 0
    for unit in _listed(state, side):
        prices = contingent_price(unit.listed, points)
        total = sum(one.points for one in prices)
        whole += total
        if unit.gone or unit.broken or unit.side != side:
            lost += total
        else:
            gone = [part.stands - left for part, left in zip(unit.listed.parts, unit.left_by_part, strict=True)]
            lost += sum(int(price.each.total) * number for price, number in zip(prices, gone, strict=False))
    return lost, whole


def score(state: State, side: int) -> str:
    lost, whole = side_stands(state, side)
    points = side_points(state, side)
    worth = f", {points[0]} of {points[1]} house points" if points else ""
    return f"{state.sides[side]}: {lost} of {whole} stands lost{worth}"


def ending(state: State) -> str:
    """Why the battle is over as this turn begins, or nothing."""
    alone = [side for side in (0, 1) if not any(not unit.broken for unit in state.standing(side))]
    if alone:
        return " ".join(f"{state.sides[side]} have nobody left to fight." for side in alone)
    if state.options.army_breaks:
        broken = [side for side in (0, 1) if _broken(state, side)]
        if broken:
            return " ".join(f"{state.sides[side]} break: half their contingents are gone (T40)." for side in broken)
    turns = state.options.turns
    if turns is None or state.turn <= turns:
        return ""
    lost = [side_stands(state, side)[0] for side in (0, 1)]
    played = "The one turn is" if turns == 1 else f"The {turns} turns are"
    if lost[0] == lost[1]:
        return f"{played} played: a draw, {lost[0]} stands lost on each side (T45)."
    winner = 0 if lost[0] < lost[1] else 1
    return f"{played} played: {state.sides[winner]} win, {lost[winner]} stands lost against {lost[1 - winner]} (T45)."


def _broken(state: State, side: int) -> bool:
    units = [unit for unit in _listed(state, side) if unit.listed.type not in ("artillery", "skirmishers", "baggage")]
    lost = sum(bool(unit.gone) or unit.broken or unit.side != side for unit in units)
    return bool(units) and 2 * lost >= len(units)
