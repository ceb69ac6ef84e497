"""Makes the pictures of the page for the README, from the demonstration as `miniatures serve --demo` shows it:
page-table.png on a laptop, page-unit.png and page-fight.png on a phone.

Run it with:  python examples/screenshots.py [FOLDER]      (Debian's chromium and the test extra are needed)
"""

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import Browser, Page, sync_playwright

from miniatures.demonstration import demonstration
from miniatures.web.serving import prepare, server

HERE = Path(__file__).parent
CHROMIUM = "/usr/bin/chromium"
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync")  # fmt: skip
LAPTOP, PHONE = (1280, 800), (390, 844)


def table(page: Page) -> None:
    """A company of archers chosen: its arc, its range bands, and whom it must shoot at."""
    page.locator('#pieces [data-piece="Kentish longbowmen"]').click()
    page.locator("#chosen h2").wait_for()
    page.locator("#fan *").first.wait_for(state="attached")


def unit(page: Page) -> None:
    """Where its DPs came from."""
    page.locator("summary", has_text="Where they came from").click()


def fight(page: Page) -> None:
    """A volley before the dice: the odds, and the keys."""
    page.locator(".odds .chance-bar").first.wait_for()


PICTURES: dict[str, tuple[str, tuple[int, int], Callable[[Page], None]]] = {
    "page-table.png": ("/game/Towton/table", LAPTOP, table),
    "page-unit.png": ("/game/Tewkesbury/unit/King's%20archers", PHONE, unit),
    "page-fight.png": ("/game/Towton/do?how=shoot%20%22Kentish%20longbowmen%22", PHONE, fight),
}


def taken(browser: Browser, address: str, folder: Path) -> None:
    for name, (path, (width, height), prepared) in PICTURES.items():
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
        page.goto(f"{address}{path}")
        prepared(page)
        page.wait_for_timeout(400)  # until nothing moves any more
        page.screenshot(path=folder / name)
        page.close()


def run(folder: Path) -> None:
    with TemporaryDirectory() as games:
        served = prepare(demonstration(Path(games)), 0, lan=False)
        running = server(served)
        thread = Thread(target=running.run, args=([served.listener],))
        thread.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
                taken(browser, served.links[0].address.rstrip("/"), folder)
        finally:
            running.should_exit = running.force_exit = True
            thread.join()


if __name__ == "__main__":
    run(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
