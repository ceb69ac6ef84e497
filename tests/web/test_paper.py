"""Roster sheet, cards to cut out and quick reference, as pages and as Chromium prints them."""

import re
from math import ceil
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from miniatures.rosters import load_roster
from miniatures.rulebook import load_rulebook
from miniatures.systems import SYSTEMS
from miniatures.systems.cards import Gauge, Mark
from miniatures.web.paper import Box, row
from tests.web.browser import LAPTOP, SMALL_PHONE, Address, Visits, accessible, fits, touchable
from tests.web.desks import command

PAGES = ["/paper/army/towton-york", "/paper/army/barnet-york/cards", "/paper/game/Tewkesbury", "/paper/rules/warfare"]
#: Two beside each other and five below each other on a sheet of A4.
CARDS = 10


@pytest.mark.parametrize("army", ["towton-york", "barnet-york", "tewkesbury-york"])
def test_the_roster_sheet_tells_every_unit_and_adds_up(army: str, asking: TestClient) -> None:
    page = asking.get(f"/paper/army/{army}").text
    loaded = load_roster(army)
    sheet = loaded.system.army.sheet(loaded.roster)
    assert page.count('<th scope="row">') == sum(len(group.units) for group in sheet.groups)
    together = [int(points) for points in re.findall(r'colspan="2">Together</th><td class="points">(\d+)<', page)]
    assert sum(together) + (sheet.leaders.points if sheet.leaders else 0) == sheet.points
    assert f"{sheet.points} of {sheet.agreed}" in page


def test_an_illegal_list_says_so_on_paper(asking: TestClient, folder: Path) -> None:
    roster = command(folder, "army", "new", "warfare").replace("points = 600", "points = 100")
    (folder / "dear.toml").write_text(roster)
    assert "<b>Not legal</b>" in asking.get("/paper/army/dear").text


@pytest.mark.parametrize("path", ["/paper/army/nowhere", "/paper/army/..%2f..%2fetc%2fpasswd", "/paper/army/x/cards"])
def test_an_army_that_is_none_is_said_so(path: str, asking: TestClient) -> None:
    assert asking.get(path).status_code in (400, 404)
    assert asking.get("/paper/rules/chess").status_code == 404
    assert asking.get("/paper/game/nowhere").status_code == 404


def test_boxes_are_crossed_off_from_the_first_and_the_marks_stand_out() -> None:
    """Of 8 figures 3 are lost; at 2 lost a quarter is gone, at 4 a half."""
    figures = Gauge("figures", 5, 8, marks=(Mark(6, "25% lost", "W530"), Mark(4, "50% lost", "W531")))
    made = row(figures)
    assert [box.crossed for box in made.boxes] == [True] * 3 + [False] * 5
    assert [place for place, box in enumerate(made.boxes, 1) if box.stop] == [2, 4]
    assert made.stops == "2: 25% lost (W530), 4: 50% lost (W531)"
    taken = row(Gauge("DPs", 2, 5, "taken", marks=(Mark(5, "in disarray", "T334"),)))
    assert taken.boxes == (Box(True, False),) * 2 + (Box(False, False),) * 2 + (Box(False, True),)


def test_the_cards_of_a_game_show_what_was_lost(asking: TestClient, folder: Path) -> None:
    command(folder, "game", "correct", "Towton.game", "Kentish longbowmen", "--lost", "5")
    page = asking.get("/paper/game/Towton").text
    card = re.search(r"<h3>Kentish longbowmen</h3>.*?</li>", page, re.DOTALL)
    assert card is not None
    assert 'aria-label="5 of 24 crossed off"' in card[0]
    assert card[0].count("crossed") == 5 + 1


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_sheet_of_rules_holds_them_all(system: str, asking: TestClient) -> None:
    book = load_rulebook(SYSTEMS[system].folder)
    page = asking.get(f"/paper/rules/{system}").text
    assert re.findall(r"<dt>([A-Z]\d+)</dt>", page) == list(book.rules)
    with_rulings = re.findall(r"<dt>([A-Z]\d+)</dt>", asking.get(f"/paper/rules/{system}?rulings=yes").text)
    assert sorted(with_rulings) == sorted([*book.rules, *book.rulings])


def test_the_sheet_of_a_battle_leaves_out_what_nobody_brought(asking: TestClient) -> None:
    """No guns and no crossbows at Towton (W204, W215), but longbows (W214)."""
    numbers = re.findall(r"<dt>([A-Z]\d+)</dt>", asking.get("/paper/game/Towton/rules").text)
    assert "W214" in numbers
    assert not {"W204", "W215"} & set(numbers)
    assert numbers == sorted(numbers, key=list(load_rulebook(SYSTEMS["warfare"].folder).rules).index)


@pytest.mark.parametrize("path", PAGES)
def test_paper_fits_and_is_for_everybody_on_a_screen_too(path: str, table: Address, visit: Visits) -> None:
    for size in (SMALL_PHONE, LAPTOP):
        page = visit(table, path, size=size)
        fits(page)
        touchable(page)
        accessible(page)


def sheets(printed: bytes) -> int:
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def test_printed_no_card_is_torn_and_each_army_begins_a_page(table: Address, visit: Visits) -> None:
    """How many find room depends on the letters that a machine has: eight to ten on a sheet."""
    page = visit(table, "/paper/army/towton-york/cards", size=LAPTOP)
    cards = page.locator(".card").count()
    assert ceil(cards / CARDS) <= sheets(page.pdf(format="A4")) <= ceil(cards / 8)
    kept_whole = page.locator(".card").evaluate_all("all => all.map(one => getComputedStyle(one).breakInside)")
    assert set(kept_whole) == {"avoid"}
    page.goto(f"{table.url}/paper/game/Tewkesbury")
    held = [hand.locator(".card").count() for hand in page.locator(".hand").all()]
    printed = sheets(page.pdf(format="A4"))
    assert sum(ceil(count / CARDS) for count in held) <= printed <= sum(ceil(count / 8) for count in held)


def test_printed_rosters_and_rules_take_a_few_sheets(table: Address, visit: Visits) -> None:
    page = visit(table, "/paper/army/towton-york", size=LAPTOP)
    assert 2 <= sheets(page.pdf(format="A4")) <= 3
    page.goto(f"{table.url}/paper/rules/warfare")
    assert 2 <= sheets(page.pdf(format="A4")) <= 4
    page.goto(f"{table.url}/game/Towton")
    page.emulate_media(media="print")
    assert page.get_by_role("heading", name="Towton", exact=True).is_visible()
    assert not page.get_by_role("link", name="Next step").is_visible()


def test_the_print_button_opens_the_dialog(table: Address, visit: Visits) -> None:
    page = visit(table, "/paper/rules/warfare", size=LAPTOP)
    page.evaluate("window.print = () => { window.asked = true; }")
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("window.asked")
