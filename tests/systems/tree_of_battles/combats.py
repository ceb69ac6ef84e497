"""The combats that the tests fight, and short ways to ask for their dice, their results and their odds."""

from fractions import Fraction
from math import comb
from typing import Any

from miniatures.dice import TableDice
from miniatures.odds import Odds
from miniatures.ruling import Sum
from miniatures.systems.tree_of_battles.combat import combat_sums
from miniatures.systems.tree_of_battles.combat_facts import CombatFacts
from miniatures.systems.tree_of_battles.combat_outcome import CombatOutcome, ContingentResult
from miniatures.systems.tree_of_battles.combat_procedures import PROCEDURES
from tests.systems.tree_of_battles.units import Described, described

CHAPTER = {procedure.name: procedure for procedure in PROCEDURES}
COMBAT = CHAPTER["combat"]


def bills(name: str = "Bills", stands: int = 4, grade: str = "C", **said: Any) -> Described:
    """Heavy infantry on foot, two dice a stand."""
    return described(f"{stands} heavy infantry", grade, name, **said)


def men_at_arms(name: str = "Men at arms", stands: int = 4, grade: str = "C", **said: Any) -> Described:
    """On foot, three dice a stand."""
    return described(f"{stands} foot men at arms", grade, name, **said)


def knights(name: str = "Knights", stands: int = 4, grade: str = "C", **said: Any) -> Described:
    """Mounted men at arms, two dice a stand."""
    return described(f"{stands} mounted men at arms", grade, name, **said)


def pikes(name: str = "Pikes", stands: int = 4, grade: str = "C", **said: Any) -> Described:
    return described(f"{stands} pike", grade, name, **said)


def archers(name: str = "Archers", stands: int = 4, grade: str = "C", **said: Any) -> Described:
    """Longbows, one die a stand."""
    return described(f"{stands} longbow", grade, name, **said)


def skirmishers(name: str = "Skirmishers", stands: int = 4, grade: str = "C", **said: Any) -> Described:
    return described(f"{stands} skirmishers", grade, name, **{"array": "skirmish"} | said)


def light_horse(name: str = "Light horse", stands: int = 4, grade: str = "C", **said: Any) -> Described:
    return described(f"{stands} light horse", grade, name, **said)


def fight(attackers: Any, defenders: Any, **said: Any) -> CombatFacts:
    """The facts of a round. One contingent need not be written as a list."""
    return CombatFacts.model_validate({"attackers": attackers, "defenders": defenders} | said)


def sums(facts: CombatFacts) -> dict[str, Sum]:
    """By what they are for."""
    return {made.purpose: made for made in combat_sums(facts)}


def dice(own: Described, enemy: Described, **said: Any) -> int:
    """The dice of one contingent against one other, attacking or defending alike."""
    ours = int(sums(fight(own, enemy, **said))[f"{own['name']} strike {enemy['name']}"].total)
    theirs = int(sums(fight(enemy, own, **said))[f"{own['name']} strike {enemy['name']}"].total)
    assert ours == theirs, "who attacks makes no difference by itself"
    return ours


def lines(own: Described, enemy: Described) -> dict[str, float]:
    """The dice of one contingent against one other, rule by rule."""
    made = sums(fight(own, enemy))[f"{own['name']} strike {enemy['name']}"]
    return {line.rule: line.value for line in made.modifiers}


def fought(facts: CombatFacts, *faces: int) -> tuple[CombatOutcome, TableDice]:
    """A round resolved with these faces, all of which must be needed."""
    thrown = TableDice(faces)
    outcome = COMBAT.resolve(facts, thrown)
    thrown.all_used()
    return outcome, thrown


def with_margin(facts: CombatFacts, margin: int, *more: int) -> dict[str, ContingentResult]:
    """What becomes of each when the attacker scores so many hits more than it takes, or fewer."""
    ours, theirs = (int(made.total) for purpose, made in sums(facts).items() if " strike " in purpose)
    faces = hit(max(0, margin), ours) + hit(max(0, -margin), theirs)
    return {one.contingent: one for one in fought(facts, *faces, *more)[0].units}


def hit(number: int, of: int) -> list[int]:
    """So many of these dice show a 6, which always hits; the others a 1."""
    assert number <= of
    return [6] * number + [1] * (of - number)


def combat_odds(facts: CombatFacts) -> Odds[CombatOutcome]:
    found: Odds[CombatOutcome] = COMBAT.odds(facts)
    assert found.exact
    return found


Chances = dict[Any, Fraction]


def binomial(dice: int, faces: int) -> Chances:
    """How many of so many dice hit, when so many of six faces do."""
    chance = Fraction(faces, 6)
    return {n: comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)}


def margins(ours: Chances, theirs: Chances) -> Chances:
    found: Chances = {}
    for scored, chance in ours.items():
        for taken, other in theirs.items():
            found[scored - taken] = found.get(scored - taken, Fraction(0)) + chance * other
    return found


def printed_row(margin: int) -> str:
    """The rows as the sheet prints them."""
    if margin >= 4:
        return "victory"
    if margin >= 1:
        return "success"
    if margin == 0:
        return "equal"
    if margin >= -2:
        return "set-back"
    return "defeat" if margin >= -5 else "rout"


def added(chances: Chances, key: Any, chance: Fraction) -> None:
    chances[key] = chances.get(key, Fraction(0)) + chance
