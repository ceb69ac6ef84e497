"""Event VI on the table: what routs cost, who rallies, where routers run and who catches them.

York runs south. Its Rabble have turned their backs: their front is at 24,20, their rear 1.57 inches north of it.
"""

from typing import Any

import pytest

from miniatures.space.contact import touching
from tests.marking import case
from tests.systems.warfare.game.scenes import DEEP, FAR, HALF, RIDERS, chased, rabble
from tests.systems.warfare.game.tables import battle, stands, touch
from tests.systems.warfare.units import unit


@pytest.mark.parametrize(
    ("described", "enemy", "lost"),
    [
        case("W601", {}, "far", 2),
        case("W602", {}, "touching", 4),
        case("W602", {}, "pursuing", 4),
        case("W601", RIDERS, "far", 1),
        case("W602", RIDERS, "touching", 2),
        case("W602", RIDERS, "pursuing", 2),
    ],
)
def test_what_a_rout_costs(described: dict[str, Any], enemy: str, lost: int) -> None:
    spears = stands(unit("Spears"), 24, 20 + DEEP, pursuing="Rabble" if enemy == "pursuing" else "")
    touching = [touch("Rabble", "Spears", "rear", "front")] if enemy == "touching" else []
    game = battle([rabble(described=described)], [spears], contacts=touching, step="morale").on()
    assert game.unit("Rabble").lost == lost


@pytest.mark.rules("W602", "W401")
def test_routers_in_the_hands_of_the_enemy_stay_there_when_bases_leave() -> None:
    game = chased(rabble={"lost": 6}, step="morale").on()  # six are left, and one rank of the two
    assert game.unit("Rabble").lost == 10
    assert game.unit("Rabble").y == pytest.approx(20 + DEEP / 2, abs=1e-3)
    assert touching(game.body("Rabble"), game.body("Spears"))


@pytest.mark.rules("W602")
def test_an_enemy_in_rout_himself_harries_nobody() -> None:
    spears = stands(unit("Spears"), 24, 20 + DEEP, 0, routing=1)
    touching = [touch("Rabble", "Spears", "rear", "rear")]
    game = battle([rabble()], [spears], contacts=touching, step="morale").on()
    assert game.unit("Rabble").lost == 2
    assert not game.state.contacts


@pytest.mark.rules("W613", "W604", "W610")
def test_first_the_losses_then_the_rallies_then_the_moves() -> None:
    game = battle([rabble(), stands(unit("Others"), 10, 20, 180, routing=1)], FAR, step="morale")
    assert game.refused("rally", unit="Rabble") == {"W613"}, "no die before the losses"
    game.on()
    assert game.unit("Rabble").lost == 2
    assert game.unit("Rabble").y == 20
    game.do("rally", unit="Rabble", dice=[4])
    game.on()
    assert (game.unit("Rabble").routing, game.unit("Rabble").y) == (0, 20), "rallied in time, it does not run"
    assert (game.unit("Others").routing, game.unit("Others").y) == (1, 12)
    assert game.state.turn == 2


@pytest.mark.rules("W607", "W604", "W605")
def test_a_failed_die_removes_a_router_at_once() -> None:
    game = battle([rabble()], FAR, step="rout")
    game.do("rally", unit="Rabble", dice=[3])
    assert game.unit("Rabble").gone == "removed"
    knightly = battle([rabble(described={"kind": "knight"})], FAR, step="rout")
    knightly.do("rally", unit="Rabble", dice=[3])
    assert (knightly.unit("Rabble").gone, knightly.unit("Rabble").routing) == ("", 0)


@pytest.mark.rules("W606")
def test_the_optional_modifiers_count_where_they_are_agreed() -> None:
    game = battle([rabble(described={"morale": "raw"})], FAR, step="rout", rally_modifiers=True)
    game.do("rally", unit="Rabble", dice=[4])
    assert game.unit("Rabble").gone == "removed"


@pytest.mark.rules("W609")
def test_levy_wait_for_a_leader() -> None:
    game = battle([rabble(described={"kind": "levy"})], FAR, step="rout")
    assert game.refused("rally", unit="Rabble") == {"W609"}
    assert [one for one in game.playing.rules.board(game.state).owed if one.rule == "W604"] == []


