"""What every request passes: which host it asks for, where it comes from, who asks, and how large it is."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from miniatures.web import pages
from miniatures.web.access import COOKIE, Access, own_origin

#: No roster, no form and no recorded battle that people played comes near this.
LARGEST = 20_000_000
#: What a visitor without a secret may see: how the page looks, and nothing of a game.
_OPEN = ("/static/", "/join/", "/favicon.ico")
_SAFE = ("GET", "HEAD", "OPTIONS")

_HEADERS = {
    b"content-security-policy": b"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    b"img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    b"frame-ancestors 'none'; manifest-src 'self'",
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",  # no address is told elsewhere; without any, browsers hide where a form is from
    b"cross-origin-opener-policy": b"same-origin",
}


class Door:
    """Middleware: refuses, or lets in with `request.state.visitor`."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app = app
        self.access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        answer = self._answer(request)

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = dict(_HEADERS)
                if not request.url.path.startswith("/static/"):
                    headers[b"cache-control"] = b"no-store"
                else:
                    headers[b"cache-control"] = b"no-cache"  # asked for again each time, and mostly not sent again
                known = {key.lower() for key, _ in message["headers"]}
                message["headers"] = [*message["headers"], *((k, v) for k, v in headers.items() if k not in known)]
            await send(message)

        if answer is not None:
            await answer(scope, receive, dressed)
        else:
            await self.app(scope, _limited(receive), dressed)

    def _answer(self, request: Request) -> Response | None:
        """A refusal, or nothing when the visitor may go on."""
        path = request.url.path
        host = request.headers.get("host", "")
        if not self.access.known_host(host):
            return Response("Ask for this page by the address that was given to you.", 421)
        if path.startswith("/join/"):
            return self._join(path.removeprefix("/join/"))
        visitor = self.access.visitor(request.cookies.get(COOKIE))
        request.state.visitor = visitor
        if visitor is None and not path.startswith(_OPEN):
            why = "This game is played with links. Ask the host for yours, or scan its code again."
            return pages.trouble(request, 403, "A link is needed", [why])
        if request.method not in _SAFE:
            length = request.headers.get("content-length", "0")
            if not length.isdecimal() or int(length) > LARGEST:
                return pages.trouble(request, 413, "Too large", [f"At most {LARGEST // 1_000_000} MB are taken."])
            if not own_origin(host, request.headers.get("origin"), request.headers.get("sec-fetch-site")):
                return pages.trouble(request, 403, "Not from here", ["Only this page itself may change a game."])
            if visitor is None or not visitor.may_write:
                why = "You look on: only the players change the game."
                return pages.trouble(request, 403, "Not for you to do", [why])
        return None

    def _join(self, secret: str) -> Response:
        if self.access.visitor(secret) is None or not self.access.secrets:
            return Response("This link is not known here. Ask the host for a new one.", 403)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(COOKIE, secret, max_age=90 * 24 * 3600, httponly=True, samesite="lax", path="/")
        return answer


def _limited(receive: Receive) -> Receive:
    """A body without a stated length is held to the same limit."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > LARGEST:
            return {"type": "http.disconnect"}
        return message

    return counted
