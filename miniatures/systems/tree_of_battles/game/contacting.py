"""How contingents come to touch: the side struck, the place along it, what lies in the way, and the contact (T80)."""

from typing import TYPE_CHECKING, Any

import shapely

from miniatures.measuring import CONTACT, TOLERANCE
from miniatures.space.contact import side_struck as edge_struck
from miniatures.space.footprint import Footprint
from miniatures.space.moves import Moved
from miniatures.space.pose import Pose
from miniatures.systems.tree_of_battles.damage import entry
from miniatures.systems.tree_of_battles.game.measured import BARRED, SLIVER, Measured, footprint, stood
from miniatures.systems.tree_of_battles.game.pieces import MILLIMETRES, ContactNow, ContingentNow
from miniatures.systems.tree_of_battles.game.results import crossing_dps, passage
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Brought, after, joined, suffers
from miniatures.systems.tree_of_battles.game.ways import crossed, into_gap
from miniatures.systems.tree_of_battles.manoeuvre import GAP
from miniatures.systems.tree_of_battles.morale import Event, morale_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FAR = 1000.0
#: A front that touches no more of an enemy than this only meets its corner.
SPECK = 4 * CONTACT
_OUTWARD = {"front": 0.0, "right": 90.0, "rear": 180.0, "left": 270.0}


def side_struck(struck: Footprint, attacker: Footprint) -> str:
    """The same as the sheet tells it: front, flank or rear."""
    edge = edge_struck(struck, attacker)
    return "flank" if edge in ("left", "right") else edge


def laid_along(table: Measured, body: Footprint, goal: Footprint, edge: str) -> Footprint | None:
    """Flush on that edge of the enemy: centred, or before the stands that it came at where the edge is longer.

    Where that place is taken it slides along, by half stands and as little as it must; None if there is no room.
    """
    outward = (goal.pose.facing + _OUTWARD[edge]) % 360
    half_width, half_depth = goal.width / 2, goal.depth / 2
    middle = {
        "front": goal.pose.point(0.0),
        "rear": goal.pose.point(-goal.depth),
        "left": goal.pose.point(-half_depth, -half_width),
        "right": goal.pose.point(-half_depth, half_width),
    }[edge]
    along = Pose(*middle, outward)
    stand = table.state.options.stand_width / MILLIMETRES
    long = goal.width if edge in ("front", "rear") else goal.depth
    for offset in _offsets(long, body.width, stand, along.seen((body.pose.x, body.pose.y))[0]):
        laid = body.at(Pose(*along.point(0.0, offset), (outward + 180) % 360))
        if table.free(laid):
            return laid
    return None


def _offsets(long: float, width: float, stand: float, came: float) -> "Iterator[float]":
    """Places along an edge, the wanted one first: at least half a stand, or half the edge, is touched."""
    slack = (long - width) / 2
    wanted = 0.0
    if slack > TOLERANCE:
        whole = round((max(-slack, min(slack, came)) + slack) / stand)
        wanted = min(slack, whole * stand - slack)
    most = (long + width) / 2 - min(stand, long) / 2
    steps = range(int((most + abs(wanted)) / (stand / 2)) + 1)
    for step in steps:
        for offset in sorted({wanted - step * stand / 2, wanted + step * stand / 2}, key=abs):
            if abs(offset) <= most + TOLERANCE:
                yield offset


def in_the_way(table: Measured, unit: ContingentNow, start: Footprint, end: Footprint, *besides: str) -> list[str]:
    """Who stands before its stands on their way, each from its place to its place, and ground that bars it."""
    spots = [(file + 0.5) / unit.abreast - 0.5 for file in range(unit.abreast)]
    ways = shapely.MultiLineString(
        [
            (start.pose.point(0.0, spot * start.width), end.pose.point(0.0, spot * end.width))
            for spot in spots
            if start.pose != end.pose
        ]
    )
    found = [
        other.id for other in table.others(unit.id, *besides) if ways.intersection(other.polygon).length > TOLERANCE
    ]
    return found + [piece.name or piece.kind for piece in table.ground.entered(path(start, end), *BARRED)]


