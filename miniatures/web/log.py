"""The log: every event with its sums, taking back with a preview, bringing again, replay, what-if and report."""

from typing import NamedTuple
from weakref import WeakKeyDictionary

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from miniatures.draw.report import page as report_html
from miniatures.game import Event, export_lines
from miniatures.game_wording import event_words
from miniatures.replaying import sums_of
from miniatures.reporting import report_of
from miniatures.web.asking import demand, desk_of, fields_of, game_of, off_loop, visitor_of, whole
from miniatures.web.desk import GameAtHand, Moment
from miniatures.web.live import told
from miniatures.web.pages import show
from miniatures.web.playing import context
from miniatures.wording import Line, opening_lines, throw_lines

#: Lines that are shown at once: a battle has hundreds, and a phone is quick with this many.
PAGE = 40


class Happened(NamedTuple):
    """A line of the log."""

    event: Event
    words: str
    standing: bool


def happened(game: GameAtHand, most: int) -> tuple[list[Happened], int]:
    """The newest first, and how many there are before them; undo and redo themselves are not lines of the game."""
    file, actions = game.playing.file, game.playing.rules.actions()
    standing = {event.number for event in file.line}
    commands = [event for event in reversed(file.events) if event.kind == "command"]
    lines = [Happened(event, event_words(event, actions), event.number in standing) for event in commands[:most]]
    return lines, len(commands) - len(lines)


async def log_page(request: Request) -> Response:
    return await _shown(request, "log.html")


async def log_lines(request: Request) -> Response:
    return await _shown(request, "_log.html")


async def _shown(request: Request, template: str, shown: str | None = None) -> Response:
    game = await game_of(request)
    moment = await off_loop(game.moment)
    undone = game.playing.file.line.to_redo
    redo = event_words(undone, game.playing.rules.actions()) if undone else ""
    most = _most(request.query_params.get("shown", "") if shown is None else shown)
    lines, earlier = await off_loop(happened, game, most)
    return show(
        request,
        template,
        **context(request, game, moment),
        lines=lines,
        earlier=earlier,
        most=most,
        more=most + PAGE,
        redo=redo,
    )


def _most(shown: str) -> int:
    """How many lines a browser shows: a page of them, until its player asks for earlier ones."""
    return max(int(shown), PAGE) if shown.isascii() and shown.isdecimal() and len(shown) < 7 else PAGE


def _event(game: GameAtHand, request: Request) -> Event:
    number = int(request.path_params["number"])
    events = game.playing.file.events
    if not 1 <= number <= len(events):
        raise HTTPException(404, "There is no such event.")
    return events[number - 1]


def _sums(game: GameAtHand, event: Event) -> list[Line]:
    answer = sums_of(game.playing, event)
    if answer is None:
        return []
    return [*opening_lines(answer), *(line for throw in answer.throws for line in throw_lines(throw))]


async def event_page(request: Request) -> Response:
    """One event with its sums written out, and what taking it back would take along."""
    game = await game_of(request)
    event = _event(game, request)
    words = event_words(event, game.playing.rules.actions())
    sums = await off_loop(_sums, game, event)
    system = game.playing.system.name
    return show(request, "_event.html", game=game.name, event=event, words=words, sums=sums, system=system)


def to_take_back(game: GameAtHand, number: int) -> list[Event]:
    """The live events that go when the game goes back to before this one, the last first."""
    line = game.playing.file.line
    if number not in {event.number for event in line} or line[0].number == number:
        raise HTTPException(404, "That event cannot be taken back: it was already, or it is the setup.")
    return [event for event in reversed(line) if event.number >= number]


async def preview(request: Request) -> Response:
    """What would be taken back, and how the game would stand; nothing is done yet."""
    game = await game_of(request)
    moment = await off_loop(game.moment)
    going = to_take_back(game, _event(game, request).number)
    actions = game.playing.rules.actions()
    before = await off_loop(_board_before, game, going[-1])
    return show(
        request,
        "_take_back.html",
        game=game.name,
        head=moment.head,
        number=going[-1].number,
        going=[(event.number, event_words(event, actions)) for event in going],
        before=before,
    )


