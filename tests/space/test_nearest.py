"""Targets in arc, neighbours, and their order."""

import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from miniatures.space.arcs import distance_in_fan, fan_from_centre
from miniatures.space.footprint import Body, Disc, Footprint, Geometry, distance
from miniatures.space.nearest import Found, all_targets, nearest, targets, within
from miniatures.space.pose import Pose
from tests.space.motions import Motion, bodies, crowds, footprints, motions
from tests.space.test_arcs import half_angles, reaches

BOWS = Footprint("bows", Pose(0, 0, 0), 4, 2)


def knights(name: str, x: float, y: float) -> Footprint:
    """Facing us, four wide."""
    return Footprint(name, Pose(x, y, 180), 4, 2)


def finely(body: Body) -> Geometry:
    """A disc with so many corners that a ray grazing it cannot tell."""
    return shapely.Point(body.centre).buffer(body.diameter / 2, 1024) if isinstance(body, Disc) else body.polygon


def test_the_nearest_target_comes_first_and_equals_by_name() -> None:
    enemies = [knights("Percy", 6, 8), knights("Clifford", -6, 8), knights("Dacre", 0, 9), knights("Neville", 0, -9)]
    found = targets(BOWS, enemies, 45, 12)
    assert [one.id for one in found] == ["Clifford", "Percy", "Dacre"]
    assert [one.distance for one in found] == pytest.approx([math.hypot(4, 8), math.hypot(4, 8), 9])


def test_noise_does_not_decide_which_of_two_is_nearer() -> None:
    found = targets(BOWS, [knights("a", 0, 9 + 1e-12), knights("b", 0, 9)], 45, 12)
    assert [one.id for one in found] == ["a", "b"]


def test_a_leader_can_be_in_arc() -> None:
    assert targets(BOWS, [Disc("Warwick", 0, 9, 2)], 45, 12) == (Found("Warwick", 8.0),)
    assert targets(BOWS, [Disc("Warwick", 9, 3, 2)], 45, 12) == ()


def test_a_ray_finds_the_rim_of_a_leader_who_stands_beside_it() -> None:
    # The ray of 45 degrees passes 0.6 from his middle, 10 along it: 3-4-5, it enters his base 0.8 before that.
    leader = Disc("Warwick", *Pose(0, 0, 45).point(10, 0.6), 2)
    assert targets(BOWS, [leader], 45, 12) == (Found("Warwick", pytest.approx(9.2)),)
    assert targets(BOWS, [Disc("Warwick", *Pose(0, 0, 45).point(10, 1.02), 2)], 45, 12) == ()


def test_each_firer_may_have_a_reach_of_its_own() -> None:
    guns = Footprint("guns", Pose(0, 0, 0), 2, 2)
    found = all_targets([BOWS, guns], [knights("foe", 0, 20)], 45, [12.0, 24.0])
    assert found == {"bows": (), "guns": (Found("foe", 20.0),)}


def test_nobody_to_shoot_or_to_shoot_at() -> None:
    assert all_targets([], [BOWS], 45, 12) == {}
    assert all_targets([BOWS], [], 45, 12) == {"bows": ()}


def test_neighbours_are_found_nearest_first_and_without_oneself() -> None:
    others: list[Body] = [BOWS, knights("far", 0, 12), knights("near", 0, 5), Disc("leader", 0, -6, 2)]
    assert within(BOWS, others, 10) == (Found("leader", 3.0), Found("near", 5.0))
    assert within(BOWS, others, 5) == (Found("leader", 3.0), Found("near", 5.0))
    assert nearest(BOWS, others) == Found("leader", 3.0)
    assert nearest(BOWS, [BOWS]) is None


@given(footprints("firer"), crowds(), half_angles, reaches, motions)
def test_targets_are_the_same_wherever_the_table_stands(
    firer: Footprint, crowd: list[Body], half_angle: float, reach: float, motion: Motion
) -> None:
    found = targets(firer, crowd, half_angle, reach)
    moved = targets(motion.footprint(firer), [motion.body(body) for body in reversed(crowd)], half_angle, reach)
    assert [one.id for one in moved] == [one.id for one in found]
    assert [one.distance for one in moved] == pytest.approx([one.distance for one in found], abs=1e-4)


@given(footprints("firer"), crowds(), half_angles, reaches)
def test_targets_are_those_in_the_fan(firer: Footprint, crowd: list[Body], half_angle: float, reach: float) -> None:
    fan = fan_from_centre(firer, half_angle, reach)
    expected = {body.id: away for body in crowd if (away := distance_in_fan(fan, finely(body))) is not None}
    assert dict(targets(firer, crowd, half_angle, reach)) == pytest.approx(expected, abs=2e-3)


@settings(max_examples=60)
@given(crowds(8), crowds(8), half_angles, st.lists(reaches, min_size=8, max_size=8))
def test_all_targets_at_once_are_those_of_each(
    firers: list[Body], enemies: list[Body], half_angle: float, reach: list[float]
) -> None:
    own = [body for body in firers if isinstance(body, Footprint)]
    found = all_targets(own, enemies, half_angle, reach[: len(own)])
    assert found == {firer.id: targets(firer, enemies, half_angle, far) for firer, far in zip(own, reach, strict=False)}
    assert found == all_targets(own, enemies[::-1], half_angle, reach[: len(own)])


@given(bodies("own"), crowds(), reaches, motions)
def test_neighbours_are_the_same_in_any_order_and_place(
    body: Body, crowd: list[Body], reach: float, motion: Motion
) -> None:
    found = within(body, crowd, reach)
    assert {one.id for one in found} == {other.id for other in crowd if distance(body, other) <= reach + 0.01}
    moved = within(motion.body(body), [motion.body(other) for other in reversed(crowd)], reach)
    assert [one.id for one in moved] == [one.id for one in found]
    assert nearest(body, crowd) == min(within(body, crowd, 1000), key=lambda one: (round(one.distance, 6), one.id))
