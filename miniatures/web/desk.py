"""The desk: one folder with its games and armies, reached by their names. No name leads out of the folder."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, RLock
from typing import Any, NamedTuple

from miniatures.broken import BrokenInputError, nearest
from miniatures.game import import_lines
from miniatures.systems.playing import Board
from miniatures.tables import load_table
from miniatures.tracker import Playing, new_game, open_game

#: Letters and digits of any script, and what stands between them in a name; nothing that a path is made of.
_NAME = re.compile(r"\w[\w ,'’&()+-]{0,79}")


def sound_name(name: str, what: str) -> str:
    """A name that is one file's in this folder, and nothing else."""
    name = name.strip()
    if not _NAME.fullmatch(name):
        raise BrokenInputError(
            f'{what}: "{name[:80]}" cannot be the name of a file; expected letters, digits and spaces, at most 80'
        )
    return name


class Moment(NamedTuple):
    """A game after some event of its log, as everybody at the table sees it."""

    head: int
    state: Any
    board: Board


class GameAtHand:
    """An open game. Several people look at it at once, and one at a time writes."""

    def __init__(self, name: str, playing: Playing) -> None:
        self.name = name
        self.playing = playing
        self._lock = RLock()
        self._moment: Moment | None = None

    def moment(self) -> Moment:
        """How it stands now, with what other programs wrote in the meantime."""
        with self._lock:
            file = self.playing.file
            file.reload()
            if self._moment is None or self._moment.head != file.head:
                state = self.playing.state
                self._moment = Moment(file.head, state, self.playing.rules.board(state))
            return self._moment

    @contextmanager
    def writing(self, after: int) -> Iterator[Playing]:
        """To act upon what was seen after an event; if the game has moved on since, nothing is done."""
        with self._lock:
            self.playing.file.reload()
            self.playing.file.demand_seen(after)
            yield self.playing


class Desk:
    """The folder in which the page keeps what it makes. It remembers nothing that is not in the files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[str, GameAtHand] = {}
        self._lock = Lock()

    def game_names(self) -> list[str]:
        """The games of the folder, those played last first."""
        found = [path for path in self.folder.glob("*.game") if path.is_file() and _NAME.fullmatch(path.stem)]
        return [path.stem for path in sorted(found, key=lambda path: (-path.stat().st_mtime, path.stem))]

    def game_path(self, name: str) -> Path:
        return self.folder / f"{sound_name(name, 'game')}.game"

    def game(self, name: str) -> GameAtHand:
        path = self.game_path(name)
        with self._lock:
            if not path.is_file():
                self._open.pop(name, None)
                meant = nearest(name, self.game_names())
                hint = f'; did you mean "{meant}"?' if meant else ""
                raise UnknownGameError(f'There is no game called "{name}" here{hint}')
            if name not in self._open:
                self._open[name] = GameAtHand(name, open_game(path))
            return self._open[name]

    def begin(self, name: str, armies: list[str], table: str, options: list[str]) -> GameAtHand:
        """A new game from two armies, of the folder or ready ones, with or without a table."""
        path = self.game_path(name)
        files = [self.army_reference(army) for army in armies]
        new_game(path, files, load_table(self.table_reference(table)) if table else None, options)
        return self.game(name)

    def take_in(self, name: str, lines: list[str]) -> GameAtHand:
        """A game that was exported, under a name that is free here."""
        import_lines(lines, self.game_path(name), name)
        return self.game(name)

    def own_armies(self) -> dict[str, Path]:
        """The rosters of the folder, by name. A TOML file that is no roster says so when it is opened."""
        found = sorted(self.folder.glob("*.toml"))
        return {path.stem: path for path in found if path.is_file() and _NAME.fullmatch(path.stem)}

    def army_path(self, name: str) -> Path:
        return self.folder / f"{sound_name(name, 'army')}.toml"

    def army_reference(self, name: str) -> str:
        """As `rosters` finds it: a file of the folder goes before a ready army of the same name."""
        path = self.army_path(name)
        return str(path) if path.is_file() else sound_name(name, "army")

    def table_reference(self, name: str) -> str:
        return sound_name(name, "table")


class UnknownGameError(BrokenInputError):
    """There is no such game in the folder."""
