"""Where labels go: beside what they name, never over a piece or another label, on a thin line when they must move."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

from miniatures.draw.lettering import width
from miniatures.draw.sheet import Box, Point, between, box_around, distance

LINE = 1.12
"""From one line of words to the next, in letters."""
_STEPS = (0.0, 0.6, 1.1, 1.6, 2.3, 3.1, 4.0, 5.0, 6.0, 7.0)
"""How far a label may move off, in letters."""
_LEADER_FROM = 1.0


class Wanted(NamedTuple):
    """A label to be placed: `forms` are ways to break it into lines, the best first."""

    body: tuple[Box, ...]
    """The ground of what it names: one box, or several if that stands at a slant."""
    behind: Point
    forms: tuple[tuple[str, ...], ...]
    size: float
    """Of its letters, in table units."""
    bold: bool
    owner: int

    @property
    def around(self) -> Box:
        return box_around([corner for box in self.body for corner in (box[:2], box[2:])])


class Label(NamedTuple):
    """A label in its place; `leader` runs from it to its piece when it stands off."""

    owner: int
    lines: tuple[str, ...]
    box: Box
    size: float
    bold: bool
    leader: tuple[Point, Point] | None = None


class Cover(NamedTuple):
    """Ground that is taken, and by which piece."""

    box: Box
    owner: int


def label_box(lines: tuple[str, ...], size: float, bold: bool) -> tuple[float, float]:
    return max(width(line, bold) for line in lines) * size, (len(lines) - 1) * LINE * size + size


def placed(
    wanted: Sequence[Wanted], covers: Sequence[Cover], frame: Box, patience: int | None = None
) -> tuple[Label | None, ...]:
    """Each label in the best free place that is left, in the order given; None where none is.

    After more failures than `patience` the rest is not tried: they will be numbered.
    """
    taken: list[Box] = []
    lines: list[tuple[Point, Point]] = []
    found: list[Label | None] = []
    for want in wanted:
        tired = patience is not None and found.count(None) > patience
        label = None if tired else _first_free(want, covers, taken, lines, frame)
        if label:
            taken.append(label.box)
            if label.leader:
                lines.append(label.leader)
        found.append(label)
    return tuple(found)


def _first_free(
    want: Wanted,
    covers: Sequence[Cover],
    taken: Sequence[Box],
    lines: Sequence[tuple[Point, Point]],
    frame: Box,
) -> Label | None:
    broadest = max(label_box(form, want.size, want.bold)[0] for form in want.forms)
    reach = want.around.grown((_STEPS[-1] + 2) * want.size + broadest)
    near = [cover for cover in covers if cover.box.overlaps(reach)]
    labels = [box for box in taken if box.overlaps(reach)]
    strangers = [cover.box for cover in near if cover.owner != want.owner]
    blocked = [*labels, *(cover.box for cover in near)]
    doubtful: Label | None = None
    for _, form, box, gap in sorted(_candidates(want), key=lambda one: one[0]):
        air = box.grown(want.size * 0.06)
        if not box.within(frame) or any(air.overlaps(other) for other in blocked):
            continue
        if any(_crosses(line, box) for line in lines):
            continue
        label = Label(want.owner, form, box, want.size, want.bold)
        beside = gap <= _LEADER_FROM * want.size
        if beside and _plainly_its_own(box, want.body, strangers):
            return label
        if beside and doubtful is not None:
            continue
        leader = _leader(box, want.body)
        if any(_crosses(leader, other) for other in (*labels, *strangers)):
            continue
        if not beside:
            return label._replace(leader=leader)
        doubtful = label._replace(leader=leader)
    return doubtful


def _plainly_its_own(box: Box, body: Sequence[Box], strangers: Sequence[Box]) -> bool:
    """A label without a line must stand nearer to its piece than to any other, or it names the wrong one."""
    own = min(_off(box.centre, part) for part in body)
    return all(own < _off(box.centre, other) for other in strangers)


def _off(point: Point, box: Box) -> float:
    across = max(box.left - point[0], 0.0, point[0] - box.right)
    down = max(box.top - point[1], 0.0, point[1] - box.bottom)
    return hypot(across, down)


def _candidates(want: Wanted) -> Iterator[tuple[float, tuple[str, ...], Box, float]]:
    """Places around the piece with what each costs: moving off, leaving the rear and more lines all cost."""
    for form_number, form in enumerate(want.forms):
        wide, high = label_box(form, want.size, want.bold)
        spots = _beside(want.around, wide, high) if len(want.body) == 1 else _around(want, wide, high)
        for place, (x, y, across, down) in enumerate(spots):
            rear = across * want.behind[0] + down * want.behind[1]
            for step in _STEPS:
                gap = want.size * (0.22 + step)
                cost = step * 1.1 + (1 - rear) * 0.55 + form_number * 0.35 + place * 0.01 + _corner(across, down)
                left, top = x + _whole(across) * gap, y + _whole(down) * gap
                yield cost, form, Box(left, top, left + wide, top + high), gap


def _whole(part: float) -> float:
    """A label aligned with its piece moves straight off, not to the side."""
    return 0.0 if abs(part) <= 0.2 else part


def _corner(across: float, down: float) -> float:
    """Over a corner a label stands beside the neighbour as much as beside its own piece."""
    return 0.6 if abs(across) == abs(down) else 0.0


def _beside(around: Box, wide: float, high: float) -> tuple[tuple[float, float, float, float], ...]:
    """Left top corners that touch an upright piece, each with the direction it lies in."""
    left, right, above, below = around.left - wide, around.right, around.top - high, around.bottom
    middle, level = around.centre[0] - wide / 2, around.centre[1] - high / 2
    return (
        (middle, below, 0.0, 1.0), (middle, above, 0.0, -1.0), (right, level, 1.0, 0.0), (left, level, -1.0, 0.0),
        (around.left, below, -0.2, 1.0), (around.right - wide, below, 0.2, 1.0),
        (around.left, above, -0.2, -1.0), (around.right - wide, above, 0.2, -1.0),
        (right, below, 0.8, 0.8), (left, below, -0.8, 0.8), (right, above, 0.8, -0.8), (left, above, -0.8, -0.8),
    )  # fmt: skip


def _around(want: Wanted, wide: float, high: float) -> Iterator[tuple[float, float, float, float]]:
    """The same for a piece at a slant: from its centre outwards till the label is clear of it."""
    x, y = want.around.centre
    stride = want.size * 0.25
    for turn in range(16):
        across, down = cos(turn * pi / 8), sin(turn * pi / 8)
        left, top = x - wide / 2, y - high / 2
        while any(Box(left, top, left + wide, top + high).overlaps(part) for part in want.body):
            left, top = left + across * stride, top + down * stride
        yield left, top, across, down


def _leader(box: Box, body: Sequence[Box]) -> tuple[Point, Point]:
    """From the near edge of the label into the nearest part of its piece."""
    part = min(body, key=lambda one: _off(box.centre, one))
    x, y = part.centre
    start = min(max(x, box.left), box.right), min(max(y, box.top), box.bottom)
    end = min(max(start[0], part.left), part.right), min(max(start[1], part.top), part.bottom)
    return start, between(end, part.centre, 0.25)


def _crosses(line: tuple[Point, Point], box: Box) -> bool:
    """Whether a line runs through a box, tried at points closer together than a label is high."""
    thin = max(min(box.right - box.left, box.bottom - box.top) / 2, distance(*line) / 60, 1e-6)
    steps = int(distance(*line) / thin) + 2
    return any(
        box.left < x < box.right and box.top < y < box.bottom
        for x, y in (between(*line, step / steps) for step in range(steps + 1))
    )
