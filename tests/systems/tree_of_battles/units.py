"""The contingents and armies that the tests of The Tree of Battles play with."""

from typing import Any

from miniatures.systems.tree_of_battles.army import Roster
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, LeaderInPlay

Described = dict[str, Any]


def described(parts: Any = "6 longbow", grade: str = "C", name: str = "", **said: Any) -> Described:
    """A contingent as a player writes it, called after its stands unless it has a name."""
    return {"name": name or f"{grade} {parts}", "grade": grade, "parts": parts} | said


def contingent(parts: Any = "6 longbow", grade: str = "C", name: str = "", **said: Any) -> ContingentInPlay:
    return ContingentInPlay.model_validate(described(parts, grade, name, **said))


def leader(rank: str = "captain", points: int = 3, name: str = "", **said: Any) -> LeaderInPlay:
    return LeaderInPlay.model_validate({"name": name or f"A {rank}", "rank": rank, "command_points": points} | said)


def battle(name: str = "Main battle", *contingents: Described, **said: Any) -> Described:
    marshal = {"name": "Edward", "rank": "marshal", "command_points": 4}
    return {"name": name, "order": "attack", "leaders": [marshal], "contingents": list(contingents)} | said


def army(*battles: Described, **said: Any) -> Roster:
    """These battles; with none, a marshal and six stands of longbow."""
    own = {"system": "tree-of-battles", "name": "Mine", "points": 650, "checked_with": "tree-of-battles 1"}
    return Roster.model_validate(own | {"battles": battles or [battle("Main battle", described())]} | said)
