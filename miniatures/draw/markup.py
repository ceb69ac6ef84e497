"""Writing SVG and HTML: every text escaped, every number short, the same input always the same bytes."""

import re
from html import escape

#: Characters that no XML may hold, not even escaped: control signs and halves of a surrogate pair.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Attribute = str | float | int | None


def text(words: str) -> str:
    """Words of a player as they may stand in markup, in a text or in an attribute."""
    return escape(_FORBIDDEN.sub("\ufffd", words), quote=True)


def number(value: float) -> str:
    """Three decimals are finer than any eye at the table: a hundredth of a millimetre on paper."""
    short = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if short in ("-0", "") else short


def _attributes(attributes: dict[str, Attribute]) -> str:
    written = (
        f' {name.rstrip("_").replace("_", "-")}="{text(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return "".join(written)


def tag(name: str, *inside: str, **attributes: Attribute) -> str:
    """An element. What is inside is markup already: put words through `text` first."""
    opened = f"<{name}{_attributes(attributes)}"
    return f"{opened}>{''.join(inside)}</{name}>" if inside else f"{opened}/>"


def points(corners: "list[tuple[float, float]] | tuple[tuple[float, float], ...]") -> str:
    """`1,2 3,4`, for polygons and polylines."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def path(corners: "list[tuple[float, float]] | tuple[tuple[float, float], ...]", closed: bool = False) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + ("Z" if closed else "")
