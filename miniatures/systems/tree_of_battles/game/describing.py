"""A contingent of the game as the procedures take it, and what is said of everybody in every chapter."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from miniatures.ruling import Refusal
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow, LeaderNow, in_play
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.unit_wording import dps_told
from miniatures.words import joined_names

if TYPE_CHECKING:
    from miniatures.systems.tree_of_battles.game.measured import Measured
    from miniatures.systems.tree_of_battles.game.nearness import Near

STEPS = {
    "deployment": "Setting up",
    "command": "Command",
    "first approach": "Approach of the first side",
    "second approach": "Approach of the second side",
    "long range": "Long range shooting",
    "first tactical": "Tactical move of the first side",
    "second tactical": "Tactical move of the second side",
    "close range": "Close range shooting",
    "first charges": "Combat: the first side charges",
    "second charges": "Combat: the second side charges",
    "combat": "Combat: the fights",
    "rally": "Rally",
}

#: The phases that both sides have one after the other, without the side.
PHASES = {
    step: name
    for name, both in (
        ("Approach", ("first approach", "second approach")),
        ("Tactical move", ("first tactical", "second tactical")),
        ("Combat: the charges", ("first charges", "second charges")),
    )
    for step in both
}


def measured(state: State) -> "Measured | None":
    """The table, if there is one; geometry is loaded only here."""
    if not state.mapped:
        return None
    from miniatures.systems.tree_of_battles.game.measured import Measured

    return Measured(state)


def nearness(state: State) -> "Near | None":
    """Who is near whom on it, without any geometry."""
    if not state.mapped:
        return None
    from miniatures.systems.tree_of_battles.game.nearness import Near

    return Near(state)


def leader_facts(state: State, one: LeaderNow) -> dict[str, Any]:
    """A leader as facts take him."""
    facts: dict[str, Any] = one.leader.model_dump(mode="json", exclude_defaults=True)
    facts |= {"name": one.id, "battle": state.battles[one.battle].name}
    said: dict[str, Any] = {
        "wounds": one.wounds,
        "spent": one.rating - one.points(state.turn),
        "front_rank": one.front,
    }
    return facts | {key: value for key, value in said.items() if value}


def unit_facts(state: State, unit: ContingentNow) -> dict[str, Any]:
    """A contingent as facts take it, with its leaders."""
    facts = in_play(unit) | {"battle": state.battles[unit.battle].name}
    leaders = [leader_facts(state, one) for one in state.leaders_with(unit.id)]
    return facts | ({"leaders": leaders} if leaders else {})


def out_of_step(state: State, steps: Iterable[str], rule: str, what: str) -> list[Refusal]:
    """What is not done in this phase."""
    steps = tuple(steps)
    if state.step in steps:
        return []
    phases = joined_names(dict.fromkeys(PHASES.get(step, STEPS[step]) for step in steps))
    words = f"{what} belongs to {phases}; it is {STEPS[state.step]}"
    return [Refusal(rule, words, "go on with next, or undo")]


def not_in_play(unit: ContingentNow | LeaderNow) -> list[Refusal]:
    if not unit.gone:
        return []
    return [Refusal("T40", f"{unit.id}: no longer in play ({unit.gone})", "choose another, or undo")]


def not_their_move(state: State, unit: ContingentNow) -> list[Refusal]:
    """Where the sides move one after the other."""
    if state.mover is None or unit.side == state.mover:
        return []
    words = f"it is {state.sides[state.mover]} who move now, not {unit.id}"
    return [Refusal("T11", words, "wait for the other part of the phase")]


def dps_words(unit: ContingentNow) -> list[str]:
    """Its DPs as a list: how many, why, and when."""
    return [dps_told(entry) for entry in unit.in_play.dps]
