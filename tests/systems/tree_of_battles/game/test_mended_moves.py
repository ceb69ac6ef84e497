"""Moves, runs and reactions as players found them wrong: costs that add up, gaps, lines, who has run, what lapses."""

from typing import Any

import pytest

from miniatures.systems.tree_of_battles.game.describing import dps_words
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, stands

BILLS = "4 heavy infantry"
#: Two stands in two files: 3.15 inches wide, one rank of 0.79.
PAIR = "2 heavy infantry"


def bills(x: float = 24, y: float = 10, name: str = "Bills", parts: str = BILLS, **said: Any) -> Standing:
    return stands(parts, name, x, y, **said)


def tactical(*york: Standing, lancaster: tuple[Standing, ...] = (), **said: Any) -> Game:
    foes = lancaster or (stands(BILLS, "Foes", 24, 44),)
    return battle(list(york), list(foes), **({"step": "first tactical"} | said))


def causes(game: Game, name: str = "Bills") -> list[tuple[int, str]]:
    return [(one["dps"], one.get("rule", "")) for one in game.unit(name).dps]


def refusals(game: Game, action: str, **words: Any) -> str:
    proposed = game.proposed(action, **words)
    return "; ".join(one.because for one in proposed.against)


@pytest.mark.rules("T327", "T505")
def test_fatigue_and_a_hedge_in_one_move_both_count() -> None:
    hedge = {"kind": "hedge", "line": [[0, 14], [48, 14]]}
    game = tactical(bills(dps=1), terrain=[hedge])
    says = game.do("move", unit="Bills", inches="all", dice=[6, 6])  # two fives, and 14 lies 4 inches ahead
    assert causes(game) == [(1, ""), (2, "T327"), (1, "T505")]
    assert any("2 fives on the move dice (T327)" in line for line in says)


@pytest.mark.rules("T327", "T314")
def test_of_two_fives_one_is_left_when_the_other_is_rallied() -> None:
    tired = [{"dps": 1, "why": "fives on the move dice", "rule": "T327", "turn": 1}]
    game = tactical(bills(dps=tired))
    assert dps_words(game.unit("Bills")) == ["1 five on the move dice (T327), turn 1"]


def crossing(bridge_x: float) -> list[dict[str, Any]]:
    """A river from 14 to 16 across the table, and a bridge 4 inches wide over it."""
    return [
        {"kind": "river", "area": [[0, 14], [48, 14], [48, 16], [0, 16]]},
        {"kind": "bridge", "area": [[bridge_x - 2, 13], [bridge_x + 2, 13], [bridge_x + 2, 17], [bridge_x - 2, 17]]},
    ]


@pytest.mark.rules("T512", "T507")
def test_over_the_bridge_the_gap_is_paid_once_and_the_river_not_at_all() -> None:
    game = tactical(bills(y=12, parts=PAIR), terrain=crossing(24))
    game.do("move", unit="Bills", inches="all", dice=[4, 4])  # 8, halved by the gap
    assert causes(game) == [(1, "T512")]
    assert game.unit("Bills").y == pytest.approx(16)
    later = tactical(bills(y=16, parts=PAIR), terrain=crossing(24))  # it stands on the bridge
    later.do("move", unit="Bills", inches="all", dice=[4, 4])
    assert causes(later) == []
    assert later.unit("Bills").y == pytest.approx(24)


@pytest.mark.rules("T512", "T507")
def test_who_wades_beside_the_bridge_pays_the_river_once_and_no_gap() -> None:
    game = tactical(bills(x=21, y=12, parts=PAIR), terrain=crossing(24))  # its right files brush the bridge
    game.do("move", unit="Bills", inches="all", dice=[1, 1])
    assert causes(game) == [(1, "T507")]
    assert game.unit("Bills").y == pytest.approx(16)
    wet = tactical(bills(x=21, y=15, parts=PAIR), terrain=crossing(24))
    wet.do("move", unit="Bills", inches="all", dice=[1, 1])
    assert causes(wet) == []


