"""Drive-backs at the end of the shooting phase, carried out on the table (C211)."""

from typing import Any

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.command_roll.drive_back import DriveBackFacts, DrivenBack
from miniatures.systems.command_roll.game.describing import (
    made_way,
    measured,
    not_in_play,
    out_of_step,
    plural,
    unit_facts,
)
from miniatures.systems.command_roll.game.losses import left_alone, merged, mourned
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.tables import DriveBack
from miniatures.systems.command_roll.unit import Stated
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.words import counted

#: The most that one die drives a unit.
EACH = 3.0
#: What it was driven into, in words.
INTO = {
    "unyielding friends": "into friends who do not yield",
    "engaged friends": "into friends in combat",
    "enemies": "into enemies",
    "impassable ground": "into impassable ground",
    "table edge": "to the edge of the table",
}
#: Dice less in a position.
FEWER = {"open": 0, "defended": -int(DriveBack.defended.value), "fortified": -int(DriveBack.fortified.value)}


class DriveBackWords(Stated):
    """A unit that was hit in this phase is driven back."""

    unit: str = Field(description="the unit")


def to_be_driven(state: State) -> list[UnitNow]:
    """Everybody who was hit in this phase and has not been driven back."""
    return [unit for unit in state.standing() if unit.left and dice_for(state, unit) > 0]


def dice_for(state: State, unit: UnitNow) -> int:
    """A die for each hit, fewer in the position in which it was hit (C211, C212, C213)."""
    return hits_on(state, unit) - FEWER[unit.missiles.get("position", "open")]


def hits_on(state: State, unit: UnitNow) -> int:
    missiles = unit.missiles
    return missiles.get("hits", 0) if missiles.get("now") == state.now and not missiles.get("done") else 0


def plan_drive_back(state: State, words: DriveBackWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    table = measured(state)
    facts = unit_facts(state, unit) | {"missile_hits": hits_on(state, unit)}
    position = unit.missiles.get("position", "open")
    if position != "open":
        facts["position"] = position
    direction = 0.0
    if table is not None and unit.placed:
        from miniatures.systems.command_roll.game.going_back import facts_behind, straight_back

        body = table.of(unit.id)
        direction = unit.missiles.get("away", straight_back(body))
        facts |= facts_behind(table, unit, direction, EACH * max(1, facts["missile_hits"]))

    def against(_facts: DriveBackFacts) -> list[Refusal]:
        return out_of_step(state, ("drive backs",), "C211", "a drive-back")

    def conclude(_facts: DriveBackFacts, outcome: DrivenBack) -> Conclusion:
        return _concluded(state, unit, outcome, direction)

    hits = facts["missile_hits"]
    none = f"{counted(hits, 'hit')} on {unit.id}, who {plural(unit, 'was', 'were')} {position}: no die is thrown."
    return Plan(
        conclude, "drive-back", {"unit": facts}, (none,) if hits and dice_for(state, unit) <= 0 else (), against
    )


def _concluded(state: State, unit: UnitNow, outcome: DrivenBack, direction: float) -> Conclusion:
    changed: dict[str, Any] = {unit.id: {"missiles": {"done": True}}}
    if outcome.routed:
        changed[unit.id]["gone"] = "routed"
        changed |= left_alone(measured(state), unit, state.joined_to(unit.id))
        traitors, told = mourned(state, changed)
        says = f"{unit.id} {plural(unit, 'is', 'are')} driven back {outcome.driven} cm and routed (C215)."
        return Conclusion({"units": merged(changed, traitors)}, (says, *told))
    verb = plural(unit, "is", "are")
    says_all = [
        f"{unit.id} {verb} driven back {round(outcome.moved, 1):g} cm."
        if outcome.moved
        else f"{unit.id} {verb} not driven back."
    ]
    if outcome.stopped_by:
        into = INTO[outcome.stopped_by]
        says_all[0] = f"{unit.id} {verb} driven {round(outcome.moved, 1):g} of {outcome.driven} cm, {into} (C36)."
    confused = outcome.confused
    table = measured(state)
    if table is not None and unit.placed and outcome.moved:
        from miniatures.systems.command_roll.game.going_back import really, went

        _, places = went(table, unit, direction, outcome.moved)
        changed = merged(changed, places)
        gone = really(unit, places.get(unit.id), outcome.moved)
        if gone < outcome.moved:
            # Friends let it in, but not so far: they are the unyielding ones (C406, C97).
            says_all[0] = (
                f"{unit.id} {verb} driven {gone:.1f} of {outcome.driven} cm; there is no room for more (C406)."
            )
            confused = True
    if confused and not unit.confused:
        changed[unit.id]["confused"] = True
        says_all.append(f"{unit.id} {verb} confused.")
    for name in outcome.friends:
        changed = merged(changed, {name: {"confused": True}})
        says_all.append(made_way(state, name))
    return Conclusion({"units": changed}, tuple(says_all))
