"""What a rule system offers to the command line, the page and the tracker, and the list of systems.

A system is reached through here only: nobody who speaks to players knows its chapters.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from miniatures.broken import BrokenInputError, unknown
from miniatures.dice import Dice, DiceNeededError, FaceDice, OneThrow, Step
from miniatures.odds import RUN_BUDGET, Odds, count_chain, follow, merged
from miniatures.ruling import Refusal, Sum

if TYPE_CHECKING:  # a list of systems, or a page of rules, needs no models
    from pydantic import BaseModel

    from miniatures.army import ArmyBook
    from miniatures.systems.playing import GameRules


class Listed(NamedTuple):
    """A system as the list shows it, before it is loaded."""

    name: str
    title: str
    summary: str
    module: str

    @property
    def folder(self) -> Path:
        return Path(__file__).parent / self.module


SYSTEMS: Mapping[str, Listed] = {
    listed.name: listed
    for listed in (
        Listed("warfare", "15mm Warfare", "units of figures, modifiers on 2D6, morale tests", "warfare"),
        Listed(
            "command-roll", "2D6 command-roll game", "stands, orders on 2D6, attack dice, drive-backs", "command_roll"
        ),
        Listed(
            "tree-of-battles", "The Tree of Battles", "contingents of stands, DPs, control tests", "tree_of_battles"
        ),
    )
}


class Question(NamedTuple):
    """One thing that players ask of the odds: how many, whether, or which."""

    label: str
    kind: Literal["how many", "whether", "which"]
    answer: Callable[[Any], Any]


@dataclass(frozen=True)
class Play:
    """Prepared facts: where a procedure starts, its steps, and what the last state means to the players."""

    start: Hashable
    next_step: Callable[[Any], Step[Any] | None]
    outcome: Callable[[Any], Any]
    one_round: bool = False
    """The steps are the throws of one round, which can all be named beforehand."""
    explains: Callable[[], Sequence[Sum]] = tuple
    """In a chain: the sums behind its throws, as far as they were not known before the chain began."""


_NOT_THROWN = object()


def single(step: Step[Any]) -> Play:
    """A procedure of one step, whose result is its outcome."""
    return Play(_NOT_THROWN, lambda state: step if state is _NOT_THROWN else None, lambda outcome: outcome)


class Linked(NamedTuple):
    """Where a chain of plays stands: what is known between them, which of them goes on, and its own state."""

    known: Any
    number: int
    state: Any


def chained(known: Hashable, links: Sequence[Callable[[Any], Any]], outcome: Callable[[Any], Any]) -> Play:
    """Plays one after the other, each made of what is known by then; its outcome is what is known after it.

    A link without dice gives no play, but what is known after it. Between two links nothing else is kept, so that
    equal ends of a play merge before the next begins.
    """
    made = cache(lambda number, known: links[number](known))

    @cache
    def begun(known: Hashable, number: int) -> Linked:
        """The first link from there on that has something to throw."""
        while number < len(links):
            link = made(number, known)
            if isinstance(link, Play):
                return going(known, number, link.start)
            known, number = link, number + 1
        return Linked(known, number, None)

    def going(known: Hashable, number: int, state: Any) -> Linked:
        play = made(number, known)
        over = play.next_step(state) is None
        return begun(play.outcome(state), number + 1) if over else Linked(known, number, state)

    def next_step(linked: Linked) -> Step[Linked] | None:
        known, number, state = linked
        if number == len(links):
            return None
        play = made(number, known)
        step = play.next_step(state)
        explains = play.explains if state == play.start else tuple

        def thrown(dice: Dice) -> Any:
            dice.explained(explains)
            try:
                return throw(dice)
            except DiceNeededError:
                dice.settled(lambda: linked)  # the play has settled its own state, which nobody outside understands
                raise

        if isinstance(step, OneThrow):
            throw, then = step.throw, step.then
            return OneThrow(thrown, lambda reading: going(known, number, then(reading)))
        throw = step
        return lambda dice: going(known, number, thrown(dice))

    return Play(begun(known, 0), next_step, lambda linked: outcome(linked.known), one_round=True)


def _nothing(_facts: Any) -> Sequence[Any]:
    return ()


@dataclass(frozen=True)
class Procedure:
    """Something that can be resolved: its facts, its refusals, the throw itself, and how it is asked and told."""

    name: str
    summary: str
    facts: "type[BaseModel]"
    prepare: Callable[[Any], Play]
    tell: Callable[[Any], Sequence[str]]
    """The outcome in sentences."""
    questions: Callable[[Any], Sequence[Question]]
    """What players ask of its odds, given the facts."""
    refusals: Callable[[Any], Sequence[Refusal]] = _nothing
    sums: Callable[[Any], Sequence[Sum]] = _nothing
    """The sums that need no dice."""
    rulings: tuple[str, ...] = field(default=())
    """The rulings that every outcome leans on, beside those of its throws."""

    def resolve(self, facts: Any, dice: Dice) -> Any:
        play = self.prepare(facts)
        return play.outcome(follow(play.start, play.next_step, dice))

    def so_far(self, facts: Any, dice: FaceDice) -> Any:
        """The outcome as far as dice that ran out have settled it; None if they have settled nothing."""
        return None if dice.so_far is None else self.prepare(facts).outcome(dice.so_far())

    def odds(self, facts: Any, budget: int = RUN_BUDGET, runs: int | None = None) -> Odds[Any]:
        """Every outcome with its exact chance; past the budget of runs, sampled."""
        play = self.prepare(facts)
        counted = count_chain(play.start, play.next_step, budget=budget, runs=runs, one_round=play.one_round)
        outcome = play.outcome
        outcomes = [(outcome(state), weight) for state, weight in counted.weights.items()]
        return Odds(merged([(1, outcomes)]), counted.total, counted.asked, counted.error)


class Procedures(Mapping[str, Procedure]):
    """The procedures of a system by name, loaded with the first question: a game that is only looked at needs none."""

    def __init__(self, load: Callable[[], Iterable[Procedure]]) -> None:
        self._load = load

    @cached_property
    def _loaded(self) -> dict[str, Procedure]:
        return {procedure.name: procedure for procedure in self._load()}

    def __getitem__(self, name: str) -> Procedure:
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded)

    def __len__(self) -> int:
        return len(self._loaded)


@dataclass(frozen=True)
class System:
    """One rule set, whole."""

    name: str
    title: str
    data_version: str
    options: "type[BaseModel]"
    procedures: Mapping[str, Procedure]
    army: "ArmyBook"
    folder: Path
    game: "Callable[[], GameRules] | None" = None
    """Loaded late: prices, odds and rules need no game. None while it is not yet played on a table."""

    def procedure(self, name: str) -> Procedure:
        if name not in self.procedures:
            raise BrokenInputError(unknown(name, f"a procedure of {self.name}", list(self.procedures)))
        return self.procedures[name]

    def example(self, procedure: str) -> str:
        """The filled-in example of a procedure's facts, as a person would write it."""
        return (self.folder / "examples" / f"{procedure}.toml").read_text(encoding="utf-8")


def listed_system(name: str) -> Listed:
    if name not in SYSTEMS:
        raise BrokenInputError(unknown(name, "a system", list(SYSTEMS)))
    return SYSTEMS[name]


def load_system(name: str) -> System:
    listed = listed_system(name)
    system = import_module(f"miniatures.systems.{listed.module}").SYSTEM
    assert isinstance(system, System)
    return system
