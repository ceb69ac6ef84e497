"""A contingent in the course of a turn, as small as the phases to come need it, and what each event makes of it.

Causes of DPs are not kept, nor hits, nor inches: turns that leave it alike are counted as one.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from miniatures.systems.tree_of_battles.ahead_facts import Beset
from miniatures.systems.tree_of_battles.combat_outcome import ContingentResult
from miniatures.systems.tree_of_battles.combat_results import BREAK, PURSUE
from miniatures.systems.tree_of_battles.control import AS_WISHED, CHANGES_SIDES, Controlled
from miniatures.systems.tree_of_battles.damage import Taken
from miniatures.systems.tree_of_battles.facts import Dps
from miniatures.systems.tree_of_battles.leader_risk import CAPTURED, KILLED, WOUNDED, Fate
from miniatures.systems.tree_of_battles.manoeuvre import Manoeuvred
from miniatures.systems.tree_of_battles.morale import Shaken
from miniatures.systems.tree_of_battles.movement import Moved
from miniatures.systems.tree_of_battles.shooting_test import ADVANCE, HALT, RETIRE
from miniatures.systems.tree_of_battles.unit import IMMOVABLE
from miniatures.systems.tree_of_battles.volley import Struck

RETIRES, BREAKS, PURSUES, DESTROYED, LOST, TURNED = (
    "retire", "break", "pursue", "are destroyed", "are lost", "change sides",
)  # fmt: skip
#: After these nothing more befalls it in this turn.
GONE = (DESTROYED, LOST, TURNED)
LOST_LEADERS = (KILLED, CAPTURED)


class Leading(NamedTuple):
    """What became of a leader so far: nothing, wounded, captured or killed, and the points that wounds took."""

    leader: str
    word: str
    wounds: int


class Now(NamedTuple):
    """The contingent as the turn has left it so far."""

    dps: int
    stands: tuple[int, ...]
    array: str
    conduct: str
    leaders: tuple[Leading, ...]
    tested: bool
    shot_at: bool
    moved: bool
    moved_tactically: bool
    fought: bool
    reaction: str
    """What the last test makes it do until the turn ends, if that hinders it."""
    rallied: bool
    owes_control_test: bool
    endangered: bool
    """A volley has hurt it, or it has fought a round, and its leaders' risk is not thrown yet."""
    mourns: int
    """Nobles of its own who fell just now."""
    fate: str = ""
    result: str = ""
    """The row of its combat."""
    disarray: tuple[str, ...] = ()
    """The phases at whose end it was in disarray."""

    @property
    def in_disarray(self) -> bool:
        return self.array == "disarray" or self.conduct in ("retiring", "routing", "pursuing")

    @property
    def left(self) -> int:
        return sum(self.stands)

    @property
    def away(self) -> bool:
        """It has run from the shooting, and is where nobody measures any more."""
        return self.fate == RETIRES and self.conduct != "retiring"


def at_first(unit: Beset) -> Now:
    """The contingent as it is stated."""
    return Now(
        unit.total_dps,
        unit.left_by_part,
        "disarray" if unit.total_dps >= unit.most_dps.value else unit.array,
        unit.conduct,
        tuple(Leading(leader.name, "", leader.wounds) for leader in unit.leaders),
        unit.tested,
        unit.shot_at,
        unit.moved or unit.moved_tactically,
        unit.moved_tactically,
        unit.fought,
        HALT if unit.halted else "",
        unit.rallied,
        False,
        False,
        0,
        RETIRES if unit.conduct == "retiring" else "",
    )


def as_it_is(unit: Beset, now: Now) -> Beset:
    """The contingent as the rules take it, in the state that it is in by now."""
    leaders = [
        leader.model_copy(update={"wounds": led.wounds})
        for leader, led in zip(unit.leaders, now.leaders, strict=True)
        if led.word not in LOST_LEADERS
    ]
    changed: dict[str, Any] = {
        "dps": (Dps(dps=now.dps),) if now.dps else (),
        "stands": now.stands,
        "array": now.array,
        "conduct": now.conduct,
        "leaders": tuple(leaders),
        "tested": now.tested,
        "moved": now.moved,
    }
    return unit.model_copy(update=changed)


