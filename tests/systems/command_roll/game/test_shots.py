"""Shots on a table and what they leave: hits, fallen stands, ranks, several units at one target, the worked example."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from miniatures.tracker import expected
from tests.systems.command_roll.game.tables import Game, Standing, battle, stands
from tests.systems.command_roll.shooting_scenes import joint

THREE = [stands("Retinue Bow", name, x, 20) for name, x in (("First", 52), ("Second", 60), ("Third", 68))]


def three_bows(**said: Any) -> Game:
    """The worked example: three units of retinue bow, two stands each, at shire bill in the open."""
    return battle(THREE, [stands("Shire Bill", "Bills", 60, 40)], step="shooting", **said)


def by_hand() -> dict[tuple[int, int, bool], Fraction]:
    """Every face of six attacks, then every face of the drive-back: stands lost, centimetres, confused."""
    found: Counter[tuple[int, int, bool]] = Counter()
    hits = Counter(sum(face >= 4 for face in faces) for faces in product(range(1, 7), repeat=6))
    for number, ways in hits.items():
        if number == 6:  # six hits are two stands of three: nobody is left to be driven
            found[2, 0, False] += ways * 6**5
            continue
        for faces in product(range(1, 7), repeat=number):
            fate = (number // 3, sum((face + 1) // 2 for face in faces), 6 in faces)
            found[fate] += ways * 6 ** (5 - number)
    return {fate: Fraction(ways, 6**11) for fate, ways in found.items()}


def _fate(one: Any) -> tuple[int, int, bool]:
    return one.stands_lost, one.driven, one.confused


@pytest.mark.rules("C161", "C162", "C167", "C211", "C214", "C610", "C611")
def test_the_odds_of_three_bows_on_the_table_are_those_of_a_count_of_every_face() -> None:
    game = three_bows()
    proposed = game.proposed("shoot", unit="First", also=["Second", "Third"])
    assert proposed.facts.drive_back is False  # the throw itself leaves the drive-back to the end of the phase
    answer = expected(game.playing, proposed)
    assert answer is not None
    assert answer.odds is not None
    assert joint(answer.odds, lambda outcome: _fate(outcome.struck[0])) == by_hand()


@pytest.mark.rules("C161", "C162", "C166", "C167", "C211")
def test_three_bows_shoot_together_and_the_bills_are_driven_back_at_the_end() -> None:
    """Five hits of six: a stand, two hits over, and five dice to drive back 1 + 1 + 2 + 2 + 3 cm with a 6."""
    game = three_bows()
    game.do("shoot", unit="First", also=["Second", "Third"], dice=[4, 5, 6, 4, 3, 6])
    bills = game.unit("Bills")
    assert (bills.left, bills.hits, bills.missiles["hits"]) == (1, 2, 5)
    game.on("drive backs")
    assert game.refused("next") == {"C211"}
    game.do("drive-back", unit="Bills", dice=[1, 2, 3, 4, 6])
    bills = game.unit("Bills")
    assert (bills.y, bills.facing, bills.confused) == (49, 180, True)
    game.on("combat")
    assert game.unit("Bills").hits == 0


@pytest.mark.rules("C166", "C27")
def test_hits_of_one_phase_add_up_and_the_rest_is_dropped_unless_it_is_carried() -> None:
    for carried, left in ((False, 0), (True, 1)):
        game = three_bows(hits_carried=carried)
        for name in ("First", "Second"):
            game.do("shoot", unit=name, dice=[6, 6])
        assert (game.unit("Bills").left, game.unit("Bills").hits) == (1, 1)
        game.on("drive backs").do("drive-back", unit="Bills", dice=[1, 1, 1, 1])
        game.on("combat")
        assert game.unit("Bills").hits == left


@pytest.mark.rules("C165", "C609")
def test_armour_saves_in_a_throw_of_its_own() -> None:
    game = battle(THREE, [stands("Retinue Bill", "Bills", 60, 40)], step="shooting")
    game.do("shoot", unit="First", also=["Second"], dice=[4, 4, 4, 1, 6, 5, 6])
    assert game.unit("Bills").missiles["hits"] == 1


@pytest.mark.rules("C43", "C167")
def test_stands_that_fall_keep_their_places_until_all_have_shot() -> None:
    """With its right stand gone the unit would no longer be before the Third, who still find it at 20 cm."""
    game = three_bows()
    for name in ("First", "Second"):
        game.do("shoot", unit=name, dice=[6, 6])
    bills = game.unit("Bills")
    assert (bills.left, bills.falling, bills.stands) == (1, 1, 2)
    assert game.body("Bills").width == 8
    game.on("drive backs")
    assert (game.unit("Bills").falling, game.body("Bills").width) == (0, 4)


@pytest.mark.rules("C75", "C167", "C201")
def test_a_unit_shot_to_pieces_is_no_target_any_more_but_still_hides_others() -> None:
    game = battle(
        THREE,
        [stands("Shire Bill", "Bills", 60, 40, lost=1, hits=1), stands("Shire Bill", "Behind", 60, 46)],
        step="shooting",
        commanders={"Warwick": (20, 110)},
    )
    game.do("shoot", unit="Second", target="Bills", dice=[6, 6])
    assert not game.unit("Bills").left
    assert game.refused("shoot", unit="First", target="Bills") >= {"C167"}
    assert game.facts("shoot", unit="First")["target"]["name"] == "Behind"
    game.on()
    assert game.unit("Bills").gone == "destroyed"
    assert game.state.step == "combat"  # nobody is left to be driven back


@pytest.mark.rules("C167")
def test_who_was_shot_to_pieces_shoots_no_more() -> None:
    fallen = stands("Shire Bow", "Fallen", 60, 20, lost=2, falling=2)
    game = battle([fallen], [stands("Shire Bill", "Bills", 60, 40)], step="shooting")
    assert "C167" in game.refused("shoot", unit="Fallen", target="Bills")
    assert "C167" in game.refused("shoot", unit="Fallen")


@pytest.mark.rules("C165", "C167", "C601")
def test_commanders_with_a_unit_are_hit_after_its_last_stand() -> None:
    """Five hits: three take the stand, saved by nobody; the other two are on the general, who stands alone then."""
    game = battle(
        THREE, [stands("Shire Bill", "Bills", 60, 40, lost=1)], step="shooting", commanders={"Warwick": "Bills"}
    )
    game.do("shoot", unit="First", also=["Second", "Third"], dice=[6, 6, 6, 6, 6, 1])
    assert game.unit("Warwick").hits == 2
    game.on()
    warwick = game.unit("Warwick")
    assert (warwick.joined, warwick.gone, (warwick.x, warwick.y)) == ("", "", (60, 40))
    assert game.refused("drive-back", unit="Warwick") >= {"C211"}
    shielded = battle(
        THREE,
        [stands("Shire Bill", "Bills", 60, 40, lost=1)],
        step="shooting",
        commanders={"Warwick": "Bills"},
        commanders_only_command=True,
    )
    shielded.do("shoot", unit="First", also=["Second", "Third"], dice=[6, 6, 6, 6, 6, 1])
    assert shielded.unit("Warwick").hits == 0


@pytest.mark.rules("C38")
def test_a_commander_with_a_unit_is_no_target_himself() -> None:
    game = three_bows(commanders={"Warwick": "Bills", "Edward": "First"})
    assert game.refused("shoot", unit="First", target="Warwick") == {"C38"}
    assert "C38" in game.refused("shoot", unit="Edward", target="Bills")


RANKED = [stands("Shire Bow", "Front", 60, 40), stands("Shire Bill", "Rear", 60, 42)]


@pytest.mark.rules("C202", "C22")
@pytest.mark.parametrize(("face", "struck"), [(1, "Front"), (3, "Front"), (4, "Rear"), (6, "Rear")])
def test_a_die_says_which_rank_of_different_types_is_hit(face: int, struck: str) -> None:
    game = battle(THREE, RANKED, step="shooting")
    assert [one["name"] for one in game.facts("shoot", unit="Second")["ranks"]] == ["Rear"]
    game.do("shoot", unit="Second", dice=[face, 4, 4])
    assert {name: game.unit(name).hits for name in ("Front", "Rear")} == {"Front": 0, "Rear": 0} | {struck: 2}


@pytest.mark.rules("C202", "C57")
def test_each_unit_that_shoots_throws_its_own_die_for_the_rank() -> None:
    game = battle(THREE, RANKED, step="shooting")
    game.do("shoot", unit="Second", also=["First"], dice=[1, 4, 4, 6, 4, 1])
    assert (game.unit("Front").hits, game.unit("Rear").hits) == (2, 1)
    assert {one.id for one in game.state.standing() if one.missiles} == {"Front", "Rear"}


@pytest.mark.rules("C202", "C22")
@pytest.mark.parametrize(
    "behind",
    [
        stands("Shire Bow", "Rear", 60, 42),
        stands("Shire Bill", "Rear", 60, 42.2),
        stands("Shire Bill", "Rear", 68, 40),
    ],
    ids=["the same type", "not touching", "beside"],
)
def test_no_die_is_thrown_where_no_other_type_touches_from_behind(behind: Standing) -> None:
    game = battle(THREE, [stands("Shire Bow", "Front", 60, 40), behind], step="shooting")
    assert "ranks" not in game.facts("shoot", unit="Second", target="Front")


@pytest.mark.rules("C201")
def test_whoever_has_another_closest_enemy_does_not_shoot_along() -> None:
    game = battle(
        THREE,
        [stands("Shire Bill", "Bills", 60, 40), stands("Shire Bill", "Right", 80, 34)],
        step="shooting",
    )
    assert game.refused("shoot", unit="First", target="Bills", also=["Third"]) == {"C201"}
    game.do("shoot", unit="First", target="Bills", also=["Third"], overrule="agreed", dice=[6, 6, 6, 1])
    assert game.unit("Bills").missiles["hits"] == 3
    assert "Overruled (agreed): C201" in game.playing.file.events[-1].says[0]


@pytest.mark.rules("C21", "C203", "C42")
def test_everything_can_be_overruled() -> None:
    wood = {"kind": "wood", "area": [[0, 60], [120, 60], [120, 70], [0, 70]]}
    game = battle(
        [stands("Shire Bow", "Bows", 60, 20, 180), stands("Shire Bow", "Others", 70, 20)],
        [stands("Shire Bill", "Bills", 60, 90)],
        step="command",
        terrain=[wood],
    )
    assert game.refused("shoot", unit="Bows", target="Bills") == {"C101", "C203", "C21"}
    game.do("shoot", unit="Bows", target="Bills", overrule="a test", dice=[4, 4])
    assert game.unit("Bills").missiles["hits"] == 2
    game.do("shoot", unit="Others", target="Bills", overrule="a test", dice=[4, 4])
    assert game.unit("Bills").missiles["hits"] == 4


def test_undo_and_redo_lead_to_the_same_state() -> None:
    game = three_bows()
    before = game.playing.file.state
    game.do("shoot", unit="First", also=["Second"], shower=True, dice=[6, 6, 6, 6, 1, 1, 1, 1, 1, 6, 1, 6])
    after = game.playing.file.state
    game.undo()
    assert game.playing.file.state == before
    game.redo()
    assert game.playing.file.state == after
