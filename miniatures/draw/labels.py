"""Where labels go: beside what they name, never over a piece or another label, on a thin line when they must move."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from miniatures.draw.lettering import width
from miniatures.draw.sheet import Box, Point, between, distance

LINE = 1.12
"""From one line of words to the next, in letters."""
_STEPS = (0.0, 0.5, 1.0, 1.6, 2.3, 3.1, 4.0, 5.0, 6.0, 7.0)
"""How far a label may move off, in letters."""
_LEADER_FROM = 0.95


class Wanted(NamedTuple):
    """A label to be placed: `forms` are ways to break it into lines, the best first."""

    around: Box
    behind: Point
    forms: tuple[tuple[str, ...], ...]
    size: float
    """Of its letters, in table units."""
    bold: bool
    owner: int


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


def placed(wanted: Sequence[Wanted], covers: Sequence[Cover], frame: Box) -> tuple[Label | None, ...]:
    """Each label in the best free place that is left, in the order given; None where none is."""
    taken: list[Box] = []
    lines: list[tuple[Point, Point]] = []
    found: list[Label | None] = []
    for want in wanted:
        label = _first_free(want, covers, taken, lines, frame)
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
    reach = want.around.grown(
        (_STEPS[-1] + 2) * want.size + max(label_box(form, want.size, want.bold)[0] for form in want.forms)
    )
    near = [cover for cover in covers if cover.box.overlaps(reach)]
    labels = [box for box in taken if box.overlaps(reach)]
    strangers = [cover.box for cover in near if cover.owner != want.owner]
    ambiguous: Label | None = None
    for _, lines_of_words, box, gap in sorted(_candidates(want), key=lambda one: one[0]):
        if not box.within(frame):
            continue
        air = box.grown(want.size * 0.06)
        if any(air.overlaps(other) for other in labels) or any(air.overlaps(cover.box) for cover in near):
            continue
        if any(_crosses(line, box) for line in lines):
            continue
        leader = _leader(box, want.around)
        led = not any(_crosses(leader, other) for other in (*labels, *strangers))
        if gap <= _LEADER_FROM * want.size and _plainly_its_own(box, want.around, strangers):
            return Label(want.owner, lines_of_words, box, want.size, want.bold)
        if led and gap > _LEADER_FROM * want.size:
            return Label(want.owner, lines_of_words, box, want.size, want.bold, leader)
        if led and ambiguous is None:
            ambiguous = Label(want.owner, lines_of_words, box, want.size, want.bold, leader)
    return ambiguous


def _plainly_its_own(box: Box, around: Box, strangers: Sequence[Box]) -> bool:
    """A label without a line must stand nearer to its piece than to any other, or it names the wrong one."""
    centre = box.centre
    own = _off(centre, around)
    return all(own < _off(centre, other) for other in strangers)


def _off(point: Point, box: Box) -> float:
    across = max(box.left - point[0], 0.0, point[0] - box.right)
    down = max(box.top - point[1], 0.0, point[1] - box.bottom)
    return hypot(across, down)


def _candidates(want: Wanted) -> Iterator[tuple[float, tuple[str, ...], Box, float]]:
    """Places around the piece with what each costs: moving off, leaving the rear and more lines all cost."""
    around, size = want.around, want.size
    middle_x, middle_y = around.centre
    for form_number, form in enumerate(want.forms):
        wide, high = label_box(form, size, want.bold)
        for step in _STEPS:
            gap = size * (0.22 + step)
            left, right = around.left - gap - wide, around.right + gap
            above, below = around.top - gap - high, around.bottom + gap
            x_middle, y_middle = middle_x - wide / 2, middle_y - high / 2
            spots = (
                (x_middle, below, 0.0, 1.0),
                (x_middle, above, 0.0, -1.0),
                (right, y_middle, 1.0, 0.0),
                (left, y_middle, -1.0, 0.0),
                (around.left, below, -0.2, 1.0),
                (around.right - wide, below, 0.2, 1.0),
                (around.left, above, -0.2, -1.0),
                (around.right - wide, above, 0.2, -1.0),
                (right, below, 0.8, 0.8),
                (left, below, -0.8, 0.8),
                (right, above, 0.8, -0.8),
                (left, above, -0.8, -0.8),
            )
            for place, (x, y, across, down) in enumerate(spots):
                rear = across * want.behind[0] + down * want.behind[1]
                cost = step * 1.1 + (1 - rear) * 0.55 + form_number * 0.35 + place * 0.01
                yield cost, form, Box(x, y, x + wide, y + high), gap


def _leader(box: Box, around: Box) -> tuple[Point, Point]:
    """From the near edge of the label to the near edge of its piece."""
    x, y = around.centre
    start = min(max(x, box.left), box.right), min(max(y, box.top), box.bottom)
    end = min(max(start[0], around.left), around.right), min(max(start[1], around.top), around.bottom)
    return start, between(end, around.centre, 0.25)


def _crosses(line: tuple[Point, Point], box: Box) -> bool:
    """Whether a line runs through a box, tried at points closer together than a label is high."""
    thin = max(min(box.right - box.left, box.bottom - box.top) / 2, distance(*line) / 60, 1e-6)
    steps = int(distance(*line) / thin) + 2
    return any(
        box.left < x < box.right and box.top < y < box.bottom
        for x, y in (between(*line, step / steps) for step in range(steps + 1))
    )
