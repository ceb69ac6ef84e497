"""All shooting of a phase counts at once (T21): DPs are taken when they are thrown, yet who shoots later in the phase
does so as he stood before it.

What a contingent was is kept under `before` in the state, with its turn and step, when the first thing changes it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from miniatures.systems.playing import Conclusion
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Shock, joined, settled

PHASES = ("long range", "close range")
#: What shooting changes of a shooter, as the state keeps it.
_KEPT = ("dps", "stands", "array", "conduct")


def concluded(
    state: State, changes: Mapping[str, Any], says: Iterable[str], shocks: Iterable[Shock] = ()
) -> Conclusion:
    """Changes with the morale DPs that follow from them, and with what it was before them in a phase of shooting."""
    total, told = settled(state, changes, shocks)
    return Conclusion(joined(total, remembered(state, total)), (*says, *told))


def remembered(state: State, changes: Mapping[str, Any]) -> dict[str, Any]:
    """How everybody stood before this phase, of whom these changes take something that counts for shooting."""
    if state.step not in PHASES or state.options.shooting_in_turns:
        return {}
    before: dict[str, Any] = {}
    for name, own in changes.get("units", {}).items():
        if any(key in own for key in _KEPT) and _kept(state, name) is None:
            unit = state.units[name]
            before[name] = {
                "turn": state.turn,
                "step": state.step,
                "dps": [dict(one) for one in unit.dps],
                "stands": list(unit.stands),
                "array": unit.array,
                "conduct": unit.conduct,
            }
    return {"before": before} if before else {}


def _kept(state: State, name: str) -> Mapping[str, Any] | None:
    one: Mapping[str, Any] = state.data.get("before", {}).get(name, {})
    return one if (one.get("turn"), one.get("step")) == (state.turn, state.step) else None


def as_before(state: State, unit: ContingentNow) -> ContingentNow:
    """A contingent as it shoots: as it stood before the phase, unless the sides shoot in turns."""
    kept = _kept(state, unit.id)
    if kept is None or state.options.shooting_in_turns:
        return unit
    return replace(
        unit, dps=tuple(kept["dps"]), stands=tuple(kept["stands"]), array=kept["array"], conduct=kept["conduct"]
    )
