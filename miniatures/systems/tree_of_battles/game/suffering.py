"""DPs as they happen: the contingent takes them with their reason, and its friends take those that it causes them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from miniatures.game.fold import merged as folded
from miniatures.ruling import Modifier
from miniatures.systems.tree_of_battles.damage import Source, as_lines, entry, take
from miniatures.systems.tree_of_battles.facts import Dps
from miniatures.systems.tree_of_battles.game.describing import measured
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State, load
from miniatures.systems.tree_of_battles.morale import Event, What, morale_line
from miniatures.systems.tree_of_battles.unit_wording import no_room_told
from miniatures.words import counted

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint


class Shock(NamedTuple):
    """Something that friends within 12 inches feel: who it happened to, what, and where it was."""

    unit: str
    what: What
    """retires, routs, destroyed, noble killed, noble routed or baggage looted."""
    where: "Footprint | None" = None


#: Changes of the state, and what is said.
Brought = tuple[dict[str, Any], list[str]]


def after(state: State, changes: Mapping[str, Any]) -> State:
    """The state as changes leave it."""
    return load(state.setup, folded(dict(state.data), changes))


def joined(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Two changes, one after the other, as one."""
    found = dict(one)
    for key, value in other.items():
        before = found.get(key)
        both = isinstance(before, Mapping) and isinstance(value, Mapping)
        found[key] = joined(before, value) if both else value  # type: ignore[arg-type]
    return found


def suffers(state: State, unit: ContingentNow, causes: Sequence[Dps], source: Source) -> Brought:
    """A contingent takes DPs: up to its most, disarray there, and beyond it stands where the source removes them."""
    if not causes or unit.gone:
        return {}, []
    causes = [one if one.turn else one.model_copy(update={"turn": state.turn}) for one in causes]
    taken = take(unit.in_play, causes, source, state.options)
    own: dict[str, Any] = {}
    said: list[str] = []
    if taken.dps:
        told = [one.model_dump(mode="json", exclude_defaults=True) for one in taken.dps]
        own["dps"] = [*map(dict, unit.dps), *told]
        reasons = "; ".join(f"{one.dps} {one.why} ({one.rule})" for one in taken.dps)
        total = unit.total_dps + sum(one.dps for one in taken.dps)
        said.append(f"{unit.id}: {counted(total, 'DP')} now ({reasons}).")
    if taken.into_disarray:
        own["array"] = "disarray"
        said.append(f"{unit.id} are in disarray (T334).")
    if taken.stands_lost:
        own["stands"] = list(unit.in_play.without(taken.stands_lost))
        why = "; ".join(f"{one.why} ({one.rule})" for one in taken.no_room)
        said.append(f"{unit.id} lose {counted(taken.stands_lost, 'stand')} beyond their most DPs (T4): {why}.")
    elif source != "shooting":  # which has its own test, and tells of it
        said += no_room_told(unit.id, as_lines(taken.no_room))
    if taken.destroyed:
        own["gone"] = "destroyed"
        said.append(f"{unit.id} are destroyed (T40).")
    return {"units": {unit.id: own}} if own else {}, said


def settled(state: State, changes: Mapping[str, Any], shocks: Iterable[Shock]) -> Brought:
    """The changes, and the morale DPs that follow from what happened, until nobody is destroyed by them any more.

    What happens at once is measured at once, before anybody loses stands for it, and taken in the order of the sheet
    (T47). Contacts end where lost stands have parted enemies (T88).
    """
    total, says = dict(changes), list[str]()
    waiting = list(shocks)
    while waiting:
        now = after(state, total)
        shaken: dict[str, list[Dps]] = {}
        for shock in waiting:
            for friend, modifier in felt(now, shock):
                shaken.setdefault(friend.id, []).append(entry(modifier, state.turn))
        waiting = []
        for name, causes in shaken.items():
            more, told = suffers(now, now.units[name], sorted(causes, key=lambda one: one.rule), "morale")
            total, says = joined(total, more), [*says, *told]
            if more.get("units", {}).get(name, {}).get("gone"):
                total = joined(total, freed(after(state, total), name))
                waiting.append(Shock(name, "destroyed", _body(now, name)))
    return _closed_up(state, total, says)


def _closed_up(state: State, changes: dict[str, Any], says: list[str]) -> Brought:
    """The same with the contacts that lost stands have ended."""
    if not state.mapped or not any("stands" in own for own in changes.get("units", {}).values()):
        return changes, says
    from miniatures.systems.tree_of_battles.game.closing_up import closed_up

    more, told = closed_up(after(state, changes), [n for n, own in changes["units"].items() if "stands" in own])
    return joined(changes, more), [*says, *told]


def _body(state: State, name: str) -> "Footprint | None":
    table = measured(state)
    return table.bodies.get(name) if table is not None else None


def felt(state: State, shock: Shock) -> list[tuple[ContingentNow, Modifier]]:
    """Who takes DPs for it, and which. Without a map nobody else is found: the players say who was near.

    A noble is mourned by the contingent that he was with as by all others (T79).
    """
    table = measured(state)
    source = state.units[shock.unit]
    found = []
    if shock.what == "noble killed" and not source.gone and not source.broken:
        found.append((source, morale_line(source.in_play, Event(what=shock.what, distance=0.0))))
    if table is None or shock.where is None:
        return found
    from miniatures.space.footprint import distance

    for name, body in table.bodies.items():
        unit = state.units[name]
        if unit.side != source.side or name == shock.unit or unit.broken:
            continue
        event = Event(
            what=shock.what, who=shock.unit, grade=source.listed.grade, distance=round(distance(body, shock.where), 3)
        )
        line = morale_line(unit.in_play, event)
        if line.value:
            found.append((unit, line))
    return found


def freed(state: State, name: str) -> dict[str, Any]:
    """What ends with a contingent that is gone: its contacts, and its leaders stand where it stood."""
    changes: dict[str, Any] = {}
    contacts = {contact.key: None for contact in state.contacts_of(name)}
    if contacts:
        changes["contacts"] = contacts
    unit = state.units[name]
    place = {"x": unit.x, "y": unit.y} if unit.x is not None else {}
    alone = {one.id: {"unit": None, "front": None} | place for one in state.leaders_with(name)}
    if alone:
        changes["leaders"] = alone
    return changes
