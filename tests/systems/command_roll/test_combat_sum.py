"""Combat: the attacks of a unit and what changes them, stand by stand."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.command_roll.combats import bill, bow, dice, fight, gun, horse, sums
from tests.systems.command_roll.units import described

LORD = described("Lord", "Hastings")


@pytest.mark.parametrize(
    ("own", "enemy", "expected"),
    [
        case("C161", bill(), bow(), 6, name="two stands of 3"),
        case("C161", bow(), bill(), 4, name="two stands of 2"),
        case("C161", bill(stands=1), bow(), 3, name="one stand is left"),
        case("C161", bill(fighting=1), bow(), 3, name="one stand touches"),
        case("C301", bill(charging=True), bow(), 8, name="each stand that charges"),
        case("C301", bill(charging=True), bow(position="defended"), 6, name="not into a hedge"),
        case("C301", bill(charging=True), bow(position="fortified"), 6, name="nor into works"),
        case("C131", bill(charging=False), bow(), 6, name="who was moved into has not charged"),
        case("C305", bill(outflanked=1), bow(), 5, name="the stand struck at its side"),
        case("C305", bill(outflanked=2), bow(), 4, name="both stands"),
        case("C306", bill(confused=True), bow(), 4, name="each stand"),
        case("C412", bow(confused=True), bill(), 2, name="each stand"),
        case("C304", bill(ranks=2), bow(), 4, name="one stand in front, and a rank more"),
        case("C304", bill(ranks=2), bow(ranks=2), 3, name="as deep as the enemy"),
        case("C304", bill(), bow(ranks=2), 6, name="fewer ranks cost nothing"),
        case("C32", bow(confused=True, outflanked=2), bill(), 1, name="no stand has any: one die"),
        case("C32", gun(confused=True, outflanked=1), bill(), 1, name="-1 and 0 are 0 and 0"),
        case("C32", bow(confused=True, outflanked=1), bill(), 1, name="0 and 1"),
        case("C38", bill(joined=[LORD]), bow(), 10, name="the commander adds his 4"),
        case("C38", bill(joined=[LORD], confused=True, outflanked=2), bow(), 6, name="as they are"),
        case("C38", described("Lord", "Hastings"), bow(), 4, name="alone he is a unit of one stand"),
    ],
)
def test_the_attacks_of_a_unit(own: Any, enemy: Any, expected: int) -> None:
    assert dice(own, enemy) == expected


@pytest.mark.rules("C32")
def test_a_sum_names_each_of_its_numbers() -> None:
    made = sums(fight(bill(charging=True, confused=True, outflanked=1, joined=[LORD]), bow()))["Bill strike Bow"]
    by_rule = {line.rule: line.value for line in made.modifiers}
    assert by_rule == {"C609": 6, "C301": 2, "C306": -2, "C305": -1, "C603": 4}
    assert made.total == 9


@pytest.mark.rules("C32")
def test_a_stand_below_nothing_does_not_weaken_the_others() -> None:
    # Guns of 1: confused 0, and the one struck at its side -1, which counts as 0.
    made = sums(fight(gun(confused=True, outflanked=1, joined=[LORD]), bow()))["Gun strike Bow"]
    assert [line.value for line in made.modifiers] == [2, -2, -1, 1, 4]


@pytest.mark.rules("C38")
def test_commanders_may_be_played_as_giving_orders_only() -> None:
    assert dice(bill(joined=[LORD]), bow(), options={"commanders_only_command": True}) == 6


@pytest.mark.rules("C304", "C32")
def test_ranks_may_be_those_of_the_contingent() -> None:
    assert dice(bill(ranks=3, fighting=2), bow(), options={"ranks_of_contingent": True}) == 8


@pytest.mark.rules("C304", "C68")
def test_ranks_count_against_the_deepest_enemy_and_once() -> None:
    deep = bill(ranks=2)
    shallow = fight(deep, [bow("One"), bow("Two")])
    assert {words: made.total for words, made in sums(shallow).items() if words.startswith("Bill")} == {
        "Bill strike One": 4
    }
    against_depth = fight(deep, [bow("One"), bow("Two", ranks=2)])
    assert sums(against_depth)["Bill strike One"].total == 3


@pytest.mark.rules("C31", "C68")
def test_stands_strike_the_enemy_that_they_touch() -> None:
    shared = sums(fight(bill(), [bow("One"), bow("Two")]))
    assert (shared["Bill strike One"].total, shared["Bill strike Two"].total) == (3, 3)
    contacts = [
        {"attacker": "Bill", "defender": "One", "attacker_stands": 2},
        {"attacker": "Bill", "defender": "Two", "attacker_stands": 0},
    ]
    stated = sums(fight(bill(outflanked=1), [bow("One"), bow("Two")], contacts=contacts))
    assert stated["Bill strike One"].total == 5
    assert "Bill strike Two" not in stated
    assert stated["Two strike Bill"].total == 4


@pytest.mark.rules("C301")
def test_a_charge_counts_against_each_enemy_by_its_own_position() -> None:
    made = sums(fight(bill(charging=True), [bow("Open"), bow("Hedge", position="defended")]))
    assert made["Bill strike Open"].total == 4
    assert made["Bill strike Hedge"].total == 3


@pytest.mark.rules("C311", "C33")
def test_support_is_added_up_for_the_side() -> None:
    facts = fight(
        bill(fighting=1, supporting=1),
        bow(),
        attackers_support=[bill("Second"), bow("Third", supporting=1)],
        defenders_support=[bow("Reserve")],
    )
    made = sums(facts)
    assert made["added to the result of the attackers"].total == 1 + 2 + 1
    assert made["added to the result of the defenders"].total == 2


@pytest.mark.rules("C21", "C71")
def test_shots_at_chargers_count_for_the_shooters() -> None:
    made = sums(fight(horse(charging=True, hits=2, shot_hits=2), bow()))
    added = made["added to the result of the defenders"]
    assert (added.total, added.rules) == (2, ())  # nobody supports, so no rule of support is named
    assert [(line.rule, line.ruling) for line in added.modifiers] == [("C166", "C71")]


@pytest.mark.rules("C304", "C32")
def test_where_ranks_are_the_contingents_all_stands_of_the_unit_in_front_fight() -> None:
    own = bill(ranks=3)  # two stands side by side, with two units of the contingent behind them
    assert dice(own, bow(), options={"ranks_of_contingent": True}) == 2 * 3 + 2
    assert dice(own | {"fighting": 1}, bow(), options={"ranks_of_contingent": True}) == 3 + 2
    assert dice(bill(ranks=2), bow()) == 3 + 1
