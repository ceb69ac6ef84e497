"""Event II on the table: who may be shot at, and what a shot comes to."""

from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import Field

from miniatures.measuring import TOLERANCE, within
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.systems.warfare.game.describing import measured, not_in_play, out_of_step, unit_facts
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.shooting import ShootingFacts, ShootingOutcome
from miniatures.systems.warfare.tables import MISSILES
from miniatures.systems.warfare.unit import Stated, Weapon

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint, Geometry
    from miniatures.systems.warfare.game.measured import Measured

#: A tenth of an inch makes no difference between two targets (W22).
NO_DIFFERENCE = 0.1
#: Beyond any table: for what is asked of a target that may be out of range.
FAR = 1000.0


class ShootWords(Stated):
    """A unit shoots."""

    unit: str = Field(description="the unit that shoots")
    target: str = Field("", description="its target; on a table the closest enemy unless it is named")
    weapon: Weapon | None = Field(None, description="which missile weapon, if it has several")


class Candidate(NamedTuple):
    """An enemy in the arc and in range, and what hides it."""

    id: str
    distance: float
    in_sight: bool
    blocked: bool
    in_melee: bool

    @property
    def shootable(self) -> bool:
        return self.in_sight and not self.blocked and not self.in_melee


def in_the_fan(table: "Measured", unit: UnitNow) -> list[Candidate]:
    """Every enemy in the fan, nearest first, at whatever range."""
    from miniatures.space.nearest import targets
    from miniatures.systems.warfare.game.measured import ARC

    found = targets(table.of(unit.id), table.enemies(unit.side), ARC, FAR)
    return [_candidate(table, unit, one.id, one.distance) for one in found]


def _candidate(table: "Measured", unit: UnitNow, target: str, distance: float) -> Candidate:
    """What lies between: ground that hides all of it in the fan, or troops in the way of the shot (W24, W63)."""
    state, body = table.state, table.of(unit.id)
    front = (body.pose.x, body.pose.y)
    part = aimed_at(table, unit, target)
    seen = table.sees_part(front, part)
    between = [other.polygon for other in in_the_way(table, unit, target)]
    blocked = seen and not table.sees_part(front, part, between)
    melee = not state.options.shooting_in_melee and bool(state.enemies_touching(target))
    return Candidate(target, distance, seen, blocked, melee)


def in_the_way(table: "Measured", unit: UnitNow, target: str) -> "list[Footprint]":
    """Who stops a shot, wherever they stand: from a hill friends do not, if the table plays it so."""
    state = table.state
    overhead = state.options.overhead_from_hill and table.ground.height_under(table.of(unit.id).polygon) > 0
    return [
        other
        for other in table.others(unit.id)
        if other.id != target and not (overhead and state.units[other.id].side == unit.side)
    ]


def aimed_at(table: "Measured", unit: UnitNow, target: str) -> "Geometry":
    """As much of the target as is in the fan; all of it where it only brushes the fan, or is outside."""
    import shapely

    from miniatures.space.arcs import fan_from_centre, fan_outline
    from miniatures.systems.warfare.game.measured import ARC

    fan = shapely.Polygon(fan_outline(fan_from_centre(table.of(unit.id), ARC, FAR)))
    whole = table.of(target).polygon
    part = whole.intersection(fan)
    return part if part.area > TOLERANCE**2 else whole


def closest(found: list[Candidate], weapon: str) -> Candidate | None:
    """The closest in range that can be shot at."""
    reach = MISSILES[weapon].reach
    return next((one for one in found if one.shootable and within(one.distance, reach)), None)


def plan_shot(state: State, words: ShootWords, seen: list[Candidate] | None = None) -> Plan:
    """`seen` is what the unit has in its fan, where that was looked at before."""
    unit = state.unit(words.unit)
    table = measured(state)
    weapons = list(unit.missiles)
    weapon = words.weapon or (weapons[0] if weapons else None)
    measuring: dict[str, Any] = {"firer": _firer(state, unit, table), "tests_at_once": False}
    if words.weapon:
        measuring["weapon"] = words.weapon
    notes: list[str] = []
    target: UnitNow | None = state.unit(words.target) if words.target else None
    if unit.gone or (target and target.gone):
        return impossible([*shot_refusals(state, unit), *(not_in_play(target) if target else [])])
    if table is not None and unit.placed and (weapon or target):
        found = in_the_fan(table, unit) if seen is None else seen
        target, shot = _measure_shot(table, unit, weapon or "bow", target, found)
        measuring |= shot
        if target and shot:
            notes.append(_told(target.id, shot))
    if target is None and table is not None and unit.placed:
        return impossible([*shot_refusals(state, unit), _nobody_to_shoot_at(unit, weapon)])
    if target is not None:
        measuring["target"] = unit_facts(state, target, table)

    def against(_facts: ShootingFacts) -> list[Refusal]:
        return [*shot_refusals(state, unit), *(_enemy(state, unit, target) if target else [])]

    def conclude(facts: ShootingFacts, outcome: ShootingOutcome) -> Conclusion:
        return _concluded(state, unit, state.unit(facts.target.name), facts, outcome)

    return Plan(
        conclude, "shooting", measuring, tuple(notes), against, asked={"tests_at_once": True} if target else None
    )


