"""Comparisons at the table: they allow 0.01, so that floating point never decides a game."""

TOLERANCE = 0.01
#: Bodies with no more than this between them touch.
CONTACT = 0.05


def within(distance: float, reach: float) -> bool:
    """Within 12 inches includes exactly 12."""
    return distance <= reach + TOLERANCE


def at_least(distance: float, reach: float) -> bool:
    """8 inches or more includes exactly 8."""
    return distance >= reach - TOLERANCE
