"""Everything that may be done in a game of The Tree of Battles, in the order of the turn."""

from miniatures.systems.playing import Action
from miniatures.systems.tree_of_battles.game.correcting import CorrectWords, plan_correct
from miniatures.systems.tree_of_battles.game.marching import MoveWords, plan_move
from miniatures.systems.tree_of_battles.game.placing import PlaceWords, plan_place
from miniatures.systems.tree_of_battles.game.running import RunWords, plan_run
from miniatures.systems.tree_of_battles.game.turn import NoWords, plan_next

ACTIONS = (
    Action(
        "place", "place a contingent: setting up, or as the real table shows it", PlaceWords, plan_place, ("facing",)
    ),
    Action("move", "Approach and Tactical move: a contingent manoeuvres and moves", MoveWords, plan_move),
    Action("run", "Tactical move: who routs or pursues runs on", RunWords, plan_run),
    Action("correct", "state how a contingent or a leader really stands", CorrectWords, plan_correct),
    Action("next", "go on to the next step, when nothing is owed", NoWords, plan_next),
)
