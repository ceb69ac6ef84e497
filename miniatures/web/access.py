"""Who asks: the host, one of the two sides, or an onlooker. On this machine alone everybody is the host."""

import hmac
import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from miniatures.broken import BrokenInputError
from miniatures.naming import find
from miniatures.systems.playing import Board

COOKIE = "miniatures"
#: Beside the games, so that a link given out yesterday still opens them after the server was killed.
KEPT = ".miniatures-links"

Role = Literal["host", "first", "second", "onlooker"]
ROLES: tuple[Role, ...] = ("host", "first", "second", "onlooker")


@dataclass(frozen=True)
class Visitor:
    """Somebody who asks, and what he may do."""

    role: Role
    both_sides: bool = False
    """The players agreed that each device acts for both sides."""

    @property
    def may_write(self) -> bool:
        return self.role != "onlooker"

    @property
    def side(self) -> int | None:
        """The side that he acts for; None for both."""
        if self.both_sides or self.role not in ("first", "second"):
            return None
        return ("first", "second").index(self.role)

    def barred(self, board: Board, words: Mapping[str, Any]) -> str:
        """Why he may not do what these words say, or nothing."""
        if not self.may_write:
            return "You look on: only the players change the game."
        if self.side is None:
            return ""
        meant = side_of(board, words)
        if meant is None or meant == self.side:
            return ""
        return f"You act for {board.sides[self.side].name}; this is for {board.sides[meant].name} to do."


def side_of(board: Board, words: Mapping[str, Any]) -> int | None:
    """Whose doing it is: of the unit, leader, wing or side that the words name first; else of the side that acts."""
    named: dict[str, set[int]] = {}
    for index, side in enumerate(board.sides):
        names = [side.name, side.commander]
        for wing in side.wings:
            names += [wing.name, wing.leader, *wing.leaders, *(unit.name for unit in wing.units)]
            names += [unit.leader for unit in wing.units]
        for name in filter(None, names):
            named.setdefault(name, set()).add(index)
    for position, said in enumerate(words.values()):
        for one in said if isinstance(said, list | tuple) else (said,):
            sides = _meant(one, named, shortened=position == 0)
            if len(sides) == 1:
                return next(iter(sides))
    acting = [index for index, side in enumerate(board.sides) if side.name == board.acting]
    return acting[0] if acting else None


def _meant(word: Any, named: Mapping[str, set[int]], *, shortened: bool) -> set[int]:
    """The sides that know this name; the first word, which names who acts, may be as short as players type it."""
    if not isinstance(word, str):
        return set()
    if not shortened:
        return named.get(word, set())
    with suppress(BrokenInputError):
        return named[find(word, named, "a name of this game")]
    return set()


@dataclass
class Access:
    """The door. Without secrets it lets everybody in as host, for then only this machine is listened to."""

    secrets: Mapping[Role, str] = field(default_factory=dict)
    hosts: frozenset[str] = frozenset({"127.0.0.1", "localhost", "::1", "testserver"})
    """The names by which this machine may be asked for: any other is a page elsewhere that pretends."""
    both_sides: bool = False
    kept: Path | None = None

    def keep(self) -> None:
        """Beside the games, readable by their owner alone."""
        if self.kept is None:
            return
        try:
            handle = os.open(self.kept, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({**self.secrets, "both_sides": self.both_sides}, file)
        except OSError as error:
            raise BrokenInputError(f"{self.kept}: cannot be written ({error.strerror})") from None

    def visitor(self, secret: str | None) -> Visitor | None:
        if not self.secrets:
            return Visitor("host")
        for role, known in self.secrets.items():
            if secret is not None and hmac.compare_digest(secret.encode(), known.encode()):
                return Visitor(role, self.both_sides)
        return None

    def known_host(self, header: str) -> bool:
        try:
            return (urlsplit(f"//{header}").hostname or "") in self.hosts
        except ValueError:
            return False


def own_origin(host: str, origin: str | None, fetched_from: str | None) -> bool:
    """Whether a write comes from our own page: browsers say where it was made, and other pages cannot lie about it."""
    if fetched_from is not None and fetched_from not in ("same-origin", "none"):
        return False
    return origin is None or urlsplit(origin).netloc == host


def kept_access(folder: Path) -> Access:
    """The access that this folder's links give; made anew when there are none yet."""
    path = folder / KEPT
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found, dict) and all(isinstance(found.get(role), str) and found[role] for role in ROLES):
            return Access({role: found[role] for role in ROLES}, both_sides=found.get("both_sides") is True, kept=path)
    except FileNotFoundError:
        access = Access({role: secrets.token_urlsafe(18) for role in ROLES}, kept=path)
        access.keep()
        return access
    except (OSError, ValueError):
        pass
    raise BrokenInputError(f"{path}: not as we left it; remove it, and new links are made")
