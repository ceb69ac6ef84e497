"""Telling every browser that a game has moved on, and where it stands when one comes back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from miniatures.broken import BrokenInputError
from miniatures.web.desk import Desk, GameAtHand

#: Seconds between looks for what the command line or another server wrote into the file.
LOOK = 1.0
#: Looks between two signs of life, by which both ends notice that the line is dead.
ALIVE = 10


class Bell:
    """Rings for everybody who waits for a game."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}

    def ring(self, game: str) -> None:
        """From the event loop's own thread: after a write."""
        for event in self._waiting.get(game, ()):
            event.set()

    async def wait(self, game: str, seconds: float) -> None:
        event = asyncio.Event()
        waiting = self._waiting.setdefault(game, set())
        waiting.add(event)
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(event.wait(), seconds)
        finally:
            waiting.discard(event)


async def _heads(request: Request, game: GameAtHand) -> AsyncIterator[str]:
    """The number of the last event: at once, and again whenever there is a new one."""
    bell: Bell = request.app.state.bell
    told, quiet = 0, 0
    while not await request.is_disconnected():
        try:
            head = (await run_in_threadpool(game.moment)).head
        except BrokenInputError:  # the file is gone or was replaced: the page says so when it is loaded again
            yield "event: gone\ndata: gone\n\n"
            return
        quiet += 1
        if head != told:
            told, quiet = head, 0
            yield f"event: head\ndata: {head}\n\n"
        elif quiet >= ALIVE:
            quiet = 0
            yield ": still here\n\n"
        await bell.wait(game.name, LOOK)


async def stream(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    game = await run_in_threadpool(desk.game, request.path_params["game"])
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_heads(request, game), media_type="text/event-stream", headers=headers)


def told(request: Request, game: GameAtHand) -> None:
    """Everybody looks again."""
    bell: Bell = request.app.state.bell
    bell.ring(game.name)


ROUTES = [Route("/game/{game}/stream", stream)]
