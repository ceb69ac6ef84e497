"""The checklist of the Combat phase: charges that a test demands, answers, fights, choices and flights."""

from miniatures.systems.playing import Owed
from miniatures.systems.tree_of_battles.game.fighting import unfought
from miniatures.systems.tree_of_battles.game.fleeing import command_of, hunters_of, must_flee
from miniatures.systems.tree_of_battles.game.reacting import AT_ENEMY, goal_of, reaction_of
from miniatures.systems.tree_of_battles.game.state import State


def in_charges(state: State) -> list[Owed]:
    if state.charge:
        return [
            Owed(
                state.charge["target"],
                f"answer the charge of {state.charge['unit']}",
                "T217",
                f'respond "{state.charge["target"]}" stand',
            )
        ]
    found = []
    for unit in state.standing(state.mover):
        word = reaction_of(state, unit)
        goal = goal_of(state, unit) if word in AT_ENEMY and unit.charged != state.turn else ""
        if goal and not state.fighting(unit.id) and _may_charge(state, unit.id, goal):
            how = f'charge "{unit.id}" "{goal}"'
            found.append(
                Owed(unit.id, f"a test makes them {word}", AT_ENEMY[word], how, must=word.startswith("charge"))
            )
    return found


def _may_charge(state: State, unit: str, goal: str) -> bool:
    """Whether nothing stands against it. Without a map the players know how far it is."""
    from miniatures.systems.tree_of_battles.game.charging import ChargeWords, plan_charge
    from miniatures.systems.tree_of_battles.game.trying import possible

    return possible(state, plan_charge(state, ChargeWords(unit=unit, target=goal)), "distance")


def in_combat(state: State) -> list[Owed]:
    """Combats to be fought, then choices and pursuits, then the flight of those whom nobody can pursue any more."""
    found = []
    for group in unfought(state):
        first = max(group, key=lambda one: one.since).first
        others = dict.fromkeys(name for one in group for name in (one.first, one.second) if name != first)
        found.append(Owed(first, f"fight {', '.join(others)}", "T106", f'fight "{first}"'))
    for unit in state.standing():
        open_ones = [word for word in unit.may if not _gone(state, word)]
        if open_ones:
            what = "choose: " if len(open_ones) > 1 else ""
            how = command_of(unit.id, open_ones[0])
            found.append(Owed(unit.id, f"{what}{' or '.join(open_ones)}", "T201", how))
        elif must_flee(state, unit) and not hunters_of(state, unit):
            rule = "T205" if unit.broken else "T204"
            found.append(Owed(unit.id, "make their fast move away", rule, f'flee "{unit.id}"'))
    return found


def _gone(state: State, word: str) -> bool:
    """Whether a choice leads after an enemy who is no longer there."""
    return any(word.endswith(f" {name}") and unit.gone for name, unit in state.units.items())
