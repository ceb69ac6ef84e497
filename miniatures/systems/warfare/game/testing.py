"""Events II and V on the table: the morale tests that are owed, falling back, and fury."""

from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan
from miniatures.systems.warfare.facts import one_or_more
from miniatures.systems.warfare.game.breaking import away_from, breaks, chasers, owe_for_rout
from miniatures.systems.warfare.game.describing import measured, not_in_play, unit_facts
from miniatures.systems.warfare.game.moves import Moving, move_facts
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.morale import (
    FALLS_BACK,
    FURIOUS,
    ROUTS,
    SILENCED,
    Cause,
    Enemy,
    MoraleFacts,
    MoraleOutcome,
)
from miniatures.systems.warfare.movement import rate
from miniatures.systems.warfare.movement_facts import MoveFacts
from miniatures.systems.warfare.unit import Stated
from miniatures.systems.warfare.wording import tell_morale

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured

from typing import Annotated

from pydantic import BeforeValidator


class MoraleWords(Stated):
    """A unit takes the test that it owes."""

    unit: str = Field(description="the unit that tests")
    cause: Annotated[tuple[Cause, ...], BeforeValidator(one_or_more)] = Field(
        (), description="causes that the tracker does not know of: shooting, friend in rout, leader hit, melee"
    )
    enemy: Annotated[tuple[Enemy, ...], BeforeValidator(one_or_more)] = Field(
        (), description="for melee: the enemies fought, as the morale table names them"
    )


def plan_morale(state: State, words: MoraleWords) -> Plan:
    unit = state.unit(words.unit)
    table = measured(state)
    causes = list(dict.fromkeys([*unit.owes, *words.cause]))
    data: dict[str, Any] = {"unit": unit_facts(state, unit, table), "causes": causes}
    if "friend in rout" in words.cause and not table:
        data["unit"].setdefault("routing_friends", [unit.unit.kind])
    if words.enemy:
        data["enemies"] = list(words.enemy)
    if unit.lost_melee == state.turn and state.turn:
        data["lost_melee"] = True

    def against(_facts: Any) -> list[Refusal]:
        found = not_in_play(unit)
        if state.step in ("shots", "later shots") and unit.struck:
            found.append(Refusal("W23", "tests come when all shots are thrown", "go on with next first"))
        return found

    if not causes:
        refusal = Refusal("W505", f"{unit.id} owes no test", "state why it tests: --cause shooting")
        return Plan(lambda _facts, _outcome: Conclusion({}, ()), refusals=lambda _facts: [*against(None), refusal])

    def conclude(_facts: MoraleFacts, outcome: MoraleOutcome) -> Conclusion:
        return _concluded(state, table, unit, outcome, causes)

    return Plan(conclude, "morale", data, (f"For: {', '.join(causes)}.",), against)


def _concluded(
    state: State, table: "Measured | None", unit: UnitNow, outcome: MoraleOutcome, causes: list[str]
) -> Conclusion:
    units: dict[str, Any] = {unit.id: {"owes": None}}
    says = [
        sentence.removesuffix(".") + f", having tested for {', '.join(causes)}." for sentence in tell_morale(outcome)
    ]
    if outcome.state == FURIOUS:
        units[unit.id] |= {"furious": True, "charge_moves": 0}
    elif outcome.state == SILENCED:
        units[unit.id] |= {"silenced": state.turn}
    elif outcome.state == FALLS_BACK:
        moved, told = fall_back(state, table, unit)
        units[unit.id] |= moved
        says += told
    elif outcome.state == ROUTS:
        units[unit.id] |= breaks(state, unit)
        for name, owed in owe_for_rout(state, table, unit).items():
            units[name] = owed
            says.append(f"{name} see it and must test (W502).")
        for name, chase in chasers(state, {unit.id}, units).items():
            units[name] = units.get(name, {}) | chase
    return Conclusion({"units": units}, tuple(says))


def fall_back(state: State, table: "Measured | None", unit: UnitNow) -> tuple[dict[str, Any], list[str]]:
    """Half a move straight away from the firer, facing it still, as far as nothing stops it (W541, W54)."""
    changed: dict[str, Any] = {"fell_back": state.turn}
    if table is None or not unit.placed:
        return changed, []
    from miniatures.space.moves import slide
    from miniatures.space.pose import Pose

    facts = MoveFacts.model_validate(
        {**move_facts(state, unit, Moving(state.turn), table), "options": state.options.model_dump()}
    )
    half = rate(facts).value / 2
    body = table.of(unit.id)
    firers = [name for name in unit.shot_at if name in table.bodies]
    firer = min(firers, key=lambda name: (-unit.shot_at[name], name), default=None)
    origin = body.pose.point(10) if firer is None else (table.of(firer).pose.x, table.of(firer).pose.y)
    heading = away_from(unit, (body.width, body.depth), origin)
    barred = [_Barrier(piece.name or piece.kind, shape) for piece, shape in table.ground.pieces("building", "river")]
    free, stopped = slide(body, heading, table.others(unit.id), half)
    free = min([free, *(barrier.before(body, heading, half) for barrier in barred)])
    ahead = Pose(body.pose.x, body.pose.y, heading)
    end = body
    inches = free
    while inches >= 0:
        x, y = ahead.point(inches)
        end = body.at(Pose(x, y, body.pose.facing))
        if not table.ground.leaves(end.polygon):
            break
        inches -= 0.1
    inches = max(0.0, inches)
    x, y = ahead.point(inches)
    told = f"They go back {inches:.1f} inches"
    if inches < half - 0.05:
        told += f" and no further: {', '.join(stopped) if stopped else 'the ground or the edge'} in the way (W54)"
    return changed | {"x": round(x, 4), "y": round(y, 4)}, [f"{told}."]


class _Barrier:
    """Ground that bars a retreat."""

    def __init__(self, name: str, shape: Any) -> None:
        self.name, self.shape = name, shape

    def before(self, body: Any, heading: float, reach: float) -> float:
        """Inches before the body would touch it, found by halving along the way."""
        from shapely import affinity

        from miniatures.space.pose import Pose

        step = Pose(0.0, 0.0, heading)

        def meets(inches: float) -> bool:
            x, y = step.point(inches)
            start = body.polygon
            moved = affinity.translate(start, x, y)
            return bool(start.union(moved).convex_hull.intersection(self.shape).area > 0.02)

        if not meets(reach) or meets(0.0):
            return reach
        low, high = 0.0, reach
        for _ in range(24):
            middle = (low + high) / 2
            low, high = (low, middle) if meets(middle) else (middle, high)
        return low
