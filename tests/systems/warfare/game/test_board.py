"""The board, the checklist and what a unit may do, each with its reason."""

from typing import Any

import pytest

from miniatures.systems.playing import Board, Choice, UnitLine
from miniatures.systems.warfare.game.choices import choices
from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import gun, knights, longbowmen, unit


def board(game: Game) -> Board:
    return game.playing.rules.board(game.state)


def line(game: Game, name: str) -> UnitLine:
    return next(unit for side in board(game).sides for wing in side.wings for unit in wing.units if unit.name == name)


def may(game: Game, name: str) -> dict[str, set[str]]:
    """What a unit might do, and the rules that stand against it."""
    return {one.what: {refusal.rule for refusal in one.refusals} for one in choices(game.state, name)}


def scene_of(**said: Any) -> Game:
    return battle(
        [stands(unit("Bills"), 24, 14, **said), stands(longbowmen("Bows"), 30, 14)],
        [stands(unit("Foes"), 24, 26), stands(gun("Gun"), 34, 34)],
        step=said.pop("step", "shots"),
    )


@pytest.mark.rules("W530", "W531", "W532")
@pytest.mark.parametrize(
    ("lost", "mark"),
    [(0, "4 more to 25%"), (3, "1 more to 25%"), (4, "4 more to 50%"), (11, "1 more to 75%"), (12, "past 75%")],
)
def test_each_unit_shows_its_strength_and_how_far_it_is_to_the_next_mark(lost: int, mark: str) -> None:
    game = battle([stands(unit("Bills"), 24, 14, lost=lost)], [stands(unit("Foes"), 24, 34)])
    shown = line(game, "Bills")
    assert (shown.strength, shown.left, shown.start) == (f"{16 - lost}/16", 16 - lost, 16)
    assert shown.note == mark


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({}, "ready"),
        ({"routing": 1}, "in rout"),
        ({"furious": True, "charged": 1}, "furious, charged"),
        (
            {"owes": {"shooting": 2}, "then_owes": {"friend in rout": {"Bows": 1}}},
            "owes a test (shooting, friend in rout)",
        ),
        ({"shot": 1}, "shot"),
        ({"shot": 0, "fell_back": 1}, "fell back"),
        ({"may_pursue": ["Foes"]}, "may pursue"),
        ({"pursuing": "Foes"}, "pursuing Foes"),
        ({"gone": "left the table"}, "left the table"),
    ],
)
def test_the_state_of_a_unit_in_the_words_of_the_game(said: dict[str, Any], words: str) -> None:
    game = battle([stands(unit("Bills"), 24, 14, **said)], [stands(unit("Foes"), 24, 34)])
    assert line(game, "Bills").state == words
    assert line(game, "Bills").lost == ("gone" in said)


def test_who_fights_and_who_is_touched_by_routers_is_told_apart() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20), stands(unit("Others"), 40, 20)],
        [stands(unit("Foes"), 24, 20), stands(unit("Rabble"), 40, 21.57, 0, routing=1)],
        contacts=[touch("Bills", "Foes"), touch("Others", "Rabble", "front", "rear")],
    )
    assert line(game, "Bills").state == "in melee with Foes"
    assert line(game, "Others").state == "touching Rabble"


def test_hits_that_are_not_yet_taken_away_show_in_the_strength() -> None:
    assert line(scene_of(struck=3), "Bills").strength == "13/16"


@pytest.mark.rules("W707", "W709", "W710")
def test_the_score_counts_points() -> None:
    """Bills 64 points, longbowmen 5 each and 80; eight bills are 32, and who is gone or runs counts whole."""
    game = battle(
        [stands(unit("Bills"), 24, 14, lost=8), stands(longbowmen("Bows"), 30, 14, 180, routing=1)],
        [stands(unit("Foes"), 24, 34)],
    )
    assert board(game).points == ((32 + 80, 144), (0, 64))
    assert board(game).score == ("York: 112 of 144 points lost", "Lancaster: 0 of 64 points lost")


def test_leaders_who_are_out_or_dead_are_shown_so() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 14)],
        [stands(unit("Foes"), 24, 34)],
        leaders={"Edward": "Bills", "Somerset": None},
        state={"leaders": {"Edward": {"hit": 1}}},
    )
    york, lancaster = board(game).sides
    assert (york.commander, york.wings[0].leader) == ("Edward", "Edward (out for the move)")
    assert (lancaster.commander, lancaster.wings[0].leader) == ("", "Somerset (killed)")
    assert line(game, "Bills").note == "4 more to 25%; with Edward"


def test_the_board_says_who_moves() -> None:
    game = battle([stands(unit("Bills"), 24, 14)], [stands(unit("Foes"), 24, 34)], step="second moves")
    assert board(game).explains == "Event III, movement: Lancaster move"


@pytest.mark.rules("W202", "W203")
def test_whom_a_unit_may_shoot_at_and_why_it_may_not() -> None:
    game = scene_of()
    assert may(game, "Bills") == {"shoot": {"W203"}}
    shots = choices(game.state, "Bows")
    nearest = [one for one in shots if one.what.startswith("shoot at Foes")]
    assert nearest
    assert nearest[0].refusals == ()
    assert nearest[0].how == 'shoot "Bows" "Foes"'
    away = battle([stands(longbowmen("Bows"), 24, 14, 180)], [stands(unit("Foes"), 24, 34)], step="shots")
    assert may(away, "Bows") == {"shoot": {"W202"}}


