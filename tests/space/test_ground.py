"""Terrain under, on the way and in between."""

import math

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from miniatures.space.footprint import Footprint
from miniatures.space.ground import Ground
from miniatures.space.moves import advance, wheel
from miniatures.space.pose import Point, Pose
from miniatures.space.shapes import shortest_line
from miniatures.space.table import Edge, Table, Terrain, scaled
from tests.space.motions import Motion, footprints, motions, numbers, points

HILL = Terrain(kind="hill", name="hill", circle=(20, 20, 6), height=1)
TOP = Terrain(kind="hill", name="top", circle=(20, 20, 3), height=2)
WOOD = Terrain(kind="wood", name="wood", area=((40, 10), (50, 10), (50, 20), (40, 20)))
HEDGE = Terrain(kind="hedge", name="hedge", line=((0, 30), (30, 30)))
RIVER = Terrain(kind="river", name="river", line=((0, 40), (72, 40)), width=2)
BRIDGE = Terrain(kind="bridge", name="bridge", area=((9, 38), (11, 38), (11, 42), (9, 42)))
TABLE = Table(name="Towton", width=72, depth=48, terrain=(HILL, TOP, WOOD, HEDGE, RIVER, BRIDGE))
GROUND = Ground(TABLE)


def foot(x: float, y: float, facing: float = 0.0) -> Footprint:
    return Footprint("foot", Pose(x, y, facing), 6, 2)


@pytest.mark.parametrize(
    ("unit", "edges"),
    [
        (foot(10, 10), ()), (foot(3, 2), ()), (foot(2.995, 2), ()), (foot(2, 10), ("west",)), (foot(10, 1), ("south",)),
        (foot(71, 50), ("east", "north")), (foot(10, 48), ()),
    ],
)  # fmt: skip
def test_edges_that_a_body_goes_past(unit: Footprint, edges: tuple[Edge, ...]) -> None:
    assert GROUND.leaves(unit.polygon) == edges
    assert GROUND.inside(unit.polygon) is (edges == ())


@pytest.mark.parametrize(("edge", "expected"), [("south", 5), ("east", 62), ("north", 43), ("west", 10)])
def test_distance_to_an_edge(edge: Edge, expected: float) -> None:
    assert GROUND.edge_distance((10, 5), edge) == expected


@pytest.mark.parametrize(
    ("unit", "names"),
    [
        (foot(45, 15), ["wood"]),
        (foot(45, 10), []),  # its front stands at the edge
        (foot(45, 10.005), []),
        (foot(45, 10.1), ["wood"]),
        (foot(20, 21), ["hill", "top"]),
        (foot(10, 31), ["hedge"]),
        (foot(10, 30), []),
        (foot(10, 41), ["river", "bridge"]),
    ],
)
def test_terrain_under_a_body(unit: Footprint, names: list[str]) -> None:
    assert [piece.name for piece in GROUND.under(unit.polygon)] == names


def test_kinds_narrow_what_is_told() -> None:
    assert GROUND.under(foot(10, 41).polygon, "bridge", "ford") == (BRIDGE,)
    assert [piece for piece, _ in GROUND.pieces("hill")] == [HILL, TOP]
    assert GROUND.pieces("wood")[0][1].area == 100


def test_a_move_enters_what_it_passes_over() -> None:
    assert GROUND.entered(advance(foot(45, 5), 4)) == ()
    assert GROUND.entered(advance(foot(45, 5), 5.5)) == (WOOD,)
    assert GROUND.entered(advance(foot(45, 5), 20), "river") == ()


def test_a_bridge_spares_the_river() -> None:
    assert GROUND.entered(advance(foot(10, 35), 9)) == (BRIDGE,)
    assert GROUND.entered(advance(foot(20, 35), 9)) == (RIVER,)
    assert GROUND.entered(advance(foot(12, 35), 9)) == (RIVER, BRIDGE)  # the middle of its front wades
    assert GROUND.entered(advance(foot(10, 35), 9), "river") == ()


def test_a_corner_may_hang_over_the_bank_beside_a_bridge() -> None:
    askew = foot(10, 38, 30)  # its front corners come to 36.5 and 39.5, the river begins at 39
    assert GROUND.under(askew.polygon, "river") == (RIVER,)
    assert GROUND.entered(advance(askew, 0.2)) == (BRIDGE,)
    assert RIVER in GROUND.entered(advance(foot(30, 38, 30), 0.2))


def test_a_hedge_is_crossed_once_and_not_by_touching_it() -> None:
    start = foot(10, 25)
    assert GROUND.crossed(advance(start, 4), start) == ()
    assert GROUND.crossed(advance(start, 5), start) == ()
    assert GROUND.crossed(advance(start, 6), start) == (HEDGE,)
    assert GROUND.crossed(advance(start, 6), start, "wall") == ()
    there = foot(10, 30)
    assert GROUND.crossed(advance(there, 4), there) == ()


def test_a_wheel_crosses_what_its_front_sweeps_over() -> None:
    start = foot(27, 29)
    assert GROUND.crossed(wheel(start, "left", 30), start) == (HEDGE,)
    assert GROUND.crossed(wheel(foot(33.1, 29), "right", 30), foot(33.1, 29)) == ()


