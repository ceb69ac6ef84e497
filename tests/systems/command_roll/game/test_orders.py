"""Command on the table: who may be ordered, what weighs on an order, and what comes of it."""

from fractions import Fraction
from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from miniatures.tracker import expected
from tests.marking import case
from tests.systems.command_roll.game.tables import NOW, Game, Standing, battle, stands, touch

#: York's bills 45 cm before their general: two full 20 cm. A stand is 2 cm deep, so his front is 47 behind theirs.
FAR = {"Edward": (60, 13)}


def foes(y: float = 110) -> list[Standing]:
    return [stands("Shire Bill", "Foes", 60, y)]


def bills(y: float = 60, **said: Any) -> list[Standing]:
    return [stands("Retinue Bill", "Bills", 60, y, **said)]


def at_most(game: Game, **words: Any) -> float:
    """What 2D6 may come to for the order."""
    proposed = game.proposed("order", **words)
    assert proposed.procedure is not None
    (sum_,) = proposed.procedure.sums(proposed.facts)
    return sum_.total


@pytest.mark.rules("C107", "C111", "C112", "C113", "C141")
def test_the_general_orders_a_unit_45_cm_away_for_the_second_time_with_an_enemy_near() -> None:
    """9 - 2 - 1 - 1 = 5: 10 throws of 36 are 5 or less, and one is a 12."""
    game = battle(bills(), foes(78), commanders=FAR)
    game.do("order", character="Edward", unit="Bills", dice=[1, 1])
    proposed = game.proposed("order", character="Edward", unit="Bills")
    assert proposed.procedure is not None
    (sum_,) = proposed.procedure.sums(proposed.facts)
    assert [(one.value, one.rule) for one in sum_.modifiers if one.value] == [
        (9, "C601"),
        (-2, "C111"),
        (-1, "C112"),
        (-1, "C113"),
    ]
    assert sum_.total == 5
    answer = expected(game.playing, proposed)
    assert answer is not None
    assert answer.odds is not None
    given = answer.odds.marginal(lambda outcome: outcome.given > 0)
    assert given[True] == Fraction(10, 36)
    at_once = answer.odds.marginal(lambda outcome: (outcome.given, outcome.result))
    assert at_once[0, "blundered"] == Fraction(1, 36)


@pytest.mark.parametrize(
    ("y", "total"),
    [
        case("C111", 42.1, 9, name="19.9 cm cost nothing"),
        case("C111", 42, 8, name="20 cm are the first full 20"),
        case("C111", 22.1, 8, name="39.9 cm are one full 20"),
        case("C111", 22, 7, name="40 cm are two"),
        case("C111", 2, 6, name="60 cm are three"),
    ],
)
def test_each_full_20_cm_costs_one(y: float, total: float) -> None:
    """From the front of his stand to the rear of theirs, at 62."""
    game = battle(bills(64), foes(118), commanders={"Edward": (60, y)}, size=(120, 130))
    assert at_most(game, character="Edward", unit="Bills") == total


@pytest.mark.rules("C111")
def test_by_option_exactly_20_cm_cost_nothing() -> None:
    game = battle(bills(64), foes(118), commanders={"Edward": (60, 42)}, size=(120, 130), beyond_twenty=True)
    assert at_most(game, character="Edward", unit="Bills") == 9


@pytest.mark.parametrize(
    ("y", "total"), [case("C113", 80, 8, name="20 cm is within"), case("C113", 80.1, 9, name="20.1 cm is not")]
)
def test_an_enemy_within_20_cm_costs_one(y: float, total: float) -> None:
    game = battle(bills(), foes(y))
    assert at_most(game, character="Edward", unit="Bills") == total


@pytest.mark.rules("C114", "C77")
def test_half_of_a_unit_in_a_wood_is_within_dense_terrain() -> None:
    for edge, total in ((60, 8), (60.5, 9)):
        wood = {"kind": "wood", "area": [[edge, 50], [90, 50], [90, 70], [edge, 70]]}
        game = battle(bills(), foes(), terrain=[wood])
        assert at_most(game, character="Edward", unit="Bills") == total


@pytest.mark.rules("C115")
def test_a_stand_lost_costs_one() -> None:
    assert at_most(battle(bills(lost=1), foes()), character="Edward", unit="Bills") == 8


@pytest.mark.parametrize(
    ("classed", "total"), [case("C432", "rash", 10), case("C433", "bold", 9), case("C434", "cautious", 8)]
)
def test_the_class_of_a_commander_counts(classed: str, total: float) -> None:
    game = battle(bills(), foes(), classes={"Edward": classed})
    assert at_most(game, character="Edward", unit="Bills") == total


