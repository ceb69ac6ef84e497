"""Event IV: the sum of one unit's blow against one enemy, and how many dice it throws."""

from typing import NamedTuple

from miniatures.ruling import Modifier, Share
from miniatures.systems.warfare.melee_facts import FightingUnit
from miniatures.systems.warfare.options import Options
from miniatures.systems.warfare.tables import CASUALTIES, Melee
from miniatures.systems.warfare.unit import Part

_KINDS = {
    "militia": Melee.militia,
    "professional": Melee.professionals,
    "knight": Melee.knights,
    "levy": Melee.levy,
}


class Fighter(NamedTuple):
    """A unit as it stands at the beginning of a round."""

    unit: FightingUnit
    lost: int
    leader_commands: bool
    this_turn: bool
    """Whether this is the round of the turn that the facts describe: charges and the like count only then."""

    @property
    def left(self) -> int:
        return self.unit.figures - self.lost

    @property
    def halved(self) -> bool:
        """At half strength or less (W407)."""
        return 2 * self.lost >= self.unit.figures

    @property
    def coming_on(self) -> bool:
        return self.this_turn and (self.unit.charging or self.unit.pursuing)

    @property
    def standing(self) -> bool:
        return not self.coming_on


class Blow(NamedTuple):
    """One unit striking one enemy: the dice, and how their total becomes figures lost."""

    dice: int
    reading: Share
    purpose: str
    striker: int
    struck: int


def charge_modifier(own: Fighter, part: Part, enemy: Fighter, frontal: bool, options: Options) -> Modifier | None:
    """At most one (W44), and a charge is to the front (W50). A pike that pursues is like any other."""
    unit = own.unit
    pikes = "pike" in part.weapons and not unit.mounted
    coming_on = own.coming_on and frontal
    if coming_on:
        if unit.mounted and "lance" in part.weapons:
            return Melee.lances
        if pikes and unit.charging and not enemy.unit.mounted:
            return Melee.pike_charging
    if pikes and own.standing and enemy.unit.mounted and (enemy.coming_on or not options.standing_bonus_once):
        return Melee.pike_standing
    return Melee.charging if coming_on else None


def _weapon_modifiers(
    own: Fighter, part: Part, enemy: Fighter, frontal: bool, options: Options
) -> tuple[Modifier | None, Modifier | None, Modifier | None]:
    """What depends on the weapons of one part: shooters, the charge, the ranks of pike."""
    shooters = None
    if part.shoots:
        shooters = Melee.longbowmen if part.main_weapon == "longbow" else Melee.shooters
    ranks = None
    if frontal and "pike" in part.weapons and not own.unit.mounted:
        depth = own.unit.depth_after(own.lost)
        if depth >= 3:
            extra = min(depth, 4) - 2
            ranks = Melee.pike_rank.times(
                extra, "third and fourth rank of pike" if extra == 2 else "third rank of pike"
            )
    return shooters, charge_modifier(own, part, enemy, frontal, options), ranks


def _worst_part(
    own: Fighter, enemy: Fighter, frontal: bool, options: Options
) -> tuple[Modifier | None, Modifier | None, Modifier | None]:
    """A mixed unit fights as its worst part (W706, W2)."""
    present = own.unit.bodies_after(own.lost)
    if len(present) == 1:
        return _weapon_modifiers(own, present[0], enemy, frontal, options)
    every = [_weapon_modifiers(own, body, enemy, frontal, options) for body in present]
    return min(every, key=lambda found: sum(modifier.value for modifier in found if modifier))


