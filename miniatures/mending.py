"""Changes of a roster's data: what they are, what they make of the data, and the cures that every system's lists share.

A place is the way to something in the data: `("wings", 0, "units", 2)` is the third unit of the first wing.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from miniatures.naming import numbered

Place = tuple[str | int, ...]


class Edit(NamedTuple):
    """One change: something set, put in before what stands at a place of a list, or left out."""

    do: Literal["set", "insert", "leave out"]
    place: Place
    value: Any = None


class Mend(NamedTuple):
    """A cure of a finding, as one tap does it: edits that follow each other."""

    label: str
    edits: tuple[Edit, ...]


def set_to(place: Place, value: Any) -> Edit:
    return Edit("set", place, value)


def insert(place: Place, value: Any) -> Edit:
    """Before what stands there; one past the end adds."""
    return Edit("insert", place, value)


def leave_out(place: Place) -> Edit:
    return Edit("leave out", place)


def mend(label: str, *edits: Edit) -> tuple[Mend, ...]:
    """A cure by itself, to be added to others."""
    return (Mend(label, edits),)


def found_at(data: Any, place: Place) -> Any:
    """What stands at a place, or None where there is none."""
    for step in place:
        if isinstance(data, Mapping):
            data = data.get(step)
        elif isinstance(data, list | tuple) and isinstance(step, int) and 0 <= step < len(data):
            data = data[step]
        else:
            return None
    return data


def mended(data: Any, edits: Iterable[Edit]) -> Any:
    """The data with all edits made, one after the other; what they were made of stays as it was."""
    for edit in edits:
        data = _edited(data, edit.place, edit)
    return data


def _edited(data: Any, place: Place, edit: Edit) -> Any:
    step, rest = place[0], place[1:]
    if isinstance(step, int):
        items = list(data or ())
        if rest:
            items[step] = _edited(items[step], rest, edit)
        elif edit.do == "insert":
            items.insert(step, edit.value)
        elif edit.do == "leave out":
            del items[step]
        else:
            items[step] = edit.value
        return items
    table = dict(data or {})
    if rest:
        table[step] = _edited(table.get(step), rest, edit)
    elif edit.do == "leave out":
        table.pop(step, None)
    else:
        table[step] = edit.value
    return table


def name_for(wanted: str, taken: Iterable[str]) -> str:
    """The name, with a number where it is taken."""
    return numbered([*dict.fromkeys(taken), wanted])[-1]


def given_numbers(names: Sequence[tuple[Place, str]], twice: str) -> tuple[Mend, ...]:
    """Whoever else has the name that stands twice gets a number."""
    taken = [name for _, name in names]
    edits = []
    for place, name in [pair for pair in names if pair[1] == twice][1:]:
        taken.append(name_for(name, taken))
        edits.append(set_to((*place, "name"), taken[-1]))
    return mend("number them", *edits)


def emptied(what: str, place: Place, others: int) -> tuple[Mend, ...]:
    """To leave out a battle or wing without units, where others are left."""
    return mend(f"leave out {what}", leave_out(place)) if others else ()
