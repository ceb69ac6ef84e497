"""Event VI on the table: pursuers on the heels of routers, whom they catch and whom they run into.

York runs south. Its Rabble have turned their backs: their front is at 24,20, their rear 1.57 inches north of it.
"""

from typing import Any

import pytest

from tests.systems.warfare.game.scenes import BROAD, DEEP, HALF, chased, rabble
from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import gun, unit


@pytest.mark.rules("W547", "W615", "W610")
def test_pursuers_move_with_the_routers_and_stay_at_their_backs() -> None:
    game = chased().on()
    assert game.unit("Rabble").y == 12
    assert game.unit("Spears").y == pytest.approx(12 + DEEP, abs=1e-3)
    assert game.unit("Spears").pursuing == "Rabble"
    (contact,) = game.state.contacts
    assert (contact.first_side, contact.second_side) == ("rear", "front")
    assert not game.state.in_melee("Spears")


@pytest.mark.rules("W611", "W615")
def test_a_pursuer_who_is_too_slow_goes_his_whole_move_and_is_under_control() -> None:
    slow = unit("Spears", kind="knight", protection="full")
    game = chased(described=slow).on()
    assert game.unit("Spears").y == pytest.approx(20 + DEEP - 6, abs=1e-3)
    assert game.unit("Spears").pursuing == ""
    assert game.state.contacts == ()


@pytest.mark.parametrize(
    "piece",
    [
        pytest.param({"kind": "rough", "area": [[0, 14], [48, 14], [48, 18], [0, 18]]}, id="rough ground"),
        pytest.param({"kind": "hedge", "line": [[0, 16], [48, 16]]}, id="a hedge"),
        pytest.param({"kind": "river", "line": [[0, 15], [48, 15]], "width": 2}, id="a river"),
    ],
)
@pytest.mark.rules("W611", "W610")
def test_ground_stops_pursuers_and_not_routers(piece: dict[str, Any]) -> None:
    game = chased(terrain=[piece]).on()
    assert game.unit("Rabble").y == 12
    assert game.unit("Spears").pursuing == ""
    assert game.unit("Spears").y > 12 + DEEP + 1
    if piece["kind"] == "river":
        assert game.unit("Spears").y == pytest.approx(16, abs=0.1)


@pytest.mark.rules("W611")
def test_a_pursuer_whose_prey_is_wiped_out_or_leaves_the_table_rallies() -> None:
    game = chased(rabble={"lost": 13}, step="morale").on()
    assert game.unit("Rabble").gone == "destroyed"
    assert game.state.contacts == ()
    game.on()
    assert (game.unit("Spears").pursuing, game.unit("Spears").y) == ("", pytest.approx(20 + DEEP))
    left = chased(york=[], rabble={"y": 7}).on()
    assert (left.unit("Rabble").gone, left.unit("Spears").pursuing) == ("left the table", "")


@pytest.mark.rules("W615", "W602")
def test_two_pursuers_of_one_prey_both_keep_up_if_there_is_room() -> None:
    wide = {"described": {"figures": 24, "ranks": 1}}
    game = battle(
        [rabble(**wide)],
        [
            stands(unit("Spears"), 21, 20 + 20 / 25.4, 180, pursuing="Rabble"),
            stands(unit("Glaives"), 27, 20 + 20 / 25.4, 180, pursuing="Rabble"),
        ],
        contacts=[touch("Rabble", "Spears", "rear"), touch("Rabble", "Glaives", "rear")],
        step="rout",
    ).on()
    assert game.unit("Rabble").y == 12
    assert {contact.second for contact in game.state.contacts} == {"Spears", "Glaives"}
    assert not game.body("Spears").polygon.intersection(game.body("Glaives").polygon).area


@pytest.mark.rules("W615", "W614")
def test_a_pursuer_who_runs_into_fresh_enemies_fights_them_next_turn_as_pursuing() -> None:
    fresh = stands(unit("Fresh"), 28.5, 15, 180)  # beside the way of the Rabble, in that of a broad line behind them
    game = chased(york=[fresh], described=BROAD).on()
    assert game.unit("Rabble").y == 12
    assert game.state.in_melee("Fresh")
    spears = game.unit("Spears")
    assert (spears.pursuing, spears.pursued, spears.first_melee) == ("", 1, "now")
    fresh_contact = next(one for one in game.state.contacts if one.first == "Fresh")
    assert (fresh_contact.first_side, fresh_contact.second_side) == ("front", "front")
    assert game.unit("Fresh").facing != 180, "turned to face the first who reached it"
    assert game.unit("Fresh").first_melee == "now"
    assert game.state.turn == 2


