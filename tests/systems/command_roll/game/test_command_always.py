"""What holds for every position: no result hangs on how the table lies, or in which order a list is written."""

import math
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as some

from tests.systems.command_roll.game.tables import Game, battle, stands

#: Everybody about a place of his own, so that nobody stands on others.
ABOUT = {"Bills": (-14, -9), "Foes": (-14, 9), "Horse": (14, -9), "Others": (14, 9)}
KINDS = {"Bills": "Retinue Bill", "Foes": "Shire Bill", "Horse": "Mounted Currours", "Others": "Peasants"}
ACTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("charge", {"unit": "Bills"}),
    ("charge", {"unit": "Horse", "target": "Others"}),
    ("evade", {"unit": "Bills"}),
    ("order", {"character": "Edward", "unit": "Bills", "dice": [6, 6, 2]}),
    ("order", {"character": "Edward", "unit": "Horse", "dice": [6, 6, 6]}),
)

spots = some.tuples(some.integers(-12, 12), some.integers(-12, 12), some.integers(0, 71))


def laid(where: list[tuple[int, int, int]], degrees: float, east: float, *, backwards: bool) -> Game:
    """The four of them on a table that is turned about its middle and shifted."""
    turn = math.radians(degrees)
    units = []
    for (name, (x, y)), (right, ahead, facing) in zip(ABOUT.items(), where, strict=True):
        x, y = x + right / 3 + 0.013, y + ahead / 3 + 0.017
        place = (100 + east + x * math.cos(turn) + y * math.sin(turn), 100 - x * math.sin(turn) + y * math.cos(turn))
        units.append(stands(KINDS[name], name, *place, (facing * 5 + 1.3 + degrees) % 360))
    york, lancaster = units[::2], units[1::2]
    if backwards:
        york, lancaster = york[::-1], lancaster[::-1]
    return battle(york, lancaster, size=(200, 200), commanders={"Edward": "Bills", "Warwick": "Foes"})


def result(game: Game, action: str, words: dict[str, Any]) -> tuple[set[str], dict[str, float], list[str]]:
    """What stands against it, how far everybody is from everybody after it all the same, and who touches whom."""
    proposed = game.proposed(action, **{key: value for key, value in words.items() if key != "dice"})
    assert proposed.procedure is not None
    rules = {one.rule for one in (*proposed.against, *proposed.procedure.refusals(proposed.facts))}
    game.do(action, **words, overrule="to see where it ends")
    table = game.table
    apart = {f"{one} {other}": table.apart(one, other) for one in ABOUT for other in ABOUT if one < other}
    return rules, apart, sorted(one.key for one in game.state.contacts)


# Shrinking a failure would take longer than reading it.
@settings(max_examples=20, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(some.lists(spots, min_size=4, max_size=4), some.integers(1, 359), some.integers(-20, 20), some.booleans())
def test_how_the_table_lies_and_how_the_list_is_written_changes_no_result(
    where: list[tuple[int, int, int]], degrees: int, east: int, backwards: bool
) -> None:
    for action, words in ACTIONS:
        rules, apart, contacts = result(laid(where, 0, 0, backwards=False), action, words)
        others, after, touching = result(laid(where, degrees, east, backwards=backwards), action, words)
        assert (action, rules, contacts) == (action, others, touching)
        assert after == pytest.approx(apart, abs=0.02)
