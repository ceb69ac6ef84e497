"""What holds for every move and every shock: nothing hangs on how the table lies, or on the order of the roster."""

import math
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from miniatures.systems.tree_of_battles.game.suffering import Shock, settled
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, stands

QUICK = settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
MIDDLE = 60.0
ARMS = ("4 heavy infantry", "4 longbow", "3 light horse", "4 mounted men at arms", "6 pike")
Spot = tuple[float, float, float]


def turned(spot: Spot, degrees: float, shift: tuple[float, float]) -> Spot:
    """A place turned clockwise about the middle of the table, and shifted."""
    x, y, facing = spot
    angle = math.radians(degrees)
    east, north = x - MIDDLE, y - MIDDLE
    return (
        MIDDLE + east * math.cos(angle) + north * math.sin(angle) + shift[0],
        MIDDLE - east * math.sin(angle) + north * math.cos(angle) + shift[1],
        (facing + degrees) % 360,
    )


def laid(
    arm: str,
    enemy: tuple[float, float],
    degrees: float = 0,
    shift: tuple[float, float] = (0, 0),
    step: str = "tactical",
) -> Game:
    """One of ours at the middle, an enemy somewhere before it."""

    def put(parts: str, name: str, spot: Spot) -> Standing:
        return stands(parts, name, *turned(spot, degrees, shift))

    return battle(
        [put(arm, "Ours", (MIDDLE, MIDDLE, 0))],
        [put("4 heavy infantry", "Theirs", (MIDDLE + enemy[0], MIDDLE + enemy[1], 180))],
        step=f"first {step}",
        size=(2 * MIDDLE, 2 * MIDDLE),
    )


def plain(value: Any) -> Any:
    """Facts with their measures rounded to a tenth of an inch."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return round(value, 1) + 0.0 if isinstance(value, float) else value


enemies = some.tuples(some.integers(-12, 12), some.integers(3, 25))


@QUICK
@given(
    some.sampled_from(ARMS),
    enemies,
    some.integers(1, 359),
    some.tuples(some.integers(-20, 20), some.integers(-20, 20)),
    some.sampled_from(["tactical", "approach"]),
)
def test_a_table_may_be_turned_and_shifted(
    arm: str, enemy: tuple[int, int], degrees: int, shift: tuple[int, int], step: str
) -> None:
    games = [laid(arm, enemy, step=step), laid(arm, enemy, degrees, shift, step)]
    words: dict[str, Any] = {"unit": "Ours", "inches": "all", "towards": "Theirs"}
    assert games[0].refused("move", **words) == games[1].refused("move", **words)
    if games[0].refused("move", **words):
        return
    assert plain(games[0].facts("move", **words)) == plain(games[1].facts("move", **words))
    for game in games:
        game.do("move", dice=[4, 3], **words)
    first, second = (game.unit("Ours") for game in games)
    assert first.x is not None
    assert second.x is not None
    there = turned((first.x, first.y, first.facing), degrees, shift)
    assert math.dist(there[:2], (second.x, second.y)) < 0.1
    assert abs((there[2] - second.facing + 180) % 360 - 180) < 0.5
    assert first.dps == second.dps


@QUICK
@given(
    some.lists(
        some.tuples(some.integers(0, 4), some.sampled_from("ABCD"), some.integers(0, 5)), min_size=2, max_size=5
    ),
    some.sampled_from(["retires", "routs", "destroyed"]),
    some.randoms(use_true_random=False),
)
def test_the_order_of_the_roster_changes_nothing(others: list[tuple[int, str, int]], what: str, shuffled: Any) -> None:
    listed = [
        stands("2 heavy infantry", f"Unit {place}", 10 + 8 * place, 20 + row, grade=grade, dps=dps)
        for place, (row, grade, dps) in enumerate(others)
    ]
    found = []
    for york in (listed, shuffled.sample(listed, len(listed))):
        source = stands("4 heavy infantry", "Source", 30, 10, grade="B")
        game = battle([source, *york], [stands("4 heavy infantry", "Theirs", 30, 45)])
        changes, _ = settled(game.state, {}, [Shock("Source", what, game.body("Source"))])  # type: ignore[arg-type]
        taken = {
            name: (sum(one["dps"] for one in own.get("dps", ())), own.get("stands"), own.get("array"), own.get("gone"))
            for name, own in changes.get("units", {}).items()
        }
        found.append(taken)
    assert found[0] == found[1]


@QUICK
@given(some.sampled_from(ARMS), enemies, some.integers(1, 6), some.integers(1, 6))
def test_undone_and_done_again_it_is_the_same(arm: str, enemy: tuple[int, int], one: int, other: int) -> None:
    game = laid(arm, enemy)
    before = game.playing.file.state
    if game.refused("move", unit="Ours", inches="all"):
        return
    game.do("move", unit="Ours", inches="all", dice=[one, other])
    after = game.playing.file.state
    game.undo()
    assert game.playing.file.state == before
    game.redo()
    assert game.playing.file.state == after
