"""How a charge comes in: the way to the enemy, the side that it strikes, and how the two stand when they meet."""

from typing import TYPE_CHECKING, Any, NamedTuple

from miniatures.space.contact import touching
from miniatures.space.footprint import Footprint, distance
from miniatures.space.moves import advance, run_up, slide, turn_in_place, wheel, wheel_towards
from miniatures.space.pose import Pose
from miniatures.systems.warfare.game.paths import SLIVER, Met, meet

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured

FAR = 150.0
TRIES = 16
_OUTWARD = {"front": 0.0, "right": 90.0, "rear": 180.0, "left": -90.0}
_EDGES = {"front": ("front",), "rear": ("rear",), "flank": ("left", "right")}


class Approach(NamedTuple):
    """A wheel, if one is needed, and straight ahead from there until the enemy is touched."""

    wheel: float
    turned: str
    start: Footprint
    inches: float
    end: Footprint
    met: Met
    blocked_by: tuple[str, ...]


def approach(table: "Measured", body: Footprint, goal: Footprint) -> Approach:
    """The smallest wheel after which straight ahead leads into the enemy, and nobody else is met before."""
    others = table.others(body.id)
    others = [goal if other.id == goal.id else other for other in others]
    side, most = wheel_towards(body, goal.centre)
    first: Approach | None = None
    for step in range(TRIES + 1):
        degrees = most * step / TRIES
        turn = wheel(body, side, degrees) if degrees > 1e-6 else None
        start = turn.end if turn else body
        inches, ids = run_up(start, others, FAR)
        moved = advance(start, inches)
        met = _without(meet(table, start, moved), goal.id)
        if turn:
            on_turn = meet(table, body, turn)
            met = met._replace(
                hindrances=(*on_turn.hindrances, *met.hindrances),
                friends=tuple(sorted({*met.friends, *on_turn.friends})),
            )
        path = turn.path if turn else 0.0
        turned = f"wheel {side} {degrees:.0f} degrees and " if degrees > 0.5 else ""
        found = Approach(path, turned, start, inches, moved.end, met, () if goal.id in ids else tuple(ids))
        if goal.id in ids:
            return found
        if first is None or step == TRIES:
            first = found
        if step == TRIES:
            break
    assert first is not None
    return first


def _without(met: Met, goal: str) -> Met:
    """Those whom it means to meet are not in its way; other enemies it touches only at the end."""
    return met._replace(enemies=tuple(name for name in met.enemies if name != goal))


def flush(table: "Measured", body: Footprint, goal: Footprint, edge: str) -> Footprint:
    """The charger laid along the side that it strikes, as near to where it came in as the edge allows."""
    outward = (goal.pose.facing + _OUTWARD[edge]) % 360
    long = goal.width if edge in ("front", "rear") else goal.depth
    middle = {
        "front": goal.pose.point(0),
        "rear": goal.pose.point(-goal.depth),
        "left": goal.pose.point(-goal.depth / 2, -goal.width / 2),
        "right": goal.pose.point(-goal.depth / 2, goal.width / 2),
    }[edge]
    along = Pose(middle[0], middle[1], outward)
    right = along.point(0, 1)
    across = (right[0] - along.x, right[1] - along.y)
    came = (body.pose.x - along.x) * across[0] + (body.pose.y - along.y) * across[1]
    most = max(0.0, (long + body.width) / 2 - min(1.0, long / 2, body.width / 2))
    others = [other.polygon for other in table.others(body.id) if other.id != goal.id]
    wanted = max(-most, min(most, came))
    for offset in (wanted, wanted / 2, 0.0, -wanted / 2):
        x, y = along.point(0, offset)
        laid = body.at(Pose(x, y, (outward + 180) % 360))
        if not any(laid.polygon.intersection(other).area > SLIVER for other in others):
            return laid
    return body


def turned_to_face(table: "Measured", goal: Footprint, towards: Footprint) -> Footprint:
    """The first enemy to reach a unit turns it to face (W41); where its neighbours leave no room it stays as it is."""
    facing = goal.pose.towards(towards.centre).facing
    facing = (towards.pose.facing + 180) % 360 if abs(_apart(facing, towards.pose.facing + 180)) < 60 else facing
    turned = turn_in_place(goal, facing)
    for other in table.others(goal.id):
        if other.id != towards.id and turned.polygon.intersection(other.polygon).area > SLIVER:
            return goal
    return turned


def _apart(one: float, other: float) -> float:
    return (one - other + 180) % 360 - 180


def edge_struck(goal: Footprint, side: str, body: Footprint) -> str:
    """The edge of the enemy that is struck: of two flanks the nearer one."""
    from shapely import LineString

    front_left, front_right, rear_right, rear_left = goal.corners
    lines = {
        "front": (front_left, front_right),
        "right": (front_right, rear_right),
        "rear": (rear_right, rear_left),
        "left": (rear_left, front_left),
    }
    return min(_EDGES[side], key=lambda edge: LineString(lines[edge]).distance(body.polygon))


def avoiding(
    table: "Measured", runner: Footprint, chaser_start: Footprint, chaser_end: Footprint, away: float
) -> Footprint:
    """Straight away from the attacker, until it is so far away; less where something stops it (W410, W66)."""
    start = Pose(*chaser_start.centre, 0.0)
    heading = start.towards(runner.centre).facing
    others = [other for other in table.others(runner.id) if other.id != chaser_start.id]
    free, _ = slide(runner, heading, others, FAR)
    ahead = Pose(runner.pose.x, runner.pose.y, heading)
    low, high = 0.0, free
    for _ in range(40):  # the distance grows with every inch that it runs, so halving finds the place
        middle = (low + high) / 2
        x, y = ahead.point(middle)
        if distance(runner.at(Pose(x, y, runner.pose.facing)), chaser_end) < away:
            low = middle
        else:
            high = middle
    x, y = ahead.point(high)
    end = runner.at(Pose(x, y, runner.pose.facing))
    while high > 0.05 and table.ground.leaves(end.polygon):
        high -= 0.25
        x, y = ahead.point(max(0.0, high))
        end = runner.at(Pose(x, y, runner.pose.facing))
    return end


def touched_now(table: "Measured", body: Footprint, known: set[str]) -> list[str]:
    """Enemies that a unit touches where it stands now, beyond those already known."""
    side = table.state.units[body.id].side
    return [other.id for other in table.enemies(side) if other.id not in known and touching(body, other)]


def lone_leaders(table: "Measured", body: Footprint) -> dict[str, dict[str, Any]]:
    """Enemy leaders who ride alone and are touched: they go to the nearest friends, or are lost (W57)."""
    from miniatures.space.nearest import nearest

    state = table.state
    side = state.units[body.id].side
    changed: dict[str, dict[str, Any]] = {}
    for name, disc in table.discs.items():
        leader = state.leaders[name]
        if leader.side == side or not touching(body, disc):
            continue
        friends = [other for other in table.bodies.values() if state.units[other.id].side == leader.side]
        free = [other for other in friends if not state.units[other.id].routing]
        haven = nearest(disc, free)
        if haven is None:
            changed[name] = {"gone": "lost"}
        else:
            changed[name] = {"unit": haven.id, "joined": state.turn}
    return changed
