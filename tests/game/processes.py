"""Other programs at the same game: children of a warm process, so that hundreds of them are cheap."""

import os
import signal
import traceback
from collections.abc import Callable
from typing import NoReturn

NOBODY = 65534


class Child:
    """A function in a process of its own, that tells by a pipe."""

    def __init__(self, work: Callable[[Callable[[str], None]], None]) -> None:
        self._reading, writing = os.pipe()
        self.id = os.fork()
        if self.id == 0:
            os.close(self._reading)
            _work(work, writing)
        os.close(writing)

    def kill(self) -> None:
        os.kill(self.id, signal.SIGKILL)

    def next_word(self) -> str:
        """Wait until the child says its next word; words are short and end in a newline."""
        said = b""
        while not said.endswith(b"\n"):
            byte = os.read(self._reading, 1)
            if not byte:
                break
            said += byte
        return said.decode().strip()

    def rest(self) -> list[str]:
        """All it said until it ended; half a word, cut off by its death, was not said."""
        said = b""
        while part := os.read(self._reading, 65536):
            said += part
        os.close(self._reading)
        os.waitpid(self.id, 0)
        return said.decode().split("\n")[:-1]


def _work(work: Callable[[Callable[[str], None]], None], writing: int) -> NoReturn:
    status = 1
    try:
        work(lambda word: (os.write(writing, f"{word}\n".encode()), None)[1])
        status = 0
    except BaseException:
        os.write(writing, ("failed: " + traceback.format_exc().replace("\n", " | ") + "\n").encode())
    finally:
        os._exit(status)  # nothing of the tests' own may run twice


def in_child(work: Callable[[Callable[[str], None]], None]) -> list[str]:
    return Child(work).rest()
