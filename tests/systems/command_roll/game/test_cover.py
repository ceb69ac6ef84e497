"""Cover on a table: what makes a target defended or fortified, harder to hit and harder to drive back."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.command_roll.game.tables import Game, battle, stands


def behind(piece: dict[str, Any], target: str = "Shire Bill", **said: Any) -> Game:
    """Bows at 60,20 and their enemy 20 cm straight ahead: his front at 40, his rear at 42."""
    return battle(
        [stands("Shire Bow", "Bows", 60, 20)],
        [stands(target, "Bills", 60, 40)],
        step="shooting",
        terrain=[piece],
        **said,
    )


def line(kind: str, y: float) -> dict[str, Any]:
    return {"kind": kind, "line": [[40, y], [80, y]]}


def area(kind: str, south: float, north: float, **said: Any) -> dict[str, Any]:
    return {"kind": kind, "area": [[40, south], [80, south], [80, north], [40, north]], **said}


@pytest.mark.parametrize(
    ("piece", "position"),
    [
        case("C163", line("hedge", 39.5), "defended", name="hedge"),
        case("C163", line("wall", 39), "defended", name="wall at 1 cm"),
        case("C162", line("wall", 38.8), "open", name="wall at 1.2 cm"),
        case("C162", line("wall", 42.5), "open", name="wall behind them"),
        case("C162", line("hedge", 20.5), "open", name="before the shooters"),
        case("C163", area("wood", 39, 60), "defended", name="in a wood"),
        case("C163", area("building", 39, 60), "defended", name="in a building"),
        case("C163", area("wood", 41, 60), "defended", name="partly in a wood"),
        case("C162", area("wood", 43, 60), "open", name="before a wood"),
        case("C163", area("hill", 39, 60, height=1), "defended", name="uphill"),
        case("C162", area("hill", 5, 60, height=1), "open", name="on the same hill"),
        case("C164", line("earthworks", 39.2), "fortified", name="works"),
        case("C164", area("earthworks", 38, 60), "fortified", name="in the works"),
        case("C162", area("rough", 30, 60), "open", name="rough"),
    ],
)
def test_the_position_is_measured_from_who_shoots(piece: dict[str, Any], position: str) -> None:
    facts = behind(piece).facts("shoot", unit="Bows", target="Bills")
    assert facts["position"] == position
    assert facts["target"].get("position", "open") == position


@pytest.mark.parametrize(
    ("piece", "hits"),
    [
        case("C162", area("rough", 30, 60), 2),
        case("C163", line("hedge", 39.5), 1),
        case("C164", line("earthworks", 39.5), 0),
    ],
)
def test_cover_makes_shooting_harder(piece: dict[str, Any], hits: int) -> None:
    """A 4 and a 5: both hit in the open, only the 5 who is defended, neither who is fortified."""
    game = behind(piece)
    game.do("shoot", unit="Bows", dice=[4, 5])
    assert game.unit("Bills").missiles.get("hits", 0) == hits


@pytest.mark.rules("C163", "C164", "C26")
@pytest.mark.parametrize(
    ("target", "piece", "position"),
    [
        ("Mounted Currours", line("hedge", 39.5), "open"),
        ("Mounted Currours", area("wood", 39, 60), "open"),
        ("Mounted Currours", area("hill", 39, 60, height=1), "open"),
        ("Mounted Currours", line("earthworks", 39.5), "fortified"),
        ("Canon / Bombard", line("hedge", 39.5), "defended"),
    ],
)
def test_only_foot_and_guns_are_defended(target: str, piece: dict[str, Any], position: str) -> None:
    game = behind(piece, target)
    assert game.facts("shoot", unit="Bows", target="Bills")["position"] == position
    assert game.refused("shoot", unit="Bows", target="Bills") == set()


@pytest.mark.rules("C26", "C57")
def test_who_shoots_round_the_hedge_finds_them_in_the_open() -> None:
    """The hedge covers the front; from the side it is not on the line. Each shot hits by its own position."""
    game = battle(
        [stands("Shire Bow", "Bows", 60, 20), stands("Shire Bow", "Side", 90, 41, 270)],
        [stands("Shire Bill", "Bills", 60, 40)],
        step="shooting",
        terrain=[{"kind": "hedge", "line": [[50, 39.5], [63, 39.5]]}],
    )
    assert game.facts("shoot", unit="Side", target="Bills")["position"] == "open"
    together = game.facts("shoot", unit="Bows", also=["Side"], target="Bills")
    assert (together["position"], together["also"][0]["position"]) == ("defended", "open")
    assert together["target"]["position"] == "defended"  # the bows at 20 cm are nearer than the others at 26
    game.do("shoot", unit="Bows", also=["Side"], target="Bills", dice=[4, 4, 4, 4])
    assert game.unit("Bills").missiles["hits"] == 2


@pytest.mark.rules("C212", "C57")
@pytest.mark.parametrize(("near", "position"), [(26, "defended"), (16, "open")])
def test_the_nearest_stand_that_shot_says_in_what_position_they_are_driven_back(near: float, position: str) -> None:
    """The bows are 20 cm off behind the hedge's line; those at the side 26 or 16, whoever shoots first."""
    for order in (("Bows", "Side"), ("Side", "Bows")):
        game = battle(
            [stands("Shire Bow", "Bows", 60, 20), stands("Shire Bow", "Side", 64 + near, 41, 270)],
            [stands("Shire Bill", "Bills", 60, 40)],
            step="shooting",
            terrain=[{"kind": "hedge", "line": [[50, 39.5], [63, 39.5]]}],
        )
        for name in order:
            game.do("shoot", unit=name, target="Bills", dice=[5, 1])
        missiles = game.unit("Bills").missiles
        assert (missiles["hits"], missiles["position"], missiles["near"]) == (2, position, min(20, near))
        game.on("drive backs")
        facts = game.facts("drive-back", unit="Bills")["unit"]
        assert facts.get("position", "open") == position


@pytest.mark.rules("C163")
def test_players_may_state_another_position() -> None:
    game = behind(area("rough", 30, 60))
    game.do("shoot", unit="Bows", sets=["position=defended", "target.position=defended"], dice=[4, 5])
    assert (game.unit("Bills").missiles["hits"], game.unit("Bills").missiles["position"]) == (1, "defended")


@pytest.mark.rules("C163", "C102")
@pytest.mark.parametrize(("foot", "position"), [(61.5, "open"), (59, "defended")])
def test_a_corner_on_the_slope_is_not_uphill(foot: float, position: str) -> None:
    """The bills stand from 60 to 62: the hill begins behind their middle, or before it."""
    hill = {"kind": "hill", "height": 1, "area": [[30, foot], [90, foot], [90, 90], [30, 90]]}
    game = battle([stands("Shire Bow", "Bows", 60, 40)], [stands("Shire Bill", "Bills", 60, 60)], terrain=[hill])
    assert game.table.position("Bills", (60, 40)) == position
