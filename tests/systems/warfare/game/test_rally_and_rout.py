"""Event VI on the table: what routs cost, who rallies, where routers run and who catches them.

York runs south. Its Rabble have turned their backs: their front is at 24,20, their rear 1.57 inches north of it.
"""

from typing import Any

import pytest

from miniatures.space.contact import touching
from tests.marking import case
from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import gun, unit

DEEP = 2 * 20 / 25.4
HALF = 40 / 25.4
RIDERS = {"weapons": ["spear", "horse"], "figures": 9}
BROAD = unit("Spears", figures=24, ranks=1)
FAR = [stands(unit("Enemy"), 40, 46)]


def rabble(*, y: float = 20, **said: Any) -> Any:
    described = said.pop("described", {})
    return stands(unit("Rabble", **described), said.pop("x", 24), y, 180, **({"routing": 1} | said))


def chased(
    *others: Any, york: Any = (), lancaster: Any = (), described: Any = None, step: str = "rout", **said: Any
) -> Game:
    """Rabble with Spears on their heels."""
    spears = described or unit("Spears")
    return battle(
        [rabble(**said.pop("rabble", {})), *york],
        [stands(spears, 24, 20 + DEEP, 180, pursuing="Rabble", **said.pop("spears", {})), *lancaster],
        contacts=[touch("Rabble", "Spears", "rear", "front"), *others],
        step=step,
        **said,
    )


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


@pytest.mark.rules("W547", "W615", "W610")
def test_pursuers_move_with_the_routers_and_stay_at_their_backs() -> None:
    game = chased().on()
    assert game.unit("Rabble").y == 12
    assert game.unit("Spears").y == pytest.approx(12 + DEEP, abs=1e-3)
    assert game.unit("Spears").pursuing == "Rabble"
    (contact,) = game.state.contacts
    assert (contact.first_side, contact.second_side) == ("rear", "front")
    assert not game.state.in_melee("Spears")


@pytest.mark.rules("W611", "W615")
def test_a_pursuer_who_is_too_slow_goes_his_whole_move_and_is_under_control() -> None:
    slow = unit("Spears", kind="knight", protection="full")
    game = chased(described=slow).on()
    assert game.unit("Spears").y == pytest.approx(20 + DEEP - 6, abs=1e-3)
    assert game.unit("Spears").pursuing == ""
    assert game.state.contacts == ()


@pytest.mark.parametrize(
    "piece",
    [
        pytest.param({"kind": "rough", "area": [[0, 14], [48, 14], [48, 18], [0, 18]]}, id="rough ground"),
        pytest.param({"kind": "hedge", "line": [[0, 16], [48, 16]]}, id="a hedge"),
        pytest.param({"kind": "river", "line": [[0, 15], [48, 15]], "width": 2}, id="a river"),
    ],
)
@pytest.mark.rules("W611", "W610")
def test_ground_stops_pursuers_and_not_routers(piece: dict[str, Any]) -> None:
    game = chased(terrain=[piece]).on()
    assert game.unit("Rabble").y == 12
    assert game.unit("Spears").pursuing == ""
    assert game.unit("Spears").y > 12 + DEEP + 1
    if piece["kind"] == "river":
        assert game.unit("Spears").y == pytest.approx(16, abs=0.1)


@pytest.mark.rules("W611")
def test_a_pursuer_whose_prey_is_wiped_out_or_leaves_the_table_rallies() -> None:
    game = chased(rabble={"lost": 13}, step="morale").on()
    assert game.unit("Rabble").gone == "destroyed"
    assert game.state.contacts == ()
    game.on()
    assert (game.unit("Spears").pursuing, game.unit("Spears").y) == ("", pytest.approx(20 + DEEP))
    left = chased(york=[], rabble={"y": 7}).on()
    assert (left.unit("Rabble").gone, left.unit("Spears").pursuing) == ("left the table", "")


@pytest.mark.rules("W615", "W602")
def test_two_pursuers_of_one_prey_both_keep_up_if_there_is_room() -> None:
    wide = {"described": {"figures": 24, "ranks": 1}}
    game = battle(
        [rabble(**wide)],
        [
            stands(unit("Spears"), 21, 20 + 20 / 25.4, 180, pursuing="Rabble"),
            stands(unit("Glaives"), 27, 20 + 20 / 25.4, 180, pursuing="Rabble"),
        ],
        contacts=[touch("Rabble", "Spears", "rear"), touch("Rabble", "Glaives", "rear")],
        step="rout",
    ).on()
    assert game.unit("Rabble").y == 12
    assert {contact.second for contact in game.state.contacts} == {"Spears", "Glaives"}
    assert not game.body("Spears").polygon.intersection(game.body("Glaives").polygon).area


@pytest.mark.rules("W615", "W614")
def test_a_pursuer_who_runs_into_fresh_enemies_fights_them_next_turn_as_pursuing() -> None:
    fresh = stands(unit("Fresh"), 28.5, 15, 180)  # beside the way of the Rabble, in that of a broad line behind them
    game = chased(york=[fresh], described=BROAD).on()
    assert game.unit("Rabble").y == 12
    assert game.state.in_melee("Fresh")
    spears = game.unit("Spears")
    assert (spears.pursuing, spears.pursued, spears.first_melee) == ("", 1, "now")
    fresh_contact = next(one for one in game.state.contacts if one.first == "Fresh")
    assert (fresh_contact.first_side, fresh_contact.second_side) == ("front", "front")
    assert game.unit("Fresh").facing != 180, "turned to face the first who reached it"
    assert game.unit("Fresh").first_melee == "now"
    assert game.state.turn == 2


