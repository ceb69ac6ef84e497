"""A throw on the page: what stands against it, the sum so far, and the dice that are asked for next."""

from collections.abc import Sequence
from typing import Any

from miniatures.answers import Resolved
from miniatures.ruling import Refusal
from miniatures.wording import Line, needed_words, sum_lines, throw_lines


def throwing(
    resolved: Resolved | None, refusals: Sequence[Refusal], overruled: str | None, faces: Sequence[int]
) -> dict[str, Any]:
    """What the template of a throw takes."""
    needed = resolved.needed if resolved else None
    return {
        "resolved": resolved,
        "refusals": refusals,
        "refused": bool(refusals) and overruled is None,
        "overruled": overruled or "",
        "needed": needed,
        "asks": needed_words(needed) if needed else "",
        "sums": sums(resolved),
        "faces": " ".join(map(str, faces)),
        "settled_faces": len(faces) - len(resolved.pending) if resolved else 0,
    }


def sums(resolved: Resolved | None) -> list[Line]:
    """The sum so far, modifier by modifier."""
    if resolved is None or resolved.refused:
        return []
    before = [line for made in resolved.sums for line in sum_lines(made)]
    return [*before, *(line for throw in resolved.throws for line in throw_lines(throw))]
