"""The colours. The sides differ in lightness too: in grey print and to every eye one is pale, the other dark."""

from typing import NamedTuple

PAPER = "#fbf8f0"
GROUND = "#eef0dc"
INK = "#2b2620"
FAINT = "#6f675a"
GRID = "#c9c6ad"
MELEE = "#c1121f"


class SideColours(NamedTuple):
    """How the pieces of one side look; `pale` is their ground when they run."""

    fill: str
    edge: str
    ink: str
    pale: str
    hatch: str
    """The colour of thin slanting lines over the fill, or nothing for a plain fill."""


SIDES = (
    SideColours(fill="#fff3d6", edge="#a83f00", ink="#4a1c00", pale="#fffaf0", hatch=""),
    SideColours(fill="#2a60a8", edge="#071d3d", ink="#ffffff", pale="#dfe8f5", hatch="#3b73be"),
)
#: For a piece of nobody's side, which no system should make but a hand-written scene may.
NEITHER = SideColours(fill="#d9d9d9", edge="#4d4d4d", ink="#222222", pale="#f2f2f2", hatch="#bdbdbd")


def side_colours(side: int) -> SideColours:
    return SIDES[side] if 0 <= side < len(SIDES) else NEITHER
