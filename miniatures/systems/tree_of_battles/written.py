"""How players write what a contingent is: short names in any case, `6 longbow`, `B grade`, one word for a list."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from miniatures.broken import unknown

#: How players shorten the types of stands, and the traits.
SHORT_TYPES = {
    "men at arm": "foot men at arms", "maa": "foot men at arms", "foot maa": "foot men at arms",
    "dismounted maa": "foot men at arms", "dismounted men at arm": "foot men at arms",
    "men at arm on foot": "foot men at arms", "knight": "mounted men at arms", "mounted maa": "mounted men at arms",
    "men at arm mounted": "mounted men at arms", "mounted knight": "mounted men at arms",
    "bill": "heavy infantry", "billmen": "heavy infantry", "heavy": "heavy infantry", "heavy foot": "heavy infantry",
    "pikemen": "pike", "light": "light infantry", "light foot": "light infantry", "archer": "longbow",
    "bow": "longbow", "longbowmen": "longbow", "crossbowmen": "crossbow", "pavise": "pavisiers",
    "handgunner": "handgun", "gunner": "handgun", "light cavalry": "light horse", "hobilar": "light horse",
    "currour": "light horse", "prickers": "light horse", "skirmish": "skirmishers", "gun": "artillery",
    "cannon": "artillery", "bombard": "artillery", "train": "baggage", "baggage train": "baggage",
}  # fmt: skip
SHORT_TRAITS = {"low ammunition": "low on ammunition", "harness": "full harness", "chivalric": "chivalrous"}
_COUNTED = re.compile(r"\s*(\d+)\s+(.+?)\s*")


def _plain(name: str) -> str:
    """Small letters, single spaces, and no s at the end of a word."""
    return " ".join(re.sub(r"(?<=[a-z]{2})s$", "", word) for word in re.findall(r"[a-z0-9]+", name.lower()))


def known(names: Sequence[str], short: Mapping[str, str]) -> dict[str, str]:
    """The names, by their own plain form and by their short ones."""
    return {_plain(name): name for name in names} | {_plain(word): name for word, name in short.items()}


def named(word: Any, by_plain: Mapping[str, str], what: str, names: Sequence[str]) -> Any:
    """The name itself, from a short form in any case."""
    if not isinstance(word, str):
        return word
    found = by_plain.get(_plain(word))
    if found is None:
        raise ValueError(unknown(word, what, list(names)))
    return found


def lower(word: Any) -> Any:
    return word.strip().lower().replace("_", " ") if isinstance(word, str) else word


def grade_letter(word: Any) -> Any:
    """`a`, `A` and `A grade`."""
    return re.sub(r"\s*GRADE$", "", word.strip().upper()) if isinstance(word, str) else word


def printable(name: str) -> str:
    if not name.isprintable():
        raise ValueError("a name holds only letters that can be printed, on one line")
    return name


def one_or_more(value: Any) -> Any:
    """One word, or one table, may stand for a list of one."""
    return (value,) if isinstance(value, str | dict) else value


def counted_parts(value: Any) -> Any:
    """`6 longbow`, a list of such words and of tables, or one table of types and counts."""
    if isinstance(value, dict) and "type" not in value and "stands" not in value:
        return [{"type": word, "stands": stands} for word, stands in value.items()]
    if isinstance(value, str):
        value = value.split(",")
    return [_counted(one) for one in one_or_more(value)] if isinstance(value, list | tuple | dict) else value


def _counted(one: Any) -> Any:
    if not isinstance(one, str):
        return one
    found = _COUNTED.fullmatch(one)
    if found is None:
        raise ValueError(f'"{one.strip()}" is no number of stands and their type, such as "6 longbow"')
    return {"type": found[2], "stands": int(found[1])}
