"""Making an army: battles with their commanders and units, and what they cost. What is legal stands in
`army_findings.py`.
"""

from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BeforeValidator, ConfigDict, Field, field_validator

from miniatures.army import ArmySheet, Group, Priced, UnitPrice
from miniatures.broken import unknown
from miniatures.mending import Place
from miniatures.ruling import Modifier, Sum
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.profiles import COUNTED_BILLS, COUNTED_BOWS, MEN_AT_ARMS, STARRED
from miniatures.systems.command_roll.tables import MAIN_BATTLES, WINGS
from miniatures.systems.command_roll.unit import Commander, Label, Name, Objective, Stated, Unit

BATTLES = (*MAIN_BATTLES, *WINGS)
#: How the chronicles and the players call them.
_CALLED = {
    "rear": "Rear Ward", "rearward": "Rear Ward", "rearguard": "Rear Ward", "main": "Main Ward",
    "mainward": "Main Ward", "centre": "Main Ward", "van": "Van Ward", "vanward": "Van Ward", "vaward": "Van Ward",
    "vanguard": "Van Ward", "right": "Right Wing", "left": "Left Wing",
}  # fmt: skip
_KNOWN = {name.lower(): name for name in BATTLES} | _CALLED


def _battle_named(word: Any) -> Any:
    if not isinstance(word, str):
        return word
    found = _KNOWN.get(" ".join(word.lower().replace("_", " ").replace("-", " ").split()))
    if found is None:
        raise ValueError(unknown(word, "a battle (C505)", list(BATTLES)))
    return found


BattleName = Annotated[str, BeforeValidator(_battle_named), Field(json_schema_extra={"enum": list(BATTLES)})]


