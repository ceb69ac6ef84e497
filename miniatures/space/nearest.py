"""Who is in an arc, who is near, and in which order. Equal distances are told by id, and noise never decides."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy
import shapely

from miniatures.measuring import TOLERANCE
from miniatures.space.arc_pairs import pairs_in_arc
from miniatures.space.footprint import Body, Disc, Footprint, cores


class Found(NamedTuple):
    """A body, and how far off it is."""

    id: str
    distance: float


def in_order(found: Iterable[Found]) -> tuple[Found, ...]:
    """Nearest first, then by id. Distances are compared to a millionth, for the last digits are noise."""
    return tuple(sorted(found, key=lambda one: (round(one.distance, 6), one.id)))


def targets(footprint: Footprint, others: Sequence[Body], half_angle: float, reach: float) -> tuple[Found, ...]:
    """Those with any part in the arc from the middle of the front, and how far that part is."""
    return all_targets((footprint,), others, half_angle, reach)[footprint.id]


def all_targets(
    firers: Sequence[Footprint], enemies: Sequence[Body], half_angle: float, reach: float | Sequence[float]
) -> dict[str, tuple[Found, ...]]:
    """The targets of every firer at once; `reach` is one for all, or one for each firer in order."""
    reaches = numpy.broadcast_to(numpy.asarray(reach, dtype=float), (len(firers),))
    groups = [[enemy for enemy in enemies if isinstance(enemy, kind)] for kind in (Footprint, Disc)]
    parts = [pairs_in_arc(firers, group, min(half_angle, 90.0), reaches) for group in groups if firers and group]
    if not parts:
        return {firer.id: () for firer in firers}
    ids = [enemy.id for group in groups for enemy in group]
    if len(parts) == 2:
        parts[1] = parts[1]._replace(columns=parts[1].columns + len(groups[0]))
    rows, columns, distances = (numpy.concatenate(column) for column in zip(*parts, strict=True))
    rank = numpy.empty(len(ids), dtype=int)
    rank[sorted(range(len(ids)), key=ids.__getitem__)] = numpy.arange(len(ids))
    order = numpy.lexsort((rank[columns], numpy.round(distances, 6), rows))
    found = list(map(Found, [ids[column] for column in columns[order].tolist()], distances[order].tolist()))
    bounds = numpy.searchsorted(rows[order], numpy.arange(len(firers) + 1)).tolist()
    return {firer.id: tuple(found[bounds[row] : bounds[row + 1]]) for row, firer in enumerate(firers)}


def within(body: Body, others: Sequence[Body], reach: float) -> tuple[Found, ...]:
    """Those whose outline comes so near, nearest first; the body itself is not among them."""
    return in_order(one for one in _around(body, others) if one.distance <= reach + TOLERANCE)


def nearest(body: Body, others: Sequence[Body]) -> Found | None:
    return min(_around(body, others), key=lambda one: (round(one.distance, 6), one.id), default=None)


def _around(body: Body, others: Sequence[Body]) -> list[Found]:
    others = [other for other in others if other.id != body.id]
    if not others:
        return []
    (own,), (own_radius,) = cores((body,))
    around, radii = cores(others)
    distances = numpy.maximum(shapely.distance(own, around) - radii - own_radius, 0.0)
    return [Found(other.id, distance) for other, distance in zip(others, distances.tolist(), strict=True)]
