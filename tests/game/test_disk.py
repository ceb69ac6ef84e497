"""Full disks, read-only places, and another program that does not let go."""

import ctypes
import os
import resource
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from miniatures.broken import BrokenInputError
from miniatures.game import GameFile, troubles
from tests.game.games import SETUP, around, files, header, new_game, step
from tests.game.processes import NOBODY, Child, in_child

Tell = Callable[[str], None]


@pytest.fixture
def path() -> Iterator[Path]:
    """In a folder that anybody may look into; pytest's own are closed to all but their owner."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder / "towton.game"
    folder.chmod(0o755)
    shutil.rmtree(folder)


def write_until_full(path: Path, tell: Tell) -> None:
    """Append until the disk says no; then tell what it said, and that nothing changed in memory or on disk."""
    game = GameFile.open(path)
    while True:
        head, before = game.head, around(path)
        try:
            game.append(step(head + 1), after=head)
        except BrokenInputError as error:
            assert around(path) == before, "the failed write changed something"
            assert game.head == head == GameFile.open(path, writing=False).head
            tell(str(error))
            tell(str(head))
            return


@pytest.mark.parametrize("room", [0, 1_000, 4_096, 9_000, 20_000])
def test_a_file_that_may_not_grow_keeps_what_it_has(path: Path, room: int) -> None:
    before = new_game(path, 30).events
    limit = path.stat().st_size + room

    def fill(tell: Tell) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        write_until_full(path, tell)

    said, head = in_child(fill)
    assert "the disk failed or is full" in said
    assert "nothing was written, and the game is as it was" in said
    game = GameFile.open(path)
    assert game.head == int(head)
    assert game.events[:30] == before
    assert game.append(step(game.head + 1), after=game.head)
    assert files(path) == [path.name]


def own_small_disk(folder: Path, size: str) -> bool:
    """A disk of that size, which only this process sees."""
    system = ctypes.CDLL(None, use_errno=True)
    private = system.unshare(0x00020000) == 0 and system.mount(b"none", b"/", None, 1 << 18 | 1 << 14, None) == 0
    return private and system.mount(b"none", bytes(folder), b"tmpfs", 0, f"size={size}".encode()) == 0


def test_a_full_disk_keeps_what_it_has(path: Path) -> None:
    def fill(tell: Tell) -> None:
        if not own_small_disk(path.parent, "96k"):
            return tell("no disk")
        new_game(path, 20)
        write_until_full(path, tell)
        before = around(path)
        try:
            new_game(path.with_name("second"), 60)
        except BrokenInputError as error:
            tell(str(error))
        assert around(path) == before
        game = GameFile.open(path)
        tell(f"{game.head} {game.state['turn']}")
        return None

    told = in_child(fill)
    if told == ["no disk"]:
        pytest.skip("only root may make a small disk")
    said, head, second, again = told
    assert "the disk is full; nothing was written, and the game is as it was" in said
    assert "the game cannot be made there" in second
    assert again == f"{head} {head}"
    assert int(head) > 40


def as_nobody(work: Callable[[Tell], None]) -> list[str]:
    """Root may write anywhere, so that others have to try."""

    def drop(tell: Tell) -> None:
        if os.getuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        work(tell)

    return in_child(drop)


def look_and_try(path: Path) -> Callable[[Tell], None]:
    def work(tell: Tell) -> None:
        game = GameFile.open(path, writing=False)
        game.reload()
        tell(str(game.head))
        for attempt in (
            lambda: GameFile.open(path),
            lambda: GameFile.create(path.with_name("new"), header(), SETUP),
            lambda: game.branch(path.with_name("branch")),
        ):
            try:
                attempt()
                tell("done")
            except BrokenInputError as error:
                tell(str(error))

    return work


def test_a_read_only_folder_can_be_looked_into(path: Path) -> None:
    new_game(path, 12)
    path.chmod(0o666)
    path.parent.chmod(0o555)
    before = around(path)
    head, opened, created, branched = as_nobody(look_and_try(path))
    assert head == "12"
    assert "its folder is read-only; copy the game" in opened
    assert "the game cannot be made there (Permission denied)" in created
    assert "the game cannot be made there (Permission denied)" in branched
    assert around(path) == before


def test_a_read_only_file_can_be_looked_at(path: Path) -> None:
    new_game(path, 12)
    path.chmod(0o444)
    path.parent.chmod(0o777)
    before = around(path)
    head, opened, created, branched = as_nobody(look_and_try(path))
    assert head == "12"
    assert "read-only; it can be looked at, or copied" in opened
    assert (created, branched) == ("done", "done")
    assert around(path).items() >= before.items()
    assert set(files(path)) == {path.name, "new", "branch"}


def test_a_game_that_became_read_only_is_not_written_to(path: Path) -> None:
    new_game(path, 12)
    path.chmod(0o666)
    path.parent.chmod(0o777)
    before = around(path)

    def work(tell: Tell) -> None:
        game = GameFile.open(path)
        tell("open")
        while path.parent.stat().st_mode & 0o222:
            time.sleep(0.001)
        try:
            game.undo()
        except BrokenInputError as error:
            tell(str(error))

    def closing(tell: Tell) -> None:
        if os.getuid() == 0:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        work(tell)

    child = Child(closing)
    assert child.next_word() == "open"
    path.parent.chmod(0o555)
    (said,) = child.rest()
    assert "its folder is read-only" in said
    assert around(path) == before


def test_an_unreadable_file_is_named(path: Path) -> None:
    new_game(path)
    path.chmod(0o000)

    def work(tell: Tell) -> None:
        try:
            GameFile.open(path, writing=False)
        except BrokenInputError as error:
            tell(str(error))

    (said,) = as_nobody(work)
    assert said == f"{path}: cannot be read (Permission denied)"
    path.chmod(0o644)


def test_what_a_killed_writer_left_is_read_in_a_read_only_folder(path: Path) -> None:
    new_game(path, 50)

    def die(tell: Tell) -> None:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE events SET line = '{}'")
        tell("in the middle")
        time.sleep(60)

    child = Child(die)
    child.next_word()
    child.kill()
    child.rest()
    path.parent.chmod(0o555)
    before = around(path)
    assert len(before) == 2
    head, opened, *_ = as_nobody(look_and_try(path))
    assert head == "50"
    assert "read-only" in opened
    assert around(path) == before


@pytest.mark.parametrize("begin", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_a_program_that_does_not_let_go_is_named(path: Path, begin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert troubles.PATIENCE == 5.0
    monkeypatch.setattr(troubles, "PATIENCE", 0.1)
    game = new_game(path, 12)

    def hold(tell: Tell) -> None:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute(begin)
        tell("held")
        time.sleep(60)

    child = Child(hold)
    assert child.next_word() == "held"
    before = around(path)
    begun = time.monotonic()
    with pytest.raises(
        BrokenInputError, match=r"another program has held the game for more than 0\.1 seconds"
    ) as error:
        game.undo()
    assert 0.1 <= time.monotonic() - begun < 3
    assert "nothing was written" in str(error.value)
    if begin == "BEGIN IMMEDIATE":  # it has begun to write, but not to the file: that can still be looked at
        assert GameFile.open(path, writing=False).head == 12
    else:
        with pytest.raises(BrokenInputError, match="another program has held the game"):
            GameFile.open(path, writing=False)
    assert around(path) == before
    child.kill()
    child.rest()
    assert game.undo().number == 13


def test_a_short_wait_is_waited(path: Path) -> None:
    game = new_game(path, 12)

    def hold(tell: Tell) -> None:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
        tell("held")
        time.sleep(0.2)
        connection.execute("ROLLBACK")

    child = Child(hold)
    assert child.next_word() == "held"
    assert game.undo().number == 13
    child.rest()
