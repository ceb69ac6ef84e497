"""Stories at the table, in a real browser."""

import pytest
from playwright.sync_api import expect

from miniatures.game import GameFile
from miniatures.web.access import ROLES
from tests.web.browser import (
    LAPTOP,
    PHONE,
    SMALL_PHONE,
    Address,
    OwnProcess,
    Visits,
    accessible,
    fits,
    touchable,
)
from tests.web.desks import SECRETS, command

PAGES = ["/", "/games/new?system=warfare", "/game/Towton", "/game/Barnet", "/game/Tewkesbury", "/game/Tewkesbury/log"]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_fits_and_is_for_everybody(path: str, table: Address, visit: Visits) -> None:
    for size, dark in ((SMALL_PHONE, True), (PHONE, False), (LAPTOP, False)):
        page = visit(table, path, size=size, dark=dark)
        fits(page)
        touchable(page)
        accessible(page)


def test_a_wrong_casualty_is_taken_back_and_both_players_see_it(network: Address, visit: Visits) -> None:
    """York's phone takes back; Lancaster's laptop and an onlooker show the same without a touch."""
    command(network.folder, "game", "correct", "Towton.game", "Kentish longbowmen", "--lost", "5")
    york = visit(network, "/game/Towton/log", role="first")
    lancaster = visit(network, "/game/Towton", size=LAPTOP, role="second")
    onlooker = visit(network, "/game/Towton", role="onlooker")
    expect(onlooker.get_by_text("You look on.")).to_be_visible()
    for page in (lancaster, onlooker):
        expect(page.locator(".card", has_text="Kentish longbowmen")).to_contain_text("19/24")
    york.locator("#event-61").get_by_role("button", name="Take back").click()
    preview = york.locator("#event-61 .preview")
    expect(preview).to_contain_text("This goes")
    expect(preview).to_contain_text("Event II, fire: the shots again")
    assert GameFile.open(network.folder / "Towton.game").head == 61
    accessible(york)
    preview.get_by_role("button", name="Take back").click()
    expect(york.locator("#event-61")).to_contain_text("taken back")
    for page in (lancaster, onlooker):
        expect(page.locator(".card", has_text="Kentish longbowmen")).to_contain_text("24/24")
    york.get_by_role("button", name="Bring again").click()
    for page in (lancaster, onlooker):
        expect(page.locator(".card", has_text="Kentish longbowmen")).to_contain_text("19/24")
    york.goto(f"{network.url}/game/Towton")
    assert york.locator("#units").inner_text() == lancaster.locator("#units").inner_text()


def test_a_move_on_the_command_line_is_shown_on_the_page(table: Address, visit: Visits) -> None:
    page = visit(table, "/game/Tewkesbury", size=LAPTOP)
    log = visit(table, "/game/Tewkesbury/log")
    before = page.locator("#bar").inner_text()
    head = GameFile.open(table.folder / "Tewkesbury.game").head
    command(table.folder, "game", "undo", "Tewkesbury.game")
    expect(log.locator(f"#event-{head}")).to_contain_text("taken back")
    command(table.folder, "game", "redo", "Tewkesbury.game")
    expect(log.locator(f"#event-{head}")).not_to_contain_text("taken back")
    expect(page.locator("#bar .bar")).to_have_attribute("data-head", str(head + 2))
    assert page.locator("#bar").inner_text() == before


def test_killing_the_server_loses_nothing_and_the_page_comes_back_by_itself(
    own_process: OwnProcess, visit: Visits
) -> None:
    visit.line_may_fail = True
    page = visit(own_process.address, "/game/Barnet/log", size=LAPTOP)
    page.locator("#event-149").get_by_role("button", name="What if").click()
    page.get_by_label("Name of the copy").fill("half typed")
    page.locator("#event-150").get_by_role("button", name="Take back").click()
    page.locator("#event-150 .preview").get_by_role("button", name="Take back").click()
    expect(page.locator("#event-150")).to_contain_text("taken back")
    own_process.kill()
    expect(page.get_by_text("No connection to the table")).to_be_visible()
    command(own_process.address.folder, "game", "redo", "Barnet.game")
    own_process.start()
    expect(page.get_by_text("No connection to the table")).to_be_hidden(timeout=20_000)
    expect(page.locator("#event-150")).not_to_contain_text("taken back")
    assert page.get_by_label("Name of the copy").input_value() == "half typed"
    assert GameFile.open(own_process.address.folder / "Barnet.game").head == 152


def test_two_act_at_once_and_the_second_is_told(table: Address, visit: Visits) -> None:
    """The second would take back two events when the first takes back one: he is told, and nothing is done twice."""
    first, second = (visit(table, "/game/Towton/log") for _ in range(2))
    first.locator("#event-60").get_by_role("button", name="Take back").click()
    second.locator("#event-59").get_by_role("button", name="Take back").click()
    expect(second.locator("#event-59 .preview")).to_contain_text("These 2 actions go")
    first.locator("#event-60 .preview").get_by_role("button", name="Take back").click()
    expect(second.locator("#event-60")).to_contain_text("taken back")
    second.locator("#event-59 .preview").get_by_role("button", name="Take back").click()
    expect(second.locator("#event-59").get_by_role("alert")).to_contain_text("The game has moved on")
    expect(second.locator("#event-60")).to_be_visible()  # only the preview gave way
    assert GameFile.open(table.folder / "Towton.game").head == 61


def test_a_what_if_is_made_on_the_phone(table: Address, visit: Visits) -> None:
    page = visit(table, "/game/Towton/log")
    page.locator("#event-59").get_by_role("button", name="What if").click()
    page.get_by_label("Name of the copy").fill("Without the fish-hook")
    page.get_by_role("button", name="Make the copy").click()
    expect(page.get_by_role("heading", name="Without the fish-hook", level=1)).to_be_visible()
    assert GameFile.open(table.folder / "Without the fish-hook.game").head == 59


def test_every_role_comes_in_by_its_link_and_without_one_nothing_is_seen(network: Address, visit: Visits) -> None:
    page = visit(network, "/game/Towton")
    expect(page.get_by_role("alert")).to_contain_text("A link is needed")
    assert "York" not in page.content()
    for role in ROLES:
        assert SECRETS[role] not in page.content()
        page = visit(network, "/game/Towton", role=role)
        expect(page.get_by_role("heading", name="Towton: York")).to_be_visible()


MARKUP = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>'


def test_markup_in_names_is_text_and_nothing_else(table: Address, visit: Visits) -> None:
    """Somebody's roster calls a unit, its leader and the army by markup."""
    roster = command(table.folder, "army", "new", "warfare")
    named = roster.replace('"Billmen"', repr(MARKUP)).replace('"My army"', repr(f"{MARKUP} army"))
    (table.folder / "harmful.toml").write_text(named.replace('"Sir Matthew Gough"', repr(f"Sir {MARKUP}")))
    command(table.folder, "game", "new", "Harmful.game", "--army", "harmful.toml", "--army", "towton-york")
    for path in ("/", "/games/new?system=warfare", "/game/Harmful", "/game/Harmful/log", "/game/Harmful/report"):
        page = visit(table, path, size=LAPTOP)
        assert page.evaluate("window.harmed") is None
        if path.startswith("/game/"):
            assert MARKUP in page.locator("body").inner_text(), path
        assert page.locator("img[src=x]").count() == 0
