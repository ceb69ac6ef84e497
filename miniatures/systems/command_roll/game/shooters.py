"""Who may still shoot: stands that have not, with their arrows and guns, and what the game holds against a shot."""

from collections.abc import Mapping, Sequence
from typing import Any

from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.describing import plural, unit_facts
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.profiles import STARRED


def at_chargers(state: State, unit: UnitNow, target: UnitNow | None) -> bool:
    """Whether this is a shot of the other side at who charges (C21)."""
    return state.step == "command" and unit.side != state.active and (target is None or target.charged == state.now)


def shot_now(state: State, unit: UnitNow) -> Mapping[str, Any]:
    """What it has shot in this phase: its stands, how many of them are out of arrows now, whether it was a shower."""
    return unit.shot if unit.shot.get("now") == state.now else {}


def stands_that_shot(state: State, unit: UnitNow) -> tuple[int, ...]:
    return tuple(shot_now(state, unit).get("stands", ()))


def waiting_stands(state: State, unit: UnitNow) -> int:
    """Stands that have not shot in this phase. A gun that burst has, and stands there to the end of the phase."""
    return max(0, min(unit.left, unit.stands - len(stands_that_shot(state, unit))))


def arrows_left(state: State, unit: UnitNow) -> tuple[int, int]:
    """Of the stands that have not shot: those out of arrows, and those of them that miss this turn (C422)."""
    waiting = waiting_stands(state, unit)
    spent = shot_now(state, unit).get("spent", 0)
    out = max(0, min(len(unit.exhausted) - spent, waiting))
    return out, max(0, min(unit.resting(state.turn) - spent, out))


def ready_stands(state: State, unit: UnitNow) -> int:
    """Stands that may shoot yet in this phase."""
    waiting = waiting_stands(state, unit)
    return max(0, waiting - arrows_left(state, unit)[1] - min(waiting, unit.silenced(state.turn)))


def held(state: State, unit: UnitNow) -> bool:
    """Engaged by others than those who come now."""
    return any(contact.since != state.now for contact in state.contacts_of(unit.id))


def can_shower(state: State, unit: UnitNow) -> bool:
    return unit.unit.profile in STARRED and waiting_stands(state, unit) > arrows_left(state, unit)[0]


def showering(state: State, firers: Sequence[UnitNow], wanted: bool) -> set[str]:
    """Who uses the shower: all who can, if it is said, and who began this phase with it (C93).

    Where none of them can, all are named: what stands against it is then told of each.
    """
    begun = {one.id for one in firers if shot_now(state, one).get("shower") and can_shower(state, one)}
    if not wanted:
        return begun
    return {one.id for one in firers if can_shower(state, one)} or {one.id for one in firers}


def firer_facts(state: State, unit: UnitNow, shower: bool, charging: bool) -> dict[str, Any]:
    """A unit that shoots, as far as it has not shot in this phase."""
    facts = unit_facts(state, unit, engaged=held(state, unit) if charging else None)
    if waiting := waiting_stands(state, unit):
        facts["stands"] = waiting
    said: dict[str, Any] = {"shower": shower}
    if unit.unit.profile in STARRED:
        out, resting = arrows_left(state, unit)
        before = unit.showers - bool(shot_now(state, unit).get("shower"))
        said |= {"showers": before, "exhausted": out, "resting": resting}
    if unit.unit.artillery:
        said["silent"] = min(waiting, unit.silenced(state.turn))
    return facts | {key: value for key, value in said.items() if value}


def nobody(state: State, unit: UnitNow) -> Refusal:
    """Why nothing is shot at, where no target is named."""
    if unit.unit.missile is None:
        return Refusal(unit.unit.listed.rule, f"{unit.id} {plural(unit, 'does', 'do')} not shoot", "shoot with others")
    words = "no charger" if at_chargers(state, unit, None) else "no enemy"
    return Refusal(
        "C201", f"{unit.id} {plural(unit, 'has', 'have')} {words} in arc, range and sight", "shoot with others, or wait"
    )


def refusals(state: State, firers: Sequence[UnitNow], target: UnitNow | None, shower: bool) -> list[Refusal]:
    found = [one for unit in firers for one in _of_firer(state, unit, target, shower)]
    if target is not None and any(unit.side == target.side for unit in firers):
        words = f"{target.id} {plural(target, 'is a friend', 'are friends')}"
        found.append(Refusal("C201", words, "name an enemy"))
    return found


def _of_firer(state: State, unit: UnitNow, target: UnitNow | None, shower: bool) -> list[Refusal]:
    shot = shot_now(state, unit)
    if at_chargers(state, unit, target) and any(one.charged == state.now for one in state.standing(state.active)):
        words = f"{unit.id} have shot at chargers in this phase"
        return [Refusal("C21", words, "shoot with others")] if shot else []
    if state.step != "shooting":
        words = "shooting has a phase of its own; before it only chargers are shot at, as they come (C21)"
        return [Refusal("C101", words, "go on with next, or name a charger")]
    if unit.side != state.active:
        return [Refusal("C74", f"it is the turn of {state.sides[state.active]}", "wait for your own")]
    if shot and not waiting_stands(state, unit):
        return [Refusal("C201", f"all stands of {unit.id} have shot in this phase", "shoot with others")]
    if shower and shot and not shot.get("shower") and can_shower(state, unit):
        words = f"others of {unit.id} have shot in this phase without the Right Sharp Shower"
        return [Refusal("C29", words, "leave it out: it is declared for the whole unit (C93)")]
    return []
