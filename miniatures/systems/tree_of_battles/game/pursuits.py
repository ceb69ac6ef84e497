"""Pursuit after a combat: both throw fast moves, who is caught is hacked, and new enemies are fought at once (T206)."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.systems.tree_of_battles.chase import ChaseOutcome
from miniatures.systems.tree_of_battles.game.chasing import OFF_TABLE, away, broke, flees, follows, runner_changes
from miniatures.systems.tree_of_battles.game.describing import measured, not_in_play, out_of_step, unit_facts
from miniatures.systems.tree_of_battles.game.encounters import Course, runs_into
from miniatures.systems.tree_of_battles.game.fleeing import FLIGHT, has_fled, prey_of
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Shock, after, freed, joined, settled
from miniatures.systems.tree_of_battles.pursuit import PursuitFacts
from miniatures.systems.tree_of_battles.unit import Lower, Stated
from miniatures.words import counted

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.tree_of_battles.game.measured import Measured

#: Further than any fast move goes.
FAR = 30.0


class PursueWords(Stated):
    """A contingent pursues an enemy who retires or routs: both throw for their fast moves."""

    unit: str = Field(description="the contingent that pursues")
    target: str = Field("", description="the enemy that it pursues; the one that it beat, unless it is named")
    into: str = Field("", description="without a map: the new enemy that it meets if it goes far enough")
    strikes: Annotated[Literal["front", "flank", "rear"], Lower] = Field(
        "front", description="without a map: the side of the new enemy that it strikes"
    )


def plan_pursue(state: State, words: PursueWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    prey = prey_of(state, unit)
    target = state.unit(words.target) if words.target else state.units[prey[0]] if prey else None
    nobody = Refusal("T206", f"{unit.id} beat nobody whom they may pursue", "fight first")
    if target is None:
        return impossible([nobody])
    if target.gone or target.side == unit.side:
        friend = Refusal("T206", f"{target.id} are no enemy of {unit.id}", "pursue an enemy")
        return impossible(not_in_play(target) or [friend])
    table = measured(state)
    facts, meets = _facts(state, table, unit, target)

    def against(_facts: PursuitFacts) -> list[Refusal]:
        found = out_of_step(state, ("combat",), "T106", "a pursuit")
        if target.id not in prey:
            words = f"{unit.id} may not pursue {target.id}"
            found.append(Refusal("T206", words, f'pursue "{unit.id}" "{prey[0]}"') if prey else nobody)
        return found

    def conclude(facts: PursuitFacts, outcome: ChaseOutcome) -> Conclusion:
        other = meets or (state.unit(words.into).id if words.into else "")
        return _concluded(state, unit, target, facts, outcome, other, words.strikes)

    told = f"{facts['pursuer']['new_enemy']:.1f} inches to {meets} on its way" if meets else ""
    return Plan(conclude, "pursuit", facts, (f"Measured: {told}.",) if told else (), against)


def _facts(
    state: State, table: "Measured | None", unit: ContingentNow, target: ContingentNow
) -> tuple[dict[str, Any], str]:
    """The facts of the chase, and the new enemy on the way."""
    pursuer = unit_facts(state, unit)
    # Conduct counts as it was before this move: who falls into disarray only by it may still tire (T66).
    quarry = unit_facts(state, target) | {"conduct": "steady"}
    quarry |= {"goes": "routs" if target.broken else "retires", "first_move": target.runs == 0}
    gap, meets = 0.0, ""
    fled = has_fled(state, target)
    if fled:
        quarry |= {"went": int(target.last_move["inches"]), "first_move": True}
    if state.options.hack_in_contact_only:
        pursuer["touching"] = min(unit.abreast, target.abreast)
    if table is not None and unit.placed and target.placed:
        from miniatures.measuring import CONTACT
        from miniatures.space.moves import slide, turn_in_place

        body, goal = table.of(unit.id), table.of(target.id)
        apart = table.apart(unit.id, target.id)
        gap = 0.0 if fled or apart <= CONTACT else round(apart, 3)
        direction = _direction(table, unit, target)
        others = [one for one in table.enemies(unit.side) if one.id != goal.id and not state.units[one.id].broken]
        turned = turn_in_place(body, direction)
        inches, met = slide(turned, direction, others, FAR)
        if met:
            pursuer["new_enemy"], meets = round(inches, 3), met[0]
    return {"pursuer": pursuer, "quarry": quarry, "distance": gap}, meets


def _direction(table: "Measured", unit: ContingentNow, target: ContingentNow) -> float:
    """Straight after who flees; once it has run, straight at it."""
    from miniatures.space.pose import Pose

    body, goal = table.of(unit.id), table.of(target.id)
    if has_fled(table.state, target):
        return Pose(*body.centre, 0.0).bearing(goal.centre) % 360
    return away(goal, body)


def _concluded(
    state: State,
    unit: ContingentNow,
    target: ContingentNow,
    facts: PursuitFacts,
    outcome: ChaseOutcome,
    other: str,
    strikes: str,
) -> Conclusion:
    table = measured(state)
    own, theirs = runner_changes(state, unit, outcome.hunter), runner_changes(state, target, outcome.quarry)
    own |= {"conduct": "pursuing", "array": "disarray", "pursues": target.id, "may": None}
    own["last_move"] = {"kind": "pursue", "inches": outcome.hunter.inches, "turn": state.turn}
    routs = facts.quarry.goes == "routs"
    theirs |= {"array": "disarray", "conduct": "routing" if routs else None}
    if not has_fled(state, target):
        kind, inches = FLIGHT[routs], outcome.quarry.inches
        theirs |= {"last_move": {"kind": kind, "inches": inches, "turn": state.turn, "fled": state.turn}}
        theirs["runs"] = target.runs + 1 if routs else None
    says = [f"{target.id} {'rout' if routs else 'retire'} {outcome.quarry.inches:g} inches."]
    says.append(f"{unit.id} pursue {outcome.hunter.inches:g} inches.")
    changes: dict[str, Any] = {}
    where, left = None, False
    if table is not None and unit.placed and target.placed:
        changes, where, left = _run(table, unit, target, outcome)
    shocks, told = _caught(state, target, outcome, theirs, where)
    for one, changed in ((target, theirs), (unit, own)):
        if changed.get("dps"):
            says.append(f"{one.id} tire: {sum(dp['dps'] for dp in changed['dps'])} DPs now (T327).")
    changes = joined(changes, {"units": {unit.id: own, target.id: theirs}})
    if table is not None and where is not None:
        from miniatures.systems.tree_of_battles.game.contacting import all_run

        told += [f"{target.id} are off the table (T205)."] if left else []
        more, felt = all_run(state, changes, table, unit.id, target.id)
        changes, told = joined(changes, more), [*told, *felt]
    if after(state, changes).units[target.id].gone:
        changes = joined(changes, freed(state if left else after(state, changes), target.id))
    if outcome.new_enemy:
        way = Course(_direction(table, unit, target), outcome.hunter.inches) if table is not None and where else None
        more, fresh, words = runs_into(after(state, changes), unit.id, other, strikes, way)
        changes, shocks, told = joined(changes, more), [*shocks, *fresh], [*told, *words]
    elif not outcome.caught:
        told.append(f"{target.id} get away (T37).")
    changes, felt = settled(state, changes, shocks)
    return Conclusion(changes, (*says, *told, *felt))


def _caught(
    state: State, target: ContingentNow, outcome: ChaseOutcome, theirs: dict[str, Any], where: Any
) -> tuple[list[Shock], list[str]]:
    """The free hack, and a retirer that breaks for it, where it was caught (T204, T207, T110)."""
    if not outcome.caught:
        return [], []
    fallen = counted(outcome.quarry.stands_lost, "stand")
    says = [f"{target.id} are caught: the free hack takes {fallen} (T207)."]
    if not outcome.quarry.left:
        return [Shock(target.id, "destroyed", where)], [*says, f"{target.id} are destroyed (T40)."]
    theirs |= {"broken": True, "conduct": "routing"}
    if target.broken:
        return [], says
    return broke(state, target, where), [*says, f"{target.id} break (T204)."]


def _run(
    table: "Measured", unit: ContingentNow, target: ContingentNow, outcome: ChaseOutcome
) -> "tuple[dict[str, Any], Footprint, bool]":
    """Both where their moves bring them, where the quarry ends, and whether it left the table."""
    from miniatures.systems.tree_of_battles.game.contacting import laid_along
    from miniatures.systems.tree_of_battles.game.measured import stood

    body, end = table.of(unit.id), table.of(target.id)
    direction = _direction(table, unit, target)
    theirs: dict[str, Any] = {}
    off = False
    if not has_fled(table.state, target):
        ran = flees(table.without(unit.id), end, direction, outcome.quarry.inches)
        end, off = ran.end, ran.off
        theirs = stood(end.pose) | {"came": [target.pose.x, target.pose.y]}
        if off and outcome.quarry.left:
            theirs["gone"] = OFF_TABLE
    there = not off and outcome.quarry.left > 0
    field = table.with_bodies(end) if there else table.without(target.id)
    caught = laid_along(field, body, end, "rear") if outcome.caught and there else None
    last = caught or (body if outcome.new_enemy else follows(field, body, direction, outcome.hunter.inches).end)
    came = {"came": [unit.pose.x, unit.pose.y]}
    return {"units": {unit.id: stood(last.pose) | came, target.id: theirs}}, end, off and outcome.quarry.left > 0
