"""A contingent and a leader of The Tree of Battles: one description for the roster, the stated facts and a game.

What changes in play belongs into `facts.py`. Properties that speak of the front rank (T3) take the whole list here,
and in play the stands that are really in front.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from miniatures.fields import SELDOM_BUILT
from miniatures.systems.tree_of_battles.written import (
    SHORT_TRAITS,
    SHORT_TYPES,
    counted_parts,
    grade_letter,
    known,
    lower,
    named,
    one_or_more,
    printable,
)

Type = Literal[
    "foot men at arms", "mounted men at arms", "heavy infantry", "pike", "light infantry", "longbow", "crossbow",
    "pavisiers", "handgun", "light horse", "skirmishers", "artillery", "baggage",
]  # fmt: skip
TYPES: tuple[Type, ...] = get_args(Type)
MOUNTED: tuple[Type, ...] = ("mounted men at arms", "light horse")
MEN_AT_ARMS: tuple[Type, ...] = ("foot men at arms", "mounted men at arms")
#: Formed shooters (T21).
ARCHERS: tuple[Type, ...] = ("longbow", "crossbow", "pavisiers", "handgun")
#: They have no legs: they go at nobody and after nobody, and where others give way they are lost (T64, T109).
IMMOVABLE: tuple[Type, ...] = ("artillery", "baggage")
#: Who may take skirmish array (T43), beside contingents with the trait light infantry.
MAY_SKIRMISH: tuple[Type, ...] = ("skirmishers", "light horse", "light infantry")
Trait = Literal["chivalrous", "full harness", "mercenary", "light infantry", "low on ammunition"]
TRAITS: tuple[Trait, ...] = get_args(Trait)
Missile = Literal["longbow", "crossbow", "handgun", "other", "artillery", "none"]
#: What the stands of a type shoot with unless their part says otherwise (T44).
MISSILES: dict[Type, Missile] = {
    "longbow": "longbow", "crossbow": "crossbow", "pavisiers": "crossbow", "handgun": "handgun",
    "light horse": "other", "skirmishers": "other", "artillery": "artillery",
}  # fmt: skip

_KNOWN = known(TYPES, SHORT_TYPES)
_KNOWN_TRAITS = known(TRAITS, SHORT_TRAITS)


def _type_named(word: Any) -> Any:
    return named(word, _KNOWN, "a type of stand", TYPES)


def _trait_named(word: Any) -> Any:
    return named(word, _KNOWN_TRAITS, "a trait", TRAITS)


#: No contingent of a real game comes near this; it keeps a slip of the finger from running for an hour.
MOST = 1000
#: A word in small letters, with spaces.
Lower = BeforeValidator(lower)
OneOrMore = BeforeValidator(one_or_more)
Name = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(printable)]
Label = Annotated[str, Field(max_length=200), AfterValidator(printable)]
Flag = Annotated[bool, Field(strict=True)]
Whole = Annotated[int, Field(strict=True, le=MOST)]
Inches = Annotated[float, Field(strict=True, ge=0, le=MOST, allow_inf_nan=False)]
StandType = Annotated[Type, BeforeValidator(_type_named)]
Grade = Annotated[Literal["A", "B", "C", "D"], BeforeValidator(grade_letter)]
Rank = Annotated[Literal["captain", "marshal", "herald"], Lower]
Order = Annotated[Literal["hold", "advance", "attack", "support"], Lower]


class Stated(BaseModel):
    """A model whose every field a player writes: nothing unknown, nothing changed in place."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """What was worked out of the fields is not copied: it may be otherwise with those of `update`."""
        copied = super().model_copy(update=update, deep=deep)
        for worked_out in copied.__dict__.keys() - type(self).model_fields.keys():
            del copied.__dict__[worked_out]
        return copied


class Part(Stated):
    """Stands of one type in a contingent."""

    type: StandType = Field(description='the type of its stands, as in "longbow"; short forms will do')
    stands: Whole = Field(ge=1, description="how many stands")
    full_harness: Flag = Field(False, description="in full harness, if the whole contingent is not")
    missile: Annotated[Missile, Lower] | None = Field(
        None,
        description="what they shoot with, if it is not the weapon of their type",
        json_schema_extra=SELDOM_BUILT,
    )

    @property
    def shoots_with(self) -> str | None:
        """A row of the ranges, or None."""
        missile = self.missile or MISSILES.get(self.type, "none")
        return None if missile == "none" else missile

    @property
    def mounted(self) -> bool:
        return self.type in MOUNTED


class Contingent(Stated):
    """A contingent as the list describes it."""

    name: Name = Field(description="what the players call it")
    grade: Grade = Field(description="A, B, C or D; of a mixed contingent the worst")
    parts: Annotated[tuple[Part, ...], BeforeValidator(counted_parts)] = Field(
        min_length=1, description='its stands by type, those in front first, as in ["2 men at arms", "6 longbow"]'
    )
    traits: Annotated[tuple[Annotated[Trait, BeforeValidator(_trait_named)], ...], OneOrMore] = Field(
        (), description="chivalrous, full harness, mercenary, light infantry, low on ammunition"
    )

    @field_validator("traits")
    @classmethod
    def _once_each(cls, traits: tuple[Trait, ...]) -> tuple[Trait, ...]:
        return tuple(trait for trait in TRAITS if trait in traits)

    @cached_property
    def size(self) -> int:
        """Stands at the start."""
        return sum(part.stands for part in self.parts)

    @cached_property
    def present(self) -> tuple[Part, ...]:
        """The stands that are there."""
        return self.parts

    @cached_property
    def front(self) -> tuple[Part, ...]:
        """The stands that count for its type."""
        return self.present

    @cached_property
    def type(self) -> Type:
        """The type of most stands in front; of two alike, the one that is named first (T42)."""
        counts: dict[Type, int] = {}
        for part in self.front or self.parts:
            counts[part.type] = counts.get(part.type, 0) + part.stands
        return max((part.type for part in self.parts), key=lambda word: counts.get(word, 0))

    @property
    def full_harness(self) -> bool:
        """Whether more than half of the stands in front are in full harness (T3, T42)."""
        if "full harness" in self.traits:
            return True
        return 2 * sum(part.stands for part in self.front if part.full_harness) > sum(p.stands for p in self.front)

    @property
    def mounted(self) -> bool:
        return self.type in MOUNTED

    @property
    def moves_mounted(self) -> bool:
        """Whether it goes as far as horse does: the slowest of its stands count for all (T3)."""
        return all(part.mounted for part in self.present)

    @property
    def men_at_arms(self) -> bool:
        return self.type in MEN_AT_ARMS

    @property
    def archers(self) -> bool:
        """Formed bows, crossbows and handguns (T21)."""
        return self.type in ARCHERS

    @property
    def skirmishers(self) -> bool:
        return self.type == "skirmishers"

    @property
    def light_infantry(self) -> bool:
        """Whether it charges as light infantry does: by its type or by its trait (T42)."""
        return self.type == "light infantry" or "light infantry" in self.traits

    @property
    def may_skirmish(self) -> bool:
        """Whether it may take skirmish array (T43)."""
        return "light infantry" in self.traits or all(part.type in MAY_SKIRMISH for part in self.present)

    @property
    def chivalrous(self) -> bool:
        return "chivalrous" in self.traits

    @property
    def mercenary(self) -> bool:
        return "mercenary" in self.traits

    @property
    def low_on_ammunition(self) -> bool:
        return "low on ammunition" in self.traits


class Leader(Stated):
    """A captain, a marshal or a herald."""

    name: Name = Field(description="what the players call him")
    rank: Rank = Field("captain", description="captain, marshal or herald")
    command_points: Whole = Field(0, ge=0, description="his rating of command points; a herald has none")
    unreliable: Flag = Field(
        False,
        description="he may change sides, where only unreliable leaders do (T13)",
        json_schema_extra=SELDOM_BUILT,
    )

    @model_validator(mode="after")
    def _is_rated(self) -> "Leader":
        if self.rank == "herald" and self.command_points:
            raise ValueError("command_points: a herald has none; leave it out")
        if self.rank != "herald" and not self.command_points:
            raise ValueError(f"command_points: a {self.rank} has at least 1")
        return self

    @property
    def noble(self) -> bool:
        """Whether his death is felt: captains and marshals (T5)."""
        return self.rank != "herald"


def higher_grade(grade: str, than: str) -> bool:
    """A is the highest grade, D the lowest."""
    return grade < than
