"""The quick reference in words, for terminal and page alike. It needs no models, so that it answers at once."""

from collections.abc import Iterator, Sequence
from typing import Any

from miniatures.rulebook import Entry, Ruling
from miniatures.wording import Line


def entry_data(entry: Entry) -> dict[str, Any]:
    return {**entry.rule._asdict(), "rulings": [ruling._asdict() for ruling in entry.rulings]}


def option_line(name: str, default: Any, description: str) -> str:
    """An option as a roster writes it; one without a default has no value to write."""
    value = "" if default is None else f" = {str(default).lower() if isinstance(default, bool) else default}"
    return f"  {name + value:<36} {description}{'; none unless set' if default is None else ''}"


def rule_lines(entries: Sequence[Entry], others: Sequence[Ruling]) -> Iterator[Line]:
    """The entries under their sections, each with our rulings; then the rulings that were met alone."""
    section = ""
    for entry in entries:
        if entry.rule.section != section:
            section = entry.rule.section
            yield Line(section, "head")
        yield Line(f"  {entry.rule.number}  {entry.rule.text}")
        for ruling in entry.rulings:
            yield Line(f"        {ruling.number} {ruling.title}: {ruling.text}", "total")
    if others:
        yield Line("Our rulings", "head")
    for ruling in others:
        about = f" [{', '.join(ruling.about)}]" if ruling.about else ""
        yield Line(f"  {ruling.number}  {ruling.title}: {ruling.text}{about}")
