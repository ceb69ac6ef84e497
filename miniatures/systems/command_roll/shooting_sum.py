"""Shooting: the attacks of one unit, as a sum that needs no dice."""

from miniatures.ruling import Modifier, Sum
from miniatures.systems.command_roll.cannon import bounce
from miniatures.systems.command_roll.shooting_facts import Shot
from miniatures.systems.command_roll.tables import OVERHEAD_PARTS, Cannon, Shower
from miniatures.words import counted


def attack_sum(shot: Shot) -> Sum:
    """The attacks of a unit, stand by stand (C161)."""
    firer, fresh, every = shot.firer, shot.fresh, shot.shooting
    each = firer.listed.shooting or 0
    lines: list[Modifier] = []
    if firer.artillery:
        guns = f"{counted(every, 'gun')}, {Cannon.attacks.value} each"
        lines.append(Modifier(Cannon.attacks.value * every, Cannon.attacks.rule, guns, Cannon.attacks.ruling))
        more = bounce(len(shot.bounce))
        if more:
            lines.append(more.times(every, f"{more.because}, each gun"))
    elif firer.shower:
        attacks = Shower.attacks
        because = f"Right Sharp Shower, {counted(fresh, 'stand')}, {attacks.value} each"
        lines.append(Modifier(attacks.value * fresh, attacks.rule, because, attacks.ruling))
    elif fresh:
        lines.append(Modifier(each * fresh, firer.listed.rule, f"{counted(fresh, 'stand')}, {each} each", "C1"))
    if every > fresh and not firer.artillery:
        attacks = Shower.exhausted_attacks
        because = f"{counted(every - fresh, 'stand')} out of ammunition, {attacks.value} each"
        lines.append(Modifier(attacks.value * (every - fresh), attacks.rule, because, attacks.ruling))
    if shot.overhead:
        total = int(sum(line.value for line in lines))
        kept = total // OVERHEAD_PARTS.value
        because = "over their own troops: half, rounded down"
        lines.append(Modifier(kept - total, OVERHEAD_PARTS.rule, because, OVERHEAD_PARTS.ruling))
    return Sum(f"attacks of {firer.name}", tuple(lines), ("C161",))
