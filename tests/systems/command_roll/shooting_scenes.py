"""Short ways to state shooting, to throw its dice and to count its odds."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from miniatures.dice import TableDice
from miniatures.odds import Odds
from miniatures.systems import Procedure
from miniatures.systems.command_roll.shooting_procedures import PROCEDURES
from tests.systems.command_roll.units import Described, described

_NAMED = {procedure.name: procedure for procedure in PROCEDURES}
SHOOTING, DRIVE_BACK, SHARP_SHOWER = (_NAMED[name] for name in ("shooting", "drive-back", "sharp-shower"))

FACES = range(1, 7)


def bow(name: str = "Bow", profile: str = "Retinue Bow", **said: Any) -> Described:
    return described(profile, name, **said)


def bill(name: str = "Bill", profile: str = "Shire Bill", **said: Any) -> Described:
    return described(profile, name, **said)


def gun(name: str = "Guns", **said: Any) -> Described:
    """A single gun, so that one throw is one gun's."""
    return described("Canon / Bombard", name, **({"stands": 1} | said))


def shooting(firer: Described | None = None, target: Described | None = None, **said: Any) -> Any:
    stated = {"firer": firer or bow(), "target": target or bill(), "distance": 20} | said
    return SHOOTING.facts.model_validate(stated)


def three_bows(**said: Any) -> Any:
    """The worked example: three units of retinue bow, two stands each."""
    also = [{"firer": bow(name), "distance": 30} for name in ("Second", "Third")]
    return shooting(bow("First"), also=also, **said)


def thrown(procedure: Procedure, facts: Any, *dice: int) -> Any:
    """The outcome of these dice, all of which must be used."""
    table = TableDice(dice)
    outcome = procedure.resolve(facts, table)
    table.all_used()
    return outcome


def shot(facts: Any, *dice: int) -> Any:
    """What becomes of the target."""
    return thrown(SHOOTING, facts, *dice).struck[0]


def refused(procedure: Procedure, facts: Any) -> list[tuple[str, str]]:
    return [(refusal.rule, refusal.cure) for refusal in procedure.refusals(facts)]


def joint(odds: Odds[Any], feature: Callable[[Any], Any]) -> dict[Any, Fraction]:
    assert odds.exact
    return odds.marginal(feature)


def by_faces(dice: int, read: Callable[[tuple[int, ...]], Any]) -> dict[Any, Fraction]:
    """The brute-force twin of a throw: every face of every die, one by one."""
    counted = Counter(read(faces) for faces in product(FACES, repeat=dice))
    return {result: Fraction(ways, 6**dice) for result, ways in counted.items()}


def mixed(spread: Mapping[Any, Fraction], then: Callable[[Any], Mapping[Any, Fraction]]) -> dict[Any, Fraction]:
    """What follows a throw, weighed by what it showed."""
    found: dict[Any, Fraction] = {}
    for value, chance in spread.items():
        for result, part in then(value).items():
            found[result] = found.get(result, Fraction(0)) + chance * part
    return found


def driven_by_faces(dice: int) -> dict[tuple[int, bool], Fraction]:
    """Centimetres and confusion, straight from the sheet: a D3 each, confused by any 6."""
    d3 = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
    return by_faces(dice, lambda faces: (sum(d3[face] for face in faces), 6 in faces))
