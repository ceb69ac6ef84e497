"""The charges that the rules demand, found when a side's movement begins: fury, and cavalry under Defend."""

from typing import TYPE_CHECKING

from miniatures.systems.warfare.game.charges import ChargeWords, can_reach, closest_in_sight, plan_charge
from miniatures.systems.warfare.game.marching import MoveWords, plan_move
from miniatures.systems.warfare.game.moves import stands_against
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured


def must_charge(state: State, table: "Measured | None", unit: UnitNow) -> list[dict[str, str]]:
    """Fury (W518), and cavalry under Defend with an enemy in reach (W106)."""
    if unit.routing or unit.pursuing or state.in_melee(unit.id):
        return []
    if table is None or not unit.placed:
        words = {"what": "furious: must charge the closest enemy", "rule": "W518", "target": "the closest enemy"}
        return [{"unit": unit.id} | words] if unit.furious else []
    if unit.furious:
        target = closest_in_sight(table, unit)
        return [_fury(state, unit, target)] if target else []
    if state.wings[unit.wing].order != "defend" or not unit.unit.mounted:
        return []
    for name in table.near(unit.id, 12.5):
        if state.units[name].side != unit.side and can_reach(state, unit, state.units[name], table):
            words = {"what": f"defends: must charge {name}, who came within reach", "rule": "W106", "target": name}
            return [{"unit": unit.id} | words]
    return []


def _fury(state: State, unit: UnitNow, target: str) -> dict[str, str]:
    """A charge at the closest enemy; where none is possible, they go for him as well as they can."""
    plan = plan_charge(state, ChargeWords(unit=unit.id, target=target))
    said = {"unit": unit.id, "rule": "W518", "target": target}
    if stands_against(state, plan):
        going = plan_move(state, MoveWords(unit=unit.id, inches="all", towards=target))
        can = "no" if stands_against(state, going) else "yes"
        return said | {"what": f"furious, and cannot charge {target} yet: go for them", "how": "move", "can": can}
    return said | {"what": "furious: must charge the closest enemy"}
