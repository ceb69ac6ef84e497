"""Event III on the table: marching straight ahead and wheeling."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import TOLERANCE, furthest, within
from miniatures.naming import place_said, place_words
from miniatures.ruling import Refusal
from miniatures.systems.playing import Plan
from miniatures.systems.warfare.game.describing import measured
from miniatures.systems.warfare.game.moves import (
    Moving,
    allowance,
    has_moved,
    heading_for_enemy,
    moving_of,
    placed_at,
    planned,
    with_met,
)
from miniatures.systems.warfare.game.paths import CLEAR, Met, meet, path_refusals
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.unit import Inches, Stated, Word

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.space.moves import Flank, Moved
    from miniatures.space.pose import Point
    from miniatures.systems.warfare.game.measured import Measured


#: Less than this is no move.
NOTHING = 0.05


class MoveWords(Stated):
    """A unit marches straight ahead."""

    unit: str = Field(description="the unit that moves")
    inches: Inches | Literal["all"] = Field(description="inches straight ahead, or all that it has")
    towards: str = Field("", description="wheel first, so that this lies straight ahead: a unit, or a place as x,y")


class WheelWords(Stated):
    """A unit wheels on a front corner."""

    unit: str = Field(description="the unit that wheels")
    to: Annotated[Literal["left", "right"], Word] = Field(description="left or right: the corner that it pivots on")
    degrees: Annotated[float, Field(gt=0, le=180, allow_inf_nan=False)] = Field(description="degrees")


def plan_move(state: State, words: MoveWords) -> Plan:
    unit = state.unit(words.unit)
    moving = moving_of(state, unit)
    table = measured(state)
    if table is None or not unit.placed:
        inches = allowance(state, unit, moving, table) if words.inches == "all" else words.inches
        moving = replace(moving, inches=moving.inches + inches)
        return planned(state, unit, moving, {}, f"{unit.id} move {inches:g} inches.", table=table)
    from shapely import union_all

    from miniatures.space.moves import advance, wheel

    body = table.of(unit.id)
    refusals: list[Refusal] = []
    notes: tuple[str, ...] = ()
    says, swept = unit.id, []
    if words.towards:
        goal, called = _goal(table, words.towards)
        turn, degrees, side = wheel_to_face(body, goal)
        left = allowance(state, unit, moving, table)
        if words.inches == "all" and 2 * turn.path > left and turn.path > 0:  # as far round as its inches go
            degrees *= left / (2 * turn.path)
            turn = wheel(body, side, degrees)
        met = meet(table, body, turn)
        moving = with_met(replace(moving, wheel=moving.wheel + turn.path), met)
        refusals += [*path_refusals(met, unit.id), *into_river(met, unit.id)]
        if degrees >= 0.5:
            says += f" wheel {side} {degrees:.0f} degrees towards {called} and"
        body, swept = turn.end, [turn.swept]
    wanted = allowance(state, unit, moving, table) if words.inches == "all" else words.inches
    step = _to_the_river(state, unit, moving, table, body, wanted)
    if unit.unit.artillery and words.inches == "all" and step.river:  # as far as a gun may go
        step = _River(moving, step.inches, {})
    moving, inches, changes, crosses = step.moving, step.inches, dict(step.changes), step.crosses
    if words.inches == "all" and not crosses:
        inches = as_far_as(state, unit, moving, table, body, inches)
        if step.changes and inches < step.inches - TOLERANCE:  # something stops it before the river does
            moving, changes = replace(moving, river="none"), {}
    refusals += step.refusals
    if changes:
        notes = (f"{step.river}: a river is crossed in steps (W317).",)
    moved = advance(body, inches)
    met = meet(table, body, moved)
    refusals += [_held(one, step.river) if crosses else one for one in path_refusals(met, unit.id)]
    if met.edges:
        changes["gone"] = "left the table"  # only where the players overrule it
    if not crosses:  # crossing is the whole move, whatever the banks are like
        moving = with_met(replace(moving, inches=moving.inches + inches), met)
    moving = heading_for_enemy(table, moving, moved.end)
    says += f" cross {step.river}" if crosses else f" move {inches:.1f} inches"
    if moving.river == "reaches" and step.changes and not crosses and changes:
        says += f" to the bank of {step.river}, to cross next turn (W317)"
    if inches < NOTHING and not crosses and not swept:
        refusals.append(Refusal("W31", f"{unit.id} has nothing left to move, or is stopped at once", "leave it there"))
    if met.hindrances:
        says += f" over {', '.join(dict.fromkeys(met.hindrances))}"
    return planned(
        state,
        unit,
        moving,
        {**placed_at(moved.end), **changes},
        f"{says}.",
        table=table,
        refusals=refusals,
        notes=notes,
        end=moved.end,
        swept=union_all([*swept, moved.swept]),
    )


def _held(refusal: Refusal, river: str) -> Refusal:
    """Nobody charges over a river: a bank that enemies hold cannot be gained there."""
    if refusal.rule != "W401":
        return refusal
    return refusal._replace(cure=f"cross {river} where no enemy holds the far bank, or drive them off by shooting")


def _goal(table: "Measured", word: str) -> "tuple[Point, str]":
    """What is to lie straight ahead, and what it is called."""
    place = place_said(word)
    if place is not None:
        return place, place_words(place)
    goal = table.state.unit(word)
    if not goal.placed:
        raise BrokenInputError(f"towards: {goal.id} stands on no table; expected a unit on it, or a place as x,y")
    return table.of(goal.id).centre, goal.id


def wheel_to_face(body: "Footprint", goal: "Point") -> "tuple[Moved, float, Flank]":
    from miniatures.space.moves import wheel, wheel_towards

    side, degrees = wheel_towards(body, goal)
    degrees = degrees if degrees > 0.01 else 0.0
    return wheel(body, side, degrees), degrees, side


def into_river(met: Met, name: str) -> list[Refusal]:
    """Only straight ahead leads over a river."""
    if not met.river:
        return []
    return [Refusal("W317", f"{name} would enter {met.river}", "march straight to its bank, and cross next turn")]


def as_far_as(state: State, unit: UnitNow, moving: Moving, table: "Measured", body: "Footprint", most: float) -> float:
    """As far as it may go: every inch more may meet what takes away inches, or bars the way."""
    from miniatures.space.moves import advance, run_up

    friends, _ = run_up(body, table.friends(unit.id), most)
    enemies, met = run_up(body, table.enemies(unit.side), most + CLEAR)
    most = max(0.0, min(most, friends, enemies - CLEAR if met else most))

    def fits(inches: float) -> bool:
        met = meet(table, body, advance(body, inches))
        stops = met.barred or met.edges or met.touched or met.friends or met.enemies
        return not stops and within(inches, allowance(state, unit, with_met(moving, met), table))

    return furthest(most, fits)


class _River(NamedTuple):
    """What a river makes of a move straight ahead."""

    moving: Moving
    inches: float
    changes: Mapping[str, Any]
    crosses: bool = False
    river: str = ""
    refusals: tuple[Refusal, ...] = ()


def _to_the_river(
    state: State, unit: UnitNow, moving: Moving, table: "Measured", body: "Footprint", inches: float
) -> _River:
    from miniatures.systems.warfare.game.rivers import AT_BANK, river_ahead

    met = river_ahead(table, body, inches)
    if met is None:
        return _River(moving, inches, {})
    river, bank, over = met
    if unit.river == river and 0 < unit.banked < state.turn and bank <= AT_BANK:
        early: tuple[Refusal, ...] = ()
        if has_moved(moving):
            early = (Refusal("W317", f"{unit.id} has moved, and crossing is the whole move", "cross next turn"),)
        return _River(replace(moving, river="at bank"), over, {"river": None, "banked": None}, True, river, early)
    bank = min(inches, bank)
    return _River(replace(moving, river="reaches"), bank, {"river": river, "banked": state.turn}, False, river)


def plan_wheel(state: State, words: WheelWords) -> Plan:
    unit = state.unit(words.unit)
    moving = moving_of(state, unit)
    table = measured(state)
    told = f"{unit.id} wheel {words.to} by {words.degrees:g} degrees"
    if table is None or not unit.placed:
        from math import radians

        path = radians(words.degrees) * unit.size(state.options)[0]
        moving = replace(moving, wheel=moving.wheel + path)
        return planned(state, unit, moving, {}, f"{told}.", table=table)
    from miniatures.space.moves import wheel

    body = table.of(unit.id)
    turn = wheel(body, words.to, words.degrees)
    met = meet(table, body, turn)
    moving = with_met(replace(moving, wheel=moving.wheel + turn.path), met)
    moving = heading_for_enemy(table, moving, turn.end)
    told += f": the outer corner goes {turn.path:.1f} inches, at double cost"
    refusals = [*path_refusals(met, unit.id), *into_river(met, unit.id)]
    return planned(
        state,
        unit,
        moving,
        placed_at(turn.end),
        f"{told}.",
        table=table,
        refusals=refusals,
        end=turn.end,
        swept=turn.swept,
    )
