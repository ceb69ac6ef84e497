"""A game in its file: begun, played, taken back, looked at from any point, and shared between two players."""

import os
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miniatures.broken import BrokenInputError
from miniatures.game import Event, GameFile, live
from tests.game.games import AT, SETUP, around, command, files, header, new_game, step


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Töwton 50% #1?.game"


def test_a_new_game_is_one_file_with_its_header_and_setup(path: Path) -> None:
    with GameFile.create(path, header(), SETUP) as game:
        assert game.events == [SETUP._replace(number=1)]
        assert (game.head, game.header, game.path) == (1, header(), path)
        assert game.state == SETUP.changes
    assert files(path) == [path.name]
    assert GameFile.open(path, writing=False).events == game.events


def test_what_was_written_is_there_when_it_is_opened_again(path: Path) -> None:
    game = new_game(path)
    for number in range(2, 40):
        event = game.append(step(number), after=game.head)
        assert event == step(number)._replace(number=number)
        assert files(path) == [path.name]
    for writing in (True, False):
        again = GameFile.open(path, writing=writing)
        assert (again.events, again.state, again.head) == (game.events, game.state, 39)
        assert [event.number for event in again.line] == list(range(1, 40))


def test_memory_holds_what_the_file_holds(path: Path) -> None:
    game = new_game(path)
    changes: Any = {"at": (1, 2), "by number": {7: "x"}}
    game.append(command(changes=changes), after=1)
    assert game.state == GameFile.open(path).state
    assert game.state["at"] == [1, 2]


def test_an_existing_file_is_never_overwritten(path: Path) -> None:
    new_game(path)
    before = around(path)
    for other in (header(), header(name="other")):
        with pytest.raises(BrokenInputError, match="there is a file of that name already"):
            GameFile.create(path, other, SETUP)
    assert around(path) == before


def test_nor_is_a_link_that_points_nowhere(path: Path) -> None:
    path.symlink_to("nowhere")
    with pytest.raises(BrokenInputError, match="there is a file of that name already"):
        GameFile.create(path, header(), SETUP)


def test_a_new_game_wants_a_folder_and_a_name_that_leaves_room(tmp_path: Path) -> None:
    with pytest.raises(BrokenInputError, match="no such folder"):
        GameFile.create(tmp_path / "none" / "a", header(), SETUP)
    with pytest.raises(BrokenInputError, match="too long a name"):
        GameFile.create(tmp_path / ("a" * 250), header(), SETUP)
    with pytest.raises(BrokenInputError, match="cannot be made there"):
        GameFile.create(tmp_path / "a\0b", header(), SETUP)
    assert files(tmp_path / "a") == []


def test_the_journal_of_an_earlier_game_would_spoil_a_new_one(path: Path) -> None:
    path.with_name(path.name + "-journal").write_bytes(b"old")
    with pytest.raises(BrokenInputError, match="of an earlier game lies there"):
        GameFile.create(path, header(), SETUP)
    assert files(path) == [path.name + "-journal"]


def test_a_game_begins_with_a_command(path: Path) -> None:
    with pytest.raises(BrokenInputError, match="expected a command, the setup"):
        GameFile.create(path, header(), Event(1, AT, "undo", "undo", {"event": 1}))
    with pytest.raises(BrokenInputError, match="expected at least the setup"):
        GameFile.create_from(path, header(), ())
    with pytest.raises(BrokenInputError, match="header: cannot be written as JSON"):
        GameFile.create(path, header(options={"a": object()}), SETUP)
    with pytest.raises(BrokenInputError, match=r"header: written by a newer miniatures \(format 2\)"):
        GameFile.create(path, header(format=2), SETUP)
    assert files(path) == []


def test_a_stick_without_links_takes_a_game_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    assert new_game(path, 3).head == 3
    with pytest.raises(BrokenInputError, match="there is a file of that name already"):
        new_game(path)
    assert files(path) == [path.name]


def test_a_new_file_is_as_private_as_the_player_likes(path: Path) -> None:
    before = os.umask(0o027)
    try:
        new_game(path)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o640


