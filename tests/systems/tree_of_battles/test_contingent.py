"""Contingents and leaders as players write them: short names, mixed ranks, and what cannot be."""

from typing import Any

import pytest
from pydantic import ValidationError

from miniatures.broken import BrokenInputError
from miniatures.faults import read_model
from miniatures.systems.tree_of_battles.facts import ContingentInPlay
from miniatures.systems.tree_of_battles.unit import TYPES, higher_grade
from tests.marking import case
from tests.systems.tree_of_battles.units import contingent, described, leader


@pytest.mark.parametrize(
    ("written", "type"),
    [
        ("Men at Arms", "foot men at arms"),
        ("MAA", "foot men at arms"),
        ("knights", "mounted men at arms"),
        ("bills", "heavy infantry"),
        ("archers", "longbow"),
        ("Light_Horse", "light horse"),
        ("prickers", "light horse"),
        ("handgunners", "handgun"),
        ("guns", "artillery"),
    ],
)
def test_a_type_may_be_shortened_and_written_in_any_case(written: str, type: str) -> None:
    assert contingent(f"4 {written}").type == type


@pytest.mark.parametrize("type", TYPES)
def test_every_type_is_known_by_its_own_name(type: str) -> None:
    assert contingent({type: 3}).type == type


@pytest.mark.parametrize(
    "written",
    [
        "2 men at arms, 6 longbow",
        ["2 men at arms", "6 longbow"],
        {"men at arms": 2, "longbow": 6},
        [{"type": "men at arms", "stands": 2}, "6 archers"],
    ],
)
def test_the_stands_may_be_written_in_several_ways(written: Any) -> None:
    parts = contingent(written).parts
    assert [(part.stands, part.type) for part in parts] == [(2, "foot men at arms"), (6, "longbow")]


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"parts": "6 longbwo"}, '"longbwo" is not a type of stand; did you mean "longbow"'),
        ({"parts": "longbow"}, '"longbow" is no number of stands and their type, such as "6 longbow"'),
        ({"traits": ["chivalrus"]}, '"chivalrus" is not a trait; did you mean "chivalrous"'),
        ({"grade": "E"}, "grade"),
        ({"parts": []}, "parts"),
        ({"parts": {"longbow": 0}}, "stands"),
        ({"stands": 7}, "stands: 7 left of 6"),
        ({"stands": [2, 2]}, "stands: 2 numbers for 1 parts"),
        ({"parts": ["2 bills", "2 pike"], "stands": [1, 3]}, "stands: 3 pike left of 2"),
        ({"array": "wedge"}, "array"),
        ({"dps": -1}, "dps"),
        ({"dps": True}, "dps"),
    ],
)
def test_what_cannot_be_is_refused_with_the_nearest_word(said: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BrokenInputError, match=complaint):
        read_model(ContingentInPlay, described() | said, "facts")


@pytest.mark.parametrize(
    ("said", "front", "type", "ranks"),
    [
        case("T3", {}, 8, "longbow", 1, name="all in one rank"),
        case("T3", {"frontage": 2}, 2, "foot men at arms", 4),
        case("T42", {"frontage": 4}, 4, "foot men at arms", 2, name="as many of each: named first"),
        case("T3", {"frontage": 5}, 5, "longbow", 2),
        case("T3", {"frontage": 4, "exchanged": True}, 4, "longbow", 2),
        case("T3", {"array": "column"}, 1, "foot men at arms", 8),
        case("T4", {"stands": 3}, 3, "foot men at arms", 1, name="losses come from the rear"),
        case("T4", {"stands": [0, 3]}, 3, "longbow", 1),
    ],
)
def test_the_front_rank_says_what_a_mixed_contingent_is(
    said: dict[str, Any], front: int, type: str, ranks: int
) -> None:
    mixed = contingent(["2 men at arms", "6 longbow"], **said)
    assert (mixed.wide, mixed.type, mixed.ranks) == (front, type, ranks)


@pytest.mark.rules("T42")
def test_of_as_many_in_front_the_first_named_counts_when_ranks_are_exchanged_too() -> None:
    assert contingent("2 men at arms, 2 longbow, 2 bills", frontage=4, exchanged=True).type == "longbow"


@pytest.mark.rules("T3")
def test_what_was_asked_of_a_contingent_is_asked_again_once_it_has_changed() -> None:
    before = contingent(["2 longbow", "2 bills"], frontage=2)
    assert (before.type, before.left, before.in_disarray) == ("longbow", 4, False)
    assert before.model_copy(update={"exchanged": True}).type == "heavy infantry"
    fewer = before.model_copy(update={"stands": (1, 1), "array": "disarray"})
    assert (fewer.type, fewer.left, fewer.wide, fewer.in_disarray) == ("longbow", 2, 2, True)
    assert before.left == 4


@pytest.mark.rules("T3", "T42")
def test_full_harness_needs_more_than_half_of_the_front_rank() -> None:
    knights = {"type": "men at arms", "stands": 2, "full_harness": True}
    assert contingent([knights, "6 longbow"], frontage=3).full_harness
    assert not contingent([knights, "6 longbow"], frontage=4).full_harness
    assert contingent([knights, "6 longbow"], traits="full harness").full_harness


@pytest.mark.parametrize(
    ("parts", "traits", "may"),
    [
        case("T43", "4 skirmishers", (), True),
        case("T43", "4 light horse", (), True),
        case("T43", "4 light infantry", (), True),
        case("T43", "2 light infantry, 2 longbow", (), False),
        case("T43", "4 longbow", ("light infantry",), True),
        case("T43", "4 bills", (), False),
    ],
)
def test_only_light_troops_take_skirmish_array(parts: str, traits: tuple[str, ...], may: bool) -> None:
    assert contingent(parts, traits=traits).may_skirmish == may


@pytest.mark.parametrize(
    ("part", "missile"),
    [
        case("T44", "4 pavisiers", "crossbow"),
        case("T44", "4 skirmishers", "other"),
        case("T44", {"type": "light horse", "stands": 4, "missile": "crossbow"}, "crossbow"),
        case("T44", {"type": "pavisiers", "stands": 4, "missile": "none"}, None),
        case("T44", "4 bills", None),
    ],
)
def test_stands_shoot_with_the_weapon_of_their_type_or_their_own(part: Any, missile: str | None) -> None:
    assert contingent(part).parts[0].shoots_with == missile


@pytest.mark.rules("T331")
def test_who_pursues_routs_or_retires_is_in_disarray() -> None:
    for conduct in ("pursuing", "routing", "retiring"):
        assert contingent(conduct=conduct).formation == "disarray"
    assert contingent(conduct="looting").formation == "line"


def test_grades_fall_from_a_to_d() -> None:
    assert higher_grade("A", than="B")
    assert not higher_grade("C", than="C")


@pytest.mark.rules("T5")
def test_wounds_lower_a_rating_for_good_and_a_rating_of_nothing_is_death() -> None:
    hurt = leader("marshal", 5, wounds=2, spent=1)
    assert (hurt.rating, hurt.points_left, hurt.noble) == (3, 2, True)
    with pytest.raises(ValidationError, match="wounds: 3 of 3 would have killed him"):
        leader("captain", 3, wounds=3)
    with pytest.raises(ValidationError, match="spent: 4 of 3 command points"):
        leader("captain", 3, spent=4)


@pytest.mark.rules("T5")
def test_a_herald_has_no_command_points_and_others_have_some() -> None:
    assert not leader("herald", 0).noble
    with pytest.raises(ValidationError, match="a herald has none"):
        leader("herald", 1)
    with pytest.raises(ValidationError, match="a captain has at least 1"):
        leader("captain", 0)
