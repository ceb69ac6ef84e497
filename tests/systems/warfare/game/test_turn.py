"""The six events in their order: what each step brings by itself, what it waits for, and how a battle ends."""

from typing import Any

import pytest

from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import knights, longbowmen, unit

RIDERS = {"weapons": ["spear", "horse"], "figures": 9}


def two_lines(**said: Any) -> Game:
    return battle([stands(unit("Bills"), 24, 14)], [stands(unit("Foes"), 24, 34)], **said)


def steps(game: Game) -> list[str]:
    """One turn from its Event I, nobody doing anything."""
    game.do("initiative", dice=[6, 1])
    game.do("choose", to_move="first")
    found = []
    turn = game.state.turn
    while game.state.turn == turn:
        found.append(game.state.step)
        game.on()
    return found


@pytest.mark.rules("W101", "W301", "W613")
def test_the_events_follow_each_other_and_the_last_brings_the_next_turn() -> None:
    game = two_lines(step="deployment", turn=0, winner=None, first=None)
    assert game.refused("next") == {"W65"}  # they stand in the middle of the table
    said = game.do("next", overrule="an encounter")
    assert "Turn 1: Event I, initiative and command." in said
    assert steps(game) == ["command", "shots", "tests", "first moves", "second moves", "melee", "morale", "rout"]
    assert (game.state.turn, game.state.step, game.state.winner, game.state.first) == (2, "command", None, None)


@pytest.mark.rules("W208")
def test_where_the_winner_shoots_first_the_others_shoot_after_the_tests() -> None:
    game = two_lines(step="command", winner=None, first=None, winner_shoots_first=True)
    assert steps(game)[1:6] == ["shots", "tests", "later shots", "later tests", "first moves"]


@pytest.mark.rules("W101")
def test_event_one_waits_for_the_roll_and_the_choice() -> None:
    game = two_lines(step="command", winner=None, first=None)
    assert game.refused("next") == {"W101"}
    game.do("initiative", dice=[2, 5])
    assert game.refused("next") == {"W101"}
    game.do("choose", to_move="second")
    game.on()
    assert (game.state.step, game.state.winner, game.state.first) == ("shots", 1, 0)


@pytest.mark.rules("W503")
def test_those_hit_lose_their_figures_together_when_all_shots_are_thrown() -> None:
    game = battle(
        [stands(longbowmen("Bows"), 24, 10), stands(unit("Bills"), 30, 10, struck=16)],
        [stands(unit("Foes"), 24, 30, struck=3, lost=1)],
        step="shots",
        leaders={"Edward": "Bills"},
    )
    said = game.do("next")
    assert game.unit("Bills").gone == "destroyed"
    assert (game.unit("Foes").lost, game.unit("Foes").struck) == (4, 0)
    assert "Foes lose 3 (12 left) and must test (W208)." in said
    assert (game.state.leaders["Edward"].unit, game.state.leaders["Edward"].x) == ("", 30), "alone where they fell"


@pytest.mark.rules("W106")
def test_cavalry_under_defend_must_charge_who_comes_within_reach_and_nobody_else_holds_up_the_turn() -> None:
    horse = stands(unit("Horse", **RIDERS), 24, 14)
    near = battle([horse], [stands(unit("Foes"), 24, 22)], orders={"Vaward": "defend"}, step="tests").on()
    assert near.refused("next") == {"W106"}
    near.do("charge", unit="Horse", target="Foes")
    assert near.refused("next") == set()
    far = battle([horse], [stands(unit("Foes"), 24, 25)], orders={"Vaward": "defend"}, step="tests").on()
    assert far.refused("next") == set()


@pytest.mark.rules("W106")
def test_an_enemy_who_is_gone_need_not_be_charged() -> None:
    horse = stands(unit("Horse", **RIDERS), 24, 14)
    game = battle([horse], [stands(unit("Foes"), 24, 22)], orders={"Vaward": "defend"}, step="tests").on()
    game.do("correct", unit="Foes", gone="went home")
    assert game.refused("next") == set()


@pytest.mark.rules("W518")
def test_the_furious_must_charge_and_a_step_forward_is_no_charge() -> None:
    game = battle([stands(knights("Knights"), 24, 14, furious=True)], [stands(unit("Foes"), 24, 21)], step="tests").on()
    assert game.refused("next") == {"W518"}
    game.do("move", unit="Knights", inches=1)
    assert game.refused("next") == {"W518"}
    game.do("charge", unit="Knights", target="Foes")
    assert game.refused("next") == set()


