"""What a piece that is dragged on the table may mean: a move of so many inches at most, a wheel, a charge, a ride."""

import math
from typing import TYPE_CHECKING, Any

from miniatures.measuring import CONTACT
from miniatures.naming import find, place_words
from miniatures.systems.pointing import Gesture, Meant
from miniatures.systems.tree_of_battles.game.describing import measured
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow, LeaderNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.words import counted_inches

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.tree_of_battles.game.measured import Measured

#: So little aside, in inches or as a share of the way ahead, is a hand that is not quite steady.
ASIDE, SHARE = 0.5, 0.1
#: Turned on the spot by more than this a contingent faces about.
ABOUT = 135.0
#: A wheel is said by a place so far ahead of where it ends.
AHEAD = 20.0


def steer(state: State, name: str, gesture: Gesture) -> list[Meant]:
    found = find(name, {**state.units, **state.leaders}, "a contingent or leader of this game")
    table = measured(state)
    if table is None:
        return []
    if found in state.leaders:
        return _leads(table, state.leaders[found], gesture)
    unit = state.units[found]
    if state.step == "deployment" or not unit.placed:
        return []
    if gesture.part == "body":
        return [*_moves(table, unit, gesture), *_charges(table, unit, gesture)]
    return _wheels(table, unit, gesture)


def _leads(table: "Measured", leader: LeaderNow, gesture: Gesture) -> list[Meant]:
    """To a contingent if he is dropped on one of his own, else to the place."""
    from shapely import Point

    here = Point(gesture.place)
    for unit in table.state.standing(leader.side):
        if unit.placed and table.of(unit.id).polygon.distance(here) <= CONTACT:
            return [Meant(f"join {unit.id}", "lead", {"leader": leader.id, "to": unit.id})]
    if table.state.step == "deployment":
        return []
    return [Meant("go to this place", "lead", {"leader": leader.id, "to": place_words(gesture.place)})]


def _moves(table: "Measured", unit: ContingentNow, gesture: Gesture) -> list[Meant]:
    """Straight ahead, or with a wheel first; the dice say how much of it is reached."""
    from miniatures.space.moves import wheel, wheel_towards

    body = table.of(unit.id)
    right, ahead = body.pose.seen(gesture.place)
    words: dict[str, Any] = {"unit": unit.id, "inches": "all"}
    way, gone = "straight ahead", 0.0
    if abs(right) > max(ASIDE, SHARE * ahead):
        turned = wheel(body, *wheel_towards(body, gesture.place))
        words["towards"], way, gone = place_words(gesture.place), "after a wheel", turned.path
        ahead = turned.end.pose.seen(gesture.place)[1]
    inches = round(gone + max(0.0, ahead), 1)
    return [
        Meant(f"move {counted_inches(inches)} at most, {way}", "move", words | {"inches": inches}),
        Meant(f"move as far as the dice bring them, {way}", "move", words),
    ]


def _charges(table: "Measured", unit: ContingentNow, gesture: Gesture) -> list[Meant]:
    from miniatures.space.dragging import dragged
    from miniatures.space.nearest import within

    hand = dragged(table.of(unit.id), gesture.part, gesture.place, gesture.facing)
    touched = within(hand, table.enemies(unit.side), CONTACT)
    return [Meant(f"charge {one.id}", "charge", {"unit": unit.id, "target": one.id}) for one in touched]


def _wheels(table: "Measured", unit: ContingentNow, gesture: Gesture) -> list[Meant]:
    """A front corner pulled forward, or the whole turned. Nobody wheels backwards."""
    from miniatures.space.dragging import pulled, turning
    from miniatures.space.moves import turned_on

    body = table.of(unit.id)
    if gesture.part in ("left", "right"):
        side, degrees = pulled(body, "left" if gesture.part == "left" else "right", gesture.place)
    else:
        turn = turning(body.pose.facing, body.pose.facing if gesture.facing is None else gesture.facing)
        side, degrees = ("left" if turn < 0 else "right"), abs(turn)
        if degrees > ABOUT:
            return [Meant("face about", "move", {"unit": unit.id, "inches": 0, "about": True})]
    return [_wheel(unit, body, turned_on(body, side, degrees), side, degrees)] if round(degrees, 1) > 0 else []


def _wheel(unit: ContingentNow, body: "Footprint", end: "Footprint", side: str, degrees: float) -> Meant:
    """As many inches as its outer corner goes."""
    inches = math.ceil(math.radians(degrees) * body.width * 10) / 10
    words = {"unit": unit.id, "inches": inches, "towards": place_words(end.pose.point(AHEAD))}
    return Meant(f"wheel {side} by {degrees:.0f} degrees, {counted_inches(inches)} at most", "move", words)
