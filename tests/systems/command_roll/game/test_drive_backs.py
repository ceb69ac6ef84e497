"""Drive-backs on a table: how many dice, which way, confusion, rout, and what a unit is driven into."""

import math
from typing import Any

import pytest

from miniatures.tracker import refusals_of
from tests.marking import case
from tests.systems.command_roll.game.tables import NOW, Game, Standing, battle, stands


def hit(hits: int, away: float = 0.0, position: str = "open") -> dict[str, Any]:
    """A unit that has been shot at in this phase."""
    return {"now": NOW, "hits": hits, "away": away, "near": 20.0, "position": position, "done": False}


def driven(
    hits: int, *others: Standing, profile: str = "Shire Bill", position: str = "open", away: float = 0.0, **said: Any
) -> Game:
    """Lancaster's bills at 60,60, looking south at those who shot; behind them is north."""
    unit = {"missiles": hit(hits, away, position)} | said.pop("bills", {})
    return battle(
        [stands("Shire Bow", "Bows", 60, 40)],
        [stands(profile, "Bills", 60, 60, **unit), *others],
        step="drive backs",
        commanders={"Warwick": (10, 110)} | said.pop("commanders", {}),
        **said,
    )


@pytest.mark.parametrize(
    ("hits", "position", "dice"),
    [
        case("C211", 2, "open", 2),
        case("C212", 2, "defended", 1, name="the worked example"),
        case("C212", 1, "defended", 0, name="one hit"),
        case("C213", 3, "fortified", 1),
        case("C213", 2, "fortified", 0, name="two hits"),
    ],
)
def test_a_die_for_each_hit_less_in_a_position(hits: int, position: str, dice: int) -> None:
    game = driven(hits, position=position)
    game.do("drive-back", unit="Bills", dice=[3] * dice)
    assert game.unit("Bills").y == 60 + 2 * dice
    game.on("combat")


@pytest.mark.rules("C212", "C163")
def test_a_defended_unit_with_two_hits_throws_one_die_from_the_shot_to_the_end() -> None:
    """The worked example: behind a hedge, hit on 5 and 6, two hits not saved, one die."""
    game = battle(
        [stands("Shire Bow", "Bows", 60, 40)],
        [stands("Shire Bill", "Bills", 60, 60)],
        step="shooting",
        terrain=[{"kind": "hedge", "line": [[40, 59.5], [80, 59.5]]}],
    )
    game.do("shoot", unit="Bows", dice=[5, 6])
    game.on("drive backs")
    game.do("drive-back", unit="Bills", dice=[5])
    assert (game.unit("Bills").y, game.unit("Bills").confused) == (63, False)


