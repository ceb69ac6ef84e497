"""A unit of the game as the procedures take it: what the list says, and everything that has become of it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from miniatures.ruling import Refusal
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured

STEPS = {
    "deployment": "Setting up",
    "command": "Event I, initiative and command",
    "shots": "Event II, fire: the shots",
    "tests": "Event II, fire: the tests of those who were hit",
    "later shots": "Event II, fire: the other side's shots",
    "later tests": "Event II, fire: the tests of those who were hit",
    "first moves": "Event III, movement of the first side",
    "second moves": "Event III, movement of the second side",
    "melee": "Event IV, melee",
    "morale": "Event V, morale",
    "rout": "Event VI, rally and rout",
}


def measured(state: State) -> "Measured | None":
    """The table, if there is one; geometry is loaded only here."""
    if not state.mapped:
        return None
    from miniatures.systems.warfare.game.measured import Measured

    return Measured(state)


def unit_facts(state: State, unit: UnitNow, table: "Measured | None") -> dict[str, Any]:
    """The facts of a unit in play."""
    turn = state.turn
    facts: dict[str, Any] = unit.unit.model_dump(mode="json", exclude_defaults=True) | {
        "name": unit.id,
        "battle": state.wings[unit.wing].name,
    }
    said: dict[str, Any] = {
        "lost": unit.lost,
        "ranks_now": unit.depth_in_ranks if unit.ranks else None,
        "routing": bool(unit.routing),
        "pursuing": bool(unit.pursuing) or (unit.pursued > 0 and unit.pursued == turn - 1),
        "in_melee": state.in_melee(unit.id),
        "furious": unit.furious,
        "routed_before": unit.routed_before,
        "lost_leader": unit.lost_leader == turn and turn > 0,
    }
    leader = state.leader_with(unit.id)
    if leader is not None:
        said["leader"] = leader.acts(turn)
        said["leader_out"] = leader.out(turn) and not said["lost_leader"]
    if table is not None and unit.placed and not unit.routing:
        for router in table.routers_seen(unit.id):
            other = state.units[router]
            key = "routing_friends" if other.wing == unit.wing else "routing_friends_elsewhere"
            said.setdefault(key, []).append(other.unit.kind)
    return facts | {key: value for key, value in said.items() if value}


def out_of_step(state: State, steps: tuple[str, ...], rule: str, what: str) -> list[Refusal]:
    """What is not done in this event."""
    if state.step in steps:
        return []
    when = " or ".join(STEPS[step].partition(":")[0] for step in steps[:1])
    return [Refusal(rule, f"{what} belongs to {when}; it is {STEPS[state.step]}", "go on with next, or undo")]


def ridden_words(leaders: "Mapping[str, Mapping[str, Any]]") -> list[str]:
    """What became of leaders whom enemies rode down."""
    return [
        f"{name} is ridden down and gets away to {change['unit']} (W57)."
        if change.get("unit")
        else f"{name} is ridden down and lost (W57)."
        for name, change in leaders.items()
    ]


def not_in_play(unit: UnitNow) -> list[Refusal]:
    if not unit.gone:
        return []
    return [Refusal("W701", f"{unit.id} is no longer in play ({unit.gone})", "choose another unit, or undo")]
