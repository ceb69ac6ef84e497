"""The procedures of the chapter on shooting."""

from miniatures.ruling import Refusal
from miniatures.systems import Play, Procedure, single
from miniatures.systems.command_roll import shooting_wording as wording
from miniatures.systems.command_roll.drive_back import DriveBackFacts, drive_back, drive_back_refusals, drive_back_sums
from miniatures.systems.command_roll.shooting import Shooting
from miniatures.systems.command_roll.shooting_facts import ShootingFacts, shooting_refusals
from miniatures.systems.command_roll.shooting_outcome import shooting_outcome
from miniatures.systems.command_roll.shooting_sum import attack_sum, no_attack
from miniatures.systems.command_roll.shower import ShowerFacts, shower_outcome, shower_refusals, shower_turns


def _shooting(facts: ShootingFacts) -> Play:
    made = Shooting(facts)
    return Play(made.start, made.next_step, shooting_outcome(made), one_round=True)


def _refusals(facts: ShootingFacts) -> list[Refusal]:
    return [*shooting_refusals(facts), *(one for shot in facts.shots for one in no_attack(shot))]


def _shower(facts: ShowerFacts) -> Play:
    return Play((), shower_turns(facts), lambda spent: shower_outcome(facts, spent), one_round=True)


PROCEDURES = (
    Procedure(
        "shooting",
        "Shooting: units shoot at a target, which may lose stands, be driven back, confused or routed",
        ShootingFacts,
        _shooting,
        wording.tell_shooting,
        wording.ask_shooting,
        _refusals,
        sums=lambda facts: [attack_sum(shot) for shot in facts.shots],
        rulings=("C21", "C27", "C28", "C43"),
    ),
    Procedure(
        "drive-back",
        "Shooting: how far hits recorded in this phase drive a unit back, and whether they confuse or rout it",
        DriveBackFacts,
        lambda facts: single(drive_back(facts)),
        wording.tell_drive_back,
        wording.ask_drive_back,
        drive_back_refusals,
        sums=drive_back_sums,
        rulings=("C28",),
    ),
    Procedure(
        "sharp-shower",
        "Shooting: when the Right Sharp Shower of retinue bow runs out, turn after turn",
        ShowerFacts,
        _shower,
        wording.tell_shower,
        wording.ask_shower,
        shower_refusals,
        rulings=("C29",),
    ),
)
