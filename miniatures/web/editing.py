"""What is tapped or typed on the page of an army becomes a change of its list, which is written at once.

Every change carries the digest of the list that was seen. Who comes second is told, and nothing is written.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, NamedTuple

from starlette.requests import Request

from miniatures import building
from miniatures.army import Offer
from miniatures.broken import BrokenInputError
from miniatures.faults import inner_model
from miniatures.fields import form_fields, read_typed
from miniatures.keeping import ListMovedOnError, digest, keep, put_back
from miniatures.mending import Place, found_at
from miniatures.web.armies import ListAtHand, open_list
from miniatures.web.desk import Desk

#: So many changes of an army can be taken back.
REMEMBERED = 50
#: Before the name of a field of a form, so that none is mistaken for the page's own.
FIELD = "f:"

Typed = Mapping[str, Sequence[str]]


class Past:
    """The texts that lists had before their last changes, for as long as the page is served."""

    def __init__(self) -> None:
        self._texts: dict[str, list[tuple[str, str]]] = {}
        self._lock = Lock()

    def remember(self, name: str, before: str, after: str) -> None:
        with self._lock:
            known = self._texts.get(name, [])
            own = known if known and known[-1][1] == digest(before) else []  # others wrote in between: not ours to undo
            self._texts[name] = [*own, (before, digest(after))][-REMEMBERED:]

    def last(self, name: str, seen: str) -> str | None:
        """The text before the last change, if nobody else has changed it since."""
        with self._lock:
            known = self._texts.get(name, [])
            return known[-1][0] if known and known[-1][1] == seen else None

    def forget(self, name: str) -> None:
        with self._lock:
            self._texts[name] = self._texts.get(name, [])[:-1]


class Asked(NamedTuple):
    """A change as the page sends it."""

    what: str
    words: tuple[Any, ...]
    seen: str
    sheet: str
    typed: Typed


async def asked_of(request: Request) -> Asked:
    form = await request.form(max_files=0, max_fields=2_000)
    texts: dict[str, list[str]] = {}
    for key, value in form.multi_items():
        if isinstance(value, str) and len(key) + len(value) < 4_000:
            texts.setdefault(key, []).append(value)
    try:
        do = json.loads(texts.get("do", ["[]"])[-1])
    except (ValueError, RecursionError):
        do = []
    if not isinstance(do, list) or not do or not all(isinstance(word, str | int) for word in do):
        raise BrokenInputError("do: missing or broken; load the page again")
    typed = {key.removeprefix(FIELD): value for key, value in texts.items() if key.startswith(FIELD)}
    last = {key: texts.get(key, [""])[-1] for key in ("seen", "sheet")}
    return Asked(str(do[0]), tuple(do[1:]), last["seen"], last["sheet"], typed)


def _somebody(data: building.Data, place: Any, name: Any) -> Place:
    """A place that still holds who was meant: two quick taps on one button never hit two units."""
    found = building.place_of(data, str(place))
    if found_at(data, found).get("name", "") != name:
        raise ListMovedOnError(f'"{name}" stands elsewhere now: look again')
    return found


def _offered(offers: Sequence[Offer], into: Any, what: Any) -> Offer:
    for offer in offers:
        if (offer.into, offer.what) == (into, what):
            return offer
    raise BrokenInputError(f'"{str(what)[:80]}" is not in the catalogue; load the page again')


def changed(army: ListAtHand, what: str, words: Sequence[Any], typed: Typed) -> building.Data:
    """The list after a change, settled."""
    book, data = army.system.army, army.data
    catalogue = book.catalogue(army.roster)

    def group(number: Any) -> Place:
        return building.group_place(book, data, int(number))

    def mended(code: Any, place: Any, unit: Any, label: Any) -> building.Data:
        # By what it is and whom it is about, never by its number: a tap before this one may have cured another.
        for one in book.findings(army.roster):
            if (one.code, building.spelled(one.place), one.unit) == (code, place, unit):
                return building.cured(data, one.mends, str(label))
        raise ListMovedOnError("what was found is found no longer: look again")

    def one_less(number: Any, into: Any, name: Any) -> building.Data:
        offer = _offered(catalogue.units, into, name)
        alike = building.alike(book, data, offer, group(number))
        return building.removed(book, data, alike[-1]) if alike else data

    changes: dict[str, Callable[..., building.Data]] = {
        "battle": lambda name: building.added(book, data, _offered(catalogue.groups, book.groups, name)),
        "add": lambda number, into, name: building.added(
            book, data, _offered(catalogue.units, into, name), group(number)
        ),
        "less": one_less,
        "remove": lambda place, name: building.removed(book, data, _somebody(data, place, name)),
        "copy": lambda place, name: building.copied(book, data, _somebody(data, place, name)),
        "shift": lambda place, name, by: building.shifted(data, _somebody(data, place, name), int(by)),
        "move": lambda place, name, to: building.moved(book, data, _somebody(data, place, name), group(to)),
        "step": lambda place, name, field, by: building.stepped(
            book, data, (*_somebody(data, place, name), str(field)), int(by)
        ),
        "part": lambda place, name, part: building.with_part(
            book, data, _somebody(data, place, name), _offered(catalogue.parts, "parts", part)
        ),
        "mend": mended,
        "say": lambda place: said(army, str(place), typed),
    }
    try:
        made = changes[what](*words)
    except (KeyError, TypeError, ValueError):
        raise BrokenInputError(f'"{what[:40]}": not understood; load the page again') from None
    return building.settled(book, made, army.name)


def said(army: ListAtHand, written: str, typed: Typed) -> building.Data:
    """The fields of a form, and of the parts that stand in it."""
    book, data = army.system.army, army.data
    place = place_in(army, written)
    tables = {name.rpartition(".")[0] for name in typed}
    for table in sorted(tables, key=len):
        inner: Place = (*place, *building.place_of(found_at(data, place), table)) if table else place
        model = inner_model(book.roster, inner)
        if model is None:
            raise BrokenInputError(f'"{table[:80]}": nothing can be changed there')
        fields = form_fields(model)
        prefix = f"{table}." if table else ""
        own = {name.removeprefix(prefix): texts for name, texts in typed.items() if name.rpartition(".")[0] == table}
        asked = {name: fields[name] for name in own if name in fields and fields[name].building != "never"}
        said_here = {name: read_typed(field, own[name]) for name, field in asked.items()}
        data = building.restated(book, data, inner, said_here)
    return data


def place_in(army: ListAtHand, written: str) -> Place:
    """The army itself, its options, or something in it."""
    if written in ("", "options"):
        return (written,) if written else ()
    return building.place_of(army.data, written)


def write(desk: Desk, past: Past, name: str, asked: Asked) -> tuple[ListAtHand, str]:
    """The change made and written: the list as it is then, and the file to which a text of somebody's own went."""
    army = open_list(desk, name)
    if not army.own:
        raise BrokenInputError(f"{name}: a ready army is not changed; copy it first")
    if army.seen != asked.seen:
        raise ListMovedOnError("Somebody else has changed this army in the meantime. Below it is as it stands now.")
    if asked.what == "undo":
        before = past.last(name, asked.seen)
        if before is None:
            raise BrokenInputError("there is nothing to take back")
        put_back(army.path, before, asked.seen)
        past.forget(name)
        return open_list(desk, name), ""
    made = changed(army, asked.what, asked.words, asked.typed)
    if made == army.data:
        return army, ""
    kept = keep(army.path, army.system, made, asked.seen)
    past.remember(name, army.text, kept.text)
    return open_list(desk, name), kept.aside.name if kept.aside else ""
