"""What can be wrong with a game file, said in one sentence. Looking never changes the file, nor puts one beside it."""

import os
import sqlite3
import stat
from collections.abc import Sequence
from pathlib import Path

from miniatures.broken import BrokenInputError
from miniatures.game.record import Event, demand_format

#: "Mini": tells a game from any other database.
APPLICATION = 0x4D696E69

#: Seconds to wait for another program that writes to the same game.
PATIENCE = 5.0

_MAGIC = b"SQLite format 3\0"
_HEAD = 100  # bytes of the head of any SQLite database; its places below are those of the published format


class GameMovedOnError(BrokenInputError):
    """Somebody else wrote to the game in the meantime; nothing was written."""


def demand_game(path: Path) -> None:
    """Refuse what is no game of ours before SQLite touches it, for SQLite would begin a database in an empty file."""
    try:
        kind = path.stat().st_mode  # asked before it is opened, for a pipe would be waited for
        if stat.S_ISDIR(kind):
            raise BrokenInputError(f"{path}: a folder; expected a game file")
        if not stat.S_ISREG(kind):
            raise BrokenInputError(f"{path}: not a regular file; expected a game file")
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except FileNotFoundError:
        raise BrokenInputError(f"{path}: no such file; expected a game") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BrokenInputError(f"{path}: cannot be read ({reason})") from None
    _demand_head(head, path)


def _demand_head(head: bytes, path: Path) -> None:
    if not head:
        raise BrokenInputError(f"{path}: empty; expected a game file")
    if not head.startswith(_MAGIC):
        raise BrokenInputError(f"{path}: not a game file of miniatures; expected one made by it")
    if len(head) < _HEAD:
        raise BrokenInputError(f"{path}: damaged: cut off after {len(head)} bytes; expected a whole game file")
    if int.from_bytes(head[68:72], "big") != APPLICATION:
        raise BrokenInputError(f"{path}: a database of some other program; expected a game file of miniatures")
    demand_format(int.from_bytes(head[60:64], "big"), str(path))
    if head[18:20] != b"\x01\x01":
        # Reading a game that some other tool put into its write-ahead mode would put files beside it.
        raise BrokenInputError(f"{path}: changed by another program (no rollback journal); expected it as we left it")


def demand_writable(path: Path) -> None:
    """SQLite opens a read-only game all the same, and would only fail at the first event."""
    if not os.access(path, os.W_OK):
        raise BrokenInputError(f"{path}: read-only; it can be looked at, or copied and played on in the copy")
    if not os.access(path.resolve().parent, os.W_OK | os.X_OK):
        raise BrokenInputError(f"{path}: its folder is read-only; copy the game to where files may be made")


def sentence(error: sqlite3.Error, path: Path, *, writing: bool) -> str:
    """What SQLite met, as a player can act upon it."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    lost = "; nothing was written, and the game is as it was" if writing else ""
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"{path}: another program has held the game for more than {PATIENCE:g} seconds; try again{lost}"
    if code == sqlite3.SQLITE_FULL:
        return f"{path}: the disk is full{lost}"
    if code == sqlite3.SQLITE_IOERR:
        return f"{path}: the disk failed or is full ({error}){lost}"
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH):
        return f"{path}: cannot be {'written' if writing else 'read'} here ({error}){lost}"
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT):
        return damaged(path, str(error))
    return f"{path}: cannot be {'written' if writing else 'read'} ({error}){lost}"


def damaged(path: Path, reason: str) -> str:
    return f"{path}: damaged ({reason}); expected a whole game file: go back to a copy, or import an export"


def moved_on(path: Path, events: Sequence[Event], after: int) -> GameMovedOnError:
    """A writer has seen event `after` last; these events stand in the file, perhaps without the first ones."""
    others = [event for event in events if event.number > after]
    if not others:
        return GameMovedOnError(
            f"{path}: there is no event {after} to follow, only {events[-1].number}; nothing was written"
        )
    first, last = others[0].number, others[-1].number
    which = f"event {first}" if first == last else f"events {first} to {last}, the last of them"
    return GameMovedOnError(
        f"{path}: somebody else wrote {which} ({others[-1].command}) in the meantime; nothing was written"
    )


def other_game(path: Path) -> GameMovedOnError:
    return GameMovedOnError(
        f"{path}: was replaced by another game or an earlier copy; nothing was written: open it again"
    )
