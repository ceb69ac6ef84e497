"""How DPs are taken and lost: up to the grade's most, disarray there, and beyond it stands or nothing (T4).

Every source of DPs in the game comes through here. `fill` is the arithmetic, for loops that count odds; `take` keeps
the reasons too.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeVar

from miniatures.ruling import Modifier
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, Dps
from miniatures.systems.tree_of_battles.options import Options

Source = Literal["shooting", "combat", "morale", "fatigue", "ground", "manoeuvre"]
#: Whose DPs beyond the most remove a stand each (T4).
REMOVE_STANDS: tuple[Source, ...] = ("combat", "morale")
_Contingent = TypeVar("_Contingent", bound=ContingentInPlay)


class Filled(NamedTuple):
    """DPs as they stand now, the stands that went, and the DPs that found no room."""

    dps: int
    stands_lost: int
    beyond: int


class Taken(NamedTuple):
    """What a contingent took: the DPs that count, each with its cause, and what those beyond its most did."""

    dps: tuple[Dps, ...]
    stands_lost: int
    beyond: int
    """DPs beyond its most, whether they removed stands or not: after shooting they ask for a test (T25)."""
    no_room: tuple[Dps, ...]
    """The causes of those, each with what found no room."""
    into_disarray: bool
    """It was not in disarray before, and its DPs brought it there."""
    destroyed: bool
    rules: tuple[str, ...]


def removes_stands(source: Source, options: Options) -> bool:
    return source in REMOVE_STANDS and not options.only_hacks_kill


def fill(dps: int, most: int, taken: int, stands: int, removes: bool) -> Filled:
    """DPs fill up to the most; each beyond removes a stand, as far as there are any, or does nothing."""
    beyond = max(0, dps + taken - most)
    return Filled(dps + taken - beyond, min(beyond, stands) if removes else 0, beyond)


def entry(modifier: Modifier, turn: int | None = None) -> Dps:
    """A line of a sum as a cause of DPs."""
    return Dps(dps=int(modifier.value), why=modifier.because, rule=modifier.rule, turn=turn)


def take(contingent: ContingentInPlay, causes: Iterable[Dps], source: Source, options: Options) -> Taken:
    """The DPs of some causes, in their order: the first find room first."""
    room = contingent.most_dps.value - contingent.total_dps
    kept: list[Dps] = []
    spilt: list[Dps] = []
    wanted = 0
    for cause in causes:
        fits = max(0, min(cause.dps, room - sum(one.dps for one in kept)))
        wanted += cause.dps
        if fits:
            kept.append(cause if fits == cause.dps else cause.model_copy(update={"dps": fits}))
        if fits < cause.dps:
            spilt.append(cause if not fits else cause.model_copy(update={"dps": cause.dps - fits}))
    removes = removes_stands(source, options)
    filled = fill(contingent.total_dps, contingent.most_dps.value, wanted, contingent.left, removes)
    at_limit = bool(kept) and filled.dps == contingent.most_dps.value
    return Taken(
        tuple(kept),
        filled.stands_lost,
        filled.beyond,
        tuple(spilt),
        at_limit and not contingent.in_disarray,
        0 < contingent.left == filled.stands_lost,
        _rules(at_limit, filled),
    )


def as_lines(causes: Iterable[Dps]) -> tuple[Modifier, ...]:
    """Causes of DPs as the lines of an outcome."""
    return tuple(Modifier(one.dps, one.rule, one.why) for one in causes)


def _rules(at_limit: bool, filled: Filled) -> tuple[str, ...]:
    rules = ["T334"] if at_limit else []
    if filled.beyond:
        rules.append("T4")
    return tuple(rules)


def after(contingent: _Contingent, taken: Taken) -> _Contingent:
    """The contingent with what it took."""
    return contingent.model_copy(
        update={"dps": (*contingent.dps, *taken.dps), "stands": contingent.without(taken.stands_lost)}
    )


def shed(contingent: _Contingent, number: int) -> _Contingent:
    """The contingent without so many of its DPs, the oldest gone first (T47)."""
    kept: list[Dps] = []
    for one in contingent.dps:
        gone = min(number, one.dps)
        number -= gone
        if one.dps > gone:
            kept.append(one.model_copy(update={"dps": one.dps - gone}))
    return contingent.model_copy(update={"dps": tuple(kept)})
