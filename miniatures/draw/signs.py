"""Little signs, each drawn around 0,0 in a square from -1 to 1: what a unit fights with, and what has befallen it."""

from typing import NamedTuple

from miniatures.draw.markup import number, tag, text


class Sign(NamedTuple):
    """Strokes in the colour of the ink, and what is filled with it."""

    strokes: str
    filled: str = ""
    words: str = ""


ARMS: dict[str, Sign] = {
    # A bill: staff, blade, hook.
    "foot": Sign("M-.55 1L.3 -.45", "M.1 -.35L.5 -1L.62 -.55Q1 -.5 .95 -.05L.6 -.2L.42 -.1Z", "foot"),
    # A drawn bow with its arrow.
    "bow": Sign("M-.35 -1Q.75 0 -.35 1M-.35 -1L-.75 0L-.35 1M-.75 0H.8", "M1 0L.5 -.3V.3Z", "bow"),
    # A horse's head, looking to its front.
    "horse": Sign("", "M-.7 1Q-.75 -.1 -.1 -.65L-.05 -1L.2 -.72Q.6 -.5 .95 .1L.7 .38L.2 .12Q.05 .35 .35 1Z", "horse"),
    # A barrel on its wheel.
    "gun": Sign(
        "M-.3 .1A.42 .42 0 1 0 -.3 .94A.42 .42 0 1 0 -.3 .1M-.3 .52L-1 .85",
        "M-.85 .1L-.7 -.3L.95 -.7L1 -.35L-.6 .25Z", "gun",
    ),
}  # fmt: skip

MARKS: dict[str, Sign] = {
    "rout": Sign("M-.35 1L-.8 -.85Q-.3 -1.25 .1 -.85T.95 -1L1.1 -.05Q.7 .25 .35 0T-.55 .1", "", "in rout"),
    "melee": Sign("M-.75 -.75L.7 .7M.75 -.75L-.7 .7M-.75 .3L-.3 .75M.75 .3L.3 .75", "", "in melee"),
    "furious": Sign("", "M0 .9Q-.85 .6 -.55 -.1L-.25 .15Q-.35 -.6 .15 -1Q.1 -.4 .5 -.05Q.85 .6 0 .9Z", "furious"),
    "pursuing": Sign("M-.7 -.65L-.05 0L-.7 .65M.05 -.65L.7 0L.05 .65", "", "pursuing"),
    "shot": Sign("M-.8 .8L.6 -.6M-.8 .35V.8H-.35", "M.85 -.85L.15 -.65L.65 -.15Z", "shot"),
    "fell back": Sign("M0 -.8V.7M-.55 .15L0 .75L.55 .15", "", "fell back"),
    "driven back": Sign("M0 -.9V.6M-.5 .1L0 .65L.5 .1M-.6 .95H.6", "", "driven back"),
    "shaken": Sign("M-.8 .2L-.4 -.3L0 .2L.4 -.3L.8 .2", "", "shaken"),
    "disarray": Sign("M-.7 -.5L.5 -.75M-.5 .05L.75 .2M-.75 .7L.6 .6", "", "in disarray"),
    "confused": Sign("M-.6 -.35Q-.5 -.9 .05 -.85T.6 -.3Q.55 .1 .05 .2V.45M.05 .8V.9", "", "confused"),
    "halted": Sign("M-.6 -.6H.6V.6H-.6Z", "", "halted"),
}
#: Words a system may use, and the sign they mean. The first that occurs in a mark counts.
_SPOKEN = (
    ("rout", "rout"), ("flee", "rout"), ("melee", "melee"), ("fighting", "melee"), ("furious", "furious"),
    ("fury", "furious"),
    ("pursu", "pursuing"), ("shot", "shot"), ("fell back", "fell back"), ("fall back", "fell back"),
    ("falling back", "fell back"), ("driven back", "driven back"), ("drive back", "driven back"),
    ("drive-back", "driven back"), ("shaken", "shaken"), ("disarray", "disarray"), ("confus", "confused"),
    ("disorder", "disarray"), ("halted", "halted"),
)  # fmt: skip


def mark_key(mark: str) -> str:
    """Which sign a mark bears; a mark unknown here is shown by its first letter and told in the legend."""
    lower = mark.lower()
    return next((key for spoken, key in _SPOKEN if spoken in lower), "")


def arm_sign(arm: str, x: float, y: float, size: float, ink: str, turn: float = 0.0) -> str:
    """The sign of an arm, `size` high; nothing for an arm without one."""
    sign = ARMS.get(arm.lower())
    return _sign(sign, x, y, size, ink, turn) if sign else ""


def badge(mark: str, x: float, y: float, size: float, family: str) -> str:
    """A mark on a white disc, red for melee, so that it reads on any ground."""
    key = mark_key(mark)
    red = key == "melee"
    ink = "#c1121f" if red else "#1d1a16"
    disc = tag("circle", cx=x, cy=y, r=size / 2, fill="#ffffff", stroke=ink, stroke_width=size * 0.08)
    if key:
        return disc + _sign(MARKS[key], x, y, size * 0.58, ink, 0)
    letter = tag(
        "text", text(mark.strip()[:1].upper() or "?"), x=x, y=y + size * 0.25, font_size=size * 0.7, font_weight="bold",
        text_anchor="middle", fill=ink, font_family=family,
    )  # fmt: skip
    return disc + letter


def _sign(sign: Sign, x: float, y: float, size: float, ink: str, turn: float) -> str:
    placed = f"translate({number(x)} {number(y)})" + (f" rotate({number(turn)})" if turn else "")
    placed += f" scale({number(size / 2)})"
    strokes = tag("path", d=sign.strokes, fill="none") if sign.strokes else ""
    filled = tag("path", d=sign.filled, fill=ink) if sign.filled else ""
    return tag(
        "g", strokes, filled, transform=placed, stroke=ink, stroke_width=0.2, stroke_linejoin="round",
        stroke_linecap="round",
    )  # fmt: skip
