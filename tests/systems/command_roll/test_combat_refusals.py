"""Combat: what the rules forbid, what no facts can say, and the answers in words."""

import re
import tomllib
from typing import Any

import pytest

from miniatures.ruling import Refusal
from miniatures.systems.command_roll import SYSTEM
from miniatures.systems.command_roll.combat_procedures import PROCEDURES
from tests.marking import case
from tests.systems.command_roll.combats import COMBAT, bill, bow, combat_odds, fight, fought, gun, hit, horse
from tests.systems.command_roll.units import described, several

LORD = described("Lord", "Hastings")


@pytest.mark.parametrize(
    ("facts", "cure"),
    [
        case("C167", fight(bill(stands=0), bow()), "correct its stands"),
        case("C131", fight(gun(charging=True), bow()), "leave charging out"),
        case("C411", fight(bill(charging=True, confused=True), bow()), "not both"),
        case("C26", fight(bow(), horse(position="defended")), "open"),
        case("C38", fight(LORD, bow(), options={"commanders_only_command": True}), "leave him out"),
        case("C311", fight(horse(fighting=1, supporting=1), bow()), "cavalry_supports"),
        case("C311", fight(bow(), bill(), attackers_support=[gun()]), "leave its support out", name="guns"),
        case("C311", fight(bow(), bill(), attackers_support=[bow("Second", engaged=True)]), "fight", name="engaged"),
        case("C413", fight(bow(), bill(), defenders_support=[bow("Second", confused=True)]), "support out"),
        case("C304", fight(bow(ranks=2, fighting=1, supporting=1), bill()), "once", name="a rank or support"),
        case("C304", fight(bow(ranks=3), bill()), "ranks_of_contingent", name="deeper than its stands"),
        case("C302", fight(gun(), bow(), attackers_pursue=True), "attackers_pursue"),
        case("C302", fight(bow(), bill(position="fortified"), defenders_pursue=True), "defenders_pursue"),
        case("C301", fight(bow(pursues=2, charging=True), bill()), "leave charging out", name="a charge or a pursuit"),
        case("C301", fight(bow(pursues=2), bill(charging=True)), "leave charging out", name="a charge that was beaten"),
        case("C301", fight(bow(), bill(charging=True), rounds_before=1), "leave charging out", name="a later round"),
        case("C301", fight(bow(pursues=2, shot_hits=1), bill()), "leave shot_hits out", name="shots counted before"),
        case("C302", fight(gun(pursues=2), bill()), "leave pursues out", name="guns that pursue"),
        case("C411", fight(bow(pursues=2, confused=True), bill()), "not both", name="confused pursuers"),
        case("C302", fight(bow(pursues=11), bill()), "is gone", name="out of reach"),
        case("C302", fight(bow(pursues=2), horse()), "leave pursues out", name="foot after horse"),
        case("C302", fight(bow(pursues=2), bill(pursues=2)), "one side", name="both pursue"),
        case("C162", fight(bow(pursues=2), bill(position="defended")), "open", name="a hedge that was left"),
    ],
)
def test_what_the_rules_forbid_names_its_rule_and_its_cure(
    facts: Any, cure: str, request: pytest.FixtureRequest
) -> None:
    marked = request.node.get_closest_marker("rules").args
    found: list[Refusal] = list(COMBAT.refusals(facts))
    assert [refusal.rule for refusal in found] == list(marked)
    assert cure in found[0].cure


