"""Everything that may be done in a game of 15mm Warfare, in the order of the turn."""

from miniatures.systems.playing import Action
from miniatures.systems.warfare.game.charges import ChargeWords, plan_charge
from miniatures.systems.warfare.game.fights import MeleeWords, plan_melee
from miniatures.systems.warfare.game.fire import ShootWords, plan_shot
from miniatures.systems.warfare.game.formations import (
    FaceWords,
    FormWords,
    LimberWords,
    PassWords,
    plan_face,
    plan_form,
    plan_limber,
    plan_pass,
)
from miniatures.systems.warfare.game.marching import MoveWords, WheelWords, plan_move, plan_wheel
from miniatures.systems.warfare.game.orders import (
    ChooseWords,
    DeliverWords,
    NoWords,
    OrderWords,
    plan_choose,
    plan_deliver,
    plan_initiative,
    plan_order,
)
from miniatures.systems.warfare.game.placing import CorrectWords, PlaceWords, plan_correct, plan_place
from miniatures.systems.warfare.game.rallying import (
    BreakOffWords,
    PursueWords,
    RallyWords,
    TurnWords,
    plan_break_off,
    plan_pursue,
    plan_rally,
    plan_turn,
)
from miniatures.systems.warfare.game.riders import RideWords, plan_ride
from miniatures.systems.warfare.game.testing import MoraleWords, plan_morale
from miniatures.systems.warfare.game.turn import plan_next

ACTIONS = (
    Action(
        "place", "place a unit: while setting up, or as the real table shows it", PlaceWords, plan_place, ("facing",)
    ),
    Action("order", "Event I: give a battle or wing an order", OrderWords, plan_order),
    Action("deliver", "without a map: a messenger reaches his leader", DeliverWords, plan_deliver),
    Action("initiative", "Event I: both commanders roll", NoWords, plan_initiative),
    Action("choose", "Event I: the winner moves first or second", ChooseWords, plan_choose),
    Action("shoot", "Event II: a unit shoots", ShootWords, plan_shot, ("target",)),
    Action("move", "Event III: a unit moves straight ahead", MoveWords, plan_move),
    Action("wheel", "Event III: a unit wheels on a front corner, at double cost", WheelWords, plan_wheel),
    Action("face", "Event III: a unit changes face", FaceWords, plan_face),
    Action("form", "Event III: a unit changes its ranks", FormWords, plan_form),
    Action("limber", "Event III: a gun limbers or unlimbers", LimberWords, plan_limber),
    Action("pass", "Event III: a unit passes through friends", PassWords, plan_pass),
    Action("ride", "Event III: a leader rides to a unit or a place", RideWords, plan_ride),
    Action("charge", "Event III: a unit charges", ChargeWords, plan_charge),
    Action("melee", "Event IV: a round of melee is fought", MeleeWords, plan_melee),
    Action("morale", "Events II and V: a unit takes the test that it owes", MoraleWords, plan_morale),
    Action("pursue", "Event IV to VI: a winner who may pursue does", PursueWords, plan_pursue, ("target",)),
    Action("rally", "Events V and VI: a unit rallies by a leader's touch or by die", RallyWords, plan_rally),
    Action("turn", "Event V: a unit that rallied faces the enemy", TurnWords, plan_turn),
    Action("break-off", "without a map: a pursuer loses contact", BreakOffWords, plan_break_off),
    Action("correct", "state how a unit really stands", CorrectWords, plan_correct),
    Action("next", "go on to the next step, when nothing is owed", NoWords, plan_next),
)
