"""Archery and skirmish shooting: dice by stand less the shooters' DPs, each die changed on its own (T23)."""

from typing import NamedTuple

from miniatures.measuring import within
from miniatures.ruling import Modifier, Scale, Sum
from miniatures.systems import Play
from miniatures.systems.tree_of_battles.archery_facts import (
    ArcherShot,
    ArcheryFacts,
    Weapon,
    sheltered,
    weapons,
)
from miniatures.systems.tree_of_battles.archery_refusals import weapon_refusals
from miniatures.systems.tree_of_battles.shot_facts import skirmishing
from miniatures.systems.tree_of_battles.tables import LOW_AMMUNITION_ON, RANGES, Archery
from miniatures.systems.tree_of_battles.volley import Running, Throwing, Volley, hits_on, showing, six_comes_to
from miniatures.words import counted, joined_names

LOW = "low on ammunition"


class Loosed(NamedTuple):
    """One weapon of a contingent: the dice line by line, what changes each of them, the least face that hits."""

    missile: str
    dice: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...]
    need: int

    @property
    def number(self) -> int:
        return int(sum(line.value for line in self.dice))


def die_modifiers(shot: ArcherShot, missile: str, facts: ArcheryFacts) -> tuple[Modifier, ...]:
    """What changes each die of this weapon, in the order of the sheet."""
    target = facts.target
    found: list[Modifier] = []
    if missile != "handgun" and target.full_harness:
        found.append(Archery.full_harness)
    if not skirmishing(shot.firer):
        cover = sheltered(shot, target)
        if cover:
            found.append(Archery.cover._replace(because=cover))
        elif skirmishing(target) and not target.mounted:
            found.append(Archery.foot_skirmishers)
    if missile == "longbow" and target.mounted and target.formation != "skirmish":
        found.append(Archery.longbow_at_mounted)
    close = RANGES["handgun"].close
    if missile == "handgun" and close is not None and within(shot.distance, close) and not skirmishing(target):
        found.append(Archery.handgun_close)
    return tuple(found)


def _stand_dice(shot: ArcherShot, weapon: Weapon) -> Modifier:
    missile, stands = weapon
    low = shot.firer.low_on_ammunition
    each = Archery.other if missile != "longbow" else Archery.low_on_ammunition if low else Archery.longbow
    why = f" {LOW}" if missile == "longbow" and low else ""
    return each.times(stands, f"{counted(stands, f'{missile} stand')}{why}, {each.value:g} each")


def loosed(shot: ArcherShot, facts: ArcheryFacts) -> tuple[Loosed, ...]:
    """All weapons of a contingent that may shoot now; where none may, all: the players have overruled it.

    Its DPs take away first the dice that are least likely to hit (T57).
    """
    every = weapons(shot, facts)
    may = [weapon for weapon in every if not weapon_refusals(shot, weapon.missile, facts)] or every
    dps = shot.firer.total_dps
    found: dict[str, Loosed] = {}
    for weapon in may:
        modifiers = die_modifiers(shot, weapon.missile, facts)
        need = Archery.dp_on.value - int(sum(line.value for line in modifiers))
        found[weapon.missile] = Loosed(weapon.missile, (_stand_dice(shot, weapon),), modifiers, need)
    for one in sorted(found.values(), key=lambda loose: -loose.need):
        gone = min(dps, one.number)
        if gone:
            line = Archery.own_dp.times(gone, f"{counted(gone, 'DP')} of {shot.firer.name}")
            found[one.missile] = one._replace(dice=(*one.dice, line))
            dps -= gone
    return tuple(found.values())


def _title(shot: ArcherShot, loose: Loosed, facts: ArcheryFacts) -> str:
    mixed = f" with {loose.missile}" if len(loosed(shot, facts)) > 1 else ""
    return f"{shot.firer.name} at {facts.target.name}{mixed}"


def archery_sums(facts: ArcheryFacts) -> list[Sum]:
    """For each weapon its dice, with the face on which they hit, and what changes each of them."""
    found: list[Sum] = []
    for shot in facts.shots:
        for loose in loosed(shot, facts):
            words = _title(shot, loose, facts)
            found.append(Sum(f"dice of {words}; each {hits_on(loose.need)}", loose.dice, ("T133", "T23")))
            if loose.modifiers:
                found.append(six_comes_to(words, loose.modifiers, "T133"))
    return found


def _ammunition_die() -> Scale:
    return Scale({LOW_AMMUNITION_ON.value: LOW}, "arrows enough", (LOW_AMMUNITION_ON.rule, LOW_AMMUNITION_ON.ruling))


def _running(facts: ArcheryFacts) -> list[Running]:
    """Longbowmen after a second volley of the turn, where the table throws for it (T24, T55)."""
    if not facts.options.ammunition_die:
        return []
    return [
        Running(shot.firer.name, _ammunition_die())
        for shot in facts.shots
        if shot.firer.volleys == 1
        and not shot.firer.low_on_ammunition
        and any(loose.missile == "longbow" for loose in loosed(shot, facts))
    ]


def archery(facts: ArcheryFacts) -> Play:
    throws = [
        Throwing(loose.number, showing(loose.need, ("T133",)), _title(shot, loose, facts))
        for shot in facts.shots
        for loose in loosed(shot, facts)
    ]
    names = joined_names(shot.firer.name for shot in facts.shots)
    cause = Modifier(1, "T133", f"shot at by {names}"[:200])
    return Volley(facts, throws, cause, running=_running(facts)).play
