"""Pursuers who run on and have routers before them: who is caught suffers a free hack where it is (T207, T96)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan
from miniatures.systems.tree_of_battles.chase import ChaseOutcome
from miniatures.systems.tree_of_battles.game.chasing import follows, runner_changes
from miniatures.systems.tree_of_battles.game.describing import unit_facts
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Shock, after, freed, joined, settled
from miniatures.systems.tree_of_battles.pursuit import PursuitFacts
from miniatures.words import counted

if TYPE_CHECKING:
    from miniatures.systems.tree_of_battles.game.measured import Measured

#: Further than any fast move goes.
FAR = 30.0


def router_ahead(table: "Measured", unit: ContingentNow, direction: float) -> tuple[str, float] | None:
    """The first enemy on its way and how far it is, if that enemy routs."""
    from miniatures.space.moves import slide, turn_in_place

    turned = turn_in_place(table.of(unit.id), direction)
    inches, met = slide(turned, direction, table.enemies(unit.side), FAR)
    return (met[0], inches) if met and table.state.units[met[0]].broken else None


def plan_hunt(
    state: State,
    table: "Measured",
    unit: ContingentNow,
    direction: float,
    ahead: tuple[str, float],
    against: Callable[[Any], list[Refusal]],
) -> Plan:
    """A chase in which the quarry stands: it runs on in its own part of the phase."""
    target = state.units[ahead[0]]
    pursuer = unit_facts(state, unit)
    if state.options.hack_in_contact_only:
        pursuer["touching"] = min(unit.abreast, target.abreast)
    quarry = unit_facts(state, target) | {"goes": "routs", "first_move": False, "went": 0}
    facts = {"pursuer": pursuer, "quarry": quarry, "distance": round(ahead[1], 3)}

    def conclude(_facts: PursuitFacts, outcome: ChaseOutcome) -> Conclusion:
        return _concluded(state, table, unit, target, direction, outcome)

    notes = (f"Measured: {ahead[1]:.1f} inches to {target.id}, who rout.",)
    return Plan(conclude, "pursuit", facts, notes, against)


def _concluded(
    state: State,
    table: "Measured",
    unit: ContingentNow,
    target: ContingentNow,
    direction: float,
    outcome: ChaseOutcome,
) -> Conclusion:
    from miniatures.space.contact import side_struck
    from miniatures.systems.tree_of_battles.game.contacting import laid_along, run_costs
    from miniatures.systems.tree_of_battles.game.measured import stood

    body, goal = table.of(unit.id), table.of(target.id)
    own = runner_changes(state, unit, outcome.hunter) | {"array": "disarray", "runs": unit.runs + 1}
    own |= {"moved": state.turn, "came": [unit.pose.x, unit.pose.y]}
    own["last_move"] = {"kind": "pursue", "inches": outcome.hunter.inches, "turn": state.turn}
    changes: dict[str, Any] = {"units": {unit.id: own, target.id: runner_changes(state, target, outcome.quarry)}}
    left = outcome.quarry.left
    caught = laid_along(table, body, goal, side_struck(goal, body)) if outcome.caught and left else None
    ran = follows(table if left else table.without(target.id), body, direction, outcome.hunter.inches)
    end = caught or ran.end
    own |= stood(end.pose)
    now = after(state, changes)
    more, felt = run_costs(now, table, now.units[unit.id], body, end)
    changes = joined(changes, more)
    says = [f"{unit.id} run {ran.inches if caught is None else outcome.hunter.inches:.1f} inches."]
    shocks: list[Shock] = []
    if outcome.caught:
        fallen = counted(outcome.quarry.stands_lost, "stand")
        says.append(f"{target.id} are caught: the free hack takes {fallen} (T207).")
    if not left:
        says.append(f"{target.id} are destroyed (T40).")
        shocks.append(Shock(target.id, "destroyed", goal))
        changes = joined(changes, freed(now, target.id))
    changes, told = settled(state, changes, shocks)
    return Conclusion(changes, (*says, *felt, *told))
