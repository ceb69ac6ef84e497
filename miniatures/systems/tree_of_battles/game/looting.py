"""Baggage: who touches it loots, until a control test stops him, and its friends lose heart (T14, T304)."""

from collections.abc import Iterable
from typing import Any

from miniatures.systems.tree_of_battles.game.describing import measured
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Shock


def looted(state: State, unit: str, touched: Iterable[str]) -> tuple[dict[str, Any], list[Shock], list[str]]:
    """What follows if some of those whom a contingent touches now are baggage. Once for each baggage train."""
    table = measured(state)
    changes: dict[str, Any] = {}
    shocks: list[Shock] = []
    says: list[str] = []
    for name in touched:
        if state.units[name].listed.type != "baggage":
            continue
        changes = {"units": {unit: {"looting": name, "conduct": "looting"}}}
        says.append(f"{unit} loot {name}, until a control test of 3 or 4 stops them (T14).")
        if not any(one.looting == name for one in state.units.values()):
            shocks.append(Shock(name, "baggage looted", table.bodies.get(name) if table is not None else None))
    return changes, shocks, says
