"""The way of a move over the table: a wheel as far as its inches reach, then straight ahead until it is halted."""

import math
from dataclasses import dataclass
from typing import NamedTuple

from miniatures.measuring import TOLERANCE, furthest
from miniatures.space.footprint import Footprint, distance
from miniatures.space.moves import Flank, Moved, advance, wheel, wheel_towards
from miniatures.space.pose import Point as Place
from miniatures.systems.tree_of_battles.game.measured import DIFFICULT, SLIVER, Measured, footprint
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.ways import CLEAR, clear_way, halting, straight

#: A wheel of fewer degrees is none.
LEAST_WHEEL = 0.5
#: A step so short tells who halts it.
STEP = 0.1
#: Who has no more room than this goes nowhere.
LEAST = 0.05


class Made(NamedTuple):
    """A way as it was really made, and the enemy who halts it there."""

    legs: tuple[Moved, ...]
    end: Footprint
    inches: float
    halts: str


@dataclass(frozen=True)
class Way:
    """Where a move leads, before it is known how far it goes."""

    table: Measured
    unit: ContingentNow
    start: Footprint
    side: Flank = "left"
    degrees: float = 0.0
    approach: bool = False
    through: tuple[str, ...] = ()

    @property
    def wheel(self) -> float:
        """Inches that the whole wheel takes, at the outer corner (T73)."""
        return math.radians(self.degrees) * self.start.width

    def _turned(self, inches: float) -> Moved:
        return wheel(self.start, self.side, min(self.degrees, math.degrees(inches / self.start.width)))

    def _wheeled(self, inches: float) -> Made:
        """As much of the wheel as there are inches, and no enemy who did not halt it before."""
        before = halting(self.table, self.unit.side, self.start, self.approach)

        def fits(far: float) -> bool:
            end = self._turned(far).end
            if halting(self.table, self.unit.side, end, self.approach) - before:
                return False
            return all(distance(end, one) > CLEAR - TOLERANCE for one in self.table.enemies(self.unit.side))

        most = min(inches, self.wheel)
        far = furthest(most, fits)
        if not self.table.ground.inside(self._turned(far).end.polygon):  # half a wheel stays on the table
            far = furthest(far, lambda some: self.table.ground.inside(self._turned(some).end.polygon))
        if far < TOLERANCE:
            return Made((), self.start, 0.0, self._who(self._turned(min(STEP, self.wheel)).end, before))
        turned = self._turned(far)
        halts = "" if far > most - TOLERANCE else self._who(self._turned(min(far + STEP, self.wheel)).end, before)
        return Made((turned,), turned.end, far, halts)

    def _who(self, body: Footprint, besides: frozenset[str] = frozenset()) -> str:
        return min(halting(self.table, self.unit.side, body, self.approach) - besides, default="")

    def made(self, inches: float) -> Made:
        """The way of so many inches, as far as it can be gone."""
        legs: tuple[Moved, ...] = ()
        end, gone = self.start, 0.0
        if self.wheel > TOLERANCE and inches > TOLERANCE:
            turned = self._wheeled(inches)
            if turned.inches < self.wheel - TOLERANCE:
                return turned
            legs, end, gone = turned.legs, turned.end, turned.inches
        field = self.table.with_bodies(end)
        left = max(0.0, inches - gone)
        far = straight(field, self.unit, end, left, self.approach, self.through)
        if far > 0:
            ahead = advance(end, far)
            legs, end = (*legs, ahead), ahead.end
        halts = self._who(advance(end, STEP).end) if far < left - TOLERANCE else ""
        return Made(legs, end, gone + far, halts)

    def bars(self, made: Made) -> list[str]:
        """What stands before the end of it, if no enemy halts it there."""
        ahead = advance(made.end, STEP)
        return clear_way(self.table.with_bodies(made.end), self.unit, ahead)

    def blocked(self) -> list[str]:
        """What leaves no room to wheel."""
        if self.wheel <= TOLERANCE:
            return []
        found = clear_way(self.table, self.unit, self._turned(self.wheel))
        return [name for name in found if name not in self.through]


def way_towards(
    table: Measured, unit: ContingentNow, goal: Place | None, approach: bool, through: tuple[str, ...]
) -> Way:
    """Straight ahead, or first with a wheel that brings the goal there."""
    body = footprint(unit, table.state.options)
    if goal is None:
        return Way(table, unit, body, approach=approach, through=through)
    side, degrees = wheel_towards(body, goal)
    return Way(table, unit, body, side, degrees if degrees >= LEAST_WHEEL else 0.0, approach, through)


def can_advance(table: Measured, unit: ContingentNow) -> bool:
    """Whether there is room straight ahead in the tactical move."""
    return straight(table, unit, table.of(unit.id), STEP * 5, approach=False) > LEAST


def in_difficult(table: Measured, made: Made) -> bool:
    return any(table.ground.entered(leg, *DIFFICULT) for leg in made.legs)


def passed_through(table: Measured, made: Made, friends: tuple[str, ...]) -> list[str]:
    """The friends of a passage of lines through whom it really went."""
    return [
        name
        for name in friends
        if name in table.bodies
        and any(leg.swept.intersection(table.of(name).polygon).area > SLIVER for leg in made.legs)
    ]