def melee_modifiers(
    own: Fighter, enemy: Fighter, own_side: str, enemy_side: str, figures: tuple[int, int], options: Options
) -> tuple[Modifier, ...]:
    """The sum of a blow, down the left column of the sheet and then the right one.

    `own_side` and `enemy_side` are the sides that touch; `figures` are those present, ours and theirs.
    """
    unit, foe = own.unit, enemy.unit
    mounted, foe_mounted = unit.mounted, foe.mounted
    shooters, charge, pike_ranks = _worst_part(own, enemy, own_side == "front", options)
    found: list[Modifier] = []
    if shooters:
        found.append(shooters)
    found.append(_KINDS[unit.kind])
    if mounted:
        found.append(Melee.cavalry)
    if unit.morale in ("veteran", "retinue"):
        found.append(Melee.veteran_or_retinue)
    elif unit.morale == "raw":
        found.append(Melee.raw)
    if charge:
        found.append(charge)
    at_contact = own.coming_on or enemy.coming_on
    if unit.first_melee and (unit.bold or unit.furious) and (at_contact or not options.first_round_only):
        found.append(Melee.first_melee)
    if own.leader_commands:
        found.append(Melee.leader)
    if pike_ranks:
        found.append(pike_ranks)
    if own.this_turn:
        if unit.furious and unit.charging and unit.charge_move > 1 and own_side == "front":
            found.append(Melee.fury_second_move if unit.charge_move == 2 else Melee.fury_later_move)
        if unit.interpenetrated:
            found.append(Melee.interpenetrated)
    if enemy_side == "flank":
        found.append(Melee.flank)
    elif enemy_side == "rear":
        found.append(Melee.rear)
    if unit.ground:
        found.append(Melee.ground)
    if foe.behind and enemy_side == "front":
        found.append(_shelter(mounted, foe.behind))
    casualties = _casualties(own)
    if casualties:
        found.append(casualties)
    if mounted and not foe_mounted and enemy.standing and not foe.shooters_after(enemy.lost):
        found.append(Melee.standing_infantry)
    if own.this_turn and unit.charging and unit.uphill and own_side == "front":
        found.append(Melee.uphill)
    outnumbered = _outnumbered(*figures)
    if outnumbered:
        found.append(outnumbered)
    if own.this_turn and mounted and unit.shot:
        found.append(Melee.cavalry_that_shot)
    if own_side != "front":
        found.append(Melee.struck)
    if unit.routed_before and options.routed_units_weaker:
        found.append(Melee.routed_before)
    return tuple(found)


def _shelter(mounted: bool, behind: tuple[str, ...]) -> Modifier:
    """Obstacle and earthworks: the worse only (W47)."""
    obstacle = Melee.cavalry_obstacle if mounted else Melee.infantry_obstacle
    choices = {"earthworks": Melee.earthworks, "obstacle": obstacle}
    return min((choices[shelter] for shelter in behind), key=lambda modifier: modifier.value)


def _casualties(own: Fighter) -> Modifier | None:
    lost = own.lost
    counted = lost - (own.unit.figures + 1) // 2 if own.halved else lost
    words = f"{counted} casualties" if not own.halved else f"{counted} casualties beyond half"
    if own.unit.mounted:
        return Melee.cavalry_casualties.times(counted, words) if counted else None
    return Melee.infantry_casualties.times(counted // 2, words) if counted >= 2 else None


def _outnumbered(ours: int, theirs: int) -> Modifier | None:
    if theirs >= 3 * ours:
        return Melee.outnumbered_3_to_1
    if theirs >= 2 * ours:
        return Melee.outnumbered_2_to_1
    return Melee.outnumbered_3_to_2 if 2 * theirs >= 3 * ours else None


def blow_reading(
    own: Fighter,
    enemy: Fighter,
    sides: tuple[str, str],
    figures: tuple[int, int],
    enemies: int,
    options: Options,
) -> tuple[int, Share]:
    """How many dice a blow throws and how they are read. `enemies` is how many the striker fights at once."""
    reasons = (("W404", enemies > 1), ("W406", sides[0] != "front"), ("W407", own.halved))
    rules = [rule for rule, holds in reasons if holds]
    dice, rules = (1, [*rules, "W42"]) if rules else (2, ["W405"])
    if own.unit.mixed or enemy.unit.mixed:
        rules += ["W706", "W2"]
    row, rule = CASUALTIES["melee"]
    reading = Share(
        melee_modifiers(own, enemy, *sides, figures, options),
        (*rules, rule, "W456", "W43"),
        parts=row[enemy.unit.protection_after(enemy.lost)],
        most=enemy.left,
        half_goes_down=True,
    )
    return dice, reading
