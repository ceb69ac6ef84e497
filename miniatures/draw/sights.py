"""What a unit has before it, drawn over the table: the bands of its fan, lines of sight, and a stamp on each enemy.

Stamps are `steady`: the page keeps their size on the screen whatever the zoom. Colours are those of the page's style.
"""

from collections.abc import Callable

from miniatures.draw.lettering import width
from miniatures.draw.markup import number, path, points, tag, text
from miniatures.draw.sheet import Point
from miniatures.scene import Scene
from miniatures.sighting import Sights, Stamp
from miniatures.table_wording import short_measure, stamp_words

#: Pixels of a stamp's letters.
LETTER = 11.0
ROW = 14.0


def sights_markup(sights: Sights, scene: Scene) -> str:
    assert scene.table is not None
    depth, measure = scene.table.depth, scene.table.measure
    centres = {piece.name: piece.centre for piece in scene.pieces}

    def at(point: Point) -> Point:
        return point[0], depth - point[1]

    bands = [
        tag("polygon", tag("title", text(band.words)), points=points([at(p) for p in band.outline]), class_="band")
        for band in reversed(sights.bands)
    ]
    figures = [
        _steady(at(band.rim), "reach", _words([short_measure(band.reach, measure)], top=-ROW / 2))
        for band in sights.bands
    ]
    lines = [markup for one in sights.enemies for markup in _line(one, at)]
    # The nearest and the compulsory last: they lie above the others.
    enemies = sorted(sights.enemies, key=lambda one: (one.compulsory, -one.distance))
    stamps = [_stamp(one, at(centres[one.name]), measure) for one in enemies if one.name in centres]
    return "".join([*bands, *lines, *figures, *stamps])


def _line(one: Stamp, at: Callable[[Point], Point]) -> list[str]:
    """Clear as far as it is seen, and blocked from there on."""
    line = one.line
    start, end = at(line.start), at(line.end)
    marked = "sight barred" if one.refusals else "sight"
    if line.blocked_at is None:
        return [tag("path", d=path([start, end]), class_=marked)]
    where = at(line.blocked_at)
    clear = tag("path", d=path([start, where]), class_=marked)
    hidden = tag("path", tag("title", text(f"blocked by {line.blocked_by}")), d=path([where, end]), class_="sight hid")
    return [clear, hidden, _steady(where, "stop", tag("path", d="M-4 -4L4 4M4 -4L-4 4"))]


def _steady(place: Point, kind: str, markup: str, **attributes: str) -> str:
    """Drawn in pixels around a place of the table."""
    x, y = (number(part) for part in place)
    return tag("g", markup, class_=f"steady {kind}", data_x=x, data_y=y, **attributes)


def _words(lines: list[str], top: float = 0.0) -> str:
    broad = max(width(line, bold=True) for line in lines) * LETTER + 10
    high = ROW * len(lines) + 4
    box = tag("rect", x=-broad / 2, y=top, width=broad, height=high, rx=4)
    rows = [
        tag("text", text(line), x=0, y=top + ROW * (place + 1) - 2, text_anchor="middle", font_size=LETTER)
        for place, line in enumerate(lines)
    ]
    return box + "".join(rows)


def _stamp(one: Stamp, place: Point, measure: str) -> str:
    """How far, and what it takes; crossed out where something stands against it."""
    lines = [short_measure(one.distance, measure), *stamp_words(one)]
    kind = "barred" if one.refusals else "must" if one.compulsory else "free"
    cross = tag("path", d="M-7 -7L7 7M7 -7L-7 7", class_="cross") if one.refusals else ""
    ring = tag("circle", r=11, class_="ring") if one.compulsory else ""
    words = tag("g", _words(lines, top=13.0), class_="words")
    return _steady(place, f"stamp {kind}", ring + cross + words, data_name=one.name)
