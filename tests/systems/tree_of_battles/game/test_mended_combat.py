"""Combats that were once played wrongly: lost stands, the edge, room, morale on the run, tests that follow tests."""

from collections.abc import Sequence

import pytest

from miniatures.systems.tree_of_battles.game.choices import choices
from miniatures.systems.tree_of_battles.game.reactions import reacts
from miniatures.systems.tree_of_battles.game.suffering import Shock, settled
from tests.systems.tree_of_battles.combats import hit
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, stands, touch

MEN = "4 heavy infantry"
WIDE, DEEP = 40 / 25.4, 20 / 25.4


def strikes(game: Game, unit: str) -> dict[str, int]:
    """The dice of everybody in a combat, by who strikes whom."""
    proposed = game.proposed("fight", unit=unit)
    assert proposed.procedure is not None
    return {one.purpose: int(one.total) for one in proposed.procedure.sums(proposed.facts) if " strike " in one.purpose}


def all_miss(game: Game, unit: str) -> tuple[str, ...]:
    """A round without a hit: equal, 2 DPs for everybody."""
    return game.do("fight", unit=unit, dice=[1] * sum(strikes(game, unit).values()))


def next_combat(game: Game) -> None:
    game.on("command")
    game.do("initiative", dice=[6, 1])
    game.do("choose", to_move="first")
    game.on("combat")


@pytest.mark.rules("T265", "T4", "T31", "T88")
def test_enemies_who_close_up_and_leave_nobody_before_them_are_touched_no_longer() -> None:
    ours = [stands(MEN, "Left", 24, 24, grade="C")]
    ours.append(stands("3 heavy infantry", "Right", 24 + 3.5 * WIDE + 0.05, 24, grade="C"))
    contacts = [touch("Left", "Theirs", since=0), touch("Right", "Theirs", since=0)]
    theirs = stands(MEN, "Theirs", 24 + 3 * WIDE + 0.02, 24, grade="C", dps=5)
    game = battle(ours, [theirs], step="combat", contacts=contacts)
    # one stand of Left faces and one overlaps; the last stand of Theirs faces it
    assert strikes(game, "Left")["Left strike Theirs"] == 3
    assert strikes(game, "Left")["Theirs strike Left"] == 2
    said = all_miss(game, "Left")
    assert game.unit("Theirs").left == 2  # 2 DPs beyond its most: what is left stands before Right
    assert "Left and Theirs touch no longer (T88)." in said
    assert [contact.key for contact in game.state.contacts] == ["Right|Theirs"]


@pytest.mark.rules("T265", "T4", "T33", "T88")
def test_a_combat_goes_on_with_those_who_still_touch() -> None:
    theirs = [stands(MEN, "West", 24 - 3 * WIDE - 0.02, 24, grade="C", dps=5)]
    theirs.append(stands("3 heavy infantry", "East", 24 + 0.5 * WIDE + 0.02, 24, grade="C"))
    contacts = [touch("Ours", "West", since=0), touch("Ours", "East", since=0)]
    game = battle([stands(MEN, "Ours", 24, 24, grade="C")], theirs, step="combat", contacts=contacts)
    all_miss(game, "Ours")
    next_combat(game)
    # 3 stands facing, 2 dice each, and the fourth overlaps; East has 3 stands facing
    assert strikes(game, "Ours") == {"Ours strike East": 7, "East strike Ours": 6}


@pytest.mark.rules("T265", "T4", "T88")
def test_who_strikes_a_flank_goes_after_it_as_it_closes_up() -> None:
    flank = stands(MEN, "Ours", 24 + 2 * WIDE, 24 + DEEP / 2, 270, grade="C")
    game = battle(
        [flank],
        [stands(MEN, "Theirs", 24, 24, grade="C", dps=4)],
        step="combat",
        contacts=[touch("Ours", "Theirs", "front", "flank", since=0)],
    )
    all_miss(game, "Ours")
    assert game.unit("Theirs").left == 3
    assert game.unit("Ours").x == pytest.approx(24 + 1.5 * WIDE, abs=0.05)  # half a stand nearer
    assert game.state.fighting("Ours")


