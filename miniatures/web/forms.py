"""Models as forms: each field with its value and where that came from, and what was typed read back as data.

Templates draw them, and nothing here knows a rule: a field that a model has is a field that the form has.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from miniatures.broken import BrokenInputError
from miniatures.fields import FormField, form_fields, read_typed
from miniatures.web.typed import Typed

#: Before the place of a table: under this name a form says how many rows it has.
ROWS = "rows:"
#: More than any fight has, and less than what a page can be choked with.
MOST_ROWS = 60

Origin = Literal["measured", "tracked", "changed", "stated", "needed", ""]


class Entry(NamedTuple):
    """A field, filled in."""

    field: FormField
    place: str
    texts: tuple[str, ...]
    """What stands in it; several where it holds a list."""
    origin: Origin = ""
    before: str = ""
    """What was measured, where the players say otherwise."""
    tables: tuple["Table", ...] = ()


class Table(NamedTuple):
    """The fields of one model: those that say something, and the others as their model leaves them."""

    place: str
    title: str
    entries: tuple[Entry, ...]
    others: tuple[Entry, ...]
    unit: bool = False
    """A unit, which may be taken from a roster."""


class Known(NamedTuple):
    """What is known while a form is filled in."""

    needed: Collection[str] = ()
    """Places that nobody knows yet."""
    unit: type[BaseModel] | None = None
    without: Collection[str] = ("options",)
    """Fields of the first table that are not asked here."""
    measured: bool = True
    """Whether anything was measured at all; else all that stands there was stated."""


def filled(
    model: type[BaseModel],
    data: Mapping[str, Any],
    measured: Mapping[str, Any],
    known: Known,
    place: str = "",
    title: str = "",
) -> Table:
    """A form for a model: `data` as it stands, of which `measured` is what nobody had to say."""
    is_unit = known.unit is not None and issubclass(model, known.unit)
    entries: list[Entry] = []
    others: list[Entry] = []
    for name, field in form_fields(model).items():
        if not place and name in known.without:
            continue
        entry = _entry(field, _at(place, name), data.get(name), measured.get(name), known, tracked=is_unit)
        (entries if entry.origin or entry.tables or field.needed else others).append(entry)
    return Table(place, title or str(data.get("name") or place), tuple(entries), tuple(others), is_unit)


def _entry(field: FormField, place: str, value: Any, measured: Any, known: Known, *, tracked: bool) -> Entry:
    if field.kind == "table":
        return _tables(field, place, value, measured, known)
    texts = _texts(field, value)
    origin: Origin = ""
    before = ""
    if place in known.needed:
        origin = "needed"
    elif measured is not None and _texts(field, measured) == texts:
        origin = "tracked" if tracked else "measured"
    elif value is not None or measured is not None:
        origin = "changed" if known.measured else "stated"
        before = ", ".join(_texts(field, measured)) if measured is not None else ""
    return Entry(field, place, texts, origin, before)


def _tables(field: FormField, place: str, value: Any, measured: Any, known: Known) -> Entry:
    assert field.model is not None
    rows = _rows(value)
    before = _rows(measured)
    tables = []
    for index, row in enumerate(rows):
        at = f"{place}.{index}" if field.many else place
        known_row = before[index] if index < len(before) else {}
        title = str(row.get("name") or (f"{field.label} {index + 1}" if field.many else field.label))
        tables.append(filled(field.model, row, known_row, known, at, title))
    needed = not rows and place in known.needed
    return Entry(field, place, (), "needed" if needed else "", tables=tuple(tables))


def _rows(value: Any) -> list[Mapping[str, Any]]:
    listed = value if isinstance(value, list | tuple) else () if value is None else (value,)
    return [row for row in listed if isinstance(row, Mapping)]


def _at(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _texts(field: FormField, value: Any) -> tuple[str, ...]:
    """The value as it is typed; where nothing is said, as the model has it."""
    if value is None:
        value = field.default
    if value is None:
        return ()
    listed = value if isinstance(value, list | tuple) else (value,)
    return tuple(_text(one) for one in listed)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)


def read_form(model: type[BaseModel], typed: Typed, shown: Mapping[str, Any], place: str = "") -> dict[str, Any]:
    """What the form says, as data. What it does not ask stays as `shown`, and so does what was left as it stood."""
    data: dict[str, Any] = {}
    for name, field in form_fields(model).items():
        at = _at(place, name)
        before = shown.get(name)
        if field.kind == "table":
            value = _read_tables(field, typed, before, at)
        elif at not in typed:
            value = before
        else:
            said = [text for text in typed[at] if text.strip() or not field.many]
            value = before if _same(field, said, before) else read_typed(field, said)
            if before is None and _is_default(field, value):
                value = None
        if value is not None:
            data[name] = value
    return data


def _same(field: FormField, said: Sequence[str], before: Any) -> bool:
    """Whether a field was left as it stood; of a switch the last word counts."""
    last = said if field.many else said[-1:]
    return before is not None and tuple(text.strip() for text in last) == _texts(field, before)


def _is_default(field: FormField, value: Any) -> bool:
    default = field.default
    return bool(value == (list(default) if isinstance(default, tuple) else default))


def _read_tables(field: FormField, typed: Typed, before: Any, at: str) -> Any:
    assert field.model is not None
    if ROWS + at not in typed:
        return before
    written = typed[ROWS + at][-1]
    if not written.isdecimal() or int(written) > MOST_ROWS:
        raise BrokenInputError(f'{at}: "{written[:20]}" rows; expected 0 to {MOST_ROWS}')
    known = _rows(before)
    rows = [
        read_form(field.model, typed, known[index] if index < len(known) else {}, f"{at}.{index}" if field.many else at)
        for index in range(int(written))
    ]
    if field.many:
        return rows if rows or before is not None else None
    return rows[0] if rows else None


Change = Callable[[Any], Any]


def with_row(data: Mapping[str, Any], place: str) -> dict[str, Any]:
    """The data with an empty row more in the list at a place."""
    return _changed(data, place, lambda value: [*_rows(value), {}])


def without(data: Mapping[str, Any], place: str) -> dict[str, Any]:
    """The data without the row or the table at a place."""
    return _changed(data, place, lambda _: None)


def with_table(data: Mapping[str, Any], place: str, table: Mapping[str, Any]) -> dict[str, Any]:
    """The data with that table at a place."""
    return _changed(data, place, lambda _: dict(table))


def _changed(data: Mapping[str, Any], place: str, change: Change) -> dict[str, Any]:
    made = _made(data, place.split("."), change)
    assert isinstance(made, dict)  # a change below a table leaves a table
    return made


def _made(current: Any, steps: Sequence[str], change: Change) -> Any:
    if not steps:
        return change(current)
    step, rest = steps[0], steps[1:]
    if isinstance(current, list | tuple):
        if not step.isdecimal() or int(step) >= len(current):
            raise BrokenInputError(f"row {step[:20]}: there is none; load the page again")
        made = _made(current[int(step)], rest, change)
        return [*current[: int(step)], *(() if made is None else (made,)), *current[int(step) + 1 :]]
    if not isinstance(current, Mapping):
        raise BrokenInputError(f"{step[:20]}: nothing stands there; load the page again")
    made = _made(current.get(step), rest, change)
    kept = {key: value for key, value in current.items() if key != step}
    return kept if made is None else {**kept, step: made}
