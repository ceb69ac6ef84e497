"""The page on which an army is built: the list with its purse, the catalogue, and a form for everything in it.

Whoever changes a list that somebody else has changed sees how it stands now, and loses nothing that he typed.
"""

import json
import re
from collections.abc import Mapping
from itertools import groupby
from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from miniatures import building
from miniatures.army_wording import price_lines, spent, verdict
from miniatures.broken import BrokenInputError
from miniatures.keeping import ListMovedOnError
from miniatures.mending import found_at
from miniatures.outline import outline
from miniatures.web.armies import ListAtHand, open_list
from miniatures.web.asking import desk_of, off_loop, visitor_of
from miniatures.web.editing import Asked, Past, asked_of, place_in, write
from miniatures.web.pages import is_fragment, show

#: How a fault spells a place; beside its form the field's own name is enough, and that of who has it is known.
_PLACE = re.compile(r'^(?:\w+\.)+(?:\d+|(?P<field>\w+))(?: \(in ".*?"\))?: ')


def _past(request: Request) -> Past:
    past: Past = request.app.state.past
    return past


async def change(request: Request) -> Response:
    name = request.path_params["army"]
    asked = await asked_of(request)
    try:
        army, aside = await off_loop(write, desk_of(request), _past(request), name, asked)
    except BrokenInputError as error:
        army = await off_loop(open_list, desk_of(request), name)
        lines = [_PLACE.sub(_field_only, line.removeprefix(f"{name}: ")) for line in error.lines]
        again = asked if isinstance(error, ListMovedOnError) else None
        status = 409 if again else 400
        return await _answer(request, army, asked.sheet, status=status, trouble=lines, again=again, typed=asked.typed)
    if not is_fragment(request):
        return RedirectResponse(f"/armies/{quote(name, safe='')}", 303)
    return await _answer(request, army, _followed(army, asked), aside=aside)


def _field_only(found: re.Match[str]) -> str:
    return f"{found['field'].replace('_', ' ')}: " if found["field"] else ""


def _followed(army: ListAtHand, asked: Asked) -> str:
    """The sheet that stays open: of whom it was about, wherever he stands now."""
    kind, _, place = asked.sheet.partition(" ")
    if asked.what not in ("move", "shift", "remove") or kind != "change" or asked.words[0] != place:
        return asked.sheet
    book, named = army.system.army, asked.words[1]
    groups = [((book.groups, number), group) for number, group in enumerate(army.data[book.groups])]
    found = [where for where, one in [*groups, *building.everyone(book, army.data)] if one.get("name") == named]
    gone = asked.what == "remove" or not found
    return "closed" if gone else f"change {building.spelled(found[-1])}"


async def _answer(request: Request, army: ListAtHand, sheet: str = "", status: int = 200, **told: Any) -> Response:
    """The list, and the sheet that is open over it; a page where no part of one was asked for."""
    kind, _, place = sheet.partition(" ")
    closed = kind not in ("change", "catalogue") or not _open(army, place)
    context = await off_loop(_laid_out, request, army)
    context |= {
        "trouble": [],
        "aside": "",
        "again": None,
        "typed": {},
        **told,
        "sheet": "" if closed else kind,
        "place": place,
    }
    if not closed:
        context |= _sheet(army, kind, place, context)
    template = "armies/_answer.html" if is_fragment(request) else "armies/builder.html"
    answer = show(request, template, status, **context)
    # Who closed a sheet while a change was under way finds it closed, unless it has something to tell.
    opens = sheet and (request.method == "GET" or context["trouble"])
    word = "sheet-done" if sheet and closed else "sheet-open" if opens else ""
    if word and is_fragment(request):
        answer.headers["HX-Trigger"] = json.dumps({word: {"target": "#sheet-over"}})
    return answer


def _open(army: ListAtHand, place: str) -> bool:
    """Whether what a sheet is about is still there."""
    return place in ("", "options") or found_at(army.data, building.steps_of(place)) is not None


def _laid_out(request: Request, army: ListAtHand) -> dict[str, Any]:
    made = outline(army.system.army, army.data, army.roster)
    return {
        "army": army,
        "system": army.system.name,
        "system_title": army.system.title,
        "made": made,
        "spent": spent(made.sheet),
        "verdict": verdict(made.all_findings),
        "wrong": next((one for one in made.all_findings if one.severity == "error"), None),
        "dialog": is_fragment(request),
        "writing": army.own and visitor_of(request).may_write,
        "undo": _past(request).last(army.name, army.seen) is not None,
        "price_lines": price_lines,
        "spelled": building.spelled,
    }


def _sheet(army: ListAtHand, kind: str, place: str, context: Mapping[str, Any]) -> dict[str, Any]:
    made = context["made"]
    here = place_in(army, place)
    group = next((one for one in made.groups if one.place == here[:2]), None)
    if kind == "catalogue":
        if group is None:
            raise HTTPException(404, "There is no such battle in this army.")
        book = army.system.army
        count = {
            (offer.into, offer.what): len(building.alike(book, army.data, offer, group.place))
            for slot in group.slots
            for offer in slot.offers
        }
        offers = [offer for slot in group.slots for offer in slot.offers]
        headed = [(word, list(some)) for word, some in groupby(offers, key=lambda offer: offer.heading)]
        full = [slot.field.name for slot in group.slots if slot.full]
        return {"group": group, "count": count, "entry": None, "headed": headed, "full": full}
    entries = [entry for one in made.groups for slot in one.slots for entry in slot.entries]
    entry = next((one for one in entries if one.place == here), None)
    if here and here != ("options",) and entry is None and (group is None or group.place != here):
        raise HTTPException(404, "There is nothing in this army that is changed so.")
    fields = made.options if here else made.said
    if here != ("options",) and group is not None:
        fields = entry.said if entry else group.said
    return {"group": group, "entry": entry, "fields": fields, "count": {}}


async def army_page(request: Request) -> Response:
    army = await off_loop(open_list, desk_of(request), request.path_params["army"])
    return await _answer(request, army)


async def sheet_page(request: Request) -> Response:
    """A form for something in the list, or the catalogue for a battle of it."""
    army = await off_loop(open_list, desk_of(request), request.path_params["army"])
    kind, place = request.path_params["sheet"], request.query_params.get("place", "")
    if kind not in ("change", "catalogue") or not _open(army, place):
        raise HTTPException(404, "There is nothing in this army that is changed so.")
    return await _answer(request, army, f"{kind} {place}")


ROUTES = [
    Route("/armies/{army}", army_page, name="army"),
    Route("/armies/{army}", change, methods=["POST"], name="change_army"),
    Route("/armies/{army}/sheet/{sheet}", sheet_page, name="army_sheet"),
]
