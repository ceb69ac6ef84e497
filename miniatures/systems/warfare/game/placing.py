"""Where the real table is right and the tracker is not: units placed by hand, and corrections."""

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, Field

from miniatures.broken import BrokenInputError
from miniatures.naming import find
from miniatures.ruling import Refusal
from miniatures.systems.playing import Plan, certain
from miniatures.systems.warfare.facts import one_or_more
from miniatures.systems.warfare.game.describing import measured
from miniatures.systems.warfare.game.paths import BARRED, SLIVER
from miniatures.systems.warfare.game.pieces import MILLIMETRES, LeaderNow, UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.unit import Flag, Stated, Whole

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint, Geometry
    from miniatures.systems.warfare.game.measured import Measured

Place = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]


class PlaceWords(Stated):
    """A unit is placed: freely while setting up, later as the real table shows it."""

    unit: str = Field(description="the unit, or a leader")
    x: Place = Field(description="inches from the west edge to the middle of its front")
    y: Place = Field(description="inches from the south edge")
    facing: Annotated[float, Field(ge=-3600, le=3600, allow_inf_nan=False)] | None = Field(
        None, description="degrees clockwise from north; as it is, unless stated"
    )


class CorrectWords(Stated):
    """A unit as it stands on the real table, where the tracker has it wrong."""

    unit: str = Field(description="the unit")
    lost: Whole | None = Field(None, ge=0, description="figures lost")
    routing: Flag | None = Field(None, description="whether it is in rout")
    furious: Flag | None = Field(None, description="whether it is furious")
    touches: Annotated[tuple[str, ...], BeforeValidator(one_or_more)] = Field((), description="enemies that it touches")
    free: Flag = Field(False, description="it touches no enemy any more")
    gone: str = Field("", max_length=100, description="why it is out of play")


def plan_place(state: State, words: PlaceWords) -> Plan:
    if not state.mapped:
        raise BrokenInputError("place: this game has no map; what the players measure is stated with --set")
    refusals: list[Refusal] = []
    if state.step != "deployment":
        refusals.append(Refusal("W65", "units are placed while setting up", "move them, or overrule with the reason"))
    names: dict[str, Any] = {**state.units, **state.leaders}
    name = find(words.unit, names, "a unit or leader of this game")
    if name in state.leaders:
        refusals += _leader_room(state, state.leaders[name], words)
        leader = {"x": words.x, "y": words.y, "unit": None}
        says = (f"{name} is placed at {words.x:g},{words.y:g}.",)
        return certain({"leaders": {name: leader}}, says, refusals)
    unit = state.units[name]
    facing = unit.facing if words.facing is None else words.facing % 360
    table = measured(state)
    assert table is not None
    # While setting up, those who still stand in the way may be placed elsewhere next: that is checked at the end.
    refusals += _room(table, unit, words, facing, others=state.step != "deployment")
    placed = {"x": words.x, "y": words.y, "facing": facing, "gone": None}
    changes: dict[str, Any] = {"units": {unit.id: placed}}
    if state.contacts_of(unit.id):
        changes["contacts"] = _left_behind(state, unit, words, facing)
    says = (f"{unit.id} are placed at {words.x:g},{words.y:g}, facing {facing:g}.",)
    return certain(changes, says, refusals)


def _left_behind(state: State, unit: UnitNow, words: PlaceWords, facing: float) -> dict[str, None]:
    from miniatures.systems.warfare.game.approach import left_behind

    table = measured(state)
    assert table is not None
    return left_behind(table, _body(state, unit, words, facing))


def _body(state: State, unit: UnitNow, words: PlaceWords, facing: float) -> "Footprint":
    from miniatures.space.footprint import Footprint
    from miniatures.space.pose import Pose

    return Footprint(unit.id, Pose(words.x, words.y, facing), *unit.size(state.options))


