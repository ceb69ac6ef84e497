"""A piece dragged on the table: told while it is dragged, and when it is let go everything that this may mean.

Nothing is done before the players say so, by the same road as any action.
"""

from typing import Annotated, Any, NamedTuple

from pydantic import Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from miniatures.faults import read_model
from miniatures.space.dragging import Part
from miniatures.steering import AS_ON_TABLE, Steer, Steered, steered
from miniatures.systems.playing import GameRules
from miniatures.systems.pointing import Gesture
from miniatures.table_wording import spent_words
from miniatures.web.asking import game_of, off_loop, visitor_of
from miniatures.web.desk import GameAtHand
from miniatures.web.pages import show
from miniatures.web.playing import context
from miniatures.web.table import Told, how, outlined
from miniatures.wording import Line, sum_lines

Place = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
Degrees = Annotated[float, Field(ge=-3600, le=3600, allow_inf_nan=False)]


class Dragged(Told):
    """A gesture, as the page tells it."""

    unit: str = Field(max_length=200, description="the piece")
    part: Part = Field(description="body, left, right or turn")
    x: Place = Field(description="how far from the west edge it is held")
    y: Place = Field(description="how far from the south edge it is held")
    facing: Degrees | None = Field(None, description="degrees clockwise from north")


class Way(NamedTuple):
    """One thing that a gesture may mean, as the panel offers it."""

    steer: Steer
    how: str
    spent: str
    sums: tuple[Line, ...]
    drawn: dict[str, Any]
    """For the script: its ghosts, and whether it may be done."""
    reason: str
    """With which the players overrule what stands against it, where that needs no words of theirs."""


async def steer(request: Request) -> Response:
    """While a piece is dragged: what it comes to, as quickly as it can be told."""
    game = await game_of(request)
    asked = read_model(Dragged, dict(request.query_params), "table")
    found = await off_loop(_steered, game, asked, 1)
    measure = game.playing.rules.measure
    return JSONResponse(_shown(found.steers[0], measure))


def _steered(game: GameAtHand, asked: Dragged, most: int | None) -> Steered:
    game.moment()  # with what others wrote meanwhile
    return steered(game.playing, asked.unit, Gesture(asked.part, asked.x, asked.y, asked.facing), most)


def _shown(steer: Steer, measure: str) -> dict[str, Any]:
    against = [f"{one.because} ({one.rule})" for one in steer.refusals]
    return {
        "what": steer.meant.what,
        "ghosts": {one.name: outlined(one) for one in steer.ghosts},
        "least": {one.name: outlined(one) for one in steer.least},
        "spent": spent_words(steer.spent, measure) if steer.spent else "",
        "share": steer.spent.share if steer.spent else 1.0,
        "against": [*against, *steer.broken],
        "overlaps": [*steer.overlaps, *steer.leaves],
    }


async def dropped(request: Request) -> Response:
    """A piece was let go: everything that this may mean, for the players to say which."""
    game = await game_of(request)
    asked = read_model(Dragged, dict(request.query_params), "table")
    return show(request, "table/_dropped.html", **await off_loop(_dropped, request, game, asked))


def _dropped(request: Request, game: GameAtHand, asked: Dragged) -> dict[str, Any]:
    found = _steered(game, asked, None)
    moment = game.moment()
    measure = game.playing.rules.measure
    ways = [_way(game.playing.rules, steer, measure) for steer in found.steers]
    return {
        **context(request, game, moment),
        "unit": found.unit,
        "first": ways[0],
        "others": ways[1:-1],
        "by_hand": ways[-1] if len(ways) > 1 else None,
        "barred": visitor_of(request).barred(moment.board, {"unit": found.unit}),
    }


def _way(rules: GameRules, steer: Steer, measure: str) -> Way:
    sums = tuple(line for made in steer.sums for line in sum_lines(made))
    reason = steer.meant.what if steer.meant.what == AS_ON_TABLE else ""
    spent = spent_words(steer.spent, measure) if steer.spent else ""
    return Way(steer, how(rules, steer.meant), spent, sums, _shown(steer, measure), reason)


ROUTES = [
    Route("/game/{game}/table/steer", steer),
    Route("/game/{game}/table/dropped", dropped),
]
