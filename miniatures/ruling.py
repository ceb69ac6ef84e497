"""How an answer explains itself: rules, modifiers and the sums they make, refusals and their cures.

A number never travels alone. Compare modifiers by rule, never by their text.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from miniatures.dice import ROLL_AGAIN, RollAgain

Thrown = TypeVar("Thrown")
Result = TypeVar("Result")
Made = TypeVar("Made")


def making(kind: type[Made]) -> Callable[[tuple[Any, ...]], Made]:
    """Makes named tuples of a kind, given all fields in their order, in half the time that calling the kind takes.

    For what is made once for each branch of the odds, and nowhere else: nobody checks the fields.
    """
    return partial(tuple.__new__, kind)  # type: ignore[type-var]


class Rule(NamedTuple):
    """One printed rule of a sheet, as the ledger numbers it."""

    number: str
    section: str
    text: str


class Modifier(NamedTuple):
    """One line of a sum. `ruling` names the house ruling that it leans on, if any."""

    value: float
    rule: str
    because: str
    ruling: str = ""

    def times(self, count: int, because: str) -> "Modifier":
        """The same rule applied `count` times, as in "-1 for each 2 casualties"."""
        return Modifier(self.value * count, self.rule, because, self.ruling)


class Ruled(NamedTuple):
    """A printed number that is no modifier, with its rule."""

    value: int
    rule: str
    ruling: str = ""


class Word(NamedTuple):
    """A printed result, with its rule."""

    word: str
    rule: str
    ruling: str = ""


class Sum(NamedTuple):
    """A sum that needs no dice, such as a move allowance."""

    purpose: str
    modifiers: tuple[Modifier, ...]
    rules: tuple[str, ...]

    @property
    def total(self) -> float:
        return sum([modifier.value for modifier in self.modifiers])


class Refusal(NamedTuple):
    """Why the rules forbid what was asked, and what would cure it. Players may overrule it."""

    rule: str
    because: str
    cure: str


class Reading(Generic[Thrown, Result]):
    """How a throw (its total, or its faces) becomes a result, with the sum that leads to it.

    `effect` is all that the result depends on: readings of the same effect, whatever their reasons, give the same
    results, and counting odds reads them once.
    `rules` are the numbers, printed or ruled, that the reading leans on beside its modifiers.
    """

    __slots__ = ("effect", "modifiers", "rules", "shift")

    def __init__(self, modifiers: Iterable[Modifier], rules: Iterable[str]) -> None:
        self.modifiers = tuple(modifiers)
        self.rules = tuple(rules)
        self.shift = int(sum([modifier.value for modifier in self.modifiers]))
        self.effect: object = self

    def __call__(self, thrown: Thrown) -> Result:
        raise NotImplementedError

    def rules_of(self, result: object) -> tuple[str, ...]:  # noqa: ARG002 - for readings whose results differ in it
        """The rules behind this result: those of the reading, and those of what follows from it."""
        return self.rules


class Share(Reading[int, int]):
    """A fraction `1/parts` of the modified total, never below zero and never above `most`."""

    __slots__ = ("half_goes_down", "most", "parts")

    def __init__(
        self,
        modifiers: Iterable[Modifier],
        rules: Iterable[str],
        *,
        parts: int,
        most: int,
        half_goes_down: bool,
    ) -> None:
        super().__init__(modifiers, rules)
        self.parts = parts
        self.most = most
        self.half_goes_down = half_goes_down
        self.effect = (self.shift, parts, most, half_goes_down)

    def __call__(self, thrown: int) -> int:
        modified = max(0, thrown + self.shift)
        if self.half_goes_down:
            return min((2 * modified + self.parts - 1) // (2 * self.parts), self.most)
        return min(modified // self.parts, self.most)


class Need(Reading[int, str]):
    """A modified total of at least `at_least` earns `passed`, less earns `failed`.

    `natural` names the unmodified totals that earn a word of their own, whatever the modifiers; `following` are the
    rules that say what comes of a result.
    """

    __slots__ = ("at_least", "failed", "following", "natural", "passed")

    def __init__(
        self,
        modifiers: Iterable[Modifier],
        rules: Iterable[str],
        *,
        at_least: int,
        passed: str = "passes",
        failed: str = "fails",
        natural: Mapping[int, str] | None = None,
        following: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        super().__init__(modifiers, rules)
        self.at_least = at_least
        self.passed = passed
        self.failed = failed
        self.natural = natural or {}
        self.following = following or {}
        self.effect = (at_least - self.shift, passed, failed, *self.natural.items())

    def __call__(self, thrown: int) -> str:
        if thrown in self.natural:
            return self.natural[thrown]
        return self.passed if thrown + self.shift >= self.at_least else self.failed

    def rules_of(self, result: object) -> tuple[str, ...]:
        return (*self.rules, *self.following.get(str(result), ()))


class Scale(Reading[int, str]):
    """A word for each total, as in "5 out for one move, 6 killed". Totals not listed earn `otherwise`."""

    __slots__ = ("otherwise", "words")

    def __init__(self, words: Mapping[int, str], otherwise: str, rules: Iterable[str]) -> None:
        super().__init__((), rules)
        self.words = words
        self.otherwise = otherwise

    def __call__(self, thrown: int) -> str:
        return self.words.get(thrown, self.otherwise)


class EachDie(Reading[int, Result]):
    """Every die is read by itself: its face is worth something, and the total of the worths makes the result.

    Make such a reading once and keep it: counting odds remembers the table of each.
    """

    __slots__ = ("worth",)
    #: What is printed on the faces, and what a die with other marks than 1 to 6 is called.
    marks: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    die: str = ""

    def __init__(self, worth: Iterable[int], modifiers: Iterable[Modifier], rules: Iterable[str]) -> None:
        super().__init__(modifiers, rules)
        self.worth = tuple(worth)

    def told(self, result: Any) -> str:
        """What came of the dice, in words."""
        return str(result)

    def shown(self, faces: Iterable[int]) -> str:
        """The dice as they were thrown, in words."""
        return ", ".join(map(str, faces))

    @property
    def asks(self) -> str:
        """What is asked of each die, in words."""
        return ""


class Showing(EachDie[int]):
    """How many of the dice show `at_least` or more: `word` says what those do, as in "hit" or "save"."""

    __slots__ = ("at_least", "word")

    def __init__(self, at_least: int, word: str, rules: Iterable[str]) -> None:
        super().__init__((int(face >= at_least) for face in range(1, 7)), (), rules)
        self.at_least = at_least
        self.word = word

    def __call__(self, total: int) -> int:
        return total

    def told(self, result: Any) -> str:
        return f"{result} {self.word}, on {self.asks}"

    @property
    def asks(self) -> str:
        return f"{self.at_least}+"


class Highest(Reading[tuple[int, ...], str | RollAgain]):
    """Each contestant throws one die and adds the modifiers of his own; the highest wins, ties throw again."""

    __slots__ = ("own",)

    def __init__(self, contestants: Mapping[str, tuple[Modifier, ...]], rules: Iterable[str]) -> None:
        super().__init__((modifier for own in contestants.values() for modifier in own), rules)
        self.own = contestants

    def __call__(self, thrown: tuple[int, ...]) -> str | RollAgain:
        totals = [
            face + int(sum(modifier.value for modifier in own))
            for face, own in zip(thrown, self.own.values(), strict=True)
        ]
        highest = max(totals)
        if totals.count(highest) > 1:
            return ROLL_AGAIN
        return list(self.own)[totals.index(highest)]
