"""The procedures of hand-to-hand combat, its results and confusion."""

from miniatures.systems import Procedure, single
from miniatures.systems.command_roll import combat_wording as wording
from miniatures.systems.command_roll.combat import combat
from miniatures.systems.command_roll.combat_facts import CombatFacts
from miniatures.systems.command_roll.combat_refusals import combat_refusals
from miniatures.systems.command_roll.combat_round import Muster
from miniatures.systems.command_roll.confusion import (
    ConfusionFacts,
    MakeWayFacts,
    confusion,
    confusion_sums,
    make_way,
    make_way_refusals,
)
from miniatures.systems.command_roll.falling_back import FallBackFacts, fall_back, fall_back_refusals

PROCEDURES = (
    Procedure(
        "combat",
        "Combat: a linked combat with its result, retreats and routs, and the pursuits that follow",
        CombatFacts,
        combat,
        wording.tell_combat,
        wording.ask_combat,
        combat_refusals,
        sums=lambda facts: Muster(facts).first_sums(),
        rulings=("C31", "C32", "C34"),
    ),
    Procedure(
        "fall-back",
        "Combat: how far a side falls back after a draw, or a winner who wants to, and whom that confuses",
        FallBackFacts,
        lambda facts: single(fall_back(facts)),
        wording.tell_fall_back,
        wording.ask_fall_back,
        fall_back_refusals,
        rulings=("C34", "C36"),
    ),
    Procedure(
        "make-way",
        "Any phase: a unit forces its way back through friends, and which of them are confused",
        MakeWayFacts,
        lambda facts: single(make_way(facts)),
        wording.tell_confusion,
        wording.ask_confusion,
        make_way_refusals,
        rulings=("C36",),
    ),
    Procedure(
        "confusion",
        "Any phase: whether one of the sheet's causes confuses a unit",
        ConfusionFacts,
        lambda facts: single(confusion(facts)),
        wording.tell_confusion,
        wording.ask_confusion,
        sums=confusion_sums,
        rulings=("C37",),
    ),
)
