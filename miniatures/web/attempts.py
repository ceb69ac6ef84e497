"""An action as somebody tries it on the page: his words, the facts that he states, his dice. Looking writes nothing.

What is looked at is what is applied: the same plan, the same dice, the same settling.
"""

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakKeyDictionary

from miniatures.answers import Chances
from miniatures.broken import BrokenInputError
from miniatures.dice import RandomDice, TableDice
from miniatures.game import Event
from miniatures.game_wording import event_words
from miniatures.stating import set_value
from miniatures.systems.playing import Action, Board, Plan
from miniatures.tracker import (
    FactsNeededError,
    Performed,
    Proposed,
    expected,
    find_action,
    measure,
    perform,
    planned,
    settle,
)
from miniatures.web.desk import GameAtHand

#: Plans and odds of a game that are kept: some players, each with a few things in mind.
KEPT = 64


@dataclass(frozen=True)
class Attempt:
    """What somebody wants to do, as far as he has said it."""

    action: str
    words: Mapping[str, Any] = field(default_factory=dict)
    sets: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    overruled: str | None = None
    after: int = 0
    """The last event that he has seen."""

    def key(self, game: GameAtHand, head: int, *more: Any) -> str:
        """By what it is remembered: an event is the same only if it happened at the same time."""
        when = game.playing.file.events[head - 1].at
        return json.dumps([head, when, self.action, self.words, *more], sort_keys=True, default=str)


@dataclass(frozen=True)
class Looked:
    """What an attempt comes to."""

    attempt: Attempt
    action: Action
    head: int
    board: Board
    plan: Plan | None = None
    proposed: Proposed | None = None
    settled: Performed | None = None
    needed: Mapping[str, str] = field(default_factory=dict)
    """Facts that nobody knows, each with what is expected."""
    trouble: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    """What others did since he looked last."""

    @property
    def data(self) -> Mapping[str, Any]:
        """The facts as they stand: measured, and what was said over them as far as it can be."""
        if self.proposed is not None:
            return self.proposed.data
        data: dict[str, Any] = dict(self.plan.measured) if self.plan else {}
        for assignment in self.attempt.sets:
            try:
                data = set_value(data, assignment)
            except BrokenInputError:
                continue  # the trouble says it
        return data

    @property
    def ready(self) -> bool:
        return self.settled is not None and self.settled.conclusion is not None


_KEPT: WeakKeyDictionary[GameAtHand, "OrderedDict[str, Any]"] = WeakKeyDictionary()


def kept(game: GameAtHand, key: str, make: Any) -> Any:
    """What was found for the same game, event and words before; it cannot have changed."""
    shelf = _KEPT.setdefault(game, OrderedDict())
    found = shelf.get(key, shelf)
    if found is shelf:
        found = shelf[key] = make()
        while len(shelf) > KEPT:
            shelf.popitem(last=False)
    return found


def plan_of(game: GameAtHand, attempt: Attempt, at: int | None = None) -> Plan:
    """What the table says, now or as it was after an event."""
    moment = game.moment()
    if at is None or at == moment.head:
        head, state = moment.head, moment.state
    else:
        head, state = at, game.playing.state_at(at)

    def measured() -> Plan:
        return measure(game.playing, attempt.action, attempt.words, state)

    plan = kept(game, attempt.key(game, head, "plan"), measured)
    assert isinstance(plan, Plan)
    return plan


def look(game: GameAtHand, attempt: Attempt, *, roll: int = 0) -> Looked:
    """What it comes to, as the game stands; `roll` throws at most are made by the program."""
    moment = game.moment()
    action = find_action(game.playing.rules, attempt.action)
    found = Looked(attempt, action, moment.head, moment.board, moved=tuple(since(game, attempt.after)))
    try:
        plan = plan_of(game, attempt, moment.head)
        found = replace(found, plan=plan)
        found = replace(found, proposed=planned(game.playing, action, attempt.words, plan, attempt.sets))
        return _settled(game, found, roll)
    except FactsNeededError as error:
        return replace(found, needed=dict(error.needed))
    except BrokenInputError as error:
        return replace(found, trouble=error.lines)


def _settled(game: GameAtHand, found: Looked, roll: int) -> Looked:
    assert found.proposed is not None
    faces = found.attempt.faces
    roller = RandomDice() if roll else None
    while True:
        settled = settle(game.playing, found.proposed, TableDice(faces), found.attempt.overruled)
        needed = settled.resolved.needed if settled.resolved else None
        if needed is None or roller is None or not roll:
            return replace(found, settled=settled, attempt=replace(found.attempt, faces=faces))
        faces, roll = (*faces, *roller.answer(needed)), roll - 1


def since(game: GameAtHand, after: int) -> Iterator[str]:
    """What happened after an event, in words; nothing where the attempt has seen none yet."""
    if after < 1:
        return
    actions = game.playing.rules.actions()
    for event in game.playing.file.events[after:]:
        if event.kind == "command":
            yield f"{event_words(event, actions)}: {' '.join(event.says)}"
        else:
            meant = game.playing.file.events[int(event.words["event"]) - 1]
            yield f"{'taken back' if event.kind == 'undo' else 'brought again'}: {event_words(meant, actions)}"


def apply(game: GameAtHand, attempt: Attempt) -> Event:
    """Carry out what was looked at. If the game has moved on since, nothing is done."""
    with game.writing(attempt.after) as playing:
        action = find_action(playing.rules, attempt.action)
        proposed = planned(playing, action, attempt.words, plan_of(game, attempt), attempt.sets)
        done = perform(playing, proposed, TableDice(attempt.faces), attempt.overruled, attempt.after)
        if done.event is None:
            raise BrokenInputError(f"{attempt.action}: not complete yet; nothing was written")
        return done.event


def odds_of(game: GameAtHand, attempt: Attempt) -> Chances | None:
    """The odds before the throw, counted once for the same facts."""

    def counted() -> Chances | None:
        found = look(game, replace(attempt, faces=()))
        return expected(game.playing, found.proposed, attempt.overruled) if found.proposed else None

    key = attempt.key(game, game.moment().head, "odds", attempt.sets, attempt.overruled is None)
    chances = kept(game, key, counted)
    assert chances is None or isinstance(chances, Chances)
    return chances


def odds_at_hand(game: GameAtHand, attempt: Attempt) -> bool:
    """Whether they are counted already."""
    key = attempt.key(game, game.moment().head, "odds", attempt.sets, attempt.overruled is None)
    return key in _KEPT.get(game, {})
