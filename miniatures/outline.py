"""An army list laid out for whoever builds it: its battles with their units, prices and findings, and what can be said
of each in a form. It follows the models, so that a system needs no line of its own here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel

from miniatures.army import ArmyBook, ArmySheet, Catalogue, Finding, Offer, UnitPrice
from miniatures.fields import FormField, form_fields
from miniatures.mending import Place


class Said(NamedTuple):
    """A field of a form and what stands in it; None where the list says nothing."""

    field: FormField
    place: Place
    value: Any

    @property
    def shown(self) -> Any:
        """What the list says, or what its silence means."""
        return self.field.default if self.value is None else self.value


class Entry(NamedTuple):
    """A unit, a leader, or a part of a unit."""

    place: Place
    name: str
    own_name: str
    """As the list has it; nothing where parts go without."""
    said: tuple[Said, ...]
    price: UnitPrice | None
    findings: tuple[Finding, ...]
    parts: "tuple[Entry, ...]" = ()
    mixes: bool = False
    """Whether it may have parts."""

    @property
    def steps(self) -> tuple[Said, ...]:
        """The numbers that are changed most: those that the list states of it and always may."""
        return tuple(
            one
            for one in self.said
            if one.field.kind == "whole"
            and not one.field.many
            and one.field.building == "always"
            and isinstance(one.shown, int)
            and not (self.parts and one.field.needed)
        )


class Slot(NamedTuple):
    """A field of a battle that holds units or leaders: those in it, and what the catalogue has for it."""

    field: FormField
    place: Place
    entries: tuple[Entry, ...]
    offers: tuple[Offer, ...]

    @property
    def full(self) -> bool:
        return not self.field.many and bool(self.entries)


class GroupOutline(NamedTuple):
    """A battle or wing."""

    place: Place
    name: str
    points: int
    said: tuple[Said, ...]
    slots: tuple[Slot, ...]
    findings: tuple[Finding, ...]


class Outline(NamedTuple):
    """The whole list."""

    sheet: ArmySheet
    said: tuple[Said, ...]
    options: tuple[Said, ...]
    groups: tuple[GroupOutline, ...]
    catalogue: Catalogue
    findings: tuple[Finding, ...]
    """Those that belong to no unit and no battle."""
    all_findings: tuple[Finding, ...]


def outline(book: ArmyBook, data: Mapping[str, Any], roster: Any) -> Outline:
    """The list laid out; `roster` is what the data reads as."""
    sheet, catalogue = book.sheet(roster), book.catalogue(roster)
    found = tuple(book.findings(roster))
    prices = {unit.place: unit for group in sheet.groups for unit in group.units}
    groups = tuple(
        _group(book, (book.groups, number), group, sheet.groups[number].points, catalogue, found, prices)
        for number, group in enumerate(data[book.groups])
    )
    options = form_fields(book.roster)["options"].model
    assert options is not None
    own = [one for one in _said(book.roster, data, ()) if one.field.name not in ("system", "checked_with")]
    named, anybody = book.names_one_of
    own = [
        one._replace(field=one.field._replace(kind="choice", choices=tuple(dict.fromkeys(anybody(roster)))))
        if one.field.name == named
        else one
        for one in own
    ]
    return Outline(
        sheet,
        tuple(own),
        tuple(_said(options, data.get("options", {}), ("options",))),
        groups,
        catalogue,
        tuple(finding for finding in found if not finding.place),
        found,
    )


def _group(
    book: ArmyBook,
    place: Place,
    data: Mapping[str, Any],
    points: int,
    catalogue: Catalogue,
    found: Sequence[Finding],
    prices: Mapping[Place, UnitPrice],
) -> GroupOutline:
    model = form_fields(book.roster)[book.groups].model
    assert model is not None
    slots = []
    for name, field in form_fields(model).items():
        if field.kind != "table":
            continue
        here, held = (*place, name), data.get(name)
        items = [((*here, number), one) for number, one in enumerate(held or ())] if field.many else [(here, held)]
        entries = tuple(_entry(field, own, one, found, prices) for own, one in items if one)
        offers = tuple(offer for offer in catalogue.units if offer.into == name)
        slots.append(Slot(field, here, entries, offers))
    findings = tuple(finding for finding in found if finding.place == place)
    return GroupOutline(place, str(data["name"]), points, tuple(_said(model, data, place)), tuple(slots), findings)


def _entry(
    field: FormField,
    place: Place,
    data: Mapping[str, Any],
    found: Sequence[Finding],
    prices: Mapping[Place, UnitPrice],
) -> Entry:
    model = field.model
    assert model is not None
    parted = next((one for one in form_fields(model).values() if one.kind == "table" and one.many), None)
    parts = tuple(
        _entry(parted, (*place, parted.name, number), part, (), {})
        for number, part in enumerate(data.get(parted.name, ()) if parted else ())
        if parted
    )
    own = tuple(finding for finding in found if finding.place[: len(place)] == place)
    own_name = str(data.get("name", ""))
    said = tuple(_said(model, data, place))
    name = own_name or _called(said) or field.label
    return Entry(place, name, own_name, said, prices.get(place), own, parts, parted is not None)


def _called(said: Sequence[Said]) -> str:
    """What a part without a name is called: its kind, or what it carries."""
    chosen = [one for one in said if one.field.kind == "choice" and one.value]
    chosen.sort(key=lambda one: (not one.field.needed, not one.field.many))
    value = chosen[0].value if chosen else ""
    return ", ".join(value) if isinstance(value, list) else str(value)


def _said(model: type[BaseModel], data: Mapping[str, Any], place: Place) -> list[Said]:
    """The fields of a form; what holds tables of its own has another."""
    return [
        Said(field, (*place, name), data.get(name))
        for name, field in form_fields(model).items()
        if field.kind != "table" and field.building != "never"
    ]
