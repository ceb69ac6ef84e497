"""One game, one file: an append-only log of events. It knows no rules, only what happened and in which order."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from miniatures.broken import BrokenInputError
from miniatures.game import troubles
from miniatures.game.fold import Line
from miniatures.game.making import make_file
from miniatures.game.record import REDO, UNDO, Event, Header, event_line, header_line, read_event, read_header
from miniatures.game.storage import Log, Row, append_row, read_log, read_tail


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class GameFile:
    """A game in memory as it is on disk. Between calls it holds neither a handle nor a lock on its file.

    States and lines are shared between events: whoever reads them changes nothing in them.
    """

    def __init__(self, path: Path, log: Log, *, writing: bool) -> None:
        """Use `create` or `open`."""
        self.path = path
        self.writing = writing
        self.header: Header
        self.events: list[Event]
        self._lines: list[Line]
        self._last: Row
        self._take(log)

    @classmethod
    def create(cls, path: Path, header: Header, first: Event) -> Self:
        """Begin a game with its setup, under a name that is free. `first` gets the number 1."""
        return cls.create_from(path, header, (first,))

    @classmethod
    def create_from(cls, path: Path, header: Header, events: Iterable[Event]) -> Self:
        """A game with a past. The events are numbered anew, and must make sense in their order."""
        path = Path(path)
        line, lines = Line(), []
        for number, event in enumerate(events, 1):
            place = f"{path}: event {number}"
            text = event_line(event._replace(number=number), place)
            line = line.after(read_event(text, place), place)
            lines.append(text.encode())
        if not lines:
            raise BrokenInputError(f"{path}: no events; expected at least the setup")
        text = header_line(header, f"{path}: header")
        read_header(text, f"{path}: header")  # what could not be read again is not made
        make_file(path, text.encode(), lines)
        return cls.open(path)

    @classmethod
    def open(cls, path: Path, *, writing: bool = True) -> Self:
        """The game as it stands. Opened for reading, nothing is ever written, in the file or beside it."""
        path = Path(path)
        return cls(path, read_log(path, writing=writing), writing=writing)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is left open that would have to be closed."""

    @property
    def head(self) -> int:
        """The number of the last event of the log."""
        return self._last.number

    @property
    def line(self) -> Line:
        """The live commands, first to last."""
        return self._lines[-1]

    @property
    def state(self) -> dict[str, Any]:
        return self._lines[-1].state

    def at(self, number: int) -> dict[str, Any]:
        """The state just after an event, be it a command, an undo or a redo."""
        return self.line_at(number).state

    def line_at(self, number: int) -> Line:
        if not 1 <= number <= self.head:
            raise BrokenInputError(f"{self.path}: there is no event {number}; expected 1 to {self.head}")
        return self._lines[number - 1]

    def append(self, event: Event, after: int) -> Event:
        """Write an event after the one the writer has seen last; what is returned is safely on disk.

        The event gets its number here. What is kept in memory is what was written, read again: a list where the
        writer had a tuple, so that a game is the same before and after it is opened again.
        """
        if not self.writing:
            raise BrokenInputError(f"{self.path}: opened for reading only; nothing was written")
        self.demand_seen(after)
        place = f"{self.path}: event {after + 1}"
        text = event_line(event._replace(number=after + 1), place)
        event = read_event(text, place)
        line = self.line.after(event, place)
        self._last = append_row(self.path, self._last, text.encode())
        self.events.append(event)
        self._lines.append(line)
        return event

    def demand_seen(self, after: int) -> None:
        """Refuse who has seen this event last, if others wrote since."""
        if after != self.head:
            raise troubles.moved_on(self.path, self.events, after)

    def undo(self, after: int | None = None) -> Event:
        """Take the last live command back; the event that says so."""
        return self._turn(UNDO, self.line.to_undo, after)

    def redo(self, after: int | None = None) -> Event:
        """Bring again what was taken back last."""
        return self._turn(REDO, self.line.to_redo, after)

    def _turn(self, kind: str, meant: Event | None, after: int | None) -> Event:
        seen = self.head if after is None else after
        if meant is None and seen == self.head:
            reason = "only the setup is left" if kind == UNDO else "nothing was taken back since the last command"
            raise BrokenInputError(f"{self.path}: nothing to {kind}: {reason}")
        event = Event(0, now(), kind, kind, {"event": meant.number if meant else 0})
        return self.append(event, seen)

    def reload(self) -> bool:
        """Read what others wrote in the meantime. True if there was anything."""
        tail = read_tail(self.path, self._last)
        if tail is None:
            self._take(read_log(self.path, writing=False))
            return True
        if tail:
            events, lines = _folded(tail, self.line, self.path)
            self.events += events
            self._lines += lines
            self._last = tail[-1]
        return bool(tail)

    def branch(self, path: Path, at: int | None = None) -> "GameFile":
        """Another game that goes its own way after an event: the commands that were live then, numbered anew."""
        number = self.head if at is None else at
        names = {"name": Path(path).stem, "branch_of": f"{self.path.name}, event {number}"}
        header = self.header.model_copy(update=names)
        return GameFile.create_from(path, header, self.line_at(number))

    def _take(self, log: Log) -> None:
        header = read_header(log.header, f"{self.path}: header")
        events, lines = _folded(log.rows, Line(), self.path)
        self.header, self.events, self._lines, self._last = header, events, lines, log.rows[-1]


def _folded(rows: list[Row], line: Line, path: Path) -> tuple[list[Event], list[Line]]:
    events, lines = [], []
    for number, text, _ in rows:
        place = f"{path}: event {number}"
        event = read_event(text, place)
        if event.number != number:
            raise BrokenInputError(f"{place}: says that it is event {event.number}; expected {number}")
        line = line.after(event, place)
        events.append(event)
        lines.append(line)
    return events, lines
