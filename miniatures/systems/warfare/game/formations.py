"""Event III on the table: changes of face and of formation, limbering, and passing through friends."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.playing import Plan
from miniatures.systems.warfare.game.describing import measured
from miniatures.systems.warfare.game.moves import Moving, move_facts, moving_of, placed_at, planned
from miniatures.systems.warfare.game.paths import SLIVER, meet, path_refusals
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.movement import rate
from miniatures.systems.warfare.movement_facts import MoveFacts
from miniatures.systems.warfare.unit import Stated, Whole, Word

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.warfare.game.measured import Measured


class FaceWords(Stated):
    """A unit changes face."""

    unit: str = Field(description="the unit that turns")
    to: Annotated[Literal["left", "right", "about"], Word] = Field(description="left, right or about")


class FormWords(Stated):
    """A unit changes its ranks."""

    unit: str = Field(description="the unit that changes ranks")
    ranks: Annotated[Whole, Field(ge=1)] = Field(description="ranks deep from now on")


class LimberWords(Stated):
    """A gun limbers or unlimbers."""

    unit: str = Field(description="the gun")


class PassWords(Stated):
    """A unit passes straight through friends."""

    unit: str = Field(description="the unit that passes")
    friend: str = Field(description="the friends that it passes through")


def plan_face(state: State, words: FaceWords) -> Plan:
    unit = state.unit(words.unit)
    moving = replace(moving_of(state, unit), face=180 if words.to == "about" else 90)
    table = measured(state)
    says = f"{unit.id} face {words.to}."
    if table is None or not unit.placed:
        return planned(state, unit, moving, {}, says, table=table)
    from miniatures.space.moves import about_face, turn_in_place

    body = table.of(unit.id)
    if words.to == "about":
        end = about_face(body)
    else:  # it forms up again in the same files and ranks, about the same middle
        end = turn_in_place(body, (body.pose.facing + (90 if words.to == "right" else -90)) % 360)
    others = [other for other in table.others(unit.id) if other.polygon.intersection(end.polygon).area > SLIVER]
    others = [other for other in others if other.polygon.intersection(body.polygon).area <= SLIVER]
    refusals = [
        Refusal("W304", f"{other.id} leave no room for {unit.id} to face {words.to}", "move first, or face about")
        for other in others
    ]
    return planned(state, unit, moving, placed_at(end), says, table=table, refusals=refusals)


def plan_form(state: State, words: FormWords) -> Plan:
    unit = state.unit(words.unit)
    moving = moving_of(state, unit)
    moving = replace(moving, hindrances=(*moving.hindrances, "changing ranks"))
    refusals: list[Refusal] = []
    if words.ranks > unit.bases:
        refusals.append(
            Refusal("W320", f"{unit.id} has {unit.bases} bases, one rank each", f"at most {unit.bases} ranks")
        )
    if unit.unit.artillery:
        refusals.append(Refusal("W704", f"{unit.id} is one base", "a gun has no ranks to change"))
    files = -(-unit.bases // words.ranks)
    changes = {"ranks": words.ranks, "files": files}
    says = f"{unit.id} form {words.ranks} rank{'' if words.ranks == 1 else 's'}, {files} bases across."
    return planned(state, unit, moving, changes, says, table=measured(state), refusals=refusals)


def plan_limber(state: State, words: LimberWords) -> Plan:
    unit = state.unit(words.unit)
    moving = replace(moving_of(state, unit), limbers=True)
    refusals = []
    if not unit.unit.artillery:
        refusals.append(Refusal("W308", f"{unit.id} is no gun", "only guns limber"))
    says = f"{unit.id} {'unlimber' if unit.limbered else 'limber'}."
    return planned(state, unit, moving, {"limbered": not unit.limbered}, says, table=measured(state), refusals=refusals)


def plan_pass(state: State, words: PassWords) -> Plan:
    """Through friends to the far side of them, as one full move (W308, W68)."""
    unit, friend = state.unit(words.unit), state.unit(words.friend)
    moving = replace(moving_of(state, unit), through=True)
    table = measured(state)
    says = f"{unit.id} pass through {friend.id}."
    refusals: list[Refusal] = []
    if friend.side != unit.side:
        refusals.append(Refusal("W308", f"{friend.id} are enemies", "only friends are passed through"))
    marked = {friend.id: {"interpenetrated": state.turn}}
    changes: dict[str, object] = {"interpenetrated": state.turn}
    if moving_of(state, friend).inches or friend.charged == state.turn:
        refusals.append(Refusal("W309", f"{friend.id} has moved in this phase", "pass through those who stand"))
    if table is None or not unit.placed:
        return planned(state, unit, moving, changes, says, table=table, refusals=refusals, others=marked)
    from miniatures.space.moves import advance

    body, other = table.of(unit.id), table.of(friend.id)
    far = max(_ahead(body, corner) for corner in other.corners)
    inches = max(0.0, far) + body.depth
    moved = advance(body, inches)
    met = meet(table, body, moved)
    met = met._replace(friends=tuple(name for name in met.friends if name != friend.id))
    refusals += path_refusals(met, unit.id)
    reach = _rate(state, unit, moving, table)
    if not within(inches, reach):
        refusals.append(
            Refusal(
                "W68",
                f"the far side of {friend.id} is {inches:.1f} inches away, more than the {reach:g} of {unit.id}",
                "come closer first",
            )
        )
    moving = replace(moving, hindrances=(*moving.hindrances, *met.hindrances))
    return planned(
        state,
        unit,
        moving,
        {**placed_at(moved.end), **changes},
        says,
        table=table,
        refusals=refusals,
        others=marked,
    )


def _ahead(body: "Footprint", corner: tuple[float, float]) -> float:
    """How far ahead of the front a point lies."""
    straight = body.pose.point(1)
    return (corner[0] - body.pose.x) * (straight[0] - body.pose.x) + (corner[1] - body.pose.y) * (
        straight[1] - body.pose.y
    )


def _rate(state: State, unit: UnitNow, moving: Moving, table: "Measured") -> float:
    facts = MoveFacts.model_validate({**move_facts(state, unit, moving, table), "options": state.options.model_dump()})
    return rate(facts).value
