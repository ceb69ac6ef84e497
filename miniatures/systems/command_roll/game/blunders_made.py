"""What a blunder does to those who were ordered: at once, or by what their owner says or moves next."""

from typing import Any

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.command_roll.blunders import AWAY, HALF_PACE, PENALTY, TOWARDS
from miniatures.systems.command_roll.game.describing import measured
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.unit import Stated
from miniatures.systems.playing import Plan, certain
from miniatures.words import joined_names

_BY_HAND = {
    AWAY: "They go until a full move lies between them and all enemies (C143).",
    TOWARDS: "They go a full move at the nearest enemy in sight, and charge if they can (C145).",
}


class BlameWords(Stated):
    """After a blunder of 1: the unit of the brigade that takes the -1."""

    unit: str = Field(description="the unit, its owner's choice (C13)")


def blundered(state: State, units: list[UnitNow], word: str) -> tuple[dict[str, Any], list[str]]:
    names = [unit.id for unit in units]
    if word == PENALTY and len(units) == 1:
        told = [f"{names[0]} take -1 to every order for the rest of the battle (C142)."]
        return {"units": {names[0]: {"blunders": units[0].blunders + 1}}}, told
    if word == PENALTY:
        return {"order": {"units": names, "because": PENALTY, "moved": []}}, ["Its owner says who takes the -1: blame."]
    if word == HALF_PACE:
        told = ["They move at half pace, without a charge (C144)."]
        return {"order": {"units": names, "because": HALF_PACE, "moved": []}}, told
    table = measured(state)
    if table is None:
        return {"order": {"units": names, "because": word, "moved": []}}, [_BY_HAND[word]]
    from miniatures.systems.command_roll.game.blundering import carried_out

    return carried_out(state, table, units, word)


def plan_blame(state: State, words: BlameWords) -> Plan:
    unit = state.unit(words.unit)
    refusals: list[Refusal] = []
    if state.order.get("because") != PENALTY:
        refusals.append(Refusal("C142", "no blunder of 1 waits for its unit", "blame nobody"))
    elif unit.id not in state.order["units"]:
        them = joined_names(state.order["units"])
        refusals.append(Refusal("C142", f"{unit.id} were not ordered", f"choose among {them}"))
    changes = {"units": {unit.id: {"blunders": unit.blunders + 1}}, "order": None}
    return certain(changes, [f"{unit.id} take -1 to every order for the rest of the battle (C142)."], refusals)
