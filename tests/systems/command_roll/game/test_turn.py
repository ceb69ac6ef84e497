"""The turn: Command, Shooting, Combat for one side and then for the other, and what comes by itself between them."""

from typing import Any

import pytest

from tests.systems.command_roll.game.combats import duel, won_by
from tests.systems.command_roll.game.tables import NOW, Game, battle, stands, touch


def apart(**said: Any) -> Game:
    york = [stands("Shire Bill", "Bills", 60, 20, **said.pop("bills", {})), stands("Retinue Bow", "Bows", 80, 20)]
    return battle(york, [stands("Shire Bill", "Foes", 60, 100, **said.pop("foes", {}))], **said)


@pytest.mark.rules("C101")
def test_the_phases_follow_each_other_for_one_side_and_then_for_the_other() -> None:
    game = apart()
    seen = []
    for _ in range(9):
        seen.append((game.state.turn, game.state.active, game.state.step))
        game.on()
    steps = ["command", "commanders", "shooting", "combat"]  # nobody was hit, so nobody is driven back
    assert seen == [*((1, 0, one) for one in steps), *((1, 1, one) for one in steps), (2, 0, "command")]


@pytest.mark.rules("C101")
def test_who_begins_is_agreed_before_the_game() -> None:
    game = apart(step="deployment", turn=0, commanders={"Edward": (60, 10), "Warwick": (60, 110)})
    game.do("first", side="Lancaster")
    game.on()
    assert (game.state.turn, game.state.active, game.state.second) == (1, 1, False)
    game.on("combat").on("command")
    assert (game.state.turn, game.state.active, game.state.second) == (1, 0, True)


@pytest.mark.rules("C414")
def test_a_side_comes_to_order_at_the_end_of_its_own_command_phase() -> None:
    game = apart(bills={"confused": True}, foes={"confused": True})
    game.on("commanders")
    assert game.unit("Bills").confused
    game.on("shooting")
    assert not game.unit("Bills").confused
    assert game.unit("Foes").confused
    game.on("commanders").on("shooting")
    assert not game.unit("Foes").confused


@pytest.mark.rules("C166")
@pytest.mark.parametrize(("carried", "hits"), [(False, 0), (True, 2)])
def test_hits_that_took_no_stand_are_dropped_at_the_end_of_shooting(carried: bool, hits: int) -> None:
    game = apart(bills={"hits": 2}, step="shooting", hits_carried=carried)
    game.on("combat")
    assert game.unit("Bills").hits == hits


@pytest.mark.rules("C166", "C301")
def test_hits_on_who_charged_stay_until_it_has_fought() -> None:
    game = duel({"charged": NOW, "hits": 2, "shot_hits": 2}, step="shooting")
    game.on("combat")
    assert (game.unit("Bills").hits, game.unit("Bills").shot_hits) == (2, 2)
    game.do("fight", unit="Bills", dice=[6] + [1] * 5 + [1] * 4)
    game.on()
    assert (game.unit("Bills").hits, game.unit("Bills").shot_hits) == (0, 0)


@pytest.mark.rules("C167")
def test_stands_that_fell_to_shots_are_taken_away_when_all_have_shot() -> None:
    game = apart(foes={"lost": 1, "falling": 1}, step="shooting")
    assert game.body("Foes").width == 8
    game.on("combat")
    assert game.body("Foes").width == 4
    game = apart(foes={"lost": 2, "falling": 2}, step="shooting", commanders={"Warwick": "Foes"})
    game.on("combat")
    assert game.unit("Foes").gone == "destroyed"
    assert game.unit("Warwick").placed


@pytest.mark.rules("C132", "C167")
def test_a_charger_whose_stand_was_shot_touches_only_those_whom_the_other_reached() -> None:
    # The Bills reach two enemies with a stand each; the one that is kept touches one of them.
    game = battle(
        [stands("Shire Bill", "Bills", 60, 50, lost=1, falling=1, charged=NOW)],
        [stands("Shire Bill", "Left", 65, 50), stands("Shire Bill", "Right", 55, 50)],
        contacts=[touch("Bills", "Left"), touch("Bills", "Right")],
        step="shooting",
    )
    game.on("combat")
    assert len(game.state.contacts) == 1
    (enemy,) = game.state.enemies_touching("Bills")
    assert game.table.apart("Bills", enemy) == pytest.approx(0, abs=0.05)


@pytest.mark.rules("C101", "C321")
def test_the_players_may_go_on_though_something_is_owed_and_fight_it_out_next_time() -> None:
    game = won_by(duel(), 1, 1)
    game.do("next", overrule="it is late")
    assert game.state.active == 1
    assert game.state.engaged("Bills")
    assert game.unit("Bills").result["now"] != game.state.now  # what was open then is so no longer
    game.on("combat")
    assert game.refused("next") == {"C132"}


@pytest.mark.rules("C101")
def test_a_turn_can_be_taken_back_step_by_step() -> None:
    game = apart(bills={"confused": True, "hits": 1})
    states = [game.playing.file.state]
    for _ in range(8):
        game.on()
        states.append(game.playing.file.state)
    for before in reversed(states[:-1]):
        game.undo()
        assert game.playing.file.state == before
