"""Scenes to draw: forty units at Towton, and a table with one of every kind of terrain."""

import tomllib
from math import cos, radians, sin
from pathlib import Path
from typing import get_args

from miniatures.scene import Area, Piece, Point, Scene, Trail
from miniatures.space.table import Kind, Table, Terrain

TABLES = Path(__file__).parent.parent.parent / "armies" / "tables"

YORK = (
    ("Fauconberg's fish-hook archers", "bow", 4), ("Kentish longbowmen", "bow", 6),
    ("Longbowmen of the Welsh March", "bow", 4), ("Canterbury bills", "foot", 4),
    ("Sun in Splendour men at arms", "foot", 4), ("White Rose household archers", "bow", 2),
    ("White Lion billmen of March", "foot", 4), ("Trained men of London", "foot", 6),
    ("Bear of Warwick men at arms", "foot", 2), ("Ragged Staff redcoats", "foot", 4),
    ("Burgundian handgunners", "gun", 2), ("Black Ram of Coventry", "foot", 4), ("Mowbray lances", "horse", 2),
    ("Howard's prickers", "horse", 4), ("Norwich longbowmen", "bow", 4), ("Framlingham bills", "foot", 4),
    ("Suffolk ploughmen", "foot", 6), ("Essex archers", "bow", 4), ("Ludlow bills", "foot", 4),
    ("A gun of the Tower", "gun", 1),
)  # fmt: skip
LANCASTER = (
    ("Portcullis men at arms", "foot", 4), ("Beaufort archers in blue and white", "bow", 4),
    ("Courtenay's Devon billmen", "foot", 6), ("Lances of Castle Hill Wood", "horse", 2),
    ("Blue Lion men at arms", "foot", 2), ("Percy Crescent company", "foot", 4), ("Alnwick longbowmen", "bow", 4),
    ("Redesdale prickers", "horse", 3), ("Tynedale spears", "foot", 4), ("Fiery Cresset men at arms", "foot", 2),
    ("Trollope's Calais men", "foot", 4), ("Lancashire longbowmen", "bow", 6), ("Commons of Holderness", "foot", 6),
    ("Dacre's Red Bull bills", "foot", 4), ("Cumberland longbowmen", "bow", 4), ("Westmorland bills", "foot", 4),
    ("Gilsland herdsmen", "foot", 4), ("Richmond archers", "bow", 4), ("Craven bills", "foot", 4),
    ("Serpentine gun", "gun", 1),
)  # fmt: skip
MARKS = {1: ("shot",), 4: ("in melee", "furious"), 6: ("in rout",), 9: ("pursuing",), 12: ("fell back",)}


def table(name: str) -> Table:
    return Table.model_validate(tomllib.loads((TABLES / f"{name}.toml").read_text(encoding="utf-8")))


def block(middle: Point, frontage: float, depth: float, facing: float) -> tuple[Point, ...]:
    """Front left, front right, rear right, rear left of a unit that faces so many degrees right of north."""
    ahead = (sin(radians(facing)), cos(radians(facing)))
    right = (ahead[1], -ahead[0])
    return tuple(
        (
            middle[0] + ahead[0] * depth / 2 * forward + right[0] * frontage / 2 * across,
            middle[1] + ahead[1] * depth / 2 * forward + right[1] * frontage / 2 * across,
        )
        for forward, across in ((1, -1), (1, 1), (-1, 1), (-1, -1))
    )


def _line(units: tuple[tuple[str, str, int], ...], side: int) -> list[Piece]:
    """Ten units in the first line, ten in the second, two of them at a slant."""
    pieces: list[Piece] = []
    for row in (0, 1):
        x = 16.0 + row
        for place, (name, arm, bases) in enumerate(units[row * 10 : row * 10 + 10]):
            frontage = bases * 1.25
            y = (17.0 - row * 5.5) if side == 0 else (31.0 + row * 5.5)
            turn = 25.0 if place == 9 else -15.0 if place == 0 and row else 0.0
            number = row * 10 + place
            strength = f"{bases * 4 - number % 3}/{bases * 4}"
            outline = block((x + frontage / 2, y), frontage, 1.6, turn + 180 * side)
            pieces.append(
                Piece(name, side, outline, arm=arm, strength=strength, marks=MARKS.get((number + side) % 15, ()))
            )
            x += frontage + 0.5
    return pieces


def towton() -> Scene:
    leaders = [
        Piece("William Neville, Lord Fauconberg", 0, (), (26, 14.2), 1.2, "Fauconberg", "leader"),
        Piece("King Edward IV", 0, (), (40, 8), 1.2, "King Edward", "leader"),
        Piece("messenger of the King", 0, (), (36, 6), 0.8, "messenger", "messenger"),
        Piece("Henry Beaufort, Duke of Somerset", 1, (), (33, 34), 1.2, "Somerset", "leader"),
        Piece("Henry Percy, Earl of Northumberland", 1, (), (52, 40), 1.2, "Northumberland", "leader"),
    ]
    pieces = _line(YORK, 0) + _line(LANCASTER, 1)
    trail = Trail("Kentish longbowmen", 0, ((24.0, 9.0), (25.0, 12.0), (25.0, 16.0)))
    area = Area(((20.0, 18.0), (30.0, 18.0), (34.0, 29.0), (16.0, 29.0)), 0, "arc of fire")
    return Scene("Towton, turn 4", ("York", "Lancaster"), table("towton"), (*pieces, *leaders), (trail,), (area,))


def every_kind() -> Scene:
    """One area, and one line or circle, of each kind of terrain, each with its name."""
    terrain: list[Terrain] = []
    for place, kind in enumerate(get_args(Kind)):
        x, y = 3 + (place % 5) * 24.0, 70 - (place // 5) * 24.0
        height = 2 if kind == "hill" else 0
        corners = ((x, y - 2.0), (x + 9, y), (x + 10, y - 9), (x + 4, y - 7), (x + 1, y - 9))
        terrain.append(Terrain(kind=kind, name=f"{kind} as an area", area=corners, height=height))
        if kind in ("wood", "hill"):
            terrain.append(Terrain(kind=kind, name=f"round {kind}", circle=(x + 16, y - 5, 4), height=height))
        else:
            line = ((x + 11, y - 9.0), (x + 14, y - 4), (x + 20, y - 2))
            terrain.append(Terrain(kind=kind, name=f"{kind} as a line", line=line, width=2))
    drawn = Table(name="Every kind", width=124, depth=74, terrain=tuple(terrain))
    return Scene("Every kind of terrain", ("York", "Lancaster"), drawn)
