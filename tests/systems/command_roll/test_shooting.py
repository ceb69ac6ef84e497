"""Shooting: attacks, hits, saves and stands; who may shoot at whom."""

from typing import Any

import pytest
from pydantic import ValidationError

from miniatures.systems.command_roll.shooting_sum import attack_sum
from tests.marking import case
from tests.systems.command_roll.shooting_scenes import (
    SHOOTING,
    bill,
    bow,
    gun,
    refused,
    shooting,
    shot,
    three_bows,
    thrown,
)
from tests.systems.command_roll.units import described


def attacks(facts: Any) -> int:
    return sum(int(attack_sum(each).total) for each in facts.shots)


@pytest.mark.rules("C161", "C162", "C166", "C167", "C1")
def test_three_units_of_retinue_bow_attack_with_six_dice_and_hit_bill_in_the_open_on_four() -> None:
    facts = three_bows()
    assert attacks(facts) == 6
    # Three hits remove one stand of three Hits; then three dice of 1 drive back 3 cm.
    struck = shot(facts, 4, 5, 6, 3, 2, 1, 1, 1, 1)
    assert (struck.unsaved, struck.stands_lost, struck.left, struck.driven, struck.confused) == (3, 1, 1, 3, False)


@pytest.mark.parametrize(
    ("position", "faces", "hits"),
    [
        case("C162", "open", (3, 4), 1),
        case("C163", "defended", (4, 5), 1),
        case("C163", "defended", (5, 6), 2),
        case("C164", "fortified", (5, 6), 1),
        case("C164", "fortified", (5, 5), 0),
    ],
)
def test_a_position_makes_a_target_harder_to_hit(position: str, faces: tuple[int, ...], hits: int) -> None:
    assert shot(shooting(target=bill(position=position), drive_back=False), *faces).unsaved == hits


@pytest.mark.rules("C163", "C57")
def test_a_position_may_hold_against_one_shot_and_not_against_another() -> None:
    uphill = {"firer": bow("Below"), "distance": 20, "position": "defended"}
    facts = shooting(also=[uphill], drive_back=False)
    assert shot(facts, 4, 4, 4, 4).unsaved == 2, "a throw for each position: a 4 hits only in the open"


@pytest.mark.parametrize(
    ("profile", "saves", "fails"),
    [
        case("C604", "Mounted Men at Arms", 4, 3),
        case("C608", "Dismounted Men at Arms", 5, 4),
        case("C609", "Retinue Bill", 6, 5),
    ],
)
@pytest.mark.rules("C165")
def test_armour_saves_on_the_listed_face(profile: str, saves: int, fails: int) -> None:
    facts = shooting(target=bill(profile=profile), drive_back=False)
    assert shot(facts, 4, 4, saves, fails).unsaved == 1


@pytest.mark.rules("C165")
def test_who_has_no_armour_throws_none() -> None:
    assert shot(shooting(drive_back=False), 6, 6).unsaved == 2


@pytest.mark.rules("C27", "C166", "C167")
def test_hits_left_at_the_end_of_the_phase_are_dropped_unless_the_table_carries_them() -> None:
    dice = (6, 6, 1, 1)  # two hits, two drive-back dice
    assert shot(shooting(), *dice).hits == 0
    assert shot(shooting(options={"hits_carried": True}), *dice).hits == 2
    assert shot(shooting(drive_back=False), 6, 6).hits == 2, "the phase is not over"


@pytest.mark.rules("C166", "C167", "C211")
def test_hits_of_earlier_shots_in_the_phase_count_for_the_stand_and_for_the_drive_back() -> None:
    struck = shot(shooting(target=bill(hits=2, missile_hits=2)), 6, 1, 1, 1, 1)  # one hit; three drive-back dice
    assert (struck.unsaved, struck.missile_hits, struck.stands_lost, struck.driven) == (1, 3, 1, 3)


@pytest.mark.rules("C167", "C31")
def test_hits_beyond_what_a_unit_can_take_do_not_count_and_nobody_is_left_to_drive_back() -> None:
    struck = shot(three_bows(target=bill(stands=1)), 6, 6, 6, 6, 6, 6)
    assert (struck.unsaved, struck.stands_lost, struck.left, struck.state) == (3, 1, 0, "destroyed")


@pytest.mark.rules("C38", "C56")
def test_commanders_with_a_unit_are_hit_after_its_last_stand() -> None:
    lord = described("Lord", "Clifford", mounted=False)
    target = bill(stands=1, joined=[lord])
    struck = shot(three_bows(target=target), 6, 6, 6, 6, 1, 1)  # 3 for the stand, 1 of his 3
    assert (struck.state, struck.killed) == ("destroyed", ())
    assert shot(three_bows(target=target), 6, 6, 6, 6, 6, 6).killed == ("Clifford",)
    spared = three_bows(target=target, options={"commanders_only_command": True})
    assert shot(spared, 6, 6, 6, 6, 6, 6).killed == ()


@pytest.mark.rules("C205", "C23")
@pytest.mark.parametrize(("stands", "halved"), [(2, 1), (1, 0)])
def test_bows_over_their_own_troops_shoot_with_half_their_attacks_rounded_down(stands: int, halved: int) -> None:
    assert attacks(shooting(bow(stands=stands), overhead=True, in_sight=False)) == halved


