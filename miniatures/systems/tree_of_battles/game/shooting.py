"""Shooting on the table: who shoots at whom, what is measured of it, and what keeps them from it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.systems.tree_of_battles.game.at_once import PHASES, as_before
from miniatures.systems.tree_of_battles.game.describing import measured, not_in_play, out_of_step, unit_facts
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.reacting import reaction_of
from miniatures.systems.tree_of_battles.game.reactions import DEBTS, RUNNING
from miniatures.systems.tree_of_battles.game.shot_results import shots_made, volleys
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.shooting_test import RETIRE
from miniatures.systems.tree_of_battles.shot_facts import ShotFacts
from miniatures.systems.tree_of_battles.unit import Lower, Stated
from miniatures.systems.tree_of_battles.volley import Struck

if TYPE_CHECKING:
    from miniatures.systems.tree_of_battles.game.measured import Measured


class ShootWords(Stated):
    """A contingent or a battery shoots; others may shoot at the same target with it."""

    unit: str = Field(description="the contingent that shoots")
    target: str = Field("", description="its target; on a table the nearest enemy in its arc unless it is named")
    also: tuple[str, ...] = Field((), description="another that shoots at the same target; say it again for more")
    wants: Annotated[str, Lower] = Field(
        "", description="what the target's owner wants of a shooting test, for B grade: retire, halt or advance"
    )


def plan_shoot(state: State, words: ShootWords) -> Plan:
    names = dict.fromkeys(state.unit(name).id for name in (words.unit, *words.also))
    firers = [state.units[name] for name in names]
    target = state.unit(words.target) if words.target else None
    named = [*firers, *([target] if target else [])]
    against = shooter_refusals(state, firers, target)
    if any(one.gone for one in named):
        return impossible([*against, *(refusal for one in named for refusal in not_in_play(one))])
    table = measured(state)
    if target is None and table is not None and firers[0].placed:
        target = nearest_target(state, table, firers[0])
    if target is None and table is None:
        raise BrokenInputError(
            f'target: not known without a map; expected its name, as in shoot "{firers[0].id}" TARGET'
        )
    never = _never(table, firers, target)
    if never:
        return impossible([*against, *never])
    guns = _guns(firers[0])
    shots = [_shot(state, table, one, target, guns=guns) for one in firers]
    facts: dict[str, Any] = {"phase": state.step} if state.step in PHASES else {}
    facts |= shots[0] | ({"also": shots[1:]} if shots[1:] else {})
    notes: list[str] = []
    if target is not None:
        facts["target"] = shot_at_facts(state, table, target)
        facts["tests"] = _may_react(state, target)
        notes = [_told(one, target, shot) for one, shot in zip(firers, shots, strict=True) if "distance" in shot]
    if words.wants:
        facts["wants"] = words.wants

    def conclude(facts: ShotFacts, struck: Struck) -> Conclusion:
        return shots_made(state, firers, state.unit(facts.target.name), facts, struck)

    return Plan(conclude, "artillery" if guns else "archery", facts, tuple(notes), lambda _facts: against)


def _guns(unit: ContingentNow) -> bool:
    return any(part.shoots_with == "artillery" for part in unit.in_play.present)


def nearest_target(state: State, table: "Measured", unit: ContingentNow) -> ContingentNow | None:
    """At whom it shoots unless another is named."""
    from miniatures.systems.tree_of_battles.game.aiming import nearest_aim
    from miniatures.systems.tree_of_battles.game.weapons import reach_of

    aim = nearest_aim(table, unit)
    return state.units[aim.target] if aim is not None and within(aim.distance, reach_of(unit)) else None


def _never(table: "Measured | None", firers: Sequence[ContingentNow], target: ContingentNow | None) -> list[Refusal]:
    """What no agreement can mend: there is nothing to measure, or nobody to strike."""
    found = []
    if target is not None and target.id in {one.id for one in firers}:
        found.append(Refusal("T21", f"{target.id} cannot shoot at themselves", "name an enemy"))
    if len({_guns(one) for one in firers}) > 1:
        found.append(Refusal("T121", "guns and other shooters throw apart", "shoot with the guns first, then the rest"))
    if table is not None:
        for one in (*firers, *([target] if target else [])):
            if not one.placed:
                found.append(Refusal("T73", f"{one.id} are not on the table", "place them first"))
        if target is None and not found:
            found.append(_nobody(firers[0]))
    return found


def _nobody(unit: ContingentNow) -> Refusal:
    if not any(part.shoots_with for part in unit.in_play.present):
        return Refusal("T131", f"{unit.id} have no missiles", "shoot with others")
    words = f"{unit.id} have nobody in arc, in sight and in range"
    return Refusal("T21", words, "turn or move nearer first, or name a target to see why")


def shooter_refusals(
    state: State, firers: Sequence[ContingentNow], target: ContingentNow | None = None
) -> list[Refusal]:
    """What keeps them from shooting now, at this target or at anybody."""
    found = out_of_step(state, PHASES, "T103", "shooting")
    side = firers[0].side
    for one in firers[1:]:
        if one.side != side:
            found.append(Refusal("T21", f"{one.id} are not of the side of {firers[0].id}", "let them shoot apart"))
    for one in firers:
        if reaction_of(state, one) == RETIRE and _has_moved(state, one):
            found.append(Refusal("T78", f"{one.id} have retired this turn and shoot no more", "shoot next turn"))
    if target is not None and target.side == side:
        found.append(Refusal("T21", f"{target.id} are friends of {firers[0].id}", "name an enemy"))
    others = [unit for unit in state.standing(1 - side) if volleys(state, unit).get(state.step)]
    if state.options.shooting_in_turns and side == state.first and others:
        words = f"{state.sides[1 - side]} shoot already, and the sides shoot one after the other"
        found.append(Refusal("T21", words, "shoot in the next phase, or undo"))
    return found


def _shot(
    state: State, table: "Measured | None", unit: ContingentNow, target: ContingentNow | None, *, guns: bool
) -> dict[str, Any]:
    """One contingent as it shoots: as it stood before the phase, with what it did this turn."""
    firer = unit_facts(state, as_before(state, unit))
    shot = volleys(state, unit)
    count = int(shot.get("count", 0))
    said: dict[str, Any] = {"fighting": state.fighting(unit.id)}
    if guns:
        said |= {"shot": count > 0}
        if unit.aimed:
            said |= {"last_target": unit.aimed["target"], "last_distance": unit.aimed["distance"]}
    else:
        said |= {"moved": _has_moved(state, unit), "volleys": count, "shot_this_phase": bool(shot.get(state.step))}
    facts: dict[str, Any] = {"firer": firer | {word: value for word, value in said.items() if value}}
    if table is None or target is None:
        return facts
    from miniatures.systems.tree_of_battles.game.aiming import measured_aim

    return facts | measured_aim(table, unit, target)


def _has_moved(state: State, unit: ContingentNow) -> bool:
    """This turn, in whatever phase, or because a test made it (T54)."""
    went = reaction_of(state, unit) in DEBTS and DEBTS[reaction_of(state, unit)] not in unit.owes
    return went or (bool(state.turn) and state.turn in (unit.approached, unit.moved))


def _may_react(state: State, target: ContingentNow) -> bool:
    """Who retires, routs or fights does not test, and goes on with it (T78)."""
    return target.conduct not in RUNNING and not state.fighting(target.id)


def shot_at_facts(state: State, table: "Measured | None", target: ContingentNow) -> dict[str, Any]:
    """A target, with what it did this turn."""
    said: dict[str, Any] = {
        "moved": _has_moved(state, target),
        "fighting": state.fighting(target.id),
        "tested": target.tests.get("turn") == state.turn and bool(target.tests.get("count")),
    }
    near = table.nearest_enemy(target.id) if table is not None else None
    if near is not None:
        said["nearest_enemy"] = round(near.distance, 3)
    return unit_facts(state, target) | {word: value for word, value in said.items() if value or word == "nearest_enemy"}


def _told(unit: ContingentNow, target: ContingentNow, shot: dict[str, Any]) -> str:
    words = [f"{shot['distance']:.1f} inches", "in the arc" if shot.get("in_arc", True) else "outside the arc"]
    if not shot.get("in_sight", True):
        words.append("out of sight")
    if shot.get("overhead"):
        words.append(f"over others{' from higher ground' if shot.get('higher_ground') else ''}")
    if shot["position"] != "open":
        words.append(shot["position"])
    if shot.get("enfilade"):
        words.append("enfilade")
    if shot.get("side", "front") != "front":
        words.append(f"at its {shot['side']}")
    return f"Measured from {unit.id} to {target.id}: {', '.join(words)}."
