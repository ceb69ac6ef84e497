"""What a player states about any shooting, of bows or of guns: the target, the phase, and how it is aimed."""

from typing import Annotated, Final, Literal

from pydantic import Field

from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, Facts, Position
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.shooting_test import Reaction
from miniatures.systems.tree_of_battles.tables import LONG_RANGE_BEYOND
from miniatures.systems.tree_of_battles.unit import Flag, Inches, Lower, Stated

Phase = Annotated[Literal["long range", "close range"], Lower]
LONG: Final = "long range"
CLOSE: Final = "close range"


class Target(ContingentInPlay):
    """The contingent that is shot at."""

    moved: Flag = Field(False, description="it has moved this turn; pavisiers who have not are in cover (T44)")
    fighting: Flag = Field(False, description="it is in combat")
    tested: Flag = Field(False, description="it has taken a shooting test this turn already")
    nearest_enemy: Inches | None = Field(
        None, description="inches to the nearest enemy, who captures leaders wounded within 4; left out, far"
    )


class Shooter(ContingentInPlay):
    """A contingent that shoots."""

    fighting: Flag = Field(False, description="it is in combat")


class Aim(Stated):
    """How one contingent has the target before it."""

    distance: Inches = Field(description="inches from the shooters to the target")
    position: Position | None = Field(
        None, description="the target's position against this shot, if not its own: open, cover or fortified"
    )
    in_arc: Flag = Field(True, description="the target is in the arc, 45 degrees outwards from the front corners")
    in_sight: Flag = Field(True, description="the target can be seen")
    closest: Flag = Field(True, description="the target is the nearest enemy in the arc")
    overhead: Flag = Field(False, description="it shoots over others")
    higher_ground: Flag = Field(False, description="it stands higher than those over whom it shoots")


class ShotFacts(Facts):
    """The target of all shots, the phase, and how much of what follows belongs to this throw."""

    target: Target = Field(description="the contingent shot at")
    phase: Phase | None = Field(
        None, description="long range or close range; unless stated, the phase that these shots belong to"
    )
    tests: Flag = Field(True, description="the shooting test follows at once, if one is due; false to throw it later")
    wants: Reaction = Field(
        "halt", description="what the target's owner wants of a shooting test, for B grade: retire, halt or advance"
    )


def skirmishing(unit: ContingentInPlay) -> bool:
    """Skirmishers are those of that type, and all others while they are in skirmish array (T54)."""
    return unit.skirmishers or unit.formation == "skirmish"


def position_against(aim: Aim, target: Target) -> Position:
    return target.position if aim.position is None else aim.position


def far(aim: Aim) -> bool:
    """Whether the target is beyond 4 inches."""
    return not within(aim.distance, LONG_RANGE_BEYOND.value)


def target_refusals(target: Target, options: Options) -> list[Refusal]:
    found: list[Refusal] = []
    if target.destroyed:
        found.append(Refusal("T40", f"{target.name} have no stands left", "shoot at another, or state its stands"))
    if target.fighting and not options.shooting_into_combat:
        cure = "choose another target, or set shooting_into_combat"
        found.append(Refusal("T21", f"{target.name} are in combat", cure))
    return found


def shooter_refusals(shooter: Shooter) -> list[Refusal]:
    found: list[Refusal] = []
    if shooter.destroyed:
        found.append(Refusal("T40", f"{shooter.name} have no stands left", "shoot with others, or state its stands"))
    if shooter.fighting:
        found.append(Refusal("T56", f"{shooter.name} are in combat and do not shoot", "shoot with others"))
    if shooter.conduct != "steady":
        words = f"{shooter.name} are {shooter.conduct} and do not shoot"
        found.append(Refusal("T56", words, "shoot with others, or once that is over"))
    return found


def aim_refusals(aim: Aim, shooter: Shooter, target: Target, options: Options) -> list[Refusal]:
    name = shooter.name
    found: list[Refusal] = []
    if not aim.in_arc:
        cure = f"turn until it is within {options.shooting_arc:g} degrees of a front corner"
        found.append(Refusal("T21", f"{target.name} are outside the arc of {name}", cure))
    if not aim.in_sight:
        found.append(Refusal("T21", f"{target.name} are out of sight of {name}", "choose a target in sight"))
    if not aim.closest and not options.any_target:
        cure = "shoot at the nearest, or set any_target"
        found.append(Refusal("T21", f"{target.name} are not the nearest enemy in the arc of {name}", cure))
    if aim.overhead and not aim.higher_ground and not options.overhead_anywhere:
        cure = "clear the line, shoot from higher ground, or set overhead_anywhere"
        found.append(Refusal("T21", f"{name} would shoot over others from no higher ground", cure))
    return found
