"""Artillery: batteries of guns at one target, two dice a gun, each die changed on its own (T22).

When no face can hit, that is said before the throw, and no dice are asked for (T50).
"""

from functools import cache
from typing import NamedTuple

from pydantic import Field, model_validator

from miniatures.contacts import named_once
from miniatures.measuring import TOLERANCE, within
from miniatures.ruling import Modifier, Refusal, Sum
from miniatures.systems import Play
from miniatures.systems.tree_of_battles.shot_facts import (
    CLOSE,
    LONG,
    Aim,
    Shooter,
    ShotFacts,
    Target,
    aim_refusals,
    far,
    position_against,
    shooter_refusals,
    target_refusals,
)
from miniatures.systems.tree_of_battles.tables import RANGES, SAME_RANGE, Artillery
from miniatures.systems.tree_of_battles.unit import Flag, Inches, Whole
from miniatures.systems.tree_of_battles.volley import Throwing, Volley, hits_on, showing, six_comes_to
from miniatures.words import counted, joined_names

NEW, SAME, OTHER_RANGE = "new target", "same target and range", "same target at another range"
_RANGE = RANGES["artillery"]


class Battery(Shooter):
    """Guns that shoot, and what they shot at last."""

    last_target: str = Field("", description="the contingent at which its last shot was; left out, this is its first")
    last_distance: Inches | None = Field(None, description="inches of that shot")
    shot: Flag = Field(False, description="it has shot this turn already, so that it reserved nothing")

    @property
    def guns(self) -> int:
        """Guns left: a stand of artillery is one (T44)."""
        return sum(part.stands for part in self.present if part.shoots_with == "artillery")


class GunShot(Aim):
    """One battery shooting at the target."""

    firer: Battery = Field(description="the battery that shoots")
    guns: Whole | None = Field(None, ge=1, description="guns that shoot, if not all of the battery")
    enfilade: Flag = Field(False, description="it shoots along the target's line")

    @model_validator(mode="after")
    def _guns_are_there(self) -> "GunShot":
        if self.guns is not None and self.guns > max(self.firer.guns, self.firer.left):
            raise ValueError(f"guns: {self.guns} shoot of {self.firer.guns}")
        return self

    @property
    def shooting(self) -> int:
        """Guns that shoot. Where there are none, all stands: the players have overruled it."""
        every = self.firer.guns or self.firer.left
        return every if self.guns is None else min(self.guns, every)


class GunVolley(GunShot):
    """A battery, and any others that shoot with it at the same target."""

    also: tuple[GunShot, ...] = Field((), description="further batteries shooting at the same target")

    @property
    def shots(self) -> tuple[GunShot, ...]:
        return (self, *self.also)


class ArtilleryFacts(GunVolley, ShotFacts):
    """A battery, its target, and any others that shoot at the same target in the same phase."""

    @model_validator(mode="after")
    def _each_once(self) -> "ArtilleryFacts":
        named_once((self.target.name, *(shot.firer.name for shot in self.shots)))
        return self


class Laid(NamedTuple):
    """A battery as it is laid: what changes each of its dice, and the least face that hits then."""

    modifiers: tuple[Modifier, ...]
    need: int
    natural_six: bool
    """It hits only because a 6 as thrown always does."""


def aimed(battery: Battery, target: str, distance: float) -> str:
    """Whether it shoots at a new target, the same at the same range, or the same at another (T22)."""
    if battery.last_target.strip().casefold() != target.strip().casefold():
        return NEW
    known = battery.last_distance is not None
    near = known and abs(distance - (battery.last_distance or 0)) <= SAME_RANGE.value + TOLERANCE
    return SAME if near else OTHER_RANGE


