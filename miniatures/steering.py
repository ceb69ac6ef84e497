"""A piece dragged on the drawn table: what that means, where it would really end, and what stands against it.

The system says which of its actions a gesture may mean; everything else is asked of those actions, tried and not done.
"""

import math
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from miniatures.broken import BrokenInputError, unknown
from miniatures.dice import FaceDice, Throw
from miniatures.faces import marks_of
from miniatures.game import merged
from miniatures.ruling import Refusal, Sum
from miniatures.scene import Piece, Scene
from miniatures.systems.playing import Spent
from miniatures.systems.pointing import Gesture, Meant
from miniatures.tracker import Playing, Proposed, propose, refusals_of

#: What hands push together never lies flush to the last hair: so much of the table may be shared.
SLIVER = 0.05
#: More throws than any action has.
MOST_THROWS = 500
#: What the players say when a piece stands where no rule brought it.
AS_ON_TABLE = "the real table shows it so"


class Steer(NamedTuple):
    """One thing that a gesture may mean, tried: where the pieces would stand, what it takes, what is against it."""

    meant: Meant
    ghosts: tuple[Piece, ...] = ()
    """The pieces that would stand elsewhere; where dice decide, as far as they can bring them."""
    least: tuple[Piece, ...] = ()
    """Where dice decide: the same with the lowest of them."""
    spent: Spent | None = None
    refusals: tuple[Refusal, ...] = ()
    sums: tuple[Sum, ...] = ()
    notes: tuple[str, ...] = ()
    thrown: bool = False
    overlaps: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    """Who would stand over the edge of the table."""
    broken: tuple[str, ...] = ()
    """Why it cannot even be tried."""


class Steered(NamedTuple):
    """Everything that a gesture may mean, likeliest first. The last is always to be placed there by hand."""

    unit: str
    steers: tuple[Steer, ...]


class SameFace(FaceDice):
    """Dice of which each shows its highest or its lowest face: the best or the worst that can come of a throw."""

    def __init__(self, *, highest: bool) -> None:
        super().__init__()
        self.highest = highest

    def _show(self, count: int, sides: Literal[6, 10], purpose: str, read: Any) -> tuple[int, ...]:
        if len(self.throws) > MOST_THROWS:  # equal faces tie for ever
            raise BrokenInputError(f"{purpose}: it is thrown again and again")
        marks = marks_of(sides, read)
        return (max(marks) if self.highest else min(marks),) * count


def steered(playing: Playing, unit: str, gesture: Gesture, most: int | None = None) -> Steered:
    """What a gesture may mean, at most so many things of it before the last."""
    data = playing.file.state  # once: others may write meanwhile
    state = playing.rules.load(playing.setup, data)
    before = playing.rules.scene(state)
    piece = _piece(before, unit)
    try:
        meant = list(playing.rules.steer(state, piece.name, gesture))[:most]
    except BrokenInputError:
        raise BrokenInputError(f"{piece.name} goes where he was sent, and no hand moves him") from None
    steers = [_tried(playing, data, state, before, one) for one in meant]
    by_hand = Meant(AS_ON_TABLE, "place", _placed(piece, gesture))
    placed = _tried(playing, data, state, before, by_hand)
    if not placed.refusals:
        placed = placed._replace(meant=by_hand._replace(what="place it here"))
    return Steered(piece.name, (*steers, placed))


def _piece(scene: Scene, name: str) -> Piece:
    if scene.table is None:
        raise BrokenInputError("this game has no map; nothing on it can be dragged")
    found = next((piece for piece in scene.pieces if piece.name == name), None)
    if found is None:
        raise BrokenInputError(unknown(name, "a piece on the table", [piece.name for piece in scene.pieces]))
    return found


def _placed(piece: Piece, gesture: Gesture) -> dict[str, Any]:
    """The words that place it exactly where the hand holds it. A disc has no front."""
    if len(piece.outline) != 4:
        return {"unit": piece.name, "x": round(gesture.x, 2), "y": round(gesture.y, 2)}
    from miniatures.space.dragging import dragged
    from miniatures.space.footprint import Footprint
    from miniatures.space.pose import Pose

    left, right, rear, _ = piece.outline
    facing = math.degrees(math.atan2(left[1] - right[1], right[0] - left[0])) % 360
    middle = Pose((left[0] + right[0]) / 2, (left[1] + right[1]) / 2, facing)
    body = Footprint(piece.name, middle, math.dist(left, right), math.dist(right, rear))
    x, y, turned = dragged(body, gesture.part, gesture.place, gesture.facing).pose
    return {"unit": piece.name, "x": round(x, 2), "y": round(y, 2), "facing": round(turned, 1)}


def _tried(playing: Playing, data: dict[str, Any], state: Any, before: Scene, meant: Meant) -> Steer:
    try:
        proposed = propose(playing, meant.action, meant.words, state=state)
    except BrokenInputError as fault:
        return Steer(meant, broken=tuple(fault.lines))
    refusals = refusals_of(proposed)
    sums = tuple(proposed.procedure.sums(proposed.facts)) if proposed.procedure else ()
    spent = proposed.plan.spends(proposed.facts) if proposed.plan.spends else None
    steer = Steer(meant, (), (), spent, refusals, sums, proposed.plan.notes)
    try:
        ghosts, throws = _after(playing, data, proposed, before, SameFace(highest=True))
    except BrokenInputError:  # nobody can do it, whatever they agree on
        return steer
    least = _after(playing, data, proposed, before, SameFace(highest=False))[0] if throws else ()
    return steer._replace(
        ghosts=ghosts,
        least=least,
        thrown=bool(throws),
        overlaps=_overlapped(before, ghosts),
        leaves=_over_the_edge(before, ghosts),
    )


def _after(
    playing: Playing, data: dict[str, Any], proposed: Proposed, before: Scene, dice: FaceDice
) -> tuple[tuple[Piece, ...], Sequence[Throw]]:
    """The pieces that stand elsewhere after the action, and what was thrown for it."""
    outcome = proposed.procedure.resolve(proposed.facts, dice) if proposed.procedure else None
    changes = proposed.plan.conclude(proposed.facts, outcome).changes
    after = playing.rules.scene(playing.rules.load(playing.setup, merged(data, changes)))
    stood = {piece.name: (piece.outline, piece.centre) for piece in before.pieces}
    moved = (piece for piece in after.pieces if stood.get(piece.name) != (piece.outline, piece.centre))
    return tuple(moved), dice.throws


def _overlapped(before: Scene, ghosts: Sequence[Piece]) -> tuple[str, ...]:
    """Those on whom somebody would stand."""
    import shapely

    going = {ghost.name for ghost in ghosts}
    still = [(one.name, shapely.Polygon(one.outline)) for one in before.pieces if one.outline and one.name not in going]
    bodies = [shapely.Polygon(ghost.outline) for ghost in ghosts if ghost.outline]
    return tuple(name for name, shape in still if any(body.intersection(shape).area > SLIVER for body in bodies))


def _over_the_edge(before: Scene, ghosts: Sequence[Piece]) -> tuple[str, ...]:
    from miniatures.measuring import TOLERANCE

    table = before.table
    assert table is not None

    def off(x: float, y: float) -> bool:
        return max(-x, -y, x - table.width, y - table.depth) > TOLERANCE

    return tuple(ghost.name for ghost in ghosts if any(off(*point) for point in ghost.outline or (ghost.centre,)))
