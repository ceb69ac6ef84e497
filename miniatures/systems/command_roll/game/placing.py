"""Units placed by hand: while setting up, or later as the real table shows them."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.describing import measured, plural
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.unit import Lower, Stated
from miniatures.systems.playing import Plan, certain, impossible

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured

Place = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]


class PlaceWords(Stated):
    """A unit or commander is placed: freely while setting up, later as the real table shows it."""

    unit: str = Field(description="the unit, or a commander")
    x: Place = Field(description="centimetres from the west edge to the middle of its front")
    y: Place = Field(description="centimetres from the south edge")
    facing: Annotated[float, Field(ge=-3600, le=3600, allow_inf_nan=False)] | None = Field(
        None, description="degrees clockwise from north; as it is, unless stated"
    )
    form: Annotated[Literal["line", "column", "irregular"] | None, Lower] = Field(
        None, description="its formation: line, column or irregular"
    )


def plan_place(state: State, words: PlaceWords) -> Plan:
    if not state.mapped:
        raise BrokenInputError("place: this game has no map; what the players measure is stated with --set")
    refusals: list[Refusal] = []
    if state.step != "deployment":
        refusals.append(Refusal("C78", "units are placed while setting up", "move them, or overrule with the reason"))
    unit = state.unit(words.unit)
    if unit.gone:
        cure = "choose another, or overrule with the reason" if unit.left else f'correct "{unit.id}" --stands first'
        back = Refusal("C167", f"{unit.id} {plural(unit, 'is', 'are')} no longer in play ({unit.gone})", cure)
        if not unit.left:
            return impossible([back])
        refusals.append(back)
    if words.form and unit.unit.size == 1:
        raise BrokenInputError(f"form: {unit.id} {plural(unit, 'is', 'are')} a single stand, without a formation")
    facing = unit.facing if words.facing is None else words.facing % 360
    there = replace(unit, x=words.x, y=words.y, facing=facing, joined="", gone="")
    placed: dict[str, Any] = {"x": words.x, "y": words.y, "facing": facing, "gone": None, "joined": None}
    if words.form:
        there = replace(there, files=1 if words.form == "column" else 0, irregular=words.form == "irregular")
        placed |= {"files": there.files or None, "irregular": there.irregular or None}
    table = measured(state)
    assert table is not None
    if over := _over_the_edge(table, there):
        return impossible([*refusals, over])
    # While setting up, those who still stand in the way may be placed elsewhere next: that is checked at the end.
    refusals += _room(table, there, others=state.step != "deployment")
    changes: dict[str, Any] = {"units": {unit.id: placed}}
    from miniatures.systems.command_roll.game.ways import parted

    if left := parted(table.with_units(there), state.contacts_of(unit.id)):
        changes["contacts"] = left
    verb = plural(unit, "is", "are")
    return certain(changes, (f"{unit.id} {verb} placed at {words.x:g},{words.y:g}, facing {facing:g}.",), refusals)


def _over_the_edge(table: "Measured", there: UnitNow) -> Refusal | None:
    """Nobody is in play beside the table, whatever the players agree on."""
    from miniatures.systems.command_roll.game.measured import footprint

    setup = table.state.setup.table
    assert setup is not None
    if table.ground.inside(footprint(there, table.state.options).polygon):
        return None
    size = f"the table is {setup.width:g} by {setup.depth:g} cm"
    return Refusal("C78", f"{there.id} would stand over the edge of the table", f"place it further in: {size}")


def _room(table: "Measured", there: UnitNow, *, others: bool = True) -> list[Refusal]:
    """Within the own strip, on the table, on ground that bears it, and on nobody's toes."""
    from miniatures.space.strips import strip
    from miniatures.systems.command_roll.game.measured import SLIVER, footprint

    setup = table.state.setup.table
    assert setup is not None
    outline = footprint(there, table.state.options).polygon
    name = there.id
    if over := _over_the_edge(table, there):
        return [over]
    found: list[Refusal] = []
    zone = setup.zones[there.side]
    if table.state.step == "deployment" and not strip(setup, zone, 0.0, zone.depth).buffer(0.02).contains(outline):
        where = f"within {zone.depth:g} cm of the {zone.edge} edge"
        found.append(Refusal("C78", f"{name} would stand outside the strip", where))
    if any(area.intersection(outline).area > SLIVER for area in table.impassable(there)):
        found.append(Refusal("C77", f"{name} would stand in impassable ground", "place it beside"))
    for other in table.others(name) if others else ():
        if other.polygon.intersection(outline).area > SLIVER:
            found.append(
                Refusal(
                    "C78",
                    f"{other.id} {plural(table.units[other.id], 'stands', 'stand')} where {name} would",
                    "leave room between them",
                )
            )
    return found


def misplaced(state: State) -> list[Refusal]:
    """Everybody who cannot stand where he was set up, for the end of setting up."""
    table = measured(state)
    assert table is not None
    return [refusal for unit in state.standing() if unit.placed for refusal in _room(table, unit)]
