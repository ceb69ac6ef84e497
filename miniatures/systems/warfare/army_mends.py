"""The cures that need no more than a tap, for what is found in a list: each as a change of the list's data.

A mixed unit's parts say only what they do not share with their unit, as in the list itself.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from miniatures.army import plain_data
from miniatures.mending import Edit, Mend, Place, insert, leave_out, mend, name_for, set_to
from miniatures.systems.warfare.unit import Part, Unit

#: Leaders that are offered as commander-in-chief.
_OFFERED = 4


class Listed(NamedTuple):
    """A unit where it stands in the list, with all names that are taken there."""

    unit: Unit
    place: Place
    names: tuple[str, ...]

    @property
    def bodies(self) -> Iterator[tuple[Place, Part]]:
        for number, part in enumerate(self.unit.bodies):
            yield (*self.place, "parts", number) if self.unit.parts else self.place, part

    @property
    def after(self) -> Place:
        """The place behind it."""
        *before, number = self.place
        assert isinstance(number, int)
        return (*before, number + 1)


def plain_unit(unit: Unit) -> dict[str, Any]:
    """A unit as data. Figures of a mixed unit add up, and its parts say only what is their own."""
    said = plain_data(unit)
    if unit.parts:
        said.pop("figures", None)
        said["parts"] = [_own(unit, part) for part in unit.parts]
    return said


def _own(unit: Unit, part: Part) -> dict[str, Any]:
    said = plain_data(part)
    said["weapons"] = [weapon for weapon in part.weapons if weapon not in unit.weapons]
    if part.protection == unit.protection:
        said.pop("protection", None)
    return {word: value for word, value in said.items() if value != []}


def commander(leaders: list[str]) -> tuple[Mend, ...]:
    return tuple(
        Mend(f"{name} commands", (set_to(("commander",), name),)) for name in dict.fromkeys(leaders[:_OFFERED])
    )


def leader(wing: str, place: Place, names: tuple[str, ...]) -> tuple[Mend, ...]:
    name = name_for(f"Leader of {wing}", names)
    return mend(f"let {name} lead it", set_to((*place, "leader"), {"name": name}))


def grown(listed: Listed, figures: int) -> tuple[Mend, ...]:
    """So many figures more or fewer, of the largest part of a mixed unit; stated bases are counted anew."""
    place, part = max(listed.bodies, key=lambda body: body[1].figures)
    left = part.figures + figures
    if left < 1:
        return ()
    label = f"add {figures}" if figures > 0 else f"take {-figures} away"
    return mend(label, set_to((*place, "figures"), left), *_bases_anew(listed))


def _bases_anew(listed: Listed) -> tuple[Edit, ...]:
    return (leave_out((*listed.place, "bases")),) if listed.unit.bases is not None else ()


def split(listed: Listed, least: int, most: int) -> tuple[Mend, ...]:
    """Two units of half the figures, where that is legal."""
    unit = listed.unit
    first, second = unit.figures - unit.figures // 2, unit.figures // 2
    if unit.parts or not least <= second <= first <= most:
        return ()
    other = plain_unit(unit) | {"name": name_for(unit.name, listed.names), "figures": second}
    other.pop("bases", None)
    edits = (set_to((*listed.place, "figures"), first), *_bases_anew(listed), insert(listed.after, other))
    return mend(f"split it: {first} and {second}", *edits)


def apart(listed: Listed) -> tuple[Mend, ...]:
    """Every part as a unit of its own."""
    unit, names = listed.unit, [*listed.names]
    shared = {word: value for word, value in plain_unit(unit).items() if word not in ("parts", "bases", "ranks")}
    units = []
    for part in unit.parts:
        names.append(name_for(part.name or unit.name, names))
        own = {"name": names[-1], "protection": part.protection, "weapons": list(part.weapons), "figures": part.figures}
        units.append(shared | own)
    edits = [leave_out(listed.place), *(insert(listed.place, one) for one in reversed(units))]
    return mend("make units of them", *edits)


def same_for_all(listed: Listed, number: int, word: str, shared: str) -> tuple[Mend, ...]:
    return mend(f"all are {shared}", leave_out((*listed.place, "parts", number, word)))


def without(listed: Listed, weapon: str) -> tuple[Mend, ...]:
    """The weapon goes from the unit and from all its parts."""
    fewer = _rearmed(listed, lambda held: [one for one in held if one != weapon])
    return mend(f"leave out the {weapon}", *fewer, *(_bases_anew(listed) if weapon == "horse" else ()))


def once_each(listed: Listed) -> tuple[Mend, ...]:
    return mend("list it once", *_rearmed(listed, lambda held: list(dict.fromkeys(held))))


def instead(listed: Listed, weapon: str, other: str) -> tuple[Mend, ...]:
    swapped = _rearmed(listed, lambda held: list(dict.fromkeys(other if one == weapon else one for one in held)))
    return mend(f"take a {other} instead", *swapped)


def mounted(listed: Listed) -> tuple[Mend, ...]:
    """A horse for all, shared by the parts; bases hold fewer horse than foot."""
    walking = _rearmed(listed, lambda held: [one for one in held if one != "horse"])
    shared = [weapon for weapon in listed.unit.weapons if weapon != "horse"]
    riding = set_to((*listed.place, "weapons"), [*shared, "horse"])
    return mend("give them horses", *walking, riding, *_bases_anew(listed))


def _rearmed(listed: Listed, change: Callable[[list[str]], list[str]]) -> Iterator[Edit]:
    """What the unit's own weapons and those of its parts become, where they change."""
    unit, place = listed.unit, listed.place
    held: list[tuple[Place, list[str]]] = [(place, list(unit.weapons))]
    held += [((*place, "parts", n), list(_own(unit, part).get("weapons", []))) for n, part in enumerate(unit.parts)]
    for where, weapons in held:
        if change(weapons) != weapons:
            yield set_to((*where, "weapons"), change(weapons))
