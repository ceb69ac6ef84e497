"""How far before contact, and with whom."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from miniatures.space.footprint import Body, Disc, Footprint, distance
from miniatures.space.moves import run_up, shift, slide
from miniatures.space.pose import Pose
from tests.space.motions import Motion, crowds, facings, footprints, motions

FOOT = Footprint("foot", Pose(0, 0, 0), 6, 2)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (Footprint("foe", Pose(0, 8, 180), 4, 2), 8),
        (Footprint("foe", Pose(4, 8, 180), 4, 2), 8),
        (Footprint("foe", Pose(5, 8, 180), 4, 2), None),  # our sides would brush each other
        (Footprint("foe", Pose(4.995, 8, 180), 4, 2), None),
        (Footprint("foe", Pose(4.9, 8, 180), 4, 2), 8),
        (Footprint("foe", Pose(0, 8, 225), 2, 2), 8 - 0.5**0.5 * 1),  # a corner first
        (Footprint("foe", Pose(5, 0, 180), 4, 2), None),  # beside us
        (Footprint("foe", Pose(0, -2, 0), 4, 2), None),  # behind us, in contact
        (Footprint("foe", Pose(0, 0, 180), 4, 2), 0),  # in front of us, in contact
        (Footprint("foe", Pose(0, 13, 180), 4, 2), None),
        (Footprint("foe", Pose(0, 12, 180), 4, 2), 12),
        (Disc("foe", 0, 8, 2), 7),
        (Disc("foe", 3.6, 8, 2), 8 - 0.8),  # 3-4-5: our corner meets its rim 0.6 from its middle
        (Disc("foe", 0, 0, 1), 0),
    ],
)
def test_a_run_up_ends_at_the_first_touch(other: Body, expected: float | None) -> None:
    far, touched = run_up(FOOT, [other], 12)
    assert far == pytest.approx(12 if expected is None else expected, abs=1e-6)
    assert touched == (() if expected is None else ("foe",))


def test_all_that_are_reached_together_are_named() -> None:
    enemies = [Footprint(name, Pose(x, y, 180), 2, 2) for name, x, y in (("c", 0, 5), ("a", 3, 5), ("b", -3, 5.5))]
    assert run_up(FOOT, enemies, 12) == (5, ("a", "c"))


def test_troops_fall_back_facing_the_enemy() -> None:
    foe = Footprint("foe", Pose(0, 0, 180), 4, 2)
    friends = Footprint("friends", Pose(0, -7, 0), 4, 2)
    assert slide(FOOT, 180, [foe, friends], 12) == (5, ("friends",))
    assert slide(FOOT, 180, [foe], 12) == (12, ())


def test_a_slide_askew_meets_with_a_corner() -> None:
    far, touched = slide(FOOT, 45, [Footprint("foe", Pose(7, 6, 180), 4, 2)], 12)
    assert (far, touched) == (pytest.approx(math.hypot(6, 6)), ("foe",))


@given(footprints("own"), crowds(), motions, facings)
def test_touches_are_the_same_wherever_the_table_stands(
    own: Footprint, crowd: list[Body], motion: Motion, way: float
) -> None:
    far, touched = slide(own, way, crowd, 20)
    turned = motion.pose(Pose(0, 0, way)).facing
    moved = slide(motion.footprint(own), turned, [motion.body(body) for body in reversed(crowd)], 20)
    assert moved == (pytest.approx(far, abs=1e-4), touched)


@settings(max_examples=80)
@given(footprints("own"), crowds(4), st.one_of(st.just(None), facings))
def test_small_steps_find_the_same_first_touch(own: Footprint, crowd: list[Body], way: float | None) -> None:
    """The twin: a step at a time, from where nobody is touched, until more than a sliver of anybody is trodden on."""
    way = own.pose.facing if way is None else way
    assume(all(distance(own, body) > 0.05 for body in crowd))
    far, touched = slide(own, way, crowd, 20)
    for step in range(math.floor(far / 0.2)):
        there = shift(own, way, step * 0.2).end.polygon
        assert all(there.intersection(body.polygon).buffer(-0.0051).is_empty for body in crowd)
    end, beyond = shift(own, way, far).end, shift(own, way, far + 0.05).end
    for body in crowd:
        assert body.id not in touched or distance(end, body) <= 0.0101
        assert body.id not in touched or distance(beyond, body) <= 0.0101
        assert body.id in touched or distance(beyond, body) > 0 or distance(end, body) <= 0.06
