"""What stands on the table: units and commanders with all that the game has made of them, battles, heralds, contacts.

"This turn" is kept as a number: a turn of the whole game has two halves, one for each side, and `State.now` counts
halves. So nothing has to be wiped when a turn ends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from miniatures.space.pose import Pose
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.unit import Unit

MILLIMETRES = 10.0


@dataclass(frozen=True, slots=True)
class UnitNow:
    """A unit or a commander of the list, and how he stands. A commander is a unit of one stand (C38)."""

    id: str
    unit: Unit
    side: int
    battle: str
    x: float | None = None
    y: float = 0.0
    facing: float = 0.0
    files: int = 0
    """Stands abreast; as many as there are, while it is 0."""
    irregular: bool = False
    lost: int = 0
    falling: int = 0
    """Stands lost to shots of this phase: they keep their places until all have shot (C43)."""
    hits: int = 0
    confused: bool = False
    joined: str = ""
    """The unit that a commander is with."""
    remounted: bool = False
    """A commander who is no longer mounted, or no longer on foot, as the list says."""
    classed: str = ""
    """The class that a die gave him."""
    blunders: int = 0
    orders: Mapping[str, Any] = field(default_factory=dict)
    """Of the half in which it was ordered last: now, count, by, finished, blundered."""
    initiative: int = 0
    moved: int = 0
    came: tuple[float, float] | None = None
    """Where it stood before it moved."""
    charged: int = 0
    shot: Mapping[str, Any] = field(default_factory=dict)
    """Of the phase in which it shot last: now, and its stands that did; `chargers` where it shot at those."""
    showers: int = 0
    exhausted: tuple[int, ...] = ()
    """For each stand out of arrows: the turn in which it shot last."""
    silent: Mapping[str, int] = field(default_factory=dict)
    """For guns that failed: the turn, how many, and how many were silent then from the turn before."""
    missiles: Mapping[str, Any] = field(default_factory=dict)
    """Hits of this phase: how many, the way from the nearest stand that shot, how far off it was, the position."""
    shot_hits: int = 0
    """Hits on it as it charged (C71)."""
    pursues: int | None = None
    """The centimetres that those retreated whom it pursues."""
    result: Mapping[str, Any] = field(default_factory=dict)
    """Of its last combat: now, combat, what it may do, and for a winner the enemies who retreated and how far."""
    advanced: int = 0
    rode: int = 0
    dead: int = 0
    """Of a treacherous commander: stands that his units lost, for which he has not thrown."""
    gone: str = ""

    @property
    def left(self) -> int:
        return self.unit.size - self.lost

    @property
    def commands(self) -> bool:
        return self.unit.commands

    @property
    def mounted(self) -> bool:
        return self.unit.cavalry != self.remounted if self.commands else self.unit.cavalry

    @property
    def move(self) -> int:
        return self.unit.listed.move_when(self.mounted)

    @property
    def pose(self) -> Pose:
        assert self.x is not None, f"{self.id} stands on no table"
        return Pose(self.x, self.y, self.facing)

    @property
    def placed(self) -> bool:
        """It stands on the table by itself."""
        return self.x is not None and not self.gone and not self.joined

    @property
    def stands(self) -> int:
        """Stands that take up room."""
        return self.left + self.falling

    @property
    def abreast(self) -> int:
        return max(1, min(self.files or self.unit.size, self.stands))

    @property
    def ranks(self) -> int:
        return -(-max(1, self.stands) // self.abreast)

    def stand_size(self, options: Options) -> tuple[float, float]:
        """Centimetres across and deep."""
        deep = options.foot_depth
        if self.unit.artillery:
            deep = options.gun_depth
        elif self.mounted:
            deep = options.horse_depth
        return options.stand_width / MILLIMETRES, deep / MILLIMETRES

    def size(self, options: Options) -> tuple[float, float]:
        width, depth = self.stand_size(options)
        return self.abreast * width, self.ranks * depth

    def ordered(self, now: int) -> Mapping[str, Any]:
        return self.orders if self.orders.get("now") == now else {}

    def resting(self, turn: int) -> int:
        """Stands out of arrows that shot in this turn or in the one before (C422)."""
        return sum(last >= turn - 1 for last in self.exhausted)

    def silenced(self, turn: int) -> int:
        """Guns that failed in the turn before this one (C25)."""
        failed = {self.silent.get("turn"): "before", self.silent.get("turn", 0) + 1: "guns"}.get(turn, "")
        return min(self.left, self.silent.get(failed, 0))


@dataclass(frozen=True, slots=True)
class BattleNow:
    id: str
    side: int
    name: str
    commander: str
    objective: str = ""


@dataclass(frozen=True, slots=True)
class HeraldNow:
    """A herald, by the name of him who sent him. He is away until the turn `back`."""

    sender: str
    battle: str
    objective: str
    sent: int
    x: float | None = None
    y: float = 0.0
    arrives: int = 0
    """Without a map: the turn in which he is there."""
    back: int = 0


class ContactNow(NamedTuple):
    """Two enemies that touch: who came, who was there, and the side of each that is touched."""

    first: str
    second: str
    first_side: str
    second_side: str
    since: int
    fought: int = 0
    rounds: int = 0
    """Rounds of this combat that were fought before they touched so: one for each pursuit."""

    @property
    def key(self) -> str:
        return f"{self.first}|{self.second}"

    def other(self, unit: str) -> str:
        return self.second if unit == self.first else self.first

    def side_of(self, unit: str) -> str:
        return self.first_side if unit == self.first else self.second_side