@pytest.mark.rules("T511")
def test_two_lines_are_passed_in_one_move() -> None:
    game = tactical(bills(), bills(y=12, name="First"), bills(y=14, name="Second"))
    game.do("move", unit="Bills", inches="all", through=["First", "Second"], dice=[4, 4])
    assert game.unit("Bills").y == pytest.approx(18)
    assert causes(game) == [(1, "T511"), (1, "T511")]
    assert causes(game, "First") == causes(game, "Second") == [(1, "T511")]


@pytest.mark.rules("T511")
def test_between_two_lines_there_is_room_to_stop_and_only_the_first_was_passed() -> None:
    game = tactical(bills(), bills(y=12, name="First"), bills(y=18, name="Second"))
    game.do("move", unit="Bills", inches="all", through=["First", "Second"], dice=[3, 3])
    assert game.unit("Bills").y == pytest.approx(16)
    assert (causes(game), causes(game, "First"), causes(game, "Second")) == ([(1, "T511")], [(1, "T511")], [])


@pytest.mark.rules("T511")
def test_who_cannot_get_beyond_is_told_so_before() -> None:
    game = tactical(bills(), bills(y=19.5, name="Friends"))  # 10 inches at most: 20, and they stand to 18.7
    assert game.refused("move", unit="Bills", inches="all", through="Friends") == {"T511"}
    assert "beyond Friends in 10 inches" in refusals(game, "move", unit="Bills", inches="all", through="Friends")
    assert game.refused("move", unit="Bills", inches=2, through="Friends") == {"T511"}


@pytest.mark.rules("T204", "T104", "T211")
def test_who_ran_in_this_turn_neither_moves_nor_charges() -> None:
    near = (stands(BILLS, "Foes", 24, 12, 180),)
    fled = {"kind": "retire", "inches": 9.0, "turn": 1}
    game = tactical(bills(last_move=fled, array="disarray"), lancaster=near)
    assert "T204" in game.refused("move", unit="Bills", inches="all")
    game = tactical(bills(last_move=fled, array="disarray"), lancaster=near, step="first charges")
    assert game.refused("charge", unit="Bills", target="Foes") == {"T204"}
    assert tactical(bills(last_move=fled), lancaster=near, step="first charges", turn=2).refused(
        "charge", unit="Bills", target="Foes"
    ) == set()  # fmt: skip


@pytest.mark.rules("T204", "T436")
def test_a_retreat_is_remembered_as_the_last_move_and_is_not_repeated() -> None:
    game = tactical(bills(y=30, conduct="retiring", array="disarray", owes={"run": "retire"}), step="close range")
    game.do("run", unit="Bills", dice=[1, 1])  # 2 + 2, and an inch more for each die
    assert game.unit("Bills").last_move == {"kind": "retire", "inches": 6, "turn": 1}
    repeated = {"units": {"Bills": {"reaction": {"turn": 2, "word": "repeat last move"}}}}
    after = tactical(bills(last_move=game.unit("Bills").last_move), state=repeated, turn=2)
    assert after.refused("move", unit="Bills", inches="all") == {"T436"}
    assert after.owed() == []


def shaken(**said: Any) -> Game:
    """Bills of C grade at their most DPs, who owe a full move at Archers 10 inches before them."""
    owed: dict[str, Any] = {"owes": {"advance": "Archers"}, "reaction": {"turn": 1, "word": "advance", "at": "Archers"}}
    return battle(
        [bills(grade="C", dps=5, array="disarray", **(owed | said))],
        [stands("4 longbow", "Archers", 24, 20), stands("2 artillery", "Guns", 34, 30)],
        step="long range",
    )


@pytest.mark.rules("T141", "T142")
def test_a_later_test_takes_the_place_of_an_advance_that_is_owed() -> None:
    game = shaken()
    assert game.owed() == ['move "Bills" all --towards "Archers"']
    game.do("shoot", unit="Archers", dice=[5, 1, 1, 1, 1, 1, 1, 1, 6])  # a DP too many: 6, less 2 for testing again
    assert game.owed() == ['move "Bills" all --towards "Archers"']
    tested = {"turn": 1, "count": 1}
    again = shaken(tests=tested)
    again.do("shoot", unit="Archers", dice=[5, 1, 1, 1, 1, 1, 1, 1, 5])  # 5 - 2 = 3: halt
    assert again.owed() == []
    assert "advance" not in again.unit("Bills").owes
    assert again.refused("next") == set()


