"""Files that are no game, or no longer: one clear sentence, and the file stays as it was."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from miniatures.broken import BrokenInputError
from miniatures.game import GameFile, troubles
from tests.game.games import around, command, new_game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "towton.game"


def complaint(path: Path) -> str:
    """What is said when the file is opened, whichever way; and that looking changed nothing."""
    before = around(path)
    said = set()
    for writing in (True, False):
        with pytest.raises(BrokenInputError) as error:
            GameFile.open(path, writing=writing)
        (line,) = error.value.lines
        said.add(line)
        assert around(path) == before
    (line,) = said
    assert line.startswith(f"{path}: ")
    return line.removeprefix(f"{path}: ")


def test_a_missing_game(path: Path) -> None:
    assert complaint(path) == "no such file; expected a game"


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    assert complaint(tmp_path / "a") == "a folder; expected a game file"


def test_a_pipe_is_not_waited_for(path: Path) -> None:
    os.mkfifo(path)
    assert complaint(path) == "not a regular file; expected a game file"


@pytest.mark.parametrize(
    ("junk", "said"),
    [
        (b"", "empty; expected a game file"),
        (b"name = 'a roster'\n", "not a game file of miniatures; expected one made by it"),
        (b"\x89PNG\r\n" * 1000, "not a game file of miniatures; expected one made by it"),
        (b"SQLite format 3\0", "damaged: cut off after 16 bytes; expected a whole game file"),
        (b"SQLite format 3\0" + b"\0" * 4080, "a database of some other program; expected a game file of miniatures"),
    ],
)
def test_some_other_file(path: Path, junk: bytes, said: str) -> None:
    path.write_bytes(junk)
    assert complaint(path) == said


def test_some_other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE events (number INTEGER PRIMARY KEY, line TEXT)")
        connection.commit()
    assert complaint(path) == "a database of some other program; expected a game file of miniatures"


def changed(path: Path, *statements: str) -> Path:
    new_game(path, 12)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


def test_a_newer_game(path: Path) -> None:
    changed(path, "PRAGMA user_version = 2", "CREATE TABLE moons (phase TEXT)")
    assert complaint(path) == "written by a newer miniatures (format 2); this one reads 1: update it"


CHANGED = [
    ("PRAGMA user_version = 0", "format 0 is unknown; expected 1 to 1"),
    ("PRAGMA journal_mode = WAL", "changed by another program (no rollback journal)"),
    ("CREATE TABLE moons (phase TEXT)", "damaged (its tables are not those of a game)"),
    ("DROP TABLE events", "damaged (its tables are not those of a game)"),
    ("DELETE FROM header", "damaged (the header is not as it was written)"),
    ("INSERT INTO header SELECT * FROM header", "damaged (the header is not as it was written)"),
    ("UPDATE header SET line = replace(line, 'snow', 'rain')", "damaged (the header is not as it was written)"),
    ("DELETE FROM events", "damaged (no events; expected at least the setup)"),
    ("DELETE FROM events WHERE number = 1", "damaged (event 1 is missing)"),
    ("DELETE FROM events WHERE number = 7", "damaged (event 7 is missing)"),
    ("UPDATE events SET line = replace(line, '7', '8') WHERE number = 7", "damaged (event 7 is not as it was written)"),
    ("UPDATE events SET line = 5 WHERE number = 7", "damaged (event 7 is not as it was written)"),
    ("UPDATE events SET line = x'00ff' WHERE number = 7", "damaged (event 7 is not as it was written)"),
]


@pytest.mark.parametrize(("statement", "said"), CHANGED)
def test_a_game_that_another_program_changed(path: Path, statement: str, said: str) -> None:
    assert complaint(changed(path, statement)).startswith(said)


def rewritten(path: Path, number: int, line: bytes) -> None:
    """Put another line into a game, with true seals: as a faulty version of ours might."""
    from miniatures.game.storage import sealed

    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.text_factory = bytes
        seal = connection.execute("SELECT seal FROM header").fetchone()[0]
        for found, kept in connection.execute("SELECT number, line FROM events ORDER BY number").fetchall():
            text = line if found == number else kept
            seal = sealed(text, seal)
            connection.execute(
                "UPDATE events SET line = CAST(? AS TEXT), seal = ? WHERE number = ?", (text, seal, found)
            )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "event 7: not valid JSON"),
        (b"\xff", "event 7: not UTF-8 (byte 0)"),
        (b'{"number":7}', "event 7: at: missing; expected a text"),
        (b'{"number":8,"at":"","kind":"command","command":"a"}', "event 7: says that it is event 8; expected 7"),
        (b'{"number":7,"at":"","kind":"undo","command":"undo"}', "event 7: undo of event None; expected of event 6"),
        (b"[" * 100_000, "event 7: not an event of a game: nested too deeply"),
    ],
)
def test_an_event_that_cannot_be_read_is_named(path: Path, line: bytes, said: str) -> None:
    new_game(path, 12)
    rewritten(path, 7, line)
    assert complaint(path).startswith(said)


def check_damage(folder: Path, damage: Callable[[bytearray], bytearray]) -> bool:
    """Open a damaged game in every way: a clear sentence or the same game. True if it could be read."""
    path = folder / "a.game"
    game = new_game(path, 40)
    path.write_bytes(damage(bytearray(path.read_bytes())))
    before = around(path)
    readable = []
    for writing in (True, False):
        try:
            found = GameFile.open(path, writing=writing)
        except BrokenInputError as error:
            said = error.lines
            readable.append(False)
        else:
            assert (found.header, found.events, found.state) == (game.header, game.events, game.state)
            said = (f"{path}: the same",)
            readable.append(True)
        assert [line.startswith(f"{path}: ") for line in said] == [True]
        assert around(path) == before
    assert readable[0] == readable[1]
    # And under a program that had the game open: written as it should be, or not at all.
    try:
        event = game.append(command("last"), after=40)
    except BrokenInputError:
        assert around(path) == before
    else:
        if readable[0]:
            assert GameFile.open(path, writing=False).events == [*game.events[:40], event]
    return readable[0]


SIZE = 40_000


@settings(max_examples=150)
@given(st.lists(st.tuples(st.integers(0, SIZE), st.integers(1, 255)), min_size=1, max_size=4))
@example([(place, 3) for place in (18,)])
@example([(56, 3)])
def test_flipped_bytes(tmp_path_factory: pytest.TempPathFactory, flips: list[tuple[int, int]]) -> None:
    def flip(data: bytearray) -> bytearray:
        for place, mask in flips:
            data[place % len(data)] ^= mask
        return data

    check_damage(tmp_path_factory.mktemp("flips"), flip)


@pytest.mark.parametrize("mask", [0x01, 0x80, 0xFF])
def test_every_byte_that_tells_where_things_are(tmp_path: Path, mask: int) -> None:
    """The head of the file, the tables' own description at the end of its first page, and the head of each page."""
    size = new_game(tmp_path / "a", 40).path.stat().st_size
    heads = [page + place for page in range(4096, size, 4096) for place in range(14)]
    for place in (*range(120), *range(3880, 4096), *heads):

        def flip(data: bytearray, place: int = place) -> bytearray:
            data[place] ^= mask
            return data

        folder = tmp_path / str(place)
        folder.mkdir()
        check_damage(folder, flip)


