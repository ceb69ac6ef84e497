"""Broken files: one clear line with the place, and nothing lost."""

import json
import os
from pathlib import Path

import pytest

from miniatures.broken import BrokenInputError
from miniatures.files import LARGEST, parse_json, read_data, read_text, write_whole


def complaint(path: Path) -> str:
    with pytest.raises(BrokenInputError) as error:
        read_data(path)
    (line,) = error.value.lines
    assert str(path) in line
    return line


def test_a_missing_file_suggests_the_nearest_name(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("")
    assert 'did you mean "mine.toml"?' in complaint(tmp_path / "mien.toml")
    assert "no such file" in complaint(tmp_path / "nowhere" / "zzz.toml")


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    assert "a folder; expected a file" in complaint(tmp_path)


def test_a_syntax_error_names_its_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "x"\npoints = = 3\n')
    assert "line 2, column 10" in complaint(path)


@pytest.mark.parametrize("junk", [b"\xff\xfe\x00\x01", b"\x89PNG\r\n\x1a\n\x00", b"a = 1\x00"])
def test_binary_junk_is_not_text(tmp_path: Path, junk: bytes) -> None:
    path = tmp_path / "junk.toml"
    path.write_bytes(junk)
    assert "not a text file" in complaint(path)


def test_a_huge_file_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    assert "larger than" in complaint(path)
    path.write_bytes(b"#" * (LARGEST + 1))
    assert "larger than" in complaint(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_or_device_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    assert "not a regular file" in complaint(tmp_path / "pipe.toml")


def test_a_name_that_no_system_allows_is_a_plain_complaint() -> None:
    with pytest.raises(BrokenInputError):
        read_text(Path("a\0b"))
    with pytest.raises(BrokenInputError):
        read_text(Path("x" * 5000))


@pytest.mark.parametrize(
    ("text", "words"),
    [("{", "line 1, column 2"), ("[1]", "expected a JSON object"), ("[" * 100_000, "nested too deeply")],
)
def test_broken_json_is_told_as_clearly(text: str, words: str) -> None:
    with pytest.raises(BrokenInputError, match="standard input: ") as error:
        parse_json(text, "standard input")
    assert words in str(error.value)


def test_toml_nested_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text("a = " + "[" * 50_000)
    assert complaint(path)


def test_json_facts_may_be_a_file_too(tmp_path: Path) -> None:
    path = tmp_path / "facts.json"
    path.write_text(json.dumps({"distance": 3}))
    assert read_data(path) == {"distance": 3}


def test_a_windows_editors_mark_at_the_start_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbfpoints = 3\r\n")
    assert read_data(path) == {"points": 3}


def test_writing_replaces_a_file_whole_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("old")
    write_whole(path, "new")
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BrokenInputError, match="No space left on device"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
