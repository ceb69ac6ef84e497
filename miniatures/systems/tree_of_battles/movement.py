"""Moves: marches, average dice, fast moves and roads, with the fatigue and the disarray that come of them.

Players throw average dice, or D6 that are read as such (T2): `average_dice.py`.
"""

from functools import cache
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from miniatures.dice import OneThrow, Step
from miniatures.measuring import within
from miniatures.ruling import Modifier, Sum
from miniatures.systems.tree_of_battles.average_dice import Rolled, average_dice, tired_by, tires
from miniatures.systems.tree_of_battles.damage import as_lines, entry, take
from miniatures.systems.tree_of_battles.manoeuvre import (
    Friend,
    ManoeuvreFacts,
    Manoeuvres,
    array_after,
    dps_sum,
    friends_after,
    moves_d_grade,
    share_sum,
)
from miniatures.systems.tree_of_battles.move_tables import FAST, Morale, Moves
from miniatures.systems.tree_of_battles.shot_facts import skirmishing
from miniatures.systems.tree_of_battles.tables import APPROACH_HALT, TACTICAL_HALT
from miniatures.systems.tree_of_battles.unit import Flag, Inches, Lower, Whole

MARCH, DICE, ROAD, EVADE, ROUT, RETIRE, PURSUE = "march", "dice", "road", "evade", "rout", "retire", "pursue"
Kind = Annotated[Literal["march", "dice", "road", "evade", "rout", "retire", "pursue"], Lower]
Phase = Annotated[Literal["approach", "tactical"], Lower]


class Going(Manoeuvres):
    """How a contingent moves, and over what."""

    kind: Kind = Field("dice", description="march, dice, road; or the fast moves evade, rout, retire, pursue")
    dice: Whole = Field(2, ge=1, le=2, description="average dice, 1 or 2; fast moves throw 2")
    additions: Flag = Field(True, description="skirmish array takes its inch more for each die")
    first: Flag = Field(True, description="it is the first rout or retire move: an inch more for each die")
    difficult_terrain: Flag = Field(False, description="it moves in difficult terrain")
    on_road: Flag = Field(True, description="road: the move begins and ends on the road")
    enemy_ahead: Inches | None = Field(
        None, description="inches to the nearest enemy on its way, before whom it must halt; left out, nobody"
    )


class MoveFacts(Going, ManoeuvreFacts):
    """A contingent that moves, how, and over what."""

    phase: Phase = Field("tactical", description="approach or tactical")
    distance: Inches | None = Field(None, description="inches that it wants to go, to be told whether it gets there")

    @property
    def halved_by_gaps(self) -> bool:
        """Who runs pays the DP and keeps its inches (T68)."""
        return super().halved_by_gaps and self.kind not in FAST

    @property
    def thrown(self) -> int:
        """How many average dice it throws."""
        if self.kind in (MARCH, ROAD) or not share_sum(self).total:
            return 0
        return Moves.most_dice.value if self.kind in FAST else self.dice


class Moved(NamedTuple):
    """How far a contingent may go, and the state in which it gets there."""

    contingent: str
    inches: float
    halted: str
    """The rule that halts it short before the enemy, if one does."""
    reaches: bool | None
    causes: tuple[Modifier, ...]
    """The DPs that it took, cause by cause."""
    taken: int
    dps: int
    array: str
    in_disarray: bool
    disarray: tuple[str, ...]
    """The rules that bring it into disarray, if it was not."""
    friends: tuple[Friend, ...]
    no_room: tuple[Modifier, ...]
    """The causes of DPs beyond its most, which do nothing (T4)."""


def additions(facts: MoveFacts) -> tuple[Modifier, ...]:
    """Inches that each die brings beside its face."""
    found = []
    fast = facts.kind in FAST
    if facts.contingent.formation == "skirmish" and (fast or facts.additions):
        found.append(Moves.skirmish_array)
    if facts.kind in (ROUT, RETIRE) and facts.first:
        found.append(Moves.first_rout_or_retire)
    return tuple(found)


def fixed(facts: MoveFacts) -> Modifier | None:
    """The inches of moves without dice."""
    if facts.kind == ROAD:
        return Modifier(Moves.road.value, Moves.road.rule, "on the road, in column")
    if facts.kind == MARCH:
        mounted = facts.contingent.moves_mounted
        far = Moves.march_mounted if mounted else Moves.march_foot
        return Modifier(far.value, far.rule, f"march {'mounted' if mounted else 'on foot'}", far.ruling)
    return None