@pytest.mark.rules("T141")
def test_an_advance_that_cannot_be_made_holds_up_nobody_and_lapses() -> None:
    owed: dict[str, Any] = {"owes": {"advance": "Foes"}, "reaction": {"turn": 1, "word": "halt"}}
    game = battle([bills(**owed)], [stands(BILLS, "Foes", 24, 20)], step="long range")
    assert game.owed() == []
    game.on()
    assert game.unit("Bills").owes == {}


@pytest.mark.rules("T435")
def test_guns_go_at_nobody() -> None:
    guns = stands("2 artillery", "Guns", 24, 10, grade="D")
    game = battle([guns], [stands(BILLS, "Foes", 24, 44)], state={"leaders": {"Edward": {"x": 2, "y": 40}}})
    says = game.do("test", unit="Guns", dice=[6])  # less 1 for D grade: 5, advance to the nearest enemy
    assert game.unit("Guns").reaction["word"] == "halt"
    assert any("T109" in line for line in says)
    game.on("first tactical")
    assert game.owed() == []


@pytest.mark.rules("T205")
def test_a_run_that_ends_early_says_before_whom() -> None:
    game = tactical(bills(y=20, conduct="routing", broken=True, array="disarray", facing=180), bills(y=12, name="Rear"))
    says = game.do("run", unit="Bills", dice=[6, 1])  # 5 + 2 + 2: to 11, which is among Rear
    assert "of 9: Rear in the way" in says[0]


@pytest.mark.rules("T322", "T73")
def test_a_move_says_what_stopped_it_and_one_that_goes_nowhere_is_refused() -> None:
    game = tactical(bills(), bills(y=14, name="Friends"))
    says = game.do("move", unit="Bills", inches="all", dice=[4, 4])  # their rear is at 13.2
    assert says[0].startswith("Bills move 3.2 inches of 8, up to Friends")
    stuck = tactical(bills(y=13.2), bills(y=14, name="Friends"))
    assert stuck.refused("move", unit="Bills", inches="all") == {"T73"}
    assert "before Friends" in refusals(stuck, "move", unit="Bills", inches="all")


@pytest.mark.rules("T510", "T4")
def test_who_has_its_most_dps_is_told_that_one_more_finds_no_room() -> None:
    knights = "4 mounted men at arms"
    game = tactical(bills(parts=knights, dps=4))
    assert "Bills: 5 DPs now (1 dismounting (T510))." in game.do("move", unit="Bills", inches=0, remount=True)
    full = tactical(bills(parts=knights, dps=5, array="disarray", remounted=True))
    says = full.do("move", unit="Bills", inches=0, remount=True)
    assert says == ("Bills mount.", "Bills have their most DPs (T4), and no room for more: 1 mounting (T510).")
    assert full.unit("Bills").total_dps == 5


@pytest.mark.rules("T511", "T92")
@pytest.mark.parametrize("mapless", [False, True])
def test_who_passes_friends_freely_is_told_why_and_they_may_move_later(mapless: bool) -> None:
    game = tactical(bills(), bills(y=12, name="Skirmishers", parts="4 skirmishers"), mapless=mapless)
    says = game.do("move", unit="Bills", inches="all", through=["Skirmishers"], dice=[4, 4])
    told = "Bills pass through Skirmishers without DPs: skirmishers, and Skirmishers have not moved so far (T511, T92)."
    assert told in says
    game.do("move", unit="Skirmishers", inches=1, dice=[1, 1])
    assert causes(game) == causes(game, "Skirmishers") == []


@pytest.mark.rules("T511", "T92")
def test_friends_who_have_moved_before_pay_for_it() -> None:
    game = tactical(bills(), bills(y=12, name="Skirmishers", parts="4 skirmishers", moved=1))
    says = game.do("move", unit="Bills", inches="all", through=["Skirmishers"], dice=[4, 4])
    assert causes(game) == causes(game, "Skirmishers") == [(1, "T511")]
    assert not any("without DPs" in one for one in says)
