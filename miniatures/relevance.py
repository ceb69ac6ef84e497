"""Which rules matter at this table: those of the step, those of the troops that stand here, those of every battle.

No rule is known here. Numbers come from the checklist, from what units may do, from the sums of the log and of the
prices; words come from what the lists call their troops.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from miniatures.army import ArmySheet, UnitPrice
from miniatures.broken import BrokenInputError
from miniatures.replaying import sums_of
from miniatures.rulebook import Entry
from miniatures.ruling import Modifier, Sum
from miniatures.systems.playing import Board
from miniatures.tracker import Playing

#: As many events are looked back upon, and as many units asked what they may do: players wait a moment, not longer.
LATELY, ASKED = 40, 2

_NUMBER = re.compile(r"\b[A-Z]\d+\b")
#: Who is a non-skirmisher is no skirmisher.
_WORD = re.compile(r"(?<!non-)\b[a-z]+")
#: Words of a description that name no troops.
_SMALL = frozenset({"and", "for", "its", "the", "with"})

Kind = frozenset[str]
"""What one sort of troops is called, word by word: retinue, bow."""


class Troops(NamedTuple):
    """Who stands at this table, and who might but does not."""

    here: frozenset[Kind]
    names: frozenset[str]
    """Words of their lists, names among them: who is listed as longbow may be called an archer."""
    absent: frozenset[Kind]
    numbers: frozenset[str]
    """The rules by which they were priced."""


class Sorted(NamedTuple):
    """A rule book with the rules that matter first; each part in the order of the sheet."""

    now: tuple[Entry, ...]
    here: tuple[Entry, ...]
    always: tuple[Entry, ...]
    elsewhere: tuple[Entry, ...]


def troops_of(playing: Playing) -> Troops:
    """Everybody on both lists, whether he still stands or not."""
    book = playing.system.army
    sheets: list[ArmySheet] = [book.sheet(roster) for roster in playing.setup.rosters]
    units = [unit for sheet in sheets for group in sheet.groups for unit in group.units]
    here = frozenset(_kinds(units))
    offered = [offer.price for roster in playing.setup.rosters for offer in book.catalogue(roster).units]
    absent = frozenset(_kinds(price for price in offered if price is not None)) - here
    names = {word for unit in units for text in _texts(unit.data) for word in _words(text)}
    if any(group.leader for sheet in sheets for group in sheet.groups):
        names.add("leader")  # who leads a battle is listed with it, and not always priced
    numbers = frozenset(number for modifier in _modifiers(units) for number in (modifier.rule, modifier.ruling))
    return Troops(here, frozenset(names), absent, numbers - {""})


def _modifiers(units: Iterable[UnitPrice]) -> Iterator[Modifier]:
    for unit in units:
        for priced in unit.prices:
            yield from priced.each.modifiers


def _kinds(units: Iterable[UnitPrice]) -> Iterator[Kind]:
    """What prices are paid for and the description names; what they are paid for besides is no sort of troops."""
    for unit in units:
        described = tuple(_words(unit.description))
        for modifier in _modifiers([unit]):
            words = frozenset(_words(modifier.because.partition(",")[0]))
            if words and _speaks(described, words):
                yield words


def _speaks(words: Sequence[str], of: Iterable[str]) -> bool:
    """Whether each of them is met: whole, or as the beginning of a word, as bow is of bows."""
    return all(any(word == one or (len(one) > 2 and word.startswith(one)) for word in words) for one in of)


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    for inner in data.values() if isinstance(data, Mapping) else data if isinstance(data, list | tuple) else ():
        yield from _texts(inner)


def _words(text: str) -> Iterator[str]:
    """Words that may tell troops apart: not at and in, but a letter may, as in B grade."""
    for word in _WORD.findall(text.lower()):
        if len(word) != 2 and word not in _SMALL:
            yield word


def at_issue(playing: Playing, state: Any, board: Board) -> frozenset[str]:
    """The numbers that this step is about: what is owed, and what those who owe it may do or may not, and why."""
    found = {one.rule for one in board.owed}
    different = {(one.rule, one.how.partition(" ")[0]): one.unit for one in reversed(board.owed)}
    known = {unit.name for side in board.sides for wing in side.wings for unit in wing.units}
    for unit in list(dict.fromkeys(name for name in different.values() if name in known))[:ASKED]:
        for choice in playing.rules.choices(state, unit):
            found |= {refusal.rule for refusal in choice.refusals}
            found |= {number for made in choice.sums for number in _numbers(made)}
    return frozenset(found - {""})


def _numbers(made: Sum) -> Iterator[str]:
    yield from made.rules
    for modifier in made.modifiers:
        yield modifier.rule
        yield modifier.ruling


def met(playing: Playing) -> frozenset[str]:
    """The numbers that were played lately: in what the log says, and in the sums behind it."""
    found: set[str] = set()
    for event in playing.file.line[-LATELY:]:
        found |= {number for sentence in event.says for number in _NUMBER.findall(sentence)}
        try:
            answer = sums_of(playing, event)
        except BrokenInputError:  # played by rules that have changed since
            continue
        if answer is None:
            continue
        found |= {number for made in answer.sums for number in _numbers(made)}
        for throw in answer.throws:
            found |= {number for modifier in throw.read.modifiers for number in (modifier.rule, modifier.ruling)}
            found |= set(throw.read.rules_of(throw.result))
    return frozenset(found - {""})


def sort(entries: Sequence[Entry], troops: Troops, now: frozenset[str], lately: frozenset[str]) -> Sorted:
    """Each entry in the first part that it belongs to. What is at issue brings its chapter, for these troops."""
    parts: dict[str, list[Entry]] = {part: [] for part in Sorted._fields}
    known = troops.numbers | lately | now
    chapters = tuple({f"{entry.rule.section} " for entry in entries if entry.rule.number in now})
    for entry in entries:
        numbers = {entry.rule.number, *(ruling.number for ruling in entry.rulings)}
        part = "here" if numbers & known else _by_words(entry.rule.text, troops)
        if part != "elsewhere" and f"{entry.rule.section} ".startswith(chapters):  # with its modifiers and results
            part = "now"
        parts[part].append(entry)
    return Sorted(**{part: tuple(found) for part, found in parts.items()})


def _by_words(text: str, troops: Troops) -> str:
    """A rule that speaks of absent troops only is for elsewhere; one that speaks of no troops is for every battle."""
    words = _WORD.findall(text.lower())
    if any(_speaks(words, kind) for kind in troops.here):
        return "here"
    present = {word for kind in troops.here for word in kind} | troops.names
    others = {word for kind in troops.absent for word in kind} - present
    named = {word for word in others if _speaks(words, [word])}
    if not named:
        return "always"
    whole = any(len(kind) > 1 and kind & named and _speaks(words, kind) for kind in troops.absent)
    return "elsewhere" if whole or not any(_speaks(words, [word]) for word in present) else "always"
