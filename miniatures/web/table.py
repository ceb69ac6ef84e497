"""The table: to scale, moved and zoomed by hand. A unit chosen shows what is before it, a piece dragged what that does.

The page asks while a piece is dragged, and nothing is done before the players say so, by the same road as any action.
"""

from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from miniatures.broken import BrokenInputError
from miniatures.draw.layers import ground, in_order, shown, troops
from miniatures.draw.sights import sights_markup
from miniatures.faults import read_model
from miniatures.saying import say
from miniatures.scene import Piece, Scene
from miniatures.sighting import Sights, Stamp, sights
from miniatures.systems.playing import GameRules
from miniatures.systems.pointing import Meant
from miniatures.table_wording import measured_words, stamp_words
from miniatures.tracker import find_action
from miniatures.web.asking import game_of, off_loop
from miniatures.web.desk import GameAtHand, Moment
from miniatures.web.pages import show
from miniatures.web.playing import context

#: Pixels across which the ground is drawn, once for all zooms; and the troops, until the page tells its own width.
GROUND, FIRST = 1400, 960


class Told(BaseModel):
    """What a page tells in its address."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Drawn(Told):
    width: Annotated[int, Field(ge=200, le=8000)] = Field(FIRST, description="pixels of the whole table")


class Chosen(Told):
    unit: str = Field("", max_length=200, description="the piece")


class Listed(NamedTuple):
    """A piece in the list beside the map, by the number that it bears where there is no room for its name."""

    number: int
    piece: Piece


class Stamped(NamedTuple):
    """An enemy before the chosen unit, in words."""

    stamp: Stamp
    how: str
    far: str
    takes: str


def scene_of(game: GameAtHand, moment: Moment) -> Scene:
    scene = game.playing.rules.scene(moment.state)
    if scene.table is None:
        raise BrokenInputError("This game is played without a map: what the players measure is stated.")
    return scene


# Both players look at the same, and each of them zooms back and forth.
@lru_cache(maxsize=64)
def _troops(game: GameAtHand, _head: int, width: int) -> str:
    return troops(scene_of(game, game.moment()), width)


@lru_cache(maxsize=16)
def _ground(game: GameAtHand) -> str:
    return ground(scene_of(game, game.moment()), GROUND)


@lru_cache(maxsize=128)
def _sights(game: GameAtHand, _head: int, unit: str) -> Sights:
    return sights(game.playing, unit)


async def table_page(request: Request) -> Response:
    """With a unit in its address, that one is chosen at once."""
    game = await game_of(request)
    asked = read_model(Chosen, dict(request.query_params), "table")
    return show(request, "table/page.html", first=asked.unit, **await off_loop(_page, request, game))


async def pieces(request: Request) -> Response:
    """The list of pieces, for those who do not point at them."""
    game = await game_of(request)
    return show(request, "table/_pieces.html", **await off_loop(_page, request, game))


def _page(request: Request, game: GameAtHand) -> dict[str, Any]:
    moment = game.moment()
    scene = scene_of(game, moment)
    assert scene.table is not None
    box = shown(scene.table)
    listed = [Listed(number, piece) for number, piece in enumerate(in_order(scene), 1)]
    return {
        **context(request, game, moment),
        "table": scene.table,
        "box": box,
        "ground": _ground(game),
        "troops": _troops(game, moment.head, FIRST),
        "listed": [[one for one in listed if one.piece.side == side] for side in range(len(scene.sides))],
        "outlines": {one.piece.name: outlined(one.piece) for one in listed},
    }


async def drawn_troops(request: Request) -> Response:
    """The troops for a zoom: names where there is room for them."""
    game = await game_of(request)
    asked = read_model(Drawn, dict(request.query_params), "table")
    return HTMLResponse(await off_loop(_drawn, game, asked.width))


def _drawn(game: GameAtHand, width: int) -> str:
    return _troops(game, game.moment().head, width)


async def where(request: Request) -> Response:
    """Where everybody stands, for the script."""
    game = await game_of(request)
    return JSONResponse(await off_loop(_where, game))


def _where(game: GameAtHand) -> dict[str, Any]:
    moment = game.moment()
    return {"head": moment.head, "pieces": {one.name: outlined(one) for one in scene_of(game, moment).pieces}}


def outlined(piece: Piece) -> dict[str, Any]:
    """A piece as the script draws it over the map; a disc has a middle and a breadth."""
    return {
        "side": piece.side,
        "outline": [[round(x, 3), round(y, 3)] for x, y in piece.outline],
        "centre": [round(part, 3) for part in piece.centre],
        "diameter": round(piece.diameter, 3),
    }


async def chosen(request: Request) -> Response:
    """What a piece has before it: a drawing for the map, and words for the panel."""
    game = await game_of(request)
    asked = read_model(Chosen, dict(request.query_params), "table")
    return show(request, "table/_chosen.html", **await off_loop(_chosen, request, game, asked.unit))


def _chosen(request: Request, game: GameAtHand, unit: str) -> dict[str, Any]:
    moment = game.moment()
    found = _sights(game, moment.head, unit)
    scene = scene_of(game, moment)
    assert scene.table is not None
    rules, measure = game.playing.rules, scene.table.measure
    enemies = [
        Stamped(one, how(rules, one.act), measured_words(one.distance, measure), "; ".join(stamp_words(one)))
        for one in found.enemies
    ]
    piece = next((one for one in scene.pieces if one.name == found.unit), None)
    return {
        **context(request, game, moment),
        "piece": piece,
        "unit": found.unit,
        "sights": found,
        "enemies": enemies,
        "drawing": sights_markup(found, scene),
    }


def how(rules: GameRules, meant: Meant) -> str:
    return say(find_action(rules, meant.action), meant.words)


ROUTES = [
    Route("/game/{game}/table", table_page, name="table"),
    Route("/game/{game}/table/pieces", pieces),
    Route("/game/{game}/table/troops", drawn_troops),
    Route("/game/{game}/table/where", where),
    Route("/game/{game}/table/chosen", chosen),
]