@pytest.mark.rules("C431")
def test_who_has_no_class_throws_for_it_before_he_orders() -> None:
    game = battle(bills(), foes(), classes={"Edward": None})
    assert game.refused("order", character="Edward", unit="Bills") == {"C431"}
    game.do("class", commander="Edward", dice=[6])
    assert at_most(game, character="Edward", unit="Bills") == 10


@pytest.mark.rules("C105", "C111", "C112")
def test_orders_in_succession_grow_harder_as_the_unit_marches_off() -> None:
    """18 cm away at first; each full move takes it 10 cm farther: 18, 28, 38."""
    game = battle(bills(), foes(118), size=(120, 130))
    for total in (9, 9 - 1 - 1, 9 - 1 - 2):
        assert at_most(game, character="Edward", unit="Bills") == total
        game.do("order", character="Edward", unit="Bills", dice=[1, 2])
        game.do("move", unit="Bills", centimetres="all")
    assert game.unit("Bills").y == pytest.approx(90)


@pytest.mark.rules("C105", "C113")
def test_the_odds_look_two_orders_ahead_with_the_distance_and_the_enemy_as_they_will_be() -> None:
    """Foes 38 cm off: near only for the third order. 9; 9 - 1 - 1 (28 cm); 9 - 1 - 2 - 1 (38 cm, an enemy 18 off)."""
    game = battle(bills(), foes(98))
    answer = expected(game.playing, game.proposed("order", character="Edward", unit="Bills"))
    assert answer is not None
    assert answer.odds is not None
    below = {9: 30, 7: 21, 5: 10}  # throws of 36 that are at most so much
    chain = answer.odds.marginal(lambda outcome: outcome.given)
    assert chain[3] == Fraction(below[9] * below[7] * below[5], 36**3)
    assert chain[0] == Fraction(6, 36)


@pytest.mark.rules("C12")
def test_by_option_a_table_sets_the_most_orders_and_the_reach() -> None:
    game = battle(bills(), foes(), most_orders=1)
    game.do("order", character="Edward", unit="Bills", dice=[1, 2])
    assert game.refused("order", character="Edward", unit="Bills") == {"C12"}
    assert battle(bills(), foes(), command_reach=17).refused("order", character="Edward", unit="Bills") == {"C12"}


@pytest.mark.rules("C103")
def test_who_has_no_order_does_not_move() -> None:
    assert battle(bills(), foes()).refused("move", unit="Bills", centimetres=3) == {"C103"}


@pytest.mark.rules("C103")
def test_one_order_is_one_move() -> None:
    game = battle(bills(), foes())
    game.do("order", character="Edward", unit="Bills", dice=[3, 3])
    game.do("move", unit="Bills", centimetres=3)
    assert game.refused("move", unit="Bills", centimetres=3) == {"C103"}


def two_battles(**said: Any) -> Game:
    """The Main Ward in the west under Edward with Howard, the Van Ward in the east."""
    return battle(
        [
            stands("Retinue Bill", "Bills", 40, 60),
            stands("Retinue Bow", "Bows", 20, 60),
            stands("Shire Bill", "Van", 80, 60, battle="Van Ward"),
        ],
        foes(),
        lords={"York": ["Howard"]},
        **said,
    )


LEADER = "York's Van Ward leader"


@pytest.mark.rules("C108")
def test_a_failure_ends_the_orders_of_that_character_only() -> None:
    game = two_battles()
    says = game.do("order", character=LEADER, unit="Van", dice=[5, 5])  # 10 is above 8
    assert "C108" in says[0]
    assert game.refused("order", character=LEADER, unit="Van") == {"C108"}
    game.do("order", character="Howard", unit="Bows", dice=[1, 2])


@pytest.mark.rules("C109")
def test_a_failure_of_the_general_ends_everybodys() -> None:
    game = two_battles()
    says = game.do("order", character="Edward", unit="Bills", dice=[5, 5])
    assert "C109" in says[0]
    assert game.refused("order", character=LEADER, unit="Van") == {"C109"}
    assert game.refused("order", character="Edward", unit="Bows") == {"C109"}


@pytest.mark.rules("C104")
def test_a_character_is_finished_when_another_begins() -> None:
    game = two_battles()
    game.do("order", character="Howard", unit="Bows", dice=[1, 2])
    game.do("order", character=LEADER, unit="Van", dice=[1, 2])
    assert game.refused("order", character="Howard", unit="Bills") == {"C104"}
    game.do("order", character="Edward", unit="Bills", dice=[1, 2])


