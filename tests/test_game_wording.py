"""An action as a heading: whom it is about, and what was said with it."""

from typing import Any

import pytest

from miniatures.game_wording import action_words
from tests.test_saying import rules


@pytest.mark.parametrize(
    ("action", "words", "heading"),
    [
        ("next", {}, "Next"),
        ("shoot", {"unit": "Bows", "target": "Bills", "weapon": "longbow"}, "Shoot: Bows, Bills, weapon longbow"),
        ("wheel", {"unit": "Bows", "to": "left", "degrees": 1}, "Wheel: Bows, left, 1"),
        ("correct", {"unit": "Bows", "lost": 0, "routing": False}, "Correct: Bows, lost 0, not routing"),
        ("correct", {"unit": "Bows", "touches": ["A", "B"], "free": True}, "Correct: Bows, touches A, touches B, free"),
        ("break-off", {"unit": "Bows"}, "Break off: Bows"),
    ],
)
def test_an_action_is_a_heading(action: str, words: dict[str, Any], heading: str) -> None:
    assert action_words(rules("warfare").actions()[action], words) == heading
