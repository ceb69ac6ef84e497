"""Shooting on the table: who shoots at whom, what is measured of it, and what the hits leave to be driven back."""

from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.describing import measured, not_in_play, plural, unit_facts
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.shot_results import shots_made
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.shooting_facts import ShootingFacts
from miniatures.systems.command_roll.shooting_outcome import ShootingOutcome
from miniatures.systems.command_roll.unit import Flag, Stated
from miniatures.systems.playing import Conclusion, Plan, impossible

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.aiming import Aim
    from miniatures.systems.command_roll.game.measured import Measured


class ShootWords(Stated):
    """A unit shoots; others may shoot at the same target with it."""

    unit: str = Field(description="the unit that shoots")
    target: str = Field("", description="its target; on a table the closest enemy unless it is named")
    also: tuple[str, ...] = Field((), description="another unit that shoots at the same target; say it again for more")
    shower: Flag = Field(False, description="retinue bow: all of them use the Right Sharp Shower")


def at_chargers(state: State, unit: UnitNow, target: UnitNow | None) -> bool:
    """Whether this is a shot of the other side at who charges (C21)."""
    return state.step == "command" and unit.side != state.active and (target is None or target.charged == state.now)


def stands_that_shot(state: State, unit: UnitNow) -> tuple[int, ...]:
    return tuple(unit.shot.get("stands", ())) if unit.shot.get("now") == state.now else ()


def plan_shot(state: State, words: ShootWords) -> Plan:
    names = dict.fromkeys(state.unit(name).id for name in (words.unit, *words.also))
    firers = [state.units[name] for name in names]
    target = state.unit(words.target) if words.target else None
    if any(one.gone for one in (*firers, *([target] if target else []))):
        return impossible([one for each in (*firers, *([target] if target else [])) for one in not_in_play(each)])
    table = measured(state)
    if table is None or not all(one.placed for one in firers) or (target is not None and not target.placed):
        return _by_hand(state, firers, target, words)
    if target is None:
        target = _closest(state, table, firers[0])
    if target is None:
        return impossible([*_refusals(state, firers, None), _nobody(state, firers[0])])
    return _on_table(state, table, firers, target, words)


def _closest(state: State, table: "Measured", unit: UnitNow) -> UnitNow | None:
    from miniatures.systems.command_roll.game.aiming import aims_at, closest_aims

    if at_chargers(state, unit, None):
        coming = [one for one in state.standing(state.active) if one.charged == state.now and one.placed]
        aims = [aim for one in coming for aim in aims_at(table, unit, one) if aim.possible]
    else:
        shot = stands_that_shot(state, unit)
        aims = [aim for aim in closest_aims(table, unit) if aim.stand not in shot] if unit.unit.missile else []
    best = min(aims, key=lambda aim: (round(aim.distance, 6), aim.target), default=None)
    return state.units[best.target] if best else None


def _nobody(state: State, unit: UnitNow) -> Refusal:
    if unit.unit.missile is None:
        return Refusal(unit.unit.listed.rule, f"{unit.id} do not shoot", "shoot with others")
    words = "no charger" if at_chargers(state, unit, None) else "no enemy"
    return Refusal("C201", f"{unit.id} have {words} in arc, range and sight", "shoot with others, or wait")


def _aims(state: State, table: "Measured", unit: UnitNow, target: UnitNow) -> "tuple[list[Aim], bool]":
    """The stands that shoot at the target now, and whether it is the closest for them."""
    from miniatures.systems.command_roll.game.aiming import aims_at, closest_aims

    shot = stands_that_shot(state, unit)
    own = [aim for aim in aims_at(table, unit, target) if aim.stand not in shot]
    if at_chargers(state, unit, target) or not unit.unit.missile:
        return [aim for aim in own if aim.possible] or own, True
    best = {aim.stand: aim for aim in closest_aims(table, unit)}
    wanted = [aim for aim in own if aim.stand in best and within(aim.distance, best[aim.stand].distance)]
    wanted = [aim for aim in wanted if aim.possible]
    if wanted:
        direct = [aim for aim in wanted if aim.in_sight]
        return direct or wanted, True
    closer = any(aim.distance < own[0].distance for aim in best.values() if aim.stand not in shot) if own else False
    return own, not closer


