"""Units, leaders and messengers to scale, with a clear front, the sign of their arm, their strength and their marks."""

from itertools import pairwise
from math import atan2, degrees
from typing import NamedTuple

from miniatures.draw.lettering import FAMILIES, width
from miniatures.draw.markup import number, path, points, tag, text
from miniatures.draw.palette import MELEE, SideColours, side_colours
from miniatures.draw.sheet import Box, Point, Sheet, between, box_around, distance, towards
from miniatures.draw.signs import ARMS, arm_sign, badge, mark_key
from miniatures.scene import Piece

BADGE = 1.35
STRENGTH = 0.95


class Drawn(NamedTuple):
    """A piece on the sheet, and what its label must know: the ground it covers, and what found no room inside it."""

    piece: Piece
    markup: str
    covers: tuple[Box, ...]
    body: tuple[Box, ...]
    """The same without marks and arrow."""
    behind: Point
    """The direction to its rear, where a label disturbs least."""
    outside: bool
    """Its strength, or its number, found no room inside it."""
    number: int = 0


def drawn(piece: Piece, sheet: Sheet, sides: tuple[str, ...], number: int = 0) -> Drawn:
    """With a number, a unit bears that in place of its strength, and the key tells the rest."""
    return _unit(piece, sheet, sides, number) if len(piece.outline) >= 3 else _disc(piece, sheet, sides)


def told(piece: Piece, sides: tuple[str, ...]) -> str:
    """All there is to say of a piece, for its tooltip."""
    side = sides[piece.side] if 0 <= piece.side < len(sides) else ""
    parts = (piece.name, side, piece.strength, ", ".join(piece.marks), piece.words)
    return "; ".join(dict.fromkeys(part for part in parts if part))


def _unit(piece: Piece, sheet: Sheet, sides: tuple[str, ...], numbered: int) -> Drawn:
    colours = side_colours(piece.side)
    corners = tuple(sheet.at(point) for point in piece.outline)
    keys = [mark_key(mark) for mark in piece.marks]
    routed = "rout" in keys
    ink = colours.edge if routed else colours.ink
    front_left, front_right = corners[0], corners[1]
    rear_right, rear_left = corners[2], corners[3] if len(corners) > 3 else corners[2]
    ahead = towards(between(rear_left, rear_right, 0.5), between(front_left, front_right, 0.5))
    shape = points(corners)
    outline = tag(
        "polygon", points=shape, fill=colours.pale if routed else colours.fill, stroke=colours.edge,
        stroke_width=sheet.line(1.2), stroke_linejoin="round", class_="unit", data_side=piece.side,
        stroke_dasharray=f"{number(sheet.line(4))} {number(sheet.line(2.5))}" if routed else None,
    )  # fmt: skip
    hatch = tag("polygon", points=shape, fill=f"url(#{sheet.identity}hatch{piece.side})") if colours.hatch else ""
    rim = ""
    if "melee" in keys:
        rim = tag(
            "polygon", points=shape, fill="none", stroke=MELEE, stroke_width=sheet.line(4.6), stroke_linejoin="round"
        )
    front = tag("path", d=path((front_left, front_right)), stroke=colours.edge, stroke_width=sheet.line(3))
    # Small units bear small badges, which would hide them else.
    depth = min(distance(front_right, rear_right), distance(front_left, front_right))
    size = min(BADGE, max(0.95, depth / sheet.letter)) * sheet.letter
    badges = [
        between(rear_right, rear_left, (place + 0.5) * size * 1.05 / (distance(rear_right, rear_left) or 1))
        for place in range(len(piece.marks))
    ]
    said = str(numbered) if numbered else piece.strength
    inside, outside = _inside(piece, said, sheet, ink, corners, size * 1.05 * len(badges))
    marks = "".join(badge(mark, x, y, size, FAMILIES) for mark, (x, y) in zip(piece.marks, badges, strict=True))
    arrow, before = _arrow(front_left, front_right, ahead, sheet, colours)
    markup = rim + outline + ("" if routed else hatch) + front + arrow
    body = _strips((front_left, front_right, rear_right, rear_left))
    covers = (*body, before)
    covers += tuple(Box(x, y, x, y).grown(size / 2) for x, y in badges)
    return Drawn(
        piece,
        tag("g", tag("title", text(told(piece, sides))), markup, inside, marks, data_name=piece.name),
        covers,
        body,
        (-ahead[0], -ahead[1]),
        outside,
        numbered,
    )


def _arrow(front_left: Point, front_right: Point, ahead: Point, sheet: Sheet, colours: SideColours) -> tuple[str, Box]:
    x, y = between(front_left, front_right, 0.5)
    size = min(sheet.letter * 0.5, distance(front_left, front_right) * 0.3)
    across = (-ahead[1], ahead[0])
    tip = (x + ahead[0] * size, y + ahead[1] * size)
    feet = [(x + across[0] * size * turn, y + across[1] * size * turn) for turn in (0.8, -0.8)]
    return tag("polygon", points=points([tip, *feet]), fill=colours.edge), box_around([tip, *feet])


