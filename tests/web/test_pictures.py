"""The pictures of the page in the README are made by a script, which still finds everything that it shows."""

import re
import runpy
from pathlib import Path

from playwright.sync_api import Browser

from miniatures.demonstration import demonstration
from tests.web.browser import serving

ROOT = Path(__file__).parent.parent.parent


def size_of(picture: Path) -> tuple[int, int]:
    """Across and down, as the head of a PNG tells."""
    head = picture.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def test_the_pictures_can_be_made_anew(chromium: Browser, tmp_path: Path) -> None:
    script = runpy.run_path(str(ROOT / "examples" / "screenshots.py"))
    with serving(demonstration(tmp_path / "games")) as address:
        script["taken"](chromium, address.url, tmp_path)
    made = {path.name: size_of(path) for path in tmp_path.glob("*.png")}
    assert made == {name: size for name, (_, size, _) in script["PICTURES"].items()}


def test_the_readme_shows_them() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = sorted(re.findall(r"examples/(page-\w+\.png)", readme))
    assert shown == sorted(path.name for path in (ROOT / "examples").glob("page-*.png"))
    assert len(shown) == 3