def _on_table(state: State, table: "Measured", firers: list[UnitNow], target: UnitNow, words: ShootWords) -> Plan:
    from miniatures.systems.command_roll.game.aiming import ranks_behind

    charging = at_chargers(state, firers[0], target)
    ranks = [] if charging or not any(not one.unit.artillery for one in firers) else ranks_behind(table, target)
    known = [target.id, *(one.id for one in ranks)]
    shots: list[dict[str, Any]] = []
    beyond: list[str] = []
    fired: dict[str, list[int]] = {}
    notes: list[str] = []
    for firer in firers:
        aims, closest = _aims(state, table, firer, target)
        fired[firer.id] = [aim.stand for aim in aims]
        for shot in _shots(state, table, firer, target, aims, closest, words, charging):
            beyond += [name for name in shot.get("bounce", ()) if name not in (*known, *beyond)]
            shots.append(shot)
        notes.append(_told(firer, target, shots[-1]))
    facts = dict(shots[0])
    facts["target"] = _target_facts(state, table, firers, fired, target, charging)
    if len(shots) > 1:
        facts["also"] = shots[1:]
    if ranks:
        facts["ranks"] = [_target_facts(state, table, firers, fired, one, False) for one in ranks]
    if beyond:
        facts["beyond"] = [_target_facts(state, table, firers, fired, state.units[name], False) for name in beyond]
    facts["drive_back"] = False

    def conclude(facts: ShootingFacts, outcome: ShootingOutcome) -> Conclusion:
        return shots_made(state, table, facts, outcome, fired)

    return Plan(
        conclude,
        "shooting",
        facts,
        tuple(notes),
        lambda _facts: _refusals(state, firers, target),
        None if charging else {"drive_back": True},
    )


def _shots(
    state: State,
    table: "Measured",
    firer: UnitNow,
    target: UnitNow,
    aims: "list[Aim]",
    closest: bool,
    words: ShootWords,
    charging: bool,
) -> list[dict[str, Any]]:
    """One shot of a unit; of guns one for each, for every ball has a line of its own."""
    from miniatures.systems.command_roll.game.aiming import bounces, front_of

    stands = table.stands(firer.id)
    shot: dict[str, Any] = {"firer": firer_facts(state, firer, words.shower, charging)}
    if not aims:
        return [shot | {"distance": round(table.apart(firer.id, target.id), 3), "in_arc": False, "closest": closest}]
    nearest = min(aims, key=lambda aim: aim.distance)
    shot |= {"distance": round(nearest.distance, 3), "closest": closest, "in_sight": nearest.in_sight}
    if not nearest.in_sight:
        shot["overhead"] = nearest.overhead
    position = table.position(target.id, front_of(stands[nearest.stand]))
    if position != "open":
        shot["position"] = position
    if not firer.unit.artillery:
        return [shot | {"stands": min(len(aims), firer.left)}]
    found = []
    for one in aims[: firer.left - firer.silenced(state.turn)] or aims:
        found.append(
            shot | {"distance": round(one.distance, 3), "stands": 1, "bounce": bounces(table, firer, one.stand, target)}
        )
    return found


def firer_facts(state: State, unit: UnitNow, shower: bool, charging: bool) -> dict[str, Any]:
    facts = unit_facts(state, unit, engaged=_held(state, unit) if charging else None)
    said: dict[str, Any] = {}
    if unit.unit.missile == "bow":
        starred = min(len(unit.exhausted), unit.left)
        said = {
            "shower": shower,
            "showers": unit.showers,
            "exhausted": starred,
            "resting": min(unit.resting(state.turn), starred),
        }
    if unit.unit.artillery:
        said = {"silent": unit.silenced(state.turn)}
    elif shower:
        said["shower"] = True
    return facts | {key: value for key, value in said.items() if value}


def _held(state: State, unit: UnitNow) -> bool:
    """Engaged by others than those who come now."""
    return any(contact.since != state.now for contact in state.contacts_of(unit.id))


