"""Pursuit and evading: average dice against average dice, who is caught, and the free hack."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from miniatures.dice import TableDice
from miniatures.systems.tree_of_battles.average_dice import Rolled, average_dice, faces_read, tires
from miniatures.systems.tree_of_battles.chase import ChaseOutcome
from miniatures.systems.tree_of_battles.evade import EvadeFacts
from miniatures.systems.tree_of_battles.facts import Array
from miniatures.systems.tree_of_battles.pursuit import PursuitFacts
from tests.marking import case
from tests.systems.tree_of_battles.combats import (
    CHAPTER,
    archers,
    bills,
    knights,
    light_horse,
    men_at_arms,
    skirmishers,
)
from tests.systems.tree_of_battles.units import Described, described

PURSUIT, EVADE = CHAPTER["pursuit"], CHAPTER["evade"]
#: What each face of a D6 reads, as the die is made.
AVERAGE = (2, 3, 3, 4, 4, 5)


def pursues(pursuer: Described, quarry: Described, *faces: int, **said: Any) -> ChaseOutcome:
    facts = PursuitFacts.model_validate({"pursuer": pursuer, "quarry": quarry} | said)
    return _resolved(PURSUIT, facts, faces)


def evades(charger: Described, evader: Described, distance: float, *faces: int, **said: Any) -> ChaseOutcome:
    facts = EvadeFacts.model_validate({"charger": charger, "evader": evader, "distance": distance} | said)
    return _resolved(EVADE, facts, faces)


def _resolved(procedure: Any, facts: Any, faces: tuple[int, ...]) -> ChaseOutcome:
    thrown = TableDice(faces)
    outcome: ChaseOutcome = procedure.resolve(facts, thrown)
    thrown.all_used()
    return outcome


@pytest.mark.rules("T2", "T322")
def test_a_d6_is_read_as_an_average_die() -> None:
    assert faces_read(real=False) == "average dice: 1 reads 2, 2 and 3 read 3, 4 and 5 read 4, 6 reads 5"
    for first, second in product(range(1, 7), repeat=2):
        values = AVERAGE[first - 1], AVERAGE[second - 1]
        thrown = TableDice((first, second)).each(2, average_dice(1), "they go")
        assert thrown == Rolled(sum(values) + 2, values.count(5))


@pytest.mark.parametrize(
    ("array", "expected"), [("line", True), ("column", False), ("skirmish", False), ("disarray", False)]
)
@pytest.mark.rules("T327")
def test_a_five_tires_who_is_in_line(array: Array, expected: bool) -> None:
    assert tires(array) == expected


@pytest.mark.rules("T204", "T206", "T324", "T37")
def test_both_throw_for_fast_moves_and_contact_is_caught() -> None:
    # 3 + 3 and 2 more on the first move: 8 inches. 4 + 4 reaches them, 4 + 3 does not.
    caught = pursues(bills("Own", 3), archers("Quarry"), 2, 3, 4, 5, 4, 3, 6)
    assert (caught.caught, caught.quarry.inches, caught.hunter.inches, caught.gap) == (True, 8, 8, 0)
    assert (caught.quarry.stands_lost, caught.quarry.left, caught.quarry.does) == (2, 2, "breaks")
    away = pursues(bills("Own", 3), archers("Quarry"), 2, 3, 4, 3)
    assert (away.caught, away.quarry.inches, away.hunter.inches, away.gap) == (False, 8, 7, 1)
    assert (away.quarry.does, away.quarry.stands_lost) == ("retires", 0)


@pytest.mark.parametrize(
    ("said", "inches"),
    [
        case("T324", {}, 6 + 2),
        case("T324", {"first_move": False}, 6, name="later moves"),
        case("T323", {"array": "skirmish", "first_move": False}, 6 + 2, name="skirmish array"),
        case("T41", {"array": "skirmish"}, 6 + 4, name="both additions"),
        case("T334", {"array": "skirmish", "dps": 5}, 6 + 2, name="its most DPs: in skirmish array no longer"),
        case("T204", {"stops_after": 5.5}, 5.5, name="stops short behind friends"),
        case("T37", {"went": 9}, 9, name="thrown before, for another pursuer"),
    ],
)
def test_how_far_the_quarry_goes(said: dict[str, Any], inches: float) -> None:
    quarry = described("4 light infantry", name="Quarry", **said)
    thrown = () if "went" in said else (2, 2)
    assert pursues(bills("Own"), quarry, *thrown, 1, 1).quarry.inches == inches


@pytest.mark.rules("T207")
def test_each_four_or_more_of_the_free_hack_takes_a_stand() -> None:
    found = pursues(bills("Own", 6), archers("Quarry", 3), 1, 1, 6, 6, 4, 5, 6, 3, 2, 1)
    assert (found.quarry.stands_lost, found.quarry.does) == (3, "destroyed")
    more = pursues(bills("Own", 6), archers("Quarry", 3), 1, 1, 6, 6, *[6] * 6)
    assert (more.quarry.stands_lost, more.quarry.left) == (3, 0), "no more than there are"


@pytest.mark.rules("T37")
def test_where_only_stands_in_contact_hack() -> None:
    said = {"options": {"hack_in_contact_only": True}}
    found = pursues(bills("Own", 6, touching=2), archers("Quarry"), 1, 1, 6, 6, 4, 4, **said)
    assert found.quarry.stands_lost == 2
    facts = PursuitFacts.model_validate({"pursuer": bills("Own"), "quarry": archers("Quarry")} | said)
    assert [one.rule for one in PURSUIT.refusals(facts)] == ["T207"]


@pytest.mark.rules("T206", "T66")
def test_a_pursuer_that_meets_new_enemies_first_catches_nobody() -> None:
    found = pursues(bills("Own", new_enemy=5.0), archers("Quarry"), 1, 1, 6, 6)
    assert (found.caught, found.new_enemy, found.hunter.inches) == (False, True, 5.0)
    beyond = pursues(bills("Own", new_enemy=7.0), archers("Quarry"), 1, 1, 6, 6, 1, 1, 1, 1)
    assert (beyond.caught, beyond.new_enemy) == (True, False), "the quarry came first, at 6"


@pytest.mark.rules("T331", "T327")
def test_pursuers_and_retirers_are_in_disarray_and_may_tire() -> None:
    found = pursues(bills("Own", dps=4), archers("Quarry", array="disarray"), 6, 6, 6, 6)
    assert (found.hunter.into_disarray, found.quarry.disarray, found.quarry.into_disarray) == ("T331", True, "")
    assert (found.hunter.dps_now, found.hunter.stands_lost) == (5, 0), "fatigue removes no stands"
    assert [line.rule for line in found.hunter.dps] == ["T327"]
    assert found.quarry.dps_now == 0, "who was in disarray before does not tire"


@pytest.mark.parametrize(
    ("pursuer", "quarry", "rule"),
    [
        case("T205", bills("Own"), archers("Quarry", goes="routs", stops_after=3.0), "T205"),
        case("T64", described("2 guns", name="Own"), archers("Quarry"), "T206"),
        case("T206", bills("Own", conduct="routing"), archers("Quarry"), "T206"),
        case("T40", bills("Own"), archers("Quarry") | {"stands": 0}, "T40"),
    ],
)
def test_pursuits_that_cannot_be(pursuer: Described, quarry: Described, rule: str) -> None:
    facts = PursuitFacts.model_validate({"pursuer": pursuer, "quarry": quarry})
    assert [one.rule for one in PURSUIT.refusals(facts)] == [rule]


@pytest.mark.rules("T204", "T207")
def test_the_odds_of_a_pursuit_agree_with_every_face() -> None:
    facts = PursuitFacts.model_validate({"pursuer": bills("Own", 2), "quarry": archers("Quarry", 1)})
    expected: Counter[Any] = Counter()
    for a, b, c, d, e, f in product(range(1, 7), repeat=6):
        fled, ran = AVERAGE[a - 1] + AVERAGE[b - 1] + 2, AVERAGE[c - 1] + AVERAGE[d - 1]
        lost = min(1, (e >= 4) + (f >= 4)) if ran >= fled else 0
        expected[fled, min(ran, fled), ran >= fled, lost] += 1
    found = PURSUIT.odds(facts).marginal(lambda o: (o.quarry.inches, o.hunter.inches, o.caught, o.quarry.stands_lost))
    assert found == {key: Fraction(number, 6**6) for key, number in expected.items()}


@pytest.mark.rules("T214", "T333", "T332", "T36")
def test_who_evades_in_time_leaves_the_charger_in_disarray() -> None:
    # From 4 inches, 3 + 3 make 10: beyond the 9 of knights.
    found = evades(knights("Knights"), light_horse("Prickers"), 4.0, 2, 2)
    assert (found.caught, found.quarry.inches, found.hunter.inches, found.gap) == (False, 6, 9, 1)
    assert (found.hunter.into_disarray, found.quarry.into_disarray) == ("T333", "T332")
    loose = evades(knights("Knights"), light_horse("Prickers", array="skirmish"), 4.0, 2, 2)
    assert (loose.quarry.inches, loose.quarry.disarray) == (8, False), "skirmishers keep their array"
    assert not evades(knights("Knights"), skirmishers("Loose"), 4.0, 2, 2).quarry.disarray


@pytest.mark.rules("T36", "T207", "T66")
def test_an_evader_that_is_caught_suffers_a_free_hack_and_breaks() -> None:
    found = evades(knights("Knights", 3), archers("Archers"), 4.0, 1, 2, 6, 4, 1)
    assert (found.caught, found.quarry.does, found.quarry.stands_lost, found.quarry.left) == (True, "breaks", 2, 2)
    assert (found.hunter.inches, found.hunter.disarray) == (9, False)
    assert EVADE.tell(found) == [
        "Archers evade 5 inches.",
        "Knights charge 9 inches.",
        "Archers are caught, and lose 2 stands to the free hack (T207).",
        "Archers break (2 left) (T36).",
        "Archers are in disarray (T331).",
    ]


@pytest.mark.rules("T211", "T36")
def test_foot_never_catches_who_evades() -> None:
    facts = EvadeFacts.model_validate({"charger": bills("Bills"), "evader": archers("Archers"), "distance": 0.5})
    assert EVADE.odds(facts).chance(lambda o: o.caught) == 0


@pytest.mark.rules("T216")
def test_only_some_evade() -> None:
    for evader in (bills("Own"), men_at_arms("Own"), light_horse("Own", engaged=True)):
        facts = EvadeFacts.model_validate({"charger": knights("Enemy"), "evader": evader, "distance": 5})
        assert [one.rule for one in EVADE.refusals(facts)] == ["T216"]


@pytest.mark.rules("T335", "T67")
def test_d_grade_that_evades_or_charges_is_in_disarray() -> None:
    found = evades(knights("Knights", grade="D", stands=1), skirmishers("Loose", grade="D"), 1.0, 1, 1, 1)
    assert (found.hunter.into_disarray, found.quarry.into_disarray) == ("T335", "T331")
