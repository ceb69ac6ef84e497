"""Movement: how far a unit, a brigade or a commander may go, and bows that pass through bills. No dice."""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from miniatures.dice import Step
from miniatures.measuring import within
from miniatures.ruling import Modifier, Refusal, Sum
from miniatures.systems.command_roll.blunders import AWAY, HALF_PACE, TOWARDS
from miniatures.systems.command_roll.facts import Facts, OneOrMore, UnitInPlay
from miniatures.systems.command_roll.profiles import BILLS, BOWS, MEN_AT_ARMS
from miniatures.systems.command_roll.tables import HALF_PACE_PARTS, RIVER_PARTS
from miniatures.systems.command_roll.unit import Centimetres, Flag, Lower
from miniatures.systems.command_roll.unit_wording import called, said

Formation = Annotated[Literal["line", "column", "irregular"], Lower]
Intent = Annotated[Literal["move", "charge", "pass through"], Lower]
Cause = Annotated[Literal["order", "none", "half pace", "away", "towards"], Lower]

ENGAGED, BEYOND = "engaged", "beyond"


class MoveFacts(Facts):
    """Who moves, why it may, in what formation and over what."""

    units: Annotated[tuple[UnitInPlay, ...], OneOrMore] = Field(
        min_length=1, description="the unit or the commander that moves, or all units of a brigade"
    )
    because: Cause = Field(
        "order", description="order; or the blunder that makes it move: half pace, away or towards; or none"
    )
    intends: Intent = Field("move", description="move, charge, or pass through: bows through bills or men at arms")
    formation: Formation = Field("line", description="line, column or irregular")
    river: Flag = Field(False, description="it crosses a river in this move")
    distance: Centimetres | None = Field(
        None, description="cm that the corner which moves farthest has to go; to pass through, until wholly beyond"
    )
    through: Annotated[tuple[UnitInPlay, ...], OneOrMore] = Field((), description="the friends that bows pass through")
    together: Flag = Field(True, description="a brigade makes its whole move as a brigade")
    remounts: Flag = Field(False, description="a commander mounts or dismounts, where the table plays remounting")

    @model_validator(mode="after")
    def _passing_names_the_friends(self) -> "MoveFacts":
        if (self.intends == "pass through") != bool(self.through):
            raise ValueError("through: name the friends for a move that passes through, and only for that")
        return self

    @property
    def slowest(self) -> UnitInPlay:
        return min(self.units, key=lambda unit: unit.move)


class MoveOutcome(NamedTuple):
    """Centimetres that may be moved; whether that is enough, if a distance was stated; and how the move ends."""

    units: tuple[str, ...]
    centimetres: float
    reaches: str
    ends: str


def full_pace(unit: UnitInPlay) -> Modifier:
    return Modifier(unit.move, unit.listed.rule, f"full pace of {unit.name}", "C1")


def river_half(so_far: Sequence[Modifier]) -> Modifier:
    """A river halves what the others leave (C48)."""
    rest = sum(modifier.value for modifier in so_far)
    return Modifier(rest / RIVER_PARTS.value - rest, RIVER_PARTS.rule, "a river", RIVER_PARTS.ruling)


def _half_pace(facts: MoveFacts, full: float) -> list[Modifier]:
    """Half pace once, however many reasons there are for it (C48)."""
    half = full / HALF_PACE_PARTS.value - full
    if facts.because == HALF_PACE:
        return [Modifier(half, "C144", "half pace by a blunder", "C48")]
    if facts.intends == "charge" or facts.because in (AWAY, TOWARDS):
        return []
    if facts.formation == "irregular":
        return [Modifier(half, "C15", "irregular formation: half pace")]
    fortified = next(
        (said(unit, "are fortified: half pace") for unit in facts.units if unit.position == "fortified"), ""
    )
    return [Modifier(half, "C15", fortified)] if fortified else []


