"""A turn of each game on two phones at once, with typed dice: what was recorded happens again, and both see it."""

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from miniatures.demonstration import recorded_folder
from miniatures.game import Event, import_lines
from miniatures.game_wording import event_words
from miniatures.tracker import Playing, open_game
from miniatures.web.access import side_of
from tests.web.browser import Address, Visits
from tests.web.desks import lay_out

#: Of each recording the event with which the players come in, and the last one of that turn.
TURNS = {"towton": (329, 347), "barnet": (727, 742), "tewkesbury": (280, 298)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return lay_out(tmp_path, {name: (f"{name}.jsonl", first - 1) for name, (first, _) in TURNS.items()})


def whole(name: str, path: Path) -> Playing:
    with (recorded_folder() / f"{name}.jsonl").open(encoding="utf-8") as lines:
        import_lines(lines, path, name)
    return open_game(path)


def act(page: Page, address: str, event: Event) -> None:
    """As a player does it: the line of the checklist, the keys, Apply."""
    page.goto(address)
    if event.overruled:
        page.locator("#overrule").fill(event.overruled)
        page.get_by_role("button", name="Overrule", exact=True).click()
    for face in event.dice:
        page.locator(f".key[data-face='{face}']").click()
    page.get_by_role("button", name="Apply").click()
    expect(page.locator(".done")).to_contain_text("written down")


@pytest.mark.parametrize("name", TURNS)
def test_the_rest_of_a_turn_is_played_on_two_phones_and_both_show_the_same(
    name: str, network: Address, visit: Visits, tmp_path_factory: pytest.TempPathFactory
) -> None:
    first, last = TURNS[name]
    battle = whole(name, tmp_path_factory.mktemp("whole") / "whole.game")
    phones = [visit(network, f"/game/{name}", role="first"), visit(network, f"/game/{name}", role="second")]
    watching = visit(network, f"/game/{name}", role="onlooker")
    for event in battle.file.line:
        if first <= event.number <= last:
            how = event_words(event._replace(dice=()), battle.rules.actions())
            board = battle.rules.board(battle.state_at(event.number - 1))
            phone = phones[side_of(board, event.words) or 0]
            act(phone, f"{network.url}/game/{name}/do?how={quote(how)}", event)
    for phone in phones:
        phone.goto(f"{network.url}/game/{name}")
    told = phones[0].locator("#units").inner_text()
    assert told == phones[1].locator("#units").inner_text()
    expect(watching.locator("#units")).to_have_text(phones[0].locator("#units").text_content() or "")
    assert open_game(network.folder / f"{name}.game").file.state == battle.file.at(last)
