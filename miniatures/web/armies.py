"""The armies of the desk: all of them at a glance, new ones, copies, files taken in and given out, two side by side."""

from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from miniatures import building
from miniatures.army import ArmySheet, legal
from miniatures.army_wording import spent, tally_rows, verdict
from miniatures.broken import BrokenInputError, nearest
from miniatures.files import parse_toml, read_text
from miniatures.keeping import digest, keep_new, written
from miniatures.rosters import parse_roster, ready_armies
from miniatures.systems import SYSTEMS, System, load_system
from miniatures.web.asking import desk_of, fields_of, off_loop
from miniatures.web.desk import Desk
from miniatures.web.pages import show


class ListAtHand(NamedTuple):
    """An army list as its file has it now."""

    name: str
    path: Path
    own: bool
    """A file of the folder, which may be changed; ready armies are only copied."""
    text: str
    system: System
    roster: object
    data: building.Data

    @property
    def seen(self) -> str:
        return digest(self.text)


class ArmyCard(NamedTuple):
    """An army as the page lists it; what cannot be read is listed with its trouble."""

    name: str
    own: bool
    title: str = ""
    system: str = ""
    spent: str = ""
    verdict: str = ""
    legal: bool = False
    trouble: str = ""


def open_list(desk: Desk, name: str) -> ListAtHand:
    own, ready = desk.own_armies(), ready_armies()
    path = own.get(name) or ready.get(name)
    if path is None:
        meant = nearest(name[:80], [*own, *ready])
        hint = f'; did you mean "{meant}"?' if meant else "."
        raise HTTPException(404, f'There is no army called "{name[:80]}" here{hint}')
    text = read_text(path, name)
    loaded = parse_roster(text, name, path)
    return ListAtHand(
        name, path, name in own, text, loaded.system, loaded.roster, loaded.system.army.plain(loaded.roster)
    )


def cards(desk: Desk) -> list[ArmyCard]:
    """Those of the folder, then the ready ones."""
    found = []
    own = desk.own_armies()
    for name in (*own, *(name for name in ready_armies() if name not in own)):
        try:
            army = open_list(desk, name)
            book = army.system.army
            priced, findings = book.sheet(army.roster), book.findings(army.roster)
            told = (spent(priced), verdict(findings), legal(findings))
            found.append(ArmyCard(name, army.own, priced.name, army.system.name, *told))
        except BrokenInputError as error:
            found.append(ArmyCard(name, name in own, trouble=str(error).replace(f"{desk.folder}/", "")))
    return found


async def armies_page(request: Request) -> Response:
    chosen = SYSTEMS.get(request.query_params.get("system", ""))
    listed = await off_loop(cards, desk_of(request))
    shown = [chosen] if chosen else list(SYSTEMS.values())
    return show(request, "armies/list.html", chosen=chosen, shown=shown, systems=list(SYSTEMS.values()), armies=listed)


def _begin(desk: Desk, system: System, name: str, *, empty: bool) -> None:
    """A list to begin with: nearly nothing, or the starter that explains itself on the command line."""
    path = desk.army_path(name)
    title = path.stem
    if empty:
        data = building.fresh(system, title)
    else:
        starter = parse_toml((system.folder / "starter.toml").read_text(encoding="utf-8"), "starter")
        data = building.settled(system.army, {**starter, "name": title}, title)
    keep_new(path, written(system, data))


async def begin(request: Request) -> Response:
    fields = await fields_of(request)
    system = load_system(fields.get("system", ""))
    name = fields.get("name", "").strip()
    await off_loop(lambda: _begin(desk_of(request), system, name, empty=fields.get("start") == "empty"))
    return _to(name)


async def copy(request: Request) -> Response:
    """The same army in a file of the player's own, letter by letter."""
    army = await off_loop(open_list, desk_of(request), request.path_params["army"])
    name = (await fields_of(request)).get("name", "").strip()
    await off_loop(keep_new, desk_of(request).army_path(name), army.text)
    return _to(name)


def _take_in(desk: Desk, name: str, text: str) -> None:
    path = desk.army_path(name)
    loaded = parse_roster(text, name, path)
    loaded.system.army.sheet(loaded.roster)  # what is no army list, or has no price, is told and not kept
    keep_new(path, text)


async def take_in(request: Request) -> Response:
    form = await request.form(max_files=1)
    file = form.get("file")
    if not isinstance(file, UploadFile) or not file.filename:
        raise BrokenInputError("file: missing; expected an army list as a TOML file")
    name = str(form.get("name") or Path(file.filename).stem).strip()
    try:
        text = (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BrokenInputError(f"{file.filename[:80]}: not a text file; expected an army list in TOML") from None
    await off_loop(_take_in, desk_of(request), name, text)
    return _to(name)


async def export(request: Request) -> Response:
    army = await off_loop(open_list, desk_of(request), request.path_params["army"])
    name = quote(f"{army.name}.toml")
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{name}"}
    return Response(army.text, media_type="application/toml", headers=headers)


def _compared(desk: Desk, names: list[str]) -> tuple[str, list[ArmySheet]]:
    first, second = (open_list(desk, name) for name in names)
    if first.system.name != second.system.name:
        raise BrokenInputError(
            f"{second.name}: an army of {second.system.title}; {first.name} is one of {first.system.title}"
        )
    return first.system.name, [one.system.army.sheet(one.roster) for one in (first, second)]


async def compare(request: Request) -> Response:
    desk = desk_of(request)
    names = [request.query_params.get(key, "") for key in ("first", "second")]
    listed = [card for card in await off_loop(cards, desk) if not card.trouble]
    system, sheets = await off_loop(_compared, desk, names) if all(names) else ("", [])
    rows = tally_rows(sheets) if sheets else []
    return show(
        request,
        "armies/compare.html",
        systems=list(SYSTEMS.values()),
        names=names,
        armies=listed,
        rows=rows,
        sheets=sheets,
        system=system,
    )


def _to(name: str) -> Response:
    return RedirectResponse(f"/armies/{quote(name, safe='')}", 303)


ROUTES = [
    Route("/armies", armies_page, name="armies"),
    Route("/armies", begin, methods=["POST"], name="new_army"),
    Route("/armies/import", take_in, methods=["POST"], name="import_army"),
    Route("/armies/{army}/copy", copy, methods=["POST"], name="copy_army"),
    Route("/armies/{army}/export", export, name="export_army"),
    Route("/compare", compare, name="compare_armies"),
]
