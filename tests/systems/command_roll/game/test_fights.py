"""A round fought on the table, and what its result does at once: losses, retreats, routs, guns and commanders."""

from typing import Any

import pytest

from tests.systems.command_roll.game.combats import duel, thrown, won_by
from tests.systems.command_roll.game.tables import NOW, Game, battle, stands, touch


@pytest.mark.rules("C132", "C161", "C166", "C167", "C322")
def test_the_loser_retreats_the_difference_and_the_winner_stands_and_chooses() -> None:
    game = duel()
    assert game.refused("next") == {"C132"}
    won_by(game, 3, 1)
    assert thrown(game) == {"Bills strike Spears": 4, "Spears strike Bills": 4}
    assert (game.unit("Spears").left, game.unit("Spears").hits) == (1, 0)
    assert (game.unit("Bills").left, game.unit("Bills").hits) == (2, 1)
    assert game.body("Spears").pose.y == 52
    assert game.body("Bills").pose.y == 50
    assert game.unit("Bills").result["may"] == ["pursue", "fall back", "stand"]
    assert not game.state.engaged("Bills")
    assert game.refused("next") == set()


@pytest.mark.rules("C101")
def test_combat_waits_for_its_phase_and_a_round_is_fought_once() -> None:
    assert duel(step="shooting").refused("fight", unit="Bills") == {"C101"}
    hedge = [{"kind": "hedge", "line": [[40, 50], [80, 50]]}]
    game = won_by(duel({"charged": 0}, terrain=hedge), 0, 0)  # a draw, both behind their hedge
    assert game.refused("fight", unit="Spears") == {"C324"}
    game.do("stand", unit="Bills")
    game.do("stand", unit="Spears")
    game.on("combat")
    assert game.state.active == 1
    assert game.refused("next") == {"C132"}  # they still touch, and fight again


@pytest.mark.rules("C165")
def test_armour_is_thrown_for_and_the_fallen_do_not_count_beyond_the_last() -> None:
    game = duel({"profile": "Dismounted Men at Arms"}, {"lost": 1})
    # Eight dice all hit one stand of three hits; the Spears' two hit, and 5 saves one of them.
    game.do("fight", unit="Bills", dice=[6] * 8 + [6, 6, 5, 4])
    assert game.unit("Spears").gone == "destroyed"
    assert game.unit("Bills").hits == 1
    assert "win by 2" in game.last.event.says[0]  # type: ignore[union-attr]  # three hits, less one


@pytest.mark.rules("C166", "C161")
def test_both_strike_before_anybody_is_removed() -> None:
    game = duel({"lost": 1}, {"lost": 1})
    game.do("fight", unit="Bills", dice=[6, 6, 6, 6])
    assert (game.unit("Bills").hits, game.unit("Spears").hits) == (2, 2)


@pytest.mark.rules("C323")
@pytest.mark.parametrize(("shot", "left"), [(19, ""), (20, "routed")])
def test_two_full_moves_are_a_rout(shot: int, left: str) -> None:
    game = won_by(duel(lancaster={"shot_hits": shot}, commanders={"Warwick": (20, 60)}), 0, 0)
    assert game.unit("Spears").gone == left
    if not left:
        assert game.body("Spears").pose.y == 50 + 19


@pytest.mark.rules("C322")
def test_guns_that_must_retreat_are_lost_and_the_winner_may_advance() -> None:
    game = duel(lancaster={"profile": "Canon / Bombard"})
    # Two guns throw one die each; they take two hits apiece.
    game.do("fight", unit="Bills", dice=[4, 1, 1, 1, 1, 1])
    assert game.unit("Spears").gone == "destroyed"
    assert game.unit("Bills").result["may"] == ["advance", "fall back", "stand"]


MARSH = [{"kind": "marsh", "area": [[40, 55], [80, 55], [80, 70], [40, 70]]}]


