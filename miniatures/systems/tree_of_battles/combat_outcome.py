"""What a round of combat makes of each contingent: all that the game needs to carry it out."""

from typing import NamedTuple

from miniatures.ruling import Modifier
from miniatures.systems.tree_of_battles.leader_risk import Fate


class ContingentResult(NamedTuple):
    """One contingent after the round, before it moves."""

    contingent: str
    side: str
    result: str
    """The row: victory, success, equal, set-back, defeat or rout; after an evade: evades, caught, or, of the charger,
    charges."""
    margin: int | None
    """Hits scored less hits taken; None where nothing but the row is kept, or nobody fought."""
    dps: tuple[Modifier, ...]
    """The DPs that it took and that count, those at contact first, each with its reason."""
    dps_now: int
    stands_lost: int
    """By DPs beyond its most, by a free hack, or lost with guns and baggage."""
    left: int
    disarray: bool
    """It is in disarray now, whatever it chooses."""
    into_disarray: str
    """The rule that brought it there, if it was not in disarray before."""
    move: str
    """What it must do: halt, fall back, follow up, retire, break or pursue; nothing where it may choose."""
    choices: tuple[str, ...]
    rules: tuple[str, ...]
    """Those behind its move."""
    leaders: tuple[Fate, ...]
    caught: bool = False
    """Its pursuers caught it, or who charged, as it evaded."""

    @property
    def destroyed(self) -> bool:
        return self.left == 0


class CombatOutcome(NamedTuple):
    """All contingents, attackers first."""

    units: tuple[ContingentResult, ...]
