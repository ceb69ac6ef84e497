"""The answer to a charge, and the charge carried out: they meet, or the target evades (T36)."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.systems.tree_of_battles.charge import Response, Target, responses_of
from miniatures.systems.tree_of_battles.chase import ChaseOutcome
from miniatures.systems.tree_of_battles.evade import EvadeFacts
from miniatures.systems.tree_of_battles.game.charging import CHARGES, WORDS, charger_facts, target_facts
from miniatures.systems.tree_of_battles.game.chasing import (
    FARTHEST,
    away,
    broke,
    flees,
    follows,
    room_to_edge,
    runner_changes,
)
from miniatures.systems.tree_of_battles.game.describing import measured, out_of_step
from miniatures.systems.tree_of_battles.game.looting import looted
from miniatures.systems.tree_of_battles.game.pieces import ContactNow, ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Shock, after, freed, joined, settled
from miniatures.systems.tree_of_battles.unit import Lower, Stated
from miniatures.words import counted

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.tree_of_battles.game.measured import Measured


class RespondWords(Stated):
    """The target of a charge answers, and the charge is carried out."""

    target: str = Field(description="the contingent that is charged")
    answer: Annotated[Literal["stand", "countercharge", "evade", "exchange"], Lower] = Field(
        description="stand, countercharge, evade, or exchange (ranks)"
    )


def plan_respond(state: State, words: RespondWords) -> Plan:
    target = state.unit(words.target)
    if state.charge.get("target") != target.id:
        waits = state.charge.get("target")
        cure = f'respond "{waits}" stand' if waits else "declare a charge first"
        return impossible([Refusal("T217", f"nobody charges {target.id}", cure)])
    unit = state.unit(state.charge["unit"])
    answers = answers_of(state, target)

    def against(_facts: Any) -> list[Refusal]:
        found = out_of_step(state, CHARGES, "T106", "the answer to a charge")
        if words.answer not in answers:
            cure = f"instead: {' or '.join(answers)}"
            found.append(Refusal("T217", f"{target.id} may not {words.answer}", cure))
        return found

    if words.answer == "evade":
        facts: dict[str, Any] = {
            "charger": charger_facts(state, unit),
            "evader": target_facts(state, target),
            "distance": state.charge["distance"],
        }
        if state.options.hack_in_contact_only:
            facts["touching"] = min(unit.abreast, target.abreast)
        facts |= edge_behind(state, unit, target)

        def evaded(_facts: EvadeFacts, outcome: ChaseOutcome) -> Conclusion:
            return _evaded(state, unit, target, outcome)

        return Plan(evaded, "evade", facts, (), against)
    answer = answers.get(words.answer)
    inches = answer.target_inches if answer else state.charge["distance"] / 2 * (words.answer == "countercharge")
    return Plan(lambda _facts, _outcome: met(state, unit, target, words.answer, inches), refusals=against)


def answers_of(state: State, target: ContingentNow) -> dict[str, Response]:
    """What the target of the charge that waits may answer."""
    facts = Target.model_validate(target_facts(state, target))
    found = responses_of(facts, state.charge["distance"], state.charge["struck"])
    return {WORDS[one.word]: one for one in found}


def met(state: State, unit: ContingentNow, target: ContingentNow, answer: str, inches: float) -> Conclusion:
    """They meet: flush on the side struck, after the target has come so many inches to meet the charge."""
    table = measured(state)
    own: dict[str, Any] = _moved(unit)
    theirs: dict[str, Any] = {}
    says: list[str] = []
    if answer == "exchange":
        theirs["exchanged"] = not target.exchanged
        says.append(f"{target.id} exchange ranks (T216).")
    if answer == "countercharge":
        theirs |= {"countercharged": state.turn} | _moved(target)
        says.append(f"{target.id} countercharge, {inches:g} inches (T36).")
        if table is not None and target.placed:
            from miniatures.systems.tree_of_battles.game.contacting import ground_costs

            start, (table, place) = table.of(target.id), _comes_out(table, unit, target, inches)
            theirs |= place
            cost, felt = ground_costs(state, table, target, start, table.of(target.id))
            theirs |= cost.get("units", {}).get(target.id, {})
            says += felt
    changes: dict[str, Any] = {"charge": None, "units": {unit.id: own, target.id: theirs}}
    struck = state.charge["struck"]
    names = [target.id]
    if table is not None and unit.placed and target.placed:
        from miniatures.systems.tree_of_battles.game.contacting import arrives

        more, told, names = arrives(state, table, unit, target.id, struck, "charge")
        changes, says = joined(changes, more), [*says, *told]
    else:
        contact = ContactNow(unit.id, target.id, "front", struck, state.turn)
        changes["contacts"] = {contact.key: contact._asdict()}
    where = "" if struck == "front" else f" in the {struck}"
    strikes = f"strike {' and '.join(names)}{where}" if names else f"find no room at {target.id} and stay (T80)"
    says.insert(0, f"{unit.id} {strikes}.")
    more, shocks, told = looted(after(state, changes), unit.id, names)
    changes, shaken = settled(state, joined(changes, more), shocks)
    return Conclusion(changes, (*says, *told, *shaken))


def _moved(unit: ContingentNow) -> dict[str, Any]:
    """D grade that moves is in disarray (T335, T67); who pursued somebody does so no longer."""
    found: dict[str, Any] = {"array": "disarray"} if unit.listed.grade == "D" else {}
    return found | ({"conduct": None, "pursues": None, "array": "disarray"} if unit.conduct == "pursuing" else {})


def _comes_out(
    table: "Measured", unit: ContingentNow, target: ContingentNow, inches: float
) -> "tuple[Measured, dict[str, Any]]":
    from miniatures.space.moves import advance, run_up
    from miniatures.systems.tree_of_battles.game.measured import stood

    body = table.of(target.id)
    free, _ = run_up(body, table.others(target.id, unit.id), inches)
    end = advance(body, free).end
    return table.with_bodies(end), stood(end.pose) | {"came": [target.pose.x, target.pose.y]}


def _evaded(state: State, unit: ContingentNow, target: ContingentNow, outcome: ChaseOutcome) -> Conclusion:
    """The target runs; caught, it is hacked and breaks; else the charger has reached nobody (T333)."""
    own, theirs = runner_changes(state, unit, outcome.hunter), runner_changes(state, target, outcome.quarry)
    says = [f"{target.id} evade {outcome.quarry.inches:g} inches."]
    shocks: list[Shock] = []
    table = measured(state)
    changes: dict[str, Any] = {"charge": None, "units": {unit.id: own, target.id: theirs}}
    where = None
    if table is not None and unit.placed and target.placed:
        moved, where = _run(table, unit, target, outcome)
        changes = joined(changes, moved)
    if outcome.caught:
        says.append(f"{unit.id} catch them: a free hack takes {counted(outcome.quarry.stands_lost, 'stand')} (T207).")
        if outcome.quarry.left:
            theirs |= {"broken": True, "conduct": "routing", "array": "disarray"}
            shocks += broke(state, target, where)
            says.append(f"{target.id} break (T36).")
        else:
            shocks.append(Shock(target.id, "destroyed", where))
            says.append(f"{target.id} are destroyed (T40).")
    else:
        says.append(f"{unit.id} reach nobody, and are in disarray (T333).")
    for one, changed in ((unit, own), (target, theirs)):
        if changed.get("dps"):
            says.append(f"{one.id} tire: {sum(dp['dps'] for dp in changed['dps'])} DPs now (T327).")
    changes = joined(changes, {"units": {unit.id: own, target.id: theirs}})
    if table is not None and where is not None:
        from miniatures.systems.tree_of_battles.game.contacting import all_run

        cost, felt = all_run(state, changes, table, target.id, unit.id)
        changes, says = joined(changes, cost), [*says, *felt]
    if not outcome.quarry.left:
        changes = joined(changes, freed(after(state, changes), target.id))
    changes, shaken = settled(state, changes, shocks)
    return Conclusion(changes, (*says, *shaken))


def edge_behind(state: State, unit: ContingentNow, target: ContingentNow) -> dict[str, float]:
    """How far the table lets an evader run, if that is less than any evade (T89)."""
    table = measured(state)
    if table is None or not unit.placed or not target.placed:
        return {}
    room = room_to_edge(table, table.of(target.id), away(table.of(target.id), table.of(unit.id)))
    return {"stops_after": round(room, 3)} if room < FARTHEST else {}


def _run(
    table: "Measured", unit: ContingentNow, target: ContingentNow, outcome: ChaseOutcome
) -> "tuple[dict[str, Any], Footprint]":
    """Where both end, and where that leaves the evader, whom friends see caught there."""
    from miniatures.systems.tree_of_battles.game.contacting import laid_along
    from miniatures.systems.tree_of_battles.game.measured import stood

    body, goal = table.of(unit.id), table.of(target.id)
    direction = away(goal, body)
    fled = flees(table.without(unit.id), goal, direction, outcome.quarry.inches, leaves=False)
    field = table.with_bodies(fled.end) if outcome.quarry.left else table.without(target.id)
    caught = laid_along(field, body, fled.end, "rear") if outcome.caught and outcome.quarry.left else None
    end = caught or follows(field, body, direction, outcome.hunter.inches).end
    places = {
        unit.id: stood(end.pose) | {"came": [unit.pose.x, unit.pose.y]},
        target.id: stood(fled.end.pose) | {"came": [target.pose.x, target.pose.y]},
    }
    return {"units": places}, fled.end
