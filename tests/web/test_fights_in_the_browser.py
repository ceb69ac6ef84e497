"""Fights at the table, in a real browser: cards, facts, odds, typed dice, apply and take back."""

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import LAPTOP, PHONE, SMALL_PHONE, Address, Visits, accessible, fits, touchable
from tests.web.desks import lay_out

SHOOT = "/game/Towton/do?how=" + quote('shoot "Kentish longbowmen"')
PAGES = [
    SHOOT,
    "/game/Towton/unit/" + quote("Kentish longbowmen"),
    "/game/Barnet/unit/" + quote("Edward IV"),
    "/game/Towton/act/correct",
]


def press(page: Page, *faces: int) -> None:
    """The big keys, one after the other, as fast as a finger is."""
    for face in faces:
        page.locator(f".key[data-face='{face}']").click()


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_a_fight_fits_and_is_for_everybody(path: str, table: Address, visit: Visits) -> None:
    for size, dark in ((SMALL_PHONE, True), (PHONE, False), (LAPTOP, False)):
        page = visit(table, path, size=size, dark=dark)
        for fold in page.locator("#act details > summary").all():
            if fold.is_visible():
                fold.click()
        page.evaluate("scrollTo(0, 0)")  # else the bar that stays in sight stands over something
        fits(page)
        touchable(page)
        accessible(page)


def test_a_shot_is_told_thrown_applied_and_taken_back_on_a_phone(table: Address, visit: Visits) -> None:
    page = visit(table, SHOOT)
    expect(page.get_by_text("Exact odds")).to_be_visible()
    press(page, 4)
    expect(page.locator("#dice")).to_have_value("4")
    page.locator(".key.back").click()
    expect(page.locator("#dice")).to_have_value("")
    press(page, 4, 5)
    expect(page.locator("#sums")).to_contain_text("= 6; half is 3: 3".replace("= ", "=  "), use_inner_text=False)
    expect(page.locator("#result")).to_contain_text("3 fall")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator(".done")).to_contain_text("written down")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#dice")).to_have_value("4 5")


def test_dice_are_typed_on_a_keyboard(table: Address, visit: Visits) -> None:
    page = visit(table, SHOOT, size=LAPTOP)
    page.locator("h2").first.click()
    page.keyboard.press("4")
    page.keyboard.press("7")
    page.keyboard.press("Backspace")
    page.keyboard.press("6")
    page.keyboard.press("5")
    expect(page.locator("#result")).to_contain_text("fall")
    expect(page.locator("#dice")).to_have_value("6 5")


def test_the_odds_follow_a_stated_fact_and_folds_stay_open(table: Address, visit: Visits) -> None:
    page = visit(table, SHOOT)
    expect(page.locator(".odds")).to_contain_text("83.3%")
    page.locator("#facts > summary").click()
    page.locator("#f-fact-distance").fill("7")
    page.locator("#f-fact-distance").blur()
    # 2D6 less 1: only a 2 leaves less than 2, of which half is 1.
    expect(page.locator(".odds")).to_contain_text("97.2%")
    expect(page.locator("#f-fact-distance")).to_be_visible()
    expect(page.locator("#facts")).to_contain_text("yours; measured 13.06")


def test_half_typed_dice_survive_what_another_player_does(table: Address, visit: Visits) -> None:
    first, second = visit(table, SHOOT), visit(table, "/game/Towton/unit/" + quote("Commons of Holderness"))
    press(first, 4)
    second.get_by_role("button", name="one figure fewer").click()
    expect(second.locator("#card")).to_contain_text("of 24")
    expect(first.locator("#moved")).to_contain_text("Corrected by the players: Commons of Holderness")
    expect(first.locator("#dice")).to_have_value("4")
    press(first, 5)
    first.get_by_role("button", name="Apply").click()
    expect(first.locator(".done")).to_contain_text("written down")


def test_a_choice_on_a_card_opens_its_dice(table: Address, visit: Visits) -> None:
    page = visit(table, "/game/Towton/unit/" + quote("Kentish longbowmen"))
    page.get_by_role("button", name="shoot at Commons of Holderness").click()
    press(page, 6, 6)
    page.get_by_role("button", name="Apply").click()
    expect(page.locator(".done")).to_contain_text("written down")
    expect(page.locator("#card")).to_contain_text("shot")


def test_a_rule_opens_where_its_number_stands(table: Address, visit: Visits) -> None:
    page = visit(table, SHOOT)
    press(page, 4, 5)
    expect(page.locator("#sums a.rule").first).to_have_text("W214")


def test_without_script_dice_are_typed_into_the_field(table: Address, visit: Visits) -> None:
    page = visit(table, SHOOT, script=False)
    page.locator("#dice").fill("4 5")
    page.get_by_role("button", name="Read these dice").click()
    page.get_by_role("button", name="Apply").click()
    assert "written down" in page.locator(".done").inner_text()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The battles at their fights."""
    return lay_out(tmp_path)
