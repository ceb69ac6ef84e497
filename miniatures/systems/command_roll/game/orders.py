"""An order that was given and is to be carried out: who may move because of it, and what is left of it."""

from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import BaseModel

from miniatures.systems.command_roll.blunders import PENALTY
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State

Model = TypeVar("Model", bound=BaseModel)


def because_of(state: State, unit: UnitNow) -> str:
    """Why it may move: its order, a blunder, or none."""
    order = state.order
    if unit.id not in order.get("units", ()) or unit.id in order.get("moved", ()):
        return "none"
    because: str = order["because"]
    return "none" if because == PENALTY else because


def waiting(state: State) -> list[UnitNow]:
    """The units that were ordered and have not moved."""
    return [unit for unit in state.standing() if because_of(state, unit) != "none"]


def done_with(state: State, names: Sequence[str]) -> dict[str, Any] | None:
    """The order after these have moved; nothing is left of it when all have."""
    moved = [*state.order.get("moved", ()), *names]
    left = [name for name in state.order.get("units", ()) if name not in moved and not state.units[name].gone]
    return {"moved": moved} if left else None


def formation(unit: UnitNow) -> str:
    if unit.irregular:
        return "irregular"
    return "column" if unit.ranks > 1 else "line"


def read(model: type[Model], state: State, facts: dict[str, Any]) -> Model:
    """Facts as the procedure would read them."""
    return model.model_validate(facts | {"options": state.options})
