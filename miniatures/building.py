"""Building an army: everything that can be done to a list, as functions from its data to new data.

Data is what `ArmyBook.plain` makes of a roster. Nothing here knows a price or a limit: the book says what a change
costs and what is found in the list then, and the model what cannot be written at all.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from miniatures.army import ArmyBook, Offer
from miniatures.broken import BrokenInputError
from miniatures.faults import inner_model, read_model
from miniatures.fields import FormField, form_fields
from miniatures.files import parse_toml
from miniatures.mending import Edit, Mend, Place, found_at, insert, leave_out, mended, name_for, set_to
from miniatures.systems import System

Data = dict[str, Any]


def read_list(book: ArmyBook, data: Mapping[str, Any], name: str) -> Any:
    return read_model(book.roster, data, name)


def settled(book: ArmyBook, data: Mapping[str, Any], name: str) -> Data:
    """The same list as its model writes it down; what cannot be written is told."""
    return book.plain(read_list(book, data, name))


def fresh(system: System, name: str) -> Data:
    """A list with one battle or wing and nobody in it but who must be."""
    book = system.army
    data = parse_toml((system.folder / "starter.toml").read_text(encoding="utf-8"), "starter")
    bare = {word: value for word, value in data.items() if word in ("system", "points")} | {"name": name}
    for which in (-1, 0):  # first any battle that the starter has not, then the first of those that are offered
        offers = book.catalogue(read_list(book, data, "starter")).groups
        data = bare | {book.groups: [dict(offers[which].data)]}
    return settled(book, data, name)


def spelled(place: Place) -> str:
    """`wings.0.units.2`, as faults and --set spell it."""
    return ".".join(str(step) for step in place)


def steps_of(written: str) -> Place:
    """The place that is spelled so, whether anything stands there or not."""
    return tuple(int(step) if step.isdecimal() and len(step) < 5 else step for step in written.split("."))


def place_of(data: Mapping[str, Any], written: str) -> Place:
    """The place that is spelled so; it must hold something."""
    place = steps_of(written)
    if not place or found_at(data, place) is None:
        raise BrokenInputError(f'"{written[:80]}": nothing stands there; load the list again')
    return place


def group_place(book: ArmyBook, data: Mapping[str, Any], number: int) -> Place:
    return place_of(data, f"{book.groups}.{number}")


def names_in(book: ArmyBook, data: Mapping[str, Any]) -> list[str]:
    """The names of all units and leaders."""
    return [str(data["name"]) for _, data in everyone(book, data) if "name" in data]


def everyone(book: ArmyBook, data: Mapping[str, Any]) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    """All units and leaders with their places, battle by battle."""
    for number, group in enumerate(data.get(book.groups, ())):
        place: Place = (book.groups, number)
        for name, field in form_fields(_model(book, place)).items():
            held = group.get(name)
            if field.kind == "table" and held:
                if field.many:
                    yield from (((*place, name, own), one) for own, one in enumerate(held))
                else:
                    yield (*place, name), held


def _model(book: ArmyBook, place: Place) -> Any:
    model = inner_model(book.roster, place)
    if model is None:
        raise BrokenInputError(f'"{spelled(place)}": nothing can be changed there')
    return model


def field_at(book: ArmyBook, place: Place) -> FormField:
    """The field that a place is of."""
    found = form_fields(_model(book, place[:-1])).get(str(place[-1])) if len(place) > 0 else None
    if found is None:
        raise BrokenInputError(f'"{spelled(place)}": there is no such field')
    return found


def added(book: ArmyBook, data: Data, offer: Offer, group: Place = ()) -> Data:
    """What the catalogue offers, in a battle; or a battle, in the list. A name that is taken gets a number."""
    field = field_at(book, (*group, offer.into))
    new = dict(offer.data)
    if group:
        new["name"] = name_for(str(new["name"]), names_in(book, data))
    here: Place = (*group, offer.into)
    held = found_at(data, here)
    if field.many:
        return _made(data, insert((*here, len(held or ())), new))
    if held:
        raise BrokenInputError(f"{field.label}: {held['name']} is there already; there is place for one only")
    return _made(data, set_to(here, new))


def alike(book: ArmyBook, data: Data, offer: Offer, group: Place) -> list[Place]:
    """Those of a battle who are as the catalogue offers them, whatever they are called."""
    bare = {word: value for word, value in offer.data.items() if word != "name"}
    return [
        place
        for place, unit in everyone(book, data)
        if place[:3] == (*group, offer.into) and {word: unit[word] for word in unit if word != "name"} == bare
    ]


def with_part(book: ArmyBook, data: Data, place: Place, offer: Offer) -> Data:
    """One more part for a unit. One that had none makes its first part of what it says of itself."""
    here: Place = (*place, offer.into)
    field, unit = field_at(book, here), found_at(data, place)
    if not unit.get(offer.into):
        first = {word: unit[word] for word in _of_parts(field) if word in unit}
        data = _made(data, set_to(here, [first]), *(leave_out((*place, word)) for word in first))
    return _made(data, insert((*here, len(found_at(data, here))), dict(offer.data)))


def _of_parts(field: FormField) -> list[str]:
    """What a part says of itself, but for its name."""
    assert field.model is not None
    return [word for word, own in form_fields(field.model).items() if own.building == "always" and word != "name"]


def removed(book: ArmyBook, data: Data, place: Place) -> Data:
    """Without a unit, a leader, a part or a battle. Where one part is left that the unit itself can be, it is."""
    data = _made(data, leave_out(place))
    unit, word = place[:-2], place[-2] if len(place) > 1 else ""
    left = found_at(data, (*unit, word)) if len(place) > 4 else None
    if not isinstance(left, list) or len(left) != 1:
        return data
    own, fields = left[0], form_fields(_model(book, unit))
    if not all(name in fields for name in _of_parts(fields[str(word)])):
        return data
    whole = {key: value for key, value in found_at(data, unit).items() if key != word}
    for key, value in own.items():
        if key != "name":
            whole[key] = [*whole.get(key, []), *value] if isinstance(value, list) else value
    return _made(data, set_to(unit, whole))


def copied(book: ArmyBook, data: Data, place: Place) -> Data:
    """The same once more behind it, under a name of its own."""
    *before, number = place
    if not isinstance(number, int):
        raise BrokenInputError(f'"{spelled(place)}": there is place for one only')
    twin = dict(found_at(data, place))
    if "name" in twin and len(place) == 4:
        twin["name"] = name_for(str(twin["name"]), names_in(book, data))
    return _made(data, insert((*before, number + 1), twin))


def moved(book: ArmyBook, data: Data, place: Place, group: Place) -> Data:
    """To another battle: behind those who stand there, or in exchange where there is place for one only."""
    into = place[len(group)]
    here: Place = (*group, into)
    unit, there = found_at(data, place), found_at(data, here)
    if place[: len(group)] == group:
        return data
    if field_at(book, here).many:
        return _made(data, insert((*here, len(there or ())), unit), leave_out(place))
    return _made(data, set_to(here, unit), set_to(place, there) if there else leave_out(place))


def shifted(data: Data, place: Place, by: int) -> Data:
    """Further up or down among those it stands with."""
    *before, number = place
    others = found_at(data, tuple(before))
    if not isinstance(number, int) or not 0 <= number + by < len(others):
        return data
    unit = found_at(data, place)
    return _made(data, leave_out(place), insert((*before, number + by), unit))


def stepped(book: ArmyBook, data: Data, place: Place, by: int) -> Data:
    """A number, one or more up or down, as far as its bounds allow."""
    field = field_at(book, place)
    value = found_at(data, place)
    value = field.default if value is None else value
    if field.kind != "whole" or field.many or not isinstance(value, int):
        raise BrokenInputError(f"{field.label}: nothing that is counted")
    return _made(data, set_to(place, field.bounded(value + by)))


def restated(book: ArmyBook, data: Data, place: Place, said: Mapping[str, Any]) -> Data:
    """Fields of a unit, a battle or the list itself, said anew; None leaves one out. Who is renamed keeps office."""
    fields = form_fields(_model(book, place) if place else book.roster)
    unknown = [word for word in said if word not in fields]
    if unknown:
        raise BrokenInputError(f'"{unknown[0][:40]}": there is no such field')
    before = found_at(data, place) or {}
    after = {word: said.get(word, before.get(word)) for word in fields}
    after = {
        word: value
        for word, value in after.items()
        if value is not None and (word in before or _told(fields[word], value))
    }
    data = _made(data, set_to(place, after)) if place else after
    office, _ = book.names_one_of
    old, new = before.get("name"), after.get("name")
    if office and place and old and new and data.get(office) == old and old not in names_in(book, data):
        data = _made(data, set_to((office,), new))
    return data


def _told(field: FormField, value: Any) -> bool:
    """Whether a value says more than its field does without."""
    return field.needed or value != (list(field.default) if isinstance(field.default, tuple) else field.default)


def cured(data: Data, mends: Sequence[Mend], label: str) -> Data:
    """With the mend of that label made."""
    for mend in mends:
        if mend.label == label:
            return _made(data, *mend.edits)
    raise BrokenInputError(f'"{label[:80]}": nothing to mend so; load the list again')


def _made(data: Data, *edits: Edit) -> Data:
    made: Data = mended(data, edits)
    return made
