"""What a request carries: the game that it is about, and the fields of its form."""

from collections.abc import Callable
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from miniatures.broken import BrokenInputError
from miniatures.web.access import Visitor
from miniatures.web.desk import Desk, GameAtHand

Found = TypeVar("Found")
#: Longer than anything that is written in a field of a form.
LONGEST = 4_000


async def off_loop(work: Callable[..., Found], *arguments: Any) -> Found:
    """Rules and files are worked at in a thread, so that nobody else waits."""
    return await run_in_threadpool(work, *arguments)


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def visitor_of(request: Request) -> Visitor:
    visitor: Visitor = request.state.visitor
    return visitor


async def game_of(request: Request) -> GameAtHand:
    return await off_loop(desk_of(request).game, request.path_params["game"])


async def fields_of(request: Request) -> dict[str, str]:
    """The text fields of a form; of one that is said twice, the last."""
    form = await request.form(max_files=4, max_fields=2_000)
    fields = {key: value for key, value in form.items() if isinstance(value, str)}
    for key, value in fields.items():
        if len(value) > LONGEST:
            raise BrokenInputError(f"{key[:40]}: {len(value)} letters; expected at most {LONGEST}")
    return fields


def whole(fields: dict[str, str], key: str) -> int:
    """A whole number that the page itself put into its form."""
    written = fields.get(key, "")
    if not (written.isascii() and written.isdecimal()) or len(written) > 9:
        raise BrokenInputError(f'{key}: "{written[:40]}"; expected a whole number: load the page again')
    return int(written)


def demand(allowed: str) -> None:
    """Go on when there is no reason against it."""
    if allowed:
        raise HTTPException(403, allowed)
