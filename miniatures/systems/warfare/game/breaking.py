"""What a rout does at once: the unit turns its back on the enemy, and friends who see it must test."""

from typing import TYPE_CHECKING, Any

from miniatures.space.pose import Pose
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.unit import same_or_superior

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured

_OPPOSITE = {"front": "rear", "rear": "front"}


def about_face(state: State, unit: UnitNow) -> dict[str, Any]:
    """Where it stands: the rear rank is the front now."""
    if not unit.placed:
        return {}
    back = unit.pose.shifted(-unit.size(state.options)[1]).turned(180)
    return {"x": round(back.x, 4), "y": round(back.y, 4), "facing": round(back.facing, 4)}


def turned_away(state: State, table: "Measured | None", unit: UnitNow) -> dict[str, Any]:
    """Away from the enemies who touch it, else from the nearest. One who is behind it sees its back already."""
    if table is None or not unit.placed:
        return {}
    body = table.of(unit.id)
    before = [name for name in state.enemies_touching(unit.id) if name in table.bodies]
    if not before:
        nearest = table.nearest_enemy(unit.id)
        before = [nearest[0]] if nearest else []
    ahead = [body.pose.seen(table.of(name).centre)[1] > -body.depth / 2 for name in before]
    return about_face(state, unit) if any(ahead) or not before else {}


def sides_about(state: State, unit: UnitNow) -> dict[str, Any]:
    """Its contacts when it has faced about: who was before it is behind it."""
    changes: dict[str, Any] = {}
    for contact in state.contacts_of(unit.id):
        key, side = ("first_side", contact.first_side) if contact.first == unit.id else ("second_side", contact[3])
        if side in _OPPOSITE:
            changes[contact.key] = {key: _OPPOSITE[side]}
    return changes


def breaks(state: State, table: "Measured | None", unit: UnitNow) -> dict[str, Any]:
    """The changes of a unit that routs."""
    return {
        "routing": state.turn,
        "tried": None,
        "furious": None,
        "charge_moves": None,
        "pursuing": None,
        "may_pursue": None,
        "turns": None,
        "owes": None,
        "then_owes": None,
        **turned_away(state, table, unit),
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


def away_from(unit: UnitNow, size: tuple[float, float], origin: tuple[float, float]) -> float:
    """The heading that leads a unit straight away from a point."""
    centre = unit.pose.point(-size[1] / 2)
    return Pose(origin[0], origin[1], 0.0).towards(centre).facing
