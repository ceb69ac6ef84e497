"""What the armies of all systems share: a roster frame, prices as sums, findings, and a sheet to show them on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from miniatures.mending import Mend, Place
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
    place: Place = ()
    """Where in the list: a unit, a battle or wing, or nowhere in particular."""
    mends: tuple[Mend, ...] = ()
    """The cures that need no more than a tap; each of them is enough."""


def error(
    code: str, unit: str, rule: str, message: str, cure: str, *, place: Place = (), mends: tuple[Mend, ...] = ()
) -> Finding:
    return Finding(code, "error", unit, rule, message, cure, place, mends)


def warning(
    code: str, unit: str, rule: str, message: str, cure: str, *, place: Place = (), mends: tuple[Mend, ...] = ()
) -> Finding:
    return Finding(code, "warning", unit, rule, message, cure, place, mends)


def note(
    code: str, unit: str, rule: str, message: str, cure: str, *, place: Place = (), mends: tuple[Mend, ...] = ()
) -> Finding:
    return Finding(code, "note", unit, rule, message, cure, place, mends)


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
    place: Place = ()
    """Where in the list it stands."""

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


class Offer(NamedTuple):
    """Something that may be added to a list, ready as data."""

    what: str
    heading: str
    """Under what it stands in the catalogue."""
    into: str
    """The field of a battle or wing that takes it; of the roster where it is a battle itself, of a unit for a part."""
    data: Mapping[str, Any]
    price: UnitPrice | None = None

    @property
    def points(self) -> int:
        return self.price.points if self.price else 0


class Catalogue(NamedTuple):
    """All that a list may take, given what it has: battles or wings, who stands in them, and parts of mixed units."""

    groups: tuple[Offer, ...]
    units: tuple[Offer, ...]
    parts: tuple[Offer, ...]


def plain_data(model: BaseModel) -> dict[str, Any]:
    """A roster, or a piece of one, as data: what its list says, in the words of the model, and nothing else."""
    dumped: dict[str, Any] = _without_none(model.model_dump(mode="json", exclude_unset=True))
    return dumped


def _without_none(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_none(value) for key, value in data.items() if value is not None}
    return [_without_none(item) for item in data] if isinstance(data, list) else data


def _nobody(_roster: Any) -> Sequence[str]:
    return ()


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
    catalogue: Callable[[Any], Catalogue]
    groups: str = "battles"
    """The field of a roster that holds its battles or wings."""
    plain: Callable[[Any], dict[str, Any]] = plain_data
    """A roster as data in which every field can be changed by itself."""
    names_one_of: tuple[str, Callable[[Any], Sequence[str]]] = ("", _nobody)
    """A field of the roster that names somebody, and all whom it may name."""


def legal(findings: Sequence[Finding]) -> bool:
    return not any(finding.severity == "error" for finding in findings)