@pytest.mark.rules("C106")
def test_orders_to_a_unit_end_when_another_unit_is_ordered() -> None:
    game = two_battles()
    game.do("order", character="Edward", unit="Bows", dice=[1, 2])
    game.do("order", character="Edward", unit="Bills", dice=[1, 2])
    assert game.refused("order", character="Edward", unit="Bows") == {"C106"}
    game.do("order", character="Edward", unit="Bills", dice=[1, 2])


@pytest.mark.rules("C104", "C12")
def test_a_unit_takes_orders_from_one_character_in_a_turn() -> None:
    game = two_battles()
    game.do("order", character="Howard", unit="Bows", dice=[6, 4])
    assert game.refused("order", character="Edward", unit="Bows") == {"C12"}


@pytest.mark.rules("C104", "C12")
def test_others_than_the_general_order_their_own_battle() -> None:
    game = two_battles()
    assert game.refused("order", character="Howard", unit="Van") == {"C12"}
    assert game.refused("order", character="Edward", unit="Van") == set()
    assert two_battles(order_any_battle=True).refused("order", character="Howard", unit="Van") == set()


@pytest.mark.rules("C101", "C74")
def test_orders_belong_to_the_own_command_phase() -> None:
    assert battle(bills(), foes(), step="shooting").refused("order", character="Edward", unit="Bills") == {"C101"}
    assert battle(bills(), foes(), active=1).refused("order", character="Edward", unit="Bills") == {"C74"}
    assert battle(bills(), foes()).refused("order", character="Edward", unit="Foes") == {"C12"}


@pytest.mark.rules("C133", "C411", "C102", "C38")
def test_who_is_engaged_or_confused_or_moved_by_initiative_takes_no_order() -> None:
    game = battle(bills(), foes(60), contacts=[touch("Bills", "Foes")])
    assert game.refused("order", character="Edward", unit="Bills") == {"C133"}
    assert battle(bills(confused=True), foes()).refused("order", character="Edward", unit="Bills") == {"C411"}
    assert battle(bills(initiative=NOW), foes()).refused("order", character="Edward", unit="Bills") == {"C102"}
    game = battle(bills(), foes(), lords={"York": ["Howard"]})
    assert game.refused("order", character="Edward", unit="Howard") == {"C38"}


@pytest.mark.rules("C107")
def test_without_a_map_the_players_say_how_far_he_is() -> None:
    game = battle(bills(), foes(), mapless=True)
    game.do("order", character="Edward", unit="Bills", dice=[4, 4], sets=["units.0.distance=25"])
    assert game.state.order["units"] == ["Bills"]
    game.do("move", unit="Bills", centimetres="all")
    assert not game.state.order


@pytest.mark.rules("C107", "C108")
def test_players_who_overrule_a_refusal_get_what_they_agreed_on() -> None:
    game = two_battles()
    game.do("order", character="Howard", unit="Van", dice=[1, 2], overrule="agreed")
    assert game.unit("Van").ordered(3)["by"] == "Howard"
    game.do("move", unit="Van", centimetres="all")
    game = battle(bills(), foes(), classes={"Edward": None})
    game.do("order", character="Edward", unit="Foes", dice=[1, 2], overrule="a wager")
    assert game.unit("Foes").ordered(3)["count"] == 1
    game.do("move", unit="Foes", centimetres=2, overrule="a wager")
    assert game.unit("Foes").y == pytest.approx(108)


@pytest.mark.rules("C167")
def test_nobody_orders_the_dead_and_the_dead_do_not_order() -> None:
    game = battle([*bills(), stands("Shire Bow", "Bows", 20, 60, gone="destroyed", lost=2)], foes())
    assert "C167" in game.refused("order", character="Edward", unit="Bows", sets=["units.0.distance=5"])
    game.do("order", character="Edward", unit="Bows", sets=["units.0.distance=5"], dice=[1, 2], overrule="why not")
    assert game.refused("move", unit="Bows", centimetres=1) == {"C167"}
    game = battle(bills(), foes(), commanders={"Edward": None})
    assert "C167" in game.refused("order", character="Edward", unit="Bills", sets=["units.0.distance=5"])


@pytest.mark.rules("C107")
def test_names_may_be_half_typed_and_a_unit_is_no_commander() -> None:
    game = battle(bills(), foes())
    game.do("order", character="edw", unit="bil", dice=[1, 2])
    assert game.state.order["units"] == ["Bills"]
    with pytest.raises(BrokenInputError, match="no commander"):
        game.proposed("order", character="Bills", unit="Bills")
    with pytest.raises(BrokenInputError, match="Nobody"):
        game.proposed("order", character="Edward", unit="Nobody")