@pytest.mark.rules("W408", "W615")
def test_a_gun_on_the_way_is_ridden_over() -> None:
    game = chased(york=[stands(gun("Gun"), 27.5, 17)], described=BROAD).on()
    assert game.unit("Gun").gone == "removed"
    assert game.unit("Spears").pursuing == "Rabble"


@pytest.mark.rules("W409", "W615")
def test_skirmishers_on_the_way_get_out_of_it() -> None:
    loose = stands(unit("Loose", weapons=["bow"], skirmishers=True), 28.5, 15, 0)
    game = chased(york=[loose], described=BROAD).on()
    assert game.unit("Loose").avoided == 1
    assert game.unit("Loose").x > 29
    assert game.unit("Spears").pursuing == "Rabble"
    assert not game.state.in_melee("Loose")


@pytest.mark.rules("W615")
def test_a_pursuer_may_catch_other_routers_than_those_he_was_after() -> None:
    slow = stands(unit("Others", kind="knight", protection="full"), 28.5, 19, 180, routing=1)
    game = chased(york=[slow], described=BROAD).on()
    assert (game.unit("Others").y, game.unit("Rabble").y) == (13, 12)
    assert game.unit("Spears").pursuing == "Others", "seven inches away, in the way to the Rabble at eight"
    assert [contact.key for contact in game.state.contacts] == ["Others|Spears"]


@pytest.mark.rules("W614", "W322")
def test_pursuers_are_out_of_control_until_they_rally() -> None:
    game = chased(step="first moves", first=1, turn=2)
    assert "W322" in game.refused("move", unit="Spears", inches=1)
    game = chased()
    game.do("rally", unit="Spears", dice=[3])
    assert (game.unit("Spears").pursuing, game.unit("Spears").gone) == ("Rabble", "")
    assert game.refused("rally", unit="Spears") == {"W55"}
    game = chased()
    game.do("rally", unit="Spears", dice=[4])
    assert (game.unit("Spears").pursuing, game.unit("Spears").turns) == ("", 0)
    game.on()
    assert game.unit("Spears").y == pytest.approx(20 + DEEP)
    assert game.state.contacts == ()


@pytest.mark.rules("W603", "W614")
def test_a_leader_rallies_pursuers_too_in_the_morale_after_he_came() -> None:
    said: Any = {"step": "morale", "leaders": {"Somerset": "Spears"}}
    assert "W613" in chased(**said).refused("rally", unit="Spears"), "the pursuit began this turn"
    game = chased(turn=2, **said)
    game.do("rally", unit="Spears")
    assert game.unit("Spears").pursuing == ""


@pytest.mark.rules("W543")
def test_who_may_pursue_is_asked_once_and_who_does_not_stays() -> None:
    def won() -> Game:
        spears = stands(unit("Spears"), 24, 20 + DEEP, may_pursue=["Rabble"])
        return battle([rabble()], [spears], contacts=[touch("Rabble", "Spears", "rear")], step="morale")

    game = won()
    assert [one.how for one in game.playing.rules.board(game.state).owed] == ['pursue "Spears" "Rabble"']
    game.do("pursue", unit="Spears")
    assert game.unit("Spears").pursuing == "Rabble"
    game = won().on("command")
    assert (game.unit("Spears").may_pursue, game.unit("Spears").y) == ((), pytest.approx(20 + DEEP))
    assert game.refused("pursue", unit="Spears") == {"W543"}


@pytest.mark.rules("W543", "W614")
def test_a_pursuer_whom_an_enemy_holds_pursues_nobody() -> None:
    held = stands(unit("Held"), 24 - HALF, 20 + DEEP + DEEP / 2, 90)
    game = chased(touch("Held", "Spears", "front", "flank"), york=[held]).on()
    assert game.unit("Spears").pursuing == ""
    assert [contact.key for contact in game.state.contacts] == ["Held|Spears"]
    assert game.unit("Rabble").y == 12


@pytest.mark.rules("W612")
def test_routers_who_have_lost_three_quarters_leave_in_the_next_movement() -> None:
    game = battle([rabble(lost=12), stands(unit("Steady"), 10, 10, lost=12)], FAR, step="tests", turn=2).on()
    assert game.unit("Rabble").gone == "left the field"
    assert game.unit("Steady").gone == ""
    fresh = battle([rabble(lost=12, routing=2)], FAR, step="tests", turn=2).on()
    assert fresh.unit("Rabble").gone == "", "they broke this turn: it is the next Movement that counts"


@pytest.mark.rules("W611", "W610", "W615", "W547")
def test_without_a_map_the_players_run_and_say_when_contact_is_lost() -> None:
    game = battle(
        [stands(unit("Rabble"), routing=1)],
        [stands(unit("Spears"), pursuing="Rabble")],
        contacts=[touch("Rabble", "Spears", "rear")],
        step="morale",
        mapless=True,
    ).on()
    assert game.unit("Rabble").lost == 4
    game.on()
    assert [contact.key for contact in game.state.contacts] == ["Rabble|Spears"]
    game.do("break-off", unit="Spears")
    assert game.unit("Spears").pursuing == ""
    assert game.state.contacts == ()
    assert game.refused("break-off", unit="Spears") == {"W611"}
