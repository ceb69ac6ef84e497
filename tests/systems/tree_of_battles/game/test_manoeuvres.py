"""Manoeuvres on the table: arrays, ranks, about face, mounting, obstacles really crossed, gaps, passages, rallying."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, stands, touch

BILLS = "4 heavy infantry"
KNIGHTS = "4 mounted men at arms"
DEEP = 20 / 25.4


def bills(parts: str = BILLS, x: float = 24, y: float = 10, name: str = "Bills", **said: Any) -> Standing:
    return stands(parts, name, x, y, **said)


def tactical(*york: Standing, enemy: float = 30, **said: Any) -> Game:
    """York in the tactical move; the enemy so many inches before the first of them."""
    first = york[0].state
    foes = stands(BILLS, "Foes", first["x"], first["y"] + enemy)
    return battle(list(york), [foes], **({"step": "first tactical"} | said))


def causes(game: Game, name: str = "Bills") -> list[tuple[int, str]]:
    return [(one["dps"], one["rule"]) for one in game.unit(name).dps]


@pytest.mark.rules("T503", "T504", "T508", "T509", "T510", "T1")
@pytest.mark.parametrize(
    ("words", "grade", "enemy", "dps"),
    [
        case("T503", {"form": "column"}, "B", 11, [(1, "T503")]),
        case("T503", {"form": "column"}, "B", 13, []),
        case("T504", {"exchange": True}, "B", 3.5, [(1, "T504")]),
        case("T504", {"exchange": True}, "B", 5, []),
        case("T508", {"about": True}, "C", 11, [(1, "T508")]),
        case("T508", {"about": True}, "C", 13, []),
        case("T508", {"about": True}, "B", 11, []),
        case("T509", {"frontage": 3}, "C", 30, [(1, "T509")]),
        case("T509", {"frontage": 3}, "B", 30, []),
    ],
)
def test_what_each_costs_by_grade_and_by_the_enemy(
    words: dict[str, Any], grade: str, enemy: float, dps: list[tuple[int, str]]
) -> None:
    game = tactical(bills("8 heavy infantry", grade=grade), enemy=enemy)  # two ranks of four
    game.do("move", unit="Bills", inches=0, **words)  # no dice: manoeuvres alone
    assert causes(game) == dps
    assert game.unit("Bills").moved == 1


@pytest.mark.rules("T503", "T508", "T59")
def test_half_a_move_is_left_to_who_faces_about() -> None:
    game = tactical(bills(y=24))
    game.do("move", unit="Bills", inches="all", about=True, dice=[5, 3])
    unit = game.unit("Bills")
    assert unit.facing == 180
    assert unit.y == pytest.approx(24 - DEEP - 3.5)  # the rear is the front now; half of 4 and 3 inches


@pytest.mark.rules("T503", "T59")
def test_two_halves_leave_no_move_and_three_are_too_many() -> None:
    game = tactical(bills("8 heavy infantry"))
    words: dict[str, Any] = {"form": "column", "about": True}
    game.do("move", unit="Bills", inches="all", **words)  # nothing is left to throw for
    assert game.unit("Bills").array == "column"
    game = tactical(bills("8 heavy infantry"))
    assert game.refused("move", unit="Bills", inches="all", about=True, frontage=3, exchange=True) == {"T504"}


@pytest.mark.rules("T503", "T504", "T509", "T510", "T43", "T93")
def test_what_cannot_be_formed() -> None:
    assert tactical(bills()).refused("move", unit="Bills", inches=0, form="skirmish") == {"T43"}
    assert tactical(bills()).refused("move", unit="Bills", inches=0, exchange=True) == {"T504"}
    assert tactical(bills()).refused("move", unit="Bills", inches=0, frontage=5) == {"T509"}
    column = bills(array="column", files=1)
    assert "T509" in tactical(column).refused("move", unit="Bills", inches=0, frontage=2)
    assert tactical(bills()).refused("move", unit="Bills", inches=0, remount=True) == {"T510"}
    assert tactical(bills(array="disarray")).refused("move", unit="Bills", inches=0, form="column") == {"T503"}
    assert tactical(bills()).refused("move", unit="Bills", inches=0) == {"T501"}


@pytest.mark.rules("T73")
def test_nobody_forms_where_others_stand() -> None:
    column = bills(array="column", files=1)
    game = tactical(column, bills(x=26.5, name="Beside"))
    assert game.refused("move", unit="Bills", inches=0, form="line") == {"T73"}


@pytest.mark.rules("T510")
def test_men_at_arms_dismount_and_mount_for_a_move_and_a_dp() -> None:
    game = tactical(bills(KNIGHTS))
    game.do("move", unit="Bills", inches="all", remount=True)
    assert not game.unit("Bills").mounted
    assert causes(game) == [(1, "T510")]
    assert game.unit("Bills").in_play.type == "foot men at arms"
    assert game.body("Bills").depth == pytest.approx(DEEP)


def line(kind: str, y: float = 12.0) -> dict[str, Any]:
    return {"kind": kind, "line": [[10, y], [40, y]]}


RIVER = {"kind": "river", "area": [[0, 12], [48, 12], [48, 13], [0, 13]]}


@pytest.mark.rules("T505", "T506", "T507", "T72")
@pytest.mark.parametrize(
    ("parts", "said", "terrain", "dps"),
    [
        case("T505", BILLS, {}, line("hedge"), [(1, "T505")]),
        case("T505", BILLS, {"array": "disarray"}, line("hedge"), []),
        case("T505", "4 skirmishers", {"array": "skirmish"}, line("wall"), []),
        case("T505", KNIGHTS, {}, line("wall"), [(1, "T505")]),
        case("T506", BILLS, {}, line("earthworks"), [(1, "T505")]),
        case("T506", KNIGHTS, {}, line("earthworks"), [(1, "T505"), (1, "T506")]),
        case("T507", BILLS, {}, RIVER, [(1, "T507")]),
        case("T507", BILLS, {"traits": ["full harness"]}, RIVER, [(2, "T507")]),
        case("T507", "4 skirmishers", {"array": "skirmish"}, RIVER, [(1, "T507")]),
    ],
)
def test_obstacles_cost_who_crosses_them(
    parts: str, said: dict[str, Any], terrain: dict[str, Any], dps: list[tuple[int, str]]
) -> None:
    game = tactical(bills(parts, **said), terrain=[terrain])
    game.do("move", unit="Bills", inches=5, dice=[3, 3])
    assert causes(game) == dps


@pytest.mark.rules("T505", "T507", "T91")
@pytest.mark.parametrize("terrain", [line("hedge", 17), RIVER | {"area": [[0, 17], [48, 17], [48, 18], [0, 18]]}])
def test_who_does_not_come_so_far_pays_nothing(terrain: dict[str, Any]) -> None:
    game = tactical(bills(), terrain=[terrain])
    game.do("move", unit="Bills", inches="all", dice=[3, 3])  # 6 inches, to y = 16
    assert causes(game) == []


@pytest.mark.rules("T303", "T72", "T91")
@pytest.mark.parametrize(
    ("parts", "said", "kind", "dps"),
    [
        case("T303", BILLS, {}, "wood", 1),
        case("T303", KNIGHTS, {}, "marsh", 1),
        case("T303", "4 light horse", {"array": "skirmish"}, "rough", 1),
        case("T303", "4 skirmishers", {"array": "skirmish"}, "wood", 0),
        case("T303", "4 skirmishers", {}, "wood", 0),
    ],
)
def test_difficult_terrain_costs_all_but_skirmishers_on_foot(
    parts: str, said: dict[str, Any], kind: str, dps: int
) -> None:
    ground = {"kind": kind, "area": [[10, 12], [40, 12], [40, 20], [10, 20]]}
    game = tactical(bills(parts, **said), terrain=[ground])
    assert game.facts("move", unit="Bills", inches=4)["difficult_terrain"]
    game.do("move", unit="Bills", inches=4, dice=[3, 3])
    assert causes(game) == [(1, "T303")] * dps


@pytest.mark.rules("T303", "T91")
def test_a_wood_that_only_good_dice_reach_costs_nothing_until_it_is_reached() -> None:
    ground = {"kind": "wood", "area": [[10, 16], [40, 16], [40, 20], [10, 20]]}
    for dice, dps in (([3, 3], []), ([5, 5], [(1, "T303")])):
        game = tactical(bills(), terrain=[ground])
        assert not game.facts("move", unit="Bills", inches="all")["difficult_terrain"]
        assert any("difficult ground" in note for note in game.proposed("move", unit="Bills", inches="all").plan.notes)
        game.do("move", unit="Bills", inches="all", dice=dice)
        assert causes(game) == dps


def bridge(y: float) -> list[dict[str, Any]]:
    return [
        {"kind": "river", "area": [[0, y], [48, y], [48, y + 1], [0, y + 1]]},
        {"kind": "bridge", "area": [[20, y - 0.5], [28, y - 0.5], [28, y + 1.5], [20, y + 1.5]]},
    ]


@pytest.mark.rules("T512", "T59", "T91")
def test_a_gap_costs_a_dp_and_halves_the_move_of_foot() -> None:
    game = tactical(bills(), terrain=bridge(12))
    game.do("move", unit="Bills", inches="all", dice=[5, 5])
    assert causes(game) == [(1, "T512")]  # and the river none, for there is a bridge
    assert game.unit("Bills").y == pytest.approx(14)
    game = tactical(bills(KNIGHTS), terrain=bridge(12))
    game.do("move", unit="Bills", inches="all", dice=[5, 5])
    assert causes(game) == [(1, "T512")]
    assert game.unit("Bills").y == pytest.approx(18)


@pytest.mark.rules("T512", "T91")
def test_who_stops_before_the_gap_or_does_not_reach_it_goes_at_full_speed() -> None:
    game = tactical(bills(), terrain=bridge(18))
    game.do("move", unit="Bills", inches=6, dice=[5, 5])
    assert causes(game) == []
    assert game.unit("Bills").y == pytest.approx(16)
    game = tactical(bills(), terrain=bridge(18))
    game.do("move", unit="Bills", inches="all", dice=[5, 5])  # half of 8 does not reach the 7.5
    assert causes(game) == []
    assert game.unit("Bills").y == pytest.approx(17.5, abs=0.05)


@pytest.mark.rules("T511", "T92", "T41")
@pytest.mark.parametrize(
    ("parts", "through", "moved", "own", "theirs"),
    [
        case("T511", BILLS, "4 longbow", 0, [(1, "T511")], [(1, "T511")]),
        case("T511", KNIGHTS, "4 longbow", 0, [(1, "T511")], [(1, "T511"), (1, "T511")]),
        case("T511", "4 skirmishers", BILLS, 0, [], []),
        case("T511", BILLS, "4 skirmishers", 0, [], []),
        case("T511", "4 skirmishers", BILLS, 1, [(1, "T511")], [(1, "T511")]),
    ],
)
def test_passage_of_lines(
    parts: str, through: str, moved: int, own: list[tuple[int, str]], theirs: list[tuple[int, str]]
) -> None:
    game = tactical(bills(parts), bills(through, y=13, name="Friends", moved=moved))
    game.do("move", unit="Bills", inches="all", through="Friends", dice=[5, 5])
    assert game.unit("Bills").y == pytest.approx(18)
    assert (causes(game), causes(game, "Friends")) == (own, theirs)


@pytest.mark.rules("T511", "T91")
def test_who_does_not_get_through_stops_before_them_and_costs_nobody() -> None:
    game = tactical(bills(), bills("4 longbow", y=15.5, name="Friends"))
    game.do("move", unit="Bills", inches="all", through="Friends", dice=[3, 3])  # 6 inches would end among them
    assert game.unit("Bills").y < 15.5 - DEEP + 0.01
    assert (causes(game), causes(game, "Friends")) == ([], [])


@pytest.mark.rules("T511")
def test_one_passes_through_friends_only_and_not_through_who_fights() -> None:
    game = tactical(bills(), enemy=6)
    assert "T511" in game.refused("move", unit="Bills", inches="all", through="Foes")
    assert "T511" in game.refused("move", unit="Bills", inches="all", through="Bills")
    friends = bills(y=14, name="Friends")
    game = tactical(bills(), friends, enemy=4, contacts=[touch("Friends", "Foes")])
    assert "T511" in game.refused("move", unit="Bills", inches="all", through="Friends")


@pytest.mark.rules("T502", "T39", "T213")
def test_rally_from_disarray_takes_a_move() -> None:
    game = tactical(bills(array="disarray", dps=3), enemy=1.5)
    game.do("move", unit="Bills", inches=0, rally=True)
    unit = game.unit("Bills")
    assert (unit.array, unit.total_dps, unit.rallied) == ("line", 3, 1)
    game.on("first charges")
    assert "T213" in game.refused("charge", unit="Bills", target="Foes")


@pytest.mark.rules("T502", "T39", "T334")
def test_who_may_not_rally() -> None:
    assert tactical(bills()).refused("move", unit="Bills", inches=0, rally=True) == {"T502"}
    full = bills(array="disarray", dps=5)
    assert tactical(full).refused("move", unit="Bills", inches=0, rally=True) == {"T502"}
    broken = bills(array="disarray", conduct="routing", broken=True)
    assert {"T39", "T205"} <= tactical(broken).refused("move", unit="Bills", inches=0, rally=True)
    game = tactical(bills(array="disarray"), state={"units": {"Foes": {"conduct": "pursuing", "pursues": "Bills"}}})
    assert game.refused("move", unit="Bills", inches=0, rally=True) == {"T502"}


@pytest.mark.rules("T334", "T4")
def test_the_fifth_dp_of_a_manoeuvre_is_disarray_and_a_sixth_does_nothing() -> None:
    game = tactical(bills(dps=4), enemy=10)
    game.do("move", unit="Bills", inches=0, form="column")
    unit = game.unit("Bills")
    assert (unit.total_dps, unit.array, unit.left) == (5, "disarray", 4)
    game = tactical(bills(dps=4, grade="A"), enemy=10)
    game.do("move", unit="Bills", inches=0, form="column")
    assert game.unit("Bills").array == "column"


@pytest.mark.rules("T511", "T512", "T505")
def test_without_a_map_players_state_what_they_cross() -> None:
    game = tactical(bills(), bills("4 longbow", name="Friends"), mapless=True)
    crossed = ["manoeuvres.0.what=cross minor obstacle"]
    game.do("move", unit="Bills", inches="all", sets=crossed, dice=[1, 1])
    assert causes(game) == [(1, "T505")]
    game = tactical(bills(), bills("4 longbow", name="Friends"), mapless=True)
    game.do("move", unit="Bills", inches="all", through="Friends", dice=[1, 1])
    assert (causes(game), causes(game, "Friends")) == ([(1, "T511")], [(1, "T511")])


@pytest.mark.rules("T511", "T100")
def test_who_stands_right_behind_friends_may_pass_through_them() -> None:
    # The friends' rear is a hair before the bills' front: an inch of the way ends among them, 8 inches do not.
    game = tactical(bills(), bills("4 longbow", y=10 + DEEP + 0.03, name="Friends"))
    assert game.refused("move", unit="Bills", inches="all") == {"T73"}
    game.do("move", unit="Bills", inches="all", through="Friends", dice=[5, 5])
    assert game.unit("Bills").y == pytest.approx(18)
    assert (causes(game), causes(game, "Friends")) == ([(1, "T511")], [(1, "T511")])
