"""Event I on the table: initiative, orders and their messengers, and the command radius."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.warfare.game.tables import Game, battle, stands
from tests.systems.warfare.units import knights, longbowmen, unit

#: Sixteen foot in two ranks are 80 mm wide and 40 mm deep; a leader's disc is 30 mm across (W6).
DEEP = 40 / 25.4
RADIUS = 15 / 25.4


def two_lines(**said: Any) -> Game:
    """Bills in the south, bills in the north, twenty inches apart."""
    return battle([stands(unit("Bills"), 24, 14)], [stands(unit("Foes"), 24, 34)], **said)


@pytest.mark.rules("W101", "W301")
def test_the_winner_of_the_roll_chooses_who_moves_first() -> None:
    game = two_lines(step="command", winner=None, first=None)
    assert game.refused("choose", to_move="first") == {"W101"}
    game.do("initiative", dice=[3, 5])
    assert game.state.winner == 1
    assert game.refused("initiative") == {"W101"}
    game.do("choose", to_move="second")
    assert game.state.first == 0


@pytest.mark.rules("W101", "W11")
def test_a_tie_is_rolled_again() -> None:
    game = two_lines(step="command", winner=None, first=None)
    game.do("initiative", dice=[4, 4, 6, 2])
    assert game.state.winner == 0


@pytest.mark.rules("W301")
def test_one_side_moves_wholly_and_then_the_other() -> None:
    game = two_lines(first=1)
    assert game.refused("move", unit="Bills", inches=1) == {"W301"}
    game.do("move", unit="Foes", inches=1)
    game.on("second moves")
    assert game.refused("move", unit="Foes", inches=1) == {"W301"}
    game.do("move", unit="Bills", inches=1)


@pytest.mark.rules("W301")
@pytest.mark.parametrize("step", ["command", "shots", "melee", "morale", "rout"])
def test_nobody_moves_outside_the_movement_phase(step: str) -> None:
    assert "W301" in two_lines(step=step).refused("move", unit="Bills", inches=1)


@pytest.mark.rules("W103", "W65")
def test_before_the_battle_orders_need_no_messenger() -> None:
    game = two_lines(step="deployment", turn=0, winner=None, first=None)
    game.do("order", wing="Rearward", order="defend")
    assert game.state.wings["1:Rearward"].order == "defend"
    assert not game.state.messengers


@pytest.mark.rules("W103", "W12", "W71")
def test_a_messenger_rides_twelve_inches_a_move_and_his_order_counts_from_the_next_event_one() -> None:
    """Twenty inches from middle to middle are 19.4 to the leader's disc: two moves."""
    game = battle(
        [stands(unit("Bills"), 10, 14), stands(unit("Spears"), 30, 14, wing="Left")],
        [stands(unit("Foes"), 24, 44)],
        step="command",
        leaders={"Edward": (10, 10), "the leader of Left": (30, 10)},
    )
    game.do("order", wing="Left", order="retire")
    (rider,) = game.state.messengers.values()
    assert (rider.x, rider.y) == (10, 10)
    game.on("second moves")
    (rider,) = game.state.messengers.values()
    assert (rider.x, rider.y) == pytest.approx((22, 10))
    game.next_turn("second moves")
    (rider,) = game.state.messengers.values()
    assert rider.arrived == 2
    assert rider.x == pytest.approx(30 - RADIUS, abs=0.01)
    assert game.state.wings["0:Left"].order == "attack"
    game.next_turn("command")
    assert game.state.wings["0:Left"].order == "retire"
    assert not game.state.messengers


@pytest.mark.rules("W103", "W71")
def test_the_chiefs_own_wing_hears_him_at_once() -> None:
    game = two_lines(step="command")
    game.do("order", wing="Vaward", order="engage")
    assert game.state.wings["0:Vaward"].order == "engage"


@pytest.mark.rules("W103", "W12")
def test_by_option_a_leader_within_twelve_inches_hears_him_at_once() -> None:
    armies = (
        [stands(unit("Bills"), 10, 14), stands(unit("Spears"), 30, 14, wing="Left")],
        [stands(unit("Foes"), 24, 44)],
    )
    for x, heard in ((10 + 12 + 2 * RADIUS, "retire"), (10 + 12.2 + 2 * RADIUS, "attack")):
        leaders = {"Edward": (10, 10), "the leader of Left": (x, 10)}
        game = battle(*armies, step="command", leaders=leaders, orders_at_once=True)
        game.do("order", wing="Left", order="retire")
        assert game.state.wings["0:Left"].order == heard


@pytest.mark.rules("W103", "W310", "W31")
def test_what_lies_further_on_hinders_a_messenger_when_he_comes_to_it() -> None:
    """A wood from 20 to 26: eight inches to its edge, then 2 a move as cavalry (W320)."""
    game = battle(
        [stands(unit("Bills"), 12, 14), stands(unit("Spears"), 40, 14, wing="Left")],
        [stands(unit("Foes"), 24, 44)],
        step="command",
        leaders={"Edward": (12, 10), "the leader of Left": (40, 10)},
        terrain=[{"kind": "wood", "area": [[20, 8], [26, 8], [26, 12], [20, 12]]}],
    )
    game.do("order", wing="Left", order="retire")
    for turn, x in enumerate((20, 22), start=1):
        if turn > 1:
            game.next_turn()
        game.on("second moves")
        (rider,) = game.state.messengers.values()
        assert rider.x == pytest.approx(x, abs=0.05)