@pytest.mark.rules("W322", "W301")
def test_what_a_unit_may_do_in_movement() -> None:
    game = battle([stands(unit("Bills"), 24, 14)], [stands(unit("Foes"), 24, 20)])
    found = choices(game.state, "Bills")
    # A tenth of an inch before the enemy: who does not charge does not touch (W72).
    assert "move straight ahead, 5.9 inches" in [one.what for one in found]
    charge = next(one for one in found if one.what.startswith("charge Foes"))
    assert (charge.what, charge.refusals) == ("charge Foes, 6.0 inches", ())
    assert all("W301" in rules for what, rules in may(game, "Foes").items() if not what.startswith("must"))
    held = battle([stands(unit("Bills"), 24, 20)], [stands(unit("Foes"), 24, 20)], contacts=[touch("Bills", "Foes")])
    assert "W322" in may(held, "Bills")["move straight ahead, 0.0 inches"]


@pytest.mark.rules("W32")
def test_a_charge_beyond_reach_says_so() -> None:
    game = battle([stands(unit("Bills"), 24, 14)], [stands(unit("Foes"), 24, 23)])
    assert may(game, "Bills")["charge Foes, 9.0 inches"] == {"W32"}


@pytest.mark.rules("W401", "W461")
def test_what_a_unit_may_do_in_melee() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20), stands(unit("Others"), 40, 20)],
        [stands(unit("Foes"), 24, 20)],
        contacts=[touch("Bills", "Foes")],
        step="melee",
    )
    assert may(game, "Bills") == {"fight a round of its melee": set()}
    assert may(game, "Others") == {"fight": {"W401"}}
    fought = battle(
        [stands(unit("Bills"), 24, 20, fought=1)],
        [stands(unit("Foes"), 24, 20)],
        contacts=[touch("Bills", "Foes")],
        step="melee",
    )
    assert may(fought, "Bills") == {"fight a round of its melee": {"W461"}}


@pytest.mark.rules("W543", "W603", "W608", "W609", "W613")
@pytest.mark.parametrize(
    ("step", "kind", "said", "expected"),
    [
        ("rout", "militia", {"routing": 1}, {"rally": set()}),
        ("rout", "militia", {"routing": 1, "tried": True}, {"rally": {"W55"}}),
        ("rout", "levy", {"routing": 1}, {"rally": {"W609"}}),
        ("morale", "militia", {"routing": 1}, {"rally": {"W613"}}),
        ("morale", "militia", {"turns": 1}, {"turn to face the enemy": set()}),
        ("morale", "militia", {"turns": 2}, {"turn to face the enemy": {"W608"}}),
        ("rout", "militia", {"may_pursue": ["Rabble"]}, {"pursue Rabble": set()}),
        ("rout", "militia", {}, {"nothing: Bills neither runs nor pursues": set()}),
    ],
)
def test_what_a_unit_may_do_in_events_five_and_six(
    step: str, kind: str, said: dict[str, Any], expected: dict[str, set[str]]
) -> None:
    game = battle(
        [stands(unit("Bills", kind=kind), 24, 14, **said)],
        [stands(unit("Rabble"), 24, 40, 0, routing=1)],
        step=step,
    )
    assert may(game, "Bills") == expected


@pytest.mark.rules("W51")
def test_a_test_that_is_owed_comes_first_and_one_of_the_next_wave_waits() -> None:
    game = battle(
        [
            stands(unit("Bills"), 24, 14, owes={"friend in rout": {"Rabble": 1}}),
            stands(unit("Others"), 30, 14, then_owes={"friend in rout": {"Rabble": 1}}),
            stands(unit("Rabble"), 18, 14, 180, routing=1),
        ],
        [stands(unit("Foes"), 24, 40)],
        step="morale",
    )
    assert choices(game.state, "Bills")[0] == Choice("must test morale: friend in rout", how='morale "Bills"')
    assert may(game, "Others")["test morale: friend in rout"] == {"W51"}


def test_who_is_gone_may_do_nothing() -> None:
    game = battle([stands(unit("Bills"), 24, 14, gone="destroyed")], [stands(unit("Foes"), 24, 40)])
    assert may(game, "Bills") == {"anything with Bills": {"W701"}}


@pytest.mark.rules("W543")
def test_who_must_pursue_and_has_several_to_choose_from_is_reminded_of_the_others() -> None:
    game = battle(
        [stands(knights("Knights"), 24, 20, pursuing="One", may_pursue=["One", "Two"])],
        [stands(unit("One"), 22, 21.6, 0, routing=1), stands(unit("Two"), 26, 21.6, 0, routing=1)],
        contacts=[touch("Knights", "One", "front", "rear"), touch("Knights", "Two", "front", "rear")],
        step="morale",
    )
    (owed,) = [one for one in board(game).owed if one.rule == "W543"]
    assert (owed.what, owed.how) == ("pursues One, or if its player likes Two", 'pursue "Knights" "Two"')
    game.do("pursue", unit="Knights", target="Two")
    assert game.unit("Knights").pursuing == "Two"


@pytest.mark.rules("W518")
def test_nothing_is_measured_to_show_a_game_without_a_map() -> None:
    game = battle([stands(unit("Bills"), furious=True)], [stands(unit("Foes"))], mapless=True, step="tests").on()
    assert [one.rule for one in board(game).owed if one.must] == ["W518"]
    assert [one.what for one in choices(game.state, "Bills")][-1] == "charge"
