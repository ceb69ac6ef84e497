"""After a round: who may pursue and how, further rounds, and the advance of a winner whose enemies are gone."""

from typing import Any

import pytest

from tests.systems.command_roll.game.combats import added, duel, fighter, thrown, won_by
from tests.systems.command_roll.game.tables import NOW, Game, battle, stands, touch


@pytest.mark.rules("C302", "C303", "C324")
@pytest.mark.parametrize(("back", "extra"), [(1, 0), (2, 0), (3, 1), (4, 1)])
def test_a_pursuer_has_one_attack_more_a_stand_and_one_for_each_full_three_centimetres(back: int, extra: int) -> None:
    game = won_by(duel(), back, 0)
    game.do("pursue", unit="Bills")
    assert game.body("Bills").pose.y == 50 + back
    assert game.refused("next") == {"C132"}
    found = {rule: value for value, rule in added(game, "Bills")}
    stands_that_fight = 2  # the second touches at least the corner of the one that is left
    assert found == {"C611": 4, "C302": stands_that_fight} | ({"C303": 2 * extra} if extra else {})


@pytest.mark.rules("C301", "C302")
def test_a_charge_counts_in_the_first_round_alone() -> None:
    game = duel({"charged": NOW})
    game.do("fight", unit="Bills", dice=[6] + [1] * 5 + [1] * 4)
    game.do("pursue", unit="Bills")
    assert [rule for _, rule in added(game, "Bills")] == ["C611", "C302"]
    assert "charging" not in fighter(game, "Bills")
    assert game.facts("fight", unit="Bills")["rounds_before"] == 1


@pytest.mark.rules("C166", "C302")
def test_hits_are_carried_from_round_to_round_and_dropped_at_the_end_of_the_phase() -> None:
    game = won_by(duel(), 2, 0)
    game.do("pursue", unit="Bills")
    game.do("fight", unit="Bills", dice=[6] + [1] * 5 + [1] * 4)  # the third hit takes a stand
    assert (game.unit("Spears").left, game.unit("Spears").hits) == (1, 0)
    game = won_by(duel(), 2, 0)
    game.on()
    assert game.unit("Spears").hits == 0
    game = won_by(duel(hits_carried=True), 2, 0)
    game.on()
    assert game.unit("Spears").hits == 2


@pytest.mark.rules("C162", "C163")
def test_who_retreated_has_left_its_position() -> None:
    hedge = [{"kind": "hedge", "line": [[40, 49.5], [80, 49.5]]}]
    game = duel(terrain=hedge)
    assert fighter(game, "Spears")["position"] == "defended"
    game.do("fight", unit="Bills", dice=[5, 1, 1, 1, 1, 1, 1, 1])
    game.do("pursue", unit="Bills")
    assert "position" not in fighter(game, "Spears")


@pytest.mark.rules("C302")
def test_foot_does_not_pursue_horse_and_guns_and_the_fortified_pursue_nobody() -> None:
    game = duel(lancaster={"profile": "Mounted Border Staves"})
    game.do("fight", unit="Bills", dice=[6, 6, 1, 1, 1, 1] + [1] * 4)
    assert game.unit("Bills").result["may"] == ["fall back", "stand"]
    assert game.refused("pursue", unit="Bills") == {"C324"}
    game = duel({"profile": "Mounted Border Staves"})
    game.do("fight", unit="Bills", dice=[6, 1, 1, 1] + [1] * 4)
    assert "pursue" in game.unit("Bills").result["may"]
    works = [{"kind": "earthworks", "line": [[40, 49.5], [80, 49.5]]}]
    game = duel(terrain=works)
    game.do("fight", unit="Bills", dice=[1] * 4 + [6, 1, 1, 1])
    assert game.body("Bills").pose.y == 49
    assert game.unit("Spears").result["may"] == ["fall back", "stand"]
    game = duel({"profile": "Canon / Bombard"})
    game.do("fight", unit="Bills", dice=[6, 1, 1, 1, 1, 1])
    assert game.unit("Bills").result["may"] == ["stand"]


