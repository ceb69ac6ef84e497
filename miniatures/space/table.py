"""A table and its terrain as a file describes them. No geometry is loaded to read it."""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

Measure = Literal["inches", "centimetres"]
Edge = Literal["south", "east", "north", "west"]
Kind = Literal[
    "hill", "wood", "rough", "marsh", "river", "ford", "bridge", "road",
    "wall", "hedge", "building", "earthworks", "camp", "baggage",
]  # fmt: skip
Number = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
Length = Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False)]

#: Drawn as lines unless they are given a width; everything else is an area.
LINES = ("wall", "hedge", "road", "earthworks")
INCH = 2.54


class _Described(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Terrain(_Described):
    """One piece of terrain: an area of three or more points, a line of two or more, or a circle."""

    kind: Kind = Field(description="hill, wood, rough, marsh, river, ford, bridge, road, wall, hedge, building, ...")
    name: str = Field("", max_length=200, description="what the players call it")
    area: tuple[tuple[Number, Number], ...] = Field((), description="the corners of an area, in order")
    line: tuple[tuple[Number, Number], ...] = Field((), description="the points of a line, in order")
    circle: tuple[Number, Number, Length] | None = Field(None, description="x, y and radius of a round area")
    width: Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)] = Field(
        0, description="how broad a line is; a river or road of 2 inches"
    )
    height: Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)] = Field(
        0, description="how high it rises; hills need one"
    )
    side: int | None = Field(None, ge=0, le=1, description="whose camp or works it is: 0 for the first army, 1")

    @model_validator(mode="after")
    def _one_shape(self) -> "Terrain":
        given = [name for name in ("area", "line", "circle") if getattr(self, name)]
        if len(given) != 1:
            raise ValueError(f"expected one of area, line or circle, found {' and '.join(given) or 'none'}")
        if self.area and len(self.area) < 3:
            raise ValueError(f"area: expected three points or more, found {len(self.area)}")
        if self.line and len(self.line) < 2:
            raise ValueError(f"line: expected two points or more, found {len(self.line)}")
        if self.line and not self.width and self.kind not in LINES:
            raise ValueError(f"width: a {self.kind} drawn as a line needs one")
        if self.kind == "hill" and not self.height:
            raise ValueError("height: a hill needs one, as in height = 1")
        return self


class Zone(_Described):
    """Where a side sets up: a strip along one edge."""

    edge: Edge = Field(description="its baseline: south, east, north or west")
    depth: Length = Field(description="how deep the strip is")


def _lower(word: object) -> object:
    return {"inch": "inches", "cm": "centimetres"}.get(word.strip().lower(), word) if isinstance(word, str) else word


class Table(_Described):
    """A table: 0,0 is its south-west corner, x runs east and y runs north."""

    name: str = Field(min_length=1, max_length=200, description="what the players call it")
    measure: Annotated[Measure, BeforeValidator(_lower)] = Field(
        "inches", description="what its numbers are in: inches or centimetres"
    )
    width: Length = Field(description="from west to east")
    depth: Length = Field(description="from south to north")
    zones: tuple[Zone, Zone] = Field(
        (Zone(edge="south", depth=12), Zone(edge="north", depth=12)), description="where the two sides set up"
    )
    terrain: tuple[Terrain, ...] = Field((), description="its terrain, in any order")


def scaled(table: Table, measure: Measure) -> Table:
    """The same table with its numbers in inches or in centimetres."""
    if table.measure == measure:
        return table
    factor = INCH if measure == "centimetres" else 1 / INCH
    zones = [zone.model_copy(update={"depth": zone.depth * factor}) for zone in table.zones]
    return table.model_copy(
        update={
            "measure": measure,
            "width": table.width * factor,
            "depth": table.depth * factor,
            "zones": tuple(zones),
            "terrain": tuple(_scaled_piece(piece, factor) for piece in table.terrain),
        }
    )


def _scaled_piece(piece: Terrain, factor: float) -> Terrain:
    circle = piece.circle
    return piece.model_copy(
        update={
            "area": tuple((x * factor, y * factor) for x, y in piece.area),
            "line": tuple((x * factor, y * factor) for x, y in piece.line),
            "circle": circle and (circle[0] * factor, circle[1] * factor, circle[2] * factor),
            "width": piece.width * factor,
            "height": round(piece.height * factor, 3),  # for the eye: heights are only compared
        }
    )
