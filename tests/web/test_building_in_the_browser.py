"""Stories of building an army, in a real browser on a phone-sized screen."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from miniatures.army import legal
from miniatures.rosters import load_roster
from miniatures.systems import load_system
from tests.web.browser import LAPTOP, PHONE, SMALL_PHONE, Address, Visits, accessible, fits, touchable

RABBLE = Path(__file__).parent.parent / "systems"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A desk with an army to compare, one with everything wrong, and no games."""
    for system in ("warfare", "command_roll", "tree_of_battles"):
        (tmp_path / f"rabble-{system}.toml").write_bytes((RABBLE / system / "illegal.toml").read_bytes())
    return tmp_path


def sheet_open(page: Page) -> None:
    expect(page.locator("#sheet-over")).to_have_js_property("open", True)


def done(page: Page) -> None:
    page.get_by_role("link", name="Done").click()
    expect(page.locator("#sheet-over")).to_have_js_property("open", False)


def cure(within: Page | Locator, name: str) -> None:
    """One tap; the finding goes, and its cure with it."""
    button = within.get_by_role("button", name=name, exact=True)
    button.click()
    expect(button).to_have_count(0)


def more(page: Page, battle: str) -> None:
    """One battle or wing more."""
    page.get_by_role("button", name=f"+ {battle}").click()
    expect(page.get_by_role("link", name=f"Add to {battle}")).to_be_visible()


def begin(page: Page, name: str, title: str) -> None:
    """A new army with one battle and nobody in it."""
    page.get_by_text("A new army").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.locator("select[name=system]").select_option(label=title)
    page.get_by_role("button", name="Build it").click()
    expect(page.locator("h1")).to_have_text(name)
    page.wait_for_load_state()  # before its scripts are there, every tap still works, but opens pages


def take(page: Page, battle: str, *offers: str) -> None:
    """From the catalogue, one tap each."""
    page.get_by_role("link", name=f"Add to {battle}").click()
    sheet_open(page)
    for offer in offers:
        wanted = page.locator("#sheet").get_by_role("group", name=re.compile(f": {offer}$")).first
        count = wanted.locator("b")
        had = int(count.inner_text())
        wanted.get_by_role("button", name=f"one {offer} more").click()
        expect(count).to_have_text(str(had + 1))
    done(page)


def build_warfare(page: Page) -> None:
    """Two wings under their leaders, bows and bills, and a unit that is too large until a tap splits it."""
    cure(page, "Leader of Main battle commands")
    take(page, "Main battle", "Retinue billmen", "Retinue longbowmen")
    more(page, "Left wing")
    take(page, "Left wing", "Prickers", "Shire billmen")
    bills = page.locator(".unit", has_text="Shire billmen")
    for _ in range(10):
        bills.get_by_role("button", name="one more").click()
    expect(bills).to_contain_text("26 figures; infantry has 8 to 24")
    cure(bills, "split it: 13 and 13")
    expect(page.locator(".unit", has_text="Shire billmen 2")).to_be_visible()


def build_command_roll(page: Page) -> None:
    """A general, a battle leader of his own ward, twice as many bows as bills; cures do the rest."""
    take(page, "Main Ward", "Army General", "Retinue Bow", "Retinue Bow", "Retinue Bill", "Shire Bow")
    cure(page.locator("#g-0"), "attack")
    more(page, "Van Ward")
    cure(page.locator("#g-1"), "defend")
    cure(page.locator("#g-1"), "add Battle Leader (80 points)")
    take(page, "Van Ward", "Shire Bow", "Shire Bow")


def build_tree(page: Page) -> None:
    """A marshal, and a household that is mixed: men at arms with bills beside them."""
    take(page, "Main battle", "Marshal", "Household", "Archers", "Bills")
    cure(page.locator("#g-0"), "hold")
    page.get_by_role("link", name="Change Household").click()
    sheet_open(page)
    page.get_by_text("Mix in others").click()
    page.get_by_role("button", name="+ heavy infantry").click()
    expect(page.locator("#sheet fieldset.part")).to_have_count(2)
    done(page)
    household = page.locator("#e-battles-0-contingents-0")
    household.get_by_role("group", name="stands of heavy infantry").get_by_role("button", name="one more").click()
    expect(household).to_contain_text("2 heavy infantry")


STORIES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "warfare": ("15mm Warfare", build_warfare),
    "command-roll": ("2D6 command-roll game", build_command_roll),
    "tree-of-battles": ("The Tree of Battles", build_tree),
}


@pytest.mark.parametrize("system", STORIES)
def test_a_legal_army_is_built_on_a_phone(system: str, table: Address, visit: Visits) -> None:
    title, build = STORIES[system]
    page = visit(table, "/armies", size=SMALL_PHONE)
    begin(page, "Mine", title)
    build(page)
    expect(page.locator(".purse")).to_contain_text("Legal")
    expect(page.locator(".purse")).not_to_contain_text("Not legal")
    fits(page)
    touchable(page)
    accessible(page)
    loaded = load_roster(str(table.folder / "Mine.toml"))
    assert loaded.system.name == system
    assert legal(loaded.system.army.findings(loaded.roster))
    assert loaded.roster.checked_with == load_system(system).data_version


PAGES = ["/armies", "/armies/towton-york", "/armies/rabble-warfare", "/armies/rabble-command_roll"]
PAGES += ["/armies/rabble-tree_of_battles", "/compare?first=towton-york&second=towton-lancaster"]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_armies_fits_and_is_for_everybody(path: str, table: Address, visit: Visits) -> None:
    for size, dark in ((SMALL_PHONE, True), (PHONE, False), (LAPTOP, True)):
        page = visit(table, path, size=size, dark=dark)
        fits(page)
        touchable(page)
        accessible(page)


