"""Cannon: attacks, bounces, and the failure table that is our ruling."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from pydantic import ValidationError

from miniatures.systems.command_roll.shooting_sum import attack_sum
from tests.marking import case
from tests.systems.command_roll.shooting_scenes import FACES, SHOOTING, bill, bow, gun, joint, shooting, thrown


def cannon(*bounce: str, firer: Any = None, **said: Any) -> Any:
    """A gun shoots at bill, with another unit behind; the phase goes on, so that nobody is driven back."""
    stated = {"beyond": [bill("Beyond", "Retinue Bill")], "bounce": bounce, "drive_back": False} | said
    return shooting(firer or gun(), distance=60, **stated)


def unsaved(outcome: Any) -> list[int]:
    return [struck.unsaved for struck in outcome.struck]


@pytest.mark.parametrize(
    ("extra", "attacks"),
    [case("C151", 0, 2), case("C152", 1, 3), case("C154", 2, 4), case("C155", 3, 4), case("C156", 4, 4),
     case("C156", 6, 4, name="more bases than the table prints")],
)  # fmt: skip
def test_further_bases_on_the_line_add_attacks(extra: int, attacks: int) -> None:
    made = attack_sum(cannon(*["Bill"] * extra))
    assert made.total == attacks
    if extra:
        assert made.modifiers[-1].rule == {1: "C152", 2: "C154", 3: "C155"}.get(extra, "C156")


@pytest.mark.rules("C151", "C24")
def test_each_gun_of_the_unit_has_two_attacks() -> None:
    assert attack_sum(cannon(firer=gun(stands=2))).total == 4
    assert attack_sum(cannon(firer=gun(stands=2, silent=1))).total == 2, "a silent gun has none"


@pytest.mark.rules("C24", "C152")
def test_two_attacks_strike_the_first_unit_and_each_further_one_the_unit_of_its_base() -> None:
    outcome = thrown(SHOOTING, cannon("Beyond"), 4, 4, 5, 2)  # the last die is armour, 6+
    assert unsaved(outcome) == [2, 1]


@pytest.mark.rules("C57", "C155")
def test_of_three_further_bases_the_nearest_two_are_struck() -> None:
    outcome = thrown(SHOOTING, cannon("Bill", "Beyond", "Beyond"), 4, 4, 4, 5, 2)
    assert unsaved(outcome) == [3, 1]


@pytest.mark.rules("C24", "C165")
def test_hits_by_cannon_are_saved_unless_the_table_says_no() -> None:
    facts = cannon("Beyond")
    assert unsaved(thrown(SHOOTING, facts, 4, 4, 5, 6)) == [2, 0]
    facts = cannon("Beyond", options={"no_saves_from_cannon": True})
    assert unsaved(thrown(SHOOTING, facts, 4, 4, 5)) == [2, 1]


@pytest.mark.rules("C153", "C25")
@pytest.mark.parametrize(("die", "burst", "silent"), [(1, 1, 0), (2, 0, 1), (3, 0, 1), (4, 0, 0), (5, 0, 0), (6, 0, 0)])
def test_an_attack_die_of_one_calls_for_our_failure_table_and_the_hits_stand(die: int, burst: int, silent: int) -> None:
    outcome = thrown(SHOOTING, cannon(), 1, 6, die)
    assert unsaved(outcome) == [1, 0]
    assert outcome.guns == (("Guns", burst, silent),)


@pytest.mark.rules("C25")
def test_two_ones_call_for_one_die_and_the_table_may_be_milder() -> None:
    assert thrown(SHOOTING, cannon(), 1, 1, 3).guns == (("Guns", 0, 1),)
    milder = cannon(options={"cannon_bursts_up_to": 0, "cannon_silent_up_to": 1})
    assert thrown(SHOOTING, milder, 1, 1, 1).guns == (("Guns", 0, 1),)
    assert thrown(SHOOTING, milder, 1, 1, 2).guns == (("Guns", 0, 0),)


@pytest.mark.rules("C25")
def test_players_are_told_that_the_failure_table_is_our_ruling() -> None:
    assert "1 gun of Guns burst, and gone (our ruling C25)" in " ".join(
        SHOOTING.tell(thrown(SHOOTING, cannon(), 1, 6, 1))
    )
    odds = SHOOTING.odds(cannon())
    assert any("ours, C25" in asked.purpose for asked in odds.asked)


@pytest.mark.rules("C57", "C202")
def test_a_ball_strikes_the_first_rank_without_a_die() -> None:
    facts = cannon(ranks=[bill("Rear", "Pike")], beyond=[])
    assert unsaved(thrown(SHOOTING, facts, 4, 4)) == [2, 0]


@pytest.mark.rules("C24")
def test_guns_of_one_unit_may_have_lines_of_their_own() -> None:
    guns = gun(stands=2)
    facts = cannon(firer=guns, stands=1, also=[{"firer": guns, "distance": 60, "stands": 1, "bounce": ["Bill"]}])
    outcome = thrown(SHOOTING, facts, 4, 1, 6, 5, 5, 1, 2)
    assert unsaved(outcome) == [3, 0]
    assert outcome.guns == (("Guns", 0, 1),)


@pytest.mark.rules("C24")
def test_a_bounce_names_a_unit_that_is_there() -> None:
    with pytest.raises(ValidationError, match=r"bounce: .*Nobody"):
        cannon("Nobody")


@pytest.mark.rules("C151", "C152", "C153", "C165")
def test_the_odds_of_a_bouncing_gun_agree_with_counting_every_face() -> None:
    expected: Counter[Any] = Counter()
    for first, second, third, armour, failure in product(FACES, repeat=5):
        front, rear = (first >= 4) + (second >= 4), third >= 4 and armour < 6
        fails = 1 in (first, second, third)
        expected[front, int(rear), fails and failure == 1, fails and failure in (2, 3)] += 1
    odds = joint(
        SHOOTING.odds(cannon("Beyond")),
        lambda outcome: (*unsaved(outcome), bool(outcome.guns[0].burst), bool(outcome.guns[0].silent)),
    )
    assert odds == {key: Fraction(ways, 6**5) for key, ways in expected.items()}


@pytest.mark.rules("C161")
def test_guns_throw_by_themselves_and_others_together() -> None:
    facts = cannon(also=[{"firer": bow(), "distance": 20}])
    asked = [(one.purpose, one.dice) for one in SHOOTING.odds(facts).asked][:2]
    assert asked == [("Bow at Bill", 2), ("Guns at Bill", 2)]


@pytest.mark.rules("C153", "C25")
def test_a_silent_gun_is_not_stated_apart() -> None:
    apart = {"stands": 1, "also": [{"firer": gun(stands=2), "distance": 20, "stands": 1}]}
    assert len(shooting(gun(stands=2), **apart).shots) == 2
    with pytest.raises(ValidationError, match="Guns shoots twice"):
        shooting(gun(stands=2, silent=1), **apart)
