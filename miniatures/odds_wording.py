"""Odds as bars with words: each question of the players, and under it a bar for each answer. For the page."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from miniatures.answers import Chances
from miniatures.wording import Line, asked_lines, chance_words, percent, sum_lines


class Bar(NamedTuple):
    """One answer: what it says, how long its bar is out of 100, and its chance in words."""

    label: str
    length: float
    words: str


class BarGroup(NamedTuple):
    """One question with its answers; a question that is only yes or no has one bar, and no name of its own."""

    question: str
    bars: tuple[Bar, ...]


class OddsShown(NamedTuple):
    kind: str
    """Exact, or how far off they may be; or that no die is thrown."""
    before: tuple[Line, ...]
    """The sums that need no dice, and what is to be thrown."""
    groups: tuple[BarGroup, ...]


def odds_shown(answer: Chances) -> OddsShown | None:
    """None where the rules say no, and nobody overruled them."""
    odds = answer.odds
    if odds is None:
        return None
    sums = [line for made in answer.procedure.sums(answer.facts) for line in sum_lines(made)]
    if not odds.asked:
        return OddsShown("No dice are thrown", tuple(sums), ())
    kind = "Exact odds"
    if odds.error is not None:
        kind = f"Odds by {odds.total} random games, give or take {odds.error:.1%}"
    return OddsShown(kind, (*sums, *asked_lines(odds.asked)), tuple(_groups(answer, exact=odds.exact)))


def _groups(answer: Chances, *, exact: bool) -> Iterator[BarGroup]:
    for question in answer.questions:
        found = answer.answer(question)
        if isinstance(found, Fraction):
            if found:
                yield BarGroup("", (_bar(question.label, found, exact=exact),))
        elif question.kind == "how many":
            if found:
                bars = tuple(
                    Bar(f"{number} or more", _length(chance), percent(chance, exact=exact))
                    for number, chance in found.items()
                )
                yield BarGroup(question.label, bars)
            else:
                yield BarGroup(question.label, (Bar("none", 100.0, "certain"),))
        else:
            cases = tuple(_bar(str(case), chance, exact=exact) for case, chance in found.items())
            yield BarGroup(question.label, cases)


def _bar(label: str, chance: Fraction, *, exact: bool) -> Bar:
    return Bar(label, _length(chance), chance_words(chance, exact=exact))


def _length(chance: Fraction) -> float:
    return round(float(chance) * 100, 2)
