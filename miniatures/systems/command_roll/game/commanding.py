"""Orders on the table: who is ordered, what weighs on it, and what is remembered of it in this phase."""

from math import dist
from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import within
from miniatures.ruling import Refusal
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
from miniatures.systems.command_roll.game.orders import blunder_waits, command_after, remembered, takes_orders, waiting
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.tables import ENEMY_NEAR, UNITS_TO_A_BRIGADE, Army
from miniatures.systems.command_roll.unit import Flag, Stated
from miniatures.systems.playing import Conclusion, Plan
from miniatures.words import joined_names

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured

#: Players ask for the odds of an order together with those of the orders after it.
LOOKS_AHEAD = 3


class OrderWords(Stated):
    """A character orders a unit, or a brigade of touching units."""

    character: str = Field(description="the general, battle leader or lord who orders")
    unit: str = Field(description="the unit that is ordered, or one of the brigade")
    also: tuple[str, ...] = Field((), description="a further unit of the brigade; say it again for more")
    brigade: Flag = Field(False, description="all units of its contingent that touch, 8 stands at most")


def brigade_of(state: State, table: "Measured | None", unit: UnitNow) -> list[UnitNow]:
    """The unit and those of its contingent that touch it, directly or through others, nearest first, to 8 stands.

    Who cannot be ordered any more, being engaged or confused say, is left out (C88).
    """
    contingent = unit.unit.contingent
    mates = [
        one
        for one in state.standing(unit.side)
        if one.battle == unit.battle
        and not one.commands
        and one.id != unit.id
        and one.unit.contingent == contingent
        and takes_orders(state, one)
    ]
    found = [unit]
    while joining := [one for one in mates if _fits(state, [*found, one]) and _touches(table, one, found)]:
        nearest = min(joining, key=lambda one: _from_lead(table, unit, one))
        found.append(nearest)
        mates.remove(nearest)
    return found


def _fits(state: State, units: list[UnitNow]) -> bool:
    if state.options.eight_units_to_an_order:
        return len(units) <= UNITS_TO_A_BRIGADE.value
    return sum(unit.left for unit in units) <= Army.stands_to_a_contingent.value


def _touches(table: "Measured | None", unit: UnitNow, brigade: list[UnitNow]) -> bool:
    """Without a map the players see to it."""
    if table is None or not unit.placed:
        return table is None
    from miniatures.space.contact import touching

    return any(touching(table.of(unit.id), table.of(one.id)) for one in brigade if one.placed)


def _from_lead(table: "Measured | None", lead: UnitNow, unit: UnitNow) -> tuple[float, float, str]:
    """Near ones first; of those that are equally near, whose middle is nearer, and then by name."""
    if table is None or not lead.placed:
        return (0.0, 0.0, unit.id)
    far = dist(table.of(lead.id).centre, table.of(unit.id).centre)
    return (round(table.apart(lead.id, unit.id), 3), round(far, 3), unit.id)


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
    asked: dict[str, Any] = {"orders": _orders_ahead(state, units)}
    if table is not None and alive:
        facts["touching"] = len(units) == 1 or one_body(table, units)
        notes = [_told(character, one) for one in facts["units"]]
        asked |= _ahead(table, character, units, asked["orders"])

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
    return facts | {
        key: value for key, value in said.items() if value is not None and value is not False and value != ""
    }


def _told(character: UnitNow, unit: dict[str, Any]) -> str:
    words = [f"{unit['distance']:.1f} cm from {character.id} to {unit['name']}"]
    if "nearest_enemy" in unit:
        words.append(f"an enemy within {unit['nearest_enemy']:.1f} cm")
    if unit.get("dense_terrain"):
        words.append("in dense terrain")
    return f"Measured: {', '.join(words)}."


def _orders_ahead(state: State, units: list[UnitNow]) -> int:
    """How many orders the odds look at: this one and those that may follow it."""
    most = state.options.most_orders
    given = max(unit.ordered(state.now).get("count", 0) for unit in units)
    return LOOKS_AHEAD if most is None else max(1, min(LOOKS_AHEAD, most - given))


def _ahead(table: "Measured", character: UnitNow, units: list[UnitNow], orders: int) -> dict[str, Any]:
    """For the odds of the orders after this one, if each takes them a full move straight ahead.

    How much farther from him they are then, and from which order on an enemy is near.
    """
    from miniatures.space.footprint import distance
    from miniatures.space.moves import advance

    pace = min(unit.move for unit in units)
    own, enemies = table.of(character.id), table.enemies(character.side)
    said: dict[str, Any] = {}
    for order in range(1, orders + 1):
        there = [advance(table.of(unit.id), pace * (order - 1)).end for unit in units]
        if any(within(distance(body, enemy), ENEMY_NEAR.value) for body in there for enemy in enemies):
            said["enemy_near_from"] = order
            break
    ahead = max(distance(own, advance(table.of(unit.id), pace).end) for unit in units)
    farther = round(ahead - max(distance(own, table.of(unit.id)) for unit in units), 3)
    reach, now = table.state.options.command_reach, max(distance(own, table.of(unit.id)) for unit in units)
    carried = [order for order in range(1, orders + 1) if reach is None or within(now + (order - 1) * farther, reach)]
    return said | {"farther": farther, "orders": max(1, len(carried))}


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
    found += blunder_waits(state)
    if character.unit.classed is None:
        found.append(Refusal("C431", f"{character.id} has no class yet", f'throw for it: class "{character.id}"'))
    return found


def _concluded(state: State, character: UnitNow, units: list[UnitNow], outcome: OrderOutcome) -> Conclusion:
    names = [unit.id for unit in units]
    given = outcome.result == GIVEN
    changed = remembered(state, character, names, outcome)
    changes: dict[str, Any] = {"command": command_after(state, character, names, outcome), "units": changed}
    called = joined_names(names)
    idle = [one.id for one in waiting(state)]
    lapsed = [f"{joined_names(idle)} did not move: the order before this one is used up."] if idle else []
    if given:
        changes["order"] = {"units": names, "because": "order", "moved": []}
        return Conclusion(changes, (*lapsed, f"{character.id} orders {called}: they may move."))
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
    return Conclusion(changes, (*lapsed, *says))
