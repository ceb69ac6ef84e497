"""The steps of a combat of The Tree of Battles, as they are, with another library doing the chances, or nobody.

A library takes them the quickest way that was found for it. Without moves there is one throw: each reading becomes an
outcome at once. With moves, all states go one step further at a time, so that equal ones merge as they do for us. A
library is given their numbers, for icepool sorts what it holds, and their next steps are asked for as they are met.
Slower: to look in each pass who goes on (icepool 1.13 of this, dyce 1.13); to go from each state to the end, keeping
what was found of it (1.28 and 1.42), or merging between throws as well (1.32 and 1.29).
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from miniatures.dice import OneThrow
from miniatures.systems import Play
from miniatures.systems.tree_of_battles.combat_facts import CombatFacts
from miniatures.systems.tree_of_battles.combat_procedures import PROCEDURES
from tests.bench.scripted import Mix, Spread, readings

COMBAT = next(procedure for procedure in PROCEDURES if procedure.name == "combat")


class Library(NamedTuple):
    """What a library does: dice read one by one, two throws added up, and mixing what follows a reading."""

    thrown: Callable[[int, Any], Any]
    together: Callable[[Any], Any]
    mix: Mix


class _Asking:
    """Dice that answer with the library's distribution of a throw instead of a reading."""

    thrown_apart = False

    def __init__(self, library: Library) -> None:
        self._library = library

    def each(self, count: int, read: Any, purpose: str) -> Spread:  # noqa: ARG002 - the shape of our dice
        return self._library.thrown(count, read)

    def unsaved(self, volleys: Any, save: Any, purpose: str) -> Spread:  # noqa: ARG002 - the shape of our dice
        return self._library.together(tuple((count, tuple(read.worth)) for count, read, _ in volleys))


def same_rules(facts: CombatFacts, library: Library) -> Spread:
    play, dice = COMBAT.prepare(facts), _Asking(library)
    return _step_by_step(play, dice, library.mix) if facts.moves else _at_once(play, dice, library.mix)


def _at_once(play: Play, dice: Any, mix: Mix) -> Spread:
    step: Any = play.next_step(play.start)
    assert isinstance(step, OneThrow)
    then, outcome = step.then, play.outcome

    def ended(reading: Any) -> Any:
        state = then(reading)
        assert play.next_step(state) is None
        return outcome(state)

    return mix(step.throw(dice), ended)


def _step_by_step(play: Play, dice: Any, mix: Mix) -> Spread:
    numbers: dict[Any, int] = {}
    states: list[Any] = []
    steps: list[Any] = []
    going = 0

    def number_of(state: Any) -> int:
        nonlocal going
        number = numbers.setdefault(state, len(states))
        if number == len(states):
            states.append(state)
            step = play.next_step(state)
            steps.append(step)
            going += step is not None
        return number

    def further(number: int) -> Spread:
        nonlocal going
        step = steps[number]
        if step is None:
            return number
        going -= 1
        then = step.then
        return mix(step.throw(dice), lambda reading: number_of(then(reading)))

    spread = further(number_of(play.start))
    while going:
        spread = mix(spread, further)
    return mix(spread, lambda number: play.outcome(states[number]))


@cache
def _differences(volleys: tuple[tuple[int, tuple[int, ...]], ...]) -> list[int]:
    """Without any chances: what all these dice can come to."""
    totals = {0}
    for count, worth in volleys:
        for _ in range(count):
            totals = {total + value for total in totals for value in worth}
    return list(totals)


_NOTHING = Library(readings, _differences, lambda found, then: [then(reading) for reading in found])


def rules_alone(facts: CombatFacts) -> list[Any]:
    """What all who take the same rules do, whatever counts for them: each step, and each outcome, once."""
    play, dice = COMBAT.prepare(facts), _Asking(_NOTHING)
    going: dict[Any, None] = {play.start: None}
    outcomes = []
    while going:
        reached: dict[Any, None] = {}
        for state in going:
            step: Any = play.next_step(state)
            if step is None:
                outcomes.append(play.outcome(state))
            else:
                reached |= dict.fromkeys(map(step.then, step.throw(dice)))
        going = reached
    return outcomes
