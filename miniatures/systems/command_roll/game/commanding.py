"""Orders on the table: who is ordered, what weighs on it, and what is remembered of it in this phase."""

from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.blunders import PENALTY
from miniatures.systems.command_roll.command import BLUNDERED, EVERYBODY, GIVEN, OrderFacts, OrderOutcome
from miniatures.systems.command_roll.game.blunders_made import blundered
from miniatures.systems.command_roll.game.describing import (
    commander_facts,
    measured,
    not_in_play,
    not_their_turn,
    out_of_step,
    unit_facts,
)
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State, is_general
from miniatures.systems.command_roll.tables import ENEMY_NEAR, Army
from miniatures.systems.command_roll.unit import Flag, Stated
from miniatures.systems.playing import Conclusion, Plan
from miniatures.words import joined_names

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured


class OrderWords(Stated):
    """A character orders a unit, or a brigade of touching units."""

    character: str = Field(description="the general, battle leader or lord who orders")
    unit: str = Field(description="the unit that is ordered, or one of the brigade")
    also: tuple[str, ...] = Field((), description="a further unit of the brigade; say it again for more")
    brigade: Flag = Field(False, description="all units of its contingent that touch, 8 stands at most")


def brigade_of(state: State, table: "Measured | None", unit: UnitNow) -> list[UnitNow]:
    """The unit and those of its contingent that touch it, directly or through others, nearest first, to 8 stands."""
    contingent = unit.unit.contingent
    mates = [
        one
        for one in state.standing(unit.side)
        if one.battle == unit.battle and not one.commands and one.unit.contingent == contingent
    ]
    if table is None:
        mates = [unit, *(one for one in mates if one.id != unit.id)]
    else:
        mates = _touching(table, unit, [one for one in mates if one.placed])
    found: list[UnitNow] = []
    for one in mates:
        if sum(each.left for each in (*found, one)) <= Army.stands_to_a_contingent.value:
            found.append(one)
    return found


def _touching(table: "Measured", unit: UnitNow, mates: list[UnitNow]) -> list[UnitNow]:
    from miniatures.space.contact import touching

    found, waiting = [unit], [one for one in mates if one.id != unit.id]
    for one in found:  # it grows while it is walked
        joining = [other for other in waiting if touching(table.of(one.id), table.of(other.id))]
        found += joining
        waiting = [other for other in waiting if other not in joining]
    return found


def one_body(table: "Measured", units: list[UnitNow]) -> bool:
    """Whether they touch, all of them together."""
    from miniatures.space.groups import groups

    return len(groups([table.of(unit.id) for unit in units])) == 1


def plan_order(state: State, words: OrderWords) -> Plan:
    character, unit = state.unit(words.character), state.unit(words.unit)
    if not character.commands:
        raise BrokenInputError(f"character: {character.id} are no commander; expected the general, a leader or a lord")
    table = measured(state)
    units = brigade_of(state, table, unit) if words.brigade else [unit]
    units += [one for name in words.also if (one := state.unit(name)) not in units]
    if table is not None and not all(one.placed for one in units if not one.gone):
        table = None
    alive = not any(one.gone for one in (character, *units))
    facts: dict[str, Any] = {
        "character": commander_facts(state, character),
        "units": [_ordered_facts(state, table if alive else None, character, one) for one in units],
    }
    facts |= _phase(state, character)
    notes: list[str] = []
    asked: dict[str, Any] = {"orders": 3}
    if table is not None and alive:
        facts["touching"] = len(units) == 1 or one_body(table, units)
        notes = [_told(character, one) for one in facts["units"]]
        asked["farther"] = _farther(table, character, units)

    def against(_facts: OrderFacts) -> list[Refusal]:
        return _refusals(state, character, units)

    def conclude(_facts: OrderFacts, outcome: OrderOutcome) -> Conclusion:
        return _concluded(state, character, units, outcome)

    return Plan(conclude, "order", facts, tuple(notes), against, asked)


def _ordered_facts(state: State, table: "Measured | None", character: UnitNow, unit: UnitNow) -> dict[str, Any]:
    facts = unit_facts(state, unit)
    last = unit.ordered(state.now)
    said: dict[str, Any] = {
        "ordered": last.get("count", 0),
        "ordered_by": last.get("by", ""),
        "orders_finished": last.get("finished", False),
        "blundered": last.get("blundered", False),
        "by_initiative": unit.initiative == state.now,
    }
    if table is not None:
        facts["distance"] = round(table.apart(character.id, unit.id), 3)
        near = table.nearest_enemy(unit.id)
        said["nearest_enemy"] = round(near.distance, 3) if near and within(near.distance, ENEMY_NEAR.value) else None
        said["dense_terrain"] = table.in_dense(unit.id)
    return facts | {key: value for key, value in said.items() if value not in (None, "", False)}


