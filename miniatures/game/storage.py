"""The game file as SQLite keeps it: rows of lines, each sealed to all before it. No connection outlives a call."""

import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar
from zlib import crc32

from miniatures.broken import BrokenInputError
from miniatures.game import troubles
from miniatures.game.record import read_event

SCHEMA = (
    "CREATE TABLE header (line TEXT NOT NULL, seal INTEGER NOT NULL)",
    "CREATE TABLE events (number INTEGER PRIMARY KEY, line TEXT NOT NULL, seal INTEGER NOT NULL)",
)

#: Closing any handle of a file drops every lock that this process has on it, so that one thread looking at a game
#: would unlock it under another that writes.
_ONE_AT_A_TIME = threading.RLock()

Found = TypeVar("Found")


class Row(NamedTuple):
    """A line of the log. The seal is a checksum over this line and all before it, the header's line first."""

    number: int
    line: bytes
    seal: int


class Log(NamedTuple):
    header: bytes
    rows: list[Row]


def sealed(line: bytes, before: int = 0) -> int:
    return crc32(line, before)


def read_log(path: Path, *, writing: bool) -> Log:
    """Everything in the file, checked. Only for writing is what a killed writer left half done cleared away."""
    with _ONE_AT_A_TIME:
        troubles.demand_game(path)
        if not writing:
            return _look(path, _whole_log)
        troubles.demand_writable(path)
        with _told(path, writing=False), _transaction(path, "rw", "BEGIN") as connection:
            log = _whole_log(connection, path)
        _clear(path)
        return log


def read_tail(path: Path, known: Row) -> list[Row] | None:
    """The rows after a known one, or None when the file does not hold that one, and so is another game."""
    with _ONE_AT_A_TIME:
        troubles.demand_game(path)
        return _look(path, lambda connection, path: _tail(connection, path, known))


def append_row(path: Path, known: Row, line: bytes) -> Row:
    """Write a row after the known one, if that is still the last: the new row, when it is safely on disk."""
    row = Row(known.number + 1, line, sealed(line, known.seal))
    with _ONE_AT_A_TIME:
        troubles.demand_game(path)
        troubles.demand_writable(path)
        try:
            with _told(path, writing=True), _transaction(path, "rw", "BEGIN IMMEDIATE") as connection:
                tail = _tail(connection, path, known)
                if tail is None:
                    raise troubles.other_game(path)
                if tail:
                    raise troubles.moved_on(path, [read_event(other.line, str(path)) for other in tail], known.number)
                connection.execute("INSERT INTO events VALUES (?, ?, ?)", (row.number, line.decode(), row.seal))
        except BrokenInputError:
            _heal(path)
            raise
    return row


def _clear(path: Path) -> None:
    """Remove the journal of a writer that was killed before it wrote a page: SQLite ignores it, and lets it lie."""
    journal = journal_of(path)
    if os.path.lexists(journal):
        with suppress(sqlite3.Error, OSError), _transaction(path, "rw", "BEGIN IMMEDIATE"):
            journal.unlink()  # nobody writes now but we, and we have written nothing: it is nobody's


def _heal(path: Path) -> None:
    """After a failed write the old pages may wait in the journal: the next look, if it may write, puts them back."""
    with suppress(sqlite3.Error), _transaction(path, "rw", "BEGIN") as connection:
        connection.execute("SELECT count(*) FROM header").fetchone()


@contextmanager
def _told(path: Path, *, writing: bool) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise BrokenInputError(troubles.sentence(error, path, writing=writing)) from None


@contextmanager
def _transaction(path: Path, mode: str, begin: str) -> Iterator[sqlite3.Connection]:
    try:
        with _connection(path, mode) as connection:
            connection.execute(begin)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise
    except UnicodeDecodeError:  # SQLite quotes what is damaged, and Python cannot read the quotation
        error = sqlite3.DatabaseError("its tables are not those of a game")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error from None


