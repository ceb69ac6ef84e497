"""The same step, with another library doing the chances.

The rules are not written again: a rival runs our own step with dice that stop at each throw whose reading is not
known yet, and takes the library's distribution of that reading, merged as narrowly as ours, to branch over.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from miniatures.systems.warfare.melee import rounds_of
from miniatures.systems.warfare.melee_facts import MeleeFacts
from miniatures.systems.warfare.melee_round import MeleeState

#: A state, or a library's distribution over states.
Spread = Any

#: How a library reads so many dice, and how it mixes what follows each reading.
ReadDice = Callable[[int, Callable[[int], Any]], Any]
Mix = Callable[[Any, Callable[[Any], Spread]], Spread]


class Pause(Exception):  # noqa: N818 - it is no error, it asks what comes next
    """A throw whose reading is not known yet."""

    def __init__(self, distribution: Any) -> None:
        super().__init__()
        self.distribution = distribution


class ScriptedDice:
    """Dice that follow a script of readings and stop where it ends. Readings of the same effect are read once."""

    def __init__(self, read_dice: ReadDice) -> None:
        self._read_dice = read_dice
        self._known: dict[Any, Any] = {}
        self.script: tuple[Any, ...] = ()
        self.at = 0

    def sum(self, count: int, read: Any, purpose: str) -> Any:  # noqa: ARG002 - the shape of our dice
        at = self.at
        self.at = at + 1
        if at < len(self.script):
            return self.script[at]
        key = (count, read.effect)
        distribution = self._known.get(key)
        if distribution is None:
            distribution = self._known[key] = self._read_dice(count, read)
        if len(distribution) == 1:  # a throw that can only be read one way is no branch
            (reading,) = distribution
            self.script = (*self.script, reading)
            return reading
        raise Pause(distribution)

    def settled(self, so_far: Any) -> None:
        """Of use to players whose dice run out; these never do."""


def same_rules(facts: MeleeFacts, read_dice: ReadDice, mix: Mix) -> Callable[[MeleeState], Spread]:
    """From a state to the library's distribution after the next round; a state that is over stays as it is."""
    dice: Any = ScriptedDice(read_dice)
    next_round = rounds_of(facts)

    def explored(step: Callable[[Any], MeleeState], script: tuple[Any, ...]) -> Spread:
        dice.script, dice.at = script, 0
        try:
            return step(dice)
        except Pause as pause:
            known = dice.script
            return mix(pause.distribution, lambda reading: explored(step, (*known, reading)))

    def fought(state: MeleeState) -> Spread:
        step = next_round(state)
        return state if step is None else explored(step, ())

    return fought


@cache
def readings(count: int, read: Any) -> list[Any]:
    """Without any chances: what so many dice can be read as."""
    totals = {0}
    for _ in range(count):
        totals = {total + value for total in totals for value in read.worth}
    return list({read(total) for total in totals})
