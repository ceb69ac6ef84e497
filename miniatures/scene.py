"""A moment of a game as a picture needs it: the table and what stands on it. Systems make it, `draw` draws it."""

from typing import NamedTuple

from miniatures.space.pose import Point, Pose
from miniatures.space.table import Table


class Piece(NamedTuple):
    """A unit, leader or messenger on the table.

    `outline` runs front left, front right, rear right, rear left; a disc has no outline but a `centre` and a
    `diameter`. `marks` are words such as "in rout" or "in melee", `words` is all there is to say of it.
    """

    name: str
    side: int
    outline: tuple[Point, ...] = ()
    centre: Point = (0.0, 0.0)
    diameter: float = 0.0
    label: str = ""
    arm: str = ""
    """foot, bow, horse, gun, leader or messenger: which sign it bears."""
    strength: str = ""
    marks: tuple[str, ...] = ()
    words: str = ""


def rectangle(pose: Pose, width: float, depth: float) -> tuple[Point, ...]:
    """The outline of a body with the middle of its front at the pose."""
    half, at = width / 2, pose.point
    return at(0, -half), at(0, half), at(-depth, half), at(-depth, -half)


class Trail(NamedTuple):
    """Where a piece came from, this turn."""

    name: str
    side: int
    points: tuple[Point, ...]


class Area(NamedTuple):
    """A region to tint over the table: an arc of fire, a reach."""

    outline: tuple[Point, ...]
    side: int
    words: str = ""


class Scene(NamedTuple):
    """Everything on the table at one moment. Without a table there is nothing to draw."""

    title: str
    sides: tuple[str, ...]
    table: Table | None = None
    pieces: tuple[Piece, ...] = ()
    trails: tuple[Trail, ...] = ()
    areas: tuple[Area, ...] = ()