@pytest.mark.rules("T61", "T307")
def test_struck_in_the_rear_a_short_last_rank_leaves_the_stands_before_it_to_fight() -> None:
    theirs = stands("5 longbow", "Theirs", 24, 24, 0, grade="C", files=3)
    # its last rank has the first two files, from the left; Ours stand behind the third
    ours = stands("2 heavy infantry", "Ours", 24 + WIDE, 24 - 2 * DEEP, 0, grade="C", files=1)
    contact = touch("Ours", "Theirs", "front", "rear", since=0)
    game = battle([ours], [theirs], step="combat", contacts=[contact])
    assert strikes(game, "Ours") == {"Ours strike Theirs": 2, "Theirs strike Ours": 1}


@pytest.mark.rules("T216", "T36", "T89")
def test_an_evader_stops_before_the_edge_and_may_be_caught_there() -> None:
    game = battle(
        [stands(MEN, "Ours", 24, 45.5, grade="C")],
        [stands("4 longbow", "Theirs", 24, 46.5, grade="C")],
        step="first charges",
    )
    game.do("charge", unit="Ours", target="Theirs")
    # the rear is 46.5 and a base depth from the south: so much is left of 48
    assert game.facts("respond", target="Theirs", answer="evade")["stops_after"] == pytest.approx(
        48 - 46.5 - DEEP, abs=0.01
    )
    game.do("respond", target="Theirs", answer="evade", dice=[4, 4, 1, 1, 1, 1])  # 1 inch and 0.7 are within 2
    assert game.unit("Theirs").broken
    assert game.table.ground.inside(game.body("Theirs").polygon)


@pytest.mark.rules("T206", "T80")
def test_a_pursuer_who_finds_no_room_at_new_enemies_does_not_fight_them() -> None:
    fresh = stands("2 longbow", "Fresh", 24, 30, grade="C")
    friends = stands("6 heavy infantry", "Friends", 24, 30, grade="C", files=6)
    game = battle(
        [stands(MEN, "Ours", 24, 24, grade="C"), friends],
        [stands(MEN, "Theirs", 24, 24, grade="C"), fresh],
        step="combat",
        contacts=[touch("Ours", "Theirs", since=0)],
    )
    game.do("fight", unit="Ours", dice=hit(3, 8) + [1] * 8)
    said = game.do("pursue", unit="Ours", target="Theirs", dice=[6, 6, 6, 6])
    assert "Ours find no room at Fresh, and stop before them (T80)." in said
    assert not game.state.fighting("Ours")
    assert game.owed() == []


@pytest.mark.rules("T80", "T217")
def test_a_charge_without_room_touches_nobody_and_its_answers_have_no_odds() -> None:
    friends = stands("6 heavy infantry", "Friends", 24, 24, grade="C", files=6)
    game = battle(
        [stands("2 heavy infantry", "Ours", 24, 22, grade="C"), friends],
        [stands("2 longbow", "Theirs", 24, 24, grade="C")],
        step="first charges",
    )
    game.do("charge", unit="Ours", target="Theirs", overrule="to see what comes of it")
    stand = next(one for one in choices(game.state, "Theirs") if one.what == "stand")
    assert stand.sums == ()
    assert game.do("respond", target="Theirs", answer="stand")[0] == "Ours find no room at Theirs and stay (T80)."
    assert not game.state.contacts


def fought(margin: int, grade: str = "C", enemies: Sequence[Standing] = ()) -> Game:
    """Ours and Theirs after a round of melee that Ours won by so much."""
    game = battle(
        [stands(MEN, "Ours", 24, 24, grade=grade)],
        [stands(MEN, "Theirs", 24, 24, grade="C"), *enemies],
        step="combat",
        contacts=[touch("Ours", "Theirs", since=0)],
    )
    dice = strikes(game, "Ours")
    game.do("fight", unit="Ours", dice=hit(margin, dice["Ours strike Theirs"]) + [1] * dice["Theirs strike Ours"])
    return game


@pytest.mark.rules("T203", "T263")
@pytest.mark.parametrize("word", ["follow up", "follow-up", "Follow Up"])
def test_to_follow_up_is_said_with_or_without_a_hyphen(word: str) -> None:
    game = fought(2, "B")
    assert game.unit("Ours").may == ("halt", "follow up Theirs")
    game.do("after", unit="Ours", choice=word)
    assert game.state.fighting("Ours")


