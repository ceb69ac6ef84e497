"""A unit of the game as the procedures take it, and what is said of everybody in every chapter."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured

STEPS = {
    "deployment": "Setting up",
    "command": "Command, initiative and orders",
    "commanders": "Command, the commanders' own moves",
    "shooting": "Shooting",
    "drive backs": "Shooting, the drive-backs",
    "combat": "Combat",
}


def measured(state: State) -> "Measured | None":
    """The table, if there is one; geometry is loaded only here."""
    if not state.mapped:
        return None
    from miniatures.systems.command_roll.game.measured import Measured

    return Measured(state)


def commander_facts(state: State, unit: UnitNow) -> dict[str, Any]:
    """A commander as facts take him."""
    facts = unit.unit.model_dump(mode="json", exclude_defaults=True)
    facts |= {"name": unit.id, "battle": state.battles[unit.battle].name, "mounted": unit.mounted}
    return facts | ({"hits": unit.hits} if unit.hits else {})


def unit_facts(state: State, unit: UnitNow, *, engaged: bool | None = None) -> dict[str, Any]:
    """A unit as facts take it. `engaged` overrides what its contacts say, for who was not when a charge began."""
    facts: dict[str, Any] = unit.unit.model_dump(mode="json", exclude_defaults=True)
    facts |= {"name": unit.id, "battle": state.battles[unit.battle].name, "stands": unit.left}
    if unit.commands:
        facts["mounted"] = unit.mounted
    said: dict[str, Any] = {
        "hits": unit.hits,
        "confused": unit.confused,
        "engaged": state.engaged(unit.id) if engaged is None else engaged,
        "blunders": unit.blunders,
        "joined": [commander_facts(state, one) for one in state.joined_to(unit.id)],
    }
    return facts | {key: value for key, value in said.items() if value}


def out_of_step(state: State, steps: Iterable[str], rule: str, what: str) -> list[Refusal]:
    """What is not done in this phase."""
    steps = tuple(steps)
    if state.step in steps:
        return []
    return [
        Refusal(rule, f"{what} belongs to {STEPS[steps[0]]}; it is {STEPS[state.step]}", "go on with next, or undo")
    ]


def not_in_play(unit: UnitNow) -> list[Refusal]:
    if not unit.gone:
        return []
    verb = "is" if unit.commands else "are"
    return [Refusal("C167", f"{unit.id} {verb} no longer in play ({unit.gone})", "choose another, or undo")]


def not_their_turn(state: State, unit: UnitNow) -> list[Refusal]:
    """Only the side whose turn it is gives orders, moves and shoots (C74)."""
    if unit.side == state.active or state.step == "deployment":
        return []
    words = (
        f"it is the turn of {state.sides[state.active]}, and {unit.id} {plural(unit, 'is', 'are')} of the other side"
    )
    return [Refusal("C74", words, "wait for your own turn")]


def plural(unit: UnitNow, one: str, many: str) -> str:
    """Commanders are spoken of as one man, units as many."""
    return one if unit.commands else many


def made_way(state: State, name: str) -> str:
    """A friend who was confused as somebody came through."""
    return f"{name} made way and {plural(state.units[name], 'is', 'are')} confused (C407)."
