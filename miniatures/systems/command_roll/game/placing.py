"""Where the real table is right and the tracker is not: units placed by hand, and corrections."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.describing import measured, plural
from miniatures.systems.command_roll.game.losses import fewer
from miniatures.systems.command_roll.game.pieces import ContactNow, UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.unit import Flag, Lower, Stated, Whole
from miniatures.systems.playing import Plan, certain
from miniatures.words import counted

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured

Place = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]


class PlaceWords(Stated):
    """A unit or commander is placed: freely while setting up, later as the real table shows it."""

    unit: str = Field(description="the unit, or a commander")
    x: Place = Field(description="centimetres from the west edge to the middle of its front")
    y: Place = Field(description="centimetres from the south edge")
    facing: Annotated[float, Field(ge=-3600, le=3600, allow_inf_nan=False)] | None = Field(
        None, description="degrees clockwise from north; as it is, unless stated"
    )
    form: Annotated[Literal["line", "column", "irregular"] | None, Lower] = Field(
        None, description="its formation: line, column or irregular"
    )


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


def plan_place(state: State, words: PlaceWords) -> Plan:
    if not state.mapped:
        raise BrokenInputError("place: this game has no map; what the players measure is stated with --set")
    refusals: list[Refusal] = []
    if state.step != "deployment":
        refusals.append(Refusal("C78", "units are placed while setting up", "move them, or overrule with the reason"))
    unit = state.unit(words.unit)
    facing = unit.facing if words.facing is None else words.facing % 360
    there = replace(unit, x=words.x, y=words.y, facing=facing, joined="", gone="")
    placed: dict[str, Any] = {"x": words.x, "y": words.y, "facing": facing, "gone": None, "joined": None}
    if words.form:
        there = replace(there, files=1 if words.form == "column" else 0, irregular=words.form == "irregular")
        placed |= {"files": there.files or None, "irregular": there.irregular or None}
    table = measured(state)
    assert table is not None
    # While setting up, those who still stand in the way may be placed elsewhere next: that is checked at the end.
    refusals += _room(table, there, others=state.step != "deployment")
    changes: dict[str, Any] = {"units": {unit.id: placed}}
    left = _left_behind(table, there)
    if left:
        changes["contacts"] = left
    verb = plural(unit, "is", "are")
    return certain(changes, (f"{unit.id} {verb} placed at {words.x:g},{words.y:g}, facing {facing:g}.",), refusals)


def _left_behind(table: "Measured", there: UnitNow) -> dict[str, None]:
    """The contacts that it has no longer, from where it stands now."""
    from miniatures.systems.command_roll.game.contacting import touched

    own = table.state.contacts_of(there.id)
    near = touched(table, there) if own else []
    return {contact.key: None for contact in own if contact.other(there.id) not in near}


def _room(table: "Measured", there: UnitNow, *, others: bool = True) -> list[Refusal]:
    """Within the own strip, on the table, on ground that bears it, and on nobody's toes."""
    from miniatures.space.strips import strip
    from miniatures.systems.command_roll.game.measured import SLIVER, footprint

    setup = table.state.setup.table
    assert setup is not None
    outline = footprint(there, table.state.options).polygon
    name = there.id
    if not table.ground.inside(outline):
        size = f"the table is {setup.width:g} by {setup.depth:g} cm"
        return [Refusal("C78", f"{name} would stand over the edge of the table", f"place it further in: {size}")]
    found: list[Refusal] = []
    zone = setup.zones[there.side]
    if table.state.step == "deployment" and not strip(setup, zone, 0.0, zone.depth).buffer(0.02).contains(outline):
        where = f"within {zone.depth:g} cm of the {zone.edge} edge"
        found.append(Refusal("C78", f"{name} would stand outside the strip", where))
    if any(area.intersection(outline).area > SLIVER for area in table.impassable(there)):
        found.append(Refusal("C77", f"{name} would stand in impassable ground", "place it beside"))
    for other in table.others(name) if others else ():
        if other.polygon.intersection(outline).area > SLIVER:
            found.append(Refusal("C78", f"{other.id} stand where {name} would", "leave room between them"))
    return found


def misplaced(state: State) -> list[Refusal]:
    """Everybody who cannot stand where he was set up, for the end of setting up."""
    table = measured(state)
    assert table is not None
    return [refusal for unit in state.standing() if unit.placed for refusal in _room(table, unit)]


def plan_correct(state: State, words: CorrectWords) -> Plan:
    unit = state.unit(words.unit)
    changed, told = _corrected(state, unit, words)
    contacts: dict[str, Any] = {}
    if words.free or changed.get("gone"):
        contacts = {contact.key: None for contact in state.contacts_of(unit.id)}
    if words.free:
        told.append("free of enemies")
    for name in words.touches:
        other = state.unit(name)
        if other.side == unit.side:
            raise BrokenInputError(f"touches: {other.id} are friends of {unit.id}; expected an enemy")
        contact = ContactNow(unit.id, other.id, "front", "front", state.now)
        contacts[contact.key] = contact._asdict()
        told.append(f"touching {other.id}")
    if not told:
        raise BrokenInputError(
            "correct: nothing stated; expected --stands, --hits, --confused, --blunders, --exhausted, --touches, "
            "--free or --gone"
        )
    changes: dict[str, Any] = {"units": {unit.id: changed}}
    if contacts:
        changes["contacts"] = contacts
    return certain(changes, (f"Corrected by the players: {unit.id}, {', '.join(told)}.",))


def _corrected(state: State, unit: UnitNow, words: CorrectWords) -> tuple[dict[str, Any], list[str]]:
    changed: dict[str, Any] = {}
    told: list[str] = []
    if words.stands is not None:
        if words.stands > unit.unit.size:
            raise BrokenInputError(f"stands: {words.stands} of {unit.unit.size}")
        changed |= fewer(measured(state), unit, words.stands) if words.stands < unit.left else {}
        changed["lost"] = unit.unit.size - words.stands
        told.append(f"{counted(words.stands, 'stand')} left")
        changed["gone"] = None if words.stands else "destroyed"
    if words.hits is not None:
        if words.hits >= unit.unit.listed.hits:
            raise BrokenInputError(f"hits: {words.hits} of {unit.unit.listed.hits} would have removed a stand")
        changed["hits"] = words.hits
        told.append(counted(words.hits, "hit"))
    if words.confused is not None:
        changed["confused"] = words.confused
        told.append("confused" if words.confused else "not confused")
    if words.blunders is not None:
        changed["blunders"] = words.blunders
        told.append(counted(words.blunders, "blunder"))
    if words.exhausted is not None:
        if words.exhausted > unit.left:
            raise BrokenInputError(f"exhausted: {words.exhausted} of {unit.left} stands left")
        changed["exhausted"] = [max(0, state.turn - 2)] * words.exhausted
        told.append(f"{counted(words.exhausted, 'stand')} out of arrows")
    if words.gone:
        changed["gone"] = words.gone
        told.append(words.gone)
    return changed, told
