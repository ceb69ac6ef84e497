"""Who stands together."""

from hypothesis import given
from hypothesis import strategies as st

from miniatures.space.footprint import Body, Footprint, distance
from miniatures.space.groups import groups
from miniatures.space.pose import Pose
from tests.space.motions import Motion, crowds, motions


def foot(name: str, x: float, y: float = 0.0) -> Footprint:
    return Footprint(name, Pose(x, y, 0), 4, 2)


def test_units_side_by_side_are_a_group() -> None:
    line = [foot("b", 4), foot("a", 0), foot("d", 20), foot("c", 8.005)]
    assert groups(line) == (("a", "b", "c"), ("d",))
    assert groups(line, 8) == (("a", "b", "c", "d"),)
    assert groups([]) == ()


@given(crowds(), st.sampled_from([0.0, 0.5, 2.0]), motions)
def test_groups_are_the_same_in_any_order_and_place(crowd: list[Body], gap: float, motion: Motion) -> None:
    found = groups(crowd, gap)
    assert groups([motion.body(body) for body in reversed(crowd)], gap) == found
    assert sorted(name for group in found for name in group) == sorted(body.id for body in crowd)
    where = {name: number for number, group in enumerate(found) for name in group}
    for one in crowd:
        for other in crowd:
            assert where[one.id] == where[other.id] or distance(one, other) > gap