@pytest.mark.parametrize(("point", "height"), [((20, 20), 2), ((20, 24), 1), ((20, 26), 0), ((20, 30), 0)])
def test_the_highest_hill_counts(point: Point, height: float) -> None:
    assert GROUND.height_at(point) == height


def test_a_body_is_as_high_as_its_highest_part() -> None:
    assert GROUND.height_under(foot(20, 15).polygon) == 1
    assert GROUND.height_under(foot(20, 18).polygon) == 2
    assert GROUND.height_under(foot(45, 15).polygon) == 0


@pytest.mark.parametrize(
    ("start", "end", "climbs"),
    [
        (5, 10, False), (10, 15, True), (14, 16, True), (15, 16, False), (15, 19, True), (19, 30, False),
        (10, 40, True), (30, 27, False), (30, 25, True), (20, 20, False),
    ],
)  # fmt: skip
def test_going_up_is_entering_a_hill_or_a_higher_one(start: float, end: float, climbs: bool) -> None:
    assert GROUND.climbs(foot(20, start), foot(20, end)) is climbs


def test_what_lies_between_two_bodies() -> None:
    assert GROUND.between(foot(10, 28).polygon, foot(10, 38, 180).polygon) == (HEDGE,)
    assert GROUND.between(foot(10, 30).polygon, foot(10, 36, 180).polygon) == (HEDGE,)  # it stands at the hedge
    assert GROUND.between(foot(10, 32).polygon, foot(10, 36, 180).polygon) == ()
    # Face to face, the middle of what they share decides: 8 to 11, and the hill begins at 14.
    assert GROUND.between(foot(8, 15).polygon, foot(11, 25, 180).polygon, "hill") == ()
    assert GROUND.between(foot(20, 10).polygon, foot(20, 29, 180).polygon) == (HILL, TOP)


def test_a_table_in_centimetres_is_the_same_table() -> None:
    metric = scaled(TABLE, "centimetres")
    assert (metric.width, metric.measure) == (pytest.approx(72 * 2.54), "centimetres")
    assert metric.zones[0].depth == pytest.approx(12 * 2.54)
    assert Ground(metric).height_at((20 * 2.54, 24 * 2.54)) == pytest.approx(2.54)
    back = scaled(metric, "inches")
    assert back.terrain[2].area[1] == pytest.approx((50, 10))
    assert back.terrain[4].width == pytest.approx(2)
    assert scaled(TABLE, "inches") is TABLE


def _terrain(kind: str, middle: Point, size: float) -> Terrain:
    x, y = middle
    if kind == "hedge":
        return Terrain(kind="hedge", line=((x, y), (x + size, y), (x + size, y + size)))
    if kind == "river":
        return Terrain(kind="river", line=((x - 30, y), (x, y + size), (x + 30, y)), width=1.5)
    if kind == "hill":
        return Terrain(kind="hill", area=((x, y), (x + size, y), (x + size, y + size), (x, y + size)), height=size)
    return Terrain(kind="ford", area=((x, y), (x + 3, y), (x + 3, y + 3), (x, y + 3)))


pieces = st.builds(_terrain, st.sampled_from(["hedge", "river", "hill", "ford"]), points, numbers(1, 6))


def _moved_ground(some: list[Terrain], motion: Motion) -> Ground:
    named = [piece.model_copy(update={"name": str(number)}) for number, piece in enumerate(some)]
    table = Table(name="moved", width=72, depth=48)
    return Ground(table.model_copy(update={"terrain": tuple(map(motion.terrain, named))}))


@given(st.lists(pieces, min_size=1, max_size=4), footprints("one"), footprints("other"), numbers(0, 9), motions)
def test_ground_is_the_same_wherever_the_table_stands(
    some: list[Terrain], one: Footprint, other: Footprint, far: float, motion: Motion
) -> None:
    def told(motion: Motion) -> dict[str, object]:
        ground = _moved_ground(some, motion)
        own, theirs = motion.footprint(one), motion.footprint(other)
        move, turn = advance(own, far), wheel(own, motion.side("left"), far * 10)  # type: ignore[arg-type]
        found = {
            "under": ground.under(own.polygon),
            "entered": (*ground.entered(move), *ground.entered(turn)),
            "crossed": (*ground.crossed(move, own), *ground.crossed(turn, own)),
            "between": ground.between(own.polygon, theirs.polygon),
        }
        names: dict[str, object] = {key: [piece.name for piece in told] for key, told in found.items()}
        climbs, height = ground.climbs(own, theirs), ground.height_under(own.polygon)
        return names | {"climbs": climbs, "height": height, "at": ground.height_at(own.pose[:2])}

    assert told(motion) == told(Motion(False, 0, 0, 0))


@given(footprints("one"), footprints("other"))
def test_the_line_between_is_the_shortest_and_the_same_both_ways(one: Footprint, other: Footprint) -> None:
    there, back = shortest_line(one.polygon, other.polygon), shortest_line(other.polygon, one.polygon)
    away = shapely.distance(one.polygon, other.polygon)
    if away > 0:
        assert there.length == pytest.approx(away, abs=0.011)
        assert math.dist(there.coords[0], back.coords[1]) < 1e-6
