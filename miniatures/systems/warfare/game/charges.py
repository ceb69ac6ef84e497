"""Event III on the table: charges, and how the enemy takes them."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan
from miniatures.systems.warfare.game.describing import measured, not_in_play
from miniatures.systems.warfare.game.moves import (
    Moving,
    facts_of,
    has_moved,
    move_facts,
    moving_of,
    spent,
    step_refusals,
    with_met,
)
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.movement import MoveOutcome, move_refusals, move_sum, rate
from miniatures.systems.warfare.movement_facts import MoveFacts
from miniatures.systems.warfare.unit import Flag, Stated, Word

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.approach import Approach
    from miniatures.systems.warfare.game.measured import Measured


class ChargeWords(Stated):
    """A unit charges an enemy."""

    unit: str = Field(description="the unit that charges")
    target: str = Field(description="the enemy that it charges")
    countercharge: Flag = Field(False, description="the enemy countercharges")
    stand: Flag = Field(False, description="the enemy stands, though its order is to countercharge")
    side: Annotated[Literal["front", "flank", "rear"], Word] | None = Field(
        None, description="without a map: the side that it strikes, if it joins a melee"
    )


class Counter(NamedTuple):
    """A countercharge: what stands against it, its inches, and its share of the way."""

    refusals: tuple[Refusal, ...]
    reach: float
    share: float


def charge_data(
    state: State, unit: UnitNow, moving: Moving, table: "Measured | None", target: UnitNow
) -> dict[str, Any]:
    """The facts of a charge: arc and sight at the start of the move, whatever it did since (W402)."""
    data = move_facts(state, unit, moving, table)
    data.pop("distance")
    if table is not None and unit.placed and target.placed:
        from miniatures.space.nearest import targets
        from miniatures.space.pose import Pose
        from miniatures.systems.warfare.game.measured import ARC

        start = table.of(unit.id)
        if moving.start:
            start = start.at(Pose(*moving.start))
        goal = table.of(target.id)
        data["in_arc"] = bool(targets(start, [goal], ARC, 1000.0))
        data["in_sight"] = table.sees((start.pose.x, start.pose.y), target.id)
    return data


def countercharge(
    state: State, goal: UnitNow, charger: UnitNow, table: "Measured | None", way: "Approach | None", ours: float
) -> Counter:
    """The enemy comes to meet the charge, over the ground between; they meet by their speeds (W33)."""
    moving = replace(moving_of(state, goal), intends="countercharge")
    data = charge_data(state, goal, moving, table, charger)
    data["moved"] = has_moved(moving) or goal.charged == state.turn
    reach = reach_of(facts_of(state, data))
    blocked: list[Refusal] = []
    if table is not None and way is not None:
        from miniatures.space.moves import advance
        from miniatures.systems.warfare.game.paths import meet

        enemy = table.of(goal.id)
        facing = enemy.at(enemy.pose._replace(facing=(way.end.pose.facing + 180) % 360))
        comes = way.inches * (1 - _share(state, ours, reach))
        met = meet(table.without(charger.id), enemy, advance(facing, comes))
        data["hindrances"] = [*data.get("hindrances", ()), *met.hindrances]
        data["river"] = "reaches" if met.river else data["river"]
        blocked = [Refusal("W33", f"{name} stand in the way", "stand") for name in (*met.friends, *met.enemies)]
        reach = reach_of(facts_of(state, data))
    refusals = [*move_refusals(facts_of(state, data)), *blocked]
    return Counter(tuple(refusals), reach, _share(state, ours, reach))


def _share(state: State, ours: float, theirs: float) -> float:
    """The charger's share of the way until they meet."""
    return 0.5 if state.options.meet_midway else ours / max(0.01, ours + theirs)


