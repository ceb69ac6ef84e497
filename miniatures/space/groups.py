"""Bodies that stand together: groups that touch, or have only small gaps between them."""

from collections.abc import Sequence

import shapely

from miniatures.measuring import CONTACT, TOLERANCE
from miniatures.space.arcs import NOISE
from miniatures.space.footprint import Body, distance, polygons


def groups(bodies: Sequence[Body], gap: float = CONTACT) -> tuple[tuple[str, ...], ...]:
    """The ids of bodies that touch, or have gaps of at most that size between them; one on its own is a group too."""
    neighbours = _neighbours(bodies, gap)
    left = set(range(len(bodies)))
    found = []
    while left:
        connected = _connected(min(left), neighbours)
        left -= connected
        found.append(tuple(sorted(bodies[number].id for number in connected)))
    return tuple(sorted(found))


def _neighbours(bodies: Sequence[Body], gap: float) -> dict[int, set[int]]:
    outlines = polygons(bodies)
    near: dict[int, set[int]] = {number: set() for number in range(len(bodies))}
    if bodies:
        # The outlines of discs are polygons, and a little smaller than they are: their distances are true.
        one, other = shapely.STRtree(outlines).query(outlines, predicate="dwithin", distance=gap + TOLERANCE)
        for number, neighbour in zip(one.tolist(), other.tolist(), strict=True):
            if distance(bodies[number], bodies[neighbour]) <= gap + NOISE:
                near[number].add(neighbour)
    return near


def _connected(start: int, neighbours: dict[int, set[int]]) -> set[int]:
    found, open_ones = {start}, [start]
    while open_ones:
        fresh = neighbours[open_ones.pop()] - found
        found |= fresh
        open_ones += fresh
    return found
