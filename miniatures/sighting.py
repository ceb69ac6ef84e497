"""Looking from a unit over the drawn table: its fan, and of each enemy how far, what dice it takes, what is against it.

The system says who is before a unit; what that comes to is asked of the actions themselves, tried and not done.
"""

from typing import Any, NamedTuple

from miniatures.broken import BrokenInputError
from miniatures.dice import Throw
from miniatures.ruling import EachDie, Need, Refusal, Share, Sum
from miniatures.space.looking import Looked
from miniatures.steering import SameFace
from miniatures.systems.playing import Spent
from miniatures.systems.pointing import Band, Meant, Sighted
from miniatures.tracker import Playing, find_action, planned, refusals_of


class Stamp(NamedTuple):
    """An enemy as a unit has it before it."""

    name: str
    distance: float
    line: Looked
    act: Meant
    throw: Throw | None
    """The throw that decides it first, as it would be read; the faces only say how many dice."""
    spent: Spent | None
    sums: tuple[Sum, ...]
    refusals: tuple[Refusal, ...]
    """What stands against this one, beside what stands against all."""
    compulsory: bool


class Sights(NamedTuple):
    """Everything that a unit has before it."""

    unit: str
    weapon: str
    bands: tuple[Band, ...]
    enemies: tuple[Stamp, ...]
    against: tuple[Refusal, ...]


def sights(playing: Playing, unit: str) -> Sights:
    if playing.setup.table is None:
        raise BrokenInputError("this game has no map to look over")
    state = playing.state
    try:
        found = playing.rules.sights(state, unit)
    except BrokenInputError:
        if unit not in {piece.name for piece in playing.rules.scene(state).pieces}:
            raise
        return Sights(unit, "", (), (), ())  # a messenger has eyes for his way alone
    enemies = [_stamped(playing, one, found.compulsory, found.against) for one in found.enemies]
    return Sights(found.unit, found.weapon, found.bands, tuple(enemies), found.against)


def _stamped(playing: Playing, one: Sighted, compulsory: str, against: tuple[Refusal, ...]) -> Stamp:
    proposed = planned(playing, find_action(playing.rules, one.act.action), one.act.words, one.plan)
    own = tuple(refusal for refusal in dict.fromkeys(refusals_of(proposed)) if refusal not in against)
    stamp = Stamp(one.name, one.distance, one.line, one.act, None, None, (), own, one.name == compulsory)
    if proposed.procedure is None:
        return stamp
    facts = proposed.facts
    spent = proposed.plan.spends(facts) if proposed.plan.spends else None
    return stamp._replace(
        throw=_deciding(proposed.procedure, facts), spent=spent, sums=tuple(proposed.procedure.sums(facts))
    )


def _deciding(procedure: Any, facts: Any) -> Throw | None:
    """The first throw that can succeed or fail, whatever is diced for before it."""
    dice = SameFace(highest=True)
    procedure.resolve(facts, dice)
    return next((throw for throw in dice.throws if isinstance(throw.read, EachDie | Share | Need)), None)
