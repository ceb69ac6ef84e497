"""Short ways to state the rest of a turn."""

from typing import Any

from tests.systems.tree_of_battles.combats import bills
from tests.systems.tree_of_battles.scenes import stated
from tests.systems.tree_of_battles.units import Described, described

AHEAD = "turn-ahead"


def bows(stands: int = 3, name: str = "Archers", distance: float = 8, **said: Any) -> Described:
    """A volley of longbows: two dice a stand, each a DP on 5 and 6."""
    return {"distance": distance, "firer": described(f"{stands} longbow", "C", name, **said)}


def guns(number: int = 1, name: str = "Guns", distance: float = 20, **said: Any) -> Described:
    """A volley of guns that are new to the target: two dice each, and only a 6 is a DP."""
    return {"distance": distance, "firer": described(f"{number} guns", "C", name, **said)}


def charged_by(*enemies: Described, own: Described | None = None, **said: Any) -> Described:
    """These charge it."""
    return {"attackers": [one | {"came": "charges"} for one in enemies], "own": own or {}} | said


def ahead(unit: Described | None = None, **said: Any) -> Any:
    """`long_range` and `close_range` may be a list of volleys: those with guns, then the others."""
    for phase in ("long_range", "close_range"):
        if isinstance(said.get(phase), list):
            volleys = said[phase]
            loud = [one for one in volleys if "guns" in one["firer"]["parts"]]
            said[phase] = {"artillery": loud, "archery": [one for one in volleys if one not in loud]}
    return stated(AHEAD, contingent=unit or bills("Bills", 6), **said)
