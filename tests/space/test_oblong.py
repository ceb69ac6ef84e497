"""Rectangles in plain numbers: the same as their geometry says."""

import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miniatures.measuring import TOLERANCE
from miniatures.space.footprint import Footprint, distance
from miniatures.space.groups import groups
from miniatures.space.oblong import Oblong, apart, comes_within, continuous_line
from miniatures.space.pose import Pose
from tests.space.motions import Motion, footprints, motions

#: Points, as leaders on their own are, and slivers beside ordinary bodies.
SIZES = st.sampled_from([0.0, 0.5, 3.0])


def foot(name: str, x: float, y: float = 0.0) -> Oblong:
    return Oblong(name, Pose(x, y, 0), 4, 2)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (foot("a", 0), Oblong("b", Pose(0, 9, 180), 4, 2), 9),
        (foot("a", 0), Oblong("b", Pose(5, 4, 180), 4, 2), math.hypot(1, 4)),
        (foot("a", 0), Oblong("b", Pose(1, -1, 180), 4, 2), 0),
        (Oblong("a", Pose(0, 3, 0), 2, 6), Oblong("b", Pose(-3, 0, 270), 2, 6), 0),  # across, no corner inside
        (foot("a", 0), Oblong("b", Pose(3, 4, 0), 0, 0), math.hypot(1, 4)),  # a point
    ],
)
def test_how_far_apart(one: Oblong, other: Oblong, expected: float) -> None:
    assert apart(one, other) == pytest.approx(expected)


@given(footprints("one"), footprints("other"), SIZES, motions)
def test_it_is_what_geometry_says_both_ways_and_wherever_the_table_stands(
    one: Footprint, whole: Footprint, depth: float, motion: Motion
) -> None:
    other = Footprint(whole.id, whole.pose, min(whole.width, depth), depth) if depth < 3 else whole
    found = apart(one, other)
    assert found == pytest.approx(distance(one, other), abs=1e-9)
    assert found == pytest.approx(apart(other, one), abs=1e-9)
    assert found == pytest.approx(apart(motion.footprint(one), motion.footprint(other)), abs=1e-9)
    for inches in (0.0, 0.5, 4.0):
        assert comes_within(one, other, inches) == (found <= inches + TOLERANCE)


def test_a_leader_commands_along_a_line_without_wide_gaps() -> None:
    leader = Oblong("Warwick", Pose(0, -3, 0), 0, 0)  # one inch from the rear of the first
    line = [foot("a", 0), foot("b", 6), foot("c", 12), foot("d", 19), foot("e", 25)]
    assert continuous_line([*line, leader], leader, 2) == {"a", "b", "c"}
    assert continuous_line(line, leader, 0.5) == frozenset()


@given(st.lists(footprints(), min_size=1, max_size=8), st.sampled_from([0.5, 2.0]))
def test_a_line_is_a_group_around_its_leader(some: list[Footprint], gap: float) -> None:
    crowd = [Footprint(str(number), *body[1:]) for number, body in enumerate(some)]
    own = next(group for group in groups(crowd, gap + TOLERANCE) if "0" in group)
    assert continuous_line(crowd, crowd[0], gap) == set(own) - {"0"}


def test_no_geometry_is_loaded_for_it() -> None:
    code = "import sys, miniatures.space.oblong; sys.exit('shapely' in sys.modules or 'numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
