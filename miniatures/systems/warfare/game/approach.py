"""How a charge comes in: the way to the enemy, the side that it strikes, and how the two stand when they meet."""

from typing import TYPE_CHECKING, Any, NamedTuple

from miniatures.measuring import furthest
from miniatures.space.contact import touching
from miniatures.space.footprint import Footprint, Geometry, distance
from miniatures.space.moves import advance, run_up, shift, slide, turn_in_place, turned_on, wheel, wheel_towards
from miniatures.space.pose import Pose
from miniatures.systems.warfare.game.paths import BARRED, CLEAR, SLIVER, Met, meet

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
    others = [goal if other.id == goal.id else other for other in table.others(body.id)]
    side, most = wheel_towards(body, goal.centre)

    def leads(degrees: float) -> bool:
        return goal.id in run_up(turned_on(body, side, degrees), others, FAR)[1]

    step = next((step for step in range(TRIES + 1) if leads(most * step / TRIES)), TRIES)
    low, degrees = most * max(0, step - 1) / TRIES, most * step / TRIES
    while degrees - low > 0.05 and leads(degrees):
        middle = (low + degrees) / 2
        low, degrees = (low, middle) if leads(middle) else (middle, degrees)
    turn = wheel(body, side, degrees)
    inches, ids = run_up(turn.end, others, FAR)
    moved = advance(turn.end, inches)
    met = meet(table, turn.end, moved)
    if degrees:
        on_turn = meet(table, body, turn)
        met = Met(
            (*on_turn.hindrances, *met.hindrances),
            on_turn.river or met.river,
            (*on_turn.barred, *met.barred),
            tuple(sorted({*met.friends, *on_turn.friends})),
            tuple(sorted({*met.enemies, *on_turn.enemies})),
            met.edges,
            met.touched,
        )
    met = met._replace(enemies=tuple(name for name in met.enemies if name != goal.id))
    turned = f"wheel {side} {degrees:.0f} degrees and " if degrees > 0.5 else ""
    return Approach(turn.path, turned, turn.end, inches, moved.end, met, () if goal.id in ids else tuple(ids))


def flush(table: "Measured", body: Footprint, goal: Footprint, edge: str) -> Footprint:
    """The charger laid along the side that it strikes; as it came in where there is no room for that."""
    return laid_along(table, body, goal, edge) or body


def laid_along(table: "Measured", body: Footprint, goal: Footprint, edge: str) -> Footprint | None:
    """Along that side of the enemy, as near to where it came in as the edge and everybody else allow."""
    outward = (goal.pose.facing + _OUTWARD[edge]) % 360
    long = goal.width if edge in ("front", "rear") else goal.depth
    middle = {
        "front": goal.pose.point(0),
        "rear": goal.pose.point(-goal.depth),
        "left": goal.pose.point(-goal.depth / 2, -goal.width / 2),
        "right": goal.pose.point(-goal.depth / 2, goal.width / 2),
    }[edge]
    along = Pose(middle[0], middle[1], outward)
    came, _ = along.seen((body.pose.x, body.pose.y))
    most = max(0.0, (long + body.width) / 2 - min(1.0, long / 2, body.width / 2))
    wanted = max(-most, min(most, came))
    places = [wanted, *(most * step / TRIES for step in range(-TRIES, TRIES + 1))]
    for offset in sorted(places, key=lambda place: (round(abs(place - wanted), 6), abs(place), place)):
        laid = body.at(Pose(*along.point(0, offset), (outward + 180) % 360))
        if stands_free(table, laid, goal.id):
            return laid
    return None


def stands_free(table: "Measured", body: Footprint, *beside: str) -> bool:
    """Whether a body may stand there: on the table, in no building, and on nobody's toes but those named."""
    others = [other.polygon for other in table.others(body.id) if other.id not in beside]
    return (
        table.ground.inside(body.polygon)
        and not table.ground.under(body.polygon, *BARRED)
        and not any(body.polygon.intersection(other).area > SLIVER for other in others)
    )


