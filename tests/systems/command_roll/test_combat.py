"""Combat: blows, armour, the result of a round, and where it leaves everybody."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.command_roll.combats import COMBAT, after, bill, bow, combat_odds, fight, fought, gun, hit, horse
from tests.systems.command_roll.units import described, several

LORD = described("Lord", "Hastings")


@pytest.mark.rules("C162", "C165", "C166", "C167", "C322")
def test_bill_charge_archers_as_worked_by_hand() -> None:
    # Eight dice: 5, 4, 4, 6 hit, no armour: a stand goes and one hit stays. Four back: 4 and 6 hit, a 6 saves one.
    facts = fight(bill(charging=True), bow())
    outcome, thrown = fought(facts, 5, 4, 4, 6, 1, 2, 3, 3, 4, 6, 1, 1, 6, 5)
    assert [throw.purpose for throw in thrown.throws] == ["Bill strike Bow", "Bow strike Bill", "Bill save"]
    assert (outcome.winner, outcome.margin) == ("attackers", 3)
    own, enemy = outcome.units
    assert (own.stands_lost, own.left, own.hits, own.state) == (0, 2, 1, "stands")
    assert (enemy.stands_lost, enemy.left, enemy.hits, enemy.state, enemy.retreat) == (1, 1, 1, "retreats", 3)


@pytest.mark.parametrize(
    ("position", "hits"),
    [case("C162", "open", 3), case("C163", "defended", 2), case("C164", "fortified", 1)],
)
def test_a_position_is_harder_to_hit(position: str, hits: int) -> None:
    outcome, _ = fought(fight(bill(), bow(position=position)), 6, 5, 4, 3, 2, 1, 1, 1, 1, 1)
    assert outcome.margin == hits


@pytest.mark.parametrize(
    ("profile", "unsaved"),
    [
        case("C165", "Mounted Men at Arms", 1, name="4+"),
        case("C165", "Dismounted Men at Arms", 2, name="5+"),
        case("C165", "Retinue Bill", 3, name="6+"),
    ],
)
def test_armour_discounts_hits(profile: str, unsaved: int) -> None:
    facts = fight(bow(), described(profile, "Struck", fighting=1, confused=True))
    back = [1] * (facts.defenders[0].listed.attack - 1)
    assert fought(facts, 4, 4, 4, 4, 6, 5, 4, 3, *back)[0].margin == unsaved
    assert fought(facts, 1, 1, 1, 1, *back)[0].winner == "draw", "no armour is thrown for no hits"


@pytest.mark.rules("C161", "C166", "C43")
def test_the_fallen_strike_their_blow_too() -> None:
    units = after(fight(bill(), bow()), *hit(6, 6), *hit(4, 4), 1, 1, 1, 1)
    assert units["Bow"].state == "destroyed"
    assert (units["Bill"].stands_lost, units["Bill"].hits, units["Bill"].may) == (1, 1, "advance"), "with its odd hit"


@pytest.mark.rules("C31")
def test_hits_beyond_what_a_unit_can_take_do_not_count() -> None:
    facts = fight(bill(charging=True), [bow("One", stands=1, fighting=1), bow("Two")])
    outcome, _ = fought(facts, *hit(4, 4), *hit(0, 4), *hit(0, 6))
    assert outcome.margin == 3, "four hits on three that one stand can take"


@pytest.mark.rules("C311")
def test_support_wins_a_combat_that_the_dice_do_not() -> None:
    outcome, _ = fought(fight(bill(), bow(), defenders_support=[bow("Second")]), *hit(1, 6), *hit(1, 4), 1)
    assert (outcome.winner, outcome.margin) == ("defenders", 2)


@pytest.mark.rules("C321", "C34")
def test_after_a_draw_the_open_fall_back_the_defended_may_stand_and_guns_in_the_open_are_lost() -> None:
    facts = fight(
        bill(),
        [bow("Open"), bow("Hedge", position="defended"), gun(), gun("Battery", position="fortified")],
        contacts=[{"attacker": "Bill", "defender": name} for name in ("Open", "Hedge", "Gun", "Battery")],
    )
    outcome, _ = fought(facts, *hit(0, 3), *hit(0, 3), *hit(0, 4), *hit(0, 4), *hit(0, 2), *hit(0, 2))
    assert outcome.winner == "draw"
    assert [unit.state for unit in outcome.units] == [
        "falls back", "falls back", "may stand", "destroyed", "may stand",
    ]  # fmt: skip


@pytest.mark.rules("C322", "C34")
def test_every_losing_unit_goes_the_whole_difference_or_its_share_where_so_agreed() -> None:
    for options, each in (({}, 5), ({"retreat_shared": True}, 3)):
        facts = fight(bill(), [bow("One"), bow("Two")], options=options)
        units = after(facts, *hit(2, 3), *hit(3, 3), *hit(0, 4), *hit(0, 4))
        assert [units[name].retreat for name in ("One", "Two")] == [each, each]


@pytest.mark.rules("C34")
def test_guns_that_must_retreat_are_destroyed() -> None:
    assert after(fight(bill(), gun()), *hit(1, 6), 1, 1)["Gun"].state == "destroyed"


@pytest.mark.parametrize(
    ("unit", "support", "state"),
    [
        case("C323", bill("Foot"), 19, "retreats", name="19 cm on foot"),
        case("C323", bill("Foot"), 20, "routs", name="two moves on foot"),
        case("C323", horse("Foot"), 39, "retreats", name="39 cm on horseback"),
        case("C323", horse("Foot"), 40, "routs", name="two moves on horseback"),
    ],
)
def test_two_full_moves_are_a_rout(unit: Any, support: int, state: str) -> None:
    supporting = [*several(support // 2, "Peasants"), described("Peasants", "Last", stands=support % 2)]
    result = after(fight(unit, bow(), defenders_support=supporting), *hit(0, 6), *hit(0, 4))["Foot"]
    assert result.state == state
    assert result.left == (0 if state == "routs" else 2)


@pytest.mark.parametrize(
    "behind", ["enemies", "engaged friends", "unyielding friends", "impassable ground", "table edge"]
)
@pytest.mark.rules("C36", "C322", "C73")
def test_who_cannot_retreat_is_destroyed(behind: str) -> None:
    near, far = ({"behind": behind, "way_back": room} for room in (1.5, 2.0))
    blows = (*hit(2, 6), *hit(0, 4))
    assert after(fight(bill(), bow(**near)), *blows)["Bow"].state == "destroyed"
    assert after(fight(bill(), bow(**far)), *blows)["Bow"].state == "retreats"


@pytest.mark.rules("C405", "C36", "C37")
def test_who_retreats_through_friends_is_confused_on_a_6() -> None:
    facts = fight(bill(), bow(behind="friends", way_back=1))
    for face, confused in ((6, True), (5, False)):
        result = after(facts, *hit(2, 6), *hit(0, 4), face)["Bow"]
        assert (result.state, result.retreat, result.confused) == ("retreats", 2, confused)
    assert after(facts, *hit(1, 6), *hit(0, 4))["Bow"].confused is False, "they do not reach them"


@pytest.mark.rules("C405", "C407", "C36")
def test_friends_who_make_way_for_a_retreat_throw_a_die_each() -> None:
    facts = fight(bill(), bow(behind="friends", friends=["Pike", "Spear"]))
    result = after(facts, *hit(2, 6), *hit(0, 4), 1, 6, 5)["Bow"]  # forcing 1, Pike 6, Spear 5
    assert (result.retreat, result.confused, result.friends) == (2, False, ("Pike",))
    said = COMBAT.tell(fought(facts, *hit(2, 6), *hit(0, 4), 1, 6, 5)[0])
    assert "Pike made way and became confused (C407)." in said
    asked = {question.label: question for question in COMBAT.questions(facts)}
    assert combat_odds(facts).chance(asked["confused by making way: Pike"].answer) > 0
    assert after(facts, *hit(0, 6), *hit(0, 4))["Bow"].friends == (), "after a draw fall-back throws"


@pytest.mark.rules("C72", "C411")
def test_who_is_confused_already_retreats_and_throws_no_die_for_it() -> None:
    result = after(fight(bill(), bow(confused=True, behind="friends")), *hit(2, 6), *hit(0, 2))["Bow"]
    assert (result.state, result.confused) == ("retreats", True)


@pytest.mark.rules("C70")
def test_who_alone_is_left_has_won_whatever_the_totals() -> None:
    facts = fight(bow(stands=1), bill(hits=2, stands=1))
    won, _ = fought(facts, 6, 6, 1, 1, *hit(1, 3))
    assert (won.winner, won.margin) == ("attackers", 0), "one hit was all that they could take, as many as they gave"
    both, _ = fought(facts, 6, 6, 1, 1, *hit(3, 3))
    assert both.winner == "draw"
    assert [unit.state for unit in both.units] == ["destroyed", "destroyed"]


@pytest.mark.rules("C324", "C35")
def test_a_winner_may_pursue_who_retreated_and_advance_when_nobody_is_left() -> None:
    assert after(fight(bill(), bow()), *hit(1, 6), *hit(0, 4))["Bill"].may == "pursue"
    assert after(fight(bill(), bow()), *hit(6, 6), *hit(0, 4))["Bill"].may == "advance"
    assert after(fight(bill(), bow()), *hit(0, 6), *hit(0, 4))["Bill"].may == ""


@pytest.mark.rules("C38", "C56")
def test_a_commander_with_a_unit_is_hit_last() -> None:
    facts = fight(bill(charging=True), bow(stands=1, hits=1, joined=[LORD]))
    struck, _ = fought(facts, *hit(4, 8), *hit(0, 6))
    assert struck.units[1].state == "destroyed"
    assert struck.units[1].commanders_killed == ()
    killed, _ = fought(facts, *hit(8, 8), *hit(0, 6))
    assert killed.units[1].commanders_killed == ("Hastings",)
    assert killed.margin == 5, "two hits for the stand and three for him"


@pytest.mark.rules("C27", "C35")
def test_hits_that_removed_no_stand_stay_to_the_end_of_the_phase() -> None:
    # Others may still advance into who drew; and whoever advances, and whoever is pursued, has its hits on it.
    drawn = (*hit(1, 6), *hit(1, 4), 1)
    assert [unit.hits for unit in fought(fight(bill(), bow()), *drawn)[0].units] == [1, 1]
    barred = after(fight(bill(), bow(behind="enemies")), *hit(2, 6), *hit(1, 4), 1)
    assert (barred["Bow"].state, barred["Bow"].hits, barred["Bill"].hits) == ("destroyed", 0, 1)


@pytest.mark.rules("C100", "C322", "C36")
@pytest.mark.parametrize(("hits", "state"), [(2, "retreats"), (3, "destroyed")])
def test_who_retreats_through_friends_into_what_is_behind_them_is_destroyed(hits: int, state: str) -> None:
    facts = fight(bill(), bow(behind="friends", way_back=1, friends=["Pike"], then="enemies", then_at=2))
    dice = (*hit(hits, 6), *hit(0, 4), *((1, 6) if hits == 2 else ()))
    result = after(facts, *dice)["Bow"]
    assert (result.state, result.friends) == (state, ("Pike",) if hits == 2 else ())


@pytest.mark.rules("C100")
@pytest.mark.parametrize("second", [1, 2])
def test_a_second_retreat_in_a_pursuit_goes_on_from_among_the_friends(second: int) -> None:
    """Friends at once, enemies after 2 cm: 1 cm and 1 more are free, and 2 more are not."""
    loser = described("Shire Bow", "Loser", stands=1, behind="friends", then="enemies", then_at=2)
    facts = fight(described("Shire Bill", stands=1), loser, attackers_pursue=True, rounds=2)
    odds = COMBAT.odds(facts)
    twice = [one for one in odds.weights if one.rounds == 2 and one.winner == "attackers" and one.margin == second]
    states = {one.units[1].state for one in twice if one.units[1].stands_lost == 0 or one.units[1].state == "destroyed"}
    assert ("retreats" in states) == (second == 1)
