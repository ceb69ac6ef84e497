"""The dice of a contingent in combat: by stand against each enemy, then by contingent, spent once (T31, T33)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from miniatures.ruling import Modifier, Ruled, Showing, Sum
from miniatures.systems.tree_of_battles.combat_facts import (
    CHARGES,
    COUNTERCHARGES,
    FOLLOWS_UP,
    PURSUES,
    FightingContingent,
    Touch,
)
from miniatures.systems.tree_of_battles.tables import (
    COMMAND_POINTS_TO_A_DIE,
    HITS,
    HITS_DISORDERED,
    LEAST_DICE,
    MOST_DPS_COUNTED,
    ContingentDice,
    StandDice,
)
from miniatures.systems.tree_of_battles.unit import Part, Type
from miniatures.words import counted

_BY_TYPE: dict[Type, Modifier] = {
    "foot men at arms": StandDice.foot_men_at_arms,
    "heavy infantry": StandDice.heavy_infantry,
    "mounted men at arms": StandDice.mounted_men_at_arms,
    "pike": StandDice.pike,
}
_BY_GRADE = {"A": ContingentDice.grade_a, "B": ContingentDice.grade_b, "D": ContingentDice.grade_d}
#: One more stand at each end (T31).
ENDS = 2
#: So many ranks stand on the breadth of one stand at the flank (T61).
RANKS_TO_A_FLANK_STAND = 2


class Struck(Showing):
    """Hits that are taken: worth less than nothing, so that both sides' dice make one difference in the odds."""

    __slots__ = ()

    def __init__(self, plain: Showing) -> None:
        super().__init__(plain.at_least, plain.word, plain.rules)
        self.worth = tuple(-hits for hits in self.worth)


@cache
def hit_on(disordered: bool) -> Showing:
    """How many dice hit: of column, skirmish array and disarray only sixes (T251, T252)."""
    need: Ruled = HITS_DISORDERED if disordered else HITS
    return Showing(need.value, "hit", (need.rule,))


@cache
def struck_on(disordered: bool) -> Struck:
    return Struck(hit_on(disordered))


class Front(NamedTuple):
    """A contingent against one enemy, with the stands of each there. `alone`: it touches no other enemy."""

    own: FightingContingent
    touch: Touch
    enemy: FightingContingent
    theirs: Touch
    alone: bool


def _by_type(parts: Sequence[Part], most: int | None = None) -> dict[Type, int]:
    found: dict[Type, int] = {}
    for part in parts:
        stands = part.stands if most is None else min(part.stands, most)
        if most is not None:
            most -= stands
        if stands:
            found[part.type] = found.get(part.type, 0) + stands
    return found


