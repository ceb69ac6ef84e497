"""Short ways to state what happens in The Tree of Battles, to throw its dice and to count its odds."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from miniatures.dice import TableDice
from miniatures.systems import Procedure
from miniatures.systems.tree_of_battles import SYSTEM
from tests.systems.tree_of_battles.units import Described, described

FACES = range(1, 7)


def procedure(name: str) -> Procedure:
    return SYSTEM.procedures[name]


def stated(name: str, **said: Any) -> Any:
    """The facts of a procedure, as a player states them."""
    return procedure(name).facts.model_validate(said)


def thrown(name: str, facts: Any, *dice: int) -> Any:
    """The outcome of these dice, all of which must be used."""
    table = TableDice(dice)
    outcome = procedure(name).resolve(facts, table)
    table.all_used()
    return outcome


def told(name: str, facts: Any, *dice: int) -> str:
    return " ".join(procedure(name).tell(thrown(name, facts, *dice)))


def refused(name: str, facts: Any) -> list[str]:
    """The rules that forbid it; every refusal says what is wrong and what would cure it."""
    found = procedure(name).refusals(facts)
    assert all(refusal.because and refusal.cure for refusal in found)
    return [refusal.rule for refusal in found]


def lines(name: str, facts: Any) -> dict[str, float]:
    """The lines of all its sums by rule, without what is 0."""
    found: dict[str, float] = {}
    for made in procedure(name).sums(facts):
        for line in made.modifiers:
            if line.value and line.because != "the best face":
                found[line.rule] = found.get(line.rule, 0) + line.value
    return found


def spread(name: str, facts: Any, feature: Callable[[Any], Any]) -> dict[Any, Fraction]:
    odds = procedure(name).odds(facts)
    assert odds.exact
    return odds.marginal(feature)


def chance(name: str, facts: Any, question: str) -> Fraction:
    """The chance of what a player asks, by the words of the question."""
    odds = procedure(name).odds(facts)
    assert odds.exact
    asked = next(one for one in procedure(name).questions(facts) if one.label == question)
    return odds.chance(lambda outcome: bool(asked.answer(outcome)))


def by_faces(dice: int, read: Callable[[tuple[int, ...]], Any]) -> dict[Any, Fraction]:
    """The brute-force twin of a throw: every face of every die, one by one."""
    counted = Counter(read(faces) for faces in product(FACES, repeat=dice))
    return {result: Fraction(ways, 6**dice) for result, ways in counted.items()}


def mixed(first: Mapping[Any, Fraction], then: Callable[[Any], Mapping[Any, Fraction]]) -> dict[Any, Fraction]:
    """What follows a throw, weighed by what it showed."""
    found: dict[Any, Fraction] = {}
    for value, weight in first.items():
        for result, part in then(value).items():
            found[result] = found.get(result, Fraction(0)) + weight * part
    return found


def bills(grade: str = "C", name: str = "Bills", **said: Any) -> Described:
    return described("6 bills", grade, name, **said)


def archers(stands: int = 6, name: str = "Archers", **said: Any) -> Described:
    return described(f"{stands} longbow", "C", name, **said)


def guns(number: int = 2, name: str = "Guns", **said: Any) -> Described:
    return described(f"{number} guns", "C", name, **said)


def archery(firer: Described | None = None, target: Described | None = None, **said: Any) -> Any:
    return stated("archery", **({"firer": firer or archers(), "target": target or bills(), "distance": 8} | said))


def artillery(firer: Described | None = None, target: Described | None = None, **said: Any) -> Any:
    return stated("artillery", **({"firer": firer or guns(), "target": target or bills(), "distance": 20} | said))
