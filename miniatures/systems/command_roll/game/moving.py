"""Moves by order: a unit, or a brigade as one body, goes where it is sent, and turns and forms as it goes (C15)."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import within
from miniatures.naming import find, place_said
from miniatures.ruling import Refusal
from miniatures.space.pose import Pose
from miniatures.systems.command_roll.game.barring import Way, spent, stands_against, too_far
from miniatures.systems.command_roll.game.describing import (
    measured,
    not_in_play,
    not_their_turn,
    out_of_step,
    unit_facts,
)
from miniatures.systems.command_roll.game.orders import because_of, done_with, formation, read
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.movement import MoveFacts, move_sum
from miniatures.systems.command_roll.unit import Lower, Stated
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.words import joined_names

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured

Degrees = Annotated[float, Field(ge=-3600, le=3600, allow_inf_nan=False)]
Centimetres = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
#: Tries between nothing and everything that an order allows.
TRIES = 80
#: Who cannot stir looks so far ahead for what bars him: nearer by, he is among those whom he slips past.
LOOKS = 1.0


class MoveWords(Stated):
    """A unit that was ordered moves, and its brigade with it."""

    unit: str = Field(description="the unit")
    centimetres: Centimetres | Literal["all"] = Field(
        description="how far; all for as far as it can; with a minus backwards, 0 to turn or form on the spot"
    )
    towards: str = Field("", description="not straight ahead but towards this: a unit, or a place as x,y")
    bearing: Degrees | None = Field(None, description="or in this direction, degrees clockwise from north")
    facing: Degrees | None = Field(None, description="degrees clockwise from north that it faces at the end")
    form: Annotated[Literal["line", "column", "irregular"] | None, Lower] = Field(
        None, description="the formation at the end: line, column or irregular"
    )


class Moving(NamedTuple):
    """Who moves, from where to where, and how far the farthest corner goes."""

    way: Way
    centimetres: float
    river: bool
    barred: tuple[Refusal, ...] = ()
    """What keeps a unit where it is that was to go as far as it can."""


def plan_move(state: State, words: MoveWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    units = moving_with(state, unit)
    table = measured(state)
    facts: dict[str, Any] = {
        "units": [unit_facts(state, one) for one in units],
        "because": because_of(state, unit),
        "formation": _slowest_formation(units),
    }
    if table is None or not unit.placed:
        return _by_hand(state, unit, units, words, facts)
    for one, said in zip(units, facts["units"], strict=True):
        if one.placed and table.fortified(one):
            said["position"] = "fortified"
    moved = _moved(state, table, unit, units, words, facts)
    facts |= {"distance": round(moved.centimetres, 3), "river": moved.river}
    # A blunder that moves nobody is carried out by that; an order is not spent on a move that is none.
    ground = [*stands_against(table, moved.way), *(moved.barred if facts["because"] == "order" else ())]

    def against(facts: MoveFacts) -> list[Refusal]:
        return [*_refusals(state, unit, units, words), *too_far(facts), *ground]

    def conclude(_facts: MoveFacts, _outcome: Any) -> Conclusion:
        return _concluded(state, table, moved, words.form)

    notes = (f"Measured: {moved.centimetres:.1f} cm for the farthest corner{', over a river' if moved.river else ''}.",)
    return Plan(conclude, "move", facts, notes, against, spends=spent)


def moving_with(state: State, unit: UnitNow) -> list[UnitNow]:
    """The unit, and those of its brigade that have not moved by themselves (C122)."""
    if because_of(state, unit) == "none":
        return [unit]
    others = (state.units[name] for name in state.order["units"] if name != unit.id)
    return [unit, *(one for one in others if not one.gone and because_of(state, one) != "none")]


def _slowest_formation(units: list[UnitNow]) -> str:
    return "irregular" if any(unit.irregular for unit in units) else formation(units[0])


def direction_of(state: State, unit: UnitNow, words: MoveWords) -> float:
    """Degrees clockwise from north."""
    if words.bearing is not None:
        return words.bearing % 360
    if not words.towards:
        return unit.facing
    point = place_said(words.towards)
    if point is None:
        goal = state.units[find(words.towards, state.units, "a unit of this game")]
        if not goal.placed:
            raise BrokenInputError(
                f"towards: {goal.id} stands nowhere on the table; expected a unit or a place as 60,40"
            )
        point = (goal.pose.x, goal.pose.y)
    return Pose(unit.pose.x, unit.pose.y, 0.0).bearing(point) % 360


def _moved(
    state: State, table: "Measured", unit: UnitNow, units: list[UnitNow], words: MoveWords, facts: dict[str, Any]
) -> Moving:
    """The move as it is said; `all` is as far as the order, the ground and the others allow."""
    from miniatures.systems.command_roll.game.travel import crosses_river, travel

    direction = direction_of(state, unit, words)
    turn = 0.0 if words.facing is None else words.facing - unit.facing

    def made(far: float) -> Moving:
        way = _shifted(units, unit, direction, far, turn, words.form)
        return Moving(way, travel(table, way), crosses_river(table, way))

    if words.centimetres != "all":
        return made(words.centimetres)
    most = move_sum(read(MoveFacts, state, facts)).total
    best = made(0.0)
    for step in range(1, TRIES + 1):
        trial = made(most * step / TRIES)
        reach = move_sum(read(MoveFacts, state, facts | {"river": trial.river})).total
        against = stands_against(table, trial.way)
        if against or not within(trial.centimetres, reach):
            if step > 1 or turn or words.form:
                return best
            ahead = [one for one in stands_against(table, made(min(most, LOOKS)).way) if one.rule != "C78"]
            return best._replace(barred=tuple(ahead or against))
        best = trial
    return best


def _shifted(units: list[UnitNow], lead: UnitNow, direction: float, far: float, turn: float, form: str | None) -> Way:
    """All of them as one body: shifted, and turned about the middle of the lead's front."""
    from miniatures.space.pose import direction as step

    east, north = step(direction)
    goal = Pose(lead.pose.x + far * east, lead.pose.y + far * north, lead.facing + turn)
    found = []
    for unit in units:
        right, ahead = Pose(lead.pose.x, lead.pose.y, lead.facing).seen((unit.pose.x, unit.pose.y))
        x, y = goal.point(ahead, right)
        there = replace(unit, x=x, y=y, facing=(unit.facing + turn) % 360)
        found.append((unit, _formed(there, form) if form else there))
    return found