def _fared(led: Leading, fate: Fate) -> Leading:
    if fate.lost:
        return Leading(led.leader, fate.result, 0)
    return Leading(led.leader, WOUNDED if fate.wounds else led.word, led.wounds + fate.wounds)


def after_reaction(unit: Beset, now: Now, word: str, *, late: bool) -> Now:
    """What a test makes it do: to retire ends its turn with this phase, to halt its own moves and charges.

    Who advances `late`, in the close range phase, does not stand still for the Rally phase.
    """
    if word == RETIRE:
        if unit.type in IMMOVABLE:  # they have no legs (T64)
            return now._replace(fate=LOST, stands=(0,) * len(now.stands), owes_control_test=False)
        return now._replace(fate=RETIRES, conduct="retiring", owes_control_test=False)
    return now._replace(
        reaction=HALT if word == HALT or (word == AS_WISHED and now.reaction == HALT) else "",
        moved=now.moved or word == ADVANCE,
        moved_tactically=now.moved_tactically or (late and word == ADVANCE),
    )


def after_shots(unit: Beset, now: Now, struck: Struck, *, late: bool) -> Now:
    found = now._replace(
        dps=struck.dps,
        array="disarray" if struck.into_disarray else now.array,
        tested=now.tested or struck.tested is not None,
        shot_at=True,
        owes_control_test=now.owes_control_test or struck.owes_control_test,
        endangered=struck.taken > 0,
    )
    return after_reaction(unit, found, struck.reaction, late=late) if struck.reaction else found


def after_control(unit: Beset, now: Now, tested: Controlled) -> Now:
    found = after_reaction(unit, now._replace(owes_control_test=False), tested.reaction, late=False)
    return found._replace(fate=TURNED) if tested.treachery == CHANGES_SIDES and not found.fate else found


def after_move(now: Now, outcome: Moved | Manoeuvred, *, tactical: bool, rallies: bool) -> Now:
    return now._replace(
        dps=outcome.dps,
        array=outcome.array,
        moved=True,
        moved_tactically=now.moved_tactically or tactical,
        rallied=now.rallied or (tactical and rallies),
    )


def after_morale(unit: Beset, now: Now, outcome: Shaken) -> Now:
    return now._replace(
        dps=outcome.dps,
        stands=unit.without(outcome.stands_lost),
        array="disarray" if outcome.into_disarray else now.array,
        mourns=0,
        fate=DESTROYED if outcome.destroyed else now.fate,
    )


def before_combat(now: Now) -> Now:
    """Without what makes no difference to who fights: turns that differ in nothing else are counted as one."""
    return now._replace(tested=False, shot_at=False, moved=False, moved_tactically=False, reaction="", rallied=False)


def after_combat(unit: Beset, now: Now, result: ContingentResult) -> Now:
    """What a round and the moves after it made of it."""
    fates = {RETIRE: RETIRES, BREAK: BREAKS, PURSUE: PURSUES}
    return now._replace(
        dps=result.dps_now,
        stands=unit.without(result.stands_lost),
        array="disarray" if result.disarray else now.array,
        conduct="routing" if result.move == BREAK else now.conduct,
        fought=True,
        fate=DESTROYED if result.destroyed else fates.get(result.move, now.fate),
        result=result.result,
        endangered=True,
    )


def after_way(now: Now, taken: Taken) -> Now:
    return now._replace(
        dps=now.dps + sum(one.dps for one in taken.dps), array="disarray" if taken.into_disarray else now.array
    )


def after_risk(now: Now, fates: Iterable[Fate]) -> Now:
    """What became of its leaders, and how many of them are mourned (T79)."""
    befell = {fate.leader: fate for fate in fates}
    return now._replace(
        leaders=tuple(_fared(led, befell[led.leader]) if led.leader in befell else led for led in now.leaders),
        endangered=False,
        mourns=sum(fate.result == KILLED for fate in befell.values()),
    )


def after_run(now: Now, ran: Moved) -> Now:
    """Who retires has run, and stands in disarray (T78)."""
    return now._replace(dps=ran.dps, array="disarray", conduct="steady", moved=True)


def phase_ended(now: Now, phase: str) -> Now:
    return now._replace(disarray=(*now.disarray, phase)) if now.in_disarray and now.fate not in GONE else now
