"""What would happen is settled without a trace; what happens is the same, written down."""

import pytest

from miniatures.dice import TableDice
from miniatures.game import GameMovedOnError
from miniatures.tracker import perform, settle
from tests.systems.warfare.game.tables import Game, battle, stands
from tests.systems.warfare.units import longbowmen, unit


def shooting() -> Game:
    return battle([stands(longbowmen("Bows"), 20, 10)], [stands(unit("Bills"), 20, 16)], step="shots")


def test_a_settled_action_leaves_the_game_as_it_was_and_performed_it_ends_the_same() -> None:
    game = shooting()
    proposed = game.proposed("shoot", unit="Bows", target="Bills")
    before = game.playing.file.head, dict(game.playing.file.state)
    settled = settle(game.playing, proposed, TableDice((6, 5)))
    assert settled.event is None
    assert (game.playing.file.head, game.playing.file.state) == before
    assert settled.conclusion is not None
    done = perform(game.playing, proposed, TableDice((6, 5)))
    assert done.event is not None
    assert done.event.says == settled.conclusion.says
    assert done.event.changes == settled.conclusion.changes
    assert done.event.dice == (6, 5)


def test_what_waits_for_dice_or_is_refused_is_concluded_by_nobody() -> None:
    game = shooting()
    waiting = settle(game.playing, game.proposed("shoot", unit="Bows", target="Bills"), TableDice((6,)))
    assert waiting.resolved is not None
    assert waiting.resolved.needed is not None
    assert waiting.conclusion is None
    refused = settle(game.playing, game.proposed("shoot", unit="Bills", target="Bows"), TableDice(()))
    assert refused.refused
    assert refused.conclusion is None


def test_who_has_not_seen_the_last_event_is_told_and_writes_nothing() -> None:
    game = shooting()
    proposed = game.proposed("shoot", unit="Bows", target="Bills")
    seen = game.playing.file.head
    game.do("correct", unit="Bills", lost=1)
    with pytest.raises(GameMovedOnError, match="correct"):
        perform(game.playing, proposed, TableDice((6, 5)), after=seen)
    assert game.playing.file.head == seen + 1
