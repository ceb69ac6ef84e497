"""Pursuit on the table: who gets away, who is caught and hacked, and whom pursuers run into."""

from typing import Any

import pytest

from tests.systems.tree_of_battles.combats import hit
from tests.systems.tree_of_battles.game.tables import Game, battle, leader, stands, touch

MEN = "4 heavy infantry"
DEEP = 20 / 25.4


def beaten(margin: int = 3, our: Any = None, enemies: Any = (), **said: Any) -> Game:
    """Ours have beaten Theirs by so much in melee, and both still stand front to front at y = 24."""
    game = battle(
        [stands(MEN, "Ours", 24, 24, grade="C", **(our or {}))],
        [stands(MEN, "Theirs", 24, 24, grade="C"), *enemies],
        step="combat",
        contacts=[touch("Ours", "Theirs", since=0)],
        **said,
    )
    game.do("fight", unit="Ours", dice=hit(margin, 8) + [1] * 8)
    return game


@pytest.mark.rules("T206", "T204", "T37", "T331", "T324")
def test_who_outruns_his_pursuers_gets_away_in_disarray() -> None:
    game = beaten()
    assert game.refused("flee", unit="Theirs") == {"T206"}
    # average dice: Theirs 4 and 5 and an inch more for each, in disarray since their defeat; Ours 2 and 2
    said = game.do("pursue", unit="Ours", dice=[4, 6, 1, 1])
    theirs, ours = game.unit("Theirs"), game.unit("Ours")
    assert "Theirs get away (T37)." in said
    assert (theirs.conduct, theirs.array, theirs.broken, theirs.total_dps) == ("steady", "disarray", False, 4)
    assert (ours.conduct, ours.array, ours.pursues) == ("pursuing", "disarray", "Theirs")
    assert theirs.facing == 0.0
    assert theirs.y == pytest.approx(24 + DEEP + 11, abs=0.01)  # turned about, 4 + 5 + 2 inches
    assert ours.y == pytest.approx(28, abs=0.01)
    assert game.owed() == []


@pytest.mark.rules("T206", "T207", "T204", "T302", "T305")
def test_a_retirer_that_is_caught_is_hacked_and_breaks() -> None:
    game = beaten(enemies=[stands(MEN, "Friends", 34, 30, grade="C"), leader("Oxford", "captain", 3, unit="Theirs")])
    # Theirs 2 + 2 + 2 inches, Ours 4 + 4; four dice of the hack, one of them 4 or more
    game.do("pursue", unit="Ours", target="Theirs", dice=[1, 1, 4, 5, 4, 3, 3, 1])
    theirs = game.unit("Theirs")
    assert (theirs.left, theirs.broken, theirs.conduct) == (3, True, "routing")
    assert [(one["dps"], one["rule"]) for one in game.unit("Friends").dps] == [(2, "T302"), (2, "T305")]
    assert game.unit("Ours").conduct == "pursuing"
    assert not game.state.contacts
    assert game.table.apart("Ours", "Theirs") < 0.05


@pytest.mark.rules("T205", "T207", "T40")
def test_who_is_hacked_to_the_last_stand_is_destroyed() -> None:
    game = beaten(6, enemies=[leader("Oxford", "captain", 3, unit="Theirs")])
    assert game.unit("Theirs").broken
    game.do("pursue", unit="Ours", dice=[1, 1, 4, 5, 4, 4, 6, 6])
    assert game.unit("Theirs").gone == "destroyed"
    assert game.leader("Oxford").unit == ""
    assert game.leader("Oxford").x is not None


@pytest.mark.rules("T206", "T35", "T241", "T251")
def test_pursuers_who_meet_new_enemies_fight_them_at_once() -> None:
    game = beaten(enemies=[stands("4 longbow", "Fresh", 24 + 4, 27, grade="C")])
    facts = game.facts("pursue", unit="Ours")
    assert facts["pursuer"]["new_enemy"] == 3.0
    said = game.do("pursue", unit="Ours", dice=[4, 4, 4, 4])
    assert any("run into Fresh, and fight them at once (T206)" in one for one in said)
    (contact,) = game.state.contacts
    assert (contact.first, contact.second, contact.how) == ("Ours", "Fresh", "pursuit")
    assert game.owed() == ['fight "Ours"']
    fighters = game.facts("fight", unit="Ours")
    assert fighters["attackers"][0]["came"] == "pursues"
    # 4 x 2, 2 for the pursuit, less 1 DP for the success before; 4 x 1
    game.do("fight", unit="Ours", dice=hit(4, 9) + [1] * 4)
    assert game.unit("Fresh").conduct == "retiring"
    assert game.owed() == ['pursue "Ours" "Fresh"']  # as often as it happens


@pytest.mark.rules("T35")
def test_a_table_may_fight_one_pursuit_a_turn() -> None:
    game = beaten(
        enemies=[stands("4 longbow", "Fresh", 24, 27, grade="C"), stands("4 longbow", "Last", 24, 31, grade="C")],
        one_pursuit_combat=True,
    )
    game.do("pursue", unit="Ours", dice=[4, 4, 4, 4])
    game.do("fight", unit="Ours", dice=hit(4, 9) + [1] * 4)
    said = game.do("pursue", unit="Ours", target="Fresh", dice=[4, 4, 4, 4])
    assert any("next turn (T35)" in one for one in said)
    assert game.owed() == []


