"""A game of 15mm Warfare as it stands. Nothing here measures: places are numbers until `measured` looks at them.

What happened "this turn" is kept as the number of the turn, so that nothing has to be wiped when a turn ends.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from miniatures.broken import BrokenInputError, unknown
from miniatures.space.pose import Pose
from miniatures.systems.playing import Setup
from miniatures.systems.warfare.army import Roster
from miniatures.systems.warfare.movement_facts import Order
from miniatures.systems.warfare.options import Options
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


@dataclass(frozen=True)
class State:
    """Everything, by name."""

    setup: Setup
    data: Mapping[str, Any]
    turn: int
    step: str
    winner: int | None
    first: int | None
    units: Mapping[str, UnitNow]
    leaders: Mapping[str, LeaderNow]
    messengers: Mapping[str, MessengerNow]
    wings: Mapping[str, WingNow]
    contacts: tuple[ContactNow, ...]
    fought: tuple[str, ...]
    """Units whose melee was fought in this turn."""
    owed: tuple[Mapping[str, Any], ...]
    """What was found to be compulsory when the step began."""
    over: str

    @property
    def options(self) -> Options:
        options = self.setup.options
        assert isinstance(options, Options)
        return options

    @property
    def mapped(self) -> bool:
        return self.setup.table is not None

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(roster.name for roster in self.setup.rosters)

    def unit(self, name: str) -> UnitNow:
        return self.units[find(name, self.units, "a unit of this game")]

    def standing(self, side: int | None = None) -> Iterator[UnitNow]:
        """The units still in play, of one side or of both."""
        return (unit for unit in self.units.values() if not unit.gone and side in (None, unit.side))

    def contacts_of(self, unit: str) -> list[ContactNow]:
        return [contact for contact in self.contacts if unit in (contact.first, contact.second)]

    def enemies_touching(self, unit: str) -> list[str]:
        return [contact.other(unit) for contact in self.contacts_of(unit)]

    def in_melee(self, unit: str) -> bool:
        """Touched by an enemy that fights: a router that is caught does not (W602)."""
        return not self.units[unit].routing and any(
            not self.units[enemy].routing for enemy in self.enemies_touching(unit)
        )

    def leader_with(self, unit: str) -> LeaderNow | None:
        return next((one for one in self.leaders.values() if one.unit == unit and not one.gone), None)

    def side_named(self, word: str) -> int:
        return self.sides.index(find(word, self.sides, "a side of this game"))

    @property
    def mover(self) -> int | None:
        """The side whose movement it is."""
        if self.step == "first moves":
            return self.first
        return 1 - self.first if self.step == "second moves" and self.first is not None else None


def find(word: str, known: "Mapping[str, Any] | tuple[str, ...]", what: str) -> str:
    """A name as players type it: whole, in any case, or as much of it as is clear."""
    if word in known:
        return word
    low = word.strip().lower()
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [name for name in known if fits(name.lower(), low)]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            raise BrokenInputError(f'"{word}" may be any of: {", ".join(found)}; say more of the name')
    raise BrokenInputError(unknown(word, what, list(known)))


def wing_key(side: int, name: str) -> str:
    return f"{side}:{name}"


def unit_names(rosters: tuple[Roster, ...]) -> list[tuple[str, int, str, Unit]]:
    """Each unit with a name that no other has: where two share one, the army or a number tells them apart."""
    listed = [
        (unit.name, side, wing.name, unit)
        for side, roster in enumerate(rosters)
        for wing in roster.wings
        for unit in wing.units
    ]
    names = [name for name, *_ in listed]
    used: set[str] = set()
    found = []
    for name, side, wing, unit in listed:
        own = name if names.count(name) == 1 else f"{name} ({rosters[side].name})"
        number = 2
        while own in used:
            own, number = f"{name} ({rosters[side].name}) {number}", number + 1
        used.add(own)
        found.append((own, side, wing_key(side, wing), unit))
    return found


def load(setup: Setup, data: Mapping[str, Any]) -> State:
    """The folded state as the rules see it."""
    units = {
        name: UnitNow(id=name, side=side, wing=wing, unit=unit, **data["units"].get(name, {}))
        for name, side, wing, unit in unit_names(setup.rosters)
    }
    return State(
        setup=setup,
        data=data,
        turn=data["turn"],
        step=data["step"],
        winner=data.get("winner"),
        first=data.get("first"),
        units=units,
        leaders={name: LeaderNow(id=name, **one) for name, one in data.get("leaders", {}).items()},
        messengers={name: MessengerNow(id=name, **one) for name, one in data.get("messengers", {}).items()},
        wings={name: WingNow(id=name, **one) for name, one in data["wings"].items()},
        contacts=tuple(ContactNow(**one) for _, one in sorted(data.get("contacts", {}).items())),
        fought=tuple(data.get("fought", ())),
        owed=tuple(data.get("owed", ())),
        over=data.get("over", ""),
    )