def move_sum(facts: MoveFacts) -> Sum:
    """The full pace, of a brigade the slowest member's (C47), less what halves it."""
    full = full_pace(facts.slowest)
    modifiers = [full, *_half_pace(facts, full.value)]
    if facts.river:
        modifiers.append(river_half(modifiers))
    if facts.remounts:
        rest = sum(modifier.value for modifier in modifiers)
        modifiers.append(Modifier(-rest, "C1", "mounting or dismounting takes a full move"))
    rules = ("C122", "C47") if len(facts.units) > 1 else ()
    return Sum(
        f"cm for {facts.slowest.name}" if len(facts.units) == 1 else "cm for the brigade", tuple(modifiers), rules
    )


def move_refusals(facts: MoveFacts) -> list[Refusal]:
    found: list[Refusal] = []
    by_blunder = facts.because in (HALF_PACE, AWAY, TOWARDS)
    for unit in facts.units:
        found += _standing(unit)
        if facts.because == "none" and not unit.commands:
            words = said(unit, "have no order")
            found.append(Refusal("C103", words, "order them, or let them charge or evade by initiative"))
        if facts.intends == "charge" and unit.artillery:
            found.append(Refusal("C16", said(unit, "are guns, and guns never charge"), "charge with others"))
        if facts.remounts:
            found += _remounting(facts, unit)
    if len(facts.units) > 1 and not facts.together and facts.intends != "charge":
        cure = "move it as a brigade, or order each unit by itself"
        found.append(Refusal("C122", "a brigade makes its whole move as a brigade", cure))
    if facts.intends == "charge" and facts.because in (HALF_PACE, AWAY):
        found.append(Refusal("C13", f"no charge in a blunder of {facts.because}", "move without contact"))
    if facts.intends == "pass through":
        found += _passing(facts, by_blunder)
    return found


def _standing(unit: UnitInPlay) -> list[Refusal]:
    found: list[Refusal] = []
    if not unit.left:
        found.append(Refusal("C103", said(unit, "have no stands left"), "choose another, or correct its stands"))
    if unit.confused:
        cure = called(unit, "move them next turn") + ": confusion ends with this Command phase (C414)"
        found.append(Refusal("C411", said(unit, "are confused and cannot move"), cure))
    if unit.engaged:
        found.append(Refusal("C133", said(unit, "are engaged"), called(unit, "move them after the combat")))
    return found


def _remounting(facts: MoveFacts, unit: UnitInPlay) -> list[Refusal]:
    if not unit.commands:
        return [Refusal("C1", said(unit, "are no commander"), "leave out that it mounts or dismounts")]
    if facts.options.remounting:
        return []
    return [Refusal("C1", f"{unit.name} was mounted or dismounted when he deployed", "leave him so, or set remounting")]


def _passing(facts: MoveFacts, by_blunder: bool) -> list[Refusal]:
    found: list[Refusal] = []
    if by_blunder:
        found.append(Refusal("C508", "bows pass through only by a successful order", "pass through next turn"))
    for unit in facts.units:
        if unit.profile not in BOWS:
            found.append(Refusal("C508", said(unit, "are no bows"), "go round"))
    for friend in facts.through:
        if friend.profile not in (*BILLS, *MEN_AT_ARMS):
            found.append(Refusal("C508", said(friend, "are neither bills nor men at arms"), "go round"))
        for words in (word for word in ("engaged", "confused") if getattr(friend, word)):
            found.append(Refusal("C17", said(friend, f"are {words}"), "go round, or wait"))
    pace, full = move_sum(facts).total, facts.slowest.move
    if pace < full:
        found.append(Refusal("C508", f"it takes a full move, and only {pace:g} of {full} cm are left", "go round"))
    elif facts.distance is not None and not within(facts.distance, pace):
        words = f"{round(facts.distance, 2):g} cm to end wholly beyond, and the move is {pace:g}"
        found.append(Refusal("C17", words, "come nearer first"))
    return found


def move(facts: MoveFacts) -> Step[MoveOutcome]:
    centimetres = move_sum(facts).total
    reaches = ""
    if facts.distance is not None:
        reaches = "yes" if within(facts.distance, centimetres) else "no"
    ends = ""
    if facts.intends == "charge" and reaches == "yes":
        ends = ENGAGED
    elif facts.intends == "pass through":
        ends = BEYOND
    outcome = MoveOutcome(tuple(unit.name for unit in facts.units), centimetres, reaches, ends)
    return lambda _dice: outcome
