"""A writer is killed, hundreds of times and at any moment: what it had acknowledged is there, and nothing is half."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from miniatures.broken import BrokenInputError
from miniatures.game import GameFile
from tests.game.games import SETUP, around, files, header, new_game, realistic, step
from tests.game.processes import Child

KILLS = 240

#: Multiples of the golden section never repeat and leave no gap: moments all over, the same in every run.
GOLDEN = 0.6180339887


def moment(cycle: int, longest: float) -> float:
    return cycle * GOLDEN % 1 * longest


def integrity(path: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall()


def writer(path: Path) -> Callable[[Callable[[str], None]], None]:
    def write(tell: Callable[[str], None]) -> None:
        game = GameFile.open(path)
        tell("open")
        while True:
            if game.head % 5 == 0 and game.line.to_undo:
                tell(str(game.undo().number))
            tell(str(game.append(step(game.head + 1), after=game.head).number))

    return write


def test_no_acknowledged_event_is_ever_lost(tmp_path: Path) -> None:
    path = tmp_path / "towton.game"
    before = new_game(path).events
    hot, written = 0, 0
    for cycle in range(KILLS):
        child = Child(writer(path))
        assert child.next_word() == "open"
        told = [int(child.next_word()) for _ in range(cycle % 3)]
        time.sleep(moment(cycle, 0.003))
        child.kill()
        told += [int(word) for word in child.rest()]
        assert told == list(range(len(before) + 1, len(before) + 1 + len(told)))

        left = around(path)
        assert set(left) <= {path.name, path.name + "-journal"}
        hot += len(left) > 1
        seen = GameFile.open(path, writing=False).events
        assert around(path) == left, "looking changed something"

        game = GameFile.open(path)
        assert game.events == seen
        assert game.events[: len(before)] == before
        assert [event.number for event in game.events] == list(range(1, game.head + 1))
        # Its last event may have been on disk before it could say so; never one that it had said may be missing.
        assert game.head - len(before) - len(told) in (0, 1)
        assert files(path) == [path.name]
        assert integrity(path) == [("ok",)]
        written += len(told)
        before = game.events
        if game.head > 400:  # a long log only slows the test
            path.unlink()
            before = new_game(path).events
    assert hot >= 10, f"only {hot} kills hit the middle of a transaction"
    assert written >= KILLS * 2 / 3


def test_a_game_killed_while_it_is_made_is_whole_or_not_there(tmp_path: Path) -> None:
    events = list(realistic(60))
    made = 0
    for cycle in range(60):
        folder = tmp_path / str(cycle)
        folder.mkdir()

        def make(tell: Callable[[str], None], folder: Path = folder) -> None:
            tell("begun")
            for number in count():
                GameFile.create_from(folder / f"{number}.game", header(), events)
                tell(str(number))

        child = Child(make)
        words = [child.next_word() for _ in range(cycle % 2 + 1)][1:]
        time.sleep(moment(cycle, 0.008))
        child.kill()
        told = [f"{word}.game" for word in words + child.rest()]
        games = [path for path in folder.iterdir() if path.suffix == ".game"]
        assert set(told) <= {path.name for path in games}
        assert len(games) <= len(told) + 1
        for path in games:
            assert GameFile.open(path).head == 60
        made += len(games)
    assert made >= 30


@pytest.fixture
def halfway(tmp_path: Path) -> Path:
    """A game whose writer died when half of its transaction was in the file already."""
    path = tmp_path / "towton.game"
    new_game(path, 50)
    whole = path.read_bytes()

    def die(tell: Callable[[str], None]) -> None:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA cache_size = 1")  # so that changed pages go to the file before the commit
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE events SET line = '{}'")
        for number in range(51, 90):
            connection.execute("INSERT INTO events VALUES (?, ?, 0)", (number, "x" * 3000))
        tell("in the middle")
        time.sleep(60)

    child = Child(die)
    assert child.next_word() == "in the middle"
    child.kill()
    child.rest()
    assert path.read_bytes() != whole
    assert len(files(path)) == 2
    return path


def test_a_half_written_game_is_read_as_it_was_and_left_as_it_is(halfway: Path) -> None:
    left = around(halfway)
    game = GameFile.open(halfway, writing=False)
    assert game.head == 50
    assert game.state["units"]["bills"]["hits"] == 50
    assert not game.reload()
    assert around(halfway) == left


def test_a_half_written_game_is_cleared_up_by_the_next_writer(halfway: Path) -> None:
    game = GameFile.open(halfway)
    assert game.head == 50
    assert files(halfway) == [halfway.name]
    assert game.append(step(51), after=50).number == 51
    assert integrity(halfway) == [("ok",)]


@pytest.mark.parametrize("refusing", ["shutil.copyfile", "tempfile.mkdtemp"])
def test_a_reader_that_cannot_copy_says_so(halfway: Path, refusing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    left = around(halfway)
    monkeypatch.setattr(refusing, refused)
    with pytest.raises(BrokenInputError, match="a writer was killed, and what it left cannot be read"):
        GameFile.open(halfway, writing=False)
    assert around(halfway) == left


def test_a_half_written_game_behind_a_link(halfway: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "link.game"
    link.parent.mkdir()
    link.symlink_to(halfway)
    left = around(halfway)
    assert GameFile.open(link, writing=False).head == 50
    assert around(halfway) == left
    game = GameFile.open(link)
    game.append(SETUP, after=50)
    assert list(around(halfway)) == [halfway.name]
    assert files(link) == [link.name]
