"""The control test: who must take it, what changes its die, and what the contingent then does (T13, T58).

A leader who exerts control and A grade may change the die after it is seen. The facts say what their player wants;
the die is changed to get it if any change does, so that odds are those of a player who chooses well.
"""

from functools import cache
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from miniatures.dice import Dice, Step
from miniatures.ruling import Modifier, Reading, Refusal, Scale
from miniatures.systems.tree_of_battles.control_reasons import REASONS, SHY_OF_GUNS, Reason, Situation, reasons_to_test
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, OfContingent
from miniatures.systems.tree_of_battles.move_tables import (
    CHANGES_SIDES_ON,
    CONTROL_TEST,
    D_GRADE_UNDER_ARTILLERY,
    STOPS,
    STOPS_ON,
    Control,
    ControlRow,
)
from miniatures.systems.tree_of_battles.unit import IMMOVABLE, Flag, Lower, OneOrMore, Stated

Wish = Annotated[
    Literal[
        "act as wished", "halt", "retire", "repeat last move", "charge nearest a grade", "advance to nearest enemy"
    ],
    Lower,
]
Shift = Literal[-1, 0, 1]

AS_WISHED, HALT, RETIRE, GOES_ON = "as the player wishes", "halt", "retire", "goes on"
CHANGES_SIDES, STAYS = "changes sides", "stays true"
#: Where a test sends others at the enemy (T109).
AT_ENEMY = ("charge nearest A grade", "advance to nearest enemy")
_WISHES = {"act as wished": AS_WISHED, "charge nearest a grade": "charge nearest A grade"}


class Controlling(Stated):
    """What its player wants of a control test, and who may change the die."""

    wants: Wish = Field("act as wished", description="what its player wants it to do; act as wished is 3 or 4")
    leader_controls: Flag = Field(False, description="a leader exerts control: +1, -1 or nothing, once the die is seen")
    leader_shifts: Shift | None = Field(
        None, description="what he changed it by: -1, 0 or 1; unless stated, what serves the wish"
    )
    grade_shifts: Shift | None = Field(
        None, description="what A grade, not chivalrous, changed it by; unless stated, what serves the wish"
    )
    unreliable_leader: Flag = Field(False, description="its leader is marked unreliable, if he is not with it")


