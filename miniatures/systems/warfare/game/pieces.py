"""The pieces of a game of 15mm Warfare as they stand: units, leaders, messengers, wings, and who touches whom.

What happened "this turn" is kept as the number of the turn, so that nothing has to be wiped when a turn ends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from miniatures.space.pose import Pose
from miniatures.systems.warfare.movement_facts import Order
from miniatures.systems.warfare.options import Options
from miniatures.systems.warfare.tables import MISSILES
from miniatures.systems.warfare.unit import Unit, ranks_left

MILLIMETRES = 25.4


@dataclass(frozen=True, slots=True)
class UnitNow:
    """A unit of the list and all that the game has made of it."""

    id: str
    side: int
    wing: str
    unit: Unit
    x: float | None = None
    y: float = 0.0
    facing: float = 0.0
    lost: int = 0
    struck: int = 0
    """Hit in this Event II, and not yet taken away (W23)."""
    ranks: int = 0
    files: int = 0
    """The formation, where it is no longer that of the list."""
    limbered: bool = False
    shot: int = 0
    shot_at: Mapping[str, int] = field(default_factory=dict)
    """The enemies who hit it in this Event II."""
    fell_back: int = 0
    silenced: int = 0
    moving: Mapping[str, Any] = field(default_factory=dict)
    """What it has done of its move: turn, start, inches, wheel, hindrances, and what else costs movement."""
    charged: int = 0
    uphill: int = 0
    avoided: int = 0
    interpenetrated: int = 0
    river: str = ""
    """The river at whose bank it stopped, and the turn in which it did."""
    banked: int = 0
    furious: bool = False
    charge_moves: int = 0
    first_melee: str = ""
    """Nothing, now or done."""
    fought: int = 0
    lost_melee: int = 0
    lost_leader: int = 0
    routing: int = 0
    """The turn in which it broke; 0 while it stands."""
    routed_before: bool = False
    tried: bool = False
    rallied: int = 0
    turns: int = 0
    """The turn in whose Morale a rallied unit may turn to face."""
    pursuing: str = ""
    pursued: int = 0
    """The turn in whose Event VI it ran into fresh enemies."""
    may_pursue: tuple[str, ...] = ()
    owes: Mapping[str, Any] = field(default_factory=dict)
    """The causes of a morale test that it owes."""
    then_owes: Mapping[str, Any] = field(default_factory=dict)
    """Causes that came while others still tested: they wait for the next wave (W51)."""
    gone: str = ""

    @property
    def left(self) -> int:
        return self.unit.figures - self.lost

    @property
    def pose(self) -> Pose:
        assert self.x is not None, f"{self.id} stands on no table"
        return Pose(self.x, self.y, self.facing)

    @property
    def placed(self) -> bool:
        return self.x is not None and not self.gone

    @property
    def bases(self) -> int:
        return self.unit.bases_after(self.lost)

    @property
    def depth_in_ranks(self) -> int:
        if not self.ranks:
            return self.unit.ranks_after(self.lost)
        return ranks_left(self.ranks * self.files, self.ranks, self.bases)

    @property
    def files_now(self) -> int:
        """Bases side by side. They leave from the rear (W6), and the front only when it is all that is left."""
        files = self.files or -(-self.unit.bases_at_start // self.unit.ranks_at_start)
        return max(1, min(files, self.bases))

    @property
    def missiles(self) -> tuple[str, ...]:
        """The missile weapons of those who are left."""
        left = self.unit.bodies_after(self.lost)
        return tuple(dict.fromkeys(weapon for part in left for weapon in part.weapons if weapon in MISSILES))

    def size(self, options: Options) -> tuple[float, float]:
        """Inches across and deep."""
        deep = options.foot_base_depth
        if self.unit.artillery:
            deep = options.gun_base_depth
        elif self.unit.mounted:
            deep = options.horse_base_depth
        return (
            self.files_now * options.base_width / MILLIMETRES,
            max(1, self.depth_in_ranks) * deep / MILLIMETRES,
        )


@dataclass(frozen=True, slots=True)
class LeaderNow:
    id: str
    side: int
    wing: str
    chief: bool = False
    initiative: int = 0
    x: float | None = None
    y: float = 0.0
    unit: str = ""
    """The unit that he is with."""
    moved: int = 0
    rode: float = 0.0
    """Inches that he rode in that turn."""
    hit: int = 0
    """The turn in which he was put out."""
    joined: int = 0
    gone: str = ""

    def acts(self, turn: int) -> bool:
        """Out for the rest of the turn in which he was hit, and for all of the next (W59)."""
        return not self.gone and not self.out(turn)

    def out(self, turn: int) -> bool:
        return bool(self.hit) and turn <= self.hit + 1


@dataclass(frozen=True, slots=True)
class MessengerNow:
    id: str
    side: int
    wing: str
    order: str
    sent: int
    x: float | None = None
    y: float = 0.0
    arrived: int = 0


@dataclass(frozen=True, slots=True)
class WingNow:
    id: str
    side: int
    name: str
    leader: str
    order: Order = "none"


class ContactNow(NamedTuple):
    """Two units that touch: first army's, second army's, and the side of each that is touched."""

    first: str
    second: str
    first_side: str
    second_side: str
    since: int
    attacker: int

    @property
    def key(self) -> str:
        return f"{self.first}|{self.second}"

    def other(self, unit: str) -> str:
        return self.second if unit == self.first else self.first
