"""Making an army: what may be taken, what it costs, and everything there is to say about a list."""

from typing import Any, Literal

from pydantic import AliasChoices, ConfigDict, Field, field_validator

from miniatures.army import ArmySheet, Group, Priced, UnitPrice
from miniatures.fields import SELDOM_BUILT
from miniatures.mending import Place
from miniatures.ruling import Modifier, Sum
from miniatures.systems.warfare.movement_facts import Order
from miniatures.systems.warfare.options import Options
from miniatures.systems.warfare.tables import MISSILES, POINTS
from miniatures.systems.warfare.unit import Label, Name, Part, Stated, Unit, Whole
from miniatures.words import counted

_PRICE = {
    (table.split(",")[0], word): (value, rule)
    for table, (column, rule) in POINTS.items()
    for word, value in column.items()
}


class Leader(Stated):
    """A leader of a battle or wing."""

    name: Name = Field(description="his name")
    initiative: Whole = Field(
        0, ge=-5, le=5, description="his own initiative value (W102, optional)", json_schema_extra=SELDOM_BUILT
    )


class Wing(Stated):
    """A battle or wing: a leader and his units."""

    name: Name = Field(description="the battle's or wing's name")
    leader: Leader | None = Field(None, description="its leader: a name, or a table with name and initiative")
    order: Order = Field("none", description="attack, engage, defend or retire")
    units: tuple[Unit, ...] = Field(description="its units")

    @field_validator("leader", mode="before")
    @classmethod
    def _a_name_is_enough(cls, value: Any) -> Any:
        return {"name": value} if isinstance(value, str) else value


class Roster(Stated):
    """An army list of 15mm Warfare."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, populate_by_name=True)

    system: Literal["warfare"] = Field(description="warfare")
    name: Name = Field(description="the army's name")
    points: int = Field(1500, strict=True, ge=1, le=1_000_000, description="the points that the players agreed on")
    commander: Label = Field("", description="the commander-in-chief: one of the leaders")
    checked_with: Label = Field("", description="the version of the rules data it was last checked with")
    options: Options = Field(default_factory=Options, description="the table's options")
    wings: tuple[Wing, ...] = Field(
        min_length=1, validation_alias=AliasChoices("wings", "battles"), description="its battles or wings"
    )

    @property
    def placed(self) -> list[tuple[Place, Unit]]:
        """The units with their places in the list."""
        return [
            (("wings", number, "units", own), unit)
            for number, wing in enumerate(self.wings)
            for own, unit in enumerate(wing.units)
        ]

    @property
    def units(self) -> list[Unit]:
        return [unit for _, unit in self.placed]

    @property
    def leaders(self) -> list[Leader]:
        return [wing.leader for wing in self.wings if wing.leader]


def described_units(roster: Roster) -> dict[str, dict[str, Any]]:
    """The units by name, as facts take them: what the list says, and the battle they belong to."""
    return {
        unit.name: unit.model_dump(exclude_defaults=True) | {"battle": wing.name}
        for wing in reversed(roster.wings)
        for unit in reversed(wing.units)
    }


def figure_price(unit: Unit, part: Part, options: Options) -> Sum:
    """The price of one figure as a sum: kind, morale, protection and every weapon (W707 to W711)."""
    words: list[tuple[str, str]] = [("kind", unit.kind), ("morale", unit.morale), ("protection", part.protection)]
    words += [("weapons", weapon) for weapon in dict.fromkeys(part.weapons) if weapon != "artillery"]
    named: dict[tuple[str, str], str] = {
        ("protection", part.protection): "no armour" if part.protection == "none" else f"{part.protection} armour"
    }
    found = [Modifier(*_PRICE[word], named.get(word, word[1])) for word in words if word != ("morale", "none")]
    if unit.skirmishers and options.skirmisher_price:
        found.append(Modifier(options.skirmisher_price, "W5", "skirmisher"))
    return Sum("points a figure", tuple(found), ())


def unit_price(unit: Unit, options: Options) -> UnitPrice:
    """What a unit costs. A gun's crew pay as figures and the piece pays once (W3)."""
    prices = [
        Priced(part.name or ("crew" if unit.artillery else "figures"), part.figures, figure_price(unit, part, options))
        for part in unit.bodies
    ]
    if unit.artillery:
        piece = Modifier(*_PRICE["artillery", "artillery"], "artillery", "W3")
        prices.append(Priced("piece", 1, Sum("points a piece", (piece,), ())))
    return UnitPrice(unit.name, describe(unit), tuple(prices), unit.model_dump(mode="json", exclude_defaults=True))


def describe(unit: Unit) -> str:
    """A unit in a few words, for the sheet."""
    grade = "" if unit.morale == "none" else f"{unit.morale} "
    arm = "artillery" if unit.artillery else "skirmishers" if unit.skirmishers else ""
    bodies = []
    for part in unit.bodies:
        armour = "unarmoured" if part.protection == "none" else f"{part.protection} armour"
        bodies.append(", ".join([armour, *part.weapons]))
    kind = f"{unit.kind}s" if unit.kind in ("knight", "professional") else unit.kind
    words = f"{unit.figures} {grade}{kind}: {' + '.join(bodies)}"
    shape = f"{counted(unit.bases_at_start, 'base')} in {counted(unit.ranks_at_start, 'rank')}"
    return f"{words}{f' ({arm})' if arm and arm not in words else ''}; {shape}"


def sheet(roster: Roster) -> ArmySheet:
    options = roster.options
    groups = tuple(
        Group(
            wing.name,
            _led_by(wing.leader),
            "" if wing.order == "none" else wing.order,
            tuple(
                unit_price(unit, options)._replace(place=("wings", number, "units", own))
                for own, unit in enumerate(wing.units)
            ),
        )
        for number, wing in enumerate(roster.wings)
    )
    leaders = None
    if options.leader_price:
        price = Modifier(options.leader_price, "W4", "leader")
        leaders = Priced("leaders", len(roster.leaders), Sum("points a leader", (price,), ()))
    return ArmySheet(
        roster.name,
        "warfare",
        roster.commander,
        roster.checked_with,
        roster.points,
        groups,
        leaders,
        _tallies(roster),
    )


def _led_by(leader: Leader | None) -> str:
    if leader is None:
        return ""
    return f"{leader.name} (initiative {leader.initiative:+d})" if leader.initiative else leader.name


def _tallies(roster: Roster) -> dict[str, int]:
    units = roster.units
    shooting = [part.figures for unit in units for part in unit.bodies if any(w in MISSILES for w in part.weapons)]
    counted = {
        "wings": len(roster.wings),
        "leaders": len(roster.leaders),
        "units": len(units),
        "figures": sum(unit.figures for unit in units),
        "on foot": sum(unit.figures for unit in units if not unit.mounted and not unit.artillery),
        "mounted": sum(unit.figures for unit in units if unit.mounted),
        "guns": sum(unit.artillery for unit in units),
        "shooting figures": sum(shooting),
        "pikes": sum(part.figures for unit in units for part in unit.bodies if "pike" in part.weapons),
    }
    for kind in ("knight", "professional", "militia", "levy"):
        counted[kind] = sum(unit.figures for unit in units if unit.kind == kind)
    for protection in ("full", "heavy", "light", "none"):
        label = "unarmoured" if protection == "none" else f"{protection} armour"
        counted[label] = sum(p.figures for unit in units for p in unit.bodies if p.protection == protection)
    return counted
