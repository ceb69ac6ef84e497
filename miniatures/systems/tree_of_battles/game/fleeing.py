"""Who flees from a combat and who may still pursue him: what choices, pursuits and the checklist ask alike."""

from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State

GOING = ("retiring", "routing")
FLIGHT = ("retire", "rout")
PURSUE = "pursue "


def prey_of(state: State, unit: ContingentNow) -> list[str]:
    """The enemies that it may pursue."""
    found = [word.removeprefix(PURSUE) for word in unit.may if word.startswith(PURSUE)]
    return [name for name in found if not state.units[name].gone]


def has_fled(state: State, unit: ContingentNow) -> bool:
    """Whether it has made its fast move away from a combat in this turn; to have run before it is another thing."""
    return bool(state.turn) and unit.last_move.get("fled") == state.turn


def must_flee(state: State, unit: ContingentNow) -> bool:
    """Whether its fast move away is still to be made in this phase."""
    return unit.conduct in GOING and unit.fought == state.turn and not has_fled(state, unit)


def hunters_of(state: State, unit: ContingentNow) -> list[str]:
    """Who may still pursue it."""
    return [other.id for other in state.standing(1 - unit.side) if unit.id in prey_of(state, other)]


def command_of(unit: str, choice: str) -> str:
    """How a choice after combat is said: `halt`, `follow up Bills`, `pursue Bills`."""
    word, _, enemy = choice.replace("follow up", "follow-up", 1).partition(" ")
    target = f' "{enemy}"' if enemy else ""
    return f'pursue "{unit}"{target}' if word == "pursue" else f'after "{unit}" {word}{target}'
