"""Classes of commanders, treachery, objectives and heralds; and that every example of the chapter can be played."""

import tomllib
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from miniatures.answers import chances, odds_envelope, resolve, resolve_envelope
from miniatures.dice import RandomDice, TableDice
from miniatures.odds import count
from miniatures.stating import state_facts
from miniatures.systems.command_roll import SYSTEM
from miniatures.systems.command_roll.classes import (
    ClassFacts,
    TreacheryFacts,
    class_refusals,
    commander_class,
    treachery,
    treachery_refusals,
)
from miniatures.systems.command_roll.command_procedures import PROCEDURES
from miniatures.systems.command_roll.command_wording import tell_class, tell_herald, tell_treachery
from miniatures.systems.command_roll.objectives import HeraldFacts, herald, herald_refusals
from miniatures.wording import throw_lines
from tests.marking import case
from tests.systems.command_roll.units import GENERAL, LEADER, described


def classing(described_as: dict[str, Any], **said: Any) -> ClassFacts:
    return ClassFacts(commander=described_as, **said)


@pytest.mark.parametrize(
    ("face", "classed", "command"),
    [
        case("C432", 6, "rash", 8),
        case("C433", 5, "bold", 7),
        case("C433", 4, "bold", 7),
        case("C433", 3, "bold", 7),
        case("C434", 2, "cautious", 6),
        case("C435", 1, "treacherous", 6),
    ],
)
def test_a_die_says_of_what_class_a_lord_is(face: int, classed: str, command: int) -> None:
    outcome = commander_class(classing(described("Lord", "Stanley")))(TableDice([face]))
    assert outcome == ("Stanley", classed, command)
    assert tell_class(outcome)[0].startswith(f"Stanley is {classed}: command {command} (C43")


@pytest.mark.rules("C431", "C14")
def test_a_treacherous_general_is_thrown_again() -> None:
    thrown = TableDice([1, 1, 6])
    assert commander_class(classing(GENERAL))(thrown) == ("Edward", "rash", 10)
    thrown.all_used()
    # five faces are left: one rash, three bold, one cautious
    odds = count(commander_class(classing(GENERAL)))
    fifth = Fraction(1, 5)
    assert odds.marginal(lambda o: o.classed) == {"rash": fifth, "bold": 3 * fifth, "cautious": fifth}
    agreed = classing(GENERAL, options={"treacherous_generals": True})
    assert commander_class(agreed)(TableDice([1])).classed == "treacherous"
    assert count(commander_class(classing(LEADER))).chance(lambda o: o.classed == "treacherous") == Fraction(1, 6)


@pytest.mark.rules("C431")
def test_who_has_a_class_throws_no_die_for_it() -> None:
    assert class_refusals(classing(LEADER)) == []
    (refusal,) = class_refusals(classing(LEADER | {"classed": "bold"}))
    assert refusal.rule == "C431"


STANLEY = described("Lord", "Stanley", classed="treacherous")


def betraying(lost: int, commander: dict[str, Any] = STANLEY, **said: Any) -> TreacheryFacts:
    return TreacheryFacts(commander=commander, stands_lost=lost, **said)


@pytest.mark.rules("C435", "C14")
def test_any_1_for_a_lost_stand_takes_him_over_with_all_his_stands() -> None:
    facts = betraying(2, commands=["Bows", "Bills"])
    assert treachery(facts)(TableDice([2, 6])) == ("Stanley", "loyal", ())
    outcome = treachery(facts)(TableDice([5, 1]))
    assert outcome == ("Stanley", "changes sides", ("Bows", "Bills"))
    assert tell_treachery(outcome) == ["Stanley changes sides, and with him Bows and Bills (C435)."]
    assert "all stands that he commands" in tell_treachery(treachery(betraying(1))(TableDice([1])))[0]