@pytest.mark.rules("W103", "W57")
def test_orders_need_a_commander_in_chief_who_can_give_them() -> None:
    assert two_lines(step="command", leaders={"Edward": None}).refused("order", wing="Vaward", order="defend") == {
        "W103"
    }
    out = two_lines(step="command", state={"leaders": {"Edward": {"hit": 1}}})
    assert out.refused("order", wing="Vaward", order="defend") == {"W463"}
    assert two_lines().refused("order", wing="Vaward", order="defend") == {"W103"}


@pytest.mark.rules("W302")
@pytest.mark.parametrize(
    ("away", "against"), [case("W302", 12.0, set[str]()), case("W302", 12.2, {"W302"}, name="too far")]
)
def test_beyond_twelve_inches_of_its_leader_a_unit_neither_advances_nor_charges(away: float, against: set[str]) -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20)],
        [stands(unit("Foes"), 24, 26)],
        leaders={"Edward": (24, 20 - DEEP - away - RADIUS)},
    )
    assert game.refused("move", unit="Bills", inches=2) == against
    assert game.refused("charge", unit="Bills", target="Foes") == against
    assert game.refused("face", unit="Bills", to="about") == set()


@pytest.mark.rules("W302", "W463")
def test_a_leader_who_is_out_or_dead_commands_nobody() -> None:
    for leader in ({"hit": 1}, {"gone": "killed"}):
        game = two_lines(state={"leaders": {"Edward": leader}})
        assert game.refused("move", unit="Bills", inches=1) == {"W302"}
        mapless = two_lines(state={"leaders": {"Edward": leader}}, mapless=True)
        assert mapless.refused("move", unit="Bills", inches=1, sets=["intends=advance"]) == {"W302"}


@pytest.mark.rules("W302")
def test_only_the_own_wings_leader_counts() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20), stands(unit("Spears"), 30, 20, wing="Left")],
        [stands(unit("Foes"), 24, 40)],
        leaders={"the leader of Left": (2, 2)},
    )
    assert game.refused("move", unit="Spears", inches=2) == {"W302"}


def owed(game: Game) -> list[tuple[str, str, bool]]:
    return [(one.unit, one.rule, one.must) for one in game.playing.rules.board(game.state).owed]


@pytest.mark.rules("W104")
def test_attack_asks_for_a_move_unless_the_shooters_stopped_to_shoot() -> None:
    game = battle([stands(longbowmen("Bows"), 20, 14), stands(unit("Bills"), 28, 14)], [stands(unit("Foes"), 24, 34)])
    assert owed(game) == [("Bows", "W104", False), ("Bills", "W104", False)]
    game.do("move", unit="Bills", inches=8)
    assert owed(game) == [("Bows", "W104", False)]
    shot = battle([stands(longbowmen("Bows"), 20, 14, shot=1)], [stands(unit("Foes"), 24, 34)])
    assert owed(shot) == []


@pytest.mark.rules("W105")
def test_engage_asks_for_half_a_move_towards_the_enemy() -> None:
    assert owed(two_lines(orders={"Vaward": "engage"})) == [("Bills", "W105", False)]


@pytest.mark.rules("W106")
def test_under_defend_foot_hold_and_do_not_charge() -> None:
    game = battle([stands(unit("Bills"), 24, 14)], [stands(unit("Foes"), 24, 20)], orders={"Vaward": "defend"})
    assert game.refused("charge", unit="Bills", target="Foes") == {"W106"}
    assert game.refused("move", unit="Bills", inches=2) == {"W106"}
    assert game.refused("face", unit="Bills", to="about") == set()


@pytest.mark.rules("W106")
def test_under_defend_cavalry_must_charge_whoever_comes_within_reach() -> None:
    """Full armour rides 8 inches: an enemy at 8 must be charged, one at 8.5 need not."""
    for gap, must in ((8.0, True), (8.5, False)):
        game = battle(
            [stands(knights("Horse"), 24, 14)],
            [stands(unit("Foes"), 24, 14 + gap)],
            step="tests",
            orders={"Vaward": "defend"},
        ).on("first moves")
        assert (("Horse", "W106", True) in owed(game)) is must
        assert game.refused("next") == ({"W106"} if must else set())
        if must:
            game.do("charge", unit="Horse", target="Foes")
            assert game.refused("next") == set()


@pytest.mark.rules("W107")
def test_under_retire_nobody_engages_except_to_clear_the_way() -> None:
    game = battle([stands(unit("Bills"), 24, 14)], [stands(unit("Foes"), 24, 20)], orders={"Vaward": "retire"})
    assert owed(game) == [("Bills", "W107", False)]
    assert game.refused("move", unit="Bills", inches=2) == {"W107"}
    assert game.refused("charge", unit="Bills", target="Foes") == {"W107"}
    assert game.refused("charge", unit="Bills", target="Foes", sets=["clears_way=true"]) == set()


@pytest.mark.rules("W103")
def test_without_a_map_the_players_say_when_the_messenger_arrives() -> None:
    game = battle(
        [stands(unit("Bills")), stands(unit("Spears"), wing="Left")],
        [stands(unit("Foes"))],
        step="command",
        mapless=True,
    )
    assert game.refused("deliver", wing="Left") == {"W103"}
    game.do("order", wing="Left", order="retire")
    game.on("second moves")
    assert game.state.wings["0:Left"].order == "attack"
    game.do("deliver", wing="Left")
    game.next_turn("command")
    assert game.state.wings["0:Left"].order == "retire"
