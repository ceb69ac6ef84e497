"""The game file: what happened, in which order, with undo. It knows no rule system."""

from miniatures.game.exchange import export_lines, import_lines
from miniatures.game.file import GameFile
from miniatures.game.fold import Line, live, merged
from miniatures.game.record import FORMAT, Event, Header, event_line, read_event
from miniatures.game.troubles import GameMovedOnError

__all__ = [
    "FORMAT",
    "Event",
    "GameFile",
    "GameMovedOnError",
    "Header",
    "Line",
    "event_line",
    "export_lines",
    "import_lines",
    "live",
    "merged",
    "read_event",
]
