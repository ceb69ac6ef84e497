"""Reading what players wrote, and writing without ever leaving half a file behind."""

import json
import os
import tomllib
from pathlib import Path
from typing import IO, Any

from miniatures.broken import BrokenInputError

#: No roster or facts file of a person comes near this; a larger one is some other file.
LARGEST = 1_000_000
#: And no game that people played comes near this.
LARGEST_GAME = 200_000_000


def _decoded(raw: bytes, name: str, largest: int = LARGEST) -> str:
    if len(raw) > largest:
        raise BrokenInputError(f"{name}: larger than {largest // 1_000_000} MB; expected a roster or facts file")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BrokenInputError(f"{name}: not a text file (byte {error.start} is not UTF-8); expected TOML") from None
    if "\0" in text:
        raise BrokenInputError(f"{name}: not a text file (it holds zero bytes); expected TOML")
    return text


def read_text(path: Path, name: str | None = None, largest: int = LARGEST) -> str:
    name = name or str(path)
    try:
        if path.is_dir():
            raise BrokenInputError(f"{name}: a folder; expected a file")
        if path.exists() and not path.is_file():
            raise BrokenInputError(f"{name}: not a regular file; expected a TOML file")
        with path.open("rb") as file:
            return _decoded(file.read(largest + 1), name, largest)
    except FileNotFoundError:
        raise BrokenInputError(f"{name}: no such file{_nearby(path)}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BrokenInputError(f"{name}: cannot be read ({reason})") from None


def _nearby(path: Path) -> str:
    """A file of nearly that name in the same folder, if there is one."""
    from miniatures.broken import nearest

    try:
        others = [other.name for other in path.parent.iterdir() if other.is_file() and other.name != path.name]
        meant = nearest(path.name, others)
    except OSError:
        return ""
    return f'; did you mean "{meant}"?' if meant else ""


def parse_toml(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BrokenInputError(f"{name}: not valid TOML: {error}") from None
    except (RecursionError, ValueError):  # a syntax error is a ValueError too, and was told above
        raise BrokenInputError(f"{name}: nested too deeply, or a number too long, to be a roster or facts") from None


def parse_json(text: str, name: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BrokenInputError(
            f"{name}: not valid JSON: {error.msg} (at line {error.lineno}, column {error.colno})"
        ) from None
    except (RecursionError, ValueError):
        raise BrokenInputError(f"{name}: nested too deeply, or a number too long, to be facts") from None
    if not isinstance(data, dict):
        raise BrokenInputError(f"{name}: expected a JSON object with the facts, found {type(data).__name__}")
    return data


def read_data(path: Path) -> dict[str, Any]:
    """A TOML file, or JSON where the file's name says so."""
    text = read_text(path)
    return parse_json(text, str(path)) if path.suffix == ".json" else parse_toml(text, str(path))


def read_stream(stream: IO[bytes], name: str = "standard input") -> dict[str, Any]:
    return parse_json(_decoded(stream.read(LARGEST + 1), name), name)


def write_whole(path: Path, text: str) -> None:
    """Make or replace a file in one step: after a crash it holds the old text or the new, never half of either."""
    write_bytes_whole(path, text.encode("utf-8"))


def write_bytes_whole(path: Path, content: bytes) -> None:
    import tempfile

    old = path.exists()
    try:
        path = path.resolve()  # what a link points to is rewritten, not the link
        if path.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        if old and not os.access(path, os.W_OK):
            raise PermissionError(13, "it is read-only")
        number, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
        try:
            with os.fdopen(number, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, path.stat().st_mode if old else 0o666 & ~_mask())
            os.replace(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BrokenInputError(
            f"{path}: cannot be written ({error.strerror}){'; it is as it was' if old else ''}"
        ) from None


def _mask() -> int:
    """What the player's system takes away from new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
