"""Where the real table is right and the tracker is not: contingents and leaders placed by hand."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.naming import find
from miniatures.ruling import Refusal
from miniatures.systems.playing import Plan, certain
from miniatures.systems.tree_of_battles.game.describing import measured
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.unit import Lower, Stated, Whole

if TYPE_CHECKING:
    from miniatures.systems.tree_of_battles.game.measured import Measured

Place = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]


class PlaceWords(Stated):
    """A contingent is placed: freely while setting up, later as the real table shows it."""

    unit: str = Field(description="the contingent, or a leader who is to stand alone")
    x: Place = Field(description="inches from the west edge to the middle of its front")
    y: Place = Field(description="inches from the south edge")
    facing: Annotated[float, Field(ge=-3600, le=3600, allow_inf_nan=False)] | None = Field(
        None, description="degrees clockwise from north; as it is, unless stated"
    )
    frontage: Whole | None = Field(None, ge=1, description="stands side by side in its front rank")
    array: Annotated[Literal["line", "column", "skirmish", "disarray"] | None, Lower] = Field(
        None, description="its array: line, column, skirmish or disarray"
    )


def plan_place(state: State, words: PlaceWords) -> Plan:
    if not state.mapped:
        raise BrokenInputError("place: this game has no map; what the players measure is stated with --set")
    refusals: list[Refusal] = []
    if state.step != "deployment":
        refusals.append(Refusal("T73", "contingents are placed while setting up", "move them, or overrule and say why"))
    names: dict[str, Any] = {**state.units, **state.leaders}
    name = find(words.unit, names, "a contingent or leader of this game")
    if name in state.leaders:
        if words.frontage or words.array:
            raise BrokenInputError(f"place: {name} is a leader, without frontage and array; expected only where he is")
        leader = {"x": words.x, "y": words.y, "unit": None, "front": None}
        assert state.setup.table is not None
        if not (0 <= words.x <= state.setup.table.width and 0 <= words.y <= state.setup.table.depth):
            refusals.append(Refusal("T73", f"{name} would stand off the table", "place him on it"))
        return certain({"leaders": {name: leader}}, (f"{name} is placed at {words.x:g},{words.y:g}.",), refusals)
    unit = state.units[name]
    if not unit.left:
        raise BrokenInputError(f"place: {name} have no stands left; correct --stands says how many there are")
    facing = unit.facing if words.facing is None else words.facing % 360
    there = replace(unit, x=words.x, y=words.y, facing=facing, gone="")
    placed: dict[str, Any] = {"x": words.x, "y": words.y, "facing": facing, "gone": None}
    if words.frontage:
        there, placed = replace(there, files=words.frontage), placed | {"files": words.frontage}
        if words.frontage > unit.left:
            refusals.append(Refusal("T93", f"{name} have only {unit.left} stands", "say no more than those"))
    if words.array == "skirmish" and not unit.in_play.may_skirmish:
        refusals.append(Refusal("T43", f"{name} do not take skirmish array", "let them stand in line or column"))
    if words.array:
        form: dict[str, Any] = {"array": words.array} | ({"files": 1} if words.array == "column" else {})
        if unit.array == "column" and words.array != "column" and not words.frontage:
            form["files"] = 0
        there, placed = replace(there, **form), placed | form
    table = measured(state)
    assert table is not None
    refusals += room(table, there, others=state.step != "deployment")
    changes: dict[str, Any] = {"units": {name: placed}}
    parted = _parted(table, there)
    if parted:
        changes["contacts"] = parted
    return certain(changes, (f"{name} are placed at {words.x:g},{words.y:g}, facing {facing:g}.",), refusals)


def _parted(table: "Measured", there: ContingentNow) -> dict[str, None]:
    """The contacts that it has no longer, from where it stands now."""
    from miniatures.systems.tree_of_battles.game.measured import footprint
    from miniatures.systems.tree_of_battles.game.ways import touches

    own = table.state.contacts_of(there.id)
    near = touches(table, footprint(there, table.state.options)) if own else []
    return {contact.key: None for contact in own if contact.other(there.id) not in near}


def room(table: "Measured", there: ContingentNow, *, others: bool = True) -> list[Refusal]:
    """Within the own strip, on the table, on ground that bears it, and on nobody's toes."""
    from miniatures.space.strips import strip
    from miniatures.systems.tree_of_battles.game.measured import BARRED, footprint

    setup = table.state.setup.table
    assert setup is not None
    outline = footprint(there, table.state.options).polygon
    name = there.id
    if not table.ground.inside(outline):
        size = f"the table is {setup.width:g} by {setup.depth:g} inches"
        return [Refusal("T73", f"{name} would stand over the edge of the table", f"place it further in: {size}")]
    found: list[Refusal] = []
    zone = setup.zones[there.side]
    if table.state.step == "deployment" and not strip(setup, zone, 0.0, zone.depth).buffer(0.02).contains(outline):
        where = f"within {zone.depth:g} inches of the {zone.edge} edge"
        found.append(Refusal("T73", f"{name} would stand outside the strip", where))
    for piece in table.ground.under(outline, *BARRED):
        found.append(Refusal("T72", f"{name} would stand in {piece.name or piece.kind}", "place it beside"))
    for other in table.others(name) if others else ():
        if table.overlap(outline, other):
            found.append(Refusal("T73", f"{other.id} stand where {name} would", "leave room between them"))
    return found


def misplaced(state: State) -> list[Refusal]:
    """Everybody who cannot stand where he was set up, for the end of setting up."""
    table = measured(state)
    assert table is not None
    return [refusal for unit in state.standing() if unit.placed for refusal in room(table, unit)]
