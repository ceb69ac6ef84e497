"""What shots change: hits and stands of who was struck, arrows and guns of who shot, and the drive-backs owed."""

from typing import TYPE_CHECKING, Any

from miniatures.systems.command_roll.game.losses import (
    arrows_of_the_lost,
    fewer,
    left_alone,
    merged,
    mourned,
    struck,
)
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.shooters import shot_now, stands_that_shot
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.shooting_facts import ShootingFacts, Shot
from miniatures.systems.command_roll.shooting_outcome import ShootingOutcome, Struck
from miniatures.systems.playing import Conclusion
from miniatures.words import counted, joined_names

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured


def shots_made(
    state: State, table: "Measured | None", facts: ShootingFacts, outcome: ShootingOutcome, aimed: dict[str, list[int]]
) -> Conclusion:
    """`aimed` are the stands that were measured to shoot; the players may have said that more do, or fewer."""
    changed: dict[str, Any] = {}
    says: list[str] = []
    names = joined_names(dict.fromkeys(shot.firer.name for shot in facts.shots))
    fired = {name: _that_shot(state, facts, name, numbers) for name, numbers in aimed.items()}
    for one in outcome.struck:
        unit = state.unit(one.unit)
        changed = merged(changed, _hit(state, table, facts, unit, one, fired))
        if one.unsaved or one.unit == facts.target.name:
            says.append(f"{names} shoot at {one.unit}: {_told(one)}")
    for shot in facts.shots:
        firer = state.unit(shot.firer.name)
        changed = merged(changed, {firer.id: _shot(state, firer, shot, outcome, fired.get(firer.id, []))})
    says += _arrow_words(outcome)
    for guns in outcome.guns:
        falls = not facts.target.charging
        changed = merged(changed, _guns(state, table, state.unit(guns.unit), guns.burst, guns.silent, falls))
        if guns.burst:
            verb = "bursts" if guns.burst == 1 else "burst"
            says.append(f"{counted(guns.burst, 'gun')} of {guns.unit} {verb} (ruling C25).")
        if guns.silent:
            says.append(f"{counted(guns.silent, 'gun')} of {guns.unit} cannot shoot next turn (ruling C25).")
    traitors, told_of = mourned(state, changed)
    changes: dict[str, Any] = {"units": merged(changed, traitors)}
    gone = [name for name, change in changed.items() if change.get("gone")]
    contacts = {contact.key: None for name in gone for contact in state.contacts_of(name)}
    return Conclusion(changes | ({"contacts": contacts} if contacts else {}), (*says, *told_of))


def _that_shot(state: State, facts: ShootingFacts, name: str, aimed: list[int]) -> list[int]:
    """The stands of a unit that shoot, as many as the facts say: those that aim first, then others that have not."""
    unit = state.units[name]
    number = sum(shot.shooting for shot in facts.shots if shot.firer.name == name)
    others = [one for one in range(unit.stands) if one not in (*aimed, *stands_that_shot(state, unit))]
    return [*aimed, *others][:number]


def _told(one: Struck) -> str:
    words = [f"{counted(one.unsaved, 'hit')} not saved" if one.unsaved else "no hit that is not saved"]
    if one.stands_lost:
        words.append(f"{counted(one.stands_lost, 'stand')} lost")
    if one.killed:
        words.append(f"{joined_names(one.killed)} {'is' if len(one.killed) == 1 else 'are'} killed")
    if not one.left:
        words.append("nobody is left")
    return f"{', '.join(words)}."


