"""Where the tracker has it wrong: a unit as it stands on the real table, stated by the players."""

from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import CONTACT
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.describing import measured, plural
from miniatures.systems.command_roll.game.losses import after, fewer, left_alone
from miniatures.systems.command_roll.game.pieces import ContactNow, UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.unit import Flag, Stated, Whole
from miniatures.systems.playing import Plan, certain
from miniatures.words import counted

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured


class CorrectWords(Stated):
    """A unit as it stands on the real table, where the tracker has it wrong."""

    unit: str = Field(description="the unit, or a commander")
    stands: Whole | None = Field(None, ge=0, description="stands left")
    hits: Whole | None = Field(None, ge=0, description="hits on it that have not removed a stand")
    confused: Flag | None = Field(None, description="whether it is confused")
    blunders: Whole | None = Field(None, ge=0, description="blunders of 1 so far")
    exhausted: Whole | None = Field(None, ge=0, description="stands out of arrows")
    touches: tuple[str, ...] = Field((), description="an enemy that it touches; say it again for more")
    free: Flag = Field(False, description="it touches no enemy any more")
    gone: str = Field("", max_length=100, description="why it is out of play")


def plan_correct(state: State, words: CorrectWords) -> Plan:
    unit = state.unit(words.unit)
    table = measured(state)
    changed, told = _corrected(state, table, unit, words)
    if (words.touches or words.free) and unit.joined:
        raise BrokenInputError(f"{unit.id} is with {unit.joined}; correct that unit")
    now = after(unit, changed)
    refusals = _room(table, unit, now) if table is not None else []
    units = {unit.id: changed}
    contacts: dict[str, Any] = {}
    if words.free or now.gone:
        contacts = {contact.key: None for contact in state.contacts_of(unit.id)}
    elif table is not None and "stands" in words.model_fields_set and now.placed:
        from miniatures.systems.command_roll.game.ways import parted

        contacts = dict(parted(table.with_units(now), state.contacts_of(unit.id)))
    if now.gone and not unit.gone:
        units |= left_alone(table, unit, state.joined_to(unit.id))
    if words.free:
        told.append("free of enemies")
    for name in words.touches:
        other = _enemy(state, now, name)
        told.append(f"touching {other.id}")
        if words.free or other.id not in state.enemies_touching(unit.id):
            contact, apart = _contact(state, table, now, other)
            contacts |= {f"{other.id}|{unit.id}": None, contact.key: contact._asdict()}
            refusals += apart
    if not told:
        raise BrokenInputError(
            "correct: nothing stated; expected --stands, --hits, --confused, --blunders, --exhausted, --touches, "
            "--free or --gone"
        )
    changes: dict[str, Any] = {"units": units} | ({"contacts": contacts} if contacts else {})
    return certain(changes, (f"Corrected by the players: {unit.id}, {', '.join(told)}.",), refusals)


def _room(table: "Measured", unit: UnitNow, now: UnitNow) -> list[Refusal]:
    """Who has more stands than before, or comes back, needs the room for it."""
    from miniatures.systems.command_roll.game.measured import footprint

    if now.gone or not now.placed or (not unit.gone and now.stands <= unit.stands):
        return []
    if table.free(now, footprint(now, table.state.options)):
        return []
    return [Refusal("C78", f"there is no room for {unit.id} where {plural(unit, 'he', 'they')} stood", "place others")]


def _enemy(state: State, unit: UnitNow, name: str) -> UnitNow:
    other = state.unit(name)
    other = state.units[other.joined] if other.joined else other
    if other.gone or unit.gone:
        lost = other if other.gone else unit
        raise BrokenInputError(f"touches: {lost.id} {plural(lost, 'is', 'are')} no longer in play ({lost.gone})")
    if other.side == unit.side:
        raise BrokenInputError(f"touches: {other.id} are friends of {unit.id}; expected an enemy")
    if state.options.commanders_only_command and (unit.commands or other.commands):
        raise BrokenInputError("touches: commanders give orders only in this game (C38)")
    return other


def _contact(state: State, table: "Measured | None", unit: UnitNow, other: UnitNow) -> tuple[ContactNow, list[Refusal]]:
    """Two who touch, at the sides that the table shows, and what speaks against it."""
    plain = ContactNow(unit.id, other.id, "front", "front", state.now)
    if table is None or not unit.placed or not other.placed:
        return plain, []
    from miniatures.space.contact import side_struck
    from miniatures.space.footprint import distance
    from miniatures.systems.command_roll.game.contacting import told_side
    from miniatures.systems.command_roll.game.measured import footprint

    body, enemy = footprint(unit, state.options), table.of(other.id)
    sides = told_side(side_struck(body, enemy)), told_side(side_struck(enemy, body))
    apart = distance(body, enemy)
    contact = plain._replace(first_side=sides[0], second_side=sides[1])
    if apart <= CONTACT:
        return contact, []
    return contact, [Refusal("C132", f"{unit.id} and {other.id} stand {apart:.1f} cm apart", "place them first")]


def _corrected(
    state: State, table: "Measured | None", unit: UnitNow, words: CorrectWords
) -> tuple[dict[str, Any], list[str]]:
    changed: dict[str, Any] = {}
    told: list[str] = []
    left = unit.left if words.stands is None else words.stands
    if words.stands is not None:
        if words.stands > unit.unit.size:
            raise BrokenInputError(f"stands: {words.stands} of {unit.unit.size}; expected {unit.unit.size} at most")
        if words.stands and unit.gone and table is not None and unit.x is None:
            raise BrokenInputError(f"stands: {unit.id} has no place on the table; place him instead")
        changed |= fewer(table, unit, words.stands) if words.stands < unit.left else {"falling": None}
        changed["lost"] = unit.unit.size - words.stands
        told.append(f"{counted(words.stands, 'stand')} left")
        changed["gone"] = None if words.stands else "destroyed"
    if words.hits is not None:
        if words.hits >= unit.unit.listed.hits:
            raise BrokenInputError(f"hits: {words.hits} of {unit.unit.listed.hits} would have removed a stand")
        changed["hits"] = words.hits or None
        told.append(counted(words.hits, "hit"))
    if words.confused is not None:
        changed["confused"] = words.confused or None
        told.append("confused" if words.confused else "not confused")
    if words.blunders is not None:
        changed["blunders"] = words.blunders or None
        told.append(counted(words.blunders, "blunder"))
    if words.exhausted is not None:
        if words.exhausted > left or not unit.unit.missile:
            raise BrokenInputError(f"exhausted: {words.exhausted} of {left} stands left of {unit.unit.profile}")
        changed["exhausted"] = [max(0, state.turn - 2)] * words.exhausted or None
        told.append(f"{counted(words.exhausted, 'stand')} out of arrows")
    if words.gone:
        changed["gone"] = words.gone
        told.append(words.gone)
    if changed.get("gone"):
        changed["joined"] = None
    return changed, told
