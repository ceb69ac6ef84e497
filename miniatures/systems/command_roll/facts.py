"""What a player states about units and commanders in play, as far as several chapters share it.

On a drawn table the same facts are measured. What only one chapter asks stands in a subclass in that chapter: depth
in ranks, ammunition, who touches whom; distances are fields of a chapter's own `Facts`.
"""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from miniatures.ruling import Refusal
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.unit import Commander, Flag, Lower, Stated, Unit, Whole
from miniatures.systems.command_roll.unit_wording import said

Position = Annotated[Literal["open", "defended", "fortified"], Lower]
Side = Annotated[Literal["front", "flank", "rear"], Lower]


class Facts(Stated):
    """What every procedure takes: its own facts, and the table's options."""

    options: Options = Field(default_factory=Options, description="the table's options, by name")


class CommanderInPlay(Commander):
    """A commander of the list, and how he stands now."""

    hits: Whole = Field(0, ge=0, description="hits on him that are not saved")
    battle: str = Field("", description="the battle that he belongs to")

    @model_validator(mode="after")
    def _is_alive(self) -> "CommanderInPlay":
        if self.hits >= self.listed.hits:
            raise ValueError(f"hits: {self.hits} of {self.listed.hits} would have killed him")
        return self


class UnitInPlay(Unit):
    """A unit of the list, and how it stands now. A commander who stands alone is one, of one stand (C38)."""

    stands: Whole | None = Field(None, ge=0, description="stands left; all of them unless stated")
    hits: Whole = Field(0, ge=0, description="hits on it that are not saved and have not removed a stand")
    confused: Flag = Field(False, description="it is confused")
    engaged: Flag = Field(False, description="it touches an enemy")
    position: Position = Field("open", description="open, defended or fortified")
    joined: tuple[CommanderInPlay, ...] = Field((), description="the commanders who have joined it")
    battle: str = Field("", description="the battle that it belongs to")
    blunders: Whole = Field(0, ge=0, description="blunders of 1 so far: each is -1 to its orders (C142)")

    @model_validator(mode="after")
    def _adds_up(self) -> "UnitInPlay":
        if self.left > self.size:
            raise ValueError(f"stands: {self.left} left of {self.size}")
        if self.hits >= self.listed.hits:
            raise ValueError(f"hits: {self.hits} of {self.listed.hits} would have removed a stand")
        return self

    @property
    def left(self) -> int:
        """Stands left."""
        return self.size if self.stands is None else self.stands

    @property
    def lost(self) -> int:
        """Stands lost: its casualties (C11)."""
        return self.size - self.left

    @property
    def can_take(self) -> int:
        """Hits that would remove its last stand."""
        return self.left * self.listed.hits - self.hits


def cover_refusals(unit: UnitInPlay, *positions: Position | None) -> list[Refusal]:
    """Only foot and guns are defended (C26), in their own position or in that against some shot."""
    if not unit.cavalry or "defended" not in (unit.position, *positions):
        return []
    because = said(unit, "are mounted, and only foot and guns are defended")
    return [Refusal("C26", because, "let it stand in the open, or fortified (position = open, or fortified)")]


def one_or_more(value: Any) -> Any:
    """One word, or one table, may stand for a list of one."""
    return (value,) if isinstance(value, str | dict) else value


OneOrMore = BeforeValidator(one_or_more)