@pytest.mark.rules("C322", "C403", "C404", "C406")
@pytest.mark.parametrize(
    ("said", "gone"),
    [
        pytest.param({"size": (120, 54)}, "destroyed", id="over the edge"),
        pytest.param({"size": (120, 55)}, "", id="to the edge"),
        pytest.param({"terrain": MARSH}, "", id="to the marsh"),
        pytest.param({"terrain": [{"kind": "marsh", "circle": [60, 55, 1]}]}, "destroyed", id="into the marsh"),
        pytest.param({"also": ([stands("Shire Bill", "Foes", 60, 54, 180)], [])}, "destroyed", id="into enemies"),
        pytest.param(
            {"also": ([], [stands("Shire Bill", "Friends", 60, 53, confused=True)])}, "destroyed", id="who is confused"
        ),
    ],
)
def test_who_retreats_three_into_what_does_not_yield_is_destroyed(said: dict[str, Any], gone: str) -> None:
    game = won_by(duel(commanders={"Warwick": (20, 45), "Edward": (20, 20)}, **said), 3, 0)
    assert game.unit("Spears").gone == gone


@pytest.mark.rules("C405", "C407", "C322")
def test_friends_make_way_with_a_die_each_and_a_six_confuses() -> None:
    friends = stands("Shire Bow", "Friends", 60, 53)
    game = duel(also=([], [friends]))
    # Three hits; a 6 for who forces his friends and a 2 for them.
    game.do("fight", unit="Bills", dice=[4, 4, 4, 1, 1, 1, 1, 1, 6, 2])
    assert game.unit("Spears").confused
    assert not game.unit("Friends").confused
    assert game.body("Spears").pose.y == 53
    assert not game.body("Friends").polygon.intersection(game.body("Spears").polygon).area > 0.05


@pytest.mark.rules("C322")
def test_every_loser_retreats_the_whole_difference_or_its_share() -> None:
    def three(**said: Any) -> Game:
        return battle(
            [stands("Shire Bill", "Bills", 60, 50)],
            [stands("Shire Bill", "Left", 65, 50), stands("Shire Bill", "Right", 55, 50)],
            contacts=[touch("Bills", "Left"), touch("Bills", "Right")],
            step="combat",
            **said,
        )

    # One stand fights on each side of both meetings, and the stands of Lancaster off the line support: 4 less 2 is 2.
    for said, back in (({}, 2), ({"retreat_shared": True}, 1)):
        game = three(**said)
        game.do("fight", unit="Bills", dice=[6, 6, 6, 6, 1, 1, 1, 1])
        assert {name: game.body(name).pose.y - 50 for name in ("Left", "Right")} == {"Left": back, "Right": back}


@pytest.mark.rules("C322")
def test_who_is_struck_in_flank_or_rear_alone_goes_away_from_there() -> None:
    game = duel({"x": 56, "y": 53, "facing": 90}, sides=("front", "flank"))
    # One stand of the Bills has two dice and one beside it: two hits and a support are three.
    game.do("fight", unit="Bills", dice=[6, 6, 1])
    spears = game.body("Spears").pose
    assert (spears.x, spears.y, spears.facing) == (63, 50, 180)
    game = duel({"x": 60, "y": 52, "facing": 180}, sides=("front", "rear"))
    game.do("fight", unit="Bills", dice=[6, 6, 1, 1, 1, 1])
    assert game.body("Spears").pose.y == 48


