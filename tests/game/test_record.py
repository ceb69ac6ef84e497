"""An event as a line: nothing lost, and a clear word for what is no event."""

import json
from datetime import date
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miniatures.broken import BrokenInputError
from miniatures.game import Event, event_line, read_event
from miniatures.game.record import header_line, read_header
from tests.game.games import AT, command, header

#: Without halves of characters: those have a test of their own.
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(TEXTS, JSON, max_size=3)
EVENTS = st.builds(
    Event,
    number=st.integers(1, 9999),
    at=TEXTS,
    kind=st.just("command"),
    command=TEXTS,
    words=OBJECTS,
    dice=st.lists(st.integers(1, 10), max_size=4).map(tuple),
    overruled=st.none() | TEXTS,
    procedure=TEXTS,
    facts=OBJECTS,
    stated=st.lists(TEXTS, max_size=3).map(tuple),
    changes=OBJECTS,
    says=st.lists(TEXTS, max_size=3).map(tuple),
)


@given(EVENTS)
def test_an_event_is_read_as_it_was_written(event: Event) -> None:
    line = event_line(event)
    assert read_event(line, "here") == read_event(line.encode(), "here") == event
    assert read_event(json.loads(line), "here") == event
    assert event_line(read_event(line, "here")) == line


@given(EVENTS)
def test_an_event_is_one_line_to_everybody(event: Event) -> None:
    assert len(event_line(event).splitlines()) == 1


def test_empty_fields_are_left_out_and_the_order_is_that_of_the_event() -> None:
    event = command("shoot", says=("Ein Schuß",), dice=(6, 1), words=MappingProxyType({"at": "bows"}))
    assert event_line(event._replace(number=7)) == (
        f'{{"number":7,"at":"{AT}","kind":"command","command":"shoot","words":{{"at":"bows"}},"dice":[6,1],'
        '"says":["Ein Schuß"]}'
    )


UNWRITABLE: list[tuple[dict[str, Any], str]] = [
    ({"words": {"when": date(1461, 3, 29)}}, "date is not plain data"),
    ({"facts": {"distance": float("nan")}}, "cannot be written as JSON"),
    ({"facts": {"distance": float("inf")}}, "cannot be written as JSON"),
    ({"words": {("a", "b"): 1}}, "cannot be written as JSON"),
    ({"says": ("half a \ud800",)}, "cannot be written as JSON"),
]


@pytest.mark.parametrize(("fields", "said"), UNWRITABLE)
def test_what_json_cannot_hold_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(BrokenInputError, match=said) as error:
        event_line(command(**fields)._replace(number=4))
    assert str(error.value).startswith("event 4 (shoot): ")
    assert len(error.value.lines) == 1


@pytest.mark.parametrize("depth", [101, 5_000])
def test_what_nests_too_deeply_is_refused(depth: int) -> None:
    inner: Any = 1
    for _ in range(depth):
        inner = {"a": inner}
    with pytest.raises(BrokenInputError, match="nested too deeply"):
        event_line(command(changes=inner))


BASE = {"number": 3, "at": AT, "kind": "command", "command": "shoot"}
BROKEN = [
    ("", "not valid JSON: Expecting value"),
    ("{", "not valid JSON"),
    ("[1]", "expected a JSON object, found a list"),
    ("null", "expected a JSON object, found nothing"),
    ("1" * 5000, "not an event"),
    ("[" * 100_000, "nested too deeply"),
    (b"\xff\xfe", "not UTF-8"),
    ('{"number": NaN}', "NaN is not a number"),
    ({"number": 3}, "at: missing; expected a text"),
    (BASE | {"number": True}, "number: expected a whole number, found true or false"),
    (BASE | {"number": "3"}, "number: expected a whole number, found a text"),
    (BASE | {"kind": "comand"}, 'kind: "comand" is unknown; expected one of: command, undo, redo'),
    (BASE | {"wordz": {}}, '"wordz" is unknown; expected one of: number'),
    (BASE | {"words": None}, "words: expected an object, found nothing"),
    (BASE | {"dice": [1, 2.5]}, "dice: expected a list of whole numbers, found a number in it"),
    (BASE | {"dice": [True]}, "dice: expected a list of whole numbers, found true or false in it"),
    (BASE | {"says": "a"}, "says: expected a list of texts, found a text"),
    (BASE | {"stated": [[]]}, "stated: expected a list of texts, found a list in it"),
]


@pytest.mark.parametrize(("line", "said"), BROKEN, ids=range(len(BROKEN)))
def test_what_is_no_event_is_named(line: Any, said: str) -> None:
    with pytest.raises(BrokenInputError) as error:
        read_event(line, "towton.game: event 3")
    assert str(error.value).startswith("towton.game: event 3: ")
    assert said in str(error.value)


def test_a_header_is_read_as_it_was_written() -> None:
    assert read_header(header_line(header(), "here"), "here") == header()


def test_a_header_of_plain_data_is_demanded() -> None:
    with pytest.raises(BrokenInputError, match="cannot be written as JSON"):
        header_line(header(options={"what": object()}), "here")


def test_a_newer_header_is_not_looked_at_any_further() -> None:
    with pytest.raises(BrokenInputError) as error:
        read_header({"format": 2, "moons": 7}, "here")
    assert error.value.lines == ("here: written by a newer miniatures (format 2); this one reads 1: update it",)


def test_a_broken_header_names_every_fault() -> None:
    with pytest.raises(BrokenInputError) as error:
        read_header({"format": 1, "sistem": "x"}, "here")
    assert any("sistem: unknown word" in line for line in error.value.lines)
    assert any("created: missing" in line for line in error.value.lines)
