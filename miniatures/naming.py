"""Names and places as players type them, and names told apart where two bodies share one."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from miniatures.broken import BrokenInputError, unknown

_NUMBER = r"-?(?:\d{1,4}(?:\.\d*)?|\.\d+)"
_PLACE = re.compile(rf"\s*({_NUMBER})\s*[,; ]\s*({_NUMBER})\s*")


def find(word: str, known: Mapping[str, Any] | tuple[str, ...], what: str) -> str:
    """A name as players type it: whole, in any case, or as much of it as is clear."""
    if word in known:
        return word
    low = word.strip().lower()
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [name for name in known if fits(name.lower(), low)]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            raise BrokenInputError(f'"{word}" may be any of: {", ".join(found)}; say more of the name')
    raise BrokenInputError(unknown(word, what, list(known)))


def place_said(word: str) -> tuple[float, float] | None:
    """A place on the table as players say it, 60,40; None if it is something else."""
    place = _PLACE.fullmatch(word)
    return (float(place[1]), float(place[2])) if place else None


def place_words(place: tuple[float, float]) -> str:
    """The other way round, to a hundredth."""
    return f"{round(place[0], 2):g},{round(place[1], 2):g}"


def two_names(first: str, second: str) -> tuple[str, str]:
    """Both armies' names; where they are the same, they are told apart."""
    return (first, second) if first != second else (f"{first}, first", f"{second}, second")


def numbered(names: Iterable[str]) -> list[str]:
    """The same names; where two share one, a number tells them apart."""
    found: list[str] = []
    for wanted in names:
        name, number = wanted, 2
        while name in found:
            name, number = f"{wanted} {number}", number + 1
        found.append(name)
    return found


def told_apart(listed: Iterable[tuple[str, str]]) -> list[str]:
    """For each name, and the army that it is of, a name that no other has: the army or a number tells them apart."""
    pairs = list(listed)
    names = [name for name, _ in pairs]
    return numbered(name if names.count(name) == 1 else f"{name} ({army})" for name, army in pairs)
