"""Event III on the table: changes of face and of formation, limbering, and passing through friends."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.playing import Plan
from miniatures.systems.warfare.game.describing import measured, not_in_play
from miniatures.systems.warfare.game.marching import into_river
from miniatures.systems.warfare.game.moves import (
    allowance,
    facts_of,
    has_moved,
    heading_for_enemy,
    move_facts,
    moving_of,
    placed_at,
    planned,
    with_met,
)
from miniatures.systems.warfare.game.paths import meet, path_refusals, room_refusals
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.unit import Stated, Whole, Word


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


def _fury(unit: UnitNow) -> list[Refusal]:
    """Fury goes for the enemy and for nothing else (W518)."""
    if not unit.furious:
        return []
    return [Refusal("W518", f"{unit.id} are furious", "charge the closest enemy in sight, or go for them")]


def plan_face(state: State, words: FaceWords) -> Plan:
    unit = state.unit(words.unit)
    before = moving_of(state, unit)
    moving = replace(before, face=180 if words.to == "about" else 90)
    table = measured(state)
    says = f"{unit.id} face {words.to}."
    refusals = _fury(unit)
    if unit.turns == state.turn and state.turn:  # by die: it faces in the Morale after this Movement
        refusals.append(Refusal("W608", f"{unit.id} rallied by die and turns in Event V", "wait for it: turn"))
    if before.face and not facts_of(state, move_facts(state, unit, moving, table)).turns_free:
        refusals.append(Refusal("W304", f"{unit.id} has changed face in this move", "change face again next turn"))
    if table is None or not unit.placed:
        return planned(state, unit, moving, {}, says, table=table, refusals=refusals)
    from miniatures.space.moves import about_face, turn_in_place

    body = table.of(unit.id)
    if words.to == "about":
        end = about_face(body)
    else:  # it forms up again in the same files and ranks, about the same middle
        end = turn_in_place(body, (body.pose.facing + (90 if words.to == "right" else -90)) % 360)
    refusals += room_refusals(table, body, end, "W304", f"face {words.to}")
    return planned(state, unit, moving, placed_at(end), says, table=table, refusals=refusals, end=end)


def plan_form(state: State, words: FormWords) -> Plan:
    unit = state.unit(words.unit)
    moving = moving_of(state, unit)
    again = "changing ranks" in moving.hindrances
    moving = replace(moving, hindrances=(*moving.hindrances, "changing ranks"))
    table = measured(state)
    bases = unit.bases
    files = -(-bases // words.ranks)
    changes = {"ranks": words.ranks, "files": files}
    refusals = _fury(unit)
    if again:
        refusals.append(Refusal("W320", f"{unit.id} has changed ranks in this move", "change them again next turn"))
    if unit.unit.artillery:
        refusals.append(Refusal("W704", f"{unit.id} is one base", "a gun has no ranks to change"))
    elif -(-bases // files) != words.ranks:
        can = sorted({-(-bases // -(-bases // ranks)) for ranks in range(1, bases + 1)})
        ways = f"{', '.join(map(str, can[:-1]))} or {can[-1]}" if can[1:] else "1"
        refusals.append(Refusal("W320", f"{bases} bases do not fill {words.ranks} ranks", f"form {ways} deep"))
    says = f"{unit.id} form {words.ranks} rank{'' if words.ranks == 1 else 's'}, {files} bases across."
    if table is None or not unit.placed:
        return planned(state, unit, moving, changes, says, table=table, refusals=refusals)
    from miniatures.space.footprint import Footprint

    body = table.of(unit.id)
    end = Footprint(body.id, body.pose, *replace(unit, ranks=words.ranks, files=files).size(state.options))
    refusals += room_refusals(table, body, end, "W320", f"form {words.ranks} deep")
    return planned(state, unit, moving, changes, says, table=table, refusals=refusals, end=end)


def plan_limber(state: State, words: LimberWords) -> Plan:
    unit = state.unit(words.unit)
    before = moving_of(state, unit)
    moving = replace(before, limbers=True)
    refusals = []
    if not unit.unit.artillery:
        refusals.append(Refusal("W308", f"{unit.id} is no gun", "only guns limber"))
    if before.limbers:
        refusals.append(Refusal("W308", f"{unit.id} has limbered or unlimbered in this move", "do it next turn"))
    says = f"{unit.id} {'unlimber' if unit.limbered else 'limber'}."
    return planned(state, unit, moving, {"limbered": not unit.limbered}, says, table=measured(state), refusals=refusals)


def plan_pass(state: State, words: PassWords) -> Plan:
    """Through friends to the far side of them, as one full move (W308, W68)."""
    unit, friend = state.unit(words.unit), state.unit(words.friend)
    before = moving_of(state, unit)
    moving = replace(before, through=True)
    table = measured(state)
    says = f"{unit.id} pass through {friend.id}."
    refusals = [*not_in_play(friend), *_fury(unit)]
    if friend.side != unit.side or friend.id == unit.id:
        refusals.append(Refusal("W308", f"{friend.id} are not friends", "only friends are passed through"))
    if has_moved(moving_of(state, friend)) or friend.charged == state.turn:
        refusals.append(Refusal("W309", f"{friend.id} has moved in this phase", "pass through those who stand"))
    marked = {friend.id: {"interpenetrated": state.turn}}
    changes: dict[str, object] = {"interpenetrated": state.turn}
    if table is None or not unit.placed or not friend.placed:
        return planned(state, unit, moving, changes, says, table=table, refusals=refusals, others=marked)
    from miniatures.space.moves import advance

    body, other = table.of(unit.id), table.of(friend.id)
    inches = max(0.0, *(body.pose.seen(corner)[1] for corner in other.corners)) + body.depth
    moved = advance(body, inches)
    met = meet(table, body, moved)
    if friend.id not in met.friends:
        refusals.append(Refusal("W68", f"{friend.id} do not stand in the way of {unit.id}", "just move"))
    met = met._replace(friends=tuple(name for name in met.friends if name != friend.id))
    refusals += [*path_refusals(met, unit.id), *into_river(met, unit.id)]
    reach = allowance(state, unit, with_met(before, met), table)
    if not within(inches, reach):
        refusals.append(
            Refusal(
                "W68",
                f"the far side of {friend.id} is {inches:.1f} inches away, more than the {reach:.1f} of {unit.id}",
                "come closer first",
            )
        )
    if unit.unit.artillery:  # a full move pays for the ground too, but what bars a gun bars it here
        moving = with_met(moving, met)
    moving = heading_for_enemy(table, moving, moved.end)
    return planned(
        state,
        unit,
        moving,
        {**placed_at(moved.end), **changes},
        says,
        table=table,
        refusals=refusals,
        others=marked,
        end=moved.end,
        swept=moved.swept,
    )
