"""The procedures of 15mm Warfare, event by event."""

from miniatures.systems import Play, Procedure, single
from miniatures.systems.warfare import wording
from miniatures.systems.warfare.command import InitiativeFacts, initiative, initiative_refusals
from miniatures.systems.warfare.leaders import LeaderRiskFacts, leader_risk, leader_risk_refusals
from miniatures.systems.warfare.melee import melee_outcome, opening, rounds_of
from miniatures.systems.warfare.melee_facts import MeleeFacts, melee_refusals
from miniatures.systems.warfare.morale import MoraleFacts, morale, morale_refusals
from miniatures.systems.warfare.movement import move, move_refusals, move_sum
from miniatures.systems.warfare.movement_facts import MoveFacts
from miniatures.systems.warfare.rally import (
    RallyFacts,
    RoutLossesFacts,
    rally,
    rally_refusals,
    rally_sums,
    rout_losses,
    rout_losses_refusals,
    rout_losses_sums,
)
from miniatures.systems.warfare.shooting import ShootingFacts, shooting, shooting_refusals


def _melee(facts: MeleeFacts) -> Play:
    return Play(opening(facts), rounds_of(facts), lambda state: melee_outcome(facts, state))


PROCEDURES = (
    Procedure(
        "initiative",
        "Event I: which commander chooses to move first or second",
        InitiativeFacts,
        lambda facts: single(initiative(facts)),
        wording.tell_initiative,
        wording.ask_initiative,
        initiative_refusals,
    ),
    Procedure(
        "shooting",
        "Event II: one or more units shoot at a target, and it tests morale for its casualties",
        ShootingFacts,
        lambda facts: single(shooting(facts)),
        wording.tell_shooting,
        wording.ask_shooting,
        shooting_refusals,
        rulings=("W23", "W25"),
    ),
    Procedure(
        "move",
        "Event III: how far a unit, leader or messenger may move, and what that forbids",
        MoveFacts,
        lambda facts: single(move(facts)),
        wording.tell_move,
        wording.ask_move,
        move_refusals,
        sums=lambda facts: [move_sum(facts)],
    ),
    Procedure(
        "melee",
        "Event IV: a round of melee or several, with leaders at risk, morale tests, routs and pursuit",
        MeleeFacts,
        _melee,
        wording.tell_melee,
        wording.ask_melee,
        melee_refusals,
        rulings=("W42", "W43", "W48"),
    ),
    Procedure(
        "leader-risk",
        "Event IV: what becomes of a leader whose unit lost 2 or more figures in melee",
        LeaderRiskFacts,
        lambda facts: single(leader_risk(facts)),
        wording.tell_leader_risk,
        wording.ask_leader_risk,
        leader_risk_refusals,
        rulings=("W57",),
    ),
    Procedure(
        "morale",
        "Event V: a morale test by itself, for any cause or several at once",
        MoraleFacts,
        lambda facts: single(morale(facts)),
        wording.tell_morale,
        wording.ask_morale,
        morale_refusals,
        rulings=("W51",),
    ),
    Procedure(
        "rally",
        "Event VI: a routed or pursuing unit tries to rally, with or without a leader",
        RallyFacts,
        lambda facts: single(rally(facts)),
        wording.tell_rally,
        wording.ask_rally,
        rally_refusals,
        sums=rally_sums,
    ),
    Procedure(
        "rout-losses",
        "Event VI: the figures that a unit in rout loses",
        RoutLossesFacts,
        lambda facts: single(rout_losses(facts)),
        wording.tell_rout_losses,
        wording.ask_rout_losses,
        rout_losses_refusals,
        sums=rout_losses_sums,
        rulings=("W56",),
    ),
)
