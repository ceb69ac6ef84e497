"""The shooting test: what B and C grade do when a volley finds them at their most DPs (T25).

B grade sees the die before it changes it by 1 either way, so the facts say what its owner wants; the die is then
changed to whatever comes nearest to that.
"""

from functools import cache
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from miniatures.dice import Dice, OneThrow, Step
from miniatures.ruling import Modifier, Reading, Refusal
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, Facts
from miniatures.systems.tree_of_battles.tables import SHOOTING_TEST, ShootingTest
from miniatures.systems.tree_of_battles.unit import IMMOVABLE, Flag, Lower

RETIRE, HALT, ADVANCE = "retire", "halt", "advance"
Reaction = Annotated[Literal["retire", "halt", "advance"], Lower]
Shift = Literal[-1, 0, 1]
_IN_ORDER = (RETIRE, HALT, ADVANCE)


class ShootingTestFacts(Facts):
    """A contingent at 5 DPs that shooting would have given another."""

    contingent: ContingentInPlay = Field(description="the contingent that was shot at")
    again: Flag = Field(False, description="it has taken a shooting test this turn already")
    wants: Reaction = Field("halt", description="what its owner wants of it, for B grade: retire, halt or advance")
    shift: Shift | None = Field(
        None, description="B grade: what its owner changes the die by, -1, 0 or 1; unless stated, as wants asks"
    )


class Tested(NamedTuple):
    """What the test comes to: the reaction, the total that it was read from, and what B grade changed it by."""

    reaction: str
    total: int
    shift: int

    def __str__(self) -> str:
        changed = f"B grade {self.shift:+d}: " if self.shift else ""
        return f"{changed}{self.total}: {self.reaction}"


class Reacted(NamedTuple):
    """The test of one contingent: what it must do, and how that was read from the die."""

    contingent: str
    reaction: str
    total: int
    shift: int


def reaction_at(total: int) -> str:
    """The printed row; beyond either end, that at the end."""
    return SHOOTING_TEST[min(max(total, min(SHOOTING_TEST)), max(SHOOTING_TEST))].word


class ReactionDie(Reading[int, Tested]):
    """The D6 with its modifiers, and among the shifts that are allowed the one that comes nearest to the wish."""

    __slots__ = ("immovable", "shifts", "wants")

    def __init__(
        self, modifiers: tuple[Modifier, ...], shifts: tuple[int, ...], wants: str, *, immovable: bool = False
    ) -> None:
        rules = ["T141", "T25"] + [ShootingTest.b_grade.rule] * (shifts != (0,)) + ["T109"] * immovable
        super().__init__(modifiers, rules)
        self.shifts = shifts
        self.wants = wants
        self.immovable = immovable
        self.effect = ("shooting test", self.shift, shifts, wants, immovable)

    def __call__(self, thrown: int) -> Tested:
        wish = _IN_ORDER.index(self.wants)

        def found(shift: int) -> Tested:
            total = thrown + self.shift + shift
            word = reaction_at(total)
            return Tested(HALT if self.immovable and word == ADVANCE else word, total, shift)

        def far(tested: Tested) -> tuple[int, int]:
            return abs(_IN_ORDER.index(tested.reaction) - wish), abs(tested.shift)

        return min(map(found, self.shifts), key=far)


@cache
def reaction_die(grade: str, again: bool, wants: str, shift: int | None, immovable: bool = False) -> ReactionDie:
    """Guns and baggage go at nobody: `immovable`, they halt where others advance (T109)."""
    modifiers = (ShootingTest.again,) if again else ()
    shifts = (0,) if grade != "B" else (-1, 0, 1) if shift is None else (shift,)
    return ReactionDie(modifiers, shifts, wants, immovable=immovable)


def shooting_test(facts: ShootingTestFacts) -> Step[Reacted]:
    unit = facts.contingent
    die = reaction_die(unit.grade, facts.again, facts.wants, facts.shift, unit.type in IMMOVABLE)
    purpose = purpose_of_test(facts.contingent)

    def throw(dice: Dice) -> Tested:
        return dice.sum(1, die, purpose)

    return OneThrow(throw, lambda tested: Reacted(facts.contingent.name, *tested))


def purpose_of_test(contingent: ContingentInPlay) -> str:
    return f"shooting test of {contingent.name}"


def shooting_test_refusals(facts: ShootingTestFacts) -> list[Refusal]:
    unit = facts.contingent
    found: list[Refusal] = []
    if unit.destroyed:
        found.append(Refusal("T40", f"{unit.name} have no stands left", "state their stands"))
    if unit.grade == "A":
        words = f"{unit.name} are A grade, which takes its sixth DP and nothing more (T25)"
        found.append(Refusal("T141", words, "test with B and C grade"))
    if unit.grade == "D":
        cure = "let it stand, as d_grade_stands has it" if facts.options.d_grade_stands else "let it retire"
        found.append(Refusal("T141", f"{unit.name} are D grade, which does not test (T25)", cure))
    if unit.total_dps < ShootingTest.at_dps.value:
        words = f"{unit.name} have {unit.total_dps} DPs, and the test is for {ShootingTest.at_dps.value}"
        found.append(Refusal("T141", words, f"state {ShootingTest.at_dps.value} DPs, or take the DP"))
    if unit.conduct in ("retiring", "routing"):
        found.append(Refusal("T51", f"{unit.name} are {unit.conduct}, and go on with it (T78)", "let them run"))
    if facts.shift and unit.grade != "B":
        found.append(Refusal("T142", "only B grade changes its die", "leave shift out"))
    return found
