"""Doing something on the page, without a browser: looked at first, then applied, and never lost when others act."""

import html
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from starlette.testclient import TestClient

from miniatures.tracker import new_game
from tests.web.desks import client, shared
from tests.web.reading import fields, text

SHOOT = 'shoot "Kentish longbowmen"'
ACT = "/game/Towton/act/shoot"
FRAGMENT = {"HX-Request": "true"}


def begun(asking: TestClient, how: str = SHOOT, path: str = ACT) -> dict[str, list[str]]:
    """The form of an action as a browser would send it back untouched."""
    answer = asking.get(path, params={"how": how})
    assert answer.status_code == 200
    return fields(answer.text)


def sent(asking: TestClient, form: dict[str, list[str]], do: str, path: str = ACT, **changed: str) -> Any:
    data = {**form, **{key: [value] for key, value in changed.items()}, "do": [do]}
    return asking.post(path, data=data, headers=FRAGMENT)


def head(asking: TestClient) -> int:
    return int(re.search(r'data-head="(\d+)"', asking.get("/game/Towton/bar").text)[1])  # type: ignore[index]


def test_a_line_of_the_checklist_leads_to_its_form(asking: TestClient) -> None:
    answer = asking.get("/game/Towton/do", params={"how": SHOOT})
    assert answer.status_code == 303
    page = asking.get(answer.headers["location"])
    assert "Measured to Commons of Holderness: 13.1 inches" in page.text
    assert "2D6, Kentish longbowmen shoot at Commons of Holderness" in page.text


def test_a_hint_to_look_at_a_unit_leads_to_its_card(asking: TestClient) -> None:
    answer = asking.get("/game/Towton/do", params={"how": 'options "Kentish longbowmen"'})
    assert answer.headers["location"] == "/game/Towton/unit/Kentish%20longbowmen"


def test_dice_are_typed_the_sum_is_shown_and_only_apply_writes(asking: TestClient) -> None:
    """9 on the dice, less 1 for longbows and 2 at 8 inches or more: 6, of which half fall."""
    before, form = head(asking), begun(asking)
    looked = sent(asking, form, "look", dice="4 5")
    told = text(looked.text)
    assert "9 dice 4 + 5 -1 longbows (W214) -2 at 8 inches or more (W221) = 6; half is 3: 3" in told
    assert "3 fall" in told
    assert head(asking) == before
    done = sent(asking, fields(looked.text), "apply")
    assert done.status_code == 200
    assert f"Event {before + 1}, written down." in text(done.text)
    assert head(asking) == before + 1


def test_half_a_throw_is_kept_and_the_rest_asked_for(asking: TestClient) -> None:
    looked = sent(asking, begun(asking), "look", dice="4")
    assert "1D6, Kentish longbowmen shoot" in text(looked.text)
    assert fields(looked.text)["dice"] == ["4"]


def test_the_page_rolls_and_what_it_rolled_is_what_is_applied(asking: TestClient) -> None:
    rolled = sent(asking, begun(asking), "roll-all")
    form = fields(rolled.text)
    faces = [int(face) for face in form["dice"][0].split()]
    assert len(faces) == 2
    assert all(1 <= face <= 6 for face in faces)
    fallen = re.search(r"(\d+) fall|nobody falls", text(rolled.text))
    assert fallen
    done = sent(asking, form, "apply")
    assert fallen[0] in text(done.text)


def test_a_fact_that_the_players_state_changes_the_sum_and_is_written_down(asking: TestClient) -> None:
    """At 7 inches nothing is taken off for the distance: 9 less 1 is 8, of which half fall."""
    form = begun(asking)
    assert form["fact:distance"] == ["13.06"]
    looked = sent(asking, form, "look", dice="4 5", **{"fact:distance": "7"})
    told = text(looked.text)
    assert "= 8; half is 4: 4" in told
    assert "yours; measured 13.06" in told
    assert "1 stated by you" in told
    sent(asking, fields(looked.text), "apply")
    assert "Stated by the players: distance=7" in text(asking.get("/game/Towton/log/lines").text)


def test_facts_of_a_unit_inside_are_stated_as_well(asking: TestClient) -> None:
    form = begun(asking)
    looked = sent(asking, form, "look", dice="4 5", **{"fact:target.lost": "3", "fact:target.morale": "raw"})
    sent(asking, fields(looked.text), "apply")
    assert 'target.morale="raw", target.lost=3' in text(asking.get("/game/Towton/log/lines").text)