@pytest.mark.rules("C33")
def test_cavalry_may_be_played_to_support() -> None:
    facts = fight(bow(), bill(), attackers_support=[horse()], options={"cavalry_supports": True})
    assert list(COMBAT.refusals(facts)) == []


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"attackers": [bow(), bow()], "defenders": [bill()]}, 'two units are called "Bow"'),
        ({"attackers": [bow("A"), bow("B")], "defenders": [bill("C"), bill("D")]}, "state who touches whom"),
        (
            {"attackers": [bow()], "defenders": [bill()], "contacts": [{"attacker": "Bwo", "defender": "Bill"}]},
            "one of the attackers",
        ),
        (
            {"attackers": [bow()], "defenders": [bill()], "contacts": [{"attacker": "Bow", "defender": "Bil"}]},
            "one of the defenders",
        ),
        (
            {"attackers": [bow()], "defenders": [bill()], "contacts": [{"attacker": "Bow", "defender": "Bill"}] * 2},
            "listed twice",
        ),
        ({"attackers": [bow(fighting=3)], "defenders": [bill()]}, "3 stands fight of 2 left"),
        ({"attackers": [bow(outflanked=2, fighting=1)], "defenders": [bill()]}, "2 stands are outflanked, but 1 fight"),
        ({"attackers": [bow(supporting=1)], "defenders": [bill()]}, "2 fight and 1 support, of 2 stands left"),
        (
            {"attackers": [bow()], "defenders": [bill()], "attackers_support": [bow("Second", supporting=3)]},
            "3 stands support of 2 left",
        ),
        (
            {
                "attackers": [bow(fighting=1)],
                "defenders": [bill()],
                "contacts": [{"attacker": "Bow", "defender": "Bill", "attacker_stands": 2}],
            },
            "fighting says 1 stands, its contacts 2",
        ),
    ],
)
def test_facts_that_cannot_be_are_broken_input(said: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        COMBAT.facts.model_validate(said)


@pytest.mark.rules("C132", "C31")
def test_units_that_do_not_touch_are_no_part_of_a_combat() -> None:
    units = {"attackers": several(2, "Pike"), "defenders": several(2, "Shire Bow")}
    one = {"attacker": "Pike 1", "defender": "Shire Bow 1"}
    with pytest.raises(ValueError, match="Pike 2 touches nobody"):
        COMBAT.facts.model_validate(units | {"contacts": [one]})
    two = {"attacker": "Pike 2", "defender": "Shire Bow 2"}
    with pytest.raises(ValueError, match="two combats that do not touch"):
        COMBAT.facts.model_validate(units | {"contacts": [one, two]})
    COMBAT.facts.model_validate(units | {"contacts": [one, two, {"attacker": "Pike 1", "defender": "Shire Bow 2"}]})


def test_a_won_combat_in_sentences() -> None:
    outcome, _ = fought(fight(bill(), bow()), *hit(4, 6), *hit(1, 4), 1)
    assert COMBAT.tell(outcome) == [
        "The attackers: 4 hits (C166) = 4.",
        "The defenders: 1 hit (C166) = 1.",
        "The combat goes to the attackers, by 3 (C322, C34).",
        "Bill lost no stand (2 left, and 1 hit).",
        "Bill may pursue (C35).",
        "Bow lost 1 stand (1 left, and 1 hit).",
        "Bow must retreat 3 cm (C322).",
        "The attackers may fall back, stand or advance (C324).",
    ]


@pytest.mark.rules("C311", "C322", "C33")
def test_the_result_is_a_sum_of_hits_and_support_on_either_side() -> None:
    """Two stands of Peasants support the attackers: 1 and 2 against 4."""
    facts = fight(bill(), bow(), attackers_support=several(1, "Peasants"))
    told = COMBAT.tell(fought(facts, *hit(1, 6), *hit(4, 4), *[1] * 4)[0])
    assert told[:3] == [
        "The attackers: 1 hit (C166) + 2 added (C311, C33) = 3.",
        "The defenders: 4 hits (C166) = 4.",
        "The combat goes to the defenders, by 1 (C322, C34).",
    ]


def test_a_drawn_combat_in_sentences() -> None:
    outcome, _ = fought(fight(bill(), bow(position="defended")), *hit(0, 6), *hit(0, 4))
    assert COMBAT.tell(outcome) == [
        "The combat is a draw (C321).",
        "Bill lost no stand (2 left).",
        "Bill must fall back (C321).",
        "Bow lost no stand (2 left).",
        "Bow may stand or fall back (C321).",
        "Each side throws for fall-back.",
    ]


def test_a_combat_of_several_rounds_says_so() -> None:
    facts = fight(bill(), bow(), attackers_pursue=True)
    told = COMBAT.tell(fought(facts, *hit(3, 6), *hit(0, 4), *hit(2, 10), *hit(0, 2))[0])
    assert told[:4] == [
        "Round 1 goes to the attackers, by 3, and they pursue (C35).",
        "The attackers: 2 hits (C166) = 2.",
        "The defenders: 0 hits (C166) = 0.",
        "Round 2, the last, goes to the attackers, by 2 (C322, C34).",
    ]
    assert "Bow lost 1 stand in all (1 left, and 2 hits)." in told
    drawn = COMBAT.tell(fought(facts, *hit(3, 6), *hit(0, 4), *hit(0, 10), *hit(0, 2))[0])
    assert drawn[1] == "Round 2, the last, is a draw (C321)."


@pytest.mark.rules("C72", "C324")
def test_a_winner_who_is_confused_is_not_told_that_he_may_move() -> None:
    for confused in (True, False):
        dice = 4 if confused else 6
        told = COMBAT.tell(fought(fight(bill(confused=confused), bow()), *hit(1, dice), *hit(0, 4))[0])
        assert ("The attackers may fall back, stand or advance (C324)." in told) is not confused


@pytest.mark.rules("C56", "C70")
def test_the_hits_on_a_commander_who_outlives_his_unit_are_told() -> None:
    outcome, _ = fought(fight(bill(), bow(stands=1, hits=2, joined=[LORD])), *hit(3, 6), *hit(0, 6))
    assert (outcome.units[1].left, outcome.units[1].hits, outcome.units[1].commanders_killed) == (0, 2, ())
    assert "2 hits on the commander who outlived Bow (C56, C70)." in COMBAT.tell(outcome)


def test_destruction_rout_and_death_in_sentences() -> None:
    facts = fight(bill(), bow(stands=1, hits=2, joined=[LORD]))
    gone = COMBAT.tell(fought(facts, *hit(6, 6), *hit(0, 6))[0])
    assert gone[4:7] == [
        "Bill may advance into new enemies (C35).",
        "Bow: destroyed.",
        "Hastings, with Bow, is killed (C38).",
    ]
    many = fight(bill(), bow(), attackers_support=several(10, "Peasants"))
    assert "Bow would retreat 20 cm, two full moves or more: routed (C323)." in COMBAT.tell(
        fought(many, *hit(0, 6), *hit(0, 4))[0]
    )
    even = fight(bow(stands=1), bill(hits=2, stands=1))
    assert COMBAT.tell(fought(even, 6, 6, 1, 1, *hit(1, 3))[0])[2] == (
        "The combat goes to the attackers: no enemy is left (C70)."
    )


def test_the_questions_of_players_are_answered() -> None:
    facts = fight(bill(charging=True, joined=[LORD]), bow(behind="friends"), attackers_pursue=True)
    odds = combat_odds(facts)
    answers = {question.label: odds.marginal(question.answer) for question in COMBAT.questions(facts)}
    for label in (
        "the last round is won by", "attackers win by", "rounds fought", "all defenders are gone",
        "stands that Bow lose", "centimetres that Bow retreat", "Bow are routed", "Bow become confused",
        "Bill may pursue", "Hastings is killed",
    ):  # fmt: skip
        assert sum(answers[label].values()) == 1
    assert set(answers["stands that Bow lose"]) == {0, 1, 2}


@pytest.mark.parametrize("procedure", PROCEDURES, ids=lambda procedure: procedure.name)
def test_every_procedure_has_an_example_that_can_be_counted(procedure: Any) -> None:
    told = tomllib.loads(SYSTEM.example(procedure.name))
    assert (told.pop("system"), told.pop("procedure")) == ("command-roll", procedure.name)
    facts = procedure.facts.model_validate(told)
    assert list(procedure.refusals(facts)) == []
    odds = procedure.odds(facts)
    assert odds.exact
    for outcome in odds.weights:
        assert procedure.tell(outcome)