def _room(table: "Measured", unit: UnitNow, words: PlaceWords, facing: float, *, others: bool = True) -> list[Refusal]:
    """Within the own strip, on the table, in no river or building, and on nobody's toes."""
    body = _body(table.state, unit, words, facing)
    found = _in_strip(table, unit.id, unit.side, body.polygon)
    for piece in table.ground.under(body.polygon, *BARRED, "river"):
        found.append(Refusal("W65", f"{unit.id} would stand in {piece.name or piece.kind}", "place it beside"))
    for other in table.others(unit.id) if others else ():
        if other.polygon.intersection(body.polygon).area > SLIVER:
            found.append(Refusal("W65", f"{other.id} stand where {unit.id} would", "leave room between them"))
    return found


def misplaced(state: State) -> list[Refusal]:
    """Everybody who cannot stand where he was set up, for the end of setting up."""
    table = measured(state)
    assert table is not None
    found: list[Refusal] = []
    for unit in state.standing():
        if unit.placed:
            words = PlaceWords(unit=unit.id, x=unit.pose.x, y=unit.pose.y)
            found += _room(table, unit, words, unit.facing)
    return found


def _leader_room(state: State, leader: LeaderNow, words: PlaceWords) -> list[Refusal]:
    from miniatures.space.footprint import Disc

    table = measured(state)
    assert table is not None
    disc = Disc(leader.id, words.x, words.y, state.options.leader_base / MILLIMETRES)
    return _in_strip(table, leader.id, leader.side, disc.polygon)


def _in_strip(table: "Measured", name: str, side: int, body: "Geometry") -> list[Refusal]:
    setup = table.state.setup.table
    assert setup is not None
    if not table.ground.inside(body):
        size = f"the table is {setup.width:g} by {setup.depth:g} inches"
        return [Refusal("W65", f"{name} would stand over the edge of the table", f"place it further in: {size}")]
    from miniatures.space.strips import strip

    zone = setup.zones[side]
    if table.state.step != "deployment" or strip(setup, zone, 0.0, zone.depth).buffer(0.02).contains(body):
        return []
    where = f"within {zone.depth:g} inches of the {zone.edge} edge"
    return [Refusal("W65", f"{name} would stand outside its strip", where)]


def plan_correct(state: State, words: CorrectWords) -> Plan:
    unit = state.unit(words.unit)
    changed: dict[str, Any] = {}
    told: list[str] = []
    if words.lost is not None:
        if words.lost > unit.unit.figures:
            raise BrokenInputError(f"lost: {words.lost} figures of {unit.unit.figures}")
        changed["lost"] = words.lost
        told.append(f"{words.lost} lost")
        if words.lost == unit.unit.figures and not words.gone:
            changed["gone"] = "destroyed"
    if words.routing is not None:
        changed["routing"] = max(1, state.turn) if words.routing else None
        told.append("in rout" if words.routing else "not in rout")
    if words.furious is not None:
        changed["furious"] = words.furious or None
        told.append("furious" if words.furious else "not furious")
    if words.gone:
        changed["gone"] = words.gone
        told.append(words.gone)
    contacts: dict[str, Any] = {}
    if words.free or changed.get("gone"):
        contacts = {contact.key: None for contact in state.contacts_of(unit.id)}
    if words.free:
        told.append("free of enemies")
    for name in words.touches:
        from miniatures.systems.warfare.game.impact import contact_between

        other = state.unit(name)
        if other.side == unit.side:
            raise BrokenInputError(f"touches: {other.id} are friends of {unit.id}; expected an enemy")
        contacts |= contact_between(state, unit, other, "front", "front", unit.side)
        told.append(f"touching {other.id}")
    if not told:
        raise BrokenInputError(
            "correct: nothing stated; expected --lost, --routing, --furious, --touches, --free or --gone"
        )
    changes: dict[str, Any] = {"units": {unit.id: changed}}
    if contacts:
        changes["contacts"] = contacts
    says = (f"Corrected by the players: {unit.id}, {', '.join(told)}.",)
    return certain(changes, says)