@pytest.mark.rules("T201")
def test_options_and_checklist_say_the_same_command() -> None:
    game = fought(4, "B")
    said = [one.how for one in choices(game.state, "Ours")]
    assert said == ['after "Ours" halt', 'pursue "Ours" "Theirs"']
    assert game.owed() == said[:1]


@pytest.mark.rules("T206", "T37")
@pytest.mark.parametrize(
    ("grade", "cure"),
    [
        ("C", 'choose first: pursue "Ours" "Theirs"'),
        ("B", 'choose first: after "Ours" halt or pursue "Ours" "Theirs"'),
    ],
)
def test_the_cure_of_who_waits_for_his_pursuers_is_what_they_may_do(grade: str, cure: str) -> None:
    game = fought(4, grade)
    flee = next(one for one in choices(game.state, "Theirs") if one.what == "flee")
    assert [one.cure for one in flee.refusals] == [cure]


@pytest.mark.rules("T302", "T204", "T110")
def test_friends_feel_a_rout_where_the_retirers_are_caught() -> None:
    far = [stands("4 longbow", "Far", 24, 40, grade="C")]
    far.append(stands("4 longbow", "Routers", 34, 40, grade="C", broken=True, conduct="routing"))
    game = fought(3, enemies=far)
    assert game.unit("Far").total_dps == 0
    # 2 + 2 and an inch for each: 6 inches north, from 15 inches away to 9; Ours go 10
    game.do("pursue", unit="Ours", dice=[1, 1, 6, 6, 1, 1, 1, 1])
    assert game.unit("Theirs").broken
    assert [(one["dps"], one["rule"]) for one in game.unit("Far").dps] == [(2, "T302")]
    assert game.unit("Routers").total_dps == 0


@pytest.mark.rules("T302", "T305", "T47", "T110")
def test_what_happens_at_once_is_measured_before_anybody_closes_up() -> None:
    game = battle(
        [stands(MEN, "Ours", 10, 8, grade="C")],
        [
            stands("2 heavy infantry", "Theirs", 10, 24, grade="C"),
            stands("3 heavy infantry", "Near", 10 + WIDE + 11.64 + 1.5 * WIDE, 24, grade="D", dps=5),
        ],
    )
    where = game.body("Theirs")
    changes, says = settled(game.state, {}, [Shock("Theirs", "noble routed", where), Shock("Theirs", "routs", where)])
    assert changes["units"]["Near"]["gone"] == "destroyed"  # 4 DPs for 3 stands, at its most DPs before
    assert "T302" in says[0]
    assert "T305" in says[0]


@pytest.mark.rules("T141", "T99")
def test_a_later_test_takes_the_place_of_an_earlier() -> None:
    ours = stands(MEN, "Ours", 34, 10, grade="C", owes={"advance": "Theirs"})
    game = battle([ours], [stands(MEN, "Theirs", 24, 40)], step="long range")
    after = reacts(game.state, game.unit("Ours"), "halt", "shot at by Theirs", "Theirs").changes["units"]["Ours"]
    assert after["owes"] == {"advance": None}


@pytest.mark.rules("T215", "T65")
def test_who_countercharged_one_enemy_may_be_struck_in_the_rear_by_another() -> None:
    ours = [stands("4 mounted men at arms", "Front", 24, 24, grade="C")]
    ours.append(stands("4 mounted men at arms", "Behind", 24, 24 + 30 / 25.4, 180, grade="C"))
    contacts = [touch("Front", "Theirs"), touch("Behind", "Theirs", "front", "rear")]
    theirs = stands("4 mounted men at arms", "Theirs", 24, 24, grade="C", countercharged=1)
    game = battle(ours, [theirs], step="combat", contacts=contacts)
    assert game.refused("fight", unit="Front") == set()


@pytest.mark.rules("T205")
def test_who_routs_himself_has_no_choices_left_from_the_combat_that_he_won() -> None:
    game = battle(
        [stands("4 heavy infantry", "Bills", 24, 20, conduct="routing", broken=True, may=["pursue Bows"])],
        [stands("4 longbow", "Bows", 24, 30)],
        step="combat",
    )
    assert game.unit("Bills").may == ()
