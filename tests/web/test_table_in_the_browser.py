"""The table in a real browser: chosen, looked from, dragged and wheeled by touch, by mouse and by keys."""

import pytest
from playwright.sync_api import Page, expect

from miniatures.game import GameFile
from miniatures.tracker import open_game
from tests.web.browser import LAPTOP, PHONE, SMALL_PHONE, Address, Visits, accessible, fits, touchable
from tests.web.desks import command, lay_out
from tests.web.touching import Fingers, spot_of

BILLS = "Canterbury bills"


@pytest.fixture
def marching(network: Address) -> Address:
    """York's moves of the first turn at Towton."""
    lay_out(network.folder, {"Marching": ("towton.jsonl", 25)})
    return network


def choose(page: Page, piece: str) -> None:
    page.locator(f'#pieces [data-piece="{piece}"]').click()
    expect(page.locator("#chosen h2")).to_have_text(piece)


def place_of(address: Address, piece: str) -> tuple[float, float, float]:
    unit = open_game(address.folder / "Marching.game", writing=False).state.units[piece]
    return unit.x, unit.y, unit.facing


@pytest.mark.parametrize("game", ["Towton", "Barnet", "Tewkesbury"])
def test_the_table_fits_and_is_for_everybody(game: str, table: Address, visit: Visits) -> None:
    for size, dark in ((SMALL_PHONE, True), (PHONE, False), (LAPTOP, False)):
        page = visit(table, f"/game/{game}/table", size=size, dark=dark)
        fits(page)
        touchable(page)
        accessible(page)
        page.locator("#pieces [data-piece]").nth(3).click()
        page.locator("#map").press("ArrowUp")
        page.locator("#map").press("Enter")
        expect(page.locator("#act [data-dropped]")).to_be_visible()
        fits(page)
        touchable(page)
        accessible(page)


def test_drag_and_wheel_by_touch_and_both_browsers_show_the_same(marching: Address, visit: Visits) -> None:
    """Spread two fingers, tap a unit, drag it five inches, confirm; pull its corner, confirm; Lancaster sees both."""
    york = visit(marching, "/game/Marching/table", role="first")
    lancaster = visit(marching, "/game/Marching/table", size=LAPTOP, role="second")
    fingers = Fingers(york)
    fingers.spread(spot_of(york, BILLS), 20, 75)
    expect(york.locator("#troops text", has_text="Canterbury")).to_be_visible()  # near enough for names
    york.touchscreen.tap(*spot_of(york, BILLS))
    expect(york.locator("#chosen h2")).to_have_text(BILLS)
    x, y = spot_of(york, BILLS)
    inch = spot_of(york, BILLS, "right")[0] - spot_of(york, BILLS, "left")[0]
    inch /= 80 / 25.4
    fingers.put((x, y), (x, y - 5 * inch))
    expect(york.locator("#ghosts .label text")).to_have_text("5 of 8 inches")
    assert place_of(marching, BILLS)[1] == 12
    fingers.lift()
    expect(york.locator("#act .spent").first).to_have_text("5 of 8 inches")
    assert GameFile.open(marching.folder / "Marching.game").head == 25  # nothing is done before one says so
    york.locator("#act").get_by_role("button", name="March 5 inches straight ahead").tap()
    expect(york.locator("#act")).to_contain_text("Canterbury bills move 5.0 inches.")
    assert place_of(marching, BILLS)[1] == pytest.approx(17, abs=0.06)

    york.locator("#map").scroll_into_view_if_needed()
    expect(york.locator("#mark .handle")).to_have_count(3)
    left = spot_of(york, BILLS, "left")
    fingers.drag(left, (left[0] + 0.1 * inch, left[1] - 0.8 * inch))
    york.locator("#act").get_by_role("button", name="Wheel right by").tap()
    expect(york.locator("#act")).to_contain_text("the outer corner goes")
    assert 5 < place_of(marching, BILLS)[2] < 25
    for page in (york, lancaster):
        expect(page.locator("body")).to_have_attribute("data-head", "27")
        expect(page.locator("#pieces button", has_text=BILLS)).to_contain_text("moved")
    here, there = (
        page.evaluate("fetch(`/game/Marching/table/troops?width=960`).then((answer) => answer.text())")
        for page in (york, lancaster)
    )
    assert here == there
    expect(lancaster.locator("#troops title", has_text="Canterbury bills moved")).to_be_attached()


