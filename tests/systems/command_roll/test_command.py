"""Orders: the command value as a sum, the throw, orders in succession, and blunders."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from pydantic import ValidationError

from miniatures.dice import DiceNeededError, TableDice
from miniatures.odds import count
from miniatures.systems.command_roll.command import OrderFacts, OrderOutcome, command_sum, command_sums, order
from miniatures.systems.command_roll.command_procedures import PROCEDURES
from miniatures.systems.command_roll.command_wording import ask_order, tell_order
from miniatures.systems.command_roll.tables import SEQUENCE
from tests.marking import case
from tests.systems.command_roll.units import GENERAL, described

ORDER = next(procedure for procedure in PROCEDURES if procedure.name == "order")


def bills(name: str = "Bills", **said: Any) -> dict[str, Any]:
    return described("Retinue Bill", name, **({"distance": 5} | said))


def ordering(*units: dict[str, Any], by: dict[str, Any] = GENERAL, **said: Any) -> OrderFacts:
    return OrderFacts(character=by, units=units or (bills(),), **said)


def ordered(facts: OrderFacts, *dice: int) -> OrderOutcome:
    thrown = TableDice(dice)
    outcome = order(facts)(thrown)
    thrown.all_used()
    return outcome


def lines(facts: OrderFacts, earlier: int = 0) -> dict[str, float]:
    """The sum by rule, without what is 0."""
    return {modifier.rule: modifier.value for modifier in command_sum(facts, earlier).modifiers if modifier.value}


def value(facts: OrderFacts, earlier: int = 0) -> float:
    return command_sum(facts, earlier).total


SECOND_ORDER_UNDER_THREAT = ordering(bills(distance=45, ordered=1, nearest_enemy=15))


@pytest.mark.rules("C101")
def test_command_comes_before_shooting_and_combat() -> None:
    assert SEQUENCE == ("command", "shooting", "combat")


@pytest.mark.rules("C107", "C111", "C112", "C113", "C141", "C11")
def test_the_second_order_to_a_unit_45_cm_away_with_an_enemy_near() -> None:
    assert lines(SECOND_ORDER_UNDER_THREAT) == {"C601": 9, "C111": -2, "C112": -1, "C113": -1}
    odds = count(order(SECOND_ORDER_UNDER_THREAT))
    # 2, 3, 4 and 5 come up in 1 + 2 + 3 + 4 of 36 throws
    assert odds.chance(lambda o: o.result == "given") == Fraction(10, 36)
    assert odds.chance(lambda o: o.result == "blundered") == Fraction(1, 36)
    assert odds.chance(lambda o: o.result == "failed") == Fraction(25, 36)


@pytest.mark.parametrize(
    ("character", "units", "expected"),
    [
        case("C601", GENERAL, [bills()], 9),
        case("C602", described("Battle Leader"), [bills()], 8),
        case("C603", described("Lord"), [bills()], 7),
        case("C432", described("Lord", classed="rash"), [bills()], 8),
        case("C433", described("Lord", classed="bold"), [bills()], 7),
        case("C434", described("Lord", classed="cautious"), [bills()], 6),
        case("C435", described("Lord", classed="treacherous"), [bills()], 6),
        case("C111", GENERAL, [bills(distance=19.9)], 9),
        case("C111", GENERAL, [bills(distance=20)], 8, name="exactly 20 is one full 20"),
        case("C111", GENERAL, [bills(distance=39.995)], 7, name="a hair under 40 is 40"),
        case("C111", GENERAL, [bills(distance=79)], 6),
        case("C112", GENERAL, [bills(ordered=3)], 6),
        case("C113", GENERAL, [bills(nearest_enemy=20)], 8),
        case("C113", GENERAL, [bills(nearest_enemy=20.5)], 9),
        case("C114", GENERAL, [bills(dense_terrain=True)], 8),
        case("C115", GENERAL, [bills(stands=1)], 8),
        case("C142", GENERAL, [bills(blunders=2)], 7),
        case("C12", GENERAL, [bills(), bills("Others", distance=41)], 7, name="to the farthest member"),
        case("C12", GENERAL, [bills(stands=1), bills("Others", stands=1)], 8, name="each penalty once"),
        case("C12", GENERAL, [bills(dense_terrain=True), bills("Others", nearest_enemy=3, ordered=2)], 5,
             name="each penalty of the member worst off for it"),
        case("C13", GENERAL, [bills(blunders=1), bills("Others", blunders=2)], 7, name="weighs on its brigade"),
    ],
)  # fmt: skip
def test_the_value_after_penalties(character: dict[str, Any], units: list[dict[str, Any]], expected: int) -> None:
    assert value(ordering(*units, by=character)) == expected


@pytest.mark.parametrize(("distance", "expected"), [(20, 9), (20.5, 8), (40, 8), (41, 7), (0, 9)])
@pytest.mark.rules("C111", "C11")
def test_where_the_table_says_so_exactly_20_cm_is_no_full_20(distance: float, expected: int) -> None:
    assert value(ordering(bills(distance=distance), options={"beyond_twenty": True})) == expected


@pytest.mark.rules("C107")
def test_equal_or_under_gives_the_order() -> None:
    facts = ordering(by=described("Lord"))
    assert ordered(facts, 3, 4) == OrderOutcome("Lord", ("Bills",), 1, "given")
    assert ordered(facts, 4, 4).result == "failed"
    assert ordered(facts, 1, 1).result == "given"


@pytest.mark.rules("C107", "C11")
def test_nothing_succeeds_by_itself() -> None:
    hopeless = ordering(bills(distance=100, ordered=2, stands=1), by=described("Lord"))
    assert value(hopeless) == 7 - 5 - 2 - 1
    assert ordered(hopeless, 1, 1).result == "failed"
    assert count(order(hopeless)).chance(lambda o: o.result == "given") == 0


@pytest.mark.rules("C108", "C109")
def test_a_failure_ends_the_character_and_the_generals_ends_everybody() -> None:
    lord, general = ordering(by=described("Lord", "Clifford")), ordering()
    assert ordered(lord, 5, 6).ends == "character"
    assert ordered(general, 5, 6).ends == "everybody"
    assert ordered(general, 5, 4).ends == "nobody"
    assert ordered(lord, 6, 6, 4).ends == "character", "a blunder is a failed order too (C46)"
    assert tell_order(ordered(lord, 5, 6)) == [
        "The order to Bills fails: Clifford gives no further orders this turn (C108)."
    ]
    assert "nobody gives further orders this turn (C109)" in tell_order(ordered(general, 5, 6))[0]


@pytest.mark.parametrize(
    ("face", "blunder", "centimetres", "words"),
    [
        case("C142", 1, "penalty", 0, "-1 for the rest of the battle to every order to Bills"),
        case("C143", 2, "away", 7, "7 cm are lacking"),
        case("C143", 3, "away", 7, "7 cm are lacking"),
        case("C144", 4, "half pace", 5, "at half pace, 5 cm, and do not charge"),
        case("C144", 5, "half pace", 5, "at half pace, 5 cm, and do not charge"),
        case("C145", 6, "towards", 10, "10 cm at the nearest enemy in sight, and charge if they can"),
    ],
)
def test_a_12_is_a_blunder_and_its_die_says_which(face: int, blunder: str, centimetres: float, words: str) -> None:
    outcome = ordered(ordering(bills(nearest_enemy=3)), 6, 6, face)
    assert (outcome.result, outcome.blunder, outcome.centimetres) == ("blundered", blunder, centimetres)
    told = tell_order(outcome)
    assert words in told[1]
    assert told[2] == "Bills take no further orders this turn (C13)."


@pytest.mark.rules("C142", "C143", "C144", "C145", "C47")
def test_a_brigade_blunders_together_at_the_pace_of_its_slowest() -> None:
    horse = described("Mounted Currours", "Horse", distance=5, nearest_enemy=4)
    brigade = ordering(horse, bills(nearest_enemy=8))
    assert ordered(brigade, 6, 6, 6).centimetres == 10
    assert ordered(brigade, 6, 6, 5).centimetres == 5
    assert ordered(brigade, 6, 6, 2).centimetres == 6, "10 less the 4 of the horse"
    assert "one of Horse and Bills, as their owner chooses" in tell_order(ordered(brigade, 6, 6, 1))[1]


@pytest.mark.rules("C143", "C13")
def test_who_is_a_full_move_from_all_enemies_stays() -> None:
    for facts in (ordering(), ordering(bills(nearest_enemy=10)), ordering(bills(nearest_enemy=30))):
        assert ordered(facts, 6, 6, 2).centimetres == 0
    assert "if that is so already they stay" in tell_order(ordered(ordering(), 6, 6, 2))[1]


@pytest.mark.rules("C141", "C11")
def test_a_12_fails_whatever_the_value_and_where_agreed_the_general_does_not_blunder() -> None:
    agreed = {"general_never_blunders": True}
    assert ordered(ordering(options=agreed), 6, 6).result == "failed"
    assert ordered(ordering(options=agreed), 6, 6).ends == "everybody"
    assert ordered(ordering(by=described("Lord"), options=agreed), 6, 6, 1).result == "blundered"


@pytest.mark.rules("C105", "C112", "C46")
def test_each_order_in_succession_is_harder_by_one() -> None:
    facts = ordering(orders=3)
    assert [made.total for made in command_sums(facts)] == [9, 8, 7]
    assert ordered(facts, 4, 5, 4, 4, 3, 4) == OrderOutcome("Edward", ("Bills",), 3, "given")
    assert ordered(facts, 4, 5, 4, 5)[2:5] == (1, "failed", "everybody")
    assert tell_order(ordered(facts, 4, 5, 4, 4, 3, 5))[0] == "Bills take 2 orders (C107)."


@pytest.mark.rules("C111", "C113")
def test_a_march_away_from_him_and_towards_the_enemy_grows_harder() -> None:
    away = ordering(bills(distance=15), orders=3, farther=10, enemy_near_from=3)
    # 15, 25 and 35 cm; none, one and two orders before; the enemy at the third
    assert [made.total for made in command_sums(away)] == [9, 9 - 1 - 1, 9 - 1 - 2 - 1]
    back = ordering(bills(distance=25), orders=4, farther=-10)
    assert [made.total for made in command_sums(back)] == [9 - 1, 9 - 1, 9 - 2, 9 - 3], "never nearer than touching"


def twin(needs: list[int], blunders: bool) -> dict[tuple[int, str, str], Fraction]:
    """Orders in succession by brute force: every face of every die."""
    words = ["penalty", "away", "away", "half pace", "half pace", "towards"]
    found: dict[tuple[int, str, str], Fraction] = {}
    reached = Fraction(1)
    for given, need in enumerate(needs):
        passing = Fraction(0)
        for first, second in product(range(1, 7), repeat=2):
            each = reached / 36
            if first + second == 12 and blunders:
                for word in words:
                    key = (given, "blundered", word)
                    found[key] = found.get(key, Fraction(0)) + each / 6
            elif first + second > need or first + second == 12:
                found[given, "failed", ""] = found.get((given, "failed", ""), Fraction(0)) + each
            else:
                passing += each
        reached = passing
    found[len(needs), "given", ""] = reached
    return {key: chance for key, chance in found.items() if chance}


@pytest.mark.parametrize(
    ("facts", "needs", "blunders"),
    [
        (SECOND_ORDER_UNDER_THREAT, [5], True),
        (ordering(by=described("Lord", classed="rash"), orders=4), [8, 7, 6, 5], True),
        (ordering(bills(distance=45, ordered=1, nearest_enemy=15), orders=6), [5, 4, 3, 2, 1, 0], True),
        (ordering(orders=3, options={"general_never_blunders": True}), [9, 8, 7], False),
    ],
)
@pytest.mark.rules("C105", "C107", "C112", "C141")
def test_the_odds_of_orders_in_succession_are_those_of_every_face(
    facts: OrderFacts, needs: list[int], blunders: bool
) -> None:
    odds = ORDER.odds(facts)
    assert odds.exact
    assert odds.marginal(lambda o: (o.given, o.result, o.blunder)) == twin(needs, blunders)


def test_players_ask_how_many_of_their_orders_are_given() -> None:
    facts = ordering(orders=2)
    asked = {question.label: question for question in ask_order(facts)}
    given = ORDER.odds(facts).marginal(asked["orders given"].answer)
    # 9 or less comes up in 30 of 36 throws, 8 or less in 26
    assert given == {0: Fraction(6, 36), 1: Fraction(30 * 10, 36 * 36), 2: Fraction(30 * 26, 36 * 36)}
    single = {question.label: question for question in ask_order(ordering())}
    assert ORDER.odds(ordering()).chance(single["the order is given"].answer) == Fraction(30, 36)
    assert ORDER.odds(ordering()).chance(single["a blunder: they move at the enemy"].answer) == Fraction(1, 216)


@pytest.mark.rules("C141")
def test_typed_dice_that_run_out_have_settled_what_they_showed() -> None:
    thrown = TableDice([6, 6])
    with pytest.raises(DiceNeededError) as needed:
        ORDER.resolve(ordering(), thrown)
    assert (needed.value.count, needed.value.purpose) == (1, "the blunder of Edward")
    assert tell_order(ORDER.so_far(ordering(), thrown))[1] == "A blunder: a D6 says what they do (C141)."
    first = TableDice([1, 2])
    with pytest.raises(DiceNeededError, match="order 2 of 2: 8 or less: 2D6"):
        ORDER.resolve(ordering(orders=2), first)
    assert ORDER.so_far(ordering(orders=2), first).given == 1


def test_a_throw_names_the_rules_behind_its_result() -> None:
    thrown = TableDice([6, 6, 5])
    order(ordering(by=described("Lord")))(thrown)
    roll, blunder = thrown.throws
    assert roll.read.rules_of(roll.result) == ("C107", "C11", "C141", "C108")
    assert blunder.read.rules_of(blunder.result) == ("C141", "C144", "C13")


def test_a_unit_stands_in_its_order_once() -> None:
    with pytest.raises(ValidationError, match='two units are called "Bills"'):
        ordering(bills(), bills())
    with pytest.raises(ValidationError, match="no commander"):
        ordering(by=described("Pike"))
