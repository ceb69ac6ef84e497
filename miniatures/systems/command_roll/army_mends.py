"""The cures that need no more than a tap, for what is found in a list: each as a change of the list's data."""

from collections.abc import Sequence
from typing import Any

from miniatures.army import plain_data
from miniatures.mending import Edit, Mend, Place, insert, leave_out, mend, name_for, set_to
from miniatures.systems.command_roll.army import Battle, Roster
from miniatures.systems.command_roll.profiles import BY_NAME, COUNTED_BILLS, COUNTED_BOWS
from miniatures.systems.command_roll.tables import OBJECTIVES, Army
from miniatures.systems.command_roll.unit import Unit
from miniatures.words import counted, joined_names

GENERAL, LEADER, LORD = "Army General", "Battle Leader", "Lord"


def _place(number: int) -> Place:
    return ("battles", number)


def _wards(roster: Roster) -> list[tuple[Place, Battle]]:
    """The battles that are no wings, which take anybody."""
    return [(_place(number), battle) for number, battle in enumerate(roster.battles) if not battle.wing]


def _names(roster: Roster) -> list[str]:
    return [unit.name for unit in roster.everyone]


def _priced(profile: str) -> str:
    return f"{profile} ({BY_NAME[profile].points} points)"


def fewer(roster: Roster, profiles: Sequence[str], count: int) -> tuple[Mend, ...]:
    """The last of these rows of the list go."""
    going = [(place, unit.name) for place, unit in roster.placed if unit.profile in profiles][-count:]
    if len(going) < count:
        return ()
    edits = [leave_out(place) for place, _ in reversed(going)]
    return mend(f"leave out {joined_names(name for _, name in going)}", *edits)


def more(roster: Roster, profile: str, count: int) -> tuple[Mend, ...]:
    """Units of a row, in the first ward."""
    wards = _wards(roster)
    if not wards:
        return ()
    (place, battle), *_ = wards
    names, edits = _names(roster), []
    for number in range(count):
        names.append(name_for(profile, names))
        edits.append(insert((*place, "units", len(battle.units) + number), {"name": names[-1], "profile": profile}))
    return mend(f"add {count} {profile} ({count * BY_NAME[profile].points} points)", *edits)


def more_lords(roster: Roster, count: int) -> tuple[Mend, ...]:
    """Lords for battles that have fewer than they may."""
    room = [
        (_place(number), battle, len(battle.lords) + own)
        for number, battle in enumerate(roster.battles)
        for own in range(Army.lords_to_a_battle.value - _lords(battle))
    ][:count]
    if len(room) < count:
        return ()
    names, edits = _names(roster), []
    for place, battle, own in room:
        names.append(name_for(LORD, names))
        edits.append(insert((*place, "lords", own), {"name": names[-1], "profile": LORD} | _riding(battle)))
    return mend(f"add {counted(count, 'lord')} ({count * BY_NAME[LORD].points} points)", *edits)


def _lords(battle: Battle) -> int:
    return sum(one.profile == LORD for one in battle.commanders)


def _riding(battle: Battle) -> dict[str, Any]:
    return {"mounted": True} if battle.wing else {}


def commander_needed(roster: Roster, profile: str) -> tuple[Mend, ...]:
    """Somebody is promoted, or added: to a ward without a commander, or beside one."""
    below = {GENERAL: LEADER, LEADER: LORD}[profile]
    mends: tuple[Mend, ...] = ()
    for place, unit in roster.placed:
        if unit.profile == below:
            mends = mend(f"make {unit.name} {_priced(profile)}", set_to((*place, "profile"), profile))
            break
    empty = next((place for place, battle in _wards(roster) if battle.commander is None), None)
    new = {"name": name_for(profile, _names(roster)), "profile": profile} | _riding(roster.battles[0])
    if empty is not None:
        edit = set_to((*empty, "commander"), new | {"mounted": False})
    else:
        edit = insert((*_place(0), "lords", len(roster.battles[0].lords)), new)
    return mends + mend(f"add {_priced(profile)}", edit)


