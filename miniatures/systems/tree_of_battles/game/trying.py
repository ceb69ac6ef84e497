"""An action tried without doing it: everything that stands against it, and the sums that it would show."""

from typing import Any

from miniatures.ruling import Refusal, Sum
from miniatures.systems import Procedure
from miniatures.systems.playing import Plan
from miniatures.systems.tree_of_battles.game.state import State


def procedure(name: str) -> Procedure:
    from miniatures.systems.tree_of_battles import SYSTEM

    return SYSTEM.procedures[name]


def tried(state: State, plan: Plan) -> tuple[tuple[Refusal, ...], tuple[Sum, ...]]:
    """What stands against an action, or the sums before its dice if nothing does."""
    if not plan.procedure:
        return tuple(plan.refusals(None)), ()
    thrown = procedure(plan.procedure)
    facts = thrown.facts.model_validate(dict(plan.measured) | {"options": state.options})
    against = (*plan.refusals(facts), *thrown.refusals(facts))
    return against, () if against else tuple(thrown.sums(facts))


def possible(state: State, plan: Plan, *needed: str) -> bool:
    """Whether nothing stands against it, as far as that can be measured; `needed` are facts that must be known."""
    known: Any = plan.measured
    return all(fact in known for fact in needed) and not tried(state, plan)[0]
