"""Bodies that stand together: groups that touch, and chains of gaps that are small enough."""

from collections.abc import Sequence

import shapely

from miniatures.measuring import CONTACT
from miniatures.space.arcs import NOISE
from miniatures.space.footprint import Body, polygons


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


def continuous_line(bodies: Sequence[Body], leader: Body, gap: float) -> frozenset[str]:
    """The ids of those connected to the leader by a chain of gaps of at most that size; not the leader's own."""
    others = [body for body in bodies if body.id != leader.id]
    connected = _connected(0, _neighbours([leader, *others], gap))
    return frozenset(others[number - 1].id for number in connected if number)


def _neighbours(bodies: Sequence[Body], gap: float) -> dict[int, set[int]]:
    outlines = polygons(bodies)
    near: dict[int, set[int]] = {number: set() for number in range(len(bodies))}
    if bodies:
        one, other = shapely.STRtree(outlines).query(outlines, predicate="dwithin", distance=gap + NOISE)
        for number, neighbour in zip(one.tolist(), other.tolist(), strict=True):
            near[number].add(neighbour)
    return near


def _connected(start: int, neighbours: dict[int, set[int]]) -> set[int]:
    found, open_ones = {start}, [start]
    while open_ones:
        fresh = neighbours[open_ones.pop()] - found
        found |= fresh
        open_ones += fresh
    return found
