"""The shape of a piece of terrain on the sheet: its outline, what lies inside, and where small signs may stand.

Plain arithmetic, for pictures only: the truth about distances is measured in `space`.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import NamedTuple

from miniatures.draw.sheet import Box, Point, Sheet, between, box_around, distance, towards
from miniatures.space.table import Terrain


class Shape(NamedTuple):
    """A closed ring, or a line with a width. Points are on the sheet, y down."""

    points: tuple[Point, ...]
    closed: bool
    width: float = 0.0

    def holds(self, point: Point) -> bool:
        if self.closed:
            return _inside(self.points, point)
        return any(_off_line(point, start, end) <= self.width / 2 for start, end in pairwise(self.points))

    def box(self) -> Box:
        return box_around(self.points).grown(0 if self.closed else self.width / 2)

    def sides(self) -> Iterator[tuple[Point, Point]]:
        ring = (*self.points, self.points[0]) if self.closed else self.points
        return pairwise(ring)

    def middle(self) -> Point:
        """A point well inside: the middle of the longest stretch of a line, or near the centre of an area."""
        if not self.closed:
            start, end = max(self.sides(), key=lambda side: distance(*side))
            return between(start, end, 0.5)
        box = self.box()
        if self.holds(box.centre):
            return box.centre
        grid = [
            (box.left + (box.right - box.left) * across / 12, box.top + (box.bottom - box.top) * down / 12)
            for across in range(1, 12)
            for down in range(1, 12)
        ]
        inside = [point for point in grid if self.holds(point)] or list(self.points)
        return min(inside, key=lambda point: distance(point, box.centre))


def shape_of(terrain: Terrain, sheet: Sheet, thinnest: float) -> Shape:
    """`thinnest` is how broad a line without a width is drawn."""
    if terrain.circle is not None:
        x, y, radius = terrain.circle
        turns = [2 * pi * step / 48 for step in range(48)]
        return Shape(tuple(sheet.at((x + radius * cos(turn), y + radius * sin(turn))) for turn in turns), closed=True)
    if terrain.area:
        return Shape(tuple(sheet.at(point) for point in terrain.area), closed=True)
    return Shape(tuple(sheet.at(point) for point in terrain.line), closed=False, width=terrain.width or thinnest)


def scattered(shape: Shape, step: float, room: float) -> list[Point]:
    """Places for little trees and tents: an even scatter that looks chance but is always the same.

    `room` is how far from the edge a sign keeps, so that none is cut off.
    """
    box = shape.box()
    rows, columns = int((box.bottom - box.top) / step) + 1, int((box.right - box.left) / step) + 1
    found: list[Point] = []
    for row in range(rows + 1):
        for column in range(columns + 1):
            stir_x = ((row * 7 + column * 13) % 5 - 2) / 12
            stir_y = ((row * 11 + column * 5) % 7 - 3) / 16
            x = box.left + (column + 0.5 * (row % 2) + stir_x) * step
            y = box.top + (row + 0.5 + stir_y) * step
            around = ((x - room, y), (x + room, y), (x, y - room), (x, y + room))
            if all(shape.holds(point) for point in around):
                found.append((x, y))
    return found or [shape.middle()]


def along(shape: Shape, step: float) -> list[tuple[Point, Point]]:
    """Points along the edge, each with the direction to its inside: to the left of a line as it is walked."""
    found: list[tuple[Point, Point]] = []
    turn = _turn(shape.points) if shape.closed else 1.0
    for start, end in shape.sides():
        length = distance(start, end)
        number = max(1, round(length / step))
        forward = towards(start, end)
        inward = (forward[1] * turn, -forward[0] * turn)
        found += [(between(start, end, (place + 0.5) / number), inward) for place in range(number)]
    return found


def _turn(ring: tuple[Point, ...]) -> float:
    area = sum(start[0] * end[1] - end[0] * start[1] for start, end in zip(ring, (*ring[1:], ring[0]), strict=True))
    return -1.0 if area > 0 else 1.0


def _inside(ring: tuple[Point, ...], point: Point) -> bool:
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def _off_line(point: Point, start: Point, end: Point) -> float:
    across, down = end[0] - start[0], end[1] - start[1]
    square = across * across + down * down
    part = ((point[0] - start[0]) * across + (point[1] - start[1]) * down) / square if square else 0.0
    part = min(1.0, max(0.0, part))
    return hypot(point[0] - start[0] - across * part, point[1] - start[1] - down * part)
