"""The Command phase on the table: who moves first, and what leaders do with their command points."""

import pytest

from miniatures.broken import BrokenInputError
from tests.marking import case
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, leader, stands


def bills(*york: Standing, **said: object) -> Game:
    """York's bills with 2 DPs at 24,10, Edward 3 inches behind their front; the enemy is far off."""
    return battle(
        [stands("4 heavy infantry", "Bills", 24, 10, dps=2), *york],
        [stands("4 heavy infantry", "Levy", 24, 44)],
        **said,  # type: ignore[arg-type]
    )


@pytest.mark.rules("T101")
def test_a_turn_begins_with_a_die_of_each_side_and_ties_throw_again() -> None:
    game = bills(first=None)
    assert game.owed() == ["initiative"]
    assert game.do("initiative", dice=[3, 3, 2, 4]) == ("Lancaster say who moves first this turn (T11).",)
    assert game.refused("initiative") == {"T11"}
    assert game.owed() == ["choose first"]
    game.do("choose", to_move="second")
    assert game.state.first == 0
    assert game.owed() == []


def test_the_choice_waits_for_the_die_and_neither_is_needed_where_the_sides_take_turns() -> None:
    assert bills(first=None).refused("choose", to_move="first") == {"T11"}
    turns = bills(alternate_moves=True, state={"winner": None})
    assert turns.owed() == []
    assert turns.refused("initiative") == {"T11"}
    assert turns.refused("choose", to_move="first") == {"T11"}
    assert bills(step="rally").refused("choose", to_move="first") == {"T11"}


@pytest.mark.rules("T401")
def test_a_leader_moves_up_to_12_inches_for_a_point_and_joins_a_contingent() -> None:
    game = bills(stands("6 longbow", "Bows", 24, 21))
    # Edward is at 24,7; the rear of the bows is at 21 - 20 mm = 20.21.
    assert game.refused("lead", leader="Edward", to="Bows") == {"T401"}
    said = game.do("lead", leader="Edward", to="Bills", front=True)
    assert said == ("Edward joins Bills in the front rank (T401), 4 command points left.",)
    assert (game.leader("Edward").unit, game.leader("Edward").front) == ("Bills", True)
    # From the front of the bills at 10 it is 10.21 inches.
    assert game.facts("lead", leader="Edward", to="Bows")["actions"][0]["distance"] == pytest.approx(10.21, abs=0.01)
    game.do("lead", leader="Edward", to="Bows")
    assert game.leader("Edward").points(1) == 3
    assert not game.leader("Edward").front


def test_to_step_into_the_front_rank_of_those_he_is_with_costs_nothing() -> None:
    game = bills(leader("Hastings", unit="Bills"))
    game.do("lead", leader="Hastings", to="Bills", front=True)
    assert game.leader("Hastings").front
    assert game.leader("Hastings").points(1) == 3
    assert game.refused("lead", leader="Hastings", to="Bills", front=True) == {"T401"}
    game.do("lead", leader="Hastings", to="Bills")
    assert not game.leader("Hastings").front


@pytest.mark.parametrize(
    ("to", "refused"),
    [
        case("T401", "24,19", set(), name="12 inches"),
        case("T401", "24,19.5", {"T401"}, name="12.5 inches"),
        case("T401", "-1,7", {"T401", "T74"}, name="off the table"),
        case("T401", "Levy", {"T401"}, name="enemies"),
    ],
)
def test_a_leader_goes_to_a_place(to: str, refused: set[str]) -> None:
    assert bills().refused("lead", leader="Edward", to=to) == refused


def test_enemies_and_buildings_bar_his_way() -> None:
    house = {"kind": "building", "area": [[26, 5], [28, 5], [28, 9], [26, 9]]}
    assert bills(terrain=[house]).refused("lead", leader="Edward", to="30,7") == {"T74"}
    between = battle([stands("4 heavy infantry", "Bills", 24, 10)], [stands("2 skirmishers", "Prickers", 30, 7, 90)])
    assert between.refused("lead", leader="Edward", to="34,7") == {"T74"}


@pytest.mark.rules("T326")
def test_heralds_go_12_inches_a_turn_for_nothing() -> None:
    game = bills(leader("Swan", "herald", x=10, y=10))
    assert game.refused("lead", leader="Swan", to="23,10") == {"T326"}
    game.do("lead", leader="Swan", to="22,10")
    assert game.refused("lead", leader="Swan", to="Bills") == {"T326"}
    assert game.refused("lead", leader="Swan", to="Bills", front=True) == {"T326", "T237"}


