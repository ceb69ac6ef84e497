"""Event III on the table: marching, wheeling, changing face and formation, step by step within one move."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from miniatures.measuring import TOLERANCE, within
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan
from miniatures.systems.warfare.game.describing import measured, not_in_play, out_of_step, unit_facts
from miniatures.systems.warfare.game.paths import Met, meet, over_the_river, path_refusals, to_the_bank
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.movement import MoveOutcome, move_sum, rate
from miniatures.systems.warfare.movement_facts import MoveFacts
from miniatures.systems.warfare.unit import Inches, Stated, Word

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.warfare.game.measured import Measured

MOVING = ("first moves", "second moves")


class MoveWords(Stated):
    """A unit marches straight ahead."""

    unit: str = Field(description="the unit that moves")
    inches: Inches | Literal["all"] = Field(description="inches straight ahead, or all that it has")
    towards: str = Field("", description="wheel first, so that this unit lies straight ahead")


class WheelWords(Stated):
    """A unit wheels on a front corner."""

    unit: str = Field(description="the unit that wheels")
    to: Annotated[Literal["left", "right"], Word] = Field(description="left or right: the corner that it pivots on")
    degrees: Annotated[float, Field(gt=0, le=180, allow_inf_nan=False)] = Field(description="degrees")


@dataclass(frozen=True)
class Moving:
    """What a unit has done of this turn's move, all of it counted against one allowance."""

    turn: int
    start: tuple[float, ...] = ()
    inches: float = 0.0
    wheel: float = 0.0
    hindrances: tuple[str, ...] = ()
    face: int = 0
    formation: bool = False
    through: bool = False
    limbers: bool = False
    river: str = "none"
    intends: str = "move"
    climbed: bool = False

    def data(self) -> dict[str, Any]:
        """Only what differs from doing nothing. None wipes what an earlier turn left."""
        blank = Moving(self.turn)
        return {
            key: (list(value) if isinstance(value, tuple) else value)
            if key == "turn" or value != getattr(blank, key)
            else None
            for key, value in vars(self).items()
        }


def moving_of(state: State, unit: UnitNow) -> Moving:
    known = unit.moving
    if known.get("turn") == state.turn:
        said: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in known.items()}
        return Moving(**said)
    start = (unit.pose.x, unit.pose.y, unit.facing) if unit.placed else ()
    return Moving(state.turn, start)


def move_facts(state: State, unit: UnitNow, moving: Moving, table: "Measured | None") -> dict[str, Any]:
    """The facts of the whole move so far, the new step included."""
    said: dict[str, Any] = {
        "limbered": unit.limbered,
        "hindrances": list(moving.hindrances),
        "turn": moving.face,
        "wheel": round(moving.wheel, 4),
        "changes_formation": moving.formation,
        "interpenetrates": moving.through,
        "interpenetrated": unit.interpenetrated == state.turn and not moving.through,
        "limbers": moving.limbers,
        "shot": unit.shot == state.turn,
        "fell_back": unit.fell_back == state.turn,
    }
    facts: dict[str, Any] = {
        "unit": unit_facts(state, unit, table),
        "order": state.wings[unit.wing].order,
        "river": moving.river,
        "intends": moving.intends,
        "distance": round(moving.inches, 4),
        "in_command": table.in_command(unit) if table else True,
    }
    return facts | {key: value for key, value in said.items() if value}


def step_refusals(state: State, unit: UnitNow) -> list[Refusal]:
    """Whose move it is."""
    found = [*not_in_play(unit), *out_of_step(state, MOVING, "W301", "moving")]
    mover = state.mover
    if mover is not None and unit.side != mover:
        found.append(Refusal("W301", f"it is {state.sides[mover]} who move now", "wait for the other side's moves"))
    return found


def too_far(facts: MoveFacts) -> list[Refusal]:
    """Inches beyond what the sum of the move leaves."""
    if facts.distance is None or facts.river == "at bank":
        return []
    allowed = max(0.0, move_sum(facts, overruled=True).total)
    if within(facts.distance, allowed):
        return []
    return [
        Refusal(
            rate(facts).rule,
            f"{facts.distance:.1f} inches are more than the {allowed:.1f} that {facts.name} has left for it",
            f"go {allowed:.1f} inches or less",
        )
    ]


def planned(
    state: State,
    unit: UnitNow,
    moving: Moving,
    changes: dict[str, Any],
    says: str | Callable[[MoveOutcome], str],
    *,
    table: "Measured | None",
    refusals: list[Refusal] | None = None,
    notes: tuple[str, ...] = (),
    others: dict[str, Any] | None = None,
) -> Plan:
    """A step of a move as a plan: the facts so far, what stands against it, and where the unit ends."""

    def against(facts: MoveFacts) -> list[Refusal]:
        return [*step_refusals(state, unit), *(refusals or ()), *too_far(facts)]

    def conclude(_facts: MoveFacts, outcome: MoveOutcome) -> Conclusion:
        told = says if isinstance(says, str) else says(outcome)
        units = {unit.id: {**changes, "moving": moving.data()}, **(others or {})}
        return Conclusion({"units": units}, (told,))

    return Plan(conclude, "move", move_facts(state, unit, moving, table), notes, against)