def turned_to_face(table: "Measured", goal: Footprint, towards: Footprint) -> Footprint:
    """The first enemy to reach a unit turns it to face (W41); where its neighbours leave no room it stays as it is."""
    facing = Pose(*goal.centre, goal.pose.facing).towards(towards.centre).facing
    opposite = (towards.pose.facing + 180) % 360
    turned = turn_in_place(goal, opposite if abs(_apart(facing, opposite)) < 60 else facing)
    return turned if stands_free(table, turned, towards.id) else goal


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
    return min(_EDGES[side], key=lambda edge: (round(LineString(lines[edge]).distance(body.polygon), 6), edge))


def avoiding(
    table: "Measured", runner: Footprint, chaser_start: Footprint, chaser_end: Footprint, away: float
) -> Footprint:
    """Straight away from the attacker, facing it, until it is so far away; less where something stops it (W410)."""
    heading = Pose(*chaser_start.centre, 0.0).towards(runner.centre).facing
    facing = turn_in_place(runner, heading + 180)
    if stands_free(table, facing, chaser_start.id):
        runner = facing
    most = _free(table, runner, heading, chaser_start.id)

    def near(inches: float) -> bool:
        return distance(_run(runner, heading, inches), chaser_end) < away

    if near(most):
        return _run(runner, heading, most)
    low, high = 0.0, most
    while high - low > 1e-6:  # beyond the attacker every inch leads further away, so halving finds the place
        middle = (low + high) / 2
        low, high = (middle, high) if near(middle) else (low, middle)
    return _run(runner, heading, high)


def _run(runner: Footprint, heading: float, inches: float) -> Footprint:
    return shift(runner, heading, inches).end


def _free(table: "Measured", runner: Footprint, heading: float, chaser: str) -> float:
    """Inches until troops, the edge, a river or a building stop it. Enemies it does not come to touch."""
    side = table.state.units[runner.id].side
    friends, _ = slide(runner, heading, table.friends(runner.id), FAR)
    enemies = [other for other in table.enemies(side) if other.id != chaser]
    nearest_enemy, met = slide(runner, heading, enemies, FAR)
    most = max(0.0, min(friends, nearest_enemy - CLEAR if met else FAR))

    def fits(inches: float) -> bool:
        moved = shift(runner, heading, inches)
        return table.ground.inside(moved.end.polygon) and not table.ground.entered(moved, *BARRED, "river")

    return furthest(most, fits)


def touched_now(table: "Measured", body: Footprint, known: set[str]) -> list[str]:
    """Enemies that a unit touches where it stands now, beyond those already known."""
    side = table.state.units[body.id].side
    return [other.id for other in table.enemies(side) if other.id not in known and touching(body, other)]


def left_behind(table: "Measured", body: Footprint) -> dict[str, None]:
    """Contacts, with routers for one, that a unit gives up by standing where it stands now."""
    return {
        contact.key: None
        for contact in table.state.contacts_of(body.id)
        if contact.other(body.id) in table.bodies and not touching(body, table.of(contact.other(body.id)))
    }


def lone_leaders(table: "Measured", body: Footprint, swept: Geometry | None = None) -> dict[str, dict[str, Any]]:
    """Enemy leaders who ride alone and are touched: they go to the nearest friends, or are lost (W57)."""
    from miniatures.space.nearest import nearest

    state = table.state
    side = state.units[body.id].side
    changed: dict[str, dict[str, Any]] = {}
    for name, disc in table.discs.items():
        leader = state.leaders[name]
        ridden_over = swept is not None and swept.intersects(disc.polygon)
        if leader.side == side or not (ridden_over or touching(body, disc)):
            continue
        friends = [other for other in table.bodies.values() if state.units[other.id].side == leader.side]
        haven = nearest(disc, [other for other in friends if not state.units[other.id].routing])
        if haven is None:
            changed[name] = {"gone": "lost"}
        else:
            changed[name] = {"unit": haven.id, "joined": state.turn, "x": None, "y": None}
    return changed
