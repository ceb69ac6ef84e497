"""The quick reference: searched as one types, the rules that matter at the table first, a rule where its number is."""

import re

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from miniatures.rulebook import load_rulebook
from miniatures.systems import SYSTEMS
from tests.web.browser import LAPTOP, PHONE, SMALL_PHONE, Address, Visits, accessible, fits, touchable

PAGES = [
    "/reference?q=rout",
    "/system/warfare/rules",
    "/system/tree-of-battles/rules?options=yes",
    "/game/Towton/rules",
]


def numbers(page: str) -> list[str]:
    """The rules and rulings of a page, in their order."""
    return re.findall(r'data-rule="([A-Z]\d+)"', page)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_and_ruling_of_a_system_is_there(system: str, asking: TestClient) -> None:
    book = load_rulebook(SYSTEMS[system].folder)
    assert numbers(asking.get(f"/system/{system}/rules").text)[: len(book.rules)] == list(book.rules)
    rulings = numbers(asking.get(f"/system/{system}/rules?rulings=yes").text)
    assert rulings == sorted(book.rulings, key=lambda number: int(number[1:]))


def test_every_word_narrows_it_down(asking: TestClient) -> None:
    assert numbers(asking.get("/system/warfare/rules?q=longbow").text)[:3] == ["W214", "W411", "W412"]
    assert numbers(asking.get("/system/warfare/rules?q=longbow+shooters").text)[0] == "W411"


def test_a_number_brings_its_rule_with_our_ruling_written_out(asking: TestClient) -> None:
    found = asking.get("/system/warfare/rules?q=W456", headers={"HX-Request": "true"}).text
    assert numbers(found) == ["W456"]
    assert "<html" not in found
    assert "W43 Rounding" in found
    assert numbers(asking.get("/system/warfare/rules?q=W43", headers={"HX-Request": "true"}).text) == ["W43"]


def test_what_no_rule_speaks_of_brings_the_nearest_word(asking: TestClient) -> None:
    found = asking.get("/system/warfare/rules?q=longbwo").text
    assert "No rule of 15mm Warfare speaks of &#34;longbwo&#34;; try &#34;longbow&#34;." in found


def test_a_word_is_looked_for_in_all_rule_sets(asking: TestClient) -> None:
    found = asking.get("/reference?q=treacherous").text
    assert numbers(found)[0] == "C435"
    assert "of-warfare" not in found


@pytest.mark.parametrize("wanted", ["<script>alert(1)</script>", "(", "[a-", "\\", "%00", "x" * 5000, "W", "‮"])
def test_odd_words_are_words(wanted: str, asking: TestClient) -> None:
    for path in ("/reference", "/system/warfare/rules", "/game/Towton/rules"):
        answer = asking.get(path, params={"q": wanted})
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text


def test_a_rule_set_that_is_none_is_said_so(asking: TestClient) -> None:
    answer = asking.get("/system/chess/rules")
    assert answer.status_code == 404
    assert "warfare, command-roll, tree-of-battles" in answer.text


def test_the_options_of_a_table_stand_with_what_holds_without_them(asking: TestClient) -> None:
    page = asking.get("/system/warfare/rules?options=yes").text
    assert "<code>leader_price = 0</code>" in page
    assert 'q=W4">W4</a>' in page


def test_in_a_game_the_rules_of_the_step_come_first(asking: TestClient) -> None:
    """At Towton it is time to shoot: Event II goes before the order of battle of Event I."""
    found = asking.get("/game/Towton/rules").text
    assert "In this step" in found
    assert numbers(found).index("W201") < numbers(found).index("W101")
    assert sorted(numbers(found)) == sorted(load_rulebook(SYSTEMS["warfare"].folder).rules)


@pytest.mark.parametrize("path", PAGES)
def test_the_reference_fits_and_is_for_everybody(path: str, table: Address, visit: Visits) -> None:
    for size, dark in ((SMALL_PHONE, True), (PHONE, False), (LAPTOP, True)):
        page = visit(table, path, size=size, dark=dark)
        fits(page)
        touchable(page)
        accessible(page)


def test_it_is_searched_as_one_types(table: Address, visit: Visits) -> None:
    page = visit(table, "/game/Towton/rules")
    page.get_by_role("searchbox").press_sequentially("pavis")
    expect(page.locator("#found li").first).to_contain_text("pavis")
    expect(page.locator("#found mark").first).to_have_text("pavis", ignore_case=True)
    assert page.url.endswith("/rules?q=pavis")
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_role("heading", name="In this step")).to_be_visible()


def test_without_script_the_search_is_a_form(table: Address, visit: Visits) -> None:
    page = visit(table, "/system/warfare/rules", script=False)
    page.get_by_role("searchbox").fill("longbow")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("[data-rule=W214]")).to_be_visible()
    expect(page.locator("[data-rule=W101]")).to_have_count(0)


def test_a_rule_number_in_a_sum_opens_the_rule_where_one_is(table: Address, visit: Visits) -> None:
    page = visit(table, "/game/Towton/log")
    page.locator("#event-60").get_by_role("button", name="The sum").click()
    page.locator("#event-60").get_by_role("link", name="W214").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("firers with longbows")
    accessible(page)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    assert page.url.endswith("/game/Towton/log")
