"""The choices after a round: pursue, advance, stand, fall back (C324, C321). Each is a command of its own (C44)."""

from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.describing import measured, not_in_play, out_of_step, plural
from miniatures.systems.command_roll.game.pieces import ContactNow, UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.unit import Stated
from miniatures.systems.playing import Plan, certain, impossible
from miniatures.words import joined_names

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured


class PursueWords(Stated):
    """A winner pursues an enemy who retreated: the next round is fought at once."""

    unit: str = Field(description="the unit that won")
    target: str = Field("", description="the enemy that it pursues; the one that it touched, unless it is named")


class AdvanceWords(Stated):
    """A winner whose enemies are all gone advances, into new ones if it reaches them."""

    unit: str = Field(description="the unit that won")
    target: str = Field("", description="the enemy that it goes at; the nearest in sight unless it is named")


class StandWords(Stated):
    """A winner, or who is defended after a draw, stands its ground."""

    unit: str = Field(description="the unit")


def may(state: State, unit: UnitNow) -> list[str]:
    """What is open to it after its last round."""
    return list(unit.result.get("may", ())) if unit.result.get("now") == state.now and not unit.gone else []


def _refusals(state: State, unit: UnitNow, wants: str) -> list[Refusal]:
    found = out_of_step(state, ("combat",), "C101", f"to {wants}")
    if wants not in may(state, unit):
        words = (
            f"{unit.id} {plural(unit, 'has', 'have')} no combat after which {plural(unit, 'he', 'they')} may {wants}"
        )
        cures = may(state, unit)
        found.append(Refusal("C324", words, f"instead: {' or '.join(cures)}" if cures else "fight first"))
    return found


def prey_of(state: State, unit: UnitNow) -> dict[str, Any]:
    """The enemies that it may pursue, and how far they went."""
    found: dict[str, Any] = unit.result.get("prey", {}) if "pursue" in may(state, unit) else {}
    return {name: told for name, told in found.items() if not state.units[name].gone}


def plan_pursue(state: State, words: PursueWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    prey = prey_of(state, unit)
    target = state.unit(words.target) if words.target else state.units[next(iter(prey))] if prey else None
    refusals = _refusals(state, unit, "pursue")
    if target is None:
        return impossible(refusals or [Refusal("C302", f"nobody whom {unit.id} fought retreated", "stand")])
    if target.id not in prey:
        refusals.append(
            Refusal("C302", f"{target.id} did not retreat from {unit.id}", f"pursue {joined_names(prey or ['nobody'])}")
        )
        return impossible(refusals)
    told = prey[target.id]
    if unit.unit.infantry and target.mounted:
        refusals.append(Refusal("C35", f"{unit.id} are on foot and {target.id} mounted", "stand, or fall back"))
    table = measured(state)
    changed: dict[str, Any] = {"pursues": told["cm"], "result": None}
    if table is not None and unit.placed:
        there = _caught(table, unit, target, told["cm"])
        if there is None:
            refusals.append(
                Refusal("C35", f"{unit.id} cannot reach {target.id}: the way is closed or too far", "stand")
            )
        else:
            from miniatures.systems.command_roll.game.measured import stood

            changed |= stood(there.pose) | {"came": [unit.pose.x, unit.pose.y], "moved": state.now}
    touches = {target.id: told} | {
        name: more for name, more in prey.items() if name != target.id and _still_touches(table, unit, changed, name)
    }
    contacts: dict[str, Any] = {}
    for name, one in touches.items():
        contact = ContactNow(unit.id, name, one["side"], one["its_side"], state.now, 0, one["rounds"])
        contacts |= {contact.key: contact._asdict(), f"{name}|{unit.id}": None}
    says = [f"{unit.id} {plural(unit, 'pursues', 'pursue')} {joined_names(touches)}, {told['cm']} cm back."]
    return certain({"units": {unit.id: changed}, "contacts": contacts}, says, refusals)


def _still_touches(table: "Measured | None", unit: UnitNow, changed: dict[str, Any], enemy: str) -> bool:
    if table is None or "x" not in changed:
        return False
    from dataclasses import replace

    from miniatures.systems.command_roll.game.contacting import touched

    return enemy in touched(table, replace(unit, x=changed["x"], y=changed["y"], facing=changed["facing"]))


def _caught(table: "Measured", unit: UnitNow, target: UnitNow, cm: int) -> UnitNow | None:
    """Where the pursuer touches again: as it touched before if it can, else where a charge would meet."""
    from miniatures.systems.command_roll.game.approaching import open_way, reaches, shifted
    from miniatures.systems.command_roll.game.contacting import touched
    from miniatures.systems.command_roll.game.going_back import straight_back

    if cm > unit.move:
        return None
    way = shifted(table, [unit], straight_back(table.of(target.id)), float(cm))
    there = way[0][1]
    if target.id in touched(table, there) and open_way(table, way):
        return there
    met = reaches(table, unit, target.id, float(unit.move))
    return met.unit if met else None


def plan_advance(state: State, words: AdvanceWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    refusals = _refusals(state, unit, "advance")
    if unit.advanced == state.now:
        refusals.append(Refusal("C35", f"{unit.id} have advanced in this phase", "stand"))
    table = measured(state)
    if table is None or not unit.placed:
        return _advance_by_hand(state, unit, words, refusals)
    found = table.closest_in_sight(unit.id)
    enemy = state.unit(words.target).id if words.target else found.id if found else ""
    if not enemy:
        return impossible([*refusals, Refusal("C35", f"{unit.id} see no enemy to advance at", "stand")])
    if found and enemy != found.id:
        refusals.append(Refusal("C35", f"{found.id} are nearer than {enemy}", f"advance at {found.id}"))
    from miniatures.systems.command_roll.game.approaching import bearing_to, farthest, reaches
    from miniatures.systems.command_roll.game.contacting import contacts_made
    from miniatures.systems.command_roll.game.measured import stood

    met = reaches(table, unit, enemy, float(unit.move))
    there = met.unit if met else farthest(table, [unit], bearing_to(table, unit.id, enemy), float(unit.move))[0][1]
    contacts = contacts_made(table, unit, there) if met else {}
    own = stood(there.pose) | {"advanced": state.now, "came": [unit.pose.x, unit.pose.y], "moved": state.now}
    verb = plural(unit, "advances", "advance")
    says = [
        f"{unit.id} {verb} into {joined_names(one['second'] for one in contacts.values())}."
        if contacts
        else f"{unit.id} {verb} towards {enemy}."
    ]
    changes: dict[str, Any] = {"units": {unit.id: own | {"result": None}}}
    return certain(changes | ({"contacts": contacts} if contacts else {}), says, refusals)


def _advance_by_hand(state: State, unit: UnitNow, words: AdvanceWords, refusals: list[Refusal]) -> Plan:
    changes: dict[str, Any] = {"units": {unit.id: {"advanced": state.now, "result": None}}}
    says = f"{unit.id} {plural(unit, 'advances', 'advance')}."
    if words.target:
        enemy = state.unit(words.target)
        contact = ContactNow(unit.id, enemy.id, "front", "front", state.now)
        changes["contacts"] = {contact.key: contact._asdict()}
        says = f"{unit.id} {plural(unit, 'advances', 'advance')} into {enemy.id}."
    return certain(changes, [says], refusals)


def plan_stand(state: State, words: StandWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    says = [f"{unit.id} {plural(unit, 'stands his', 'stand their')} ground."]
    return certain({"units": {unit.id: {"result": None}}}, says, _refusals(state, unit, "stand"))
