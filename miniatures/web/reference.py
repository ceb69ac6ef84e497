"""The quick reference: rules and rulings of a system, searched as one types; in a game those that matter come first."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from miniatures.relevance import Sorted, Troops, at_issue, met, sort, troops_of
from miniatures.rule_wording import option_value, option_words, unmet
from miniatures.rulebook import Entry, Rulebook, Ruling, load_rulebook
from miniatures.schema import Option, described_options
from miniatures.systems import SYSTEMS, Listed, load_system
from miniatures.web.asking import game_of, off_loop
from miniatures.web.desk import GameAtHand, Moment
from miniatures.web.pages import is_fragment, show
from miniatures.web.playing import context

#: Nobody searches for more than a sentence.
LONGEST = 120
#: So few rules are shown with their rulings written out; of more, only the titles.
FEW = 6


class Chapter(NamedTuple):
    """A section of the sheet, or what is left of it by a search."""

    title: str
    entries: tuple[Entry, ...]


class Part(NamedTuple):
    """Chapters under a heading; a part that matters less is folded."""

    title: str
    chapters: tuple[Chapter, ...]
    folded: bool = False


class Found(NamedTuple):
    """What a search brought, ready to be shown."""

    parts: tuple[Part, ...]
    rulings: tuple[Ruling, ...]
    written_out: bool
    nothing: str = ""


def chapters(entries: Sequence[Entry]) -> tuple[Chapter, ...]:
    return tuple(Chapter(title, tuple(found)) for title, found in groupby(entries, lambda entry: entry.rule.section))


def look_up(book: Rulebook, system: str, wanted: str, *, rulings_only: bool = False) -> Found:
    """Every rule that holds all the words, in the order of the sheet."""
    entries, others = book.search(wanted)
    if rulings_only:
        others = [*dict.fromkeys(ruling for entry in entries for ruling in entry.rulings), *others]
        return _found(book, system, wanted, (), sorted(others, key=lambda ruling: int(ruling.number[1:])))
    return _found(book, system, wanted, (Part("", chapters(entries)),) if entries else (), others)


def look_up_for(book: Rulebook, system: str, wanted: str, sorted_by: "Table") -> Found:
    """The same with the rules first that matter at a table."""
    entries, others = book.search(wanted)
    parts = sorted_for(sorted_by, entries)
    titles = ("In this step", "For the troops of this battle", "In every battle", "For troops that are not here")
    shown = [
        Part(title, chapters(found), folded=bool(not wanted and number > 0))
        for number, (title, found) in enumerate(zip(titles, parts, strict=True))
        if found
    ]
    return _found(book, system, wanted, tuple(shown), others)


def _found(book: Rulebook, system: str, wanted: str, parts: tuple[Part, ...], others: Sequence[Ruling]) -> Found:
    count = sum(len(chapter.entries) for part in parts for chapter in part.chapters)
    nothing = "" if parts or others else unmet(system, wanted, book.meant(wanted))
    return Found(parts, tuple(others), count <= FEW, nothing)


class Table(NamedTuple):
    """What matters at one table after one event."""

    troops: Troops
    now: frozenset[str]
    lately: frozenset[str]


def sorted_for(table: Table, entries: Sequence[Entry]) -> Sorted:
    return sort(entries, table.troops, table.now, table.lately)


#: Worked out once for each moment of a game; the open game keeps its moment, and we keep what follows from it.
_tables: "WeakKeyDictionary[GameAtHand, tuple[Moment, Table]]" = WeakKeyDictionary()


def table_of(game: GameAtHand, moment: Moment) -> Table:
    kept = _tables.get(game)
    if kept is None or kept[0] is not moment:
        playing = game.playing
        kept = moment, Table(troops_of(playing), at_issue(playing, moment.state, moment.board), met(playing))
        _tables[game] = kept
    return kept[1]


def marked(text: str, wanted: str) -> Markup:
    """The text with the words that were looked for set off."""
    words = [re.escape(word) for word in wanted.split()]
    if not words:
        return escape(text)
    parts = re.split(rf"(?<!\w)({'|'.join(words)})", text, flags=re.IGNORECASE)
    return Markup("").join(
        Markup("<mark>{}</mark>").format(part) if index % 2 else escape(part) for index, part in enumerate(parts)
    )


def _listed(request: Request) -> Listed:
    found = SYSTEMS.get(request.path_params["system"])
    if found is None:
        raise HTTPException(404, f"There is no such rule set; there are: {', '.join(SYSTEMS)}.")
    return found


def _wanted(request: Request) -> str:
    return request.query_params.get("q", "").strip()[:LONGEST]


async def reference_page(request: Request) -> Response:
    """All rule sets at once, for whoever remembers a word and not where it stood."""
    wanted = _wanted(request)
    found = await off_loop(lambda: list(_everywhere(wanted))) if wanted else []
    template = "_everywhere.html" if is_fragment(request) else "reference.html"
    return show(request, template, systems=tuple(SYSTEMS.values()), found=found, wanted=wanted, marked=marked)


def _everywhere(wanted: str) -> Iterator[tuple[Listed, Found]]:
    for listed in SYSTEMS.values():
        found = look_up(load_rulebook(listed.folder), listed.title, wanted)
        if not found.nothing:
            yield listed, found


async def rules_page(request: Request) -> Response:
    """A system's rules; its rulings alone; or the options that a table may choose."""
    listed = _listed(request)
    if request.query_params.get("options"):
        return await _options(request, listed)
    wanted = _wanted(request)
    only = bool(request.query_params.get("rulings"))
    book = await off_loop(load_rulebook, listed.folder)
    found = await off_loop(lambda: look_up(book, listed.title, wanted, rulings_only=only))
    template = "_found.html" if is_fragment(request) else "rules.html"
    shown: dict[str, Any] = {"system": listed.name, "system_title": listed.title, "only_rulings": only}
    return show(request, template, **shown, found=found, wanted=wanted, marked=marked)


async def _options(request: Request, listed: Listed) -> Response:
    known: list[Option] = await off_loop(lambda: described_options(load_system(listed.name).options))
    written = [(one.name, one.default is not None and option_value(one.default), option_words(one)) for one in known]
    return show(request, "options.html", system=listed.name, system_title=listed.title, options=written)


async def game_rules(request: Request) -> Response:
    """The rules of a game that is played, those that matter now first."""
    game = await game_of(request)
    moment: Moment = await off_loop(game.moment)
    wanted = _wanted(request)
    found = await off_loop(_for_game, game, moment, wanted)
    if is_fragment(request):
        return show(request, "_found.html", system=game.playing.system.name, found=found, wanted=wanted, marked=marked)
    chosen: dict[str, Any] = dict(game.playing.file.header.options)
    options = [(name, option_value(value)) for name, value in chosen.items()]
    shown = context(request, game, moment)
    return show(request, "game_rules.html", **shown, found=found, wanted=wanted, options=options, marked=marked)


def _for_game(game: GameAtHand, moment: Moment, wanted: str) -> Found:
    system = game.playing.system
    return look_up_for(load_rulebook(system.folder), system.title, wanted, table_of(game, moment))


ROUTES = [
    Route("/reference", reference_page, name="reference"),
    Route("/system/{system}/rules", rules_page, name="rules"),
    Route("/game/{game}/rules", game_rules, name="game_rules"),
]
