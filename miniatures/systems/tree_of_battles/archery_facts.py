"""What a player states about archery and skirmish shooting, and which of the stands shoot with what."""

from typing import NamedTuple

from pydantic import Field, model_validator

from miniatures.contacts import named_once
from miniatures.systems.tree_of_battles.facts import Left, Side
from miniatures.systems.tree_of_battles.shot_facts import (
    CLOSE,
    LONG,
    Aim,
    Shooter,
    ShotFacts,
    Target,
    far,
    position_against,
    skirmishing,
)
from miniatures.systems.tree_of_battles.unit import Flag, Part, Whole


class Archers(Shooter):
    """A contingent that shoots, and what it did this turn."""

    moved: Flag = Field(False, description="it has moved this turn")
    volleys: Whole = Field(0, ge=0, description="volleys that it has shot this turn already")
    shot_this_phase: Flag = Field(False, description="it has shot in this phase already")


class ArcherShot(Aim):
    """One contingent shooting at the target."""

    firer: Archers = Field(description="the contingent that shoots")
    stands: Left | tuple[Left, ...] | None = Field(
        None,
        description="stands that shoot, those in front first, or so many of each of its parts; "
        "unless stated, those of the front rank",
    )
    side: Side = Field("front", description="the side of the target that is shot at: front, flank or rear")

    @model_validator(mode="after")
    def _stands_are_there(self) -> "ArcherShot":
        firer = self.firer
        if isinstance(self.stands, tuple):
            if len(self.stands) != len(firer.parts):
                raise ValueError(f"stands: {len(self.stands)} numbers for {len(firer.parts)} parts")
            for part, shoots, left in zip(firer.parts, self.stands, firer.left_by_part, strict=True):
                if shoots > left:
                    raise ValueError(f"stands: {shoots} {part.type} shoot of {left} left")
        elif self.stands is not None and self.stands > firer.left:
            raise ValueError(f"stands: {self.stands} shoot of {firer.left} left")
        return self


class ArcherVolley(ArcherShot):
    """A contingent shooting, and any others that shoot with it at the same target."""

    also: tuple[ArcherShot, ...] = Field((), description="further contingents shooting at the same target")

    @property
    def shots(self) -> tuple[ArcherShot, ...]:
        return (self, *self.also)


class ArcheryFacts(ArcherVolley, ShotFacts):
    """A contingent shooting, its target, and any others that shoot at the same target in the same phase."""

    @model_validator(mode="after")
    def _each_once(self) -> "ArcheryFacts":
        named_once((self.target.name, *(shot.firer.name for shot in self.shots)))
        return self


class Weapon(NamedTuple):
    """Stands of a contingent that shoot with the same: a row of the ranges."""

    missile: str
    stands: int


def _shooting_parts(shot: ArcherShot, every_rank: bool) -> list[tuple[Part, int]]:
    firer = shot.firer
    if isinstance(shot.stands, tuple):
        return list(zip(firer.parts, shot.stands, strict=True))
    if shot.stands is None:
        return [(part, part.stands) for part in (firer.present if every_rank else firer.front)]
    found, left = [], shot.stands
    for part in firer.present:
        if part.shoots_with:
            found.append((part, min(part.stands, left)))
            left -= found[-1][1]
    return found


def weapons(shot: ArcherShot, facts: ArcheryFacts) -> tuple[Weapon, ...]:
    """What its stands shoot with, guns apart: only stands with missiles shoot (T3)."""
    counts: dict[str, int] = {}
    for part, stands in _shooting_parts(shot, facts.options.all_ranks_shoot):
        missile = part.shoots_with
        if missile is not None and missile != "artillery" and stands:
            counts[missile] = counts.get(missile, 0) + stands
    return tuple(Weapon(missile, stands) for missile, stands in counts.items())


def phase_of(facts: ArcheryFacts) -> str:
    """The phase that is stated; else close range for skirmishers and for targets within 4 inches."""
    if facts.phase is not None:
        return facts.phase
    return CLOSE if any(skirmishing(shot.firer) or not far(shot) for shot in facts.shots) else LONG


def sheltered(shot: ArcherShot, target: Target) -> str:
    """Why the target is in cover from this shot, if it is: what it stands behind, or its pavises (T44)."""
    position = position_against(shot, target)
    if position != "open":
        return "target in cover" if position == "cover" else "target behind fortification"
    if target.type == "pavisiers" and not target.moved and shot.side == "front":
        return "target behind its pavises"
    return ""
