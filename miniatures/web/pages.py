"""Templates into answers, and every kind of trouble into a page or a fragment that a player can act upon."""

import re
import sys
import traceback
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from miniatures import __version__
from miniatures.broken import BrokenInputError
from miniatures.game import GameMovedOnError
from miniatures.web.access import Visitor
from miniatures.web.desk import Desk, UnknownGameError

HERE = Path(__file__).parent

_ENVIRONMENT = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.filters["segment"] = lambda text: quote(str(text), safe="")  # a name as one part of an address
_ENVIRONMENT.globals["version"] = __version__

#: A number of a printed rule or of a ruling, as sentences quote it: W215, T31.
_RULE = re.compile(r"\b[A-Z]\d{1,3}\b")


def ruled(text: str, system: str) -> Markup:
    """A sentence in which every rule number is a link that opens the rule."""
    parts, end = [], 0
    for found in _RULE.finditer(text):
        parts += [escape(text[end : found.start()]), _linked(found[0], system)]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


def _linked(rule: str, system: str) -> Markup:
    return Markup('<a class="rule" href="/system/{}/rules?q={}">{}</a>').format(quote(system, safe=""), rule, rule)


_ENVIRONMENT.filters["ruled"] = ruled


def show(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    visitor: Visitor | None = getattr(request.state, "visitor", None)
    text = _ENVIRONMENT.get_template(template).render(request=request, visitor=visitor, **context)
    return HTMLResponse(text, status)


def is_fragment(request: Request) -> bool:
    """Whether htmx asks, for a part of a page that is open already."""
    return request.headers.get("HX-Request") == "true"


def trouble(request: Request, status: int, title: str, lines: tuple[str, ...] | list[str]) -> HTMLResponse:
    """A fragment where a part of the page was asked for, else a page."""
    desk: Desk = request.app.state.desk
    told = [line.replace(f"{desk.folder}/", "") for line in lines]  # the player knows the game, not the folder
    template = "_trouble.html" if is_fragment(request) else "trouble.html"
    return show(request, template, status, title=title, lines=told)


async def broken(request: Request, error: Exception) -> Response:
    assert isinstance(error, BrokenInputError)
    if isinstance(error, UnknownGameError):
        return trouble(request, 404, "Not here", error.lines)
    if isinstance(error, GameMovedOnError):
        return trouble(request, 409, "The game has moved on", error.lines)
    return trouble(request, 400, "That was not understood", error.lines)


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    titles = {403: "Not for you to do", 404: "Not here", 405: "Not like this"}
    nowhere = "There is no such page. The start page lists all games and armies."
    detail = nowhere if error.detail == "Not Found" else error.detail
    return trouble(request, error.status_code, titles.get(error.status_code, "That did not work"), [detail])


async def failed(request: Request, error: Exception) -> Response:
    """Our own mistake: said plainly, nothing was written, and the terminal keeps what a maintainer needs."""
    traceback.print_exception(error, file=sys.stderr)
    return trouble(
        request, 500, "Our mistake", ["The program failed here. Nothing was written; the game is as it was."]
    )
