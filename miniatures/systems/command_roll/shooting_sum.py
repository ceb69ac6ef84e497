"""Shooting: the attacks of one unit, as a sum that needs no dice."""

from functools import lru_cache

from miniatures.ruling import Modifier, Refusal, Sum
from miniatures.systems.command_roll.cannon import bounce
from miniatures.systems.command_roll.profiles import Profile
from miniatures.systems.command_roll.shooting_facts import Shot
from miniatures.systems.command_roll.tables import OVERHEAD_PARTS, Cannon, Shower
from miniatures.words import counted


def attack_sum(shot: Shot) -> Sum:
    """The attacks of a unit, stand by stand (C161)."""
    return Sum(f"attacks of {shot.firer.name}", _lines_of(shot), ("C161",))


def attacks(shot: Shot) -> int:
    """How many that comes to."""
    return int(sum([line.value for line in _lines_of(shot)]))


def no_attack(shot: Shot) -> list[Refusal]:
    """A shot over friends of which half leaves nothing is none."""
    if not shot.overhead or shot.shooting <= 0 or attacks(shot) > 0:
        return []
    words = f"{shot.firer.name} have no attack over their own troops: half, rounded down, leaves nothing"
    return [Refusal(OVERHEAD_PARTS.rule, words, "shoot with two stands at once, or clear the line")]


def _lines_of(shot: Shot) -> tuple[Modifier, ...]:
    firer = shot.firer
    return _lines(firer.listed, shot.shooting, shot.fresh, firer.shower, len(shot.bounce), shot.overhead)


@lru_cache(maxsize=256)
def _lines(
    listed: Profile, every: int, fresh: int, shower: bool, extra_bases: int, overhead: bool
) -> tuple[Modifier, ...]:
    """Units of the same kind shoot with the same lines, whatever they are called; so they are kept."""
    lines: list[Modifier] = []
    each = listed.shooting or 0
    artillery = listed.type == "artillery"
    if artillery:
        guns = f"{counted(every, 'gun')}, {Cannon.attacks.value} each"
        lines.append(Modifier(Cannon.attacks.value * every, Cannon.attacks.rule, guns, Cannon.attacks.ruling))
        more = bounce(extra_bases)
        if more:
            lines.append(more.times(every, f"{more.because}, each gun"))
    elif shower:
        attacks = Shower.attacks
        because = f"Right Sharp Shower, {counted(fresh, 'stand')}, {attacks.value} each"
        lines.append(Modifier(attacks.value * fresh, attacks.rule, because, attacks.ruling))
    elif fresh:
        lines.append(Modifier(each * fresh, listed.rule, f"{counted(fresh, 'stand')}, {each} each", "C1"))
    if every > fresh and not artillery:
        attacks = Shower.exhausted_attacks
        because = f"{counted(every - fresh, 'stand')} out of ammunition, {attacks.value} each"
        lines.append(Modifier(attacks.value * (every - fresh), attacks.rule, because, attacks.ruling))
    if overhead:
        total = int(sum(line.value for line in lines))
        kept = total // OVERHEAD_PARTS.value
        because = "over their own troops: half, rounded down"
        lines.append(Modifier(kept - total, OVERHEAD_PARTS.rule, because, OVERHEAD_PARTS.ruling))
    return tuple(lines)
