"""Morale DPs among friends within 12 inches: grades, the chivalrous, cascades, limits and reasons."""

from typing import Any

import pytest

from miniatures.systems.tree_of_battles.damage import entry
from miniatures.systems.tree_of_battles.game.suffering import Shock, settled, suffers
from miniatures.systems.tree_of_battles.move_tables import Morale
from tests.marking import case
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, leader, stands

BILLS = "4 heavy infantry"
DEEP = 20 / 25.4


def friend(name: str, x: float, grade: str = "C", **said: Any) -> Standing:
    return stands(BILLS, name, x, 10, grade=grade, **said)


def shaken(game: Game, what: str, *more: str) -> dict[str, list[tuple[int, str]]]:
    """What everybody takes when that happens to the Bills, and to others after them."""
    state = game.state
    shocks = [Shock(name, what, game.body(name)) for name in ("Bills", *more)]  # type: ignore[arg-type]
    changes, _ = settled(state, {}, shocks)
    return {
        name: [(one["dps"], one["rule"]) for one in own["dps"]]
        for name, own in changes.get("units", {}).items()
        if "dps" in own
    }


def standing(*york: Standing, **said: Any) -> Game:
    return battle(list(york), [stands(BILLS, "Foes", 24, 40)], **said)


@pytest.mark.rules("T301", "T302", "T304", "T305", "T38", "T1")
@pytest.mark.parametrize(
    ("what", "source", "grade", "dps"),
    [
        case("T301", "retires", "B", "C", [(1, "T301")]),
        case("T301", "retires", "C", "C", []),
        case("T301", "retires", "D", "C", []),
        case("T302", "routs", "B", "C", [(2, "T302")]),
        case("T302", "routs", "C", "C", [(2, "T302")]),
        case("T302", "routs", "D", "C", []),
        case("T302", "destroyed", "C", "C", [(2, "T302")]),
        case("T302", "destroyed", "C", "B", []),
        case("T305", "noble routed", "D", "A", [(2, "T305")]),
        case("T304", "baggage looted", "D", "A", [(2, "T304")]),
    ],
)
def test_whom_it_shakes_by_grade(what: str, source: str, grade: str, dps: list[tuple[int, str]]) -> None:
    game = standing(friend("Bills", 10, source), friend("Friends", 20, grade))
    assert shaken(game, what).get("Friends", []) == dps


@pytest.mark.rules("T301", "T302", "T305")
def test_the_chivalrous_mind_neither_retreat_nor_rout_but_a_noble() -> None:
    knights = stands("4 foot men at arms", "Knights", 20, 10, grade="C", traits=["chivalrous"])
    game = standing(friend("Bills", 10, "A"), knights)
    assert shaken(game, "retires") == {}
    assert shaken(game, "routs") == {}
    assert shaken(game, "noble routed") == {"Knights": [(2, "T305")]}


@pytest.mark.rules("T302", "T1")
@pytest.mark.parametrize(("gap", "felt"), [(11.9, True), (12.0, True), (12.1, False)])
def test_within_twelve_inches_from_edge_to_edge(gap: float, felt: bool) -> None:
    wide = 4 * 40 / 25.4
    game = standing(friend("Bills", 8), friend("Friends", 8 + wide + gap))
    assert bool(shaken(game, "routs")) == felt


@pytest.mark.rules("T38", "T205")
def test_enemies_and_those_who_broke_take_none() -> None:
    broken = friend("Broken", 20, conduct="routing", broken=True, array="disarray")
    game = battle([friend("Bills", 10), broken], [stands(BILLS, "Foes", 10, 15, grade="C")])
    assert shaken(game, "routs") == {}


