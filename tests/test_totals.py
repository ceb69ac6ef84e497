"""Totals of many dice: whatever the faces are worth, they agree with throwing every face of every die."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miniatures.totals import together, totals

#: Faces beside each other, and faces far apart, whose totals leave gaps.
worths = st.one_of(
    st.lists(st.integers(-3, 3), min_size=1, max_size=6),
    st.lists(st.sampled_from([-1, 0, 2, 1000, 1_000_003]), min_size=1, max_size=6),
)


@given(st.integers(0, 4), worths)
def test_totals_are_those_of_every_throw(count: int, worth: list[int]) -> None:
    every = Counter(sum(faces) for faces in product(worth, repeat=count))
    assert totals(count, tuple(worth)) == tuple(sorted(every.items()))


@given(st.integers(0, 3), worths, st.integers(0, 3), worths)
def test_two_throws_together_are_those_of_every_pair(some: int, worth: list[int], others: int, more: list[int]) -> None:
    thrown = product(product(worth, repeat=some), product(more, repeat=others))
    every = Counter(sum(own) + sum(theirs) for own, theirs in thrown)
    assert together(totals(some, tuple(worth)), totals(others, tuple(more))) == tuple(sorted(every.items()))


@pytest.mark.parametrize("worth", [(0, 0, 0, 0, 1, 1), (1, 2, 3, 4, 5, 6), (0, 0, 0, 0, 0, 7)])
def test_forty_dice_lose_no_way_to_fall(worth: tuple[int, ...]) -> None:
    found = totals(40, worth)
    assert sum(ways for _, ways in found) == 6**40
    assert found[0] == (40 * min(worth), worth.count(min(worth)) ** 40)
    assert found[-1] == (40 * max(worth), worth.count(max(worth)) ** 40)
