"""The procedures of the chapter on shooting."""

from miniatures.systems import Procedure, single
from miniatures.systems.tree_of_battles import shooting_wording as wording
from miniatures.systems.tree_of_battles.archery import archery, archery_sums
from miniatures.systems.tree_of_battles.archery_facts import ArcheryFacts
from miniatures.systems.tree_of_battles.archery_refusals import archery_refusals
from miniatures.systems.tree_of_battles.artillery import (
    ArtilleryFacts,
    artillery,
    artillery_refusals,
    artillery_sums,
)
from miniatures.systems.tree_of_battles.leader_risk import LeaderRiskFacts, leader_risk, leader_risk_refusals
from miniatures.systems.tree_of_battles.shooting_test import (
    ShootingTestFacts,
    shooting_test,
    shooting_test_refusals,
)

PROCEDURES = (
    Procedure(
        "artillery",
        "Shooting: batteries at a target, which may take DPs, fall into disarray and owe tests",
        ArtilleryFacts,
        artillery,
        wording.tell_struck,
        wording.ask_artillery,
        artillery_refusals,
        sums=artillery_sums,
        rulings=("T21", "T22", "T25", "T26", "T51", "T52"),
    ),
    Procedure(
        "archery",
        "Shooting: longbows, crossbows, handguns and skirmishers at a target, with the shooting test",
        ArcheryFacts,
        archery,
        wording.tell_struck,
        wording.ask_archery,
        archery_refusals,
        sums=archery_sums,
        rulings=("T21", "T23", "T25", "T26", "T52", "T54"),
    ),
    Procedure(
        "shooting-test",
        "Shooting: what B and C grade at 5 DPs do when shooting would give them another",
        ShootingTestFacts,
        lambda facts: single(shooting_test(facts)),
        wording.tell_tested,
        wording.ask_tested,
        shooting_test_refusals,
        rulings=("T25", "T53"),
    ),
    Procedure(
        "leader-risk",
        "Shooting and combat: whether a leader in danger is hit, wounded, captured or killed",
        LeaderRiskFacts,
        lambda facts: single(leader_risk(facts)),
        wording.tell_fate,
        wording.ask_fate,
        leader_risk_refusals,
        rulings=("T5", "T26"),
    ),
)
