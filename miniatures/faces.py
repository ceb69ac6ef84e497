"""The faces of dice: what is printed on them, what the dice are called, and faces as players type them."""

import re
from typing import Any

from miniatures.broken import BrokenInputError


def face_range(sides: int) -> tuple[int, int]:
    """The lowest and the highest face: a ten-sided die begins with 0."""
    return (1, 6) if sides == 6 else (0, 9)


def marks_of(sides: int, read: Any) -> tuple[int, ...]:
    """What is printed on the faces of a die that is read so, in their order."""
    low, high = face_range(sides)
    return tuple(getattr(read, "marks", ())) or tuple(range(low, high + 1))


def named(count: int | str, sides: int, read: Any = None) -> str:
    """`2D6`, or `2 average dice` where the players throw dice of another kind."""
    die = getattr(read, "die", "")
    if not die:
        return f"{count}D{sides}"
    return f"{count} {die if count == 1 else die.removesuffix('die') + 'dice'}"


def read_faces(written: str) -> list[int]:
    """`4,3` or `4 3`."""
    faces = []
    for word in re.split(r"[\s,;]+", written.strip()):
        if not word:
            continue
        if not re.fullmatch(r"-?\d{1,4}", word):
            raise BrokenInputError(f'dice: "{word[:20]}" is not a face; expected whole numbers, as in 4,3,6')
        faces.append(int(word))
    return faces
