"""A game as lines of JSON, for other programs and for people with a text editor; and back, without loss."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from miniatures.broken import BrokenInputError
from miniatures.game.file import GameFile
from miniatures.game.fold import Line
from miniatures.game.record import (
    Event,
    Header,
    demand_format,
    event_line,
    json_line,
    read_event,
    read_header,
    read_object,
)

_SIGN = "miniatures game"


def export_lines(game: GameFile) -> Iterator[str]:
    """The header, then every event, also those that were undone. No line ends in a newline."""
    header = game.header.model_dump(mode="json")
    yield json_line({_SIGN: header.pop("format"), **header}, f"{game.path}: header")
    for event in game.events:
        yield event_line(event)


def import_lines(lines: Iterable[str], path: Path, name: str = "the exported game") -> GameFile:
    """The game that was exported, in a new file. A broken line is named, and then there is no new file."""
    try:
        texts = [line.rstrip("\r\n") for line in lines]
    except UnicodeDecodeError as error:
        raise BrokenInputError(f"{name}: not a text file (not UTF-8: {error.reason}); expected lines of JSON") from None
    while texts and not texts[-1].strip():
        texts.pop()
    if not texts:
        raise BrokenInputError(f"{name}: empty; expected the lines of an exported game")
    header = _read_header(texts[0].removeprefix("\ufeff"), f"{name}: line 1")
    return GameFile.create_from(path, header, _events(texts[1:], name))


def _read_header(text: str, place: str) -> Header:
    found = read_object(text, place)
    if _SIGN not in found:
        raise BrokenInputError(f'{place}: expected the header of a game, beginning with "{_SIGN}"')
    version = found.pop(_SIGN)
    if type(version) is not int:
        raise BrokenInputError(f'{place}: "{_SIGN}": expected the format, a whole number')
    demand_format(version, place)
    return read_header({"format": version, **found}, place)


def _events(texts: list[str], name: str) -> list[Event]:
    if not texts:
        raise BrokenInputError(f"{name}: line 2: missing; expected the setup, the first event")
    line, events = Line(), []
    for number, text in enumerate(texts, 1):
        place = f"{name}: line {number + 1}"
        event = read_event(text, place)
        if event.number != number:
            raise BrokenInputError(f"{place}: number: found {event.number}; expected {number}, the next event")
        line = line.after(event, place)
        event_line(event, place)  # a number too large to be one is read, but could not be written
        events.append(event)
    return events
