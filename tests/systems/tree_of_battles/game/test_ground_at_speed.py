"""What the ground costs those who do not march over it: chargers, evaders, runners and pursuers (T68)."""

from typing import Any

import pytest

from tests.systems.tree_of_battles.game.tables import Game, battle, stands, touch
from tests.systems.tree_of_battles.scenes import bills, stated, thrown

MEN = "2 heavy infantry"
#: A stand of foot is so deep.
DEEP = 20 / 25.4


def stream(y: float) -> list[dict[str, Any]]:
    """A river an inch wide across the table, and a bridge over it, six inches long and wide, in the middle."""
    return [
        {"kind": "river", "area": [[0, y], [48, y], [48, y + 1], [0, y + 1]]},
        {"kind": "bridge", "area": [[21, y - 0.2], [27, y - 0.2], [27, y + 1.2], [21, y + 1.2]]},
    ]


def paid(game: Game, name: str) -> list[tuple[int, str]]:
    return [(one["dps"], one.get("rule", "")) for one in game.unit(name).dps]


@pytest.mark.rules("T512", "T68", "T211")
def test_a_charge_over_a_bridge_costs_a_dp_and_keeps_its_inches() -> None:
    game = battle(
        [stands(MEN, "Chargers", 24, 20)], [stands(MEN, "Targets", 24, 22)], step="first charges", terrain=stream(20.5)
    )
    game.do("charge", unit="Chargers", target="Targets")  # the whole 2 inches, though they are on foot
    said = game.do("respond", target="Targets", answer="stand")
    assert paid(game, "Chargers") == [(1, "T512")]
    assert "Chargers: 1 DP now (1 passing a gap (T512))." in said
    assert paid(game, "Targets") == []


@pytest.mark.rules("T512", "T68", "T507")
def test_a_charge_beside_the_bridge_wades() -> None:
    game = battle(
        [stands(MEN, "Chargers", 10, 20)], [stands(MEN, "Targets", 10, 22)], step="first charges", terrain=stream(20.5)
    )
    game.do("charge", unit="Chargers", target="Targets")
    game.do("respond", target="Targets", answer="stand")
    assert paid(game, "Chargers") == [(1, "T507")]


@pytest.mark.rules("T505", "T215", "T68")
def test_who_countercharges_over_a_hedge_pays_for_it() -> None:
    game = battle(
        [stands("2 mounted men at arms", "Chargers", 24, 20)],
        [stands("2 foot men at arms", "Targets", 24, 26)],
        step="first charges",
        terrain=[{"kind": "hedge", "line": [[0, 25], [48, 25]]}],
    )
    game.do("charge", unit="Chargers", target="Targets")
    game.do("respond", target="Targets", answer="countercharge")  # 2 inches of the 6, and the horse 4
    assert paid(game, "Targets") == [(1, "T505")]
    assert paid(game, "Chargers") == []


@pytest.mark.rules("T216", "T512", "T68")
def test_who_evades_over_a_bridge_pays_for_it_and_goes_all_it_threw() -> None:
    start = 22.0 + DEEP  # turned about where it stands
    game = battle(
        [stands(MEN, "Chargers", 24, 20)],
        [stands("2 longbow", "Targets", 24, 22)],
        step="first charges",
        terrain=stream(25),
    )
    game.do("charge", unit="Chargers", target="Targets")
    game.do("respond", target="Targets", answer="evade", dice=[4, 5])  # average dice read 4 and 4
    assert game.unit("Targets").y == pytest.approx(start + 8)
    assert paid(game, "Targets") == [(1, "T512")]
    assert paid(game, "Chargers") == []


@pytest.mark.rules("T333", "T512", "T68")
def test_a_charger_who_reaches_nobody_pays_for_the_bridge_on_which_it_stops() -> None:
    game = battle(
        [stands("2 mounted men at arms", "Chargers", 24, 20)],
        [stands("2 light horse", "Targets", 24, 28)],
        step="first charges",
        terrain=stream(25),
    )
    game.do("charge", unit="Chargers", target="Targets")
    game.do("respond", target="Targets", answer="evade", dice=[4, 4])
    assert game.unit("Chargers").y == pytest.approx(29)
    assert paid(game, "Chargers") == [(1, "T512")]


@pytest.mark.rules("T205", "T512", "T68")
def test_who_routs_over_a_bridge_pays_for_it_and_is_not_slowed() -> None:
    routed = {"conduct": "routing", "broken": True, "array": "disarray", "runs": 1}
    game = battle(
        [stands(MEN, "Ours", 24, 30, **routed)],
        [stands(MEN, "Foes", 24, 44)],
        step="first tactical",
        terrain=stream(25),
    )
    game.do("run", unit="Ours", dice=[4, 4])
    assert paid(game, "Ours") == [(1, "T512")]
    assert game.unit("Ours").y == pytest.approx(30 - DEEP - 8)


@pytest.mark.rules("T206", "T512", "T68")
def test_quarry_and_pursuer_both_pay_for_the_bridge() -> None:
    game = battle(
        [stands(MEN, "Ours", 24, 24)],
        [stands(MEN, "Theirs", 24, 24, grade="C")],
        step="combat",
        contacts=[touch("Ours", "Theirs", since=0)],
        terrain=stream(27),
    )
    game.do("fight", unit="Ours", dice=[6, 6, 6, 6, 6, 1, 1, 1, 1])  # beaten by 5: a defeat
    game.do("pursue", unit="Ours", target="Theirs", dice=[6, 5, 4, 5])
    assert (1, "T512") in paid(game, "Theirs")
    assert (1, "T512") in paid(game, "Ours")


@pytest.mark.rules("T512", "T68")
def test_stated_gaps_halve_no_fast_move() -> None:
    said: dict[str, Any] = {"contingent": bills(), "manoeuvres": [{"what": "pass a gap"}]}
    assert thrown("move", stated("move", **said), 4, 4).inches == 4
    run = thrown("move", stated("move", kind="rout", first=False, **said), 4, 4)
    assert (run.inches, [line.rule for line in run.causes]) == (8, ["T512"])
