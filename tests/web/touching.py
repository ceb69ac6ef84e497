"""Fingers on the map of a page: taps, drags and pinches, and where a piece is on the screen."""

from playwright.sync_api import Page

Spot = tuple[float, float]


def spot_of(page: Page, piece: str, part: str = "centre") -> Spot:
    """Where a piece, or one of its front corners, is on the screen now."""
    x, y = page.evaluate(
        """async ([piece, part]) => {
          const map = document.getElementById("map");
          const found = (await (await fetch(`/game/${map.dataset.game}/table/where`)).json()).pieces[piece];
          const [x, y] = { left: found.outline[0], right: found.outline[1] }[part] ?? found.centre;
          const seen = document.getElementById("over").viewBox.baseVal;
          const box = map.getBoundingClientRect();
          const pixels = box.width / seen.width;
          return [box.left + (x - seen.x) * pixels, box.top + (Number(map.dataset.depth) - y - seen.y) * pixels];
        }""",
        [piece, part],
    )
    return float(x), float(y)


class Fingers:
    """Real touches, as the browser gets them from a screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *spots: Spot) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def put(self, start: Spot, end: Spot, steps: int = 8) -> None:
        """Put a finger down and move it, without lifting it."""
        self._touch("touchStart", start)
        for step in range(1, steps + 1):
            share = step / steps
            self._touch("touchMove", tuple(a + (b - a) * share for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]

    def lift(self) -> None:
        self._touch("touchEnd")

    def drag(self, start: Spot, end: Spot) -> None:
        self.put(start, end)
        self.lift()

    def spread(self, middle: Spot, near: float, far: float, steps: int = 8) -> None:
        """Two fingers that go apart."""
        x, y = middle
        self._touch("touchStart", (x - near, y), (x + near, y))
        for step in range(1, steps + 1):
            away = near + (far - near) * step / steps
            self._touch("touchMove", (x - away, y), (x + away, y))
        self._touch("touchEnd")
