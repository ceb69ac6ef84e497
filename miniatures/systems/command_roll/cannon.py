"""Cannon: two attacks a gun, more where the ball bounces, and the die that a 1 calls for.

The sheet's failure table is lost; ours stands in ruling C25, and whoever reads the die is told so.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from miniatures.dice import Dice, Step
from miniatures.ruling import EachDie, Modifier, Scale
from miniatures.systems.command_roll.facts import Position
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.tables import TO_HIT, Cannon

BURSTS = "bursts"
SILENT = "cannot shoot next turn"
UNHURT = "nothing happens"

_BOUNCES = (Cannon.one_extra_base, Cannon.two_extra_bases, Cannon.three_extra_bases, Cannon.four_extra_bases)


def bounce(extra_bases: int) -> Modifier | None:
    """What the bases behind the one struck add; more than the table prints count as its last line."""
    return _BOUNCES[min(extra_bases, len(_BOUNCES)) - 1] if extra_bases else None


class Ball(EachDie[tuple[int, bool]]):
    """How many attack dice of a gun hit, and whether any shows the face that calls for the failure table."""

    __slots__ = ("at_least",)
    _FAILING = 1000  # apart from any number of hits, so that one total holds both

    def __init__(self, position: Position) -> None:
        need, failing = TO_HIT[position], Cannon.failing_face
        worth = [int(face >= need.value) + self._FAILING * (face == failing.value) for face in range(1, 7)]
        rules = ("C161", need.rule, need.ruling, failing.rule, failing.ruling)
        super().__init__(worth, (), [rule for rule in rules if rule])
        self.at_least = need.value

    def __call__(self, total: int) -> tuple[int, bool]:
        failing, hits = divmod(total, self._FAILING)
        return hits, failing > 0

    def told(self, result: tuple[int, bool]) -> str:
        hits, failing = result
        return f"{hits} hit, on {self.at_least}+{'; a 1 calls for the failure table' if failing else ''}"

    @property
    def asks(self) -> str:
        return f"{self.at_least}+; a 1 calls for the failure table"


ball = cache(Ball)


@cache
def _failure(bursts_up_to: int, silent_up_to: int) -> Scale:
    words = dict.fromkeys(range(1, silent_up_to + 1), SILENT)
    words |= dict.fromkeys(range(1, bursts_up_to + 1), BURSTS)
    return Scale(words, UNHURT, ("C153", "C25"))


def failure(options: Options) -> Scale:
    """The failure table, as ruling C25 and its options have it."""
    return _failure(options.cannon_bursts_up_to, options.cannon_silent_up_to)


class Aim(NamedTuple):
    """The attacks of one gun at one of the units on the line of its shot."""

    target: int
    attacks: int
    position: Position
    name: str


class GunShot(NamedTuple):
    """What one gun does: hits on each unit that it aims at, in their order, and what becomes of the gun."""

    hits: tuple[int, ...]
    fate: str


def gun_shot(gun: str, aims: Sequence[Aim], options: Options) -> Step[GunShot]:
    """All attack dice of one gun; if any shows 1, one die for the gun, and its hits stand (C25)."""
    throws = [(aim.attacks, ball(aim.position), f"{gun} at {aim.name}") for aim in aims]
    table, purpose = failure(options), f"a gun of {gun} fails (the sheet's table is lost; ours, C25)"

    def shoot(dice: Dice) -> GunShot:
        hits: list[int] = []
        fails = False
        for attacks, read, at in throws:
            hit, failing = dice.each(attacks, read, at)
            hits.append(hit)
            fails = fails or failing
        return GunShot(tuple(hits), dice.sum(1, table, purpose) if fails else UNHURT)

    return shoot
