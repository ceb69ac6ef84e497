"""Looking over the drawn table and dragging pieces on it: fans, stamps, marches, wheels, rides."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miniatures.broken import BrokenInputError
from miniatures.table_wording import spent_words, throw_words
from tests.systems.dragging import Turned, asked, drag, front, rules_of, seen, turns
from tests.systems.warfare.game.tables import Game, battle, stands
from tests.systems.warfare.units import gun, longbowmen, unit

BOWS = longbowmen("Bows")
#: Sixteen foot in two ranks: 80 mm across, 40 mm deep.
WIDE, DEEP = 80 / 25.4, 40 / 25.4


def facing_bills(distance: float, *more: Any, step: str = "shots", **said: Any) -> Game:
    """Bows at 24,10 that look north, and Bills straight ahead."""
    return battle([stands(BOWS, 24, 10), *more], [stands(unit("Bills"), 24, 10 + distance)], step=step, **said)


@pytest.mark.rules("W205", "W214", "W221", "W452")
@pytest.mark.parametrize(("distance", "words"), [(7.9, "2D6 -1, a third falls"), (8.0, "2D6 -3, a third falls")])
def test_an_enemy_is_stamped_with_what_it_takes_to_hit_him(distance: float, words: str) -> None:
    """Longbows -1, and -2 more from 8 inches on; light armour loses a third."""
    _, stamps = seen(facing_bills(distance), "Bows")
    bills = stamps["Bills"]
    assert bills.distance == pytest.approx(distance)
    assert bills.throw is not None
    assert throw_words(bills.throw) == words
    assert bills.compulsory
    assert bills.refusals == ()
    assert bills.line.blocked_at is None


@pytest.mark.rules("W202", "W204", "W205", "W206", "W221")
@pytest.mark.parametrize(
    ("firer", "reaches"),
    [(BOWS, [8, 24]), (unit("Bows", weapons=["handgun"]), [5, 10]), (gun("Bows"), [48])],
    ids=["longbows", "handguns", "gun"],
)
def test_the_fan_has_a_band_for_each_range(firer: Any, reaches: list[float]) -> None:
    found, _ = seen(battle([stands(firer, 24, 2)], [stands(unit("Bills"), 24, 9)], step="shots"), "Bows")
    assert [band.reach for band in found.bands] == reaches
    for band in found.bands:
        far = [math.dist((24, 2), point) for point in band.outline]
        assert max(far) == pytest.approx(band.reach)
        bearings = [math.degrees(math.atan2(x - 24, y - 2)) for x, y in band.outline if (x, y) != (24, 2)]
        assert max(bearings) == pytest.approx(22.5)
        assert min(bearings) == pytest.approx(-22.5)
    inner = [math.dist((24, 2), point) for point in found.bands[-1].outline]
    assert min(inner) == pytest.approx(reaches[-2] if len(reaches) > 1 else 0)


@pytest.mark.rules("W201", "W202")
def test_the_closest_must_be_shot_at_and_the_others_are_crossed_out_with_the_reason() -> None:
    near, far, aside = stands(unit("Near"), 24, 18), stands(unit("Far"), 25, 24), stands(unit("Aside"), 38, 12)
    _, stamps = seen(battle([stands(BOWS, 24, 10)], [near, far, aside], step="shots"), "Bows")
    assert [name for name, stamp in stamps.items() if stamp.compulsory] == ["Near"]
    assert rules_of(stamps["Near"]) == set()
    assert "W201" in rules_of(stamps["Far"])
    assert {"W201", "W202"} <= rules_of(stamps["Aside"])


@pytest.mark.rules("W24")
def test_the_line_of_sight_ends_where_friends_block_it() -> None:
    """Their rear edge is 40 mm behind their front at y = 14."""
    _, stamps = seen(facing_bills(12, stands(unit("Friends"), 24, 14)), "Bows")
    line = stamps["Bills"].line
    assert line.blocked_by == "Friends"
    assert line.blocked_at == pytest.approx((24, 14 - DEEP))
    assert "W24" in rules_of(stamps["Bills"])


@pytest.mark.rules("W22")
def test_the_line_of_sight_ends_at_a_building_and_after_two_inches_of_wood() -> None:
    house = {"kind": "building", "name": "Saxton", "area": [[20, 13], [28, 13], [28, 14], [20, 14]]}
    wood = {"kind": "wood", "name": "Renshaw", "area": [[20, 12], [28, 12], [28, 15], [20, 15]]}
    for piece, at in ((house, 13), (wood, 14)):
        _, stamps = seen(facing_bills(12, terrain=[piece]), "Bows")
        assert stamps["Bills"].line.blocked_by == piece["name"]
        assert stamps["Bills"].line.blocked_at == pytest.approx((24, at), abs=0.01)
    _, stamps = seen(facing_bills(12, terrain=[wood | {"area": [[20, 12], [28, 12], [28, 14], [20, 14]]}]), "Bows")
    assert stamps["Bills"].line.blocked_at is None


def test_what_forbids_every_shot_alike_is_said_once() -> None:
    found, stamps = seen(facing_bills(8, step="first moves"), "Bows")
    assert {one.rule for one in found.against} == {"W201"}
    assert stamps["Bills"].refusals == ()


def test_those_without_missiles_see_whom_they_could_charge() -> None:
    game = battle([stands(unit("Bills"), 24, 10)], [stands(unit("Foes"), 24, 15), stands(unit("Beyond"), 24, 40)])
    found, stamps = seen(game, "Bills")
    assert (found.weapon, found.bands) == ("", ())
    assert list(stamps) == ["Foes"]
    assert stamps["Foes"].act.action == "charge"
    assert stamps["Foes"].distance == pytest.approx(5)


@pytest.mark.rules("W311")
def test_a_body_dragged_ahead_marches_straight_on() -> None:
    """Infantry in light armour goes 8 inches. A hand a little aside is not quite steady."""
    steer = asked(facing_bills(30, step="first moves"), "Bows", 24.3, 15)
    assert steer.meant.words == {"unit": "Bows", "inches": 5.0}
    assert front(steer.ghosts[0]) == pytest.approx((24, 15, 0))
    assert steer.spent is not None
    assert spent_words(steer.spent, "inches") == "5 of 8 inches"
    assert steer.refusals == ()


@pytest.mark.rules("W311")
def test_beyond_the_allowance_it_is_refused_and_the_most_is_offered() -> None:
    further = drag(facing_bills(30, step="first moves"), "Bows", 24, 20)
    assert rules_of(further.steers[0]) == {"W311"}
    assert front(further.steers[0].ghosts[0])[1] == pytest.approx(20)
    assert further.steers[1].meant.words["inches"] == "all"
    assert front(further.steers[1].ghosts[0])[1] == pytest.approx(18)


@pytest.mark.rules("W303")
def test_a_front_corner_pulled_forward_wheels_at_double_cost() -> None:
    """30 degrees of a circle whose radius is the front, twice: 2 x 0.5236 x 3.15 inches."""
    pivot = 24 + WIDE / 2
    turned = math.radians(30)
    game = facing_bills(30, step="first moves")
    steer = asked(game, "Bows", pivot - WIDE * math.cos(turned), 10 + WIDE * math.sin(turned), part="left")
    assert steer.meant.words == {"unit": "Bows", "to": "right", "degrees": 30.0}
    assert steer.spent is not None
    assert steer.spent.cost == pytest.approx(2 * turned * WIDE, abs=0.01)
    assert front(steer.ghosts[0])[2] == pytest.approx(30)
    assert steer.ghosts[0].outline[1] == pytest.approx((pivot, 10), abs=0.001)


def test_nobody_wheels_backwards_but_the_real_table_may_show_it() -> None:
    pulled = drag(facing_bills(30, step="first moves"), "Bows", 22.5, 8, part="left")
    (placed,) = pulled.steers
    assert placed.meant.action == "place"
    assert front(placed.ghosts[0])[2] > 270


@pytest.mark.rules("W303", "W311")
def test_a_body_dragged_aside_wheels_first_and_then_marches_there() -> None:
    game = facing_bills(30, step="first moves")
    steer = asked(game, "Bows", 25.5, 13)
    x, y, facing = front(steer.ghosts[0])
    assert (x, y) == pytest.approx((25.5, 13), abs=0.06)
    assert steer.spent is not None
    wheeled = 2 * math.radians(facing) * WIDE
    assert steer.spent.cost == pytest.approx(wheeled + steer.meant.words["inches"], abs=0.02)
    game.do("move", **steer.meant.words)
    assert game.unit("Bows").pose == pytest.approx((x, y, facing), abs=0.001)


@pytest.mark.rules("W303")
def test_a_place_to_march_towards_may_be_said_in_words() -> None:
    game = facing_bills(30, step="first moves")
    with pytest.raises(BrokenInputError, match="a unit of this game"):
        game.do("move", unit="Bows", inches=1, towards="nowhere")
    (says,) = game.do("move", unit="Bows", inches=1, towards="40,30")
    assert "towards 40,30" in says


@pytest.mark.rules("W304")
@pytest.mark.parametrize(
    ("facing", "action", "to"), [(30, "wheel", "right"), (90, "face", "right"), (180, "face", "about")]
)
def test_turned_on_the_spot_a_little_is_a_wheel_and_more_a_change_of_face(facing: float, action: str, to: str) -> None:
    steer = asked(facing_bills(30, step="first moves"), "Bows", 24, 10, facing, "turn")
    assert (steer.meant.action, steer.meant.words["to"]) == (action, to)


def test_dropped_on_enemies_it_may_be_a_charge_and_through_friends_a_passage() -> None:
    game = facing_bills(6, step="first moves")
    steers = drag(game, "Bows", 24, 16).steers
    assert rules_of(steers[0]) == {"W401"}
    assert [one.meant.action for one in steers] == ["move", "move", "charge", "place"]
    game = facing_bills(30, stands(unit("Friends"), 24, 14), step="first moves")
    steers = drag(game, "Bows", 24, 14.5).steers
    assert steers[0].overlaps == ("Friends",)
    assert "pass" in [one.meant.action for one in steers]


def test_over_the_edge_of_the_table_it_is_told() -> None:
    steer = asked(facing_bills(30, step="first moves"), "Bows", 24, 9, 0)
    assert steer.leaves == ()
    placed = drag(facing_bills(30, step="deployment"), "Bows", 0.5, 9).steers[-1]
    assert placed.leaves == ("Bows",)


def test_while_setting_up_a_piece_is_only_placed() -> None:
    game = facing_bills(30, step="deployment")
    (placed,) = drag(game, "Bows", 30, 5, 45).steers
    assert placed.meant.words == {"unit": "Bows", "x": 30, "y": 5, "facing": 45}
    assert front(placed.ghosts[0]) == pytest.approx((30, 5, 45))


@pytest.mark.rules("W310", "W57")
def test_a_leader_rides_where_he_is_dropped_and_joins_those_on_whom() -> None:
    """Leaders go 12 inches."""
    game = facing_bills(30, step="first moves", leaders={"Edward": (10, 5)})
    ride = asked(game, "Edward", 13, 9)
    assert ride.meant.words == {"leader": "Edward", "to": "13,9"}
    assert ride.spent is not None
    assert spent_words(ride.spent, "inches") == "5 of 12 inches"
    assert ride.ghosts[0].centre == (13, 9)
    assert asked(game, "Edward", 24, 9.5).meant.words == {"leader": "Edward", "to": "Bows"}


def test_only_what_stands_on_a_table_can_be_dragged() -> None:
    with pytest.raises(BrokenInputError, match="a piece on the table"):
        drag(facing_bills(30), "Bovs", 24, 12)
    with pytest.raises(BrokenInputError, match="no map"):
        drag(facing_bills(30, mapless=True), "Bows", 24, 12)


@given(x=st.integers(4, 44), y=st.integers(4, 44), facing=st.integers(0, 23))
@settings(max_examples=25)
def test_dragged_to_where_it_stands_it_costs_nothing(x: int, y: int, facing: int) -> None:
    game = battle([stands(BOWS, x, y, 15.0 * facing)], [stands(unit("Bills"), 46, 46)])
    steer = asked(game, "Bows", x, y)
    assert steer.spent is not None
    assert steer.spent.cost == 0
    assert steer.ghosts == ()


@given(turn=turns((36, 36), 8), right=st.integers(-6, 6), ahead=st.integers(-2, 9))
@settings(max_examples=30)
def test_the_whole_table_turned_and_shifted_changes_nothing(turn: Turned, right: int, ahead: int) -> None:
    def played(turn: Turned) -> Game:
        poses = {"Bows": (36, 33, 0), "Friends": (40, 33, 0), "Bills": (37, 46, 180)}
        bows, friends, bills = ((*turn.point((x, y)), turn.facing(facing)) for x, y, facing in poses.values())
        wood = [turn.point(corner) for corner in ((33, 38), (36, 38), (36, 41), (33, 41))]
        return battle(
            [stands(BOWS, *bows), stands(unit("Friends"), *friends)],
            [stands(unit("Bills"), *bills)],
            size=(72, 72),
            terrain=[{"kind": "wood", "area": wood}],
            leaders={"Edward": turn.point((36, 30))},
        )

    still = Turned(0, 0, 0, (36, 36))
    place = (36.0 + right, 33.0 + ahead)
    before, after = asked(played(still), "Bows", *place), asked(played(turn), "Bows", *turn.point(place))
    assert rules_of(before) == rules_of(after)
    assert before.spent is not None
    assert before.spent == pytest.approx(after.spent, abs=0.11)
    for one, other in zip(before.ghosts, after.ghosts, strict=True):
        for point, turned in zip(one.outline, other.outline, strict=True):
            assert turn.point(point) == pytest.approx(turned, abs=0.11)
    _, stamps = seen(played(still), "Bows")
    _, others = seen(played(turn), "Bows")
    assert stamps["Bills"].distance == pytest.approx(others["Bills"].distance, abs=0.001)
    assert rules_of(stamps["Bills"]) == rules_of(others["Bills"])
