"""The cards of a whole army, before it has fought and in the middle of a battle."""

from pathlib import Path

import pytest

from miniatures.mustering import hands, mustered
from miniatures.rosters import load_roster, ready_armies
from miniatures.tracker import open_game
from tests.web.desks import MIDDLE, lay_out


@pytest.mark.parametrize("army", ready_armies())
def test_every_unit_of_an_army_has_its_card_under_its_own_name(army: str) -> None:
    loaded = load_roster(army)
    hand = mustered(loaded)
    units = list(loaded.system.army.units(loaded.roster))
    assert hand.army == loaded.roster.name
    assert set(units) <= {card.name for card in hand.cards}
    assert len({card.name for card in hand.cards}) == len(hand.cards)
    assert not any(", first" in str(card) for card in hand.cards)


def test_a_fresh_card_has_lost_nothing() -> None:
    """16 archers: a quarter of them are 4, so that the first mark stands at 12 left (W530)."""
    cards = {card.name: card for card in mustered(load_roster("towton-york")).cards}
    (figures,) = cards["Fauconberg's fish-hook archers"].gauges
    assert (figures.value, figures.most) == (16, 16)
    assert [mark.at for mark in figures.marks] == [12, 8, 4]


@pytest.mark.parametrize("game", MIDDLE)
def test_in_a_battle_everybody_who_stands_has_a_card_and_nobody_else(game: str, tmp_path: Path) -> None:
    playing = open_game(lay_out(tmp_path) / f"{game}.game")
    state = playing.state
    board = playing.rules.board(state)
    for side, hand in zip(board.sides, hands(playing.rules, state, board), strict=True):
        named = {card.name for card in hand.cards}
        for wing in side.wings:
            assert {unit.name for unit in wing.units if not unit.lost} <= named
            assert not {unit.name for unit in wing.units if unit.lost} & named
