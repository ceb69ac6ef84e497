"""The Command phase: the die for who moves first, and what leaders spend on the contingents near them."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, certain, impossible
from miniatures.systems.tree_of_battles.command import Commanded, CommandFacts
from miniatures.systems.tree_of_battles.command_wording import tell_command
from miniatures.systems.tree_of_battles.damage import shed
from miniatures.systems.tree_of_battles.game.describing import (
    leader_facts,
    nearness,
    not_in_play,
    out_of_step,
    unit_facts,
)
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow, LeaderNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.initiative import InitiativeFacts, Won
from miniatures.systems.tree_of_battles.unit import Lower, Stated


class InitiativeWords(Stated):
    """Both sides throw for who says who moves first."""


class ChooseWords(Stated):
    """The side that won the die says whether it moves first."""

    to_move: Annotated[Literal["first", "second"], Lower] = Field(description="first or second")


class SteadyWords(Stated):
    """A leader steadies a contingent, or exerts control over it."""

    leader: str = Field(description="the captain or marshal")
    contingent: str = Field(description="the contingent, within 2 inches of him")


def plan_initiative(state: State, _words: InitiativeWords) -> Plan:
    def against(_facts: InitiativeFacts) -> list[Refusal]:
        found = out_of_step(state, ("command",), "T11", "the die for who moves first")
        if not found and state.winner is not None:
            found.append(Refusal("T11", "the die of this turn is thrown", "undo it, or go on"))
        return found

    def conclude(facts: InitiativeFacts, outcome: Won) -> Conclusion:
        side = 0 if outcome.chooses == facts.first else 1
        return Conclusion({"winner": side}, (f"{state.sides[side]} say who moves first this turn (T11).",))

    first, second = state.sides
    return Plan(conclude, "initiative", {"first": first, "second": second}, (), against)


def plan_choose(state: State, words: ChooseWords) -> Plan:
    refusals = out_of_step(state, ("command",), "T11", "the choice")
    if state.options.alternate_moves:
        refusals.append(Refusal("T11", "the sides move first in turns, without a choice", "go on"))
    elif state.winner is None:
        refusals.append(Refusal("T11", "nobody has won the die yet", "throw it first: initiative"))
    winner = state.winner or 0
    first = winner if words.to_move == "first" else 1 - winner
    says = f"{state.sides[winner]} choose to move {words.to_move}: {state.sides[first]} move and declare first (T11)."
    return certain({"first": first}, (says,), refusals)


def paid(state: State, leader: LeaderNow, outcome: Commanded) -> dict[str, Any]:
    """What he has spent this turn, with this."""
    before = leader.rating - leader.points(state.turn)
    return {"spent": {"turn": state.turn, "points": min(leader.rating, before + outcome.spent)}}


def _near(state: State, leader: LeaderNow, unit: ContingentNow, rule: str) -> tuple[dict[str, Any], list[Refusal]]:
    """How far he is from a contingent, and whose it is."""
    found: list[Refusal] = []
    if unit.side != leader.side:
        found.append(Refusal(rule, f"{unit.id} are enemies of {leader.id}", "choose one of his own side"))
    near = nearness(state)
    if near is None or not unit.placed:
        return {}, found
    far = near.to_leader(unit.id, leader)
    if far is None:
        return {}, [*found, Refusal(rule, f"{leader.id} is not on the table", f'place him: place "{leader.id}"')]
    return {"distance": round(far, 3)}, found


def _acts(state: State, words: SteadyWords, does: str, rule: str, more: Iterable[Refusal] = ()) -> Plan:
    leader, unit = state.leader(words.leader), state.unit(words.contingent)
    if leader.gone or unit.gone:
        return impossible([*not_in_play(leader), *not_in_play(unit)])
    near, found = _near(state, leader, unit, rule)
    action = {"does": does, "contingent": unit_facts(state, unit)} | near
    refusals = [*out_of_step(state, ("command",), "T101", "a command action"), *found, *more]

    def conclude(_facts: CommandFacts, outcome: Commanded) -> Conclusion:
        changes: dict[str, Any] = {"leaders": {leader.id: paid(state, leader, outcome)}}
        if does == "steady":
            kept = shed(unit.in_play, len(outcome.done[0].steadied)).dps
            dps = [one.model_dump(mode="json", exclude_defaults=True) for one in kept]
            changes["units"] = {unit.id: {"dps": dps}}
        else:
            known = leader.controls.get("units", ()) if leader.controls.get("turn") == state.turn else ()
            changes["leaders"][leader.id]["controls"] = {"turn": state.turn, "units": sorted({*known, unit.id})}
        return Conclusion(changes, tuple(tell_command(outcome)))

    facts = {"leader": leader_facts(state, leader), "actions": [action]}
    return Plan(conclude, "command", facts, (), lambda _facts: refusals)


def plan_steady(state: State, words: SteadyWords) -> Plan:
    return _acts(state, words, "steady", "T402")


def plan_control(state: State, words: SteadyWords) -> Plan:
    return _acts(state, words, "control", "T403", _no_test(state, state.unit(words.contingent)))


def _no_test(state: State, unit: ContingentNow) -> list[Refusal]:
    """Only who has to test is influenced. Without a map the players know who is out of reach of his leaders."""
    from miniatures.systems.tree_of_battles.game.duties import has_tested, reasons

    if has_tested(state, unit):
        return [Refusal("T403", f"{unit.id} have taken their test this turn", "control others")]
    if not state.mapped or unit.gone or reasons(state, nearness(state), unit):
        return []
    return [Refusal("T403", f"{unit.id} have no control test to take", "control others")]


def controlling(state: State, unit: ContingentNow) -> list[LeaderNow]:
    """The leaders who may change its control test this turn (T403, T423)."""
    return [
        one
        for one in state.leaders.values()
        if not one.gone and one.controls.get("turn") == state.turn and unit.id in one.controls.get("units", ())
    ]
