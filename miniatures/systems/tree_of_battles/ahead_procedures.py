"""The procedure that looks ahead to the end of the turn."""

from miniatures.systems import Procedure
from miniatures.systems.tree_of_battles.ahead import ahead, ahead_refusals, ahead_sums
from miniatures.systems.tree_of_battles.ahead_facts import AheadFacts
from miniatures.systems.tree_of_battles.ahead_wording import ask_ahead, tell_ahead

PROCEDURES = (
    Procedure(
        "turn-ahead",
        "All phases: what may befall a contingent in the rest of the turn, and how it stands at its end",
        AheadFacts,
        ahead,
        tell_ahead,
        ask_ahead,
        ahead_refusals,
        sums=ahead_sums,
        rulings=("T15",),
    ),
)