def _hit(
    state: State,
    table: "Measured | None",
    facts: ShootingFacts,
    unit: UnitNow,
    one: Struck,
    fired: dict[str, list[int]],
) -> dict[str, Any]:
    """Hits wait for the end of the phase; those on chargers for the first round of their combat (C21)."""
    if not one.unsaved:
        # Who shot and missed may still be the nearest stand that shot (C28).
        missed = unit.id == facts.target.name and not facts.target.charging and one.left
        return {unit.id: {"missiles": _missiles(state, table, facts, unit, one, fired)}} if missed else {}
    if facts.target.charging:
        changes = struck(state, table, unit, one.left, one.hits, one.killed)
        changes[unit.id]["shot_hits"] = unit.shot_hits + one.unsaved
        return changes
    own: dict[str, Any] = {
        "hits": one.hits if one.left else None,
        "missiles": _missiles(state, table, facts, unit, one, fired),
    }
    if one.stands_lost:
        # The stands keep their places until all have shot (C43): who is struck next is settled as before.
        own |= {"lost": unit.lost + one.stands_lost, "falling": unit.falling + one.stands_lost}
        own |= arrows_of_the_lost(unit, one.stands_lost)
    changes = {unit.id: own} | {name: {"gone": "killed", "joined": None} for name in one.killed}
    alive = [other for other in state.joined_to(unit.id) if other.id not in one.killed]
    if not one.left and alive and one.hits:
        changes[alive[0].id] = {"hits": one.hits}
    return changes


def _missiles(
    state: State,
    table: "Measured | None",
    facts: ShootingFacts,
    unit: UnitNow,
    one: Struck,
    fired: dict[str, list[int]],
) -> dict[str, Any]:
    """All hits of the phase so far, and the nearest stand that shot, which says whither and from what position."""
    told: dict[str, Any] = {"now": state.now, "hits": one.missile_hits, "done": False}
    said = next((target for target in facts.targets if target.name == unit.id), facts.target)
    if table is None:
        return told | {"position": said.position}
    from miniatures.systems.command_roll.game.aiming import driven_from

    source = driven_from(table, fired, unit)
    known = unit.missiles.get("now") == state.now and unit.missiles.get("near") == source["near"]
    # What the players said of it counts, unless an earlier shot from nearer by has settled it.
    return told | source | ({} if known else {"position": said.position})


def _shot(state: State, firer: UnitNow, shot: Shot, outcome: ShootingOutcome, fired: list[int]) -> dict[str, Any]:
    """Stands that shot, showers used, and stands that ran out; those that are out and shot miss the next turn."""
    before = shot_now(state, firer)
    changes: dict[str, Any] = {}
    out = list(firer.exhausted)
    without = shot.shooting - shot.fresh
    ready = [number for number, last in enumerate(out) if last < state.turn - 1]
    for number in ready[:without]:
        out[number] = state.turn
    ran_out = 0
    if shot.firer.shower:
        ran_out = next((one.ran_out for one in outcome.arrows if one.unit == shot.firer.name), 0)
        out += [state.turn] * ran_out
        if not before.get("shower"):
            changes["showers"] = firer.showers + 1
    if out != list(firer.exhausted):
        changes["exhausted"] = out
    changes["shot"] = {
        "now": state.now,
        "stands": sorted({*before.get("stands", ()), *fired}),
        "spent": before.get("spent", 0) + without + ran_out if not firer.unit.artillery else 0,
        "shower": shot.firer.shower or bool(before.get("shower")),
    }
    return changes


def _arrow_words(outcome: ShootingOutcome) -> list[str]:
    return [
        f"{counted(one.ran_out, 'stand')} of {one.unit} ran out of arrows (C421)."
        for one in outcome.arrows
        if one.ran_out
    ]


def _guns(
    state: State, table: "Measured | None", unit: UnitNow, burst: int, silent: int, falls: bool
) -> dict[str, Any]:
    """A gun that burst stays to the end of the phase, as all who fall do (C75): the others keep their places."""
    changes: dict[str, Any] = {}
    if burst:
        left = max(0, unit.left - burst)
        if left and falls:
            changes |= {"lost": unit.lost + burst, "falling": unit.falling + burst}
        else:
            changes |= fewer(table, unit, left) | ({} if left else {"gone": "burst", "hits": None})
    alone = state.joined_to(unit.id) if changes.get("gone") else []
    if silent:
        now = unit.silent.get("guns", 0) if unit.silent.get("turn") == state.turn else 0
        changes["silent"] = {"turn": state.turn, "guns": now + silent, "before": unit.silenced(state.turn)}
    return {unit.id: changes} | left_alone(table, unit, alone)
