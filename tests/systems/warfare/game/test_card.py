"""A unit's card in 15mm Warfare: figures left, the marks of loss, and what one tap changes."""

import pytest

from miniatures.saying import read_how
from miniatures.systems.cards import Card, Gauge, Mark
from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import unit


def game_with(**said: object) -> Game:
    return battle(
        [stands(unit("Bills", figures=20), 20, 10, **said)],
        [stands(unit("Foes", figures=16), 20, 16)],
        leaders={"Edward": "Bills"},
        contacts=[touch("Bills", "Foes")],
    )


def card(game: Game, name: str = "Bills") -> Card:
    return game.playing.rules.card(game.state, name)


def tapped(game: Game, what: str) -> None:
    (tap,) = [one for one in card(game).taps if one.what == what]
    said = read_how(game.playing.rules, tap.how)
    game.do(said.action, **said.words)


@pytest.mark.rules("W530", "W531", "W532")
def test_the_figures_left_show_the_next_of_the_marks() -> None:
    """Of 20, a quarter is lost with 15 left, half with 10 and three quarters with 5."""
    marks = (Mark(15, "25% lost", "W530"), Mark(10, "50% lost", "W531"), Mark(5, "75% lost", "W532"))
    assert card(game_with(lost=6)).gauges == (Gauge("figures", 14, 20, says="4 more to 50%", marks=marks),)


def test_a_card_tells_who_they_are_and_who_is_with_them() -> None:
    found = card(game_with(furious=True))
    assert (found.kind, found.side, found.group, found.leaders) == ("unit", 0, "Vaward", ("Edward",))
    assert found.about.startswith("20 ")
    assert found.states == ("in melee with Foes", "furious")
    assert "order: attack" in found.notes


def test_figures_come_and_go_by_a_tap() -> None:
    game = game_with(lost=6)
    tapped(game, "one figure fewer")
    assert game.unit("Bills").lost == 7
    tapped(game, "one figure more")
    tapped(game, "one figure more")
    assert game.unit("Bills").lost == 5


def test_rout_fury_and_contact_are_switched_by_a_tap() -> None:
    game = game_with()
    tapped(game, "furious")
    assert game.unit("Bills").furious
    tapped(game, "no longer furious")
    assert not game.unit("Bills").furious
    tapped(game, "in rout")
    assert game.unit("Bills").routing
    tapped(game, "out of rout")
    assert not game.unit("Bills").routing
    tapped(game, "touches no enemy")
    assert not game.state.contacts
    assert "touches no enemy" not in [tap.what for tap in card(game).taps]


def test_the_last_figure_takes_the_unit_with_it_and_then_nothing_is_left_to_tap() -> None:
    game = game_with(lost=19)
    tapped(game, "one figure fewer")
    found = card(game)
    assert (found.lost, found.taps, found.states) == (True, (), ("destroyed",))
    assert found.gauges[0].value == 0


def test_a_leader_has_a_card_of_his_own() -> None:
    found = card(game_with(), "Edward")
    assert (found.kind, found.about, found.states) == ("leader", "commander-in-chief", ("with Bills",))
