"""Terrain, each kind with a pattern of its own that is still itself in black and white."""

from collections.abc import Callable

from miniatures.draw.markup import number, path, points, tag, text
from miniatures.draw.palette import side_colours
from miniatures.draw.shapes import Shape, along, scattered, shape_of
from miniatures.draw.sheet import Point, Sheet
from miniatures.space.table import Terrain

#: What lies lower is drawn first; a bridge goes over its river, a wall over everything.
ORDER = (
    "hill", "rough", "marsh", "river", "road", "wood", "ford", "bridge",
    "camp", "baggage", "building", "earthworks", "hedge", "wall",
)  # fmt: skip


def terrain_markup(terrain: tuple[Terrain, ...], sheet: Sheet) -> str:
    ordered = sorted(terrain, key=lambda one: ORDER.index(one.kind))  # equal kinds keep the order of the file
    return "".join(_drawn(one, sheet, place) for place, one in enumerate(ordered))


def described(terrain: Terrain, measure: str) -> str:
    """`Castle Hill, hill 2 inches high`: what a tooltip and a reader say."""
    words = terrain.kind if not terrain.name else f"{terrain.name}, {terrain.kind}"
    return f"{words}, {terrain.height:g} {measure} high" if terrain.height else words


def terrain_shape(terrain: Terrain, sheet: Sheet) -> Shape:
    return shape_of(terrain, sheet, sheet.letter * (0.8 if terrain.kind == "road" else 0.45))


def _drawn(terrain: Terrain, sheet: Sheet, place: int) -> str:
    shape = terrain_shape(terrain, sheet)
    pattern = _hill(shape, sheet, terrain, place) if terrain.kind == "hill" else _PATTERNS[terrain.kind](shape, sheet)
    edge = ""
    if terrain.side is not None and shape.closed:  # whose camp it is
        edge = _body(shape, "none", side_colours(terrain.side).edge, sheet.line(1.4))
    return tag("g", tag("title", text(described(terrain, sheet.measure))), pattern, edge, data_kind=terrain.kind)


def _body(shape: Shape, fill: str, edge: str, thick: float, dashes: str | None = None) -> str:
    """The shape itself. A broad line is drawn twice, as its bank and its bed."""
    if shape.closed:
        return tag(
            "polygon", points=points(shape.points), fill=fill, stroke=edge, stroke_width=thick,
            stroke_dasharray=dashes, stroke_linejoin="round",
        )  # fmt: skip
    if fill == "none":
        return ""
    return _line(shape, edge, shape.width + thick) + _line(shape, fill, max(shape.width - thick, thick))


def _line(shape: Shape, colour: str, thick: float, dashes: str | None = None, cap: str = "butt") -> str:
    return tag(
        "path", d=path(shape.points, shape.closed), fill="none", stroke=colour, stroke_width=thick,
        stroke_dasharray=dashes, stroke_linejoin="round", stroke_linecap=cap,
    )  # fmt: skip


def _dashes(*lengths: float) -> str:
    return " ".join(number(length) for length in lengths)


def _strokes(places: list[Point], strokes: str, sheet: Sheet, size: float, **look: str | float) -> str:
    """The same little sign at every place; `strokes` is drawn around 0,0 in a square of two."""
    signs = "".join(
        tag("path", d=strokes, transform=f"translate({number(x)} {number(y)}) scale({number(size)})") for x, y in places
    )
    width = sheet.line(0.9) / size
    return tag("g", signs, stroke_width=width, stroke_linejoin="round", stroke_linecap="round", **look)


def _hill(shape: Shape, sheet: Sheet, terrain: Terrain, place: int) -> str:
    """Bands of height like contour lines, and hachures down the slope."""
    brown, band = "#8a6a35", sheet.letter * 0.9
    body = _body(shape, "#e6dcb4", brown, sheet.line(1.1))
    if not shape.closed:
        return body
    clip = f"{sheet.identity}h{place}"
    bands = 2 if terrain.height < 2 else 3
    ring = points(shape.points)
    inner = "".join(
        # A broad stroke inside a clip is an inset ring, whatever the form of the hill.
        tag("polygon", points=ring, fill="none", stroke=colour, stroke_width=2 * band * level, stroke_linejoin="round")
        for level, colour in ((bands - 1, "#dccf9c"), (bands - 2, "#e6dcb4"))
        if level > 0
    )
    crown = tag("polygon", points=ring, fill="#d2c185" if bands == 3 else "#dccf9c")
    ticks = "".join(
        path((edge, (edge[0] + inward[0] * band, edge[1] + inward[1] * band)))
        for edge, inward in along(shape, sheet.letter * 0.75)
    )
    return (
        tag("clipPath", tag("polygon", points=ring), id=clip)
        + body
        + tag("g", crown + inner, clip_path=f"url(#{clip})")
        + tag("path", d=ticks, stroke=brown, stroke_width=sheet.line(0.7), stroke_opacity=0.75)
        + _body(shape, "none", brown, sheet.line(1.1))
    )


