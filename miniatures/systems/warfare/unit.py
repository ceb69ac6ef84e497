"""A unit of 15mm Warfare: one description for the roster, the stated facts and the tracker."""

from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from miniatures.fields import NEVER_BUILT, SELDOM_BUILT
from miniatures.systems.warfare.tables import FOOT_TO_A_BASE, HORSE_TO_A_BASE, MISSILES, PROTECTIONS

#: How the sheet itself shortens its words. A roster may write either.
_SHORT = {
    "pro": "professional", "knights": "knight", "professionals": "professional", "=": "none", "-": "none",
    "fa": "full", "full armour": "full", "ha": "heavy", "heavy armour": "heavy", "la": "light",
    "light armour": "light", "unarmoured": "none", "xbow": "crossbow", "shortbow": "short bow",
    "pavises": "pavise", "lances": "lance", "pikes": "pike", "bills": "bill",
}  # fmt: skip


def _lower(word: Any) -> Any:
    return word.strip().lower().replace("_", " ") if isinstance(word, str) else word


def _spelled_out(word: Any) -> Any:
    plain = _lower(word)
    return _SHORT.get(plain, plain) if isinstance(plain, str) else plain


#: A word in small letters, with spaces; and one that may be shortened as well.
Word = BeforeValidator(_lower)
_ShortWord = BeforeValidator(_spelled_out)
Kind = Annotated[Literal["knight", "professional", "militia", "levy"], _ShortWord]
MoraleGrade = Annotated[Literal["none", "chivalric", "fanatic", "veteran", "retinue", "raw"], _ShortWord]
Protection = Annotated[Literal["none", "light", "heavy", "full"], _ShortWord]
Weapon = Annotated[
    Literal[
        "pike", "polearm", "bill", "halberd", "spear", "short bow", "bow", "pavise",
        "lance", "horse", "longbow", "crossbow", "handgun", "artillery",
    ],
    _ShortWord,
]  # fmt: skip

#: No unit of a real game comes near this; it keeps a slip of the finger from running for an hour.
MOST = 1000


def _printable(name: str) -> str:
    if not name.isprintable():
        raise ValueError("a name holds only letters that can be printed, on one line")
    return name


Name = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]
Label = Annotated[str, Field(max_length=200), AfterValidator(_printable)]
Flag = Annotated[bool, Field(strict=True)]
Whole = Annotated[int, Field(strict=True, le=MOST)]
Inches = Annotated[float, Field(strict=True, ge=0, le=MOST, allow_inf_nan=False)]

#: Kinds from the lowest to the highest, as their points rank them (W52).
KINDS = ("levy", "militia", "professional", "knight")
_CARRIED = ("horse", "pavise")  # never anybody's main weapon


