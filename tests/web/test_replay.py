"""The whole battle on a slider: every event with its table, by thumb, by keys, by itself, and without script."""

import re
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from miniatures.game import GameFile
from miniatures.tracker import open_game
from tests.web.browser import LAPTOP, PHONE, SMALL_PHONE, Address, Visits, accessible, fits, touchable
from tests.web.desks import client, command, lay_out

FRAGMENT = {"HX-Request": "true"}


@pytest.mark.parametrize("game", ["Towton", "Barnet", "Tewkesbury"])
def test_every_event_has_its_step_with_its_words(game: str, asking: TestClient, folder: Path) -> None:
    line = list(GameFile.open(folder / f"{game}.game").line)
    for position in {1, 2, len(line) // 2, len(line)}:
        found = asking.get(f"/game/{game}/replay?at={position}", headers=FRAGMENT).text
        assert f'data-position="{position}" data-last="{len(line)}"' in found
        assert "<svg" in found
        told = unescape(re.sub(r"<[^>]*>", "", found))
        assert all(sentence in told for sentence in line[position - 1].says)


def test_what_an_event_changed_is_set_off(asking: TestClient, folder: Path) -> None:
    command(folder, "game", "correct", "Towton.game", "Kentish longbowmen", "--lost", "5")
    found = asking.get("/game/Towton/replay?at=61", headers=FRAGMENT).text
    assert re.findall(r'<tr class="changed"><th scope="row">([^<]*)</th><td><s>([^<]*)</s> ([^<]*)', found) == [
        ("Kentish longbowmen", "24/24", "19/24")
    ]


@pytest.mark.parametrize("game", ["Towton", "Barnet", "Tewkesbury"])
def test_map_and_list_count_the_same(game: str, folder: Path) -> None:
    """Event 60 of Towton is a shot whose three casualties are only taken away when all have shot."""
    playing = open_game(folder / f"{game}.game")
    state = playing.state
    drawn = {
        piece.name: piece.strength.partition(",")[0] for piece in playing.rules.scene(state).pieces if piece.outline
    }
    board = playing.rules.board(state)
    listed = {
        unit.name: unit.strength.partition(",")[0] for side in board.sides for wing in side.wings for unit in wing.units
    }
    assert drawn.items() <= listed.items()


def test_what_was_taken_back_is_no_step(asking: TestClient) -> None:
    asking.post("/game/Towton/back", data={"number": 60, "after": 60})
    assert 'data-last="59"' in asking.get("/game/Towton/replay", headers=FRAGMENT).text


@pytest.mark.parametrize("place", ["0", "99999", "x", "", "-3", "NaN", "9" * 50])
def test_a_place_beyond_the_battle_is_its_first_or_last(place: str, asking: TestClient) -> None:
    answer = asking.get("/game/Towton/replay", params={"at": place}, headers=FRAGMENT)
    assert f'data-position="{1 if place == "0" else 60}"' in answer.text


def test_a_game_without_a_map_is_replayed_by_its_units(tmp_path: Path) -> None:
    command(tmp_path, "game", "new", "plain.game", "--army", "towton-york", "--army", "towton-lancaster")
    found = client(tmp_path).get("/game/plain/replay").text
    assert "<figure" not in found
    assert "Kentish longbowmen" in found


def test_it_is_leafed_through_by_thumb_keys_and_by_itself(table: Address, visit: Visits) -> None:
    page = visit(table, "/game/Towton/replay?at=59")
    expect(page.locator("#place")).to_have_text("59 of 60")
    page.get_by_role("button", name="One event on").click()
    expect(page.locator("#step h2").first).to_contain_text("shoot")
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#step h2").first).to_have_text("next")
    page.get_by_role("slider", name="Event").focus()
    page.keyboard.press("Home")
    expect(page.locator("#step")).to_have_attribute("data-position", "1")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_have_attribute("data-position", "2")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#step")).to_have_attribute("data-position", "4")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert re.search(r"\?at=\d+$", page.url)


def test_it_grows_while_others_play_on(table: Address, visit: Visits) -> None:
    page = visit(table, "/game/Towton/replay")
    expect(page.locator("#place")).to_have_text("60 of 60")
    command(table.folder, "game", "correct", "Towton.game", "Kentish longbowmen", "--lost", "5")
    expect(page.locator("#place")).to_have_text("60 of 61")


def test_without_script_the_slider_is_a_form(table: Address, visit: Visits) -> None:
    page = visit(table, "/game/Towton/replay?at=1", script=False)
    page.get_by_role("slider").fill("59")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#step")).to_have_attribute("data-position", "59")


def test_the_replay_fits_and_is_for_everybody(table: Address, visit: Visits) -> None:
    for size, dark in ((SMALL_PHONE, True), (PHONE, False), (LAPTOP, False)):
        page = visit(table, "/game/Barnet/replay?at=120", size=size, dark=dark)
        fits(page)
        touchable(page)
        accessible(page)


def test_a_long_log_is_shown_page_by_page(tmp_path: Path) -> None:
    """Barnet was fought in more than seven hundred events."""
    asking = client(lay_out(tmp_path, {"Whole": ("barnet.jsonl", None)}))
    events = GameFile.open(tmp_path / "Whole.game").head
    shown = [int(number) for number in re.findall(r'id="event-(\d+)"', asking.get("/game/Whole/log").text)]
    assert shown == list(range(events, events - 40, -1))
    more = asking.get("/game/Whole/log/lines?shown=80").text
    assert len(re.findall(r'id="event-', more)) == 80
    assert f"Show earlier: {events - 80} more" in more
    everything = asking.get("/game/Whole/log/lines?shown=9999").text
    assert len(re.findall(r'id="event-', everything)) == events
    assert "Show earlier" not in everything


def test_earlier_events_stay_shown_when_others_play_on(table: Address, visit: Visits) -> None:
    page = visit(table, "/game/Barnet/log")
    page.get_by_text("Show earlier").click()
    expect(page.locator("#event-80")).to_be_attached()
    page.locator("#event-148").get_by_role("button", name="What if").click()
    expect(page.get_by_label("Name of the copy")).to_have_value("Barnet, event 148")
    command(table.folder, "game", "undo", "Barnet.game")
    expect(page.locator("#event-150")).to_contain_text("taken back")
    expect(page.locator("#event-80")).to_be_attached()
    expect(page.get_by_label("Name of the copy")).to_have_value("Barnet, event 148")