def _wood(shape: Shape, sheet: Sheet) -> str:
    tree = "M0 1V.3M-.62 .35Q-1 -.2 -.45 -.45Q-.3 -1.1 .1 -1Q.6 -.95 .55 -.45Q1 -.1 .62 .35Z"
    trees = scattered(shape, sheet.letter * 1.45, sheet.letter * 0.5)
    dashes = _dashes(sheet.line(4), sheet.line(2))
    return _body(shape, "#d3e3c0", "#44692f", sheet.line(1.3), dashes) + _strokes(
        trees, tree, sheet, sheet.letter * 0.55, fill="#8fb573", stroke="#2f5220"
    )


def _rough(shape: Shape, sheet: Sheet) -> str:
    stones = "M-.9 .5L-.5 -.2L0 .5ZM.1 .1L.5 -.6L.95 .1Z"
    places = scattered(shape, sheet.letter * 1.6, sheet.letter * 0.4)
    dashes = _dashes(sheet.line(1.5), sheet.line(3))
    return _body(shape, "#ebe3cb", "#7d7155", sheet.line(1.3), dashes) + _strokes(
        places, stones, sheet, sheet.letter * 0.4, fill="#cfc3a2", stroke="#7d7155"
    )


def _marsh(shape: Shape, sheet: Sheet) -> str:
    tuft = "M-1 .5H1M0 .3V-.6M-.4 .3L-.65 -.35M.4 .3L.65 -.35"
    places = scattered(shape, sheet.letter * 1.7, sheet.letter * 0.45)
    dashes = _dashes(sheet.line(5), sheet.line(2), sheet.line(1), sheet.line(2))
    return _body(shape, "#dbe8dc", "#4c7a78", sheet.line(1.1), dashes) + _strokes(
        places, tuft, sheet, sheet.letter * 0.5, fill="none", stroke="#35645f"
    )


def _river(shape: Shape, sheet: Sheet) -> str:
    body = _body(shape, "#b5d3ea", "#3a6f9f", sheet.line(1.4))
    if shape.closed:
        wave = "M-1 0Q-.5 -.6 0 0T1 0"
        places = scattered(shape, sheet.letter * 1.8, sheet.letter * 0.4)
        return body + _strokes(places, wave, sheet, sheet.letter * 0.45, fill="none", stroke="#3a6f9f")
    flow = _dashes(sheet.letter * 1.2, sheet.letter * 0.8)
    return body + _line(shape, "#6fa3cc", sheet.line(1.1), flow, "round")


def _ford(shape: Shape, sheet: Sheet) -> str:
    places = scattered(shape, sheet.letter * 0.7, sheet.letter * 0.2)
    dashes = _dashes(sheet.line(2), sheet.line(2))
    stone = "M-.6 0A.6 .45 0 1 0 .6 0A.6 .45 0 1 0 -.6 0Z"
    return _body(shape, "#e4eff6", "#3a6f9f", sheet.line(1.2), dashes) + _strokes(
        places, stone, sheet, sheet.letter * 0.28, fill="#b9a98a", stroke="#6b5c3e"
    )


def _bridge(shape: Shape, sheet: Sheet) -> str:
    body = _body(shape, "#e3d3b1", "#4a3a20", sheet.line(2.2))
    if len(shape.points) == 4 and shape.closed:
        ends = sorted(shape.sides(), key=lambda side: (side[0][0] - side[1][0]) ** 2 + (side[0][1] - side[1][1]) ** 2)
        # Planks run beside the two shortest sides, which are the ways onto it.
        (a, b), (c, d) = ends[0], ends[1]
        steps = [step / 5 for step in range(1, 5)]
        planks = "".join(
            path(
                (
                    (a[0] + (d[0] - a[0]) * s, a[1] + (d[1] - a[1]) * s),
                    (b[0] + (c[0] - b[0]) * s, b[1] + (c[1] - b[1]) * s),
                )
            )
            for s in steps
        )
        return body + tag("path", d=planks, stroke="#4a3a20", stroke_width=sheet.line(0.8))
    return body + _line(
        shape, "#a28d63", max(shape.width - sheet.line(3), sheet.line(2)), _dashes(sheet.line(1), sheet.line(3))
    )


