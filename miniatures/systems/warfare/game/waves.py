"""Morale tests that are owed. They go in waves: nobody sees the others of his wave run until all have thrown (W51)."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from miniatures.game.fold import merged
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State

Causes = Mapping[str, Any]
ROUT = "friend in rout"


class Waves(NamedTuple):
    """Who tests now and who after them, each with his causes; a rout as a cause names the routers."""

    now: dict[str, Causes]
    later: dict[str, Causes]


def waves(state: State) -> Waves:
    now = {unit.id: unit.owes for unit in state.standing() if unit.owes}
    later = {unit.id: unit.then_owes for unit in state.standing() if unit.then_owes}
    return Waves(now, later) if now else Waves(later, {})


def routers_behind(causes: Causes) -> set[str]:
    """The routers who are among the causes of a test."""
    return set(causes.get(ROUT, ()))


def after_test(state: State, unit: UnitNow, *, routs: bool, troubled: Iterable[UnitNow]) -> dict[str, Any]:
    """What everybody owes when a unit has tested; if it ran, those whom that troubles test in the next wave."""
    now, later = waves(state)
    now.pop(unit.id, None)
    if routs:  # routers do not test
        later.pop(unit.id, None)
    for friend in troubled:
        later[friend.id] = merged(dict(later.get(friend.id, {})), {ROUT: {unit.id: state.turn}})
    if not now:
        now, later = later, {}
    changes = {
        one.id: _patch(
            {"owes": one.owes, "then_owes": one.then_owes},
            {"owes": now.get(one.id, {}), "then_owes": later.get(one.id, {})},
        )
        for one in state.standing()
    }
    return {name: change for name, change in changes.items() if change}


def _patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The merge patch that makes the one of the other; what is empty is left out of the state."""
    found: dict[str, Any] = {}
    for key in {**before, **after}:
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if not new:
            found[key] = None
        else:
            found[key] = _patch(old, new) if isinstance(old, Mapping) and isinstance(new, Mapping) else new
    return found
