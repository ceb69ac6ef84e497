"""A unit's card in the 2D6 command-roll game: stands, hits towards the next, confusion, and what a tap changes."""

import pytest

from miniatures.saying import read_how
from miniatures.systems.cards import Card, Gauge
from tests.systems.command_roll.game.tables import Game, battle, stands, touch


def game_with(**said: object) -> Game:
    return battle(
        [stands("Retinue Bow", "Bows", 60, 30, **said)],
        [stands("Shire Bill", "Bills", 60, 34)],
        commanders={"Edward": "Bows"},
        contacts=[touch("Bows", "Bills")],
    )


def card(game: Game, name: str = "Bows") -> Card:
    return game.playing.rules.card(game.state, name)


def tapped(game: Game, what: str) -> None:
    (tap,) = [one for one in card(game).taps if one.what == what]
    said = read_how(game.playing.rules, tap.how)
    game.do(said.action, **said.words)


def test_stands_and_hits_are_counted_apart() -> None:
    """Retinue Bow: two stands of three hits each."""
    found = card(game_with(lost=1, hits=2, confused=True))
    assert found.gauges == (
        Gauge("stands", 1, 2),
        Gauge("hits", 2, 3, "taken", "1 more hit to lose a stand"),
    )
    assert found.states[:2] == ("confused", "fighting Bills")
    assert (found.leaders, found.group) == (("Edward",), "Main Ward")


def test_the_third_hit_takes_a_stand() -> None:
    game = game_with()
    tapped(game, "one hit more")
    tapped(game, "one hit more")
    assert (game.unit("Bows").left, game.unit("Bows").hits) == (2, 2)
    tapped(game, "one hit more: a stand falls")
    assert (game.unit("Bows").left, game.unit("Bows").hits) == (1, 0)
    tapped(game, "one stand more")
    assert game.unit("Bows").left == 2


def test_hits_blunders_confusion_arrows_and_contact_go_by_a_tap() -> None:
    game = game_with(hits=2, blunders=1, confused=True, exhausted=[1])
    for what in ("one hit fewer", "one blunder fewer", "no longer confused", "arrows for all", "touches no enemy"):
        tapped(game, what)
    bows = game.unit("Bows")
    assert (bows.hits, bows.blunders, bows.confused, bows.exhausted) == (1, 0, False, ())
    assert not game.state.contacts
    tapped(game, "confused")
    assert game.unit("Bows").confused


def test_the_last_stand_takes_the_unit_with_it() -> None:
    game = game_with(lost=1)
    tapped(game, "one stand fewer")
    found = card(game)
    assert (found.lost, found.taps, found.states) == (True, (), ("destroyed",))


@pytest.mark.rules("C211")
def test_who_was_hit_is_told_of_the_drive_back() -> None:
    game = battle(
        [stands("Retinue Bow", "Bows", 60, 30)],
        [stands("Shire Bill", "Bills", 60, 44, missiles={"now": 3, "hits": 2})],
        step="shooting",
    )
    assert "2D6 for the drive-back at the end of the shooting (C211)" in card(game, "Bills").notes


def test_a_commander_has_a_card_of_his_own() -> None:
    found = card(game_with(), "Edward")
    assert (found.kind, found.notes[-1]) == ("leader", "with Bows")
    assert "General" in found.about