@settings(max_examples=50)
@given(st.integers(0, SIZE))
@example(0)
@example(99)
@example(4096)
@example(SIZE)
def test_a_game_that_was_cut_off(tmp_path_factory: pytest.TempPathFactory, length: int) -> None:
    cut = []

    def cut_off(data: bytearray) -> bytearray:
        cut.append(length < len(data))
        return data[:length]

    assert check_damage(tmp_path_factory.mktemp("cuts"), cut_off) == (not cut[0])


@settings(max_examples=50)
@given(st.integers(0, 12), st.sampled_from([b"\0", b"\xff", b"junk", None]), st.integers(0, 12))
def test_overwritten_pages(
    tmp_path_factory: pytest.TempPathFactory, page: int, filling: bytes | None, other: int
) -> None:
    """A page of zeros, of rubbish, or another page of the same game."""

    def overwrite(data: bytearray) -> bytearray:
        pages = len(data) // 4096
        place, source = page % pages * 4096, other % pages * 4096
        new = data[source : source + 4096] if filling is None else (filling * 4096)[:4096]
        data[place : place + 4096] = new
        return data

    readable = check_damage(tmp_path_factory.mktemp("pages"), overwrite)
    assert not readable or filling is None


@settings(max_examples=20)
@given(st.binary(min_size=1, max_size=9000))
def test_a_tail_of_rubbish(tmp_path_factory: pytest.TempPathFactory, tail: bytes) -> None:
    check_damage(tmp_path_factory.mktemp("tails"), lambda data: data + tail)


@settings(max_examples=50)
@given(st.binary(max_size=2000), st.booleans())
def test_any_file_at_all(tmp_path_factory: pytest.TempPathFactory, junk: bytes, disguised: bool) -> None:
    path = tmp_path_factory.mktemp("junk") / "a"
    path.write_bytes(b"SQLite format 3\0" + junk if disguised else junk)
    assert complaint(path)


@settings(max_examples=30)
@given(st.binary(max_size=3000), st.booleans())
def test_a_journal_of_rubbish_does_no_harm(
    tmp_path_factory: pytest.TempPathFactory, junk: bytes, disguised: bool
) -> None:
    path = tmp_path_factory.mktemp("journal") / "a"
    game = new_game(path, 20)
    journal = path.with_name("a-journal")
    journal.write_bytes(bytes.fromhex("d9d505f920a163d7") + junk if disguised else junk)
    before = around(path)
    assert GameFile.open(path, writing=False).events == game.events
    assert around(path) == before
    assert GameFile.open(path).events == game.events
    assert list(around(path)) == ["a"]


def test_our_sign_is_readable() -> None:
    assert troubles.APPLICATION.to_bytes(4, "big") == b"Mini"
