"""Morale DPs: what happens near a contingent, or to it, and the DPs that it takes for it. No dice.

Every event has a line of the sum, with 0 and the reason where it does not count.
"""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from miniatures.dice import Step
from miniatures.measuring import within
from miniatures.ruling import Modifier, Refusal, Sum
from miniatures.systems.tree_of_battles.damage import Source, Taken, after, entry, take
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, OfContingent
from miniatures.systems.tree_of_battles.move_tables import MORALE_WITHIN, Morale
from miniatures.systems.tree_of_battles.shot_facts import skirmishing
from miniatures.systems.tree_of_battles.unit import Grade, Inches, Lower, Name, OneOrMore, Stated, higher_grade

What = Annotated[
    Literal[
        "retires", "routs", "destroyed", "difficult terrain", "baggage looted", "noble killed", "noble routed",
        "contacted by mounted", "charged from flank or rear",
    ],
    Lower,
]  # fmt: skip

#: The line of the sheet for each event, in its order, and where the DPs come from.
_LINES: dict[str, tuple[Modifier, Source]] = {
    "retires": (Morale.higher_grade_retires, "morale"),
    "routs": (Morale.equal_grade_routs, "morale"),
    "destroyed": (Morale.equal_grade_routs, "morale"),
    "difficult terrain": (Morale.difficult_terrain, "ground"),
    "baggage looted": (Morale.baggage_looted, "morale"),
    "noble killed": (Morale.noble_lost, "morale"),
    "noble routed": (Morale.noble_lost, "morale"),
    "contacted by mounted": (Morale.contacted_by_mounted, "morale"),
    "charged from flank or rear": (Morale.flank_or_rear, "morale"),
}
_OF_A_GRADE = ("retires", "routs", "destroyed")
_NEAR = (*_OF_A_GRADE, "baggage looted", "noble killed", "noble routed")


class Event(Stated):
    """Something that happened to friends near the contingent, or to the contingent itself."""

    what: What = Field(
        description="to friends: retires, routs, destroyed, baggage looted, noble killed, noble routed; to itself: "
        "difficult terrain, contacted by mounted (it charged), charged from flank or rear"
    )
    who: Name | None = Field(None, description="to whom it happened, or who did it")
    grade: Grade | None = Field(None, description="the grade of who retires, routs or is destroyed")
    distance: Inches = Field(0.0, description="inches to where it happened")

    @model_validator(mode="after")
    def _has_a_grade(self) -> "Event":
        if self.what in _OF_A_GRADE and self.grade is None:
            raise ValueError(f'grade: say the grade of who it was, for "{self.what}"')
        return self


class MoraleFacts(OfContingent):
    """A contingent, and everything at once that may shake it."""

    events: Annotated[tuple[Event, ...], OneOrMore] = Field(min_length=1, description="what happened")


class Shaken(NamedTuple):
    """What morale did to a contingent."""

    contingent: str
    causes: tuple[Modifier, ...]
    """The DPs that it took, cause by cause."""
    taken: int
    dps: int
    stands_lost: int
    left: int
    into_disarray: bool
    destroyed: bool


def _spared(unit: ContingentInPlay, event: Event) -> str:
    """Why the event costs it nothing, or nothing."""
    if event.what in _NEAR and not within(event.distance, MORALE_WITHIN.value):
        return f"{event.distance:g} inches away"
    if event.what in _NEAR and unit.conduct == "routing":
        return "they rout themselves"
    if event.what in _OF_A_GRADE:
        if unit.chivalrous:
            return "chivalrous"
        assert event.grade is not None
        if event.what == "retires" and not higher_grade(event.grade, unit.grade):
            return f"{event.grade} grade is not higher"
        if event.what != "retires" and higher_grade(unit.grade, event.grade):
            return f"{event.grade} grade is lower"
    if event.what == "difficult terrain" and skirmishing(unit) and not unit.mounted:
        return "skirmishers on foot"
    if event.what == "contacted by mounted" and unit.mounted:
        return "mounted themselves"
    return ""


def morale_line(unit: ContingentInPlay, event: Event) -> Modifier:
    """The DPs of one event, with who it was."""
    line, _ = _LINES[event.what]
    who = f": {event.who}" if event.who else ""
    spared = _spared(unit, event)
    if spared:
        return line._replace(value=0, because=f"{event.what}{who} ({spared})"[:200])
    return line._replace(because=f"{line.because}{who}"[:200])


def _in_order(facts: MoraleFacts) -> list[Event]:
    """Those that the sheet prints first find room first (T47)."""
    order = list(_LINES)
    return sorted(facts.events, key=lambda event: order.index(event.what))


def morale_sum(facts: MoraleFacts) -> Sum:
    lines = tuple(morale_line(facts.contingent, event) for event in _in_order(facts))
    return Sum(f"morale DPs of {facts.contingent.name}", lines, ("T38",))


def shaken(facts: MoraleFacts) -> Shaken:
    """What everything at once does to it."""
    unit, lost, causes, disarray = facts.contingent, 0, [], False
    for event in _in_order(facts):
        line = morale_line(unit, event)
        if line.value:
            taken: Taken = take(unit, [entry(line)], _LINES[event.what][1], facts.options)
            causes += [line._replace(value=one.dps) for one in taken.dps]
            unit, lost = after(unit, taken), lost + taken.stands_lost
            disarray = disarray or taken.into_disarray
    number = int(sum(line.value for line in causes))
    return Shaken(
        unit.name, tuple(causes), number, unit.total_dps, lost, unit.left, disarray, bool(lost) and unit.destroyed
    )


def morale(facts: MoraleFacts) -> Step[Shaken]:
    outcome = shaken(facts)
    return lambda _dice: outcome


def morale_refusals(facts: MoraleFacts) -> list[Refusal]:
    if facts.contingent.destroyed:
        return [Refusal("T40", f"{facts.contingent.name} have no stands left", "state their stands")]
    return []
