"""Archery on the table: who is shot at, from where, with how many dice, and that all of a phase counts at once."""

from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from miniatures.tracker import FactsNeededError
from tests.marking import case
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, stands, touch

MISS = [1]


def shot(
    *york: Standing, at: float = 20.0, step: str = "long range", target: Standing | None = None, **said: Any
) -> Game:
    """York's bows, 6 stands at 24,10 looking north; Lancaster's bills straight ahead, their front at `at`."""
    return battle(
        [stands("6 longbow", "Bows", 24, 10), *york],
        [target or stands("4 heavy infantry", "Bills", 24, at)],
        step=step,
        **said,
    )


@pytest.mark.rules("T131", "T133")
def test_longbows_have_2_dice_a_stand_and_each_5_or_6_is_a_dp() -> None:
    game = shot()
    game.do("shoot", unit="Bows", dice=[4, 5, 6, *MISS * 9])
    assert game.unit("Bills").dps == ({"dps": 2, "why": "shot at by Bows", "rule": "T133", "turn": 1},)
    assert game.unit("Bills").shot_at == 1
    assert game.refused("shoot", unit="Bows") == {"T21"}


@pytest.mark.rules("T132")
def test_six_stands_with_a_dp_have_11_dice() -> None:
    game = shot(state={"units": {"Bows": {"dps": [{"dps": 1}]}}})
    game.do("shoot", unit="Bows", dice=MISS * 11)


def test_only_the_front_rank_shoots_unless_the_table_lets_all() -> None:
    deep = {"units": {"Bows": {"files": 3}}}
    shot(state=deep).do("shoot", unit="Bows", dice=MISS * 6)
    shot(state=deep, all_ranks_shoot=True).do("shoot", unit="Bows", dice=MISS * 12)


@pytest.mark.parametrize(
    ("parts", "at", "refused"),
    [
        case("T112", "6 longbow", 22.0, set(), name="12 inches"),
        case("T112", "6 longbow", 22.1, {"T112"}, name="beyond 12 inches"),
        case("T113", "6 crossbow", 22.0, set(), name="12 inches"),
        case("T113", "6 crossbow", 22.1, {"T113"}, name="beyond 12 inches"),
        case("T103", "6 longbow", 14.1, set(), name="beyond 4 inches"),
        case("T103", "6 longbow", 14.0, {"T103"}, name="within 4 inches"),
        case("T103", "6 skirmishers", 11.5, {"T103"}, name="skirmishers"),
    ],
)
def test_the_long_range_phase(parts: str, at: float, refused: set[str]) -> None:
    game = battle([stands(parts, "Shooters", 24, 10)], [stands("4 heavy infantry", "Bills", 24, at)], step="long range")
    assert game.refused("shoot", unit="Shooters", target="Bills") == refused


@pytest.mark.parametrize(
    ("parts", "at", "said", "refused"),
    [
        case("T105", "6 crossbow", 14.0, {}, set(), name="archers within 4 inches"),
        case("T105", "6 crossbow", 15.0, {}, {"T105"}, name="crossbows beyond"),
        case("T105", "6 longbow", 15.0, {}, set(), name="longbows that stood"),
        case("T105", "6 longbow", 15.0, {"moved": 1}, {"T105"}, name="longbows that moved"),
        case("T105", "6 longbow", 15.0, {"approached": 1}, {"T105"}, name="longbows that approached"),
        case("T105", "6 longbow", 13.0, {"moved": 1}, set(), name="longbows that moved, near"),
        case("T114", "6 handgun", 14.0, {}, set(), name="4 inches"),
        case("T114", "6 handgun", 14.1, {}, {"T114", "T105"}, name="beyond 4 inches"),
        case("T115", "6 skirmishers", 12.0, {}, set(), name="2 inches"),
        case("T115", "6 skirmishers", 12.1, {}, {"T115"}, name="beyond 2 inches"),
    ],
)
def test_the_close_range_phase(parts: str, at: float, said: dict[str, Any], refused: set[str]) -> None:
    game = battle(
        [stands(parts, "Shooters", 24, 10, **said)], [stands("4 heavy infantry", "Bills", 24, at)], step="close range"
    )
    assert game.refused("shoot", unit="Shooters", target="Bills") == refused