class Battle(Stated):
    """A battle or wing: its objective, its commander, the lords under him and the units."""

    name: BattleName = Field(description="rear ward, main ward, van ward, reserve, right wing or left wing")
    objective: Objective | None = Field(None, description="attack, defend or advance")
    commander: Commander | None = Field(None, description="the general or battle leader who leads it; of a wing anyone")
    lords: tuple[Commander, ...] = Field((), description="the lords, and other commanders, who are with him")
    units: tuple[Unit, ...] = Field((), description="its units")

    @field_validator("lords", mode="before")
    @classmethod
    def _are_lords(cls, value: Any) -> Any:
        """A name is enough: whoever says no more is a lord."""
        if not isinstance(value, list | tuple):
            return value
        told = [{"name": lord} if isinstance(lord, str) else lord for lord in value]
        return [{"profile": "Lord"} | lord if isinstance(lord, dict) else lord for lord in told]

    @field_validator("units")
    @classmethod
    def _are_no_commanders(cls, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        for unit in units:
            if unit.commands:
                raise ValueError(f'"{unit.name}" is a commander; write him as the commander or among the lords')
        return units

    @property
    def wing(self) -> bool:
        return self.name in WINGS

    @property
    def commanders(self) -> tuple[Commander, ...]:
        return (self.commander, *self.lords) if self.commander else self.lords

    @property
    def placed(self) -> tuple[tuple[Place, Unit], ...]:
        """All of them with their places in the battle: the commander, the lords, the units."""
        leading: list[tuple[Place, Unit]] = [(("commander",), self.commander)] if self.commander else []
        lords = [(("lords", number), lord) for number, lord in enumerate(self.lords)]
        return (*leading, *lords, *((("units", number), unit) for number, unit in enumerate(self.units)))

    @property
    def everyone(self) -> tuple[Unit, ...]:
        return tuple(unit for _, unit in self.placed)


class Roster(Stated):
    """An army list of the 2D6 command-roll game."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, populate_by_name=True)

    system: Literal["command-roll"] = Field(description="command-roll")
    name: Name = Field(description="the army's name")
    points: int = Field(1500, strict=True, ge=1, le=1_000_000, description="the points that the players agreed on")
    checked_with: Label = Field("", description="the version of the rules data it was last checked with")
    options: Options = Field(default_factory=Options, description="the table's options")
    battles: tuple[Battle, ...] = Field(
        min_length=1, validation_alias=AliasChoices("battles", "wings"), description="its battles and wings"
    )

    @property
    def placed(self) -> list[tuple[Place, Unit]]:
        """Everyone with his place in the list."""
        return [
            (("battles", number, *place), unit)
            for number, battle in enumerate(self.battles)
            for place, unit in battle.placed
        ]

    @property
    def units(self) -> list[Unit]:
        """All but the commanders."""
        return [unit for battle in self.battles for unit in battle.units]

    @property
    def commanders(self) -> list[Commander]:
        return [commander for battle in self.battles for commander in battle.commanders]

    @property
    def everyone(self) -> list[Unit]:
        return [unit for _, unit in self.placed]

    @property
    def general(self) -> str:
        return next((one.name for one in self.commanders if one.listed.type == "general"), "")

    def stands(self, *profiles: str) -> int:
        """Stands of these rows of the list; of all rows but the commanders' if none is named."""
        return sum(unit.size for unit in self.units if not profiles or unit.profile in profiles)


def described_units(roster: Roster) -> dict[str, dict[str, Any]]:
    """Units and commanders by name, as facts take them: what the list says, and the battle they belong to."""
    return {
        unit.name: unit.model_dump(exclude_defaults=True) | {"battle": battle.name}
        for battle in reversed(roster.battles)
        for unit in reversed(battle.everyone)
    }


def unit_price(unit: Unit) -> UnitPrice:
    """What a unit costs: the list's points buy the whole of it (C1)."""
    price = Modifier(unit.listed.points, unit.listed.rule, unit.profile, "C1")
    bought = Priced("command stand" if unit.commands else "unit", 1, Sum("points a unit", (price,), ()))
    return UnitPrice(unit.name, describe(unit), (bought,), unit.model_dump(mode="json", exclude_defaults=True))


def describe(unit: Unit) -> str:
    """A unit in a few words, for the sheet."""
    row = unit.listed
    more = "*" if unit.profile in STARRED else " and bounce" if unit.artillery else ""
    attack = f"attack {row.attack}/{row.shooting or '-'}{more}"
    armour = f"armour {unit.armour}+" if unit.armour else "no armour"
    values = f"{attack}, {row.hits} hits, {armour}, move {unit.move} cm"
    if not isinstance(unit, Commander):
        contingent = f"; contingent {unit.contingent}" if unit.contingent else ""
        return f"{unit.profile}, {unit.size} stands: {values}{contingent}"
    riding = "mounted" if unit.mounted else "on foot"
    classed = unit.classed or "class by D6 (C431)"
    figures = "four figures in full harness and his standard bearer (C507)"
    return f"{unit.profile} {riding}, {classed}: command {unit.command_value.total:g}, {values}; {figures}"


def sheet(roster: Roster) -> ArmySheet:
    groups = tuple(
        Group(
            battle.name,
            battle.commander.name if battle.commander else "",
            battle.objective or "",
            tuple(unit_price(unit)._replace(place=("battles", number, *place)) for place, unit in battle.placed),
        )
        for number, battle in enumerate(roster.battles)
    )
    return ArmySheet(
        roster.name,
        "command-roll",
        roster.general,
        roster.checked_with,
        roster.points,
        groups,
        None,
        _tallies(roster),
    )


def _tallies(roster: Roster) -> dict[str, int]:
    units, everyone = roster.units, roster.everyone

    def of_type(word: str) -> int:
        return sum(unit.size for unit in units if unit.listed.type == word)

    return {
        "battles": len(roster.battles),
        "command stands": len(roster.commanders),
        "lords": sum(one.listed.type == "lord" for one in roster.commanders),
        "units": len(units),
        "other stands": roster.stands(),
        "stands of cavalry": of_type("cavalry"),
        "stands of infantry": of_type("infantry"),
        "stands of artillery": of_type("artillery"),
        "stands of men at arms": roster.stands(*MEN_AT_ARMS),
        "bill stands, retinue and shire": roster.stands(*COUNTED_BILLS),
        "bow stands, retinue and shire": roster.stands(*COUNTED_BOWS),
        "hand-to-hand attacks": sum(unit.size * unit.listed.attack for unit in everyone),
        "shooting attacks": sum(unit.size * (unit.listed.shooting or 0) for unit in everyone),
        "hits to destroy it": sum(unit.size * unit.listed.hits for unit in everyone),
    }
