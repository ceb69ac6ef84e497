"""What is said when a player's input is broken: one clear line for each fault, never a traceback."""

from collections.abc import Iterable, Sequence

#: A list longer than this is not read on a phone: a few of it are enough.
MANY, FEW = 24, 3


class BrokenInputError(Exception):
    """Input that cannot be understood. Each line names the place, what was expected and the nearest word."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a player most likely meant, if any comes near."""
    from difflib import get_close_matches  # imported late: only a mistake needs it

    by_lower = {candidate.lower(): candidate for candidate in known}
    close = get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    close = close or [candidate for candidate in by_lower if len(word) > 2 and word.lower() in candidate]
    return by_lower[close[0]] if close else None


def unknown(word: str, what: str, known: Sequence[str]) -> str:
    """`"longbwo" is not a weapon; did you mean "longbow"?`, or the whole list when nothing comes near."""
    meant = nearest(word, known)
    if meant is not None:
        return f'"{word}" is not {what}; did you mean "{meant}"?'
    if len(known) > MANY:
        return f'"{word}" is not {what}; there are {len(known)}, such as {"; ".join(known[:FEW])}'
    return f'"{word}" is not {what}; expected one of: {", ".join(known)}'