class Stated(BaseModel):
    """A model whose every field a player writes: nothing unknown, nothing changed in place."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Part(Stated):
    """One body of figures in a mixed unit. What it does not say it shares with its unit."""

    name: Label = Field("", description="what the figures are, for the roster")
    figures: Whole = Field(ge=1, description="figures at the start")
    protection: Protection = Field("none", description="none, light, heavy or full armour")
    weapons: tuple[Weapon, ...] = Field((), description="weapons of this part alone; horse and pavise count too")
    kind: Kind | None = Field(
        None, description="only to say that it differs, which W705 forbids", json_schema_extra=NEVER_BUILT
    )
    morale: MoraleGrade | None = Field(
        None, description="only to say that it differs, which W705 forbids", json_schema_extra=NEVER_BUILT
    )
    lost: Whole | None = Field(
        None,
        ge=0,
        description="figures lost, if they did not alternate between the parts",
        json_schema_extra=NEVER_BUILT,
    )

    @model_validator(mode="after")
    def _no_more_lost_than_there_were(self) -> "Part":
        if self.lost is not None and self.lost > self.figures:
            raise ValueError(f"lost: {self.lost} figures lost of {self.figures}")
        return self

    @cached_property
    def main_weapon(self) -> str | None:
        return next((weapon for weapon in self.weapons if weapon not in _CARRIED), None)

    @cached_property
    def shoots(self) -> bool:
        """Whether its main weapon is a missile weapon (W45)."""
        return self.main_weapon in MISSILES


class Unit(Stated):
    """A unit as the list describes it."""

    name: Name = Field(description="what the players call it")
    kind: Kind = Field(description="knight, professional, militia or levy")
    morale: MoraleGrade = Field("none", description="none, chivalric, fanatic, veteran, retinue or raw")
    protection: Protection = Field("none", description="none, light, heavy or full armour")
    weapons: tuple[Weapon, ...] = Field((), description="the main weapon first; horse and pavise count as weapons")
    figures: Whole = Field(ge=1, description="figures at the start")
    bases: Whole | None = Field(
        None, ge=1, description="bases, 4 foot or 3 horse to a base unless stated", json_schema_extra=SELDOM_BUILT
    )
    ranks: Whole | None = Field(
        None,
        ge=1,
        description="ranks deep at the start; 2 on foot and 1 mounted unless stated",
        json_schema_extra=SELDOM_BUILT,
    )
    skirmishers: Flag = Field(
        False, description="foot shooters that the list declares as skirmishers", json_schema_extra=SELDOM_BUILT
    )
    parts: tuple[Part, ...] = Field((), description="the parts of a unit with mixed weapons")

    @model_validator(mode="before")
    @classmethod
    def _parts_share(cls, data: Any) -> Any:
        """Figures add up over the parts; protection and weapons of the unit are shared by all of them."""
        parts = data.get("parts") if isinstance(data, dict) else None
        if not isinstance(parts, list | tuple) or not all(isinstance(part, dict) for part in parts) or not parts:
            return data
        counted = [part.get("figures") for part in parts]
        together = sum(figures for figures in counted if isinstance(figures, int))
        stated = data.get("figures")
        if stated is not None and stated != together:
            raise ValueError(f"figures: {stated} stated, but the parts add up to {together}")
        common = data.get("weapons", [])
        common = list(common) if isinstance(common, list | tuple) else []
        shared = [
            {
                **part,
                "protection": part.get("protection", data.get("protection", "none")),
                "weapons": [*common, *(own for own in part.get("weapons", []) if own not in common)],
            }
            for part in parts
            if isinstance(part.get("weapons", []), list | tuple)
        ]
        return {**data, "figures": together, "parts": shared} if len(shared) == len(parts) else data

    @cached_property
    def bodies(self) -> tuple[Part, ...]:
        """The parts, or the whole unit as its only part."""
        if self.parts:
            return self.parts
        return (Part(figures=self.figures, protection=self.protection, weapons=self.weapons),)

    @cached_property
    def mixed(self) -> bool:
        return len(self.parts) > 1

    @cached_property
    def mounted(self) -> bool:
        return all("horse" in body.weapons for body in self.bodies) and not self.artillery

    @cached_property
    def artillery(self) -> bool:
        return any("artillery" in body.weapons for body in self.bodies)

    @cached_property
    def bold(self) -> bool:
        return self.morale in ("chivalric", "fanatic")

    @cached_property
    def standing(self) -> str:
        """The row and column of the morale table that the unit belongs to."""
        if self.kind == "knight":
            return "mounted knights" if self.mounted else "foot knights"
        return "professionals" if self.kind == "professional" else self.kind

    @cached_property
    def to_a_base(self) -> int:
        return HORSE_TO_A_BASE if self.mounted else FOOT_TO_A_BASE

    @cached_property
    def bases_at_start(self) -> int:
        if self.bases is not None:
            return self.bases
        return 1 if self.artillery else -(-self.figures // self.to_a_base)

    @cached_property
    def ranks_at_start(self) -> int:
        if self.ranks is not None:
            return self.ranks
        return 1 if self.mounted or self.artillery else min(2, self.bases_at_start)

    def ranks_after(self, lost: int) -> int:
        """Ranks left when bases leave from the rear as figures fall (W6)."""
        return ranks_left(self.bases_at_start, self.ranks_at_start, self.bases_after(lost))

    def bases_after(self, lost: int) -> int:
        held = -(-self.figures // self.bases_at_start)
        return -(-(self.figures - lost) // held)

    def losses_by_part(self, lost: int) -> tuple[int, ...]:
        """Losses alternate between the parts, the larger first (W2), from the losses that the parts state."""
        fallen = [body.lost or 0 for body in self.bodies]
        for _ in range(sum(fallen), min(lost, self.figures)):
            standing = [index for index, body in enumerate(self.bodies) if fallen[index] < body.figures]
            fallen[min(standing, key=lambda index: (fallen[index], -self.bodies[index].figures))] += 1
        return tuple(fallen)

    def bodies_after(self, lost: int) -> list[Part]:
        """The parts that still have figures; all of them when nobody is left."""
        if not self.mixed:
            return list(self.bodies)
        fallen = self.losses_by_part(lost)
        return [body for body, gone in zip(self.bodies, fallen, strict=True) if gone < body.figures] or list(
            self.bodies
        )

    def shooters_after(self, lost: int) -> bool:
        """Every part's main weapon is a missile weapon (W2, W45)."""
        return all(body.shoots for body in self.bodies_after(lost))

    def pavises_after(self, lost: int) -> bool:
        return not self.mounted and any("pavise" in body.weapons for body in self.bodies_after(lost))

    def protection_after(self, lost: int) -> int:
        """The column of the casualty table: the mean over the figures present, rounded down (W2)."""
        if not self.mixed:
            return PROTECTIONS.index(self.bodies[0].protection)
        fallen = self.losses_by_part(lost)
        left = [body.figures - gone for body, gone in zip(self.bodies, fallen, strict=True)]
        if not any(left):
            left = [body.figures for body in self.bodies]
        worth = sum(
            PROTECTIONS.index(body.protection) * figures for body, figures in zip(self.bodies, left, strict=True)
        )
        return worth // sum(left)


def ranks_left(bases: int, ranks: int, left: int) -> int:
    """Ranks that still stand when `left` of the bases do. Uneven ranks are fuller in front."""
    standing = 0
    for rank in range(ranks):
        standing += bases // ranks + (rank < bases % ranks)
        if standing >= left:
            return rank + 1
    return ranks


def same_or_superior(friend: str, kind: str) -> bool:
    """Whether a friend of kind `friend` matters to a unit of `kind` (W52)."""
    return KINDS.index(friend) >= KINDS.index(kind)
