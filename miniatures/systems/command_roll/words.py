"""Small words that every chapter speaks with."""

from collections.abc import Iterable


def counted(number: int, word: str) -> str:
    """`1 stand`, `2 stands`."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def joined_names(names: Iterable[str]) -> str:
    """`Bills`, `Bills and Bows`, `Bills, Bows and Pikes`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def named_once(names: Iterable[str]) -> None:
    """Units are spoken of by name, so no two may share one."""
    known: set[str] = set()
    for name in names:
        if name in known:
            raise ValueError(f'two units are called "{name}"; give each a name of its own')
        known.add(name)
