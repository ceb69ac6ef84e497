"""Rounds of combat carried out: DPs with their reasons, stands, leaders, who gives way, and what friends feel."""

from typing import Any

import pytest

from miniatures.tracker import expected
from tests.systems.tree_of_battles.combats import hit
from tests.systems.tree_of_battles.game.tables import Game, battle, leader, stands, touch

MEN = "4 heavy infantry"
DEEP = 20 / 25.4


def melee(ours: Any = MEN, theirs: Any = MEN, grade: str = "C", **said: Any) -> Game:
    """Ours and Theirs in the second turn of a fight, front to front at y = 24: 8 dice each for C grade."""
    york = [stands(ours, "Ours", 24, 24, grade=grade, **said.pop("our", {})), *said.pop("friends", ())]
    lancaster = [stands(theirs, "Theirs", 24, 24, grade=grade, **said.pop("their", {})), *said.pop("enemies", ())]
    contacts = [touch("Ours", "Theirs", since=said.pop("since", 0))]
    return battle(york, lancaster, step="combat", contacts=contacts, **said)


def fought(game: Game, margin: int, *more: int, dice: tuple[int, int] = (8, 8)) -> tuple[str, ...]:
    """The round with so many hits more for Ours, or fewer."""
    faces = hit(max(0, margin), dice[0]) + hit(max(0, -margin), dice[1])
    return game.do("fight", unit="Ours", dice=[*faces, *more])


def reasons(game: Game, unit: str) -> list[tuple[int, str, str]]:
    return [(one["dps"], one["why"], one["rule"]) for one in game.unit(unit).dps]


@pytest.mark.rules("T265", "T267", "T35", "T47")
def test_equal_costs_both_two_dps_and_they_fight_on_next_turn() -> None:
    game = melee()
    fought(game, 0)
    assert reasons(game, "Ours") == [(2, "equal against Theirs", "T265")]
    assert reasons(game, "Theirs") == [(2, "equal against Ours", "T265")]
    assert game.unit("Ours").dps[0]["turn"] == 1
    assert game.state.fighting("Ours")
    assert game.refused("fight", unit="Ours") == {"T35"}
    assert game.owed() == []


@pytest.mark.rules("T262", "T264", "T268", "T270", "T202", "T203", "T238")
def test_a_set_back_falls_back_a_base_depth_and_is_followed_up() -> None:
    game = melee()
    fought(game, 2)
    assert reasons(game, "Ours") == [(1, "success against Theirs", "T262")]
    assert reasons(game, "Theirs") == [(3, "set-back against Ours", "T268")]
    assert game.unit("Theirs").y == pytest.approx(24 + DEEP, abs=0.02)
    assert game.unit("Theirs").facing == 180.0
    assert game.unit("Ours").y == pytest.approx(24 + DEEP, abs=0.02)
    assert game.state.enemies_touching("Ours") == ["Theirs"]
    assert game.unit("Ours").follows == 2
    assert game.owed() == []


@pytest.mark.rules("T263", "T201", "T203")
def test_b_grade_that_did_not_charge_may_halt_or_follow_up() -> None:
    game = melee(grade="B")
    fought(game, 1, dice=(9, 9))
    assert game.unit("Ours").may == ("halt", "follow up Theirs")
    assert game.owed() == ['after "Ours" halt']
    assert game.refused("next") == {"T201"}
    assert not game.state.fighting("Ours")
    game.do("after", unit="Ours", choice="follow-up")
    assert game.state.enemies_touching("Ours") == ["Theirs"]
    game.undo()
    game.do("after", unit="Ours", choice="halt")
    assert (game.unit("Ours").may, game.unit("Ours").y) == ((), 24)
    assert game.refused("after", unit="Ours", choice="halt") == {"T201"}


@pytest.mark.rules("T271", "T204", "T301", "T38")
def test_a_defeat_retires_in_disarray_and_lower_grades_nearby_take_a_dp() -> None:
    friends = [
        stands(MEN, "Lower", 34, 30, grade="D"),
        stands(MEN, "Equals", 14, 30, grade="C"),
        stands(MEN, "Chivalrous", 24, 32, grade="D", traits=["chivalrous"]),
        stands(MEN, "Far", 24, 44, grade="D"),
    ]
    game = melee(enemies=friends)
    fought(game, 3)
    theirs = game.unit("Theirs")
    assert (theirs.total_dps, theirs.array, theirs.conduct, theirs.broken) == (4, "disarray", "retiring", False)
    assert reasons(game, "Lower") == [(1, "a higher grade retires within 12 inches: Theirs", "T301")]
    assert all(not game.unit(name).dps for name in ("Equals", "Chivalrous", "Far"))
    assert game.unit("Ours").may == ("pursue Theirs",)
    assert game.owed() == ['pursue "Ours" "Theirs"']


