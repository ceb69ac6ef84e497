"""What a game file remembers: a header, then events. An event is one JSON line."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict
from pydantic_core import PydanticSerializationError

from miniatures.broken import BrokenInputError
from miniatures.faults import read_model

FORMAT = 1

#: Nothing at a table nests so deep; what does could be written here and not be read where the stack is fuller.
DEEPEST = 100

COMMAND, UNDO, REDO = "command", "undo", "redo"
_KINDS = (COMMAND, UNDO, REDO)

#: Typed as a mapping, so that nobody fills it; a real dictionary, so that JSON can write it.
_NOTHING: Mapping[str, Any] = {}


class Header(BaseModel):
    """What is true of a game from its first event to its last."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int = FORMAT
    program: str
    """The version of miniatures that began the game."""
    system: str
    data_version: str
    name: str
    created: str
    """When the game was begun: ISO, UTC."""
    options: dict[str, Any]
    rosters: tuple[dict[str, Any], ...]
    """The army lists as data: a game outlives the files it was made from."""
    table: dict[str, Any] | None
    branch_of: str = ""
    """The file and the event at which this game left another."""


class Event(NamedTuple):
    """One thing that happened at the table, with all that is needed to tell it again."""

    number: int
    at: str
    kind: str
    """`command`, `undo` or `redo`; the words of the last two hold the `event` that goes or comes back."""
    command: str
    words: Mapping[str, Any] = _NOTHING
    dice: tuple[int, ...] = ()
    overruled: str | None = None
    procedure: str = ""
    facts: Mapping[str, Any] = _NOTHING
    stated: tuple[str, ...] = ()
    """Facts that the players stated over measured ones."""
    changes: Mapping[str, Any] = _NOTHING
    """A JSON merge patch of the state."""
    says: tuple[str, ...] = ()


_REQUIRED = ("number", "at", "kind", "command")
_OPTIONAL = tuple((Event._fields.index(name), name, default) for name, default in Event._field_defaults.items())
_SHAPES: Mapping[str, tuple[type, str]] = {
    "number": (int, "a whole number"),
    "at": (str, "a text"),
    "kind": (str, "a text"),
    "command": (str, "a text"),
    "words": (dict, "an object"),
    "dice": (list, "a list of whole numbers"),
    "overruled": (str, "a text"),
    "procedure": (str, "a text"),
    "facts": (dict, "an object"),
    "stated": (list, "a list of texts"),
    "changes": (dict, "an object"),
    "says": (list, "a list of texts"),
}
_ITEMS = (("dice", int), ("stated", str), ("says", str))


def event_line(event: Event, place: str = "") -> str:
    """The event as one line of JSON: fields in their order, what is as ever left out."""
    parts: dict[str, Any] = {"number": event[0], "at": event[1], "kind": event[2], "command": event[3]}
    for index, name, default in _OPTIONAL:
        if event[index] != default:
            parts[name] = event[index]
    return json_line(parts, place or f"event {event.number} ({event.command})")


def read_event(line: str | bytes | Mapping[str, Any], place: str) -> Event:
    """The event of a line, its own fields checked; what words, facts and changes hold is the system's affair."""
    found = line if isinstance(line, Mapping) else read_object(line, place)
    get = found.get
    for name in found:
        shape = _SHAPES.get(name)
        if shape is None:
            raise BrokenInputError(f'{place}: "{name}" is unknown; expected one of: {", ".join(_SHAPES)}')
        if type(found[name]) is not shape[0]:  # a bool is an int to isinstance, and is no number of an event
            raise BrokenInputError(f"{place}: {name}: expected {shape[1]}, found {_named(found[name])}")
    for name in _REQUIRED:
        if name not in found:
            raise BrokenInputError(f"{place}: {name}: missing; expected {_SHAPES[name][1]}")
    for name, item in _ITEMS:
        for value in get(name, ()):
            if type(value) is not item:
                raise BrokenInputError(f"{place}: {name}: expected {_SHAPES[name][1]}, found {_named(value)} in it")
    if found["kind"] not in _KINDS:
        raise BrokenInputError(f'{place}: kind: "{found["kind"]}" is unknown; expected one of: {", ".join(_KINDS)}')
    return Event(
        found["number"],
        found["at"],
        found["kind"],
        found["command"],
        get("words", _NOTHING),
        tuple(get("dice", ())),
        get("overruled"),
        get("procedure", ""),
        get("facts", _NOTHING),
        tuple(get("stated", ())),
        get("changes", _NOTHING),
        tuple(get("says", ())),
    )


def demand_format(found: int, place: str) -> None:
    if found > FORMAT:
        raise BrokenInputError(
            f"{place}: written by a newer miniatures (format {found}); this one reads {FORMAT}: update it"
        )
    if found < 1:
        raise BrokenInputError(f"{place}: format {found} is unknown; expected 1 to {FORMAT}")


def header_line(header: Header, place: str) -> str:
    try:
        return json_line(header.model_dump(mode="json"), place)
    except PydanticSerializationError as error:
        raise BrokenInputError(f"{place}: cannot be written as JSON ({error}); expected plain data") from None


def read_header(line: str | bytes | Mapping[str, Any], place: str) -> Header:
    found = line if isinstance(line, Mapping) else read_object(line, place)
    if type(found.get("format")) is int:
        demand_format(found["format"], place)  # before the rest, which a newer one may word differently
    return read_model(Header, found, place)


def json_line(data: Mapping[str, Any], place: str) -> str:
    """Data as one compact line that is read back the same, or one clear sentence why it cannot be written."""
    _demand_shallow(data, place, DEEPEST)
    try:
        line = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain)
        line.encode()  # half a character, as from a file name that is not UTF-8, has no bytes to be kept in
    except (TypeError, ValueError) as error:
        raise BrokenInputError(f"{place}: cannot be written as JSON ({error}); expected plain data") from None
    # These end a line for some programs, and JSON knows another way to spell them.
    for character in "\x85\u2028\u2029":
        if character in line:
            line = line.replace(character, f"\\u{ord(character):04x}")
    return line


def read_object(line: str | bytes, place: str) -> dict[str, Any]:
    try:
        found = _DECODER.decode(line if isinstance(line, str) else line.decode())
    except json.JSONDecodeError as error:
        raise BrokenInputError(f"{place}: not valid JSON: {error.msg} (at column {error.colno})") from None
    except UnicodeDecodeError as error:
        raise BrokenInputError(f"{place}: not UTF-8 (byte {error.start}); expected a line of JSON") from None
    except (RecursionError, ValueError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise BrokenInputError(f"{place}: not an event of a game: {reason}") from None
    if not isinstance(found, dict):
        raise BrokenInputError(f"{place}: expected a JSON object, found {_named(found)}")
    return found


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not a number")


_DECODER = json.JSONDecoder(parse_constant=_refuse)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not plain data")


def _demand_shallow(value: object, place: str, left: int) -> None:
    if left == 0:
        raise BrokenInputError(f"{place}: nested too deeply; expected at most {DEEPEST} levels")
    if isinstance(value, Mapping):
        value = value.values()
    elif not isinstance(value, list | tuple):
        return
    for inner in value:
        if not isinstance(inner, str | int | float | None):
            _demand_shallow(inner, place, left - 1)


def _named(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a text", int: "a whole number", float: "a number"}
    return names.get(type(value), "nothing" if value is None else "true or false")
