"""A game looked at again: the sums of one event, and all of it played once more through the rules."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from miniatures.answers import Resolved, resolve
from miniatures.broken import BrokenInputError
from miniatures.dice import DiceNeededError, TableDice
from miniatures.faults import read_model
from miniatures.game import Event, merged
from miniatures.tracker import Playing, propose


def sums_of(playing: Playing, event: Event) -> Resolved | None:
    """What an event threw, resolved again from the facts and faces in the log, sums and all."""
    if not event.procedure:
        return None
    procedure = playing.system.procedure(event.procedure)
    facts = read_model(procedure.facts, dict(event.facts), f"event {event.number}")
    return resolve(playing.system, procedure, facts, TableDice(event.dice), event.overruled or "")


@dataclass(frozen=True)
class Replayed:
    """A game played again: its last state, and the events that the rules now decide otherwise."""

    state: Any
    played: int
    differs: tuple[tuple[Event, str], ...]


def replayed(playing: Playing, upto: int | None = None) -> Replayed:
    """Every live action again, from its words, its dice and what was stated, each in the state that the log left."""
    file = playing.file
    line = file.line if upto is None else file.line_at(upto)
    differs: list[tuple[Event, str]] = []
    state: dict[str, Any] = {}
    for event in line:
        try:
            again = _again(playing, event, state)
            if again != event.changes:
                differs.append((event, f"it changes something else now: {_unlike(again, event.changes)}"))
        except (BrokenInputError, DiceNeededError) as error:
            differs.append((event, str(error)))
        state = merged(state, event.changes)
    return Replayed(playing.rules.load(playing.setup, state), len(line), tuple(differs))


def _unlike(again: Any, before: Any, place: str = "") -> str:
    """The first place where two changes part."""
    if isinstance(again, Mapping) and isinstance(before, Mapping):
        for key in sorted({*again, *before}):
            if again.get(key) != before.get(key):
                return _unlike(again.get(key), before.get(key), f"{place}.{key}" if place else str(key))
    return f"{place}, {again!r} where the log has {before!r}"


def _again(playing: Playing, event: Event, state: dict[str, Any]) -> Any:
    if event.command == "new":
        return json.loads(json.dumps(playing.rules.begin(playing.setup).changes))
    proposed = propose(playing, event.command, event.words, event.stated, playing.rules.load(playing.setup, state))
    outcome = None
    if proposed.procedure is not None:
        dice = TableDice(event.dice)
        outcome = proposed.procedure.resolve(proposed.facts, dice)
        dice.all_used()
    return json.loads(json.dumps(proposed.plan.conclude(proposed.facts, outcome).changes))
