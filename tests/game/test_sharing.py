"""Two players, two programs, one file."""

import os
from pathlib import Path
from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from miniatures.game import GameFile, GameMovedOnError
from tests.game.games import SETUP, around, command, files, header, new_game
from tests.game.processes import Child, in_child


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "towton.game"


def test_a_game_that_moved_on_is_not_written_to(path: Path) -> None:
    mine, other = new_game(path, 2), GameFile.open(path)
    other.append(command("charge"), after=2)
    before = around(path)
    with pytest.raises(GameMovedOnError, match=r"somebody else wrote event 3 \(charge\) in the meantime"):
        mine.append(command("shoot"), after=2)
    with pytest.raises(GameMovedOnError, match=r"wrote event 3 \(charge\)"):
        mine.undo()
    assert mine.head == 2
    assert around(path) == before
    other.append(command("melee"), after=3)
    with pytest.raises(GameMovedOnError, match=r"wrote events 3 to 4, the last of them \(melee\)"):
        mine.append(command("shoot"), after=2)
    assert mine.reload()
    assert mine.events == other.events
    with pytest.raises(GameMovedOnError, match="wrote events 3 to 4"):
        mine.append(command("shoot"), after=2)
    with pytest.raises(GameMovedOnError, match="there is no event 9 to follow, only 4"):
        mine.append(command("shoot"), after=9)
    with pytest.raises(GameMovedOnError, match="wrote events 3 to 4"):
        mine.redo(after=2)  # that there is nothing to redo is no answer to somebody who saw another game
    assert not mine.reload()
    assert mine.append(command("shoot"), after=4).number == 5


def test_a_game_that_was_replaced_is_not_written_to(path: Path, tmp_path: Path) -> None:
    game = new_game(path, 4)
    earlier = GameFile.create(tmp_path / "earlier", header(name="another"), SETUP)
    for number in range(2, 7):
        earlier.append(command("other"), after=number - 1)
    os.replace(earlier.path, path)
    before = around(path)
    with pytest.raises(GameMovedOnError, match="replaced by another game or an earlier copy"):
        game.undo()
    assert around(path) == before
    assert game.reload()
    assert (game.head, game.header.name) == (6, "another")
    path.unlink()
    with pytest.raises(BrokenInputError, match="no such file"):
        game.undo()
    with pytest.raises(BrokenInputError, match="no such file"):
        game.reload()
    assert game.head == 6


def test_two_programs_at_once_lose_nothing(path: Path) -> None:
    new_game(path)

    def player(name: str) -> Child:
        def play(tell: Any) -> None:
            game = GameFile.open(path)
            written = 0
            while written < 25:
                try:
                    tell(str(game.append(command(name), after=game.head).number))
                    written += 1
                except GameMovedOnError:
                    game.reload()

        return Child(play)

    players = {name: player(name) for name in ("york", "lancaster")}
    told = {name: [int(word) for word in child.rest()] for name, child in players.items()}
    assert sorted(told["york"] + told["lancaster"]) == list(range(2, 52))
    game = GameFile.open(path)
    for name, numbers in told.items():
        assert [event.number for event in game.events if event.command == name] == numbers
    assert files(path) == [path.name]


def test_only_one_of_two_gets_the_name(path: Path) -> None:
    def create(tell: Any) -> None:
        try:
            GameFile.create(path, header(), SETUP)
            tell("made")
        except BrokenInputError as error:
            tell(str(error))

    children = [Child(create) for _ in range(6)]
    told = [word for child in children for word in child.rest()]
    assert told.count("made") == 1
    assert sum("there is a file of that name already" in word for word in told) == 5
    assert files(path) == [path.name]


def test_a_child_tells_its_own_faults() -> None:
    assert "ZeroDivisionError" in in_child(lambda tell: tell(str(1 // 0)))[0]
