"""A new game file, whole from its first moment: it is made under another name, and only named when it is on disk."""

import errno
import os
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path

from miniatures.broken import BrokenInputError
from miniatures.game import troubles
from miniatures.game.record import FORMAT
from miniatures.game.storage import SCHEMA, journal_of, sealed

#: SQLite adds nine letters for its journal, and file systems end at 255 bytes.
_LONGEST_NAME = 240

_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)


def make_file(path: Path, header: bytes, lines: Iterable[bytes]) -> None:
    """Make a game of these lines. Never overwrites, and leaves nothing behind when it fails."""
    path = path.absolute()
    try:
        _demand_free(path)
        # A name of its own, however many make games at once; opened by hand, so that the player's umask counts.
        temporary = path.with_name(f".miniatures-{os.getpid()}-{time.time_ns()}.new")
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
        try:
            _write(temporary, header, lines)
            _name(temporary, path)
        finally:
            with suppress(FileNotFoundError):
                temporary.unlink()
        _sync_folder(path.parent)
    except FileExistsError:
        raise BrokenInputError(f"{path}: there is a file of that name already; expected a new name") from None
    except FileNotFoundError:
        raise BrokenInputError(f"{path}: no such folder; expected one to make the game in") from None
    except sqlite3.Error as error:
        raise BrokenInputError(_not_made(path, str(error))) from None
    except (OSError, ValueError) as error:
        raise BrokenInputError(_not_made(path, getattr(error, "strerror", None) or str(error))) from None


def _not_made(path: Path, reason: str) -> str:
    return f"{path}: the game cannot be made there ({reason}); nothing was left behind"


def _demand_free(path: Path) -> None:
    if os.path.lexists(path):
        raise FileExistsError
    if len(os.fsencode(path.name)) > _LONGEST_NAME:
        raise BrokenInputError(f"{path}: too long a name; expected at most {_LONGEST_NAME} bytes")
    journal = journal_of(path)
    if os.path.lexists(journal):
        # SQLite would take it for the journal of the new game, and write the old one's pages into it.
        raise BrokenInputError(
            f"{path}: {journal.name} of an earlier game lies there; move it away, or take a new name"
        )


def _write(path: Path, header: bytes, lines: Iterable[bytes]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = MEMORY")  # if this fails, the file goes as a whole
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA application_id = {troubles.APPLICATION}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        for statement in SCHEMA:
            connection.execute(statement)
        seal = sealed(header)
        connection.execute("INSERT INTO header VALUES (?, ?)", (header.decode(), seal))
        for number, line in enumerate(lines, 1):
            seal = sealed(line, seal)
            connection.execute("INSERT INTO events VALUES (?, ?, ?)", (number, line.decode(), seal))
        connection.execute("COMMIT")


def _name(temporary: Path, path: Path) -> None:
    """Give the finished file its name, in one step and over nobody else's."""
    try:
        os.link(temporary, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # A stick's file system knows no links. Between look and rename another could take the name: a matter of
        # microseconds, against never being able to begin a game on a stick.
        if os.path.lexists(path):
            raise FileExistsError from None
        os.rename(temporary, path)


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # some systems cannot sync a folder; the file itself is on disk
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
