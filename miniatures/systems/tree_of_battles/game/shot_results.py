"""What shots change: DPs and reaction of who was struck, the leaders with him, and what the shooters have shot."""

from collections.abc import Mapping, Sequence
from typing import Any

from miniatures.systems.playing import Conclusion
from miniatures.systems.tree_of_battles.archery_facts import ArcheryFacts
from miniatures.systems.tree_of_battles.artillery import ArtilleryFacts
from miniatures.systems.tree_of_battles.damage import entry
from miniatures.systems.tree_of_battles.game.at_once import PHASES, concluded
from miniatures.systems.tree_of_battles.game.fates import befallen
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.reactions import RUNNING, reacts
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Shock, joined, suffers
from miniatures.systems.tree_of_battles.shooting_wording import tell_test
from miniatures.systems.tree_of_battles.shot_facts import ShotFacts
from miniatures.systems.tree_of_battles.volley import Struck
from miniatures.words import counted, joined_names


def volleys(state: State, unit: ContingentNow) -> Mapping[str, int]:
    """Of this turn: how many in all, and in which phases."""
    return unit.volleys if state.turn and unit.volleys.get("turn") == state.turn else {}


def shots_made(
    state: State, firers: Sequence[ContingentNow], target: ContingentNow, facts: ShotFacts, struck: Struck
) -> Conclusion:
    shots: Sequence[Any] = facts.shots if isinstance(facts, ArcheryFacts | ArtilleryFacts) else ()
    distances = {shot.firer.name: shot.distance for shot in shots}
    guns = isinstance(facts, ArtilleryFacts)
    changes: dict[str, Any] = {"units": {one.id: has_shot(state, one) for one in firers}}
    for one in firers:
        if guns and one.id in distances:
            aimed = {"target": target.id, "distance": round(distances[one.id], 3), "turn": state.turn}
            changes["units"][one.id]["aimed"] = aimed
        if one.id in struck.low:
            changes["units"][one.id]["low"] = True
    names = joined_names(one.id for one in firers)
    taken = counted(struck.taken, "DP") if struck.taken else "no DP"
    says = [f"{names} {'fire' if guns else 'shoot'} at {target.id}: {taken}."]
    changes = joined(changes, {"units": {target.id: {"shot_at": state.turn}}})
    more, told = suffers(state, target, [entry(one, state.turn) for one in struck.causes], "shooting")
    changes, says = joined(changes, more), [*says, *told]
    changes, shocks = _reaction(state, target, struck, firers[0], changes, says)
    fell = befallen(state, struck.fates)
    changes, says = joined(changes, fell.changes), [*says, *fell.says]
    says += [f"{name} are low on ammunition from now on (T131, T24)." for name in struck.low]
    return concluded(state, changes, says, [*shocks, *fell.shocks])


def has_shot(state: State, unit: ContingentNow) -> dict[str, Any]:
    """What is remembered of a volley."""
    before = volleys(state, unit)
    phases = {phase: 1 if phase == state.step or before.get(phase) else None for phase in PHASES}
    return {"volleys": {"turn": state.turn, "count": before.get("count", 0) + 1} | phases}


def _reaction(
    state: State,
    target: ContingentNow,
    struck: Struck,
    shooter: ContingentNow,
    changes: dict[str, Any],
    says: list[str],
) -> tuple[dict[str, Any], list[Shock]]:
    """What a shooting test made of it, or what it owes. Who runs or fights is tested for nothing (T78)."""
    own: dict[str, Any] = {}
    if struck.tested is not None:
        count = target.tests.get("count", 0) if target.tests.get("turn") == state.turn else 0
        own["tests"] = {"turn": state.turn, "count": count + 1}
    if target.conduct in RUNNING or state.fighting(target.id):
        return joined(changes, {"units": {target.id: own}}), []
    owes = {}
    if struck.owes_shooting_test:
        owes["shooting"] = shooter.id
        says.append(f"{target.id} owe a shooting test (T141).")
    if struck.owes_control_test:
        owes["control"] = f"a DP from {shooter.id}"
        says.append(f"{target.id} owe a control test at once, for the DP from artillery (T414).")
    if owes:
        own["owes"] = owes
    changes = joined(changes, {"units": {target.id: own}})
    if not struck.reaction:
        return changes, []
    says.append(tell_test(target.id, struck.reaction))
    reaction = reacts(state, target, struck.reaction, f"shot at by {shooter.id}", shooter.id)
    says += reaction.says
    return joined(changes, reaction.changes), reaction.shocks
