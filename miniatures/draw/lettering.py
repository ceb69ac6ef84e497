"""How broad words are, so that labels can be placed without a font: widths in parts of the letter size."""

#: The broader of Arial (and its likes: Helvetica, Liberation Sans, Roboto) and of the font that PNGs are set in.
_WIDTHS = {
    0.25: "'ijl",
    0.30: " ,./:;\\|I’‘",
    0.33: "f-",
    0.36: "!()[]t",
    0.37: "r",
    0.45: '"*`“”',
    0.50: "Jcsz",
    0.53: "kvxy",
    0.57: "$0123456789?L_abdeghnopqu{}–",
    0.62: "FTZ",
    0.70: "ABEKPSVXY&",
    0.75: "CDHNRUw#+<=>^~×−",
    0.83: "GMOQ",
    0.89: "m%",
    1.02: "W@—…",
}
_WIDTH = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
BOLD = 1.13
#: Families of nearly the same width on every machine; the last named stands beside this file for PNGs.
FAMILIES = "Helvetica Neue, Helvetica, Arial, Liberation Sans, Roboto, DejaVu Sans Condensed, sans-serif"


def width(words: str, bold: bool = False) -> float:
    """In parts of the letter size. A letter not in the list may be a broad one of another script."""
    narrow = sum(_WIDTH.get(letter, 0.62 if letter < "\u0250" else 1.02) for letter in words)
    return narrow * (BOLD if bold else 1)


def broken(words: str, lines: int) -> tuple[str, ...]:
    """Words over so many lines, as evenly as they go; fewer lines when there are fewer words."""
    parts = words.split()
    if lines <= 1 or len(parts) < 2:
        return (" ".join(parts),) if parts else ("",)
    best: tuple[str, ...] = ()
    for cut in range(1, len(parts)):
        split = (" ".join(parts[:cut]), *broken(" ".join(parts[cut:]), lines - 1))
        if not best or max(map(width, split)) < max(map(width, best)):
            best = split
    return best


def wrapped(words: str, limit: float, bold: bool = False) -> tuple[str, ...]:
    """Words over as many lines as a width needs, each as full as it goes. A word too long keeps a line to itself."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, bold) <= limit:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)
