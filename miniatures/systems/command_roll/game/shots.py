"""Shooting on the table: who shoots at whom, and what is measured of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.describing import measured, not_in_play, unit_facts
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.shooters import (
    at_chargers,
    firer_facts,
    held,
    nobody,
    ready_stands,
    refusals,
    showering,
    stands_that_shot,
)
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


def plan_shot(state: State, words: ShootWords, glancing: "Sequence[Aim] | None" = None) -> Plan:
    """`glancing` are the closest aims of a unit that only looks round: it does not measure what is behind a target."""
    names = dict.fromkeys(state.unit(name).id for name in (words.unit, *words.also))
    firers = [state.units[name] for name in names]
    target = state.unit(words.target) if words.target else None
    named = [*firers, *([target] if target else [])]
    if any(one.gone for one in named):
        return impossible([one for each in named for one in not_in_play(each)])
    table = measured(state)
    if target is None and table is not None and firers[0].placed:
        target = closest_target(state, table, firers[0])
    against = refusals(state, firers, target, words.shower)
    never = _never(table, firers, target)
    if never or (target is None and table is not None):
        return impossible([*against, *(never or [nobody(state, firers[0])])])
    shower = showering(state, firers, words.shower)
    if table is None or target is None:
        return _by_hand(state, firers, target, shower, against)
    return _on_table(state, table, firers, target, shower, against, glancing)


def _never(table: "Measured | None", firers: Sequence[UnitNow], target: UnitNow | None) -> list[Refusal]:
    """What no agreement can mend: there is nothing to measure, or nobody to strike."""
    found = [
        Refusal("C167", f"nobody of {one.id} is left to shoot", "shoot with others") for one in firers if not one.left
    ]
    if target is not None and target.id in {one.id for one in firers}:
        found.append(Refusal("C201", f"{target.id} cannot shoot at themselves", "name an enemy"))
    if target is not None and target.joined:
        found.append(Refusal("C38", f"{target.id} is with {target.joined}", f"shoot at {target.joined}"))
    if table is not None:
        for one in firers:
            if one.joined:
                found.append(Refusal("C38", f"{one.id} is with {one.joined}, and does not shoot", "shoot with others"))
        for one in (*firers, *([target] if target else [])):
            if one.x is None and not one.joined:
                found.append(Refusal("C103", f"{one.id} are not on the table", "place them first"))
    return found


def closest_target(state: State, table: "Measured", unit: UnitNow) -> UnitNow | None:
    """At whom it shoots unless another is named."""
    from miniatures.systems.command_roll.game.aiming import aims_at_charger, closest_aims

    shot = stands_that_shot(state, unit)
    if unit.unit.missile is None:
        aims = []
    elif at_chargers(state, unit, None):
        coming = [one for one in state.standing(state.active) if one.charged == state.now and one.placed]
        aims = [aim for one in coming for aim in aims_at_charger(table, unit, one)]
    else:
        every = len(shot) >= unit.stands
        aims = [aim for aim in closest_aims(table, unit) if every or aim.stand not in shot]
    best = min(aims, key=lambda aim: (round(aim.distance, 6), aim.target), default=None)
    return state.units[best.target] if best else None


def _on_table(
    state: State,
    table: "Measured",
    firers: list[UnitNow],
    target: UnitNow,
    shower: set[str],
    against: list[Refusal],
    glancing: "Sequence[Aim] | None",
) -> Plan:
    from miniatures.systems.command_roll.game.aiming import chosen, ranks_behind

    charging = at_chargers(state, firers[0], target)
    ranks = [] if charging or all(one.unit.artillery for one in firers) else ranks_behind(table, target)
    shots: list[dict[str, Any]] = []
    fired: dict[str, list[int]] = {}
    notes: list[str] = []
    for firer in firers:
        aims, closest = chosen(table, firer, target, stands_that_shot(state, firer), charging, glancing)
        # Where nobody is ready the players have overruled that: no more shoot than are left.
        aims = aims[: ready_stands(state, firer)] or aims[: max(1, firer.left)]
        fired[firer.id] = [aim.stand for aim in aims]
        facts = firer_facts(state, firer, firer.id in shower, charging)
        own = _shots(table, firer, facts, target, aims, closest, charging)
        shots += own
        notes.append(_told(firer, target, own[0]))
    struck = [target.id, *(one.id for one in ranks)]
    beyond = list(dict.fromkeys(name for shot in shots for name in shot.get("bounce", ())))
    facts = dict(shots[0])
    behind = glancing is None
    facts["target"] = _target_facts(state, table, fired, target, charging, behind)
    if len(shots) > 1:
        facts["also"] = shots[1:]
    if ranks:
        facts["ranks"] = [_target_facts(state, table, fired, one, False, behind) for one in ranks]
    if farther := [state.units[name] for name in beyond if name not in struck]:
        facts["beyond"] = [_target_facts(state, table, fired, one, False, behind) for one in farther]
    facts["drive_back"] = False

    def conclude(facts: ShootingFacts, outcome: ShootingOutcome) -> Conclusion:
        return shots_made(state, table, facts, outcome, fired)

    odds = None if charging else {"drive_back": True}
    return Plan(conclude, "shooting", facts, tuple(notes), lambda _facts: against, odds)


def _shots(
    table: "Measured",
    firer: UnitNow,
    facts: dict[str, Any],
    target: UnitNow,
    aims: "list[Aim]",
    closest: bool,
    charging: bool,
) -> list[dict[str, Any]]:
    """One shot of a unit; of guns one for each, for every ball has a line of its own."""
    from miniatures.systems.command_roll.game.aiming import front_of
    from miniatures.systems.command_roll.game.balls import bounces

    shot: dict[str, Any] = {"firer": facts, "closest": closest}
    if not aims:
        return [shot | {"distance": round(table.apart(firer.id, target.id), 3), "in_arc": False}]
    stands = table.stands(firer.id)

    def measured_of(aim: "Aim") -> dict[str, Any]:
        """Its position is always said, for it may not be the one in which the target is driven back (C57)."""
        seen = {"in_sight": aim.in_sight} | ({} if aim.in_sight else {"overhead": aim.overhead})
        position = table.position(target.id, front_of(stands[aim.stand]))
        return shot | seen | {"distance": round(aim.distance, 3), "position": position}

    if not firer.unit.artillery:
        return [measured_of(aims[0]) | {"stands": min(len(aims), facts["stands"])}]
    return [
        measured_of(aim) | {"stands": 1, "bounce": bounces(table, firer, aim.stand, target, charging)} for aim in aims
    ]


def _target_facts(
    state: State, table: "Measured", fired: dict[str, list[int]], target: UnitNow, charging: bool, behind: bool
) -> dict[str, Any]:
    """A target, what drives it back already, and what is behind it."""
    from miniatures.systems.command_roll.game.aiming import driven_from
    from miniatures.systems.command_roll.game.going_back import facts_behind

    facts = unit_facts(state, target, engaged=held(state, target) if charging else None)
    if charging:
        return facts | {"charging": True}
    before = target.missiles.get("hits", 0) if target.missiles.get("now") == state.now else 0
    if before:
        facts["missile_hits"] = before
    source = driven_from(table, fired, target)
    if source["position"] != "open":
        facts["position"] = source["position"]
    if source["away"] is None or not behind:
        return facts
    attacks = sum(4 * len(stands) for stands in fired.values()) + before
    return facts | facts_behind(table, target, source["away"], 3.0 * attacks)


def _told(firer: UnitNow, target: UnitNow, shot: dict[str, Any]) -> str:
    words = [f"{shot['distance']:.1f} cm", "in the arc" if shot.get("in_arc", True) else "outside the arc"]
    if shot.get("overhead"):
        words.append("over the heads of friends")
    elif not shot.get("in_sight", True):
        words.append("out of sight")
    if shot.get("position", "open") != "open":
        words.append(shot["position"])
    if "stands" in shot and not firer.unit.artillery:
        words.append(f"{shot['stands']} of {firer.left} stands")
    return f"Measured from {firer.id} to {target.id}: {', '.join(words)}."


def _by_hand(
    state: State, firers: list[UnitNow], target: UnitNow | None, shower: set[str], against: list[Refusal]
) -> Plan:
    """Without a map the players measure and say it."""
    charging = at_chargers(state, firers[0], target)
    shots = [{"firer": firer_facts(state, one, one.id in shower, charging)} for one in firers]
    facts: dict[str, Any] = dict(shots[0]) | ({"also": shots[1:]} if shots[1:] else {})
    if target is not None:
        facts["target"] = unit_facts(state, target, engaged=held(state, target) if charging else None)
        if charging:
            facts["target"]["charging"] = True
        elif target.missiles.get("now") == state.now:
            facts["target"]["missile_hits"] = target.missiles.get("hits", 0)
    facts["drive_back"] = False
    shot = {one.id: stands_that_shot(state, one) for one in firers}
    fired = {one.id: [number for number in range(one.stands) if number not in shot[one.id]] for one in firers}

    def conclude(facts: ShootingFacts, outcome: ShootingOutcome) -> Conclusion:
        return shots_made(state, None, facts, outcome, fired)

    odds = None if charging or target is None else {"drive_back": True}
    return Plan(conclude, "shooting", facts, (), lambda _facts: against, odds)
