"""Every example of facts is legal, can be thrown, counted and told; dice that run out end in the next question."""

import tomllib
from time import perf_counter
from typing import Any

import pytest

from miniatures.answers import chances, odds_envelope, resolve, resolve_envelope
from miniatures.dice import RandomDice, TableDice
from miniatures.rulebook import load_rulebook
from miniatures.stating import state_facts
from miniatures.systems.tree_of_battles import SYSTEM, ahead_procedures, command_procedures, shooting_procedures
from tests.systems.tree_of_battles.scenes import archers, archery, bills, procedure

OURS = [
    one.name for chapter in (command_procedures, shooting_procedures, ahead_procedures) for one in chapter.PROCEDURES
]
BOOK = load_rulebook(SYSTEM.folder)


def example(name: str) -> Any:
    return state_facts(SYSTEM, procedure(name), tomllib.loads(SYSTEM.example(name)))


@pytest.mark.parametrize("name", OURS)
def test_the_example_is_legal_and_its_odds_are_exact(name: str) -> None:
    answer = chances(SYSTEM, procedure(name), example(name))
    assert answer.refusals == ()
    assert answer.odds is not None
    assert answer.odds.exact
    assert sum(odds["probability"] for odds in odds_envelope(answer)["outcomes"]) == pytest.approx(1)


@pytest.mark.parametrize("name", OURS)
def test_whatever_is_thrown_the_odds_knew_of_it_and_it_is_told_with_rules_that_exist(name: str) -> None:
    facts, made = example(name), procedure(name)
    known = made.odds(facts).weights
    for seed in range(30):
        answer = resolve(SYSTEM, made, facts, RandomDice(seed))
        assert answer.outcome in known
        assert all(made.tell(answer.outcome))
        for throw in resolve_envelope(answer)["throws"]:
            assert all(BOOK.knows(rule) for rule in throw["rules"])


@pytest.mark.parametrize("name", OURS)
def test_every_line_of_a_sum_names_a_rule_that_exists(name: str) -> None:
    for made in procedure(name).sums(example(name)):
        for line in made.modifiers:
            assert BOOK.knows(line.rule)
            assert not line.ruling or BOOK.knows(line.ruling)


@pytest.mark.rules("T141")
def test_dice_that_run_out_say_what_is_settled_and_what_is_thrown_next() -> None:
    facts = archery(archers(1), bills(dps=4))
    answer = resolve(SYSTEM, procedure("archery"), facts, TableDice((6, 6)))
    assert answer.needed is not None
    assert answer.needed.purpose == "shooting test of Bills"
    assert answer.outcome.dps == 5


def test_the_odds_of_a_great_volley_are_there_at_once() -> None:
    captains = [{"name": name, "rank": "captain", "command_points": 3} for name in ("One", "Two", "Three")]
    also = [{"firer": archers(12, f"Archers {number}"), "distance": 9} for number in range(4)]
    facts = archery(archers(12), bills("B", dps=1, leaders=captains), also=also)
    began = perf_counter()
    assert procedure("archery").odds(facts).exact
    assert perf_counter() - began < 2
