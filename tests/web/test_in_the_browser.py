"""Stories at the table, in a real browser."""

import pytest

from tests.web.browser import LAPTOP, PHONE, SMALL_PHONE, Address, Visits, accessible, fits, touchable

PAGES = ["/", "/games/new?system=warfare", "/game/Towton", "/game/Barnet", "/game/Tewkesbury", "/game/Tewkesbury/log"]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_fits_and_is_for_everybody(path: str, table: Address, visit: Visits) -> None:
    for size, dark in ((SMALL_PHONE, True), (PHONE, False), (LAPTOP, False)):
        page = visit(table, path, size=size, dark=dark)
        fits(page)
        touchable(page)
        accessible(page)
