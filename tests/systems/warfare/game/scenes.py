"""Scenes that several tests share: a duel, routers, and routers with an enemy at their backs.

Sixteen militia stand 3.15 inches broad and 1.57 deep. York runs south: its Rabble have turned their backs, with their
front at 24,20 and their rear 1.57 inches north of it.
"""

from typing import Any

from tests.systems.warfare.game.tables import Game, battle, stands, touch
from tests.systems.warfare.units import unit

DEEP = 2 * 20 / 25.4
HALF = 40 / 25.4
RIDERS = {"weapons": ["spear", "horse"], "figures": 9}
BROAD = unit("Spears", figures=24, ranks=1)
FAR = [stands(unit("Enemy"), 40, 46)]


def duel(york: Any = None, lancaster: Any = None, **said: Any) -> Game:
    """Bills of York and Spears of Lancaster, front to front at 24,20."""
    return battle(
        [stands(york or unit("Bills"), 24, 20)],
        [stands(lancaster or unit("Spears"), 24, 20)],
        contacts=[touch("Bills", "Spears")],
        **({"step": "melee"} | said),
    )


def fighter(game: Game, name: str, **words: Any) -> dict[str, Any]:
    facts = game.facts("melee", unit=name, **words)
    return next(one for one in (*facts["attackers"], *facts["defenders"]) if one["name"] == name)


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


def owing(game: Game) -> list[str]:
    return [one.unit for one in game.playing.rules.board(game.state).owed if one.rule == "W505"]
