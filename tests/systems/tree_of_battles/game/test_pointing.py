"""Looking over the drawn table and dragging pieces on it: fans, stamps, moves that dice decide, wheels, leaders."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miniatures.broken import BrokenInputError
from miniatures.table_wording import spent_words, throw_words
from tests.systems.dragging import Turned, asked, drag, front, rules_of, seen, turns
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, leader, stands

BILLS, FOES = stands("4 heavy infantry", "Bills", 24, 10), stands("4 heavy infantry", "Foes", 24, 40)
#: Four stands of 40 mm side by side.
WIDE = 4 * 40 / 25.4


def shot(distance: float, *york: Standing, **said: Any) -> Game:
    """Six stands of longbows at 24,10 that look north, and Bills straight ahead."""
    bills = stands("4 heavy infantry", "Bills", 24, 10 + distance)
    return battle([stands("6 longbow", "Bows", 24, 10), *york], [bills], **({"step": "long range"} | said))


def tactical(*york: Standing, **said: Any) -> Game:
    return battle([BILLS, *york], [FOES], **({"step": "first tactical"} | said))


@pytest.mark.rules("T131", "T133")
def test_an_enemy_is_stamped_with_the_dice_and_what_they_must_show() -> None:
    """Two dice for each of six stands of longbows; 5 and 6 are DPs."""
    _, stamps = seen(shot(10), "Bows")
    bills = stamps["Bills"]
    assert bills.distance == pytest.approx(10)
    assert bills.throw is not None
    assert throw_words(bills.throw) == "12D6, 5+"
    assert bills.compulsory
    assert rules_of(bills) == set()


@pytest.mark.rules("T111", "T112", "T114", "T115")
@pytest.mark.parametrize(
    ("described", "reaches"),
    [("6 longbow", [4, 12]), ("2 artillery", [9, 24, 36]), ("4 handgun", [2, 4])],
)
def test_the_fan_has_a_band_for_each_range(described: str, reaches: list[float]) -> None:
    game = battle([stands(described, "Shooters", 24, 5)], [stands("4 heavy infantry", "Bills", 24, 8)])
    found, _ = seen(game, "Shooters")
    assert [band.reach for band in found.bands] == reaches
    for band in found.bands:
        assert max(y for _, y in band.outline) == pytest.approx(5 + band.reach)


@pytest.mark.rules("T21", "T77")
def test_the_nearest_is_marked_and_the_line_ends_where_others_block_it() -> None:
    """The rear of the friends' single rank is 20 mm behind their front at y = 14."""
    game = shot(10, stands("6 heavy infantry", "Friends", 24, 14))
    _, stamps = seen(game, "Bows")
    assert not stamps["Bills"].compulsory
    assert "T77" in rules_of(stamps["Bills"]) or "T21" in rules_of(stamps["Bills"])
    assert stamps["Bills"].line.blocked_by == "Friends"
    assert stamps["Bills"].line.blocked_at is not None
    assert stamps["Bills"].line.blocked_at[1] == pytest.approx(14 - 20 / 25.4)


@pytest.mark.rules("T322", "T2")
def test_a_drag_says_how_far_at_most_and_the_ghosts_show_the_least_and_the_most() -> None:
    """Two average dice show 4 to 10 inches."""
    steer = asked(tactical(), "Bills", 24, 16)
    assert steer.meant.words == {"unit": "Bills", "inches": 6.0}
    assert steer.thrown
    assert front(steer.ghosts[0]) == pytest.approx((24, 16, 0))
    assert front(steer.least[0]) == pytest.approx((24, 14, 0))
    assert steer.spent is not None
    assert spent_words(steer.spent, "inches") == "6 of 4 to 10 inches"
    assert steer.refusals == ()


@pytest.mark.rules("T322", "T73")
def test_dragged_aside_it_wheels_first_as_far_as_its_inches_reach() -> None:
    """The outer corner's way counts: then straight ahead to the place."""
    game = tactical()
    steer = asked(game, "Bills", 26, 15)
    inches = steer.meant.words["inches"]
    assert steer.meant.words["towards"] == "26,15"
    x, y, facing = front(steer.ghosts[0])
    assert (x, y) == pytest.approx((26, 15), abs=0.1)
    assert inches == pytest.approx(math.radians(facing) * WIDE + _after_the_wheel((26, 15), facing), abs=0.1)
    game.do("move", **steer.meant.words, dice=[6, 6])
    assert game.unit("Bills").pose == pytest.approx((x, y, facing), abs=0.001)


def _after_the_wheel(place: tuple[float, float], facing: float) -> float:
    """From the middle of the front, turned on its right corner at 24 + half a front, to the place."""
    turned = math.radians(facing)
    middle = 24 + WIDE / 2 - WIDE / 2 * math.cos(turned), 10 + WIDE / 2 * math.sin(turned)
    return math.dist(middle, place)


