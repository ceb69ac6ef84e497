"""Drive-backs: dice, distance, confusion, rout, and what stands behind."""

from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from miniatures.systems.command_roll.drive_back import drive_back_dice
from tests.marking import case
from tests.systems.command_roll.shooting_scenes import DRIVE_BACK, bill, driven_by_faces, gun, joint, refused, thrown


def hit(hits: int = 2, options: dict[str, Any] | None = None, **said: Any) -> Any:
    return DRIVE_BACK.facts.model_validate({"unit": bill(missile_hits=hits, **said), "options": options or {}})


@pytest.mark.parametrize(
    ("position", "hits", "dice"),
    [
        case("C211", "open", 2, 2),
        case("C212", "defended", 2, 1),
        case("C212", "defended", 1, 0),
        case("C213", "fortified", 3, 1),
        case("C213", "fortified", 1, -1, name="counted as none"),
    ],
)
def test_a_die_for_each_hit_less_what_the_position_saves(position: str, hits: int, dice: int) -> None:
    facts = hit(hits, position=position)
    assert drive_back_dice(facts.unit, hits).total == dice
    outcome = thrown(DRIVE_BACK, facts, *[1] * max(0, dice))
    assert outcome.driven == max(0, dice)


@pytest.mark.rules("C211", "C28")
@pytest.mark.parametrize(("face", "centimetres"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_d3_is_half_a_die_rounded_up(face: int, centimetres: int) -> None:
    assert thrown(DRIVE_BACK, hit(1), face).driven == centimetres


@pytest.mark.rules("C214", "C402")
def test_any_six_confuses() -> None:
    assert thrown(DRIVE_BACK, hit(3), 1, 6, 2).confused
    assert not thrown(DRIVE_BACK, hit(3), 5, 5, 5).confused


@pytest.mark.rules("C215", "C28")
def test_two_full_moves_or_more_is_routed_and_one_where_the_table_says_so() -> None:
    seven = hit(7)  # a full move of foot is 10 cm
    assert thrown(DRIVE_BACK, seven, 5, 5, 5, 5, 5, 5, 3).routed  # 3 * 6 + 2
    assert not thrown(DRIVE_BACK, seven, 5, 5, 5, 5, 5, 5, 1).routed
    one = {"routed_at_one_move": True}
    assert thrown(DRIVE_BACK, hit(4, one), 5, 5, 5, 1).routed  # 10 cm
    assert not thrown(DRIVE_BACK, hit(4, one), 5, 5, 3, 1).routed


@pytest.mark.rules("C28", "C58")
def test_guns_are_driven_back_as_others_are_and_routed_at_ten() -> None:
    guns = DRIVE_BACK.facts.model_validate({"unit": gun(missile_hits=4)})
    assert thrown(DRIVE_BACK, guns, 5, 5, 3, 1).driven == 9
    assert thrown(DRIVE_BACK, guns, 5, 5, 3, 3).routed


@pytest.mark.rules("C403", "C36", "C37")
def test_driven_into_impassable_ground_it_stops_a_centimetre_short_and_a_six_confuses() -> None:
    facts = hit(2, behind="impassable ground", way_back=3)
    for die, confused in [(6, True), (5, False)]:
        outcome = thrown(DRIVE_BACK, facts, 3, 3, die)  # 4 cm into 3 cm of room
        assert (outcome.driven, outcome.moved, outcome.confused) == (4, 2, confused)
    assert thrown(DRIVE_BACK, facts, 2, 3).moved == 3, "just enough room"


@pytest.mark.parametrize(
    "behind",
    [case("C404", "enemies"), case("C404", "engaged friends"), case("C406", "unyielding friends")],
)
def test_some_obstacles_confuse_without_a_die(behind: str) -> None:
    outcome = thrown(DRIVE_BACK, hit(2, behind=behind, way_back=0.5), 1, 1)
    assert (outcome.moved, outcome.confused, outcome.stopped_by) == (0, True, behind)


@pytest.mark.rules("C405", "C407", "C58")
def test_friends_make_way_with_a_die_for_each() -> None:
    facts = hit(1, behind="friends", way_back=0, friends=["Pike", "Spear"])
    outcome = thrown(DRIVE_BACK, facts, 3, 6, 1, 6)  # 2 cm; forcing 6; Pike 1, Spear 6
    assert (outcome.moved, outcome.confused, outcome.friends) == (2, True, ("Spear",))
    outcome = thrown(DRIVE_BACK, facts, 6, 1, 1)  # confused by its own 6, it throws no more
    assert (outcome.confused, outcome.friends) == (True, ())


@pytest.mark.rules("C58", "C215")
def test_who_is_routed_troubles_nobody_behind() -> None:
    facts = hit(4, {"routed_at_one_move": True}, behind="friends", way_back=0, friends=["Pike"])
    assert thrown(DRIVE_BACK, facts, 5, 5, 5, 5).routed


def test_what_stands_behind_must_fit_together() -> None:
    with pytest.raises(ValidationError, match="friends: only where behind"):
        hit(1, friends=["Pike"])
    with pytest.raises(ValidationError, match="way_back"):
        hit(1, way_back=3)


@pytest.mark.parametrize(
    ("facts", "cure"),
    [
        case("C211", hit(0), "missile_hits"),
        case("C167", hit(1, stands=0), "stands"),
        case("C21", hit(1, charging=True), "combat"),
        case("C26", hit(2, profile="Currours", position="defended"), "open"),
    ],
)
def test_a_refusal_names_its_rule_and_its_cure(facts: Any, cure: str, request: pytest.FixtureRequest) -> None:
    ((rule, said),) = refused(DRIVE_BACK, facts)
    assert rule == request.node.get_closest_marker("rules").args[0]
    assert cure in said


@pytest.mark.rules("C211", "C214")
@pytest.mark.parametrize("hits", [1, 2, 4])
def test_the_odds_of_distance_and_confusion_agree_with_counting_every_face(hits: int) -> None:
    odds = DRIVE_BACK.odds(hit(hits))
    assert joint(odds, lambda outcome: (outcome.driven, outcome.confused)) == driven_by_faces(hits)


@pytest.mark.rules("C212")
def test_a_defended_unit_with_two_hits_rolls_one_die() -> None:
    odds = DRIVE_BACK.odds(hit(2, position="defended"))
    assert [(asked.dice, asked.purpose) for asked in odds.asked] == [(1, "Bill are driven back")]
    assert odds.chance(lambda outcome: outcome.confused) == Fraction(1, 6)
    assert joint(odds, lambda outcome: outcome.driven) == dict.fromkeys((1, 2, 3), Fraction(1, 3))