def _target_facts(
    state: State,
    table: "Measured",
    firers: list[UnitNow],
    fired: dict[str, list[int]],
    target: UnitNow,
    charging: bool,
) -> dict[str, Any]:
    """A target, what drives it back already, and what is behind it."""
    from miniatures.systems.command_roll.game.aiming import front_of, nearest_stand
    from miniatures.systems.command_roll.game.going_back import away_from, facts_behind

    facts = unit_facts(state, target, engaged=_held(state, target) if charging else None)
    if charging:
        return facts | {"charging": True}
    before = target.missiles.get("hits", 0) if target.missiles.get("now") == state.now else 0
    if before:
        facts["missile_hits"] = before
    shooting = [one for one in firers if fired[one.id]]
    if not shooting:
        return facts
    stand = nearest_stand(table, shooting[0], fired[shooting[0].id], target)
    position = table.position(target.id, front_of(stand))
    if position != "open":
        facts["position"] = position
    direction = away_from(table.of(target.id), stand)
    attacks = sum(4 * len(stands) for stands in fired.values()) + before
    return facts | facts_behind(table, target, direction, 3.0 * attacks)


def _told(firer: UnitNow, target: UnitNow, shot: dict[str, Any]) -> str:
    words = [f"{shot['distance']:.1f} cm", "in the arc" if shot.get("in_arc", True) else "outside the arc"]
    if shot.get("overhead"):
        words.append("over the heads of friends")
    elif not shot.get("in_sight", True):
        words.append("out of sight")
    if "position" in shot:
        words.append(shot["position"])
    if "stands" in shot and not firer.unit.artillery:
        words.append(f"{shot['stands']} of {firer.left} stands")
    return f"Measured from {firer.id} to {target.id}: {', '.join(words)}."


def _refusals(state: State, firers: list[UnitNow], target: UnitNow | None) -> list[Refusal]:
    found: list[Refusal] = []
    chargers = [one for one in state.standing(state.active) if one.charged == state.now]
    for unit in firers:
        if at_chargers(state, unit, target) and chargers:
            if unit.shot.get("now") == state.now:
                found.append(Refusal("C21", f"{unit.id} have shot at chargers in this phase", "shoot with others"))
            continue
        if state.step != "shooting":
            words = "shooting has a phase of its own; before it only chargers are shot at, as they come (C21)"
            found.append(Refusal("C101", words, "go on with next, or name a charger"))
        elif unit.side != state.active:
            found.append(Refusal("C74", f"it is the turn of {state.sides[state.active]}", "wait for your own"))
        elif len(stands_that_shot(state, unit)) >= unit.left:
            found.append(Refusal("C201", f"all stands of {unit.id} have shot in this phase", "shoot with others"))
    if target is not None:
        for unit in firers:
            if unit.side == target.side:
                found.append(
                    Refusal("C201", f"{target.id} {plural(target, 'is a friend', 'are friends')}", "name an enemy")
                )
        if target.joined:
            found.append(Refusal("C38", f"{target.id} is with {target.joined}", f"shoot at {target.joined}"))
    return found


def _by_hand(state: State, firers: list[UnitNow], target: UnitNow | None, words: ShootWords) -> Plan:
    """Without a map the players measure and say it."""
    charging = at_chargers(state, firers[0], target)
    shots = [{"firer": firer_facts(state, one, words.shower, charging)} for one in firers]
    facts: dict[str, Any] = dict(shots[0]) | ({"also": shots[1:]} if shots[1:] else {})
    if target is not None:
        facts["target"] = unit_facts(state, target, engaged=_held(state, target) if charging else None)
        if charging:
            facts["target"]["charging"] = True
        elif target.missiles.get("now") == state.now:
            facts["target"]["missile_hits"] = target.missiles.get("hits", 0)
    facts["drive_back"] = False
    fired = {one.id: list(range(one.left)) for one in firers}

    def conclude(facts: ShootingFacts, outcome: ShootingOutcome) -> Conclusion:
        return shots_made(state, None, facts, outcome, fired)

    odds = None if charging or target is None else {"drive_back": True}
    return Plan(conclude, "shooting", facts, (), lambda _facts: _refusals(state, firers, target), odds)