@pytest.mark.rules("T302", "T4", "T40")
def test_who_is_destroyed_by_it_shakes_others_in_turn() -> None:
    last = friend("Last", 20, dps=5, array="disarray", stands=[1])
    far = friend("Far", 35)  # within 12 inches of the last, not of the Bills
    game = standing(friend("Bills", 5), last, far)
    assert game.table.apart("Bills", "Far") > 12 > game.table.apart("Last", "Far")
    changes, says = settled(game.state, {}, [Shock("Bills", "routs", game.body("Bills"))])
    assert changes["units"]["Last"]["gone"] == "destroyed"
    (felt,) = changes["units"]["Far"]["dps"]
    assert (felt["dps"], felt["rule"]) == (2, "T302")
    assert "Last" in felt["why"]
    assert any("Last are destroyed (T40)" in one for one in says)


@pytest.mark.rules("T334", "T4", "T272")
@pytest.mark.parametrize(
    ("grade", "before", "dps", "array", "left"),
    [
        case("T334", "C", 2, 4, "line", 4),
        case("T334", "C", 3, 5, "disarray", 4),
        case("T4", "C", 4, 5, "disarray", 3),
        case("T4", "C", 5, 5, "disarray", 2),
        case("T334", "A", 3, 5, "line", 4),
        case("T334", "A", 4, 6, "disarray", 4),
        case("T4", "A", 6, 6, "disarray", 2),
    ],
)
def test_the_most_dps_are_disarray_and_beyond_them_stands_go(
    grade: str, before: int, dps: int, array: str, left: int
) -> None:
    game = standing(friend("Bills", 10, "A"), friend("Friends", 20, grade, dps=before))
    changes, _ = settled(game.state, {}, [Shock("Bills", "destroyed", game.body("Bills"))])
    own = changes["units"]["Friends"]
    total = sum(one["dps"] for one in own.get("dps", game.unit("Friends").dps))
    assert total == dps
    assert own.get("array", "line") == (array if before < dps else "line")
    assert sum(own.get("stands", [4])) == left


@pytest.mark.rules("T4")
def test_a_table_may_let_only_hacks_kill() -> None:
    game = standing(friend("Bills", 10), friend("Friends", 20, dps=5), only_hacks_kill=True)
    changes, _ = settled(game.state, {}, [Shock("Bills", "routs", game.body("Bills"))])
    assert "stands" not in changes.get("units", {}).get("Friends", {})


@pytest.mark.rules("T4", "T303", "T327")
def test_dps_of_the_ground_beyond_the_most_do_nothing() -> None:
    game = standing(friend("Bills", 10, dps=5))
    changes, says = suffers(game.state, game.unit("Bills"), [entry(Morale.difficult_terrain)], "ground")
    told = "Bills have their most DPs (T4), and no room for more: 1 moving in difficult terrain (T303)."
    assert (changes, says) == ({}, [told])


@pytest.mark.rules("T47", "T305", "T79")
def test_every_dp_is_kept_with_its_reason_and_turn() -> None:
    game = standing(friend("Bills", 10), friend("Friends", 20), leader("Hastings", unit="Bills"), turn=4)
    changes, _ = settled(game.state, {}, [Shock("Bills", "noble killed", game.body("Bills"))])
    for name in ("Bills", "Friends"):
        (one,) = changes["units"][name]["dps"]
        assert (one["dps"], one["rule"], one["turn"]) == (2, "T305", 4)
        assert "noble" in one["why"]


@pytest.mark.rules("T47", "T302")
def test_two_events_are_two_reasons_in_the_order_in_which_they_happened() -> None:
    game = standing(friend("Bills", 10), friend("More", 14), friend("Friends", 24))
    found = shaken(game, "routs", "More")
    assert found["Friends"] == [(2, "T302"), (2, "T302")]


@pytest.mark.rules("T38")
def test_without_a_map_nobody_else_is_found() -> None:
    game = standing(friend("Bills", 10), friend("Friends", 20), mapless=True)
    assert settled(game.state, {}, [Shock("Bills", "routs")]) == ({}, [])
    game.do("correct", unit="Friends", dps=2, why="Bills rout within 12 inches")
    assert game.unit("Friends").dps[0]["why"] == "Bills rout within 12 inches"
