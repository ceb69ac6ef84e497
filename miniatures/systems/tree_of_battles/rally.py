"""The Rally phase: how many DPs a contingent loses by its grade and by what happened to it. No dice."""

from typing import NamedTuple

from pydantic import Field

from miniatures.dice import Step
from miniatures.ruling import Modifier, Refusal, Sum
from miniatures.systems.tree_of_battles.facts import OfContingent
from miniatures.systems.tree_of_battles.move_tables import Rally
from miniatures.systems.tree_of_battles.unit import Flag


class RallyFacts(OfContingent):
    """A contingent in the Rally phase, and its turn so far."""

    moved: Flag = Field(False, description="it moved in the tactical move")
    fought: Flag = Field(False, description="it was in combat this turn")
    shot_at: Flag = Field(False, description="it was shot at this turn, whether that hurt or not")


class Rallied(NamedTuple):
    """DPs that went, and those that are left."""

    contingent: str
    removed: int
    dps: int
    causes: tuple[Modifier, ...]
    """Why each went."""
    in_disarray: bool
    """It is in disarray still: that takes a move of its own (T502)."""


def rally_sum(facts: RallyFacts) -> Sum:
    """What its grade takes off, before it is known whether it has so many."""
    unit, lines = facts.contingent, []
    if unit.grade == "A":
        lines.append(Rally.grade_a)
        if not facts.shot_at:
            lines.append(Rally.grade_a_not_shot_at)
    elif unit.grade == "B":
        lines.append(Rally.grade_b)
    elif not facts.shot_at:
        lines.append(Rally.grades_c_and_d_not_shot_at._replace(because=f"{unit.grade} grade, not shot at"))
    dps = Modifier(unit.total_dps, "T107", f"DPs of {unit.name}")
    return Sum(f"DPs of {unit.name} after rallying", (dps, *lines[: unit.total_dps]), ("T311",))


def rallied(facts: RallyFacts) -> Rallied:
    unit = facts.contingent
    lines = rally_sum(facts).modifiers[1:]
    return Rallied(unit.name, len(lines), unit.total_dps - len(lines), lines, unit.in_disarray)


def rally(facts: RallyFacts) -> Step[Rallied]:
    outcome = rallied(facts)
    return lambda _dice: outcome


def rally_refusals(facts: RallyFacts) -> list[Refusal]:
    unit = facts.contingent
    found: list[Refusal] = []
    if unit.destroyed:
        found.append(Refusal("T40", f"{unit.name} have no stands left", "state their stands"))
    if facts.moved:
        found.append(Refusal("T311", f"{unit.name} moved in the tactical move", "stand still next turn"))
    if facts.fought:
        found.append(Refusal("T311", f"{unit.name} was in combat", "rally it in a turn without combat"))
    if unit.conduct != "steady":
        found.append(Refusal("T311", f"{unit.name} are {unit.conduct}, and do not stand still", "end that first"))
    if unit.grade in ("C", "D") and facts.shot_at:
        words = f"{unit.name} are {unit.grade} grade and were shot at"
        found.append(Refusal("T314", words, "rally it in a turn in which nobody shoots at it"))
    return found
