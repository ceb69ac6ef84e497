"""What a contingent or a leader may do now, and what it may not, with every reason."""

from miniatures.naming import find
from miniatures.ruling import Sum
from miniatures.systems import Procedure
from miniatures.systems.playing import Choice, Plan
from miniatures.systems.tree_of_battles.game.describing import STEPS, measured, not_in_play
from miniatures.systems.tree_of_battles.game.marching import APPROACH, TACTICAL, MoveWords, plan_move
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.running import RunWords, plan_run
from miniatures.systems.tree_of_battles.game.state import State


def _procedure(name: str) -> Procedure:
    from miniatures.systems.tree_of_battles import SYSTEM

    return SYSTEM.procedures[name]


def choices(state: State, name: str) -> list[Choice]:
    found_name = find(name, {**state.units, **state.leaders}, "a contingent or leader of this game")
    if found_name in state.leaders:
        return [Choice(f"nothing for {found_name} in {STEPS[state.step]}", kind="note")]
    unit = state.units[found_name]
    gone = not_in_play(unit)
    if gone:
        return [Choice(f"anything with {unit.id}", tuple(gone))]
    found: list[Choice] = []
    if state.step in (*APPROACH, *TACTICAL):
        found += _moves(state, unit)
    elif state.step == "deployment" and state.mapped:
        found.append(Choice("be placed elsewhere in the strip", how=f'place "{unit.id}" X Y FACING'))
    return found or [Choice(f"nothing for {unit.id} in {STEPS[state.step]}", kind="note")]


def tried(state: State, plan: Plan, what: str, how: str) -> Choice:
    """An action with everything that stands against it, and the sums that it would show."""
    if not plan.procedure:
        return Choice(what, tuple(plan.refusals(None)), how)
    procedure = _procedure(plan.procedure)
    facts = procedure.facts.model_validate(dict(plan.measured) | {"options": state.options})
    against = (*plan.refusals(facts), *procedure.refusals(facts))
    sums: tuple[Sum, ...] = () if against else tuple(procedure.sums(facts))
    return Choice(what, against, how, sums)


def _moves(state: State, unit: ContingentNow) -> list[Choice]:
    name = f'"{unit.id}"'
    if unit.conduct in ("routing", "pursuing", "retiring"):
        return [tried(state, plan_run(state, RunWords(unit=unit.id)), "run on", f"run {name}")]
    table = measured(state)
    tries: list[tuple[str, dict[str, str], str]] = [("move straight ahead", {}, "")]
    if table is not None and unit.placed and (near := table.nearest_enemy(unit.id)):
        tries.append((f"move towards {near.id}", {"towards": near.id}, f' --towards "{near.id}"'))
    if state.step in APPROACH:
        tries.append(("march", {"kind": "march"}, " --kind march"))
    found = []
    for what, words, said in tries:
        plan = plan_move(state, MoveWords.model_validate({"unit": unit.id, "inches": "all"} | words))
        found.append(tried(state, plan, what, f"move {name} all{said}"))
    for what, word in (("rally from disarray", "rally"), ("face about", "about"), ("exchange ranks", "exchange")):
        plan = plan_move(state, MoveWords.model_validate({"unit": unit.id, "inches": 0, word: True}))
        found.append(tried(state, plan, what, f"move {name} 0 --{word}"))
    return found
