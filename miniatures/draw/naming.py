"""The names on a picture: pieces first, then terrain in what room is left; what finds none gets a number and a key.

On a narrow screen few names find room; then every unit bears a number instead, which reads better than a tangle.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from miniatures.draw.labels import LINE, Cover, Label, Wanted, label_box, placed
from miniatures.draw.lettering import broken
from miniatures.draw.markup import path, tag
from miniatures.draw.palette import side_colours
from miniatures.draw.pieces import Drawn
from miniatures.draw.shapes import Shape
from miniatures.draw.sheet import Box, Point, Sheet, distance
from miniatures.draw.terrain import terrain_shape
from miniatures.space.table import Terrain

NAME, PLACE = 0.92, 0.88
"""The size of the letters of pieces and of places."""
_POINT_LIKE = ("building", "bridge", "ford", "wall", "hedge", "baggage")


class Numbered(NamedTuple):
    """A number on the picture and the words it stands for."""

    number: int
    side: int
    words: str


class Names(NamedTuple):
    markup: str
    labels: tuple[Label, ...]
    key: tuple[Numbered, ...]
    crowded: bool
    """So many found no room that numbers for all would read better."""


def names(
    drawn: Sequence[Drawn],
    terrain: Sequence[Terrain],
    sheet: Sheet,
    frame: Box,
    only: Collection[str] | None = None,
    *,
    keyed: bool = True,
) -> Names:
    """Of all pieces, or only of those named.

    `keyed`: what finds no room gets a number for the key. Where there is no key, it stays without a name.
    """
    covers = [Cover(box, owner) for owner, one in enumerate(drawn) for box in one.covers]
    wanted = [
        Wanted(one.body, one.behind, _forms(one, sheet), sheet.letter * NAME, _bold(one), owner)
        for owner, one in enumerate(drawn)
        if (not one.number or one.outside) and (only is None or one.piece.name in only)
    ]
    wanted.sort(key=lambda want: bool(drawn[want.owner].piece.outline))  # leaders first: there are few of them
    limit = 1 + len(drawn) // 20
    found = placed(wanted, covers, frame, None if any(one.number for one in drawn) else limit)
    labels = [label for label in found if label]
    taken = [*covers, *(Cover(label.box, label.owner) for label in labels)]
    places = _places(terrain, taken, sheet, frame)
    taken += [Cover(label.box, -1) for label in places]
    roomless = [want for want, label in zip(wanted, found, strict=True) if label is None]
    first = 1 + max((one.number for one in drawn), default=0)
    numbers = [drawn[want.owner].number or first + place for place, want in enumerate(roomless)]
    tagged = [pair for pair in zip(roomless, numbers, strict=True) if keyed or pair[1] < first]
    tags = _numbers([want for want, _ in tagged], [number for _, number in tagged], taken, frame)
    key = [Numbered(one.number, one.piece.side, _told(one)) for one in drawn if one.number]
    late = zip(roomless, numbers, strict=True)
    key += [
        Numbered(number, drawn[want.owner].piece.side, _told(drawn[want.owner]))
        for want, number in late
        if number >= first
    ]
    return Names(
        "".join(_lines(label, sheet, "#4d4433", "italic") for label in places)
        + "".join(_piece_label(label, sheet, drawn[label.owner].piece.side) for label in (*labels, *tags)),
        (*labels, *places, *tags),
        tuple(key),
        len(roomless) > limit,
    )


def _told(one: Drawn) -> str:
    """A piece in the key: its name, and the strength that a number has displaced."""
    return f"{one.piece.label or one.piece.name} {one.piece.strength}".strip()


def _bold(one: Drawn) -> bool:
    return one.piece.arm.lower() == "leader"


def _forms(one: Drawn, sheet: Sheet) -> tuple[tuple[str, ...], ...]:
    """On one line, two or three: those no broader than the unit first, so that neighbours keep their room."""
    if one.number:
        return ((str(one.number),),)
    said = _told(one) if one.outside else one.piece.label or one.piece.name
    room = max(max(box.right for box in one.body) - min(box.left for box in one.body), sheet.letter * 6)
    forms = list(dict.fromkeys(broken(said, lines) for lines in (1, 2, 3)))
    return tuple(sorted(forms, key=lambda form: max(0.0, label_box(form, sheet.letter * NAME, False)[0] - room)))


def _numbers(wanted: Sequence[Wanted], numbers: Sequence[int], taken: Sequence[Cover], frame: Box) -> tuple[Label, ...]:
    """Numbers for what found no room; over its own piece if there is no room even for that."""
    tagged = [want._replace(forms=((str(number),),), bold=True) for want, number in zip(wanted, numbers, strict=True)]
    labels = list(placed(tagged, taken, frame))
    for place, want in enumerate(tagged):
        if labels[place] is None:
            x, y = want.around.centre
            wide, high = label_box(want.forms[0], want.size, bold=True)
            box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
            labels[place] = Label(want.owner, want.forms[0], box, want.size, bold=True)
    return tuple(label for label in labels if label)


def _places(terrain: Sequence[Terrain], taken: Sequence[Cover], sheet: Sheet, frame: Box) -> list[Label]:
    covers, labels = list(taken), []
    for one in terrain:
        said = one.name
        if one.height:
            said = f"{said} ({one.height:g})" if said else f"height {one.height:g}"
        if not said:
            continue
        label = _place(one, terrain_shape(one, sheet), said, covers, sheet, frame)
        if label:
            labels.append(label)
            covers.append(Cover(label.box, -1))
    return labels


def _place(
    terrain: Terrain, shape: Shape, said: str, covers: Sequence[Cover], sheet: Sheet, frame: Box
) -> Label | None:
    """Inside the place itself if it is large, beside it if it is small."""
    size = sheet.letter * PLACE
    forms = tuple(dict.fromkeys(broken(said, lines) for lines in (1, 2, 3)))
    middle = shape.middle()
    if terrain.kind not in _POINT_LIKE:
        for form in forms:
            wide, high = label_box(form, size, False)
            for x, y in sorted(_spots(shape, sheet), key=lambda spot: distance(spot, middle)):
                box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
                if box.within(frame) and not any(box.overlaps(cover.box) for cover in covers):
                    return Label(-1, form, box, size, False)
    around = shape.box() if terrain.kind in ("building", "baggage") else Box(*middle, *middle).grown(shape.width / 2)
    return placed([Wanted((around,), (0.0, 1.0), forms, size, False, -1)], covers, frame)[0]


def _spots(shape: Shape, sheet: Sheet) -> list[Point]:
    box = shape.box()
    columns = max(1, min(24, int((box.right - box.left) / sheet.letter)))
    rows = max(1, min(24, int((box.bottom - box.top) / sheet.letter)))
    grid = [
        (box.left + (box.right - box.left) * column / columns, box.top + (box.bottom - box.top) * row / rows)
        for column in range(columns + 1)
        for row in range(rows + 1)
    ]
    return [shape.middle(), *(spot for spot in grid if shape.holds(spot))]


def _piece_label(label: Label, sheet: Sheet, side: int) -> str:
    colour, leader = side_colours(side).edge, ""
    if label.leader:
        leader = tag("path", d=path(label.leader), stroke=colour, stroke_width=sheet.line(0.8))
    return leader + _lines(label, sheet, colour, None)


def _lines(label: Label, sheet: Sheet, colour: str, style: str | None) -> str:
    x = label.box.centre[0]
    lines = "".join(
        sheet.words(line, x, label.box.top + label.size * (0.82 + place * LINE), label.size / sheet.letter, label.bold)
        for place, line in enumerate(label.lines)
    )
    return tag("g", lines, fill=colour, text_anchor="middle", font_style=style, class_="label", **sheet.halo())
