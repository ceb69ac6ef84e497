"""A table with its troops as one SVG, to scale: `svg(scene)`."""

from collections.abc import Collection, Iterator
from hashlib import blake2s

from miniatures.broken import BrokenInputError
from miniatures.draw.legend import TITLE, legend, north, title, title_lines
from miniatures.draw.lettering import FAMILIES
from miniatures.draw.markup import number, path, points, tag, text
from miniatures.draw.naming import names
from miniatures.draw.palette import FAINT, GRID, GROUND, INK, PAPER, SIDES, side_colours
from miniatures.draw.pieces import drawn
from miniatures.draw.sheet import Box, Sheet, towards
from miniatures.draw.terrain import terrain_markup
from miniatures.scene import Area, Scene, Trail
from miniatures.space.table import Table, Zone

NARROWEST, BROADEST = 200, 8000
_MARGIN = 2.2
"""Of paper around the table, in letters: it holds the figures of the grid."""


def svg(scene: Scene, *, width: int = 960, only: Collection[str] | None = None) -> str:
    """The scene as a self-contained SVG. `width` is how broad it will be shown: letters are sized for it.

    With `only` these pieces alone bear their names, and there is no key: finding room for all names takes longest,
    and whoever leafs through a battle looks at those who act.
    """
    table = scene.table
    if table is None:
        raise BrokenInputError("this game has no table to draw; give one with the table of the setup")
    if not NARROWEST <= width <= BROADEST:
        raise BrokenInputError(f"width: {width} is out of range; expected {NARROWEST} to {BROADEST} pixels")
    sheet, margin, off = _sheet(scene, table, width)
    room = table.width + 2 * off
    head = sheet.letter * (TITLE * 1.15 * len(title_lines(scene.title, sheet, room - sheet.letter * 3)) + 1.1)
    frame = Box(-off, -off, table.width + off, table.depth + off)
    units = [drawn(piece, sheet, scene.sides) for piece in sorted(scene.pieces, key=lambda piece: not piece.outline)]
    named = names(units, table.terrain, sheet, frame, only)
    if named.crowded and only is None:
        numbers = [place if one.piece.outline else 0 for place, one in enumerate(units, 1)]
        units = [drawn(one.piece, sheet, scene.sides, number) for one, number in zip(units, numbers, strict=True)]
        named = names(units, table.terrain, sheet, frame)
    below, height = "", 0.0
    if only is None:
        below, height = legend(scene, named.key, sheet, -off, table.depth + off + margin, room)
    left, top = -off - margin, -off - margin * 0.5 - head
    across = room + 2 * margin
    down = table.depth + off + margin + height + margin * 0.4 - top
    ground = [
        tag("rect", x=left, y=top, width=across, height=down, fill=PAPER),
        title(scene.title, sheet, -off, -off - margin * 0.5, room - sheet.letter * 3),
        north(sheet, table.width + off - sheet.letter * 0.6, -off - margin * 0.5),
        still(table, sheet, scene.sides, grid_figures(table, sheet)),
    ]
    troops = [
        *(_area(area, sheet) for area in scene.areas),
        *(trail_markup(trail, sheet) for trail in scene.trails),
        *(one.markup for one in units),
    ]
    return tag(
        "svg",
        tag("title", text(scene.title)),
        tag("desc", text(described(scene))),
        tag("defs", *definitions(table, sheet)),
        *ground,
        *troops,
        named.markup,
        below,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{number(left)} {number(top)} {number(across)} {number(down)}",
        width=width,
        height=round(width * down / across),
        role="img",
        font_family=FAMILIES,
        style="max-width:100%;height:auto",
    )


def still(table: Table, sheet: Sheet, sides: tuple[str, ...], figures: str = "") -> str:
    """What never moves: the ground with its grid and terrain, the zones, the edge of the table."""
    size = {"x": 0, "y": 0, "width": table.width, "height": table.depth}
    return "".join(
        [
            tag("rect", **size, fill=GROUND),
            _grid_lines(table, sheet),
            figures,
            tag("g", terrain_markup(table.terrain, sheet), clip_path=f"url(#{sheet.identity}table)"),
            *(_zone(zone, side, table, sheet, sides) for side, zone in enumerate(table.zones)),
            tag("rect", **size, fill="none", stroke=INK, stroke_width=sheet.line(1.6)),
        ]
    )


def described(scene: Scene) -> str:
    """The picture in words, for those who cannot see it."""
    if scene.table is None:
        return scene.title
    measured = f"{scene.table.width:g} by {scene.table.depth:g} {scene.table.measure}"
    places = [one.name for one in scene.table.terrain if one.name]
    parts = [f"{scene.table.name}, {measured}" + (f", with {', '.join(places)}" if places else "")]
    for side, name in enumerate(scene.sides):
        own = [
            f"{piece.name} {piece.strength}".strip() + (f" ({', '.join(piece.marks)})" if piece.marks else "")
            for piece in scene.pieces
            if piece.side == side
        ]
        parts.append(f"{name}: {'; '.join(own) if own else 'nothing on the table'}")
    return ". ".join(parts) + "."


