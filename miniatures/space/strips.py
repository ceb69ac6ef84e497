"""The strip along a baseline in which an army sets up, and the stretches of it where nothing is in the way."""

from collections.abc import Callable

import shapely

from miniatures.measuring import TOLERANCE
from miniatures.space.ground import Ground
from miniatures.space.pose import Pose
from miniatures.space.table import Kind, Table, Zone

#: So far along the baseline from the left, and so far ahead of it.
Place = tuple[float, float]

GAP = 0.5
#: A stretch too narrow for two units is left empty: nobody sets up alone beyond a river.
NARROW = 8.0
#: As deep as the first lines stand.
DEEP = 5.0


def local_pose(table: Table, zone: Zone, along: float, ahead: float) -> Pose:
    """A place by the baseline: so far along it from the left, so far ahead of it, looking at the enemy."""
    if zone.edge == "south":
        return Pose(along, ahead, 0.0)
    if zone.edge == "north":
        return Pose(table.width - along, table.depth - ahead, 180.0)
    if zone.edge == "west":
        return Pose(ahead, table.depth - along, 90.0)
    return Pose(table.width - ahead, along, 270.0)


def strip(table: Table, zone: Zone, low: float, high: float) -> shapely.Polygon:
    """The ground between two distances from the baseline."""
    length = baseline_length(table, zone)
    corners = [local_pose(table, zone, *place) for place in ((0, low), (length, low), (length, high), (0, high))]
    return shapely.Polygon([(pose.x, pose.y) for pose in corners])


def baseline_length(table: Table, zone: Zone) -> float:
    return table.width if zone.edge in ("south", "north") else table.depth


def open_ground(
    table: Table, zone: Zone, ahead: float, barring: tuple[Kind, ...], scale: float = 1.0
) -> list[tuple[float, float]]:
    """The stretches of the baseline where nothing stands in the strip that no unit can stand in.

    Gaps are in inches; `scale` makes them as broad in another measure.
    """
    length = baseline_length(table, zone)
    origin = local_pose(table, zone, 0.0, 0.0)
    across = 0 if zone.edge in ("south", "north") else 1
    barred: list[tuple[float, float]] = []
    for _, shape in Ground(table).pieces(*barring):
        met = strip(table, zone, max(0.0, ahead - DEEP * scale), ahead).intersection(shape)
        if met.is_empty:
            continue
        along = [abs(point[across] - origin[across]) for point in shapely.get_coordinates(met)]
        barred.append((min(along) - GAP * scale, max(along) + GAP * scale))
    stretches: list[tuple[float, float]] = []
    start = GAP * scale
    for low, high in sorted(barred):
        if low - start >= NARROW * scale:
            stretches.append((start, low))
        start = max(start, high)
    if length - GAP * scale - start >= NARROW * scale:
        stretches.append((start, length - GAP * scale))
    return stretches or [(0.0, length)]


def part(stretches: list[tuple[float, float]], begins: float, ends: float) -> list[tuple[float, float]]:
    """The stretches between two marks, counted along open ground only."""
    found: list[tuple[float, float]] = []
    passed = 0.0
    for low, high in stretches:
        first, last = max(begins - passed, 0.0), min(ends - passed, high - low)
        if last - first > TOLERANCE:
            found.append((low + first, low + last))
        passed += high - low
    return found or [stretches[-1]]


def nearest_place(table: Table, zone: Zone, wanted: Place, fits: Callable[[Pose], bool], step: float = 0.5) -> Pose:
    """Where it is wanted if it fits there, else the nearest place of the strip; if there is none the players must see.

    Places are along the baseline and ahead of it.
    """
    if fits(pose := local_pose(table, zone, *wanted)):
        return pose
    length = int(baseline_length(table, zone))
    places = [
        (float(along), zone.depth - back * step)
        for along in range(length + 1)
        for back in range(int(zone.depth / step))
    ]
    places.sort(key=lambda place: (abs(place[0] - wanted[0]) + abs(place[1] - wanted[1]), place))
    return next(
        (pose for place in places if fits(pose := local_pose(table, zone, *place))), local_pose(table, zone, *wanted)
    )
