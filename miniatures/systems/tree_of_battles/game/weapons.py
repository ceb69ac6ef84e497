"""What a contingent shoots with, and how far that carries."""

from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.tables import RANGES


def weapons_of(unit: ContingentNow) -> set[str]:
    return {part.shoots_with for part in unit.in_play.present if part.shoots_with}


def reach_of(unit: ContingentNow) -> float:
    """The longest range of its weapons."""
    return max((RANGES[missile].maximum for missile in weapons_of(unit)), default=0)
