"""Evades by initiative: straight away from the closest enemy, through friends if need be (C332)."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import Field

from miniatures.measuring import TOLERANCE, within
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.charging import with_his_unit
from miniatures.systems.command_roll.game.describing import (
    measured,
    not_in_play,
    not_their_turn,
    out_of_step,
    plural,
    unit_facts,
)
from miniatures.systems.command_roll.game.moving import Centimetres, Degrees
from miniatures.systems.command_roll.game.orders import read
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.initiative import InitiativeFacts, InitiativeOutcome, initiative_sum
from miniatures.systems.command_roll.tables import EVADE_CLEAR
from miniatures.systems.command_roll.unit import Stated
from miniatures.systems.playing import Conclusion, Plan, impossible

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured

STEP = 0.25


class EvadeWords(Stated):
    """A unit evades the closest enemy by initiative: straight away from it."""

    unit: str = Field(description="the unit")
    centimetres: Centimetres | Literal["all"] = Field("all", description="how far; all for as far as it can")
    facing: Degrees | None = Field(None, description="degrees clockwise from north that it faces at the end")


class Evading(NamedTuple):
    """Where an evade ends, how far its farthest corner goes, through whom, and whether it ends clear."""

    there: UnitNow
    centimetres: float
    through: tuple[str, ...]
    clear: bool
    river: bool


def plan_evade(state: State, words: EvadeWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone or unit.joined:
        return impossible([*not_in_play(unit), *(with_his_unit(unit) if unit.joined else [])])
    table = measured(state)
    facts: dict[str, Any] = {
        "unit": unit_facts(state, unit),
        "intends": "evade",
        "orders_begun": bool(state.command),
        "ordered": bool(unit.ordered(state.now)),
        "moved": unit.initiative == state.now,
    }
    notes: tuple[str, ...] = ()
    gone: Evading | None = None
    if table is not None and unit.placed:
        found = table.closest_in_sight(unit.id)
        if found is None:
            nobody = Refusal("C332", f"{unit.id} {plural(unit, 'sees', 'see')} no enemy to evade", "stay")
            return impossible([*_refusals(state, unit), nobody])
        gone = _evading(state, table, unit, found.id, words, facts)
        facts |= {
            "enemy": found.id,
            "distance": round(found.distance, 3),
            "river": gone.river,
            "through": [unit_facts(state, state.units[name]) for name in gone.through],
            "ends_clear": gone.clear,
        }
        away = f"{found.distance:.1f} cm away; the evade goes {gone.centimetres:.1f} cm"
        notes = (f"Measured: {found.id} {plural(state.units[found.id], 'is', 'are')} {away}.",)

    def against(facts: InitiativeFacts) -> list[Refusal]:
        found, limit = _refusals(state, unit), initiative_sum(facts).total
        far = gone.centimetres if gone else _said(words, 0.0)
        if not within(far, limit):
            told = f"the farthest corner would go {far:.1f} cm, and an evade goes {limit:g}"
            found.append(Refusal("C16", told, f"evade {limit:g} cm at most; all goes as far as it can"))
        return found

    def conclude(facts: InitiativeFacts, outcome: InitiativeOutcome) -> Conclusion:
        changed: dict[str, Any] = {unit.id: {"initiative": state.now, "moved": state.now}}
        says = [f"{unit.id} {plural(unit, 'evades', 'evade')} {facts.enemy}."]
        changes: dict[str, Any] = {"units": changed}
        if table is not None and gone is not None:
            from miniatures.systems.command_roll.game.contacting import contacts_after
            from miniatures.systems.command_roll.game.measured import stood

            changed[unit.id] |= stood(gone.there.pose) | {"came": [unit.pose.x, unit.pose.y]}
            says = [f"{unit.id} {plural(unit, 'evades', 'evade')} {facts.enemy}, {gone.centimetres:.1f} cm."]
            changes["contacts"] = contacts_after(table, [(unit, gone.there)])
        for name in outcome.confuses:
            changed[state.unit(name).id] = {"confused": True}
            says.append(f"{name} {plural(state.unit(name), 'is', 'are')} burst through, and confused (C401).")
        return Conclusion({key: value for key, value in changes.items() if value}, tuple(says))

    return Plan(conclude, "initiative-move", facts, notes, against)


def _said(words: EvadeWords, most: float) -> float:
    return most if words.centimetres == "all" else abs(words.centimetres)


def _evading(
    state: State, table: "Measured", unit: UnitNow, enemy: str, words: EvadeWords, facts: dict[str, Any]
) -> Evading:
    """As far as is said, or as the move allows; shorter where it would not end clear of everybody."""
    from miniatures.space.moves import shift
    from miniatures.systems.command_roll.game.going_back import away_from
    from miniatures.systems.command_roll.game.measured import at, footprint
    from miniatures.systems.command_roll.game.travel import barred_ground, crosses_river, in_the_way, travel

    body = footprint(unit, state.options)
    direction = away_from(body, table.of(enemy))
    known = facts | {"distance": 0.0}
    far = _said(words, initiative_sum(read(InitiativeFacts, state, known)).total)
    while far > TOLERANCE:
        there = at(unit, shift(body, direction, far).end.pose)
        if words.facing is not None:
            there = replace(there, facing=words.facing % 360)
        way = [(unit, there)]
        met = in_the_way(table, way)
        friends = tuple(name for name in met if state.units[name].side == unit.side)
        river, long = crosses_river(table, way), travel(table, way)
        clear = len(friends) == len(met) and _clear(table, there) and not barred_ground(table, way)
        if words.centimetres != "all":
            return Evading(there, long, friends, clear, river)
        limit = initiative_sum(read(InitiativeFacts, state, known | {"river": river})).total
        if clear and within(long, limit) and not any(state.engaged(name) for name in friends):
            return Evading(there, long, friends, clear, river)
        far -= STEP
    return Evading(unit, 0.0, (), False, False)


def _clear(table: "Measured", there: UnitNow) -> bool:
    from miniatures.space.footprint import distance
    from miniatures.systems.command_roll.game.measured import footprint

    body = footprint(there, table.state.options)
    if not table.free(there, body):
        return False
    return all(distance(body, other) >= EVADE_CLEAR.value - TOLERANCE for other in table.others(there.id))


def _refusals(state: State, unit: UnitNow) -> list[Refusal]:
    return [*out_of_step(state, ("command",), "C101", "an evade"), *not_their_turn(state, unit)]
