"""The procedures of the chapter Command, for the list of the system."""

from miniatures.systems import Procedure, single
from miniatures.systems.command_roll import command_wording as wording
from miniatures.systems.command_roll.classes import (
    ClassFacts,
    TreacheryFacts,
    class_refusals,
    commander_class,
    treachery,
    treachery_refusals,
    treachery_sums,
)
from miniatures.systems.command_roll.command import OrderFacts, command_sums, order
from miniatures.systems.command_roll.command_refusals import order_refusals
from miniatures.systems.command_roll.initiative import (
    InitiativeFacts,
    initiative,
    initiative_refusals,
    initiative_sum,
)
from miniatures.systems.command_roll.movement import MoveFacts, move, move_refusals, move_sum
from miniatures.systems.command_roll.objectives import HeraldFacts, herald, herald_refusals

PROCEDURES = (
    Procedure(
        "order",
        "Command: a character orders a unit or a brigade, once or in succession, with the blunder if it comes",
        OrderFacts,
        lambda facts: single(order(facts)),
        wording.tell_order,
        wording.ask_order,
        order_refusals,
        sums=command_sums,
        rulings=("C11", "C12", "C46"),
    ),
    Procedure(
        "initiative-move",
        "Command: whether a unit may charge or evade by initiative, and how far",
        InitiativeFacts,
        lambda facts: single(initiative(facts)),
        wording.tell_initiative,
        wording.ask_initiative,
        initiative_refusals,
        sums=lambda facts: [initiative_sum(facts)],
        rulings=("C16", "C49"),
    ),
    Procedure(
        "move",
        "Command: how far a unit, brigade or commander may move, and bows through bills",
        MoveFacts,
        lambda facts: single(move(facts)),
        wording.tell_move,
        wording.ask_move,
        move_refusals,
        sums=lambda facts: [move_sum(facts)],
        rulings=("C15",),
    ),
    Procedure(
        "herald",
        "Command: when a herald changes the objective of a battle",
        HeraldFacts,
        lambda facts: single(herald(facts)),
        wording.tell_herald,
        wording.ask_herald,
        herald_refusals,
        rulings=("C18", "C50"),
    ),
    Procedure(
        "commander-class",
        "Before the game: a D6 for the class of a commander",
        ClassFacts,
        lambda facts: single(commander_class(facts)),
        wording.tell_class,
        wording.ask_class,
        class_refusals,
        rulings=("C14",),
    ),
    Procedure(
        "treachery",
        "Whenever his units lose stands: whether a treacherous commander changes sides",
        TreacheryFacts,
        lambda facts: single(treachery(facts)),
        wording.tell_treachery,
        wording.ask_treachery,
        treachery_refusals,
        sums=treachery_sums,
        rulings=("C14", "C50"),
    ),
)