@pytest.mark.rules("T103", "T105")
def test_nobody_shoots_in_other_phases() -> None:
    assert shot(step="combat").refused("shoot", unit="Bows") == {"T103"}


@pytest.mark.rules("T105")
def test_longbows_that_stood_shoot_in_both_phases_unless_the_table_says_once() -> None:
    game = shot()
    game.do("shoot", unit="Bows", dice=MISS * 12)
    game.on("close range").do("shoot", unit="Bows", dice=MISS * 12)
    assert game.refused("shoot", unit="Bows") == {"T21"}
    once = shot(one_volley=True)
    once.do("shoot", unit="Bows", dice=MISS * 12)
    assert once.on("close range").refused("shoot", unit="Bows") == {"T24"}


def test_the_nearest_enemy_in_the_arc_is_the_target() -> None:
    near = stands("2 pike", "Pikes", 28, 18)
    game = battle(
        [stands("6 longbow", "Bows", 24, 10)], [stands("4 heavy infantry", "Bills", 20, 20), near], step="long range"
    )
    assert game.facts("shoot", unit="Bows")["target"]["name"] == "Pikes"
    assert game.refused("shoot", unit="Bows", target="Bills") == {"T21"}
    free = battle(
        [stands("6 longbow", "Bows", 24, 10)],
        [stands("4 heavy infantry", "Bills", 20, 20), near],
        step="long range",
        any_target=True,
    )
    assert free.refused("shoot", unit="Bows", target="Bills") == set()


@pytest.mark.parametrize(
    ("x", "inside"),
    [
        # Two stands: the right front corner of the bows is at 25.57,10. The bills' left front corner (they look
        # south) is 1.57 west of their middle at y 18, so that the arc ends at x = 25.57 + 8 + 1.57 = 35.15 for it;
        # their rear, 0.79 further north, is in the arc a little longer: to 35.94.
        case("T103", 35.9, True, name="just inside"),
        case("T103", 36.0, False, name="just outside"),
    ],
)
def test_the_arc_opens_45_degrees_from_the_corners_of_the_front(x: float, inside: bool) -> None:
    game = battle([stands("2 longbow", "Bows", 24, 10)], [stands("2 pike", "Pikes", x, 18)], step="long range")
    assert game.facts("shoot", unit="Bows", target="Pikes").get("in_arc", True) is inside
    assert ("T21" in game.refused("shoot", unit="Bows", target="Pikes")) is not inside


def test_what_hides_the_target_keeps_them_from_shooting() -> None:
    house = {"kind": "building", "area": [[10, 14], [38, 14], [38, 16], [10, 16]]}
    game = shot(terrain=[house])
    assert game.refused("shoot", unit="Bows") == {"T21"}
    assert game.refused("shoot", unit="Bows", target="Bills") == {"T21"}
    game.do("shoot", unit="Bows", target="Bills", dice=MISS * 12, overrule="the house is low")
    with pytest.raises(BrokenInputError):
        shot(terrain=[house]).do("shoot", unit="Bows", overrule="at whom?")


def test_over_others_they_shoot_from_higher_ground_only() -> None:
    screen = stands("8 pike", "Pikes", 24, 14, files=8)
    assert shot(screen).refused("shoot", unit="Bows", target="Bills") == {"T21"}
    assert shot(screen, overhead_anywhere=True).refused("shoot", unit="Bows", target="Bills") == set()
    hill = {"kind": "hill", "height": 1, "area": [[10, 5], [38, 5], [38, 12], [10, 12]]}
    game = shot(screen, terrain=[hill])
    facts = game.facts("shoot", unit="Bows", target="Bills")
    assert (facts["overhead"], facts["higher_ground"]) == (True, True)
    assert game.refused("shoot", unit="Bows") == set()


