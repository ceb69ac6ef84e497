"""What a move costs, as changes of the state: fatigue, manoeuvres, ground, disarray, friends passed through."""

from typing import TYPE_CHECKING, Any

from miniatures.systems.tree_of_battles.damage import entry
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Brought, after, joined, suffers
from miniatures.systems.tree_of_battles.manoeuvre import Manoeuvring, manoeuvre_dps
from miniatures.systems.tree_of_battles.movement import Moved

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.space.moves import Moved as Path
    from miniatures.systems.tree_of_battles.game.measured import Measured


def moved_changes(state: State, unit: ContingentNow, outcome: Moved) -> Brought:
    """The DPs of the move itself, the array that it ends in, and the DPs of friends that it passed through."""
    changes, says = suffers(state, unit, [entry(line, state.turn) for line in outcome.causes], "fatigue")
    if outcome.disarray:
        changes = joined(changes, {"units": {unit.id: {"array": "disarray"}}})
        says.append(f"{unit.id} are in disarray ({', '.join(outcome.disarray)}).")
    for friend in outcome.friends:
        other = state.unit(friend.contingent)
        causes = [entry(line, state.turn) for line in friend.causes]
        more, told = suffers(state, other, causes, "manoeuvre")
        changes, says = joined(changes, more), [*says, *told]
    return changes, says


def ground_dps(state: State, table: "Measured", unit: ContingentNow, start: "Footprint", moved: "Path") -> Brought:
    """The DPs of the obstacles that a way really crossed, each with its reason."""
    from miniatures.systems.tree_of_battles.game.ways import crossed

    near = table.nearest_enemy(unit.id)
    far = near.distance if near else None
    changes: dict[str, Any] = {}
    says: list[str] = []
    for what in crossed(table, start, moved).manoeuvres:
        lines = manoeuvre_dps(unit.in_play, Manoeuvring(what=what), far)
        now = after(state, changes).units[unit.id]
        more, told = suffers(state, now, [entry(line, state.turn) for line in lines], "ground")
        changes, says = joined(changes, more), [*says, *told]
    return changes, says
