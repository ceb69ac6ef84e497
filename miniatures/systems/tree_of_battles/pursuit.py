"""Pursuit: both throw for fast moves, contact is caught, and who is caught suffers a free hack and breaks (T37)."""

from typing import Annotated, Literal

from pydantic import Field

from miniatures.ruling import Refusal, Sum
from miniatures.systems import Play
from miniatures.systems.tree_of_battles.chase import Chase, fast_move_sum, hack_dice, more_each, prepared
from miniatures.systems.tree_of_battles.combat_facts import Some
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, Facts
from miniatures.systems.tree_of_battles.unit import IMMOVABLE, Flag, Inches, Lower, Whole

RETIRES, ROUTS = "retires", "routs"


class Quarry(ContingentInPlay):
    """Who retires or routs. Its array and conduct are those before this move."""

    goes: Annotated[Literal["retires", "routs"], Lower] = Field("retires", description="retires or routs")
    first_move: Flag = Field(True, description="it is its first retire or rout move")
    stops_after: Inches | None = Field(
        None, description="inches after which it stops short: friends or terrain separate it from the pursuers"
    )
    went: Whole | None = Field(
        None, ge=0, description="inches that its dice said, if they are thrown: another contingent pursues it too"
    )


class Pursuer(ContingentInPlay):
    """Who pursues. Its array and conduct are those before this move."""

    touching: Some | None = Field(
        None, description="its stands that would touch the quarry, where only those hack (hack_in_contact_only)"
    )
    new_enemy: Inches | None = Field(None, description="inches on its way to other enemies, if it may meet any")
    went: Whole | None = Field(None, ge=0, description="inches that its dice said, if they are thrown")


class PursuitFacts(Facts):
    """One contingent goes after another, straight away from it."""

    pursuer: Pursuer = Field(description="the contingent that pursues")
    quarry: Quarry = Field(description="the contingent that retires or routs")
    distance: Inches = Field(0.0, description="inches between them before both move: 0 after a combat")


def pursuit(facts: PursuitFacts) -> Play:
    quarry, hunter = facts.quarry, facts.pursuer
    return prepared(
        Chase(
            quarry,
            hunter,
            quarry.goes,
            "pursues",
            facts.distance,
            more_each(quarry.formation, first=quarry.first_move),
            more_each(hunter.formation, first=False),
            quarry.went,
            hunter.went,
            hack_dice(hunter, hunter.touching, facts.options),
            "T331",
            "T331",
            True,
            facts.options,
            quarry.stops_after,
            hunter.new_enemy,
        )
    )


def pursuit_sums(facts: PursuitFacts) -> list[Sum]:
    both = (fast_move_sum(facts.quarry, first=facts.quarry.first_move), fast_move_sum(facts.pursuer, first=False))
    return [made for made in both if made.modifiers]


def pursuit_refusals(facts: PursuitFacts) -> list[Refusal]:
    found: list[Refusal] = []
    quarry, hunter = facts.quarry, facts.pursuer
    for unit in (quarry, hunter):
        if unit.destroyed:
            found.append(Refusal("T40", f"{unit.name} have no stands left", "state its stands, or leave it out"))
    if hunter.type in IMMOVABLE:
        found.append(Refusal("T206", f"{hunter.type} does not pursue (T64)", "let it halt"))
    if hunter.conduct in ("retiring", "routing"):
        found.append(Refusal("T206", f"{hunter.name} are {hunter.conduct} themselves", "state its conduct as steady"))
    if quarry.stops_after is not None and quarry.goes == ROUTS:
        found.append(
            Refusal("T205", f"{quarry.name} rout, and stop nowhere", "leave stops_after out, or let it retire")
        )
    if facts.options.hack_in_contact_only and hunter.touching is None:
        found.append(Refusal("T207", "at this table only stands in contact hack (T37)", "state how many are touching"))
    return found
