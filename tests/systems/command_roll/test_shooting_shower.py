"""Right Sharp Shower: twice the attacks, and when the arrows run out."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from pydantic import ValidationError

from miniatures.systems.command_roll.shooting_sum import attack_sum
from miniatures.systems.command_roll.shower import attacks_without, every_other
from tests.marking import case
from tests.systems.command_roll.shooting_scenes import (
    FACES,
    SHARP_SHOWER,
    SHOOTING,
    bow,
    joint,
    refused,
    shooting,
    thrown,
)


def showers(turns: int = 6, options: dict[str, Any] | None = None, **said: Any) -> Any:
    return SHARP_SHOWER.facts.model_validate({"unit": bow(**said), "turns": turns, "options": options or {}})


@pytest.mark.parametrize(
    ("firer", "attacks"),
    [
        case("C421", bow(shower=True), 4),
        case("C421", bow(), 2, name="not used"),
        case("C421", bow(shower=True, stands=1), 2),
        case("C422", bow(shower=True, exhausted=1), 3, name="one stand is out, and may shoot"),
        case("C422", bow(shower=True, exhausted=1, resting=1), 2, name="one stand is out, and misses"),
        case("C422", bow(exhausted=2, resting=1), 1),
    ],
)
def test_attacks_with_the_shower_and_without_ammunition(firer: Any, attacks: int) -> None:
    assert attack_sum(shooting(firer)).total == attacks


@pytest.mark.rules("C59", "C205", "C421")
def test_a_shower_over_the_heads_of_friends_is_halved_and_counts_as_used() -> None:
    facts = shooting(bow(shower=True), overhead=True, drive_back=False)
    assert attack_sum(facts).total == 2
    assert thrown(SHOOTING, facts, 1, 1, 1, 2).arrows == (("Bow", 1, 1),)


@pytest.mark.parametrize(
    ("before", "faces", "out"),
    [
        case("C421", 0, (1, 2), 1, name="the first use, on a 1"),
        case("C421", 1, (1, 2), 2, name="the second, on 1 or 2"),
        case("C421", 1, (3, 3), 0),
        case("C421", 5, (6, 6), 2, name="the sixth, on any"),
        case("C421", 9, (6, 6), 2),
    ],
)
def test_each_use_makes_the_arrows_run_out_sooner(before: int, faces: tuple[int, ...], out: int) -> None:
    facts = shooting(bow(shower=True, showers=before), drive_back=False)
    assert thrown(SHOOTING, facts, 1, 1, 1, 1, *faces).arrows == (("Bow", out, 2 - out),)


@pytest.mark.rules("C29", "C421")
def test_both_attacks_of_the_turn_in_which_a_stand_runs_out_stand() -> None:
    outcome = thrown(SHOOTING, shooting(bow(shower=True), drive_back=False), 4, 4, 4, 4, 1, 1)
    assert outcome.struck[0].unsaved == 4


@pytest.mark.rules("C29")
def test_one_die_for_the_unit_where_the_table_says_so() -> None:
    options = {"shower_die_per_unit": True}
    facts = shooting(bow(shower=True), drive_back=False, options=options)
    assert thrown(SHOOTING, facts, 1, 1, 1, 1, 1).arrows == (("Bow", 2, 0),)
    assert joint(SHARP_SHOWER.odds(showers(1, options)), lambda outcome: outcome.fresh) == {
        0: Fraction(1, 6),
        2: Fraction(5, 6),
    }


@pytest.mark.rules("C422", "C29")
@pytest.mark.parametrize(("turns", "attacks"), [(0, 0), (1, 1), (2, 1), (3, 2), (6, 3)])
def test_a_stand_without_ammunition_has_one_attack_every_other_turn(turns: int, attacks: int) -> None:
    assert every_other(turns) == attacks


@pytest.mark.rules("C421", "C422")
def test_attacks_over_six_turns_by_hand() -> None:
    # Turn 1: one stand out, then it misses and shoots in turns 3 and 5. Turn 3: the other, which shoots in 5 again.
    outcome = thrown(SHARP_SHOWER, showers(), 1, 6, 3, 3)
    assert (outcome.ran_out, outcome.first, outcome.last) == ((1, 0, 1), 1, 3)
    assert outcome.attacks == (2 + 1 + 1) + (2 + 2 + 2 + 1)
    assert attacks_without(showers().unit, 6) == 12


@pytest.mark.rules("C421")
def test_by_the_sixth_use_the_arrows_are_out_for_certain() -> None:
    odds = SHARP_SHOWER.odds(showers())
    assert odds.chance(lambda outcome: outcome.fresh == 0) == 1
    # 1 - (5/6)^2 in the first turn; that nobody is out after two, (5/6 * 4/6)^2.
    assert odds.chance(lambda outcome: outcome.first == 1) == Fraction(11, 36)
    assert odds.chance(lambda outcome: outcome.first > 2) == Fraction(20, 36) ** 2


@pytest.mark.rules("C421", "C422")
def test_the_odds_of_two_turns_agree_with_counting_every_face() -> None:
    expected: dict[tuple[int, ...], int] = {}
    for first, second, third, fourth in product(FACES, repeat=4):  # two stands, two turns
        out = [first <= 1, second <= 1]
        later = [not out[0] and third <= 2, not out[1] and fourth <= 2]
        key = (sum(out),) if all(out) else (sum(out), sum(later))
        expected[key] = expected.get(key, 0) + 1
    odds = joint(SHARP_SHOWER.odds(showers(2)), lambda outcome: outcome.ran_out)
    assert odds == {key: Fraction(ways, 6**4) for key, ways in expected.items()}


@pytest.mark.rules("C421")
def test_only_the_starred_row_has_the_shower() -> None:
    assert refused(SHARP_SHOWER, showers(profile="Shire Bow"))[0][0] == "C421"
    assert refused(SHARP_SHOWER, showers(exhausted=2))[0][0] == "C422"
    assert refused(SHARP_SHOWER, showers()) == []


@pytest.mark.parametrize(
    ("said", "word"), [({"exhausted": 3}, "exhausted"), ({"resting": 1}, "resting"), ({"silent": 3}, "silent")]
)
def test_stands_must_add_up(said: dict[str, int], word: str) -> None:
    with pytest.raises(ValidationError, match=word):
        showers(**said)


@pytest.mark.rules("C421")
def test_every_shower_is_named_beforehand_with_its_own_need() -> None:
    asked = [(one.purpose, one.dice, one.read.asks) for one in SHARP_SHOWER.odds(showers(turns=2)).asked]
    assert asked == [
        ("Bow see to their arrows after shower 1", 2, "out on a 1"),
        ("Bow see to their arrows after shower 2", 2, "out on 2 or less"),
        ("Bow see to their arrows after shower 2", 1, "out on 2 or less"),
    ]


@pytest.mark.rules("C421")
def test_only_retinue_bow_run_out_of_ammunition_and_only_cannon_fall_silent() -> None:
    with pytest.raises(ValidationError, match="only Retinue Bow run out of ammunition"):
        shooting(bow(profile="Crossbow", exhausted=1))
    with pytest.raises(ValidationError, match="silent: only for cannon"):
        shooting(bow(silent=1))
