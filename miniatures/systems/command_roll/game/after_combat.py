"""The choices after a round: pursue, advance, stand, fall back (C324, C321). Each is a command of its own (C44)."""

import math
from typing import Annotated, Any, Literal

from pydantic import Field

from miniatures.measuring import TOLERANCE
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.describing import measured, not_in_play, out_of_step, plural
from miniatures.systems.command_roll.game.pieces import ContactNow, UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.unit import Lower, Stated
from miniatures.systems.playing import Plan, certain, impossible
from miniatures.words import joined_names


class PursueWords(Stated):
    """A winner pursues an enemy who retreated: the next round is fought at once."""

    unit: str = Field(description="the unit that won")
    target: str = Field("", description="the enemy that it pursues; the one that it touched, unless it is named")


class AdvanceWords(Stated):
    """A winner whose enemies are all gone advances, into new ones if it reaches them."""

    unit: str = Field(description="the unit that won")
    target: str = Field("", description="the enemy that it goes at; the nearest in sight unless it is named")
    strikes: Annotated[Literal["front", "flank", "rear"], Lower] = Field(
        "front", description="without a map: the side of the enemy that it strikes"
    )


class StandWords(Stated):
    """A winner, or who is defended after a draw, stands its ground."""

    unit: str = Field(description="the unit")


def _left_open(state: State, unit: UnitNow) -> list[str]:
    return list(unit.result.get("may", ())) if unit.result.get("now") == state.now and not unit.gone else []


def may(state: State, unit: UnitNow) -> list[str]:
    """What is open to it after its last round."""
    shut = {"advance"} if unit.advanced == state.now else set()
    if not prey_of(state, unit):
        shut.add("pursue")
    return [word for word in _left_open(state, unit) if word not in shut]


def prey_of(state: State, unit: UnitNow) -> dict[str, Any]:
    """The enemies that it may pursue, and how far they went: those who have not fought again since (C99)."""
    found: dict[str, Any] = unit.result.get("prey", {}) if "pursue" in _left_open(state, unit) else {}
    combat = unit.result.get("combat")
    return {
        name: told
        for name, told in found.items()
        if not state.units[name].gone
        and state.units[name].side != unit.side
        and state.units[name].result.get("combat") == combat
    }


def _refusals(state: State, unit: UnitNow, wants: str) -> list[Refusal]:
    found = out_of_step(state, ("combat",), "C101", f"to {wants}")
    if wants not in may(state, unit):
        words = (
            f"{unit.id} {plural(unit, 'has', 'have')} no combat after which {plural(unit, 'he', 'they')} may {wants}"
        )
        cures = may(state, unit)
        found.append(Refusal("C324", words, f"instead: {' or '.join(cures)}" if cures else "fight first"))
    return found


def plan_pursue(state: State, words: PursueWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    prey = prey_of(state, unit)
    target = state.unit(words.target) if words.target else state.units[next(iter(prey))] if prey else None
    refusals = _refusals(state, unit, "pursue")
    if target is None:
        return impossible(refusals)
    if target.id not in prey:
        whom = f"pursue {joined_names(prey)}" if prey else "stand"
        return impossible([*refusals, Refusal("C302", f"{target.id} did not retreat from {unit.id}", whom)])
    told = prey[target.id]
    table = measured(state)
    changed: dict[str, Any] = {"pursues": told["cm"], "result": {"may": []}}
    contacts: dict[str, Any] = {}
    touches = list(prey)
    if table is not None and unit.placed:
        from miniatures.systems.command_roll.game.ways import caught, ends

        there = caught(table, unit, target, told)
        if there is None:
            closed = Refusal("C35", f"{unit.id} cannot reach {target.id}: the way is closed or too far", "stand")
            return impossible([*refusals, closed])
        own, contacts, found = ends(table, unit, there)
        changed |= own
        touches = [target.id, *(name for name in prey if name != target.id and name in found)]
    for name in touches:
        one = prey[name]
        contact = ContactNow(unit.id, name, one["side"], one["its_side"], state.now, 0, one["rounds"])
        contacts |= {f"{name}|{unit.id}": None, contact.key: contact._asdict()}
    says = [f"{unit.id} {plural(unit, 'pursues', 'pursue')} {joined_names(touches)}, {told['cm']} cm back."]
    return certain({"units": {unit.id: changed}, "contacts": contacts}, says, refusals)


def plan_advance(state: State, words: AdvanceWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    refusals = _refusals(state, unit, "advance")
    if unit.advanced == state.now:
        refusals.append(Refusal("C35", f"{unit.id} {plural(unit, 'has', 'have')} advanced in this phase", "stand"))
    target = state.unit(words.target) if words.target else None
    if target is not None and (target.gone or target.side == unit.side):
        friend = Refusal("C324", f"{target.id} {plural(target, 'is', 'are')} no enemy", "advance at an enemy")
        return impossible([*refusals, *(not_in_play(target) or [friend])])
    if target is not None and target.joined:
        target = state.units[target.joined]
    table = measured(state)
    if table is None or not unit.placed:
        return _advance_by_hand(state, unit, target, words.strikes, refusals)
    found = table.closest_in_sight(unit.id)
    enemy = target.id if target else found.id if found else ""
    if not enemy:
        return impossible(
            [*refusals, Refusal("C35", f"{unit.id} {plural(unit, 'sees', 'see')} no enemy to advance at", "stand")]
        )
    if found and enemy != found.id and table.apart(unit.id, enemy) > found.distance + TOLERANCE:
        refusals.append(
            Refusal(
                "C35",
                f"{found.id} {plural(state.units[found.id], 'is', 'are')} nearer than {enemy}",
                f"advance at {found.id}",
            )
        )
    from miniatures.systems.command_roll.game.ways import advanced, stopped

    own, contacts, met = advanced(table, unit, enemy)
    verb = plural(unit, "advances", "advance")
    far = math.dist((unit.pose.x, unit.pose.y), (own["x"], own["y"]))
    short = "" if met else f"{far:.1f} cm towards {enemy}, and no farther: {stopped(table, unit, enemy, far)} (C35)"
    says = f"{unit.id} {verb} {short or f'into {joined_names(met)}'}."
    changes: dict[str, Any] = {"units": {unit.id: own | {"advanced": state.now, "result": None}}}
    return certain(changes | ({"contacts": contacts} if contacts else {}), [says], refusals)


def _advance_by_hand(state: State, unit: UnitNow, enemy: UnitNow | None, side: str, refusals: list[Refusal]) -> Plan:
    changes: dict[str, Any] = {"units": {unit.id: {"advanced": state.now, "result": None}}}
    says = f"{unit.id} {plural(unit, 'advances', 'advance')}."
    if enemy is not None:
        contact = ContactNow(unit.id, enemy.id, "front", side, state.now)
        changes["contacts"] = {contact.key: contact._asdict()}
        says = f"{unit.id} {plural(unit, 'advances', 'advance')} into {enemy.id}."
    return certain(changes, [says], refusals)


def plan_stand(state: State, words: StandWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    says = [f"{unit.id} {plural(unit, 'stands his', 'stand their')} ground."]
    return certain({"units": {unit.id: {"result": None}}}, says, _refusals(state, unit, "stand"))
