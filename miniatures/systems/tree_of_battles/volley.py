"""What any shooting does to its target: DPs up to its most, then the shooting test, then the risk to its leaders.

Each throw is a step of its own, and between two throws only a few numbers are known, so that odds grow with the
numbers of hits and never with the faces. Hits beyond the one that asks for a test make no difference.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from miniatures.dice import Dice, OneThrow, Step
from miniatures.ruling import Modifier, Scale, Showing, Sum
from miniatures.systems import Play
from miniatures.systems.tree_of_battles.damage import entry, take
from miniatures.systems.tree_of_battles.leader_risk import Fate, risks_from_shooting
from miniatures.systems.tree_of_battles.shooting_test import RETIRE, Tested, purpose_of_test, reaction_die
from miniatures.systems.tree_of_battles.shot_facts import ShotFacts
from miniatures.systems.tree_of_battles.unit import IMMOVABLE

#: Whose DPs from artillery ask for a control test (T414).
CONTROLLED = ("C", "D")
TESTING = ("B", "C")
RUNNING = ("retiring", "routing")


class Throwing(NamedTuple):
    """Dice of one contingent with one weapon: how many, how they are read, and for what."""

    dice: int
    read: Showing
    purpose: str


class Running(NamedTuple):
    """A contingent that throws for its ammunition after the volley."""

    name: str
    read: Scale


class Tally(NamedTuple):
    """What is known before the next throw."""

    made: int
    hits: int
    tested: Tested | None = None
    fates: tuple[Fate, ...] = ()
    low: tuple[str, ...] = ()


class Struck(NamedTuple):
    """What shooting did to its target."""

    target: str
    causes: tuple[Modifier, ...]
    """The DPs that it took, with their reason."""
    taken: int
    dps: int
    """Its DPs now."""
    beyond: bool
    """At least one DP found no room."""
    into_disarray: bool
    """Its DPs brought it into disarray."""
    in_disarray: bool
    """It is in disarray now, whatever the reason."""
    reaction: str
    """What a shooting test, or being D grade at the limit, makes it do: retire, halt, advance, or nothing."""
    tested: Tested | None
    owes_shooting_test: bool
    owes_control_test: bool
    fates: tuple[Fate, ...]
    low: tuple[str, ...]
    """Shooters who ran low on ammunition."""


@cache
def showing(need: int, rules: tuple[str, ...]) -> Showing:
    """How many dice are DPs. Kept, so that its tables of odds are made once."""
    return Showing(max(1, need), "hit", rules)


def hits_on(need: int) -> str:
    """`hits on 5+`, `would need a 7: never hits`."""
    if need <= 1:
        return "hits on any face"
    return f"hits on {need}+" if need <= 6 else f"would need a {need}: never hits"


def six_comes_to(words: str, modifiers: tuple[Modifier, ...], rule: str) -> Sum:
    """What changes each die, shown on the best of them: where a 6 comes to less than 5, nothing hits."""
    return Sum(f"a 6 of {words} comes to", (Modifier(6, rule, "the best face"), *modifiers), (rule,))


class Volley:
    """A shooting prepared: its throws in their order, and what they come to."""

    def __init__(
        self,
        facts: ShotFacts,
        throws: Sequence[Throwing],
        cause: Modifier,
        *,
        artillery: bool = False,
        running: Sequence[Running] = (),
    ) -> None:
        self.facts = facts
        self.target = facts.target
        self.cause = cause
        self.artillery = artillery
        self.room = self.target.most_dps.value - self.target.total_dps
        #: Who retires, routs or fights goes on with it, whatever hits it (T51, T78).
        self.minds = self.target.conduct not in RUNNING and not self.target.fighting
        self.testing = self.minds and self.target.grade in TESTING
        risks = risks_from_shooting(self.target.leaders, self.target.nearest_enemy, facts.options)
        self.steps: list[Callable[[Tally], Step[Tally]]] = [
            *map(self._throw, (throw for throw in throws if throw.dice > 0 and throw.read.at_least <= 6)),
            *([self._test] if facts.tests and self.testing else []),
            *map(self._risk, risks),
            *map(self._ammunition, running),
        ]
        self.outcome = cache(self._outcome)

    @property
    def play(self) -> Play:
        return Play(Tally(0, 0), self._next, self.outcome, one_round=True)

    def _next(self, tally: Tally) -> Step[Tally] | None:
        return self.steps[tally.made](tally) if tally.made < len(self.steps) else None

    def _throw(self, throwing: Throwing) -> Callable[[Tally], Step[Tally]]:
        count, read, purpose = throwing
        most = self.room + 1

        def step(tally: Tally) -> Step[Tally]:
            made, hits = tally.made + 1, tally.hits

            def throw(dice: Dice) -> int:
                return dice.each(count, read, purpose)

            return OneThrow(throw, lambda more: Tally(made, min(most, hits + more)))

        return step

    def _test(self, tally: Tally) -> Step[Tally]:
        after = tally._replace(made=tally.made + 1)
        if tally.hits <= self.room:
            return lambda _dice: after
        immovable = self.target.type in IMMOVABLE
        die = reaction_die(self.target.grade, self.target.tested, self.facts.wants, None, immovable)
        purpose = purpose_of_test(self.target)

        def throw(dice: Dice) -> Tested:
            dice.settled(lambda: tally)
            return dice.sum(1, die, purpose)

        return OneThrow(throw, lambda tested: after._replace(tested=tested))

    def _risk(self, risk: Step[Fate]) -> Callable[[Tally], Step[Tally]]:
        """Only a DP that it really takes endangers them (T52)."""

        def step(tally: Tally) -> Step[Tally]:
            after = tally._replace(made=tally.made + 1)
            if not min(tally.hits, self.room):
                return lambda _dice: after

            def throw(dice: Dice) -> Tally:
                dice.settled(lambda: tally)
                return after._replace(fates=(*tally.fates, risk(dice)))

            return throw

        return step

    def _ammunition(self, running: Running) -> Callable[[Tally], Step[Tally]]:
        name, read = running
        purpose = f"ammunition of {name}"

        def step(tally: Tally) -> Step[Tally]:
            after = tally._replace(made=tally.made + 1)

            def throw(dice: Dice) -> Tally:
                dice.settled(lambda: tally)
                low = dice.sum(1, read, purpose) in read.words.values()
                return after._replace(low=(*tally.low, name)) if low else after

            return throw

        return step

    def _outcome(self, tally: Tally) -> Struck:
        target, options = self.target, self.facts.options
        wanted = [entry(self.cause.times(tally.hits, self.cause.because))] if tally.hits else []
        taken = take(target, wanted, "shooting", options)
        number = sum(one.dps for one in taken.dps)
        beyond = tally.hits > self.room
        reaction = tally.tested.reaction if tally.tested else ""
        if beyond and self.minds and target.grade == "D" and not options.d_grade_stands:
            reaction = RETIRE
        shy = self.artillery and self.minds and target.grade in CONTROLLED
        return Struck(
            target.name,
            tuple([Modifier(one.dps, one.rule, one.why) for one in taken.dps]),
            number,
            target.total_dps + number,
            beyond,
            taken.into_disarray,
            target.in_disarray or taken.into_disarray or reaction == RETIRE,
            reaction,
            tally.tested,
            beyond and self.testing and tally.tested is None,
            shy and number > 0 and reaction != RETIRE,
            tally.fates,
            tally.low,
        )
