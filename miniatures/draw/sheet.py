"""The sheet of paper a table is drawn on: which way is up, and how large a letter is on it."""

from math import hypot
from typing import NamedTuple

from miniatures.draw.lettering import FAMILIES
from miniatures.draw.markup import Attribute, tag, text

Point = tuple[float, float]


class Box(NamedTuple):
    """An upright rectangle on the sheet, y running down."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box") -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def within(self, other: "Box") -> bool:
        return (
            self.left >= other.left
            and self.right <= other.right
            and self.top >= other.top
            and self.bottom <= other.bottom
        )

    def grown(self, by: float) -> "Box":
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def box_around(corners: "list[Point] | tuple[Point, ...]") -> Box:
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(across), min(down), max(across), max(down))


class Sheet(NamedTuple):
    """Everything on it is measured in table units; what must keep its size on the screen is measured in letters."""

    width: float
    depth: float
    measure: str
    pixel: float
    letter: float
    """The size of an ordinary letter, in table units."""
    identity: str
    """Begins every id, so that two pictures on one page do not share theirs."""

    def at(self, point: tuple[float, float]) -> Point:
        """North is up: the y of a table runs up, that of a picture down."""
        return point[0], self.depth - point[1]

    def line(self, pixels: float) -> float:
        return pixels * self.pixel

    def words(
        self, said: str, x: float, y: float, size: float = 1.0, bold: bool = False, **attributes: Attribute
    ) -> str:
        """One line of words at a baseline, `size` in letters."""
        return tag(
            "text",
            text(said),
            x=x,
            y=y,
            font_size=self.letter * size,
            font_weight="bold" if bold else None,
            **attributes,
        )

    def halo(self) -> dict[str, Attribute]:
        """A rim of paper around letters, so that they read over trees and contour lines."""
        return {
            "paint_order": "stroke",
            "stroke": "#fffdf6",
            "stroke_width": self.letter * 0.32,
            "stroke_linejoin": "round",
            "stroke_opacity": 0.9,
        }


def between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def distance(start: Point, end: Point) -> float:
    return hypot(end[0] - start[0], end[1] - start[1])


def towards(start: Point, end: Point) -> Point:
    """The direction from one point to another as a step of length one."""
    length = distance(start, end) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


__all__ = ["FAMILIES", "Box", "Point", "Sheet", "between", "box_around", "distance", "towards"]
