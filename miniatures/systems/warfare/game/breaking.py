"""What a rout does at once: the unit turns its back, its enemies may pursue, and friends who see it must test."""

from typing import TYPE_CHECKING, Any

from miniatures.space.pose import Pose
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.unit import same_or_superior

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured


def turned_away(state: State, unit: UnitNow) -> dict[str, Any]:
    """Face about where it stands: the rear rank is the front now."""
    if not unit.placed:
        return {}
    back = unit.pose.shifted(-unit.size(state.options)[1]).turned(180)
    return {"x": round(back.x, 4), "y": round(back.y, 4), "facing": round(back.facing, 4)}


def breaks(state: State, unit: UnitNow) -> dict[str, Any]:
    """The changes of a unit that routs."""
    return {
        "routing": state.turn,
        "tried": None,
        "furious": None,
        "charge_moves": None,
        "pursuing": None,
        "may_pursue": None,
        "owes": None,
        **turned_away(state, unit),
    }


def minds(state: State, friend: UnitNow, router: UnitNow) -> bool:
    """Whether the rout of one troubles the other: the same or a superior kind, and its battle if so agreed."""
    if friend.side != router.side or friend.id == router.id or friend.routing or friend.gone:
        return False
    if state.options.morale_per_battle and friend.wing != router.wing:
        return False
    return same_or_superior(router.unit.kind, friend.unit.kind)


def troubled(state: State, table: "Measured | None", router: UnitNow) -> list[UnitNow]:
    """Friends within 12 inches who see the rout and mind it. Without a map the players say who does."""
    if table is None or router.id not in table.bodies:
        return []
    return [state.units[name] for name in table.friends_seeing(router.id) if minds(state, state.units[name], router)]


def owe_for_rout(state: State, table: "Measured | None", router: UnitNow) -> dict[str, Any]:
    """The tests that a rout causes, as changes."""
    return {friend.id: {"owes": {"friend in rout": router.id}} for friend in troubled(state, table, router)}


def chasers(state: State, routed: set[str], changes: dict[str, Any]) -> dict[str, Any]:
    """Enemies left without anybody to fight: who must pursue does, who may is asked (W543, W56)."""
    found: dict[str, Any] = {}
    for unit in state.standing():
        touched = state.enemies_touching(unit.id)
        if unit.routing or unit.id in routed or not routed & set(touched) or _gone(unit, changes):
            continue
        others = [name for name in touched if name not in routed and not state.units[name].routing]
        if any(not _gone(state.units[name], changes) for name in others):
            continue
        prey = sorted(routed & set(touched))
        if unit.unit.bold or unit.unit.mounted:
            found[unit.id] = {"pursuing": prey[0], "may_pursue": None}
        else:
            found[unit.id] = {"may_pursue": prey}
    return found


def _gone(unit: UnitNow, changes: dict[str, Any]) -> bool:
    return bool(unit.gone or changes.get(unit.id, {}).get("gone"))


def away_from(unit: UnitNow, size: tuple[float, float], origin: tuple[float, float]) -> float:
    """The heading that leads a unit straight away from a point."""
    centre = unit.pose.point(-size[1] / 2)
    return Pose(origin[0], origin[1], 0.0).towards(centre).facing