def test_undo_and_redo_are_events(path: Path) -> None:
    game = new_game(path, 3)
    states = [game.at(1), game.at(2), game.at(3)]
    taken = game.undo()
    assert (taken.number, taken.kind, taken.words) == (4, "undo", {"event": 3})
    assert game.state == states[1]
    assert game.undo().words == {"event": 2}
    assert game.state == states[0]
    with pytest.raises(BrokenInputError, match="nothing to undo: only the setup is left"):
        game.undo()
    brought = game.redo()
    assert (brought.number, brought.kind, brought.words) == (6, "redo", {"event": 2})
    game.append(command("march", changes={"turn": 9}), after=6)
    with pytest.raises(BrokenInputError, match="nothing to redo"):
        game.redo()
    again = GameFile.open(path)
    assert [event.number for event in again.line] == [1, 2, 7]
    assert again.events == game.events
    assert [again.at(number)["turn"] for number in range(1, 8)] == [1, 2, 3, 2, 1, 2, 9]
    assert files(path) == [path.name]


@pytest.mark.parametrize("number", [-1, 0, 4])
def test_there_is_no_state_outside_the_log(path: Path, number: int) -> None:
    with pytest.raises(BrokenInputError, match=f"there is no event {number}; expected 1 to 3"):
        new_game(path, 3).at(number)


@settings(max_examples=25)
@given(st.lists(st.sampled_from(["command", "undo", "redo", "reopen", "other"]), max_size=25))
def test_any_evening_is_the_same_from_the_file(tmp_path_factory: pytest.TempPathFactory, evening: list[str]) -> None:
    path = tmp_path_factory.mktemp("evening") / "a.game"
    game, reader = new_game(path), GameFile.open(path, writing=False)
    states = [deepcopy(game.state)]
    for turn in evening:
        head = game.head
        if turn == "command":
            game.append(step(head + 1), after=head)
        elif turn == "reopen":
            game = GameFile.open(path)
        elif turn == "other":
            behind = reader.head < head
            assert reader.reload() == behind
        elif turn == "undo" and game.line.to_undo:
            game.undo()
        elif turn == "redo" and game.line.to_redo:
            game.redo()
        states += [deepcopy(game.state)] * (game.head - head)
    reader.reload()
    for each in (game, reader, GameFile.open(path)):
        assert each.events == game.events
        assert tuple(each.line) == live(game.events)
        assert [each.at(number) for number in range(1, game.head + 1)] == states
    assert files(path) == [path.name]


def test_a_branch_goes_its_own_way(path: Path) -> None:
    game = new_game(path, 5)
    game.undo()
    game.append(command("march"), after=6)
    before = around(path)
    branch = game.branch(path.with_name("what if"), at=6)
    assert branch.header == header(name="what if", branch_of=f"{path.name}, event 6")
    assert branch.events == game.events[:4]
    assert branch.state == game.at(6)
    whole = game.branch(path.with_name("all of it"))
    assert [event.command for event in whole.events] == ["setup", "shoot", "shoot", "shoot", "march"]
    assert [event.number for event in whole.events] == [1, 2, 3, 4, 5]
    assert whole.state == game.state
    whole.undo()
    assert before.items() <= around(path).items()
    with pytest.raises(BrokenInputError, match="there is no event 8"):
        game.branch(path.with_name("third"), at=8)
    with pytest.raises(BrokenInputError, match="there is a file of that name already"):
        game.branch(path)


def test_a_game_opened_for_reading_is_not_written_to(path: Path) -> None:
    new_game(path, 3)
    before = around(path)
    game = GameFile.open(path, writing=False)
    with pytest.raises(BrokenInputError, match="opened for reading only"):
        game.undo()
    assert around(path) == before


def test_a_command_that_cannot_be_written_leaves_all_as_it_was(path: Path) -> None:
    game = new_game(path, 3)
    before = around(path)
    for bad in (command(words={"a": object()}), command(dice=("6",)), Event(0, AT, "redo", "redo", {"event": 3})):
        with pytest.raises(BrokenInputError):
            game.append(bad, after=3)
    assert (game.head, around(path)) == (3, before)


def test_importing_the_game_file_loads_no_geometry() -> None:
    import subprocess
    import sys

    script = "import sys, miniatures.game; assert not {'shapely', 'numpy', 'click', 'hypothesis'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)