@pytest.mark.parametrize(
    "link", ["Name and points", "Options", "Add to Right", "Change Right", "Change Sir John", "Change All sorts"]
)
def test_every_sheet_fits_and_is_for_everybody(link: str, table: Address, visit: Visits) -> None:
    page = visit(table, "/armies/rabble-warfare", size=SMALL_PHONE)
    page.get_by_role("link", name=link, exact=True).first.click()
    sheet_open(page)
    fits(page)
    touchable(page)
    accessible(page)


def test_the_purse_turns_red_over_the_limit_and_stays_in_sight(table: Address, visit: Visits) -> None:
    page = visit(table, "/armies/towton-york", size=PHONE)
    page.get_by_label("Copy under the name").fill("York")
    page.get_by_role("button", name="Copy it").click()
    expect(page).to_have_url(f"{table.url}/armies/York")
    page.wait_for_load_state()
    ploughmen = page.locator(".unit", has_text="Suffolk ploughmen")
    sum_of = page.locator(".purse .sum b")
    fine = sum_of.evaluate("one => getComputedStyle(one).color")
    page.locator(".unit", has_text="Framlingham bills").get_by_role("button", name="one more").click()
    expect(sum_of).to_have_text("1504 of 1500 points")
    assert sum_of.evaluate("one => getComputedStyle(one).color") != fine
    ploughmen.scroll_into_view_if_needed()
    expect(sum_of).to_be_in_viewport()
    page.get_by_role("button", name="Undo the last change").click()
    expect(sum_of).to_have_text("1500 of 1500 points")
    assert sum_of.evaluate("one => getComputedStyle(one).color") == fine


def test_quick_taps_all_count(table: Address, visit: Visits) -> None:
    page = visit(table, "/armies/rabble-tree_of_battles", size=PHONE)
    crowd = page.locator(".unit", has_text="Crowd")
    for _ in range(6):
        crowd.get_by_role("button", name="one less").click(no_wait_after=True)
    expect(crowd.locator("output b")).to_have_text("8")
    expect(page.get_by_text("Somebody was quicker")).to_have_count(0)


def test_a_field_is_written_as_soon_as_it_is_left_and_a_wrong_one_stays_typed(table: Address, visit: Visits) -> None:
    page = visit(table, "/armies/rabble-warfare", size=PHONE)
    page.get_by_role("link", name="Change Seven bills").click()
    sheet_open(page)
    page.locator("#f-name").fill('<b>Bills</b> & "Co"')
    page.locator("#f-name").press("Enter")
    expect(page.locator("#sheet h2")).to_have_text('<b>Bills</b> & "Co"')
    page.locator("#f-figures").fill("NaN")
    page.locator("#f-figures").press("Tab")
    expect(page.get_by_role("alert")).to_contain_text('figures: expected a whole number, found "NaN"')
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.locator("#f-figures")).to_have_value("NaN")
    page.locator("#f-figures").fill("8")
    page.locator("#f-figures").press("Tab")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_label("longbow").check()
    expect(page.locator("#e-wings-0-units-0")).to_contain_text("bill, longbow")
    done(page)
    unit = load_roster(str(table.folder / "rabble-warfare.toml")).roster.wings[0].units[0]
    assert (unit.name, unit.figures, unit.weapons) == ('<b>Bills</b> & "Co"', 8, ("bill", "longbow"))


def test_two_build_one_army_and_neither_loses_a_word(table: Address, visit: Visits) -> None:
    first = visit(table, "/armies/rabble-command_roll", size=PHONE)
    second = visit(table, "/armies/rabble-command_roll", size=LAPTOP)
    second.get_by_role("link", name="Change Red bills").click()
    sheet_open(second)
    first.locator(".unit", has_text="Warwick").get_by_role("button", name="leave it to the die").click()
    expect(first.locator(".unit", has_text="Warwick")).to_contain_text("class by D6")
    second.locator("#f-name").fill("Bills of the red coat")
    second.locator("#f-name").press("Tab")
    expect(second.get_by_role("alert")).to_contain_text("Somebody was quicker")
    expect(second.locator("#f-name")).to_have_value("Bills of the red coat")
    second.locator("#f-name").press("Enter")
    expect(second.locator("#sheet h2")).to_have_text("Bills of the red coat")
    roster = load_roster(str(table.folder / "rabble-command_roll.toml")).roster
    assert "Bills of the red coat" in [unit.name for unit in roster.units]
    assert roster.commanders[0].classed is None


def test_an_army_is_built_without_script(table: Address, visit: Visits) -> None:
    page = visit(table, "/armies/rabble-warfare", size=PHONE, script=False)
    page.locator(".unit", has_text="Seven bills").get_by_role("button", name="add 1").click()
    expect(page.locator(".unit", has_text="Seven bills")).to_contain_text("8 militia")
    page.get_by_role("link", name="Change Seven bills").click()
    page.locator("#f-name").fill("Eight bills")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".unit", has_text="Eight bills")).to_be_visible()


def test_an_army_is_exported_and_taken_in_again(
    table: Address, visit: Visits, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page = visit(table, "/armies/barnet-york", size=PHONE)
    with page.expect_download() as given:
        page.get_by_role("link", name="Export").click()
    path = tmp_path_factory.mktemp("given") / "Barnet again.toml"
    given.value.save_as(path)
    page.goto(f"{table.url}/armies")
    page.get_by_text("A new army").click()
    page.get_by_text("Or take in a file").click()
    page.get_by_label("Army list, a TOML file").set_input_files(path)
    page.get_by_role("button", name="Take it in").click()
    expect(page.locator("h1")).to_have_text("Barnet: York")
    assert (table.folder / "Barnet again.toml").read_bytes() == path.read_bytes()
