"""Looking and dragging on the drawn table of any game, as tests say it, and the whole table turned or shifted."""

import math
from typing import NamedTuple

from hypothesis import strategies

from miniatures.scene import Piece
from miniatures.sighting import Sights, Stamp, sights
from miniatures.space.pose import Point, direction
from miniatures.steering import Steer, Steered, steered
from miniatures.systems.pointing import Gesture
from tests.systems.gaming import AnyGame


def drag(game: AnyGame, name: str, x: float, y: float, facing: float | None = None, part: str = "body") -> Steered:
    assert part in ("body", "left", "right", "turn")
    return steered(game.playing, name, Gesture(part, x, y, facing))  # type: ignore[arg-type]


def asked(game: AnyGame, name: str, x: float, y: float, facing: float | None = None, part: str = "body") -> Steer:
    """What a gesture means first of all."""
    return drag(game, name, x, y, facing, part).steers[0]


def front(piece: Piece) -> tuple[float, float, float]:
    """The middle of a ghost's front, and its facing."""
    left, right = piece.outline[:2]
    facing = math.degrees(math.atan2(left[1] - right[1], right[0] - left[0])) % 360
    return (left[0] + right[0]) / 2, (left[1] + right[1]) / 2, facing


def rules_of(steer: Steer | Stamp) -> set[str]:
    return {refusal.rule for refusal in steer.refusals}


def seen(game: AnyGame, name: str) -> tuple[Sights, dict[str, Stamp]]:
    found = sights(game.playing, name)
    return found, {one.name: one for one in found.enemies}


class Turned(NamedTuple):
    """The whole table turned by quarters about a middle, and then shifted."""

    quarters: int
    x: float
    y: float
    middle: Point

    def point(self, point: Point) -> Point:
        east, north = direction(90.0 * self.quarters)
        x, y = point[0] - self.middle[0], point[1] - self.middle[1]
        return x * north + y * east + self.middle[0] + self.x, y * north - x * east + self.middle[1] + self.y

    def facing(self, degrees: float) -> float:
        return (degrees + 90 * self.quarters) % 360


def turns(middle: Point, far: int) -> strategies.SearchStrategy[Turned]:
    """Quarter turns about a middle, and shifts of so much at most."""
    by = strategies.integers(-far, far).map(float)
    return strategies.builds(Turned, strategies.integers(0, 3), by, by, strategies.just(middle))
