"""What holds for every shot: nothing depends on where the table lies, or in which order a list is written."""

from math import cos, radians, sin
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.systems.command_roll.game.tables import Game, Standing, battle, stands

KINDS = ("Shire Bow", "Retinue Bow", "Crossbow", "Canon / Bombard", "Shire Bill", "Mounted Currours")
#: Everybody in a square of 20 cm of his own, so that nobody stands on others: his kind, square, place in it, facing.
armies = some.lists(
    some.tuples(
        some.sampled_from(KINDS),
        some.tuples(some.integers(0, 3), some.integers(0, 3)),
        some.tuples(some.integers(-40, 40), some.integers(-40, 40)),
        some.integers(0, 71),
    ),
    min_size=3,
    max_size=7,
    unique_by=lambda one: one[1],
)


def scene(army: Any, degrees: float = 0.0, east: float = 0.0, *, backwards: bool = False) -> Game:
    """Odd places are York's and even ones Lancaster's, on a table turned about its middle and shifted."""
    sides: tuple[list[Standing], list[Standing]] = ([], [])
    turn = radians(degrees)
    for number, (kind, square, place, facing) in enumerate(army):
        # A little off the whole numbers: where two enemies are equally near, noise may choose.
        right, up = (
            20 * cell - 30 + tenths / 10.1 + 0.013 * number for cell, tenths in zip(square, place, strict=True)
        )
        where = (150 + east + right * cos(turn) + up * sin(turn), 150 - right * sin(turn) + up * cos(turn))
        sides[number % 2].append(stands(kind, f"{number} {kind}", *where, (facing * 5 + 0.3 * number + degrees) % 360))
    york, lancaster = (list(reversed(side)) if backwards else side for side in sides)
    nobody = {"Edward": None, "Warwick": None}
    return battle(york, lancaster, step="shooting", size=(330, 300), commanders=nobody)


def told(game: Game) -> list[Any]:
    """Who may be shot at, and what is measured of it."""
    found: list[Any] = []
    for unit in sorted(one.id for one in game.state.standing(0) if one.unit.missile):
        against = game.refused("shoot", unit=unit)
        facts = game.facts("shoot", unit=unit) if not against else {}
        found.append((unit, sorted(against), facts))
    return found


def nearly(facts: Any) -> Any:
    """The same facts; what is smaller than 0.01 is noise."""
    if isinstance(facts, dict):
        return {key: nearly(value) for key, value in facts.items()}
    if isinstance(facts, list | tuple):
        return type(facts)(nearly(value) for value in facts)
    return pytest.approx(facts, abs=0.01) if isinstance(facts, float) else facts


@settings(deadline=None, max_examples=25)
@given(armies, some.integers(1, 359), some.integers(-9, 9))
def test_a_turned_and_shifted_table_changes_no_target_and_no_facts(army: Any, degrees: int, east: int) -> None:
    assert told(scene(army)) == nearly(told(scene(army, degrees, east)))


@settings(deadline=None, max_examples=25)
@given(armies)
def test_the_order_of_the_list_changes_nothing(army: Any) -> None:
    assert told(scene(army)) == nearly(told(scene(army, backwards=True)))
