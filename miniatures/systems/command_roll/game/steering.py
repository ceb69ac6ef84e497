"""What a piece that is dragged on the table may mean: a move by its order, a charge, a commander's ride."""

import math
from typing import TYPE_CHECKING, Any

from miniatures.measuring import CONTACT
from miniatures.naming import place_words
from miniatures.systems.command_roll.game.describing import measured
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.pointing import Gesture, Meant

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.command_roll.game.measured import Measured

#: So many degrees aside of straight ahead, or turned, are a hand that is not quite steady.
STEADY = 2.0


def steer(state: State, name: str, gesture: Gesture) -> list[Meant]:
    unit, table = state.unit(name), measured(state)
    if table is None or state.step == "deployment":
        return []
    if unit.commands:
        return _rides(table, unit, gesture)
    if not unit.placed:
        return []
    from miniatures.space.dragging import dragged

    hand = dragged(table.of(unit.id), gesture.part, gesture.place, gesture.facing)
    return [*_moves(unit, hand), *_charges(table, unit, hand)]


def _rides(table: "Measured", one: UnitNow, gesture: Gesture) -> list[Meant]:
    """To a unit if he is dropped on one of his own, else to the place."""
    from shapely import Point

    here = Point(gesture.place)
    for unit in table.state.standing(one.side):
        if unit.placed and not unit.commands and table.of(unit.id).polygon.distance(here) <= CONTACT:
            return [Meant(f"join {unit.id}", "ride", {"commander": one.id, "to": unit.id})]
    return [Meant("go to this place", "ride", {"commander": one.id, "to": place_words(gesture.place)})]


def _moves(unit: UnitNow, hand: "Footprint") -> list[Meant]:
    """To where the hand holds it, turned as the hand turns it; and as far that way as it can."""
    from miniatures.space.dragging import turning

    far = math.dist(unit.pose[:2], hand.pose[:2])
    bearing = unit.pose.bearing(hand.pose[:2])
    words: dict[str, Any] = {"unit": unit.id, "centimetres": "all"}
    way = "straight ahead"
    if abs(bearing) > STEADY:
        words["towards"], way = place_words(hand.pose[:2]), "that way"
    if abs(turning(unit.facing, hand.pose.facing)) > STEADY:
        words["facing"] = round(hand.pose.facing, 1)
    centimetres = round(far, 1)
    return [
        Meant(f"move {centimetres:g} cm {way}", "move", words | {"centimetres": centimetres}),
        Meant(f"move as far as they can {way}", "move", words),
    ]


def _charges(table: "Measured", unit: UnitNow, hand: "Footprint") -> list[Meant]:
    from miniatures.space.nearest import within

    touched = within(hand, table.enemies(unit.side), CONTACT)
    return [Meant(f"charge {one.id}", "charge", {"unit": unit.id, "target": one.id}) for one in touched]