def test_with_other_words_all_is_measured_anew_and_the_dice_stay(asking: TestClient) -> None:
    form = begun(asking)
    other = "Dacre's Red Bull bills"
    changed = {"word:target": other, "fact:distance": "7"}
    looked = sent(asking, form, "look", dice="4 5", **changed)
    told = text(looked.text)
    assert f"Measured to {other}: 20.0 inches" in told
    assert "stated by you" not in told
    assert fields(looked.text)["dice"] == ["4 5"]
    assert "The rules say no" in told


def test_every_reason_is_told_with_its_cure_and_the_players_may_overrule(asking: TestClient) -> None:
    how = 'shoot "Kentish longbowmen" "Dacre\'s Red Bull bills"'
    form = begun(asking, how)
    refused = sent(asking, form, "apply", dice="4 5")
    assert "The rules say no" in text(refused.text)
    assert "Cure:" in refused.text
    overruled = sent(asking, fields(refused.text), "look", overrule="we agreed on it")
    assert "Overruled by the players" in text(overruled.text)
    done = sent(asking, fields(overruled.text), "apply")
    assert "Overruled (we agreed on it)" in text(done.text)


def test_who_comes_second_is_told_what_changed_and_loses_nothing(asking: TestClient, folder: Path) -> None:
    form = begun(asking)
    form["fact:cover"] = ["soft"]
    with client(folder) as other:
        tapped = {"how": 'correct "Commons of Holderness" --lost 3', "after": form["after"][0], "do": "straight"}
        assert other.post("/game/Towton/act/correct", data=tapped, headers=FRAGMENT).status_code == 200
    late = sent(asking, form, "apply", dice="4 5")
    assert late.status_code == 409
    told = text(late.text)
    assert "The game has moved on; your dice and facts are kept" in told
    assert "Corrected by the players: Commons of Holderness, 3 lost." in told
    kept = fields(late.text)
    assert (kept["dice"], kept["fact:cover"]) == (["4 5"], ["soft"])
    assert kept["fact:target.lost"] == ["3"]  # measured again, not taken for a change of this player
    assert "1 stated by you" in told
    assert sent(asking, kept, "apply").status_code == 200


def test_a_form_that_is_sent_twice_writes_once(asking: TestClient) -> None:
    form = begun(asking)
    assert sent(asking, form, "apply", dice="4 5").status_code == 200
    now = head(asking)
    again = sent(asking, form, "apply", dice="4 5")
    assert again.status_code == 409
    assert head(asking) == now


def test_what_was_applied_is_taken_back_with_one_tap_and_the_form_comes_back(asking: TestClient) -> None:
    before = head(asking)
    done = sent(asking, begun(asking), "apply", dice="4 5")
    back = asking.post("/game/Towton/back/last", data=fields(done.text), headers=FRAGMENT)
    assert back.status_code == 200
    assert fields(back.text)["dice"] == ["4 5"]
    assert "So it ends" in text(back.text)
    assert head(asking) == before + 2  # the action, and its undoing
    assert asking.post("/game/Towton/back/last", data=fields(done.text), headers=FRAGMENT).status_code == 409


def test_what_needs_no_dice_is_done_straight_and_what_needs_some_opens_its_form(asking: TestClient) -> None:
    before = head(asking)
    form = {"how": 'correct "Kentish longbowmen" --lost 2', "after": str(before), "do": "straight"}
    done = asking.post("/game/Towton/act/correct", data=form, headers=FRAGMENT)
    assert "Corrected by the players: Kentish longbowmen, 2 lost." in text(done.text)
    opened = asking.post(ACT, data={"how": SHOOT, "after": str(before + 1), "do": "straight"}, headers=FRAGMENT)
    assert "2D6, Kentish longbowmen shoot" in text(opened.text)
    assert head(asking) == before + 1


def test_the_odds_come_as_bars_with_words(asking: TestClient) -> None:
    page = asking.get(ACT, params={"how": SHOOT}).text
    lazy = re.search(r'hx-get="([^"]*/odds\?[^"]*)"', page)
    assert lazy
    odds = asking.get(html.unescape(lazy[1]), headers=FRAGMENT)
    # 30 of 36 throws of 2D6, less 3, are 2 or more, of which half is at least 1.
    assert "Exact odds Commons of Holderness lose 1 or more 83.3%" in text(odds.text)
    assert '<rect class="full" width="83.33"' in odds.text
    assert "Exact odds" in asking.get(ACT, params={"how": SHOOT}).text  # counted once, then at hand