def certain_dps(facts: MoveFacts) -> tuple[Modifier, ...]:
    """DPs that no die decides: first the ground (T303), later the manoeuvres."""
    unit = facts.contingent
    ground = facts.difficult_terrain and not (skirmishing(unit) and not unit.mounted)
    return (*([Morale.difficult_terrain] if ground else []), *dps_sum(facts).modifiers)


def move_sums(facts: MoveFacts) -> list[Sum]:
    """What is known before the dice: inches without them or beside them, the part that is left, certain DPs."""
    name, found = facts.contingent.name, []
    inches, added = fixed(facts), additions(facts)
    if inches:
        found.append(Sum(f"inches for {name}", (inches,), ()))
    elif added and facts.thrown:
        lines = tuple(line.times(facts.thrown, line.because) for line in added)
        found.append(Sum(f"inches for {name} beside what its dice show", lines, ()))
    if facts.manoeuvres:
        found.append(share_sum(facts))
    dps = certain_dps(facts)
    return [*found, *([Sum(f"DPs of {name}, whatever the dice", dps, ())] if dps else [])]


def _room(facts: MoveFacts) -> tuple[float, str]:
    """How far it may go before it must halt, and the rule; fast moves do not halt."""
    if facts.enemy_ahead is None or facts.kind in FAST:
        return float("inf"), ""
    halt = APPROACH_HALT if facts.phase == "approach" or facts.kind == MARCH else TACTICAL_HALT
    return max(0.0, facts.enemy_ahead - halt.value), Moves.march_beyond.rule if facts.kind == MARCH else halt.rule


def _disarray(facts: MoveFacts, inches: float, *, full: bool) -> tuple[str, ...]:
    """All rules that make this move end in disarray."""
    unit, rules = facts.contingent, []
    if facts.kind in (ROUT, RETIRE, PURSUE):
        rules.append("T331")
    if facts.kind == EVADE and not skirmishing(unit):
        rules.append("T332")
    if full:
        rules.append("T334")
    if unit.grade == "D" and (inches > 0 or moves_d_grade(facts)):
        rules.append("T335")
    return tuple(rules)


def moved(facts: MoveFacts, rolled: Rolled) -> Moved:
    """What a throw comes to; of a move without dice, its inches."""
    unit = facts.contingent
    room, halts = _room(facts)
    allowed = rolled.inches * share_sum(facts).total
    inches = min(allowed, room)
    fatigue = Moves.fatigue.times(rolled.fives, tired_by(rolled.fives))
    certain = certain_dps(facts)
    ground = [line for line in certain if line.rule == Morale.difficult_terrain.rule]
    tired = [fatigue] if rolled.fives and tires(unit.formation) else []
    causes = [*ground, *tired, *(line for line in certain if line not in ground)]  # in the order of the sheet (T47)
    taken = take(unit, map(entry, causes), "fatigue", facts.options)
    number = sum(one.dps for one in taken.dps)
    dps = unit.total_dps + number
    array = array_after(facts)
    rules = _disarray(facts, inches, full=dps >= unit.most_dps.value)
    return Moved(
        unit.name,
        inches,
        halts if allowed > room else "",
        None if facts.distance is None else within(facts.distance, inches),
        as_lines(taken.dps),
        number,
        dps,
        "disarray" if rules else array,
        bool(rules) or array == "disarray",
        rules if array != "disarray" else (),
        friends_after(facts),
        as_lines(taken.no_room),
    )


def move(facts: MoveFacts) -> Step[Moved]:
    count, inches = facts.thrown, fixed(facts)
    if not count:
        outcome = moved(facts, Rolled(int(inches.value) if inches else 0, 0))
        return lambda _dice: outcome
    more = int(sum(line.value for line in additions(facts)))
    read = average_dice(more, real=facts.options.real_average_dice)
    purpose = f"{facts.contingent.name}: {facts.kind if facts.kind in FAST else 'move'}"
    after = cache(lambda rolled: moved(facts, rolled))
    return OneThrow(lambda dice: dice.each(count, read, purpose), after)
