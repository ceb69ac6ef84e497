"""What stands around the map: its title, a ruler, and a legend of what is on it and nothing else."""

from collections.abc import Sequence
from typing import NamedTuple

from miniatures.draw.lettering import FAMILIES, width, wrapped
from miniatures.draw.markup import number, path, points, tag
from miniatures.draw.naming import Numbered
from miniatures.draw.palette import FAINT, INK, side_colours
from miniatures.draw.sheet import Sheet
from miniatures.draw.signs import ARMS, MARKS, arm_sign, badge, mark_key
from miniatures.scene import Piece, Scene

TITLE, SMALL = 1.5, 0.9
_ROW = 1.9


class Item(NamedTuple):
    """Something in the legend, drawn from 0,0 on its middle line to the right; measured in table units."""

    wide: float
    markup: str


def title(words: str, sheet: Sheet, left: float, bottom: float, room: float) -> str:
    """The title over the map, its last line just above `bottom`."""
    lines = title_lines(words, sheet, room)
    return "".join(
        sheet.words(line, left, bottom - (len(lines) - 1 - place) * sheet.letter * TITLE * 1.15, TITLE, True, fill=INK)
        for place, line in enumerate(lines)
    )


def title_lines(words: str, sheet: Sheet, room: float) -> tuple[str, ...]:
    return wrapped(words, room / (sheet.letter * TITLE), bold=True)


def north(sheet: Sheet, x: float, y: float) -> str:
    """An arrow to the north, its letter at the baseline `y`."""
    size = sheet.letter
    head = [
        (x, y - size * 2.3),
        (x + size * 0.42, y - size * 0.95),
        (x, y - size * 1.25),
        (x - size * 0.42, y - size * 0.95),
    ]
    return tag("polygon", points=points(head), fill=FAINT) + sheet.words(
        "N", x, y, SMALL, True, fill=FAINT, text_anchor="middle"
    )


def legend(
    scene: Scene, key: Sequence[Numbered], sheet: Sheet, left: float, top: float, room: float
) -> tuple[str, float]:
    """The markup of ruler, legend and key below the map, and how high it is."""
    items = [_ruler(sheet), *(_side(place, name, scene, sheet) for place, name in enumerate(scene.sides))]
    arms = {piece.arm.lower() for piece in scene.pieces}
    items += [_arm(arm, sheet) for arm in ARMS if arm in arms]
    items += [_mark(mark, sheet) for mark in _marks(scene.pieces)]
    first, height = _flow(items, sheet, left, top, room)
    lines = [_word(numbered, sheet) for numbered in key]
    second, more = _columns(lines, sheet, left, top + height, room) if lines else ("", 0.0)
    return first + second, height + more


def _flow(items: Sequence[Item], sheet: Sheet, left: float, top: float, room: float) -> tuple[str, float]:
    """One after the other, as words in a paragraph."""
    x, y, gap = 0.0, sheet.letter * _ROW / 2, sheet.letter * 1.4
    markup = ""
    for item in items:
        if x and x + item.wide > room:
            x, y = 0.0, y + sheet.letter * _ROW
        markup += tag("g", item.markup, transform=f"translate({number(left + x)} {number(top + y)})")
        x += item.wide + gap
    return markup, y + sheet.letter * _ROW / 2


def _columns(items: Sequence[Item], sheet: Sheet, left: float, top: float, room: float) -> tuple[str, float]:
    """Down one column, then the next, as many as there is room for."""
    broad, high = max(item.wide for item in items) + sheet.letter, sheet.letter * 1.4
    columns = max(1, int((room + sheet.letter) / broad))
    rows = -(-len(items) // columns)
    broad = max(broad, room / columns)
    markup = "".join(
        tag(
            "g",
            item.markup,
            transform=f"translate({number(left + place // rows * broad)} {number(top + (place % rows + 0.6) * high)})",
        )
        for place, item in enumerate(items)
    )
    return markup, (rows + 0.2) * high


def _said(words: str, sheet: Sheet, x: float, bold: bool = False, ink: str = INK) -> Item:
    size = sheet.letter * SMALL
    return Item(x + width(words, bold) * size, sheet.words(words, x, size * 0.36, SMALL, bold, fill=ink))


def _word(numbered: Numbered, sheet: Sheet) -> Item:
    before = _said(str(numbered.number), sheet, 0, True, side_colours(numbered.side).edge)
    after = _said(numbered.words, sheet, before.wide + sheet.letter * 0.4)
    return Item(after.wide, before.markup + after.markup)


def _ruler(sheet: Sheet) -> Item:
    """A bar of six and twelve inches, or ten and twenty centimetres; doubled till it can be read."""
    half = 6.0 if sheet.measure == "inches" else 10.0
    while half * 2 < sheet.letter * 4:
        half *= 2
    thick, size = sheet.letter * 0.42, sheet.letter * 0.78
    middle = sheet.letter * 0.35
    bar = tag("rect", x=0, y=middle - thick / 2, width=half, height=thick, fill=INK)
    bar += tag(
        "rect",
        x=half,
        y=middle - thick / 2,
        width=half,
        height=thick,
        fill="#ffffff",
        stroke=INK,
        stroke_width=sheet.line(1),
    )
    unit = "in" if sheet.measure == "inches" else "cm"
    figures = "".join(
        sheet.words(said, x, middle - thick, 0.78, fill=INK, text_anchor="start" if not x else "middle")
        for said, x in (("0", 0.0), (f"{half:g}", half), (f"{half * 2:g} {unit}", half * 2))
    )
    return Item(half * 2 + width(f"{half * 2:g} {unit}") * size / 2, bar + figures)


def _side(place: int, name: str, scene: Scene, sheet: Sheet) -> Item:
    colours, wide, high = side_colours(place), sheet.letter * 2.4, sheet.letter * 0.95
    look = {"x": 0, "y": -high / 2, "width": wide, "height": high}
    swatch = tag("rect", **look, fill=colours.fill, stroke=colours.edge, stroke_width=sheet.line(1.2))
    if colours.hatch:
        swatch += tag("rect", **look, fill=f"url(#{sheet.identity}hatch{place})")
    swatch += tag("path", d=path([(0, -high / 2), (wide, -high / 2)]), stroke=colours.edge, stroke_width=sheet.line(3))
    # Leaders are not counted: they come and go between units.
    units = sum(piece.side == place and bool(piece.outline) and piece.arm != "leader" for piece in scene.pieces)
    count = f", {units} unit{'' if units == 1 else 's'}" if units else ""
    words = _said(name + count, sheet, wide + sheet.letter * 0.5, bold=True)
    return Item(words.wide, swatch + words.markup)


def _arm(arm: str, sheet: Sheet) -> Item:
    size = sheet.letter * 1.25
    words = _said(ARMS[arm].words, sheet, size * 1.25)
    return Item(words.wide, arm_sign(arm, size / 2, 0, size, INK) + words.markup)


def _marks(pieces: Sequence[Piece]) -> list[str]:
    """Every mark on the table once; marks that share a sign count as one."""
    marks = {mark_key(mark) or mark: mark for piece in reversed(pieces) for mark in reversed(piece.marks)}
    known = [key for key in MARKS if key in marks]
    return known + sorted(marks[other] for other in marks if other not in MARKS)


def _mark(mark: str, sheet: Sheet) -> Item:
    size = sheet.letter * 1.3
    words = _said(MARKS[mark].words if mark in MARKS else mark, sheet, size * 1.3)
    return Item(words.wide, badge(mark, size / 2, 0, size, FAMILIES) + words.markup)
