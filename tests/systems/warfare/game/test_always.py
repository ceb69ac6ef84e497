"""What holds for every position: nothing depends on where the table lies, or in which order a list is written."""

import math
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as some

from miniatures.space.contact import touching
from tests.systems.warfare.game.tables import Game, Standing, battle, stands
from tests.systems.warfare.units import gun, knights, longbowmen, unit

MIDDLE = 100.0
KINDS = (
    unit("Bills"),
    unit("Long", figures=24, ranks=1),
    longbowmen("Bows"),
    knights("Knights"),
    longbowmen("Light", figures=8, ranks=1, skirmishers=True),
    gun("Gun"),
)

places = some.tuples(some.integers(-60, 60), some.integers(-60, 60), some.integers(0, 71))
#: Everybody's kind and place in fifths of an inch and degrees, the first two of them the ones who act.
armies = some.lists(some.tuples(some.sampled_from(KINDS), places), min_size=3, max_size=5)
pieces = some.lists(
    some.tuples(
        some.sampled_from(("wood", "rough", "hill", "river", "building", "wall", "hedge")),
        some.integers(-40, 40),
        some.integers(-40, 40),
        some.integers(1, 12),
    ),
    max_size=2,
)
ACTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("shoot", {"unit": "0 actor", "target": "1 foe"}),
    ("move", {"unit": "0 actor", "inches": 3}),
    ("move", {"unit": "0 actor", "inches": "all"}),
    ("wheel", {"unit": "0 actor", "to": "left", "degrees": 15}),
    ("charge", {"unit": "0 actor", "target": "1 foe"}),
    ("charge", {"unit": "0 actor", "target": "1 foe", "countercharge": True}),
)


class Turned:
    """A whole table turned about its middle and then shifted."""

    def __init__(self, degrees: float = 0.0, east: float = 0.0, north: float = 0.0) -> None:
        self.degrees, self.east, self.north = degrees, east, north

    def point(self, x: float, y: float) -> tuple[float, float]:
        turn = math.radians(self.degrees)
        return (
            MIDDLE + self.east + x * math.cos(turn) + y * math.sin(turn),
            MIDDLE + self.north - x * math.sin(turn) + y * math.cos(turn),
        )

    def standing(self, described: Any, name: str, place: tuple[int, int, int]) -> Standing:
        x, y, facing = place
        where = self.point(x / 5 + 0.013, y / 5 + 0.017)
        return stands({**described, "name": name}, *where, (facing * 5 + 1.3 + self.degrees) % 360)

    def piece(self, kind: str, x: float, y: float, size: float) -> dict[str, Any]:
        if kind in ("wall", "hedge"):
            return {"kind": kind, "line": [self.point(x / 5 - size, y / 5), self.point(x / 5 + size, y / 5 + 3)]}
        corners = ((-size, -1.1), (size, -1.2), (size, 1.3), (-size, 1.4))
        area = [self.point(x / 5 + right, y / 5 + up) for right, up in corners]
        return {"kind": kind, "area": area} | ({"height": 1} if kind == "hill" else {})


def laid_out(army: Any, ground: Any, turned: Turned, step: str, *, backwards: bool = False) -> Game:
    sides: tuple[list[Standing], list[Standing]] = ([], [])
    for number, (described, place) in enumerate(army):
        name = ("0 actor", "1 foe")[number] if number < 2 else f"{number} other"
        sides[number % 2].append(turned.standing(described, name, place))
    if backwards:
        sides[0].reverse()
        sides[1].reverse()
    return battle(
        *sides,
        step=step,
        size=(2 * MIDDLE, 2 * MIDDLE),
        terrain=[turned.piece(*piece) for piece in ground],
        leaders={"Edward": turned.point(0, 0), "Somerset": turned.point(0, 0)},
    )


def alike(one: Any, other: Any) -> bool:
    """Equal, where numbers may differ by no more than a tape can tell."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) or isinstance(other, float):
        return abs(one - other) <= 0.03
    return bool(one == other)


def step_of(action: str) -> str:
    return "shots" if action == "shoot" else "first moves"


@settings(max_examples=50)
@given(armies, pieces, some.sampled_from(ACTIONS), some.sampled_from((37.0, 90.0, 143.3, 270.0)))
def test_turning_and_shifting_the_whole_table_changes_no_fact(
    army: Any, ground: Any, action: tuple[str, dict[str, Any]], degrees: float
) -> None:
    name, words = action
    plain = laid_out(army, ground, Turned(), step_of(name))
    turned = laid_out(army, ground, Turned(degrees, 3.21, -7.7), step_of(name))
    assert plain.refused(name, **words) == turned.refused(name, **words)
    assert alike(plain.facts(name, **words), turned.facts(name, **words))


@settings(max_examples=25)
@given(armies, pieces, some.sampled_from(ACTIONS[1:]))
def test_the_order_of_a_list_changes_no_result(army: Any, ground: Any, action: tuple[str, dict[str, Any]]) -> None:
    name, words = action
    forwards = laid_out(army, ground, Turned(), step_of(name))
    backwards = laid_out(army, ground, Turned(), step_of(name), backwards=True)
    refused = forwards.refused(name, **words)
    assert refused == backwards.refused(name, **words)
    if not refused:
        forwards.do(name, **words)
        backwards.do(name, **words)
        assert forwards.playing.file.events[-1].changes == backwards.playing.file.events[-1].changes


@settings(max_examples=40)
@given(armies, pieces, some.lists(some.sampled_from(ACTIONS[1:]), min_size=1, max_size=3))
def test_who_touches_fights_nobody_overlaps_and_undo_and_redo_lead_back(
    army: Any, ground: Any, actions: list[tuple[str, dict[str, Any]]]
) -> None:
    game = laid_out(army, ground, Turned(), "first moves")
    if crowded(game):
        return
    for name, words in actions:
        before = game.playing.file.state
        if game.unit("0 actor").gone or game.unit("1 foe").gone or game.refused(name, **words):
            assert game.playing.file.state == before
            continue
        game.do(name, **words)
        after = game.playing.file.state
        assert not crowded(game, closer=0.0)
        assert touched(game) == {(contact.first, contact.second) for contact in game.state.contacts}
        game.undo()
        assert game.playing.file.state == before
        game.redo()
        assert game.playing.file.state == after


def crowded(game: Game, closer: float = 0.06) -> bool:
    """Whether any two stand closer than that, or overlap by more than a sliver, or anybody stands where nobody can."""
    bodies = list(game.table.bodies.values())
    pairs = [(one.polygon, other.polygon) for at, one in enumerate(bodies) for other in bodies[at + 1 :]]
    houses = [body for body in bodies if game.table.ground.under(body.polygon, "building", "river")]
    if closer:
        return bool(houses) or any(one.distance(other) <= closer for one, other in pairs)
    return any(one.intersection(other).area > 0.05 for one, other in pairs)


def touched(game: Game) -> set[tuple[str, str]]:
    units, bodies = game.state.units, game.table.bodies.values()
    return {
        (one.id, other.id)
        for one in bodies
        for other in bodies
        if units[one.id].side == 0 and units[other.id].side == 1 and touching(one, other)
    }
