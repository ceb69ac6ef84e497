"""What the players are told, and asked."""

from fractions import Fraction
from typing import Any

import pytest

from miniatures import odds
from miniatures.answers import chances, odds_envelope, resolve, resolve_envelope
from miniatures.dice import TableDice
from miniatures.stating import state_facts
from miniatures.systems import load_system
from miniatures.wording import comparison_rows, odds_lines, percent, throw_lines
from tests.systems.warfare.units import crossbowmen_and_pavises, gun, knights, longbowmen, unit

WARFARE = load_system("warfare")


def resolved(procedure: str, data: dict[str, Any], *dice: int, overruled: str | None = None) -> Any:
    found = WARFARE.procedure(procedure)
    return resolve(WARFARE, found, state_facts(WARFARE, found, data), TableDice(dice), overruled)


def told(procedure: str, data: dict[str, Any], *dice: int) -> str:
    answer = resolved(procedure, data, *dice)
    return " ".join(answer.procedure.tell(answer.outcome))


def sums(procedure: str, data: dict[str, Any], *dice: int) -> str:
    return "\n".join(line.text for throw in resolved(procedure, data, *dice).throws for line in throw_lines(throw))


def test_who_may_and_who_must_pursue() -> None:
    beaten = unit("Foe", kind="levy")
    assert "One may pursue (W543)." in told("melee", {"attackers": [unit("One")], "defenders": [beaten]}, 6, 6, 1, 1, 1)
    fanatics = unit("One", morale="fanatic")
    assert "One must pursue (W543)." in told("melee", {"attackers": [fanatics], "defenders": [beaten]}, 6, 6, 1, 1, 1)


def test_what_became_of_a_leader() -> None:
    data = {"attackers": [unit("One")], "defenders": [unit("Two", leader=True)]}
    assert "The leader of Two is out for one move (W462)." in told("melee", data, 6, 6, 1, 1, 5, 6, 6)
    assert "The leader of Two is killed (W462)." in told("melee", data, 6, 6, 1, 1, 6, 6, 6)


@pytest.mark.parametrize(
    ("unit_said", "touches", "dice", "words"),
    [
        ({"routing": True}, False, (4,), "in the first Morale after the next Movement (W608)"),
        ({"routing": True}, True, (), "in this Morale, if the player wishes (W603)"),
        ({"routing": True}, False, (1,), "leave the game at once (W607)"),
        ({"pursuing": True}, False, (1,), "go on pursuing (W55)"),
    ],
)
def test_how_a_rally_is_told(unit_said: dict[str, Any], touches: bool, dice: tuple[int, ...], words: str) -> None:
    assert words in told("rally", {"unit": unit(**unit_said), "leader_touches": touches}, *dice)


def test_a_result_names_the_rule_of_that_result_only() -> None:
    data = {"unit": unit(), "causes": "melee", "enemies": "militia"}
    assert "2 where 2 is needed: stands (W505, W514)" in sums("morale", data, 2)
    assert "1 where 2 is needed: routs (W505, W514, W542)" in sums("morale", data, 1)
    both = {"unit": unit(lost=1), "causes": ["shooting", "leader hit"]}
    assert "W60" in sums("morale", both, 1)
    assert "W60" not in sums("morale", both, 6)


def test_casualties_beyond_those_present_are_told() -> None:
    told_sum = sums("shooting", {"firer": longbowmen(), "target": unit(lost=15), "distance": 2}, 6, 6)
    assert "a third is 3.67: rounded down 1; no more were left" in told_sum


def test_the_rulings_that_an_answer_leans_on_are_named() -> None:
    shot = {"firer": crossbowmen_and_pavises(), "target": unit(), "distance": 2}
    assert {"W23", "W24", "W25"} <= set(resolve_envelope(resolved("shooting", shot, 1, 1))["rulings"])
    fight = {"attackers": [unit("A")], "defenders": [unit("B")]}
    assert "W48" in resolve_envelope(resolved("melee", fight, 1, 1, 1, 1, 6, 6))["rulings"]


def test_initiative_is_added_up_and_an_overruled_value_counts() -> None:
    data = {"first": {"name": "York", "initiative": 2}, "second": {"name": "Lancaster"}}
    answer = resolved("initiative", data, 3, 4, overruled="agreed")
    assert answer.outcome.chooses == "York"
    assert "York +2 (W102) = 5" in "\n".join(line.text for line in throw_lines(answer.throws[0]))
    assert resolved("initiative", data, 3, 4).refused


def compared(procedure: str, *variants: dict[str, Any]) -> list[list[str]]:
    found = WARFARE.procedure(procedure)
    every = [chances(WARFARE, found, state_facts(WARFARE, found, data), str(n)) for n, data in enumerate(variants)]
    return list(comparison_rows(every))


def test_inches_side_by_side_are_cases_and_not_counts() -> None:
    rows = compared("move", {"unit": unit()}, {"unit": unit(), "hindrances": "hill"})
    assert rows[1:] == [["inches for Militia: 8", "100%", "0%"], ["inches for Militia: 6", "0%", "100%"]]


def test_silenced_guns_are_asked_about() -> None:
    rows = compared("shooting", {"firer": longbowmen(), "target": gun(kind="levy", protection="full"), "distance": 2})
    assert any(row[0] == "Gun are silenced" for row in rows)


def test_chances_that_are_nearly_certain_are_not_called_so() -> None:
    shown = [percent(Fraction(n, 10_000)) for n in (0, 1, 5000, 9999, 10_000)]
    assert shown == ["0%", "<0.1%", "50.0%", ">99.9%", "100%"]
    assert percent(Fraction(1), exact=False) == ">99.9%"
    assert percent(Fraction(0), exact=False) == "<0.1%"


def test_a_melee_too_large_to_count_is_sampled_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "RANDOM_RUNS", 500)
    melee = WARFARE.procedure("melee")
    data = {"attackers": [knights(leader=True, charging=True)], "defenders": [longbowmen(leader=True)]}
    answer = chances(WARFARE, melee, state_facts(WARFARE, melee, data), budget=50)
    envelope = odds_envelope(answer)
    assert envelope["exact"] is False
    assert {row["chance"] for row in envelope["outcomes"]} == {None}
    lines = [line.text for line in odds_lines(answer)]
    assert any(line.startswith("Too many ways to count: odds by 500 random games, give or take") for line in lines)
    assert not any("/500" in line or " 100%" in line for line in lines)
