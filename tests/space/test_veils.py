"""Seeing into, out of and through a wood."""

import math

import pytest
import shapely
import shapely.affinity
from hypothesis import given
from hypothesis import strategies as st

from miniatures.space.veils import sees

WOOD = shapely.box(-10, 10, 10, 20)


def unit(x: float, y: float) -> shapely.Polygon:
    """Two inches across and one deep, its near edge at y."""
    return shapely.box(x - 1, y, x + 1, y + 1)


@pytest.mark.parametrize(
    ("near_edge", "seen"),
    [(5, True), (10, True), (11.9, True), (12, True), (12.2, False), (15, False), (21, False)],
)
def test_troops_are_seen_through_two_inches_of_wood_and_no_more(near_edge: float, seen: bool) -> None:
    assert sees((0, 0), unit(0, near_edge), [], [WOOD], 2) is seen


def test_a_wood_thinner_than_that_hides_nobody() -> None:
    hedge_row = shapely.box(-10, 10, 10, 11.9)
    assert sees((0, 0), unit(0, 20), [], [hedge_row], 2)
    assert not sees((0, 0), unit(0, 20), [], [hedge_row, shapely.box(-10, 13, 10, 14)], 2)


def test_looking_out_of_a_wood_is_like_looking_in() -> None:
    assert sees((0, 11.5), unit(0, 0), [], [WOOD], 2)
    assert not sees((0, 14), unit(0, 0), [], [WOOD], 2)


def test_a_building_hides_whatever_the_wood_lets_through() -> None:
    assert not sees((0, 0), unit(0, 10), [shapely.box(-30, 5, 30, 6)], [WOOD], 2)


@given(
    turn=st.floats(0, 360), x=st.floats(-50, 50), y=st.floats(-50, 50), mirrored=st.booleans(), deep=st.floats(9, 15)
)
def test_turning_shifting_or_mirroring_the_table_changes_nothing(
    turn: float, x: float, y: float, mirrored: bool, deep: float
) -> None:
    def there(shape: shapely.Geometry) -> shapely.Geometry:
        if mirrored:
            shape = shapely.affinity.scale(shape, -1, 1, origin=(0, 0))
        return shapely.affinity.translate(shapely.affinity.rotate(shape, turn, origin=(0, 0)), x, y)

    if math.isclose(deep, 12, abs_tol=0.05):  # just there a hair decides
        return
    eye = there(shapely.Point(0, 0))
    told = sees((eye.x, eye.y), there(unit(0, deep)), [], [there(WOOD)], 2)
    assert told is sees((0, 0), unit(0, deep), [], [WOOD], 2)