@pytest.mark.parametrize("role", ["first", "second"])
def test_a_side_acts_for_itself_only(folder: Path, role: Any) -> None:
    with client(folder, shared(), role) as asking:
        form = begun(asking)
        answer = sent(asking, form, "apply", dice="4 5")
        assert answer.status_code == (200 if role == "first" else 403)
        if role == "second":
            assert "You act for Towton: Lancaster; this is for Towton: York to do." in text(answer.text)
            assert fields(answer.text)["dice"] == ["4 5"]
            assert "Apply" not in text(answer.text)


def test_an_onlooker_sees_the_form_and_changes_nothing(folder: Path) -> None:
    with client(folder, shared(), "onlooker") as asking:
        form = begun(asking)
        assert sent(asking, form, "apply", dice="4 5").status_code == 403
        assert sent(asking, form, "look", dice="4 5").status_code == 403


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"dice": "9 9"}, "9 is not a face of a D6"),
        ({"dice": "four"}, '"four" is not a face'),
        ({"dice": "4 5 6"}, "left over: 6"),
        ({"fact:distance": "nan"}, "distance: expected a number"),
        ({"fact:distance": "1e999"}, "distance"),
        ({"fact:distance": "-3"}, "expected at least 0"),
        ({"fact:cover": "<b>"}, '"<b>" is unknown'),
        ({"word:unit": "<script>alert(1)</script>"}, "<script>alert(1)</script>"),
        ({"fact:rows:also": "100000"}, "expected 0 to 60"),
        ({"after": "99999"}, "load the page again"),
        ({"after": "nought"}, "load the page again"),
        ({"do": "drop also.7"}, "nothing stands there"),
        ({"do": "put a.b.c"}, "nothing stands there"),
    ],
)
def test_nonsense_is_told_and_breaks_nothing(asking: TestClient, changed: dict[str, str], told: str) -> None:
    before = head(asking)
    form = {**begun(asking), **{key: [value] for key, value in changed.items()}}
    answer = asking.post(ACT, data={"do": ["apply"], **form}, headers=FRAGMENT)
    assert answer.status_code == 400
    assert told in text(answer.text)
    assert "<script>alert" not in answer.text
    assert head(asking) == before


@pytest.mark.parametrize(
    "path", ["/game/Towton/act/sing", "/game/Towton/act/shoot?how=sing", "/game/Towton/do?how=sing"]
)
def test_an_action_that_nobody_knows_names_the_nearest(asking: TestClient, path: str) -> None:
    answer = asking.get(path)
    assert answer.status_code == 400
    assert "sing" in text(answer.text)


def test_without_script_the_form_works_page_by_page(asking: TestClient) -> None:
    form = begun(asking)
    page = asking.post(ACT, data={**form, "dice": ["4 5"], "do": ["look"]})
    assert "<title>" in page.text
    assert "So it ends" in page.text
    done = asking.post(ACT, data={**fields(page.text), "do": ["apply"]})
    assert "<title>" in done.text
    assert "written down" in done.text


def test_facts_that_no_table_measures_are_asked_for(tmp_path: Path) -> None:
    new_game(tmp_path / "plain.game", ["sample-wing", "sample-wing"])
    with client(tmp_path) as asking:
        units = re.findall(r'/game/plain/unit/([^"]+)"', asking.get("/game/plain").text)
        first, second = ([unquote(unit) for unit in units if "longbowmen" in unit])[:2]
        how = f'shoot "{first}" TARGET --set distance=INCHES'
        path = "/game/plain/act/shoot"
        form = begun(asking, how, path)
        assert "word:target" in form
        asked = sent(asking, form, "look", path, **{"word:target": second})
        assert "The facts: 1 to be stated" in text(asked.text)
        assert "distance needed" in text(asked.text)
        stated = sent(asking, fields(asked.text), "look", path, **{"fact:distance": "9"})
        assert "1 to be stated" not in text(stated.text)
        assert "The rules say no" in text(stated.text)  # nobody shoots while setting up


@pytest.mark.parametrize("words", ["", "3", "{", "[" * 5_000, '{"unit": ["a", {}]}', '{"unit": "nobody"}'])
def test_odds_of_nonsense_are_no_odds(asking: TestClient, words: str) -> None:
    answer = asking.get(f"{ACT}/odds", params={"words": words, "set": "distance=nan"}, headers=FRAGMENT)
    assert answer.status_code in (200, 400)
    assert "<rect" not in answer.text