def facing(front: Front) -> Mapping[Type, int]:
    """The stands that face, by type. Unless stated, as many as have room against the side that is shown (T61)."""
    own, touch, enemy, theirs, alone = front
    if isinstance(touch.facing, dict):
        there = _by_type(own.present)
        return {word: min(stands, there.get(word, 0)) for word, stands in touch.facing.items()}
    if touch.facing is not None:
        return _by_type(own.present, touch.facing)
    if not alone or touch.struck != "front":
        return {}
    room = -(-enemy.ranks // RANKS_TO_A_FLANK_STAND) if theirs.struck == "flank" else enemy.wide
    return _by_type(own.front, room)


def overlapping(front: Front, face: int) -> int:
    own, touch = front.own, front.touch
    if touch.overlapping is not None:
        return touch.overlapping
    return min(ENDS, max(0, own.wide - face)) if front.alone and touch.struck == "front" else 0


def second_rank(front: Front, face: int) -> int:
    """Pike of the second rank, behind those that face (T31)."""
    own, touch = front.own, front.touch
    if touch.second_rank is not None:
        return touch.second_rank
    if not front.alone or touch.struck != "front" or own.left == own.wide:
        return 0
    both = _by_type(own.present, 2 * own.wide).get("pike", 0)
    return min(face, both - _by_type(own.front).get("pike", 0))


def not_facing(front: Front) -> int:
    own, touch = front.own, front.touch
    if touch.not_facing is not None:
        return touch.not_facing
    if not front.alone or touch.struck == "front" or touch.facing is not None:
        return 0
    return own.ranks if touch.struck == "flank" else min(own.wide, front.enemy.wide)


def stand_dice(front: Front) -> Iterator[Modifier]:
    """What the stands bring against one enemy (T221 to T225)."""
    own, enemy = front.own, front.enemy
    face = facing(front)
    for word, stands in face.items():
        listed, more = _BY_TYPE.get(word, StandDice.other), ""
        if word == "pike" and enemy.mounted and enemy.charging:
            listed, more = StandDice.pike_against_mounted_charge, " a mounted charge"
        elif word == "pike" and own.fell_back:
            listed, more = StandDice.other, " that fell back"
        yield listed.times(stands, f"{counted(stands, 'stand')} of {word} facing{more}")
    number = sum(face.values())
    for listed, stands in (
        (StandDice.overlap, overlapping(front, number)),
        (StandDice.second_rank_pike, second_rank(front, number)),
        (StandDice.not_facing, not_facing(front)),
    ):
        if stands:
            yield listed.times(stands, f"{counted(stands, 'stand')} {listed.because}")


def contingent_dice(own: FightingContingent, charge_combat: bool) -> Iterator[Modifier]:
    """What the contingent adds or takes away, once (T231 to T242)."""
    if own.grade in _BY_GRADE:
        yield _BY_GRADE[own.grade]
    if own.ground:
        yield ContingentDice.ground
    if own.position == "fortified":
        yield ContingentDice.fortification
    if own.supported:
        yield ContingentDice.supported
    points = sum(leader.rating for leader in own.leaders if leader.front_rank)
    if points >= COMMAND_POINTS_TO_A_DIE.value:
        dice = points // COMMAND_POINTS_TO_A_DIE.value
        yield ContingentDice.leaders.times(dice, f"{counted(points, 'command point')} in the front rank")
    if own.came == FOLLOWS_UP:
        yield ContingentDice.following_up
    dps = own.total_dps
    if not charge_combat:
        return
    if dps:
        yield ContingentDice.each_dp.times(
            min(dps, MOST_DPS_COUNTED.value),
            counted(dps, "DP") + (", at most 5" if dps > MOST_DPS_COUNTED.value else ""),
        )
    onset = _onset(own)
    if onset:
        yield onset


def _onset(own: FightingContingent) -> Modifier | None:
    """One of the bonuses for pursuit and charge, the best (T32)."""
    if own.came == PURSUES:
        return ContingentDice.mounted_pursuing if own.mounted else ContingentDice.pursuing
    if own.came not in (CHARGES, COUNTERCHARGES):
        return None
    if own.mounted:
        return ContingentDice.chivalrous_charge if own.chivalrous else ContingentDice.mounted_charge
    return ContingentDice.light_infantry_charge if own.light_infantry else None


def dice_sums(
    own: FightingContingent, enemies: Sequence[tuple[FightingContingent, Touch, Touch]], charge_combat: bool
) -> list[Sum]:
    """The dice against each enemy. Those of the contingent go where its owner likes, to the first unless stated.

    What they take away beyond the dice there is taken from the others, and one die is always left (T31).
    """
    if own.destroyed or all(enemy.destroyed for enemy, _, _ in enemies):
        return [Sum(f"{own.name} strike {enemy.name}", (), ("T40",)) for enemy, _, _ in enemies]
    alone = len(enemies) == 1
    lines = [list(stand_dice(Front(own, touch, enemy, theirs, alone))) for enemy, touch, theirs in enemies]
    names = [enemy.name for enemy, _, _ in enemies]
    chosen = names.index(own.dice_at) if own.dice_at else 0
    lines[chosen].extend(contingent_dice(own, charge_combat))
    totals = [int(sum(line.value for line in found)) for found in lines]
    for other in range(len(lines)):
        if other != chosen and totals[chosen] < 0 and totals[other] > 0:
            moved = min(-totals[chosen], totals[other])
            lines[chosen].append(Modifier(moved, "T33", f"taken from the dice against {names[other]}"))
            lines[other].append(Modifier(-moved, "T33", f"lacking against {names[chosen]}"))
            totals[chosen] += moved
            totals[other] -= moved
    if sum(totals) < LEAST_DICE.value:
        lines[chosen].append(
            Modifier(LEAST_DICE.value - totals[chosen], LEAST_DICE.rule, "who fights has at least one die")
        )
    return [
        Sum(f"{own.name} strike {name}", tuple(found), ("T32",) if charge_combat else ("T32", "T35"))
        for name, found in zip(names, lines, strict=True)
    ]