@pytest.mark.parametrize(
    ("piece", "position"),
    [
        case("T135", {"kind": "hedge", "line": [[10, 19.5], [38, 19.5]]}, "cover", name="hedge"),
        case("T135", {"kind": "wood", "area": [[10, 19.5], [38, 19.5], [38, 23], [10, 23]]}, "cover", name="wood"),
        case("T135", {"kind": "earthworks", "line": [[10, 19.5], [38, 19.5]]}, "fortified", name="works"),
        case("T133", {"kind": "hedge", "line": [[10, 21.5], [38, 21.5]]}, "open", name="hedge behind them"),
    ],
)
def test_cover_is_measured_from_where_they_shoot(piece: dict[str, Any], position: str) -> None:
    game = shot(terrain=[piece])
    assert game.facts("shoot", unit="Bows")["position"] == position
    game.do("shoot", unit="Bows", dice=[5, 6, *MISS * 10])
    assert game.unit("Bills").total_dps == (2 if position == "open" else 1)


@pytest.mark.parametrize(
    ("parts", "said", "facing", "dps"),
    [
        case("T135", "4 pavisiers", {}, 180, 1, name="pavises to the front"),
        case("T133", "4 pavisiers", {}, 90, 2, name="pavises, shot in the flank"),
        case("T133", "4 pavisiers", {"moved": 1}, 180, 2, name="pavises that moved"),
        case("T136", "4 mounted men at arms", {}, 180, 3, name="longbows at mounted"),
        case("T135", "4 skirmishers", {}, 180, 1, name="skirmishers on foot"),
        case("T136", "4 light horse", {"array": "skirmish"}, 180, 2, name="mounted in skirmish array"),
    ],
)
def test_who_is_shot_at(parts: str, said: dict[str, Any], facing: float, dps: int) -> None:
    game = shot(target=stands(parts, "Target", 24, 18, facing, **said))
    game.do("shoot", unit="Bows", dice=[4, 5, 6, *MISS * 9])
    assert game.unit("Target").total_dps == dps


@pytest.mark.rules("T134")
def test_full_harness_turns_arrows() -> None:
    game = shot(target=stands("4 foot men at arms", "Knights", 24, 18, traits=["full harness"]))
    game.do("shoot", unit="Bows", dice=[4, 5, 6, *MISS * 9])
    assert game.unit("Knights").total_dps == 1


def test_who_fights_neither_shoots_nor_is_shot_at() -> None:
    others = stands("4 pike", "Pikes", 24, 19.21, battle="Main")
    game = shot(others, contacts=[touch("Pikes", "Bills")])
    assert game.refused("shoot", unit="Bows", target="Bills") >= {"T21"}
    fighting = shot(at=10.0, contacts=[touch("Bills", "Bows")], step="close range")
    assert fighting.refused("shoot", unit="Bows", target="Bills") == {"T56", "T21"}
    for conduct in ("retiring", "routing", "pursuing", "looting"):
        running = shot(state={"units": {"Bows": {"conduct": conduct}}})
        assert running.refused("shoot", unit="Bows") == {"T56"}
        assert running.may() == []


@pytest.mark.rules("T103")
def test_all_shooting_of_a_phase_counts_at_once() -> None:
    def duel(**said: Any) -> Game:
        game = battle(
            [stands("4 longbow", "Bows", 24, 10)], [stands("4 longbow", "Archers", 24, 20)], step="long range", **said
        )
        game.do("shoot", unit="Bows", dice=[6, 6, 6, *MISS * 5])
        return game

    game = duel()
    assert game.unit("Archers").total_dps == 3
    game.do("shoot", unit="Archers", dice=MISS * 8)
    game.on("close range").do("shoot", unit="Archers", dice=MISS * 5)
    duel(shooting_in_turns=True).do("shoot", unit="Archers", dice=MISS * 5)


