"""The drawn table in words: what an enemy takes to be hit, and what a move takes of what there is."""

from miniatures.dice import Throw
from miniatures.faces import named
from miniatures.ruling import EachDie, Need, Refusal, Share
from miniatures.sighting import Stamp
from miniatures.systems.playing import Spent
from miniatures.wording import need_words, share_words, signed

_SHORT = {"inches": '"', "centimetres": " cm"}


def measured_words(number: float, measure: str) -> str:
    """`7.5 inches`, `12 centimetres`."""
    return f"{round(number, 1):g} {measure}"


def short_measure(number: float, measure: str) -> str:
    """The same as short as it is written on a map: `7.5"`, `12 cm`."""
    return f"{round(number, 1):g}{_SHORT.get(measure, f' {measure}')}"


def throw_words(throw: Throw) -> str:
    """What is thrown and what it must show, as short as a stamp: `8D6, 5+`, `2D6 -3, a quarter falls`."""
    read = throw.read
    dice = named(len(throw.faces), throw.sides, read)
    if isinstance(read, Share):
        return f"{dice}{f' {signed(read.shift)}' if read.shift else ''}, {share_words(read.parts)} falls"
    if isinstance(read, Need):
        return f"{dice}, {need_words(read.at_least - read.shift)}"
    asks = read.asks if isinstance(read, EachDie) else ""
    return f"{dice}{', ' if asks else ''}{asks}"


def stamp_words(stamp: Stamp) -> list[str]:
    """What it takes, in a line or none: the dice, or the way of a charge."""
    if stamp.throw is not None:
        return [throw_words(stamp.throw)]
    return [] if stamp.spent is None else [f"{round(stamp.spent.cost, 1):g} of {round(stamp.spent.allowance, 1):g}"]


def spent_words(spent: Spent, measure: str) -> str:
    """`6.6 of 8 inches`; where dice decide, `6 of 4 to 10 inches`."""
    least = f"{round(spent.least, 1):g} to " if spent.least is not None and spent.least < spent.allowance else ""
    return f"{round(spent.cost, 1):g} of {least}{measured_words(spent.allowance, measure)}"


def refusal_words(refusal: Refusal) -> str:
    return f"{refusal.because} ({refusal.rule}). Cure: {refusal.cure}."
