"""What a move costs, as changes of the state: fatigue, manoeuvres, ground, disarray, friends passed through."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from miniatures.systems.tree_of_battles.damage import entry
from miniatures.systems.tree_of_battles.game.describing import unit_facts
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Brought, after, joined, suffers
from miniatures.systems.tree_of_battles.manoeuvre import LINES, Manoeuvred, Manoeuvring, friend_dps, manoeuvre_dps
from miniatures.systems.tree_of_battles.morale import Event, morale_line
from miniatures.systems.tree_of_battles.movement import Moved

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.space.moves import Moved as Path
    from miniatures.systems.tree_of_battles.game.measured import Measured
    from miniatures.systems.tree_of_battles.game.routes import Made, Way


def moved_changes(
    state: State, unit: ContingentNow, outcome: Moved | Manoeuvred, besides: tuple[str, ...] = ()
) -> Brought:
    """The DPs of the move itself, the array that it ends in, and the DPs of friends that it passed through.

    `besides` are rules whose DPs it was spared, because it did not come so far.
    """
    lines = [line for line in (*outcome.causes, *outcome.no_room) if line.rule not in besides]
    causes = [entry(line, state.turn) for line in lines]
    changes, says = suffers(state, unit, causes, "fatigue")
    if outcome.disarray:
        changes = joined(changes, {"units": {unit.id: {"array": "disarray"}}})
        told = f"{unit.id} are in disarray (T334)."  # said already, with the DPs
        rules = [rule for rule in outcome.disarray if rule != "T334" or told not in says]
        says += [f"{unit.id} are in disarray ({', '.join(rules)})."] if rules else []
    for friend in outcome.friends:
        other = state.unit(friend.contingent)
        causes = [entry(line, state.turn) for line in (*friend.causes, *friend.no_room)]
        more, felt = suffers(state, other, causes, "manoeuvre")
        changes, says = joined(changes, more), [*says, *felt]
    return changes, says


def ground_dps(state: State, table: "Measured", unit: ContingentNow, start: "Footprint", moved: "Path") -> Brought:
    """The DPs of the obstacles that a way really crossed, each with its reason."""
    from miniatures.systems.tree_of_battles.game.ways import crossed

    return crossing_dps(state, table, unit, crossed(table, start, moved).manoeuvres)


def crossing_dps(state: State, table: "Measured", unit: ContingentNow, crossings: Iterable[str]) -> Brought:
    """The DPs of obstacles and gaps, in the words of the manoeuvres."""
    near = table.nearest_enemy(unit.id)
    far = near.distance if near else None
    changes: dict[str, Any] = {}
    says: list[str] = []
    for what in crossings:
        lines = manoeuvre_dps(unit.in_play, Manoeuvring.model_validate({"what": what}), far)
        now = after(state, changes).units[unit.id]
        more, told = suffers(state, now, [entry(line, state.turn) for line in lines], "ground")
        changes, says = joined(changes, more), [*says, *told]
    return changes, says


def way_dps(state: State, table: "Measured", unit: ContingentNow, way: "Way", made: "Made", told: set[str]) -> Brought:
    """What a way really cost: obstacles, difficult terrain, friends; but not the rules and friends `told` before."""
    from miniatures.systems.tree_of_battles.game.routes import in_difficult, passed_through

    changes: dict[str, Any] = {}
    says: list[str] = []
    start = way.start
    for leg in made.legs:
        more, felt = ground_dps(after(state, changes), table, unit, start, leg)
        changes, says, start = joined(changes, more), [*says, *felt], leg.end
    if "T303" not in told and in_difficult(table, made):
        line = morale_line(unit.in_play, Event(what="difficult terrain"))
        now = after(state, changes).units[unit.id]
        more, felt = suffers(state, now, [entry(line, state.turn)] if line.value else [], "ground")
        changes, says = joined(changes, more), [*says, *felt]
    for name in passed_through(table, made, way.through):
        if name not in told:
            more, felt = passage(after(state, changes), unit, name)
            changes, says = joined(changes, more), [*says, *felt]
    return changes, says


def passage(state: State, unit: ContingentNow, friend: str) -> Brought:
    """The DPs of both in a passage of lines."""
    other = state.units[friend]
    one = Manoeuvring.model_validate(lines_of(state, other))
    own = [entry(line, state.turn) for line in manoeuvre_dps(unit.in_play, one, None)]
    theirs = [entry(line, state.turn) for line in friend_dps(unit.in_play, one)]
    changes, says = suffers(state, state.units[unit.id], own, "manoeuvre")
    more, felt = suffers(state, other, theirs, "manoeuvre")
    return joined(changes, more), [*says, *felt]


def lines_of(state: State, friend: ContingentNow) -> dict[str, Any]:
    """A passage of lines as the procedure takes it; who has moved this turn does not stand still (T92)."""
    moving = bool(state.turn) and state.turn in (friend.moved, friend.approached)
    return {"what": LINES, "other": unit_facts(state, friend), "other_moves": moving}
