"""What is kept of orders: who was ordered in this phase, who may move because of it, and what is left to be done."""

from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import BaseModel

from miniatures.ruling import Refusal
from miniatures.systems.command_roll.blunders import AWAY, HALF_PACE, PENALTY, TOWARDS
from miniatures.systems.command_roll.command import BLUNDERED, GIVEN, OrderOutcome
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State, is_general
from miniatures.words import joined_names

Model = TypeVar("Model", bound=BaseModel)

#: The blunders that move units, and the lines of the sheet that say so.
_FORCED = {AWAY: "C143", HALF_PACE: "C144", TOWARDS: "C145"}


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


def blunder_waits(state: State) -> list[Refusal]:
    """A blunder is carried out before anybody else is ordered: it is no order that may be left lying."""
    if state.order.get("because") == PENALTY:
        return [Refusal("C142", "a blunder of 1 waits for the unit that takes it", "say which: blame UNIT")]
    moving = waiting(state)
    because = state.order.get("because", "")
    if because not in _FORCED or not moving:
        return []
    words = f"{joined_names(one.id for one in moving)} are to move first: they blundered ({because})"
    return [Refusal(_FORCED[because], words, f'move "{moving[0].id}" all')]


def takes_orders(state: State, unit: UnitNow) -> bool:
    """Whether it could still be ordered in this phase, whoever orders it."""
    last = unit.ordered(state.now)
    spent = last.get("blundered") or last.get("finished") or unit.initiative == state.now
    return not (spent or unit.confused or state.engaged(unit.id))


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


def remembered(state: State, character: UnitNow, names: list[str], outcome: OrderOutcome) -> dict[str, Any]:
    """Orders to others are finished (C106); these have one more if it was given (C46)."""
    changed: dict[str, Any] = {}
    for unit in state.standing():
        last = unit.ordered(state.now)
        if unit.id in names:
            changed[unit.id] = {
                "orders": {
                    "now": state.now,
                    "count": last.get("count", 0) + (outcome.result == GIVEN),
                    "by": character.id,
                    "finished": False,
                    "blundered": outcome.result == BLUNDERED,
                }
            }
        elif last and not last.get("finished"):
            changed[unit.id] = {"orders": {"finished": True}}
    return changed


def command_after(state: State, character: UnitNow, names: list[str], outcome: OrderOutcome) -> dict[str, Any]:
    command = state.command
    before = command.get("character", "")
    failed, finished = list(command.get("failed", ())), list(command.get("finished", ()))
    if before and before != character.id and before not in finished:
        finished.append(before)
    if outcome.result != GIVEN:
        failed.append(character.id)
    return {
        "now": state.now,
        "character": character.id,
        "units": names,
        "failed": failed,
        "finished": finished,
        "general_failed": state.general_failed or (is_general(character) and outcome.result != GIVEN),
    }
