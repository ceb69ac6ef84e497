"""Strength over time as a small SVG: what each side has left after each turn."""

from collections.abc import Sequence
from typing import NamedTuple

from miniatures.draw.lettering import FAMILIES, width
from miniatures.draw.markup import Attribute, number, path, points, tag, text
from miniatures.draw.palette import FAINT, GRID, INK, PAPER, side_colours
from miniatures.draw.sheet import Point

_WIDE, _HIGH = 500.0, 270.0
_LEFT, _TOP, _BOTTOM = 46.0, 18.0, 46.0


class Course(NamedTuple):
    """The strength of one side: at the start, then after each turn."""

    side: str
    strengths: tuple[int, ...]


def chart(courses: Sequence[Course], turns: Sequence[int], counts: str = "figures") -> str:
    """Lines over the turns. Sides differ in colour, in dashes and in the form of their points."""
    right = 24 + max((width(_end(course), bold=True) * 13 for course in courses), default=0)
    most = max((max(course.strengths, default=0) for course in courses), default=0)
    step = _step(most)
    highest = max(1, -(-most // step)) * step
    across = (_WIDE - _LEFT - right) / max(1, len(turns))

    def at(place: int, strength: float) -> Point:
        return _LEFT + across * place, _TOP + (_HIGH - _TOP - _BOTTOM) * (1 - strength / highest)

    parts = [tag("rect", width=_WIDE, height=_HIGH, fill=PAPER, rx=4)]
    for mark in range(0, highest + 1, step):
        y = at(0, mark)[1]
        parts.append(tag("path", d=path([(_LEFT, y), (_WIDE - right, y)]), stroke=GRID))
        parts.append(_words(f"{mark}", _LEFT - 8, y + 4, "end"))
    every = max(1, -(-len(turns) // 10))
    labels = ["start", *(str(turn) for turn in turns)]
    parts += [
        _words(label, at(place, 0)[0], _HIGH - _BOTTOM + 19, "middle")
        for place, label in enumerate(labels)
        if place % every == 0
    ]
    parts.append(_words("after turn", _LEFT + (_WIDE - _LEFT - right) / 2, _HIGH - 6, "middle"))
    parts += [
        _line(side, [at(place, strength) for place, strength in enumerate(course.strengths)])
        for side, course in enumerate(courses)
        if course.strengths
    ]
    parts += _ends(courses, [at(len(course.strengths) - 1, (course.strengths or (0,))[-1]) for course in courses])
    return tag(
        "svg",
        tag("title", f"{counts.capitalize()} left after each turn"),
        tag("desc", text(told(courses))),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(_WIDE)} {number(_HIGH)}",
        width=_WIDE,
        height=_HIGH,
        role="img",
        font_family=FAMILIES,
        style="max-width:100%;height:auto",
    )


def told(courses: Sequence[Course]) -> str:
    """The same in words."""
    return " ".join(f"{course.side}: {', '.join(str(left) for left in course.strengths)}." for course in courses)


def _step(highest: int) -> int:
    """A round step of which five at most reach over the highest."""
    size = 1
    while True:
        for round_one in (1, 2, 5):
            if round_one * size * 5 >= highest:
                return round_one * size
        size *= 10


def _end(course: Course) -> str:
    return f"{course.side} {(course.strengths or (0,))[-1]}"


def _line(side: int, way: Sequence[Point]) -> str:
    colours = side_colours(side)
    line = tag(
        "polyline", points=points(list(way)), fill="none", stroke=colours.edge if side == 0 else colours.fill,
        stroke_width=2.5, stroke_linejoin="round", stroke_dasharray="7 4" if side else None,
    )  # fmt: skip
    look: dict[str, Attribute] = {"fill": colours.fill, "stroke": colours.edge, "stroke_width": 1.5}
    if side == 0:
        return line + "".join(tag("circle", cx=x, cy=y, r=4, **look) for x, y in way)
    return line + "".join(tag("rect", x=x - 3.5, y=y - 3.5, width=7, height=7, **look) for x, y in way)


def _ends(courses: Sequence[Course], ends: Sequence[Point]) -> list[str]:
    """The name and last strength beside the end of each line, kept a line apart."""
    order = sorted(range(len(ends)), key=lambda place: ends[place][1])
    words, lowest = [], -100.0
    for place in order:
        x, y = ends[place]
        lowest = max(y + 4, lowest + 15)
        words.append(_words(_end(courses[place]), x + 11, lowest, "start", side_colours(place).edge, "bold"))
    return words


def _words(said: str, x: float, y: float, anchor: str, ink: str = FAINT, weight: str | None = None) -> str:
    return tag(
        "text", text(said), x=x, y=y, font_size=13 if weight else 12.5, text_anchor=anchor, fill=ink or INK,
        font_weight=weight,
    )  # fmt: skip