def _road(shape: Shape, sheet: Sheet) -> str:
    if shape.closed:
        return _body(shape, "#f3e8cb", "#a58a55", sheet.line(1))
    return _body(shape, "#f6edd4", "#a58a55", sheet.line(1.1)) + _line(
        shape, "#c7b080", sheet.line(0.8), _dashes(sheet.line(5), sheet.line(4))
    )


def _wall(shape: Shape, sheet: Sheet) -> str:
    thick = max(shape.width if not shape.closed else 0, sheet.line(4))
    fill = tag("polygon", points=points(shape.points), fill="#dcd8d0") if shape.closed else ""
    return (
        fill
        + _line(shape, "#3f3b36", thick)
        + _line(shape, "#d6d1c8", thick - sheet.line(1.6), _dashes(sheet.line(5), sheet.line(1.2)))
    )


def _hedge(shape: Shape, sheet: Sheet) -> str:
    thick = max(shape.width if not shape.closed else 0, sheet.line(5))
    fill = tag("polygon", points=points(shape.points), fill="#b9d09f") if shape.closed else ""
    dots = _dashes(0, thick * 0.85)
    return (
        fill
        + _line(shape, "#2f5220", thick + sheet.line(1.2), dots, "round")
        + _line(shape, "#8fb573", thick - sheet.line(0.6), dots, "round")
    )


def _building(shape: Shape, sheet: Sheet) -> str:
    middle = shape.middle()
    ridges = (
        "".join(path((corner, middle)) for corner in shape.points) if shape.closed and len(shape.points) <= 8 else ""
    )
    return (
        _body(shape, "#c4a489", "#33261b", sheet.line(1.8))
        + (tag("polygon", points=points(shape.points), fill=f"url(#{sheet.identity}roof)") if shape.closed else "")
        + tag("path", d=ridges or "M0 0", stroke="#33261b", stroke_width=sheet.line(0.9))
    )


def _earthworks(shape: Shape, sheet: Sheet) -> str:
    tooth = sheet.letter * 0.55
    teeth = "".join(
        path((
            (edge[0] - inward[1] * tooth / 2, edge[1] + inward[0] * tooth / 2),
            (edge[0] + out * inward[0] * tooth, edge[1] + out * inward[1] * tooth),
            (edge[0] + inward[1] * tooth / 2, edge[1] - inward[0] * tooth / 2),
        ), closed=True)
        for out in ((-1,) if shape.closed else (1,))
        for edge, inward in along(shape, tooth * 1.7)
    )  # fmt: skip
    body = (
        _body(shape, "#e2d2ae", "#5e4523", sheet.line(2.4))
        if shape.closed
        else _line(shape, "#5e4523", sheet.line(2.8))
    )
    return body + tag("path", d=teeth, fill="#5e4523")


def _camp(shape: Shape, sheet: Sheet) -> str:
    tent = "M-.9 .7L0 -.8L.9 .7ZM0 -.8L-.1 .7M0 -.8V-1.1"
    places = scattered(shape, sheet.letter * 1.7, sheet.letter * 0.55)
    dashes = _dashes(sheet.line(6), sheet.line(3))
    return _body(shape, "#f5ecd9", "#6d5a3b", sheet.line(1.1), dashes) + _strokes(
        places, tent, sheet, sheet.letter * 0.55, fill="#fffdf7", stroke="#4b3c24"
    )


def _baggage(shape: Shape, sheet: Sheet) -> str:
    wagon = (
        "M-.9 .3V-.4Q0 -1 .9 -.4V.3ZM-.75 .55A.22 .22 0 1 0 -.3 .55A.22 .22 0 1 0 -.75 .55"
        "M.3 .55A.22 .22 0 1 0 .75 .55A.22 .22 0 1 0 .3 .55"
    )
    places = scattered(shape, sheet.letter * 1.9, sheet.letter * 0.55)
    dashes = _dashes(sheet.line(6), sheet.line(3))
    return _body(shape, "#efe4cd", "#6d5a3b", sheet.line(1.1), dashes) + _strokes(
        places, wagon, sheet, sheet.letter * 0.6, fill="#fffdf7", stroke="#4b3c24"
    )


_PATTERNS: dict[str, Callable[[Shape, Sheet], str]] = {
    "wood": _wood, "rough": _rough, "marsh": _marsh, "river": _river, "ford": _ford, "bridge": _bridge,
    "road": _road, "wall": _wall, "hedge": _hedge, "building": _building, "earthworks": _earthworks,
    "camp": _camp, "baggage": _baggage,
}  # fmt: skip
