"""Those who run on in later turns: routers until they are off the table, pursuers until a test stops them."""

from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.systems.tree_of_battles.game.describing import (
    measured,
    not_in_play,
    not_their_move,
    out_of_step,
    unit_facts,
)
from miniatures.systems.tree_of_battles.game.marching import TACTICAL
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.reacting import goal_of
from miniatures.systems.tree_of_battles.game.results import moved_changes
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Brought, after, freed, joined, settled
from miniatures.systems.tree_of_battles.movement import Moved, MoveFacts
from miniatures.systems.tree_of_battles.unit import Stated
from miniatures.words import joined_names

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.tree_of_battles.game.measured import Measured

#: So many inches less than were thrown are worth a word.
SHORT = 0.1
#: What a retreat that a test demands makes a contingent owe.
RUN = "run"
#: The way home, in degrees clockwise from north, by the edge that a side set up at.
HOME = {"south": 180.0, "north": 0.0, "west": 270.0, "east": 90.0}


class RunWords(Stated):
    """A contingent that routs or pursues runs on."""

    unit: str = Field(description="the contingent")


def kind_of(unit: ContingentNow) -> str:
    return {"routing": "rout", "retiring": "retire", "pursuing": "pursue"}.get(unit.conduct, "rout")


def plan_run(state: State, words: RunWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    table = measured(state)
    # What a test demands is a first move, and conduct counts as it was before: it may still tire (T66).
    before = {"conduct": "steady"} if RUN in unit.owes else {}
    facts: dict[str, Any] = {
        "contingent": unit_facts(state, unit) | before,
        "kind": kind_of(unit),
        "phase": "tactical",
        "first": unit.runs == 0,
    }

    def against(_facts: MoveFacts) -> list[Refusal]:
        if RUN in unit.owes:  # at once, whatever the phase
            return []
        found = [*out_of_step(state, TACTICAL, "T205", "running on"), *not_their_move(state, unit)]
        if unit.conduct not in ("routing", "retiring", "pursuing"):
            goal = goal_of(state, unit)
            cure = f'move "{unit.id}" all' + (f' --towards "{goal}"' if goal else "")
            found.append(Refusal("T205", f"{unit.id} neither rout nor pursue", cure))
        if unit.moved == state.turn and state.turn:
            found.append(Refusal("T11", f"{unit.id} have run in this phase", "wait for the next turn"))
        return found

    def conclude(facts: MoveFacts, outcome: Moved) -> Conclusion:
        return _concluded(state, table, unit, facts, outcome)

    if table is not None and unit.placed and unit.conduct == "pursuing":
        from miniatures.systems.tree_of_battles.game.hunting import plan_hunt, router_ahead

        direction = way_of(state, table, unit)
        ahead = router_ahead(table, unit, direction)
        if ahead is not None:
            return plan_hunt(state, table, unit, direction, ahead, against)
    return Plan(conclude, "move", facts, (), against)


def _concluded(
    state: State, table: "Measured | None", unit: ContingentNow, facts: MoveFacts, outcome: Moved
) -> Conclusion:
    changes, says = moved_changes(state, unit, outcome)
    own: dict[str, Any] = {"runs": unit.runs + 1, "array": "disarray"}
    own["last_move"] = {"kind": facts.kind, "inches": round(outcome.inches, 3), "turn": state.turn}
    own |= {"owes": {RUN: None}} if RUN in unit.owes else {"moved": state.turn}
    told = [f"{unit.id} run {outcome.inches:g} inches."]
    if facts.kind == "retire":
        own |= {"conduct": None, "runs": None}
    if table is not None and unit.placed:
        now = after(state, changes)
        more, told = _ran(now, table, now.units[unit.id], facts, outcome, own)
        changes = joined(changes, more)
    return Conclusion(joined(changes, {"units": {unit.id: own}}), (*told, *says))


def _ran(
    state: State, table: "Measured", unit: ContingentNow, facts: MoveFacts, outcome: Moved, own: dict[str, Any]
) -> Brought:
    """Where it comes to: pursuers stop at the enemy that they touch, routers leave the table (T82, T95)."""
    from miniatures.space.moves import slide
    from miniatures.systems.tree_of_battles.game.chasing import flees, follows
    from miniatures.systems.tree_of_battles.game.contacting import run_costs
    from miniatures.systems.tree_of_battles.game.measured import stood

    body = table.of(unit.id)
    direction = way_of(state, table, unit)
    pursues = facts.kind == "pursue"
    if pursues:
        _, met = slide(body, direction, table.enemies(unit.side), outcome.inches)
        into = _into(state, table, unit, met[0]) if met else None
        if into is not None:
            return into
    ran = (follows if pursues else flees)(table, body, direction, outcome.inches)
    if ran.off:
        own["gone"] = "left the table"
        there = after(state, {"units": {unit.id: {"gone": own["gone"]}}})
        changes, felt = run_costs(there, table, there.units[unit.id], ran.start, ran.end)
        told = f"{unit.id} run {outcome.inches:g} inches, and off the table (T205)."
        return joined(freed(state, unit.id), changes), [told, *felt]
    own |= stood(ran.end.pose) | {"came": [unit.pose.x, unit.pose.y]}
    changes, felt = run_costs(state, table, unit, ran.start, ran.end)
    short = outcome.inches - ran.inches > SHORT
    why = _in_the_way(table, body, direction, outcome.inches) if short else ""
    return changes, [f"{unit.id} run {ran.inches:.1f} inches{why}.", *felt]


def _in_the_way(table: "Measured", body: "Footprint", direction: float, inches: float) -> str:
    """Why a run ends before its inches do."""
    from miniatures.space.moves import shift
    from miniatures.systems.tree_of_battles.game.ways import clear_way

    whole = shift(body, direction, inches)
    state = table.state
    among = [other.id for other in table.others(body.id) if table.overlap(whole.end.polygon, other)]
    met = [name for name in clear_way(table, state.units[body.id], whole) if not _friend(state, body.id, name)]
    who = joined_names(dict.fromkeys([*met, *among])) if met or among else "others"
    return f" of {inches:g}: {who} in the way"


def _friend(state: State, name: str, other: str) -> bool:
    return other in state.units and state.units[other].side == state.units[name].side


def _into(state: State, table: "Measured", unit: ContingentNow, enemy: str) -> Brought | None:
    """A pursuer who reaches an enemy lies flush against it, and loots if it is baggage (T206, T14).

    Without room at that enemy it goes as far as it can.
    """
    from miniatures.systems.tree_of_battles.game.contacting import arrives, side_struck
    from miniatures.systems.tree_of_battles.game.looting import looted

    struck = side_struck(table.of(enemy), table.of(unit.id))
    changes, says, names = arrives(state, table, unit, enemy, struck, "pursuit")
    if "x" not in changes.get("units", {}).get(unit.id, {}):
        return None
    loot, shocks, more = looted(after(state, changes), unit.id, names)
    total, felt = settled(state, joined(changes, loot), shocks)
    return total, [f"{unit.id} run into {joined_names(names)}.", *says, *more, *felt]


def way_of(state: State, table: "Measured", unit: ContingentNow) -> float:
    """Pursuers go at the nearest enemy, all others home; from an enemy within 12 inches straight away (T90)."""
    from miniatures.space.pose import Pose

    near = table.nearest_enemy(unit.id)
    here = Pose(*table.of(unit.id).centre, 0.0)
    if unit.conduct == "pursuing" and near is not None:
        return here.bearing(table.of(near.id).centre) % 360
    if unit.conduct == "retiring" and near is not None and near.distance <= 12:
        return (here.bearing(table.of(near.id).centre) + 180) % 360
    assert state.setup.table is not None
    return HOME[state.setup.table.zones[unit.side].edge]
