"""What stands on the table: contingents and leaders with all that the game has made of them, battles, contacts.

"This turn" is kept as the number of the turn, so that nothing has to be wiped when a turn ends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from miniatures.space.pose import Pose
from miniatures.systems.tree_of_battles.facts import ContingentInPlay
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.unit import IMMOVABLE, MEN_AT_ARMS, Contingent, Leader, Part

MILLIMETRES = 25.4
#: Stands of two ranks or more, unless the players form them otherwise: a line of so many is hard to steer.
WIDE = 6


@dataclass(frozen=True, slots=True)
class ContingentNow:
    """A contingent of the list and how it stands."""

    id: str
    listed: Contingent
    side: int
    battle: str
    x: float | None = None
    y: float = 0.0
    facing: float = 0.0
    files: int = 0
    """Stands side by side; 0 while it stands as it was set up."""
    stands: tuple[int, ...] = ()
    """Stands left of each part; empty while all are."""
    dps: tuple[Mapping[str, Any], ...] = ()
    """Each cause of DPs with its rule and its turn, the oldest first."""
    array: str = "line"
    exchanged: bool = False
    conduct: str = "steady"
    broken: bool = False
    """It routs, and never rallies (T39)."""
    runs: int = 0
    """Moves that it made in its retreat or rout: the first has an addition (T324)."""
    order: str = ""
    remounted: bool = False
    """Mounted men at arms on foot, or those on foot mounted again."""
    approached: int = 0
    moved: int = 0
    """The turn of its tactical move."""
    last_move: Mapping[str, Any] = field(default_factory=dict)
    """For who must repeat it: the kind, the inches and the turn."""
    came: tuple[float, float] | None = None
    volleys: Mapping[str, int] = field(default_factory=dict)
    """The turn, and how often it shot in it; for guns whether they wait for the close range."""
    aimed: Mapping[str, Any] = field(default_factory=dict)
    """Of a battery's last shot: the target, its range and the turn."""
    low: bool = False
    """It ran low on ammunition in this battle (T24)."""
    shot_at: int = 0
    tests: Mapping[str, int] = field(default_factory=dict)
    """The turn, and its shooting tests in it."""
    owes: Mapping[str, Any] = field(default_factory=dict)
    """Tests that it has to take: control, shooting, treachery, each with its reason."""
    reaction: Mapping[str, Any] = field(default_factory=dict)
    """What a test makes it do, and in which turn."""
    rallied: int = 0
    charged: int = 0
    countercharged: int = 0
    fought: int = 0
    fell_back: int = 0
    follows: int = 0
    """The turn in whose melee it follows up an enemy who fell back."""
    pursues: str = ""
    may: tuple[str, ...] = ()
    """The choices that its last combat leaves it."""
    looting: str = ""
    gone: str = ""

    @property
    def placed(self) -> bool:
        return self.x is not None and not self.gone

    @property
    def pose(self) -> Pose:
        assert self.x is not None, f"{self.id} stands on no table"
        return Pose(self.x, self.y, self.facing)

    @property
    def total_dps(self) -> int:
        return sum(one["dps"] for one in self.dps)

    @property
    def left_by_part(self) -> tuple[int, ...]:
        return self.stands or tuple(part.stands for part in self.listed.parts)

    @property
    def left(self) -> int:
        return sum(self.left_by_part)

    @property
    def abreast(self) -> int:
        """Stands in the front rank."""
        if self.array == "column":
            return 1
        usual = -(-self.listed.size // 2) if self.listed.size > WIDE or self.listed.type == "pike" else self.listed.size
        return max(1, min(self.files or usual, self.left))

    @property
    def ranks(self) -> int:
        return -(-max(1, self.left) // self.abreast)

    def size(self, options: Options) -> tuple[float, float]:
        """Inches across and deep."""
        deep = options.foot_depth
        if self.listed.type in IMMOVABLE:
            deep = options.gun_depth
        elif any(self._part_mounted(part) for part in self.listed.parts):
            deep = options.horse_depth  # the deepest of a mixed contingent (T46)
        return self.abreast * options.stand_width / MILLIMETRES, self.ranks * deep / MILLIMETRES

    @property
    def mounted(self) -> bool:
        return self.listed.mounted != self.remounted if self.listed.men_at_arms else self.listed.mounted

    @property
    def moves_mounted(self) -> bool:
        """Whether it goes as far as horse does: the slowest of its stands count for all (T3)."""
        present = (part for part, left in zip(self.listed.parts, self.left_by_part, strict=True) if left)
        return all(map(self._part_mounted, present))

    def _part_mounted(self, part: Part) -> bool:
        return part.mounted != (self.remounted and part.type in MEN_AT_ARMS)

    @property
    def disordered(self) -> bool:
        """In disarray, for whatever reason."""
        return self.in_play.in_disarray

    @property
    def in_play(self) -> ContingentInPlay:
        """The contingent as the rules know it, without its leaders."""
        return ContingentInPlay.model_validate(in_play(self))


def in_play(unit: ContingentNow) -> dict[str, Any]:
    """A contingent as facts take it."""
    facts: dict[str, Any] = unit.listed.model_dump(mode="json", exclude_defaults=True)
    facts |= {"name": unit.id, "stands": list(unit.left_by_part), "frontage": unit.abreast}
    if unit.remounted:
        turned = {"foot men at arms": "mounted men at arms", "mounted men at arms": "foot men at arms"}
        facts["parts"] = [part | {"type": turned.get(part["type"], part["type"])} for part in facts["parts"]]
    if unit.low:
        facts["traits"] = [*facts.get("traits", ()), "low on ammunition"]
    said: dict[str, Any] = {
        "dps": [dict(one) for one in unit.dps],
        "array": unit.array if unit.array != "line" else None,
        "exchanged": unit.exchanged,
        "conduct": unit.conduct if unit.conduct != "steady" else None,
        "order": unit.order or None,
    }
    return facts | {key: value for key, value in said.items() if value}


@dataclass(frozen=True, slots=True)
class LeaderNow:
    id: str
    leader: Leader
    side: int
    battle: str
    x: float | None = None
    y: float = 0.0
    unit: str = ""
    """The contingent that he is with."""
    front: bool = False
    """He fights in its front rank."""
    wounds: int = 0
    spent: Mapping[str, int] = field(default_factory=dict)
    """The turn, and the command points that he spent in it."""
    controls: Mapping[str, Any] = field(default_factory=dict)
    """The turn, and the contingents whose control test he influences."""
    rode: int = 0
    carries: Mapping[str, str] = field(default_factory=dict)
    """A herald's errand: the battle, and its new order."""
    gone: str = ""

    @property
    def rating(self) -> int:
        return self.leader.command_points - self.wounds

    def points(self, turn: int) -> int:
        """Command points left in that turn."""
        return max(0, self.rating - (self.spent.get("points", 0) if self.spent.get("turn") == turn else 0))


@dataclass(frozen=True, slots=True)
class BattleNow:
    id: str
    side: int
    name: str
    leader: str
    order: str = ""


class ContactNow(NamedTuple):
    """Two enemies that fight: who came, who was there, the side of each that is touched, and how it began."""

    first: str
    second: str
    first_side: str
    second_side: str
    since: int
    how: str = "charge"
    """charge, countercharge or pursuit: how the first came; later it is melee."""
    fought: int = 0

    @property
    def key(self) -> str:
        return f"{self.first}|{self.second}"

    def other(self, unit: str) -> str:
        return self.second if unit == self.first else self.first

    def side_of(self, unit: str) -> str:
        return self.first_side if unit == self.first else self.second_side
