"""The fold against twins that copy everything and keep plain lists."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miniatures.broken import BrokenInputError
from miniatures.game import Event, Line, live, merged
from miniatures.game.fold import line_of
from tests.game.games import AT

KEYS = st.sampled_from(["units", "bows", "men", "turn", "é"])
LEAVES = st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3) | st.lists(st.integers(), max_size=2)
TREES = st.dictionaries(KEYS, st.recursive(LEAVES, lambda inner: st.dictionaries(KEYS, inner, max_size=4)), max_size=4)


def naive(state: Any, change: Any) -> Any:
    """RFC 7396, as it is printed there."""
    if not isinstance(change, dict):
        return deepcopy(change)
    result = deepcopy(state) if isinstance(state, dict) else {}
    for name, value in change.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = naive(result.get(name), value)
    return result


@given(TREES, TREES)
def test_merging_is_that_of_the_standard_and_changes_nothing_in_place(state: Any, changes: Any) -> None:
    before = deepcopy((state, changes))
    assert merged(state, changes) == naive(*before)
    assert (state, changes) == before


#: From the appendix of RFC 7396, as far as both are objects.
PRINTED: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]


@pytest.mark.parametrize(("state", "changes", "expected"), PRINTED)
def test_the_printed_cases(state: dict[str, Any], changes: dict[str, Any], expected: dict[str, Any]) -> None:
    assert merged(state, changes) == expected


def test_what_is_untouched_is_shared() -> None:
    state = {"units": {"bows": {"men": 12}, "bills": {"men": 20}}, "table": {"wide": 72}}
    after = merged(state, {"units": {"bows": {"men": 11}}})
    assert after["table"] is state["table"]
    assert after["units"]["bills"] is state["units"]["bills"]


def event(number: int, kind: str, changes: Any = None, meant: int | None = None) -> Event:
    return Event(number, AT, kind, kind, {} if meant is None else {"event": meant}, changes=changes or {})


@given(TREES, st.lists(st.tuples(st.sampled_from(["command", "command", "undo", "redo"]), TREES), max_size=40))
def test_any_evening_folds_to_what_plain_lists_say(begun: Any, evening: list[tuple[str, Any]]) -> None:
    log = [event(1, "command", begun)]
    lines = [line_of(log)]
    done, undone = [log[0]], list[Event]()
    for kind, changes in evening:
        number, line = len(log) + 1, lines[-1]
        meant = None
        if kind == "undo":
            if len(done) == 1:
                assert line.to_undo is None
                continue
            meant = line.to_undo
            undone.append(done.pop())
            assert meant is undone[-1]
        elif kind == "redo":
            if not undone:
                assert line.to_redo is None
                continue
            meant = line.to_redo
            done.append(undone.pop())
            assert meant is done[-1]
        else:
            undone.clear()
        log.append(event(number, kind, changes if kind == "command" else None, meant.number if meant else None))
        if kind == "command":
            done.append(log[-1])
        lines.append(line.after(log[-1], "here"))

        state: Any = {}
        for command in done:
            state = naive(state, dict(command.changes))
        assert lines[-1].state == state
        assert tuple(lines[-1]) == live(log) == tuple(done)
        assert len(lines[-1]) == len(done)
        assert lines[-1][-1] is done[-1]
        assert lines[-1][0] is log[0]
        assert tuple(lines[-1][1:]) == tuple(done[1:])


@given(TREES, st.lists(TREES, min_size=1, max_size=6), st.integers(1, 6))
def test_undo_then_redo_is_the_same_state(begun: Any, changes: list[Any], back: int) -> None:
    line = line_of([event(1, "command", begun), *(event(n, "command", change) for n, change in enumerate(changes, 2))])
    number = len(line)
    start = line
    for kind in ["undo"] * min(back, len(changes)) + ["redo"] * min(back, len(changes)):
        number += 1
        meant = line.to_undo if kind == "undo" else line.to_redo
        assert meant is not None
        line = line.after(event(number, kind, meant=meant.number), "here")
    assert line.state is start.state
    assert tuple(line) == tuple(start)


SENSELESS = [
    (["undo"], "begins the game; expected a command"),
    (["redo"], "begins the game; expected a command"),
    (["command", "undo 1"], "there is nothing to undo"),
    (["command", "redo 1"], "there is nothing to redo"),
    (["command", "command", "undo 1"], "undo of event 1; expected of event 2"),
    (["command", "command", "undo 2", "command", "redo 2"], "there is nothing to redo"),
    (["command", "command", "command", "undo 3", "undo 2", "redo 3"], "redo of event 3; expected of event 2"),
    (["command", "command", "undo"], "undo of event None; expected of event 2"),
]


@pytest.mark.parametrize(("kinds", "said"), SENSELESS)
def test_a_senseless_undo_is_named(kinds: list[str], said: str) -> None:
    events = []
    for number, words in enumerate(kinds, 1):
        kind, *meant = words.split()
        events.append(event(number, kind, meant=int(meant[0]) if meant else None))
    with pytest.raises(BrokenInputError, match=said) as error:
        live(events)
    assert f"the game: event {len(kinds)}: " in str(error.value)


def test_no_events_no_state() -> None:
    assert (Line().state, tuple(Line()), Line().to_undo, Line().to_redo) == ({}, (), None, None)
