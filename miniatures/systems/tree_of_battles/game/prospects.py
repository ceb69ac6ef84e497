"""What a charge that waits for its answer comes to: the combat of each answer, for odds side by side."""

from typing import Any

from miniatures.systems.tree_of_battles.game.answering import answers_of, edge_behind, met
from miniatures.systems.tree_of_battles.game.describing import measured, unit_facts
from miniatures.systems.tree_of_battles.game.fighting import combat_facts, combat_of
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import after


def evading(state: State) -> dict[str, Any]:
    """The facts of a charge that waits for its answer, and is evaded."""
    unit, target = state.unit(state.charge["unit"]), state.unit(state.charge["target"])
    return {
        "attackers": [unit_facts(state, unit) | {"came": "charges"}],
        "defenders": [unit_facts(state, target) | {"came": "evades"}],
        "distance": state.charge["distance"],
    } | edge_behind(state, unit, target)


def prospects(state: State) -> dict[str, dict[str, Any]]:
    """For each answer that the target may give the facts of the `combat` that follows, with the moves after it.

    None where no combat follows.
    """
    if not state.charge:
        return {}
    unit, target = state.unit(state.charge["unit"]), state.unit(state.charge["target"])
    found: dict[str, dict[str, Any]] = {}
    for word, answer in answers_of(state, target).items():
        if word == "evade":
            found[word] = evading(state)
            continue
        there = after(state, met(state, unit, target, word, answer.target_inches).changes)
        contacts = combat_of(there, unit.id)
        if not contacts:
            found[word] = {}
            continue
        facts = combat_facts(there, measured(there), contacts)
        alone = len(facts["attackers"]) == len(facts["defenders"]) == 1
        found[word] = facts | ({"moves": True} if alone else {})
    options = state.options.model_dump(mode="json", exclude_defaults=True)
    return {word: facts | {"options": options} if facts and options else facts for word, facts in found.items()}
