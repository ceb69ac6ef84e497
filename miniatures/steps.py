"""Steps that say beforehand that they make one throw, so that counting need not run them for each of its readings.

    OneThrow(lambda dice: dice.each(6, hit_on("open"), "bows attack"), lambda hits: Tally(hits))

Any dice can take such a step, as they take a plain function; a rule is still written once. Typed-in and random dice
make the throw and go on. Counting asks for the throw once, and then only for what follows from each reading.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

from miniatures.dice import Dice, Step

T = TypeVar("T")
After = TypeVar("After")


class OneThrow(Generic[T]):
    """A step of one throw at most, and what follows from what it shows, without any more dice."""

    __slots__ = ("then", "throw")

    def __init__(self, throw: Step[Any], then: Callable[[Any], T]) -> None:
        self.throw = throw
        self.then = then

    def __call__(self, dice: Dice) -> T:
        return self.then(self.throw(dice))


def followed(step: Step[T], then: Callable[[T], After], so_far: Callable[[], Any]) -> Step[After]:
    """The same throws, and what follows from their result. `so_far` is settled for players whose dice run out."""
    if isinstance(step, OneThrow):
        throw, result_of = step.throw, step.then

        def thrown(dice: Dice) -> Any:
            dice.settled(so_far)
            return throw(dice)

        return OneThrow(thrown, lambda reading: then(result_of(reading)))

    def whole(dice: Dice) -> After:
        dice.settled(so_far)
        return then(step(dice))

    return whole


def making(kind: type[T]) -> Callable[[tuple[Any, ...]], T]:
    """Makes named tuples of a kind, given all fields in their order, in half the time that calling the kind takes.

    For what is made once for each branch of the odds, and nowhere else: nobody checks the fields.
    """
    return partial(tuple.__new__, kind)  # type: ignore[type-var]
