"""Attacks, for shooting and for combat alike: how attack dice become hits, saves, and lost stands.

    made = struck(dice, 6, hit_on("open"), "bows attack")            # how many hit: seven branches, not 6^6
    left = made - saved(dice, made, save_on(unit), "bill save")      # how many are not saved
    after = losses(unit, left, options)                              # stands lost, hits left over, commanders killed

`hit_on` and `save_on` give readings that are made once for all, so that their tables of odds are made once too. To
keep odds fast, give each throw a step of its own in a `Play` and let the state between be small: numbers of hits,
cut at `can_take(unit, options)`, since what a unit cannot take makes no difference (C31).
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from miniatures.dice import ROLL_AGAIN, Dice, RollAgain
from miniatures.ruling import Reading, Showing
from miniatures.systems.command_roll.facts import CommanderInPlay, Position, UnitInPlay
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.tables import TO_HIT


class Losses(NamedTuple):
    """What hits that are not saved do to a unit."""

    stands_lost: int
    left: int
    hits: int
    """Hits left over, that have not removed a stand. With the last stand gone: on the commander struck last."""
    killed: tuple[str, ...]
    """The commanders of it who fell."""


@cache
def hit_on(position: Position) -> Showing:
    """How many attack dice hit a target in this position (C162, C163, C164)."""
    need = TO_HIT[position]
    return Showing(need.value, "hit", [rule for rule in ("C161", need.rule, need.ruling) if rule])


@cache
def _save(least: int, listed: str) -> Showing:
    return Showing(least, "saved", ("C165", listed))


def save_on(unit: UnitInPlay) -> Showing | None:
    """How many armour dice save; None for who has no armour. Commanders with a unit are saved by its armour (C56)."""
    return None if unit.armour is None else _save(unit.armour, unit.listed.rule)


class Rank(NamedTuple):
    """A rank that may be hit: its place from the front, and who it is."""

    place: int
    unit: str

    def __str__(self) -> str:
        return self.unit


class RankDie(Reading[tuple[int, ...], Rank | RollAgain]):
    """Which of several ranks is hit, each as likely; faces that cannot be shared out are thrown again (C22)."""

    __slots__ = ("ranks",)

    def __init__(self, units: Sequence[str]) -> None:
        super().__init__((), ("C202", "C22"))
        self.ranks = [Rank(place, unit) for place, unit in enumerate(units)]

    @property
    def each(self) -> int:
        """Faces for each rank."""
        return 6 // len(self.ranks)

    def __call__(self, thrown: tuple[int, ...]) -> Rank | RollAgain:
        place = (thrown[0] - 1) // self.each
        return self.ranks[place] if place < len(self.ranks) else ROLL_AGAIN

    @property
    def faces(self) -> str:
        """`1 to 3 Bows, 4 to 6 Bills`."""
        shares = ((rank, rank.place * self.each + 1, (rank.place + 1) * self.each) for rank in self.ranks)
        return ", ".join(f"{low if low == high else f'{low} to {high}'} {rank.unit}" for rank, low, high in shares)


def struck(dice: Dice, attacks: int, hit: Showing, purpose: str) -> int:
    """Hits of so many attack dice."""
    return dice.each(attacks, hit, purpose) if attacks > 0 else 0


def saved(dice: Dice, hits: int, save: Showing | None, purpose: str) -> int:
    """How many of the hits armour saves."""
    return dice.each(hits, save, purpose) if hits > 0 and save is not None else 0


def with_it(unit: UnitInPlay, options: Options) -> tuple[CommanderInPlay, ...]:
    """The commanders who are struck after its last stand (C38), where commanders are struck at all."""
    return () if options.commanders_only_command else unit.joined


def can_take(unit: UnitInPlay, options: Options) -> int:
    """Hits that would remove its last stand and kill all commanders who joined it; more make no difference (C31)."""
    return unit.can_take + sum(one.listed.hits - one.hits for one in with_it(unit, options))


def losses(unit: UnitInPlay, unsaved: int, options: Options) -> Losses:
    """Each time the hits reach a stand's Hits a stand goes (C167); commanders with it are hit last, in order (C38)."""
    if unsaved < unit.can_take:
        stands_lost, over = divmod(unit.hits + unsaved, unit.listed.hits)
        return Losses(stands_lost, unit.left - stands_lost, over, ())
    over = unsaved - unit.can_take
    killed: list[str] = []
    for commander in with_it(unit, options):
        needed = commander.listed.hits - commander.hits
        if over < needed:
            return Losses(unit.left, 0, commander.hits + over, tuple(killed))
        over -= needed
        killed.append(commander.name)
    return Losses(unit.left, 0, 0, tuple(killed))