@pytest.mark.rules("T73")
def test_a_front_corner_pulled_forward_is_a_wheel_of_its_outer_corner() -> None:
    turned = math.radians(20)
    corner = 24 + WIDE / 2
    steer = asked(tactical(), "Bills", corner - WIDE * math.cos(turned), 10 + WIDE * math.sin(turned), part="left")
    assert front(steer.ghosts[0])[2] == pytest.approx(20, abs=0.2)
    assert steer.meant.words["inches"] == pytest.approx(turned * WIDE, abs=0.1)
    about = asked(tactical(), "Bills", 24, 10, 180, "turn")
    assert about.meant.words == {"unit": "Bills", "inches": 0, "about": True}


def test_a_place_to_wheel_towards_may_be_said_in_words() -> None:
    game = tactical()
    with pytest.raises(BrokenInputError, match="a place as x,y"):
        game.do("move", unit="Bills", inches="all", towards="Bills")
    game.do("move", unit="Bills", inches="all", towards="24,30", dice=[1, 1])
    assert game.unit("Bills").pose == pytest.approx((24, 14, 0))


@pytest.mark.rules("T435")
def test_who_must_go_at_an_enemy_is_not_sent_to_a_place() -> None:
    reaction = {"turn": 1, "word": "advance to nearest enemy"}
    game = tactical(state={"units": {"Bills": {"reaction": reaction}}})
    assert "T435" in game.refused("move", unit="Bills", inches="all", towards="24,40")


@pytest.mark.rules("T326")
def test_a_herald_goes_where_he_is_dropped_and_joins_those_on_whom() -> None:
    game = tactical(leader("Garter", "herald", x=10, y=10), step="command")
    there = asked(game, "Garter", 13, 14)
    assert there.meant.words == {"leader": "Garter", "to": "13,14"}
    assert there.ghosts[0].centre == (13, 14)
    assert there.refusals == ()
    assert asked(game, "Garter", 24, 9.8).meant.words == {"leader": "Garter", "to": "Bills"}
    assert rules_of(asked(game, "Garter", 10, 23)) == {"T326"}


def test_while_setting_up_a_piece_is_only_placed() -> None:
    (placed,) = drag(tactical(step="deployment"), "Bills", 30, 5, 90).steers
    assert placed.meant.words == {"unit": "Bills", "x": 30, "y": 5, "facing": 90}


def test_in_the_charges_it_may_be_a_charge_at_those_on_whom_it_is_dropped() -> None:
    game = battle([BILLS], [stands("4 heavy infantry", "Foes", 24, 12)], step="first charges")
    steers = drag(game, "Bills", 24, 12).steers
    charge = next(one for one in steers if one.meant.action == "charge")
    assert charge.refusals == ()


@given(x=st.integers(5, 43), y=st.integers(5, 30), facing=st.integers(0, 23))
@settings(max_examples=25)
def test_dragged_to_where_it_stands_it_costs_nothing(x: int, y: int, facing: int) -> None:
    bills = stands("4 heavy infantry", "Bills", x, y, 15.0 * facing)
    steer = asked(battle([bills], [FOES], step="first tactical"), "Bills", x, y)
    assert steer.spent is not None
    assert steer.spent.cost == 0
    assert steer.ghosts == ()


@given(turn=turns((36, 36), 8), right=st.integers(-6, 6), ahead=st.integers(-2, 9))
@settings(max_examples=30)
def test_the_whole_table_turned_and_shifted_changes_nothing(turn: Turned, right: int, ahead: int) -> None:
    def played(turn: Turned) -> Game:
        poses = {"Bows": (36, 33, 0), "Friends": (45, 33, 0), "Foes": (37, 46, 180)}
        bows, friends, foes = ((*turn.point((x, y)), turn.facing(facing)) for x, y, facing in poses.values())
        house = [turn.point(corner) for corner in ((28, 38), (31, 38), (31, 41), (28, 41))]
        return battle(
            [stands("4 longbow", "Bows", *bows), stands("4 heavy infantry", "Friends", *friends)],
            [stands("4 heavy infantry", "Foes", *foes)],
            size=(72, 72),
            step="first tactical",
            terrain=[{"kind": "building", "area": house}],
        )

    still = Turned(0, 0, 0, (36, 36))
    place = (36.0 + right, 33.0 + ahead)
    before, after = asked(played(still), "Bows", *place), asked(played(turn), "Bows", *turn.point(place))
    assert rules_of(before) == rules_of(after)
    assert before.spent is not None
    assert before.spent == pytest.approx(after.spent, abs=0.11)
    for one, other in zip(before.ghosts, after.ghosts, strict=True):
        for point, turned in zip(one.outline, other.outline, strict=True):
            assert turn.point(point) == pytest.approx(turned, abs=0.15)
    _, stamps = seen(played(still), "Bows")
    _, others = seen(played(turn), "Bows")
    assert set(stamps) == set(others)