def plan_charge(state: State, words: ChargeWords) -> Plan:
    if words.stand and words.countercharge:
        raise BrokenInputError("charge: --stand or --countercharge, not both")
    unit, goal = state.unit(words.unit), state.unit(words.target)
    if words.side not in (None, "front") and words.countercharge:
        raise BrokenInputError("charge: who countercharges meets the charge in front; leave --side out")
    if not state.mapped and words.side is None and state.in_melee(goal.id):
        raise BrokenInputError(f"--side: {goal.id} is in melee; say which side is struck: front, flank or rear (W41)")
    moving = replace(moving_of(state, unit), intends="charge")
    table = measured(state)
    notes: list[str] = []
    refusals: list[Refusal] = []
    way: Approach | None = None
    if table is not None and unit.placed and goal.placed and unit.id != goal.id:
        from miniatures.systems.warfare.game.approach import approach

        way = approach(table, table.of(unit.id), table.of(goal.id))
        moving = on_the_way(moving, way)
        refusals += _in_the_way(state, unit, goal, way)
    data = charge_data(state, unit, moving, table, goal)
    ours = max(0.0, reach_of(facts_of(state, data)) - moving.inches)
    if way is not None:
        straight = way.inches if table is None or not way.blocked_by else table.apart(unit.id, goal.id)
        data["distance"] = round(moving.inches + straight, 4)
        notes.append(f"Measured: {straight:.1f} inches to {goal.id}{', after a wheel' if way.wheel else ''}.")
    elif moving.inches:
        notes.append(f"The distance counts from the start of the move: {moving.inches:g} inches are made.")
    counter = countercharge(state, goal, unit, table, way, ours)
    answer = _answer(state, goal, unit, counter, words)

    def against(facts: MoveFacts) -> list[Refusal]:
        found = [*step_refusals(state, unit), *not_in_play(goal), *refusals]
        if goal.side == unit.side:
            found.append(Refusal("W402", f"{goal.id} are friends", "charge an enemy"))
        if facts.distance is None:
            found.append(Refusal("W32", f"nobody said how far it is to {goal.id}", "state it: --set distance=INCHES"))
        if words.countercharge:
            found += [_said(goal, refusal) for refusal in counter.refusals]
        return [*found, *_fury(unit, goal, table)]

    def conclude(facts: MoveFacts, outcome: MoveOutcome) -> Conclusion:
        from miniatures.systems.warfare.game.impact import Charge, charge_home

        meets = counter if answer == "countercharge" else None
        charge = Charge(state, table, unit, goal, moving, way, facts, answer == "avoid", meets, words.side or "")
        return charge_home(charge, outcome)

    if way is not None and not way.blocked_by and not within(way.inches, ours + (counter.reach if answer else 0.0)):
        notes.append(f"It will fall short: {ours:.1f} inches are left for it (W32).")
    elif answer == "countercharge" and not words.countercharge:
        notes.append(f"{goal.id} countercharge, as Defend demands (W106); --stand overrides.")
    elif not answer and not counter.refusals:
        notes.append(f"{goal.id} may countercharge: --countercharge (W33).")
    return Plan(conclude, "move", data, tuple(notes), against, spends=spent)


def on_the_way(moving: Moving, way: "Approach") -> Moving:
    """The move with the wheel of the charge, and all that lies on its way."""
    moving = with_met(replace(moving, wheel=moving.wheel + way.wheel), way.met)
    return replace(moving, river="reaches") if way.met.river else moving


def _answer(state: State, goal: UnitNow, unit: UnitNow, counter: Counter, words: ChargeWords) -> str:
    """How the enemy takes it: avoids, countercharges, or stands."""
    if avoids(state, goal, unit):
        return "avoid"
    if words.countercharge:
        return "countercharge"
    defends = state.wings[goal.wing].order == "defend" and not goal.unit.artillery and not goal.routing
    return "countercharge" if defends and not words.stand and not counter.refusals else ""


def avoids(state: State, goal: UnitNow, unit: UnitNow) -> bool:
    """Skirmishers get out of the way of all but skirmishers (W409)."""
    free = not goal.routing and not state.in_melee(goal.id)
    return free and goal.unit.skirmishers and not unit.unit.skirmishers


def _said(goal: UnitNow, refusal: Refusal) -> Refusal:
    return refusal._replace(because=f"{goal.id}: {refusal.because}")


def _in_the_way(state: State, unit: UnitNow, goal: UnitNow, way: "Approach") -> list[Refusal]:
    friends = {other.id for other in state.standing(unit.side)}
    others = sorted({*way.blocked_by, *way.met.friends, *way.met.enemies})
    found = [
        Refusal(
            "W32",
            f"{name} stand between {unit.id} and {goal.id}",
            "move them out of the way" if name in friends else f"charge {name}",
        )
        for name in others
    ]
    found += [Refusal("W67", f"{bar} bars the way", "charge another") for bar in dict.fromkeys(way.met.barred)]
    return found


def _fury(unit: UnitNow, goal: UnitNow, table: "Measured | None") -> list[Refusal]:
    """A furious unit charges the closest enemy in sight and nobody else (W518)."""
    if not unit.furious or table is None or not unit.placed:
        return []
    nearest = closest_in_sight(table, unit)
    if nearest is None or nearest == goal.id:
        return []
    return [Refusal("W518", f"{unit.id} are furious and charge the closest enemy in sight", f"charge {nearest}")]


def closest_in_sight(table: "Measured", unit: UnitNow) -> str | None:
    from miniatures.space.nearest import within as within_reach

    found = within_reach(table.of(unit.id), table.enemies(unit.side), 1000.0)
    return next((one.id for one in found if table.looks_at(unit.id, one.id)), None)


def reach_of(facts: MoveFacts) -> float:
    return max(0.0, move_sum(facts, overruled=True).total)


def normal_move(facts: MoveFacts) -> float:
    return rate(facts).value


def can_reach(state: State, unit: UnitNow, goal: UnitNow, table: "Measured") -> bool:
    """Whether a charge is allowed and arrives: what Defend asks of cavalry (W106)."""
    from miniatures.systems.warfare.game.approach import approach

    way = approach(table, table.of(unit.id), table.of(goal.id))
    if _in_the_way(state, unit, goal, way):
        return False
    moving = on_the_way(replace(moving_of(state, unit), intends="charge"), way)
    facts = facts_of(state, charge_data(state, unit, moving, table, goal) | {"distance": round(way.inches, 4)})
    return not move_refusals(facts) and within(way.inches + moving.inches, reach_of(facts))
