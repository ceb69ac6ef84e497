"""Unit cards on the page: how a unit stands, what it may do, and what one tap changes."""

import html
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from miniatures.tracker import new_game
from tests.web.desks import client, shared
from tests.web.reading import fields, text
from tests.web.test_acting import FRAGMENT

KENT = "/game/Towton/unit/Kentish%20longbowmen"


def test_a_card_tells_how_a_unit_stands(asking: TestClient) -> None:
    told = text(asking.get(KENT).text)
    assert "24 militia: light armour, longbow" in told
    assert "figures 24 of 24" in told
    assert "25% lost with 18 left W530 · 50% lost with 12 left W531 · 75% lost with 6 left W532" in told
    assert "one figure fewer" in told


def test_pips_open_into_where_each_came_from(asking: TestClient) -> None:
    page = asking.get("/game/Tewkesbury").text
    for unit in re.findall(r'href="(/game/Tewkesbury/unit/[^"]+)"', page):
        card = asking.get(html.unescape(unit)).text
        if "Where they came from" in card:
            assert 'class="pip full" title="' in card
            assert re.search(r"Where they came from \d .+ T\d+", text(card))
            return
    raise AssertionError("nobody has DPs by then")


def test_what_a_unit_may_do_comes_with_reasons_and_cures(asking: TestClient) -> None:
    page = asking.get("/game/Towton/choices/Kentish%20longbowmen", headers=FRAGMENT)
    told = text(page.text)
    assert "yes shoot at Commons of Holderness with the longbow, 13.1 inches" in told
    assert "no shoot at Dacre's Red Bull bills" in told
    assert "Cure:" in told
    assert page.text.count('value="straight"') == 1


def test_one_tap_changes_the_card(asking: TestClient) -> None:
    page = asking.get(KENT).text
    how, after = (re.search(rf'name="{key}" value="([^"]*)"', page) for key in ("how", "after"))
    assert how
    assert after
    form = {"how": html.unescape(how[1]), "after": after[1], "do": "straight"}
    assert asking.post("/game/Towton/act/correct", data=form, headers=FRAGMENT).status_code == 200
    assert "figures 23 of 24" in text(asking.get(KENT, headers=FRAGMENT).text)


@pytest.mark.parametrize("headers", [FRAGMENT, {}], ids=["with script", "without"])
def test_a_wrong_casualty_is_taken_back_with_one_tap(asking: TestClient, headers: dict[str, str]) -> None:
    after = fields(asking.get(KENT).text)["after"][0]
    form = {"how": 'correct "Kentish longbowmen" --lost 1', "after": after, "do": "straight"}
    done = asking.post("/game/Towton/act/correct", data=form, headers=headers)
    back = asking.post("/game/Towton/back/last", data=fields(done.text), headers=headers)
    assert "Taken back Correct: Kentish longbowmen, lost 1" in text(back.text)
    assert "figures 24 of 24" in text(asking.get(KENT).text)


def test_an_onlooker_sees_cards_and_has_nothing_to_tap(folder: Path) -> None:
    with client(folder, shared(), "onlooker") as asking:
        assert "one figure fewer" not in asking.get(KENT).text
        assert "<form" not in asking.get("/game/Towton/choices/Kentish%20longbowmen").text


@pytest.mark.parametrize("name", ["nobody", "../../etc/passwd", "a/b", "%00", "<script>alert(1)</script>", "x" * 900])
def test_a_unit_that_nobody_knows_is_told_plainly(asking: TestClient, name: str) -> None:
    answer = asking.get(f"/game/Towton/unit/{quote(name, safe='')}")
    assert answer.status_code == 400
    assert "<script>alert" not in answer.text


def test_names_with_markup_and_quotes_are_names_and_nothing_else(tmp_path: Path) -> None:
    """They are shown as they are written, and what such a unit may do is still a button."""
    army = (Path(__file__).parents[2] / "armies" / "warfare" / "sample-wing.toml").read_text(encoding="utf-8")
    name = '<b>Bob & \\"the axe\\"</b> #1/2?'
    (tmp_path / "odd.toml").write_text(army.replace("Blue longbowmen", name), encoding="utf-8")
    new_game(tmp_path / "odd.game", [str(tmp_path / "odd.toml"), "sample-wing"])
    with client(tmp_path) as asking:
        board = asking.get("/game/odd").text
        assert "<b>Bob" not in board
        link = next(one for one in re.findall(r'href="(/game/odd/unit/[^"]+)"', board) if "Bob" in one)
        page = asking.get(html.unescape(link))
        assert page.status_code == 200
        assert "<b>Bob" not in page.text
        how = re.search(r'name="how" value="([^"]*)"', page.text)
        assert how
        form = {"how": html.unescape(how[1]), "after": "1", "do": "straight"}
        done = asking.post("/game/odd/act/correct", data=form, headers=FRAGMENT)
        assert '<b>Bob & "the axe"</b> #1/2?, 1 lost' in text(done.text)


def test_a_question_is_asked_from_the_card_answered_and_never_written(asking: TestClient) -> None:
    page = asking.get("/game/Tewkesbury").text
    units = re.findall(r'class="card[^"]*"[^>]*>\s*<a href="(/game/Tewkesbury/unit/[^"]+)"', page)
    card = asking.get(html.unescape(units[0])).text
    link = re.search(r'href="(/game/Tewkesbury/do\?how=prospects[^"]*)"', card)
    assert link
    asked = asking.get(asking.get(html.unescape(link[1])).headers["location"])
    assert "Nothing is written." in text(asked.text)
    path = "/game/Tewkesbury/act/prospects"
    before = fields(asked.text)["after"]
    answered = asking.post(path, data={**fields(asked.text), "do": ["roll-all"]}, headers=FRAGMENT)
    assert "At the end of the turn" in text(answered.text)
    assert "Apply" not in text(answered.text)
    again = asking.post(path, data={**fields(answered.text), "do": ["apply"]}, headers=FRAGMENT)
    assert again.status_code == 200
    assert fields(again.text)["after"] == before
