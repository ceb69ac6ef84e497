"""A unit and a commander of the 2D6 command-roll game: one description for the roster, the stated facts and a game.

Commanders are units of one stand (C38), so that facts may name them as they name any other. What changes in play
belongs into `facts.py`.
"""

import re
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from miniatures.broken import unknown
from miniatures.fields import NEVER_BUILT
from miniatures.ruling import Modifier, Sum
from miniatures.systems.command_roll.profiles import BY_NAME, MISSILES, Profile
from miniatures.systems.command_roll.tables import CLASS_COMMAND

#: How players shorten the names of the list, each word without the s of its plural.
_SHORT = {
    "general": "Army General", "gen": "Army General", "leader": "Battle Leader", "bat ld": "Battle Leader",
    "battle commander": "Battle Leader", "mounted maa": "Mounted Men at Arms", "mounted knight": "Mounted Men at Arms",
    "men at arm": "Dismounted Men at Arms", "maa": "Dismounted Men at Arms",
    "dismounted maa": "Dismounted Men at Arms", "foot men at arm": "Dismounted Men at Arms",
    "foot maa": "Dismounted Men at Arms", "currour": "Mounted Currours", "border stave": "Mounted Border Staves",
    "stave": "Mounted Border Staves", "hobilar": "Mounted Hobilars", "hobelar": "Mounted Hobilars",
    "mounted hobelar": "Mounted Hobilars", "retinue billmen": "Retinue Bill", "shire billmen": "Shire Bill",
    "retinue archer": "Retinue Bow", "shire archer": "Shire Bow", "border bill": "Border Foot Bill",
    "border spear": "Border Foot Spear", "border bow": "Border Foot Bow", "pikemen": "Pike",
    "crossbowmen": "Crossbow", "handgunner": "Hand Gunners", "handgun": "Hand Gunners", "hand gun": "Hand Gunners",
    "welsh archer": "Welsh Bow", "welsh spearmen": "Welsh Spear", "canon": "Canon / Bombard",
    "cannon": "Canon / Bombard", "bombard": "Canon / Bombard", "gun": "Canon / Bombard",
    "cannon bombard": "Canon / Bombard", "artillery": "Canon / Bombard",
}  # fmt: skip


def _plain(name: str) -> str:
    """Small letters, single spaces, and no s at the end of a word."""
    return " ".join(re.sub(r"(?<=[a-z]{2})s$", "", word) for word in re.findall(r"[a-z0-9]+", name.lower()))


_KNOWN = {_plain(name): name for name in BY_NAME} | _SHORT


def _profile_named(word: Any) -> Any:
    """The name as the list prints it, from a short form in any case."""
    if not isinstance(word, str):
        return word
    found = _KNOWN.get(_plain(word))
    if found is None:
        raise ValueError(unknown(word, "a unit of the list", list(BY_NAME)))
    return found


def _lower(word: Any) -> Any:
    return word.strip().lower().replace("_", " ").replace("-", " ") if isinstance(word, str) else word


def _printable(name: str) -> str:
    if not name.isprintable():
        raise ValueError("a name holds only letters that can be printed, on one line")
    return name


#: No unit of a real game comes near this; it keeps a slip of the finger from running for an hour.
MOST = 1000
#: A word in small letters, with spaces.
Lower = BeforeValidator(_lower)
Name = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]
Label = Annotated[str, Field(max_length=200), AfterValidator(_printable)]
Flag = Annotated[bool, Field(strict=True)]
Whole = Annotated[int, Field(strict=True, le=MOST)]
Centimetres = Annotated[float, Field(strict=True, ge=0, le=MOST, allow_inf_nan=False)]
ProfileName = Annotated[str, BeforeValidator(_profile_named), Field(json_schema_extra={"enum": list(BY_NAME)})]
CommanderProfile = Annotated[
    str,
    BeforeValidator(_profile_named),
    Field(json_schema_extra={"enum": [name for name, row in BY_NAME.items() if row.commands]}),
]
Classed = Annotated[Literal["rash", "bold", "cautious", "treacherous"], Lower]
Objective = Annotated[Literal["attack", "defend", "advance"], Lower]


class Stated(BaseModel):
    """A model whose every field a player writes: nothing unknown, nothing changed in place."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Unit(Stated):
    """A unit as the list describes it. Its size is the list's."""

    name: Name = Field(description="what the players call it")
    profile: ProfileName = Field(description='its row of the army list, as in "Retinue Bow"; short forms will do')
    mounted: Flag | None = Field(
        None, description="for a commander: mounted, else on foot", json_schema_extra=NEVER_BUILT
    )
    classed: Classed | None = Field(
        None,
        description="for a commander: rash, bold, cautious or treacherous; left out, a D6 says it",
        json_schema_extra=NEVER_BUILT,
    )
    contingent: Label = Field("", description="the brigade or contingent of its battle that it is in")

    @model_validator(mode="after")
    def _only_commanders_choose(self) -> "Unit":
        for word in ("mounted", "classed"):
            if getattr(self, word) is not None and not self.listed.commands:
                raise ValueError(f"{word}: only for the general, battle leaders and lords; leave it out")
        return self

    @cached_property
    def listed(self) -> Profile:
        """Its row of the army list."""
        return BY_NAME[self.profile]

    @cached_property
    def commands(self) -> bool:
        return self.listed.commands

    @cached_property
    def cavalry(self) -> bool:
        """Mounted: a unit of cavalry, or a commander on horseback."""
        return bool(self.mounted) if self.commands else self.listed.type == "cavalry"

    @cached_property
    def infantry(self) -> bool:
        """On foot: a unit of infantry, or a commander who walks."""
        return not self.mounted if self.commands else self.listed.type == "infantry"

    @cached_property
    def artillery(self) -> bool:
        return self.listed.type == "artillery"

    @cached_property
    def missile(self) -> str | None:
        """What it shoots with, as the table of ranges names it."""
        return MISSILES.get(self.profile)

    @cached_property
    def armour(self) -> int | None:
        """The least face that saves a hit; None saves nothing."""
        return self.listed.armour_when(self.cavalry)

    @cached_property
    def move(self) -> int:
        """The full pace in centimetres."""
        return self.listed.move_when(self.cavalry)

    @cached_property
    def size(self) -> int:
        """Stands at the start."""
        return self.listed.size


class Commander(Unit):
    """The general, a battle leader or a lord."""

    profile: CommanderProfile = Field(description="general, battle leader or lord")
    mounted: Flag | None = Field(None, description="mounted, else on foot")
    classed: Classed | None = Field(None, description="rash, bold, cautious or treacherous; left out, a D6 says it")
    contingent: Label = Field(
        "", description="the brigade or contingent of its battle that it is in", json_schema_extra=NEVER_BUILT
    )

    @model_validator(mode="after")
    def _is_one(self) -> "Commander":
        if not self.listed.commands:
            raise ValueError(f"profile: {self.profile} is no commander; expected general, battle leader or lord")
        return self

    @cached_property
    def command_value(self) -> Sum:
        """The list's value and what his class does to it. A class that is not known yet changes nothing."""
        value = self.listed.command
        assert value is not None
        printed = Modifier(value, self.listed.rule, f"command of the {self.listed.type}")
        return Sum("command value", (printed, *self._by_class()), ())

    def _by_class(self) -> tuple[Modifier, ...]:
        return (CLASS_COMMAND[self.classed],) if self.classed else ()
