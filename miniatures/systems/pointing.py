"""What players do with a finger on the drawn table: look from a unit at its enemies, and drag it somewhere.

A system says what a gesture means in the words of its own actions, and what a unit has before it. What that costs,
where it ends and what stands against it is asked of the actions themselves: see `miniatures.sighting` and
`miniatures.steering`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from miniatures.ruling import Refusal
from miniatures.space.pose import Point

if TYPE_CHECKING:
    from miniatures.space.looking import Looked
    from miniatures.systems.playing import Plan


class Gesture(NamedTuple):
    """A piece dragged: its body so that the middle of its front comes to a place, one of its front corners to a
    place, or only turned to a facing.
    """

    part: Literal["body", "left", "right", "turn"]
    x: float
    y: float
    facing: float | None = None
    """Degrees clockwise from north, where the hand turned it as well."""

    @property
    def place(self) -> Point:
        return self.x, self.y


class Meant(NamedTuple):
    """An action that a gesture may mean, and its words."""

    what: str
    action: str
    words: Mapping[str, Any]


class Band(NamedTuple):
    """A part of the fan that a unit shoots in: from one range to the next, with what the sheet says of it."""

    outline: tuple[Point, ...]
    words: str
    reach: float
    rim: Point
    """Its farthest place straight ahead."""


class Sighted(NamedTuple):
    """An enemy before a unit: how far, along which line, and what the unit would do to it."""

    name: str
    distance: float
    line: "Looked"
    act: Meant
    plan: "Plan"
    """Of that action, as measured: much of what it takes is the same for all of them."""


class Sighting(NamedTuple):
    """What a unit has before it: the bands of its fan, every enemy in it or near it, and whom it must shoot at."""

    unit: str
    weapon: str
    bands: tuple[Band, ...] = ()
    enemies: tuple[Sighted, ...] = ()
    compulsory: str = ""
    """The enemy at whom it shoots unless another is named."""
    against: tuple[Refusal, ...] = ()
    """What keeps it from all of them alike."""