def _board_before(game: GameAtHand, event: Event) -> object:
    line = list(game.playing.file.line)
    index = [one.number for one in line].index(event.number)
    return game.playing.rules.board(game.playing.state_at(line[index - 1].number))


async def take_back(request: Request) -> Response:
    game = await game_of(request)
    fields = await fields_of(request)
    number = whole(fields, "number")
    after = whole(fields, "after")
    board = (await off_loop(game.moment)).board
    for event in to_take_back(game, number):
        demand(visitor_of(request).barred(board, event.words))
    await off_loop(_taken_back, game, number, after)
    told(request, game)
    return await _shown(request, "_log.html", fields.get("shown", ""))


def _taken_back(game: GameAtHand, number: int, after: int) -> None:
    with game.writing(after) as playing:
        for _ in to_take_back(game, number):
            playing.file.undo()


async def redo(request: Request) -> Response:
    game = await game_of(request)
    fields = await fields_of(request)
    coming = game.playing.file.line.to_redo
    board = (await off_loop(game.moment)).board
    demand(visitor_of(request).barred(board, coming.words if coming else {}))
    await off_loop(_redone, game, whole(fields, "after"))
    told(request, game)
    return await _shown(request, "_log.html", fields.get("shown", ""))


def _redone(game: GameAtHand, after: int) -> None:
    with game.writing(after) as playing:
        playing.file.redo()


async def what_if_form(request: Request) -> Response:
    """The form for a copy, beside the event that it leaves the game at."""
    game = await game_of(request)
    return show(request, "_what_if.html", game=game.name, at=_event(game, request).number)


async def what_if(request: Request) -> Response:
    """A copy that goes its own way after an event."""
    game = await game_of(request)
    fields = await fields_of(request)
    path = desk_of(request).game_path(fields.get("name", ""))
    at = whole(fields, "at") if fields.get("at") else None
    await off_loop(game.playing.file.branch, path, at)
    return RedirectResponse(request.url_for("game_page", game=path.stem).path, 303)


#: A report counts the odds of every throw of a battle, which takes seconds: it is written once for each moment.
_reports: "WeakKeyDictionary[GameAtHand, tuple[Moment, str]]" = WeakKeyDictionary()


async def report(request: Request) -> Response:
    game = await game_of(request)
    return HTMLResponse(await off_loop(_reported, game, await off_loop(game.moment)))


def _reported(game: GameAtHand, moment: Moment) -> str:
    kept = _reports.get(game)
    if kept is None or kept[0] is not moment:
        kept = moment, report_html(report_of(game.playing))
        _reports[game] = kept
    return kept[1]


async def export(request: Request) -> Response:
    game = await game_of(request)
    lines = await off_loop(lambda: "".join(f"{line}\n" for line in export_lines(game.playing.file)))
    named = {"Content-Disposition": f'attachment; filename="{game.name.encode("ascii", "replace").decode()}.jsonl"'}
    return PlainTextResponse(lines, headers=named)


ROUTES = [
    Route("/game/{game}/log", log_page, name="log_page"),
    Route("/game/{game}/log/lines", log_lines, name="log_lines"),
    Route("/game/{game}/log/{number:int}", event_page, name="event_page"),
    Route("/game/{game}/log/{number:int}/back", preview, name="preview"),
    Route("/game/{game}/log/{number:int}/what-if", what_if_form, name="what_if_form"),
    Route("/game/{game}/back", take_back, methods=["POST"], name="take_back"),
    Route("/game/{game}/redo", redo, methods=["POST"], name="redo"),
    Route("/game/{game}/what-if", what_if, methods=["POST"], name="what_if"),
    Route("/game/{game}/report", report, name="report"),
    Route("/game/{game}/export", export, name="export"),
]
