"""The result of a round of combat: who won, how far the losers go, who is lost on the way, and who may pursue."""

from typing import NamedTuple

from miniatures.systems.command_roll.combat_facts import ATTACKERS, DEFENDERS, FightingUnit
from miniatures.systems.command_roll.facts import Position
from miniatures.systems.command_roll.falling_back import DESTROYED, FALLS_BACK
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.tables import RETREAT_ROUT_MOVES
from miniatures.systems.command_roll.way_back import FRIENDS

DRAW = "draw"
RETREATS, ROUTS, MAY_STAND = "retreats", "routs", "may stand"
#: Room without end: nothing bars the way, or it lies behind.
FREE = float("inf")


class Result(NamedTuple):
    """Who won the round, and by how much."""

    winner: str
    margin: int


class Score(NamedTuple):
    """What a side has in the result of a round: hits that were not saved, and what is added to them (C33, C34)."""

    hits: int = 0
    added: int = 0

    @property
    def total(self) -> int:
        return self.hits + self.added


class Way(NamedTuple):
    """What going back makes of a unit, and the room behind it then: less than none once it came among friends."""

    state: str
    room: float


def result_of(balance: int, attackers_left: bool, defenders_left: bool) -> Result:
    """`balance` is the attackers' hits and support less the defenders'. Who alone is left has won (C70)."""
    if attackers_left and not defenders_left:
        return Result(ATTACKERS, max(0, balance))
    if defenders_left and not attackers_left:
        return Result(DEFENDERS, max(0, -balance))
    if balance and attackers_left:
        return Result(ATTACKERS if balance > 0 else DEFENDERS, abs(balance))
    return Result(DRAW, 0)


def retreat_distance(margin: int, losers: int, options: Options) -> int:
    """The whole difference for every losing unit, or its share of it rounded up (C322, C34)."""
    return -(-margin // losers) if options.retreat_shared and losers else margin


def retreat(unit: FightingUnit, room: float, distance: int) -> Way:
    """A losing unit goes back: guns are lost, two full moves are a rout, and who is barred is destroyed (C34, C36)."""
    if unit.artillery:
        return Way(DESTROYED, room)
    if distance >= RETREAT_ROUT_MOVES.value * unit.move:
        return Way(ROUTS, room)
    if distance <= room:
        return Way(RETREATS, room - distance)
    far = unit.way_back - room + distance  # from where it stood at first
    if unit.behind != FRIENDS or (unit.then and far > unit.then_at):
        return Way(DESTROYED, room)
    more = unit.then or any(at >= far for at in unit.friends_at)
    return Way(RETREATS, room - distance if more else FREE)


def after_draw(unit: FightingUnit, position: Position) -> str:
    """Who is defended or fortified may stand; guns that cannot are lost, for they must fall back (C321, C34)."""
    if position != "open":
        return MAY_STAND
    return DESTROYED if unit.artillery else FALLS_BACK


def can_advance(unit: FightingUnit, position: Position, confused: bool) -> bool:
    """Guns and fortified units never leave their place after a combat, and who is confused cannot (C35, C411)."""
    return not (unit.artillery or position == "fortified" or confused)


def can_pursue(unit: FightingUnit, position: Position, confused: bool, enemy: FightingUnit, distance: int) -> bool:
    """Foot does not go after horse, and nobody farther than a full move (C35)."""
    if not can_advance(unit, position, confused) or distance > unit.move:
        return False
    return not (unit.infantry and enemy.cavalry)
