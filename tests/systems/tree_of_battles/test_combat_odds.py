"""Combat: the odds, against twins that know nothing of our code, and against dice thrown one by one."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from miniatures.answers import chances
from miniatures.dice import DiceNeededError, RandomDice, TableDice
from miniatures.systems import load_system
from tests.systems.tree_of_battles.combats import (
    COMBAT,
    Chances,
    added,
    archers,
    bills,
    binomial,
    combat_odds,
    fight,
    knights,
    margins,
    men_at_arms,
    pikes,
    printed_row,
    skirmishers,
    sums,
)
from tests.systems.tree_of_battles.units import described

#: The DPs of each row, as the sheet prints them.
ROW_DPS = {"victory": 0, "success": 1, "equal": 2, "set-back": 3, "defeat": 4, "rout": 5}


def rows(found: Chances) -> Chances:
    merged: Chances = {}
    for margin, chance in found.items():
        added(merged, printed_row(margin), chance)
    return merged


@pytest.mark.rules("T221", "T222", "T225", "T231", "T239", "T261", "T262", "T265", "T268", "T271", "T272")
def test_men_at_arms_charged_by_bills_as_the_issue_works_it_out() -> None:
    # 12 + 2 = 14 dice against 4 x 2 + 2 x 1 - 1 = 9, all hitting on 5 and 6.
    facts = fight(
        bills("Bills", 6, dps=1, came="charges"),
        men_at_arms("Men at arms", 4, grade="A"),
    )
    assert [made.total for made in sums(facts).values()] == [9, 14]
    odds = combat_odds(facts)
    expected = margins(binomial(9, 2), binomial(14, 2))
    assert odds.marginal(lambda o: o.units[0].margin) == expected
    assert odds.marginal(lambda o: o.units[0].result) == rows(expected)
    assert odds.marginal(lambda o: o.units[1].result) == rows({-margin: chance for margin, chance in expected.items()})
    assert len(rows(expected)) == 6, "all six results can happen"
    dps: Chances = {}
    for margin, chance in expected.items():
        added(dps, min(5, 1 + ROW_DPS[printed_row(margin)]), chance)
    assert odds.marginal(lambda o: o.units[0].dps_now) == dps
    # The bills are in disarray if they pursue a retire or rout, retire, break, or have their fifth DP.
    disarray = sum(chance for margin, chance in expected.items() if margin >= 3 or margin <= -3)
    assert odds.chance(lambda o: o.units[0].disarray) == disarray


@pytest.mark.rules("T251", "T252")
def test_eighteen_dice_against_thirteen_and_sixes_against_fives() -> None:
    facts = fight(men_at_arms("Own", 6), bills("Enemy", 6, grade="B"))
    assert [made.total for made in sums(facts).values()] == [18, 13]
    assert combat_odds(facts).marginal(lambda o: o.units[0].margin) == margins(binomial(18, 2), binomial(13, 2))
    loose = fight(skirmishers("Own", 6), bills("Enemy", 6, grade="B"))
    assert combat_odds(loose).marginal(lambda o: o.units[1].result) == rows(margins(binomial(13, 2), binomial(6, 1)))


def touching(attacker: str, defender: str, stands: int) -> dict[str, Any]:
    both = {"attacker_stands": {"facing": stands}, "defender_stands": {"facing": stands}}
    return {"attacker": attacker, "defender": defender} | both


def every_path(facts: Any, faces: tuple[int, ...] = ()) -> Chances:
    """The round resolved with every face of every die, typed in one throw after the other."""
    found: Chances = {}
    try:
        outcome = COMBAT.resolve(facts, TableDice(faces))
    except DiceNeededError as needed:
        for more in product(range(1, 7), repeat=needed.count):
            for key, chance in every_path(facts, faces + more).items():
                added(found, key, chance / 6**needed.count)
        return found
    return {outcome: Fraction(1)}


CAPTAIN = {"name": "Hastings", "command_points": 1, "front_rank": True}


@pytest.mark.parametrize(
    "facts",
    [
        fight(archers("Own", 1, leaders=[CAPTAIN]), archers("Enemy", 1)),
        fight(knights("Own", 1, dps=1, came="charges"), pikes("Enemy", 1, grade="D", dps=3)),
        fight(archers("Own", 1, grade="D"), bills("Enemy", 1, came="charges", dps=4)),
        fight(
            [archers("Left", 1), archers("Right", 1)],
            described("2 longbow", "D", "Enemy"),
            contacts=[
                {
                    "attacker": name,
                    "defender": "Enemy",
                    "attacker_stands": {"facing": 1},
                    "defender_stands": {"facing": 1},
                }
                for name in ("Left", "Right")
            ],
        ),
        fight(knights("Own", 1, came="charges"), archers("Enemy", 1, came="evades"), distance=4),
    ],
    ids=["leader", "pikes", "many DPs", "several", "evading"],
)
def test_the_odds_agree_with_every_face_thrown(facts: Any) -> None:
    odds = combat_odds(facts)
    assert odds.marginal(lambda outcome: outcome) == every_path(facts)


@pytest.mark.rules("T204", "T206", "T207", "T324")
def test_the_moves_after_it_agree_with_a_twin() -> None:
    # Four bills charge four: those who lose by 3 to 5 retire, the others pursue. Two average dice each, the retirers
    # an inch more for each; who is caught loses a stand for each 4 or more of the pursuer's four dice.
    facts = fight(bills("Own", came="charges"), bills("Enemy"), moves=True)
    average = (2, 3, 3, 4, 4, 5)
    caught = Fraction(0)
    for a, b, c, d in product(average, repeat=4):
        caught += Fraction(c + d >= a + b + 2, 6**4)
    fought = margins(binomial(8, 2), binomial(8, 2))
    gives_way = sum(chance for margin, chance in fought.items() if margin >= 3)
    odds = combat_odds(facts)
    assert odds.chance(lambda o: o.units[1].caught) == caught * gives_way
    assert odds.chance(lambda o: o.units[1].move == "retire") == (1 - caught) * sum(
        chance for margin, chance in fought.items() if 3 <= margin <= 5
    )
    hacked = binomial(4, 3)
    lost = odds.marginal(lambda o: o.units[1].stands_lost)
    assert [lost[stands] for stands in (1, 2, 3)] == [gives_way * caught * hacked[stands] for stands in (1, 2, 3)]
    assert odds.chance(lambda o: o.units[1].destroyed) == gives_way * caught * hacked[4]


@pytest.mark.rules("T266")
def test_two_bodies_of_horse_that_retire_from_each_other_both_throw() -> None:
    facts = fight(knights("Own"), knights("Enemy"), moves=True)
    outcome = COMBAT.resolve(facts, TableDice([1] * 16 + [6, 6] + [6, 1]))
    assert [(one.move, one.dps_now, one.caught) for one in outcome.units] == [
        ("retire", 4, False),
        ("retire", 3, False),
    ]


def test_stand_countercharge_and_evade_are_asked_the_same_questions() -> None:
    system = load_system("tree-of-battles")

    def answers(came: str, parts: str = "4 light horse") -> dict[str, Any]:
        facts = fight(knights(came="charges"), described(parts, name="Enemy", came=came), distance=4)
        assert not COMBAT.refusals(facts)
        return chances(system, COMBAT, facts).answers()

    standing, meeting, evading = (answers(came) for came in ("stands", "countercharges", "evades"))
    shared = {"result of Knights", "result of Enemy", "DPs of Knights after it", "DPs of Enemy after it",
              "Knights are in disarray after it", "Enemy are in disarray after it"}  # fmt: skip
    assert shared <= set(standing)
    assert set(standing) == set(meeting) == set(evading) - {"Knights are caught", "Enemy are caught"}
    # Caught from 4 inches: 4 + two average dice within 9, that is 5 or less: 1 + 4 of 36.
    assert evading["Enemy are caught"] == Fraction(5, 36)
    assert standing["result of Knights"] == rows(margins(binomial(10, 2), binomial(4, 2)))
    assert meeting["result of Knights"] == rows(margins(binomial(10, 2), binomial(6, 2)))


def test_random_dice_fall_as_the_odds_say() -> None:
    facts = fight(bills("Own", came="charges"), men_at_arms("Enemy", grade="B"), moves=True)
    odds, dice = combat_odds(facts), RandomDice(5)
    for _ in range(300):
        assert COMBAT.resolve(facts, dice) in odds.weights


def test_a_combat_of_six_contingents_is_exact() -> None:
    names = ("One", "Two", "Three")
    facts = fight(
        [bills(name) for name in names],
        [archers(f"Enemy {name}") for name in names],
        contacts=[
            {
                "attacker": a,
                "defender": f"Enemy {d}",
                "attacker_stands": {"facing": 2},
                "defender_stands": {"facing": 2},
            }
            for a, d in (("One", "One"), ("One", "Two"), ("Two", "Two"), ("Two", "Three"), ("Three", "Three"))
        ],
    )
    assert combat_odds(facts).exact
