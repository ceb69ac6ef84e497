"""The start page: the games and armies of the folder, what can be begun, and who may act for whom."""

from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from miniatures.broken import BrokenInputError
from miniatures.systems import SYSTEMS, Listed
from miniatures.tables import load_table, ready_tables
from miniatures.web.access import Access
from miniatures.web.armies import cards
from miniatures.web.asking import desk_of, fields_of, off_loop
from miniatures.web.desk import Desk
from miniatures.web.pages import show


class GameEntry(NamedTuple):
    """A game as the start page lists it; what cannot be opened is listed with its trouble."""

    name: str
    system: str
    stands: str
    trouble: str = ""


def games(desk: Desk) -> list[GameEntry]:
    found = []
    for name in desk.game_names():
        try:
            game = desk.game(name)
            board = game.moment().board
            turn = f"turn {board.turn}, " if board.turn else ""
            found.append(GameEntry(name, game.playing.system.title, board.over or f"{turn}{board.explains}"))
        except BrokenInputError as error:
            found.append(GameEntry(name, "", "", str(error).replace(f"{desk.folder}/", "")))
    return found


async def home(request: Request) -> Response:
    desk = desk_of(request)
    access: Access = request.app.state.access
    return show(
        request,
        "home.html",
        games=await off_loop(games, desk),
        systems=tuple(SYSTEMS.values()),
        shared=bool(access.secrets),
        both_sides=access.both_sides,
    )


def _tables() -> list[tuple[str, str]]:
    return [(name, load_table(name).name) for name in ready_tables()]


async def new_page(request: Request) -> Response:
    """The form for a new game: a system first, then two of its armies and a table."""
    name = request.query_params.get("system", "")
    system: Listed | None = SYSTEMS.get(name)
    listed = [one for one in await off_loop(cards, desk_of(request)) if system and one.system == system.name]
    tables = await off_loop(_tables)
    return show(request, "new_game.html", system=system, systems=tuple(SYSTEMS.values()), armies=listed, tables=tables)


async def begin(request: Request) -> Response:
    fields = await fields_of(request)
    name = fields.get("name", "")
    chosen = [fields.get("first", ""), fields.get("second", "")]
    options = [line.strip() for line in fields.get("options", "").splitlines() if line.strip()]
    game = await off_loop(desk_of(request).begin, name, chosen, fields.get("table", ""), options)
    return RedirectResponse(request.url_for("game_page", game=game.name).path, 303)


async def take_in(request: Request) -> Response:
    """A game that was exported elsewhere."""
    form = await request.form(max_files=1)
    file = form.get("file")
    if not isinstance(file, UploadFile) or not file.filename:
        raise BrokenInputError("file: missing; expected the lines of a game that was exported")
    name = str(form.get("name") or Path(file.filename).stem)
    lines = (await file.read()).decode("utf-8", "replace").split("\n")
    game = await off_loop(desk_of(request).take_in, name, lines)
    return RedirectResponse(request.url_for("game_page", game=game.name).path, 303)


async def switch_sides(request: Request) -> Response:
    """The players agree that each device acts for both sides, or no longer."""
    access: Access = request.app.state.access
    access.both_sides = (await fields_of(request)).get("both_sides") == "yes"
    await off_loop(access.keep)
    return RedirectResponse("/", 303)


ROUTES = [
    Route("/", home, name="home"),
    Route("/games/new", new_page, name="new_page"),
    Route("/games/new", begin, methods=["POST"]),
    Route("/games/import", take_in, methods=["POST"], name="take_in"),
    Route("/sides", switch_sides, methods=["POST"], name="switch_sides"),
]
