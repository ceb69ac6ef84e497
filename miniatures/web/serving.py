"""The page on this machine or on the players' network: the address, the links with their codes, and the server."""

import socket
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from miniatures.broken import BrokenInputError
from miniatures.web.access import Access, Role, kept_access
from miniatures.web.desk import Desk

if TYPE_CHECKING:
    import uvicorn

#: The year of Towton.
PORT = 1461
_WORDS: dict[Role, str] = {
    "host": "Host, both sides",
    "first": "First army",
    "second": "Second army",
    "onlooker": "Onlookers, who change nothing",
}


class Link(NamedTuple):
    """An address to give to somebody, and who that is."""

    whom: str
    address: str
    shared: bool
    """Meant for another device, and so worth a code to scan."""


class Served(NamedTuple):
    """Everything that is decided before the first request."""

    desk: Desk
    access: Access
    listener: socket.socket
    links: tuple[Link, ...]


def prepare(folder: Path, port: int | None, *, lan: bool) -> Served:
    """Take the port first, so that a link that is printed is a link that opens."""
    if not folder.is_dir():
        raise BrokenInputError(f"{folder}: no such folder; expected one to keep games and armies in")
    listener = _listening("0.0.0.0" if lan else "127.0.0.1", port)
    number = listener.getsockname()[1]
    desk = Desk(folder.resolve())
    if not lan:
        return Served(desk, Access(), listener, (Link("", f"http://127.0.0.1:{number}/", False),))
    access = kept_access(desk.folder)
    addresses = own_addresses()
    name = socket.gethostname().lower()
    access.hosts |= {*addresses, name, f"{name}.local"}
    links = [
        Link(
            _WORDS[role],
            f"http://{'127.0.0.1' if role == 'host' else addresses[0]}:{number}/join/{secret}",
            role != "host",
        )
        for role, secret in access.secrets.items()
    ]
    return Served(desk, access, listener, tuple(links))


def _listening(address: str, port: int | None) -> socket.socket:
    """On the port that was asked for; without one on ours, or on any that is free."""
    tries = (port,) if port is not None else (PORT, 0)
    for one in tries:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # the same port again after a kill
        try:
            listener.bind((address, one))
            listener.listen(64)
        except OSError as error:
            listener.close()
            if one is tries[-1]:
                reason = error.strerror or str(error)
                raise BrokenInputError(f"--port {one}: cannot be listened to ({reason}); take another") from None
        else:
            return listener
    raise AssertionError("the last try returns or raises")


def own_addresses() -> list[str]:
    """This machine's addresses on the players' network, the likeliest first; no packet is sent to find them."""
    found: list[str] = []
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # an address of nobody: only the way to it is looked up
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    abroad = [address for address in dict.fromkeys(found) if not address.startswith("127.")]
    return abroad or ["127.0.0.1"]


def code(address: str) -> Iterator[str]:
    """The address as a QR code in half blocks, two rows to a line, with its quiet zone."""
    import segno

    rows = [list(row) for row in segno.make(address, micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}  # light on dark, as terminals mostly are
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(blocks[bool(top), bool(low)] for top, low in zip(upper, lower, strict=True))


def server(served: Served) -> "uvicorn.Server":
    import uvicorn

    from miniatures.web import make_app

    app = make_app(served.desk, served.access)
    # Streams stay open as long as a browser looks: without a limit the server would wait for them to end.
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=1, lifespan="off")
    return uvicorn.Server(config)


def run(served: Served, started: Callable[[], None]) -> None:
    """Serve until it is interrupted. `started` is called when the first request would be answered."""
    serving = server(served)
    started()
    serving.run(sockets=[served.listener])