def _measure_shot(
    table: "Measured", unit: UnitNow, weapon: str, target: UnitNow | None, found: list[Candidate]
) -> tuple[UnitNow | None, dict[str, Any]]:
    from miniatures.space.footprint import distance

    state = table.state
    best = closest(found, weapon)
    if target is None and best is None:
        return None, {}
    if target is None and best is not None:
        target = state.units[best.id]
    assert target is not None
    body = table.of(unit.id)
    if not target.placed:
        return target, {}
    own = next((one for one in found if one.id == target.id), None)
    front = (body.pose.x, body.pose.y)
    inches = own.distance if own else distance(body, table.of(target.id))
    closest_one = best is None or within(inches, best.distance + NO_DIFFERENCE)
    seen: dict[str, Any] = {
        "distance": round(inches, 3),
        "in_arc": own is not None,
        "in_sight": own.in_sight if own else table.sees(front, target.id),
        "closest": closest_one,
        "nearer": "" if closest_one or best is None else best.id,
        "over_friends": own is not None and own.blocked,
        "from_hill": table.ground.height_under(body.polygon) > 0,
        "cover": table.cover(target.id, front, aimed_at(table, unit, target.id)),
        "shot_from": table.side_facing(target.id, front),
    }
    return target, seen


def _told(target: str, seen: dict[str, Any]) -> str:
    words = [f"{seen['distance']:.1f} inches"]
    words.append("in the arc" if seen["in_arc"] else "outside the arc")
    words.append("in sight" if seen["in_sight"] else "out of sight")
    if seen["cover"] != "none":
        words.append(f"{seen['cover']} cover")
    if seen["shot_from"] != "front":
        words.append(f"from the {seen['shot_from']}")
    return f"Measured to {target}: {', '.join(words)}."


def _firer(state: State, unit: UnitNow, table: "Measured | None") -> dict[str, Any]:
    said = {
        "avoided": unit.avoided > 0 and unit.avoided == state.turn - 1,
        "limbered": unit.limbered,
        "silenced": unit.silenced > 0 and unit.silenced == state.turn - 1,
    }
    facts = unit_facts(state, unit, table)
    facts.pop("routing_friends", None)
    facts.pop("routing_friends_elsewhere", None)
    return facts | {key: value for key, value in said.items() if value}


def _nobody_to_shoot_at(unit: UnitNow, weapon: str | None) -> Refusal:
    """No target was named, and the table offers none."""
    if weapon is None:
        return Refusal("W203", f"{unit.id} has no missile weapon", "shoot with another unit")
    return Refusal("W201", f"{unit.id} has no enemy in arc, range and sight", "turn, come closer, or wait")


def _enemy(state: State, unit: UnitNow, target: UnitNow) -> list[Refusal]:
    found: list[Refusal] = []
    if target.routing and state.enemies_touching(target.id) and not state.options.shooting_in_melee:
        found.append(Refusal("W22", f"{target.id} are run down by friends", "choose another target"))
    if target.side == unit.side:
        found.append(Refusal("W201", f"{target.id} are friends", "name an enemy"))
    return found


def shot_refusals(state: State, unit: UnitNow) -> list[Refusal]:
    """What keeps a unit from any shot now."""
    found = [*not_in_play(unit), *out_of_step(state, ("shots", "later shots"), "W201", "shooting")]
    if state.options.winner_shoots_first and state.step in ("shots", "later shots") and state.winner is not None:
        turn_of = state.winner if state.step == "shots" else 1 - state.winner
        if unit.side != turn_of:
            found.append(Refusal("W23", f"it is {state.sides[turn_of]} who shoot now", "wait for the other shots"))
    if unit.shot == state.turn and state.turn:
        found.append(Refusal("W24", f"{unit.id} has shot in this Event II", "shoot with another unit"))
    return found


def _concluded(
    state: State, unit: UnitNow, target: UnitNow, facts: ShootingFacts, outcome: ShootingOutcome
) -> Conclusion:
    casualties = min(outcome.casualties, target.left - target.struck)
    changed: dict[str, Any] = {unit.id: {"shot": state.turn}}
    if casualties:
        changed[target.id] = {
            "struck": target.struck + casualties,
            "shot_at": {unit.id: target.shot_at.get(unit.id, 0) + casualties},
        }
    weapon = facts.shooting_weapon or "no missile weapon"
    says = f"{unit.id} shoot ({weapon}) at {target.id}, {facts.distance:.1f} inches: "
    says += "nobody falls." if not casualties else f"{casualties} fall{'s' if casualties == 1 else ''}."
    return Conclusion({"units": changed}, (says,))
