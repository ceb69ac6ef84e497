"""Event IV on the table: who fights whom, what is measured for it, and what a round leaves behind.

Sixteen militia in light armour stand 3.15 inches broad and 1.57 deep; a third of what their enemies throw falls.
"""

from typing import Any

import pytest

from miniatures.systems.warfare.game.fights import melees
from tests.systems.warfare.game.scenes import DEEP, duel, fighter
from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import knights, unit

HILL = {"kind": "hill", "area": [[0, 0], [48, 0], [48, 19.5], [0, 19.5]], "height": 1}


def thrown(game: Game) -> dict[str, int]:
    """How many dice each throw of the last action took."""
    assert game.last is not None
    assert game.last.resolved is not None
    return {throw.purpose: len(throw.faces) for throw in game.last.resolved.throws}


@pytest.mark.rules("W401", "W405", "W461", "W504", "W505")
def test_units_that_touch_must_fight_a_round_and_the_melee_goes_on_next_turn() -> None:
    game = duel()
    assert game.refused("next") == {"W461"}
    # 3 + 4 = 7, a third of it 2; 2 + 2 = 4, a third of it 1. York lost fewer: the Spears test first, at -1 for
    # losing, and need 2 against militia; they stand, so the Bills, who lost one, test too.
    game.do("melee", unit="Bills", dice=[3, 4, 2, 2, 3, 2])
    assert (game.unit("Bills").lost, game.unit("Spears").lost) == (1, 2)
    assert thrown(game)["Bills strike Spears"] == 2
    assert game.refused("melee", unit="Spears") == {"W461"}
    game.on("morale")
    assert game.state.in_melee("Spears")


@pytest.mark.rules("W461")
def test_a_turn_has_one_round_whatever_is_asked() -> None:
    assert duel().refused("melee", ["rounds=2"], unit="Bills") == {"W461"}


@pytest.mark.rules("W542", "W504", "W543")
def test_a_loser_who_fails_turns_its_back_where_it_stands_and_the_winner_may_pursue() -> None:
    game = duel()
    said = game.do("melee", unit="Spears", dice=[3, 4, 2, 2, 2])  # 2 - 1 is less than 2; the winner need not test
    spears = game.unit("Spears")
    assert spears.routing == 1
    assert (spears.x, spears.facing) == (24, 0)
    assert spears.y == pytest.approx(20 + DEEP, abs=1e-3)
    assert game.unit("Bills").may_pursue == ["Spears"]
    assert "Bills may pursue (W543)." in said
    assert not game.state.in_melee("Bills")
    assert game.refused("next") == set()


@pytest.mark.parametrize(
    "york",
    [
        pytest.param(unit("Bills", morale="fanatic"), id="fanatic"),
        pytest.param(unit("Bills", morale="chivalric", kind="knight"), id="chivalric"),
        pytest.param(unit("Bills", weapons=["spear", "horse"], figures=9), id="cavalry"),
    ],
)
@pytest.mark.rules("W543")
def test_the_chivalric_the_fanatic_and_cavalry_must_pursue(york: Any) -> None:
    game = duel(york)
    game.do("melee", unit="Spears", dice=[6, 6, 1, 1, 1])
    assert game.unit("Spears").routing == 1
    assert game.unit("Bills").pursuing == "Spears"
    assert not game.unit("Bills").may_pursue


@pytest.mark.rules("W404", "W406", "W442", "W428", "W403")
def test_a_unit_between_two_enemies_rolls_one_die_against_each_and_is_struck_in_the_flank() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20)],
        [stands(unit("Spears"), 24, 20), stands(unit("Glaives"), 24 - 3.15 / 2, 20 - DEEP / 2, 90, charged=1)],
        contacts=[touch("Bills", "Spears"), touch("Bills", "Glaives", "flank", "front")],
        step="melee",
    )
    facts = game.facts("melee", unit="Glaives")
    assert {(one["attacker"], one["defender"], one["struck"], one["strikes"]) for one in facts["contacts"]} == {
        ("Bills", "Spears", "front", "front"),
        ("Bills", "Glaives", "flank", "front"),
    }
    # The Bills throw one die at each, both at -2 for 16 against 32, and -2 more at the Glaives, who have their flank.
    # The Glaives throw 4 + 3 + 2 for the flank + 1 for the charge = 10, the Spears 4 + 3 = 7: thirds are 3 and 2.
    # The Bills test at -1 each for the fight, the flank and a quarter lost; of the winners the Spears lost somebody.
    game.do("melee", unit="Bills", dice=[5, 5, 4, 3, 4, 3, 6, 6])
    assert thrown(game) | {"Bills strike Spears": 1, "Bills strike Glaives": 1} == thrown(game)
    assert thrown(game) | {"Spears strike Bills": 2, "Glaives strike Bills": 2} == thrown(game)
    assert game.unit("Bills").lost == 5
    assert game.unit("Spears").lost == 1  # 5 - 2 is 3, a third of it 1
    assert game.unit("Glaives").lost == 0  # 5 - 2 - 2 is 1, a third of it nothing


