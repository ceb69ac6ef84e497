"""What shots change: hits and stands of who was struck, arrows and guns of who shot, and the drive-backs owed."""

from typing import TYPE_CHECKING, Any

from miniatures.systems.command_roll.game.losses import fewer, merged, mourned, struck
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.shooting_facts import ShootingFacts, Shot
from miniatures.systems.command_roll.shooting_outcome import ShootingOutcome, Struck
from miniatures.systems.playing import Conclusion
from miniatures.words import counted, joined_names

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured


def shots_made(
    state: State, table: "Measured | None", facts: ShootingFacts, outcome: ShootingOutcome, fired: dict[str, list[int]]
) -> Conclusion:
    changed: dict[str, Any] = {}
    says: list[str] = []
    names = joined_names(dict.fromkeys(shot.firer.name for shot in facts.shots))
    for one in outcome.struck:
        unit = state.unit(one.unit)
        changed = merged(changed, _hit(state, table, facts, unit, one, fired))
        if one.unsaved or one.unit == facts.target.name:
            says.append(f"{names} shoot at {one.unit}: {_told(one)}")
    for shot in facts.shots:
        firer = state.unit(shot.firer.name)
        before = firer.shot.get("stands", ()) if firer.shot.get("now") == state.now else ()
        told = {"now": state.now, "stands": sorted({*before, *fired.get(firer.id, ())})}
        changed = merged(changed, {firer.id: {"shot": told} | _arrows(state, firer, shot, outcome)})
    says += _arrow_words(outcome)
    for guns in outcome.guns:
        changed = merged(changed, _guns(state, table, state.unit(guns.unit), guns.burst, guns.silent))
        if guns.burst:
            says.append(f"{counted(guns.burst, 'gun')} of {guns.unit} bursts (ruling C25).")
        if guns.silent:
            says.append(f"{counted(guns.silent, 'gun')} of {guns.unit} cannot shoot next turn (ruling C25).")
    traitors, told_of = mourned(state, changed)
    changes: dict[str, Any] = {"units": merged(changed, traitors)}
    gone = [name for name, change in changed.items() if change.get("gone")]
    contacts = {contact.key: None for name in gone for contact in state.contacts_of(name)}
    return Conclusion(changes | ({"contacts": contacts} if contacts else {}), (*says, *told_of))


def _told(one: Struck) -> str:
    words = [f"{counted(one.unsaved, 'hit')} not saved" if one.unsaved else "no hit that is not saved"]
    if one.stands_lost:
        words.append(f"{counted(one.stands_lost, 'stand')} lost")
    if one.killed:
        words.append(f"{joined_names(one.killed)} killed")
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
        return {}
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
    before = unit.missiles if unit.missiles.get("now") == state.now else {}
    told: dict[str, Any] = {"now": state.now, "hits": one.missile_hits, "done": False}
    said = next((target for target in facts.targets if target.name == unit.id), facts.target)
    if table is None:
        return told | {"position": said.position}
    from miniatures.space.footprint import distance
    from miniatures.systems.command_roll.game.aiming import front_of, nearest_stand
    from miniatures.systems.command_roll.game.going_back import away_from

    stands = [nearest_stand(table, state.units[name], numbers, unit) for name, numbers in fired.items() if numbers]
    if not stands:
        return told | {"position": said.position}
    body = table.of(unit.id)
    stand = min(stands, key=lambda each: (round(distance(each, body), 6), each.id))
    near = distance(stand, body)
    if before and before.get("near", 1000.0) <= near:
        return dict(before) | told
    position = table.position(unit.id, front_of(stand))
    return told | {
        "away": round(away_from(body, stand), 4),
        "near": round(near, 4),
        "position": position,
    }


def _arrows(state: State, firer: UnitNow, shot: Shot, outcome: ShootingOutcome) -> dict[str, Any]:
    """Showers used and stands that ran out; those that are out and shot miss the next turn (C29, C422)."""
    changes: dict[str, Any] = {}
    spent = list(firer.exhausted)
    if shot.firer.shower:
        changes["showers"] = firer.showers + 1
        ran_out = next((one.ran_out for one in outcome.arrows if one.unit == shot.firer.name), 0)
        spent += [state.turn] * ran_out
    without = shot.shooting - shot.fresh
    ready = [number for number, last in enumerate(firer.exhausted) if last < state.turn - 1]
    for number in ready[:without]:
        spent[number] = state.turn
    if spent != list(firer.exhausted):
        changes["exhausted"] = spent
    return changes


def _arrow_words(outcome: ShootingOutcome) -> list[str]:
    return [
        f"{counted(one.ran_out, 'stand')} of {one.unit} ran out of arrows (C421)."
        for one in outcome.arrows
        if one.ran_out
    ]


def _guns(state: State, table: "Measured | None", unit: UnitNow, burst: int, silent: int) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    if burst:
        left = max(0, unit.left - burst)
        changes |= fewer(table, unit, left)
        if not left:
            changes["gone"] = "burst"
    if silent:
        before = unit.silent.get("guns", 0) if unit.silent.get("turn") == state.turn else 0
        changes["silent"] = {"turn": state.turn, "guns": before + silent}
    return {unit.id: changes} if changes else {}