@pytest.mark.rules("C211", "C28")
@pytest.mark.parametrize(("face", "centimetres"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_a_face_rounded_up_and_a_six_confuses(face: int, centimetres: int) -> None:
    game = driven(1)
    game.do("drive-back", unit="Bills", dice=[face])
    bills = game.unit("Bills")
    assert (bills.y, bills.facing, bills.confused) == (60 + centimetres, 180, face == 6)


@pytest.mark.rules("C211", "C214", "C402")
def test_everybody_who_was_hit_is_driven_back_and_only_once() -> None:
    game = driven(1, stands("Shire Bill", "Others", 90, 60, missiles=hit(2)))
    assert game.refused("next") == {"C211"}
    game.do("drive-back", unit="Bills", dice=[1])
    assert game.refused("drive-back", unit="Bills") == {"C211"}
    game.do("drive-back", unit="Others", dice=[6, 1])
    assert game.unit("Others").confused
    game.on("combat")


@pytest.mark.rules("C211", "C28")
@pytest.mark.parametrize("bearing", [0.0, 30.0, 135.0, 260.0])
def test_they_go_straight_away_from_the_nearest_stand_that_shot(bearing: float) -> None:
    """A lone stand shoots at a lone general from anywhere: the way goes on along the shortest line between them."""
    turn = math.radians(bearing)
    x, y = 60 - 20 * math.sin(turn), 60 - 20 * math.cos(turn)
    bows = stands("Shire Bow", "Bows", x, y, bearing, lost=1)
    general = {"Warwick": (60, 60), "Edward": (5, 5)}
    game = battle([bows], [stands("Shire Bill", "Bills", 115, 115)], step="shooting", commanders=general)
    game.do("shoot", unit="Bows", dice=[4, 1])
    game.on("drive backs")
    before = game.body("Warwick")
    near = game.table.stands("Bows")[0].polygon.distance(before.polygon)
    game.do("drive-back", unit="Warwick", dice=[5])
    after = game.body("Warwick")
    assert math.dist(before.centre, after.centre) == pytest.approx(3, abs=0.001)
    assert game.table.stands("Bows")[0].polygon.distance(after.polygon) == pytest.approx(near + 3, abs=0.02)
    assert after.pose.facing == before.pose.facing


@pytest.mark.parametrize(
    ("option", "dice", "routed"),
    [
        case("C215", {}, [6] * 6, False, name="18 cm"),
        case("C215", {}, [6] * 6 + [3], True, name="20 cm, two full moves of 10"),
        case("C215", {"routed_at_one_move": True}, [6, 6, 6, 1], True, name="10 cm by option"),
        case("C215", {"routed_at_one_move": True}, [6, 6, 6], False, name="9 cm by option"),
    ],
)
def test_two_full_moves_are_a_rout(option: dict[str, Any], dice: list[int], routed: bool) -> None:
    game = driven(len(dice), **option)
    game.do("drive-back", unit="Bills", dice=dice)
    assert game.unit("Bills").gone == ("routed" if routed else "")


@pytest.mark.rules("C215", "C58")
def test_who_is_routed_troubles_nobody_and_leaves_his_commander_alone() -> None:
    behind = stands("Shire Bill", "Behind", 60, 62)
    game = driven(4, behind, routed_at_one_move=True, commanders={"Warwick": "Bills"})
    game.do("drive-back", unit="Bills", dice=[6, 6, 6, 1])
    warwick = game.unit("Warwick")
    assert (game.unit("Bills").gone, game.unit("Behind").confused) == ("routed", False)
    assert (warwick.joined, warwick.gone, warwick.x, warwick.y) == ("", "", 60, 60)
    game.on("combat")


@pytest.mark.rules("C211", "C38")
def test_a_commander_goes_back_with_his_unit() -> None:
    game = driven(1, commanders={"Warwick": "Bills"})
    game.do("drive-back", unit="Bills", dice=[3])
    assert game.unit("Warwick").joined == "Bills"
    assert game.table.of("Warwick").pose.y == 62
    assert game.refused("drive-back", unit="Warwick") == {"C211"}


@pytest.mark.parametrize(
    ("terrain", "profile", "confusing"),
    [
        case("C403", {"kind": "marsh", "area": [[40, 65], [80, 65], [80, 80], [40, 80]]}, "Shire Bill", True),
        case(
            "C403",
            {"kind": "building", "area": [[40, 65], [80, 65], [80, 80], [40, 80]]},
            "Canon / Bombard",
            True,
            name="guns into a building",
        ),
    ],
)
def test_impassable_ground_stops_them_1_cm_short_and_a_six_confuses(
    terrain: dict[str, Any], profile: str, confusing: bool
) -> None:
    """The rear of foot is at 62, of guns at 64: 3 or 1 cm are free, of which they leave one."""
    free = 3 if profile == "Shire Bill" else 1
    for face in (5, 6):
        game = driven(2, profile=profile, terrain=[terrain])
        game.do("drive-back", unit="Bills", dice=[4, 4, face])
        assert game.unit("Bills").y == pytest.approx(60 + free - 1, abs=0.01)
        assert game.unit("Bills").confused is (confusing and face == 6)


@pytest.mark.rules("C403")
def test_foot_go_back_into_a_building_and_nobody_stops_before_what_he_does_not_reach() -> None:
    building = {"kind": "building", "area": [[40, 65], [80, 65], [80, 80], [40, 80]]}
    game = driven(2, terrain=[building])
    game.do("drive-back", unit="Bills", dice=[4, 4])
    assert game.unit("Bills").y == 64
    marsh = driven(1, terrain=[{"kind": "marsh", "area": [[40, 65], [80, 65], [80, 80], [40, 80]]}])
    marsh.do("drive-back", unit="Bills", dice=[5])  # to the very edge of it: not into it
    assert marsh.unit("Bills").y == 63


@pytest.mark.rules("C403", "C73")
def test_the_edge_of_the_table_is_as_impassable() -> None:
    game = driven(2, size=(120, 64), commanders={"Warwick": (10, 60)})
    game.do("drive-back", unit="Bills", dice=[4, 4, 6])
    assert game.unit("Bills").y == pytest.approx(61, abs=0.01)
    assert game.unit("Bills").confused


@pytest.mark.rules("C404")
def test_driven_into_enemies_they_stop_and_are_confused_without_a_die() -> None:
    game = battle(
        [stands("Shire Bow", "Bows", 60, 40), stands("Shire Bill", "Behind", 60, 65, 180)],
        [stands("Shire Bill", "Bills", 60, 60, missiles=hit(2))],
        step="drive backs",
    )
    # The enemy's body is from 65 to 67, and the rear of the bills at 62.
    says = game.do("drive-back", unit="Bills", dice=[4, 4])
    assert game.unit("Bills").y == pytest.approx(62, abs=0.01)
    assert game.unit("Bills").confused
    assert "into enemies" in says[0]


@pytest.mark.rules("C58", "C211")
def test_guns_are_driven_back_as_others_are() -> None:
    game = driven(1, profile="Canon / Bombard")
    game.do("drive-back", unit="Bills", dice=[5])
    assert (game.unit("Bills").y, game.unit("Bills").gone) == (63, "")


@pytest.mark.rules("C211", "C101")
def test_there_is_a_time_for_drive_backs_and_only_those_who_were_hit_have_one() -> None:
    game = driven(1, stands("Shire Bill", "Others", 90, 60))
    assert game.refused("drive-back", unit="Others") == {"C211"}
    early = battle(
        [stands("Shire Bow", "Bows", 60, 40)], [stands("Shire Bill", "Bills", 60, 60, missiles=hit(1))], step="shooting"
    )
    assert early.refused("drive-back", unit="Bills") == {"C211"}
    lost = driven(1, bills={"gone": "routed"})
    assert lost.refused("drive-back", unit="Bills") == {"C167"}


@pytest.mark.rules("C211")
def test_what_was_shot_in_another_phase_is_forgotten() -> None:
    game = driven(1, bills={"missiles": hit(1) | {"now": NOW - 1}})
    assert game.refused("drive-back", unit="Bills") == {"C211"}
    game.on("combat")


@pytest.mark.rules("C211", "C214", "C405")
def test_without_a_map_the_players_say_what_is_behind() -> None:
    def hit_by_two() -> Game:
        unit = stands("Shire Bill", "Bills", missiles=hit(2))
        friends = [unit, stands("Shire Bill", "Behind")]
        return battle([stands("Shire Bow", "Bows")], friends, step="drive backs", mapless=True)

    free = hit_by_two()
    free.do("drive-back", unit="Bills", dice=[1, 6])
    assert free.unit("Bills").confused
    into = hit_by_two()
    says = into.do(
        "drive-back", unit="Bills", sets=["unit.behind=friends", 'unit.friends=["Behind"]'], dice=[1, 1, 2, 6]
    )
    assert (into.unit("Bills").confused, into.unit("Behind").confused) == (False, True)
    assert says[-1] == "Behind made way and are confused (C407)."


@pytest.mark.rules("C28", "C212")
def test_the_nearest_stand_that_shot_counts_though_it_missed() -> None:
    """Near shoots over the hedge from 10 cm and misses, Far hits once in the open: defended, so no die is thrown."""
    game = battle(
        [stands("Shire Bow", "Near", 60, 50, lost=1), stands("Shire Bow", "Far", 30, 60.5, 90, lost=1)],
        [stands("Shire Bill", "Foes", 60, 60, lost=1)],
        step="shooting",
        terrain=[{"kind": "hedge", "line": [[50, 59.5], [70, 59.5]]}],
        commanders={"Edward": (3, 3), "Warwick": None},
    )
    game.do("shoot", unit="Near", dice=[1])
    game.do("shoot", unit="Far", dice=[6])
    missiles = game.unit("Foes").missiles
    assert (missiles["hits"], missiles["away"], missiles["near"], missiles["position"]) == (1, 0, 10, "defended")


@pytest.mark.rules("C212")
def test_who_throws_no_die_is_not_to_be_driven_back_and_is_told_so() -> None:
    game = driven(1, position="defended")
    assert [one.how for one in game.playing.rules.board(game.state).owed] == []
    assert game.proposed("drive-back", unit="Bills").plan.notes == (
        "1 hit on Bills, who were defended: no die is thrown.",
    )
    owed = driven(1).playing.rules.board(driven(1).state).owed
    assert [one.what for one in owed] == ["are driven back for 1 hit"]


@pytest.mark.rules("C211")
def test_the_cure_for_hits_that_nobody_wrote_down_can_be_typed() -> None:
    game = driven(0)
    refusal = next(one for one in refusals_of(game.proposed("drive-back", unit="Bills")) if one.rule == "C211")
    stated = refusal.cure.rpartition("--set ")[2]
    game.do("drive-back", unit="Bills", sets=[stated], dice=[1, 1])
    assert game.unit("Bills").y == 62
