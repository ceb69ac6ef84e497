"""Comparisons at the table: they allow 0.01, so that floating point never decides a game."""

from collections.abc import Callable

TOLERANCE = 0.01
#: Bodies with no more than this between them touch.
CONTACT = 0.05


def within(distance: float, reach: float) -> bool:
    """Within 12 inches includes exactly 12."""
    return distance <= reach + TOLERANCE


def at_least(distance: float, reach: float) -> bool:
    """8 inches or more includes exactly 8."""
    return distance >= reach - TOLERANCE


def furthest(most: float, fits: Callable[[float], bool]) -> float:
    """How far one can go before what fits no longer does, by halving; a hair less, so that nothing is entered."""
    if fits(most):
        return most
    low, high = 0.0, most
    while high - low > TOLERANCE / 10:
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    least = max(0.0, low - TOLERANCE)
    round_number = round(least, 2)
    return round_number if fits(round_number) else least
