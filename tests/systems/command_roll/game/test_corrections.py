"""The real table is right: units placed by hand and stated anew, and nothing broken is left behind."""

from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from tests.systems.command_roll.game.combats import duel, fighter, won_by
from tests.systems.command_roll.game.tables import Game, battle, stands


def apart(**said: Any) -> Game:
    return battle(
        [stands("Retinue Bow", "Bows", 60, 20), stands("Shire Bill", "Bills", 60, 16)],
        [stands("Shire Bill", "Foes", 60, 100, **said.pop("foes", {}))],
        **said,
    )


@pytest.mark.parametrize(
    ("words", "attribute", "value"),
    [
        ({"stands": 1}, "left", 1),
        ({"hits": 2}, "hits", 2),
        ({"confused": True}, "confused", True),
        ({"blunders": 2}, "blunders", 2),
        ({"exhausted": 1}, "exhausted", (0,)),
        ({"gone": "fled in the night"}, "gone", "fled in the night"),
        ({"stands": 0}, "gone", "destroyed"),
    ],
)
def test_what_may_be_stated(words: dict[str, Any], attribute: str, value: Any) -> None:
    game = apart()
    (said,) = game.do("correct", unit="Bows", **words)
    assert said.startswith("Corrected by the players: Bows")
    assert getattr(game.unit("Bows"), attribute) == value


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"stands": 3},
        {"hits": 3},
        {"exhausted": 3},
        {"touches": ["Bills"]},
        {"stands": 0, "touches": ["Foes"]},
    ],
)
def test_what_cannot_be_is_told(words: dict[str, Any]) -> None:
    with pytest.raises(BrokenInputError):
        apart().do("correct", unit="Bows", **words)


def test_who_is_gone_touches_nobody_and_his_commanders_stand_alone() -> None:
    game = duel(commanders={"Warwick": "Spears"})
    game.do("correct", unit="Spears", gone="left by agreement")
    assert game.state.contacts == ()
    assert game.unit("Warwick").placed
    game = duel(commanders={"Warwick": "Spears"})
    game.do("correct", unit="Warwick", stands=0)
    assert (game.unit("Warwick").gone, game.unit("Warwick").joined) == ("destroyed", "")
    assert "joined" not in fighter(game, "Spears")


@pytest.mark.rules("C132")
def test_a_contact_is_stated_or_ended_by_hand() -> None:
    game = duel()
    game.do("correct", unit="Spears", free=True)
    assert not game.state.engaged("Bills")
    game.do("correct", unit="Spears", touches=["Bills"])
    game.do("correct", unit="Bills", touches=["Spears"])  # said twice, it is one contact still
    assert len(game.state.contacts) == 1
    assert fighter(game, "Bills")["name"] == "Bills"


@pytest.mark.rules("C132", "C305")
def test_a_contact_stated_by_hand_shows_the_sides_of_the_table() -> None:
    game = duel({"x": 60, "y": 52, "facing": 180})
    game.do("correct", unit="Bills", free=True)
    game.do("correct", unit="Bills", touches=["Spears"])
    (contact,) = game.state.contacts
    assert (contact.side_of("Bills"), contact.side_of("Spears")) == ("front", "rear")


def test_who_is_far_away_touches_nobody_unless_it_is_agreed_and_then_all_still_works() -> None:
    game = apart(step="combat")
    assert game.refused("correct", unit="Bows", touches=["Foes"]) == {"C132"}
    game.do("correct", unit="Bows", touches=["Foes"], overrule="the table was shaken")
    # One stand of each is taken to fight: three dice against two.
    game.do("fight", unit="Bows", dice=[6, 6, 1, 1, 1])
    assert game.body("Foes").pose.y > 100
    assert not game.state.engaged("Bows")


def test_a_unit_comes_back_only_where_there_is_room() -> None:
    game = apart(foes={"gone": "routed", "lost": 2})
    game.do("correct", unit="Foes", stands=1)
    assert not game.unit("Foes").gone
    game = apart(state={"units": {"Bills": {"gone": "routed", "y": 20}}})
    assert game.refused("correct", unit="Bills", stands=2) == {"C78"}


def test_a_joined_commander_touches_nobody_by_himself() -> None:
    game = duel(commanders={"Edward": "Bills"})
    with pytest.raises(BrokenInputError):
        game.do("correct", unit="Edward", touches=["Spears"])
    game.do("correct", unit="Spears", free=True)
    game.do("correct", unit="Spears", touches=["Edward"])
    assert game.state.enemies_touching("Spears") == ["Bills"]


@pytest.mark.rules("C103")
def test_units_are_placed_while_setting_up_and_later_only_by_agreement() -> None:
    game = apart(step="deployment", turn=0)
    game.do("place", unit="Bows", x=30, y=25, facing=15, form="column")
    bows = game.unit("Bows")
    assert (bows.x, bows.y, bows.facing, bows.ranks) == (30, 25, 15, 2)
    assert game.refused("place", unit="Bows", x=30, y=60) == {"C78"}
    later = apart()
    assert later.refused("place", unit="Bows", x=30, y=60) == {"C78"}
    later.do("place", unit="Bows", x=30, y=60, overrule="it stood there")
    assert later.body("Bows").pose.x == 30


def test_nobody_is_placed_beside_the_table_or_from_among_the_dead() -> None:
    game = apart()
    for words in ({"x": -50, "y": 20}, {"x": 60, "y": 121}):
        with pytest.raises(BrokenInputError):
            game.do("place", unit="Bows", overrule="why not", **words)
    game.do("correct", unit="Bows", stands=0)
    with pytest.raises(BrokenInputError):
        game.do("place", unit="Bows", x=60, y=40, overrule="they rise")
    game.do("correct", unit="Bows", stands=1)
    assert not game.unit("Bows").gone


def test_who_is_placed_elsewhere_touches_his_enemies_no_more_and_leaves_his_unit() -> None:
    game = duel(commanders={"Edward": "Bills"})
    game.do("place", unit="Bills", x=60, y=30, overrule="by agreement")
    assert game.state.contacts == ()
    assert game.unit("Edward").joined == "Bills"
    game.do("place", unit="Edward", x=30, y=30, overrule="by agreement")
    assert game.unit("Edward").joined == ""


def test_whom_the_players_moved_between_rounds_is_pursued_where_he_is() -> None:
    game = won_by(duel(), 3, 0)
    game.do("place", unit="Spears", x=62, y=56, overrule="they went farther")
    game.do("pursue", unit="Bills")
    assert game.state.enemies_touching("Bills") == ["Spears"]
    assert game.table.apart("Bills", "Spears") == pytest.approx(0, abs=0.05)
    game = won_by(duel(), 3, 0)
    game.do("place", unit="Spears", x=62, y=90, overrule="they went farther")
    assert game.refused("pursue", unit="Bills") == {"C35"}


def test_without_a_map_nothing_is_placed() -> None:
    with pytest.raises(BrokenInputError):
        apart(mapless=True).do("place", unit="Bows", x=1, y=1)
