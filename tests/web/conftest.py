"""The page is tested twice: asked without a browser, which is quick, and in a real one, where that matters."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.browser import Address, OwnProcess, chromium, serving, visit
from tests.web.desks import client, lay_out, shared

__all__ = ["chromium", "visit"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game of each system, in the middle of its battle."""
    return lay_out(tmp_path)


@pytest.fixture
def asking(folder: Path) -> Iterator[TestClient]:
    """The host on this machine, without a browser."""
    with client(folder) as one:
        yield one


@pytest.fixture
def table(folder: Path) -> Iterator[Address]:
    """The page on this machine, for a browser."""
    with serving(folder) as address:
        yield address


@pytest.fixture
def network(folder: Path) -> Iterator[Address]:
    """The page as with --lan: everybody needs a link."""
    with serving(folder, shared()) as address:
        yield address


@pytest.fixture
def own_process(folder: Path) -> Iterator[OwnProcess]:
    """The page in a process of its own, that can be killed and started again on the same port."""
    process = OwnProcess(folder)
    process.start()
    yield process
    process.kill()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    left_out = [one for one in terminalreporter.getreports("skipped") if "no browser: " in str(one.longrepr)]
    if left_out:
        why = str(left_out[0].longrepr).split("no browser: ", 1)[1].rstrip("')")
        terminalreporter.write_line(f"{len(left_out)} tests in a real browser were left out: {why}", yellow=True)
        for one in left_out:
            terminalreporter.write_line(f"  left out: {one.nodeid}")