@pytest.mark.rules("C161", "C21")
def test_only_the_stands_that_have_the_target_shoot() -> None:
    assert attacks(shooting(stands=1)) == 1
    with pytest.raises(ValidationError, match="stands: 3 shoot of 2 left"):
        shooting(stands=3)


@pytest.mark.rules("C202", "C22")
def test_a_die_says_which_of_two_ranks_is_hit() -> None:
    facts = shooting(target=bow("Front"), ranks=[bill("Rear", "Retinue Bill")], drive_back=False)
    for die, hit in [(1, (2, 0)), (3, (2, 0)), (4, (0, 2)), (6, (0, 2))]:
        outcome = thrown(SHOOTING, facts, die, 5, 5, 1, 1)  # both save on 6 only
        assert tuple(struck.unsaved for struck in outcome.struck) == hit


@pytest.mark.rules("C202", "C57")
def test_each_unit_that_shoots_has_a_die_of_its_own_for_the_rank() -> None:
    also = [{"firer": bow("Second"), "distance": 20}]
    facts = shooting(target=bill("Front"), ranks=[bill("Rear", "Welsh Spear")], also=also, drive_back=False)
    outcome = thrown(SHOOTING, facts, 1, 6, 6, 6, 6, 1)
    assert [struck.unsaved for struck in outcome.struck] == [2, 1]


@pytest.mark.rules("C22", "C57")
def test_with_four_ranks_a_five_or_six_is_thrown_again() -> None:
    behind = [bill(name, profile) for name, profile in (("A", "Pike"), ("B", "Peasants"), ("C", "Welsh Spear"))]
    facts = shooting(ranks=behind, drive_back=False)
    outcome = thrown(SHOOTING, facts, 6, 5, 4, 6, 1)
    assert [struck.unsaved for struck in outcome.struck] == [0, 0, 0, 1]


@pytest.mark.rules("C21")
def test_chargers_are_not_driven_back_and_their_hits_wait_for_the_combat() -> None:
    struck = shot(shooting(target=bill(charging=True)), 6, 6)
    assert (struck.state, struck.hits, struck.driven) == ("stands", 2, 0)


@pytest.mark.parametrize(
    ("facts", "cure"),
    [
        case("C201", shooting(closest=False), "closest"),
        case("C202", shooting(ranks=[bill("Rear")]), "leave them out"),
        case("C203", shooting(distance=40.1), "40"),
        case("C203", shooting(bow(profile="Hand Gunners"), distance=41.0), "40"),
        case("C204", shooting(gun(), distance=80.5), "80"),
        case("C205", shooting(bow(profile="Crossbow"), overhead=True), "bows"),
        case("C21", shooting(in_arc=False), "45"),
        case("C21", shooting(bow(engaged=True)), "free unit"),
        case("C21", shooting(target=bill(engaged=True)), "others"),
        case("C21", shooting(target=bill(charging=True), options={"no_shots_at_chargers": True}), "chargers"),
        case("C26", shooting(target=bill(profile="Currours", position="defended")), "open"),
        case("C26", shooting(target=bill(profile="Currours"), position="defended"), "open", name="against a shot"),
        case("C26", shooting(ranks=[bill("Rear", "Currours", position="defended")]), "open", name="in another rank"),
        case("C42", shooting(in_sight=False), "overhead"),
        case("C611", shooting(bill("Billmen")), "Retinue Bow"),
        case("C167", shooting(target=bill(stands=0)), "another"),
        case("C152", shooting(bounce=["Bill"]), "cannon"),
        case("C25", shooting(gun(silent=1)), "next turn"),
        case("C422", shooting(bow(exhausted=2, resting=2)), "next turn"),
        case("C422", shooting(bow(exhausted=2, shower=True)), "without"),
        case("C421", shooting(bow(profile="Shire Bow", shower=True)), "Retinue Bow"),
        case("C29", shooting(options={"shower_compulsory": True}), "shower = true"),
        case(
            "C38",
            shooting(target=described("Lord", "Clifford"), options={"commanders_only_command": True}),
            "commanders_only_command",
        ),
    ],
)
def test_a_refusal_names_its_rule_and_its_cure(facts: Any, cure: str, request: pytest.FixtureRequest) -> None:
    ((rule, said),) = refused(SHOOTING, facts)
    assert rule == request.node.get_closest_marker("rules").args[0]
    assert cure in said


@pytest.mark.rules("C203", "C204")
def test_exactly_at_range_is_in_range() -> None:
    for firer, reach in [(bow(), 40), (bow(profile="Crossbow"), 40), (bow(profile="Hobilars"), 40), (gun(), 80)]:
        assert refused(SHOOTING, shooting(firer, distance=reach)) == []


def test_every_reason_is_given_at_once() -> None:
    facts = shooting(bow(engaged=True), distance=50, closest=False, in_arc=False)
    assert {rule for rule, _ in refused(SHOOTING, facts)} == {"C201", "C203", "C21"}


@pytest.mark.rules("C37")
def test_confused_bows_shoot_as_usual() -> None:
    assert refused(SHOOTING, shooting(bow(confused=True))) == []
    assert attacks(shooting(bow(confused=True))) == 2


@pytest.mark.rules("C43")
def test_nobody_shoots_twice_and_every_name_is_one_units() -> None:
    with pytest.raises(ValidationError, match="shoots twice"):
        shooting(also=[{"firer": bow(), "distance": 20}])
    with pytest.raises(ValidationError, match='two units are called "Bow"'):
        shooting(target=bill("Bow"))