def test_leaders_ride_in_the_command_phase_and_anywhere_while_setting_up() -> None:
    assert bills(step="rally").refused("lead", leader="Edward", to="Bills") == {"T401"}
    game = bills(step="deployment", turn=0)
    game.do("lead", leader="Edward", to="40,5")
    assert (game.leader("Edward").x, game.leader("Edward").points(0)) == (40, 5)


@pytest.mark.rules("T402")
def test_2_points_take_a_dp_off_a_contingent_within_2_inches() -> None:
    # Edward at 24,7 is 2.21 inches behind the rear of the bills.
    game = bills()
    assert game.refused("steady", leader="Edward", contingent="Bills") == {"T402"}
    game.do("lead", leader="Edward", to="24,8")
    game.do("steady", leader="Edward", contingent="Bills")
    assert game.unit("Bills").total_dps == 1
    game.do("steady", leader="Edward", contingent="Bills")
    assert game.unit("Bills").total_dps == 0
    assert game.refused("steady", leader="Edward", contingent="Bills") == {"T402"}


def test_the_oldest_dp_goes_first() -> None:
    noble = {"dps": 2, "why": "noble killed", "rule": "T305", "turn": 1}
    arrows = {"dps": 1, "why": "shot at", "rule": "T133", "turn": 2}
    game = battle(
        [stands("4 heavy infantry", "Bills", 24, 10, dps=[noble, arrows]), leader("Hastings", unit="Bills")],
        [stands("4 heavy infantry", "Levy", 24, 44)],
    )
    game.do("steady", leader="Hastings", contingent="Bills")
    assert game.unit("Bills").dps == (noble | {"dps": 1}, arrows)


@pytest.mark.rules("T403")
def test_2_points_let_a_leader_change_the_control_test_of_a_contingent_within_2_inches() -> None:
    pursuing = {"units": {"Bills": {"conduct": "pursuing"}}}
    game = bills(leader("Hastings", unit="Bills"), stands("4 pike", "Pikes", 36, 10), state=pursuing)
    assert game.refused("control", leader="Hastings", contingent="Pikes") == {"T403"}
    game.do("control", leader="Hastings", contingent="Bills")
    assert game.leader("Hastings").controls == {"turn": 1, "units": ["Bills"]}
    assert game.leader("Hastings").points(1) == 1


@pytest.mark.rules("T403")
def test_nobody_commands_enemies_or_out_of_the_phase_or_without_points() -> None:
    game = bills(leader("Hastings", unit="Bills"), leader("Swan", "herald", unit="Bills"))
    assert game.refused("control", leader="Hastings", contingent="Levy") == {"T403"}
    assert game.refused("steady", leader="Swan", contingent="Bills") == {"T5"}
    assert bills(leader("Hastings", unit="Bills"), step="rally").refused(
        "steady", leader="Hastings", contingent="Bills"
    ) == {"T101"}
    game.do("steady", leader="Hastings", contingent="Bills")
    assert game.refused("steady", leader="Hastings", contingent="Bills") == {"T402"}
    game.do("steady", leader="Hastings", contingent="Bills", overrule="he is a good man")
    assert game.unit("Bills").total_dps == 0
    assert game.leader("Hastings").points(1) == 0
    assert game.refused("control", leader="Hastings", contingent="Bills") == {"T403"}


def test_points_are_there_again_next_turn() -> None:
    game = bills(leader("Hastings", unit="Bills", spent={"turn": 1, "points": 3}), turn=2)
    game.do("steady", leader="Hastings", contingent="Bills")
    assert game.leader("Hastings").points(2) == 1


def test_who_is_gone_commands_nobody_whatever_the_players_say() -> None:
    game = bills(leader("Hastings", gone="killed"))
    assert game.refused("steady", leader="Hastings", contingent="Bills") == {"T40"}
    with pytest.raises(BrokenInputError):
        game.do("lead", leader="Hastings", to="Bills", overrule="a miracle")


def test_without_a_map_the_players_say_how_far_it_is() -> None:
    game = bills(mapless=True)
    game.do("lead", leader="Edward", to="Bills")
    game.do("steady", leader="Edward", contingent="Bills")
    assert game.refused("lead", sets=["actions.0.distance=14"], leader="Edward", to="alone") == {"T401"}
    game.do("lead", leader="Edward", to="alone")
    assert game.leader("Edward").unit == ""
    with pytest.raises(BrokenInputError):
        game.do("lead", leader="Edward", to="24,9")