def _sheet(scene: Scene, table: Table, width: int) -> tuple[Sheet, float, float]:
    """The sheet, its margin, and how far pieces hang over the table's edge: a little is shown, a mistake is not."""
    corners = [corner for piece in scene.pieces for corner in (piece.outline or (piece.centre,))]
    out = [max(-x, x - table.width, -y, y - table.depth) for x, y in corners]
    off = min(max([0.0, *out]), max(table.width, table.depth) / 8)
    pixels = min(12.0, max(8.5, width / 88))
    pixel = (table.width + 2 * off) / (width - 2 * _MARGIN * pixels)
    identity = f"m{blake2s(f'{scene!r} {width}'.encode(errors='replace'), digest_size=4).hexdigest()}"
    letter = pixels * pixel
    return Sheet(table.width, table.depth, table.measure, pixel, letter, identity), _MARGIN * letter, off


def definitions(table: Table, sheet: Sheet) -> Iterator[str]:
    yield tag("clipPath", tag("rect", x=0, y=0, width=table.width, height=table.depth), id=f"{sheet.identity}table")
    hatches = [(f"hatch{side}", colours.hatch, 4.0, 1.5) for side, colours in enumerate(SIDES) if colours.hatch]
    for name, colour, step, thick in [*hatches, ("roof", "#a07c5e", 3.5, 0.8)]:
        side = sheet.line(step)
        yield tag(
            "pattern", tag("path", d=f"M0 0V{number(side)}", stroke=colour, stroke_width=sheet.line(thick) * 2),
            id=f"{sheet.identity}{name}", width=side, height=side, patternUnits="userSpaceOnUse",
            patternTransform="rotate(45)",
        )  # fmt: skip


def _steps(table: Table, sheet: Sheet) -> tuple[list[float], list[float]]:
    """Each foot, or each twenty centimetres, across and up."""
    step = 12.0 if table.measure == "inches" else 20.0
    while step < sheet.letter * 2.2:
        step *= 2
    columns = [place * step for place in range(1, int(table.width / step) + 1) if place * step < table.width - 1e-6]
    rows = [place * step for place in range(1, int(table.depth / step) + 1) if place * step < table.depth - 1e-6]
    return columns, rows


def _grid_lines(table: Table, sheet: Sheet) -> str:
    columns, rows = _steps(table, sheet)
    lines = "".join(path([(x, 0.0), (x, table.depth)]) for x in columns)
    lines += "".join(path([(0.0, table.depth - y), (table.width, table.depth - y)]) for y in rows)
    return tag("path", d=lines, stroke=GRID, stroke_width=sheet.line(0.8)) if lines else ""


def grid_figures(table: Table, sheet: Sheet) -> str:
    """The figure of each line of the grid, at the edge."""
    columns, rows = _steps(table, sheet)
    size = 0.78
    figures = [
        sheet.words(f"{x:g}", x, table.depth + sheet.letter * 1.15, size, text_anchor="middle") for x in (0.0, *columns)
    ]
    figures += [
        sheet.words(f"{y:g}", -sheet.letter * 0.5, table.depth - y + sheet.letter * 0.3, size, text_anchor="end")
        for y in rows
    ]
    return tag("g", *figures, fill=FAINT)


def _zone(zone: Zone, side: int, table: Table, sheet: Sheet, sides: tuple[str, ...]) -> str:
    """A dotted line where the ground ends in which a side sets up."""
    far_x, far_y = table.width, table.depth
    ends = {
        "south": [(0.0, zone.depth), (far_x, zone.depth)],
        "north": [(0.0, far_y - zone.depth), (far_x, far_y - zone.depth)],
        "west": [(zone.depth, 0.0), (zone.depth, far_y)],
        "east": [(far_x - zone.depth, 0.0), (far_x - zone.depth, far_y)],
    }[zone.edge]
    name = sides[side] if side < len(sides) else f"side {side + 1}"
    return tag(
        "path", tag("title", text(f"{name} sets up within {zone.depth:g} {table.measure} of the {zone.edge} edge")),
        d=path([sheet.at(end) for end in ends]), stroke=side_colours(side).edge, stroke_width=sheet.line(1.3),
        stroke_dasharray=f"0 {number(sheet.line(5))}", stroke_linecap="round", stroke_opacity=0.6,
    )  # fmt: skip


def _area(area: Area, sheet: Sheet) -> str:
    colours = side_colours(area.side)
    return tag(
        "polygon", tag("title", text(area.words)), points=points([sheet.at(corner) for corner in area.outline]),
        fill=colours.edge, fill_opacity=0.13, stroke=colours.edge, stroke_width=sheet.line(1),
        stroke_dasharray=f"{number(sheet.line(2))} {number(sheet.line(3))}",
    )  # fmt: skip


def trail_markup(trail: Trail, sheet: Sheet) -> str:
    """Where a piece came from: a thin dashed arrow."""
    if len(trail.points) < 2:
        return ""
    way, colour = [sheet.at(point) for point in trail.points], side_colours(trail.side).edge
    (x, y), ahead, size = way[-1], towards(way[-2], way[-1]), sheet.letter * 0.6
    feet = [
        (x - ahead[0] * size - ahead[1] * size * turn, y - ahead[1] * size + ahead[0] * size * turn)
        for turn in (0.45, -0.45)
    ]
    line = tag(
        "path", d=path(way), fill="none", stroke=colour, stroke_width=sheet.line(1.2), stroke_opacity=0.8,
        stroke_dasharray=f"{number(sheet.line(5))} {number(sheet.line(3))}",
    )  # fmt: skip
    return tag(
        "g",
        tag("title", text(f"{trail.name} moved")),
        line,
        tag("polygon", points=points([(x, y), *feet]), fill=colour),
    )