@pytest.mark.rules("T272", "T205", "T302", "T305")
def test_a_rout_breaks_and_the_noble_with_it_is_routed_too() -> None:
    captain = leader("Oxford", "captain", 3, unit="Theirs")
    game = melee(enemies=[stands(MEN, "Equals", 34, 30, grade="C"), stands(MEN, "Betters", 14, 30), captain])
    fought(game, 6)
    theirs = game.unit("Theirs")
    assert (theirs.total_dps, theirs.broken, theirs.conduct) == (5, True, "routing")
    assert [(dps, rule) for dps, _, rule in reasons(game, "Equals")] == [(2, "T302"), (2, "T305")]
    assert [(dps, rule) for dps, _, rule in reasons(game, "Betters")] == [(2, "T305")]
    assert game.leader("Oxford").unit == "Theirs"


@pytest.mark.rules("T4", "T334")
def test_dps_beyond_the_most_remove_stands_from_the_rear() -> None:
    game = melee(their={"dps": 3})
    fought(game, 1)  # a set-back: 3 DPs more, of which 2 find room
    theirs = game.unit("Theirs")
    assert (theirs.total_dps, theirs.left, theirs.array) == (5, 3, "disarray")


@pytest.mark.rules("T4", "T40", "T302")
def test_who_loses_his_last_stand_is_destroyed_and_friends_feel_that_too() -> None:
    game = melee(
        their={"dps": 5, "stands": [1]},
        enemies=[stands(MEN, "Weak", 32, 28, grade="C", dps=5, stands=[2]), stands(MEN, "Next", 40, 34, grade="C")],
    )
    # the one stand touches two of Ours, and one more overlaps at each end: 2 x 2 and 2 dice against 2
    game.do("fight", unit="Ours", dice=[6, 6, 6, 6, 1, 1, 1, 1])
    assert game.unit("Theirs").gone == "destroyed"
    assert game.unit("Weak").gone == "destroyed"  # 2 DPs beyond its most take its 2 stands
    assert [(one["dps"], one["rule"]) for one in game.unit("Next").dps] == [(2, "T302")]  # only Weak is near


@pytest.mark.rules("T268", "T41")
def test_who_is_in_disarray_breaks_at_a_set_back() -> None:
    game = melee(their={"array": "disarray"})
    fought(game, 1)
    assert game.unit("Theirs").broken


@pytest.mark.rules("T204", "T82")
def test_a_retirer_stops_short_only_where_friends_or_terrain_part_it_from_the_enemy() -> None:
    """Their front is at y = 24: 3 inches back Ours are behind the hedge, 1 inch back they are before it."""
    game = melee("4 mounted men at arms", since=1, terrain=[{"kind": "hedge", "line": [[10, 22.5], [38, 22.5]]}])
    fought(game, 0, dice=(10, 8))
    assert game.refused("flee", unit="Ours", inches=1) == {"T204"}
    game.do("flee", unit="Ours", inches=3, dice=[2, 3])
    ours = game.unit("Ours")
    assert (ours.y, ours.conduct, ours.array) == (pytest.approx(24 - 30 / 25.4 - 3, abs=0.01), "steady", "disarray")


@pytest.mark.rules("T266", "T204")
def test_mounted_who_charged_foot_retire_when_equal_and_nobody_pursues() -> None:
    game = melee("4 mounted men at arms", since=1)
    fought(game, 0, dice=(10, 8))
    assert game.unit("Ours").conduct == "retiring"
    assert game.owed() == ['flee "Ours"']
    game.do("flee", unit="Ours", dice=[2, 3])  # two average dice, 3 and 3, and an inch more for each
    ours = game.unit("Ours")
    assert (ours.conduct, ours.array, ours.facing) == ("steady", "disarray", 180.0)
    depth = 30 / 25.4
    assert ours.y == pytest.approx(24 - depth - 8, abs=0.01)
    assert game.owed() == []
    assert game.refused("flee", unit="Ours") == {"T204"}


@pytest.mark.rules("T151", "T152", "T305", "T26")
def test_a_leader_in_the_front_rank_may_be_killed() -> None:
    captain = leader("Hastings", "captain", 3, unit="Ours", front=True)
    game = melee(friends=[captain, stands(MEN, "Friends", 32, 22, grade="C")])
    fought(game, 0, 1, 1, dice=(9, 8))  # equal, then a 1: hit, and a 1: killed
    assert game.leader("Hastings").gone == "killed"
    assert [(dps, rule) for dps, _, rule in reasons(game, "Friends")] == [(2, "T305")]