@pytest.mark.rules("C411", "C324")
def test_a_confused_winner_only_stands() -> None:
    game = duel({"confused": True})
    game.do("fight", unit="Bills", dice=[6, 1, 1, 1, 1, 1])
    assert game.unit("Bills").result["may"] == ["stand"]


@pytest.mark.rules("C302")
def test_nobody_pursues_farther_than_a_full_move() -> None:
    game = won_by(duel(lancaster={"shot_hits": 11}, commanders={"Warwick": (20, 60)}), 0, 0)
    assert game.body("Spears").pose.y == 61
    assert game.unit("Bills").result["may"] == ["fall back", "stand"]
    game = won_by(duel(lancaster={"shot_hits": 10}, commanders={"Warwick": (20, 60)}), 0, 0)
    game.do("pursue", unit="Bills")
    assert added(game, "Bills") == [(4, "C611"), (2, "C302"), (6, "C303")]


@pytest.mark.rules("C341", "C302")
def test_a_river_halves_a_pursuit() -> None:
    river = [{"kind": "river", "line": [[40, 51], [80, 51]], "width": 0.5}]
    game = won_by(duel(lancaster={"shot_hits": 6}, commanders={"Warwick": (20, 60)}, terrain=river), 0, 0)
    assert game.refused("pursue", unit="Bills") == {"C35"}


def test_the_table_may_end_a_combat_after_so_many_rounds() -> None:
    game = won_by(duel(most_rounds=1), 2, 0)
    assert game.unit("Bills").result["may"] == ["fall back", "stand"]
    game = won_by(duel(most_rounds=2), 2, 0)
    game.do("pursue", unit="Bills")
    game.do("fight", unit="Bills", dice=[6] + [1] * 5 + [1] * 4)
    assert game.unit("Bills").result["may"] == ["fall back", "stand"]


def two_on_one(**said: Any) -> Game:
    return battle(
        [stands("Shire Bill", "Left", 56, 50), stands("Shire Bill", "Right", 64, 50)],
        [stands("Shire Bill", "Spears", 60, 50)],
        contacts=[touch("Left", "Spears"), touch("Right", "Spears")],
        step="combat",
        **said,
    )


@pytest.mark.rules("C302", "C324")
def test_whoever_pursues_does_so_before_the_next_round_and_the_others_stay_out_of_it() -> None:
    # Eight dice against the Spears, four back: each has a stand flush and another at the corner.
    game = two_on_one()
    game.do("fight", unit="Left", dice=[6, 1, 1, 1, 1, 1, 1, 1] + [1] * 4)
    game.do("pursue", unit="Left")
    game.do("pursue", unit="Right")
    facts = game.facts("fight", unit="Spears")
    assert [one["name"] for one in facts["attackers"]] == ["Left", "Right"]
    game = two_on_one()
    game.do("fight", unit="Left", dice=[6, 1, 1, 1, 1, 1, 1, 1] + [1] * 4)
    game.do("pursue", unit="Left")
    game.do("fight", unit="Left", dice=[6] + [1] * 5 + [1] * 4)
    assert game.refused("pursue", unit="Right") == {"C324"}
    assert "pursue" in game.unit("Left").result["may"]


@pytest.mark.rules("C305", "C302")
def test_who_has_left_one_of_its_enemies_behind_is_no_longer_struck_in_the_flank() -> None:
    flank = stands("Shire Bill", "Flank", 56, 53, 90)
    contacts = [touch("Flank", "Spears", "front", "flank")]
    game = duel(also=([flank], []), contacts=contacts)
    assert fighter(game, "Spears")["outflanked"] == 1
    # Four dice and two, with one beside in support: two hits and the support against none.
    game.do("fight", unit="Bills", dice=[6, 1, 1, 1, 6, 1] + [1] * 3)
    game.do("pursue", unit="Flank")
    assert "outflanked" not in fighter(game, "Spears")
    game.undo()
    game.do("pursue", unit="Bills")
    game.do("pursue", unit="Flank")
    assert fighter(game, "Spears").get("outflanked") == 1


