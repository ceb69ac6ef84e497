"""The units that the tests fight with, and short ways to ask for a sum."""

from typing import Any

from miniatures.dice import TableDice
from miniatures.odds import count_chain, follow
from miniatures.systems.warfare.melee import melee_outcome, opening, rounds_of
from miniatures.systems.warfare.melee_facts import MeleeFacts
from miniatures.systems.warfare.melee_round import Melee, Round
from miniatures.systems.warfare.melee_sum import Blow

Described = dict[str, Any]


def unit(name: str = "Militia", **said: Any) -> Described:
    """Sixteen militia in light armour with nothing special about them."""
    return {"name": name, "kind": "militia", "protection": "light", "weapons": ["bill"], "figures": 16} | said


def knights(name: str = "Yellow cavalry", **said: Any) -> Described:
    """The sheet's Yellow cavalry."""
    own = {"kind": "knight", "morale": "chivalric", "protection": "full", "weapons": ["lance", "horse"], "figures": 12}
    return {"name": name} | own | said


def longbowmen(name: str = "Blue longbowmen", **said: Any) -> Described:
    """The sheet's Blue longbowmen."""
    return unit(name, weapons=["longbow"]) | said


def crossbowmen_and_pavises(**said: Any) -> Described:
    """The sheet's Red crossbowmen and pavises."""
    parts = [
        {"name": "crossbowmen", "figures": 12, "weapons": ["crossbow"]},
        {"name": "pavisiers", "figures": 12, "weapons": ["pavise"]},
    ]
    return {"name": "Red", "kind": "professional", "protection": "heavy", "parts": parts} | said


def gun(name: str = "Gun", **said: Any) -> Described:
    return {"name": name, "kind": "professional", "weapons": ["artillery"], "figures": 4} | said


def fight(attackers: Any, defenders: Any, **said: Any) -> MeleeFacts:
    """The facts of a melee. One unit need not be written as a list."""
    return MeleeFacts(
        attackers=attackers if isinstance(attackers, list) else [attackers],
        defenders=defenders if isinstance(defenders, list) else [defenders],
        **said,
    )


def blows(facts: MeleeFacts) -> list[Blow]:
    """The blows of the first round."""
    return Round(Melee(facts), opening(facts)).blows


def blow(attacker: Described, defender: Described, **said: Any) -> tuple[int, dict[str, float]]:
    """The dice and the modifiers by rule of the first attacker's first blow."""
    first = blows(fight(attacker, defender, **said))[0]
    return first.dice, {modifier.rule: modifier.value for modifier in first.reading.modifiers}


def blow_rules(attacker: Described, defender: Described, **said: Any) -> dict[str, float]:
    return blow(attacker, defender, **said)[1]


def fought(facts: MeleeFacts, *dice: int) -> tuple[Any, TableDice]:
    """A melee resolved with these faces, all of which must be needed."""
    thrown = TableDice(dice)
    outcome = melee_outcome(facts, follow(opening(facts), rounds_of(facts), thrown))
    thrown.all_used()
    return outcome, thrown


def melee_odds(facts: MeleeFacts) -> Any:
    return count_chain(opening(facts), rounds_of(facts))