@pytest.mark.rules("W407")
def test_half_strength_leaves_one_die() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20, lost=8)],
        [stands(unit("Spears"), 24, 20, lost=7)],
        contacts=[touch("Bills", "Spears")],
        step="melee",
    )
    game.do("melee", unit="Bills", dice=[6, 4, 4, 6, 6])
    assert thrown(game) | {"Bills strike Spears": 1, "Spears strike Bills": 2} == thrown(game)
    assert game.unit("Spears").lost == 7 + 2  # 6, and nothing for the first half that fell
    assert game.unit("Bills").lost == 8 + 2  # 4 + 4 - 3 for seven lost is 5, a third of it nearly 2


@pytest.mark.rules("W401")
def test_melees_that_hang_together_are_one_and_others_are_fought_apart() -> None:
    game = battle(
        [stands(unit("A"), 10, 20), stands(unit("B"), 13.15, 20), stands(unit("C"), 40, 20)],
        [stands(unit("P"), 11.5, 20), stands(unit("Q"), 40, 20)],
        contacts=[touch("A", "P"), touch("B", "P"), touch("C", "Q")],
        step="melee",
    )
    assert [[contact.key for contact in group] for group in melees(game.state)] == [["A|P", "B|P"], ["C|Q"]]
    assert [one.how for one in game.playing.rules.board(game.state).owed] == ['melee "A"', 'melee "C"']
    game.do("melee", unit="B", dice=[1, 1, 1, 1, 1, 1, 6])
    assert game.refused("next") == {"W461"}
    game.do("melee", unit="Q", dice=[1, 1, 1, 1, 6, 6])
    assert game.refused("next") == set()


@pytest.mark.rules("W401")
def test_who_touches_nobody_or_only_routers_does_not_fight() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20)],
        [stands(unit("Spears"), 24, 20 + DEEP, 0, routing=1)],
        contacts=[touch("Bills", "Spears", "front", "rear")],
        step="melee",
    )
    assert game.refused("melee", unit="Bills") == {"W401"}
    assert game.refused("next") == set()


@pytest.mark.rules("W424", "W462", "W463")
def test_a_leader_helps_his_unit_and_risks_his_neck_with_it() -> None:
    game = duel(leaders={"Edward": "Bills"})
    assert fighter(game, "Bills")["leader"] is True
    # Bills 1 + 1 + 1 for Edward = 3, one falls; Spears 6 + 6 = 12, four fall, and Lancaster rolls 5 for Edward.
    # The Bills lost a quarter and the fight, without a leader: 4 - 1 - 1 is 2, and they stand; so must the Spears.
    game.do("melee", unit="Bills", dice=[1, 1, 6, 6, 5, 4, 2])
    edward = game.state.leaders["Edward"]
    assert (edward.hit, edward.unit, edward.gone) == (1, "Bills", "")
    assert not edward.acts(1)
    assert not edward.acts(2)
    assert edward.acts(3)
    game.on("command")
    game.do("initiative", dice=[6, 1])
    game.do("choose", to_move="first")
    game.on("melee")
    assert fighter(game, "Bills")["leader_out"] is True
    assert "leader" not in fighter(game, "Bills")


@pytest.mark.rules("W462", "W526")
def test_a_leader_who_is_killed_is_gone_and_his_unit_knows_it_all_turn() -> None:
    game = duel(leaders={"Edward": "Bills"})
    game.do("melee", unit="Bills", dice=[1, 1, 6, 6, 6, 6, 2])  # 6 - 1 - 1 - 2 is 2
    assert game.state.leaders["Edward"].gone == "killed"
    assert game.unit("Bills").lost_leader == 1
    assert game.facts("morale", unit="Bills", cause="friend in rout")["unit"]["lost_leader"] is True


@pytest.mark.rules("W462")
def test_a_leader_whose_unit_is_wiped_out_goes_to_the_nearest_friends_or_is_lost() -> None:
    york = [stands(unit("Bills"), 24, 20, lost=15), stands(unit("Near"), 10, 12), stands(unit("Far"), 4, 4)]
    spears = [stands(unit("Spears"), 24, 20)]
    told = {"contacts": [touch("Bills", "Spears")], "step": "melee"}
    game = battle(york, spears, leaders={"Edward": "Bills"}, **told)
    said = game.do("melee", unit="Bills", dice=[1, 6, 6])
    assert game.unit("Bills").gone == "destroyed"
    assert game.state.leaders["Edward"].unit == "Near"
    assert "Edward gets away to Near (W57)." in said
    assert not game.state.contacts
    alone = battle(york[:1], spears, leaders={"Edward": "Bills"}, **told)
    alone.do("melee", unit="Bills", dice=[1, 6, 6])
    assert alone.state.leaders["Edward"].gone == "lost"