def _inside(
    piece: Piece, said: str, sheet: Sheet, ink: str, corners: tuple[Point, ...], badges: float
) -> tuple[str, bool]:
    """Sign and words within the unit, along its longer side and never upside down. Says whether the words fail.

    `badges` is how far marks run along the rear from the right; a shallow unit has its words beside them.
    """
    front_left, front_right, rear_right = corners[:3]
    wide, deep = distance(front_left, front_right), distance(front_right, rear_right)
    start, end = (front_left, front_right) if wide >= deep else (front_right, rear_right)
    long, short = max(wide, deep), min(wide, deep)
    height = sheet.letter * STRENGTH
    turn = degrees(atan2(end[1] - start[1], end[0] - start[0]))
    turn = turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn
    if deep > wide:
        aside, badges = towards(rear_right, front_right), sheet.letter * 0.7 if badges else 0.0
    else:
        aside, badges = towards(front_right, front_left), badges if short < height * 1.7 else 0.0
    x, y = box_around(corners).centre
    x, y = x + aside[0] * badges / 2, y + aside[1] * badges / 2
    long -= badges
    has_sign = piece.arm.lower() in ARMS
    sign = max(0.0, min(short * 0.8, sheet.letter * 1.35, long)) if has_sign else 0.0
    long_said = width(said, bold=True) * height
    gap = sheet.letter * 0.3 if sign and said else 0.0
    # Turned on its side, 9 is read as 6: then the words stand beside the unit.
    upright = abs(turn) <= 50
    fits = bool(said) and upright and height * 0.85 <= short and sign + gap + long_said <= long * 0.94
    total = sign + (gap + long_said if fits else 0.0)
    signs = arm_sign(piece.arm, -total / 2 + sign / 2, 0, sign, ink) if sign else ""
    words = ""
    if fits:
        words = sheet.words(
            said, total / 2 - long_said / 2, height * 0.36, STRENGTH, bold=True, fill=ink, text_anchor="middle"
        )
    placed = f"translate({number(x)} {number(y)}) rotate({number(turn)})"
    return (tag("g", signs, words, transform=placed) if signs or words else ""), bool(said) and not fits


def _strips(corners: tuple[Point, Point, Point, Point]) -> tuple[Box, ...]:
    """The ground of a unit as upright boxes: one is too large for a unit that stands at a slant."""
    front_left, front_right, rear_right, rear_left = corners
    slanted = abs(front_right[0] - front_left[0]) > 1e-6 and abs(front_right[1] - front_left[1]) > 1e-6
    number_of = 8 if slanted else 1
    parts = [step / number_of for step in range(number_of + 1)]
    return tuple(
        box_around([
            between(front_left, front_right, one), between(front_left, front_right, other),
            between(rear_left, rear_right, one), between(rear_left, rear_right, other),
        ])
        for one, other in pairwise(parts)
    )  # fmt: skip


def _disc(piece: Piece, sheet: Sheet, sides: tuple[str, ...]) -> Drawn:
    """A leader is a disc with a pennant; a messenger a smaller one with a letter."""
    colours = side_colours(piece.side)
    x, y = sheet.at(piece.centre)
    messenger = piece.arm.lower() == "messenger"
    radius = piece.diameter / 2 or sheet.letter * (0.4 if messenger else 0.6)
    disc = tag(
        "circle", cx=x, cy=y, r=radius, fill=colours.fill, stroke=colours.edge, stroke_width=sheet.line(1.6),
        class_="disc", data_side=piece.side,
    )  # fmt: skip
    covers = [Box(x - radius, y - radius, x + radius, y + radius)]
    if messenger:
        half = min(radius * 0.62, sheet.letter * 0.5)
        letter = [(x - half, y - half * 0.65), (x, y + half * 0.2), (x + half, y - half * 0.65)]
        case = [(x - half, y - half * 0.65), (x + half, y - half * 0.65), (x + half, y + half * 0.7)]
        case.append((x - half, y + half * 0.7))
        sign = tag(
            "path", d=path(case, closed=True) + path(letter), fill="none", stroke=colours.ink,
            stroke_width=sheet.line(1), stroke_linejoin="round",
        )  # fmt: skip
    else:
        top, long, high = y - max(radius, 0.0) - sheet.letter * 1.2, sheet.letter * 1.15, sheet.letter * 0.7
        pennant = [(x, top), (x + long, top + high * 0.3), (x + long * 0.7, top + high / 2)]
        pennant += [(x + long, top + high * 0.7), (x, top + high)]
        sign = tag("path", d=path([(x, y), (x, top)]), stroke=colours.edge, stroke_width=sheet.line(1.5)) + tag(
            "polygon", points=points(pennant), fill=colours.fill, stroke=colours.edge, stroke_width=sheet.line(1.1)
        )
        covers.append(Box(x - sheet.letter * 0.1, top, x + long, y))
    size = BADGE * sheet.letter * 0.85
    places = [(x + radius + size * (place + 0.4), y + radius * 0.5) for place in range(len(piece.marks))]
    marks = "".join(badge(mark, *spot, size, FAMILIES) for mark, spot in zip(piece.marks, places, strict=True))
    covers += [Box(a, b, a, b).grown(size / 2) for a, b in places]
    box = box_around([corner for cover in covers for corner in ((cover.left, cover.top), (cover.right, cover.bottom))])
    return Drawn(
        piece,
        tag("g", tag("title", text(told(piece, sides))), disc, sign, marks, data_name=piece.name),
        tuple(covers),
        (box,),
        (0.0, 1.0),
        bool(piece.strength),
    )
