"""Small words that every system speaks with."""

from collections.abc import Iterable


def counted(number: int, word: str) -> str:
    """`1 stand`, `2 stands`."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def counted_inches(inches: float) -> str:
    """`1 inch`, `2 inches`, `2.5 inches`."""
    return f"{inches:g} inch{'' if inches == 1 else 'es'}"


def joined_names(names: Iterable[str]) -> str:
    """`Bills`, `Bills and Bows`, `Bills, Bows and Pikes`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
