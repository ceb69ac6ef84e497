"""The combats that the tests fight, and short ways to ask for their sums, their dice and their odds."""

from typing import Any

from miniatures.dice import TableDice
from miniatures.odds import Odds
from miniatures.ruling import Sum
from miniatures.systems.command_roll.combat import CombatOutcome, UnitResult
from miniatures.systems.command_roll.combat_facts import CombatFacts
from miniatures.systems.command_roll.combat_procedures import PROCEDURES
from miniatures.systems.command_roll.combat_round import Muster
from tests.systems.command_roll.units import Described, described

CHAPTER = {procedure.name: procedure for procedure in PROCEDURES}
COMBAT = CHAPTER["combat"]


def bill(name: str = "Bill", **said: Any) -> Described:
    """Two stands of attack 3, 3 hits and armour 6+."""
    return described("Retinue Bill", name, **said)


def bow(name: str = "Bow", **said: Any) -> Described:
    """Two stands of attack 2 and 3 hits, without armour."""
    return described("Shire Bow", name, **said)


def horse(name: str = "Horse", **said: Any) -> Described:
    """Two mounted stands of attack 3, 3 hits and armour 6+, that move 20 cm."""
    return described("Mounted Currours", name, **said)


def gun(name: str = "Gun", **said: Any) -> Described:
    """Two guns of attack 1 and 2 hits, without armour."""
    return described("Canon / Bombard", name, **said)


def fight(attackers: Any, defenders: Any, **said: Any) -> CombatFacts:
    """The facts of a combat. One unit need not be written as a list."""
    return CombatFacts.model_validate({"attackers": attackers, "defenders": defenders} | said)


def sums(facts: CombatFacts) -> dict[str, Sum]:
    """The sums of the first round, by what they are for."""
    return {made.purpose: made for made in Muster(facts).first_sums()}


def dice(own: Described, enemy: Described, **said: Any) -> int:
    """The dice of one unit against one other."""
    facts = fight(own, enemy, **said)
    verb = "strikes" if facts.attackers[0].commands else "strike"
    return int(sums(facts)[f"{own['name']} {verb} {enemy['name']}"].total)


def fought(facts: CombatFacts, *faces: int) -> tuple[CombatOutcome, TableDice]:
    """A combat resolved with these faces, all of which must be needed."""
    thrown = TableDice(faces)
    outcome = COMBAT.resolve(facts, thrown)
    thrown.all_used()
    return outcome, thrown


def after(facts: CombatFacts, *faces: int) -> dict[str, UnitResult]:
    """What became of each unit."""
    return {result.unit: result for result in fought(facts, *faces)[0].units}


def combat_odds(facts: CombatFacts) -> Odds[CombatOutcome]:
    found: Odds[CombatOutcome] = COMBAT.odds(facts)
    assert found.exact
    return found


def hit(number: int, of: int) -> list[int]:
    """So many of these dice show a 5, which hits in the open and behind a hedge; the others a 1."""
    return [5] * number + [1] * (of - number)
