"""Moves of the Approach and of the tactical phase: manoeuvres first, then a wheel, then straight ahead."""

from typing import TYPE_CHECKING, Any

from miniatures.broken import BrokenInputError
from miniatures.measuring import TOLERANCE, within
from miniatures.naming import place_said
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, Spent, impossible
from miniatures.systems.tree_of_battles.game.arriving import concluded
from miniatures.systems.tree_of_battles.game.describing import (
    measured,
    nearness,
    not_in_play,
    not_their_move,
    out_of_step,
    unit_facts,
)
from miniatures.systems.tree_of_battles.game.duties import must_advance
from miniatures.systems.tree_of_battles.game.forming import MoveWords, formed, forming, forming_refusals
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.reacting import goal_of, reaction_refusals, slowed
from miniatures.systems.tree_of_battles.game.results import lines_of
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.manoeuvre import Manoeuvred, ManoeuvreFacts, share_sum
from miniatures.systems.tree_of_battles.move_tables import AVERAGE_DIE, Moves
from miniatures.systems.tree_of_battles.movement import Moved
from miniatures.systems.tree_of_battles.tables import APPROACH_HALT, TACTICAL_HALT
from miniatures.words import joined_names

if TYPE_CHECKING:
    from miniatures.space.pose import Point
    from miniatures.systems.tree_of_battles.game.measured import Measured
    from miniatures.systems.tree_of_battles.game.routes import Way

APPROACH, TACTICAL = ("first approach", "second approach"), ("first tactical", "second tactical")
#: What a shooting test makes a contingent owe: a full move at the shooter.
ADVANCE = "advance"
__all__ = ["ADVANCE", "APPROACH", "TACTICAL", "MoveWords", "plan_move"]