@pytest.mark.rules("C322", "C404")
def test_who_has_enemies_before_and_behind_has_nowhere_to_go() -> None:
    others = stands("Shire Bill", "Others", 60, 52, 180)
    game = duel(also=([others], []), contacts=[touch("Others", "Spears", "front", "rear")])
    # All touch with both stands; the Spears strike at -1, and share out one stand to each.
    game.do("fight", unit="Bills", dice=[6, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    assert game.unit("Spears").gone == "destroyed"


@pytest.mark.rules("C167", "C601")
def test_a_commander_who_outlives_his_unit_stands_there_alone_and_one_who_does_not_is_dead() -> None:
    game = duel(lancaster={"lost": 1}, commanders={"Warwick": "Spears"})
    # Three hits take the last stand, a fourth is on Warwick; he and the stand strike with eight.
    game.do("fight", unit="Bills", dice=[6] * 4 + [1] * 8)
    warwick = game.unit("Warwick")
    assert (warwick.joined, warwick.gone, warwick.hits) == ("", "", 1)
    assert warwick.placed
    assert not game.state.engaged("Warwick")
    game = duel({"profile": "Dismounted Men at Arms"}, {"lost": 1}, commanders={"Warwick": "Spears"})
    game.do("fight", unit="Bills", dice=[6] * 8 + [1] * 8)
    assert game.unit("Warwick").gone == "killed"
    assert game.unit("Warwick").joined == ""


@pytest.mark.rules("C435")
def test_a_treacherous_commander_owes_a_die_for_each_stand_of_his() -> None:
    game = duel(lancaster={"battle": "Van Ward"}, classes={"Lancaster's Van Ward leader": "treacherous"})
    won_by(game, 3, 0)
    assert game.unit("Lancaster's Van Ward leader").dead == 1
    assert game.refused("next") == {"C435"}


@pytest.mark.rules("C132")
def test_nobody_fights_whom_he_does_not_touch() -> None:
    assert duel().refused("fight", unit="Edward") == {"C132"}
    assert duel(lancaster={"gone": "routed"}).refused("fight", unit="Spears") == {"C167"}


def test_the_odds_of_a_fight_look_one_pursuit_further() -> None:
    proposed = duel().proposed("fight", unit="Bills")
    assert proposed.plan.asked == {"rounds": 2, "attackers_pursue": True, "defenders_pursue": True}
    guns = duel(lancaster={"profile": "Canon / Bombard"}).proposed("fight", unit="Bills")
    assert guns.plan.asked == {"rounds": 2, "attackers_pursue": True, "defenders_pursue": False}


def test_of_a_great_combat_only_the_round_that_is_fought_is_counted() -> None:
    units = [[stands("Shire Bill", f"{side}{place}", 40 + 8 * place, 50) for place in range(2)] for side in "AP"]
    contacts = [touch("A0", "P0"), touch("A1", "P1"), touch("A0", "P1")]
    game = battle(*units, contacts=contacts, step="combat")
    assert game.proposed("fight", unit="A0").plan.asked is None


@pytest.mark.rules("C132")
def test_who_fights_in_a_linked_combat_and_is_left_with_others_fights_them_only_next_turn() -> None:
    # The Bills pursue two centimetres, and touch the Foes there, whom they did not come for.
    game = duel(also=([], [stands("Shire Bill", "Foes", 68, 52)]))
    won_by(game, 2, 0)
    game.do("pursue", unit="Bills")
    assert game.body("Bills").pose.y == 52
    assert set(game.state.enemies_touching("Bills")) == {"Spears", "Foes"}
    facts = game.facts("fight", unit="Bills")
    assert [one["name"] for one in facts["defenders"]] == ["Spears"]
    game.do("fight", unit="Bills", dice=[6] + [1] * 5 + [1] * 4)
    assert game.state.enemies_touching("Bills") == ["Foes"]
    assert game.unit("Bills").pursues is None
    assert game.state.now == NOW


@pytest.mark.rules("C302", "C324")
def test_two_against_one_with_a_pursuit_is_still_counted_exactly_before_the_throw() -> None:
    from miniatures.tracker import expected

    game = battle(
        [stands("Dismounted Men at Arms", "Left", 56, 50), stands("Dismounted Men at Arms", "Right", 64, 50)],
        [stands("Dismounted Men at Arms", "Foes", 60, 50)],
        contacts=[touch("Left", "Foes"), touch("Right", "Foes")],
        step="combat",
    )
    chances = expected(game.playing, game.proposed("fight", unit="Left"))
    assert chances is not None
    assert chances.odds is not None
    assert chances.odds.exact


@pytest.mark.rules("C70")
def test_a_side_that_is_wiped_out_at_equal_totals_is_said_to_be_gone() -> None:
    """Two hits on the last stand of Spears, which had one, and two on the Bills: both sides have two."""
    game = duel(lancaster={"lost": 1, "hits": 1})
    says = game.do("fight", unit="Bills", dice=[4, 4, 1, 1, 4, 4])
    assert says[0] == "Bills against Spears: Bills win, and nobody of Spears is left (C70)."


@pytest.mark.rules("C322", "C34")
def test_the_result_is_told_as_a_sum_of_each_side() -> None:
    game = duel()
    said = game.do("fight", unit="Bills", dice=[6, 6, 6, 1] + [1] * 4)  # three hits, of which nothing is saved
    assert said[:3] == (
        "Bills against Spears: Bills win by 3.",
        "Bills: 3 hits (C166) = 3.",
        "Spears: 0 hits (C166) = 0.",
    )