def path(start: Footprint, end: Footprint) -> Moved:
    """From one place to another with whatever turn it takes."""
    swept = shapely.MultiPoint((*start.corners, *end.corners)).convex_hull
    front = shapely.MultiPoint((*start.corners[:2], *end.corners[:2])).convex_hull
    track = shapely.LineString([start.pose[:2], end.pose[:2]])
    return Moved(end, float(track.length), swept, front, track)


def ground_costs(state: State, table: Measured, unit: ContingentNow, start: Footprint, end: Footprint) -> Brought:
    """The DPs of obstacles that its way crosses, of a gap (T68), and of difficult terrain (T303)."""
    moved = path(start, end)
    if moved.path < TOLERANCE:
        return {}, []
    met = crossed(table, start, moved)
    gaps = [GAP] if into_gap(table, start, moved) else []
    changes, says = crossing_dps(state, table, unit, (*met.manoeuvres, *gaps))
    if met.difficult:
        now = after(state, changes).units[unit.id]
        line = morale_line(now.in_play, Event(what="difficult terrain"))
        more, told = suffers(state, now, [entry(line, state.turn)] if line.value else [], "ground")
        changes, says = joined(changes, more), [*says, *told]
    return changes, says


def run_costs(state: State, table: Measured, unit: ContingentNow, start: Footprint, end: Footprint) -> Brought:
    """The same of who runs: past friends, too, where the table plays that as a passage of lines (T82).

    Who has left the table pays nothing more, but those whom it ran through do.
    """
    changes, says = ({}, []) if unit.gone else ground_costs(state, table, unit, start, end)
    swept = path(start, end).swept
    for friend in table.friends(unit.id) if state.options.flight_disorders_friends else ():
        if swept.intersection(friend.polygon).area > SLIVER:
            more, told = passage(after(state, changes), unit, friend.id)
            changes, says = joined(changes, more), [*says, *told]
    return changes, says


def all_run(state: State, changes: "Mapping[str, Any]", table: Measured, *names: str) -> Brought:
    """What it costs those whom the changes bring, running, from their places on the table to others."""
    found: dict[str, Any] = {}
    says: list[str] = []
    for name in names:
        there = after(state, joined(changes, found))
        now = there.units[name]
        if now.left:
            more, told = run_costs(there, table, now, table.of(name), footprint(now, state.options))
            found, says = joined(found, more), [*says, *told]
    return found, says


def front_touches(body: Footprint, enemy: Footprint) -> float:
    """Inches of its front that touch an enemy."""
    return float(body.front.intersection(enemy.polygon.buffer(CONTACT, join_style="mitre")).length)


def met_by(table: Measured, end: Footprint, target: str) -> list[str]:
    """The enemy that it went for, and others that its front touches with more than a corner."""
    side = table.sides[end.id]
    others = [
        enemy.id
        for enemy in table.enemies(side)
        if enemy.id != target and not table.state.units[enemy.id].broken and front_touches(end, enemy) > SPECK
    ]
    return [target, *others]


def arrives(
    state: State, table: Measured, unit: ContingentNow, target: str, struck: str, how: str
) -> tuple[dict[str, Any], list[str], list[str]]:
    """A contingent comes into contact: its changes, what is said, and whom it touches. `struck` is of the target.

    Where there is no room at the target it stays, and touches nobody (T80).
    """
    start, goal = table.of(unit.id), table.of(target)
    edge: str = edge_struck(goal, start)
    if (edge if edge in ("front", "rear") else "flank") != struck:
        edge = struck if struck != "flank" else "left" if goal.pose.seen(start.centre)[0] < 0 else "right"
    end = laid_along(table, start, goal, edge)
    if end is None:
        return {}, [], []
    changes, says = ground_costs(state, table, unit, start, end)
    place = stood(end.pose) | {"came": [unit.pose.x, unit.pose.y]}
    changes = joined(changes, {"units": {unit.id: place}})
    names = met_by(table.with_bodies(end), end, target)
    contacts: dict[str, Any] = {}
    for name in names:
        side = struck if name == target else side_struck(table.of(name), start)
        contacts |= contact_of(state, unit.id, name, side, how)
    return joined(changes, {"contacts": contacts}), says, names


def contact_of(state: State, unit: str, enemy: str, struck: str, how: str) -> dict[str, Any]:
    contact = ContactNow(unit, enemy, "front", struck, state.turn, how)
    return {f"{enemy}|{unit}": None, contact.key: contact._asdict()}