def _formed(unit: UnitNow, form: str) -> UnitNow:
    return replace(unit, files=1 if form == "column" else unit.unit.size, irregular=form == "irregular")


def _refusals(state: State, unit: UnitNow, units: list[UnitNow], words: MoveWords) -> list[Refusal]:
    found = [*out_of_step(state, ("command",), "C101", "a move"), *not_their_turn(state, unit)]
    if unit.commands:
        found.append(Refusal("C38", f"{unit.id} is a commander", f'he moves at the end of the phase: ride "{unit.id}"'))
    if words.form and len(units) > 1:
        found.append(
            Refusal("C122", "a brigade keeps its shape while it moves as one", "form with an order of its own")
        )
    return found


def _by_hand(state: State, unit: UnitNow, units: list[UnitNow], words: MoveWords, facts: dict[str, Any]) -> Plan:
    """Without a map the players measure; a distance that is said is held against the move."""
    if words.centimetres != "all":
        facts["distance"] = abs(words.centimetres)
    told = f"{joined_names(one.id for one in units)} move{_forming(words.form)}."

    def conclude(_facts: MoveFacts, _outcome: Any) -> Conclusion:
        changed: dict[str, Any] = {one.id: {"moved": state.now} for one in units}
        if words.form:
            changed[unit.id] |= {"files": 1 if words.form == "column" else None, "irregular": words.form == "irregular"}
        return Conclusion({"units": changed, "order": done_with(state, [one.id for one in units])}, (told,))

    return Plan(
        conclude, "move", facts, refusals=lambda facts: [*_refusals(state, unit, units, words), *too_far(facts)]
    )


def _forming(form: str | None) -> str:
    return f" and form {'an irregular body' if form == 'irregular' else f'a {form}'}" if form else ""


def _concluded(state: State, table: "Measured", moved: Moving, form: str | None) -> Conclusion:
    from miniatures.systems.command_roll.game.contacting import contacts_after
    from miniatures.systems.command_roll.game.measured import stood

    changed: dict[str, Any] = {}
    for before, after in moved.way:
        changed[after.id] = stood(after.pose) | {"moved": state.now, "came": [before.pose.x, before.pose.y]}
        if (before.files, before.irregular) != (after.files, after.irregular):
            changed[after.id] |= {"files": after.files, "irregular": after.irregular or None}
    names = [after.id for _, after in moved.way]
    says = [f"{joined_names(names)} move {moved.centimetres:.1f} cm{_forming(form)}."]
    changes: dict[str, Any] = {"units": changed, "order": done_with(state, names)}
    contacts = contacts_after(table, moved.way)
    for contact in contacts.values():
        if contact:  # overruled: who moves into an enemy has charged (C131)
            changed[contact["first"]]["charged"] = state.now
            says.append(f"{contact['first']} touch {contact['second']}: that is a charge (C131).")
    return Conclusion(changes | ({"contacts": contacts} if contacts else {}), tuple(says))
