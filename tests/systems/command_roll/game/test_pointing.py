"""Looking over the drawn table and dragging pieces on it: stamps, moves by order, brigades, charges, rides."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miniatures.table_wording import spent_words, throw_words
from tests.systems.command_roll.game.tables import Game, Standing, battle, stands
from tests.systems.dragging import Turned, asked, drag, front, rules_of, seen, turns

LONE = {"Edward": (20, 20), "Warwick": None}
BILLS, FOES = stands("Retinue Bill", "Bills", 60, 60), stands("Shire Bill", "Foes", 60, 110)


def shot(*york: Standing, distance: float = 20, target: str = "Shire Bill", **said: Any) -> Game:
    """Two stands of bows at 60,30 that look north, and Bills straight ahead."""
    bills = stands(target, "Bills", 60, 30 + distance)
    return battle([stands("Shire Bow", "Bows", 60, 30), *york], [bills], **({"step": "shooting"} | said))


def ordered(*york: Standing, brigade: bool = False, **said: Any) -> Game:
    game = battle([BILLS, *york], [FOES], **({"commanders": LONE} | said))
    game.do("order", character="Edward", unit="Bills", brigade=brigade, dice=[1, 1])
    return game


@pytest.mark.rules("C161", "C162", "C612")
def test_an_enemy_is_stamped_with_the_attacks_and_what_they_must_show() -> None:
    """Shire bows have an attack for each of two stands, and hit men in the open on 4 or more."""
    _, stamps = seen(shot(), "Bows")
    bills = stamps["Bills"]
    assert bills.distance == pytest.approx(20)
    assert bills.throw is not None
    assert throw_words(bills.throw) == "2D6, 4+"
    assert bills.compulsory
    assert rules_of(bills) == set()


@pytest.mark.rules("C203", "C204")
@pytest.mark.parametrize(("profile", "reach"), [("Shire Bow", 40), ("Canon / Bombard", 80)])
def test_the_ground_in_range_reaches_as_far_as_the_weapon(profile: str, reach: float) -> None:
    game = battle([stands(profile, "Shooters", 60, 10)], [stands("Shire Bill", "Bills", 60, 45)], step="shooting")
    found, _ = seen(game, "Shooters")
    (band,) = found.bands
    assert band.reach == reach
    assert max(y for _, y in band.outline) == pytest.approx(10 + reach)


@pytest.mark.rules("C201", "C42")
def test_the_closest_is_marked_and_who_stands_behind_is_crossed_out() -> None:
    """Their own stands of 2 cm depth end at 52; the line to those behind is blocked there."""
    game = battle(
        [stands("Hand Gunners", "Guns", 60, 30)],
        [stands("Shire Bill", "Near", 60, 50), stands("Shire Bill", "Behind", 60, 56)],
        step="shooting",
    )
    _, stamps = seen(game, "Guns")
    assert stamps["Near"].compulsory
    assert "C201" in rules_of(stamps["Behind"])
    assert stamps["Behind"].line.blocked_by == "Near"
    assert stamps["Behind"].line.blocked_at is not None
    assert stamps["Behind"].line.blocked_at[1] == pytest.approx(50)


def test_out_of_the_phase_the_reason_is_said_once() -> None:
    found, stamps = seen(shot(step="command", active=0), "Bows")
    assert {one.rule for one in found.against} == {"C101"}
    assert rules_of(stamps["Bills"]) == set()


@pytest.mark.rules("C15", "C103")
def test_a_unit_with_an_order_goes_where_it_is_dragged_without_turning() -> None:
    game = ordered()
    steer = asked(game, "Bills", 63, 64)
    assert steer.meant.words == {"unit": "Bills", "centimetres": 5.0, "towards": "63,64"}
    assert front(steer.ghosts[0]) == pytest.approx((63, 64, 0))
    assert steer.spent is not None
    assert spent_words(steer.spent, "centimetres") == "5 of 10 centimetres"
    assert steer.refusals == ()
    game.do("move", **steer.meant.words)
    assert game.unit("Bills").pose == pytest.approx((63, 64, 0))


@pytest.mark.rules("C15", "C103")
def test_too_far_or_without_an_order_it_is_refused_and_the_most_is_offered() -> None:
    further = drag(ordered(), "Bills", 60, 75)
    assert rules_of(further.steers[0]) == {"C15"}
    assert front(further.steers[1].ghosts[0]) == pytest.approx((60, 70, 0))
    assert rules_of(asked(battle([BILLS], [FOES]), "Bills", 60, 65)) == {"C103"}


@pytest.mark.rules("C15")
def test_a_front_corner_pulled_turns_it_on_the_other_one() -> None:
    """The outer rear corner goes farthest: 8 and 2 cm from the pivot, by twice the sine of 15 degrees."""
    turned = math.radians(30)
    game = ordered()
    steer = asked(game, "Bills", 64 - 8 * math.cos(turned), 60 + 8 * math.sin(turned), part="left")
    assert steer.meant.words["facing"] == 30
    assert front(steer.ghosts[0])[2] == pytest.approx(30)
    assert steer.ghosts[0].outline[1] == pytest.approx((64, 60), abs=0.06)
    assert steer.spent is not None
    assert steer.spent.cost == pytest.approx(2 * math.hypot(8, 2) * math.sin(turned / 2), abs=0.1)


@pytest.mark.rules("C122")
def test_a_brigade_goes_as_one_body() -> None:
    steer = asked(ordered(stands("Retinue Bow", "Bows", 68, 60), brigade=True), "Bills", 60, 66)
    assert {ghost.name: front(ghost)[:2] for ghost in steer.ghosts} == {
        "Bills": pytest.approx((60, 66)),
        "Bows": pytest.approx((68, 66)),
    }


@pytest.mark.rules("C131")
def test_dropped_on_enemies_it_may_be_a_charge() -> None:
    game = battle([BILLS], [stands("Shire Bill", "Foes", 60, 66)], commanders=LONE)
    game.do("order", character="Edward", unit="Bills", dice=[1, 1])
    steers = drag(game, "Bills", 60, 66).steers
    assert "C131" in rules_of(steers[0])
    assert [one.meant.action for one in steers] == ["move", "move", "charge", "place"]


@pytest.mark.rules("C601", "C90")
def test_a_commander_rides_where_he_is_dropped_and_joins_those_on_whom() -> None:
    """On foot he goes 10 cm."""
    game = battle([BILLS], [FOES], commanders=LONE, step="commanders")
    ride = asked(game, "Edward", 23, 24)
    assert ride.meant.words == {"commander": "Edward", "to": "23,24"}
    assert ride.spent is not None
    assert spent_words(ride.spent, "centimetres") == "5 of 10 centimetres"
    assert asked(game, "Edward", 61, 59).meant.words == {"commander": "Edward", "to": "Bills"}


def test_while_setting_up_a_piece_is_only_placed() -> None:
    (placed,) = drag(battle([BILLS], [FOES], step="deployment"), "Bills", 30, 15, 90).steers
    assert placed.meant.words == {"unit": "Bills", "x": 30, "y": 15, "facing": 90}


@given(x=st.integers(10, 110), y=st.integers(10, 90), facing=st.integers(0, 23))
@settings(max_examples=25)
def test_dragged_to_where_it_stands_it_costs_nothing(x: int, y: int, facing: int) -> None:
    bills = stands("Retinue Bill", "Bills", x, y, 15.0 * facing)
    steer = asked(battle([bills], [FOES], commanders={"Edward": None, "Warwick": None}), "Bills", x, y)
    assert steer.spent is not None
    assert steer.spent.cost == 0
    assert steer.ghosts == ()


@given(
    turn=turns((80, 80), 15), right=st.integers(-9, 9), ahead=st.integers(-9, 9), part=st.sampled_from(["body", "left"])
)
@settings(max_examples=30)
def test_the_whole_table_turned_and_shifted_changes_nothing(turn: Turned, right: int, ahead: int, part: str) -> None:
    def played(turn: Turned) -> Game:
        poses = {"Bows": (80, 76, 0), "Friends": (90, 76, 0), "Foes": (82, 105, 180)}
        bows, friends, foes = ((*turn.point((x, y)), turn.facing(facing)) for x, y, facing in poses.values())
        marsh = [turn.point(corner) for corner in ((70, 82), (78, 82), (78, 90), (70, 90))]
        return battle(
            [stands("Retinue Bow", "Bows", *bows), stands("Retinue Bill", "Friends", *friends)],
            [stands("Shire Bill", "Foes", *foes)],
            size=(160, 160),
            terrain=[{"kind": "marsh", "area": marsh}],
            commanders={"Edward": None, "Warwick": None},
        )

    still = Turned(0, 0, 0, (80, 80))
    place = (80.0 + right, 76.0 + ahead)
    before = asked(played(still), "Bows", *place, part=part)
    after = asked(played(turn), "Bows", *turn.point(place), part=part)
    assert rules_of(before) == rules_of(after)
    assert before.spent is not None
    assert before.spent == pytest.approx(after.spent, abs=0.11)
    for one, other in zip(before.ghosts, after.ghosts, strict=True):
        for point, turned in zip(one.outline, other.outline, strict=True):
            assert turn.point(point) == pytest.approx(turned, abs=0.11)
    _, stamps = seen(played(still), "Bows")
    _, others = seen(played(turn), "Bows")
    assert stamps["Foes"].distance == pytest.approx(others["Foes"].distance, abs=0.001)
    assert rules_of(stamps["Foes"]) == rules_of(others["Foes"])
