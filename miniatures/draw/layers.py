"""The same table for a page on which it is moved and zoomed: the ground, and above it the troops with their names.

Both are drawn for a width, as broad as the whole table would be at the present zoom, so that letters keep their size.
"""

from miniatures.broken import BrokenInputError
from miniatures.draw.lettering import FAMILIES
from miniatures.draw.markup import number, tag
from miniatures.draw.naming import names
from miniatures.draw.pieces import drawn
from miniatures.draw.sheet import Box, Sheet
from miniatures.draw.table import BROADEST, NARROWEST, definitions, grid_figures, still, trail_markup
from miniatures.scene import Piece, Scene
from miniatures.space.table import Table

#: Of a letter, on the screen.
LETTER = 10.5
#: Ground beside the table that is shown, as a share of its longer side: for what hangs over, and for fingers.
AROUND = 0.03


def shown(table: Table) -> Box:
    """What a page shows at first: the whole table with a little around it."""
    more = AROUND * max(table.width, table.depth)
    return Box(0, 0, table.width, table.depth).grown(more)


def in_order(scene: Scene) -> list[Piece]:
    """The pieces as they are numbered: units, then leaders and messengers, who are drawn above them."""
    return sorted(scene.pieces, key=lambda piece: not piece.outline)


def ground(scene: Scene, width: int) -> str:
    table, sheet = _sheet(scene, width, "ground")
    return _svg(table, tag("defs", *definitions(table, sheet)), still(table, sheet, scene.sides))


def troops(scene: Scene, width: int) -> str:
    """The pieces with their names; where there is no room for them, with the numbers of the list."""
    table, sheet = _sheet(scene, width, "troops")
    pieces = in_order(scene)
    units = [drawn(piece, sheet, scene.sides) for piece in pieces]
    named = names(units, table.terrain, sheet, shown(table), keyed=False)
    if named.crowded:
        units = [drawn(piece, sheet, scene.sides, place) for place, piece in enumerate(pieces, 1)]
        named = names(units, table.terrain, sheet, shown(table), keyed=False)
    trails = [trail_markup(trail, sheet) for trail in scene.trails]
    definition = tag("defs", *definitions(table, sheet))
    markup = [definition, grid_figures(table, sheet), *trails, *(one.markup for one in units), named.markup]
    return _svg(table, *markup)


def _sheet(scene: Scene, width: int, layer: str) -> tuple[Table, Sheet]:
    table = scene.table
    if table is None:
        raise BrokenInputError("this game has no table to draw; give one with the table of the setup")
    if not NARROWEST <= width <= BROADEST:
        raise BrokenInputError(f"width: {width} is out of range; expected {NARROWEST} to {BROADEST} pixels")
    pixel = table.width / width
    return table, Sheet(table.width, table.depth, table.measure, pixel, LETTER * pixel, layer)


def _svg(table: Table, *markup: str) -> str:
    box = shown(table)
    sides = (box.left, box.top, box.right - box.left, box.bottom - box.top)
    return tag(
        "svg",
        *markup,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, sides)),
        font_family=FAMILIES,
        aria_hidden="true",
        focusable="false",
    )