@contextmanager
def _connection(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    with closing(sqlite3.connect(address, uri=True, timeout=troubles.PATIENCE, isolation_level=None)) as connection:
        connection.text_factory = bytes  # damaged text is ours to complain about
        connection.execute("PRAGMA trusted_schema = OFF")
        # FULL, and the folder too: a journal that comes back after a power cut would undo what was acknowledged.
        connection.execute("PRAGMA synchronous = EXTRA")
        yield connection


def _look(path: Path, read: Callable[[sqlite3.Connection, Path], Found]) -> Found:
    """Read without writing, even what a killed writer left: then a copy is cleared up, and the game stays as it is."""
    for _ in range(10):
        with _told(path, writing=False):
            try:
                with _transaction(path, "ro", "BEGIN") as connection:
                    return read(connection, path)
            except sqlite3.OperationalError as error:
                if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_READONLY_ROLLBACK:
                    raise
        try:
            with tempfile.TemporaryDirectory(prefix="miniatures-") as folder:
                copy = Path(folder, "game")
                if _copied(path, copy):
                    with _told(path, writing=False), _transaction(copy, "rw", "BEGIN") as connection:
                        return read(connection, path)
        except OSError as error:
            reason = f"a writer was killed, and what it left cannot be read ({error.strerror})"
            raise BrokenInputError(f"{path}: {reason}; open it for writing") from None
    raise BrokenInputError(f"{path}: another program keeps writing to the game; try again")


def _copied(path: Path, copy: Path) -> bool:
    """Copy a game with its journal. As long as the journal stays the same, it cures whatever state the game is in."""
    journal = journal_of(path)
    copied_journal = journal_of(copy)
    try:
        shutil.copyfile(journal, copied_journal)
        shutil.copyfile(path, copy)
        return journal.read_bytes() == copied_journal.read_bytes()
    except FileNotFoundError:  # somebody else has cleared it away
        return False


def journal_of(path: Path) -> Path:
    real = path.resolve()  # SQLite puts the journal beside the file, not beside a link to it
    return real.with_name(real.name + "-journal")


def _whole_log(connection: sqlite3.Connection, path: Path) -> Log:
    _demand_schema(connection, path)
    check = connection.execute("PRAGMA quick_check(1)").fetchall()
    if check != [(b"ok",)]:
        raise BrokenInputError(troubles.damaged(path, b" ".join(check[0]).decode(errors="replace")))
    headers = connection.execute("SELECT line, seal FROM header").fetchall()
    if len(headers) != 1 or type(headers[0][0]) is not bytes or sealed(headers[0][0]) != headers[0][1]:
        raise BrokenInputError(troubles.damaged(path, "the header is not as it was written"))
    rows = connection.execute("SELECT number, line, seal FROM events ORDER BY number").fetchall()
    if not rows:
        raise BrokenInputError(troubles.damaged(path, "no events; expected at least the setup"))
    return Log(headers[0][0], _checked(rows, Row(0, b"", headers[0][1]), path))


def _demand_schema(connection: sqlite3.Connection, path: Path) -> None:
    found = connection.execute("SELECT sql FROM sqlite_master ORDER BY rowid").fetchall()
    if found != [(statement.encode(),) for statement in SCHEMA]:
        raise BrokenInputError(troubles.damaged(path, "its tables are not those of a game"))


def _tail(connection: sqlite3.Connection, path: Path, known: Row) -> list[Row] | None:
    _demand_schema(connection, path)
    rows = connection.execute(
        "SELECT number, line, seal FROM events WHERE number >= ? ORDER BY number", (known.number,)
    ).fetchall()
    if not rows or rows[0][0] != known.number or rows[0][2] != known.seal:
        return None
    return _checked(rows[1:], known, path)


def _checked(rows: list[tuple[int, bytes, int]], before: Row, path: Path) -> list[Row]:
    number, _, seal = before
    for found, line, found_seal in rows:
        number += 1
        if found != number:
            raise BrokenInputError(troubles.damaged(path, f"event {number} is missing"))
        if type(line) is not bytes or (seal := crc32(line, seal)) != found_seal:
            raise BrokenInputError(troubles.damaged(path, f"event {number} is not as it was written"))
    return [Row(*row) for row in rows]
