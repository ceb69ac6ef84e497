"""Making an army: battles with their leaders and contingents, and what they cost. What is legal stands in
`army_findings.py`.
"""

from typing import Any, Literal

from pydantic import Field

from miniatures.army import ArmySheet, Group, UnitPrice
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.unit import Contingent, Leader, Name, Order, Stated
from miniatures.systems.tree_of_battles.unit_wording import stands_told


class Battle(Stated):
    """A battle: its order, its leaders and its contingents."""

    name: Name = Field(description="what the players call it, as in vaward")
    order: Order | None = Field(None, description="hold, advance, attack or support")
    leaders: tuple[Leader, ...] = Field((), description="its captains, marshals and heralds; the first leads it")
    contingents: tuple[Contingent, ...] = Field((), description="its contingents")

    @property
    def everyone(self) -> tuple[Leader | Contingent, ...]:
        return (*self.leaders, *self.contingents)


class Roster(Stated):
    """An army list of The Tree of Battles."""

    system: Literal["tree-of-battles"] = Field(description="tree-of-battles")
    name: Name = Field(description="the army's name")
    points: int = Field(500, strict=True, ge=1, le=1_000_000, description="the house points that the players agreed on")
    checked_with: str = Field("", description="the version of the rules data it was last checked with")
    options: Options = Field(default_factory=Options, description="the table's options")
    battles: tuple[Battle, ...] = Field(min_length=1, description="its battles")

    @property
    def leaders(self) -> list[Leader]:
        return [leader for battle in self.battles for leader in battle.leaders]

    @property
    def contingents(self) -> list[Contingent]:
        return [contingent for battle in self.battles for contingent in battle.contingents]


def described_units(roster: Roster) -> dict[str, dict[str, Any]]:
    """Contingents and leaders by name, as facts take them: what the list says, and the battle they belong to."""
    return {
        unit.name: unit.model_dump(exclude_defaults=True) | {"battle": battle.name}
        for battle in reversed(roster.battles)
        for unit in reversed(battle.everyone)
    }


def unit_price(unit: Contingent | Leader) -> UnitPrice:
    return UnitPrice(unit.name, describe(unit), (), unit.model_dump(mode="json", exclude_defaults=True))


def describe(unit: Contingent | Leader) -> str:
    """A contingent or leader in a few words, for the sheet."""
    if isinstance(unit, Leader):
        return f"{unit.rank}, {unit.command_points} command points" if unit.noble else unit.rank
    traits = f"; {', '.join(unit.traits)}" if unit.traits else ""
    return f"{unit.grade} grade: {stands_told(unit.parts)}{traits}"


def sheet(roster: Roster) -> ArmySheet:
    groups = tuple(
        Group(
            battle.name,
            battle.leaders[0].name if battle.leaders else "",
            battle.order or "",
            tuple(unit_price(unit) for unit in battle.everyone),
        )
        for battle in roster.battles
    )
    return ArmySheet(roster.name, "tree-of-battles", "", roster.checked_with, roster.points, groups, None, {})
