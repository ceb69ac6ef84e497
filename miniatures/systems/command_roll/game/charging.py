"""Charges, by order or by initiative: the way to the enemy, and the contact at its end."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.facts import Side
from miniatures.systems.command_roll.game.barring import spent
from miniatures.systems.command_roll.game.describing import (
    measured,
    not_in_play,
    not_their_turn,
    out_of_step,
    plural,
    unit_facts,
)
from miniatures.systems.command_roll.game.orders import because_of, done_with, formation
from miniatures.systems.command_roll.game.pieces import ContactNow, UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.initiative import InitiativeFacts, initiative_sum
from miniatures.systems.command_roll.movement import MoveFacts, move_sum
from miniatures.systems.command_roll.tables import INITIATIVE_CHARGE
from miniatures.systems.command_roll.unit import Lower, Stated
from miniatures.systems.playing import Conclusion, Plan, impossible

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.contacting import Met
    from miniatures.systems.command_roll.game.measured import Measured


class ChargeWords(Stated):
    """A unit charges: by its order if it has one that is not carried out, else by initiative."""

    unit: str = Field(description="the unit that charges")
    target: str = Field("", description="the enemy; on a table the closest in sight unless it is named")
    strikes: Annotated[Literal["front", "flank", "rear"], Lower] = Field(
        "front", description="without a map: the side of the enemy that it strikes"
    )


def plan_charge(state: State, words: ChargeWords) -> Plan:
    unit = state.unit(words.unit)
    enemy = state.unit(words.target) if words.target else None
    if unit.gone or (enemy and enemy.gone):
        return impossible([*not_in_play(unit), *(not_in_play(enemy) if enemy else [])])
    if unit.joined:
        return impossible(with_his_unit(unit))
    if enemy and enemy.joined:  # who goes for a commander goes for those he is with
        enemy = state.units[enemy.joined]
    table = measured(state)
    if table is not None and not unit.placed:
        table = None
    if enemy is None and table is not None and (found := table.closest_in_sight(unit.id)):
        enemy = state.units[found.id]
    if enemy is None:
        nobody = Refusal("C331", f"{unit.id} {plural(unit, 'sees', 'see')} no enemy", "name one, or order a move")
        return impossible([*_refusals(state, unit, None), nobody])
    by_order = because_of(state, unit) != "none"
    met = _met(table, unit, enemy, by_order=by_order) if table is not None and enemy.placed else None
    blocked = _blocked(table, unit, enemy, met) if table is not None and enemy.placed else []
    facts = _by_order(state, table, unit, met) if by_order else _by_initiative(state, table, unit, enemy, met)
    notes = _notes(table, unit, enemy, met)
    target = enemy

    def against(facts: MoveFacts | InitiativeFacts) -> list[Refusal]:
        return [*_refusals(state, unit, target), *blocked, *_short(facts, met)]

    def conclude(_facts: Any, _outcome: Any) -> Conclusion:
        return _concluded(state, table, unit, target, met, words.strikes, by_order)

    spends = spent if by_order else None
    return Plan(conclude, "move" if by_order else "initiative-move", facts, notes, against, spends=spends)


def _met(table: "Measured", unit: UnitNow, enemy: UnitNow, *, by_order: bool) -> "Met | None":
    from miniatures.systems.command_roll.game.contacting import meets

    full = by_order or table.state.options.initiative_charge_full_move
    return meets(table, unit, enemy, unit.move if full else INITIATIVE_CHARGE.value)


def _blocked(table: "Measured", unit: UnitNow, enemy: UnitNow, met: "Met | None") -> list[Refusal]:
    from miniatures.systems.command_roll.game.travel import barred_ground, in_the_way

    if met is None:
        words = f"there is no room for {unit.id} at {enemy.id}"
        return [Refusal("C31", words, "charge another enemy, or place them by agreement")]
    way = [(unit, met.unit)]
    found = [
        Refusal("C131", f"{name} {plural(table.units[name], 'is', 'are')} in the way to {enemy.id}", "clear the way")
        for name in in_the_way(table, way, [enemy.id])
    ]
    if barred_ground(table, way):
        found.append(Refusal("C77", f"impassable ground lies between {unit.id} and {enemy.id}", "go round"))
    if not table.looks_at(unit.id, enemy.id):
        found.append(Refusal("C31", f"{enemy.id} {plural(enemy, 'is', 'are')} out of sight", "charge one in sight"))
    return found


def _by_order(state: State, table: "Measured | None", unit: UnitNow, met: "Met | None") -> dict[str, Any]:
    facts: dict[str, Any] = {
        "units": [unit_facts(state, unit)],
        "because": because_of(state, unit),
        "intends": "charge",
        "formation": formation(unit),
    }
    if table is not None and met is not None:
        from miniatures.systems.command_roll.game.travel import crosses_river

        facts |= {"distance": round(met.centimetres, 3), "river": crosses_river(table, [(unit, met.unit)])}
    return facts


def _by_initiative(
    state: State, table: "Measured | None", unit: UnitNow, enemy: UnitNow, met: "Met | None"
) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "unit": unit_facts(state, unit),
        "intends": "charge",
        "enemy": enemy.id,
        "orders_begun": bool(state.command),
        "ordered": bool(unit.ordered(state.now)),
        "moved": unit.initiative == state.now,
    }
    if table is not None and enemy.placed:
        from miniatures.systems.command_roll.game.travel import crosses_river

        closest = table.closest_in_sight(unit.id)
        far = table.apart(unit.id, enemy.id)
        facts |= {
            "distance": round(far, 3),
            "closest": closest is None or within(far, closest.distance),
            "in_sight": table.looks_at(unit.id, enemy.id),
            "river": met is not None and crosses_river(table, [(unit, met.unit)]),
        }
    return facts


def _notes(table: "Measured | None", unit: UnitNow, enemy: UnitNow, met: "Met | None") -> tuple[str, ...]:
    if table is None or met is None:
        return ()
    from miniatures.space.contact import side_struck
    from miniatures.systems.command_roll.game.contacting import told_side

    side = told_side(side_struck(table.of(enemy.id), table.of(unit.id)))
    far = f"{table.apart(unit.id, enemy.id):.1f} cm between them, {met.centimetres:.1f} cm for the farthest corner"
    return (f"Measured: {far}; they strike the {side} of {enemy.id}.",)


def _short(facts: MoveFacts | InitiativeFacts, met: "Met | None") -> list[Refusal]:
    """A charge that cannot reach is not made (C49), by its farthest corner, by initiative too (C89)."""
    if isinstance(facts, MoveFacts):
        far, reach, cure = facts.distance, move_sum(facts).total, "move nearer, and charge with the next order"
    else:
        far, reach, cure = met and met.centimetres, initiative_sum(facts).total, "order them to come nearer, or round"
    if far is None or within(far, reach):
        return []
    words = f"the way is {far:.1f} cm for the corner that goes farthest (C89), and the charge goes {reach:g}"
    return [Refusal("C15", words, cure)]


def _refusals(state: State, unit: UnitNow, enemy: UnitNow | None) -> list[Refusal]:
    found = [*out_of_step(state, ("command",), "C101", "a charge"), *not_their_turn(state, unit)]
    if enemy is not None and enemy.side == unit.side:
        found.append(Refusal("C131", f"{enemy.id} {plural(enemy, 'is a friend', 'are friends')}", "charge an enemy"))
    if enemy is not None and enemy.commands and state.options.commanders_only_command:
        found.append(Refusal("C38", f"{enemy.id} gives orders only", "charge a unit"))
    return found


def with_his_unit(one: UnitNow) -> list[Refusal]:
    """A commander who joined a unit goes where it goes."""
    return [Refusal("C38", f"{one.id} is with {one.joined}, and moves with them", f"say it of {one.joined}")]


def charged(
    state: State, table: "Measured", unit: UnitNow, there: UnitNow
) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
    """A charge carried out on a table."""
    from miniatures.systems.command_roll.game.contacting import contacts_after
    from miniatures.systems.command_roll.game.measured import stood

    touches = contacts_after(table, [(unit, there)])
    own = stood(there.pose) | {"charged": state.now, "moved": state.now, "came": [unit.pose.x, unit.pose.y]}
    says = [
        f"{unit.id} {plural(unit, 'charges', 'charge')} into the {one['second_side']} of {one['second']}."
        for one in touches.values()
        if one
    ]
    return {unit.id: own}, touches, says or [f"{unit.id} {plural(unit, 'moves', 'move')} up to them."]


def _concluded(
    state: State, table: "Measured | None", unit: UnitNow, enemy: UnitNow, met: "Met | None", side: Side, by_order: bool
) -> Conclusion:
    if table is not None and met is not None:
        own, touches, says = charged(state, table, unit, met.unit)
    else:
        contact = ContactNow(unit.id, enemy.id, "front", side, state.now)
        own, touches = {unit.id: {"charged": state.now, "moved": state.now}}, {contact.key: contact._asdict()}
        says = [f"{unit.id} {plural(unit, 'charges', 'charge')} into the {side} of {enemy.id}."]
    if not by_order:
        own[unit.id]["initiative"] = state.now
    changes: dict[str, Any] = {"units": own, "contacts": touches}
    if by_order:
        changes["order"] = done_with(state, [unit.id])
    return Conclusion(changes, tuple(says))
