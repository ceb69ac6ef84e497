"""The page at the table: the same calls as the command line, for a browser. It knows no rule and no system."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from miniatures.broken import BrokenInputError
from miniatures.web import (
    acting,
    armies,
    builder,
    cards,
    editing,
    hand,
    home,
    live,
    log,
    pages,
    paper,
    playing,
    procedures,
    reference,
    replay,
    table,
)
from miniatures.web.access import Access
from miniatures.web.desk import Desk
from miniatures.web.door import Door

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

Handler = Callable[["Request", Exception], Awaitable["Response"]]


def make_app(desk: Desk, access: Access) -> Starlette:
    routes: list[BaseRoute] = [
        *home.ROUTES,
        *playing.ROUTES,
        *log.ROUTES,
        *reference.ROUTES,
        *acting.ROUTES,
        *cards.ROUTES,
        *procedures.ROUTES,
        *replay.ROUTES,
        *table.ROUTES,
        *hand.ROUTES,
        *armies.ROUTES,
        *builder.ROUTES,
        *paper.ROUTES,
        *live.ROUTES,
        Mount("/static", StaticFiles(directory=pages.HERE / "static"), name="static"),
    ]
    handlers: dict[Any, Handler] = {
        BrokenInputError: pages.broken,
        HTTPException: pages.refused,
        Exception: pages.failed,
    }
    app = Starlette(routes=routes, middleware=[Middleware(Door, access=access)], exception_handlers=handlers)
    app.state.desk = desk
    app.state.access = access
    app.state.bell = live.Bell()
    app.state.past = editing.Past()
    return app
