"""The procedures of the Combat phase: charges and their answers, hand to hand, pursuit."""

from miniatures.systems import Procedure, single
from miniatures.systems.tree_of_battles import charge_wording
from miniatures.systems.tree_of_battles.charge import ChargeFacts, charge, charge_refusals
from miniatures.systems.tree_of_battles.combat import combat, combat_sums
from miniatures.systems.tree_of_battles.combat_facts import CombatFacts
from miniatures.systems.tree_of_battles.combat_refusals import combat_refusals
from miniatures.systems.tree_of_battles.combat_wording import ask_combat, tell_combat
from miniatures.systems.tree_of_battles.evade import EvadeFacts, evade, evade_refusals, evade_sums
from miniatures.systems.tree_of_battles.pursuit import PursuitFacts, pursuit, pursuit_refusals, pursuit_sums

PROCEDURES = (
    Procedure(
        "charge",
        "Combat: whether one contingent may charge another, and what that may answer; no dice",
        ChargeFacts,
        lambda facts: single(lambda _dice: charge(facts)),
        charge_wording.tell_charge,
        charge_wording.ask_charge,
        charge_refusals,
        rulings=("T36", "T65"),
    ),
    Procedure(
        "evade",
        "Combat: a contingent evades a charge, and whether it is caught",
        EvadeFacts,
        evade,
        charge_wording.tell_chase,
        charge_wording.ask_evade,
        evade_refusals,
        sums=evade_sums,
        rulings=("T36",),
    ),
    Procedure(
        "combat",
        "Combat: one round of a linked combat, its results, DPs and moves, and the risk to leaders",
        CombatFacts,
        combat,
        tell_combat,
        ask_combat,
        combat_refusals,
        sums=combat_sums,
        rulings=("T31", "T33"),
    ),
    Procedure(
        "pursuit",
        "Combat: a contingent pursues one that retires or routs: whether it is caught, and the free hack",
        PursuitFacts,
        pursuit,
        charge_wording.tell_chase,
        charge_wording.ask_pursuit,
        pursuit_refusals,
        sums=pursuit_sums,
        rulings=("T37",),
    ),
)