def plan_move(state: State, words: MoveWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    approach = state.step in APPROACH
    table = measured(state)
    facts = _stated(state, unit, words)
    there = formed(state, unit, words)
    way = _way(table, there, words, approach) if table is not None and unit.placed else None
    notes: list[str] = []
    stuck: list[Refusal] = []
    if table is not None and way is not None:
        near = table.nearest_enemy(unit.id)
        facts |= {"nearest_enemy": round(near.distance, 3)} if near is not None else {}
    if words.inches != 0:
        facts |= {"kind": words.kind, "phase": "approach" if approach else "tactical", "dice": words.average_dice}
        facts |= {"distance": words.inches} if words.inches != "all" else {}
        if way is not None:
            facts |= _measured(way, words, facts, notes, stuck)

    def against(facts: ManoeuvreFacts) -> list[Refusal]:
        found = [*_refusals(state, table, unit, words, approach), *forming_refusals(state, unit, words)]
        if words.inches == 0 and approach and facts.nearest_enemy is not None and within(facts.nearest_enemy, 12):
            found.append(Refusal("T102", f"an enemy is within 12 inches of {unit.id}", "do it in the tactical move"))
        return [*found, *stuck, *(_blocked(unit, way, words) if way is not None else [])]

    def conclude(facts: ManoeuvreFacts, outcome: Moved | Manoeuvred) -> Conclusion:
        return concluded(state, unit, there, way, words, facts, outcome)

    def spends(facts: ManoeuvreFacts) -> Spent:
        least, most = (share_sum(facts).total * reach(there, words, face) for face in (AVERAGE_DIE[0], AVERAGE_DIE[-1]))
        return Spent(most if words.inches == "all" else words.inches, most, least)

    procedure = "move" if words.inches != 0 else "manoeuvre"
    return Plan(conclude, procedure, facts, tuple(notes), against, spends=spends)


def _stated(state: State, unit: ContingentNow, words: MoveWords) -> dict[str, Any]:
    """What needs no measuring."""
    manoeuvres = forming(unit, words)
    if not state.mapped or not unit.placed:
        manoeuvres += [lines_of(state, state.unit(name)) for name in words.through]
    return {
        "contingent": unit_facts(state, unit),
        "manoeuvres": manoeuvres,
        "fighting": state.fighting(unit.id),
        "halted": unit.reaction.get("turn") == state.turn and unit.reaction.get("word") == "halt",
        "pursued": any(other.pursues == unit.id for other in state.standing(1 - unit.side)),
    }


def _way(table: "Measured", unit: ContingentNow, words: MoveWords, approach: bool) -> "Way":
    from dataclasses import replace

    from miniatures.systems.tree_of_battles.game.routes import way_towards

    goal = _goal(table, unit, words.towards) if words.towards and words.inches != 0 else None
    through = tuple(table.state.unit(name).id for name in words.through)
    way = way_towards(table, unit, goal, approach, through)
    if way.degrees and (ADVANCE in unit.owes or goal_of(table.state, unit)) and way.blocked():
        return replace(way, degrees=0.0)  # who must go there and has no room to wheel goes straight ahead
    return way


def _goal(table: "Measured", unit: ContingentNow, word: str) -> "Point":
    """What is to lie straight ahead."""
    place = place_said(word)
    if place is not None:
        return place
    goal = table.state.unit(word)
    if not goal.placed or goal.id == unit.id:
        expected = "another contingent on the table, or a place as x,y"
        raise BrokenInputError(f"towards: {goal.id} is no goal to wheel to; expected {expected}")
    return table.of(goal.id).centre


def _measured(
    way: "Way", words: MoveWords, facts: dict[str, Any], notes: list[str], stuck: list[Refusal]
) -> dict[str, Any]:
    """What lies ahead: the enemy before whom it halts, gaps, and what the way costs whatever the dice."""
    from miniatures.systems.tree_of_battles.game.routes import in_difficult, passed_through
    from miniatures.systems.tree_of_battles.game.ways import into_gap

    table, manoeuvres = way.table, facts["manoeuvres"]
    found: dict[str, Any] = {}
    if way.wheel > TOLERANCE:
        manoeuvres.append({"what": "wheel"})
        notes.append(f"Measured: the whole wheel takes {way.wheel:.1f} inches.")
    shared = {"contingent": facts["contingent"], "manoeuvres": manoeuvres}
    share = share_sum(ManoeuvreFacts.model_validate(shared)).total
    asked = float("inf") if words.inches == "all" else words.inches
    far = min(asked, share * reach(way.unit, words, max(AVERAGE_DIE)))
    most = way.made(far)
    passed = passed_through(table, most, way.through)
    for name in way.through:
        if name not in passed and table.state.units[name].side == way.unit.side:
            because = f"{way.unit.id} do not come beyond {name} in {far:g} inches, the most that they can go"
            stuck.append(Refusal("T511", because, "leave them out, or go nearer first"))
    gap = into_gap(table, way.start, *most.legs)
    if gap:
        manoeuvres.append({"what": "pass a gap"})
        notes.append("Measured: their way leads through a gap (T512).")
    if most.halts:
        halt = (APPROACH_HALT if way.approach else TACTICAL_HALT).value
        found["enemy_ahead"] = round(most.inches + halt, 3)
        notes.append(f"Measured: {most.inches:.1f} inches until {most.halts} halt them.")
    elif most.inches < far - TOLERANCE:
        bars = way.bars(most)
        notes.append(f"Measured: {most.inches:.1f} inches are free{_before(bars)}.")
    least = way.made(min(asked, share * reach(way.unit, words, min(AVERAGE_DIE)) * (0.5 if gap else 1)))
    found["difficult_terrain"] = in_difficult(table, least)
    if in_difficult(table, most) and not found["difficult_terrain"]:
        notes.append("Measured: there is difficult ground on their way, which costs a DP if they come so far (T303).")
    for name in passed_through(table, least, way.through):
        manoeuvres.append(lines_of(table.state, table.state.units[name]))
    if words.kind == "road":
        roads = [shape for _, shape in table.ground.pieces("road")]
        ends = (way.start.polygon, most.end.polygon)
        found["on_road"] = bool(roads) and all(any(end.intersects(road) for road in roads) for end in ends)
    return found


def _before(bars: list[str]) -> str:
    return f" before {joined_names(dict.fromkeys(bars))}" if bars else ""


def reach(unit: ContingentNow, words: MoveWords, face: int) -> float:
    """Inches of a whole move if every die shows that face."""
    if words.kind == "road":
        return Moves.road.value
    if words.kind == "march":
        return Moves.march_mounted.value if unit.moves_mounted else Moves.march_foot.value
    return words.average_dice * (face + (1 if unit.array == "skirmish" else 0))


def _blocked(unit: ContingentNow, way: "Way", words: MoveWords) -> list[Refusal]:
    """What the table holds against it: no room to form, to wheel, or to go at all."""
    from miniatures.systems.tree_of_battles.game.routes import LEAST

    table, found = way.table, []
    if way.start != table.of(unit.id) and not table.free(way.start):
        found.append(Refusal("T73", f"there is no room for {unit.id} to form so", "move first, or form otherwise"))
    for name in way.blocked():
        found.append(Refusal("T73", f"{name} leave no room for {unit.id} to wheel", "move straight ahead first"))
    still = words.inches != 0 and not forming(unit, words) and ADVANCE not in unit.owes
    # Who passes through friends ends beyond them or stays before them: an inch would end among them (T100).
    far = reach(way.unit, words, max(AVERAGE_DIE)) if way.through else 1.0
    ahead = way.made(far) if still and not found else None
    if ahead is not None and ahead.inches < LEAST and not (way.approach and ahead.halts):  # that is T102 already
        rule, why = ("T104", f"{ahead.halts} halt them") if ahead.halts else ("T73", f"none{_before(way.bars(ahead))}")
        found.append(Refusal(rule, f"{unit.id} have no room ahead: {why}", "wheel, face about, or let them stand"))
    return found


def _refusals(
    state: State, table: "Measured | None", unit: ContingentNow, words: MoveWords, approach: bool
) -> list[Refusal]:
    if ADVANCE in unit.owes:  # at once, whatever the phase (T25)
        return reaction_refusals(state, unit, words)
    found = [*out_of_step(state, (*APPROACH, *TACTICAL), "T104", "a move"), *not_their_move(state, unit)]
    done = unit.approached if approach else unit.moved
    if done == state.turn and state.turn:
        found.append(Refusal("T11", f"{unit.id} have moved in this phase", "move them in the next"))
    for what, action in (("control", "test"), ("shooting", "test"), ("run", "run")):
        if what in unit.owes:
            found.append(Refusal("T411", f"{unit.id} owe a {action} first", f'{action} "{unit.id}"'))
    if unit.conduct in ("routing", "pursuing", "retiring"):
        found.append(Refusal("T205", f"{unit.id} are {unit.conduct}", f'let them run: run "{unit.id}"'))
    if unit.conduct == "looting":
        found.append(Refusal("T412", f"{unit.id} are looting", f'stop them by a control test: test "{unit.id}"'))
    if slowed(words) and must_advance(state, nearness(state), unit) and _free_ahead(table, unit):
        cure = f'move "{unit.id}" all, or take a control test in the Command phase'
        found.append(Refusal("T413", f"{unit.id} are chivalrous and near enemy men at arms", cure))
    if unit.listed.type == "baggage":
        found.append(Refusal("T73", f"{unit.id} are baggage and stay", "leave them"))
    return [*found, *reaction_refusals(state, unit, words)]


def _free_ahead(table: "Measured | None", unit: ContingentNow) -> bool:
    if table is None or not unit.placed:
        return True
    from miniatures.systems.tree_of_battles.game.routes import can_advance

    return can_advance(table, unit)
