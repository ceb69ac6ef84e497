"""The real table is right: contingents and leaders stated anew, and nothing broken is left behind."""

from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from tests.systems.tree_of_battles.game.sound import sound
from tests.systems.tree_of_battles.game.tables import Game, battle, leader, stands, touch

BILLS = "4 heavy infantry"


def apart(**said: Any) -> Game:
    own = said.pop("own", {})
    foes = stands(BILLS, "Foes", 24, said.pop("y", 30), dps=[])
    york = [
        stands(BILLS, "Bills", said.pop("x", 24), 20, **own),
        stands("4 longbow", "Bows", 31, 20),
        leader("Hastings", unit="Bills"),
    ]
    return battle(york, [foes], **said)


@pytest.mark.parametrize(
    ("words", "attribute", "value"),
    [
        ({"stands": 2}, "left", 2),
        ({"dps": 3}, "total_dps", 3),
        ({"dps": 5}, "array", "disarray"),
        ({"array": "column"}, "abreast", 1),
        ({"array": "disarray"}, "disordered", True),
        ({"routing": True}, "broken", True),
        ({"routing": True}, "conduct", "routing"),
        ({"routing": True}, "array", "disarray"),
        ({"gone": "fled in the night"}, "gone", "fled in the night"),
        ({"stands": 0}, "gone", "destroyed"),
    ],
)
def test_what_may_be_stated(words: dict[str, Any], attribute: str, value: Any) -> None:
    game = apart()
    (said,) = game.do("correct", unit="Bills", **words)
    assert said.startswith("Corrected by the players: Bills")
    assert getattr(game.unit("Bills"), attribute) == value
    assert game.leader("Hastings").unit == ("" if game.unit("Bills").gone else "Bills")


@pytest.mark.rules("T4", "T156")
@pytest.mark.parametrize(
    "words",
    [
        {},
        {"stands": 5},
        {"dps": 6},
        {"touches": ["Bows"]},
        {"stands": 0, "touches": ["Foes"]},
        {"unit": "Hastings"},
        {"unit": "Hastings", "wounds": 3},
    ],
)
def test_what_cannot_be_is_told(words: dict[str, Any]) -> None:
    with pytest.raises(BrokenInputError):
        apart(y=20).do("correct", **({"unit": "Bills"} | words))


@pytest.mark.rules("T47")
def test_new_dps_have_a_reason_and_the_oldest_go_first() -> None:
    old = [{"dps": 2, "why": "rout", "rule": "T302", "turn": 1}, {"dps": 1, "why": "wheel", "rule": "T501", "turn": 1}]
    game = apart(own={"dps": old}, turn=2)
    game.do("correct", unit="Bills", dps=4, why="forgot the hedge")
    assert [(one["dps"], one["why"]) for one in game.unit("Bills").dps] == [
        (2, "rout"), (1, "wheel"), (1, "forgot the hedge")
    ]  # fmt: skip
    game.do("correct", unit="Bills", dps=1)
    assert [(one["dps"], one["why"]) for one in game.unit("Bills").dps] == [(1, "forgot the hedge")]


@pytest.mark.rules("T80")
def test_who_fights_whom_once_and_only_where_they_touch() -> None:
    assert apart().refused("correct", unit="Bills", touches=["Foes"]) == {"T80"}
    game = apart(y=20)
    game.do("correct", unit="Bills", touches=["Foes"])
    game.do("correct", unit="Foes", touches=["Bills"])
    assert len(game.state.contacts) == 1
    game.do("correct", unit="Foes", free=True)
    assert not game.state.fighting("Foes")


@pytest.mark.rules("T40")
def test_who_is_gone_touches_nobody_and_may_come_back_where_there_is_room() -> None:
    game = apart(y=20, contacts=[touch("Bills", "Foes")])
    game.do("correct", unit="Bills", gone="left by agreement")
    assert game.state.contacts == ()
    assert game.leader("Hastings").x is not None
    game.do("correct", unit="Bills", stands=3)
    assert (game.unit("Bills").gone, game.unit("Bills").left) == ("", 3)


@pytest.mark.rules("T73")
def test_nobody_grows_onto_others() -> None:
    game = apart(own={"stands": [2]}, x=26)
    assert game.refused("correct", unit="Bills", stands=4) == {"T73"}
    assert game.refused("correct", unit="Bills", stands=1) == set()


def test_leaders_are_wounded_and_lost_too() -> None:
    game = apart()
    game.do("correct", unit="Hastings", wounds=1)
    assert game.leader("Hastings").rating == 2
    game.do("correct", unit="Hastings", gone="captured")
    assert (game.leader("Hastings").gone, game.leader("Hastings").unit) == ("captured", "")


def test_a_corrected_game_is_sound_and_plays_on() -> None:
    game = apart(y=20)
    stated: list[dict[str, Any]] = [{"touches": ["Foes"]}, {"stands": 2}, {"routing": True}, {"gone": "lost"}]
    for words in stated:
        before = game.playing.file.state
        game.do("correct", unit="Bills", **words)
        sound(game.playing, before)
    game.on("rally")
