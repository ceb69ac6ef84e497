"""What the armies of all systems share: a roster frame, prices as sums, findings, and a sheet to show them on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from miniatures.ruling import Sum

Severity = Literal["error", "warning", "note"]


class Finding(NamedTuple):
    """Something to say about a list. Only errors make it illegal, and even they block nothing."""

    code: str
    severity: Severity
    unit: str
    rule: str
    message: str
    cure: str


def error(code: str, unit: str, rule: str, message: str, cure: str) -> Finding:
    return Finding(code, "error", unit, rule, message, cure)


def warning(code: str, unit: str, rule: str, message: str, cure: str) -> Finding:
    return Finding(code, "warning", unit, rule, message, cure)


def note(code: str, unit: str, rule: str, message: str, cure: str) -> Finding:
    return Finding(code, "note", unit, rule, message, cure)


class Priced(NamedTuple):
    """Figures (or pieces, or leaders) of one price, with the sum of that price."""

    what: str
    number: int
    each: Sum

    @property
    def points(self) -> int:
        return int(self.each.total) * self.number


class UnitPrice(NamedTuple):
    """A unit on the sheet: its description in words, and what it costs."""

    name: str
    description: str
    prices: tuple[Priced, ...]
    data: Mapping[str, Any]
    """The unit as its list describes it."""

    @property
    def points(self) -> int:
        return sum(priced.points for priced in self.prices)


class Group(NamedTuple):
    """A battle or wing with its leader and its units."""

    name: str
    leader: str
    order: str
    units: tuple[UnitPrice, ...]

    @property
    def points(self) -> int:
        return sum(unit.points for unit in self.units)


class ArmySheet(NamedTuple):
    """A whole army, priced. `tallies` are the counts by which two armies are compared."""

    name: str
    system: str
    commander: str
    checked_with: str
    agreed: int
    groups: tuple[Group, ...]
    leaders: Priced | None
    tallies: Mapping[str, int]
    currency: str = "points"
    """What prices are counted in, as in house points; nothing where the table plays without."""

    @property
    def points(self) -> int:
        return sum(group.points for group in self.groups) + (self.leaders.points if self.leaders else 0)


@dataclass(frozen=True)
class ArmyBook:
    """What a system knows about armies."""

    roster: type[BaseModel]
    unit: type[BaseModel]
    """The unit description that rosters and facts share."""
    sheet: Callable[[Any], ArmySheet]
    findings: Callable[[Any], Sequence[Finding]]
    units: Callable[[Any], Mapping[str, dict[str, Any]]]
    """The units of a roster by name, as data for the facts that name them."""


def legal(findings: Sequence[Finding]) -> bool:
    return not any(finding.severity == "error" for finding in findings)
