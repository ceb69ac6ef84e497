"""Lines of sight across a table: where they end, where they are blocked and by what, and fans to draw."""

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from miniatures.space.arcs import band_outline, fan_from_centre, fan_from_corners, fan_outline
from miniatures.space.footprint import Footprint
from miniatures.space.ground import Ground
from miniatures.space.looking import look, sees_part
from miniatures.space.pose import Pose
from miniatures.space.table import Table
from tests.space.motions import Motion, crowds, motions

TARGET = shapely.box(9, 20, 11, 22)
EYE = (10.0, 0.0)


def ground(*terrain: dict[str, object]) -> Ground:
    return Ground(Table.model_validate({"name": "plain", "width": 60, "depth": 60, "terrain": terrain}))


def area(kind: str, low: float, high: float, name: str = "", **said: object) -> dict[str, object]:
    corners = [[0, low], [20, low], [20, high], [0, high]]
    return {"kind": kind, "name": name, "area": corners} | said


def test_a_clear_line_goes_to_the_nearest_part() -> None:
    assert look(ground(), EYE, TARGET) == (EYE, (10, 20), None, "")


@pytest.mark.parametrize(
    ("terrain", "at", "by"),
    [
        (area("building", 5, 7, "Saxton"), 5, "Saxton"),
        (area("building", 5, 7), 5, "the building"),
        (area("hill", 6, 9, "Castle Hill", height=2), 6, "Castle Hill"),
        (area("wood", 8, 13, "Renshaw"), 10, "Renshaw"),
    ],
)
def test_a_blocked_line_says_where_and_by_what(terrain: dict[str, object], at: float, by: str) -> None:
    """Of a wood 2 inches are seen through."""
    found = look(ground(terrain), EYE, TARGET, wood=2)
    assert found.blocked_at == pytest.approx((10, at))
    assert found.blocked_by == by


def test_wood_in_two_pieces_is_added_up() -> None:
    found = look(ground(area("wood", 4, 5, "First"), area("wood", 8, 13, "Second")), EYE, TARGET, wood=2)
    assert found.blocked_at == pytest.approx((10, 9))
    assert found.blocked_by == "Second"


def test_troops_block_it_by_name() -> None:
    found = look(ground(), EYE, TARGET, [("Bills", shapely.box(0, 12, 20, 13))])
    assert (found.blocked_at, found.blocked_by) == (pytest.approx((10, 12)), "Bills")


@given(
    motion=motions,
    crowd=crowds(),
    x=st.integers(0, 20),
    y=st.integers(0, 20),
    wood=st.sampled_from([0.0, 2.0]),
)
def test_it_is_clear_where_something_is_seen_and_only_there(
    motion: Motion, crowd: list[Footprint], x: int, y: int, wood: float
) -> None:
    """However the whole of it is turned, shifted or mirrored."""
    troops = [(body.id, motion.geometry(body.polygon)) for body in crowd]
    origin, target = motion.point((x, y)), motion.geometry(TARGET)
    plain = ground()
    found = look(plain, origin, target, troops, wood)
    assert (found.blocked_at is None) == sees_part(plain, origin, target, [shape for _, shape in troops], wood)
    if found.blocked_at is not None:
        assert found.blocked_by in {name for name, _ in troops}


@given(facing=st.integers(0, 359), beyond=st.sampled_from([0.0, 4.0, 8.0]), corners=st.booleans())
def test_the_bands_of_a_fan_make_up_the_whole_of_it(facing: int, beyond: float, corners: bool) -> None:
    body = Footprint("Bows", Pose(3, 4, facing), 5, 2)
    fan = fan_from_corners(body, 45, 12) if corners else fan_from_centre(body, 22.5, 12)
    whole = shapely.Polygon(fan_outline(fan))
    outer = shapely.Polygon(band_outline(fan, beyond))
    inner = shapely.Polygon(fan_outline(fan._replace(reach=beyond))) if beyond else shapely.Polygon()
    assert outer.area + inner.area == pytest.approx(whole.area)
    if beyond:
        assert outer.distance(shapely.Point(3, 4)) == pytest.approx(beyond, abs=0.1)