@pytest.mark.rules("W603")
def test_a_leader_who_touches_them_in_the_next_movement_rallies_them_in_the_morale_after_it() -> None:
    game = battle([rabble(described={"kind": "levy"})], FAR, step="morale", leaders={"Edward": "Rabble"})
    assert game.refused("rally", unit="Rabble") != set(), "he was with them when they broke"
    game = battle([rabble(described={"kind": "levy"})], FAR, turn=2, leaders={"Edward": (24, 15)})
    game.do("ride", leader="Edward", to="Rabble")
    assert "W603" in game.refused("rally", ["leader_touches=true"], unit="Rabble"), "not in the Movement itself"
    game.on("morale")
    reminders = [one.how for one in game.playing.rules.board(game.state).owed if one.rule == "W603"]
    assert reminders == ['rally "Rabble"']
    game.do("rally", unit="Rabble")
    levy = game.unit("Rabble")
    assert (levy.routing, levy.routed_before, levy.turns) == (0, True, 2)
    game.do("turn", unit="Rabble")
    assert game.unit("Rabble").facing == 0
    assert game.unit("Rabble").y == pytest.approx(20 + DEEP, abs=1e-3)
    assert game.refused("turn", unit="Rabble") == {"W608"}


@pytest.mark.rules("W463", "W603")
def test_a_leader_who_is_out_rallies_nobody() -> None:
    game = battle([rabble()], FAR, turn=2, step="morale", state={"leaders": {"Edward": {"unit": "Rabble", "hit": 1}}})
    assert "W613" in game.refused("rally", unit="Rabble")


@pytest.mark.rules("W608")
def test_who_rallied_by_die_turns_in_the_morale_after_the_next_movement_and_no_later() -> None:
    game = battle([rabble()], FAR, step="rout")
    game.do("rally", unit="Rabble", dice=[6])
    assert game.refused("turn", unit="Rabble") == {"W608"}
    later = battle([rabble(routing=0, turns=2)], FAR, step="morale", turn=2)
    later.do("turn", unit="Rabble")
    assert later.unit("Rabble").facing == 0
    late = battle([rabble(routing=0, turns=2)], FAR, step="morale", turn=3)
    assert late.refused("turn", unit="Rabble") == {"W608"}


@pytest.mark.rules("W604", "W401", "W429")
def test_who_rallies_with_the_enemy_at_its_back_is_fought_there_next_turn() -> None:
    game = chased()
    game.do("rally", unit="Rabble", dice=[5])
    game.on()
    (contact,) = game.state.contacts
    assert (contact.first_side, contact.second_side) == ("rear", "front")
    assert game.unit("Spears").pursuing == ""
    assert game.state.in_melee("Rabble")
    assert game.unit("Spears").y == pytest.approx(20 + DEEP, abs=1e-3)


@pytest.mark.parametrize(
    ("described", "inches"),
    [
        case("W610", {}, 8, name="foot"),
        case("W610", {"kind": "knight", "protection": "full"}, 6, name="knights on foot in full armour"),
        case("W610", RIDERS, 10, name="horse"),
        case("W610", RIDERS | {"protection": "none"}, 12, name="unarmoured horse"),
    ],
)
def test_routers_run_a_full_move_straight_to_their_baseline(described: dict[str, Any], inches: float) -> None:
    game = battle([rabble(described=described)], FAR, step="rout").on()
    assert (game.unit("Rabble").x, game.unit("Rabble").y) == (24, 20 - inches)


@pytest.mark.rules("W610")
def test_routers_mind_no_ground() -> None:
    terrain = [
        {"kind": "wood", "area": [[0, 17], [48, 17], [48, 19], [0, 19]]},
        {"kind": "river", "line": [[0, 15], [48, 15]], "width": 1},
        {"kind": "wall", "line": [[0, 13], [48, 13]]},
    ]
    game = battle([rabble(described=RIDERS)], FAR, step="rout", terrain=terrain).on()
    assert game.unit("Rabble").y == 10


@pytest.mark.rules("W610")
def test_the_baseline_is_where_their_side_set_up() -> None:
    zones = [{"edge": "west", "depth": 12}, {"edge": "east", "depth": 12}]
    game = battle([rabble()], FAR, step="rout", zones=zones).on()
    middle = game.body("Rabble").centre
    assert middle[0] == pytest.approx(24 - 8, abs=1e-3)
    assert game.unit("Rabble").facing == 270


