"""Drive-backs: how far missile hits throw a unit back at the end of the shooting phase, and what they confuse."""

from functools import lru_cache
from typing import NamedTuple

from pydantic import Field

from miniatures.dice import Dice, OneThrow, Step
from miniatures.ruling import EachDie, Modifier, Refusal, Sum, making
from miniatures.systems.command_roll.facts import Facts, Position, UnitInPlay, cover_refusals
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.tables import DriveBack
from miniatures.systems.command_roll.unit import Flag, Whole
from miniatures.systems.command_roll.unit_wording import called, said
from miniatures.systems.command_roll.way_back import UnitGoingBack, goes_back
from miniatures.words import counted


class Target(UnitGoingBack):
    """A unit that is shot at, and what stands behind it."""

    missile_hits: Whole = Field(
        0, ge=0, description="missile hits on it earlier in this phase that were not saved, removed stands included"
    )
    charging: Flag = Field(False, description="it is shot at while it charges: it is not driven back (C21)")


class DriveBackFacts(Facts):
    """A unit that missiles have hit, at the end of the shooting phase."""

    unit: Target = Field(description="the unit; missile_hits says how many hits of this phase were not saved")


class DrivenBack(NamedTuple):
    """What becomes of a unit that is driven back."""

    unit: str
    driven: int
    """The centimetres that the dice say."""
    moved: float
    """The centimetres that it really goes: less if something stops it."""
    confused: bool
    routed: bool
    stopped_by: str
    """What it was driven into; empty where nothing stood, or friends made way."""
    friends: tuple[str, ...]
    """The friends who made way and were confused by it."""


_driven_back = making(DrivenBack)


class Driven(EachDie[tuple[int, bool]]):
    """A D3 for each die, that is half its face rounded up, and whether any shows the face that confuses."""

    __slots__ = ()
    _CONFUSING = 1000  # apart from any distance, so that one total holds both

    def __init__(self) -> None:
        face = DriveBack.confusing_face.value
        worth = [(shown + 1) // 2 + self._CONFUSING * (shown == face) for shown in range(1, 7)]
        super().__init__(worth, (), ("C211", DriveBack.confusing_face.rule, "C28"))

    def __call__(self, total: int) -> tuple[int, bool]:
        sixes, centimetres = divmod(total, self._CONFUSING)
        return centimetres, sixes > 0

    def told(self, result: tuple[int, bool]) -> str:
        centimetres, confused = result
        return f"{centimetres} cm{', and a 6 among them' if confused else ''}"

    @property
    def asks(self) -> str:
        return "half of each, rounded up, in cm; any 6 confuses"


DRIVEN = Driven()


def drive_back_dice(unit: Target, hits: int) -> Sum:
    """A die for each missile hit that was not saved, fewer in a position (C211, C212, C213)."""
    return Sum(f"dice to drive {unit.name} back", _lines(hits, unit.position), ("C28",))


@lru_cache(maxsize=256)
def _lines(hits: int, position: Position) -> tuple[Modifier, ...]:
    """The same for all units; odds ask for them with every number of hits."""
    lines: list[Modifier] = [DriveBack.hit.times(hits, f"{counted(hits, 'missile hit')} not saved")]
    if position == "defended":
        lines.append(DriveBack.defended)
    elif position == "fortified":
        lines.append(DriveBack.fortified)
    return tuple(lines)


def rout_distance(unit: UnitInPlay, options: Options) -> int:
    """Driven so many centimetres or more is routed (C215)."""
    return unit.move * (1 if options.routed_at_one_move else DriveBack.rout_moves.value)


def driven_back(unit: Target, hits: int, options: Options) -> Step[DrivenBack]:
    """The drive-back for so many hits of this phase, and what it meets on its way."""
    name = unit.name
    dice_for_hits = int(drive_back_dice(unit, hits).total)
    if dice_for_hits <= 0:
        stays = DrivenBack(name, 0, 0, unit.confused, False, "", ())
        return lambda _dice: stays
    rout, room, already = rout_distance(unit, options), unit.way_back, unit.confused
    purpose = said(unit, "are driven back")

    def thrown(dice: Dice) -> tuple[int, bool]:
        return dice.each(dice_for_hits, DRIVEN, purpose)

    def unbarred(reading: tuple[int, bool]) -> DrivenBack:
        centimetres, six = reading
        return _driven_back((name, centimetres, centimetres, six or already, centimetres >= rout, "", ()))

    if unit.behind is None:
        return OneThrow(thrown, unbarred)

    def drive(dice: Dice) -> DrivenBack:
        back = unbarred(thrown(dice))
        if back.routed or back.driven <= room:  # routed is removed: what stands behind no longer matters (C58)
            return back
        moved, confused, stopped_by, disturbed = goes_back(unit, back.confused, dice, back.driven)
        return back._replace(moved=moved, confused=confused, stopped_by=stopped_by, friends=disturbed)

    return drive


def drive_back_refusals(facts: DriveBackFacts) -> list[Refusal]:
    unit = facts.unit
    found = cover_refusals(unit)
    if not unit.left:
        found.append(Refusal("C167", said(unit, "have no stands left"), "choose others, or correct its stands"))
    if not unit.missile_hits:
        found.append(
            Refusal(
                "C211",
                f"no missile has hit {unit.name} in this phase",
                "state the hits not saved, as in --set unit.missile_hits=2",
            )
        )
    if unit.charging:
        found.append(
            Refusal(
                "C21",
                said(unit, "were shot at as they charged: nobody is driven back so"),
                called(unit, "fight their combat"),
            )
        )
    return found


def drive_back(facts: DriveBackFacts) -> Step[DrivenBack]:
    return driven_back(facts.unit, facts.unit.missile_hits, facts.options)


def drive_back_sums(facts: DriveBackFacts) -> list[Sum]:
    return [drive_back_dice(facts.unit, facts.unit.missile_hits)]
