"""The quick reference: a system's printed rules and our rulings on them, numbered and searchable."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from miniatures.broken import nearest
from miniatures.ruling import Rule

# In a RULINGS.md:  - **W25 Result** (W207, W455). Text of the ruling.
_RULING = re.compile(r"^- \*\*(?P<number>[A-Z]\d+) (?P<title>[^*]+)\*\*(?: \((?P<on>[^)]*)\))?\. (?P<text>.+)$")
_NUMBER = re.compile(r"[A-Z]\d+")


class Ruling(NamedTuple):
    """How we settle what a sheet leaves open, and the printed rules that it is about."""

    number: str
    section: str
    title: str
    text: str
    about: tuple[str, ...]


class Entry(NamedTuple):
    """One printed rule with our rulings on it."""

    rule: Rule
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True)
class Rulebook:
    """Every rule and ruling of a system, in the order of the sheet."""

    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]

    def knows(self, number: str) -> bool:
        """Whether a number that code or tests speak of exists."""
        return number in self.rules or number in self.rulings

    def entry(self, rule: Rule) -> Entry:
        return Entry(rule, tuple(ruling for ruling in self.rulings.values() if rule.number in ruling.about))

    def search(self, words: str) -> tuple[list[Entry], list[Ruling]]:
        """Rules that hold every word, with their rulings; then rulings that hold them and were not shown yet."""
        wanted = words.lower().split()
        found = [
            self.entry(rule)
            for rule in self.rules.values()
            if _holds(wanted, f"{rule.number} {rule.section} {rule.text}")
        ]
        shown = {ruling.number for entry in found for ruling in entry.rulings}
        others = [
            ruling
            for ruling in self.rulings.values()
            if ruling.number not in shown and _holds(wanted, f"{ruling.number} {ruling.title} {ruling.text}")
        ]
        return found, others

    def meant(self, words: str) -> str:
        """The nearest words that some rule holds, for those that none does."""
        known = self.vocabulary()
        found = [nearest(word, known) for word in words.lower().split()]
        return " ".join(word for word in found if word)

    def vocabulary(self) -> set[str]:
        texts = [rule.text for rule in self.rules.values()] + [ruling.text for ruling in self.rulings.values()]
        return {word for text in texts for word in re.findall(r"[a-z]{4,}", text.lower())}


def _holds(wanted: list[str], text: str) -> bool:
    """Every word begins some word of the text; a rule number must be met whole."""
    words = re.findall(r"[+-]?[\w./]+", text.lower())
    return all(
        any(word == want if re.fullmatch(r"[a-z]\d+", want) else word.startswith(want) for word in words)
        for want in wanted
    )


@lru_cache(maxsize=8)
def load_rulebook(folder: Path) -> Rulebook:
    lines = (folder / "rules.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rules = [Rule(*line.split("\t")) for line in lines if line]
    rulings: list[Ruling] = []
    section = ""
    for line in (folder / "RULINGS.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif match := _RULING.match(line):
            about = tuple(_NUMBER.findall(match["on"] or ""))
            rulings.append(Ruling(match["number"], section, match["title"], match["text"], about))
    return Rulebook({rule.number: rule for rule in rules}, {ruling.number: ruling for ruling in rulings})