def test_who_must_retire_still_has_his_shot_of_that_phase() -> None:
    game = battle(
        [stands("4 longbow", "Bows", 24, 10)],
        [stands("4 longbow", "Archers", 24, 20, grade="C", dps=4)],
        step="long range",
    )
    game.do("shoot", unit="Bows", dice=[6, 6, *MISS * 6, 1])
    assert (game.unit("Archers").conduct, game.unit("Archers").total_dps) == ("retiring", 5)
    assert 'shoot "Archers"' in game.may()
    game.do("shoot", unit="Archers", dice=MISS * 4)


def test_where_the_sides_shoot_in_turns_the_first_does_not_shoot_after_the_second() -> None:
    game = battle(
        [stands("4 longbow", "Bows", 24, 10)],
        [stands("4 longbow", "Archers", 24, 20)],
        step="long range",
        shooting_in_turns=True,
    )
    game.do("shoot", unit="Archers", dice=MISS * 8)
    assert game.refused("shoot", unit="Bows") == {"T21"}


def test_several_shoot_at_one_target_in_one_throw() -> None:
    game = shot(stands("2 crossbow", "Crossbows", 31, 10))
    game.do("shoot", unit="Bows", also=["Crossbows"], dice=[6, *MISS * 11, 6, 1])
    assert game.unit("Bills").total_dps == 2
    assert game.unit("Crossbows").volleys["count"] == 1
    assert game.refused("shoot", unit="Crossbows") == {"T21"}


@pytest.mark.rules("T131")
def test_after_a_second_volley_a_die_says_whether_they_run_low() -> None:
    game = shot(ammunition_die=True)
    game.do("shoot", unit="Bows", dice=MISS * 12)
    game.on("close range").do("shoot", unit="Bows", dice=[*MISS * 12, 1])
    assert game.unit("Bows").low
    game = shot(state={"units": {"Bows": {"low": True}}})
    game.do("shoot", unit="Bows", dice=MISS * 6)


def test_friends_oneself_and_the_gone_are_no_targets() -> None:
    game = shot(stands("2 pike", "Pikes", 24, 17), stands("2 pike", "Lost", gone="destroyed"))
    assert game.refused("shoot", unit="Bows", target="Pikes") == {"T21"}
    game.do("shoot", unit="Bows", target="Pikes", dice=[6, *MISS * 11], overrule="treason")
    assert game.unit("Pikes").total_dps == 1
    assert game.refused("shoot", unit="Bows", target="Bows") == {"T21"}
    assert game.refused("shoot", unit="Bows", target="Lost") == {"T21", "T40"}
    assert game.refused("shoot", unit="Pikes") == {"T131"}
    assert game.refused("shoot", unit="Pikes", target="Bills") >= {"T131"}
    game.do("shoot", unit="Pikes", target="Bills", overrule="they throw stones")


def test_without_a_map_the_players_say_the_inches() -> None:
    game = shot(mapless=True)
    with pytest.raises(FactsNeededError):
        game.do("shoot", unit="Bows", target="Bills")
    game.do("shoot", unit="Bows", target="Bills", sets=["distance=9", "target.position=cover"], dice=[5, 6, *MISS * 10])
    assert game.unit("Bills").total_dps == 1
    with pytest.raises(BrokenInputError, match="target: not known without a map; expected its name"):
        game.do("shoot", unit="Bows", sets=["distance=9"])


def test_the_checklist_reminds_of_who_may_shoot() -> None:
    game = shot(stands("4 skirmishers", "Prickers", 30, 10), stands("4 handgun", "Guns", 36, 10))
    assert game.may() == ['shoot "Bows"']
    game.on("close range")
    assert game.may() == ['shoot "Bows"'], "the others have nobody within 2 and 4 inches"
