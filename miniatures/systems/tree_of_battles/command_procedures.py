"""The procedures of initiative, command, control, moves, morale and rally."""

from miniatures.systems import Procedure, single
from miniatures.systems.tree_of_battles import command_wording as wording
from miniatures.systems.tree_of_battles import move_wording
from miniatures.systems.tree_of_battles.command import CommandFacts, command, command_refusals, command_sum
from miniatures.systems.tree_of_battles.control import ControlFacts, control_refusals, control_test
from miniatures.systems.tree_of_battles.initiative import InitiativeFacts, initiative, initiative_refusals
from miniatures.systems.tree_of_battles.leader_move import (
    LeaderMoveFacts,
    leader_move,
    leader_move_refusals,
    leader_move_sum,
)
from miniatures.systems.tree_of_battles.manoeuvre import ManoeuvreFacts, manoeuvre, manoeuvre_sums
from miniatures.systems.tree_of_battles.morale import MoraleFacts, morale, morale_refusals, morale_sum
from miniatures.systems.tree_of_battles.move_refusals import manoeuvre_refusals, move_refusals
from miniatures.systems.tree_of_battles.movement import MoveFacts, move, move_sums
from miniatures.systems.tree_of_battles.rally import RallyFacts, rally, rally_refusals, rally_sum

PROCEDURES = (
    Procedure(
        "initiative",
        "Before the turn: which side says who moves first in each phase",
        InitiativeFacts,
        lambda facts: single(initiative(facts)),
        wording.tell_initiative,
        wording.ask_initiative,
        initiative_refusals,
        rulings=("T11",),
    ),
    Procedure(
        "command",
        "Command: what a leader does with his command points, action by action",
        CommandFacts,
        lambda facts: single(command(facts)),
        wording.tell_command,
        wording.ask_command,
        command_refusals,
        sums=lambda facts: [command_sum(facts)],
        rulings=("T5", "T12"),
    ),
    Procedure(
        "control-test",
        "Command: what a contingent out of control does, with the die changed as its player wants",
        ControlFacts,
        lambda facts: single(control_test(facts)),
        wording.tell_control,
        wording.ask_control,
        control_refusals,
        rulings=("T13", "T53", "T58"),
    ),
    Procedure(
        "move",
        "Moves: march, average dice, fast moves and roads, with manoeuvres, fatigue and disarray",
        MoveFacts,
        lambda facts: single(move(facts)),
        move_wording.tell_move,
        move_wording.ask_move,
        move_refusals,
        sums=move_sums,
        rulings=("T2", "T11", "T59"),
    ),
    Procedure(
        "leader-move",
        "Moves: how far a detached leader or a herald goes",
        LeaderMoveFacts,
        lambda facts: single(leader_move(facts)),
        move_wording.tell_leader_move,
        move_wording.ask_leader_move,
        leader_move_refusals,
        sums=lambda facts: [leader_move_sum(facts)],
    ),
    Procedure(
        "manoeuvre",
        "Moves: what manoeuvres take of a move, and their DPs",
        ManoeuvreFacts,
        lambda facts: single(manoeuvre(facts)),
        move_wording.tell_manoeuvre,
        move_wording.ask_manoeuvre,
        manoeuvre_refusals,
        sums=manoeuvre_sums,
        rulings=("T39", "T41", "T59"),
    ),
    Procedure(
        "morale",
        "Whenever it happens: the DPs that a contingent takes for what befalls it and its friends",
        MoraleFacts,
        lambda facts: single(morale(facts)),
        wording.tell_morale,
        wording.ask_morale,
        morale_refusals,
        sums=lambda facts: [morale_sum(facts)],
        rulings=("T4", "T38"),
    ),
    Procedure(
        "rally",
        "Rally: the DPs that a contingent loses at the end of the turn",
        RallyFacts,
        lambda facts: single(rally(facts)),
        wording.tell_rally,
        wording.ask_rally,
        rally_refusals,
        sums=lambda facts: [rally_sum(facts)],
        rulings=("T47",),
    ),
)