@pytest.mark.rules("W104")
def test_orders_remind_and_never_hold_up_the_turn() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 14), stands(longbowmen("Bows"), 30, 14, shot=1)], [stands(unit("Foes"), 24, 34)]
    )
    owed = game.playing.rules.board(game.state).owed
    assert [(one.unit, one.rule, one.must) for one in owed] == [("Bills", "W104", False)]
    game.on()


def test_contacts_of_those_who_are_gone_do_not_stay_behind() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20)],
        [stands(unit("Foes"), 24, 20)],
        contacts=[touch("Bills", "Foes")],
        step="second moves",
        state={"units": {"Bills": {"first_melee": "now"}}},
    )
    game.do("correct", unit="Foes", gone="went home")
    game.on()
    assert game.state.contacts == ()
    assert game.unit("Bills").first_melee == "done"


@pytest.mark.rules("W462", "W103")
def test_a_fallen_commander_is_followed_by_a_wing_leader_as_the_next_turn_begins() -> None:
    york = [stands(unit("Bills"), 24, 14), stands(unit("Left"), 10, 14, wing="Left")]
    fallen: Any = {"leaders": {"Edward": None}, "step": "rout"}
    game = battle(york, [stands(unit("Foes"), 24, 34)], **fallen)
    said = game.do("next")
    assert game.state.leaders["the leader of Left"].chief
    assert "the leader of Left follows as commander-in-chief of York (W57)." in said
    assert game.playing.rules.board(game.state).sides[0].commander == "the leader of Left"
    nobody = battle(york, [stands(unit("Foes"), 24, 34)], no_successor=True, **fallen).on()
    assert not nobody.state.leaders["the leader of Left"].chief


def test_the_battle_ends_after_the_agreed_turns_and_the_points_decide() -> None:
    """Sixteen militia with bills in light armour cost 4 points each, 64 in all; four of them are 16 points."""
    york = [stands(unit("Bills"), 24, 14, lost=4)]
    game = battle(york, [stands(unit("Foes"), 24, 34, 0, routing=2)], step="rout", turn=2, turns=2)
    said = game.do("next")
    assert game.state.over == "The 2 turns are played: York win, 16 points lost against 64 (W58)."
    assert game.state.over in said
    assert game.refused("next") >= {"W58"}
    game.do("initiative", dice=[6, 1])
    game.do("choose", to_move="first")
    game.do("next", overrule="we play on")
    assert game.state.step == "shots"
    level = battle(york, [stands(unit("Foes"), 24, 34, lost=4)], step="rout", turn=2, turns=2).on()
    assert level.state.over == "The 2 turns are played: a draw, 16 points lost on each side (W58)."


def test_an_army_breaks_at_half_its_units_where_that_is_agreed() -> None:
    york = [stands(unit("Bills"), 24, 14), stands(unit("Rabble"), 10, 20, 180, routing=1)]
    foes = [stands(unit("Foes"), 24, 34)]
    assert battle(york, foes, step="rout").on().state.over == ""
    broken = battle(york, foes, step="rout", break_at_half=True).on()
    assert broken.state.over == "York break: half their units are lost or in rout (W58)."


def test_the_battle_is_over_when_one_side_has_left_the_field() -> None:
    game = battle([stands(unit("Rabble"), 24, 6, 180, routing=1)], [stands(unit("Foes"), 24, 34)], step="rout").on()
    assert game.state.over == "York have nobody left on the field."


@pytest.mark.rules("W461", "W601", "W610", "W611")
def test_a_whole_turn_without_a_map() -> None:
    """Bills and Foes meet, the Foes run, the Bills pursue them and let go: the players measure, the tracker counts."""
    game = battle(
        [stands(unit("Bills"))],
        [stands(unit("Foes"))],
        mapless=True,
        step="deployment",
        turn=0,
        winner=None,
        first=None,
    ).on()
    game.do("initiative", dice=[6, 1])
    game.do("choose", to_move="first")
    game.on("first moves")
    game.do("charge", unit="Bills", target="Foes", sets=["distance=5"])
    game.on("melee")
    # 4 + 4 + 1 for the charge is 9: three fall. 1 + 1 is 2: one falls. 2 - 1 for the melee lost is too little.
    game.do("melee", unit="Bills", dice=[4, 4, 1, 1, 2])
    assert (game.unit("Foes").lost, game.unit("Bills").lost, game.unit("Foes").routing) == (3, 1, 1)
    game.do("pursue", unit="Bills")
    game.on("rout")
    assert game.unit("Foes").lost == 7, "four more, being pursued"
    game.on("command")
    game.do("break-off", unit="Bills")
    assert (game.unit("Bills").pursuing, game.state.contacts) == ("", ())