def test_too_far_is_red_and_may_be_overruled_or_placed_as_the_real_table_shows_it(
    marching: Address, visit: Visits
) -> None:
    page = visit(marching, "/game/Marching/table", size=LAPTOP, role="first")
    choose(page, BILLS)
    x, y = spot_of(page, BILLS)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=4)
    page.mouse.move(x, y - 290, steps=8)
    expect(page.locator("#ghosts .label.no")).to_be_visible()
    expect(page.locator("#ghosts .ruler.red")).to_be_attached()
    expect(page.locator("#ghosts .overlap")).to_be_visible()  # on Commons of Holderness
    page.mouse.up()
    panel = page.locator("#act [data-dropped]")
    expect(panel.locator(".against").first).to_contain_text("Cure:")
    panel.get_by_role("button", name="Cancel").click()
    expect(panel).to_have_count(0)
    expect(page.locator("#ghosts *")).to_have_count(0)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 40, steps=6)
    page.mouse.up()
    page.locator("#act").get_by_role("button", name="The real table shows it so").click()
    expect(page.locator("#act")).to_contain_text("are placed at")
    event = GameFile.open(marching.folder / "Marching.game").events[-1]
    assert (event.command, event.overruled) == ("place", "the real table shows it so")


def test_with_keys_alone_a_unit_is_chosen_nudged_and_moved(marching: Address, visit: Visits) -> None:
    page = visit(marching, "/game/Marching/table", size=LAPTOP, role="first")
    page.locator(f'#pieces [data-piece="{BILLS}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#chosen h2")).to_have_text(BILLS)
    expect(page.locator("#map")).to_be_focused()
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    expect(page.locator("#told")).to_contain_text("2 of 8 inches")
    page.keyboard.press("Enter")
    expect(page.locator("#act h2")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#act")).to_contain_text("Canterbury bills move 2.0 inches.")
    assert place_of(marching, BILLS)[1] == 14


def test_a_chosen_shooter_stamps_its_enemies_and_a_tap_tells_why_not(table: Address, visit: Visits) -> None:
    page = visit(table, "/game/Towton/table", size=LAPTOP)
    choose(page, "Lancashire longbowmen")
    expect(page.locator("#fan .band")).to_have_count(2)
    expect(page.locator('#fan .stamp.must[data-name="Canterbury bills"]')).to_contain_text("16.1")
    expect(page.locator("#fan .sight.hid").first).to_be_attached()
    page.mouse.click(*spot_of(page, "White Lion billmen of March"))
    told = page.locator('[data-enemy="White Lion billmen of March"]')
    expect(told).to_contain_text("is not the closest enemy")
    expect(told.locator(".against")).to_be_visible()
    page.mouse.click(*spot_of(page, "Canterbury bills"))
    page.locator('[data-enemy="Canterbury bills"]').get_by_role("link", name="Shoot at Canterbury bills").click()
    expect(page.locator("#act .throw")).to_contain_text("2D6")


def test_what_others_do_waits_until_a_drag_is_let_go(marching: Address, visit: Visits) -> None:
    page = visit(marching, "/game/Marching/table", size=LAPTOP, role="first")
    choose(page, BILLS)
    x, y = spot_of(page, BILLS)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 40, steps=5)
    expect(page.locator("#map")).to_have_attribute("data-holding", "")
    command(marching.folder, "game", "move", "Marching.game", "Kentish longbowmen", "3")
    expect(page.locator("body")).to_have_attribute("data-head", "26")
    page.mouse.move(x, y - 50, steps=5)
    expect(page.locator("#ghosts .label")).to_be_visible()
    assert "Kentish longbowmen moved" not in page.locator("#troops").inner_html()
    page.mouse.up()
    expect(page.locator("#pieces button", has_text="Kentish longbowmen")).to_contain_text("moved")
    expect(page.locator("#troops title", has_text="Kentish longbowmen moved")).to_be_attached()