@pytest.mark.rules("T205", "T324")
def test_who_runs_over_the_edge_is_gone() -> None:
    game = battle(
        [stands(MEN, "Ours", 24, 42, grade="C")],
        [stands(MEN, "Theirs", 24, 42, grade="C")],
        step="combat",
        contacts=[touch("Ours", "Theirs", since=0)],
    )
    game.do("fight", unit="Ours", dice=hit(6, 8) + [1] * 8)
    said = game.do("pursue", unit="Ours", dice=[4, 4, 1, 1])
    assert game.unit("Theirs").gone == "left the table"
    assert any("off the table" in one for one in said)
    assert game.unit("Ours").y == 46.0


@pytest.mark.rules("T261", "T201", "T204")
def test_who_may_halt_lets_them_go_and_they_throw_alone() -> None:
    game = battle(
        [stands(MEN, "Ours", 24, 24, grade="B")],
        [stands(MEN, "Theirs", 24, 24, grade="C")],
        step="combat",
        contacts=[touch("Ours", "Theirs", since=0)],
    )
    game.do("fight", unit="Ours", dice=hit(4, 9) + [1] * 8)
    assert game.unit("Ours").may == ("halt", "pursue Theirs")
    game.do("after", unit="Ours", choice="halt")
    assert game.owed() == ['flee "Theirs"']
    game.do("flee", unit="Theirs", dice=[1, 2])
    assert game.unit("Theirs").y == pytest.approx(24 + DEEP + 7, abs=0.01)  # 2 + 3 and an inch more for each
    assert game.unit("Ours").y == 24
    assert game.on("rally").state.step == "rally"


@pytest.mark.rules("T206", "T37")
def test_a_second_pursuer_goes_after_those_who_have_run_already() -> None:
    half = 40 / 25.4
    game = battle(
        [
            stands("2 heavy infantry", "West", 24 - half, 24, grade="C"),
            stands("2 heavy infantry", "East", 24 + half, 24, grade="C"),
        ],
        [stands(MEN, "Theirs", 24, 24, grade="C")],
        step="combat",
        contacts=[touch("East", "Theirs", since=0), touch("West", "Theirs", since=0)],
    )
    game.do("fight", unit="West", dice=[*hit(3, 4), *[1] * 4, *hit(3, 4), *[1] * 4])
    assert game.unit("Theirs").broken  # six hits more against them
    game.do("pursue", unit="West", dice=[1, 1, 1, 1])  # they go 2 + 2 + 2, West 4
    gone = game.unit("Theirs").y
    assert game.facts("pursue", unit="East")["quarry"]["went"] == 6
    game.do("pursue", unit="East", dice=[4, 4, 4, 1])  # 8 inches: caught; two dice of the hack
    assert (game.unit("Theirs").left, game.unit("Theirs").y) == (3, gone)


@pytest.mark.rules("T14", "T304", "T206")
def test_pursuers_who_reach_the_baggage_loot_it() -> None:
    game = beaten(enemies=[stands("2 baggage", "Wagons", 24, 29, grade="C")])
    game.do("pursue", unit="Ours", dice=[4, 4, 4, 4])
    assert (game.unit("Ours").conduct, game.unit("Ours").looting) == ("looting", "Wagons")


@pytest.mark.rules("T206", "T106")
def test_who_beat_nobody_pursues_nobody() -> None:
    game = battle([stands(MEN, "Ours", 24, 20)], [stands(MEN, "Theirs", 24, 30)], step="combat")
    assert game.refused("pursue", unit="Ours") == {"T206"}
    assert game.refused("pursue", unit="Ours", target="Theirs") == {"T206"}
    assert game.refused("after", unit="Ours", choice="follow-up") == {"T203"}
    game.do("pursue", unit="Ours", target="Theirs", dice=[1, 1, 1, 1], overrule="agreed")
    assert game.unit("Ours").y == 24.0


@pytest.mark.rules("T206", "T35", "T207")
def test_without_a_map_players_state_whom_the_pursuers_meet() -> None:
    game = beaten(enemies=[stands(MEN, "Fresh")], mapless=True)
    game.do("pursue", unit="Ours", into="Fresh", sets=["pursuer.new_enemy=3"], dice=[4, 4, 4, 4])
    assert game.state.enemies_touching("Ours") == ["Fresh"]
    assert game.owed() == ['fight "Ours"']
    other = beaten(mapless=True)
    other.do("pursue", unit="Ours", dice=[1, 1, 4, 5, 4, 3, 3, 1])
    assert (other.unit("Theirs").left, other.unit("Theirs").broken) == (3, True)


@pytest.mark.rules("T327", "T66", "T303")
def test_fives_tire_and_difficult_ground_costs_a_dp() -> None:
    wood = {"kind": "rough", "area": [[10, 26], [40, 26], [40, 40], [10, 40]]}
    game = beaten(terrain=[wood])
    game.do("pursue", unit="Ours", dice=[4, 4, 6, 1])  # a five of Ours, who were in good order
    assert [(one["dps"], one["rule"]) for one in game.unit("Ours").dps] == [(1, "T262"), (1, "T327"), (1, "T303")]
    assert [(one["dps"], one["rule"]) for one in game.unit("Theirs").dps] == [(4, "T271"), (1, "T303")]


@pytest.mark.rules("T207", "T40", "T110")
def test_the_leader_of_who_is_destroyed_in_flight_is_left_where_it_was_caught() -> None:
    game = beaten(6, enemies=[leader("Oxford", "captain", 3, unit="Theirs")])
    # Theirs turn about and run 2 + 2 inches and an inch more for each die; Ours have 4 + 4
    game.do("pursue", unit="Ours", dice=[1, 1, 4, 5, 4, 4, 6, 6])
    oxford = game.leader("Oxford")
    assert (oxford.x, oxford.y) == (pytest.approx(24), pytest.approx(24 + DEEP + 6, abs=0.01))
