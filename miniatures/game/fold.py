"""State is the fold of the live commands. An undo only moves along the line; what it took back is still known."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

from miniatures.broken import BrokenInputError
from miniatures.game.record import COMMAND, REDO, UNDO, Event


def merged(state: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The state after a JSON merge patch (RFC 7396). Nothing is changed in place; what is untouched is shared."""
    if not changes:
        return state
    after = state.copy()
    for key, change in changes.items():
        if change is None:
            after.pop(key, None)
        elif isinstance(change, dict | Mapping):  # the first is asked first, and is a hundred times quicker
            before = after.get(key)
            # An empty patch of a missing part still makes that part.
            after[key] = merged(before if isinstance(before, dict) else {}, change)
        else:
            after[key] = change
    return after


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Step:
    """A command on the line, and the state after it."""

    event: Event
    state: dict[str, Any]
    before: "_Step | None"
    length: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Undone:
    """The steps that redo would bring again, the next one first."""

    step: _Step
    rest: "_Undone | None"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Line(Sequence[Event]):
    """The live commands after some event of the log, first to last.

    Lines share their steps, so that one is kept for every event of a log, and an undo costs the same at any length.
    """

    _step: _Step | None = None
    _undone: _Undone | None = None

    @property
    def state(self) -> dict[str, Any]:
        return self._step.state if self._step else {}

    @property
    def to_undo(self) -> Event | None:
        """The command that undo would take back; never the first, for without a setup there is no game."""
        return self._step.event if self._step and self._step.before else None

    @property
    def to_redo(self) -> Event | None:
        return self._undone.step.event if self._undone else None

    def after(self, event: Event, place: str) -> "Line":
        """The line after one more event of the log; what was undone before a new command is gone for good."""
        if event.kind == COMMAND:
            state = merged(self.state, event.changes)
            return Line(_Step(event, state, self._step, len(self) + 1))
        if self._step is None:
            raise BrokenInputError(f'{place}: kind: "{event.kind}" begins the game; expected a command, the setup')
        expected = self.to_undo if event.kind == UNDO else self.to_redo
        _demand_meant(event, expected, place)
        if event.kind == REDO:
            assert self._undone is not None  # else there would have been nothing to expect
            return Line(self._undone.step, self._undone.rest)
        return Line(self._step.before, _Undone(self._step, self._undone))

    def __len__(self) -> int:
        return self._step.length if self._step else 0

    def __reversed__(self) -> Iterator[Event]:
        step = self._step
        while step is not None:
            yield step.event
            step = step.before

    def __iter__(self) -> Iterator[Event]:
        return iter(tuple(reversed(self))[::-1])

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        if index == -1 and self._step:
            return self._step.event
        return tuple(self)[index]


def _demand_meant(event: Event, expected: Event | None, place: str) -> None:
    if expected is None:
        raise BrokenInputError(f"{place}: {event.kind}: there is nothing to {event.kind}; expected a command")
    meant = event.words.get("event")
    if meant != expected.number:
        raise BrokenInputError(f"{place}: {event.kind} of event {meant}; expected of event {expected.number}")


def line_of(events: Iterable[Event], place: str = "the game") -> Line:
    line = Line()
    for event in events:
        line = line.after(event, f"{place}: event {event.number}")
    return line


def live(events: Iterable[Event]) -> tuple[Event, ...]:
    """The commands that stand: neither taken back, nor brought again and taken back."""
    return tuple(line_of(events))