def leader_of(roster: Roster, number: int) -> tuple[Mend, ...]:
    """Somebody who may lead a ward: of those in it, or new."""
    battle, place = roster.battles[number], _place(number)
    if battle.commander is not None:
        promoted = set_to((*place, "commander", "profile"), LEADER)
        return mend(f"make {battle.commander.name} {_priced(LEADER)}", promoted)
    new = {"name": name_for(f"Leader of the {battle.name}", _names(roster)), "profile": LEADER}
    mends = mend(f"add {_priced(LEADER)}", set_to((*place, "commander"), new))
    if battle.lords:
        able = [own for own, one in enumerate(battle.lords) if one.profile != LORD]
        own = able[0] if able else 0
        his = plain_data(battle.lords[own]) | ({} if able else {"profile": LEADER})
        edits = (leave_out((*place, "lords", own)), set_to((*place, "commander"), his))
        mends = mend(f"let {battle.lords[own].name} lead it", *edits) + mends
    return mends


def lords_elsewhere(roster: Roster, number: int, count: int) -> tuple[Mend, ...]:
    """The last lords of a battle ride to a ward that has room for them, or go."""
    own = [(index, one) for index, one in enumerate(roster.battles[number].lords) if one.profile == LORD][-count:]
    leaving = [leave_out((*_place(number), "lords", index)) for index, _ in reversed(own)]
    names = joined_names(one.name for _, one in own)
    mends = mend(f"leave out {names}", *leaving)
    most = Army.lords_to_a_battle.value
    for place, battle in _wards(roster):
        if place != _place(number) and _lords(battle) + count <= most:
            first = len(battle.lords)
            coming = [insert((*place, "lords", first + at), plain_data(one)) for at, (_, one) in enumerate(own)]
            return mend(f"move {names} to the {battle.name}", *coming, *leaving) + mends
    return mends


def to_a_ward(roster: Roster, place: Place, unit: Unit) -> tuple[Mend, ...]:
    for ward, battle in _wards(roster):
        coming = insert((*ward, "units", len(battle.units)), plain_data(unit))
        return mend(f"move it to the {battle.name}", coming, leave_out(place))
    return mend("leave it out", leave_out(place))


def objective(place: Place) -> tuple[Mend, ...]:
    return tuple(Mend(word, (set_to((*place, "objective"), word),)) for word in OBJECTIVES)


def called_otherwise(roster: Roster, name: str, free: Sequence[str]) -> tuple[Mend, ...]:
    """The later battles of a name take free ones; where there are too few, they join the first."""
    later = [number for number, battle in enumerate(roster.battles) if battle.name == name][1:]
    if len(free) < len(later):
        return joined(roster, name)
    edits = [set_to((*_place(number), "name"), other) for number, other in zip(later, free, strict=False)]
    return mend(f"call it the {joined_names(free[: len(later)])}", *edits)


def joined(roster: Roster, name: str) -> tuple[Mend, ...]:
    """All battles of a name become one."""
    first, *later = [number for number, battle in enumerate(roster.battles) if battle.name == name]
    battles = [roster.battles[number] for number in (first, *later)]
    said = plain_data(battles[0]) | {"units": [plain_data(unit) for battle in battles for unit in battle.units]}
    commanders = [plain_data(one) for battle in battles for one in battle.commanders]
    if commanders:
        said |= {"commander": commanders[0], "lords": commanders[1:]}
    gone: list[Edit] = [leave_out(_place(number)) for number in reversed(later)]
    return mend(f"join those of the {name}", set_to(_place(first), said), *gone)


def out_of_contingent(battle: Battle, place: Place, name: str, count: int) -> tuple[Mend, ...]:
    own = [(number, unit) for number, unit in enumerate(battle.units) if unit.contingent == name][-count:]
    edits = [leave_out((*place, "units", number, "contingent")) for number, _ in own]
    return mend(f"take {joined_names(unit.name for _, unit in own)} out of it", *edits)


def bows(roster: Roster, add: int, leave: int) -> tuple[Mend, ...]:
    added = [one for profile in reversed(COUNTED_BOWS) for one in more(roster, profile, add)]
    return (*added, *fewer(roster, COUNTED_BILLS, leave))