@pytest.mark.rules("C324", "C301")
def test_when_all_enemies_are_gone_a_winner_advances_once_into_the_nearest_in_sight() -> None:
    foes = [stands("Shire Bill", "Foes", 60, 56, lost=1), stands("Shire Bill", "Others", 60, 64)]
    game = duel(lancaster={"lost": 1}, also=([], foes), commanders={"Warwick": (20, 100)})
    game.do("fight", unit="Bills", dice=[6, 6, 6, 1] + [1] * 2)
    assert game.unit("Bills").result["may"] == ["advance", "fall back", "stand"]
    assert game.refused("advance", unit="Bills", target="Others") == {"C35"}
    game.do("advance", unit="Bills")
    assert game.state.enemies_touching("Bills") == ["Foes"]
    assert added(game, "Bills") == [(4, "C611")]
    assert game.refused("next") == {"C132"}
    game.do("fight", unit="Bills", dice=[6, 6, 6, 1] + [1] * 2)
    assert game.unit("Foes").gone
    assert game.refused("advance", unit="Bills") == {"C324", "C35"}


@pytest.mark.rules("C324")
def test_an_enemy_who_retreated_is_not_gone() -> None:
    game = won_by(duel(), 3, 0)
    assert game.refused("advance", unit="Bills") == {"C324"}


@pytest.mark.rules("C324")
def test_an_advance_that_does_not_reach_ends_a_centimetre_short_or_after_a_full_move() -> None:
    foes = stands("Shire Bill", "Foes", 60, 70)
    game = duel(lancaster={"lost": 1}, also=([], [foes]), commanders={"Warwick": (20, 100)})
    game.do("fight", unit="Bills", dice=[6, 6, 6, 1] + [1] * 2)
    says = game.do("advance", unit="Bills")
    assert game.body("Bills").pose.y == 60
    assert not game.state.engaged("Bills")
    assert says == ("Bills advance 10.0 cm towards Foes, and no farther: their full move of 10 cm (C35).",)


@pytest.mark.rules("C324", "C35")
@pytest.mark.parametrize(
    ("friends", "terrain", "why"),
    [
        ([stands("Shire Bill", "Friends", 60, 56)], [], "Friends in the way"),
        ([], [{"kind": "river", "area": [[0, 53], [120, 53], [120, 55], [0, 55]]}], "a river"),
        ([], [{"kind": "marsh", "area": [[40, 56], [80, 56], [80, 58], [40, 58]]}], "ground that they cannot enter"),
    ],
)
def test_an_advance_that_falls_short_says_why(friends: list[Any], terrain: list[Any], why: str) -> None:
    foes = stands("Shire Bill", "Foes", 60, 66)
    game = duel(lancaster={"lost": 1}, also=(friends, [foes]), commanders={"Warwick": (20, 100)}, terrain=terrain)
    game.do("fight", unit="Bills", dice=[6, 6, 6, 1] + [1] * 2)
    (said,) = game.do("advance", unit="Bills", target="Foes", overrule="for the test" if terrain else None)
    assert said.startswith("Bills advance ")
    assert f"towards Foes, and no farther: {why}" in said


@pytest.mark.rules("C302", "C324")
def test_without_a_map_the_players_say_whom_they_reach() -> None:
    game = duel(mapless=True)
    won_by(game, 3, 0)
    assert game.do("pursue", unit="Bills") == ("Bills pursue Spears, 3 cm back.",)
    game.do("fight", unit="Bills", dice=[6] * 3 + [1] * 5 + [1] * 2)
    assert thrown(game)["Bills pursue Spears"] == 8
    assert game.unit("Spears").gone == "destroyed"
    game.do("advance", unit="Bills", target="Warwick", strikes="flank")
    assert game.state.enemies_touching("Bills") == ["Warwick"]
    assert fighter(game, "Warwick")["outflanked"] == 1
