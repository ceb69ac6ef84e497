"""The joint odds of shooting against brute force, and what the players are told and asked."""

import tomllib
from fractions import Fraction
from typing import Any

import pytest

from miniatures.answers import chances, odds_envelope, resolve, resolve_envelope
from miniatures.dice import RandomDice, TableDice
from miniatures.stating import state_facts
from miniatures.systems.command_roll import SYSTEM
from miniatures.systems.command_roll.shooting_procedures import PROCEDURES
from miniatures.wording import needed_words, odds_lines, throw_lines
from tests.systems.command_roll.shooting_scenes import (
    SHOOTING,
    bill,
    bow,
    by_faces,
    driven_by_faces,
    joint,
    mixed,
    shooting,
    shot,
    three_bows,
)

#: What players ask of one target: stands lost, centimetres, confused.
Fate = tuple[int, int, bool]


def fate(outcome: Any) -> Fate:
    struck = outcome.struck[0]
    return struck.stands_lost, struck.driven, struck.confused


def driven(unsaved: int, less: int = 0) -> dict[Fate, Fraction]:
    """Two stands of three Hits, by the sheet: with the sixth hit nobody is left to drive back."""
    if unsaved >= 6:
        return {(2, 0, False): Fraction(1)}
    spread = driven_by_faces(max(0, unsaved - less))
    return {(unsaved // 3, far, confused): chance for (far, confused), chance in spread.items()}


@pytest.mark.rules("C161", "C162", "C167", "C211", "C214")
def test_three_bows_at_shire_bill_agree_with_a_count_of_every_face() -> None:
    hits = by_faces(6, lambda faces: sum(face >= 4 for face in faces))
    assert joint(SHOOTING.odds(three_bows()), fate) == mixed(hits, driven)


@pytest.mark.rules("C163", "C165", "C212")
def test_armour_and_cover_agree_with_a_count_of_every_face() -> None:
    target = bill(profile="Dismounted Men at Arms", position="defended")
    hits = by_faces(6, lambda faces: sum(face >= 5 for face in faces))
    unsaved = mixed(hits, lambda number: by_faces(number, lambda faces: sum(face < 5 for face in faces)))
    odds = joint(SHOOTING.odds(three_bows(target=target)), fate)
    assert odds == mixed(unsaved, lambda number: driven(number, less=1))


@pytest.mark.rules("C202", "C22")
def test_ranks_that_are_diced_for_agree_with_a_count_of_every_face() -> None:
    facts = shooting(target=bow("Front", "Shire Bow"), ranks=[bill("Rear")], drive_back=False)
    hits = by_faces(2, lambda faces: sum(face >= 4 for face in faces))
    expected = mixed(
        by_faces(1, lambda faces: faces[0] <= 3),
        lambda front: {(number, 0) if front else (0, number): chance for number, chance in hits.items()},
    )
    assert joint(SHOOTING.odds(facts), lambda o: (o.struck[0].unsaved, o.struck[1].unsaved)) == expected


@pytest.mark.rules("C421", "C29")
def test_arrows_are_part_of_the_joint_outcome() -> None:
    facts = shooting(bow(shower=True, showers=1), drive_back=False)
    hits = by_faces(4, lambda faces: sum(face >= 4 for face in faces))
    out = by_faces(2, lambda faces: sum(face <= 2 for face in faces))
    expected = {(hit, gone): one * other for hit, one in hits.items() for gone, other in out.items()}
    assert joint(SHOOTING.odds(facts), lambda o: (o.struck[0].unsaved, o.arrows[0].ran_out)) == expected


def test_fourteen_attacks_on_armoured_men_are_counted_exactly_in_a_few_hundred_runs() -> None:
    bows = [{"firer": bow(f"Bow {number}"), "distance": 20} for number in range(2, 8)]
    facts = shooting(bow("Bow 1"), bill(profile="Dismounted Men at Arms"), also=bows)
    # 15 readings of the attacks, 120 of the saves, and the drive-backs of at most five hits: no more than 300 in all.
    odds = SHOOTING.odds(facts, budget=300)
    assert odds.exact
    # A die goes through if it hits on 4+ and is not saved on 5+: a third of the time.
    assert odds.chance(lambda outcome: outcome.struck[0].unsaved == 0) == Fraction(2, 3) ** 14


def told(procedure: Any, facts: Any, *dice: int) -> str:
    return " ".join(procedure.tell(procedure.resolve(facts, TableDice(dice))))


def test_shooting_is_told_in_sentences() -> None:
    said = told(SHOOTING, three_bows(), 4, 5, 6, 3, 2, 1, 1, 1, 6)
    assert said.startswith("Bill took 3 hits not saved and lost 1 stand (1 left). Bill: driven back 5 cm, away from")
    assert said.endswith("Bill: confused, and cannot move (C411).")


def test_dice_that_run_out_tell_what_is_settled_and_what_is_needed() -> None:
    answer = resolve(SYSTEM, SHOOTING, three_bows(), TableDice([4, 5, 6, 3, 2, 1]))
    assert answer.needed is not None
    assert needed_words(answer.needed) == ("3D6, Bill are driven back, half of each, rounded up, in cm; any 6 confuses")
    assert answer.outcome.struck[0].stands_lost == 1
    assert "3 hits of this phase will drive Bill back at its end (C211)." in SHOOTING.tell(answer.outcome)


def test_a_throw_shows_its_dice_what_they_needed_and_the_rule() -> None:
    dice = TableDice([4, 5, 6, 3, 2, 1, 1, 1, 6])
    SHOOTING.resolve(three_bows(), dice)
    attack, back = ([line.text.strip() for line in throw_lines(throw)] for throw in dice.throws)
    assert attack == ["First, Second, Third at Bill", "dice 4, 5, 6, 3, 2, 1", "=  3 hit, on 4+ (C161, C162)"]
    assert back[-1] == "=  5 cm, and a 6 among them (C211, C214, C28)"


def test_odds_name_every_throw_beforehand_and_answer_what_players_ask() -> None:
    lines = [line.text for line in odds_lines(chances(SYSTEM, SHOOTING, three_bows()))]
    assert "  First, Second, Third at Bill: 6D6; 4+ (C161, C162)" in lines
    assert any(line.startswith("  Bill are driven back: 1 to 5D6; half of each") for line in lines)
    assert "  Bill are destroyed: 1.6% (1/64)" in lines
    assert any(line.startswith("  stands that Bill lose: 1+ 65.6%") for line in lines)  # 42 of 64: three hits or more


@pytest.mark.parametrize("procedure", PROCEDURES, ids=lambda procedure: procedure.name)
def test_every_example_can_be_resolved_counted_and_written_as_data(procedure: Any) -> None:
    facts = state_facts(SYSTEM, procedure, tomllib.loads(SYSTEM.example(procedure.name)))
    assert procedure.refusals(facts) == []
    for seed in range(20):
        answer = resolve(SYSTEM, procedure, facts, RandomDice(seed))
        assert resolve_envelope(answer)["says"]
    assert odds_envelope(chances(SYSTEM, procedure, facts))["exact"]


@pytest.mark.rules("C27")
def test_a_second_shooting_goes_on_where_the_first_left_off() -> None:
    first = shot(shooting(drive_back=False), 6, 6)
    struck = shot(shooting(target=bill(hits=first.hits, missile_hits=first.missile_hits)), 6, 6, 1, 1, 1, 1)
    assert (struck.stands_lost, struck.missile_hits, struck.driven) == (1, 4, 4)