class ControlFacts(Controlling, OfContingent):
    """A contingent that must take a control test, why, and what its player wants of it."""

    because: Annotated[tuple[Reason, ...], OneOrMore] = Field(
        (),
        description="why: out of control (beyond 4 inches of a captain and 8 of a marshal, in no line with him), "
        "pursuit or looting that is to stop, chivalrous (near men at arms, and not to advance), artillery (took a DP)",
    )
    situation: Situation | None = Field(None, description="or how it stands, from which the reasons are found")

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Those that are stated, and those that follow from how it stands."""
        found = reasons_to_test(self.contingent, self.situation, self.options) if self.situation else ()
        return tuple(dict.fromkeys((*self.because, *found)))

    @property
    def unreliable(self) -> bool:
        return self.unreliable_leader or any(leader.unreliable for leader in self.contingent.leaders)


class Reads(NamedTuple):
    """The die read: what the contingent does, at which total, and what leader and grade changed."""

    reaction: str
    total: int
    leader: int
    grade: int
    treachery: bool
    """Treachery is tested next."""
    rule: str

    def __str__(self) -> str:
        by = (("leader", self.leader), ("A grade", self.grade))
        changed = "".join(f"{name} {shift:+d}, " for name, shift in by if shift)
        return f"{changed}{self.total}: {self.reaction}"


class Controlled(NamedTuple):
    """What comes of a control test."""

    contingent: str
    reaction: str
    total: int
    leader: int
    grade: int
    rule: str
    treachery: str
    """Whether it changes sides, where that was tested."""


class _Tester(NamedTuple):
    """All that the reading depends on, so that contingents alike share one."""

    immovable: bool
    """Guns and baggage, who go at nobody (T109)."""

    column: str
    grade_d_under_artillery: bool
    goes_on: bool
    treachery: bool
    wants: str


def row_at(total: int) -> ControlRow:
    for row in CONTROL_TEST:
        if (row.least is None or total >= row.least) and (row.most is None or total <= row.most):
            return row
    raise AssertionError(total)


def _reaction(tester: _Tester, total: int) -> tuple[str, str]:
    """What it does at this total, and the rule that says so."""
    row = row_at(total)
    if tester.goes_on:
        return (AS_WISHED if total in STOPS_ON else GOES_ON), STOPS.rule
    if row is CONTROL_TEST[0] and tester.grade_d_under_artillery:
        return D_GRADE_UNDER_ARTILLERY.word, D_GRADE_UNDER_ARTILLERY.rule
    word = str(getattr(row, tester.column))
    return (HALT, "T109") if tester.immovable and word in AT_ENEMY else (word, row.rule)


class ControlDie(Reading[int, Reads]):
    """The D6 with its modifiers, changed after it is seen by whoever may, towards the wish (T53)."""

    __slots__ = ("grade", "leader", "tester", "wanted")

    def __init__(
        self,
        modifiers: tuple[Modifier, ...],
        rules: tuple[str, ...],
        tester: _Tester,
        leader: tuple[int, ...],
        grade: tuple[int, ...],
    ) -> None:
        super().__init__(modifiers, (*rules, "T13"))
        self.tester = tester
        self.leader = leader
        self.grade = grade
        #: The totals at which the wish comes true: who may act as he wishes may do anything.
        suits = (tester.wants, AS_WISHED)
        self.wanted = tuple(total for total in range(-2, 10) if _reaction(tester, total)[0] in suits)
        self.effect = ("control", self.shift, tester, leader, grade)

    def _read(self, thrown: int, leader: int, grade: int) -> Reads:
        total = thrown + self.shift + leader + grade
        reaction, rule = _reaction(self.tester, total)
        return Reads(reaction, total, leader, grade, self.tester.treachery and row_at(total) is CONTROL_TEST[0], rule)

    def __call__(self, thrown: int) -> Reads:
        every = (self._read(thrown, leader, grade) for leader in self.leader for grade in self.grade)

        def worse(read: Reads) -> tuple[int, bool, int, int]:
            far = min((abs(read.total - total) for total in self.wanted), default=0)
            return int(bool(far)), read.treachery, far, abs(read.leader) + abs(read.grade)

        return min(every, key=worse)

    def rules_of(self, result: object) -> tuple[str, ...]:
        if not isinstance(result, Reads):
            return self.rules
        shifted = [Control.leader.rule] * bool(result.leader) + [Control.grade_a_not_chivalrous.rule] * bool(
            result.grade
        )
        return (result.rule, *shifted, *self.rules)


def modifiers(contingent: ContingentInPlay) -> tuple[Modifier, ...]:
    """What changes the die whether one likes it or not. D grade mercenaries take their -1 once (T13)."""
    found = [Control.chivalrous] if contingent.chivalrous else []
    if contingent.grade == "D" or contingent.mercenary:
        because = "D grade" if contingent.grade == "D" else "mercenary"
        found.append(Control.grade_d_or_mercenary._replace(because=because))
    return tuple(found)


def may_shift(contingent: ContingentInPlay) -> bool:
    """A grade that is not chivalrous may change its die (T424)."""
    return contingent.grade == "A" and not contingent.chivalrous


def _allowed(may: bool, stated: int | None) -> tuple[int, ...]:
    if stated is not None:
        return (stated,)
    return (0, 1, -1) if may else (0,)


@cache
def _treachery_die() -> Scale:
    return Scale({CHANGES_SIDES_ON.value: CHANGES_SIDES}, STAYS, (CHANGES_SIDES_ON.rule, CHANGES_SIDES_ON.ruling))


def control_test(facts: ControlFacts) -> Step[Controlled]:
    unit, options, reasons = facts.contingent, facts.options, facts.reasons
    column = "chivalrous" if unit.chivalrous else "grade_d" if unit.grade == "D" else "others"
    tester = _Tester(
        unit.type in IMMOVABLE,
        column,
        unit.grade == "D" and "artillery" in reasons,
        "pursuit" in reasons or "looting" in reasons,
        options.civil_war and not unit.mercenary and (facts.unreliable or not options.only_unreliable_change_sides),
        _WISHES.get(facts.wants, facts.wants),
    )
    leader = _allowed(facts.leader_controls, facts.leader_shifts)
    rules = tuple(dict.fromkeys(REASONS[reason] for reason in reasons))
    die = ControlDie(modifiers(unit), rules, tester, leader, _allowed(may_shift(unit), facts.grade_shifts))

    def throw(dice: Dice) -> Controlled:
        read = dice.sum(1, die, f"control test of {unit.name}")
        told = Controlled(unit.name, read.reaction, read.total, read.leader, read.grade, read.rule, "")
        if not read.treachery:
            return told
        dice.settled(lambda: told)
        return told._replace(treachery=dice.sum(1, _treachery_die(), f"treachery of {unit.name}"))

    return throw


def control_refusals(facts: ControlFacts) -> list[Refusal]:
    unit = facts.contingent
    found: list[Refusal] = []
    if unit.destroyed:
        found.append(Refusal("T40", f"{unit.name} have no stands left", "state their stands"))
    if not facts.reasons:
        found.append(Refusal("T411", f"{unit.name} have no reason to test", "say why with because, or let them act"))
    for word in ("pursuit", "looting"):
        conduct = "pursuing" if word == "pursuit" else "looting"
        if word in facts.because and unit.conduct != conduct:
            words = f"{unit.name} are {unit.conduct}, not {conduct}"
            found.append(Refusal("T412", words, f'state its conduct = "{conduct}", or another reason'))
    if "chivalrous" in facts.because and not unit.chivalrous:
        found.append(Refusal("T413", f"{unit.name} are not chivalrous", "state the trait, or another reason"))
    if "artillery" in facts.because and unit.grade not in SHY_OF_GUNS:
        words = f"{unit.name} are {unit.grade} grade, and only C and D grade test for artillery"
        found.append(Refusal("T414", words, "let it act"))
    if facts.leader_shifts and not facts.leader_controls:
        cure = "spend 2 command points on control within 2 inches (T403) and state leader_controls"
        found.append(Refusal("T423", "no leader exerts control", cure))
    if facts.grade_shifts and not may_shift(unit):
        words = f"{unit.name} are {'chivalrous' if unit.chivalrous else f'{unit.grade} grade'}"
        found.append(
            Refusal("T424", f"{words}, and only A grade that is not chivalrous changes its die", "leave it out")
        )
    return found