@pytest.mark.rules("W423", "W426", "W518")
def test_fury_and_the_first_melee_are_over_when_they_are_over() -> None:
    game = battle(
        [stands(knights("Bills"), 24, 20, charged=1, furious=True, charge_moves=2, first_melee="now")],
        [stands(unit("Spears"), 24, 20, first_melee="now")],
        contacts=[touch("Bills", "Spears")],
        step="melee",
    )
    game.do("melee", unit="Bills", dice=[1, 1, 1, 1, 6])  # one of the Spears falls: 2 + 7 - 2 - 2 is 5
    assert not game.unit("Bills").furious
    assert game.unit("Bills").first_melee == "now"  # for every round of it
    game = battle(
        [stands(unit("Bills"), 24, 20, first_melee="now")],
        [stands(unit("Spears"), 24, 20, first_melee="now")],
        contacts=[touch("Bills", "Spears")],
        step="melee",
    )
    game.do("melee", unit="Bills", dice=[3, 4, 2, 2, 2])
    assert (game.unit("Bills").first_melee, game.unit("Spears").first_melee) == ("done", "done")


@pytest.mark.rules("W543")
def test_nobody_pursues_while_another_enemy_holds_him() -> None:
    game = battle(
        [stands(knights("Bills"), 24, 20)],
        [stands(unit("Spears"), 22, 20, lost=3), stands(unit("Glaives"), 26, 20)],
        contacts=[touch("Bills", "Spears"), touch("Bills", "Glaives")],
        step="melee",
    )
    # The knights strike at +3, -2 for standing foot and -2 for 12 against 29: a 4 kills one Glaive, a 6 two Spears.
    # Against mounted knights militia need 3, at -1 for the fight: the Glaives throw 6. The Spears have lost a quarter
    # too, and a 4 is not enough. The Glaives see that, and stand once more.
    game.do("melee", unit="Bills", dice=[4, 6, 1, 1, 1, 1, 6, 4, 6])
    assert game.unit("Spears").routing == 1
    assert game.unit("Glaives").routing == 0
    assert (game.unit("Bills").pursuing, game.unit("Bills").may_pursue) == ("", ())
    assert game.state.in_melee("Bills")


@pytest.mark.rules("W502", "W543")
def test_an_onlooker_who_runs_from_his_own_fight_leaves_his_enemy_free_to_pursue() -> None:
    game = battle(
        [stands(unit("A"), 20, 20), stands(unit("B"), 26, 20)],
        [stands(unit("P"), 20, 20), stands(knights("Q"), 26, 20, first_melee="now")],
        contacts=[touch("A", "P"), touch("B", "Q")],
        step="melee",
    )
    # A lose four, which is a quarter, and the fight: 3 - 1 - 1 fails. B see it, and 2 - 1 fails.
    said = game.do("melee", unit="A", dice=[1, 1, 6, 6, 3, 2])
    assert (game.unit("A").routing, game.unit("B").routing) == (1, 1)
    assert game.unit("P").may_pursue == ["A"]
    assert game.unit("Q").pursuing == "B"
    assert "Q must pursue (W543)." in said
    assert game.unit("Q").first_melee == "done"
    assert game.refused("melee", unit="B") == {"W401"}


@pytest.mark.rules("W404")
def test_a_flank_attacker_left_alone_with_his_enemy_fights_on_where_he_stands() -> None:
    """His enemy was held in front when he came in; that the other has run since does not turn anybody."""
    game = battle(
        [stands(unit("Bills"), 24, 20)],
        [
            stands(unit("Spears"), 24, 20 + DEEP, 0, routing=1),
            stands(unit("Glaives"), 24 - 3.15 / 2, 20 - DEEP / 2, 90, charged=1),
        ],
        contacts=[touch("Bills", "Spears", "front", "rear"), touch("Bills", "Glaives", "flank", "front")],
        step="melee",
    )
    assert game.refused("melee", unit="Bills") == set()


def test_without_a_map_the_players_are_told_who_else_tests() -> None:
    game = duel(mapless=True, leaders={"Edward": "Bills"})
    said = game.do("melee", unit="Bills", dice=[1, 1, 6, 6, 5, 1])
    assert "Friends within 12 inches who see Bills rout test, with --cause (W502)." in said
    assert "Friends within 12 inches who see the leader of Bills hit test, with --cause (W501)." in said
    assert game.unit("Bills").routing == 1
    assert game.unit("Bills").x is None
    assert game.unit("Spears").may_pursue == ["Bills"]
