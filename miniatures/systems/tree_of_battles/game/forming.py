"""Manoeuvres that go before a move: arrays, frontage, ranks, about face, mounting, rallying from disarray."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from miniatures.systems.tree_of_battles.game.describing import unit_facts
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.unit import Flag, Lower, Stated, Whole

if TYPE_CHECKING:
    from miniatures.systems.tree_of_battles.game.measured import Measured


class FORMING(Stated):
    """Words for the manoeuvres; whoever moves may say any of them."""

    form: Annotated[Literal["line", "column", "skirmish"] | None, Lower] = Field(
        None, description="change of array first: line, column or skirmish"
    )
    frontage: Whole | None = Field(None, ge=1, description="change of frontage first: stands side by side")
    exchange: Flag = Field(False, description="exchange ranks first")
    about: Flag = Field(False, description="about face first")
    remount: Flag = Field(False, description="men at arms mount or dismount: a whole move")
    rally: Flag = Field(False, description="rally from disarray: a whole move")
    through: str = Field("", description="passage of lines: the friends that it passes through")


def forming(state: State, table: "Measured | None", unit: ContingentNow, words: FORMING) -> list[dict[str, Any]]:
    """The manoeuvres as the procedure takes them, in the order in which they are made."""
    found: list[dict[str, Any]] = []
    if words.rally:
        found.append({"what": "rally from disarray", "to": words.form or "line"})
    elif words.form and words.form != unit.array:
        found.append({"what": "change of array", "to": words.form})
    if words.about:
        found.append({"what": "about face"})
    if words.frontage and words.frontage != unit.abreast:
        found.append({"what": "change frontage"})
    if words.exchange:
        found.append({"what": "exchange ranks"})
    if words.remount:
        found.append({"what": "mount or dismount"})
    if words.through:
        friend = state.unit(words.through)
        moving = state.turn in (friend.moved, friend.approached)
        found.append({"what": "passage of lines", "other": unit_facts(state, friend), "other_moves": moving})
    if table is not None and unit.placed and _gap_ahead(table, unit):
        found.append({"what": "pass a gap"})
    return found


def _gap_ahead(table: "Measured", unit: ContingentNow) -> bool:
    """Whether its way leads over a bridge or a ford before it could turn aside."""
    from miniatures.space.moves import advance
    from miniatures.systems.tree_of_battles.game.ways import through_gap

    return through_gap(table, advance(table.of(unit.id), 10.0)) if unit.id in table.bodies else False


def formed(state: State, unit: ContingentNow, words: FORMING) -> ContingentNow:
    """The contingent as its manoeuvres leave it, where it stands: its front stays where it was."""
    there = unit
    if words.form or words.rally:  # who comes out of column stands as it was set up, unless a frontage is said
        array = words.form or "line"
        there = replace(there, array=array, files=1 if array == "column" else 0)
    if words.frontage:
        there = replace(there, files=words.frontage)
    if words.exchange:
        there = replace(there, exchanged=not there.exchanged)
    if words.remount:
        there = replace(there, remounted=not there.remounted)
    if words.about and there.x is not None:
        depth = there.size(state.options)[1]
        pose = there.pose.shifted(-depth).turned(180)
        there = replace(there, x=pose.x, y=pose.y, facing=pose.facing)
    return there