@pytest.mark.rules("T153", "T62", "T154")
def test_a_wounded_leader_in_the_front_rank_is_captured() -> None:
    captain = leader("Hastings", "captain", 4, unit="Ours", front=True)
    game = melee(friends=[captain, stands(MEN, "Friends", 32, 22, grade="C")])
    fought(game, 0, 1, 2, dice=(10, 8))
    assert game.leader("Hastings").gone == "captured"
    assert not game.unit("Friends").dps
    game.undo()
    fought(game, 0, 1, 4, dice=(10, 8))
    assert (game.leader("Hastings").wounds, game.leader("Hastings").gone) == (1, "")


@pytest.mark.rules("T201", "T504")
def test_who_halts_may_exchange_ranks() -> None:
    game = melee(our={"files": 2})
    game.do("fight", unit="Ours", dice=[1] * 10)  # 2 x 2 against 2 x 2 and 2 overlaps
    game.do("after", unit="Ours", choice="exchange")
    assert game.unit("Ours").exchanged
    assert game.refused("after", unit="Theirs", choice="exchange") == {"T65"}


@pytest.mark.rules("T64")
def test_guns_that_must_give_way_are_lost() -> None:
    game = melee(theirs="2 artillery")
    faces = len(game.proposed("fight", unit="Ours").facts.units)
    assert faces == 2
    game.do("fight", unit="Ours", dice=[6, 6, 1, 1, 1, 1, 1, 1])  # 2 x 2 and 2 overlaps against 2 x 1
    assert game.unit("Theirs").gone == "destroyed"
    assert game.unit("Ours").may == ()


@pytest.mark.rules("T306", "T307")
def test_dps_at_contact_are_kept_with_their_reasons() -> None:
    game = battle(
        [stands(MEN, "Ours", 24, 24, 0, grade="C")],
        [stands("4 mounted men at arms", "Knights", 24, 24 - DEEP, 0, grade="C")],
        step="combat",
        contacts=[touch("Knights", "Ours", "front", "rear")],
    )
    game.do("fight", unit="Ours", dice=[1] * 12)  # 4 x 2 and 2 for the charge; 4 x 1 less 2 DPs
    assert [(dps, rule) for dps, _, rule in reasons(game, "Ours")] == [(2, "T307"), (2, "T265")]


@pytest.mark.rules("T106", "T40")
def test_what_cannot_be_fought_is_refused_with_its_rule() -> None:
    game = battle([stands(MEN, "Ours", 24, 20)], [stands(MEN, "Theirs", 24, 30)], step="combat")
    assert game.refused("fight", unit="Ours") == {"T106"}
    touching = battle(
        [stands(MEN, "Ours", 24, 24)],
        [stands(MEN, "Theirs", 24, 24)],
        step="first charges",
        contacts=[touch("Ours", "Theirs", since=0)],
    )
    assert touching.refused("fight", unit="Ours") == {"T106"}


@pytest.mark.rules("T33", "T63")
def test_who_still_touches_a_steady_enemy_stays_in_combat() -> None:
    half = 40 / 25.4
    game = battle(
        [stands(MEN, "Ours", 24, 24, grade="C")],
        [
            stands("2 heavy infantry", "West", 24 - half, 24, grade="C"),
            stands("2 heavy infantry", "East", 24 + half, 24, grade="C"),
        ],
        step="combat",
        contacts=[touch("Ours", "East", since=0), touch("Ours", "West", since=0)],
    )
    # Ours throw 4 at each and take 4 of each: East first, who is beaten by 1; West is equal
    game.do("fight", unit="Ours", dice=[6, 1, 1, 1, *[1] * 4, *[1] * 4, *[1] * 4])
    assert game.unit("East").fell_back == 1
    assert game.state.enemies_touching("Ours") == ["West"]
    assert game.unit("Ours").may == ()


@pytest.mark.rules("T106")
def test_the_odds_look_on_to_the_moves_after_it() -> None:
    game = melee()
    proposed = game.proposed("fight", unit="Ours")
    found = expected(game.playing, proposed)
    assert found is not None
    assert "Theirs are caught" in str(found)


@pytest.mark.rules("T106", "T38")
def test_without_a_map_the_players_say_who_was_near() -> None:
    game = melee(mapless=True)
    said = fought(game, 6)
    assert game.unit("Theirs").broken
    assert any("Friends within 12 inches" in one for one in said)


@pytest.mark.rules("T202", "T85")
def test_who_has_no_room_behind_falls_back_as_far_as_there_is() -> None:
    game = melee(enemies=[stands(MEN, "Behind", 24, 24 + DEEP + 0.3, grade="C")])
    said = fought(game, 1, dice=(8, 9))  # Behind support them
    assert game.unit("Theirs").y == pytest.approx(24.3, abs=0.03)
    assert any("no room" in one for one in said)