def laid(shot: GunShot, facts: ArtilleryFacts) -> Laid:
    """What changes each die, in the order of the sheet."""
    target = facts.target
    found: list[Modifier] = []
    aim = aimed(shot.firer, target.name, shot.distance)
    if aim == SAME:
        found.append(Artillery.same_target_and_range)
    if shot.firer.total_dps:
        dps = shot.firer.total_dps
        found.append(Artillery.own_dp.times(dps, f"{counted(dps, 'DP')} of {shot.firer.name}"))
    if target.formation == "column" or shot.enfilade:
        because = "target in column" if target.formation == "column" else "target enfiladed"
        found.append(Artillery.column_or_enfilade._replace(because=because))
    if aim == NEW:
        found.append(Artillery.new_target)
    if _RANGE.effective is not None and not within(shot.distance, _RANGE.effective):
        found.append(Artillery.beyond_effective_range)
    if position_against(shot, target) == "fortified":
        found.append(Artillery.fortification)
    if _RANGE.close is not None and within(shot.distance, _RANGE.close):
        found.append(Artillery.close_range)
    need = Artillery.dp_on.value - int(sum(line.value for line in found))
    natural_six = facts.options.natural_six_hits and need > 6
    return Laid(tuple(found), 6 if natural_six else need, natural_six)


def _dice(shot: GunShot) -> Modifier:
    each = Artillery.dice_per_gun
    return Modifier(each.value * shot.shooting, each.rule, f"{counted(shot.shooting, 'gun')}, {each.value} each")


def artillery_sums(facts: ArtilleryFacts) -> list[Sum]:
    """For each battery its dice, with the face on which they hit, and what changes each of them."""
    found: list[Sum] = []
    for shot in facts.shots:
        lay = laid(shot, facts)
        six = " (a 6 as thrown always does)" if lay.natural_six else ""
        words = f"{shot.firer.name} at {facts.target.name}"
        found.append(Sum(f"dice of {words}; each {hits_on(lay.need)}{six}", (_dice(shot),), ("T121", "T22")))
        if lay.modifiers:
            found.append(six_comes_to(words, lay.modifiers, "T121"))
    return found


@cache
def _rules(natural_six: bool) -> tuple[str, ...]:
    return ("T121", "T22") if natural_six else ("T121",)


def artillery(facts: ArtilleryFacts) -> Play:
    throws: list[Throwing] = []
    for shot in facts.shots:
        lay = laid(shot, facts)
        read = showing(lay.need, _rules(lay.natural_six))
        throws.append(Throwing(int(_dice(shot).value), read, f"{shot.firer.name} at {facts.target.name}"))
    names = joined_names(shot.firer.name for shot in facts.shots)
    cause = Modifier(1, "T121", f"artillery: {names}"[:200])
    return Volley(facts, throws, cause, artillery=True).play


def artillery_refusals(facts: ArtilleryFacts) -> list[Refusal]:
    found = target_refusals(facts.target, facts.options)
    for shot in facts.shots:
        found += shooter_refusals(shot.firer)
        found += _battery_refusals(shot, facts.target, facts.phase)
        found += aim_refusals(shot, shot.firer, facts.target, facts.options)
    return found


def _battery_refusals(shot: GunShot, target: Target, phase: str | None) -> list[Refusal]:
    name = shot.firer.name
    found: list[Refusal] = []
    if not shot.firer.guns:
        found.append(Refusal("T121", f"{name} have no guns", "shoot with artillery, or see archery"))
    if not within(shot.distance, _RANGE.maximum):
        because = f"{shot.distance:g} inches is beyond the {_RANGE.maximum} of artillery"
        found.append(Refusal(_RANGE.rule, because, f"choose a target within {_RANGE.maximum} inches"))
    if shot.firer.shot:
        words = f"{name} have shot this turn and reserved nothing"
        found.append(Refusal("T105" if phase == CLOSE else "T103", words, "shoot next turn"))
    if phase == LONG and not far(shot):
        words = f"{target.name} are at {shot.distance:.1f} inches, and this phase is for targets beyond 4"
        found.append(Refusal("T103", words, "reserve the shot for the close range phase"))
    return found
