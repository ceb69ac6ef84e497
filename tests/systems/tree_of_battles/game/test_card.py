"""A contingent's card in The Tree of Battles: DPs cause by cause, stands, command points, and what one tap changes."""

import pytest

from miniatures.saying import read_how
from miniatures.systems.cards import Card, Cause, Gauge, Mark
from tests.systems.tree_of_battles.game.tables import Game, battle, leader, stands, touch

SHOT = {"dps": 2, "why": "shot at by Bows", "rule": "T133", "turn": 1}
NOBLE = {"dps": 1, "why": "noble killed", "rule": "T305", "turn": 2}


def game_with(**said: object) -> Game:
    hastings = leader("Hastings", "captain", 3, unit="Bills", front=True)
    return battle(
        [stands("4 heavy infantry", "Bills", 24, 20, **said), hastings],
        [stands("4 heavy infantry", "Foes", 24, 20.8)],
        contacts=[touch("Bills", "Foes")],
    )


def card(game: Game, name: str = "Bills") -> Card:
    return game.playing.rules.card(game.state, name)


def tapped(game: Game, what: str, name: str = "Bills") -> None:
    (tap,) = [one for one in card(game, name).taps if one.what == what]
    said = read_how(game.playing.rules, tap.how)
    game.do(said.action, **said.words)


@pytest.mark.rules("T334")
def test_each_dp_says_where_it_came_from() -> None:
    """B grade is in disarray at five."""
    stands_left, dps = card(game_with(dps=[SHOT, NOBLE])).gauges
    assert stands_left == Gauge("stands", 4, 4)
    assert dps == Gauge(
        "DPs",
        3,
        5,
        "taken",
        "2 more to disarray",
        (Mark(5, "in disarray", "T334"),),
        (Cause(2, "shot at by Bows", "T133", 1), Cause(1, "noble killed", "T305", 2)),
    )


def test_a_card_tells_who_is_with_them() -> None:
    found = card(game_with())
    assert (found.group, found.leaders, found.notes[-1]) == ("Main", ("Hastings",), "Hastings is in the front rank")
    assert found.about.startswith("B grade, 4 stands")
    assert found.states == ("fighting Foes",)


def test_a_dp_more_is_the_players_and_a_dp_fewer_is_the_oldest() -> None:
    game = game_with(dps=[SHOT, NOBLE])
    tapped(game, "one DP more")
    assert [cause.number for cause in card(game).gauges[1].causes] == [2, 1, 1]
    assert card(game).gauges[1].causes[-1].why == "corrected by the players"
    tapped(game, "one DP fewer, the oldest")
    assert [cause.number for cause in card(game).gauges[1].causes] == [1, 1, 1]


@pytest.mark.rules("T334")
def test_the_fifth_dp_of_b_grade_is_disarray_and_the_last() -> None:
    game = game_with(dps=[{"dps": 4}])
    tapped(game, "one DP more")
    taps = [tap.what for tap in card(game).taps]
    assert game.unit("Bills").disordered
    assert "one DP more" not in taps
    assert "out of disarray, in line" not in taps


def test_stands_disarray_rout_and_contact_go_by_a_tap() -> None:
    game = game_with()
    for what in ("one stand fewer", "in disarray", "routing", "fights nobody"):
        tapped(game, what)
    bills = game.unit("Bills")
    assert (bills.left, bills.array, bills.broken, game.state.contacts) == (3, "disarray", True, ())
    for what in ("no longer routing", "out of disarray, in line", "one stand more"):
        tapped(game, what)
    bills = game.unit("Bills")
    assert (bills.left, bills.array, bills.broken) == (4, "line", False)


@pytest.mark.rules("T5", "T156")
def test_a_captain_counts_his_points_and_wounds() -> None:
    game = game_with()
    tapped(game, "one command point lost to a wound", "Hastings")
    points, wounds = card(game, "Hastings").gauges
    assert (points.name, points.value, points.most) == ("command points", 2, 2)
    assert (wounds.value, wounds.most) == (1, 3)
    tapped(game, "one command point lost to a wound", "Hastings")
    assert [tap.what for tap in card(game, "Hastings").taps] == ["one command point back", "killed"]
    tapped(game, "killed", "Hastings")
    assert (card(game, "Hastings").lost, card(game, "Hastings").taps) == (True, ())
