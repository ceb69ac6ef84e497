"""Command: everything that forbids an order, each with its rule and its cure."""

from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.command import OrderedUnit, OrderFacts, distance_at
from miniatures.systems.command_roll.tables import UNITS_TO_A_BRIGADE, Army
from miniatures.systems.command_roll.unit_wording import called, said


def order_refusals(facts: OrderFacts) -> list[Refusal]:
    found = [*_of_character(facts), *_of_brigade(facts)]
    for unit in facts.units:
        found += [*_of_unit(unit), *_between(facts, unit)]
    return found


def _of_character(facts: OrderFacts) -> list[Refusal]:
    name = facts.character.name
    found: list[Refusal] = []
    if facts.failed and not facts.general:
        found.append(
            Refusal(
                "C108",
                f"an order of {name} has failed this turn",
                "order next turn"
                if facts.general_failed
                else "let another character order those who have no order yet",
            )
        )
    if facts.general_failed or (facts.failed and facts.general):
        found.append(Refusal("C109", "an order of the general has failed: nobody orders", "order them next turn"))
    if facts.finished:
        found.append(Refusal("C104", f"{name} finished when another character began", "order with him next turn"))
    if facts.another_unfinished:
        found.append(
            Refusal("C104", "another character is in the middle of his orders", f"finish those, then begin with {name}")
        )
    return found


def _of_brigade(facts: OrderFacts) -> list[Refusal]:
    found: list[Refusal] = []
    stands = sum(unit.left for unit in facts.units if not unit.commands)
    limit = Army.stands_to_a_contingent
    if facts.options.eight_units_to_an_order:
        if len(facts.units) > UNITS_TO_A_BRIGADE.value:
            words = f"{len(facts.units)} units to one order; a brigade has at most {UNITS_TO_A_BRIGADE.value}"
            found.append(Refusal(UNITS_TO_A_BRIGADE.rule, words, "order fewer units"))
    elif stands > limit.value:
        words = f"{stands} stands to one order; a brigade has at most {limit.value} ({limit.ruling})"
        found.append(Refusal(limit.rule, words, f"order {limit.value} stands, or set eight_units_to_an_order"))
    if len(facts.units) > 1 and not facts.touching:
        found.append(
            Refusal("C121", "the units of a brigade must touch", "order those that touch, or each unit by itself")
        )
    return found


def _of_unit(unit: OrderedUnit) -> list[Refusal]:
    """What keeps the unit from any order."""
    name = unit.name
    found: list[Refusal] = []
    if not unit.left:
        found.append(Refusal("C103", said(unit, "have no stands left"), "choose another, or correct its stands"))
    if unit.commands:
        found.append(
            Refusal("C38", f"{name} is a commander and needs no order", "move him at the end of the Command phase")
        )
    if unit.engaged:
        cure = called(unit, "order them after the combat")
        found.append(Refusal("C133", said(unit, "are engaged and cannot take orders"), cure))
    if unit.confused:
        cure = called(unit, "order them next turn") + ": confusion ends with this Command phase (C414)"
        found.append(Refusal("C411", said(unit, "are confused and cannot take orders (C37)"), cure))
    if unit.by_initiative:
        words = said(unit, "have moved by initiative, and nobody moves by both (C16)")
        found.append(Refusal("C102", words, called(unit, "order them next turn")))
    if unit.blundered:
        found.append(
            Refusal(
                "C13", said(unit, "have blundered and cannot take further orders"), called(unit, "order them next turn")
            )
        )
    if unit.orders_finished:
        found.append(
            Refusal(
                "C106",
                f"the orders to {name} ended when another unit's began",
                called(unit, "order them next turn, and give them all orders in succession"),
            )
        )
    return found


def _between(facts: OrderFacts, unit: OrderedUnit) -> list[Refusal]:
    """What keeps this character from ordering this unit."""
    character, options, name = facts.character, facts.options, unit.name
    found: list[Refusal] = []
    if unit.ordered_by and not _same(unit.ordered_by, character.name):
        words = said(unit, f"have taken orders from {unit.ordered_by}, and may from one character in a turn")
        cure = "order them next turn" if facts.general_failed else f"let {unit.ordered_by} order them"
        found.append(Refusal("C12", words, called(unit, cure)))
    elsewhere = character.battle and unit.battle and not _same(character.battle, unit.battle)
    if elsewhere and not facts.general and not options.order_any_battle:
        words = said(unit, f"are of the {unit.battle}, and {character.name} of the {character.battle}")
        cure = "leave it to the general or to commanders of that battle, or set order_any_battle"
        found.append(Refusal("C12", words, cure))
    if options.most_orders is not None and unit.ordered + facts.orders > options.most_orders:
        words = f"{name} would have {unit.ordered + facts.orders} orders; this table allows {options.most_orders}"
        found.append(Refusal("C12", words, "order less often, or leave most_orders out"))
    farthest = max(distance_at(facts, unit, earlier) for earlier in (0, facts.orders - 1))
    if options.command_reach is not None and not within(farthest, options.command_reach):
        later = "" if farthest == unit.distance else " by the last of these orders"
        words = said(unit, f"are {farthest:g} cm away{later}; this table allows {options.command_reach:g}")
        found.append(Refusal("C12", words, "bring the character nearer, or leave command_reach out"))
    return found


def _same(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()