def placed_at(body: "Footprint") -> dict[str, Any]:
    return {"x": round(body.pose.x, 4), "y": round(body.pose.y, 4), "facing": round(body.pose.facing, 4)}


def _met(moving: Moving, met: Met) -> Moving:
    """Ground counts once for each kind, lines at each crossing (W31): that is the sum's business, not ours."""
    return replace(
        moving,
        hindrances=(*moving.hindrances, *met.hindrances),
        climbed=moving.climbed or "hill" in met.hindrances,
    )


def allowance(state: State, unit: UnitNow, moving: Moving, table: "Measured | None") -> float:
    """Inches straight ahead that are left after everything done so far."""
    facts = MoveFacts.model_validate(
        {**move_facts(state, unit, moving, table), "options": state.options.model_dump(), "distance": None}
    )
    return max(0.0, move_sum(facts, overruled=True).total - moving.inches)


def plan_move(state: State, words: MoveWords) -> Plan:
    unit = state.unit(words.unit)
    moving = moving_of(state, unit)
    table = measured(state)
    if table is None or not unit.placed:
        inches = allowance(state, unit, moving, table) if words.inches == "all" else words.inches
        moving = replace(moving, inches=moving.inches + inches)
        return planned(state, unit, moving, {}, f"{unit.id} move {inches:g} inches.", table=table)
    from miniatures.space.moves import advance, wheel, wheel_towards

    body = table.of(unit.id)
    notes: list[str] = []
    refusals: list[Refusal] = []
    turned = ""
    if words.towards:
        goal = state.unit(words.towards)
        side, degrees = wheel_towards(body, table.of(goal.id).centre)
        if degrees > 0.01:
            turn = wheel(body, side, degrees)
            met = meet(table, body, turn)
            refusals += path_refusals(met, unit.id)
            moving = _met(replace(moving, wheel=moving.wheel + turn.path), met)
            turned = f" wheel {side} {degrees:.0f} degrees towards {goal.id} and"
            body = turn.end
    inches = _straight(state, unit, moving, table, body) if words.inches == "all" else words.inches
    moved = advance(body, inches)
    met = meet(table, body, moved)
    changes: dict[str, Any] = {}
    if met.river:
        moving, inches, changes = _river(state, unit, moving, table, body, met.river, inches)
        moved = advance(body, inches)
        met = meet(table, body, moved)._replace(river="")
        notes.append(f"{met.river or changes.get('river') or unit.river}: a river is crossed in steps (W317).")
    refusals += path_refusals(met, unit.id)
    if met.edges:
        changes["gone"] = "left the table"  # only where the players overrule it
    moving = _met(replace(moving, inches=moving.inches + (0 if moving.river == "at bank" else inches)), met)
    if moving.intends == "move" and _nearer(table, unit, body, moved.end):
        moving = replace(moving, intends="advance")
    says = f"{unit.id}{turned} move {inches:.1f} inches" + (
        f" over {', '.join(dict.fromkeys(met.hindrances))}" if met.hindrances else ""
    )
    return planned(
        state,
        unit,
        moving,
        {**placed_at(moved.end), **changes},
        f"{says}.",
        table=table,
        refusals=refusals,
        notes=tuple(notes),
    )


def _straight(state: State, unit: UnitNow, moving: Moving, table: "Measured", body: "Footprint") -> float:
    """As far as it may go: what hinders it is found on the way, so the way is measured again until both agree."""
    from miniatures.space.moves import advance, run_up

    inches = allowance(state, unit, moving, table)
    for _ in range(4):
        free, _ids = run_up(body, table.others(unit.id), inches)
        met = meet(table, body, advance(body, min(inches, free)))
        left = min(free, allowance(state, unit, _met(moving, met), table))
        if abs(left - inches) < TOLERANCE:
            break
        inches = left
    return max(0.0, inches)


def _river(
    state: State, unit: UnitNow, moving: Moving, table: "Measured", body: "Footprint", river: str, inches: float
) -> tuple[Moving, float, dict[str, Any]]:
    """To the bank in one turn, across in the next, and on in the one after (W317)."""
    if unit.river == river and unit.banked < state.turn:
        across = over_the_river(table, body, river)
        return replace(moving, river="at bank"), across, {"river": None, "banked": None}
    bank = min(inches, to_the_bank(table, body, river))
    return replace(moving, river="reaches"), bank, {"river": river, "banked": state.turn}


def _nearer(table: "Measured", unit: UnitNow, start: "Footprint", end: "Footprint") -> bool:
    """Whether the move leads towards the enemy: nearer to the nearest of them than before."""
    from miniatures.space.nearest import nearest

    enemies = table.enemies(unit.side)
    before, after = nearest(start, enemies), nearest(end, enemies)
    return bool(before and after and after.distance < before.distance - TOLERANCE)


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
    moving = _met(replace(moving, wheel=moving.wheel + turn.path), met)
    if moving.intends == "move" and _nearer(table, unit, body, turn.end):
        moving = replace(moving, intends="advance")
    told += f": the outer corner goes {turn.path:.1f} inches, at double cost"
    refusals = path_refusals(met, unit.id)
    return planned(state, unit, moving, placed_at(turn.end), f"{told}.", table=table, refusals=refusals)
