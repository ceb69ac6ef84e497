"""Everything that may be done in a game of the 2D6 command-roll game, in the order of the turn."""

from miniatures.systems.command_roll.game.after_combat import (
    AdvanceWords,
    PursueWords,
    StandWords,
    plan_advance,
    plan_pursue,
    plan_stand,
)
from miniatures.systems.command_roll.game.blunders_made import BlameWords, plan_blame
from miniatures.systems.command_roll.game.charging import ChargeWords, plan_charge
from miniatures.systems.command_roll.game.commanding import OrderWords, plan_order
from miniatures.systems.command_roll.game.correcting import CorrectWords, plan_correct
from miniatures.systems.command_roll.game.driving import DriveBackWords, plan_drive_back
from miniatures.systems.command_roll.game.evading import EvadeWords, plan_evade
from miniatures.systems.command_roll.game.falling import FallBackWords, plan_fall_back
from miniatures.systems.command_roll.game.fights import FightWords, plan_fight
from miniatures.systems.command_roll.game.heralds import HeraldWords, plan_herald
from miniatures.systems.command_roll.game.moving import MoveWords, plan_move
from miniatures.systems.command_roll.game.passing import PassWords, plan_pass
from miniatures.systems.command_roll.game.persons import (
    CommanderWords,
    FirstWords,
    ObjectiveWords,
    plan_class,
    plan_first,
    plan_objective,
    plan_treachery,
)
from miniatures.systems.command_roll.game.placing import PlaceWords, plan_place
from miniatures.systems.command_roll.game.riding import RideWords, plan_ride
from miniatures.systems.command_roll.game.shots import ShootWords, plan_shot
from miniatures.systems.command_roll.game.turn import NoWords, plan_next
from miniatures.systems.playing import Action

ACTIONS = (
    Action(
        "place", "place a unit: while setting up, or as the real table shows it", PlaceWords, plan_place, ("facing",)
    ),
    Action("objective", "before the game: give a battle its objective", ObjectiveWords, plan_objective),
    Action("class", "before the game: a die for the class of a commander", CommanderWords, plan_class),
    Action("first", "before the game: the side that has the first turn", FirstWords, plan_first),
    Action("charge", "Command: a unit charges, by initiative or by its order", ChargeWords, plan_charge, ("target",)),
    Action("evade", "Command: a unit evades by initiative", EvadeWords, plan_evade),
    Action("order", "Command: a character orders a unit or a brigade", OrderWords, plan_order),
    Action("move", "Command: a unit or brigade that was ordered moves", MoveWords, plan_move),
    Action("pass", "Command: bows pass through bills or men at arms", PassWords, plan_pass),
    Action("blame", "Command: after a blunder of 1, who takes it", BlameWords, plan_blame),
    Action("ride", "end of Command: a commander moves or joins a unit", RideWords, plan_ride, ("to",)),
    Action("herald", "Command: a herald rides with a new objective", HeraldWords, plan_herald),
    Action("shoot", "Shooting: a unit shoots; in the enemy's Command, at chargers", ShootWords, plan_shot, ("target",)),
    Action("drive-back", "end of Shooting: a unit that was hit is driven back", DriveBackWords, plan_drive_back),
    Action("fight", "Combat: a round is fought", FightWords, plan_fight),
    Action("pursue", "Combat: a winner pursues", PursueWords, plan_pursue, ("target",)),
    Action("advance", "Combat: a winner advances", AdvanceWords, plan_advance, ("target",)),
    Action("stand", "Combat: a winner, or who is defended, stands", StandWords, plan_stand),
    Action("fall-back", "Combat: a side falls back", FallBackWords, plan_fall_back, ("centimetres",)),
    Action("treachery", "any phase: a treacherous commander throws for his losses", CommanderWords, plan_treachery),
    Action("correct", "state how a unit really stands", CorrectWords, plan_correct),
    Action("next", "go on to the next step, when nothing is owed", NoWords, plan_next),
)
