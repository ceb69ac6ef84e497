"""Moves of the Approach and of the tactical phase: manoeuvres first, then a wheel, then straight ahead."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import TOLERANCE
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.systems.tree_of_battles.game.describing import (
    measured,
    not_in_play,
    not_their_move,
    out_of_step,
    unit_facts,
)
from miniatures.systems.tree_of_battles.game.forming import FORMING, formed, forming
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.reacting import reaction_refusals
from miniatures.systems.tree_of_battles.game.results import ground_dps, moved_changes
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import joined
from miniatures.systems.tree_of_battles.game.testing import must_advance
from miniatures.systems.tree_of_battles.move_tables import Moves
from miniatures.systems.tree_of_battles.movement import Moved as MovedOutcome
from miniatures.systems.tree_of_battles.movement import MoveFacts
from miniatures.systems.tree_of_battles.tables import APPROACH_HALT, TACTICAL_HALT
from miniatures.systems.tree_of_battles.unit import Inches, Lower

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.space.moves import Moved
    from miniatures.systems.tree_of_battles.game.measured import Measured

APPROACH, TACTICAL = ("first approach", "second approach"), ("first tactical", "second tactical")
#: What a shooting test makes a contingent owe: a full move at the shooter.
ADVANCE = "advance"
#: More than any contingent goes in one move: the way is looked at so far ahead.
FAR = 20.0


class MoveWords(FORMING):
    """A contingent moves: manoeuvres first, as far as any are said, then it wheels and goes straight ahead."""

    unit: str = Field(description="the contingent")
    inches: Inches | Literal["all"] = Field(description="inches at most, or all; 0 for manoeuvres alone")
    kind: Annotated[Literal["dice", "march", "road"], Lower] = Field(
        "dice", description="dice, march (Approach only) or road (in column)"
    )
    average_dice: Annotated[int, Field(ge=1, le=2)] = Field(2, description="average dice that it throws, 1 or 2")
    towards: str = Field("", description="wheel first, so that this contingent lies straight ahead")


class Way(NamedTuple):
    """A wheel and the way straight ahead, before it is known how far it goes."""

    start: "Footprint"
    turned: "Moved | None"

    @property
    def body(self) -> "Footprint":
        return self.turned.end if self.turned else self.start

    @property
    def wheel(self) -> float:
        return self.turned.path if self.turned else 0.0


def plan_move(state: State, words: MoveWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    approach = state.step in APPROACH
    table = measured(state)
    manoeuvres = forming(state, table, unit, words)
    facts: dict[str, Any] = {
        "contingent": unit_facts(state, unit),
        "kind": words.kind,
        "phase": "approach" if approach else "tactical",
        "dice": words.average_dice,
        "manoeuvres": manoeuvres,
        "fighting": state.fighting(unit.id),
        "halted": unit.reaction.get("turn") == state.turn and unit.reaction.get("word") == "halt",
    }
    if words.inches != "all":
        facts["distance"] = words.inches
    there = formed(state, unit, words)
    way: Way | None = None
    notes: list[str] = []
    if table is not None and unit.placed:
        way = _way(table, there, words)
        facts |= _measured(table, there, way, words, approach, notes)
        if way.turned is not None and way.wheel > TOLERANCE:
            manoeuvres.append({"what": "wheel"})

    def against(_facts: MoveFacts) -> list[Refusal]:
        found = _refusals(state, unit, words, approach)
        return found + (_blocked(table, there, way) if table is not None and way is not None else [])

    def conclude(facts: MoveFacts, outcome: MovedOutcome) -> Conclusion:
        return _concluded(state, table, unit, there, way, words, facts, outcome, approach)

    return Plan(conclude, "move", facts, tuple(notes), against)


def _way(table: "Measured", unit: ContingentNow, words: MoveWords) -> Way:
    from miniatures.space.moves import wheel, wheel_towards
    from miniatures.systems.tree_of_battles.game.measured import footprint
    from miniatures.systems.tree_of_battles.game.ways import clear_way

    body = footprint(unit, table.state.options)
    if not words.towards:
        return Way(body, None)
    goal = table.state.unit(words.towards)
    if not goal.placed:
        raise BrokenInputError(f"towards: {goal.id} stands on no table; expected a contingent on it")
    side, degrees = wheel_towards(body, table.of(goal.id).centre)
    turned = wheel(body, side, degrees) if degrees >= 0.5 else None
    if turned is not None and ADVANCE in unit.owes and clear_way(table, unit, turned):
        turned = None  # who must advance and has no room to wheel goes straight ahead
    return Way(body, turned)


def _measured(
    table: "Measured", unit: ContingentNow, way: Way, words: MoveWords, approach: bool, notes: list[str]
) -> dict[str, Any]:
    """What lies ahead: the nearest enemy, the one before whom it halts, gaps and difficult ground."""
    from miniatures.space.moves import advance
    from miniatures.systems.tree_of_battles.game.ways import crossed, halted, straight, through_gap

    facts: dict[str, Any] = {}
    near = table.nearest_enemy(unit.id)
    if near is not None:
        facts["nearest_enemy"] = round(near.distance, 3)
    most = FAR if words.inches == "all" else words.inches
    field = table.with_bodies(way.body)
    free = straight(field, unit, way.body, most, approach, passed(table.state, words))
    before = halted(field, unit, advance(way.body, min(most, free + 0.1)).end, approach)
    if before:
        halt = (APPROACH_HALT if approach else TACTICAL_HALT).value
        facts["enemy_ahead"] = round(way.wheel + free + halt, 3)
        notes.append(f"Measured: {free:.1f} inches until {before} halt it.")
    ahead = advance(way.body, free)
    over = crossed(table, way.start, ahead)
    facts["difficult_terrain"] = over.difficult
    if through_gap(table, ahead):
        notes.append("Measured: it goes through a gap (T512).")
    if words.kind == "road":
        roads = [shape for _, shape in table.ground.pieces("road")]
        ends = (way.start.polygon, ahead.end.polygon)
        facts["on_road"] = bool(roads) and all(any(end.intersects(road) for road in roads) for end in ends)
    if way.wheel > TOLERANCE:
        notes.append(f"Measured: the wheel takes {way.wheel:.1f} inches.")
    return facts


def passed(state: State, words: MoveWords) -> tuple[str, ...]:
    """The friends of a passage of lines."""
    return (state.unit(words.through).id,) if words.through else ()


def _blocked(table: "Measured", unit: ContingentNow, way: Way) -> list[Refusal]:
    from miniatures.systems.tree_of_battles.game.ways import clear_way

    found = []
    if way.start != table.of(unit.id) and not table.free(way.start):
        found.append(Refusal("T73", f"there is no room for {unit.id} to form so", "move first, or form otherwise"))
    if way.turned is None:
        return found
    return found + [
        Refusal("T73", f"{name} leaves no room for {unit.id} to wheel", "move straight ahead first")
        for name in clear_way(table, unit, way.turned)
    ]


def _refusals(state: State, unit: ContingentNow, words: MoveWords, approach: bool) -> list[Refusal]:
    if ADVANCE in unit.owes:  # at once, whatever the phase (T25)
        return reaction_refusals(state, unit, words.towards)
    found = [*out_of_step(state, (*TACTICAL, *APPROACH), "T104", "a move"), *not_their_move(state, unit)]
    done = unit.approached if approach else unit.moved
    if done == state.turn and state.turn:
        found.append(Refusal("T11", f"{unit.id} has moved in this phase", "move it in the next"))
    for what, action in (("control", "test"), ("shooting", "test"), ("run", "run")):
        if what in unit.owes:
            found.append(Refusal("T411", f"{unit.id} owes a {action} first", f'{action} "{unit.id}"'))
    if unit.conduct in ("routing", "pursuing"):
        found.append(Refusal("T205", f"{unit.id} is {unit.conduct}", f'let it run: run "{unit.id}"'))
    if words.inches != "all" and must_advance(state, measured(state), unit):
        cure = f'move "{unit.id}" all, or take a control test in the Command phase'
        found.append(Refusal("T413", f"{unit.id} are chivalrous and near enemy men at arms", cure))
    if unit.listed.type == "baggage":
        found.append(Refusal("T73", f"{unit.id} is baggage and stays", "leave it"))
    return [*found, *reaction_refusals(state, unit, words.towards)]


def _concluded(
    state: State,
    table: "Measured | None",
    unit: ContingentNow,
    there: ContingentNow,
    way: Way | None,
    words: MoveWords,
    facts: MoveFacts,
    outcome: MovedOutcome,
    approach: bool,
) -> Conclusion:
    wanted = outcome.inches if words.inches == "all" else min(words.inches, outcome.inches)
    changes, says = moved_changes(state, unit, outcome)
    own: dict[str, Any] = {}
    if state.step in (*APPROACH, *TACTICAL):
        own["approached" if approach else "moved"] = state.turn
    if ADVANCE in unit.owes:
        own["owes"] = {ADVANCE: None}
    own["last_move"] = {"kind": words.kind, "inches": wanted, "turn": state.turn}
    own |= _form_changes(unit, there)
    if any(one.what == "rally from disarray" for one in facts.manoeuvres):
        own |= {"rallied": state.turn, "array": facts.manoeuvres[-1].to or "line"}
    if table is not None and way is not None:
        from miniatures.space.moves import advance
        from miniatures.systems.tree_of_battles.game.measured import stood
        from miniatures.systems.tree_of_battles.game.ways import straight

        field = table.with_bodies(way.body)
        left = max(0.0, wanted - way.wheel)
        facing = replace(there, facing=way.body.pose.facing)
        inches = straight(field, facing, way.body, left, approach, passed(state, words))
        moved = advance(way.body, inches)
        own |= stood(moved.end.pose) | {"came": [unit.pose.x, unit.pose.y]}
        told = f"{unit.id} {'wheel and ' if way.wheel > TOLERANCE else ''}move {inches:.1f} inches."
        more, felt = ground_dps(state, table, unit, way.start, moved)
        changes, says = joined(changes, more), [told, *says, *felt]
    else:
        says = [f"{unit.id} move {wanted:g} inches.", *says]
    return Conclusion(joined(changes, {"units": {unit.id: own}}), tuple(says))


def _form_changes(unit: ContingentNow, there: ContingentNow) -> dict[str, Any]:
    own: dict[str, Any] = {}
    for key in ("files", "array", "exchanged", "remounted", "facing", "x", "y"):
        if getattr(unit, key) != getattr(there, key):
            own[key] = getattr(there, key)
    return own


def march_reach(unit: ContingentNow) -> int:
    return Moves.march_mounted.value if unit.mounted else Moves.march_foot.value
