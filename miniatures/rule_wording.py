"""The quick reference in words, for terminal and page alike. It needs no models, so that it answers at once."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from miniatures.rulebook import Entry, Ruling
from miniatures.wording import Line

if TYPE_CHECKING:
    from miniatures.schema import Option


def entry_data(entry: Entry) -> dict[str, Any]:
    return {**entry.rule._asdict(), "rulings": [ruling._asdict() for ruling in entry.rulings]}


def option_value(default: Any) -> str:
    """As a roster writes it."""
    return str(default).lower() if isinstance(default, bool) else str(default)


def option_line(option: "Option") -> str:
    """An option as a roster writes it; one without a default has no value to write."""
    value = "" if option.default is None else f" = {option_value(option.default)}"
    return f"  {option.name + value:<36} {option_words(option)}"


def option_words(option: "Option") -> str:
    return f"{option.description}{'; none unless set' if option.default is None else ''}"


def unmet(system: str, wanted: str, meant: str) -> str:
    """That no rule was found, and what the players may have meant."""
    return f'no rule of {system} speaks of "{wanted}"' + (f'; try "{meant}"' if meant else "")


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
