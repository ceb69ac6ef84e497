"""Who can shoot at a contingent in the rest of the turn: asked of the action itself, tried in the phases that are still
to come, with everybody where he stands now (T16)."""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from miniatures.systems.playing import Plan
from miniatures.systems.tree_of_battles.game.at_once import PHASES
from miniatures.systems.tree_of_battles.game.owed_shooting import may_shoot
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.shooting import ShootWords, plan_shoot
from miniatures.systems.tree_of_battles.game.shot_results import has_shot
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import after
from miniatures.systems.tree_of_battles.game.trying import possible
from miniatures.systems.tree_of_battles.game.turn import ORDER


class Volleys(NamedTuple):
    """The shots of one phase, as facts take them, and what was measured of them."""

    artillery: list[dict[str, Any]]
    archery: list[dict[str, Any]]
    notes: list[str]


def to_come(state: State, step: str) -> bool:
    """Whether a step of the turn is not over yet."""
    return state.step not in ORDER or ORDER.index(step) >= ORDER.index(state.step)


def shots(state: State, unit: ContingentNow, named: Collection[str], without: Collection[str]) -> dict[str, Volleys]:
    """For each phase of shooting still to come who shoots at it: all who must, as their nearest, and all `named`.

    Who shoots in the first has shot by the second: guns once, longbowmen perhaps again.
    """
    found: dict[str, Volleys] = {}
    for phase in (phase for phase in PHASES if to_come(state, phase)):
        there = after(state, {"step": phase})
        volleys = found[phase] = Volleys([], [], [])
        shot: dict[str, Any] = {}
        for firer, plan in _shooting(there, unit, named, without):
            kept = {key: said for key, said in plan.measured.items() if key not in ("phase", "target", "tests")}
            (volleys.artillery if plan.procedure == "artillery" else volleys.archery).append(kept)
            volleys.notes.extend(plan.notes)
            shot[firer.id] = has_shot(there, firer)
        state = after(there, {"units": shot}) if shot else there
        if not state.mapped:
            break  # nobody knows whether they could shoot again: the players add it
    return found


def _shooting(
    state: State, unit: ContingentNow, named: Collection[str], without: Collection[str]
) -> Iterator[tuple[ContingentNow, Plan]]:
    for enemy in state.standing(1 - unit.side):
        if enemy.id in without:
            continue
        if enemy.id in named:
            yield enemy, plan_shoot(state, ShootWords(unit=enemy.id, target=unit.id))
        elif state.mapped and enemy.placed and may_shoot(state, enemy):
            plan = plan_shoot(state, ShootWords(unit=enemy.id))
            if plan.measured.get("target", {}).get("name") == unit.id and possible(state, plan, "distance"):
                yield enemy, plan