def _told(character: UnitNow, unit: dict[str, Any]) -> str:
    words = [f"{unit['distance']:.1f} cm from {character.id} to {unit['name']}"]
    if "nearest_enemy" in unit:
        words.append(f"an enemy within {unit['nearest_enemy']:.1f} cm")
    if unit.get("dense_terrain"):
        words.append("in dense terrain")
    return f"Measured: {', '.join(words)}."


def _farther(table: "Measured", character: UnitNow, units: list[UnitNow]) -> float:
    """How much farther from him a full move straight ahead takes them: for the orders after this one."""
    from miniatures.space.footprint import distance
    from miniatures.space.moves import advance

    pace = min(unit.move for unit in units)
    own = table.of(character.id)
    ahead = max(distance(own, advance(table.of(unit.id), pace).end) for unit in units)
    return round(ahead - max(distance(own, table.of(unit.id)) for unit in units), 3)


def _phase(state: State, character: UnitNow) -> dict[str, Any]:
    """What was ordered before in this phase."""
    command = state.command
    said = {
        "failed": character.id in command.get("failed", ()),
        "general_failed": state.general_failed,
        "finished": character.id in command.get("finished", ()),
    }
    return {key: value for key, value in said.items() if value}


def _refusals(state: State, character: UnitNow, units: list[UnitNow]) -> list[Refusal]:
    found = out_of_step(state, ("command",), "C101", "an order")
    found += not_their_turn(state, character)
    for one in (character, *units):
        found += not_in_play(one)
    for one in units:
        if one.side != character.side:
            found.append(Refusal("C12", f"{one.id} are of the other side", "order your own"))
    if state.order.get("because") == PENALTY:
        found.append(Refusal("C142", "a blunder of 1 waits for the unit that takes it", "say which: blame UNIT"))
    if character.unit.classed is None:
        found.append(Refusal("C431", f"{character.id} has no class yet", f'throw for it: class "{character.id}"'))
    return found


def _concluded(state: State, character: UnitNow, units: list[UnitNow], outcome: OrderOutcome) -> Conclusion:
    names = [unit.id for unit in units]
    given = outcome.result == GIVEN
    changed = _remembered(state, character, names, outcome)
    changes: dict[str, Any] = {"command": _command_after(state, character, names, outcome), "units": changed}
    called = joined_names(names)
    if given:
        changes["order"] = {"units": names, "because": "order", "moved": []}
        return Conclusion(changes, (f"{character.id} orders {called}: they may move.",))
    changes["order"] = None
    says = [f"The order of {character.id} to {called} fails (C108)."]
    if outcome.ends == EVERYBODY:
        says = [f"The order of the general, {character.id}, to {called} fails: nobody orders any more (C109)."]
    if outcome.result == BLUNDERED:
        says[0] = f"A 12: {character.id} blunders with {called} ({outcome.blunder})."
        more, told = blundered(state, units, outcome.blunder)
        changes |= {key: value for key, value in more.items() if key != "units"}
        for name, change in more.get("units", {}).items():
            changed[name] = changed.get(name, {}) | change
        says += told
    return Conclusion(changes, tuple(says))


def _remembered(state: State, character: UnitNow, names: list[str], outcome: OrderOutcome) -> dict[str, Any]:
    """Orders to others are finished (C106); these have one more if it was given (C46)."""
    changed: dict[str, Any] = {}
    for unit in state.standing(character.side):
        last = unit.ordered(state.now)
        if unit.id in names:
            changed[unit.id] = {
                "orders": {
                    "now": state.now,
                    "count": last.get("count", 0) + (outcome.result == GIVEN),
                    "by": character.id,
                    "finished": False,
                    "blundered": outcome.result == BLUNDERED,
                }
            }
        elif last and not last.get("finished"):
            changed[unit.id] = {"orders": {"finished": True}}
    return changed


def _command_after(state: State, character: UnitNow, names: list[str], outcome: OrderOutcome) -> dict[str, Any]:
    command = state.command
    before = command.get("character", "")
    failed, finished = list(command.get("failed", ())), list(command.get("finished", ()))
    if before and before != character.id and before not in finished:
        finished.append(before)
    if outcome.result != GIVEN:
        failed.append(character.id)
    return {
        "now": state.now,
        "character": character.id,
        "units": names,
        "failed": failed,
        "finished": finished,
        "general_failed": state.general_failed or (is_general(character) and outcome.result != GIVEN),
    }