@pytest.mark.rules("W610")
def test_routers_make_for_their_camp_and_stay_there() -> None:
    camps = [
        {"kind": "camp", "area": [[34, 18], [38, 18], [38, 24], [34, 24]], "side": 0},
        {"kind": "camp", "area": [[20, 8], [28, 8], [28, 12], [20, 12]], "side": 1},
    ]
    game = battle([rabble(y=20 - DEEP / 2)], FAR, step="rout", terrain=camps)
    assert game.body("Rabble").centre == pytest.approx((24, 20))
    game.on()
    x, y = game.body("Rabble").centre
    assert (x - 24) ** 2 + (y - 20) ** 2 == pytest.approx(
        64, abs=0.01
    )  # eight inches, and the camp's middle lies at 36,21
    assert (y - 20) / (x - 24) == pytest.approx(1 / 12, abs=1e-3)
    game = battle([rabble(x=36, y=21 - DEEP / 2)], FAR, step="rout", terrain=camps).on()
    assert game.body("Rabble").centre == pytest.approx((36, 21), abs=0.01)


@pytest.mark.rules("W610")
def test_routers_go_round_others_and_touch_nobody_on_their_way() -> None:
    game = battle([rabble(), stands(unit("Reserve"), 23, 15)], FAR, step="rout").on()
    ran, reserve = game.body("Rabble"), game.body("Reserve")
    assert not ran.polygon.intersection(reserve.polygon).area
    assert ran.pose.y < 15, "past those in the way, not stuck behind them"


@pytest.mark.rules("W610")
def test_the_hindmost_run_first_and_make_room() -> None:
    behind = stands(unit("A second line"), 24, 18, 180, routing=1)
    game = battle([rabble(), behind], FAR, step="rout").on()
    assert (game.unit("A second line").y, game.unit("Rabble").y) == (10, 12)


@pytest.mark.rules("W610")
def test_who_reaches_the_edge_is_gone_and_so_is_the_leader_with_him() -> None:
    game = battle([rabble(y=7)], FAR, step="rout", leaders={"Edward": "Rabble"})
    said = game.do("next")
    assert game.unit("Rabble").gone == "left the table"
    assert game.state.leaders["Edward"].gone
    assert "Rabble run off the table in the south (W54)." in said


@pytest.mark.rules("W602", "W610")
def test_routers_with_nowhere_to_go_stay_in_the_hands_of_the_enemy() -> None:
    ring = [
        stands(unit("North"), 24, 20 + DEEP, 180),
        stands(unit("South"), 24, 20, 0),
        stands(unit("West"), 24 - HALF, 20 + DEEP / 2, 90),
        stands(unit("East"), 24 + HALF, 20 + DEEP / 2, 270),
    ]
    contacts = [touch("Rabble", "North", "rear"), touch("Rabble", "South"), touch("Rabble", "West", "flank")]
    game = battle([rabble()], ring, contacts=contacts, step="rout").on()
    assert (game.unit("Rabble").x, game.unit("Rabble").y) == (24, 20)
    assert {contact.second for contact in game.state.contacts} == {"North", "South", "West"}


@pytest.mark.rules("W542")
def test_where_the_enemy_bars_the_way_home_they_run_from_him() -> None:
    game = battle(
        [rabble()],
        [stands(unit("Wide", figures=24, ranks=1), 24, 20, 0)],
        contacts=[touch("Rabble", "Wide")],
        step="rout",
    ).on()
    assert game.state.contacts == ()
    assert game.body("Rabble").polygon.distance(game.body("Wide").polygon) > 0.5 or game.unit("Rabble").x != 24


@pytest.mark.rules("W612")
def test_routers_who_have_lost_three_quarters_leave_in_the_next_movement() -> None:
    game = battle([rabble(lost=12), stands(unit("Steady"), 10, 10, lost=12)], FAR, step="tests", turn=2).on()
    assert game.unit("Rabble").gone == "left the field"
    assert game.unit("Steady").gone == ""
    fresh = battle([rabble(lost=12, routing=2)], FAR, step="tests", turn=2).on()
    assert fresh.unit("Rabble").gone == "", "they broke this turn: it is the next Movement that counts"
