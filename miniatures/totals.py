"""Totals of many dice, each with the number of ways to it, in whole numbers."""

from collections import Counter
from functools import lru_cache
from math import comb

#: Up to so many dice are added one by one, since odds ask for one number of dice after the other; more are halved.
_ONE_BY_ONE = 12

#: Totals of dice in their order, each with the number of ways to it.
Totals = tuple[tuple[int, int], ...]


@lru_cache(maxsize=256)
def totals(count: int, worth: tuple[int, ...]) -> Totals:
    """Each total of `count` dice whose faces are worth `worth`."""
    if count < 2:
        return tuple(sorted(Counter(worth).items())) if count else ((0, 1),)
    faces = totals(1, worth)
    if len(faces) == 2:  # they hit or they do not: only their number counts
        (low, missing), (high, hitting) = faces
        return tuple(
            [
                (low * (count - hits) + high * hits, comb(count, hits) * missing ** (count - hits) * hitting**hits)
                for hits in range(count + 1)
            ]
        )
    some = 1 if count <= _ONE_BY_ONE else count // 2
    return together(totals(count - some, worth), totals(some, worth))


def together(some: Totals, others: Totals) -> Totals:
    """Totals of all dice, from the totals of some and of the others."""
    low = some[0][0] + others[0][0]
    span = some[-1][0] + others[-1][0] - low + 1
    if span <= 2 * (len(some) + len(others)):
        return _multiplied(some, others, low, span)
    ways: dict[int, int] = {}
    for total, number in some:
        for more, times in others:
            both = total + more
            ways[both] = ways.get(both, 0) + number * times
    return tuple(sorted(ways.items()))


def _multiplied(some: Totals, others: Totals, low: int, span: int) -> Totals:
    """The same where hardly a total is missing: all ways as the digits of two numbers, and one multiplication.

    A digit has as many bytes as the ways to all totals together, so that none ever carries over to the next.
    """
    every = sum([number for _, number in some]) * sum([number for _, number in others])
    size = (every.bit_length() + 7) // 8
    first, second = (sum([ways << 8 * size * (total - own[0][0]) for total, ways in own]) for own in (some, others))
    written = (first * second).to_bytes(size * span, "little")
    digits = [int.from_bytes(written[place : place + size], "little") for place in range(0, size * span, size)]
    return tuple([(total, ways) for total, ways in enumerate(digits, low) if ways])
