"""A game as lines and back: the same bytes, or a clear word about the line."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miniatures.broken import BrokenInputError
from miniatures.game import Event, GameFile, export_lines, import_lines
from tests.game.games import header, new_game
from tests.game.test_record import EVENTS, OBJECTS


@settings(max_examples=30)
@given(st.lists(EVENTS | st.sampled_from(["undo", "redo"]), max_size=12), EVENTS, OBJECTS)
def test_an_exported_game_comes_back_without_loss(
    tmp_path_factory: pytest.TempPathFactory, evening: list[Event | str], first: Event, options: dict[str, Any]
) -> None:
    folder = tmp_path_factory.mktemp("exchange")
    game = GameFile.create(folder / "a", header(options=options), first)
    for turn in evening:
        if isinstance(turn, Event):
            game.append(turn, after=game.head)
        elif turn == "undo" and game.line.to_undo:
            game.undo()
        elif turn == "redo" and game.line.to_redo:
            game.redo()
    text = "".join(f"{line}\n" for line in export_lines(game))
    copy = import_lines(text.splitlines(), folder / "b")
    assert (copy.header, copy.events, copy.state) == (game.header, game.events, game.state)
    assert "".join(f"{line}\n" for line in export_lines(copy)) == text
    assert list(export_lines(import_lines(text.split("\n"), folder / "c"))) == list(export_lines(game))


def test_the_first_line_says_what_it_is(tmp_path: Path) -> None:
    lines = list(export_lines(new_game(tmp_path / "a", 3)))
    assert lines[0].startswith('{"miniatures game":1,"program":"0.1.0","system":"made-up",')
    assert [json.loads(line)["number"] for line in lines[1:]] == [1, 2, 3]


def test_an_editor_s_marks_do_no_harm(tmp_path: Path) -> None:
    lines = list(export_lines(new_game(tmp_path / "a", 3)))
    edited = "\ufeff" + "\r\n".join(lines) + "\r\n\r\n"
    assert list(export_lines(import_lines(edited.split("\n"), tmp_path / "b"))) == lines


UNDO = '{"number":4,"at":"","kind":"undo","command":"undo","words":{"event":2}}'
BROKEN: list[tuple[str, dict[int, str | None], str]] = [
    ("nothing", dict.fromkeys(range(1, 6)), "the export: empty; expected the lines of an exported game"),
    ("only a header", dict.fromkeys(range(2, 6)), "line 2: missing; expected the setup"),
    ("no header", {1: None}, 'line 1: expected the header of a game, beginning with "miniatures game"'),
    ("a header of words", {1: '{"miniatures game": "one"}'}, "line 1: .*expected the format, a whole number"),
    ("a newer header", {1: '{"miniatures game": 2}'}, r"line 1: written by a newer miniatures \(format 2\)"),
    ("a poor header", {1: '{"miniatures game": 1}'}, "line 1: program: missing"),
    ("not JSON", {3: "{'number': 2}"}, "line 3: not valid JSON"),
    ("a gap", {3: None}, "line 3: number: found 3; expected 2"),
    ("an empty line", {3: ""}, "line 3: not valid JSON"),
    ("a redo of nothing", {5: UNDO.replace("undo", "redo")}, "line 5: redo: there is nothing to redo"),
    ("an undo of another", {5: UNDO}, "line 5: undo of event 2; expected of event 3"),
    ("infinite", {5: UNDO.replace("undo", "command").replace(":2}", ":1e999}")}, "line 5: cannot be written"),
]


@pytest.mark.parametrize(("changed", "said"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_a_broken_line_is_named_and_nothing_is_left(tmp_path: Path, changed: dict[int, str | None], said: str) -> None:
    lines: list[str | None] = list(export_lines(new_game(tmp_path / "a", 4)))
    lines = [changed.get(number, line) for number, line in enumerate(lines, 1)]
    with pytest.raises(BrokenInputError, match=said):
        import_lines([line for line in lines if line is not None], tmp_path / "b", "the export")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "picture"
    source.write_bytes(b"\x89PNG\r\n\xff\xff")
    with source.open(encoding="utf-8") as lines, pytest.raises(BrokenInputError, match="not a text file"):
        import_lines(lines, tmp_path / "b")


def test_an_import_overwrites_nothing(tmp_path: Path) -> None:
    game = new_game(tmp_path / "a", 4)
    before = game.path.read_bytes()
    with pytest.raises(BrokenInputError, match="there is a file of that name already"):
        import_lines(export_lines(game), game.path)
    assert game.path.read_bytes() == before
