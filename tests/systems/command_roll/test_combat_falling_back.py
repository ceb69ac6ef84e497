"""Falling back, making way, and what confuses a unit."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from miniatures.dice import TableDice
from tests.marking import case
from tests.systems.command_roll.combats import CHAPTER, bill, bow, gun, horse

FALL_BACK, MAKE_WAY, CONFUSION = (CHAPTER[name] for name in ("fall-back", "make-way", "confusion"))


def resolved(procedure: Any, facts: dict[str, Any], *faces: int) -> Any:
    thrown = TableDice(faces)
    outcome = procedure.resolve(procedure.facts.model_validate(facts), thrown)
    thrown.all_used()
    return outcome


def refused(procedure: Any, facts: dict[str, Any]) -> list[str]:
    return [refusal.rule for refusal in procedure.refusals(procedure.facts.model_validate(facts))]


def fallen(unit: dict[str, Any], *faces: int, **said: Any) -> Any:
    return resolved(FALL_BACK, {"units": unit} | said, *faces).units[0]


@pytest.mark.rules("C321", "C34")
def test_a_side_falls_back_at_least_the_lowest_die_and_at_most_the_sum() -> None:
    outcome = resolved(FALL_BACK, {"units": [bill(), bow()]}, 4, 2, 5)
    assert (outcome.least, outcome.most) == (2, 11)
    assert [unit.back for unit in outcome.units] == [2, 2]
    assert fallen(bill(), 4, 2, 5, distance=7.5).back == 7.5
    assert fallen(bill(), 4, 2, 5, distance=1.0).back == 2
    assert fallen(bill(), 4, 2, 5, distance=20.0).back == 11


@pytest.mark.rules("C321")
def test_the_odds_of_falling_back_agree_with_counting_every_face() -> None:
    odds = FALL_BACK.odds(FALL_BACK.facts.model_validate({"units": [bill()]}))
    expected: dict[tuple[int, int], Fraction] = {}
    for thrown in product(range(1, 7), repeat=3):
        key = (min(thrown), sum(thrown))
        expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 216)
    assert odds.marginal(lambda outcome: (outcome.least, outcome.most)) == expected


@pytest.mark.rules("C321")
def test_who_is_defended_may_stand_and_if_all_do_nobody_throws() -> None:
    standing = bill(position="defended", stands_ground=True)
    outcome = resolved(FALL_BACK, {"units": [standing, bow()]}, 3, 3, 3)
    assert [(unit.state, unit.back) for unit in outcome.units] == [("stands", 0), ("falls back", 3)]
    assert resolved(FALL_BACK, {"units": [standing]}).units[0].state == "stands"


@pytest.mark.rules("C34")
def test_guns_that_fall_back_are_lost_without_a_throw() -> None:
    assert fallen(gun()).state == "destroyed"
    assert fallen(gun(position="fortified", stands_ground=True)).state == "stands"


@pytest.mark.parametrize(
    ("behind", "dice", "confused", "back"),
    [
        case("C403", "impassable ground", (6,), True, 1),
        case("C403", "impassable ground", (5,), False, 1),
        case("C404", "enemies", (), True, 1),
        case("C404", "engaged friends", (), True, 1),
        case("C405", "friends", (6,), True, 3),
        case("C405", "friends", (5,), False, 3),
        case("C406", "unyielding friends", (), True, 1),
        case("C73", "table edge", (6,), True, 1),
    ],
)
@pytest.mark.rules("C36")
def test_what_stands_behind_stops_a_unit_short_and_may_confuse_it(
    behind: str, dice: tuple[int, ...], confused: bool, back: int
) -> None:
    unit = fallen(bill(behind=behind, way_back=2), 3, 3, 4, *dice)
    assert (unit.confused, unit.back) == (confused, back)
    assert fallen(bill(behind=behind, way_back=3), 3, 3, 4).confused is False, "they do not reach it"


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        case("C321", {"units": bill(stands_ground=True)}, "C321", name="nobody stands in the open"),
        case("C411", {"units": bill(confused=True), "won": True}, "C411", name="nobody confused goes of his own will"),
        case("C167", {"units": bill(stands=0)}, "C167", name="nobody is left"),
    ],
)
def test_who_may_not_fall_back(facts: dict[str, Any], rule: str) -> None:
    assert refused(FALL_BACK, facts) == [rule]


@pytest.mark.rules("C72", "C324")
def test_after_a_draw_even_the_confused_fall_back_and_a_winner_may_stand_in_the_open() -> None:
    assert refused(FALL_BACK, {"units": bill(confused=True)}) == []
    assert refused(FALL_BACK, {"units": [bill(stands_ground=True), bow()], "won": True}) == []
    assert refused(FALL_BACK, {"units": [bill(stands_ground=True, confused=True), bow()], "won": True}) == []


@pytest.mark.rules("C405", "C407", "C37")
def test_who_forces_friends_aside_and_each_friend_throws_a_die() -> None:
    facts = {"forcing": bow(), "friends": [bill("One"), bill("Two")]}
    assert resolved(MAKE_WAY, facts, 5, 6, 1).units == (("Bow", False), ("One", True), ("Two", False))
    assert resolved(MAKE_WAY, facts, 6, 5, 5).units == (("Bow", True), ("One", False), ("Two", False))
    odds = MAKE_WAY.odds(MAKE_WAY.facts.model_validate(facts))
    assert odds.chance(lambda outcome: not any(confused for _, confused in outcome.units)) == Fraction(125, 216)


@pytest.mark.rules("C36", "C404", "C411")
def test_friends_who_are_engaged_or_confused_do_not_yield() -> None:
    friends = [bill("One", engaged=True), bill("Two", confused=True)]
    assert refused(MAKE_WAY, {"forcing": bow(), "friends": friends}) == ["C404", "C411"]


@pytest.mark.parametrize(
    ("cause", "needs_a_six"),
    [
        case("C401", "burst through", False),
        case("C403", "back into impassable terrain", True),
        case("C404", "back into enemies or a combat", False),
        case("C405", "forcing friends to make way", True),
        case("C406", "back into friends that do not yield", False),
        case("C407", "making way", True),
    ],
)
def test_what_confuses_and_what_needs_a_six(cause: str, needs_a_six: bool) -> None:
    facts = {"unit": bow(), "cause": cause}
    sums = CONFUSION.sums(CONFUSION.facts.model_validate(facts))
    if needs_a_six:
        assert resolved(CONFUSION, facts, 6).units == (("Bow", True),)
        assert resolved(CONFUSION, facts, 5).units == (("Bow", False),)
        assert sums == []
    else:
        assert resolved(CONFUSION, facts).units == (("Bow", True),)
        assert sums[0].modifiers == ()


@pytest.mark.rules("C411", "C412", "C413", "C414")
def test_the_confused_are_told_what_it_means() -> None:
    said = CONFUSION.tell(resolved(CONFUSION, {"unit": bow(), "cause": "burst through"}))[0]
    for words in ("until the end of the side's own next Command phase", "no move", "no support", "-1 to each stand"):
        assert words in said


def test_who_is_confused_already_throws_no_die() -> None:
    assert resolved(CONFUSION, {"unit": bow(confused=True), "cause": "making way"}).units == (("Bow", True),)
    assert fallen(bill(confused=True, behind="friends"), 1, 2, 3).confused is True


def test_what_is_behind_must_be_said_with_the_room_before_it() -> None:
    with pytest.raises(ValueError, match="state what is behind it"):
        FALL_BACK.facts.model_validate({"units": bill(way_back=3)})
    with pytest.raises(ValueError, match='two units are called "Bill"'):
        FALL_BACK.facts.model_validate({"units": [bill(), bill()]})
    with pytest.raises(ValueError, match='two units are called "Bow"'):
        MAKE_WAY.facts.model_validate({"forcing": bow(), "friends": [bow()]})


@pytest.mark.rules("C405", "C407")
def test_friends_who_make_way_for_who_falls_back_throw_a_die_each() -> None:
    unit = bill(behind="friends", way_back=1, friends=["Pike", "Spear"])
    outcome = resolved(FALL_BACK, {"units": unit}, 2, 3, 4, 1, 5, 6)  # forcing 1, Pike 5, Spear 6
    assert outcome.units[0] == ("Bill", "falls back", 2, False, "", ("Spear",))
    assert FALL_BACK.tell(outcome)[-1] == "Spear made way and became confused (C407)."
    facts = FALL_BACK.facts.model_validate({"units": unit})
    asked = {question.label: question for question in FALL_BACK.questions(facts)}
    reached = Fraction(125, 216)  # no 1 among three dice
    assert FALL_BACK.odds(facts).chance(asked["confused by making way: Pike"].answer) == reached / 6


@pytest.mark.rules("C26", "C321")
def test_horse_is_not_defended_and_does_not_stand_its_ground_so() -> None:
    assert refused(FALL_BACK, {"units": horse(position="defended", stands_ground=True)}) == ["C26"]


@pytest.mark.rules("C34", "C324")
def test_a_winner_does_not_throw_his_guns_away() -> None:
    assert refused(FALL_BACK, {"units": [gun(), bill()], "won": True}) == ["C34"]
    assert refused(FALL_BACK, {"units": [gun(stands_ground=True), bill()], "won": True}) == []
    assert refused(FALL_BACK, {"units": [gun(), bill()]}) == [], "after a draw they must"


def test_fall_back_and_making_way_in_sentences() -> None:
    units = [bill(behind="enemies"), bow(position="fortified", stands_ground=True), gun()]
    assert FALL_BACK.tell(resolved(FALL_BACK, {"units": units}, 2, 3, 4)) == [
        "The dice say at least 2 and at most 9 cm (C321).",
        "Bill fell back 0 cm, stopped by enemies (C36).",
        "Bill: confused, and cannot move (C411).",
        "Bow held the ground (C321).",
        "Gun are guns that must go back: they are destroyed (C34).",
    ]
    asked = MAKE_WAY.questions(MAKE_WAY.facts.model_validate({"forcing": bow(), "friends": bill()}))
    assert [question.label for question in asked] == ["Bow are confused", "Bill are confused"]


@pytest.mark.parametrize(
    ("then", "dice", "confused", "back", "stopped"),
    [
        # Friends 2 cm behind, the rest 6 cm: 3 cm go among the friends, 5 of 8 cm end 1 cm short of it.
        case("C405", "enemies", (3, 3, 3, 6, 1), True, 3, ""),
        case("C404", "enemies", (6, 6, 6, 1), True, 5, "enemies", name="no die of its own"),
        case("C403", "impassable ground", (6, 6, 6, 1, 1, 6), True, 5, "impassable ground"),
        case("C403", "table edge", (6, 6, 6, 1, 1, 5), False, 5, "table edge"),
        case("C402", "impassable ground", (6, 6, 6, 6, 1), True, 5, "impassable ground", name="by its friends"),
    ],
)
@pytest.mark.rules("C100")
def test_what_is_behind_the_friends_stops_a_unit_after_them(
    then: str, dice: tuple[int, ...], confused: bool, back: int, stopped: str
) -> None:
    unit = bill(behind="friends", way_back=2, friends=["Bows"], then=then, then_at=6)
    found = fallen(unit, *dice, distance=8 if dice[0] == 6 else 3)
    assert (found.confused, found.back, found.stopped_by) == (confused, back, stopped)


@pytest.mark.rules("C100")
def test_friends_whom_it_no_longer_reaches_do_not_throw() -> None:
    unit = bill(behind="friends", way_back=2, friends=["Bows"], then="unyielding friends", then_at=2.5)
    assert fallen(unit, 6, 6, 6).back == 1.5


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"then": "enemies", "then_at": 3}, 'then: only behind friends who make way, that is where behind = "friends"'),
        ({"behind": "friends", "then_at": 3}, "then_at: state then"),
        ({"behind": "friends", "way_back": 4, "then": "enemies", "then_at": 3}, "then_at: this lies behind"),
        ({"behind": "friends", "then": "friends"}, "then"),
    ],
)
def test_what_lies_behind_friends_must_make_sense(said: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        FALL_BACK.facts.model_validate({"units": bill(**said)})
