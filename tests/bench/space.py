"""Targets in arc for a whole side at once, beside a careful loop of plain shapely calls.

The loop is a fair one: outlines are made once for all, the arc once for each firer, and it asks for the arc before
the distance. It does less than we do: it measures to the nearest point of a target even where that is out of arc, its
arc is a polygon and no circle, and it does not sort.
"""

from collections.abc import Iterator
from functools import partial
from random import Random

import shapely

from miniatures.space.arcs import fan_from_centre, fan_outline
from miniatures.space.footprint import Footprint
from miniatures.space.nearest import all_targets
from miniatures.space.pose import Pose
from tests.bench.timing import side_by_side

_HALF_ANGLE, _REACH = 45.0, 24.0
_SIZES: dict[int, tuple[float | None, int]] = {40: (0.5, 15), 100: (None, 11), 400: (0.15, 5)}

Armies = tuple[list[Footprint], list[Footprint]]
Targets = dict[str, dict[str, float]]


def lines() -> Iterator[str]:
    yield "(d) targets in arc, all units of a side, in milliseconds"
    for units, (goal, repetitions) in _SIZES.items():
        demand_equal(_armies(units))
        times = side_by_side({"ours": ours, "loop": loop}, partial(_armies, units), repetitions=repetitions)
        ratio = times["ours"].ratio_to(times["loop"])
        beside = f", goal {goal:.2f} {'met' if ratio <= goal else 'missed'}" if goal else ""
        yield (
            f"    {units:>3} a side   ours {times['ours'].best * 1000:7.2f}"
            f"   plain shapely loop {times['loop'].best * 1000:7.2f}   ours/this {ratio:.2f}{beside}"
        )


def ours(armies: Armies) -> Targets:
    return {firer: dict(found) for firer, found in all_targets(*armies, _HALF_ANGLE, _REACH).items()}


def loop(armies: Armies) -> Targets:
    firers, enemies = armies
    outlines = [(enemy.id, shapely.Polygon(enemy.corners)) for enemy in enemies]
    found = {}
    for firer in firers:
        arc = shapely.Polygon(fan_outline(fan_from_centre(firer, _HALF_ANGLE, _REACH)))
        origin = shapely.Point(firer.pose.x, firer.pose.y)
        found[firer.id] = {name: origin.distance(outline) for name, outline in outlines if arc.intersects(outline)}
    return found


def demand_equal(armies: Armies) -> None:
    """But for targets at the rim, between the circle and the polygon that stands for it."""
    own, theirs = ours(armies), loop(armies)
    for firer, found in theirs.items():
        different = own[firer].keys() ^ found.keys()
        if any((own[firer] | found)[name] < _REACH - 0.05 for name in different):
            raise AssertionError(f"{firer}: the loop finds {found}, ours {own[firer]}")


def _armies(units: int) -> Armies:
    """Two battles face each other, ten abreast for each hundred, ranks of units behind each other."""
    chance = Random(1461)
    columns = max(10, units // 10)

    def army(name: str, baseline: float, facing: float) -> list[Footprint]:
        return [
            Footprint(
                f"{name} {number}",
                Pose(
                    number % columns * 5.0 + chance.uniform(-0.4, 0.4),
                    baseline - (number // columns) * 4.0 * (1 if facing < 90 else -1) + chance.uniform(-0.4, 0.4),
                    (facing + chance.uniform(-20, 20)) % 360,
                ),
                4.0,
                2.0,
            )
            for number in range(units)
        ]

    return army("York", 0.0, 0.0), army("Lancaster", 12.0, 180.0)
