"""Making an army: battles with their leaders and contingents, and what they cost. What is legal stands in
`army_findings.py`, prices in `points.py`.
"""

from typing import Any, Literal

from pydantic import Field

from miniatures.army import ArmySheet, Group, Priced, UnitPrice
from miniatures.mending import Place
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.points import HousePoints, contingent_price, house_points, leader_price
from miniatures.systems.tree_of_battles.tables import Archery, StandDice
from miniatures.systems.tree_of_battles.unit import TYPES, Contingent, Label, Leader, Name, Order, Part, Stated
from miniatures.systems.tree_of_battles.unit_wording import stands_told
from miniatures.words import counted

#: Dice of a stand that faces its enemy. Nobody else has more than one.
_DICE = {
    "foot men at arms": StandDice.foot_men_at_arms,
    "mounted men at arms": StandDice.mounted_men_at_arms,
    "heavy infantry": StandDice.heavy_infantry,
    "pike": StandDice.pike,
}


class Battle(Stated):
    """A battle: its order, its leaders and its contingents."""

    name: Name = Field(description="what the players call it, as in vaward")
    order: Order | None = Field(None, description="hold, advance, attack or support")
    leaders: tuple[Leader, ...] = Field((), description="its captains, marshals and heralds; the first leads it")
    contingents: tuple[Contingent, ...] = Field((), description="its contingents")

    @property
    def placed(self) -> tuple[tuple[Place, Leader | Contingent], ...]:
        """Everyone with his place in the battle."""
        leaders = [(("leaders", number), leader) for number, leader in enumerate(self.leaders)]
        return (*leaders, *((("contingents", number), one) for number, one in enumerate(self.contingents)))

    @property
    def everyone(self) -> tuple[Leader | Contingent, ...]:
        return tuple(unit for _, unit in self.placed)

    @property
    def nobles(self) -> tuple[Leader, ...]:
        """Its captains and marshals."""
        return tuple(leader for leader in self.leaders if leader.noble)


class Roster(Stated):
    """An army list of The Tree of Battles."""

    system: Literal["tree-of-battles"] = Field(description="tree-of-battles")
    name: Name = Field(description="the army's name")
    points: int = Field(650, strict=True, ge=1, le=1_000_000, description="the house points that the players agreed on")
    checked_with: Label = Field("", description="the version of the rules data it was last checked with")
    options: Options = Field(default_factory=Options, description="the table's options")
    battles: tuple[Battle, ...] = Field(min_length=1, description="its battles")

    @property
    def leaders(self) -> list[Leader]:
        return [leader for battle in self.battles for leader in battle.leaders]

    @property
    def contingents(self) -> list[Contingent]:
        return [contingent for battle in self.battles for contingent in battle.contingents]

    @property
    def placed(self) -> list[tuple[Place, Leader | Contingent]]:
        """Everyone with his place in the list."""
        return [
            (("battles", number, *place), unit)
            for number, battle in enumerate(self.battles)
            for place, unit in battle.placed
        ]

    @property
    def everyone(self) -> list[Leader | Contingent]:
        return [unit for _, unit in self.placed]

    @property
    def general(self) -> str:
        """The first marshal."""
        return next((leader.name for leader in self.leaders if leader.rank == "marshal"), "")


def described_units(roster: Roster) -> dict[str, dict[str, Any]]:
    """Contingents and leaders by name, as facts take them: what the list says, and the battle they belong to."""
    return {
        unit.name: unit.model_dump(exclude_defaults=True) | {"battle": battle.name}
        for battle in reversed(roster.battles)
        for unit in reversed(battle.everyone)
    }


def unit_price(unit: Contingent | Leader, points: HousePoints | None) -> UnitPrice:
    """What a contingent or a leader costs; nothing without points."""
    prices: tuple[Priced, ...] = ()
    if points is not None:
        prices = leader_price(unit, points) if isinstance(unit, Leader) else contingent_price(unit, points)
    return UnitPrice(unit.name, describe(unit), prices, unit.model_dump(mode="json", exclude_defaults=True))


def describe(unit: Contingent | Leader) -> str:
    """A contingent or leader in a few words, for the sheet."""
    if isinstance(unit, Leader):
        rated = f", {counted(unit.command_points, 'command point')}" if unit.noble else ""
        return f"{unit.rank}{rated}{', unreliable' if unit.unreliable else ''}"
    traits = f"; {', '.join(unit.traits)}" if unit.traits else ""
    return f"{unit.grade} grade, {counted(unit.size, 'stand')}: {stands_told(unit.parts)}{traits}"


def sheet(roster: Roster) -> ArmySheet:
    points = house_points(roster.options)
    groups = tuple(
        Group(
            battle.name,
            battle.nobles[0].name if battle.nobles else "",
            battle.order or "",
            tuple(
                unit_price(unit, points)._replace(place=("battles", number, *place)) for place, unit in battle.placed
            ),
        )
        for number, battle in enumerate(roster.battles)
    )
    return ArmySheet(
        roster.name,
        "tree-of-battles",
        roster.general,
        roster.checked_with,
        roster.points if points else 0,
        groups,
        None,
        _tallies(roster),
        points.called if points else "",
    )


def combat_dice(part: Part) -> int:
    """What the stands of a part throw if all of them face their enemy, before anything by contingent."""
    return int(_DICE.get(part.type, StandDice.other).value) * part.stands


def shooting_dice(part: Part, low_on_ammunition: bool) -> int:
    """What the stands of a part throw when all of them shoot; guns are counted apart."""
    if part.shoots_with in (None, "artillery"):
        return 0
    full = part.shoots_with == "longbow" and not low_on_ammunition
    return int((Archery.longbow if full else Archery.other).value) * part.stands


def _tallies(roster: Roster) -> dict[str, int]:
    contingents = roster.contingents
    parts = [part for contingent in contingents for part in contingent.parts]
    graded = {f"stands of {grade} grade": [c.size for c in contingents if c.grade == grade] for grade in "ABCD"}
    typed = {f"{word} stands": [part.stands for part in parts if part.type == word] for word in TYPES}
    return {
        "battles": len(roster.battles),
        "contingents": len(contingents),
        "captains and marshals": sum(leader.noble for leader in roster.leaders),
        "command points": sum(leader.command_points for leader in roster.leaders),
        "stands": sum(part.stands for part in parts),
        "mounted stands": sum(part.stands for part in parts if part.mounted),
        **{word: sum(stands) for word, stands in {**graded, **typed}.items()},
        "combat dice of all stands": sum(combat_dice(part) for part in parts),
        "shooting dice of all stands": sum(
            shooting_dice(part, contingent.low_on_ammunition) for contingent in contingents for part in contingent.parts
        ),
    }
