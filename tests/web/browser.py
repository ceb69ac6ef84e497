"""A real browser at the page: Debian's chromium, driven by Playwright, one for the whole run.

Whoever opens a page with `visit` has it watched: a console error, a failed script, a breach of the content security
policy or an answer of 500 fails the test.
"""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Response, ViewportSize, sync_playwright

from miniatures.web.access import Access, Role
from miniatures.web.serving import Served, prepare, server
from tests.web.desks import SECRETS

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AXE = Path(__file__).parent / "vendor" / "axe.min.js"

PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 320, "height": 640}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}


@cache
def missing() -> str:
    """Why there is no browser to test in; empty when there is one. Where we may, the package is installed."""
    if Path(CHROMIUM).exists():
        return ""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return f"{CHROMIUM} is missing, and only root can install it: apt-get install chromium"
    quiet: dict[str, Any] = {"env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, "capture_output": True}
    for words in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
        done = subprocess.run([apt, *words], text=True, check=False, **quiet)
        if done.returncode:
            return f"{CHROMIUM} is missing, and apt-get {words[0]} failed: {done.stderr.strip()[-200:]}"
    return "" if Path(CHROMIUM).exists() else f"{CHROMIUM} is missing, even after apt-get install chromium"


def launched(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, headless=True)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; each visitor is a context of its own, with its own cookies."""
    if missing():
        pytest.skip(f"no browser: {missing()}")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


class Address(NamedTuple):
    """Where a page is served, and from which folder."""

    url: str
    folder: Path


@contextmanager
def serving(folder: Path, access: Access | None = None) -> Iterator[Address]:
    """The page, served from a thread of this process on a free port."""
    prepared = prepare(folder, 0, lan=False)
    served = Served(prepared.desk, access or Access(), prepared.listener, prepared.links)
    running = server(served)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [served.listener]}, daemon=True)
    thread.start()
    try:
        yield Address(served.links[0].address.rstrip("/"), folder)
    finally:
        running.should_exit = running.force_exit = True
        thread.join()


class OwnProcess:
    """The page served by a process of its own, as players start it, so that it can be killed."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        with prepare(folder, port, lan=False).listener as free:
            self.port: int = port or free.getsockname()[1]
        self.address = Address(f"http://127.0.0.1:{self.port}", folder)
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        words = ["serve", "--folder", str(self.address.folder), "--port", str(self.port), "--no-browser"]
        called = [sys.executable, "-c", "from miniatures.cli import run; run()", *words]
        self._process = subprocess.Popen(called, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self._process.stdout is not None
        told = ""
        for line in self._process.stdout:
            told += line
            if line.startswith("Open "):
                return
        raise AssertionError(f"it did not start: {told}")

    def kill(self) -> None:
        """At once, with no chance to tidy up."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None


class Visits:
    """Opens pages as different people on different devices, and remembers everything that went wrong on them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.troubles: list[str] = []
        self.line_may_fail = False
        """Set by those who kill the server: a line that cannot be opened is then no trouble."""

    def __call__(
        self,
        address: Address,
        path: str = "/",
        *,
        size: ViewportSize = PHONE,
        role: Role | None = None,
        dark: bool = False,
        script: bool = True,
    ) -> Page:
        """A new device that opens this page: a phone unless said otherwise, with the link of a role if one is named."""
        context = self._browser.new_context(
            viewport=size,
            has_touch=size is not LAPTOP,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            java_script_enabled=script,
        )
        context.set_default_timeout(10_000)
        self._contexts.append(context)
        page = context.new_page()
        self._watch(page)
        if role is not None:
            page.goto(f"{address.url}/join/{SECRETS[role]}")
        page.goto(f"{address.url}{path}")
        return page

    def _watch(self, page: Page) -> None:
        page.on("console", lambda message: self._said(message.type, message.text))
        page.on("pageerror", lambda error: self.troubles.append(f"script failed: {error}"))
        page.on("response", self._answered)

    def _said(self, kind: str, text: str) -> None:
        if kind not in ("error", "warning"):
            return
        if text.startswith("Failed to load resource") and "status of 4" in text:
            return  # a refusal that a test asked for
        lost = ("Failed to load resource", "htmx: htmx:sse:error", "htmx: htmx:error: Failed to fetch")
        if self.line_may_fail and text.startswith(lost):
            return
        self.troubles.append(f"console {kind}: {text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.troubles.append(f"answer {response.status}: {response.request.method} {response.url}")

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Visits]:
    visits = Visits(chromium)
    yield visits
    visits.close()
    assert not visits.troubles, "\n".join(visits.troubles)


def accessible(page: Page, *without: str) -> None:
    """axe-core finds nothing on the page as it stands; `without` names its rules that do not apply."""
    page.evaluate(AXE.read_text(encoding="utf-8"))  # handed over by the debugger, which no policy of the page binds
    rules = {rule: {"enabled": False} for rule in without}
    found = page.evaluate(
        "rules => axe.run(document, {rules: {...rules, 'target-size': {enabled: true}}, resultTypes: ['violations']})",
        rules,
    )
    told = [
        f"{fault['id']}: {fault['help']}\n    " + "\n    ".join(node["html"][:200] for node in fault["nodes"][:5])
        for fault in found["violations"]
    ]
    assert not told, "\n".join(told)


def fits(page: Page) -> None:
    """Nothing is wider than the screen, so that nobody scrolls sideways."""
    wide = page.evaluate(
        """() => document.documentElement.scrollWidth <= window.innerWidth ? [] :
        [...document.querySelectorAll("body *")].filter(one => one.getBoundingClientRect().right > innerWidth + 1)
        .map(one => one.outerHTML.slice(0, 120)).slice(0, 8)"""
    )
    assert not wide, f"wider than {page.viewport_size}: {json.dumps(wide, indent=1)}"


def touchable(page: Page) -> None:
    """Every button and field that is seen is at least 44 pixels high and wide; links within sentences are not meant."""
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, .button, select, textarea, summary, nav a, .card > a, " +
        "input:not([type=hidden]):not([type=checkbox]):not([type=radio])")]
        .map(one => [one, one.getBoundingClientRect()])
        .filter(([one, box]) => one.checkVisibility() && box.width && (box.width < 43.5 || box.height < 43.5))
        .map(([one, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${one.outerHTML.slice(0, 100)}`)"""
    )
    assert not small, "\n".join(small)


def eventually(told: Any, seconds: float = 10) -> None:
    """Wait until it is so, for what happens outside of a browser."""
    end = time.monotonic() + seconds
    while not told():
        assert time.monotonic() < end, "it never came to be so"
        time.sleep(0.05)
