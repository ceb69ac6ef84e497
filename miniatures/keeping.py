"""Keeping an army: its list written as TOML, and nobody's writing lost, neither a comment nor another's change."""

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from miniatures.army import legal
from miniatures.broken import BrokenInputError
from miniatures.files import parse_toml, read_text, write_whole
from miniatures.rosters import ready_armies
from miniatures.systems import System

#: The comment with which a file begins: who they were, where they fought.
_OPENING = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*")
#: A digest is compared and the file replaced by one writer at a time.
_WRITING = Lock()


class ListMovedOnError(BrokenInputError):
    """Somebody else has changed the list since it was seen."""


class Kept(NamedTuple):
    """A list as it is written now; `aside` is where a text went that a person had written by hand."""

    text: str
    aside: Path | None = None


def digest(text: str) -> str:
    """By which a page knows again what it has seen."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def written(system: System, data: Mapping[str, Any], opening: str = "") -> str:
    """The list as TOML, stamped with the rules data if it is legal by them."""
    import tomli_w

    book = system.army
    roster = book.roster.model_validate(data)
    if legal(book.findings(roster)):
        data = {**data, "checked_with": system.data_version}
    order = {name: place for place, name in enumerate(book.roster.model_fields)}
    return opening + tomli_w.dumps(dict(sorted(data.items(), key=lambda item: order[item[0]])), indent=2)


def opening_of(text: str) -> str:
    found = _OPENING.match(text)
    return found[0] if found and "#" in found[0] else ""


def keep(path: Path, system: System, data: Mapping[str, Any], seen: str) -> Kept:
    """Write a list over the file that was seen. A text that we did not write ourselves stays beside it."""
    if path.resolve() in {ready.resolve() for ready in ready_armies().values()}:
        raise BrokenInputError(f"{path.stem}: a ready army is not rewritten; copy it first")
    with _WRITING:
        before = read_text(path)
        if digest(before) != seen:
            raise ListMovedOnError(f"{path.stem}: somebody else has changed this army in the meantime")
        opening = opening_of(before)
        text = written(system, data, opening)
        aside = None if _ours(before, system, opening) else _put_aside(path, before)
        write_whole(path, text)
    return Kept(text, aside)


def keep_new(path: Path, text: str) -> None:
    """A list under a name that is free."""
    with _WRITING:
        if path.exists():
            raise BrokenInputError(f"{path.stem}: there is an army of this name already; expected another name")
        write_whole(path, text)


def put_back(path: Path, text: str, seen: str) -> None:
    """The text of an earlier moment, letter by letter."""
    with _WRITING:
        if digest(read_text(path)) != seen:
            raise ListMovedOnError(f"{path.stem}: somebody else has changed this army in the meantime")
        write_whole(path, text)


def _ours(text: str, system: System, opening: str) -> bool:
    """Whether we would have written this text: then it holds nothing that its data does not."""
    try:
        roster = system.army.roster.model_validate(parse_toml(text, "list"))
        return written(system, system.army.plain(roster), opening) == text
    except ValueError:
        return False


def _put_aside(path: Path, text: str) -> Path:
    """Beside it under a name that is free, or where the same text stands already."""
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.bak{number if number > 1 else ''}")
        if not aside.exists():
            write_whole(aside, text)
            return aside
        if read_text(aside) == text:
            return aside
        number += 1