@pytest.mark.rules("C435")
def test_the_dice_of_treachery_are_read_one_by_one_and_name_their_rule() -> None:
    dice = TableDice([5, 1])
    treachery(betraying(2))(dice)
    assert [line.text for line in throw_lines(dice.throws[0])] == [
        "the treachery of Stanley",
        "        dice 5, 1",
        "     =  1 die shows 1 (C435, C14)",
    ]


@pytest.mark.rules("C431", "C14")
def test_a_throw_that_does_not_count_says_so() -> None:
    dice = TableDice([1, 4])
    commander_class(classing(GENERAL))(dice)
    assert [line.text for line in throw_lines(dice.throws[0])][-1] == "     =  throw again (C431, C14)"


@pytest.mark.parametrize("lost", [1, 2, 3, 4])
@pytest.mark.rules("C435")
def test_the_odds_of_treachery_are_those_of_every_face(lost: int) -> None:
    traitors = sum(1 in faces for faces in product(range(1, 7), repeat=lost))
    chance = count(treachery(betraying(lost))).chance(lambda o: o.state == "changes sides")
    assert chance == Fraction(traitors, 6**lost)


@pytest.mark.rules("C435")
def test_only_the_treacherous_throw_and_only_for_stands_lost() -> None:
    assert treachery_refusals(betraying(1)) == []
    assert [refusal.rule for refusal in treachery_refusals(betraying(1, STANLEY | {"classed": "bold"}))] == ["C435"]
    assert [refusal.rule for refusal in treachery_refusals(betraying(0))] == ["C435"]


def riding(distance: float, sender: dict[str, Any] = LEADER, **said: Any) -> HeraldFacts:
    own = {"battle": "Van Ward", "objective": "defend", "new": "attack"}
    return HeraldFacts(sender=sender, distance=distance, **(own | said))


@pytest.mark.parametrize(
    ("distance", "turns", "objective"), [(0, 1, "attack"), (20, 1, "attack"), (20.5, 2, "defend"), (41, 3, "defend")]
)
@pytest.mark.rules("C442", "C441", "C18")
def test_a_battle_goes_on_with_its_objective_until_the_herald_is_there(
    distance: float, turns: int, objective: str
) -> None:
    outcome = herald(riding(distance, command_killed=True))(TableDice([]))
    assert (outcome.turns, outcome.objective) == (turns, objective)
    goes_on = "Van Ward goes on to defend, though its command was killed (C442)."
    assert (goes_on in tell_herald(outcome)) == (turns > 1)


@pytest.mark.parametrize(
    "facts",
    [
        case("C443", riding(5, described("Lord")), name="lords have none"),
        case("C443", riding(5, herald_away=True), name="one each"),
        case("C442", riding(5, new="defend"), name="nothing new"),
    ],
)
def test_a_herald_who_does_not_ride(facts: HeraldFacts, request: pytest.FixtureRequest) -> None:
    (refusal,) = herald_refusals(facts)
    assert refusal.rule == request.node.get_closest_marker("rules").args[0]
    assert refusal.cure


@pytest.mark.rules("C443", "C50")
def test_battle_leaders_have_a_herald_and_so_has_the_general() -> None:
    assert herald_refusals(riding(5)) == herald_refusals(riding(5, GENERAL)) == []


@pytest.mark.parametrize("procedure", PROCEDURES, ids=lambda procedure: procedure.name)
def test_the_example_of_each_procedure_can_be_resolved_counted_and_told(procedure: Any) -> None:
    system = replace(SYSTEM, procedures={one.name: one for one in PROCEDURES})
    facts = state_facts(system, procedure, tomllib.loads(system.example(procedure.name)))
    assert procedure.refusals(facts) == []
    answer = resolve(system, procedure, facts, RandomDice(3))
    assert resolve_envelope(answer)["says"]
    odds = chances(system, procedure, facts)
    assert odds_envelope(odds)["exact"] is True
    for outcome in odds.odds.weights if odds.odds else ():
        assert procedure.tell(outcome)
