"""Combat, first part: a contingent declares a charge, and waits for the answer."""

from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.measuring import TOLERANCE
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.systems.tree_of_battles.charge import ChargeFacts, ChargeOutcome
from miniatures.systems.tree_of_battles.game.describing import (
    measured,
    not_in_play,
    not_their_move,
    out_of_step,
    unit_facts,
)
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.reacting import AT_ENEMY, goal_of, has_run, reaction_of
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.unit import Stated

if TYPE_CHECKING:
    from miniatures.systems.tree_of_battles.game.measured import Measured

CHARGES = ("first charges", "second charges")
#: The words of the answers, and how `respond` calls them.
WORDS = {"stand": "stand", "countercharge": "countercharge", "evade": "evade", "exchange ranks": "exchange"}


class ChargeWords(Stated):
    """A contingent charges an enemy, who then answers with respond."""

    unit: str = Field(description="the contingent that charges")
    target: str = Field(description="the enemy that it charges")


def plan_charge(state: State, words: ChargeWords) -> Plan:
    unit, target = state.unit(words.unit), state.unit(words.target)
    if unit.gone or target.gone:
        return impossible([*not_in_play(unit), *not_in_play(target)])
    if unit.side == target.side:
        return impossible([Refusal("T211", f"{target.id} are friends of {unit.id}", "charge an enemy")])
    table = measured(state)
    facts: dict[str, Any] = {"charger": charger_facts(state, unit), "target": target_facts(state, target)}
    blocked: list[Refusal] = []
    notes: list[str] = []
    if table is not None and unit.placed and target.placed:
        from miniatures.systems.tree_of_battles.game.contacting import side_struck

        struck = side_struck(table.of(target.id), table.of(unit.id))
        facts |= {"distance": round(table.apart(unit.id, target.id), 3), "struck": struck}
        blocked = _blocked(table, unit, target)
        notes.append(f"Measured: {facts['distance']:.1f} inches to {target.id}, whom it strikes at the {struck}.")

    def against(_facts: ChargeFacts) -> list[Refusal]:
        return [*_refusals(state, unit, target), *blocked]

    def conclude(facts: ChargeFacts, outcome: ChargeOutcome) -> Conclusion:
        waiting = {
            "unit": unit.id,
            "target": target.id,
            "distance": facts.distance,
            "struck": facts.struck,
        }
        answers = " or ".join(f"{one.word} ({one.rule})" for one in outcome.responses)
        where = "" if facts.struck == "front" else f" at the {facts.struck}"
        says = f"{unit.id} charge {target.id}{where} from {facts.distance:g} inches; {target.id} may {answers}."
        return Conclusion({"charge": waiting, "units": {unit.id: {"charged": state.turn}}}, (says,))

    return Plan(conclude, "charge", facts, tuple(notes), against)


def charger_facts(state: State, unit: ContingentNow) -> dict[str, Any]:
    said = {
        "halted": reaction_of(state, unit) == "halt",
        "rallied": bool(state.turn) and unit.rallied == state.turn,
        "engaged": state.fighting(unit.id),
    }
    return unit_facts(state, unit) | {key: value for key, value in said.items() if value}


def target_facts(state: State, target: ContingentNow) -> dict[str, Any]:
    return unit_facts(state, target) | ({"engaged": True} if state.fighting(target.id) else {})


def _blocked(table: "Measured", unit: ContingentNow, target: ContingentNow) -> list[Refusal]:
    """What the table holds against it: the target behind its back, no room, somebody in the way."""
    from miniatures.space.contact import side_struck as edge_struck
    from miniatures.systems.tree_of_battles.game.contacting import in_the_way, laid_along

    start, goal = table.of(unit.id), table.of(target.id)
    if max(start.pose.seen(corner)[1] for corner in goal.corners) <= TOLERANCE:
        words = f"no part of {target.id} lies before the front of {unit.id}"
        return [Refusal("T81", words, "face it in the tactical move before")]
    end = laid_along(table, start, goal, edge_struck(goal, start))
    if end is None:
        return [Refusal("T80", f"there is no room for {unit.id} at {target.id}", "charge another enemy")]
    return [
        Refusal("T80", f"{name} in the way of {unit.id} to {target.id}", "clear the way, or charge another")
        for name in in_the_way(table, unit, start, end, target.id)
    ]


def _refusals(state: State, unit: ContingentNow, target: ContingentNow) -> list[Refusal]:
    found = [*out_of_step(state, CHARGES, "T106", "a charge"), *not_their_move(state, unit)]
    if state.charge:
        charger, charged = state.charge["unit"], state.charge["target"]
        cure = f'respond "{charged}" stand'
        found.append(Refusal("T106", f"{charged} have not answered the charge of {charger} yet", cure))
    elif unit.charged == state.turn and state.turn:
        found.append(Refusal("T106", f"{unit.id} have charged in this turn", "charge again next turn"))
    if unit.owes:
        what = ", ".join(unit.owes)
        found.append(Refusal("T411", f"{unit.id} owe a test: {what}", f'take it first: test "{unit.id}"'))
    if has_run(state, unit):
        found.append(Refusal("T204", f"{unit.id} have run in this turn (T98)", "charge next turn"))
    if unit.conduct == "looting":
        found.append(Refusal("T412", f"{unit.id} are looting", f'stop them by a control test: test "{unit.id}"'))
    goal = goal_of(state, unit)
    if goal and goal != target.id:
        rule = AT_ENEMY[reaction_of(state, unit)]
        found.append(Refusal(rule, f"a test makes {unit.id} go at {goal}", f'charge "{unit.id}" "{goal}"'))
    return found
