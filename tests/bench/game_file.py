"""The game file on a long evening: opening it against reading the same JSON, and undo late against undo early."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from miniatures.game import GameFile, event_line
from tests.bench.timing import Times, side_by_side
from tests.game.games import header, realistic

_EVENTS, _FEW = 2_000, 20
_LOAD_GOAL, _UNDO_GOAL = 10.0, 2.0


def lines() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        late = GameFile.create_from(Path(folder, "late"), header(), realistic(_EVENTS))
        early = GameFile.create_from(Path(folder, "early"), header(), realistic(_FEW))
        yield f"the game file, {_EVENTS:,} events, in milliseconds"
        yield from _loading(late)
        yield from _undo(early, late)


def _loading(game: GameFile) -> Iterator[str]:
    texts = [event_line(event) for event in game.events]

    def parsed(_: None) -> object:
        return [json.loads(text) for text in texts]

    def opened(_: None) -> object:
        return GameFile.open(game.path, writing=False).state

    times = side_by_side({"open": opened, "json": parsed}, lambda: None, repetitions=15)
    size = sum(map(len, texts)) / len(texts)
    yield f"    json.loads of its lines, {size:,.0f} letters each  {times['json'].best * 1000:8.2f}"
    yield _compared("open, check and fold", times["open"], times["json"], _LOAD_GOAL)


def _undo(early: GameFile, late: GameFile) -> Iterator[str]:
    def undone_and_redone(game: GameFile) -> object:
        game.undo()
        return game.redo()

    # Each undo and redo lengthens the log, of both alike: by 60 events, which the short one feels more.
    contenders = {
        "early": lambda _: undone_and_redone(early),
        "late": lambda _: undone_and_redone(late),
    }
    times = side_by_side(contenders, lambda: None, repetitions=29)
    yield f"    undo and redo at event {_FEW}, to disk  {times['early'].best * 1000:8.3f}"
    yield _compared(f"undo and redo at event {_EVENTS:,}, to disk", times["late"], times["early"], _UNDO_GOAL)


def _compared(name: str, own: Times, other: Times, goal: float) -> str:
    ratio = own.ratio_to(other)
    verdict = "met" if ratio <= goal else "missed"
    return f"    {name}  {own.best * 1000:8.3f}   this/that {ratio:.2f}, goal {goal:.2f} {verdict}"
