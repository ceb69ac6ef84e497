"""What shooting comes to: for each unit hit its losses and its drive-back, for those who shot arrows and guns."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from miniatures.ruling import making
from miniatures.systems.command_roll.attacks import losses
from miniatures.systems.command_roll.drive_back import DrivenBack, Target
from miniatures.systems.command_roll.falling_back import DESTROYED, STANDS
from miniatures.systems.command_roll.shooting import Shooting, Tally
from miniatures.systems.command_roll.shooting_facts import ShootingFacts

DRIVEN_BACK = "driven back"
ROUTED = "routed"
#: Its drive-back is still to be thrown, at the end of the phase.
TO_BE_DRIVEN_BACK = "to be driven back"


class Struck(NamedTuple):
    """What becomes of one unit that was shot at."""

    unit: str
    unsaved: int
    """Hits by these shots that were not saved, as far as it could take them."""
    missile_hits: int
    """The same of the whole phase so far."""
    stands_lost: int
    left: int
    hits: int
    """Hits that stay on it: none after the end of the phase, unless they are carried (C27)."""
    killed: tuple[str, ...]
    state: str
    driven: int
    moved: float
    confused: bool
    stopped_by: str
    friends: tuple[str, ...]


class Arrows(NamedTuple):
    """A unit that used the Right Sharp Shower: how many of its stands ran out, and how many did not."""

    unit: str
    ran_out: int
    fresh: int


class Guns(NamedTuple):
    """A unit of cannon: how many guns burst, and how many cannot shoot next turn."""

    unit: str
    burst: int
    silent: int


class ShootingOutcome(NamedTuple):
    """What the shooting does, to those who are shot at and to those who shoot."""

    struck: tuple[Struck, ...]
    arrows: tuple[Arrows, ...]
    guns: tuple[Guns, ...]


#: The first of the fields that a drive-back tells; those before it tell of the losses.
_DRIVEN_FROM = Struck._fields.index("state")
_made_struck, _made_outcome = making(Struck), making(ShootingOutcome)


def shooting_outcome(shooting: Shooting) -> Callable[[Tally], ShootingOutcome]:
    """What a tally means; of a tally half made, what it has settled so far."""
    facts, targets = shooting.facts, shooting.targets
    alone = len(targets) == 1
    waiting = (None,) * len(targets)  # for dice that are still to be typed in
    known: dict[tuple[int, int], tuple[Struck, tuple[Any, ...]]] = {}

    def struck(index: int, unsaved: int, back: DrivenBack | None) -> Struck:
        both = known.get((index, unsaved))
        if both is None:
            fallen = _fallen(facts, targets[index], unsaved)
            both = known[index, unsaved] = fallen, fallen[:_DRIVEN_FROM]
        fallen, lost = both
        if back is None:
            return fallen
        _, driven, moved, confused, routed, stopped_by, friends = back
        state = ROUTED if routed else DRIVEN_BACK if driven else STANDS
        told = state, driven, moved, confused, stopped_by, friends
        return _made_struck(lost + told)

    @cache
    def arrows(spent: tuple[int, ...]) -> tuple[Arrows, ...]:
        shots = zip(shooting.showers, spent, strict=False)
        return tuple([Arrows(shot.firer.name, out, shot.firer.fresh - out) for shot, out in shots])

    @cache
    def guns(lost: tuple[int, ...]) -> tuple[Guns, ...]:
        return tuple([Guns(name, *lost[2 * at : 2 * at + 2]) for at, name in enumerate(shooting.batteries)])

    def outcome(tally: Tally) -> ShootingOutcome:
        _, _, unsaved, spent, lost, driven = tally
        if alone and driven:  # as nearly always, and in the odds once for each branch
            every: tuple[Struck, ...] = (struck(0, unsaved[0], driven[0]),)
        else:
            every = tuple(map(struck, range(len(targets)), unsaved, driven + waiting[len(driven) :]))
        return _made_outcome((every, arrows(spent) if spent else (), guns(lost) if lost else ()))

    return outcome


def _fallen(facts: ShootingFacts, unit: Target, unsaved: int) -> Struck:
    """The unit as its losses leave it, before it is driven back."""
    lost = losses(unit, unsaved, facts.options)
    every = unit.missile_hits + unsaved
    # The hits on chargers wait for the first round of their combat (C21).
    stay = facts.options.hits_carried or unit.charging or not facts.drive_back
    waits = every and not unit.charging  # to the end of the phase, or for dice that are still to be typed in
    state = DESTROYED if not lost.left else TO_BE_DRIVEN_BACK if waits else STANDS
    confused = unit.confused and lost.left > 0
    hits = lost.hits if stay else 0
    return Struck(
        unit.name, unsaved, every, lost.stands_lost, lost.left, hits, lost.killed, state, 0, 0, confused, "", ()
    )
