"""What contingents and leaders cost in house points (T6), from a data file that a table may replace."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from miniatures.army import Priced
from miniatures.faults import read_model
from miniatures.files import parse_toml, read_text
from miniatures.ruling import Modifier, Sum
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.unit import MAY_SKIRMISH, Contingent, Leader, Name, Part, Stated

#: The word of the option that plays without points.
WITHOUT = "none"
_OURS = Path(__file__).parent / "points.toml"
Points = Annotated[int, Field(strict=True, ge=-1000, le=1000)]
Factor = Annotated[float, Field(gt=0, le=100, allow_inf_nan=False)]


class Stands(Stated):
    """A C grade stand by its type, for the dice that it brings to a combat."""

    foot_men_at_arms: Points = Field(alias="foot men at arms", description="a stand of men at arms on foot")
    mounted_men_at_arms: Points = Field(alias="mounted men at arms", description="a stand of mounted men at arms")
    heavy_infantry: Points = Field(alias="heavy infantry", description="a stand of heavy infantry")
    pike: Points = Field(description="a stand of pike")
    light_infantry: Points = Field(alias="light infantry", description="a stand of light infantry")
    longbow: Points = Field(description="a stand of longbow")
    crossbow: Points = Field(description="a stand of crossbow")
    pavisiers: Points = Field(description="a stand of pavisiers")
    handgun: Points = Field(description="a stand of handguns")
    light_horse: Points = Field(alias="light horse", description="a stand of light horse")
    skirmishers: Points = Field(description="a stand of skirmishers")
    baggage: Points = Field(description="a stand of baggage")


class Missiles(Stated):
    """What a stand pays more for shooting."""

    longbow: Points = Field(description="with longbows")
    crossbow: Points = Field(description="with crossbows")
    handgun: Points = Field(description="with handguns")
    other: Points = Field(description="with other missiles")


class Extras(Stated):
    """What a stand pays more for being harder to hit, or quicker."""

    full_harness: Points = Field(description="in full harness")
    mounted: Points = Field(description="mounted")
    evading: Points = Field(description="light horse, which evades")
    pavise: Points = Field(description="pavisiers")
    skirmishing: Points = Field(description="foot that may take skirmish array")


class Factors(Stated):
    """What the sum of a stand is multiplied by, by grade."""

    A: Factor
    B: Factor
    C: Factor
    D: Factor


class Contingents(Stated):
    """What a contingent pays once, by grade."""

    A: Points
    B: Points
    C: Points
    D: Points


class Guns(Stated):
    """What a gun costs, whatever its grade."""

    gun: Points


class Leaders(Stated):
    """Captain and marshal for each command point, a herald as he is."""

    captain: Points
    marshal: Points
    herald: Points


class HousePoints(Stated):
    """A whole file of points."""

    label: Name = Field("house points", description="what the points are called")
    stands: Stands
    missiles: Missiles
    extras: Extras
    grades: Factors
    contingents: Contingents
    guns: Guns
    leaders: Leaders

    @property
    def called(self) -> str:
        """Their label, in which the word house is never missing."""
        return self.label if "house" in self.label.lower() else f"house points ({self.label})"


def _read(path: Path) -> HousePoints:
    return read_model(HousePoints, parse_toml(read_text(path), str(path)), str(path))


@lru_cache(maxsize=1)
def _ours() -> HousePoints:
    return _read(_OURS)


def house_points(options: Options) -> HousePoints | None:
    """The points that the table plays with; None without."""
    if options.house_points.strip().lower() == WITHOUT:
        return None
    return _read(Path(options.house_points).expanduser()) if options.house_points else _ours()


def stand_price(part: Part, contingent: Contingent, points: HousePoints) -> Sum:
    """One stand of a part: its dice, its missiles and what else it has, times its grade, halves up."""
    purpose = f"{points.called} a stand"
    if part.type == "artillery":
        return Sum(purpose, (Modifier(points.guns.gun, "T6", "gun, whatever its grade"),), ())
    lines = list(_lines(part, contingent, points))
    plain = sum(line.value for line in lines)
    factor = getattr(points.grades, contingent.grade)
    rounded = (Fraction(str(factor)) * int(plain) + Fraction(1, 2)).__floor__()
    if factor != 1:
        lines.append(Modifier(rounded - plain, "T6", f"{contingent.grade} grade, times {factor:g}, rounded"))
    return Sum(purpose, tuple(lines), ())


def _lines(part: Part, contingent: Contingent, points: HousePoints) -> Iterator[Modifier]:
    extras, missile = points.extras, part.shoots_with
    yield Modifier(getattr(points.stands, part.type.replace(" ", "_")), "T6", part.type)
    if missile in Missiles.model_fields:
        yield Modifier(getattr(points.missiles, missile), "T6", f"shooting, {missile}")
    if part.full_harness or "full harness" in contingent.traits:
        yield Modifier(extras.full_harness, "T6", "full harness")
    if part.mounted:
        yield Modifier(extras.mounted, "T6", "mounted")
    elif part.type in MAY_SKIRMISH or "light infantry" in contingent.traits:
        yield Modifier(extras.skirmishing, "T6", "able to skirmish")
    if part.type == "light horse":
        yield Modifier(extras.evading, "T6", "evading")
    if part.type == "pavisiers":
        yield Modifier(extras.pavise, "T6", "pavise")


def contingent_price(contingent: Contingent, points: HousePoints) -> tuple[Priced, ...]:
    stands = [Priced(_called(part), part.stands, stand_price(part, contingent, points)) for part in contingent.parts]
    once = getattr(points.contingents, contingent.grade)
    if not once:
        return tuple(stands)
    line = Modifier(once, "T6", f"{contingent.grade} grade, once")
    return (*stands, Priced("contingent", 1, Sum(f"{points.called} a contingent", (line,), ())))


def _called(part: Part) -> str:
    s = "" if part.stands == 1 else "s"
    return f"gun{s}" if part.type == "artillery" else f"stand{s} of {part.type}"


def leader_price(leader: Leader, points: HousePoints) -> tuple[Priced, ...]:
    each = getattr(points.leaders, leader.rank)
    if not leader.noble:
        return (Priced("herald", 1, Sum(points.called, (Modifier(each, "T6", "herald"),), ())),)
    line = Modifier(each, "T6", f"{leader.rank}, each command point")
    what = "command point" if leader.command_points == 1 else "command points"
    return (Priced(what, leader.command_points, Sum(f"{points.called} a point", (line,), ())),)
