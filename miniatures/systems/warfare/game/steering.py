"""What a piece that is dragged on the table may mean: a march, a wheel, a change of face, a charge, a ride."""

from typing import TYPE_CHECKING, Any

from miniatures.measuring import CONTACT
from miniatures.naming import find, place_words
from miniatures.systems.pointing import Gesture, Meant
from miniatures.systems.warfare.game.describing import measured
from miniatures.systems.warfare.game.pieces import LeaderNow, UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.words import counted_inches

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured

#: So little aside, in inches or as a share of the way ahead, is a hand that is not quite steady.
ASIDE, SHARE = 0.5, 0.1
#: Turned on the spot by less than this a unit wheels; by more it changes face.
WHEELS = 45.0


def steer(state: State, name: str, gesture: Gesture) -> list[Meant]:
    found = find(name, {**state.units, **state.leaders}, "a unit or leader of this game")
    table = measured(state)
    if table is None:
        return []
    if found in state.leaders:
        return _rides(table, state.leaders[found], gesture)
    unit = state.units[found]
    if state.step == "deployment" or not unit.placed:
        return []
    if gesture.part == "body":
        return _moves(table, unit, gesture)
    return _turned(table, unit, gesture) if gesture.part == "turn" else _wheeled(table, unit, gesture)


def _rides(table: "Measured", leader: LeaderNow, gesture: Gesture) -> list[Meant]:
    """To a unit if he is dropped on one of his own, else to the place."""
    from shapely import Point

    here = Point(gesture.place)
    onto = [
        unit.id
        for unit in table.state.standing(leader.side)
        if unit.placed and table.of(unit.id).polygon.distance(here) <= CONTACT
    ]
    if onto:
        return [Meant(f"ride to {onto[0]} and join them", "ride", {"leader": leader.id, "to": onto[0]})]
    if table.state.step == "deployment":
        return []
    return [Meant("ride to this place", "ride", {"leader": leader.id, "to": place_words(gesture.place)})]


def _moves(table: "Measured", unit: UnitNow, gesture: Gesture) -> list[Meant]:
    """Straight ahead, or with a wheel first; as far as it may; at those on whom it is dropped."""
    from miniatures.space.moves import run_up
    from miniatures.systems.warfare.game.marching import wheel_to_face

    body = table.of(unit.id)
    right, ahead = body.pose.seen(gesture.place)
    words: dict[str, Any] = {"unit": unit.id, "inches": "all"}
    way = "straight ahead"
    if abs(right) > max(ASIDE, SHARE * ahead):
        words["towards"] = place_words(gesture.place)
        body = wheel_to_face(body, gesture.place)[0].end
        ahead, way = body.pose.seen(gesture.place)[1], "after a wheel"
    inches = round(max(0.0, ahead), 1)
    found = [
        Meant(f"march {counted_inches(inches)} {way}", "move", words | {"inches": inches}),
        Meant(f"march as far as they can {way}", "move", words),
    ]
    friends = run_up(body, table.friends(unit.id), inches)[1] if way == "straight ahead" else ()
    passed = [Meant(f"pass through {name}", "pass", {"unit": unit.id, "friend": name}) for name in friends]
    return [*found, *passed, *_charges(table, unit, gesture)]


def _charges(table: "Measured", unit: UnitNow, gesture: Gesture) -> list[Meant]:
    from miniatures.space.dragging import dragged
    from miniatures.space.nearest import within

    hand = dragged(table.of(unit.id), gesture.part, gesture.place, gesture.facing)
    touched = within(hand, table.enemies(unit.side), CONTACT)
    return [Meant(f"charge {one.id}", "charge", {"unit": unit.id, "target": one.id}) for one in touched]


def _wheeled(table: "Measured", unit: UnitNow, gesture: Gesture) -> list[Meant]:
    """A front corner pulled forward. Nobody wheels backwards."""
    from miniatures.space.dragging import pulled

    assert gesture.part in ("left", "right")
    return _wheel(unit, *pulled(table.of(unit.id), gesture.part, gesture.place))


def _wheel(unit: UnitNow, side: str, degrees: float) -> list[Meant]:
    degrees = round(degrees, 1)
    if degrees <= 0:
        return []
    what = f"wheel {side} by {degrees:g} degrees"
    return [Meant(what, "wheel", {"unit": unit.id, "to": side, "degrees": degrees})]


def _turned(table: "Measured", unit: UnitNow, gesture: Gesture) -> list[Meant]:
    from miniatures.space.dragging import turning

    own = table.of(unit.id).pose.facing
    degrees = turning(own, own if gesture.facing is None else gesture.facing)
    side = "left" if degrees < 0 else "right"
    if abs(degrees) <= WHEELS:
        return _wheel(unit, side, abs(degrees))
    way = "about" if abs(degrees) > 180 - WHEELS else side
    return [Meant(f"face {way}", "face", {"unit": unit.id, "to": way})]
