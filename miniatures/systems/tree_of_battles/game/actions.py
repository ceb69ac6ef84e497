"""Everything that may be done in a game of The Tree of Battles, in the order of the turn."""

from miniatures.systems.playing import Action
from miniatures.systems.tree_of_battles.game.after_combat import AfterWords, FleeWords, plan_after, plan_flee
from miniatures.systems.tree_of_battles.game.answering import RespondWords, plan_respond
from miniatures.systems.tree_of_battles.game.charging import ChargeWords, plan_charge
from miniatures.systems.tree_of_battles.game.commanding import (
    ChooseWords,
    InitiativeWords,
    SteadyWords,
    plan_choose,
    plan_control,
    plan_initiative,
    plan_steady,
)
from miniatures.systems.tree_of_battles.game.correcting import CorrectWords, plan_correct
from miniatures.systems.tree_of_battles.game.fates import RiskWords, plan_risk
from miniatures.systems.tree_of_battles.game.fights import FightWords, plan_fight
from miniatures.systems.tree_of_battles.game.leading import LeadWords, plan_lead
from miniatures.systems.tree_of_battles.game.marching import MoveWords, plan_move
from miniatures.systems.tree_of_battles.game.ordering import ListenWords, OrderWords, plan_listen, plan_order
from miniatures.systems.tree_of_battles.game.placing import PlaceWords, plan_place
from miniatures.systems.tree_of_battles.game.pursuits import PursueWords, plan_pursue
from miniatures.systems.tree_of_battles.game.running import RunWords, plan_run
from miniatures.systems.tree_of_battles.game.shooting import ShootWords, plan_shoot
from miniatures.systems.tree_of_battles.game.testing import TestWords, plan_test
from miniatures.systems.tree_of_battles.game.turn import NoWords, plan_next

ACTIONS = (
    Action("place", "place a contingent, or as the real table shows it", PlaceWords, plan_place, ("facing",)),
    Action("initiative", "Command: both sides throw for who says who moves first", InitiativeWords, plan_initiative),
    Action("choose", "Command: the winner moves first or second", ChooseWords, plan_choose),
    Action("lead", "Command: a leader or herald goes to a contingent or a place", LeadWords, plan_lead),
    Action("steady", "Command: a leader takes a DP off a contingent", SteadyWords, plan_steady),
    Action("control", "Command: a leader influences a control test", SteadyWords, plan_control),
    Action("order", "Command: a leader gives a battle a new order", OrderWords, plan_order),
    Action("listen", "Command: a leader hears the order that was brought", ListenWords, plan_listen),
    Action("test", "a contingent takes the test that it owes", TestWords, plan_test, ("wants",)),
    Action("move", "Approach and Tactical move: a contingent manoeuvres and moves", MoveWords, plan_move),
    Action("run", "Tactical move: who routs or pursues runs on", RunWords, plan_run),
    Action("shoot", "Long and Close range: a contingent or battery shoots", ShootWords, plan_shoot, ("target",)),
    Action("risk", "a leader throws for a risk that was forgotten", RiskWords, plan_risk),
    Action("charge", "Combat: a contingent charges", ChargeWords, plan_charge),
    Action("respond", "Combat: the target of a charge answers", RespondWords, plan_respond),
    Action("fight", "Combat: a round is fought", FightWords, plan_fight, ("dice_at",)),
    Action("after", "Combat: a contingent chooses what it does after it", AfterWords, plan_after, ("target",)),
    Action("pursue", "Combat: a winner pursues", PursueWords, plan_pursue, ("target",)),
    Action("flee", "Combat: who retires or breaks, and is not pursued, runs", FleeWords, plan_flee),
    Action("correct", "state how a contingent or a leader really stands", CorrectWords, plan_correct),
    Action("next", "go on to the next step, when nothing is owed", NoWords, plan_next),
)
