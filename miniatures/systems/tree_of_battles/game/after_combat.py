"""The choices after a combat, and the flight of those whom nobody pursues (T201 to T205)."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, certain, impossible
from miniatures.systems.tree_of_battles.combat_results import FOLLOW_UP, HALT
from miniatures.systems.tree_of_battles.game.chasing import OFF_TABLE, away, flees
from miniatures.systems.tree_of_battles.game.describing import measured, not_in_play, out_of_step, unit_facts
from miniatures.systems.tree_of_battles.game.fleeing import GOING, command_of, hunters_of, must_flee
from miniatures.systems.tree_of_battles.game.giving_way import follows_up
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.pursuits import PursueWords, plan_pursue
from miniatures.systems.tree_of_battles.game.results import moved_changes
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import after, freed, joined
from miniatures.systems.tree_of_battles.movement import Moved, MoveFacts
from miniatures.systems.tree_of_battles.unit import Inches, Lower, Stated


def _hyphened(word: object) -> object:
    """`follow up` is `follow-up`."""
    return "-".join(word.split()) if isinstance(word, str) else word


class AfterWords(Stated):
    """A contingent chooses what it does after its combat."""

    unit: str = Field(description="the contingent")
    choice: Annotated[Literal["halt", "follow-up", "pursue", "exchange"], Lower, BeforeValidator(_hyphened)] = Field(
        description="halt, follow-up, pursue, or exchange (ranks, of who halts or follows up)"
    )
    target: str = Field("", description="the enemy that it follows up or pursues, if there are several")


class FleeWords(Stated):
    """A contingent that retires or breaks, and that nobody pursues, makes its fast move."""

    unit: str = Field(description="the contingent")
    inches: Inches | None = Field(
        None, description="a retirer stops short after so many, where friends or terrain part it from the enemy"
    )


def plan_after(state: State, words: AfterWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    if words.choice == "pursue":
        return plan_pursue(state, PursueWords(unit=unit.id, target=words.target))
    found = out_of_step(state, ("combat",), "T106", "a choice after combat")
    if words.choice == "exchange":
        return certain(
            {"units": {unit.id: {"exchanged": not unit.exchanged}}},
            (f"{unit.id} exchange ranks (T201).",),
            [*found, *_exchange_refusals(state, unit)],
        )
    if words.choice == "halt":
        if HALT not in unit.may:
            found.append(_not_open(unit, "halt"))
        return certain({"units": {unit.id: {"may": None}}}, (f"{unit.id} halt (T201).",), found)
    fallen = [word.removeprefix(f"{FOLLOW_UP} ") for word in unit.may if word.startswith(f"{FOLLOW_UP} ")]
    enemy = state.unit(words.target) if words.target else state.units[fallen[0]] if fallen else None
    if enemy is None or enemy.gone or enemy.side == unit.side:
        return impossible([*found, _not_open(unit, "follow up")])
    if enemy.id not in fallen:
        found.append(_not_open(unit, f"follow up {enemy.id}"))
    changes, says = follows_up(state, unit.id, enemy.id)
    return certain(changes, says, found)


def _not_open(unit: ContingentNow, wants: str) -> Refusal:
    rule = "T203" if wants.startswith(FOLLOW_UP) else "T201"
    cure = f"instead: {' or '.join(command_of(unit.id, word) for word in unit.may)}" if unit.may else "fight first"
    return Refusal(rule, f"{unit.id} have no combat after which they may {wants}", cure)


def _exchange_refusals(state: State, unit: ContingentNow) -> list[Refusal]:
    found = []
    if unit.fought != state.turn or unit.conduct in (*GOING, "pursuing"):
        words = f"{unit.id} neither halted nor followed up after a combat in this turn"
        found.append(Refusal("T201", words, "exchange ranks as a manoeuvre in the tactical move"))
    if unit.ranks < 2:
        found.append(Refusal("T65", f"{unit.id} have one rank only", "leave it"))
    return found


def plan_flee(state: State, words: FleeWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    kind, stops = "rout" if unit.broken else "retire", words.inches
    facts: dict[str, Any] = {
        "contingent": unit_facts(state, unit) | {"conduct": "steady"},
        "kind": kind,
        "first": unit.runs == 0,
    }

    def against(_facts: MoveFacts) -> list[Refusal]:
        found = out_of_step(state, ("combat",), "T106", "a flight from combat")
        if not must_flee(state, unit):
            words = f"{unit.id} need not flee from a combat now"
            found.append(Refusal("T204", words, f'who runs on does so in the tactical move: run "{unit.id}"'))
        for hunter in hunters_of(state, unit):
            words = f"{hunter} may pursue {unit.id}, and both throw together (T37)"
            cure = " or ".join(command_of(hunter, choice) for choice in state.units[hunter].may)
            found.append(Refusal("T206", words, f"choose first: {cure}"))
        return found if stops is None else [*found, *_not_short(state, unit, stops)]

    def conclude(_facts: MoveFacts, outcome: Moved) -> Conclusion:
        return _fled(state, unit, kind, outcome, outcome.inches if stops is None else min(stops, outcome.inches))

    return Plan(conclude, "move", facts, (), against)


def _not_short(state: State, unit: ContingentNow, inches: float) -> list[Refusal]:
    """Only who retires stops short, where friends or terrain lie straight between it and the enemy (T204, T82)."""
    if unit.broken:
        return [Refusal("T205", f"{unit.id} rout, and stop nowhere", "leave the inches out")]
    table = measured(state)
    near = table.nearest_enemy(unit.id) if table is not None and unit.placed else None
    if table is None or near is None:
        return []  # the players see it
    from shapely import shortest_line

    from miniatures.systems.tree_of_battles.game.measured import BARRED, DIFFICULT
    from miniatures.systems.tree_of_battles.game.ways import DEFENSIVE, MAJOR, MINOR

    enemy, body = table.of(near.id), table.of(unit.id)
    end = flees(table, body, away(body, enemy), inches).end.polygon
    line = shortest_line(end, enemy.polygon)
    parted = any(line.intersects(friend.polygon) for friend in table.friends(unit.id))
    if parted or table.ground.between(end, enemy.polygon, *DIFFICULT, *MINOR, *DEFENSIVE, *MAJOR, *BARRED):
        return []
    return [Refusal("T204", f"nothing parts {unit.id} from {near.id} there", "leave the inches out, or run further")]


def _fled(state: State, unit: ContingentNow, kind: str, outcome: Moved, inches: float) -> Conclusion:
    """`inches` are those that it goes, of those that were thrown."""
    changes, says = moved_changes(state, unit, outcome)
    own: dict[str, Any] = {
        "array": "disarray",
        "last_move": {"kind": kind, "inches": inches, "turn": state.turn, "fled": state.turn},
    }
    own |= {"runs": unit.runs + 1} if kind == "rout" else {"runs": None, "conduct": None}
    told = f"{unit.id} {kind} {inches:g} inches."
    table = measured(state)
    if table is not None and unit.placed:
        from miniatures.systems.tree_of_battles.game.contacting import run_costs
        from miniatures.systems.tree_of_battles.game.measured import stood

        body, near = table.of(unit.id), table.nearest_enemy(unit.id)
        back = away(body, table.of(near.id)) if near is not None else (body.pose.facing + 180) % 360
        ran = flees(table, body, back, inches)
        if ran.off:
            own["gone"] = OFF_TABLE
            told = f"{unit.id} {kind} {inches:g} inches, and off the table (T205)."
            changes = joined(changes, freed(state, unit.id))
        else:
            own |= stood(ran.end.pose) | {"came": [unit.pose.x, unit.pose.y]}
        now = after(state, joined(changes, {"units": {unit.id: own}}))
        more, felt = run_costs(now, table, now.units[unit.id], ran.start, ran.end)
        changes, says = joined(changes, more), [*says, *felt]
    return Conclusion(joined(changes, {"units": {unit.id: own}}), (told, *says))
