"""Pursuers who meet new enemies: they touch them and fight at once, or stop short where there is no room (T206)."""

from typing import Any, NamedTuple

from miniatures.systems.tree_of_battles.game.chasing import follows
from miniatures.systems.tree_of_battles.game.describing import measured
from miniatures.systems.tree_of_battles.game.looting import looted
from miniatures.systems.tree_of_battles.game.pieces import ContactNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Shock, after, joined


class Course(NamedTuple):
    """Which way a pursuer goes, and how far at most."""

    direction: float
    inches: float


def runs_into(
    state: State, name: str, enemy: str, strikes: str, way: Course | None
) -> tuple[dict[str, Any], list[Shock], list[str]]:
    """It comes into contact with new enemies, and they are fought in this very phase (T35)."""
    unit = state.units[name]
    if not enemy:
        return {}, [], [f"{name} meet new enemies: say whom with correct --touches (T206)."]
    table = measured(state)
    once = state.options.one_pursuit_combat and unit.last_move.get("met") == state.turn
    changes: dict[str, Any] = {}
    says: list[str] = []
    names, struck = [enemy], strikes
    if table is not None and unit.placed and enemy in table.bodies:
        from miniatures.systems.tree_of_battles.game.contacting import arrives, side_struck

        struck = side_struck(table.of(enemy), table.of(name))
        changes, says, names = arrives(state, table, unit, enemy, struck, "pursuit")
        if not names:
            return _stops_short(state, name, enemy, way)
    else:
        contact = ContactNow(name, enemy, "front", struck, state.turn, "pursuit")
        changes = {"contacts": {contact.key: contact._asdict()}}
    if once:
        changes = joined(changes, {"contacts": {f"{name}|{one}": {"fought": state.turn} for one in names}})
    met = {"conduct": None, "pursues": None, "last_move": {"met": state.turn}}
    changes = joined(changes, {"units": {name: met}})
    when = "next turn (T35)" if once else "at once (T206)"
    says.insert(0, f"{name} run into {' and '.join(names)}, and fight them {when}.")
    more, shocks, told = looted(after(state, changes), name, names)
    return joined(changes, more), shocks, [*says, *told]


def _stops_short(
    state: State, name: str, enemy: str, way: Course | None
) -> tuple[dict[str, Any], list[Shock], list[str]]:
    """It goes as far as it can, and touches nobody."""
    from miniatures.systems.tree_of_battles.game.contacting import run_costs
    from miniatures.systems.tree_of_battles.game.measured import stood

    table, unit = measured(state), state.units[name]
    says = [f"{name} find no room at {enemy}, and stop before them (T80)."]
    if table is None or way is None:
        return {}, [], says
    ran = follows(table, table.of(name), *way)
    changes, told = run_costs(state, table, unit, ran.start, ran.end)
    return joined(changes, {"units": {name: stood(ran.end.pose)}}), [], [*says, *told]
