"""What a contingent or a leader may do now, in every step, with and without a map."""

from typing import Any

import pytest

from miniatures.systems.playing import Choice
from tests.systems.tree_of_battles.game.players import typed
from tests.systems.tree_of_battles.game.tables import Game, battle, leader, stands, touch

STEPS = [
    "deployment", "command", "first approach", "second approach", "long range", "first tactical", "second tactical",
    "close range", "first charges", "second charges", "combat", "rally",
]  # fmt: skip


def near(step: str = "first tactical", **said: Any) -> Game:
    own = said.pop("own", {})
    return battle(
        [stands("8 heavy infantry", "Bills", 24, 20, **own), leader("Hastings", unit="Bills")],
        [stands("4 longbow", "Bows", 24, said.pop("y", 21.5), grade="C")],
        step=step,
        **said,
    )


def told(game: Game, name: str = "Bills") -> dict[str, Choice]:
    return {one.what: one for one in game.playing.rules.choices(game.state, name)}


@pytest.mark.parametrize("mapless", [False, True])
@pytest.mark.parametrize("step", STEPS)
def test_everybody_is_told_something_in_every_step(step: str, mapless: bool) -> None:
    turn = 0 if step == "deployment" else 1
    game = near(step, mapless=mapless, turn=turn, own={"dps": 2})
    for name in ("Bills", "Bows", "Hastings", "Edward"):
        assert game.playing.rules.choices(game.state, name)


@pytest.mark.rules("T104", "T322", "T503", "T504", "T508")
def test_what_is_offered_can_be_typed_and_what_is_refused_says_why() -> None:
    for game in (near(y=35), near(), near(own={"array": "column", "files": 1}, y=35), near(own={"array": "disarray"})):
        for choice in told(game).values():
            if choice.kind == "note" or not choice.how:
                continue
            action, words, sets = typed(game.playing, choice.how)
            assert game.refused(action, sets, **words) == {one.rule for one in choice.refusals}, choice.what
    assert {one.rule for one in told(near())["move straight ahead"].refusals} == {"T104"}
    assert "exchange ranks" in told(near(y=35))
    assert "rally from disarray" in told(near(own={"array": "disarray"}))


@pytest.mark.rules("T205")
def test_who_runs_may_only_run() -> None:
    game = near(own={"conduct": "routing", "broken": True, "array": "disarray"}, y=35)
    assert list(told(game)) == ["run on"]
    assert told(game)["run on"].how == 'run "Bills"'


@pytest.mark.rules("T106")
def test_a_fight_shows_its_sums() -> None:
    game = near("combat", y=20, contacts=[touch("Bills", "Bows")])
    assert told(game)["fight a round"].sums


@pytest.mark.rules("T47")
def test_dps_are_told_first() -> None:
    dps = [{"dps": 1, "why": "wheel in line", "rule": "T501", "turn": 1}]
    assert next(iter(told(near(own={"dps": dps})))) == "DPs: 1 wheel in line (T501), turn 1"


def test_who_is_gone_may_do_nothing() -> None:
    (only,) = near(own={"gone": "destroyed"}).playing.rules.choices(near(own={"gone": "destroyed"}).state, "Bills")
    assert [one.rule for one in only.refusals] == ["T40"]
