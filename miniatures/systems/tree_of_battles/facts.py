"""What a player states about contingents and leaders in play, as far as several chapters share it.

On a drawn table the same facts are measured. What only one chapter asks stands in a subclass in that chapter;
distances are fields of a chapter's own `Facts`. How DPs are taken and lost stands in `damage.py`.
"""

from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from miniatures.ruling import Ruled
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.tables import MOST_DPS
from miniatures.systems.tree_of_battles.unit import (
    MOST,
    Contingent,
    Flag,
    Leader,
    Lower,
    OneOrMore,
    Order,
    Part,
    Stated,
    Whole,
)

Array = Annotated[Literal["line", "column", "skirmish", "disarray"], Lower]
Position = Annotated[Literal["open", "cover", "fortified"], Lower]
Side = Annotated[Literal["front", "flank", "rear"], Lower]
Conduct = Annotated[Literal["steady", "retiring", "routing", "pursuing", "looting"], Lower]


#: Stands left.
Left = Annotated[int, Field(strict=True, ge=0, le=MOST)]


class Facts(Stated):
    """What every procedure takes: its own facts, and the table's options."""

    options: Options = Field(default_factory=Options, description="the table's options, by name")


class Dps(Stated):
    """DPs of one cause."""

    dps: Whole = Field(ge=1, description="how many")
    why: str = Field("as stated", max_length=200, description="their cause")
    rule: str = Field("", max_length=20, description="the rule behind it")
    turn: Whole | None = Field(None, ge=0, description="the turn in which it took them")


def _with_reasons(value: Any) -> Any:
    """A bare number of DPs has no reasons."""
    if isinstance(value, int) and not isinstance(value, bool):
        return ({"dps": value},) if value else ()
    return (value,) if isinstance(value, dict) else value


class LeaderInPlay(Leader):
    """A leader of the list, and how he stands now."""

    wounds: Whole = Field(0, ge=0, description="command points that wounds have taken off his rating")
    spent: Whole = Field(0, ge=0, description="command points that he has spent this turn")
    front_rank: Flag = Field(False, description="he fights in the front rank")
    battle: str = Field("", description="the battle that he belongs to")

    @model_validator(mode="after")
    def _is_alive(self) -> "LeaderInPlay":
        if self.noble and self.rating <= 0:
            raise ValueError(f"wounds: {self.wounds} of {self.command_points} would have killed him (T156)")
        if self.spent > self.rating:
            raise ValueError(f"spent: {self.spent} of {self.rating} command points")
        return self

    @property
    def rating(self) -> int:
        """Command points that he has each turn, wounds taken off (T5)."""
        return self.command_points - self.wounds

    @property
    def points_left(self) -> int:
        return self.rating - self.spent


class ContingentInPlay(Contingent):
    """A contingent of the list, and how it stands now."""

    stands: Left | tuple[Left, ...] | None = Field(
        None, description="stands left, or those left of each of its parts; all of them unless stated"
    )
    dps: Annotated[tuple[Dps, ...], BeforeValidator(_with_reasons)] = Field(
        (), description="its DPs: a number, or a list with the cause, rule and turn of each"
    )
    array: Array = Field("line", description="line, column, skirmish or disarray")
    frontage: Whole | None = Field(
        None, ge=1, description="stands side by side in its front rank; unless stated all, or 1 in column"
    )
    exchanged: Flag = Field(False, description="its ranks are exchanged: what the list names last stands in front")
    position: Position = Field("open", description="open, cover or fortified")
    conduct: Conduct = Field("steady", description="steady, retiring, routing, pursuing or looting")
    leaders: Annotated[tuple[LeaderInPlay, ...], OneOrMore] = Field((), description="the leaders who are with it")
    order: Order | None = Field(None, description="its order: hold, advance, attack or support")
    battle: str = Field("", description="the battle that it belongs to")

    @model_validator(mode="after")
    def _adds_up(self) -> "ContingentInPlay":
        if isinstance(self.stands, tuple):
            if len(self.stands) != len(self.parts):
                raise ValueError(f"stands: {len(self.stands)} numbers for {len(self.parts)} parts")
            for left, part in zip(self.stands, self.parts, strict=True):
                if left > part.stands:
                    raise ValueError(f"stands: {left} {part.type} left of {part.stands}")
        elif self.left > self.size:
            raise ValueError(f"stands: {self.left} left of {self.size}")
        if self.total_dps > self.most_dps.value:
            raise ValueError(f"dps: {self.total_dps}; {self.grade} grade has at most {self.most_dps.value} (T4)")
        return self

    @cached_property
    def left(self) -> int:
        """Stands left."""
        if self.stands is None:
            return self.size
        return sum(self.stands) if isinstance(self.stands, tuple) else self.stands

    @property
    def lost(self) -> int:
        return self.size - self.left

    @property
    def left_by_part(self) -> tuple[int, ...]:
        """Stands left of each part. A bare number of them has lost the others from the rear (T4)."""
        if isinstance(self.stands, tuple):
            return self.stands
        return self._without_rear(tuple(part.stands for part in self.parts), self.lost)

    def without(self, stands: int) -> tuple[int, ...]:
        """Its stands left once so many more are gone from the rear, as `stands` takes them."""
        return self._without_rear(self.left_by_part, stands)

    def _without_rear(self, left: tuple[int, ...], stands: int) -> tuple[int, ...]:
        kept: list[int] = []
        for part in left if self.exchanged else left[::-1]:
            gone = min(part, stands)
            kept.append(part - gone)
            stands -= gone
        return tuple(kept if self.exchanged else kept[::-1])

    @cached_property
    def present(self) -> tuple[Part, ...]:
        """The stands left, from front to rear."""
        there = [_so_many(part, left) for part, left in zip(self.parts, self.left_by_part, strict=True) if left]
        return tuple(there[::-1] if self.exchanged else there)

    @cached_property
    def wide(self) -> int:
        """Stands in the front rank."""
        stated = self.frontage or (1 if self.array == "column" else self.left)
        return min(stated, self.left)

    @cached_property
    def front(self) -> tuple[Part, ...]:
        """The stands of the front rank."""
        return _first(self.present, self.wide)

    @property
    def ranks(self) -> int:
        """How many ranks deep it stands."""
        return -(-self.left // self.wide) if self.wide else 0

    @cached_property
    def total_dps(self) -> int:
        return sum(entry.dps for entry in self.dps)

    @property
    def most_dps(self) -> Ruled:
        """The most DPs of its grade (T4)."""
        return MOST_DPS[self.grade]

    @cached_property
    def in_disarray(self) -> bool:
        """By its array, at its most DPs, or because it retires, routs or pursues."""
        return (
            self.array == "disarray"
            or self.total_dps >= self.most_dps.value
            or self.conduct in ("retiring", "routing", "pursuing")
        )

    @property
    def formation(self) -> Array:
        """Its array, which is disarray whatever brought it there."""
        return "disarray" if self.in_disarray else self.array

    @property
    def destroyed(self) -> bool:
        return self.left == 0


class OfContingent(Facts):
    """What every procedure about one contingent takes."""

    contingent: ContingentInPlay = Field(description="the contingent")


def _first(parts: tuple[Part, ...], stands: int) -> tuple[Part, ...]:
    """So many stands of these parts, in their order."""
    taken: list[Part] = []
    for part in parts:
        if stands <= 0:
            break
        taken.append(_so_many(part, min(part.stands, stands)))
        stands -= part.stands
    return tuple(taken)


def _so_many(part: Part, stands: int) -> Part:
    return part if part.stands == stands else part.model_copy(update={"stands": stands})
