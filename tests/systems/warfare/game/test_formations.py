"""Event III on the table: changes of face and ranks, limbering, and passing through friends."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.warfare.game.tables import Game, battle, stands
from tests.systems.warfare.units import gun, knights, longbowmen, unit

#: Sixteen foot in two ranks: 80 mm across, 40 mm deep.
WIDE, DEEP = 80 / 25.4, 40 / 25.4
FAR_AWAY = stands(unit("Foes"), 24, 46)


def alone(described: Any = None, **said: Any) -> Game:
    return battle([stands(described or unit("Unit"), 24, 20, **said)], [FAR_AWAY])


def left_over(game: Game) -> float:
    """Inches that a unit still has: all of a move straight ahead."""
    before = game.body("Unit").pose
    if game.refused("move", unit="Unit", inches="all") == {"W31"}:  # nothing is left
        return 0.0
    game.do("move", unit="Unit", inches="all")
    return abs(before.seen(game.body("Unit").pose[:2])[1])


@pytest.mark.parametrize(
    ("described", "to", "left"),
    [
        case("W304", unit("Unit"), "about", 0),
        case("W304", unit("Unit"), "left", 0, name="a quarter"),
        case("W305", knights("Unit"), "about", 4),
        case("W304", knights("Unit"), "right", 0, name="cavalry, a quarter (W31)"),
        case("W306", longbowmen("Unit"), "about", 8),
        case("W306", longbowmen("Unit"), "left", 8, name="a quarter"),
        case("W306", longbowmen("Unit", ranks=4), "about", 0, name="too deep"),
        case("W306", longbowmen("Unit", ranks=4, skirmishers=True), "about", 8, name="skirmishers"),
        case("W304", gun("Unit"), "about", 0, name="guns (W26)"),
    ],
)
def test_changing_face_costs_a_full_move_half_a_move_or_nothing(described: Any, to: str, left: float) -> None:
    game = alone(described)
    game.do("face", unit="Unit", to=to)
    assert left_over(game) == pytest.approx(left)


@pytest.mark.rules("W304")
def test_about_keeps_the_ground_and_a_quarter_keeps_the_middle() -> None:
    game = alone()
    game.do("face", unit="Unit", to="about")
    assert game.body("Unit").pose == pytest.approx((24, 20 - DEEP, 180), abs=0.001)
    game = alone()
    game.do("face", unit="Unit", to="right")
    assert game.body("Unit").centre == pytest.approx((24, 20 - DEEP / 2), abs=0.001)
    assert game.unit("Unit").facing == 90


@pytest.mark.rules("W304", "W305")
def test_a_second_change_of_face_is_not_had_for_the_price_of_one() -> None:
    for described in (unit("Unit"), knights("Unit")):
        game = alone(described)
        game.do("face", unit="Unit", to="about")
        assert "W304" in game.refused("face", unit="Unit", to="about")
    free = alone(longbowmen("Unit"))
    free.do("face", unit="Unit", to="about")
    assert free.refused("face", unit="Unit", to="about") == set()


@pytest.mark.rules("W304")
def test_a_unit_that_has_marched_has_no_full_move_left_to_change_face() -> None:
    game = alone()
    game.do("move", unit="Unit", inches=1)
    assert game.refused("face", unit="Unit", to="left") == {"W311"}


@pytest.mark.rules("W304", "W401", "W54")
def test_a_quarter_turn_needs_room() -> None:
    """A line 240 mm long and 20 mm deep, friends two inches behind it, the edge, or an enemy."""
    long = unit("Unit", figures=24, ranks=1)
    friends = battle([stands(long, 24, 20), stands(unit("Ours"), 24, 17)], [FAR_AWAY])
    assert friends.refused("face", unit="Unit", to="left") == {"W304"}
    assert friends.refused("face", unit="Unit", to="about") == set()
    edge = battle([stands(long, 24, 2)], [FAR_AWAY])
    assert edge.refused("face", unit="Unit", to="left") == {"W54"}
    reach = 20 - 10 / 25.4 + 120 / 25.4  # where its end will be
    enemy = battle([stands(long, 24, 20)], [stands(unit("Foes"), 24, reach + 0.02)])
    assert enemy.refused("face", unit="Unit", to="left") == {"W401"}


@pytest.mark.parametrize(
    ("described", "left"),
    [
        case("W320", unit("Unit"), 4),
        case("W320", knights("Unit"), 2, name="cavalry"),
    ],
)
def test_changing_ranks_costs_four_inches_and_leaves_cavalry_two(described: Any, left: float) -> None:
    game = alone(described)
    game.do("form", unit="Unit", ranks=4)
    assert left_over(game) == pytest.approx(left)


@pytest.mark.rules("W320", "W6")
def test_the_front_stays_where_it_is_and_the_bases_form_up_behind_it() -> None:
    """Six bases, two deep and three across, form three deep and two across."""
    game = alone(unit("Unit", figures=24))
    game.do("form", unit="Unit", ranks=3)
    body = game.body("Unit")
    assert body.pose == pytest.approx((24, 20, 0))
    assert (body.width, body.depth) == pytest.approx((80 / 25.4, 60 / 25.4))
    assert game.unit("Unit").depth_in_ranks == 3


@pytest.mark.rules("W320", "W704")
def test_ranks_must_be_filled_and_a_gun_has_none() -> None:
    assert alone(unit("Unit", figures=24)).refused("form", unit="Unit", ranks=4) == {"W320"}
    assert alone(unit("Unit")).refused("form", unit="Unit", ranks=5) == {"W320"}
    assert "W704" in alone(gun("Unit")).refused("form", unit="Unit", ranks=1)


@pytest.mark.rules("W320")
def test_forming_a_longer_line_needs_room() -> None:
    """Shoulder to shoulder with friends there is none."""
    game = battle([stands(unit("Unit"), 24, 20), stands(unit("Ours"), 24 + WIDE, 20)], [FAR_AWAY])
    assert game.refused("form", unit="Unit", ranks=1) == {"W320"}
    assert game.refused("form", unit="Unit", ranks=4) == set()


@pytest.mark.rules("W308", "W315", "W316", "W26")
def test_limbering_and_unlimbering_take_a_full_move_each() -> None:
    game = alone(gun("Unit"))
    game.do("limber", unit="Unit")
    assert game.refused("limber", unit="Unit") == {"W308"}
    assert left_over(game) == 0
    game.next_turn()
    assert left_over(game) == pytest.approx(8)
    assert game.refused("limber", unit="Unit") == {"W315"}
    assert "W308" in alone().refused("limber", unit="Unit")


def column(**said: Any) -> Game:
    """Bills behind friends, whose front is 3.5 inches ahead."""
    return battle(
        [stands(unit("Unit"), 24, 10), stands(unit("Ours"), 24, 13.5)], [stands(unit("Foes"), 24, 40)], **said
    )


@pytest.mark.rules("W308", "W309", "W68")
def test_passing_through_friends_takes_the_move_and_pins_the_friends() -> None:
    game = column()
    game.do("pass", unit="Unit", friend="Ours")
    assert game.unit("Unit").y == pytest.approx(13.5 + DEEP, abs=0.001)
    assert game.refused("move", unit="Unit", inches=1) == {"W311"}
    assert game.refused("move", unit="Ours", inches=1) >= {"W309"}
    game.next_turn()
    assert game.refused("face", unit="Ours", to="about") == set()


@pytest.mark.rules("W309", "W68")
def test_friends_who_have_moved_are_not_passed_through() -> None:
    for action, words in (("move", {"inches": 1}), ("wheel", {"to": "left", "degrees": 3}), ("form", {"ranks": 4})):
        game = column()
        game.do(action, unit="Ours", **words)
        assert "W309" in game.refused("pass", unit="Unit", friend="Ours")


@pytest.mark.rules("W308", "W68", "W302")
def test_passing_is_no_way_round_the_other_rules() -> None:
    far = battle([stands(unit("Unit"), 24, 10), stands(unit("Ours"), 24, 17)], [stands(unit("Foes"), 24, 40)])
    assert far.refused("pass", unit="Unit", friend="Ours") == {"W68"}
    aside = battle([stands(unit("Unit"), 24, 10), stands(unit("Ours"), 30, 13)], [stands(unit("Foes"), 24, 40)])
    assert aside.refused("pass", unit="Unit", friend="Ours") == {"W68"}
    assert column(orders={"Vaward": "defend"}).refused("pass", unit="Unit", friend="Ours") == {"W106"}
    enemy = battle([stands(unit("Unit"), 24, 10), stands(unit("Ours"), 24, 13.5)], [stands(unit("Foes"), 24, 15)])
    assert enemy.refused("pass", unit="Unit", friend="Ours") == {"W401"}
    river = {"kind": "river", "area": [[0, 13.6], [48, 13.6], [48, 14.6], [0, 14.6]]}
    assert "W317" in column(terrain=[river]).refused("pass", unit="Unit", friend="Ours")


@pytest.mark.rules("W321")
@pytest.mark.parametrize(
    ("action", "words"),
    [("face", {"to": "about"}), ("form", {"ranks": 4}), ("pass", {"friend": "Ours"})],
    ids=["face", "ranks", "through friends"],
)
def test_who_changes_face_or_ranks_or_passes_friends_does_not_charge(action: str, words: dict[str, Any]) -> None:
    """Even where the change of face is free (W32)."""
    game = battle(
        [stands(longbowmen("Unit"), 24, 10), stands(unit("Ours"), 24, 12)],
        [stands(unit("Foes"), 24, 17, lost=0), stands(unit("Behind"), 24, 3, 0)],
    )
    game.do(action, unit="Unit", **words)
    for target in ("Foes", "Behind"):
        assert "W321" in game.refused("charge", unit="Unit", target=target)


@pytest.mark.rules("W321", "W306", "W32")
def test_by_option_a_free_change_of_face_does_not_bar_a_charge() -> None:
    armies = ([stands(longbowmen("Unit"), 24, 20)], [stands(unit("Foes"), 24, 25)])
    for allowed in (False, True):
        game = battle(*armies, charge_after_free_turn=allowed)
        game.do("face", unit="Unit", to="about")
        game.do("face", unit="Unit", to="about")
        assert game.refused("charge", unit="Unit", target="Foes") == (set() if allowed else {"W321"})


@pytest.mark.rules("W304", "W308", "W309")
def test_without_a_map_the_same_changes_cost_the_same() -> None:
    game = battle([stands(unit("Unit")), stands(unit("Ours"))], [stands(unit("Foes"))], mapless=True)
    game.do("pass", unit="Unit", friend="Ours")
    assert game.refused("move", unit="Ours", inches=1) >= {"W309"}
    game.next_turn()
    game.do("face", unit="Unit", to="about")
    assert game.refused("move", unit="Unit", inches=1) == {"W311"}
    game.next_turn()
    game.do("form", unit="Unit", ranks=4)
    assert game.refused("move", unit="Unit", inches=4.5) == {"W311"}
    assert game.unit("Unit").depth_in_ranks == 4
