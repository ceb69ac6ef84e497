"""How a charge and its enemy stand when they meet: face to face, on the way between them, or at a flank or rear."""

from typing import TYPE_CHECKING

from miniatures.space.pose import Pose
from miniatures.systems.warfare.game.approach import edge_struck, laid_along, stands_free, turned_to_face
from miniatures.systems.warfare.game.impact import Charge, Meeting

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.warfare.game.approach import Approach
    from miniatures.systems.warfare.game.measured import Measured


def meeting(charge: Charge, table: "Measured", way: "Approach", comes: float) -> Meeting:
    """The two as they stand in contact; the enemy comes so far to meet the charge."""
    state, goal = charge.state, charge.goal
    body, enemy = way.end, table.of(goal.id)
    if comes > 0.01:
        met = _on_the_way(table, body, enemy, comes)
        if met is not None:
            return met
    from_side = table.side_facing(goal.id, table.of(charge.unit.id).centre)
    first = not state.in_melee(goal.id) and not goal.routing
    if first and not state.options.first_contact_any_side:
        return _face_to_face(table, body, enemy, from_side)
    edge = edge_struck(enemy, from_side, body)
    return Meeting(laid_along(table, body, enemy, edge) or body, enemy, from_side)


def _on_the_way(table: "Measured", body: "Footprint", enemy: "Footprint", comes: float) -> Meeting | None:
    """Front to front between their places, the enemy turned against the charge if there is room for it."""
    charger = body.at(body.pose.shifted(-comes))
    for facing in ((body.pose.facing + 180) % 360, enemy.pose.facing):
        countering = enemy.at(Pose(enemy.pose.x, enemy.pose.y, facing).shifted(comes))
        if stands_free(table, countering, body.id):
            laid = laid_along(table, charger, countering, "front")
            if laid is not None:
                return Meeting(laid, countering, "front")
    return None


def _face_to_face(table: "Measured", body: "Footprint", enemy: "Footprint", from_side: str) -> Meeting:
    """The first two face off wherever the charge came from (W41). Hemmed in, the enemy fights as it stands."""
    if from_side != "front":
        turned = turned_to_face(table, enemy, body)
        laid = laid_along(table, body, turned, "front") if turned != enemy else None
        if laid is not None:
            return Meeting(laid, turned, "front")
    edge = edge_struck(enemy, from_side, body)
    return Meeting(laid_along(table, body, enemy, edge) or body, enemy, "front")
