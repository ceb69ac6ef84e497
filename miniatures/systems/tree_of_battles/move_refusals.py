"""Everything that forbids a move or a manoeuvre, each with its rule and its cure."""

from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.tree_of_battles.manoeuvre import ARRAY, RALLY, ManoeuvreFacts, Manoeuvring
from miniatures.systems.tree_of_battles.move_tables import FAST, HALF_MOVE_PARTS, MANOEUVRES, Moves
from miniatures.systems.tree_of_battles.movement import MARCH, ROAD, ROUT, MoveFacts
from miniatures.systems.tree_of_battles.tables import APPROACH_HALT


def _standing(facts: ManoeuvreFacts, *, fast: bool = False) -> list[Refusal]:
    unit, name = facts.contingent, facts.contingent.name
    found: list[Refusal] = []
    if unit.destroyed:
        found.append(Refusal("T40", f"{name} have no stands left", "state their stands"))
    if fast:
        return found
    if facts.fighting and not all(one.free for one in facts.manoeuvres or [Manoeuvring(what="wheel")]):
        found.append(Refusal("T104", f"{name} are in combat", "move them after the combat"))
    if facts.halted:
        found.append(Refusal("T433", f"a test has halted {name} until the turn ends (T13)", "move them next turn"))
    return found


def manoeuvre_refusals(facts: ManoeuvreFacts) -> list[Refusal]:
    found = _standing(facts)
    if not facts.manoeuvres:
        found.append(Refusal("T501", "no manoeuvre is stated", "state at least one"))
    return [*found, *_of_manoeuvres(facts)]


def _of_manoeuvres(facts: ManoeuvreFacts) -> list[Refusal]:
    unit, found = facts.contingent, []
    used, in_disarray = 0.0, unit.in_disarray
    for one in facts.manoeuvres:
        row = MANOEUVRES[one.what]
        used += 0.0 if row.move == "none" or one.free else 1.0 if row.move == "whole" else 1 / HALF_MOVE_PARTS.value
        if used > 1:
            words = f"{one.what} after the others takes more than a whole move"
            found.append(Refusal(row.dps.rule, words, "do it next turn"))
        if one.what == RALLY:
            found += _rallying(facts)
            in_disarray = False
        if one.what == ARRAY:
            found += _changing(facts, one, in_disarray)
    for one in facts.manoeuvres if used >= 1 else ():
        row = MANOEUVRES[one.what]
        if row.move == "none":
            words = f"{one.what}: nothing is left of the move to go with (T59)"
            found.append(Refusal(row.dps.rule, words, "do it next turn"))
    return found


def _rallying(facts: ManoeuvreFacts) -> list[Refusal]:
    unit, name = facts.contingent, facts.contingent.name
    found: list[Refusal] = []
    if not unit.in_disarray:
        found.append(Refusal("T502", f"{name} are not in disarray", "leave it out"))
    if unit.conduct == "routing":
        found.append(Refusal("T39", f"{name} broke, and who broke never rallies", "let them run"))
    if unit.conduct in ("pursuing", "retiring"):
        words = f"{name} are {unit.conduct} still, which is the cause of their disarray"
        found.append(Refusal("T502", words, "end that first"))
    if facts.pursued:
        found.append(Refusal("T502", f"{name} are pursued", "rally once nobody pursues them"))
    if unit.total_dps >= unit.most_dps.value:
        words = f"{name} have {unit.total_dps} DPs, their most, which keep them in disarray (T39)"
        found.append(Refusal("T502", words, "lose a DP first, by a leader's steadying or in the Rally phase"))
    return found


def _changing(facts: ManoeuvreFacts, one: Manoeuvring, in_disarray: bool) -> list[Refusal]:
    unit, found = facts.contingent, []
    if in_disarray:
        found.append(Refusal("T503", f"{unit.name} are in disarray", "rally from disarray first"))
    if one.to == "skirmish" and not unit.may_skirmish:
        cure = "leave it to skirmishers, light horse and light infantry"
        found.append(Refusal("T43", f"{unit.name} may not take skirmish array", cure))
    if one.to == "disarray":
        found.append(Refusal("T503", "disarray is no array to choose", "choose line, column or skirmish"))
    return found


def _within_twelve(enemy: float | None) -> bool:
    return enemy is not None and within(enemy, APPROACH_HALT.value)


def move_refusals(facts: MoveFacts) -> list[Refusal]:
    unit, name = facts.contingent, facts.contingent.name
    found = [*_standing(facts, fast=facts.kind in FAST), *_of_manoeuvres(facts)]
    near = facts.nearest_enemy
    if unit.conduct == "routing" and facts.kind != ROUT:
        found.append(Refusal("T205", f"{name} rout", 'state kind = "rout"'))
    if facts.kind == MARCH:
        if facts.phase != "approach":
            found.append(Refusal("T321", "marches belong to the Approach (T11)", "move with dice"))
        if near is not None and within(near, Moves.march_beyond.value):
            words = f"an enemy is within {Moves.march_beyond.value} inches of {name}"
            found.append(Refusal("T321", words, "move with dice in the tactical move"))
    elif facts.phase == "approach" and facts.kind not in FAST and _within_twelve(near):
        words = f"an enemy is within {APPROACH_HALT.value} inches of {name}"
        found.append(Refusal("T102", words, "move them in the tactical move"))
    if facts.kind == ROAD:
        if unit.formation != "column":
            found.append(Refusal("T325", f"{name} are in {unit.formation}, not in column", "form a column first"))
        if not facts.on_road:
            found.append(Refusal("T325", "the move must begin and end on the road", "move with dice"))
    return found