@pytest.mark.rules("W408", "W615")
def test_a_gun_on_the_way_is_ridden_over() -> None:
    game = chased(york=[stands(gun("Gun"), 27.5, 17)], described=BROAD).on()
    assert game.unit("Gun").gone == "removed"
    assert game.unit("Spears").pursuing == "Rabble"


@pytest.mark.rules("W409", "W615")
def test_skirmishers_on_the_way_get_out_of_it() -> None:
    loose = stands(unit("Loose", weapons=["bow"], skirmishers=True), 28.5, 15, 0)
    game = chased(york=[loose], described=BROAD).on()
    assert game.unit("Loose").avoided == 1
    assert game.unit("Loose").x > 29
    assert game.unit("Spears").pursuing == "Rabble"
    assert not game.state.in_melee("Loose")


@pytest.mark.rules("W615")
def test_a_pursuer_may_catch_other_routers_than_those_he_was_after() -> None:
    slow = stands(unit("Others", kind="knight", protection="full"), 28.5, 19, 180, routing=1)
    game = chased(york=[slow], described=BROAD).on()
    assert (game.unit("Others").y, game.unit("Rabble").y) == (13, 12)
    assert game.unit("Spears").pursuing == "Others", "seven inches away, in the way to the Rabble at eight"
    assert [contact.key for contact in game.state.contacts] == ["Others|Spears"]


@pytest.mark.rules("W614", "W322")
def test_pursuers_are_out_of_control_until_they_rally() -> None:
    game = chased(step="first moves", first=1, turn=2)
    assert "W322" in game.refused("move", unit="Spears", inches=1)
    game = chased()
    game.do("rally", unit="Spears", dice=[3])
    assert (game.unit("Spears").pursuing, game.unit("Spears").gone) == ("Rabble", "")
    assert game.refused("rally", unit="Spears") == {"W55"}
    game = chased()
    game.do("rally", unit="Spears", dice=[4])
    assert (game.unit("Spears").pursuing, game.unit("Spears").turns) == ("", 0)
    game.on()
    assert game.unit("Spears").y == pytest.approx(20 + DEEP)
    assert game.state.contacts == ()


@pytest.mark.rules("W603", "W614")
def test_a_leader_rallies_pursuers_too_in_the_morale_after_he_came() -> None:
    said: Any = {"step": "morale", "leaders": {"Somerset": "Spears"}}
    assert "W613" in chased(**said).refused("rally", unit="Spears"), "the pursuit began this turn"
    game = chased(turn=2, **said)
    game.do("rally", unit="Spears")
    assert game.unit("Spears").pursuing == ""


@pytest.mark.rules("W543")
def test_who_may_pursue_is_asked_once_and_who_does_not_stays() -> None:
    def won() -> Game:
        spears = stands(unit("Spears"), 24, 20 + DEEP, may_pursue=["Rabble"])
        return battle([rabble()], [spears], contacts=[touch("Rabble", "Spears", "rear")], step="morale")

    game = won()
    assert [one.how for one in game.playing.rules.board(game.state).owed] == ['pursue "Spears" "Rabble"']
    game.do("pursue", unit="Spears")
    assert game.unit("Spears").pursuing == "Rabble"
    game = won().on("command")
    assert (game.unit("Spears").may_pursue, game.unit("Spears").y) == ((), pytest.approx(20 + DEEP))
    assert game.refused("pursue", unit="Spears") == {"W543"}


@pytest.mark.rules("W543", "W614")
def test_a_pursuer_whom_an_enemy_holds_pursues_nobody() -> None:
    held = stands(unit("Held"), 24 - HALF, 20 + DEEP + DEEP / 2, 90)
    game = chased(touch("Held", "Spears", "front", "flank"), york=[held]).on()
    assert game.unit("Spears").pursuing == ""
    assert [contact.key for contact in game.state.contacts] == ["Held|Spears"]
    assert game.unit("Rabble").y == 12


@pytest.mark.rules("W611", "W610", "W615", "W547")
def test_without_a_map_the_players_run_and_say_when_contact_is_lost() -> None:
    game = battle(
        [stands(unit("Rabble"), routing=1)],
        [stands(unit("Spears"), pursuing="Rabble")],
        contacts=[touch("Rabble", "Spears", "rear")],
        step="morale",
        mapless=True,
    ).on()
    assert game.unit("Rabble").lost == 4
    game.on()
    assert [contact.key for contact in game.state.contacts] == ["Rabble|Spears"]
    game.do("break-off", unit="Spears")
    assert game.unit("Spears").pursuing == ""
    assert game.state.contacts == ()
    assert game.refused("break-off", unit="Spears") == {"W611"}
